#!/usr/bin/env python3
"""Writes the figures of docs/databases.md: `make bench-db`.

usage: bench/databases/page.py [--page FILE] FIGURES…

FIGURES are files of JSON lines, one for each server: what bench/databases/postgres.py and the SQLite benchmark kept. Each
row says a part (`bench`), a subject, its value and unit, the subject that it is set beside (`base`) and the ratio to it.
Prints which goals are reached.
"""

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import figures  # noqa: E402

PARTS = {"generate": "New ids", "insert": "Filling a table", "sort": "Sorting",
         "text": "Texts", "range": "Ranges of time", "sqlite": "SQLite"}
TABLES = {
    "generate": ("postgres/generate", "postgres/default"),
    "insert": ("postgres/insert/time", "postgres/insert/index", "postgres/insert/WAL after a checkpoint"),
    "sort": ("postgres/sort",),
    "text": ("postgres/parse",),
    "range": ("postgres/range", "postgres/range, index"),
}
# Subjects that show nothing which another one does not.
HIDDEN = {
    "uuid_generate_v1mc()", "ulid_flake_scalable_generate()", "uid11_ts_seq_rand_generate()", "uid11_fullrand_generate()",
    "uid11_snowish_generate(1)", "ulid_generate_random()", "ulid_generate_at(now())", "uid11 (ts-seq-rand)",
    "uuid, the ulids spread", "uuid, the ulids in bursts", "euid, spread", "euid, in bursts", "uid11, spread",
    "uuid7_bytes()", "euid_bytes()", "xid()", "uid11_ts_seq_rand_int()", "uuid7_bytes(text)", "uuid_generate_v4()",
    "euid_generate()", "xid_generate()", "euid", "uid11", "account_id (made by create_typeid)", "ulid, spread", "euid()", "xid_int()",
}
LEFT_OUT = {"sqlite/its size", "sqlite/opening a connection"}
# The last is the bound, or one for each server: PostgreSQL 18 takes half as long for its own ids.
GOALS = [
    *((f"{what} is made", "postgres/generate", subject, "≥", 15, 12)
      for what, subject in (("a ULID", "ulid_generate()"), ("a UUIDv7", "uuid7_generate()"),
                            ("a TypeID", "typeid_generate('user')"))),
    *((f"{what} of a table of {subject}", f"postgres/insert/{part}", subject, "≤", 1)
      for subject in ("ulid", "euid", "ulid_flake", "uid11 (ts-seq-rand)")
      for what, part in (("insert time", "time"), ("WAL", "WAL"), ("index size", "index"))),
    *((f"sort of {subject}", "postgres/sort", subject, "≤", 1.05)
      for subject in ("ulid, spread", "ulid, in bursts", "euid, spread", "euid, in bursts")),
    *((f"text → {subject}", "postgres/parse", subject, "≥", 5)
      for subject in ("ulid", "euid", "ulid_flake", "uid11", "typeid")),
    ("an hour by ULID", "postgres/range", "ulid <@ tstzrange", "≤", 1.2),
    ("an hour by ULID, planned once", "postgres/range, prepared", "ulid <@ tstzrange", "≤", 1.2),
    ("SQLite: a ULID is made, text", "sqlite/new id", "ulid()", "≤", 0.8),
    ("SQLite: a ULID is made, blob", "sqlite/new id", "ulid_bytes()", "≤", 0.8),
]


def value_of(row):
    return ("< " if row.get("bound") else "") + figures.number(row["value"])


def ratio_of(row):
    """With the side on which it lies, where the value is but a bound."""
    if row["ratio"] is None:
        return None
    side = "" if not row.get("bound") else "> " if row.get("speed") else "< "
    return side + (f"{row['ratio']:.1f}" if row["ratio"] >= 10 else f"{row['ratio']:.2f}")


def table(rows, bench, servers):
    """A line for each subject; for each server its figure, and in brackets the ratio to its base, the line above without one."""
    chosen = [row for row in rows if row["bench"] == bench and row["subject"] not in HIDDEN]
    bases = list(dict.fromkeys(row["base"] for row in chosen))
    subjects = {row["subject"]: (bases.index(row["base"]), row["subject"] != row["base"]) for row in chosen}
    here = [server for server in servers if any(row["server"] == server for row in chosen)]
    unit = chosen[0]["unit"]
    heading = "times as fast" if chosen[0].get("speed") else "ratio"
    head = [bench.split("/", 1)[1], *(f"{server}, {unit} ({heading})" for server in here)]
    body = []
    for subject in sorted(subjects, key=subjects.get):
        found = {row["server"]: row for row in chosen if row["subject"] == subject}
        base = next(iter(found.values()))["base"]
        cells = []
        for server in here:
            row = found.get(server)
            ratio = ratio_of(row) if row and base != subject else None
            cells.append((value_of(row) if row else "–") + (f" ({ratio})" if ratio else ""))
        body.append([f"`{subject}`" if "(" in subject and subject.endswith(")") and " " not in subject else subject, *cells])
    return figures.table(head, body, head[1:])


def goals(rows, servers):
    body = []
    for what, bench, subject, side, *bounds in GOALS:
        line = [what, f"{side} {', '.join(map(str, bounds))}"]
        for at, server in enumerate(servers):
            bound = bounds[min(at, len(bounds) - 1)]
            row = next((row for row in rows if (row["bench"], row["subject"], row["server"]) == (bench, subject, server)), None)
            if not row or row["ratio"] is None:
                line.append("–")
                continue
            printed = round(row["ratio"], 2)
            reached = printed >= bound if side == "≥" else printed <= bound
            line.append(f"{ratio_of(row)}{'' if reached else ' ✗'}")
        line.append(next((row["base"] for row in rows if (row["bench"], row["subject"]) == (bench, subject)), ""))
        body.append(line)
    head = ["", "goal", *servers, "beside"]
    return figures.table(head, body, head[1:-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--page", type=Path, default=HERE.parent.parent / "docs" / "databases.md")
    parser.add_argument("figures", type=Path, nargs="+")
    arguments = parser.parse_args()
    rows, abouts = [], {}
    for path in arguments.figures:
        about, *found = figures.read(path.read_text())
        rows += found
        abouts |= {row["server"]: about for row in found}

    def part(name):
        chosen = [row for row in rows if row["bench"].startswith("sqlite/") == (name == "sqlite")]
        servers = list(dict.fromkeys(row["server"] for row in chosen))
        if not servers:
            return None
        about = {**abouts[servers[0]], "tools": {}}
        for server in servers:
            product, version = server.split()
            tools = abouts[server]["tools"]
            built = f"{tools.get(product, version)} (g++ {tools['g++']})"
            about["tools"][product] = ", ".join(filter(None, (about["tools"].get(product), built)))
        benches = TABLES.get(name) or [bench for bench in dict.fromkeys(row["bench"] for row in chosen) if bench not in LEFT_OUT]
        # The newest of each product stands for the others, whose ratios differ little.
        newest = list({server.split()[0]: server for server in servers}.values())
        return about, "\n\n".join(table(rows, bench, newest) for bench in benches)
    figures.fill(arguments.page, PARTS, part)
    print(goals(rows, list(abouts)))


if __name__ == "__main__":
    main()
