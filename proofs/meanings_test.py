#!/usr/bin/env python3
"""Compares the meaning of every intrinsic in the code that is proved with the processor's instruction.

usage: meanings_test.py [--calls N] [--quick] [--seed N] [--results] [--work FOLDER]

The meaning of unknown bits, as the prover has it, becomes a function of C, and the intrinsic alone one of LLVM's code. Both get
the same random bytes, half of them at a boundary. An argument that a meaning has to know, or one that it may, is a constant
that was drawn; then each of several such functions takes its share of the calls. NEON runs in an emulator. Sets that this
processor lacks are named, not skipped in silence. --quick leaves out what is no kernel set; with --results, what was
compared is written for docs/proofs.md.
"""

import argparse
import hashlib
import json
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
RESULTS = os.path.join(HERE, "meanings.json")
sys.path.insert(0, HERE)

import codec  # noqa: E402
import kernels  # noqa: E402
import meanings  # noqa: E402
import recipe  # noqa: E402
import solve  # noqa: E402
import terms as T  # noqa: E402
from ir import Tokens  # noqa: E402
from native import CLANG, features, lacks  # noqa: E402

SLOT = 64  # bytes of an argument
LONGEST = 2_000_000  # characters of a function: a compiler takes too long for more
CONSTANTS = 4  # values of an argument that a meaning wants to know
BOUNDARIES = (0, 1, 2, 0x7F, 0x80, 0x81, 0xFE, 0xFF)
HELPERS = """#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void put(uint8_t* to, uint64_t value, size_t size) { memcpy(to, &value, size); }
static uint64_t state;
static uint64_t drawn(void) {
  state ^= state >> 12; state ^= state << 25; state ^= state >> 27;
  return state * 0x2545F4914F6CDD1Du;
}
static void draw(uint8_t* to, size_t size) {
  static const uint8_t boundaries[] = {%s};
  for (size_t k = 0; k < size; ++k) {
    const uint64_t r = drawn();
    to[k] = r >> 63 ? boundaries[r >> 32 & 7] : (uint8_t)(r >> 40);
  }
}
""" % ", ".join(map(str, BOUNDARIES))


def bytes_drawn(rng, size):
    """Of which half are boundaries."""
    return bytes(rng.choice(BOUNDARIES) if rng.random() < 0.5 else rng.randrange(256) for _ in range(size))


