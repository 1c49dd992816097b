#!/usr/bin/env python3
"""Writes what `make soak` has counted into docs/many-machines.md.

usage: page.py [--page FILE] FIGURES…

FIGURES are what run.py wrote with --json: a line about the machine and one about the run. A store without figures keeps
what the page has of it.
"""

import argparse
import pathlib

import report
from report import figures

STORES = {"file": "The file store", "postgres": "PostgreSQL", "etcd": "etcd"}


def part_of(about, found):
    about = {**about, "date": f"{about['date']}, seed {found['seed']}"}
    said = (f"{STORES[found['store']]}: **{found['ids']:,} ids, {found['duplicates']:,} duplicates**, {found['faults']:,} faults in "
             f"{found['seconds'] / 60:,.0f} minutes. {found['makers']} makers of {found['format']} shared {found['numbers']} "
             f"numbers, with windows of {found['window_ms'] / 1000:g} s. Makers had ids "
             f"{100 * found['availability']:.0f} % of the time.")
    longest = max((gap["longest_s"] for gap in found["gaps"].values()), default=0)
    return about, f"{said} The longest time without ids was {longest:.0f} s."


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--page", type=pathlib.Path, default=report.SOURCE / "docs" / "many-machines.md")
    parser.add_argument("figures", type=pathlib.Path, nargs="+")
    arguments = parser.parse_args()
    parts = {}
    for path in arguments.figures:
        about, found = figures.read(path.read_text())
        parts[f"soak_{found['store']}"] = part_of(about, found)
    figures.fill(arguments.page, {f"soak_{store}": title for store, title in STORES.items()}, parts.get)


if __name__ == "__main__":
    main()
