#!/usr/bin/env python3
"""Compares the meaning of every intrinsic that the kernels use with the processor's instruction.

usage: meanings_test.py [--calls N] [--seed N] [--work FOLDER]

A function in LLVM's code that does nothing but the intrinsic is compiled for each; the inputs are random, half of their
bytes at a boundary. NEON runs in an emulator. Sets that this processor lacks are named, not skipped in silence.
"""

import argparse
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, HERE)

import kernels  # noqa: E402
import meanings  # noqa: E402
import terms as T  # noqa: E402
from ir import Tokens  # noqa: E402

SLOT = 64  # bytes of an argument
# What the compiler may use for a set: a processor without AVX-512 compares the others.
FEATURES = {"ssse3": "+ssse3", "avx2": "+avx2,+bmi,+bmi2"}
FEATURES["avx512"] = FEATURES["avx2"] + ",+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512vbmi,+avx512vnni"
NEEDED = {"avx512": "avx512_vbmi", "avx2": "avx2", "ssse3": "ssse3"}
MAIN = """
#include <stdio.h>
#include <string.h>
{declarations}
static void (*const all[])(const char*, char*) = {{{names}}};
int main(void) {{
  static char in[4 * 64 + 4] __attribute__((aligned(64))), out[64] __attribute__((aligned(64)));
  int which;
  while (fread(&which, 4, 1, stdin) == 1 && fread(in, 4 * 64, 1, stdin) == 1) {{
    memset(out, 0, sizeof out);
    all[which](in, out);
    fwrite(out, 64, 1, stdout);
  }}
  return 0;
}}
"""


def spelled(ty):
    return f"<{ty[1]} x i{ty[2][1]}>" if ty[0] == "vec" else f"i{ty[1]}"


def used_by(module, text):
    """{(name, constants of immediate arguments): (result, arguments)} of the intrinsics with a meaning."""
    found = {}
    for line in text.split("\n"):
        if not re.match(r"declare .*@llvm\.", line):
            continue
        name = re.search(r"@llvm\.([\w.]+)", line).group(1)
        if meanings.find(name) is None:
            continue
        t = Tokens(re.findall(r"<|>|\(|\)|,|[\w.@*]+", line.replace("declare ", "")))
        result = module.type(t)
        t.next()
        t.expect("(")
        arguments, immediate = [], []
        while not t.skip(")"):
            arguments.append(module.type(t))
            immediate.append(False)
            while t.peek() not in (",", ")"):
                immediate[-1] = t.next() == "immarg"
            t.skip(",")
        if any(immediate):
            for call in re.findall(rf"@llvm\.{re.escape(name)}\(.*i32 (\d+)\)", text):
                found[name, int(call)] = (result, arguments)
        else:
            found[name, None] = (result, arguments)
    return found


def wrappers(all_of, target, attributes):
    out = [f'target triple = "{target}"']
    for i, ((name, constant), (result, arguments)) in enumerate(all_of.items()):
        out.append(f"define void @f{i}(i8* %in, i8* %out) #0 {{")
        passed = []
        for k, ty in enumerate(arguments):
            if constant is not None and k == len(arguments) - 1:
                passed.append(f"i32 {constant}")
                continue
            out += [f"  %p{k} = getelementptr i8, i8* %in, i64 {SLOT * k}",
                    f"  %c{k} = bitcast i8* %p{k} to {spelled(ty)}*",
                    f"  %a{k} = load {spelled(ty)}, {spelled(ty)}* %c{k}, align 1"]
            passed.append(f"{spelled(ty)} %a{k}")
        out += [f"  %r = call {spelled(result)} @llvm.{name}({', '.join(passed)})",
                f"  %to = bitcast i8* %out to {spelled(result)}*",
                f"  store {spelled(result)} %r, {spelled(result)}* %to, align 1", "  ret void", "}"]
    declared = {}
    for (name, constant), (result, arguments) in all_of.items():
        kinds = [spelled(a) for a in arguments]
        if constant is not None:
            kinds[-1] += " immarg"
        declared[name] = f"declare {spelled(result)} @llvm.{name}({', '.join(kinds)})"
    return "\n".join(out + list(declared.values()) + [f"attributes #0 = {{ {attributes} }}", ""])


