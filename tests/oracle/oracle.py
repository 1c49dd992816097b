"""The oracle: every format of sortid a second time, by another hand, slow and obvious.

Written from the specifications alone and sharing no code with the library. Values are plain integers, texts are
bytes, an answer is an Ok or an Err. Python 3.11, standard library only.
"""

import datetime
from bisect import bisect_right
from typing import NamedTuple, Optional

ULID, TYPEID, UUIDV7, UUID, EUID = "ulid", "typeid", "uuidv7", "uuid", "euid"
FLAKE, FLAKE_SCALABLE = "ulid-flake", "ulid-flake-scalable"
UID11, XID, FULLRAND = "uid11", "xid", "uid11-fullrand"
SNOWISH, TS_SEQ_RAND = "uid11-snowish", "uid11-ts-seq-rand"

FORMATS = [ULID, TYPEID, UUIDV7, UUID, EUID, FLAKE, FLAKE_SCALABLE, UID11, XID, FULLRAND, SNOWISH, TS_SEQ_RAND]
UUIDS = [UUIDV7, UUID]
FLAKES = [FLAKE, FLAKE_SCALABLE]
UID11S = [UID11, XID, FULLRAND, SNOWISH, TS_SEQ_RAND]
REASONS = ["length", "character", "overflow", "checksum", "prefix", "range"]

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
BITCOIN = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
HEX = "0123456789abcdef"

BITS = {name: 128 if name in (ULID, TYPEID, UUIDV7, UUID, EUID) else 64 for name in FORMATS}
LENGTH = {ULID: 26, TYPEID: 26, UUIDV7: 36, UUID: 36, EUID: 27, FLAKE: 13, FLAKE_SCALABLE: 13}
LENGTH.update({name: 11 for name in UID11S})

EPOCH_2024 = 1704067200000
EPOCH_2011 = 1321009871111
# format: (epoch, bits of the timestamp, bits below it)
TIME = {
    ULID: (0, 48, 80),
    TYPEID: (0, 48, 80),
    UUIDV7: (0, 48, 80),
    EUID: (0, 45, 83),
    FLAKE: (EPOCH_2024, 43, 20),
    FLAKE_SCALABLE: (EPOCH_2024, 43, 20),
    XID: (EPOCH_2011, 42, 22),
    SNOWISH: (EPOCH_2011, 41, 22),
    TS_SEQ_RAND: (EPOCH_2011, 42, 22),
}


class Ok(NamedTuple):
    value: int
    prefix: str = ""
    check: Optional[str] = None


class Err(NamedTuple):
    reason: str
    position: Optional[int] = None


# ---------------------------------------------------------------------------------------------- symbols

def table_exact(alphabet):
    return {ord(symbol): digit for digit, symbol in enumerate(alphabet)}


def table_any_case(alphabet):
    table = {}
    for digit, symbol in enumerate(alphabet):
        table[ord(symbol.upper())] = digit
        table[ord(symbol.lower())] = digit
    return table


def table_aliases():
    table = table_any_case(CROCKFORD)
    for symbol in "IiLl":
        table[ord(symbol)] = 1
    for symbol in "Oo":
        table[ord(symbol)] = 0
    return table


CROCKFORD_ANY_CASE = table_any_case(CROCKFORD)
CROCKFORD_ALIASES = table_aliases()
CROCKFORD_LOWER = table_exact(CROCKFORD.lower())
BITCOIN_EXACT = table_exact(BITCOIN)
HEX_ANY_CASE = table_any_case(HEX)


def symbols_of(format, lenient):
    if format in UUIDS:
        return HEX_ANY_CASE
    if format == TYPEID:
        return CROCKFORD_LOWER
    if format in UID11S:
        return BITCOIN_EXACT
    if format == EUID or lenient:
        return CROCKFORD_ALIASES
    return CROCKFORD_ANY_CASE


