#!/usr/bin/env python3
"""What is net of a floor is told from noise, and a page says so: bench/figures.py and bench/databases/page.py. The chart of the
README is drawn from the page's figures.

usage: figures_check.py SOURCE
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(SOURCE / "bench"))
import chart  # noqa: E402
import figures  # noqa: E402

# Samples of a statement, of the same without the call, and what is known of the call.
CASES = (
    ([200, 201, 203, 209], [100, 101, 102, 108], (100, False)),
    ([100, 107, 109, 112], [101, 104, 106, 110], (10, True)),   # shorter with the call than without it: noise
    ([103, 109, 111, 119], [101, 105, 107, 111], (12, True)),   # longer, but by less than either differs from itself
    ([101, 101, 101, 101], [100, 100, 100, 100], (1, False)),
)
A_PAGE = "# Databases\n\n<!-- figures: sqlite -->\n<!-- /figures -->\n"
A_TABLE = [
    {"machine": "m", "cores": 1, "system": "s", "tools": {"g++": "1"}, "date": "d"},
    {"server": "SQLite 3", "bench": "sqlite/new id", "subject": "a", "value": 80, "unit": "ns", "base": "a", "ratio": 1},
    {"server": "SQLite 3", "bench": "sqlite/new id", "subject": "b", "value": 2, "unit": "ns", "base": "a",
     "ratio": 0.025, "bound": True},
    {"server": "SQLite 3", "bench": "sqlite/new id", "subject": "c", "value": 2, "unit": "ns", "base": "a",
     "ratio": 40.0, "bound": True, "speed": True},
]


def main():
    failed = 0

    def expect(what, wanted, found):
        nonlocal failed
        if wanted != found:
            failed += 1
            print(f"FAILED {what}: wanted {wanted!r}, found {found!r}")

    for having, without, wanted in CASES:
        expect(f"net of {having} and {without}", wanted, figures.net(having, without))
    with tempfile.TemporaryDirectory() as folder:
        page, rows = pathlib.Path(folder, "databases.md"), pathlib.Path(folder, "rows")
        page.write_text(A_PAGE)
        rows.write_text("\n".join(map(json.dumps, A_TABLE)))
        subprocess.run([sys.executable, SOURCE / "bench/databases/page.py", "--page", page, rows], check=True,
                       stdout=subprocess.DEVNULL)
        cells = [[cell.strip() for cell in line.split("|")[1:3]] for line in page.read_text().splitlines() if line.startswith("| ")]
        expect("a bound in a table", [["b", "< 2.00 (< 0.03)"], ["c", "< 2.00 (> 40.0)"]], cells[-2:])
    for path, draw in chart.CHARTS.items():
        expect(f"{path.name}, by bench/chart.py", True, path.read_text() == draw())
    for page in sorted(SOURCE.glob("docs/*.md")):
        for block in re.findall(r"<!-- figures: \w+ -->.*?<!-- /figures -->", page.read_text(), re.S):
            expect(f"{page.name}: figures below 0", [], re.findall(r"\|\s*(-[\d.,]+)", block))
    print(f"figures: {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
