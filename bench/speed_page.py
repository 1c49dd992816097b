#!/usr/bin/env python3
"""Writes the figures of docs/speed.md: `make speed-page`.

usage: bench/speed_page.py [--page FILE] FIGURES…

FIGURES are files of JSON lines: what bench/peers/run.py kept (sortid's own figures among them), bench/streams.py and
bench/compile_time.py. The page keeps the rows that a reader decides by; the files have the others. Each part stands between
`<!-- figures: NAME -->` and `<!-- /figures -->`, under the machine it was measured on, unless the part before it has the same;
all else on the page is written by hand and stays. A part without figures stays as it is; a page that does not exist is begun.
"""

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "peers"))
import compile_time  # noqa: E402
import figures  # noqa: E402
import run as peers  # noqa: E402

PARTS = {"batch": "Batches", "one": "One id", "new": "New ids", "streams": "Files of ids",
         "peers": "Other implementations", "js": "JavaScript", "python": "In Python", "compile": "Compile time"}
number = figures.number
# A format for each form of text, its operations as (operation, ids), None being any number, and what one format shows for all.
FORMATS = {"ulid", "uuidv7", "euid", "ulid-flake", "xid"}
SHOWN = {
    "batch": {("to_text", 16_384), ("from_text", 16_384)},
    "one": {("to_text", None), ("parse", None)},
    "new": {("increasing", None), ("fill", None), ("random", None)},
}
ONCE = {
    "batch": {("ulid", "to_text", 1_000_000), ("ulid", "from_text", 1_000_000), ("ulid", "from_text_bad", 16_384),
              ("ulid", "unix_ms_of_text", 1_000_000), ("ulid", "sort", 1_000_000)},
    "one": set(),
    "new": {("clock", "counter_clock", None), ("clock", "coarse_clock", None), ("ulid", "increasing_coarse_clock", None),
            ("ulid", "shared/8", None), ("uid11-snowish", "pool", None)},
}
STREAMS = {"new/ulid", "convert/ulid/uuid", "check/ulid", "inspect/ulid/table",
           "sort/ulid", "sort/ulid/runs", "uniq/ulid", "join/ulid"}
JAVASCRIPT = {"ulid/new, increasing", "ulid/new, random", "ulid/check", "ulid/time", "ulid/to UUID", "typeid/new", "typeid/read",
              "typeid/type of an object"}
HEADERS = {"string_view", "ulid.hpp", "formats.hpp", "generator.hpp", "batch.hpp"}


def against_floor(row):
    return f"{number(row['ns_per_id'])} ({number(row['ratio'])})" if row.get("ratio") else number(row["ns_per_id"])


def by_kernels(rows):
    """A line for an operation and a size, a column for a kernel set; in brackets the ratio to the floor."""
    sets = list(dict.fromkeys(row.get("kernels") or "library" for row in rows))
    lines = {}
    for row in rows:
        ids = row.get("ids")
        line = lines.setdefault((row["bench"], ids), {"ids": f"{ids:,}" if ids else "", "floor": row})
        line[row.get("kernels") or "library"] = against_floor(row)
    body = []
    for (bench, _), line in lines.items():
        _, fmt, operation = bench.split("/", 2)
        floor = line["floor"]
        body.append([fmt, operation, line["ids"], number(floor.get("floor_ns")), *(line.get(name, "–") for name in sets)])
    table = figures.table(["format", "operation", "ids", "floor", *sets], body, ["ids", "floor", *sets])
    spreads = sorted(row["spread"] for row in rows if "spread" in row)
    if not spreads:
        return table
    return f"{table}\n\nSpread: {spreads[len(spreads) // 2]:.0%} in half of the rows, at most {spreads[-1]:.0%}."


def streams(rows):
    body = [[f"`{row['bench'].removeprefix('stream/')}`", f"{row['ids']:,}", number(row["ns_per_id"]),
             f"`{row['floor']}`", number(row["floor_ns"]), number(row["ratio"]), number(row.get("cpu_ratio")),
             number(row["rss_mib"])] for row in rows]
    head = ["stream", "lines", "ns a line", "beside", "its ns", "ratio", "of processor time", "MiB resident"]
    return figures.table(head, body, [column for column in head[1:] if column != "beside"])


def part(name, rows):
    def of(kind, peer=False):
        return [row for row in rows if row["bench"].startswith(kind + "/") and ("peer" in row) == peer]

    def named(found, names):
        return [row for row in found if row["bench"].split("/", 1)[1] in names]
    # Both Ulid-Flakes have one text form, and one peer. Who parses also writes, and who counts also draws.
    theirs = [row for row in of("one", True) + of("new", True) + of("python", True)
              if "/ulid-flake-scalable/" not in row["bench"] and not row["bench"].endswith(("/to_text", "/random"))]
    if name == "peers":
        others = [row for row in theirs if not row["bench"].startswith("python/")]
        return others, lambda chosen: peers.summary(chosen + of("one") + of("new"))
    if name == "js":
        return named(of("js", True), JAVASCRIPT), peers.in_javascript
    if name == "python":
        matched = {row["bench"] for row in theirs if row["peer"] != "sortid"}
        return [row for row in theirs if row["bench"].startswith("python/") and row["bench"] in matched], peers.in_python
    if name == "streams":
        return named(of("stream"), STREAMS), streams
    if name == "compile":
        return named(of(name), HEADERS), compile_time.table

    def shown(row):
        _, fmt, operation = row["bench"].split("/", 2)
        ids = (None, row.get("ids"))
        # The tests of sortid's own ids beside the peers', strict or in order, have no time.
        return "ns_per_id" in row and any(fmt in FORMATS and (operation, n) in SHOWN[name] or (fmt, operation, n) in ONCE[name]
                                          for n in ids)
    return [row for row in of(name) if shown(row)], by_kernels


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--page", type=Path, default=HERE.parent / "docs" / "speed.md")
    parser.add_argument("figures", type=Path, nargs="+")
    arguments = parser.parse_args()
    rows = []
    for path in arguments.figures:
        about, *found = figures.read(path.read_text())
        rows += [{**row, "about": about} for row in found if "bench" in row]

    def filled(name):
        chosen, table = part(name, rows)
        return (chosen[0]["about"], table(chosen)) if chosen else None
    figures.fill(arguments.page, PARTS, filled)


if __name__ == "__main__":
    main()