MAIN = """
%(helpers)s
%(functions)s
struct one { void (*is)(const uint8_t*, uint8_t*), (*means)(const uint8_t*, uint8_t*); const char* name; size_t size, calls;
             uint8_t known[4][64]; int is_known[4]; };
static const struct one all[] = {
%(rows)s
};
static void print(const uint8_t* bytes, size_t size) {
  for (size_t i = 0; i < size; ++i) printf("%%02x", bytes[i]);
  putchar('\\n');
}
int main(int count, char** arguments) {
  static uint8_t in[4 * 64] __attribute__((aligned(64))), out[64] __attribute__((aligned(64))), means[64];
  if (count != 2) return 1;
  state = strtoull(arguments[1], 0, 10) | 1;
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
    for (size_t call = 0; call < all[i].calls; ++call) {
      draw(in, sizeof in);
      for (int k = 0; k < 4; ++k) if (all[i].is_known[k]) memcpy(in + 64 * k, all[i].known[k], 64);
      all[i].is(in, out);
      all[i].means(in, means);
      if (memcmp(out, means, all[i].size) != 0) {
        printf("%%s\\n", all[i].name);
        print(in, sizeof in);
        print(means, all[i].size);
        print(out, all[i].size);
        break;
      }
    }
  return 0;
}
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
            for call in re.findall(rf"@llvm\.{re.escape(name)}\(.*i(?:32|1) (\d+|true|false)\)", text):
                # Where one leaves open what is of 0, the meaning is that of the other.
                found[name, 0 if call in ("true", "false") else int(call)] = (result, arguments)
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
                passed.append(f"{spelled(ty)} {constant}")
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


def lanes(ty):
    """(number of lanes, bits of one)."""
    return (ty[1], ty[2][1]) if ty[0] == "vec" else (1, ty[1])


def unknown(ty, k, places):
    """An argument of unknown bits, whose places in the input are noted."""
    count, w = lanes(ty)
    out = []
    for i in range(count):
        before = len(places)
        out.append(T.unknown(f"argument {k}", w))
        assert len(T.bits_in([out[-1]])[0]) == w
        for j, b in enumerate(sorted(T.bits_in([out[-1]])[0])):
            places[b] = 8 * SLOT * k + i * w + j
        assert len(places) == before + w
    return out if ty[0] == "vec" else out[0]


def number_of(places):
    """Bits of the input as a number, in C."""
    first, count = places[0], len(places)
    if places == list(range(first, first + count)) and first % 8 + count <= 8:
        return f"(in[{first // 8}] >> {first % 8} & {(1 << count) - 1}u)"
    return "(" + " | ".join(f"(in[{p // 8}] >> {p % 8} & 1u) << {i}" for i, p in enumerate(places)) + ")"


def known(ty, data):
    count, w = lanes(ty)
    number = int.from_bytes(data, "little")
    out = [T.const(w, number >> i * w) for i in range(count)]
    return out if ty[0] == "vec" else out[0]


def functions_of(what, of, place, rng):
    """[(C's function, constants of arguments)]: the meaning of unknown arguments, and with each as a constant."""
    (name, constant), (result, arguments) = what, of
    meaning, found = meanings.find(name), []
    free = len(arguments) - (constant is not None)
    for k in (None, *range(free)):
        for _ in range(1 if k is None else CONSTANTS):
            T.reset()
            data = bytes_drawn(rng, SLOT)
            places = {}
            values = [known(ty, data) if i == k else unknown(ty, i, places) for i, ty in enumerate(arguments[:free])]
            if constant is not None:
                values.append(T.const(arguments[-1][1], constant))
            try:
                out = meaning(*values)
            except NotImplementedError:
                break
            out = out if isinstance(out, list) else [out]
            tables, lines, names = solve.statements(out, None, lambda bits: number_of([places[b] for b in bits]))
            label = f"m{place}_{len(found)}"
            tables = [re.sub(r"\bt(\d+)\b", rf"{label}_t\1", t) for t in tables]
            lines = [re.sub(r"\bt(\d+)\b", rf"{label}_t\1", line) for line in lines]
            stores, at = [], 0
            for t in out:
                stores.append(f"    put(out + {at // 8}, {names[t]}, {(t.w + 7) // 8});")
                at += t.w
            text = "\n".join([*tables, f"static void {label}(const uint8_t* in, uint8_t* out) {{", *lines, *stores, "}"])
            if k is not None and len(text) > LONGEST:
                break
            found.append((label, text, (at + 7) // 8, {k: data} if k is not None else {}))
    if not found:
        raise SystemExit(f"meanings: {name} has no meaning of arguments of which one is known")
    return found


def intrinsics(set_name, work):
    """As used_by() has them, of a kernel set or other code; and a digest of their names."""
    of = {recipe.NAME: recipe, codec.NAME: codec}.get(set_name, kernels)
    module = of.load_set(ROOT, set_name, work)
    module = module[0] if isinstance(module, tuple) else module
    all_of = used_by(module, open(of.text_of(work, set_name, None)).read())
    return all_of, hashlib.sha256(repr(sorted(map(repr, all_of))).encode()).hexdigest()[:16]


def compare(set_name, all_of, work, calls, seed):
    rng = random.Random(seed)
    neon = set_name == "neon"
    target = "aarch64-linux-gnu" if neon else "x86_64-linux-gnu"
    base = os.path.join(work, f"meanings_{set_name}")
    # The compiler may use what the set does and no more: a processor without AVX-512 compares the others.
    used = ",".join(f"+{f}" for f in features(set_name))
    with open(base + ".ll", "w") as out:
        out.write(wrappers(all_of, target, "nounwind" + (f' "target-features"="{used}"' if used else "")))
    texts, rows = [], []
    for place, (what, types) in enumerate(all_of.items()):
        functions = functions_of(what, types, place, rng)
        texts.append(f"void f{place}(const uint8_t*, uint8_t*);")
        for i, (label, text, size, constants) in enumerate(functions):
            texts.append(text)
            bytes_of = ", ".join(f"[{k}] = {{{','.join(map(str, data))}}}" for k, data in constants.items()) or "{0}"
            flags = ", ".join(f"[{k}] = 1" for k in constants) or "0"
            share = calls // len(functions) + (i < calls % len(functions))
            rows.append(f'  {{f{place}, {label}, "{what[0]}", {size}, {share}, {{{bytes_of}}}, {{{flags}}}}},')
    with open(base + ".c", "w") as out:
        out.write(MAIN % {"helpers": HELPERS, "functions": "\n".join(texts), "rows": "\n".join(rows)})
    subprocess.run([CLANG, f"--target={target}", "-Wno-override-module", "-O1", "-c", base + ".ll", "-o",
                    base + ".o"], check=True)
    compiler = ["aarch64-linux-gnu-gcc", "-static"] if neon else [CLANG]
    subprocess.run(compiler + ["-w", "-O0", base + ".c", base + ".o", "-o", base], check=True)
    run = (["qemu-aarch64"] if neon else []) + [base, str(seed)]
    lines = subprocess.run(run, capture_output=True, text=True, check=True).stdout.splitlines()
    print(f"{set_name}: {len(all_of)} intrinsics, {calls} calls each", flush=True)
    return [lines[i : i + 4] for i in range(0, len(lines), 4)]


def write_rows(rows):
    with open(RESULTS) as results:
        answers = json.load(results) | rows
    with open(RESULTS, "w") as out:
        out.write("{\n" + ",\n".join(f" {json.dumps(n)}: {json.dumps(a)}" for n, a in answers.items()) + "\n}\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--results", action="store_true")
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    parser.add_argument("--work", default=os.path.join(ROOT, "build/proofs/meanings"))
    given = parser.parse_args()
    print(f"--seed {given.seed}")
    os.makedirs(given.work, exist_ok=True)
    with open(RESULTS) as results:
        before = json.load(results)
    wrong, answers = [], {}
    for name in (*(s for s in kernels.SETS if s != "scalar"), *([] if given.quick else [recipe.NAME, codec.NAME])):
        all_of, digest = intrinsics(name, given.work)
        if lacks(name) is None:
            differs = compare(name, all_of, given.work, given.calls, given.seed)
            wrong += differs
            answers[name] = {"intrinsics": len(all_of), "calls": given.calls, "differences": len(differs), "code": digest}
        else:
            print(f"{name}: not compared, this processor does not have it")
            row = before.get(name, {})  # of a processor that has it, or none
            answers[name] = row if row.get("code") == digest else {"intrinsics": len(all_of), "calls": 0, "differences": 0, "code": digest}
    if given.results:
        write_rows(answers)
    if wrong:
        sys.exit("\n".join(f"meanings: {n}: in {i}\n  means {m}\n  is    {r}" for n, i, m, r in wrong))


if __name__ == "__main__":
    main()
