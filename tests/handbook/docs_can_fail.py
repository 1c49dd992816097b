#!/usr/bin/env python3
"""The checks of the documentation can fail: each fault, put into a copy of the tree, is found.

usage: docs_can_fail.py --source TREE --bin path/to/sortid
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

# What is wrong: (tool and arguments, file, what stands there, what stands there then)
FAULTS = {
    "a quote that drifted": (["check_docs", "--only", "quotes"], "README.md", "return 1;  // no entropy",
                             "return 2;  // no entropy"),
    "an example that drifted": (["check_docs", "--only", "quotes"], "examples/readme.cpp", "return 1;  // no entropy",
                                "return 2;  // no entropy"),
    "a region that is gone": (["check_docs", "--only", "quotes"], "examples/readme.cpp", "// [/all]", ""),
    "C++ from nowhere": (["check_docs", "--only", "quotes"], "docs/design.md", "# Design",
                         "# Design\n\n```cpp\nint i;\n```\n"),
    "JavaScript from nowhere": (["check_docs", "--only", "quotes"], "docs/design.md", "# Design",
                                "# Design\n\n```js\nulid();\n```\n"),
    "an output that differs": (["check_docs", "--only", "commands"], "docs/errors.md", "expected, found 123 at",
                               "expected, found 124 at"),
    "an output that is missing": (["check_docs", "--only", "commands"], "docs/cli.md", "1918655116723066557\n", ""),
    "a wrong exit code": (["check_docs", "--only", "commands"], "docs/cli.md", "sortid new --help\n2\n",
                          "sortid new --help\n1\n"),
    "a link to nothing": (["check_docs", "--only", "links"], "README.md", "(docs/guide.md)", "(docs/guides.md)"),
    "a link to no heading": (["check_docs", "--only", "links"], "docs/generators.md", "(#policies)", "(#policy)"),
    "a page that nobody finds": (["check_docs", "--only", "links"], "docs/lost.md", "", "# Lost\n"),
    "a header not in the guide": (["check_docs", "--only", "complete"], "docs/guide.md", "sortid/range.hpp", "ranges"),
    "an example that nobody quotes": (["check_docs", "--only", "complete"], "examples/readme.cpp", "// [/all]",
                                      "// [/all]\n// [more]\n// [/more]"),
    "a decision listed twice": (["check_docs", "--only", "complete"], "docs/decisions/README.md", "- 17: [",
                                "- 6: [Intervals are cut](0006-intervals-are-cut.md)\n- 17: ["),
    "a decision with another's number": (["check_docs", "--only", "complete"], "docs/decisions/0006-intervals-are-cut.md",
                                         "# 6. ", "# 4. "),
    "a table that drifted": (["tables", "--check"], "docs/formats.md", "| timestamp 48  ", "| timestamp 49  "),
    "a function whose sentence drifted": (["tables", "--check"], "docs/functions.json", "the smallest id of a millisecond",
                                          "the smallest id of a second"),
    "a format not described": (["tables", "--check"], "docs/formats.md", "<!-- generated: layout xid -->", ""),
}
COPIED = ("docs", "examples", "include", "tools", "tests/packages/consumers")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--bin", required=True)
    args = parser.parse_args()
    missed = 0
    for what, (tool, name, before, after) in FAULTS.items():
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder)
            for part in COPIED:
                shutil.copytree(args.source / part, tree / part, ignore=shutil.ignore_patterns("__pycache__"))
            for page in args.source.glob("*.md"):
                shutil.copy(page, tree)
            shutil.copy(args.source / "LICENSE", tree)
            path = tree / name
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            if before not in text:
                print(f"FAILED {what}: {name} has no {before!r}")
                missed += 1
                continue
            path.write_text(text.replace(before, after, 1), encoding="utf-8")
            done = subprocess.run([sys.executable, args.source / f"tools/{tool[0]}.py", *tool[1:], "--bin", args.bin,
                                   tree], capture_output=True, text=True)
            found = done.returncode == 1 and "Traceback" not in done.stderr
            print("found " if found else "FAILED", what)
            if not found:
                missed += 1
                print(done.stdout + done.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
