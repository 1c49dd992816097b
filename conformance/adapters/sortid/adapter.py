"""sortid for Python."""

import json
import sys

import sortid

TYPES = {cls.FORMAT: cls for cls in list(vars(sortid).values()) if isinstance(cls, type) and isinstance(getattr(cls, "FORMAT", None), str)}


def parse(asked, lenient=False):
    cls = TYPES[asked["format"]]
    raw = bytes.fromhex(asked["bytes"]).decode("utf-8", "surrogateescape") if "bytes" in asked else asked["text"]
    read = cls.parse_lenient(raw)[0] if lenient else cls.parse(raw)
    return {"value": read.hex, **({"prefix": read.prefix} if asked["format"] == "typeid" else {})}


def made(asked):
    prefix = {"prefix": asked["prefix"]} if "prefix" in asked else {}
    return TYPES[asked["format"]].from_hex(asked["value"], **prefix)


def edges(first, last):
    return {"first": first.hex, "last": last.hex}


def answer(asked):
    op, cls = asked["op"], TYPES.get(asked.get("format"))
    if op == "about":
        return {"name": "sortid", "version": sortid.__version__, "language": "Python"}
    if op == "parse" or op == "lenient" and hasattr(cls, "parse_lenient"):
        return parse(asked, op == "lenient")
    if op == "text" and "check" not in asked:
        return {"text": str(made(asked))}
    if op == "fields":
        return {"fields": made(asked).fields}
    if op == "time":
        return {"unix_ms": made(asked).unix_ms}
    if op == "bounds":
        return edges(*cls.between(int(asked["from_ms"]), int(asked["to_ms"])))
    if op == "prefix_bounds" and "text" in asked:
        return edges(*cls.with_text_prefix(asked["text"]))
    if op == "order":
        return {"texts": [str(each) for each in sorted(map(cls.parse, asked["texts"]))]}
    if op == "convert":
        read = cls.parse(asked["text"])
        return {"text": str(int(read) if asked["to"] == "int" else read.uuid)}
    return {"unsupported": True}


for line in sys.stdin:
    asked = json.loads(line)
    try:
        said = answer(asked)
    except sortid.IdError as error:
        said = {"error": error.reason, "position": error.position}
    print(json.dumps({"id": asked["id"], **said}))
