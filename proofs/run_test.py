#!/usr/bin/env python3
"""Compares the executor with the processor: whatever a function does on unknown numbers, it does on each number.

usage: run_test.py [--functions N] [--seed N]

Random C functions of branches, loops, calls and stores, without undefined behaviour, become LLVM's code, every other file with
optimization. The executor runs each on unknown arguments and memory; what it returns and leaves, under some values of the
unknowns, has to be what the compiled code returns and leaves. Before that, theorems that are false must be refuted.
"""

import argparse
import collections
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import kernels  # noqa: E402
import prove  # noqa: E402
import run  # noqa: E402
import solve  # noqa: E402
import terms as T  # noqa: E402
from ir import Module  # noqa: E402
from native import CLANG, Call, Program  # noqa: E402

SIZE = 8  # bytes of each object
VALUES = 12  # calls of a function
AT_ONCE = 40  # functions of a file
STEPS, SECONDS = 4000, 20  # of one function, before it is given up
LOCALS = ("x", "y", "z")
ARRAYS = ("p", "q", "m", "g")
HEAD = f"""
#include <stdint.h>
#include <string.h>
static uint8_t g[{SIZE}];
static const uint16_t table[8] = {{5, 1, 65535, 256, 7, 0, 32768, 9}};
static __attribute__((noinline)) uint64_t helper(uint8_t* r, uint64_t v) {{
  if (v & 4) {{
    if (v & 8) r[1] = (uint8_t)(v >> 8);
    r[2] = 9;
    return v + r[0];
  }}
  r[3] ^= (uint8_t)v;
  return v >> 1;
}}
static __attribute__((noinline)) uint64_t apart(uint8_t* restrict r, uint8_t* restrict s) {{
  *r = 1;
  *s = 2;
  return *r;
}}
struct kept {{ uint8_t bytes[64]; }};
static __attribute__((noinline)) uint8_t* gone(struct kept of) {{
  uint8_t* volatile there = of.bytes;
  return there;
}}
"""

# (what, a function of a, b, p and q, what it is said to return, without a failure): each is false. Of branches and memory:
FALSE = [
    ("a store behind an inner branch", "if (a & 1) { if (b & 1) *p = 7; *q = 9; } return *q;", 9),
    ("a store before an inner branch", "if (a & 1) { *q = 9; if (b & 1) *p = 7; } return *q;", 9),
    ("a store to what the other branch does not use", "if (a & 1) g[0] = 9; return g[0];", 9),
    ("the end of an object", f"return p + {SIZE} == q;", 0),
    ("a copy over itself", f"__builtin_memcpy(p + 1, p, {SIZE - 1}); return 1;", 1),
    ("a store in a call", "if (a & 1) { if (b & 1) *p = 7; helper(q, 4); } return q[2];", 9),
    ("what an earlier call has left", "if (++g[0] == 100) return 1; return 0;", 0),
    # Of what the code takes for granted:
    ("an aligned store", "*(uint32_t*)q = 0; return 0;", 0),
    ("an aligned load", "uint64_t m[2] = {0}; return *(uint16_t*)((uint8_t*)m + (a & 1));", 0),
    ("an assumption", "__builtin_assume(a != 5); return a == 5;", 0),
    ("a way that cannot be", "if (a == 5) __builtin_unreachable(); return a == 5;", 0),
    ("objects apart", "return apart(p, p);", 1),
    ("an argument that is gone", "struct kept of = {{9}}; return *gone(of);", 9),
]


def compile_c(source, level, base):
    with open(base + ".c", "w") as out:
        out.write(source)
    subprocess.run([CLANG, f"-O{level}", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops", "-emit-llvm", "-S", "-w",
                    base + ".c", "-o", base + ".ll"], check=True)
    return open(base + ".ll").read()


def function(name, body):
    return f"uint64_t {name}(uint64_t a, uint64_t b, uint8_t* p, uint8_t* q) {{ {body} }}\n"


