"""What the measuring programs share: the machine in words, figures as JSON lines, tables in Markdown."""

import datetime
import json
import os
import platform
import re
import shutil
import subprocess
import sys

TOOLS = {"g++": "--version", "clang++": "--version", "clang++-19": "--version", "clang++-14": "--version",
         "go": "version", "rustc": "--version", "javac": "--version", "node": "--version", "python3": "--version"}


def version_of(tool):
    if not shutil.which(tool):
        return None
    done = subprocess.run([tool, TOOLS[tool]], capture_output=True, text=True)
    found = re.search(r"\d+(\.\d+)+", done.stdout)
    return found[0] if found else None


def about():
    """The line that opens a file of figures: where and when they were taken."""
    with open("/proc/cpuinfo") as info:
        model = re.search(r"model name\s*: (.*)", info.read())
    versions = {tool: version_of(tool) for tool in TOOLS}
    return {"machine": model[1] if model else platform.machine(), "cores": os.cpu_count(),
            "system": platform.freedesktop_os_release().get("PRETTY_NAME", platform.system()),
            "tools": {tool: version for tool, version in versions.items() if version},
            "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")}


def write(path, rows):
    with open(path, "w") as out:
        for row in rows:
            out.write(json.dumps(row, ensure_ascii=False) + "\n")


def read(text):
    """The rows of JSON lines; what is no object, such as a heading, is passed over."""
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def machine(about):
    """The line that opens each part of a page."""
    tools = ", ".join(f"{tool} {version}" for tool, version in about["tools"].items())
    return f"{about['machine']}, {about['cores']} cores, {about['system']}; {tools}; {about['date']}."


def fill(path, begun, part):
    """Writes what stands between `<!-- figures: NAME -->` and `<!-- /figures -->` of a page. `part(name)` is the machine
    and the table, or None: then what is there stays. A block without a line of its machine has that of the block before it. A
    page that does not exist begins as `begun`, {name: title}, says."""
    page = f"# {path.stem.capitalize()}\n" + "".join(
        f"\n## {title}\n\n<!-- figures: {name} -->\n<!-- /figures -->\n" for name, title in begun.items())
    if path.exists():
        page = path.read_text()
    read = written = ""

    def filled(block):
        nonlocal read, written
        if block[1] not in begun:
            sys.exit(f"{path}: no such part: {block[1]}")
        text = block[2]
        if re.match(r".+, \d+ cores, .+\n\n", text):
            read, text = text.split("\n\n", 1)
        found, here = part(block[1]), read
        if found:
            here, text = machine(found[0]), found[1] + "\n"
        else:
            print(f"{block[1]}: no figures; left as it is", file=sys.stderr)
        head = "" if here == written else f"{here}\n\n"
        written = here
        return f"<!-- figures: {block[1]} -->\n{head}{text}<!-- /figures -->"
    path.write_text(re.sub(r"<!-- figures: (\w+) -->\n(.*?)<!-- /figures -->", filled, page, flags=re.S))


def least(samples):
    """The shortest of several repetitions, which was disturbed least, and how far a quarter of them lie from it: what two
    measurements of the same thing may differ by."""
    ordered = sorted(samples)
    return ordered[0], ordered[len(ordered) // 4] - ordered[0]


def net(having, without):
    """What it takes to have a thing done: the samples of a statement with it, less those of the same without. As (value, is
    it but a bound): no difference that is smaller than the noise of both is given, only that it is no greater."""
    (more, noise), (less, noise_too) = least(having), least(without)
    difference, noise = more - less, noise + noise_too
    return (difference, False) if difference > noise else (max(difference, 0) + noise, True)


def number(value):
    """Three digits that count."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def table(head, rows, right=()):
    """Markdown; cells are aligned, so that a terminal shows it well too, the columns named in `right` to the right."""
    cells = [[str(cell) for cell in row] for row in [head, *rows]]
    widths = [max(3, *map(len, column)) for column in zip(*cells)]
    to_right = [name in right for name in head]

    def line(row):
        parts = (cell.rjust(width) if to else cell.ljust(width) for cell, width, to in zip(row, widths, to_right))
        return f"| {' | '.join(parts)} |"
    rule = line(["-" * (width - to) + ":" * to for width, to in zip(widths, to_right)])
    return "\n".join([line(cells[0]), rule, *map(line, cells[1:])])
