"""The steps of a page of the handbook, carried out on a copy of the tree.

The blocks of a section are its steps. One behind `<!-- step: path -->` becomes that file, is added at its end or, as a diff, changes
it; one behind `<!-- step: run -->` is run. If the page and the tree do not fit together any more, the test fails.
"""

import pathlib
import re
import shutil
import subprocess
import sys

STEP = re.compile(r"<!-- step: (\S+) -->\n```(\w+)\n(.*?)^```$", re.S | re.M)
LEFT_BEHIND = shutil.ignore_patterns("build", ".git", "node_modules", "__pycache__")


def copied(source, tree, parts=(".",)):
    shutil.rmtree(tree, ignore_errors=True)
    for part in parts:
        shutil.copytree(source / part, tree / part, ignore=LEFT_BEHIND, dirs_exist_ok=True)
    return tree


def section(tree, page, heading):
    """From the heading to the next one of its level."""
    text = (tree / page).read_text(encoding="utf-8")
    begin, fenced, end = text.index(heading), False, 0
    for line in text[begin:].splitlines(keepends=True):
        if line.startswith("```"):
            fenced = not fenced
        if end and not fenced and line.startswith(f"{heading.split()[0]} "):
            break
        end += len(line)
    return text[begin:begin + end]


def changed(text, diff, name):
    before = "".join(line[1:] + "\n" for line in diff.splitlines() if line[0] in " -")
    after = "".join(line[1:] + "\n" for line in diff.splitlines() if line[0] in " +")
    if text.count(before) != 1:
        sys.exit(f"stands {text.count(before)} times in {name}, not once:\n{before}")
    return text.replace(before, after)


def carry_out(tree, page, heading):
    """Changes the files by the steps below the heading, and returns their names and the commands."""
    names, commands = {}, []
    for name, language, lines in STEP.findall(section(tree, page, heading)):
        print(f"step: {name}")
        if name == "run":
            commands.append(lines)
            continue
        path = tree / name
        names[name] = True
        if language == "diff":
            path.write_text(changed(path.read_text(encoding="utf-8"), lines, name), encoding="utf-8")
        else:
            with open(path, "a", encoding="utf-8") as file:
                file.write(lines)
    return list(names), commands


def run(*command, **options):
    print("$", *command, flush=True)
    return subprocess.run([str(word) for word in command], check=True, **options)


class Outcome:
    """What was expected, a line each."""

    def __init__(self):
        self.failed = 0

    def expect(self, what, holds, found=""):
        print("ok    " if holds else "FAILED", what)
        if not holds:
            self.failed += 1
            print(found)

    def ended(self, test):
        print(f"{test}: {self.failed} failed")
        return 1 if self.failed else 0


def arguments(parser, *required):
    for name in ("source", "build", *required):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    return parser