class Writer:
    """Writes a function. Numbers are unsigned, indices are masked, divisors constant: all of it is defined."""

    def __init__(self, rng):
        self.rng, self.loops, self.left = rng, 0, rng.randrange(6, 16)

    def index(self):
        rng = self.rng
        return rng.choice((str(rng.randrange(SIZE)), str(rng.randrange(SIZE)), f"(a >> {rng.randrange(60)} & 7)",
                           f"(b >> {rng.randrange(60)} & 7)", f"(p[{rng.randrange(SIZE)}] & 7)"))

    def number(self):
        return self.rng.choice(("0", "1", "2", "7", "255", "256", "65535", "0x80", "0xffffffff", "0x8000000000000000",
                                str(self.rng.getrandbits(self.rng.randrange(1, 64))))) + "ull"

    def leaf(self):
        rng = self.rng
        return rng.choice((rng.choice("ab"), rng.choice(LOCALS), rng.choice(LOCALS), self.number(),
                           f"{rng.choice(ARRAYS)}[{self.index()}]", f"{rng.choice(ARRAYS)}[{self.index()}]",
                           f"table[{self.index()}]"))

    def value(self, depth=2):
        rng = self.rng
        if depth == 0 or rng.random() < 0.25:
            return f"(uint64_t){self.leaf()}"
        x, y = self.value(depth - 1), self.value(depth - 1)
        return rng.choice((f"({x} {rng.choice('+-*&|^')} {y})", f"({x} {rng.choice('+-&|^')} {y})",
                           f"({x} {rng.choice(('<<', '>>'))} {rng.randrange(64)})", f"({x} >> ({y} & 7))",
                           f"(uint64_t)((int64_t){x} >> {rng.randrange(64)})",
                           f"({x} {rng.choice('/%')} {rng.choice((1, 2, 10, 58, 127, 255, 256, 65280))}ull)",
                           f"(uint64_t)({rng.choice(('uint8_t', 'uint16_t', 'uint32_t', 'int8_t', 'int16_t', 'int32_t'))}){x}",
                           f"({self.condition(depth - 1)} ? {x} : {y})", f"(uint64_t)({self.condition(depth - 1)})"))

    def condition(self, depth=1):
        rng = self.rng
        kind = rng.randrange(4)
        if kind < 2 or depth == 0:
            return f"({self.leaf()} >> {rng.randrange(8)} & 1)"
        cast = rng.choice(("(uint64_t)", "(uint8_t)", "(int32_t)", "(int8_t)", "(int64_t)"))
        return f"({cast}{self.value(depth - 1)} {rng.choice(('<', '<=', '==', '!=', '>'))} {cast}{self.value(depth - 1)})"

    def block(self, depth):
        return "".join(self.statement(depth) for _ in range(self.rng.randrange(1, 4)))

    def statement(self, depth):
        rng = self.rng
        self.left -= 1
        kind = rng.randrange(15 if depth and self.left > 0 else 8)
        if kind < 2:
            return f"{rng.choice(LOCALS)} = {self.value()};\n"
        if kind < 5:
            return f"{rng.choice(ARRAYS)}[{self.index()}] = (uint8_t){self.value(1)};\n"
        if kind == 5:
            to, size = rng.choice(ARRAYS), rng.choice((2, 4))
            return f"{{ uint32_t w = (uint32_t){self.value()}; memcpy({to} + {rng.randrange(SIZE - size + 1)}, &w, {size}); }}\n"
        if kind == 6:
            to, where = rng.choice(ARRAYS), rng.randrange(SIZE - 3)
            return f"{rng.choice(LOCALS)} = helper({to} + {rng.choice((str(where), f'(a & 4)'))}, {self.value(1)});\n"
        if kind == 7:
            to, places = rng.choice(ARRAYS), (rng.randrange(SIZE - 1), rng.randrange(SIZE - 1))
            return (f"{{ uint8_t* r = {to} + {places[0]}; if {self.condition()} {{ r = {to} + {places[1]}; r[1] ^= 1; }}\n"
                    f"*r = (uint8_t){self.value(1)}; }}\n")
        if kind < 11:
            return f"if {self.condition()} {{\n{self.block(depth - 1)}}}\n"
        if kind < 13:
            return f"if {self.condition()} {{\n{self.block(depth - 1)}}} else {{\n{self.block(depth - 1)}}}\n"
        if kind == 13:
            self.loops += 1
            i = f"i{self.loops}"
            end = rng.choice(("", f"if {self.condition()} break;\n", f"if {self.condition()} continue;\n"))
            return (f"for (unsigned {i} = 0; {i} < {rng.randrange(1, 4)}; ++{i}) {{\n{self.statement(0)}{end}"
                    f"{self.block(depth - 1)}}}\n")
        return f"if {self.condition()} return {self.value(1)};\n"

    def body(self):
        numbers = "".join(f"uint64_t {x} = {self.rng.choice(('a', 'b', '0', '~0ull'))};\n" for x in LOCALS)
        text = "".join(self.statement(3) for _ in range(self.rng.randrange(2, 6)))
        return f"uint8_t m[{SIZE}] = {{1, 2, 3}};\n{numbers}{text}return x + 3 * y + m[0] + 7 * m[5] + 11 * g[2] + z;"


