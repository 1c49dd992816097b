#!/usr/bin/env python3
"""What is released: the archive holds all that it is built from, and a library needs nothing but what it may.

usage: release_check.py --stage DIR [--pg-config PROGRAM]

--stage is what `make install DESTDIR=DIR` wrote from the tree. Of the archive, all that is made from VERSION and the template
is made and compared with what was installed, one source of each folder is compiled, and the library of the process that holds
numbers of pools is built.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent


def output(*command, **options):
    return subprocess.run([*map(str, command)], check=True, text=True, stdout=subprocess.PIPE, **options).stdout


def check_archive(stage, pg_config, folder):
    archive = pathlib.Path(output(sys.executable, HERE.parent / "release.py", folder).strip())
    with zipfile.ZipFile(archive) as file:
        file.extractall(folder)
    tree = folder / archive.stem
    version = (tree / "core/VERSION").read_text().strip()
    meta = json.loads((tree / "META.json").read_text())
    assert meta["version"] == meta["provides"]["sortid"]["version"] == version, meta
    for provided in meta["provides"]["sortid"]["file"], meta["provides"]["sortid"]["docfile"]:
        assert (tree / provided).is_file(), provided
    assert f"({version})" in (tree / "debian/changelog").read_text()
    made = ["sortid.control", f"sortid--{version}.sql"]
    make = "make", "-s", "-C", tree, f"PG_CONFIG={pg_config}", "with_llvm=no"
    output(*make, *made, "module.o", "chacha20.o")
    # Without optimisation, since it is not run here.
    output(*make, "-j2", "WARNINGS=-O0", "sortid_pool.so")
    missing = re.findall(r"\b_Z\w*6sortid\w*", output("nm", "-D", "--undefined-only", tree / "sortid_pool.so"))
    assert not missing, f"the archive has no source of {missing}"
    for name in made:
        installed = next(stage.rglob(name))
        assert (tree / name).read_bytes() == installed.read_bytes(), f"{name} of the archive is another one"
    # All sources are there: make knows how each object is made.
    assert "sortid.so" in output(*make, "-n")


def check_library(stage):
    system = r"libc\.so|ld-linux"
    for name, allowed in (("sortid.so", system), ("sortid_pool.so", rf"{system}|libpq\.so|libstdc\+\+|libgcc_s|libm\.so")):
        needed = re.findall(r"NEEDED.*\[(.*)\]", output("readelf", "-dW", next(stage.rglob(name))))
        assert all(re.match(allowed, other) for other in needed), f"{name} needs {needed}"
    library = next(stage.rglob("sortid.so"))
    symbols = output("nm", "-D", "--undefined-only", library)
    wrong = re.findall(r"\b(?:_Zn\w+|_Zd\w+|__cxa_(?!finalize)\w+|__gxx\w+)", symbols)
    assert not wrong, f"the library asks the C++ library for {wrong}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--stage", type=pathlib.Path, required=True)
    parser.add_argument("--pg-config", default="pg_config")
    arguments = parser.parse_args()
    check_library(arguments.stage)
    with tempfile.TemporaryDirectory() as folder:
        check_archive(arguments.stage, arguments.pg_config, pathlib.Path(folder))
    print("release: as it should be")


if __name__ == "__main__":
    main()
