#!/usr/bin/env python3
"""Checks the documentation against the tree: quotes, commands, links, completeness.

usage: check_docs.py [--bin path/to/sortid] [--write] [--only quotes|commands|links|complete] [FOLDER]

A comment before a block of code says where the block comes from:
  <!-- example: examples/parse.cpp#tag -->  the lines between `// [tag]` and `// [/tag]` of that file, word for word
  <!-- from: path -->                       consecutive lines of that file
  <!-- step: path -->                       a step that a test of tests/handbook carries out
  <!-- not run: why -->                     neither compiled nor run, and why
Blocks of C, C++, CMake, JavaScript and the shell must have one of them. `console` blocks need none: bash runs each line that begins
with "$ ", in an empty folder for each document, with `sortid` on its path, and must print the lines below, errors included.
There, … stands for any text within a line, and a line of … alone for any lines. --write brings the quotes up to date.
"""

import argparse
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

MARKED = {"cpp", "c++", "c", "cmake", "js", "sh", "bash", "shell"}
ANY = "…"
SEPARATOR = "\x1e"


def documents(folder):
    return sorted(folder.glob("*.md")) + sorted((folder / "docs").rglob("*.md"))


class Block:
    def __init__(self, path, line, language, marker):
        self.path, self.line, self.language, self.marker = path, line, language, marker
        self.lines = []


def blocks_and_prose(path):
    """The fenced blocks, and the lines outside them as (number, text)."""
    blocks, prose, current, before = [], [], None, ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if current is not None:
            if line.strip() == "```":
                blocks.append(current)
                current, before = None, ""
            else:
                current.lines.append(line)
        elif line.startswith("```"):
            current = Block(path, number, line[3:].strip(), re.fullmatch(r"<!-- (.*) -->", before))
        else:
            prose.append((number, line))
            if line.strip():
                before = line.strip()
    return blocks, prose


def region(file, tag):
    lines = file.read_text(encoding="utf-8").splitlines()
    marks = [number for number, line in enumerate(lines) if re.fullmatch(rf"\s*(//|#) \[/?{re.escape(tag)}\]", line)]
    if len(marks) != 2:
        raise ValueError(f"{file.name} has no region [{tag}]")
    return textwrap.dedent("\n".join(lines[marks[0] + 1:marks[1]])).split("\n")


def check_quotes(folder, write):
    for path in documents(folder):
        text = path.read_text(encoding="utf-8")
        for block in blocks_and_prose(path)[0]:
            where = f"{path.relative_to(folder)}:{block.line}"
            kind, _, what = (block.marker[1] if block.marker else "").partition(": ")
            if kind not in ("example", "from", "step", "not run"):
                if block.language in MARKED:
                    yield f"{where}: no word about where this block comes from"
                continue
            if kind in ("step", "not run"):
                continue
            name, _, tag = what.partition("#")
            file = folder / name
            if not file.is_file():
                yield f"{where}: there is no {name}"
                continue
            if kind == "from":
                if "\n".join(block.lines) + "\n" not in file.read_text(encoding="utf-8"):
                    yield f"{where}: these lines do not stand so in {name}"
                continue
            try:
                wanted = region(file, tag)
            except ValueError as error:
                yield f"{where}: {error}"
                continue
            if wanted == block.lines:
                continue
            if write:
                fence = f"{block.marker[0]}\n```{block.language}\n"
                text = text.replace(fence + "".join(f"{line}\n" for line in block.lines),
                                    fence + "".join(f"{line}\n" for line in wanted), 1)
            else:
                yield f"{where}: differs from {what}; run tools/check_docs.py --write"
        if write:
            path.write_text(text, encoding="utf-8")


def matches(expected, found):
    pattern = ""
    for line in expected:
        if line == ANY:
            pattern += r"(?:[^\n]*\n)*?"
        else:
            pattern += r"[^\n]*?".join(re.escape(piece) for piece in line.split(ANY)) + r"\n"
    return re.fullmatch(pattern, found) is not None


