#!/usr/bin/env python3
"""Draws the README's chart from the figures of docs/speed.md: one id parsed by sortid, and by the fastest strict library."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE, CHART = ROOT / "docs" / "speed.md", ROOT / "docs" / "images" / "parse.svg"
# Columns of the page's table: operation, fastest peer, language, ns per id, ÷ sortid, ÷ header only, strict.
STRICT = re.compile(r"\| `one/(\S+)/parse` +\| (.+?) +\| (\w+) +\| +([\d.,]+) \| +([\d.]+) \| [^|]*\| yes ")
WIDTH, LEFT, BAR, GAP, TOP = 720, 96, 14, 22, 34
STYLE = ("text{font:13px system-ui,sans-serif;fill:#1f2328}.ours{fill:#1a7f37}.theirs{fill:#8c959f}"
         "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.ours{fill:#3fb950}.theirs{fill:#6e7681}}")


def chart(page):
    rows = STRICT.findall(page[page.index("<!-- figures: peers -->"):])
    pairs = [(name, peer, language, float(ns), float(ns) / float(ratio)) for name, peer, language, ns, ratio in rows]
    widest = max(ns for _, _, _, ns, _ in pairs)
    parts = [f'<text x="{LEFT}" y="18">nanoseconds to parse one id: sortid, and the fastest library that rejects '
             "every invalid text</text>"]
    y = TOP
    for name, peer, language, ns, ours in pairs:
        parts.append(f'<text x="{LEFT - 8}" y="{y + BAR + 4}" text-anchor="end">{name}</text>')
        for length, words, kind in ((ours, f"{ours:.1f} sortid", "ours"), (ns, f"{ns:g} {peer}, {language}", "theirs")):
            width = round(length / widest * (WIDTH - LEFT - 170), 1)
            parts.append(f'<rect class="{kind}" x="{LEFT}" y="{y}" width="{width}" height="{BAR}"/>'
                         f'<text x="{LEFT + width + 6}" y="{y + BAR - 3}">{words}</text>')
            y += BAR + 2
        y += GAP - BAR
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}">'
            f"<style>{STYLE}</style>\n" + "\n".join(parts) + "\n</svg>\n")


if __name__ == "__main__":
    CHART.write_text(chart(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
