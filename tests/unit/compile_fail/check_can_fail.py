"""The compile-fail check itself can fail: each way of being wrong is fed to it."""

import argparse
import pathlib
import subprocess
import sys
import tempfile

GUARDED = "#ifdef SHOULD_FAIL\nstatic_assert(false, \"the reason\");\n#endif\n"
CASES = {  # name: (source, does the check pass)
    "right": ("// error: the reason\n" + GUARDED, True),
    "no first line": (GUARDED, False),
    "another reason": ("// error: some other reason\n" + GUARDED, False),
    "compiles anyway": ("// error: the reason\nint x;\n", False),
    "never compiles": ("// error: the reason\nstatic_assert(false, \"the reason\");\n", False),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cxx", required=True)
    args = parser.parse_args()
    checker = pathlib.Path(__file__).with_name("check.py")
    failed = 0
    for name, (source, passes) in CASES.items():
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "case.cpp").write_text(source)
            done = subprocess.run([sys.executable, checker, "--cxx", args.cxx, folder], capture_output=True, text=True)
        if (done.returncode == 0) != passes:
            failed += 1
            print(f"FAILED {name}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    print(f"{len(CASES)} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
