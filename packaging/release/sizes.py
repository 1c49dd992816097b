#!/usr/bin/env python3
"""Writes the sizes of what a release has into docs/releasing.md.

usage: sizes.py [FOLDER]    (dist)
"""

import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PAGE = SOURCE / "docs/releasing.md"


def rows(folder):
    version = (SOURCE / "VERSION").read_text(encoding="utf-8").strip()
    for path in sorted(folder.iterdir()):
        if path.suffix in {".gz", ".tgz", ".zip", ".whl", ".deb"}:
            yield f"| `{path.name.replace(version, 'VERSION')}` | {path.stat().st_size / 1000:,.0f} |"


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCE / "dist"
    table = "\n".join(["| file | kB |", "| --- | ---: |", *rows(folder)])
    text = PAGE.read_text(encoding="utf-8")
    written = re.sub(r"(<!-- sizes -->\n).*?(<!-- end sizes -->)", lambda m: f"{m[1]}{table}\n{m[2]}", text,
                     flags=re.S)
    PAGE.write_text(written, encoding="utf-8")


if __name__ == "__main__":
    main()
