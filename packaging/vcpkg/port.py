#!/usr/bin/env python3
"""Writes the vcpkg port of this checkout, with the version that VERSION states.

usage: port.py [FOLDER]

The port is FOLDER/sortid; without a FOLDER it is build/vcpkg/sortid. Then:
  vcpkg install sortid --overlay-ports=build/vcpkg
"""

import json
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]


def manifest():
    host = [{"name": name, "host": True} for name in ("vcpkg-cmake", "vcpkg-cmake-config")]
    return {
        "name": "sortid",
        "version-semver": (SOURCE / "VERSION").read_text(encoding="utf-8").strip(),
        "description": "Sortable unique ids of every common format: ULID, TypeID, UUIDv7, EUID, Ulid-Flake, uid11, xid",
        "license": "MIT",
        "supports": "linux",
        "dependencies": host,
    }


def main():
    port = (pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCE / "build/vcpkg") / "sortid"
    port.mkdir(parents=True, exist_ok=True)
    (port / "vcpkg.json").write_text(json.dumps(manifest(), indent=2) + "\n", encoding="utf-8")
    shutil.copyfile(HERE / "portfile.cmake", port / "portfile.cmake")
    print(port)


if __name__ == "__main__":
    main()
