#!/usr/bin/env python3
"""Makes the tables and diagrams of the documentation from the layouts, which `sortid formats --json` prints, and from
docs/functions.json.

usage: tables.py --bin path/to/sortid [--check | --write] [FOLDER]

The pages of PLACES hold a place for each of them, whose lines are made here:
  <!-- generated: table -->        all formats, every column
  <!-- generated: patterns -->     the texts that are accepted, as regular expressions
  <!-- generated: layout F -->     the fields of the format F as a diagram
  <!-- generated: functions D -->  the functions of a dialect of SQL; `D beside E`, those that the table of E has not
  <!-- generated: clickhouse -->   those of ClickHouse, for its server
  <!-- end generated -->
--check (the default) fails where a page differs from what is made, --write brings it up to date.
"""

import argparse
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys

import functions

# A place that each page has; formats.md has one for the layout of each format, too.
PLACES = {"docs/formats.md": "table", "docs/sqlite.md": "functions SQLite", "docs/duckdb.md": "functions DuckDB beside SQLite",
          "docs/mysql.md": "functions MySQL beside SQLite",
          "docs/postgresql.md": "functions PostgreSQL", "docs/pure-sql.md": "functions pure SQL beside PostgreSQL",
          "docs/engines.md": "functions Spark", "docs/clickhouse.md": "functions ClickHouse",
          "examples/clickhouse/sortid_function.xml": "clickhouse"}
PLACE = re.compile(r"(<!-- generated: ([^>]*?) -->\n)(.*?)(<!-- end generated -->)", re.S)
WIDTH = 88  # of a diagram, about

ALPHABETS = {
    "crockford_upper": ("Crockford, upper", "any case"),
    "crockford_lower": ("Crockford, lower", "lower case alone"),
    "crockford_checked": ("Crockford, upper", "any case; I i L l = 1, O o = 0"),
    "base58": ("Bitcoin's base 58", "the exact case"),
    "uuid_hex": ("hexadecimal, lower", "any case"),
}


def of_version_7(form):
    """A fact that holds for some ids of the format only."""
    return "" if form["constants_required"] else "of version 7: "


def text_in_words(form):
    prefix = "[prefix `_`] " if form["prefixed"] else ""
    check = ", check-mod included" if form["checked"] else ""
    return f"{prefix}{form['symbols']}{check}"


def epoch(form):
    if form["epoch_unix_ms"] is None:
        return "–"
    return of_version_7(form) + ("Unix" if form["epoch_unix_ms"] == 0 else form["first_time"])


def order(form):
    if not form["generated"]:
        return "not made"
    return "increasing" if form["ordered"] else "drawn"


def rows(head, body):
    yield "| " + " | ".join(head) + " |"
    yield "|" + " --- |" * len(head)
    for row in body:
        yield "| " + " | ".join(row) + " |"


def table(forms):
    head = ("format", "bits", "text", "alphabet", "accepts on parse", "epoch", "last instant", "new ids")
    return rows(head, ((f"`{form['name']}`", str(form["bits"]), text_in_words(form), *ALPHABETS[form["text_form"]],
                        epoch(form), form["last_time"] or "–", order(form))
                       for form in forms))


