#!/usr/bin/env python3
"""Runs the code blocks that pages mark with `specification:` against the frozen vectors.

usage: specifications.py TREE
Each fault of PAGES is then planted and must fail.
"""

import json
import pathlib
import re
import sys

TREE = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(TREE / "tests/oracle"))
sys.dont_write_bytecode = True
import mask as masks  # noqa: E402  how the bits of a format are gathered
import oracle  # noqa: E402


def vectors(name):
    return json.loads((TREE / "tests/oracle/vectors" / name).read_text(encoding="utf-8"))


def value_of(format, text):
    return oracle.parse(format, text.encode()).value


def check_masks(page):
    cases = vectors("mask/vectors.json")
    assert len(cases) > 100
    for case in cases:
        format, key = case["format"], bytes.fromhex(case["key"])
        places = masks.free_places(format)
        stored = masks.gather(value_of(format, case["text"]), places)
        masked = masks.gather(value_of(masks.masked_format(format), case["masked"]), places)
        name = "uuidv7" if format == "uuid" else format
        assert page["mask"](key, name, case["prefix"], stored, len(places)) == masked, case
        assert page["unmask"](key, name, case["prefix"], masked, len(places)) == stored, case


def check_names(page):
    cases = vectors("named/vectors.json")
    assert len(cases) > 100
    for case in cases:
        format, key, ms, name = case["format"], bytes.fromhex(case["key"]), case["unix_ms"], case["name"]
        value = value_of(format, case["text"])
        if format == "ulid":
            assert page["ulid"](key, ms, name) == value, case
        elif format == "typeid":
            assert page["typeid"](key, case["prefix"], ms, name) == value, case
        elif format == "uuidv7":
            random_bits = (2**12 - 1) << 64 | 2**62 - 1
            assert page["tail"](key, format, "", ms, name, random_bits) == value & random_bits, case
        else:
            width = 0 if case["extension"] is None else max(case["extension"].bit_length(), 1)
            random_bits = (2**15 - 2**width) << 68 | 2**64 - 1
            assert page["tail"](key, format, "", ms, name, random_bits) == value & random_bits, case


def number_of(text):
    number = 0
    for symbol in text.encode():
        number = number * 32 + oracle.CROCKFORD_ALIASES[symbol]
    return number


def check_euids(page):
    data = vectors("euid.json")
    for case in data["valid"]:
        assert page["is_valid"](number_of(case["text"])), case
        assert page["text_of"](int(case["hex"], 16)) == number_of(case.get("canonical", case["text"])), case
    wrong = [case["text"] for case in data["invalid"] if case["reason"] == "checksum"]
    assert wrong
    for text in wrong:
        assert not page["is_valid"](number_of(text)), text


# For each page: its checker, and faults to plant as (original, damaged).
PAGES = {
    "docs/mask.md": (check_masks, [("mask 2", "mask 1"), ("[:16]", "[16:]"), ("bits // 2, bits - bits // 2", "bits - bits // 2, bits // 2"),
                                   ("range(10)", "range(1, 11)"), ("range(10)", "range(9)"), ("^= int", "+= int"),
                                   ("round << 64", "round << 56"), ("1 - changed", "changed"), ("round % 2", "1 - round % 2"),
                                   ('== "typeid"', '== "ulid"')]),
    "docs/named.md": (check_names, [("named 1", "named 2"), ('"\\0"', '"0"'), ('"big") + name', '"little") + name'),
                                    ("[:16]", "[16:]"), ("unix_ms << 80 | t", "unix_ms << 79 | t"), ("7 << 76", "8 << 76"),
                                    ('== "typeid"', '== "ulid"')]),
    "docs/formats.md": (check_euids, [("value << 7", "value << 5"), ("| value % 127", "| value % 128"), ("(value % 127, 127)", "(value % 127,)"),
                                      ("in (value % 127, 127)", "in range(128)")]),
}


def code_of(page):
    """Joins the blocks that follow a `specification` marker."""
    text = (TREE / page).read_text(encoding="utf-8")
    return "\n".join(re.findall(r"<!-- specification: tests/handbook/specifications.py -->\n```python\n(.*?)```\n", text, re.DOTALL))


def fails(check, code):
    names = {}
    try:
        exec(code, names)
        check(names)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def main():
    problems = []
    for page, (check, faults) in PAGES.items():
        code = code_of(page)
        why = fails(check, code) if code else "has no code"
        if why:
            problems.append(f"{page}: {why}")
        for before, after in faults:
            if before not in code or not fails(check, code.replace(before, after)):
                problems.append(f"{page}: passes with {after!r} for {before!r}")
    print("\n".join([*problems, f"{len(PAGES)} pages, {len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
