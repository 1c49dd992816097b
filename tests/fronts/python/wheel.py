#!/usr/bin/env python3
"""Builds the wheel from the checkout and installs it into the environments of the tests.

usage: wheel.py SOURCE WERROR

ccache supplies the core's objects from the release build.
It also checks the wheel's files, its stable-ABI tag and the symbols that its module exports.
"""

import pathlib
import shutil
import subprocess
import sys
import zipfile

SOURCE = pathlib.Path(sys.argv[1]).resolve()
INTO = SOURCE / "build" / "python"
ENVIRONMENTS = ["env", "pandas2"]
PYTHON = INTO / "env" / "bin" / "python"


def run(*command, **options):
    subprocess.run([str(word) for word in command], check=True, stdin=subprocess.DEVNULL, **options)


def main():
    for env in ENVIRONMENTS:
        if not (INTO / f"{env}.stamp").exists():
            absent = INTO / f"{env}.absent"
            sys.exit("no test environment: " + (absent.read_text() if absent.exists() else "run tests/fronts/python/install.sh"))
    wheels = INTO / "wheel"
    shutil.rmtree(wheels, ignore_errors=True)
    pip = [PYTHON, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "wheel", SOURCE, "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", wheels,
        f"--config-settings=build-dir={SOURCE / 'build/python-module'}",
        f"--config-settings=cmake.define.SORTID_WERROR={sys.argv[2]}")
    wheel, = wheels.glob("*.whl")
    version = (SOURCE / "VERSION").read_text().strip()
    assert wheel.name.startswith(f"sortid-{version}-cp311-abi3-linux_"), wheel.name
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    sources = SOURCE / "bindings" / "python" / "sortid"
    package = {f"sortid/{path.relative_to(sources)}" for path in sources.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert names == package | {"sortid/_core.abi3.so", "sortid/_core.pyi"}, names ^ package
    for env in ENVIRONMENTS:
        run(INTO / env / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "install", "--no-deps", "--no-index",
            "--force-reinstall", wheel)
    module = next((INTO / "env").glob("lib/python3*/site-packages/sortid/_core.abi3.so"))
    shown = subprocess.run(["nm", "-D", "--defined-only", module], check=True, capture_output=True, text=True).stdout
    plugin = [f"_polars_plugin_{name}" for name in ("field_sortid", "get_last_error_message", "get_version", "sortid")]
    assert sorted(line.split()[-1] for line in shown.splitlines()) == ["PyInit__core", *plugin], shown
    print(f"{wheel.name}: {wheel.stat().st_size // 1024} KiB")


main()
