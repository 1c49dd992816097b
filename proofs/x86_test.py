#!/usr/bin/env python3
"""Compares the meaning of every instruction in the kernels' machine code, as x86.py has it, with the processor.

usage: x86_test.py [--calls N] [--seed N] [--only REGEX] [--library FILE] [--sample N] [--results] [--work FOLDER]

An instruction is run by the processor and by a function of C that is made of its meaning, from the same random registers, flags and
memory, half of their bytes at a boundary. All of them must be equal after it. Registers that stand where any may have one name; those
whose value a meaning has to know are constants that were drawn, four times. Not run by itself: what jumps, calls, repeats or moves the stack, and
doubles, whose one use has exact bounds. --library takes the instructions of an archive that g++ made, --sample so many, which the seed
chooses. With --results, what was compared is written for docs/proofs.md.
"""

import argparse
import hashlib
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, HERE)
sys.setrecursionlimit(100_000)

import by_terms  # noqa: E402
import machine_code  # noqa: E402
import meanings_test  # noqa: E402
import run  # noqa: E402
import solve  # noqa: E402
import terms as T  # noqa: E402
import x86  # noqa: E402
import x86_code  # noqa: E402
from meanings_test import CONSTANTS, HELPERS, bytes_drawn, number_of  # noqa: E402
from native import lacks  # noqa: E402

NAME = "x86-64"
# Of other tests: jumps have the conditions of `set` and `cmov`, and a wrong stack does not return.
NOT_ALONE = re.compile(r"j|call|ret|rep |push|pop|leave|ud2|nop|endbr64|vzeroupper|(v?cvtt?|v?mulpd)")
IMPLICIT = re.compile(r"mul|mulx|cdqe|xchg")  # their registers are those that they name, or do not
GENERAL = ("rax", "rbx", "rdx", "rcx", "rsi", "r8")  # of an instruction, in the order in which they stand
HARMLESS = 0x8C1  # the flags that have a meaning
# In a state: sixteen general registers, the flags, eight masks, vectors, memory.
FLAGS, MASKS, VECTORS, MEMORY, SIZE = 128, 136, 256, 256 + 8 * 64, 256 + 9 * 64
PLACE_OF_FLAG = {"cf": 0, "zf": 6, "sf": 7, "of": 11}
LONGEST = 300_000

MAIN = """
%(helpers)s
%(functions)s
struct one { void (*is)(uint8_t*); uint64_t (*means)(const uint8_t*, uint8_t*); const char* name; size_t calls; const uint8_t* known; const uint8_t* which; };
%(known)s
static const struct one all[] = {
%(rows)s
};
static void print(const uint8_t* bytes) {
  for (size_t i = 0; i < %(size)s; ++i) printf("%%02x", bytes[i]);
  putchar('\\n');
}
int main(int count, char** arguments) {
  static uint8_t in[%(size)s], is[%(size)s] __attribute__((aligned(64))), means[%(size)s];
  if (count != 2) return 1;
  state = strtoull(arguments[1], 0, 10) | 1;
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
    for (size_t call = 0; call < all[i].calls; ++call) {
      draw(in, sizeof in);
      if (all[i].which)
        for (size_t k = 0; k < sizeof in; ++k) if (all[i].which[k]) in[k] = all[i].known[k];
      put(in + %(flags)s, ((uint64_t)in[%(flags)s] | (uint64_t)in[%(flags)s + 1] << 8) & %(harmless)s, 8);
      memcpy(is, in, sizeof in);
      memcpy(means, in, sizeof in);
      all[i].is(is);
      const uint64_t flags = all[i].means(in, means);
      for (int k = 0; k < 2; ++k) {
        is[%(flags)s + k] &= flags >> 8 * k;
        means[%(flags)s + k] &= flags >> 8 * k;
      }
      memset(is + %(flags)s + 2, 0, 6);
      if (memcmp(is, means, sizeof in) != 0) {
        puts(all[i].name);
        print(in);
        print(means);
        print(is);
        break;
      }
    }
  return 0;
}
"""


