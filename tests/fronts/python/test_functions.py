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


# How a case has what an entry gives.
SHOWN = {
    "id": str, "integer": str, "id, id": texts, "bytes": bytes.hex,
    "fields": lambda fields: {name: None if value is None else str(value) for name, value in fields.items()},
    "instant": lambda at: at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
}


def by_its_name(entry):
    """The attribute or the method of an id, or of its class, that the entry names."""
    name = entry["names"].get("Python", "").split(", ")[0].rpartition(".")[2]

    def body(case):
        of_id = entry["takes"] == "id"
        found = getattr(id_of(case) if of_id else kind(case), name)
        answer = found(*(() if of_id else (case[each] for each in "xtabp" if each in case))) if callable(found) else found
        return SHOWN.get(entry["gives"], lambda same: same)(answer)

    return body


BODIES = {entry["word"]: by_its_name(entry) for entry in function_cases.ENTRIES if "example" in entry}
BODIES |= {
    "text": lambda case: str(id_of(case)),
    "uuid": lambda case: str(id_of(case).uuid),
    "lenient": lambda case: str(kind(case).parse_lenient(case["x"])[0]),
    "check": check,
    "detect": lambda case: sortid.parse(case["x"]).FORMAT,
    "convert": lambda case: str(sortid.FORMATS[case["to"]].from_id(id_of(case))),
    "mask": lambda case: str(masker(case).mask(id_of(case))),
    "unmask": lambda case: str(masker(case).unmask(masker(case).masked_kind.parse(case["x"]))),
    "named": named,
    "find": lambda case: [str(found.id) for found in sortid.find_ids(case["x"], [case["format"]] if "format" in case else None)],
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
