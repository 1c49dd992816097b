#!/usr/bin/env python3
"""Compares the library, through a probe (PROTOCOL.md), with the oracle.

    run.py --probe PATH [--count N] [--seed S] [--mutations N] [--chunk N] [--jobs N] [--format F]…
    run.py --oracle-alone        the vectors against the oracle, nothing else

First the oracle and then the probe must agree with tests/oracle/vectors. Then
come exhaustive parts, N random ids a format, and mutated texts. Every request stands in a file before the probe starts
and its answers go to a file, so neither side waits for the other; while it runs, the oracle works the answers out.
"""

import argparse
import itertools
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import oracle  # noqa: E402
import vectors  # noqa: E402
from oracle import EUID, FLAKES, FORMATS, TYPEID, UID11S, ULID, UUID, UUIDS, UUIDV7, as_text  # noqa: E402

WIDTHS = {
    "ulid": [48, 80], "typeid": [48, 4, 12, 2, 62], "uuidv7": [48, 4, 12, 2, 62], "uuid": [48, 4, 12, 2, 62],
    "euid": [45, 15, 4, 64], "ulid-flake": [1, 43, 20], "ulid-flake-scalable": [1, 43, 15, 5], "uid11": [64],
    "xid": [42, 22], "uid11-fullrand": [64], "uid11-snowish": [1, 41, 10, 12], "uid11-ts-seq-rand": [42, 12, 10],
}
SYMBOLS = {
    "ulid": oracle.CROCKFORD, "typeid": oracle.CROCKFORD.lower(), "uuidv7": oracle.HEX, "uuid": oracle.HEX,
    "euid": oracle.CROCKFORD, "ulid-flake": oracle.CROCKFORD, "ulid-flake-scalable": oracle.CROCKFORD,
    **{name: oracle.BITCOIN for name in UID11S},
}
PREFIX_LETTERS = "abcdefghijklmnopqrstuvwxyz"


# ---------------------------------------------------------------------------------------------- random material

def random_value(rng, format):
    bits = oracle.BITS[format]
    kind = rng.randrange(10)
    if kind < 5:
        value = rng.getrandbits(bits)
    elif kind == 5:
        value = rng.choice([0, 2**bits - 1, 1, 2**bits - 2, 2**(bits - 1), 2**(bits - 1) - 1])
    elif kind == 6:
        value = 1 << rng.randrange(bits)
        if rng.randrange(2):
            value = 2**bits - 1 - value
    elif kind == 7:
        low, high = sorted([rng.randrange(bits + 1), rng.randrange(bits + 1)])
        value = 2**high - 2**low
    else:
        value = 0
        for width in WIDTHS[format]:
            top = 2**width - 1
            value = value << width | rng.choice([0, top, min(1, top), max(top - 1, 0), rng.getrandbits(width)])
    odd_one_out = rng.randrange(100) == 0
    if format in FLAKES and not odd_one_out:
        value %= 2**63
    if (format == UUIDV7 and not odd_one_out) or (format in (TYPEID, UUID) and rng.randrange(2)):
        value = as_version_7(value)
    return value


def as_version_7(value):
    value = value & ~(15 << 76) | 7 << 76
    return value & ~(3 << 62) | 2 << 62


def good_value(rng, format):
    """A value the format can hold."""
    while True:
        value = random_value(rng, format)
        if oracle.holds(format, value) is None:
            return value


def random_prefix(rng):
    length = rng.choice([1, 2, 3, 4, 5, 8, 13, 16, 31, 32, 33, 61, 62, 63])
    middle = "".join(rng.choice(PREFIX_LETTERS + "__") for _ in range(length))
    return rng.choice(PREFIX_LETTERS) + (middle[1:-1] + rng.choice(PREFIX_LETTERS) if length > 1 else "")


def good_text(rng, format):
    value = good_value(rng, format)
    prefix = random_prefix(rng) if format == TYPEID and rng.randrange(3) else ""
    return oracle.to_text(format, value, prefix, rng.randrange(4) > 0).encode()


def any_case(rng, text):
    return bytes(rng.choice([byte, ord(chr(byte).upper()), ord(chr(byte).lower())]) for byte in text)


