#!/usr/bin/env python3
"""Draws charts from the figures of pages: one id parsed by sortid and by the fastest strict library (docs/speed.md), and rows with
ids as keys (docs/order.md)."""

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"
# Columns of the page's table: operation, fastest peer, language, ns per id, ÷ sortid, ÷ header only, strict.
STRICT = re.compile(r"\| `one/(\S+)/parse` +\| (.+?) +\| (\w+) +\| +([\d.,]+) \| +([\d.]+) \| [^|]*\| yes ")
# Engine, key, rows a second by those of random UUIDs.
KEYS = re.compile(r"\| (\w+) +\| (.+?) +\| +([\d.]+) \|")
WIDTH, LEFT, BAR, GAP, TOP = 720, 96, 14, 22, 34
STYLE = ("text{font:13px system-ui,sans-serif;fill:#1f2328}.ours{fill:#1a7f37}.theirs{fill:#8c959f}"
         "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.ours{fill:#3fb950}.theirs{fill:#6e7681}}")


def bars(heading, groups):
    """`groups` are (name, [(length, words, class)])."""
    widest = max(length for _, own in groups for length, *_ in own)
    room = max(170, *(7 * len(words) for _, own in groups for _, words, _ in own))
    parts = [f'<text x="{LEFT}" y="18">{heading}</text>']
    y = TOP
    for name, own in groups:
        parts.append(f'<text x="{LEFT - 8}" y="{y + BAR + 4}" text-anchor="end">{name}</text>')
        for length, words, kind in own:
            width = round(length / widest * (WIDTH - LEFT - room), 1)
            parts.append(f'<rect class="{kind}" x="{LEFT}" y="{y}" width="{width}" height="{BAR}"/>'
                         f'<text x="{LEFT + width + 6}" y="{y + BAR - 3}">{words}</text>')
            y += BAR + 2
        y += GAP - BAR
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}">'
            f"<style>{STYLE}</style>\n" + "\n".join(parts) + "\n</svg>\n")


def parse():
    page = (DOCS / "speed.md").read_text(encoding="utf-8")
    rows = STRICT.findall(page[page.index("<!-- figures: peers -->"):])
    return bars("nanoseconds to parse one id: sortid, and the fastest library that rejects every invalid text", [
        (name, [(ours := float(ns) / float(ratio), f"{ours:.1f} sortid", "ours"), (float(ns), f"{float(ns):g} {peer}, {language}", "theirs")])
        for name, peer, language, ns, ratio in rows])


def keys():
    page = (DOCS / "order.md").read_text(encoding="utf-8")
    groups = {}
    for engine, key, ratio in KEYS.findall(page[page.index("<!-- figures: keys -->"):]):
        groups.setdefault(engine, []).append((float(ratio), f"{ratio} {key}", "theirs" if "random" in key else "ours"))
    return bars("rows inserted a second, by those with a random UUID as key", list(groups.items()))


CHARTS = {DOCS / "images" / "parse.svg": parse, DOCS / "images" / "keys.svg": keys}

if __name__ == "__main__":
    for path, draw in CHARTS.items():
        path.write_text(draw(), encoding="utf-8")