class Unknown:
    """The arguments of a function, and what it does on them."""

    def __init__(self, module, name, rng=None):
        T.reset()
        self.machine, memory = run.Machine(module), run.Memory()
        self.machine.globals_change = ""
        self.words = [self.word("a", rng), self.word("b", rng)]
        self.objects = [[T.unknown(f"{name}[{i}]", 8) for i in range(SIZE)] for name in "pq"]
        at = [self.machine.new_object(memory, name, cells) for name, cells in zip("pq", self.objects)]
        self.returned, after = self.machine.call(f"@{name}", [*self.words, *at], memory, T.true())
        self.after = [after.cells[pointer.thing] for pointer in at]

    @staticmethod
    def word(name, rng):
        return T.variable(name, 64) if rng and rng.random() < 0.3 else T.unknown(name, 64)

    def values(self, numbers, texts):
        """Of all unknowns; of those that nobody has set, too."""
        bits, variables = {}, {}
        for term, value in [*zip(self.words, numbers), *((c, v) for cells, text in zip(self.objects, texts)
                                                         for c, v in zip(cells, text))]:
            if term.op == "var":
                variables[term] = value
            else:
                bits.update((b, value >> i & 1) for i, b in enumerate(sorted(T.bits_in([term])[0])))
        return bits, variables

    def compared(self, numbers, texts, outcome):
        """What differs from what the processor did, or None."""
        bits, variables = self.values(numbers, texts)
        memo = {}
        for condition, what in self.machine.failures:
            if T.evaluate(condition, bits, variables, memo):
                return f"fails: {what}"
        found = T.evaluate(self.returned, bits, variables, memo).to_bytes(8, "little")
        found += bytes(T.evaluate(c, bits, variables, memo) for cells in self.after for c in cells)
        return None if found == outcome else f"has {found.hex()}, not {outcome.hex()}"


def false_theorems(work):
    source = HEAD + "".join(function(f"f{i}", body) for i, (_, body, _) in enumerate(FALSE))
    for level in (0, 1):
        module = Module(compile_c(source, level, os.path.join(work, "false")))
        for i, (what, _, said) in enumerate(FALSE):
            try:
                of = Unknown(module, f"f{i}")
            except run.Stuck as refused:
                if "restrict" in str(refused):
                    continue
                raise
            claim = T.all_of([T.eq(of.returned, T.const(64, said)), *(T.not_(c) for c, _ in of.machine.failures)])
            if solve.holds(T.true(), claim, 10).status != solve.REFUTED:
                sys.exit(f"run: proved, and false: {what}, at -O{level}")


# What is proved of three turns says nothing of code for another one: (what a turn does, tests that are excused, ways that are open).
STORE, TURN = "p[i] = (uint8_t)a;", "for (uint64_t i = 0; i < b; ++i) { %s } return 0;"
NOT_GONE = [
    (STORE, [], 0), (f"if (i == 1000) continue; {STORE}", [], 1), (f"if (i == 1000) continue; {STORE}", ["icmp eq i64 % 1000"], 0),
    (f"if (i == 1000) continue; {STORE}", ["icmp eq i64 % 2000"], 2),
    (f"switch (i) {{ default: {STORE} break; case 1000: case 10000: case 77777: break; }}", [], 3),
    (f"if ((i == 1000) | (a == 5)) continue; {STORE}", [], 1),
    (STORE, ["icmp eq i64 % 1000"], 1),  # an excuse of nothing could excuse what comes later
]


