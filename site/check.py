#!/usr/bin/env python3
"""Checks a site in a folder: every link leads to a file and an anchor of the site. With --browser, also what one without a network shows.

usage: check.py SITE [--browser]
"""

import html.parser
import pathlib
import shutil
import subprocess
import sys
import tempfile
import urllib.parse


SHOWN = (
    ("search.html?q=snowish", "formats.html#uid11-snowish"),
    ("inspector/index.html#id=01ARZ3NDEKTSV4RRFFQ69G5FAV", "2016-07-30T23:54:10.259Z"),
    ("python/sortid.html", 'id="ULID"'),
    ("js/index.html", "typeid"),
    ("cpp/classsortid_1_1ulid.html", "Milliseconds since 1970"),
    ("c/sortid_8h.html", "sortid_parse"),
)


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.anchors, self.links = set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (name == "name" and tag == "a"):
                self.anchors.add(value)
            elif value and name in ("href", "src"):
                self.links.add(value)


def own_anchor(page, fragment):
    """The page of the tools reads its anchors by itself, and Doxygen links to a section of nested classes where all of them are private."""
    return not fragment or "inspector" in page.parts or fragment == "nested-classes"


def broken_links(site):
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                yield f"{path.relative_to(site)}: {link} is not there"
            elif target in pages and not own_anchor(target, parts.fragment):
                if urllib.parse.unquote(parts.fragment) not in pages[target].anchors:
                    yield f"{path.relative_to(site)}: {link} has no such anchor"


def shown(address):
    """What a browser has made of a page, seconds after it was opened."""
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        sys.exit("no browser: tools/deps.sh test installs Chromium")
    with tempfile.TemporaryDirectory() as profile:
        done = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", "--virtual-time-budget=10000",
                               "--proxy-server=127.0.0.1:9", "--dump-dom", address], capture_output=True, text=True, check=True, timeout=120)
    return done.stdout


def main():
    site = pathlib.Path(sys.argv[1]).resolve()
    wrong = sorted(broken_links(site))
    for address, wanted in SHOWN if "--browser" in sys.argv else ():
        if wanted not in shown(f"{site.as_uri()}/{address}"):
            wrong.append(f"{address} does not show {wanted}")
    print(*wrong, sep="\n")
    print(f"site: {sum(1 for _ in site.rglob('*.html'))} pages, {len(wrong)} problems")
    sys.exit(1 if wrong else 0)


main()
