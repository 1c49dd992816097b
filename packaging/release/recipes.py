"""Recipes of other systems' packages for the files of a release, made of the templates in packaging/recipes.

A template says @NAME@ for each fact, of which VERSION, the files and their sums are the only places.
"""

import hashlib
import pathlib
import re

TEMPLATES = pathlib.Path(__file__).resolve().parents[1] / "recipes"


def digest(path, algorithm):
    return hashlib.new(algorithm, path.read_bytes()).hexdigest()


def facts(folder, version, url):
    source = folder / f"sortid-{version}-source.tar.gz"
    known = {"VERSION": version, "URL": url, "SOURCE": source.name, "SHA256": digest(source, "sha256"),
             "SHA512": digest(source, "sha512")}
    windows = folder / f"sortid-{version}-windows-x86_64.zip"
    if windows.exists():
        known.update(WINDOWS=windows.name, WINDOWS_FOLDER=windows.stem,
                     WINDOWS_SHA256=digest(windows, "sha256").upper())
    return known


def filled(template, known):
    """The text, or None if it needs a file that the release does not have."""
    if set(re.findall(r"@([A-Z0-9_]+)@", template)) - set(known):
        return None
    return re.sub(r"@([A-Z0-9_]+)@", lambda match: known[match[1]], template)


def written(folder, version, url):
    """The text of each recipe by its name. winget's come together or not at all."""
    known = facts(folder, version, url)
    templates = {path.relative_to(TEMPLATES).as_posix().removesuffix(".in"): path.read_text(encoding="utf-8")
                 for path in sorted(TEMPLATES.rglob("*.in"))}
    made = {name: filled(text, known) for name, text in templates.items()}
    lacking = {pathlib.PurePosixPath(name).parent for name, text in made.items() if text is None}
    return {name: text for name, text in made.items() if pathlib.PurePosixPath(name).parent not in lacking}