def canonical(text):
    """The instruction with registers that have names in the order in which they stand, and its memory in one place; or None."""
    i = x86_code.Instruction(text)
    if i.operands is None or NOT_ALONE.match(i.name) or i.name == "xchg" and text.split()[-1] == "ax,ax" or i.name[0] == "k" and "[" in text:
        return None
    text = re.sub(r"\s*#.*|<[^>]*>", "", text).strip()
    text = re.sub(r"^(?:(?:cs|data16|bnd) )+", "", text)
    keeps = bool(IMPLICIT.fullmatch(i.name)) or re.match(r"(?:sh|sa|ro)\w+ .*,cl$", text)
    names = {}

    def renamed(match):
        word = match[0]
        if word[:3] in ("xmm", "ymm", "zmm") and word[3:].isdigit():
            return word[:3] + str(names.setdefault("v" + word[3:], sum(n[0] == "v" for n in names)))
        if re.fullmatch(r"k[1-7]", word):
            return "k" + str(names.setdefault(word, 1 + sum(n[0] == "k" for n in names)))
        if word in x86_code.NAMES and not keeps:
            register, bits, low = x86_code.NAMES[word]
            new = names.setdefault(register, GENERAL[sum(n[0] not in "vk" for n in names)])
            return next(n for n, of in x86_code.NAMES.items() if of == (new, bits, low))
        return word

    if i.name != "lea":
        text = re.sub(r"\[[^\]]*\]", "[]", text)
    if "rip" in text or re.search(r"\b(rsp|esp|sp|spl|r1[0-4]\w?|[re]?bpl?)\b", text) and keeps:
        return None
    return re.sub(r"\b[a-z]+[0-9]*[a-z]*\b", renamed, text).replace("[]", "[rbp]")


def forms(work, library):
    """Every instruction that a kernel of some compiler reaches, or of the library, in its canonical form, and whether the processor has
    a set with it."""
    found = {}
    for compiler in ["g++"] if library else machine_code.installed(by_terms.COMPILERS):
        path, _ = machine_code.linked(compiler, work, library)
        code = x86_code.Code(path)
        for set_name in (s for s in by_terms.COMPILERS[compiler] if not library or s not in machine_code.HEADERS):
            for name in by_terms.entries(code, set_name):
                todo = [name]
                seen = set()
                while todo:
                    one = todo.pop()
                    if one in seen:
                        continue
                    seen.add(one)
                    for block in code.functions[one].blocks.values():
                        for _, tokens in block:
                            i = tokens[0]
                            if isinstance(i, x86_code.Instruction):
                                if i.name == "call" and isinstance(i.target, int):
                                    todo.append(f"{i.target:#x}")
                                form = canonical(i.text)
                                found[form] = found.get(form, False) or lacks(set_name) is None
    found.pop(None, None)
    return dict(sorted(found.items()))


def registers_of(text):
    """The vectors, masks and general registers that a form names, without those of its memory."""
    without = re.sub(r"\[rbp\]", "", text)
    vectors = sorted({int(n) for n in re.findall(r"\b[xyz]mm(\d+)", without)})
    masks = sorted({int(n) for n in re.findall(r"\bk([0-7])", without)})
    general = sorted({x86_code.NAMES[w][0] for w in re.findall(r"\b[a-z]+[0-9]*[a-z]*\b", without.split(None, 1)[-1]) if w in x86_code.NAMES})
    return vectors, masks, general


def stub(place, text, wide):
    """A function of the state at rdi: its registers, the instruction, its registers."""
    vectors, masks, _ = registers_of(text)
    move, register = ("vmovdqu64", "zmm") if wide else ("vmovdqu", "ymm")
    order = [r for r in x86_code.GENERAL if r not in ("rsp", "rbp", "r14")]
    out = [f".globl is{place}", f"is{place}:"]
    out += [f"push {r}" for r in ("rbx", "rbp", "r12", "r13", "r14", "r15")]
    out += ["mov r14, rdi", f"lea rbp, [r14+{MEMORY}]"]
    out += [f"{move} {register}{v}, [r14+{VECTORS + 64 * v}]" for v in vectors]
    out += [f"kmovq k{k}, [r14+{MASKS + 8 * k}]" for k in masks]
    out += [f"push QWORD PTR [r14+{FLAGS}]", "popfq"]
    out += [f"mov {r}, [r14+{8 * x86_code.GENERAL.index(r)}]" for r in order]
    out += [text]
    out += [f"mov [r14+{8 * x86_code.GENERAL.index(r)}], {r}" for r in order]
    out += ["pushfq", f"pop QWORD PTR [r14+{FLAGS}]", "cld"]
    out += [f"{move} [r14+{VECTORS + 64 * v}], {register}{v}" for v in vectors]
    out += [f"kmovq [r14+{MASKS + 8 * k}], k{k}" for k in masks]
    out += ["vzeroupper"]
    out += [f"pop {r}" for r in ("r15", "r14", "r13", "r12", "rbp", "rbx")]
    return "\n".join([*out, "ret"])


