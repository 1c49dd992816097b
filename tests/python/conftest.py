"""The vectors, as pytest sees them: one parameter a case. SORTID_VECTORS and SORTID_EXTRA_VECTORS name their folders."""

import json
import os
from pathlib import Path

import sortid

HERE = Path(__file__).resolve().parent
FOLDERS = [Path(os.environ.get("SORTID_VECTORS", HERE.parent / "vectors"))]
if os.environ.get("SORTID_EXTRA_VECTORS"):
    FOLDERS.append(Path(os.environ["SORTID_EXTRA_VECTORS"]))


def cases(section):
    """Every (class, case) of a section of the formats' files."""
    for folder in FOLDERS:
        for path in sorted(folder.glob("*.json")):
            vectors = json.loads(path.read_text(encoding="utf-8"))
            if not isinstance(vectors, dict) or vectors.get("format") not in sortid.FORMATS:
                continue
            for case in vectors.get(section, []):
                if case.get("reason") == "alphabet":  # as the vectors of SORTID_EXTRA_VECTORS say
                    case["reason"] = "character"
                kind = sortid.FORMATS[vectors["format"]]
                if kind is sortid.UID11 and "timestamp" in case.get("fields", {}):
                    kind = sortid.XID  # they call it by the text form
                yield kind, case


def same_refusal(why, case):
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
