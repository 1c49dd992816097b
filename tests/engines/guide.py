"""The statements of a guide: what stands in blocks after `<!-- engine: NAME -->`.

A statement ends with a semicolon. `-- WHAT` behind it is its result: the cells of its rows, with `, ` between them; … stands for
anything. A statement without is run, or parsed, alone.
"""

import pathlib
import re

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"


def statements(page, engine):
    text = (DOCS / page).read_text(encoding="utf-8")
    found = []
    for block in re.findall(rf"<!-- engine: {engine} -->\n```sql\n(.*?)```", text, re.S):
        for statement, _, result in re.findall(r"(.*?);([ \t]*-- ([^\n]*))?(?:\n|$)", block, re.S):
            found.append((statement.strip(), result.strip() or None))
    assert found, f"{page} has no statements for {engine}"
    return found


def what_a_range_reads(engine):
    """What docs/engines.md says of an engine: the cell of its table of ranges."""
    table = (DOCS / "engines.md").read_text(encoding="utf-8").split("| engine | a range reads |")[1].split("\n\n")[0]
    (cell,) = re.findall(rf"^\| {engine} \| ([^|]*) \|", table, re.M)
    return cell


def matches(wanted, cells):
    found = ", ".join(cells)
    return re.fullmatch(".*".join(re.escape(part) for part in wanted.split("…")), found, re.S) is not None
