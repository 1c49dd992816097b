#!/usr/bin/env python3
"""What the ports of a processor allow a kernel: the loops of a kernel set as the compiler makes them, and llvm-mca's model of
each. A loop's cycles are of all ids that it handles at once: `bound` is what its busiest port, or the dispatch, needs, and
`cycles` what the model takes with its windows and latencies. Nothing is measured; any machine of the kind gives the same."""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
ITERATIONS = 1_000
LEAST = 10  # vector instructions; loops with fewer only clear or copy
FLAGS = ["-O3", "-DNDEBUG", "-std=c++20", "-fPIC", "-fvisibility=hidden", "-fvisibility-inlines-hidden"]


def shapes():
    """The names of text_shape, by number."""
    text = (ROOT / "include/sortid/detail/kernels.hpp").read_text()
    return re.search(r"enum class text_shape .*?\{(.*?)\}", text, re.S)[1].replace(" ", "").split(",")


def functions(assembly):
    """(shape, read or write) and the lines of the functions that do it: a compiler may leave the loop in one of its own."""
    found, lines = {}, assembly.split("\n")
    for at, line in enumerate(lines):
        name = re.match(r"_ZN.*lane_loopsI.*?text_shapeE(\d)EE\d+(read|write)(?!_one)\w*:", line)
        if name:
            end = next(i for i in range(at, len(lines)) if lines[i].lstrip().startswith(".size"))
            found.setdefault((shapes()[int(name[1])], name[2]), []).append(lines[at + 1:end])
    return found


def loop_from(lines, begin, labels):
    """The instructions from a label back to it where no forward branch is taken: compilers put what is unlikely elsewhere.
    None where that is no loop."""
    body, at, seen = [], begin, set()
    while at < len(lines) and at not in seen:
        seen.add(at)
        line = lines[at].split("#")[0].strip()
        at += 1
        if not line or line.startswith(".") or line.endswith(":"):
            continue
        body.append(line)
        jump = re.match(r"(j\w+)\s+(\.L\w+)", line)
        if jump and labels[jump[2]] == begin:
            return body
        if jump and jump[1] == "jmp":
            at = labels[jump[2]]
        elif line.startswith(("call", "ret")):
            return None
    return None


def vectors(body):
    return sum("%ymm" in line or "%xmm" in line for line in body)


def innermost_loop(functions):
    """The shortest of the loops that handles ids in the widest registers: the tail has narrower ones, and a loop around another
    has its instructions too."""
    loops = []
    for lines in functions:
        labels = {line[:-1]: at for at, line in enumerate(lines) if re.match(r"\.L\w+:$", line)}
        loops += [loop for at in labels.values() if (loop := loop_from(lines, at, labels)) and vectors(loop) >= LEAST]
    wide = [loop for loop in loops if any("%ymm" in line for line in loop)]
    return min(wide or loops, key=len, default=None)


def model(body, cpu, mca):
    """Micro-operations, cycles and bound of a turn, and how long each port is taken by it."""
    with tempfile.NamedTemporaryFile("w", suffix=".s") as file:
        file.write("\n".join(body) + "\n")
        file.flush()
        out = subprocess.run([mca, f"-mcpu={cpu}", f"-iterations={ITERATIONS}", file.name], check=True,
                             capture_output=True, text=True).stdout
    names = re.findall(r"^\[(\d+(?:\.\d+)?)\]\s+- (\w+)", out, re.M)
    heads, times = re.search(r"Resource pressure per iteration:\n(.*)\n(.*)\n", out).groups()
    taken = dict(zip(re.findall(r"\[([\d.]+)\]", heads), times.split()))

    def total(what):
        return float(re.search(rf"^{what}:\s+([\d.]+)", out, re.M)[1])
    return {"uops": total("Total uOps") / ITERATIONS, "cycles": total("Total Cycles") / ITERATIONS,
            "bound": total("Block RThroughput"),
            "ports": {name: float(taken[at]) for at, name in names if taken.get(at, "-") not in ("-", "0.00")}}


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--kernels", default="avx2", choices=["ssse3", "avx2"])
    options.add_argument("--compiler", default=os.environ.get("CXX", "g++"))
    options.add_argument("--cpu", nargs="*", default=["znver3", "skylake"], help="as llvm-mca names them")
    options.add_argument("--only", default=".", metavar="REGEX", help="of shape/operation, such as upper26/read")
    options.add_argument("--source", type=pathlib.Path, default=ROOT, help="another tree")
    options.add_argument("--json", action="store_true")
    options.add_argument("--loops", action="store_true", help="print the instructions, too")
    given = options.parse_args()
    mca = shutil.which("llvm-mca-14") or shutil.which("llvm-mca")
    if not mca:
        sys.exit("ports.py: no llvm-mca; tools/deps.sh installs llvm-14")

    done = subprocess.run([given.compiler, *FLAGS, f"-I{given.source}/include", f"-I{given.source}/src", "-S", "-o", "-",
                           f"{given.source}/src/batch/{given.kernels}.cpp"], check=True, capture_output=True, text=True)
    for (shape, operation), parts in sorted(functions(done.stdout).items()):
        if not re.search(given.only, f"{shape}/{operation}"):
            continue
        loop = innermost_loop(parts)
        if not loop:
            sys.exit(f"ports.py: {shape}/{operation}: no loop found")
        row = {"shape": shape, "operation": operation, "instructions": len(loop), "vector": vectors(loop),
               "models": {cpu: model(loop, cpu, mca) for cpu in given.cpu}}
        if given.json:
            print(json.dumps(row))
            continue
        print(f"{shape}/{operation}: {row['instructions']} instructions, {row['vector']} on vectors")
        for cpu, found in row["models"].items():
            ports = ", ".join(f"{name} {taken:.1f}" for name, taken in found["ports"].items() if taken >= 1)
            print(f"  {cpu:9} {found['uops']:.0f} uops, bound {found['bound']:.1f}, cycles {found['cycles']:.1f};  {ports}")
        if given.loops:
            print("".join(f"    {line}\n" for line in loop))


main()