def layout(form):
    cells = []
    for field in form["fields"]:
        label = f" {field['name']} {field['bits']}"
        if field["role"] == "constant" and form["constants_required"]:
            label += f" = {field['value']}"
        high, low = field["shift"] + field["bits"] - 1, field["shift"]
        bits = f"{high} {low}" if high != low else f"{high}"
        width = max(len(label) + 1, len(bits), field["bits"] * WIDTH // form["bits"])
        ends = f"{high}".ljust(width - len(f"{low}")) + f"{low}" if high != low else f"{high}".ljust(width)
        cells.append((ends, label.ljust(width), "-" * width))
    yield "```text"
    yield " " + " ".join(ends for ends, _, _ in cells)
    yield "+" + "+".join(line for _, _, line in cells) + "+"
    yield "|" + "|".join(label for _, label, _ in cells) + "|"
    yield "+" + "+".join(line for _, _, line in cells) + "+"
    yield "```"
    yield ""
    yield f"Smallest text `{form['min_text']}`, largest `{form['max_text']}`."


def one_of(symbols):
    """A class of characters in the syntax that all dialects of regular expressions have."""
    runs = []
    for code in sorted(map(ord, symbols)):
        if runs and runs[-1][-1] == code - 1:
            runs[-1].append(code)
        else:
            runs.append([code])
    text = "".join("".join(map(chr, run)) if len(run) < 3 else f"{run[0]:c}-{run[-1]:c}" for run in runs)
    return text if len(symbols) == 1 else f"[{text}]"


def pattern(form):
    """The texts that parse accepts, check digits aside."""
    def read_as(values):
        return one_of([symbol for symbol, value in form["reads"].items() if value in values])

    base, most = len(form["alphabet"]), [form["reads"].get(symbol) for symbol in form["max_text"]]
    if form["text_form"] == "uuid_hex":
        fixed = [(field["shift"], field["bits"], int(field["value"])) for field in form["fields"] if field["role"] == "constant"]
        parts, digit = [], form["bits"]
        for value in most:
            digit -= 4 * (value is not None)
            allowed = [v for v in range(base) if not form["constants_required"] or all(
                (v << digit ^ number << shift) & ((1 << bits) - 1 << shift) & 15 << digit == 0 for shift, bits, number in fixed)]
            parts.append("-" if value is None else read_as(allowed))
        return f"^{counted(parts)}$"
    most = [base - 1] * form["symbols"] if form["checked"] else most
    after = next(i for i in range(len(most) + 1) if all(value == base - 1 for value in most[i:]))  # from there on anything is small enough
    ways = [[read_as([v]) for v in most[:i]] + [read_as(range(most[i] + (i + 1 >= after)))] + [read_as(range(base))] * (len(most) - i - 1)
            for i in range(max(after, 1)) if most[i] + (i + 1 >= after)]
    text = "|".join(map(counted, ways))
    if len(ways) > 1:
        text = f"(?:{text})"
    if form["prefixed"]:
        text = f"(?:[a-z](?:[a-z_]{{0,{form['max_prefix'] - 2}}}[a-z])?_)?{text}"
    return f"^{text}$"


def counted(parts):
    return "".join(part if count == 1 else f"{part}{{{count}}}" for part, count in
                   ((part, len(list(same))) for part, same in itertools.groupby(parts)))


def patterns(forms):
    by_pattern = {}
    for form in forms:
        by_pattern.setdefault(pattern(form), []).append(f"`{form['name']}`")
    return (line for text, names in by_pattern.items() for line in (f"{', '.join(names)}:", "", "```text", text, "```", ""))


def function_of_clickhouse(name, kind, row, command):
    given = "made" if "--from time" in command else "id"
    takes, gives = (f"Nullable({held})" if "--nullable" in command else held for held in (row["takes"][0], row["gives"]))
    return f"""  <function>
    <type>executable_pool</type>
    <name>{name}</name>
    <argument><type>{takes}</type><name>{given}</name></argument>
    <return_type>{gives}</return_type>
    <format>RowBinary</format>
    <send_chunk_header>true</send_chunk_header>
    <execute_direct>false</execute_direct>
    <command>exec sortid udf --format rowbinary {kind.replace('_', '-')} {command}</command>
    <deterministic>true</deterministic>
  </function>"""


def clickhouse(folder):
    for _, row, _ in functions.rows("ClickHouse", folder):
        for kind in row["each"].removeprefix("kind=").split("|"):
            name = row["name"].format(F=kind)
            yield function_of_clickhouse(name, kind, row, row["command"])
            if row.get("try", True):
                yield function_of_clickhouse(f"try_{name}", kind, row, row["command"] + " --errors null --nullable")


def generated(kind, forms, folder):
    if kind == "table":
        return table(forms)
    if kind == "patterns":
        return patterns(forms)
    if kind == "clickhouse":
        return clickhouse(folder)
    word, _, name = kind.partition(" ")
    if word == "functions":
        return functions.table(name, folder)
    for form in forms:
        if word == "layout" and form["name"] == name:
            return layout(form)
    raise SystemExit(f"tables: nothing is called {kind!r}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=functions.ROOT)
    parser.add_argument("--bin", default=os.environ.get("SORTID_BIN"), help="the program; $SORTID_BIN when left out")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--check", action="store_true")
    way.add_argument("--write", action="store_true")
    args = parser.parse_args()
    if not args.bin:
        parser.error("--bin, or SORTID_BIN, must name the program")

    forms = json.loads(subprocess.run([args.bin, "formats", "--json"], capture_output=True, check=True).stdout)
    made, wrong = [], False

    def renewed(match):
        made.append(match[2])
        return match[1] + "\n".join(generated(match[2], forms, args.folder)) + "\n" + match[4]

    for name in PLACES:
        path = args.folder / name
        text = path.read_text(encoding="utf-8")
        after = PLACE.sub(renewed, text)
        if after != text and args.write:
            path.write_text(after, encoding="utf-8")
            print(f"{name}: written")
        elif after != text:
            wrong = True
            print(f"{name}: differs from what is made; run tools/tables.py --write")
    for place in {*PLACES.values(), "functions Java", *(f"layout {form['name']}" for form in forms)}.difference(made):
        wrong = True
        print(f"no page has the place of {place}")
    print(f"tables: {len(forms)} formats, {len(made)} places")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
