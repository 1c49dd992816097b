#!/usr/bin/env python3
"""Rows a second of sortid.polars and sortid.pandas on one core, beside what the library does with the same column anyway.

usage: polars_pandas.py [--rows N] [--rounds N]

Run it with the Python of tests/python/install.sh. It prints JSON lines as bench/figures.py has them: the machine, then a row
for each measure with the median over the rounds. Seconds are those of the processor, so that other work on the machine counts
less. Measures and baselines are timed in turn, in the same run.
"""

import argparse
import importlib.metadata
import json
import os
import pathlib
import statistics
import sys
import time

# Before Polars is imported, which asks for it then.
os.environ["POLARS_MAX_THREADS"] = "1"
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import figures
import pandas
import polars as pl

import sortid.arrow
import sortid.pandas
import sortid.polars


def measures(rows):
    ids = sortid.arrow.new(sortid.ULID, rows)
    texts = pl.Series(sortid.arrow.to_text(sortid.ULID, ids)).alias("id")
    binary = pl.Series(ids).alias("id")
    flakes = pl.Series(sortid.arrow.new(sortid.Generator(sortid.XID, on_overflow="run_ahead"), rows)).alias("id")
    of = pl.col("id")

    def polars_of(column, expression):
        frame = column.to_frame()
        return lambda: frame.select(expression)

    series = pandas.Series(texts.to_list(), dtype="str")
    return {
        ("polars", "str.len_bytes()"): polars_of(texts, of.str.len_bytes()),
        ("polars", "ulid text to time"): polars_of(texts, of.sortid.time("ulid")),
        ("polars", "ulid text to id"): polars_of(texts, of.sortid.parse("ulid")),
        ("polars", "is_valid of ulid texts"): polars_of(texts, of.sortid.is_valid("ulid")),
        ("polars", "ulid text to uuid text"): polars_of(texts, of.sortid.to("uuid", format="ulid")),
        ("polars", "ulid id to text"): polars_of(binary, of.sortid.text("ulid")),
        ("polars", "ulid id to time"): polars_of(binary, of.sortid.time("ulid")),
        ("polars", "xid to text"): polars_of(flakes, of.sortid.text("xid")),
        ("pandas", "str.len()"): lambda: series.str.len(),
        ("pandas", "ulid text to time"): lambda: series.sortid.time("ulid"),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(json.dumps(figures.about()), flush=True)
    all_measures = measures(args.rows)
    seconds = {name: [] for name in all_measures}
    for _ in range(args.rounds):
        for name, run in all_measures.items():
            begin = time.process_time()
            run()
            seconds[name].append(time.process_time() - begin)
    for (engine, name), taken in seconds.items():
        print(json.dumps({"engine": engine, "version": importlib.metadata.version(engine), "what": name, "rows": args.rows,
                          "m_rows_per_s": round(args.rows / statistics.median(taken) / 1e6, 1)}))


if __name__ == "__main__":
    main()