def loosened(rng, text):
    """Aliases, case and hyphens strewn over a text, as a lenient parse takes them (and some it does not)."""
    out = bytearray()
    for byte in text:
        while rng.randrange(12) == 0:
            out += b"-"
        if byte == ord("0") and rng.randrange(2):
            byte = rng.choice(b"oO0")
        elif byte == ord("1") and rng.randrange(2):
            byte = rng.choice(b"iIlL1")
        elif byte == ord("-") and rng.randrange(2):
            continue
        elif rng.randrange(300) == 0:
            byte = rng.choice(b"Uu _\x00\xad")
        out.append(ord(chr(byte).lower()) if rng.randrange(3) == 0 else byte)
    while rng.randrange(6) == 0:
        out += b"-"
    return bytes(out)


STRANGE = [b"\x00", b"\xff", b"\x80", b"\xef\xbc\x90", b"\xd0\x90", b"\xc3\xa9", b"\xb2", b"-", b"_", b" ", b"\n",
           b"\r", b"\t", b"{", b"U", b"u", b"O", b"o", b"I", b"i", b"L", b"l", b"0", b"z", b"Z", b"8", b"/", b":", b"@",
           b"[", b"`", b"G", b"g"]


def mutated(rng, format, text):
    text = bytearray(text)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        at = rng.randrange(len(text) + 1)
        inside = rng.randrange(len(text)) if text else 0
        kind = rng.randrange(8)
        if kind == 0 and text:
            text[inside] ^= 1 << rng.randrange(8)
        elif kind == 1 and text:
            text[inside] = rng.randrange(256)
        elif kind == 2 and text:
            other = rng.randrange(len(text))
            text[inside], text[other] = text[other], text[inside]
        elif kind == 3 and text:
            del text[inside]
        elif kind == 4:
            text[at:at] = rng.choice(STRANGE)
        elif kind == 5 and text:
            text[inside:inside + 1] = rng.choice(STRANGE)
        elif kind == 6 and text:
            text[inside] = ord(rng.choice(SYMBOLS[format]))
        elif text:
            text[at:at] = text[inside:inside + rng.randrange(1, 4)]
    return bytes(text)


# ---------------------------------------------------------------------------------------------- the parts
# Each part yields requests; answers come from oracle.answer.

def part_random(rng, format, count):
    """count ids: shown, written, read back; some in other case, lenient, with a prefix, without a check."""
    for i in range(count):
        value = random_value(rng, format)
        digits = oracle.to_hex(format, value)
        yield f"show {format} {digits}"
        prefix = random_prefix(rng) if format == TYPEID and i % 2 else ""
        text = oracle.to_text(format, value, prefix)
        if isinstance(text, oracle.Err):
            continue
        text = text.encode()
        if prefix:
            yield f"text typeid {digits} {as_text(prefix.encode())}"
        if format == EUID and i % 2:
            yield f"text euid {digits} none"
            text = oracle.to_text(EUID, value, check=False).encode()
        yield f"parse {format} {as_text(text)}"
        if i % 8 == 1:
            yield f"parse {format} {as_text(any_case(rng, text))}"
        elif i % 8 == 3:
            yield f"lenient {format} {as_text(loosened(rng, text))}"
        elif i % 8 == 5:
            yield f"detect {as_text(text)}"
        elif i % 8 == 7 and format == EUID:
            yield f"checkmod {digits}"


def part_mutations(rng, format, count):
    for i in range(count):
        text = as_text(mutated(rng, format, good_text(rng, format)))
        yield f"parse {format} {text}"
        if i % 4 == 0:
            yield f"lenient {format} {text}"
        elif i % 4 == 1:
            yield f"detect {text}"
        elif i % 4 == 2 and format in UID11S:
            yield f"bounds {text}"