def write_digits(value, alphabet, count):
    base = len(alphabet)
    out = []
    for _ in range(count):
        value, digit = divmod(value, base)
        out.append(alphabet[digit])
    assert value == 0
    return "".join(reversed(out))


# ---------------------------------------------------------------------------------------------- parse

def prefix_error(prefix):
    """None for a valid, non-empty TypeID prefix, else the position of what is wrong."""
    letters = b"abcdefghijklmnopqrstuvwxyz"
    if len(prefix) == 0:
        return 0
    for i in range(min(len(prefix), 63)):
        byte = prefix[i]
        at_an_end = i == 0 or (len(prefix) <= 63 and i == len(prefix) - 1)
        if byte not in letters and (byte != ord("_") or at_an_end):
            return i
    if len(prefix) > 63:
        return 63
    return None


def parse(format, text, lenient=False):
    """bytes -> Ok or Err."""
    if format == TYPEID:
        return parse_typeid(text)
    if format in UID11S:
        lenient = False
    # places[k] is the byte position of the k-th symbol
    places = list(range(len(text)))
    wanted = LENGTH[format]
    if lenient:
        places = [i for i in places if text[i] != ord("-")]
        if format in UUIDS:
            wanted = 32
    if len(places) < wanted:
        return Err("length", len(text))
    if len(places) > wanted:
        return Err("length", places[wanted])
    table = symbols_of(format, lenient)
    digits = []
    digit_places = []
    for k, place in enumerate(places):
        if format in UUIDS and not lenient and k in (8, 13, 18, 23):
            if text[place] != ord("-"):
                return Err("character", place)
            continue
        if text[place] not in table:
            return Err("character", place)
        digits.append(table[text[place]])
        digit_places.append(place)
    return value_of(format, digits, digit_places)


def parse_typeid(text):
    prefix = b""
    start = 0
    if b"_" in text:
        cut = text.rindex(b"_")
        prefix = text[:cut]
        start = cut + 1
        wrong = prefix_error(prefix)
        if wrong is not None:
            return Err("prefix", wrong)
    suffix = text[start:]
    if len(suffix) < 26:
        return Err("length", len(text))
    if len(suffix) > 26:
        return Err("length", start + 26)
    for i in range(26):
        if suffix[i] not in CROCKFORD_LOWER:
            return Err("character", start + i)
    value = 0
    for byte in suffix:
        value = value * 32 + CROCKFORD_LOWER[byte]
    if value >= 2**128:
        return Err("overflow", start)
    return Ok(value, prefix.decode("ascii"))


def value_of(format, digits, places):
    """All symbols are good; places are their byte positions."""
    base = 16 if format in UUIDS else 58 if format in UID11S else 32
    value = 0
    for digit in digits:
        value = value * base + digit
    if format in UUIDS:
        if format == UUIDV7:
            if value >> 76 & 15 != 7:
                return Err("range", places[12])
            if value >> 62 & 3 != 2:
                return Err("range", places[16])
        return Ok(value)
    if format == EUID:
        check = value % 128
        value = value // 128
        if check == 127:
            return Ok(value, check="none")
        if check != value % 127:
            return Err("checksum", places[25])
        return Ok(value, check="valid")
    if format in UID11S:
        if value > 2**64 - 1:
            return Err("overflow", first_too_great(digits))
        return Ok(value)
    if format in FLAKES:
        return Err("overflow", places[0]) if value >= 2**63 else Ok(value)
    return Err("overflow", places[0]) if value >= 2**BITS[format] else Ok(value)


def first_too_great(digits):
    """The first index at which the base-58 digits so far exceed those of the largest text."""
    largest = []
    rest = 2**64 - 1
    for _ in range(11):
        largest.insert(0, rest % 58)
        rest //= 58
    for k in range(len(digits)):
        if digits[:k + 1] > largest[:k + 1]:
            return k
    raise AssertionError("not too great")


# ---------------------------------------------------------------------------------------------- to text

def is_version_7(value):
    return value >> 76 & 15 == 7 and value >> 62 & 3 == 2


