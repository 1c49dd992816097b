#!/usr/bin/env python3
"""Compares name-based ids, masks and bounds of intervals of the extension with the frozen ones of tests/vectors, in every type that
holds an id; and asks it the cases of functions.

usage: frozen_vectors.py --extension FILE [--engine newest|oldest]
"""

import json
import sys

import engine

sys.path.insert(0, str(engine.SOURCE / "tests/unit/support"))
import function_cases  # noqa: E402

VECTORS = engine.SOURCE / "tests/oracle/vectors"
SQL_NAMES = {"uuidv7": "uuid7"}


def named_cases():
    """(statement, its parameters, the answer)"""
    for case in json.loads((VECTORS / "named/vectors.json").read_text(encoding="utf-8")):
        if case["extension"] is not None:
            continue  # SQL gives none
        name = SQL_NAMES.get(case["format"], case["format"])
        prefix = [case["prefix"]] if case["format"] == "typeid" else []
        marks = "?, " * len(prefix)
        given = [*prefix, case["unix_ms"], case["name"]]
        for key, value in (("?::VARCHAR", case["key"]), ("?::BLOB", bytes.fromhex(case["key"]))):
            yield f"SELECT {name}_named({marks}to_timestamp(0) + to_milliseconds(?::BIGINT), ?, {key})", [*given, value], case["text"]
        for form in () if prefix else ("bytes", "int", "uuid"):
            yield (f"SELECT {name}({name}_named_{form}(to_timestamp(0) + to_milliseconds(?::BIGINT), ?, ?::VARCHAR))",
                   [*given, case["key"]], case["text"])


def mask_cases():
    for case in json.loads((VECTORS / "mask/vectors.json").read_text(encoding="utf-8")):
        if case["version"] != 8:
            continue
        name = SQL_NAMES.get(case["format"], case["format"]).replace("-", "_")
        text, masked, format = case["text"], case["masked"], case["format"]
        for direction, given, wanted in (("id_mask", text, masked), ("id_unmask", masked, text)):
            for key, value in (("?::VARCHAR", case["key"]), ("?::BLOB", bytes.fromhex(case["key"]))):
                yield f"SELECT {direction}(?::VARCHAR, {key}, ?)", [given, value, format], wanted
            if case["prefix"] or format == "typeid":
                continue  # without the text there is no prefix
            shown = {"uuid": "uuid_text", "uuid7": "uuid_text"}.get(name, name)
            source = "uuid" if shown == "uuid_text" else name
            wide = format in ("ulid", "euid", "uuid", "uuidv7")
            for form in ("bytes", "int", *(["uuid"] if wide else [])):
                yield (f"SELECT {shown}({direction}({source}_{form}(?::VARCHAR), ?::VARCHAR, ?))", [given, case["key"], format],
                       wanted)


def interval_cases():
    """Of microseconds, which TIMESTAMPTZ has."""
    instant, hour = "to_timestamp(0) + to_hours(?::INT) + to_microseconds(?::BIGINT)", 3600 * 10**9
    for case in json.loads((VECTORS / "intervals/vectors.json").read_text(encoding="utf-8")):
        name = SQL_NAMES.get(case["format"], case["format"]).replace("-", "_")
        ends = [None if case[key] is None else int(case[key]) for key in ("from_ns", "to_ns")]
        if case["bounds"] != "[)" or name in ("uuid", "uid11", "uid11_fullrand") or any(end and end % 1000 for end in ends):
            continue
        of = "uuid7" if name == "typeid" else name
        forms = [f"'{sign}infinity'::TIMESTAMPTZ" if end is None else instant for end, sign in zip(ends, ("-", ""))]
        given = [part for end in ends if end is not None for part in (end // hour, end % hour // 1000)]
        for edge in ("first", "last"):
            yield f"SELECT lower(hex(try_{of}_{edge}_bytes({', '.join(forms)})))", given, case.get(edge)


def main():
    args = engine.parser(__doc__).parse_args()
    engine.enter(args)
    connection = engine.connect(args)
    count = bad = 0
    for statement, given, wanted in [*named_cases(), *mask_cases(), *interval_cases()]:
        count += 1
        found = connection.execute(statement, given).fetchone()[0]
        if found != wanted:
            bad += 1
            print(f"{statement} of {given}: {found}, not {wanted}")
    print(f"duckdb: {count} name-based ids, masks and bounds, {bad} wrong")

    def answer(expression):
        try:
            return connection.execute(f"SELECT {expression}").fetchone()[0]
        except Exception as error:  # of any class of DuckDB's
            return error

    bad += function_cases.check("DuckDB", lambda expressions: list(map(answer, expressions)))
    return 1 if bad or not count else 0


if __name__ == "__main__":
    sys.exit(main())
