"""The vectors, as pytest sees them: one parameter a case. SORTID_VECTORS names their folder."""

import functools
import json
import os
from pathlib import Path

import sortid

HERE = Path(__file__).resolve().parent
FOLDER = Path(os.environ.get("SORTID_VECTORS", HERE.parents[1] / "oracle/vectors"))


def cases(section):
    """Every (class, case) of a section of the formats' files."""
    for path in sorted(FOLDER.glob("*.json")):
        vectors = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(vectors, dict) or vectors.get("format") not in sortid.FORMATS:
            continue
        for case in vectors.get(section, []):
            yield sortid.FORMATS[vectors["format"]], case


def intervals():
    """Every (class, case) of the half-open intervals whose ends are finer than a millisecond, with the ends as int."""
    for case in json.loads((FOLDER / "intervals" / "vectors.json").read_text(encoding="utf-8")):
        ends = [case["from_ns"], case["to_ns"]]
        if case["bounds"] == "[)" and None not in ends and hasattr(sortid.FORMATS[case["format"]], "between"):
            yield sortid.FORMATS[case["format"]], case, [int(end) for end in ends]


def same_error(why, case):
    """Not all vectors tell a position."""
    return why.reason == case["reason"] and why.position == case.get("position", why.position)


def text_of(case):
    return case["text"] if "text" in case else bytes.fromhex(case["bytes"])


def stores():
    """Every way to store ids in a column: a class, a storage, and options."""
    for kind in sortid.FORMATS.values():
        prefix = {"prefix": "user"} if kind is sortid.TypeID else {}
        yield kind, "text", prefix
        yield kind, "bytes", prefix
        if kind.BITS == 128:
            yield kind, "uuid", prefix
        elif int(kind.MAX) < 2**63:
            yield kind, "int", prefix
    yield sortid.TypeID, "text", {}


def generator(kind, **options):
    """A generator, with the number that a class needs whose ids nothing else keeps apart."""
    return sortid.Generator(kind, **{**({} if hasattr(kind, "new_random") else {"node": 0}), **options})


@functools.cache  # two generators with one number would repeat ids
def maker(kind):
    """What makes an id of the class: a draw, or the next one of a generator."""
    return getattr(kind, "new_random", None) or generator(kind, on_overflow="wait").next