def values_of(ty, data):
    if ty[0] == "vec":
        step = ty[2][1] // 8
        return [T.const(8 * step, int.from_bytes(data[i * step : (i + 1) * step], "little")) for i in range(ty[1])]
    return T.const(ty[1], int.from_bytes(data[: ty[1] // 8], "little"))


def bytes_of(ty, value):
    items = value if isinstance(value, list) else [value]
    return b"".join(T.value_of(v).to_bytes(v.w // 8, "little") for v in items)


def compare(set_name, work, calls, rng):
    module = kernels.load_set(ROOT, set_name, work)
    all_of = used_by(module, open(os.path.join(work, f"{set_name}.ll")).read())
    neon = set_name == "neon"
    target = "aarch64-linux-gnu" if neon else "x86_64-linux-gnu"
    base = os.path.join(work, f"meanings_{set_name}")
    with open(base + ".ll", "w") as out:
        out.write(wrappers(all_of, target, "nounwind" if neon else f'nounwind "target-features"="{FEATURES[set_name]}"'))
    with open(base + ".c", "w") as out:
        out.write(MAIN.format(declarations="\n".join(f"void f{i}(const char*, char*);" for i in range(len(all_of))),
                              names=", ".join(f"f{i}" for i in range(len(all_of)))))
    subprocess.run([kernels.CLANG, f"--target={target}", "-Wno-override-module", "-O1", "-c", base + ".ll", "-o",
                    base + ".o"], check=True)
    compiler = ["aarch64-linux-gnu-gcc", "-static"] if neon else [kernels.CLANG]
    subprocess.run(compiler + [base + ".c", base + ".o", "-o", base], check=True)
    questions, asked = [], []
    for i, ((name, constant), (result, arguments)) in enumerate(all_of.items()):
        for _ in range(calls):
            data = bytes(rng.choice((0, 1, 2, 0x7F, 0x80, 0x81, 0xFE, 0xFF)) if rng.random() < 0.5 else
                         rng.randrange(256) for _ in range(4 * SLOT))
            if name.startswith("fshl"):
                data = data[: 2 * SLOT] + bytes([rng.randrange(64)] + [0] * (2 * SLOT - 1))
            questions.append(i.to_bytes(4, "little") + data)
            asked.append((name, constant, result, arguments, data))
    run = (["qemu-aarch64"] if neon else []) + [base]
    answers = subprocess.run(run, input=b"".join(questions), capture_output=True, check=True).stdout
    wrong = {}
    for k, (name, constant, result, arguments, data) in enumerate(asked):
        values = [values_of(ty, data[SLOT * j : SLOT * (j + 1)]) for j, ty in enumerate(arguments)]
        if constant is not None:
            values[-1] = T.const(32, constant)
        means = bytes_of(result, meanings.find(name)(*values))
        if means != answers[64 * k : 64 * k + len(means)]:
            wrong[name] = (data.hex(), means.hex(), answers[64 * k : 64 * k + len(means)].hex())
    print(f"{set_name}: {len(all_of)} intrinsics, {calls} calls each", flush=True)
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--calls", type=int, default=40)
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    parser.add_argument("--work", default=os.path.join(ROOT, "build/proofs/meanings"))
    given = parser.parse_args()
    print(f"--seed {given.seed}")
    os.makedirs(given.work, exist_ok=True)
    usable = open("/proc/cpuinfo").read()
    wrong = {}
    for name in ("ssse3", "avx2", "avx512", "neon"):
        if name in NEEDED and NEEDED[name] not in usable:
            print(f"{name}: not compared, this processor does not have it")
            continue
        wrong.update(compare(name, given.work, given.calls, random.Random(given.seed)))
    if wrong:
        sys.exit("\n".join(f"meanings: {n}: in {i}\n  means {m}\n  is    {r}" for n, (i, m, r) in wrong.items()))


if __name__ == "__main__":
    main()