def part_bytes(rng, format, count):
    """Each of the 256 bytes at each position of a valid text."""
    texts = [good_text(rng, format) for _ in range(3)]
    if format == TYPEID:
        texts += [b"user_01h2xcejqtf2nbrexx3vqjhp41", b"a__b_7zzzzzzzzzzzzzzzzzzzzzzzzz"]
    elif format == EUID:
        texts += [oracle.to_text(EUID, 0).encode(), oracle.to_text(EUID, 2**128 - 1, check=False).encode()]
    elif format not in UUIDS:
        top = 2**63 - 1 if format in FLAKES else 2**oracle.BITS[format] - 1
        texts += [oracle.to_text(format, 0).encode(), oracle.to_text(format, top).encode()]
    for text in texts:
        for place in range(len(text)):
            for byte in range(256):
                changed = as_text(text[:place] + bytes([byte]) + text[place + 1:])
                yield f"parse {format} {changed}"
                yield f"lenient {format} {changed}"
                yield f"detect {changed}"


def part_lengths(rng, format, count):
    """Every length from 0 to 130, of good symbols, of hyphens, of underscores."""
    symbols = SYMBOLS[format]
    for length in range(131):
        texts = [symbols[0] * length, symbols[-1] * length, "-" * length, "_" * length, "\0" * length]
        texts += ["".join(rng.choice(symbols) for _ in range(length)) for _ in range(8)]
        if format in UUIDS:
            for _ in range(8):
                filled = "".join(rng.choice(symbols) for _ in range(130))
                filled = "-".join([filled[:8], filled[8:12], filled[12:16], filled[16:20], filled[20:]])
                texts.append(filled[:length])
        if format == TYPEID:
            for place in range(length):
                texts.append("a" * place + "_" + "0" * (length - place - 1))
        for text in texts:
            word = as_text(text.encode())
            yield f"parse {format} {word}"
            yield f"lenient {format} {word}"
            yield f"detect {word}"
            if format in UID11S:
                yield f"bounds {word}"


def edge_instants(format):
    epoch, width, _ = oracle.TIME.get(format, (0, 48, 80))
    top = epoch + 2**width - 1
    edges = {0, -1, 1, -2**63, 2**63 - 1, 2**48, 2**48 - 1, 1468418050259, 253402300799999, 253402300800000}
    for middle in (0, epoch, top, oracle.EPOCH_2011, oracle.EPOCH_2024, 2**45, 2**43, 2**42, 2**41, 2**32, 2**31):
        edges |= {middle - 1, middle, middle + 1}
    return sorted(edges)


def part_instants(rng, format, count):
    """First and last id of instants, intervals of every pair of edges and random ones."""
    edges = edge_instants(format)
    epoch, width, _ = oracle.TIME.get(format, (0, 48, 80))
    anywhere = [epoch + rng.randrange(2**width) for _ in range(5000)]
    for ms in edges + anywhere + [rng.randrange(-2**63, 2**63) for _ in range(500)]:
        yield f"first {format} {ms}"
        yield f"last {format} {ms}"
    for low in edges:
        for high in edges:
            yield f"interval {format} {low} {high}"
    for ms in anywhere:
        yield f"interval {format} {ms} {ms + rng.choice([-1, 0, 1, 2, 1000, rng.getrandbits(40)])}"


def days_before_year(year):
    before = year - 1
    return 365 * before + before // 4 - before // 100 + before // 400 - 719162


def part_calendar(rng, format, count):
    """The milliseconds around each new year and each end of February that the format can hold."""
    if format not in oracle.TIME:
        return
    epoch, width, below = oracle.TIME[format]
    for year in range(1970, 10891):
        for day in (0, 58, 59, 60, 364, 365):
            for off in (-1, 0):
                timestamp = (days_before_year(year) + day) * 86_400_000 + off - epoch
                if 0 <= timestamp < 2**width:
                    value = timestamp << below | rng.getrandbits(below)
                    if format in (TYPEID, UUIDV7):
                        value = as_version_7(value)
                    yield f"show {format} {oracle.to_hex(format, value)}"