def holds(format, value):
    """None when the format can hold the value, else the Err."""
    assert 0 <= value < 2**BITS[format]
    if format in FLAKES and value >= 2**63:
        return Err("overflow")
    if format == UUIDV7 and not is_version_7(value):
        return Err("range")
    return None


def check_mod(value):
    return value % 127


def to_text(format, value, prefix="", check=True):
    """The canonical text (str), or an Err. prefix: str or bytes, TypeID alone; check: EUID alone."""
    if format == TYPEID and prefix:
        raw = prefix.encode() if isinstance(prefix, str) else prefix
        wrong = prefix_error(raw)
        if wrong is not None:
            return Err("prefix", wrong)
        return raw.decode("ascii") + "_" + write_digits(value, CROCKFORD.lower(), 26)
    wrong = holds(format, value)
    if wrong:
        return wrong
    if format == TYPEID:
        return write_digits(value, CROCKFORD.lower(), 26)
    if format in UUIDS:
        return to_uuid(value)
    if format == EUID:
        return write_digits(value * 128 + (check_mod(value) if check else 127), CROCKFORD, 27)
    if format in UID11S:
        return write_digits(value, BITCOIN, 11)
    return write_digits(value, CROCKFORD, LENGTH[format])


def to_hex(format, value):
    assert 0 <= value < 2**BITS[format]
    return f"{value:032x}" if BITS[format] == 128 else f"{value:016x}"


def to_int(value):
    return str(value)


def to_uuid(value):
    assert 0 <= value < 2**128
    digits = f"{value:032x}"
    return "-".join([digits[0:8], digits[8:12], digits[12:16], digits[16:20], digits[20:32]])


# ---------------------------------------------------------------------------------------------- fields and time

def split(value, widths):
    """The bit fields of a value, widths most significant first."""
    out = []
    for width in reversed(widths):
        out.insert(0, value % 2**width)
        value //= 2**width
    assert value == 0
    return out


def fields(format, value):
    """Field name -> int or None, in the order of the layout."""
    if format == ULID:
        names, widths = ["timestamp", "randomness"], [48, 80]
    elif format in (TYPEID, UUIDV7, UUID):
        if not is_version_7(value):
            return {"version": value >> 76 & 15}
        names, widths = ["timestamp", "version", "rand_a", "variant", "rand_b"], [48, 4, 12, 2, 62]
    elif format == EUID:
        timestamp, extended, length, randomness = split(value, [45, 15, 4, 64])
        extension = None if length == 0 else extended % 2**length
        return {"timestamp": timestamp, "extension": extension, "extension_length": length, "randomness": randomness}
    elif format == FLAKE:
        names, widths = ["sign", "timestamp", "randomness"], [1, 43, 20]
    elif format == FLAKE_SCALABLE:
        names, widths = ["sign", "timestamp", "randomness", "scalability"], [1, 43, 15, 5]
    elif format == UID11:
        names, widths = ["payload"], [64]
    elif format == XID:
        names, widths = ["timestamp", "random"], [42, 22]
    elif format == FULLRAND:
        names, widths = ["random"], [64]
    elif format == SNOWISH:
        names, widths = ["reserved", "timestamp", "machine", "sequence"], [1, 41, 10, 12]
    elif format == TS_SEQ_RAND:
        names, widths = ["timestamp", "sequence", "random"], [42, 12, 10]
    named = dict(zip(names, split(value, widths)))
    named.pop("sign", None)
    named.pop("reserved", None)
    return named


def gregorian_ms(value):
    """Of versions 1, 2 and 6: tenths of microseconds since 1582-10-15, their hex digits in another order each."""
    first, second, third = to_uuid(value).split("-")[:3]
    version, third = third[0], third[1:]
    digits = {"1": third + second + first, "2": third + second + "0" * 8, "6": first + second + third}[version]
    days = (datetime.date(1970, 1, 1) - datetime.date(1582, 10, 15)).days
    return int(digits, 16) // 10_000 - days * 86_400_000


