#!/usr/bin/env python3
"""Checks a site in a folder: every link leads to a file and an anchor of the site, no page loads anything from elsewhere, and every
name of docs/functions.json is in its language's reference.

usage: check.py SITE
"""

import html.parser
import json
import pathlib
import re
import sys
import urllib.parse

# The pages in which the names of a front end are looked up.
REFERENCES = {"C++": "cpp/*", "C": "c", "Python": "python/*", "JavaScript": "js/*", "PostgreSQL": "postgresql", "SQLite": "sqlite", "DuckDB": "duckdb"}
LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.loaded, self.text = set(), set(), set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (name == "name" and tag == "a"):
                self.anchors.add(value)
            elif value and name in ("href", "src"):
                self.links.add(value)
                if LOADED.get(tag) == name:
                    self.loaded.add(value)

    def handle_data(self, data):
        self.text.append(data)


def own_anchor(page, fragment):
    """The page of the tools reads its anchors by itself."""
    return not fragment or "inspector" in page.parts


def broken_links(site, pages):
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.loaded and parts.scheme != "data":
                    yield f"{path.relative_to(site)}: loads {link}"
                continue
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                yield f"{path.relative_to(site)}: {link} is not there"
            elif target in pages and not own_anchor(target, parts.fragment):
                if urllib.parse.unquote(parts.fragment) not in pages[target].anchors:
                    yield f"{path.relative_to(site)}: {link} has no such anchor"


def missing_names(site, pages):
    entries = json.loads((pathlib.Path(__file__).resolve().parent.parent / "docs/functions.json").read_text())
    for front, where in REFERENCES.items():
        of_front = [page for path, page in pages.items() if path.match(f"reference/{where}.html")]
        shown = set(re.findall(r"\w+", " ".join("".join(page.text) for page in of_front)))
        for name in (name for entry in sum(entries.values(), []) for name in entry["names"].get(front, "").split(", ")):
            if not name.startswith("sortid.") and not set(re.findall(r"\w+", name)) <= shown:
                yield f"the reference of {front} lacks {name}"


def main():
    site = pathlib.Path(sys.argv[1]).resolve()
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    wrong = sorted({*broken_links(site, pages), *missing_names(site, pages)})
    print(*wrong, sep="\n")
    print(f"site: {len(pages)} pages, {len(wrong)} problems")
    sys.exit(1 if wrong else 0)


main()
