#!/usr/bin/env python3
"""Puts the page together: web/, the JavaScript package, the documentation's words.

usage: build.py --package FOLDER --module FILE --into FOLDER [--source FOLDER]

--package is the built JavaScript package, --module the script that holds
the page's own WebAssembly. What the page says of formats and of reasons is taken from docs/formats.md and
docs/errors.md, where it stands for readers too.
"""

import argparse
import hashlib
import json
import pathlib
import re
import shutil

PAGE = {".html", ".css", ".js", ".svg"}


def spans(markdown):
    """A paragraph as strings, {code} and {em}; links to other pages keep their words, references in brackets go."""
    text = re.sub(r"\s+", " ", markdown).strip()
    text = re.sub(r" \(\[[^]]*\]\([^)]*\)\)", "", text)
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    parts = []
    for piece in re.split(r"(`[^`]+`|\*[^*]+\*)", text):
        if piece.startswith("`"):
            parts.append({"code": piece.strip("`")})
        elif piece.startswith("*"):
            parts.append({"em": piece.strip("*")})
        elif piece:
            parts.append(piece)
    return parts


def loaded(path, folder):
    """The files of the package that a script names."""
    return re.findall(rf"'(?:\./)?{folder}(\w+\.(?:js|wasm))'", path.read_text(encoding="utf-8")) if path.suffix == ".js" else []


def format_paragraphs(page):
    """By format: what stands between its heading and its layout."""
    found = {}
    for name, body in re.findall(r"^## ([a-z0-9-]+)\n(.*?)(?=^## |\Z)", page, re.M | re.S):
        prose, layout, _ = body.partition(f"<!-- generated: layout {name} -->")
        if not layout:
            raise SystemExit(f"docs/formats.md: no layout below the heading {name}")
        found[name] = [spans(paragraph) for paragraph in prose.split("\n\n") if paragraph.strip()]
    return found


def reason_sentences(page):
    """By reason: the row of the table that opens docs/errors.md."""
    rows = re.findall(r"^\| `([a-z]+)` \| (.+) \| (.+) \|$", page, re.M)
    return {name: {"wrong": spans(wrong), "position": spans(position)} for name, wrong, position in rows}


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--package", type=pathlib.Path, required=True)
    arguments.add_argument("--module", type=pathlib.Path, required=True)
    arguments.add_argument("--into", type=pathlib.Path, required=True)
    arguments.add_argument("--source", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    given = arguments.parse_args()

    shutil.rmtree(given.into, ignore_errors=True)
    (given.into / "sortid").mkdir(parents=True)
    for path in sorted((given.source / "web").iterdir()):
        if path.suffix in PAGE:
            shutil.copyfile(path, given.into / path.name)
    shutil.copyfile(given.module, given.into / "sortid" / given.module.name)
    named = [name for path in given.into.rglob("*.js") for name in loaded(path, "sortid/")] + loaded(given.module, "")
    while named:
        target = given.into / "sortid" / named.pop()
        if not target.exists():
            shutil.copyfile(given.package / target.name, target)
            named += loaded(target, "")

    docs = given.source / "docs"
    explained = (("formats", format_paragraphs((docs / "formats.md").read_text(encoding="utf-8"))),
                 ("reasons", reason_sentences((docs / "errors.md").read_text(encoding="utf-8"))))
    (given.into / "explanations.js").write_text("".join(
        f"export const {name} = {json.dumps(words, ensure_ascii=False)};\n" for name, words in explained), encoding="utf-8")

    # offline.js keeps these; their hash names the collection, so that a new build replaces the old one's.
    files = sorted(path for path in given.into.rglob("*") if path.is_file())
    names = ["./"] + [path.relative_to(given.into).as_posix() for path in files]
    content = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]
    (given.into / "files.js").write_text(f"self.page = {json.dumps({'name': content, 'files': names})};\n", encoding="utf-8")
    print(f"{given.into}: {len(files) + 1} files, {sum(path.stat().st_size for path in files)} bytes")


if __name__ == "__main__":
    main()
