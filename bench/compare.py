#!/usr/bin/env python3
"""This tree beside another commit: builds the measuring program of both, runs them in turn, and prints for each row the
two times, their ratio, and the interval in which 95 of 100 such ratios lie. Where the interval holds 1, no difference
was measured. The ratio is what a commit quotes; the times are this machine's."""

import argparse
import pathlib
import random
import statistics
import subprocess
import sys

import figures

ROOT = pathlib.Path(__file__).resolve().parents[1]
DRAWS = 2_000


def built(tree, program):
    """Built as `make bench` builds it."""
    for command in (["cmake", "--preset", "release", "-DSORTID_BUILD_BENCH=ON"],
                    ["cmake", "--build", "--preset", "release", "--target", program]):
        subprocess.run(command, cwd=tree, check=True, stdout=sys.stderr)
    command = [tree / "build/release/bench" / program]
    # Taking turns makes up for a busy machine. Commits from before the option measure on any.
    return [*command, "--busy"] if "--busy" in (tree / "bench" / f"{program}.cpp").read_text() else command


def tree_of(base):
    """The files of a commit, under build/."""
    def git(*command):
        return subprocess.run(["git", *command], cwd=ROOT, check=True, capture_output=True).stdout

    commit = git("rev-parse", "--short", f"{base}^{{commit}}").decode().strip()
    to = ROOT / "build/compare" / commit
    if not to.exists():
        to.mkdir(parents=True)
        subprocess.run(["tar", "-x", "-C", to], input=git("archive", commit), check=True)
    return commit, to


def measured(command, arguments):
    out = subprocess.run([*command, "--json", *arguments], check=True, capture_output=True, text=True).stdout
    return {(row["bench"], row["kernels"], row["ids"]): row["ns_per_id"] for row in figures.read(out)}


def interval(ratios, seed=1):
    """Of the median of ratios, by drawing as many of them again and again."""
    draw = random.Random(seed)
    medians = sorted(statistics.median(draw.choices(ratios, k=len(ratios))) for _ in range(DRAWS))
    return medians[DRAWS // 40], medians[-1 - DRAWS // 40]


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("base", help="a commit, branch or tag")
    options.add_argument("--only", default=".", metavar="REGEX", help="the rows, as Google Benchmark picks them")
    options.add_argument("--rounds", type=int, default=9)
    options.add_argument("--seconds", type=float, default=0.02, help="for each of a row's repetitions (%(default)s)")
    options.add_argument("--program", default="sortid_bench")
    given = options.parse_args()

    commit, tree = tree_of(given.base)
    programs = [built(tree, given.program), built(ROOT, given.program)]
    arguments = [f"--benchmark_filter={given.only}", f"--benchmark_min_time={given.seconds}"]
    before, after = [], []
    for turn in range(given.rounds):
        # Each is first in every other round.
        for at in (0, 1) if turn % 2 == 0 else (1, 0):
            (before, after)[at].append(measured(programs[at], arguments))
        print(f"round {turn + 1} of {given.rounds}", file=sys.stderr)

    print(figures.machine(figures.about()))
    print(f"{'row':34} {'kernels':8} {'ids':>8} {commit:>10} {'this tree':>10} {'ratio':>6}   95 of 100")
    for row in filter(after[0].get, before[0]):
        ratios = [b[row] / a[row] for a, b in zip(before, after)]
        low, high = interval(ratios)
        bench, kernels, ids = row
        print(f"{bench:34} {kernels:8} {ids:8} {min(a[row] for a in before):10.2f} {min(b[row] for b in after):10.2f}"
              f" {statistics.median(ratios):6.3f}   {low:.3f} to {high:.3f}"
              f"{'  slower' if low > 1 else '  faster' if high < 1 else ''}")


main()
