#!/usr/bin/env python3
"""Writes the Go module as a module proxy serves it: usage: go_module.py FOLDER [SECONDS]"""

import json
import pathlib
import re
import sys
import time

import archives

SOURCE = pathlib.Path(__file__).resolve().parents[2]
VERSION = "v" + (SOURCE / "VERSION").read_text(encoding="utf-8").strip()


def write(into, seconds):
    package = SOURCE / "bindings/go"
    module = re.search(r"^module (\S+)", (package / "go.mod").read_text(encoding="utf-8"), re.M)[1]
    files = {path.relative_to(package): path for path in package.rglob("*")
             if path.suffix in (".go", ".dat", ".mod") and not path.name.endswith("_test.go")}
    files["LICENSE"] = SOURCE / "LICENSE"
    folder = into / module / "@v"
    folder.mkdir(parents=True)
    (folder / "list").write_text(VERSION + "\n", encoding="utf-8")
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
    (folder / f"{VERSION}.info").write_text(json.dumps({"Version": VERSION, "Time": at}), encoding="utf-8")
    (folder / f"{VERSION}.mod").write_bytes((package / "go.mod").read_bytes())
    archives.write_zip(folder / f"{VERSION}.zip", {f"{module}@{VERSION}/{name}": path for name, path in files.items()}, seconds)


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 315532800)
