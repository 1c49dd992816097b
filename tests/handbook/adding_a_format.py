#!/usr/bin/env python3
"""Carries out CONTRIBUTING.md, "Adding a format", on a copy of the tree, and asks the program about the new format.

usage: adding_a_format.py --source TREE --build FOLDER [--headers INCLUDE]

With --headers, the folder of the generated headers, it compiles the oracle's probe alone and asks it the vectors. Without, it
runs `make test` on the copy, and asks the program that came of it and the SQLite extension too. tests/handbook/steps.py says what
the steps are.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

import steps
from steps import run


class Program(steps.Outcome):
    def __init__(self, path):
        super().__init__()
        self.path = path

    def ask(self, *arguments, exit_code=0):
        done = subprocess.run([self.path, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.expect(f"sortid {' '.join(arguments)}", done.returncode == exit_code,
                    f"{done.returncode} instead of {exit_code}\n{done.stdout}{done.stderr}")
        return done.stdout


def ask_all(program):
    made = program.ask("new", "toy", "-n", "1000").split()
    program.expect("1000 new ids, increasing", len(made) == 1000 and made == sorted(set(made)))
    program.expect("no two alike without order", len(set(program.ask("new", "toy", "-n", "9", "--random").split())) > 1)
    program.ask("check", "--format", "toy", *made[:50])
    program.ask("check", "--format", "toy", "G000000000000", exit_code=1)

    seen = json.loads(program.ask("inspect", "--json", "--format", "toy", "028t5cy4tqkff"))
    wanted = {"format": "toy", "text": "028T5CY4TQKFF", "time": "2022-06-23T22:44:53.530Z",
              "fields": {"timestamp": "78187493530", "randomness": "773615"}}
    program.expect("inspect --json", wanted.items() <= seen.items(), seen)
    program.expect("a card", "44 bits" in program.ask("inspect", "--format", "toy", "028T5CY4TQKFF"))

    program.expect("convert --to int", program.ask("convert", "--from", "toy", "--to", "int", "028T5CY4TQKFF") ==
                   "81985529216486895\n")
    program.expect("convert --to toy", program.ask("convert", "--from", "int", "--to", "toy", "81985529216486895") ==
                   "028T5CY4TQKFF\n")
    program.expect("range", program.ask("range", "--format", "toy", "--at", "2026-01-01") ==
                   "05GC77G000000\n05GC77G00ZZZZ\n")

    program.expect("formats", "toy: A toy to add" in program.ask("formats"))
    listed = {form["name"]: form for form in json.loads(program.ask("formats", "--json"))}
    program.expect("formats --json", "toy" in listed and listed["toy"]["max_text"] == "FZZZZZZZZZZZZ")
    program.expect("completions", " toy" in program.ask("--generate", "bash"))


def ask_sqlite(program, extension):
    asked = run("sqlite3", "-init", os.devnull, "-batch", ":memory:", f'.load "{extension}"',
                "SELECT toy('028t5cy4tqkff'), toy_int('028T5CY4TQKFF'), toy_first('2026-01-01'), toy_is_valid(toy_bytes());",
                stdout=subprocess.PIPE, text=True).stdout.strip()
    program.expect("SQLite", asked == "028T5CY4TQKFF|81985529216486895|05GC77G000000|1", asked)


def ask_vectors(program, tree, generated, probe):
    run(os.environ.get("CXX", "c++"), "-std=c++20", "-O0", f"-I{tree / 'include'}", f"-I{generated}",
        tree / "tests/oracle/probe.cpp", "-o", probe)
    sys.path.insert(0, str(tree / "tests/oracle"))
    import vectors

    cases = list(vectors.requests_of(json.loads((tree / "tests/oracle/vectors/toy.json").read_text(encoding="utf-8"))))
    answers = run(probe, input="".join(request + "\n" for request, _ in cases), stdout=subprocess.PIPE,
                  text=True).stdout.splitlines()
    for (request, wanted), answer in zip(cases, answers, strict=True):
        program.expect(request, vectors.matches(wanted, answer), f"{answer}\nwanted {wanted}")


def main():
    parser = steps.arguments(argparse.ArgumentParser())
    parser.add_argument("--headers", type=pathlib.Path)
    args = parser.parse_args()

    tree = steps.copied(args.source, args.build / "tree")
    # The copy's own tests have this one among them: there the format is on the list already.
    added = (tree / "include/sortid/toy.hpp").exists()
    commands = [] if added else steps.carry_out(tree, "CONTRIBUTING.md", "## Adding a format")[1]

    program = Program(tree / "build/release/bin/sortid")
    if not args.headers:
        for lines in commands:
            run("bash", "-euxc", lines, cwd=tree)
        run("make", "-C", tree, "test")
        ask_all(program)
        ask_sqlite(program, tree / "build/release/lib/sqlite3/sortid")
        described = (tree / "docs/formats.md").read_text(encoding="utf-8")
        program.expect("docs/formats.md has its diagram", "timestamp 44" in described.partition("## toy")[2])
    ask_vectors(program, tree, args.headers or tree / "build/release/include", args.build / "probe")
    return program.ended("adding_a_format")


if __name__ == "__main__":
    sys.exit(main())
