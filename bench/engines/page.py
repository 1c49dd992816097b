#!/usr/bin/env python3
"""Writes figures of engines into docs/engines.md. usage: page.py ROWS.jsonl…; rows as bench/engines/measuring.py says."""

import pathlib
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "bench"))
import figures  # noqa: E402

PARTS = {"spark": "Spark", "spark_again": "Spark, more rows", "clickhouse": "ClickHouse", "datafusion": "DataFusion", "duckdb": "DuckDB",
         "polars": "Polars and pandas", "end_to_end": "DuckDB and Spark"}
# Subjects that show nothing which another one does not.
HIDDEN = {"ulid_ms(id)", "xid_time(short)", "strlen(typeid('user', v7))", "strlen(xid(number))", "strlen(id_mask(id, $key))",
          "try_ulid_time(id)", "text of xids", "to"}


def main():
    rows = [row for path in sys.argv[1:] for row in figures.read(pathlib.Path(path).read_text())]

    def part(name):
        own = [row for row in rows if row.get("part") == name]
        if not own:
            return None
        if name == "end_to_end":
            lines = [[row["engine"], row["what"], f"{row['seconds']:,.1f}", figures.number(row["rows"] / row["seconds"] / 1e6),
                      f"{row['peak_memory_bytes'] / 2**30:.1f}"] for row in own]
            head = [f"{own[0]['rows']:,} ids in", "what", "seconds", "million rows/s", "GiB at most"]
            return figures.about(), figures.table(head, lines, right=head[2:])
        rates = {(row["bench"], row["subject"]): row["rows_per_second"] for row in own}
        column = rates.get(("text → time", "`text`"))
        lines = []
        for row in (row for row in own if row["subject"].replace("`", "") not in HIDDEN):
            base = rates.get((row["bench"], row["base"]))
            ratio = figures.number(row["rows_per_second"] / base) if base and row["subject"] != row["base"] else "–"
            line = [row["bench"], row["subject"], figures.number(row["rows_per_second"] / 1e6), ratio]
            if column:
                line.append(figures.number(1e9 / row["rows_per_second"] - 1e9 / column) if row["rows_per_second"] != column else "–")
            lines.append(line)
        head = [PARTS[name], "what", "million rows/s", "of the base", *(["ns above the column"] if column else [])]
        return figures.about(), figures.table(head, lines, right=head[2:])
    figures.fill(SOURCE / "docs" / "engines.md", PARTS, part)


main()