def run_block(block, folder, program):
    steps = []
    for line in block.lines:
        if line.startswith("$ "):
            steps.append((line[2:], []))
        elif steps:
            steps[-1][1].append(line)
    script = "exec 2>&1\n" + "".join(
        f"{command}\n__status=$?; printf '{SEPARATOR}'; (exit $__status)\n" for command, _ in steps)
    environment = {**os.environ, "PATH": f"{pathlib.Path(program).resolve().parent}:{os.environ['PATH']}",
                   "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
    done = subprocess.run(["bash", "-c", script], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE)
    outputs = done.stdout.decode("utf-8", "replace").split(SEPARATOR)
    for (command, expected), found in zip(steps, outputs):
        if found and not found.endswith("\n"):
            found += "\n"
        if not matches(expected, found):
            yield command, "\n".join(expected), found.rstrip("\n")
    if len(outputs) != len(steps) + 1:
        yield "(the block)", f"{len(steps)} commands", f"{len(outputs) - 1} came to an end"


def check_commands(folder, program):
    for path in documents(folder):
        with tempfile.TemporaryDirectory() as work:
            for block in blocks_and_prose(path)[0]:
                if block.language != "console" or (block.marker and block.marker[1].startswith("not run: ")):
                    continue
                for command, expected, found in run_block(block, work, program):
                    yield (f"{path.relative_to(folder)}:{block.line}: $ {command}\n--- the document\n{expected}\n"
                           f"--- the program\n{found}\n---")


def slugs(path):
    seen = {}
    for _, line in blocks_and_prose(path)[1]:
        heading = re.match(r"#+ (.*)", line)
        if not heading:
            continue
        words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
        slug = re.sub(r"[^\w\- ]", "", words).strip().replace(" ", "-")
        seen[slug] = seen.get(slug, -1) + 1
        yield slug if seen[slug] == 0 else f"{slug}-{seen[slug]}"


def links(folder):
    for path in documents(folder):
        for number, line in blocks_and_prose(path)[1]:
            for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "`", line)):
                yield path, number, target


def check_links(folder):
    linked = set()
    for path, number, target in links(folder):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (path.parent / name).resolve() if name else path
        if file != path:
            linked.add(file)
        where = f"{path.relative_to(folder)}:{number}"
        if not file.exists():
            yield f"{where}: nothing stands at {target}"
        elif anchor and file.suffix == ".md" and anchor not in slugs(file):
            yield f"{where}: {name or 'this page'} has no heading #{anchor}"
    for path in sorted((folder / "docs").rglob("*.md")):
        if path.resolve() not in linked:
            yield f"{path.relative_to(folder)}: no page links here"


def check_complete(folder):
    guide = (folder / "docs/guide.md").read_text(encoding="utf-8")
    for header in sorted((folder / "include/sortid").glob("*.hpp*")):
        name = f"sortid/{header.name.removesuffix('.in')}"
        if name not in guide:
            yield f"docs/guide.md: says nothing of {name}"
    # The list of decisions: each page once, by its number, under the title at its top.
    pages = sorted((folder / "docs/decisions").glob("[0-9]*.md"))
    listed = [line for line in (folder / "docs/decisions/README.md").read_text(encoding="utf-8").splitlines()
              if line.startswith("- ")]
    expected = []
    for page in pages:
        title = page.read_text(encoding="utf-8").splitlines()[0]
        number, _, words = title.removeprefix("# ").partition(". ")
        if number != page.name.partition("-")[0].lstrip("0"):
            yield f"{page.relative_to(folder)}: the title is not \"# NUMBER. WORDS\" with the number of the file"
        expected.append(f"- {number}: [{words}]({page.name})")
    for line, wanted in itertools.zip_longest(listed, expected, fillvalue="nothing"):
        if line != wanted:
            yield f"docs/decisions/README.md: {wanted!r} expected, found {line!r}"
            break
    tags, quoted = set(), set()
    for file in sorted([*(folder / "examples").glob("*.cpp"), *(folder / "examples").glob("*.c")]):
        for tag in re.findall(r"(?m)^\s*// \[([^/\]][^\]]*)\]$", file.read_text(encoding="utf-8")):
            tags.add(f"examples/{file.name}#{tag}")
    for path in documents(folder):
        quoted.update(block.marker[1].partition(": ")[2] for block in blocks_and_prose(path)[0] if block.marker)
    for tag in sorted(tags - quoted):
        yield f"{tag}: no page quotes it"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[1])
    parser.add_argument("--bin", default=os.environ.get("SORTID_BIN"), help="the program; $SORTID_BIN when left out")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", choices=("quotes", "commands", "links", "complete"))
    args = parser.parse_args()
    folder = args.folder.resolve()
    checks = {
        "quotes": lambda: check_quotes(folder, args.write),
        "links": lambda: check_links(folder),
        "complete": lambda: check_complete(folder),
        "commands": lambda: check_commands(folder, args.bin),
    }
    if args.only:
        checks = {args.only: checks[args.only]}
    if "commands" in checks and not args.bin:
        parser.error("--bin, or SORTID_BIN, must name the program")
    count = 0
    for check in checks.values():
        for problem in check():
            count += 1
            print(problem)
    print(f"docs: {len(documents(folder))} pages, {count} problems")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
