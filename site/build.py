#!/usr/bin/env python3
"""Makes the documentation's site from the guides and the sources: pages that work from a folder, without a server.

usage: build.py --page DIR --package DIR --modules DIR --version FILE --sqlite FILE --duckdb FILE INTO

DIRs are the built page, the built npm package and the node_modules with esbuild; FILEs are the generated header of the version and
the built extensions. INTO is made anew.
"""

import argparse
import base64
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import reference

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent
PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LAYOUT = re.compile(r"(?<=<!-- generated: layout )(\S+) -->\n```text\n.*\n\+-.*\n\|(.*)\|\n\+-.*\n```")
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")


def stage(into):
    """Copies the guides and what they link to."""
    guides = [SOURCE / name for name in PAGES] + sorted((SOURCE / "docs").rglob("*.md"))
    waiting, seen = list(guides), set(guides)
    while waiting:
        page = waiting.pop()
        text = page.read_text()
        for target, _ in LINK.findall(FENCED.sub("", text)):
            linked = (page.parent / target).resolve()
            if "://" in target or linked in seen or not linked.exists():
                continue
            if linked.is_dir():  # which no page can be
                text = re.sub(rf"\[([^]]*)\]\({re.escape(target)}\)", r"\1", text)
            elif linked.suffix == ".md":
                waiting.append(linked)
            else:
                copy = into / linked.relative_to(SOURCE)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(linked, copy)
            seen.add(linked)
        text, drawn = LAYOUT.subn(picture, text)
        if page.name == "formats.md" and drawn != text.count("<!-- generated: layout"):
            sys.exit(f"{page}: a layout whose diagram is not understood")
        place = into / page.relative_to(SOURCE)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text if page in guides else f"---\norphan: true\n---\n{text}")
    for page, tail in (("README.md", contents()), ("docs/decisions/README.md", tree("Decisions", ["*"], ":glob:\n"))):
        (into / page).write_text((into / page).read_text() + tail)


def picture(found):
    """A layout's diagram as bands of the fields' widths, and what each is."""
    fields = [re.fullmatch(r"(.*?) (\d+)( = \d+)?", cell.strip()).groups() for cell in found[2].split("|")]
    high = sum(int(bits) for _, bits, _ in fields)
    bands, legend = "", ""
    for place, (name, bits, value) in enumerate(fields):
        bands += f'<span class="band band-{place % 6}" style="flex-grow:{bits}">{bits if int(bits) > 9 else ""}</span>'
        legend += f'<li><span class="band band-{place % 6}"></span> {name}{value or ""}, {bits} bits: {high - 1} to {high - int(bits)}</li>'
        high -= int(bits)
    said = ", ".join(f"{name} {bits} bits" for name, bits, _ in fields)
    return f'{found[1]} -->\n\n<div class="layout"><div class="bands" role="img" aria-label="Layout of {found[1]}, most significant first: {said}">{bands}</div><ul>{legend}</ul></div>\n'


def contents():
    """The tree of pages, in the order of the README's own lists."""
    more = (SOURCE / "README.md").read_text().split("\n## More\n")[1]
    lists = {title: [target for target, _ in LINK.findall(listed)]
             for title, listed in re.findall(r"^([A-Z][\w ]+): (.*?)\n\n", more, re.MULTILINE | re.DOTALL)}
    listed = {page for pages in lists.values() for page in pages}
    others = [str(page.relative_to(SOURCE)) for page in sorted((SOURCE / "docs").glob("*.md"))]
    lists = {"Guides": lists.pop("Guides"), "Reference": lists.pop("Reference"),
             "Every name": [f"reference/{page}.md" for page in ("names", "cpp", "c", "python", "js", "postgresql", "sqlite", "duckdb")]} | lists
    lists["Project"] = [page for page in [*PAGES[1:], *others] if page not in listed]
    return "".join(tree(title, pages) for title, pages in lists.items())


def tree(title, pages, options=""):
    return f"\n:::{{toctree}}\n:caption: {title}\n:hidden:\n{options}\n" + "\n".join(pages) + "\n:::\n"


def run(*command, **options):
    subprocess.run([str(word) for word in command], check=True, stdin=subprocess.DEVNULL, **options)


def inspector(page, package, esbuild, scratch, into):
    """The page as one file, since a browser loads neither modules nor WebAssembly from a folder: by the package's entry that has both in
    its script. Its policy names the two parts by their digests."""
    shutil.copytree(page, scratch)
    for script in package.glob("*.js"):
        shutil.copy(script, scratch / "sortid")
    shutil.copy(package / "embedded.js", scratch / "sortid" / "web.js")
    for source, kind, whole in (("page.js", "esm", "whole.js"), ("find_worker.js", "iife", "worker.js")):
        run(esbuild, source, "--bundle", f"--format={kind}", "--minify", "--log-level=warning", f"--outfile={whole}", cwd=scratch)
    script, worker, style = ((scratch / name).read_text().replace("</script", "<\\/script") for name in ("whole.js", "worker.js", "page.css"))
    digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (script, style)]
    policy = (f"default-src 'none'; script-src 'sha256-{digests[0]}' 'wasm-unsafe-eval'; style-src 'sha256-{digests[1]}'; img-src 'self' data: file:; "
              "worker-src blob:; base-uri 'none'; form-action 'none'")
    html = (scratch / "index.html").read_text()
    old_policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)[1]
    for wanted, put in ((old_policy, policy), ("<span>sortid</span>", '<a href="../index.html" title="The documentation">sortid</a>'),
                        ('<link rel="stylesheet" href="page.css">', f"<style>{style}</style>"),
                        ('<script type="module" src="page.js"></script>', f'<script type="text/plain" id="find-worker">{worker}</script><script type="module">{script}</script>')):
        if html.count(wanted) != 1:
            sys.exit(f"the page has {html.count(wanted)} times {wanted}")
        html = html.replace(wanted, put)
    into.mkdir()
    (into / "index.html").write_text(html)
    shutil.copy(page / "icon.svg", into)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("--page", "--package", "--wheel", "--modules", "--version", "--sqlite", "--duckdb"):  # programs are run in other folders
        parser.add_argument(option, type=lambda path: pathlib.Path(path).resolve(), required=True)
    parser.add_argument("into", type=pathlib.Path)
    given = parser.parse_args()
    into = given.into.resolve()
    shutil.rmtree(into, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        stage(scratch / "pages")
        reference.write(SOURCE, given.version, given.wheel, given.package, given.sqlite, given.duckdb,
                        scratch / "pages" / "reference")
        run(sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going", "-c", HERE, scratch / "pages", into)
        shutil.rmtree(into / ".doctrees", ignore_errors=True)
        shutil.copy(into / "README.html", into / "index.html")
        inspector(given.page, given.package, given.modules / ".bin" / "esbuild", scratch / "page", into / "inspector")


if __name__ == "__main__":
    main()
