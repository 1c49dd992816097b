"""The vectors, as pytest sees them: one parameter a case. SORTID_VECTORS names their folder."""

import json
import os
from pathlib import Path

import sortid

HERE = Path(__file__).resolve().parent
FOLDER = Path(os.environ.get("SORTID_VECTORS", HERE.parent / "vectors"))


def cases(section):
    """Every (class, case) of a section of the formats' files."""
    for path in sorted(FOLDER.glob("*.json")):
        vectors = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(vectors, dict) or vectors.get("format") not in sortid.FORMATS:
            continue
        for case in vectors.get(section, []):
            yield sortid.FORMATS[vectors["format"]], case


def same_refusal(why, case):
    """Not all vectors tell a position."""
    return why.reason == case["reason"] and why.position == case.get("position", why.position)


def text_of(case):
    return case["text"] if "text" in case else bytes.fromhex(case["bytes"])
