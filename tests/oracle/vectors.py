"""Reads test vectors (tests/vectors/README.md says how they look) into requests of PROTOCOL.md and what must be answered.

An expectation is an answer in which `*` stands for any word and `fields:{…}` for the fields in any order. The files of
a second folder, SORTID_EXTRA_VECTORS, have the same sections with fewer keys; its upstream/ has the files that the
formats' authors publish.
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
    reason = case["reason"]
    return f"err {'character' if reason == 'alphabet' else reason} {case.get('position', '*')}"


def extra_of(format, case):
    if format == "typeid":
        return case["prefix"] or "-"
    if format == "euid":
        check = case["check"]
        return check if check in ("valid", "none") else "none" if check is None else "valid"
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
    if isinstance(case.get("check"), int):
        yield f"checkmod {value}", f"ok {case['check']}"
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


def upstream_requests(name, data):
    if name == "typeid-valid.json":
        for case in data:
            text = word(case["typeid"].encode())
            value = case["uuid"].replace("-", "")
            yield f"parse typeid {text}", f"ok {value} {text} {case['prefix'] or '-'}"
            yield f"show typeid {value}", f"ok * {int(value, 16)} {case['uuid']} * * *"
    elif name == "typeid-invalid.json":
        for case in data:
            yield f"parse typeid {word(case['typeid'].encode())}", "err * *"
    elif name == "uid11-vectors.json":
        for case in data["encode"]:
            value, text = f"{int(case['u64']):016x}", word(case["b58"].encode())
            for format in ("uid11", "xid"):
                yield f"parse {format} {text}", f"ok {value} {text} -"
            yield f"show xid {value}", f"ok {text} {case['u64']} - * {case.get('xid_time', '*')} *"
        for text in data["invalid"]:
            yield f"parse uid11 {word(text.encode())}", "err * *"
    else:
        raise ValueError(f"upstream/{name}: unknown file")


def load(folder):
    """All (file name, request, expectation) of a folder and its upstream/."""
    for name in sorted(os.listdir(folder)):
        if name.endswith(".json"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                for request, wanted in requests_of(json.load(file)):
                    yield name, request, wanted
    upstream = os.path.join(folder, "upstream")
    if os.path.isdir(upstream):
        for name in sorted(os.listdir(upstream)):
            if name.endswith(".json"):
                with open(os.path.join(upstream, name), encoding="utf-8") as file:
                    for request, wanted in upstream_requests(name, json.load(file)):
                        yield "upstream/" + name, request, wanted


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
