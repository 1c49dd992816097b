"""The cases of functions: the examples of docs/functions.json, and those of tests/oracle/vectors/functions."""

import sys
from pathlib import Path

import pytest

import sortid

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "unit/support"))
import function_cases  # noqa: E402


def kind(case):
    return sortid.FORMATS[case["format"]]


def id_of(case):
    return kind(case).parse(case["x"])


def masker(case):
    return sortid.Masker(kind(case), bytes.fromhex(case["key"]))


def check(case):
    why = kind(case).check(case["x"])
    return None if why is None else f"{why.reason} at position {why.position}"


def named(case):
    prefix = {"prefix": case["prefix"]} if "prefix" in case else {}
    return str(kind(case).named_at(case["t"], case["name"], bytes.fromhex(case["key"]), **prefix))


def texts(ids):
    return [str(each) for each in ids]


BODIES = {
    "text": lambda case: str(id_of(case)),
    "number": lambda case: str(int(id_of(case))),
    "bytes": lambda case: id_of(case).bytes.hex(),
    "hex": lambda case: id_of(case).hex,
    "prefix": lambda case: id_of(case).prefix,
    "suffix": lambda case: id_of(case).suffix,
    "uuid": lambda case: str(id_of(case).uuid),
    "parse": lambda case: str(id_of(case)),
    "lenient": lambda case: str(kind(case).parse_lenient(case["x"])[0]),
    "valid": lambda case: kind(case).is_valid(case["x"]),
    "check": check,
    "detect": lambda case: sortid.parse(case["x"]).FORMAT,
    "convert": lambda case: str(sortid.FORMATS[case["to"]].from_id(id_of(case))),
    "mask": lambda case: str(masker(case).mask(id_of(case))),
    "unmask": lambda case: str(masker(case).unmask(masker(case).masked_kind.parse(case["x"]))),
    "named": named,
    "fields": lambda case: {name: None if value is None else str(value) for name, value in id_of(case).fields.items()},
    "timestamp": lambda case: id_of(case).timestamp,
    "ms": lambda case: id_of(case).unix_ms,
    "time": lambda case: id_of(case).datetime.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    "first": lambda case: str(kind(case).first_at(case["t"])),
    "last": lambda case: str(kind(case).last_at(case["t"])),
    "between": lambda case: texts(kind(case).between(case["a"], case["b"])),
    "text prefix": lambda case: texts(kind(case).with_text_prefix(case["p"])),
    "looks like": lambda case: sortid.looks_like(case["x"])[0].name,
}


@pytest.mark.parametrize("case", function_cases.CASES, ids=lambda case: case["function"])
def test_case(case):
    body = BODIES[case["function"]]
    if "reason" not in case:
        assert body(case) == case["answer"]
        return
    with pytest.raises(sortid.IdError) as why:
        body(case)
    assert (why.value.reason, why.value.position) == (case["reason"], case.get("position", why.value.position))