def ways_not_gone(work):
    for turn, excused, wanted in NOT_GONE:
        body = TURN % turn
        module = Module(compile_c(HEAD + function("f", body), 1, os.path.join(work, "ways")))
        proof, machine, memory = kernels.Proof(10), run.Machine(module), run.Memory()
        p, q = (machine.new_object(memory, name, [T.const(8, 0)] * SIZE) for name in "pq")
        for turns in (0, 3):
            proof.call(machine, "@f", [T.unknown("a", 64), T.const(64, turns), p, q], memory, T.true())
            proof.no_failures(machine, T.true())
        proof.all_reached(module, "a loop", [("a loop", "f", "a test", *excused)] * bool(excused))
        if sum(a.status == solve.OPEN for a in proof.answers) != wanted:
            sys.exit(f"run: {[a.claim for a in proof.answers]} of {body}")


def compare(rng, level, work):
    """Counts of one file of functions: compared, and why not."""
    bodies = [Writer(rng).body() for _ in range(AT_ONCE)]
    cases = "".join(f"    case {i}: return f{i}(a, b, p, q);\n" for i in range(AT_ONCE))
    source = HEAD + "".join(function(f"f{i}", body) for i, body in enumerate(bodies)) + (
        "uint64_t any(uint64_t which, uint64_t a, uint64_t b, uint8_t* p, uint8_t* q) {\n"
        f"  memset(g, 0, sizeof g);\n  switch (which) {{\n{cases}  }}\n  return 0;\n}}\n")
    text = compile_c(source, level, os.path.join(work, "random"))
    module, program = Module(text), Program(text, "@any", os.path.join(work, "any"), False)
    count = collections.Counter()
    for i, body in enumerate(bodies):
        given = []
        for _ in range(VALUES):
            numbers = [rng.choice((rng.getrandbits(64), rng.getrandbits(8), 0, 2**64 - 1)) for _ in "ab"]
            given.append((numbers, [bytes(rng.choice((rng.getrandbits(8), 0, 255, 128)) for _ in range(SIZE)) for _ in "pq"]))
        code, out = program.run([Call([i, *numbers, (0,), (1,)], texts, 64) for numbers, texts in given])
        size = 8 + 2 * SIZE
        if code != 0 or len(out) != 2 * size * VALUES:
            raise RuntimeError(f"a random function ends with {code}:\n{body}")
        try:
            unknown = prove.in_time(SECONDS, lambda: Unknown(module, f"f{i}", rng))
        except run.Stuck as stuck:
            count[str(stuck).split(" ")[0]] += 1
            continue
        except prove.TooLong:  # terms of choices within choices can grow without end
            count["too long"] += 1
            continue
        for place, (numbers, texts) in enumerate(given):
            told = unknown.compared(numbers, texts, out[2 * place * size :][:size])
            if told:
                sys.exit(f"run: on {numbers} and {[t.hex() for t in texts]}, at -O{level}, the executor {told}\n"
                         f"{function('f', body)}")
        count["compared"] += 1
    return count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--functions", type=int, default=AT_ONCE)
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    given = parser.parse_args()
    print(f"--seed {given.seed}")
    rng, count, files = random.Random(given.seed), collections.Counter(), 0
    run.Machine.limit = STEPS
    with tempfile.TemporaryDirectory() as work:
        false_theorems(work)
        ways_not_gone(work)
        print(f"{len(FALSE)} false theorems are refuted")
        while count["compared"] < given.functions:
            count += compare(rng, files % 2, work)
            files += 1
    told = ", ".join(f"{n} {what}" for what, n in sorted(count.items()) if what != "compared")
    print(f"{count['compared']} functions do what the executor says; it has no meaning for others: {told or 'none'}")


if __name__ == "__main__":
    main()
