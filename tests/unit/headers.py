"""Each public header compiles alone, may be included twice, and lives in two objects of one program.

Core headers do so without exceptions and RTTI. Adapters (headers that include another library's) are compiled with
the defaults, when that library is there; sortid.h is compiled as C and as C++.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
FOREIGN = re.compile(r'^\s*#\s*include\s*<((?:fmt|nlohmann|boost|absl)/[^>]+)>', re.M)


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode == 0, " ".join(map(str, command)) + "\n" + done.stdout + done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cxx", required=True)
    parser.add_argument("--cc", required=True)
    parser.add_argument("--include", action="append", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    args = parser.parse_args()

    shutil.rmtree(args.work, ignore_errors=True)
    args.work.mkdir(parents=True)
    includes = [f"-I{folder}" for folder in args.include]
    cxx = [args.cxx, "-std=c++20", *WARNINGS, *includes]

    core, adapters = [], []
    for folder in args.include:
        for header in sorted(folder.rglob("*.hpp")):
            name = header.relative_to(folder).as_posix()
            (adapters if FOREIGN.search(header.read_text()) else core).append((name, header))
    jobs = []

    def alone(name, flags, position):
        source = args.work / f"alone_{position}.cpp"
        source.write_text(f"#include <{name}>\n#include <{name}>\n")
        jobs.append((name, [*cxx, *flags, "-fsyntax-only", source]))

    for position, (name, _) in enumerate(core):
        alone(name, ["-fno-exceptions", "-fno-rtti"], position)
    skipped = []
    for position, (name, header) in enumerate(adapters, start=len(core)):
        foreign = FOREIGN.findall(header.read_text())
        probe = args.work / "probe.cpp"
        probe.write_text("".join(f"#include <{library}>\n" for library in foreign))
        if run([args.cxx, "-std=c++20", "-fsyntax-only", probe])[0]:
            alone(name, [], position)
        else:
            skipped.append(name)

    for folder in args.include:
        if (folder / "sortid.h").exists():
            for language, compiler, standard in (("c", args.cc, "c99"), ("c++", args.cxx, "c++20")):
                source = args.work / f"c_header.{'c' if language == 'c' else 'cpp'}"
                source.write_text("#include <sortid.h>\n#include <sortid.h>\nint sortid_header_test;\n")
                jobs.append((f"sortid.h as {language}", [compiler, f"-std={standard}", *WARNINGS, *includes,
                                                       "-fsyntax-only", source]))

    # Two objects with every core header: a function that is not inline is defined twice and does not link.
    everything = "".join(f"#include <{name}>\n" for name, _ in core)
    (args.work / "first.cpp").write_text(everything + "int second();\nint main() { return second(); }\n")
    (args.work / "second.cpp").write_text(everything + "int second();\nint second() { return 0; }\n")
    program = args.work / "twice"
    jobs.append(("twice in one program", [*cxx, args.work / "first.cpp", args.work / "second.cpp", "-o", program]))

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        for (name, _), (good, output) in zip(jobs, pool.map(lambda job: run(job[1]), jobs)):
            if not good:
                failed += 1
                print(f"FAILED {name}\n{output}")
    if not failed and not run([program])[0]:
        failed += 1
        print("FAILED running the program")
    for name in skipped:
        print(f"skipped {name}: its library is not installed")
    print(f"{len(jobs)} compilations, {failed} failed")
    return 1 if failed or not core else 0


if __name__ == "__main__":
    sys.exit(main())
