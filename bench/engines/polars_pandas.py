#!/usr/bin/env python3
"""Rows a second of sortid.polars and sortid.pandas on one core, beside what the library does with the same column anyway."""

import os

# Before Polars is imported, which asks for it then.
os.environ["POLARS_MAX_THREADS"] = "1"

import pandas
import polars as pl
import sortid.arrow
import sortid.pandas
import sortid.polars
from measuring import arguments, figures


def main():
    given = arguments(10_000_000)
    ids = sortid.arrow.new(sortid.ULID, given.rows)
    texts = pl.Series(sortid.arrow.to_text(sortid.ULID, ids)).alias("id")
    flakes = pl.Series(sortid.arrow.new(sortid.Generator(sortid.XID, on_overflow="run_ahead"), given.rows)).alias("id")
    of = pl.col("id")
    series = pandas.Series(texts.to_list(), dtype="str")

    def run(column, expression):
        frame = column.to_frame()
        return lambda: frame.select(expression)

    def rows(bench, calls, base=None):
        figures("polars", bench, given.rows, calls, base, given.repeat)

    rows("Polars, text → time", {"`str.len_bytes()`": run(texts, of.str.len_bytes()), "`time`": run(texts, of.sortid.time("ulid"))},
         "`str.len_bytes()`")
    rows("Polars, text → id", {"`parse`": run(texts, of.sortid.parse("ulid"))})
    rows("Polars, text, valid?", {"`is_valid`": run(texts, of.sortid.is_valid("ulid"))})
    rows("Polars, text → UUID's text", {"`to`": run(texts, of.sortid.to("uuid", format="ulid"))})
    binary = pl.Series(ids).alias("id")
    rows("Polars, id → text", {"`text`": run(binary, of.sortid.text("ulid")), "`text` of xids": run(flakes, of.sortid.text("xid"))})
    rows("Polars, id → time", {"`time`": run(binary, of.sortid.time("ulid"))})
    rows("pandas, text → time", {"`str.len()`": lambda: series.str.len(), "`time`": lambda: series.sortid.time("ulid")}, "`str.len()`")


main()
