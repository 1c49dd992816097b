#!/usr/bin/env python3
"""Writes a release of the extension alone, for PGXN and for Debian's tools: sortid-VERSION.zip in the folder named.

usage: release.py FOLDER

In it stand the extension's files, what it needs of the core below core/, and what is made from VERSION: META.json and
debian/changelog, debian/control. It builds and tests as the tree here does.
"""

import email.utils
import os
import pathlib
import subprocess
import sys
import time
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
CORE = HERE.parents[1]
CORE_FILES = ("VERSION", "LICENSE", "docs/functions.json", "src/batch/target.hpp", "src/pool/node_pool.cpp",
              *(f"src/pool/stores/{name}" for name in ("open_sockets.hpp", "postgres_kind.cpp", "postgres_node_store.cpp", "time_limit.hpp")))
CORE_FOLDERS = ("include/sortid", "src/clock", "src/mask", "src/order", "src/random", "src/system", "tests/oracle/vectors")
LEFT_OUT = {"CMakeLists.txt", "META.json.in", ".gitignore"}
# The plain SQL script is no part of the extension; the tests of clients ask for more than a server.
LEFT_OUT_FOLDERS = {"__pycache__", "pure", "clients"}


def released(version):
    """The instant of the release, for Debian's changelog: that of the commit, so that a release can be made again."""
    asked = subprocess.run(["git", "-C", CORE, "log", "-1", "--format=%ct"], capture_output=True, text=True)
    return int(os.environ.get("SOURCE_DATE_EPOCH") or asked.stdout.strip() or time.time())


def contents(version):
    """Yields (name in the release, bytes, executable)."""
    for path in sorted(HERE.rglob("*")):
        inside = path.relative_to(HERE)
        if path.is_file() and path.name not in LEFT_OUT and not LEFT_OUT_FOLDERS.intersection(inside.parts):
            yield inside.as_posix(), path.read_bytes(), os.access(path, os.X_OK)
    for name in CORE_FILES:
        yield f"core/{name}", (CORE / name).read_bytes(), False
    for folder in CORE_FOLDERS:
        for path in sorted((CORE / folder).rglob("*")):
            if path.is_file():
                yield f"core/{path.relative_to(CORE).as_posix()}", path.read_bytes(), False
    yield "docs/postgresql.md", (CORE / "docs/postgresql.md").read_bytes(), False
    yield "META.json", (HERE / "META.json.in").read_text().replace("@VERSION@", version).encode(), False
    maintainer = next(line.partition(": ")[2] for line in (HERE / "debian/control.in").read_text().splitlines()
                      if line.startswith("Maintainer:"))
    date = email.utils.formatdate(released(version))
    yield ("debian/changelog", f"postgresql-sortid ({version}) unstable; urgency=medium\n\n  * See CHANGELOG.md of "
           f"sortid.\n\n -- {maintainer}  {date}\n".encode(), False)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    version = (CORE / "VERSION").read_text().strip()
    target = pathlib.Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    archive = target / f"sortid-{version}.zip"
    stamp = time.gmtime(released(version))[:6]
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data, executable in contents(version):
            entry = zipfile.ZipInfo(f"sortid-{version}/{name}", stamp)
            entry.external_attr = (0o100755 if executable else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(entry, data)
    print(archive)


if __name__ == "__main__":
    main()