def part_checks(rng, format, count):
    """EUID: every residue with its own check, without one, and with each of the 126 wrong ones."""
    for residue in range(127):
        for times in (0, rng.getrandbits(120), (2**128 - 1 - residue) // 127):
            value = times * 127 + residue
            digits = oracle.to_hex(EUID, value)
            yield f"checkmod {digits}"
            yield f"text euid {digits} valid"
            yield f"text euid {digits} none"
            for check in range(128):
                text = oracle.write_digits(value * 128 + check, oracle.CROCKFORD, 27).encode()
                yield f"parse euid {as_text(text)}"
                if check % 16 == residue % 16:
                    yield f"lenient euid {as_text(loosened(rng, text))}"
                    yield f"detect {as_text(text)}"


def part_extensions(rng, format, count):
    """EUID: none and every extension, under all-zero, all-one and random filling."""
    for extension in ["-", *range(32768), 32768, 32769, 65535, 65536, 2**31 - 1]:
        for fill in (0, 32767, rng.getrandbits(15)):
            timestamp = rng.choice([0, 2**45 - 1, rng.getrandbits(45)])
            random64 = rng.choice([0, 2**64 - 1, rng.getrandbits(64)])
            yield f"euid {timestamp} {extension} {fill} {random64:016x}"
            built = oracle.build_euid(timestamp, None if extension == "-" else extension, fill, random64)
            if isinstance(built, oracle.Ok) and fill not in (0, 32767):
                yield f"show euid {oracle.to_hex(EUID, built.value)}"
    for timestamp in (2**45, 2**45 + 1, 2**48, 2**63 - 1):
        yield f"euid {timestamp} - 0 {0:016x}"
        yield f"euid {timestamp} 5 0 {0:016x}"
    for middle in range(2**15):
        for length in (middle % 16, rng.randrange(16)):
            value = ((rng.getrandbits(45) << 15 | middle) << 4 | length) << 64 | rng.getrandbits(64)
            yield f"show euid {oracle.to_hex(EUID, value)}"


def part_versions(rng, format, count):
    """UUIDs: every version nibble with every nibble that holds the variant."""
    for version in range(16):
        for variant in range(16):
            for _ in range(4):
                value = rng.choice([0, 2**128 - 1, rng.getrandbits(128), rng.getrandbits(128)])
                value = value & ~(15 << 76) | version << 76
                value = value & ~(15 << 60) | variant << 60
                digits = oracle.to_hex(UUID, value)
                text = oracle.to_uuid(value).encode()
                suffix = oracle.to_text(TYPEID, value).encode()
                for name in (UUIDV7, UUID, TYPEID):
                    yield f"show {name} {digits}"
                    yield f"text {name} {digits} -"
                for name in UUIDS:
                    for written in (text, text.upper(), text.replace(b"-", b""), loosened(rng, text)):
                        yield f"parse {name} {as_text(written)}"
                        yield f"lenient {name} {as_text(written)}"
                yield f"detect {as_text(text)}"
                yield f"parse typeid {as_text(suffix)}"


def part_prefixes(rng, format, count):
    """TypeID: all prefixes of one and of two bytes, of three over a set, every length to 70, bad bytes in long ones."""
    def asked(prefix):
        yield f"parse typeid {as_text(prefix + b'_01h2xcejqtf2nbrexx3vqjhp41')}"
        if prefix:
            yield f"text typeid {0x0188bac7_4afa_78aa_bc3b_bd1eef28d881:032x} {as_text(prefix)}"

    for one in range(256):
        yield from asked(bytes([one]))
        for two in range(256):
            yield from asked(bytes([one, two]))
    few = b"az_A0-\x00`{\xe9"
    for one in few:
        for two in few:
            for three in few:
                yield from asked(bytes([one, two, three]))
    for length in range(71):
        for fill in (b"a", b"z", b"_", b"A"):
            yield from asked(fill * length)
        yield from asked(b"a" + b"_" * (length - 1) if length else b"")
        yield from asked(b"_" * (length - 1) + b"a" if length else b"")
        yield from asked(b"a" + b"_" * (length - 2) + b"a" if length > 1 else b"")
        for place in range(length):
            for bad in (b"_", b"A", b"0", b"\x00", b"\xff"):
                yield from asked(b"b" * place + bad + b"b" * (length - place - 1))
    for suffix in (b"", b"0", b"0" * 25, b"0" * 27, b"8" + b"0" * 25, b"7" + b"z" * 25, b"0" * 25 + b"Z", b"8u" * 13):
        for prefix in (b"a", b"ab_c", b"A", b"", b"_", b"a_", b"a" * 63, b"a" * 64):
            yield f"parse typeid {as_text(prefix + b'_' + suffix)}"
            yield f"detect {as_text(prefix + b'_' + suffix)}"
        yield f"parse typeid {as_text(suffix)}"


def part_bounds(rng, format, count):
    """uid11 text prefixes: all of one and two bytes, the neighbours of the largest text's, random ones, bad bytes."""
    for one in range(256):
        yield f"bounds {as_text(bytes([one]))}"
        for two in range(256):
            yield f"bounds {as_text(bytes([one, two]))}"
    largest = "jpXCZedGfVQ"
    for length in range(1, 12):
        for place in range(length):
            for symbol in oracle.BITCOIN:
                text = largest[:place] + symbol + largest[place + 1:length]
                yield f"bounds {as_text(text.encode())}"
                for name in UID11S:
                    yield f"parse {name} {as_text((text + '1' * (11 - length)).encode())}"
                    yield f"parse {name} {as_text((text + 'z' * (11 - length)).encode())}"
    for _ in range(50_000):
        length = rng.randrange(14)
        text = bytearray(rng.choice(oracle.BITCOIN).encode()[0] for _ in range(length))
        if text and rng.randrange(4) == 0:
            text[rng.randrange(length)] = rng.randrange(256)
        yield f"bounds {as_text(bytes(text))}"


EVERY_FORMAT = {"bytes": part_bytes, "lengths": part_lengths, "instants": part_instants, "calendar": part_calendar}
ONE_FORMAT = {
    "checks": (EUID, part_checks), "extensions": (EUID, part_extensions), "versions": (UUID, part_versions),
    "prefixes": (TYPEID, part_prefixes), "bounds": ("uid11", part_bounds),
}
COUNTED = {"random": part_random, "mutations": part_mutations}
PARTS = {**EVERY_FORMAT, **COUNTED, **{name: part for name, (_, part) in ONE_FORMAT.items()}}


def plan(arguments):
    """All shards: (part, format, number of the shard, count)."""
    for name in EVERY_FORMAT:
        for format in arguments.format:
            yield name, format, 0, 0
    for name, (format, _) in ONE_FORMAT.items():
        if format in arguments.format:
            yield name, format, 0, 0
    for name, total in (("mutations", arguments.mutations), ("random", arguments.count)):
        step = arguments.chunk // 2
        for number in range((total + step - 1) // step):
            for format in arguments.format:
                yield name, format, number, min(step, total - number * step)


# ---------------------------------------------------------------------------------------------- asking the probe

def ask(probe, requests, answers_meanwhile=None):
    """All answers of the probe; answers_meanwhile is called while it runs."""
    with tempfile.TemporaryFile() as questions, tempfile.TemporaryFile() as replies:
        questions.write("".join(request + "\n" for request in requests).encode("ascii"))
        questions.seek(0)
        command = [sys.executable, probe] if probe.endswith(".py") else [probe]
        running = subprocess.Popen(command, stdin=questions, stdout=replies)
        wanted = answers_meanwhile() if answers_meanwhile else None
        code = running.wait()
        replies.seek(0)
        answers = replies.read().decode("utf-8", "backslashreplace").split("\n")
    if answers and answers[-1] == "":
        answers.pop()
    if code != 0 or len(answers) != len(requests):
        near = requests[len(answers)] if len(answers) < len(requests) else "(after the last request)"
        raise RuntimeError(f"the probe ended with {code} after {len(answers)} of {len(requests)} answers, near: {near}")
    return answers, wanted


def explain(request, wanted, answer):
    words = request.split(" ")
    formats = [word for word in words if word in FORMATS]
    lines = [f"format:  {formats[0] if formats else '-'}", f"request: {request}"]
    if words[0] in ("parse", "lenient", "bounds", "detect"):
        lines.append(f"text:    {oracle.from_text(words[-1])!r}")
    lines += [f"oracle:  {wanted}", f"probe:   {answer}"]
    for label, said in (("oracle", wanted), ("probe", answer)):
        for word in said.split(" "):
            if len(word) >= 22 and len(word) % 2 == 0 and all(digit in "0123456789abcdef" for digit in word):
                raw = bytes.fromhex(word)
                if all(32 <= byte < 127 for byte in raw):
                    lines.append(f"         ({label}'s {word} is {raw.decode()})")
    return "\n".join(lines)


def compare(probe, requests):
    """(how many agreed, explanations of at most ten that did not, how many did not)."""
    answers, wanted = ask(probe, requests, lambda: [oracle.answer(request) for request in requests])
    if answers == wanted:
        return len(requests), [], 0
    wrong = [i for i in range(len(requests)) if answers[i] != wanted[i]]
    return len(requests) - len(wrong), [explain(requests[i], wanted[i], answers[i]) for i in wrong[:10]], len(wrong)


def run_bundle(job):
    probe, seed, most, shards = job
    requests = itertools.chain.from_iterable(PARTS[name](random.Random(f"{seed} {name} {format} {number}"), format, count)
                                             for name, format, number, count in shards)
    passed = 0
    while chunk := list(itertools.islice(requests, most)):
        try:
            good, explained, bad = compare(probe, chunk)
        except RuntimeError as error:
            good, explained, bad = 0, [str(error)], 1
        passed += good
        if bad:
            return passed, explained, bad
    return passed, [], 0


def check_vectors(probe):
    """The vectors against the oracle, then against the probe: (passed, explanations)."""
    cases = list(vectors.load(str(HERE / "vectors")))
    requests = [request for _, request, _ in cases]
    wrong = []
    for who in ("oracle", "probe"):
        if who == "oracle":
            answers = [oracle.answer(request) for request in requests]
        elif probe and not wrong:
            answers, _ = ask(probe, requests)
        else:
            break
        for (file, request, wanted), answer in zip(cases, answers):
            if not vectors.matches(wanted, answer):
                text = explain(request, wanted, answer).replace("oracle: ", "vector: ")
                text = text.replace("probe:  ", f"{who}:".ljust(8))
                wrong.append(f"file:    {file}\n{text}")
    return len(requests), wrong


def main():
    parser = argparse.ArgumentParser(description="compare the library, through a probe, with the oracle")
    parser.add_argument("--probe", help="the probe (PROTOCOL.md); a .py file is run by this Python")
    parser.add_argument("--oracle-alone", action="store_true", help="check the oracle against the vectors, no probe")
    parser.add_argument("--count", type=int, default=20_000, help="random ids a format (default 20000)")
    parser.add_argument("--mutations", type=int, default=100_000, help="mutated texts a format (default 100000)")
    parser.add_argument("--chunk", type=int, default=100_000, help="requests a start of the probe (default 100000)")
    parser.add_argument("--seed", type=int, help="default: the time")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--format", action="append", choices=FORMATS, help="only this format (may be repeated)")
    arguments = parser.parse_args()
    if bool(arguments.probe) == arguments.oracle_alone:
        parser.error("name a probe, or --oracle-alone")
    arguments.format = arguments.format or FORMATS
    seed = arguments.seed if arguments.seed is not None else time.time_ns() // 1000
    print(f"seed {seed}", flush=True)
    probe = arguments.probe and os.path.abspath(arguments.probe)

    passed, wrong = check_vectors(probe)
    print(f"vectors: {passed - len(wrong)} agree, {len(wrong)} do not", flush=True)
    if wrong or arguments.oracle_alone:
        print("\n\n".join(wrong[:20]), end="\n\n" if wrong else "")
        print(f"{passed - len(wrong)} passed, {len(wrong)} failed")
        return 1 if wrong else 0

    failed, shards = 0, list(plan(arguments))
    # Shards of several sizes in each, so that a probe that starts slowly starts seldom.
    bundles = [shards[first::arguments.jobs * 4] for first in range(arguments.jobs * 4)]
    with multiprocessing.Pool(arguments.jobs) as pool:
        for good, explained, bad in pool.imap_unordered(run_bundle, [(probe, seed, arguments.chunk, bundle) for bundle in bundles]):
            passed, failed = passed + good, failed + bad
            for text in explained:
                print(f"MISMATCH\n{text}\n", flush=True)
            if failed:
                pool.terminate()
                break
    print(f"{passed} passed, {failed} failed")
    if failed:
        chosen = "" if arguments.format == FORMATS else "".join(f" --format {format}" for format in arguments.format)
        print(f"again: run.py --probe {arguments.probe} --seed {seed} --count {arguments.count}"
              f" --mutations {arguments.mutations} --chunk {arguments.chunk}{chosen}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
