"""sortid for C++, by the program that tests/oracle asks: probe.py PROGRAM. tests/oracle/PROTOCOL.md has its lines."""

import json
import subprocess
import sys
from pathlib import Path


def word(raw):
    return raw.hex() or "-"


def line_of(asked):
    """The probe's request, or None."""
    op, fmt = asked["op"], asked.get("format")
    raw = bytes.fromhex(asked["bytes"]) if "bytes" in asked else asked.get("text", "").encode()
    if op in ("parse", "lenient"):
        return f"{op} {fmt} {word(raw)}"
    if op == "text":
        extra = {"typeid": word(asked.get("prefix", "").encode()), "euid": asked.get("check", "valid")}.get(fmt, "-")
        return f"text {fmt} {asked['value']} {extra}"
    if op in ("fields", "time"):
        return f"show {fmt} {asked['value']}"
    if op == "bounds":
        return f"interval {fmt} {asked['from_ms']} {asked['to_ms']}"
    return f"bounds {word(raw)}" if op == "prefix_bounds" else None


def answer_of(asked, line):
    kind, *words = line.split(" ")
    if kind == "err":
        return {"error": words[0], **({} if words[1] == "-" else {"position": int(words[1])})}
    op, fmt = asked["op"], asked["format"]
    if op in ("parse", "lenient"):
        extra = {"typeid": "prefix", "euid": "check"}.get(fmt)
        return {"value": words[0], **({extra: words[2].replace("-", "")} if extra else {})}
    if op == "text":
        return {"text": bytes.fromhex(words[0]).decode()}
    if op == "fields":
        parts = (part.split("=") for part in words[5].split(";"))
        return {"fields": {name: None if value == "null" else value for name, value in parts}}
    if op == "time":
        return {"unix_ms": None if words[3] == "null" else int(words[3])}
    return {"first": words[0], "last": words[1]}


ABOUT = {"name": "sortid", "version": (Path(__file__).resolve().parents[3] / "VERSION").read_text().strip(), "language": "C++"}
asked = [json.loads(line) for line in sys.stdin]
lines = {question["id"]: line_of(question) for question in asked}
sent = "".join(f"{line}\n" for line in lines.values() if line)
told = iter(subprocess.run([sys.argv[1]], input=sent, capture_output=True, text=True, check=True).stdout.splitlines())
for question in asked:
    said = answer_of(question, next(told)) if lines[question["id"]] else ABOUT if question["op"] == "about" else {"unsupported": True}
    print(json.dumps({"id": question["id"], **said}))
