"""The cases of functions: the examples of docs/functions.json, and tests/oracle/vectors/functions/vectors.json.

A case has the function's word, its arguments by name, and an answer, or the reason and the position of an error: x a text, of the
format where there is one; t, a, b Unix milliseconds; p the beginning of a text; key hexadecimal digits; to a format.

check() asks a dialect of SQL for all of them, by the rows of docs/functions.json, and for those with an answer once more with each
argument NULL.
"""

import datetime
import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[3]
ENTRIES = json.loads((ROOT / "docs/functions.json").read_text(encoding="utf-8"))["functions"]
CASES = [{"function": entry["word"], **entry["example"]} for entry in ENTRIES if "example" in entry]
CASES += json.loads((ROOT / "tests/oracle/vectors/functions/vectors.json").read_text(encoding="utf-8"))

INSTANTS = {"SQLite": "'{}'", "MySQL": "'{}'", "DuckDB": "'{}'::TIMESTAMPTZ", "PostgreSQL": "'{}'::timestamptz"}
TYPES = {"uuid7": "uuid", "xid": "uid11"}  # of PostgreSQL, where it is not the format's name
# How the case writes a result.
SHOWN = {
    ("SQLite", "bytes"): "lower(hex({}))", ("DuckDB", "bytes"): "lower(hex({}))", ("PostgreSQL", "bytea"): "encode({}, 'hex')",
    ("MySQL", "bytes"): "lower(hex({}))", ("MySQL", "time"): "concat(replace({}, ' ', 'T'), 'Z')",
    ("DuckDB", "time"): "strftime({} AT TIME ZONE 'UTC', '%Y-%m-%dT%H:%M:%S.%gZ')",
    ("PostgreSQL", "text[]"): "to_json({})::text",
    ("PostgreSQL", "timestamptz"): "to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')",
}


def applies(row, case, name, kind):
    """Whether the row is of the case's format; `kind` is that format's type in PostgreSQL."""
    known = re.match(r"(typeid|uid11|uuid)(?:_|$)", row["name"])
    if known and known[1] != kind or "{type}" in row["name"] and kind in ("uuid", "typeid"):
        return False
    conditions = dict(condition.split("=") for condition in row.get("each", "").split())
    return name in conditions.get("kind", name).split("|") and kind in conditions.get("type", kind).split("|")


def arguments(dialect, takes, case, kind):
    """An expression for each parameter of a row, or nothing where the case has no such argument."""
    def instant(ms):
        at = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc) + datetime.timedelta(milliseconds=ms)
        return INSTANTS[dialect].format(at.isoformat(timespec="milliseconds"))

    given = {name: instant(value) if name in ("t", "a", "b") else f"'{value}'" for name, value in case.items()}
    given |= {"from": given.get("format"), "text": given.get("x"), "given text": given.get("x"), "format text": given.get("format")}
    if dialect == "PostgreSQL":
        of_kind = f"{given.get('x')}::{kind}" if "x" in given else None
        given |= {"{type}": of_kind, "{id}": of_kind, kind: of_kind, "timestamptz": given.get("t"), "at timestamptz": given.get("t"),
                  "name text": given.get("name"), "prefix text": given.get("prefix"), "text": given.get("x", given.get("p")),
                  "key bytea": f"'\\x{case.get('key')}'::bytea", "tstzrange": "a" in given and f"tstzrange({given['a']}, {given['b']})"}
    names = takes.split(", ") if takes else []
    if dialect != "PostgreSQL" and "prefix" in case:
        names.insert(0, "prefix")
    return [given.get(name) for name in names]


def statements(dialect):
    """(expression, the case, the answer) for each row that a case has the arguments of; those with a NULL too."""
    rows = {entry["word"]: [row for row in entry.get("sql", ()) if dialect in row["in"].split(", ")] for entry in ENTRIES}
    for case in CASES:
        name = {"uuidv7": "uuid7"}.get(case.get("format"), case.get("format", "").replace("-", "_"))
        kind = TYPES.get(name, name)
        for row in rows[case["function"]]:
            for takes in row["takes"] if applies(row, case, name, kind) else ():
                given = arguments(dialect, takes, case, kind)
                told = not (case["function"] == "unmask" and case["format"] == "uuidv7")  # by the text
                if not all(given) or row.get("volatile") or ("key" in case) > ("key" in takes) or (takes == "x, key" and not told):
                    continue
                if case["function"] == "find" and ("format" in case) != ("format" in takes):
                    continue
                if "{F}{as}" in row["name"] and name == "typeid" or takes == "tstzrange" and "reason" in case:
                    continue  # a text is the prefix of a new one; a range that holds nothing is no error
                called = re.sub(r"{(\w+)}", lambda found: {"as": "", "type": kind}.get(found[1], name), row["name"])
                shown = SHOWN.get((dialect, row["gives"]), "{}" if dialect != "PostgreSQL" else "({})::text")
                answer = case.get("answer")
                if isinstance(answer, list) and case["function"] != "find":  # a function for each end
                    answer = answer["last" in called]
                yield shown.format(f"{called}({', '.join(given)})"), row, case, answer
                for place in range(len(given)) if "answer" in case else ():
                    with_null = [*given[:place], f"nullif({given[place]}, {given[place]})", *given[place + 1:]]
                    yield f"{called}({', '.join(with_null)})", row, {}, None


def agrees(found, wanted):
    if isinstance(wanted, bool):
        return str(found).lower() in (("1", "t", "true") if wanted else ("0", "f", "false"))
    if isinstance(wanted, (dict, list)):
        return (json.loads(found) if isinstance(found, str) else found) == wanted
    return found is None if wanted is None else str(found) == str(wanted)


def check(dialect, ask):
    """ask(expressions) gives the value of each, or an Exception whose text has the message. Returns the number of problems."""
    asked, bad = list(statements(dialect)), 0
    for (expression, row, case, answer), found in zip(asked, ask([each[0] for each in asked]), strict=True):
        why = case.get("reason")
        if why and "position" in case:
            why += f" at position {case['position']}"
        if isinstance(found, Exception):
            good = why and re.search(rf"\b{why}\b", str(found))
        else:  # what never fails gives nothing
            good = found is None and row.get("fails") is False if why else agrees(found, answer)
        if not good:
            bad += 1
            print(f"{expression}: {found}, not {why or answer!r}")
    print(f"{dialect}: {len(asked)} statements of functions' cases, {bad} wrong")
    return bad if asked else 1
