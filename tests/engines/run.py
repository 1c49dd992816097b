#!/usr/bin/env python3
"""Runs the test of one engine in build/engines/env. usage: run.py ENGINE [PYTEST OPTION…]

Ends with 77, and says why, where the engine could not be had.
"""

import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
INTO = HERE.parents[1] / "build" / "engines"


def absent(engine):
    """Why the engine cannot be tested here; None where it can."""
    for part in ("tests", engine):
        if not (INTO / f"{part}.stamp").exists():
            why = INTO / f"{part}.absent"
            return why.read_text().strip() if why.exists() else f"run tests/engines/install.sh {engine}"
    if engine in ("spark", "flink", "trino", "kafka") and not shutil.which("java"):
        return "no java (tools/deps.sh test installs it)"
    return None


def main():
    engine, options = sys.argv[1], sys.argv[2:]
    if why := absent(engine):
        print(f"absent: {engine}: {why}")
        return 77
    # The package as it was built from this tree.
    wheels = sorted((INTO.parent / "python" / "wheel").glob("*.whl"))
    if len(wheels) != 1:
        print("no wheel: the test python_wheel builds it")
        return 1
    package = INTO / "package" / engine
    python = INTO / "env" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps", "--no-index", "--upgrade",
                    "--target", package, wheels[0]], check=True, stdin=subprocess.DEVNULL)
    environment = {**os.environ, "PYTHONPATH": f"{package}:{HERE}"}
    test = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", HERE / f"test_{engine}.py", *options]
    return subprocess.run(test, env=environment, stdin=subprocess.DEVNULL).returncode


if __name__ == "__main__":
    sys.exit(main())
