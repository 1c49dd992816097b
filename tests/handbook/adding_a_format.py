#!/usr/bin/env python3
"""Carries out CONTRIBUTING.md, "Adding a format", on a copy of the tree, and asks the program about the new format.

usage: adding_a_format.py --source TREE --build FOLDER [--headers INCLUDE]

The blocks of that page are the steps. One behind `<!-- step: path -->` becomes that file, is added at its end or, as a
diff, changes it; one behind `<!-- step: run -->` is run. If the page and the tree do not fit together any more, this test
fails. With --headers, the folder of the generated headers, it compiles the oracle's probe alone and asks it the vectors.
Without, it runs `make test` on the copy, and asks the program that came of it and the SQLite extension too.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

STEP = re.compile(r"<!-- step: (\S+) -->\n```(\w+)\n(.*?)^```$", re.S | re.M)
LEFT_BEHIND = shutil.ignore_patterns("build", ".git", "node_modules", "__pycache__")


def changed(text, diff, name):
    before = "".join(line[1:] + "\n" for line in diff.splitlines() if line[0] in " -")
    after = "".join(line[1:] + "\n" for line in diff.splitlines() if line[0] in " +")
    if text.count(before) != 1:
        sys.exit(f"stands {text.count(before)} times in {name}, not once:\n{before}")
    return text.replace(before, after)


def carry_out(tree, page, heading):
    """Changes the files by the steps below the heading, and returns the commands."""
    text = (tree / page).read_text(encoding="utf-8")
    commands = []
    for name, language, lines in STEP.findall(text[text.index(heading):]):
        path = tree / name
        print(f"step: {name}")
        if name == "run":
            commands.append(lines)
        elif language == "diff":
            path.write_text(changed(path.read_text(encoding="utf-8"), lines, name), encoding="utf-8")
        else:
            with open(path, "a", encoding="utf-8") as file:
                file.write(lines)
    return commands


def run(*command, **options):
    print("$", *command, flush=True)
    return subprocess.run([str(word) for word in command], check=True, **options)


class Program:
    def __init__(self, path):
        self.path = path
        self.failed = 0

    def ask(self, *arguments, exit_code=0):
        done = subprocess.run([self.path, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        self.expect(f"sortid {' '.join(arguments)}", done.returncode == exit_code,
                    f"{done.returncode} instead of {exit_code}\n{done.stdout}{done.stderr}")
        return done.stdout

    def expect(self, what, holds, found=""):
        print("ok    " if holds else "FAILED", what)
        if not holds:
            self.failed += 1
            print(found)


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
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--headers", type=pathlib.Path)
    args = parser.parse_args()

    tree = args.build / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(args.source, tree, ignore=LEFT_BEHIND)
    # The copy's own tests have this one among them: there the format is on the list already.
    added = (tree / "include/sortid/toy.hpp").exists()
    commands = [] if added else carry_out(tree, "CONTRIBUTING.md", "## Adding a format")

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
    print(f"adding_a_format: {program.failed} failed")
    return 1 if program.failed else 0


if __name__ == "__main__":
    sys.exit(main())
