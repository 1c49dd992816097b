"""docs/functions.json as its readers in Python need it: the entries, and the rows of a dialect of SQL with their sentences."""

import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[1]
# A format that has the functions of such rows; elsewhere it is the one that the entry names, or ULID.
SAMPLES = {"prefixed": "typeid", "unsigned": "xid", "bounded_by_text": "xid", "64 bits": "xid",
           "sid": "ulid_flake_scalable", "machine": "uid11_snowish", "extension": "euid", "sequence": "uid11_snowish"}
FORM = r"(?:_(?:bytes|int|uuid|text))?"


def entries(tree=ROOT):
    return json.loads((tree / "docs/functions.json").read_text(encoding="utf-8"))


def rows(dialect, tree=ROOT):
    """(entry, row, sentence) for each row of a dialect."""
    for entry in entries(tree)["functions"]:
        for row in entry.get("sql", ()):
            if dialect in row["in"].split(", "):
                yield entry, row, row.get("says", entry["brief"])


def pattern(name, kinds):
    """The names that a row's name stands for, `kinds` a pattern of what its words in braces are."""
    return re.sub(r"{(\w+)}", lambda word: FORM if word[1] == "as" else kinds, name)


def arguments(takes):
    """Arguments as a guide writes them: of one with a type the name, in brackets one that may be left out."""
    takes = re.sub(r", (\w+) \w+ DEFAULT [^,]*", r"[, \1]", takes)
    takes = re.sub(r"(\w+) [a-z]+\b", r"\1", takes)
    return re.sub(r":= (?=,|$)", ":= …", takes)


def calls(row, names):
    """The name of a row's function for a kind of ids that has it, and how a guide writes its calls; `names` are the entry's."""
    named = (re.fullmatch(pattern(row["name"], r"(\w+?)"), name) for name in names.split(", "))
    kind = SAMPLES.get(row.get("has")) or next((found[1] for found in named if found and found.groups()), "ulid")
    only = re.search(r"(?:kind|type)=([\w|]+)", row.get("each", ""))
    if only and kind not in only[1].split("|"):
        kind = only[1].split("|")[0]
    words = {"as": "", "id": "id", "type": kind, "K": kind, "F": kind, "held": "uuid", "node": "", "first": "", "also_node": ""}
    name = row["name"].format(**words)
    given = dict.fromkeys(arguments(takes.format(**words)) for takes in row["takes"])
    written, before = [], None
    for takes in sorted(given, key=len):
        if before and takes.startswith(before + ", "):
            written[-1] += f"[{takes.removeprefix(before)}]"
        else:
            written.append(takes)
        before = takes
    return name, [f"{name}({takes})" for takes in written]


def leading(dialect, tree=ROOT):
    """The rows of a dialect but for those of one type beside a row of all kinds."""
    listed = list(rows(dialect, tree))
    names = {row["name"] for _, row, _ in listed}
    for entry, row, sentence in listed:
        general = [re.sub(*change, row["name"]) for change in (
            (r"^(?:typeid|uid11)", "{K}"), (r"^(?:typeid|uid11)", "{type}"), (r"^{K}", "id"), (r"_(?:bytes|int)$", "{as}"))]
        if not any(name in names and name != row["name"] for name in general):
            yield entry, row, sentence


def table(dialect, tree=ROOT):
    """The functions of a dialect as a table; a function of one kind stands for those of other kinds. `D beside E`: those of D that E
    has not, or not alike."""
    yield from ("| function | gives |", "| --- | --- |")
    dialect, _, beside = dialect.partition(" beside ")
    known = set(table(beside, tree)) if beside else ()
    lines, merged = {}, []
    for entry, row, said in leading(dialect, tree):
        written = [row["operator"]] if "operator" in row else calls(row, entry["names"].get(dialect, ""))[1]
        more = " …" if "{as}" in row["name"] else ""
        lines.setdefault((entry["word"], said), []).extend(f"`{each}`{more}" for each in written)
    for (_, said), written in lines.items():
        words, before = said.split(), merged[-1][0].split() if merged else []
        differing = [place for place, pair in enumerate(zip(words, before)) if pair[0] != pair[1]]
        if len(words) == len(before) and len(differing) == 1:  # the smallest and largest id
            before[differing[0]] += f" and {words[differing[0]]}"
            merged[-1] = " ".join(before), [*merged[-1][1], *written]
        else:
            merged.append((said, written))
    body = (f"| {', '.join(dict.fromkeys(written))} | {said} |" for said, written in merged)
    yield from (line for line in body if line not in known)