def unknown(w, at, places):
    """A number of unknown bits of the state from byte `at` on."""
    out = []
    for k in range((w + 7) // 8):
        count = min(8, w - 8 * k)
        out.append(T.unknown(f"state {at + k}", count))
        for j, b in enumerate(sorted(T.bits_in([out[-1]])[0])):
            places[b] = 8 * (at + k) + j
    return T.cat(out[::-1])


class Meaning:
    """A function of C: what the meaning makes of a state of which some registers are known."""

    def __init__(self, text, label, known, wide):
        T.reset()
        vectors, masks, general = registers_of(text)
        places, memory = {}, run.Memory()
        machine = x86.Machine(x86_code.Code)

        def bits(w, at, name):
            if name in known:
                return T.const(w, int.from_bytes(known[name][: w // 8], "little"))
            return unknown(w, at, places)

        env = {r: None for r in x86.REGISTERS}
        env |= {r: bits(64, 8 * x86_code.GENERAL.index(r), r) for r in x86_code.GENERAL if r not in ("rsp", "rbp", "r14")}
        for v in vectors:
            env[f"v{v}"] = [bits(8, VECTORS + 64 * v + k, f"v{v}.{k}") for k in range(64)]
        for k in masks:
            env[f"k{k}"] = bits(64, MASKS + 8 * k, f"k{k}")
        for f, place in PLACE_OF_FLAG.items():
            bit = T.unknown(f, 1)
            places[next(iter(T.bits_in([bit])[0]))] = 8 * FLAGS + place
            env[f] = bit
        cells = [bits(8, MEMORY + k, f"memory.{k}") for k in range(64)]
        env["rbp"] = machine.new_object(memory, "memory", cells, align=64)
        thing = env["rbp"].thing
        before = {r: list(v) if isinstance(v, list) else v for r, v in env.items()}
        machine.instruction((x86_code.Instruction(text),), env, memory, T.true())
        if machine.failures:
            raise run.Stuck(f"{text}: {machine.failures[0][1]}")
        stores = []  # (byte of the state, term)
        for r in x86_code.GENERAL:
            if env[r] is not before[r] and isinstance(env[r], T.Term):
                stores.append((8 * x86_code.GENERAL.index(r), env[r]))
        for v in vectors:
            w = min(64, env[f"v{v}"][0].w)
            for k, lane in enumerate(x86.lanes(env[f"v{v}"], w)[: (64 if wide else 32) * 8 // w]):
                stores.append((VECTORS + 64 * v + k * w // 8, lane))
        for k in masks:
            if env[f"k{k}"] is not before[f"k{k}"]:
                stores.append((MASKS + 8 * k, env[f"k{k}"]))
        for k, (old, new) in enumerate(zip(cells, memory.cells[thing])):
            if old is not new:
                stores.append((MEMORY + k, new))
        flags = {f: env[f] for f in x86.FLAGS if not T.bits_in([env[f]])[1]}
        if any(T.bits_in([t])[1] for _, t in stores):
            raise run.Stuck(f"{text}: a result that is anything")
        roots = [t for _, t in stores] + list(flags.values())
        tables, lines, names = solve.statements(roots, None, lambda of: number_of([places[b] for b in of]))
        tables = [re.sub(r"\bt(\d+)\b", rf"{label}_t\1", t) for t in tables]
        lines = [re.sub(r"\bt(\d+)\b", rf"{label}_t\1", line) for line in lines]
        lines += [f"    put(out + {at}, {names[t]}, {t.w // 8});" for at, t in stores]
        told = " | ".join(f"(uint64_t){names[t]} << {PLACE_OF_FLAG[f]}" for f, t in flags.items()) or "0"
        defined = sum(1 << PLACE_OF_FLAG[f] for f in flags)
        lines += [f"    put(out + {FLAGS}, {told}, 2);", f"    return {defined};"]
        self.text = "\n".join([*tables, f"static uint64_t {label}(const uint8_t* in, uint8_t* out) {{", *lines, "}"])


def meanings_of(text, place, rng, wide):
    """[(label, C, known)]: of unknown registers, or else with one of them known, four times."""
    vectors, masks, general = registers_of(text)
    ways = [(), *((f"v{v}",) for v in vectors), *((r,) for r in general), ("memory",), *((f"k{k}",) for k in masks)]
    for way in ways:
        found = []
        for n in range(CONSTANTS if way else 1):
            known = {}
            for r in way:
                data = bytes_drawn(rng, 64)
                known |= {f"{r}.{k}": data[k : k + 1] for k in range(64)} if r[0] in "vm" else {r: data}
            try:
                label = f"m{place}_{n}"
                made = Meaning(text, label, known, wide)
            except NotImplementedError:
                break
            except run.Stuck:
                if way == ways[-1]:
                    raise
                break
            if len(made.text) > LONGEST:
                break
            found.append((label, made.text, known))
        if len(found) == (CONSTANTS if way else 1):
            return found
    raise run.Stuck(f"{text}: no meaning of registers of which one is known")


def at_of(name):
    if "." in name:
        register, _, k = name.partition(".")
        return (MEMORY if register == "memory" else VECTORS + 64 * int(register[1:])) + int(k), 1
    return (MASKS + 8 * int(name[1:]) if name[0] == "k" else 8 * x86_code.GENERAL.index(name)), 8


def compare(all_of, work, calls, seed, wide):
    rng, texts, rows, known_rows, stubs = random.Random(seed), [], [], [], [".intel_syntax noprefix", ".text"]
    for place, text in enumerate(all_of):
        found = meanings_of(text, place, rng, wide)
        stubs.append(stub(place, text, wide))
        texts.append(f"void is{place}(uint8_t*);")
        for label, c, known in found:
            texts.append(c)
            arrays = "0, 0"
            if known:
                which, data = bytearray(SIZE), bytearray(SIZE)
                for name, value in known.items():
                    at, size = at_of(name)
                    which[at : at + size], data[at : at + size] = b"\1" * size, value[:size]
                for kind, row in (("k", data), ("w", which)):
                    known_rows.append(f"static const uint8_t {kind}_{label}[] = {{{','.join(map(str, row))}}};")
                arrays = f"k_{label}, w_{label}"
            rows.append(f'  {{is{place}, {label}, "{text}", {-(-calls // len(found))}, {arrays}}},')
    base = os.path.join(work, "x86")
    with open(base + ".s", "w") as out:
        out.write("\n".join([*stubs, '.section .note.GNU-stack,"",@progbits', ""]))
    with open(base + ".c", "w") as out:
        out.write(MAIN % {"helpers": HELPERS, "functions": "\n".join(texts), "rows": "\n".join(rows), "known": "\n".join(known_rows), "size": SIZE,
                          "flags": FLAGS, "harmless": HARMLESS})
    subprocess.run(["gcc", "-w", "-O0", base + ".c", base + ".s", "-o", base], check=True)
    lines = subprocess.run([base, str(seed)], capture_output=True, text=True, check=True).stdout.splitlines()
    return [lines[i : i + 4] for i in range(0, len(lines), 4)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--only", default="")
    parser.add_argument("--library")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--results", action="store_true")
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    parser.add_argument("--work", default=os.path.join(ROOT, "build/proofs/x86"))
    given = parser.parse_args()
    print(f"--seed {given.seed}")
    os.makedirs(given.work, exist_ok=True)
    if lacks("avx2"):
        print(f"{NAME}: not compared, the registers of this processor are not taken and given by the instructions that do it here")
        return
    wide = lacks("avx512") is None
    all_of = {f: has for f, has in forms(given.work, given.library).items() if re.search(given.only, f)}
    left = [f for f, has in all_of.items() if has]
    digest = hashlib.sha256(repr(list(all_of)).encode()).hexdigest()[:16]
    if given.sample:
        left = random.Random(given.seed).sample(left, min(given.sample, len(left)))
    wrong = compare(left, given.work, given.calls, given.seed, wide)
    print(f"{NAME}: {len(left)} of {len(all_of)} instructions, {given.calls} calls each")
    if given.results:
        meanings_test.write_rows({NAME: {"intrinsics": len(left), "calls": given.calls, "differences": len(wrong), "code": digest}})
    if wrong:
        sys.exit("\n".join(f"x86: {n}: in {i}\n  means {m}\n  is    {r}" for n, i, m, r in wrong))


if __name__ == "__main__":
    main()