def unix_ms(format, value):
    if format not in TIME and format != UUID:
        return None
    if format == UUID and value >> 62 & 3 == 2 and value >> 76 & 15 in (1, 2, 6):
        return gregorian_ms(value)
    timestamp = fields(format, value).get("timestamp")
    if timestamp is None:
        return None
    return timestamp + (TIME[format][0] if format in TIME else 0)


def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def year_starts():
    """Days from 1 January of the first to 1 January of every year of 400 that begin as 1970, 2370, … do."""
    starts = [0]
    for year in range(1970, 1970 + 400):
        starts.append(starts[-1] + (366 if is_leap(year) else 365))
    return starts


YEAR_STARTS = year_starts()


def civil_from_days(days):
    """Days since 1970-01-01 (not negative) -> year, month, day."""
    cycles, days = divmod(days, YEAR_STARTS[400])
    years = bisect_right(YEAR_STARTS, days) - 1
    year = 1970 + 400 * cycles + years
    days -= YEAR_STARTS[years]
    lengths = [31, 29 if is_leap(year) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    month = 0
    while days >= lengths[month]:
        days -= lengths[month]
        month += 1
    return year, month + 1, days + 1


def time_text(ms):
    if ms is None:
        return None
    seconds, ms = divmod(ms, 1000)
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    days, hour = divmod(hours, 24)
    year, month, day = civil_from_days(days)
    return f"{year:04d}-{month:02d}-{day:02d}T{hour:02d}:{minute:02d}:{second:02d}.{ms:03d}Z"


def time(format, value):
    return time_text(unix_ms(format, value))


# ---------------------------------------------------------------------------------------------- ranges

def edge(format, ms, ones):
    if format not in TIME:
        return Err("range")
    epoch, width, below = TIME[format]
    timestamp = ms - epoch
    if timestamp < 0 or timestamp >= 2**width:
        return Err("range")
    value = timestamp * 2**below + (2**below - 1 if ones else 0)
    if format in (UUIDV7, TYPEID):
        value = value - (value >> 76 & 15) * 2**76 + 7 * 2**76
        value = value - (value >> 62 & 3) * 2**62 + 2 * 2**62
    return Ok(value)


def first(format, ms):
    return edge(format, ms, False)


def last(format, ms):
    return edge(format, ms, True)


def interval(format, from_ms, to_ms):
    """(first, last) of the part of [from, to) that the format has instants for, or an Err when that is empty."""
    if format not in TIME or from_ms >= to_ms:
        return Err("range")
    epoch, bits, _ = TIME[format]
    first_instant, last_instant = epoch, epoch + 2**bits - 1
    if to_ms - 1 < first_instant or from_ms > last_instant:
        return Err("range")
    low = first(format, max(from_ms, first_instant))
    high = last(format, min(to_ms - 1, last_instant))
    return low.value, high.value


def bounds(text):
    """A uid11 text prefix -> (lower, upper), or an Err."""
    if len(text) == 0:
        return Err("length", 0)
    if len(text) > 11:
        return Err("length", 11)
    digits = []
    for i in range(len(text)):
        if text[i] not in BITCOIN_EXACT:
            return Err("character", i)
        digits.append(BITCOIN_EXACT[text[i]])
    value = 0
    for digit in digits:
        value = value * 58 + digit
    scale = 58 ** (11 - len(text))
    lower = value * scale
    upper = lower + scale - 1
    if lower > 2**64 - 1:
        return Err("overflow", first_too_great(digits))
    return lower, min(upper, 2**64 - 1)


# ---------------------------------------------------------------------------------------------- the rest

def detect(text):
    def good(format):
        return isinstance(parse(format, text), Ok)

    if b"_" in text:
        candidates = [TYPEID]
    elif len(text) == 36:
        candidates = [UUIDV7] if good(UUIDV7) else [UUID]
    elif len(text) == 27:
        candidates = [EUID]
    elif len(text) == 26:
        candidates = [ULID, TYPEID]
    elif len(text) == 13:
        candidates = FLAKES
    elif len(text) == 11:
        candidates = [XID]
    else:
        candidates = []
    return [format for format in candidates if good(format)]


def build_euid(timestamp, extension, random15, random64):
    """extension: int or None."""
    if timestamp >= 2**45:
        return Err("range")
    if extension is None:
        length, middle = 0, random15
    else:
        if extension > 32767:
            return Err("range")
        length = max(1, len(bin(extension)) - 2)
        middle = random15 // 2**length * 2**length + extension
    return Ok(((timestamp * 2**15 + middle) * 2**4 + length) * 2**64 + random64)


# ---------------------------------------------------------------------------------------------- the protocol

def as_text(raw):
    return raw.hex() if raw else "-"


def from_text(word):
    return b"" if word == "-" else bytes.fromhex(word)


def as_err(err):
    return f"err {err.reason} {'-' if err.position is None else err.position}"


def null(value):
    return "null" if value is None else str(value)


def answer_parse(format, text, lenient=False):
    got = parse(format, text, lenient)
    if isinstance(got, Err):
        return as_err(got)
    canonical = to_text(format, got.value, got.prefix)
    return f"ok {to_hex(format, got.value)} {as_text(canonical.encode())} {got.prefix or got.check or '-'}"


def answer_text(format, value, extra="-"):
    if format == TYPEID:
        got = to_text(format, value, from_text(extra))
    else:
        got = to_text(format, value, check=extra != "none")
    return as_err(got) if isinstance(got, Err) else f"ok {as_text(got.encode())}"


def answer_show(format, value):
    text = to_text(format, value)
    if isinstance(text, Err):
        return as_err(text)
    uuid = to_uuid(value) if BITS[format] == 128 else "-"
    named = ";".join(f"{name}={null(field)}" for name, field in fields(format, value).items())
    ms = unix_ms(format, value)
    return f"ok {as_text(text.encode())} {to_int(value)} {uuid} {null(ms)} {null(time_text(ms))} {named}"


def answer(line):
    """One request of PROTOCOL.md -> its answer."""
    word, *rest = line.split(" ")
    if word == "parse":
        return answer_parse(rest[0], from_text(rest[1]))
    if word == "lenient":
        return answer_parse(rest[0], from_text(rest[1]), True)
    if word == "text":
        return answer_text(rest[0], int(rest[1], 16), rest[2])
    if word == "show":
        return answer_show(rest[0], int(rest[1], 16))
    if word in ("first", "last"):
        got = (first if word == "first" else last)(rest[0], int(rest[1]))
        return as_err(got) if isinstance(got, Err) else f"ok {to_hex(rest[0], got.value)}"
    if word == "interval":
        got = interval(rest[0], int(rest[1]), int(rest[2]))
        return as_err(got) if isinstance(got, Err) else f"ok {to_hex(rest[0], got[0])} {to_hex(rest[0], got[1])}"
    if word == "bounds":
        got = bounds(from_text(rest[0]))
        return as_err(got) if isinstance(got, Err) else f"ok {to_hex(UID11, got[0])} {to_hex(UID11, got[1])}"
    if word == "detect":
        return f"ok {','.join(detect(from_text(rest[0]))) or '-'}"
    if word == "checkmod":
        return f"ok {check_mod(int(rest[0], 16))}"
    if word == "euid":
        got = build_euid(int(rest[0]), None if rest[1] == "-" else int(rest[1]), int(rest[2]), int(rest[3], 16))
        return as_err(got) if isinstance(got, Err) else f"ok {to_hex(EUID, got.value)}"
    return "bad"


def main():
    """The oracle as a probe: `run.py --probe oracle.py` must agree with itself."""
    import sys
    for line in sys.stdin:
        sys.stdout.write(answer(line.rstrip("\n")) + "\n")


if __name__ == "__main__":
    main()
