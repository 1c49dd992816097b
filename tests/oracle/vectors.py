"""Reads test vectors (tests/oracle/vectors/README.md says how they look) into requests of PROTOCOL.md and what must be answered.

An expectation is an answer in which `*` stands for any word and `fields:{…}` for the fields in any order.
"""

import json
import os

UUID_SHAPED = {"typeid", "uuidv7", "uuid"}


def text_of(case, key="text"):
    if "bytes" in case:
        return bytes.fromhex(case["bytes"])
    return case[key].encode("utf-8")


def word(raw):
    return raw.hex() if raw else "-"


def named_fields(fields):
    return "fields:" + json.dumps(fields, sort_keys=True, separators=(",", ":"))


def reason_of(case):
    return f"err {case['reason']} {case.get('position', '*')}"


def extra_of(format, case):
    if format == "typeid":
        return case["prefix"] or "-"
    if format == "euid":
        return case["check"]
    return "-"


def valid_case(format, case):
    text, value, extra = text_of(case), case["hex"], extra_of(format, case)
    canonical = case["canonical"].encode() if "canonical" in case else text
    answer = f"ok {value} {word(canonical)} {extra}"
    yield f"parse {format} {word(text)}", answer
    yield f"lenient {format} {word(text)}", answer
    if format == "typeid":
        yield f"text typeid {value} {word(case['prefix'].encode())}", f"ok {word(canonical)}"
        canonical = canonical[-26:]
    elif format == "euid" and extra == "none":
        yield f"text euid {value} none", f"ok {word(text.upper())}"
    else:
        yield f"text {format} {value} {'valid' if format == 'euid' else '-'}", f"ok {word(canonical)}"
    ms = case.get("unix_ms")
    fields = case.get("fields")
    shown = f"ok {word(canonical)} {case['int']} {case.get('uuid', '*')} {'null' if ms is None else ms} "
    shown += ("null" if ms is None else case.get("time", "*")) + " " + (named_fields(fields) if fields else "*")
    yield f"show {format} {value}", shown
    if "scalable" in case:
        yield "show ulid-flake-scalable " + value, f"ok * {case['int']} - {ms} * {named_fields(case['scalable'])}"


def requests_of(data):
    """All (request, expectation) of one file of our own shape."""
    format = data.get("format")
    for case in data.get("valid", []):
        # the shared uid11.json speaks of the default profile
        xid = format == "uid11" and "timestamp" in case.get("fields", {})
        yield from valid_case("xid" if xid else format, case)
        if xid:
            yield f"parse uid11 {word(text_of(case))}", f"ok {case['hex']} {word(text_of(case))} -"
    for case in data.get("invalid", []):
        yield f"parse {format} {word(text_of(case))}", reason_of(case)
    for case in data.get("lenient", []):
        canonical = word(case["canonical"].encode())
        yield f"lenient {format} {word(text_of(case))}", f"ok {case['hex']} {canonical} {extra_of(format, case)}"
    for case in data.get("lenient_invalid", []):
        yield f"lenient {format} {word(text_of(case))}", reason_of(case)
    for case in data.get("invalid_values", []):
        yield f"show {format} {case['hex']}", reason_of({"position": "-", **case})
        yield f"text {format} {case['hex']} -", reason_of({"position": "-", **case})
    for case in data.get("instants", []):
        yield f"first {format} {case['unix_ms']}", f"ok {case['first']}"
        yield f"last {format} {case['unix_ms']}", f"ok {case['last']}"
    for case in data.get("intervals", []):
        yield f"interval {format} {case['from_ms']} {case['to_ms']}", f"ok {case['first']} {case['last']}"
    for case in data.get("invalid_instants", []):
        for request in ("first", "last"):
            yield f"{request} {format} {case['unix_ms']}", f"err {case['reason']} -"
    for case in data.get("invalid_intervals", []):
        yield f"interval {format} {case['from_ms']} {case['to_ms']}", f"err {case['reason']} -"
    for case in data.get("prefixes", []):
        lower, upper = int(case["lower"]), int(case["upper"])
        yield f"bounds {word(text_of(case, 'prefix'))}", f"ok {lower:016x} {upper:016x}"
        for end, key in ((lower, "from_unix_ms"), (upper, "to_unix_ms")):
            yield f"show xid {end:016x}", f"ok * {end} - {case[key]} * *"
    for case in data.get("invalid_prefixes", []):
        yield f"bounds {word(text_of(case))}", reason_of(case)
    for case in data.get("extensions", []):
        extension = "-" if case["extension"] is None else case["extension"]
        request = f"euid {case['timestamp']} {extension} {case['random15']} {case['random64']}"
        yield request, f"ok {case['hex']}" if "hex" in case else f"err {case['reason']} -"
    for case in data.get("detect", []):
        yield f"detect {word(text_of(case))}", f"ok {','.join(case['formats']) or '-'}"


def load(folder):
    """All (file name, request, expectation) of a folder."""
    for name in sorted(os.listdir(folder)):
        if name.endswith(".json"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                for request, wanted in requests_of(json.load(file)):
                    yield name, request, wanted


def matches(wanted, answer):
    wanted_words, words = wanted.split(" "), answer.split(" ")
    if len(wanted_words) != len(words):
        return False
    for pattern, found in zip(wanted_words, words):
        if pattern == "*":
            continue
        if pattern.startswith("fields:"):
            pairs = [pair.split("=", 1) for pair in found.split(";")]
            found = named_fields({name: None if value == "null" else value for name, value in pairs})
        if pattern != found:
            return False
    return True
