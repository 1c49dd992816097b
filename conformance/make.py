#!/usr/bin/env python3
"""Writes the kit's cases, cases/FORMAT.json, from the vectors and the oracle of tests/oracle.

    make.py            writes them
    make.py --check    says which would change

What is here is which specification's clause decides a case, and what a specification leaves open; the answers are the
vectors' and the oracle's.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ORACLE = HERE.parent / "tests" / "oracle"
sys.path.insert(0, str(ORACLE))
import oracle  # noqa: E402

CASES = HERE / "cases"
VERSION = json.loads((HERE / "package.json").read_text())["version"]

# The documents, and for each kind of question the clause that answers it.
UID11 = {
    "text": "3.3 Canonical encoding", "length": "3.2 Text length", "character": "3.4 Canonical decoding",
    "overflow": "1 Purpose & scope: the payload has 64 bits", "parse": "3.4 Canonical decoding",
    "order": "6 Sorting, storage, and transport", "convert": "1 Purpose & scope", "fields": "5 Profiles & extensibility",
    "time": "5 Profiles & extensibility", "bounds": "5 Profiles & extensibility", "next": "5 Profiles & extensibility",
    "prefix_bounds": "4 Prefix semantics",
}
FLAKE = {
    "text": "Canonical String Representation", "length": "Canonical String Representation", "character": "Encoding",
    "overflow": "Timestamp and Over All", "parse": "Encoding", "case": "Introduction: case insensitive",
    "order": "Sorting", "convert": "Optional Long Int Representation", "fields": "Components", "time": "Components: Timestamp",
    "bounds": "Components: Timestamp", "next": "Components",
}
UUID = {
    "text": "4 UUID Format", "length": "4 UUID Format", "character": "4 UUID Format", "parse": "4 UUID Format",
    "case": "4 UUID Format", "range": "4.1 Variant Field, 4.2 Version Field", "order": "6.11 Sorting",
    "convert": "4 UUID Format", "fields": "4.1 Variant Field, 4.2 Version Field", "time": "5.1, 5.6 and 5.7",
    "bounds": "5.7 UUID Version 7", "next": "5.7 UUID Version 7",
}
SPECIFICATIONS = {
    "ulid": ("ULID", {
        "text": "Canonical String Representation", "length": "Canonical String Representation", "character": "Encoding",
        "overflow": "Overflow Errors when Parsing Base32 Strings", "parse": "Encoding", "case": "Introduction: case insensitive",
        "order": "Sorting", "convert": "Binary Layout and Byte Order", "fields": "Components", "time": "Components",
        "bounds": "Components", "next": "Components", "monotonic": "Monotonicity",
    }),
    "typeid": ("TypeID 0.3.0", {
        "text": "Base32 Encoding", "length": "UUID Suffix", "character": "Base32 Encoding", "overflow": "Base32 Encoding",
        "prefix": "Type Prefix", "parse": "Specification", "order": "UUID Suffix", "convert": "UUID Suffix",
        "fields": "Compatibility with UUID", "time": "Compatibility with UUID", "bounds": "Compatibility with UUID",
        "next": "Compatibility with UUID",
    }),
    "uuidv7": ("RFC 9562", {**UUID, "fields": "5.7 UUID Version 7", "time": "5.7 UUID Version 7"}),
    "uuid": ("RFC 9562", UUID),
    "euid": ("EUID draft 5", {
        "text": "Encoding, Decoding and Check-Mod", "length": "Encoding, Decoding and Check-Mod",
        "character": "Encoding, Decoding and Check-Mod", "checksum": "Encoding, Decoding and Check-Mod",
        "parse": "Encoding, Decoding and Check-Mod", "case": "Encoding, Decoding and Check-Mod",
        "alias": "Encoding, Decoding and Check-Mod", "order": "Key Attributes of EUIDs", "convert": "Binary layout",
        "fields": "Binary layout", "time": "Timestamps and Randomness", "bounds": "Timestamps and Randomness",
        "next": "Timestamps and Randomness",
    }),
    "ulid-flake": ("Ulid-Flake", FLAKE),
    "ulid-flake-scalable": ("Ulid-Flake", FLAKE),
    "uid11": ("uid11", UID11),
    "xid": ("uid11", {**UID11, "fields": "8.1 Layout", "time": "8.4 Parsing", "bounds": "8.4 Parsing", "next": "8.3 Generation"}),
    "uid11-fullrand": ("uid11", UID11),
    "uid11-snowish": ("uid11", UID11),
    "uid11-ts-seq-rand": ("uid11", UID11),
}
# What the specification leaves open, or says in two ways: another answer is no fault. docs/errata.md has the whole.
LENIENT = "reading more than the canonical text is each library's own"
CROCKFORD = "Crockford's page lets a reader take these letters for digits; the specification does not say"
NOTATIONS = "other notations of a UUID are each reader's own"
CUT = "an interval that reaches beyond the format's instants: an error is as good as the part inside"
OVER_64 = "texts above 64 bits are not named (erratum)"
NO_EPOCH = "the profile is an example without an epoch (erratum)"
LOCAL_ID = "the lowest 32 bits of a version 2's time are an id of the machine: another answer, or none, is as good"
UNUSED_VERSIONS = "no specification has UUIDs of this version or variant yet: a reader may reject them"
OTHER_VERSIONS = "other versions SHOULD be taken"
MIXED = "6.11 speaks of the order of versions 6 and 7 alone"
BACK = "a clock that goes back is not named"
ALIASED = ("ulid", "ulid-flake", "ulid-flake-scalable")
OTHER_NOTATIONS = ("no hyphens", "braces", "urn", "36 hex digits", "hyphen one early")
ORDERED = 12  # texts in one question of order


def text_of(case):
    return bytes.fromhex(case["bytes"]) if "bytes" in case else case["text"].encode()


def as_text(raw):
    """A text as JSON has it, or its bytes where it is not valid UTF-8."""
    try:
        return {"text": raw.decode()}
    except UnicodeDecodeError:
        return {"bytes": raw.hex()}


def tags_of_text(fmt, raw, reason, lenient):
    """What is special of a text; a tag is a column of the results."""
    tags = {reason} if reason else set()
    if any(byte > 0x7F for byte in raw):
        tags.add("unicode")
    if any(byte < 0x20 or byte == 0x7F for byte in raw):
        tags.add("control")
    if b" " in raw:
        tags.add("space")
    wanted = oracle.LENGTH[fmt]
    if fmt not in oracle.UUIDS and b"-" in raw:
        tags.add("hyphen")
    body = raw.rpartition(b"_")[2] if fmt == "typeid" else raw
    crockford = fmt in ALIASED or fmt in ("euid", "typeid")
    if crockford and len(body) == wanted and set(body) & set(b"ILOilo"):
        tags.add("alias")
    if fmt not in oracle.UID11S and fmt != "typeid" and body.upper() != body:
        tags.add("case")
    if lenient:
        tags.add("lenient")
    return tags


class Kit:
    """The cases of one format; a question that was asked before is left out."""

    def __init__(self, fmt):
        self.fmt = fmt
        self.document, self.clauses = SPECIFICATIONS[fmt]
        self.asked = {}

    def add(self, name, op, question, answer, clause, tags=(), note=None):
        key = json.dumps([op, question], sort_keys=True)
        if key in self.asked:
            return
        case = {"id": f"{self.fmt}-{op}-{hashlib.sha256(key.encode()).hexdigest()[:8]}", "name": name, "op": op,
                **question, "answer": answer, "clause": self.clauses[clause]}
        if tags:
            case["tags"] = sorted(tags)
        if note:
            case["open"] = note
        self.asked[key] = case

    def text(self, name, raw, lenient=False):
        """A text is read; the oracle and the vectors agree on the answer (tests/oracle/run.py)."""
        got = oracle.parse(self.fmt, raw, lenient)
        reason = got.reason if isinstance(got, oracle.Err) else None
        tags = tags_of_text(self.fmt, raw, reason, lenient)
        note = LENIENT if lenient else None
        if reason:
            answer = {"error": reason, "position": got.position}
            if not lenient and self.fmt in oracle.UUIDS and name.startswith(OTHER_NOTATIONS):
                note = NOTATIONS
            if reason == "character" and "alias" in tags and self.fmt in ALIASED:
                mended = oracle.parse(self.fmt, raw, True)
                note = note or (CROCKFORD if isinstance(mended, oracle.Ok) else None)
            if reason == "overflow" and self.fmt in oracle.UID11S:
                note = OVER_64
        else:
            answer = {"value": oracle.to_hex(self.fmt, got.value)}
            if self.fmt == "typeid":
                answer["prefix"] = got.prefix
            tags, note = self.unusual(got.value, tags, note)
            if got.check:
                answer["check"] = got.check
                tags = tags | ({"unchecked"} if got.check == "none" else set())
        clause = reason if reason in self.clauses else "case" if "case" in tags and not reason else "parse"
        self.add(name, "lenient" if lenient else "parse", as_text(raw), answer, clause, tags, note)

    def unusual(self, value, tags, note):
        """Of UUIDs that a library may reject."""
        if self.fmt == "typeid" and not oracle.is_version_7(value):
            return tags | {"other version"}, OTHER_VERSIONS
        if self.fmt == "uuid" and 0 < value < 2**128 - 1 and (value >> 62 & 3 != 2 or not 1 <= value >> 76 & 15 <= 8):
            return tags | {"other version"}, UNUSED_VERSIONS
        return tags, note

    def value(self, name, hexed, prefix="", check="valid"):
        """A value is written and looked at."""
        value = int(hexed, 16)
        question = {"value": hexed}
        if self.fmt == "typeid" and prefix:
            question["prefix"] = prefix
        if self.fmt == "euid" and check == "none":
            question["check"] = "none"
        text = oracle.to_text(self.fmt, value, prefix, check=check != "none")
        if isinstance(text, oracle.Err):
            self.add(name, "text", question, {"error": text.reason}, text.reason, {text.reason})
            return
        tags, note = self.unusual(value, set(), None)
        self.add(name, "text", question, {"text": text}, "text", tags, note)
        self.add(name, "fields", {"value": hexed},
                 {"fields": {k: v if v is None else str(v) for k, v in oracle.fields(self.fmt, value).items()}}, "fields", tags, note)
        bare = oracle.to_text(self.fmt, value)
        to = "uuid" if oracle.BITS[self.fmt] == 128 and self.fmt not in oracle.UUIDS else "int"
        self.add(name, "convert", {"text": bare, "to": to},
                 {"text": oracle.to_uuid(value) if to == "uuid" else str(value)}, "convert", tags, note)
        if self.fmt in oracle.TIME or self.fmt == "uuid":
            note = NO_EPOCH if self.fmt in ("uid11-snowish", "uid11-ts-seq-rand") else note
            note = note or LOCAL_ID if self.fmt == "uuid" and value >> 76 & 15 == 2 else note
            self.add(name, "time", {"value": hexed}, {"unix_ms": oracle.unix_ms(self.fmt, value)}, "time", tags, note)

    def interval(self, begin, end):
        got = oracle.interval(self.fmt, begin, end)
        note = NO_EPOCH if self.fmt in ("uid11-snowish", "uid11-ts-seq-rand") else None
        if isinstance(got, oracle.Err):
            answer, tags = {"error": "range"}, {"range"}
        else:
            answer, tags = {"first": oracle.to_hex(self.fmt, got[0]), "last": oracle.to_hex(self.fmt, got[1])}, set()
            epoch, bits, _ = oracle.TIME[self.fmt]
            if begin < epoch or end > epoch + 2**bits:
                note = CUT
        # As texts: no reader of JSON loses a digit.
        self.add("bounds", "bounds", {"from_ms": str(begin), "to_ms": str(end)}, answer, "bounds", tags, note)

    def order(self, values):
        texts = [oracle.to_text(self.fmt, value) for value in values]
        mixed = self.fmt == "uuid" and any(value >> 76 & 15 not in (6, 7) for value in values)
        shuffled = sorted(texts, key=lambda text: hashlib.sha256(text.encode()).digest())
        self.add(f"{len(texts)} ids", "order", {"texts": shuffled}, {"texts": [oracle.to_text(self.fmt, v) for v in sorted(values)]}, "order",
                 {"order"}, MIXED if mixed else None)

    def next(self, name, clock, draws, clause="next", tags=(), note=None):
        """Ids at given instants from given random bits, those below the timestamp; ULIDs of one millisecond count."""
        epoch, bits, below = oracle.TIME[self.fmt]
        values, error, drawn, last = [], None, iter(draws), None
        for ms in clock:
            if last is not None and ms <= last[0]:
                if last[1] == 2**80 - 1:
                    error = "overflow"
                    break
                last = (last[0], last[1] + 1)
            else:
                last = (ms, next(drawn))
            value = (last[0] - epoch) << below | last[1]
            if self.fmt in ("uuidv7", "typeid"):
                value = value & ~(0xF << 76 | 0x3 << 62) | 7 << 76 | 2 << 62
            if self.fmt == "euid":
                value &= ~(0xF << 64)
            if self.fmt == "ulid-flake-scalable":
                value &= ~0x1F
            values.append(oracle.to_hex(self.fmt, value))
        answer = {"values": values, **({"error": error} if error else {})}
        digits = (below + 3) // 4
        self.add(name, "next", {"clock": [str(ms) for ms in clock], "random": [f"{draw:0{digits}x}" for draw in draws]}, answer, clause,
                 {"monotonic", *tags} if clause == "monotonic" else tags, note)


def from_vectors(kit, data):
    for case in data["valid"]:
        kit.text(case["name"], text_of(case))
        kit.value(case["name"], case["hex"], case.get("prefix", ""), case.get("check", "valid"))
    for case in data["invalid"]:
        kit.text(case["name"], text_of(case))
    for case in data.get("lenient", []) + data.get("lenient_invalid", []):
        kit.text(case["name"], text_of(case), lenient=True)
    for case in data.get("invalid_values", []):
        kit.value(case["name"], case["hex"])
    if kit.fmt in oracle.TIME:
        for case in data["intervals"] + data["invalid_intervals"]:
            kit.interval(case["from_ms"], case["to_ms"])
        for case in data["instants"]:
            kit.interval(case["unix_ms"], case["unix_ms"] + 1)
    for case in data.get("prefixes", []) + data.get("invalid_prefixes", []):
        raw = text_of(case) if "text" in case or "bytes" in case else case["prefix"].encode()
        got = oracle.bounds(raw)
        answer = {"error": got.reason, "position": got.position} if isinstance(got, oracle.Err) else \
            {"first": oracle.to_hex(kit.fmt, got[0]), "last": oracle.to_hex(kit.fmt, got[1])}
        cut = got.reason == "overflow" if isinstance(got, oracle.Err) else got[1] == 2**64 - 1
        kit.add("prefix", "prefix_bounds", as_text(raw), answer, "prefix_bounds", {"prefix"}, OVER_64 if cut else None)


def from_the_oracle(kit, data):
    """What decoders that unroll, look up or take several symbols at once get wrong: each position for itself."""
    fmt = kit.fmt
    good = text_of(data["valid"][len(data["valid"]) // 2])
    body = len(good) - oracle.LENGTH[fmt]
    for at in range(body, len(good)):
        if fmt in oracle.UUIDS and good[at] == ord("-"):
            continue
        kit.text(f"a symbol of no alphabet at {at}", good[:at] + b"!" + good[at + 1:])
        kit.text(f"eighth bit at {at}", good[:at] + bytes([good[at] | 0x80]) + good[at + 1:])
        kit.text(f"cut at {at}", good[:at])
    for size in (1, 2, 16, 64, 256):
        kit.text(f"{size} more", good + good[-1:] * size)
    values = sorted({int(case["hex"], 16) for case in data["valid"]})
    for begin in range(0, len(values) - 2, ORDERED):
        kit.order(values[begin:begin + ORDERED])
    if fmt not in oracle.TIME or fmt == "uid11-snowish":
        return
    epoch, bits, below = oracle.TIME[fmt]
    instants = [epoch + ms for ms in (0, 1, 1_717_632_366_666 % 2**(bits - 1), 2**(bits - 1), 2**bits - 2, 2**bits - 1)]
    draws = [0, 1, 2**below - 1, 2**(below - 1), 2**below // 3, 0x9E3779B97F4A7C15F39CC0605CEDC834 % 2**below]
    note = NO_EPOCH if fmt == "uid11-ts-seq-rand" else None
    for ms in instants:
        kit.interval(ms, ms + 1)
        for draw in draws:
            if note is None:
                kit.next("one id", [ms], [draw])
    if fmt == "ulid":
        now = 1_469_922_850_259
        for draw in (0, 1, 0x1F, 0x3FF, 2**32 - 1, 2**64 - 1, 2**79 - 1, 2**80 - 4):
            kit.next("three ids of a millisecond", [now] * 3, [draw], "monotonic")
        kit.next("drawn again in the next millisecond", [now, now, now + 1], [5, 9], "monotonic")
        kit.next("the random part is full", [now] * 2, [2**80 - 1], "monotonic", {"overflow"})
        kit.next("the random part becomes full", [now] * 4, [2**80 - 3], "monotonic", {"overflow"})
        kit.next("full, and a new millisecond", [now, now + 1], [2**80 - 1, 0], "monotonic")
        kit.next("the last millisecond", [2**48 - 1] * 2, [7], "monotonic")
        kit.next("a clock that goes back by 1 ms", [now, now - 1], [7], "monotonic", {"clock back"}, BACK)
        kit.next("a clock that goes back by a day", [now, now - 86_400_000, now], [7], "monotonic", {"clock back"}, BACK)


def cases_of(fmt):
    kit = Kit(fmt)
    data = json.loads((ORACLE / "vectors" / f"{fmt}.json").read_text())
    from_vectors(kit, data)
    from_the_oracle(kit, data)
    head = {"$schema": "../schema.json", "kit": VERSION, "format": fmt, "specification": kit.document}
    lines = ",\n".join("  " + json.dumps(case, ensure_ascii=True) for case in kit.asked.values())
    return json.dumps(head)[:-1] + ',\n "cases": [\n' + lines + "\n ]}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when a file would change")
    check = parser.parse_args().check
    CASES.mkdir(exist_ok=True)
    stale = []
    for fmt in oracle.FORMATS:
        file, made = CASES / f"{fmt}.json", cases_of(fmt)
        if not file.exists() or file.read_text() != made:
            stale.append(file.name)
            if not check:
                file.write_text(made)
    if check and stale:
        sys.exit(f"conformance/cases: {', '.join(stale)}: not what conformance/make.py writes; run it")


if __name__ == "__main__":
    main()
