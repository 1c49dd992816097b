"""Proves the kernels in their machine code by angr and z3: another reader of other code, and another solver. Only the alphabets and sizes
of spec.py are shared with prove.py.
"""

import contextlib
import logging
import os
import sys

logging.disable(logging.CRITICAL)  # angr tells of parts that are not installed
sys.setrecursionlimit(100_000)

import angr  # noqa: E402
import claripy  # noqa: E402
import z3  # noqa: E402
from angr.engines.vex.claripy import irop  # noqa: E402

import machine_code  # noqa: E402
import spec  # noqa: E402

ROOT = machine_code.ROOT
WORD = 8
# Nothing that a caller gives is aligned, but to the words that it has.
IDS, TEXTS, RULE, ANSWERS, TIMES = ((place << 36) + off for place, off in enumerate((1, 1, 8, 8, 8), start=1))
APART = 64
AT_ONCE = {"avx2": 2}  # texts of one turn of a loop
NUMBERS = (0, 1, 3)
COMPILERS = {"g++": ("scalar", "ssse3", "avx2"), "clang": ("scalar", "ssse3", "avx2"), "g++ for ARM": ("scalar", "neon")}  # no AVX-512
RELOCATED = (".data.rel.ro", ".got")  # written before the first call only; what else can be written has no known value


class Wrong(Exception):
    """What the code does that no function of a kernel set may do."""


class Open(Exception):
    """What z3 did not answer in its time."""


class Operation:
    """One of NEON's that angr does not have, by its vectors."""

    _float = False  # which angr asks

    def __init__(self, function):
        self.calculate = function


def of_lanes(w, function):
    """Lane by lane."""
    return Operation(lambda *vectors: claripy.Concat(*(function(*lane) for lane in zip(*(v.chop(w) for v in vectors)))))


def shifted(lane, by):
    """To the left by the signed number in the lowest byte, or to the right."""
    by = claripy.SignExt(lane.length - 8, by[7:0]) if lane.length > 8 else by
    return claripy.If(claripy.SGE(by, 0), lane << by, claripy.LShR(lane, -by))


irop.operations |= {f"Iop_Sh{w}Ux{128 // w}": of_lanes(w, shifted) for w in (8, 16, 32, 64)}
irop.operations |= {f"Iop_NarrowUn{w}to{w // 2}x{128 // w}": of_lanes(w, lambda lane: lane[lane.length // 2 - 1 : 0]) for w in (16, 32, 64)}
irop.operations["Iop_Reverse8sIn64_x2"] = of_lanes(64, lambda lane: lane.reversed)
irop.operations |= {f"Iop_ZeroHI{w}ofV128": Operation(lambda v, w=w: claripy.ZeroExt(w, v[127 - w : 0])) for w in (64, 96, 112, 120)}


# --- the code -----------------------------------------------------------------------------------------------------------------


class Code:
    def __init__(self, path, set_name):
        self.project = angr.Project(path, auto_load_libs=False, main_opts={"base_addr": 0x400000})
        binary = self.project.loader.main_object
        members = machine_code.all_members(ROOT)
        holder = binary.get_symbol(machine_code.holder_of(set_name)).rebased_addr
        words = [self.project.loader.memory.unpack_word(holder + WORD * i) for i in range(2, 2 + len(members))]
        self.entries = dict(zip(members, words))  # behind the name, which is a view
        self.constants = [(s.vaddr, s.vaddr + s.memsize) for s in binary.sections
                          if s.occupies_memory and s.memsize and not s.is_executable and (not s.is_writable or s.name in RELOCATED)]


# --- running it ---------------------------------------------------------------------------------------------------------------


class Run:
    """A function's run on symbolic bytes: all states in which it returns."""

    def __init__(self, code, entry, arguments, objects):
        self.code, self.read = code, set()
        project = code.project
        state = project.factory.call_state(entry, *arguments)
        for option in ("SYMBOL_FILL_UNCONSTRAINED_MEMORY", "SYMBOL_FILL_UNCONSTRAINED_REGISTERS", "LAZY_SOLVES"):
            state.options.add(getattr(angr.options, option))
        for at, cells, _ in objects:
            for i, cell in enumerate(cells):
                state.memory.store(at + i, cell, inspect=False)
        stack = state.solver.eval_one(state.regs.sp)
        self.open_to = [(at, at + len(cells), writable) for at, cells, writable in objects]
        self.open_to += [(stack - (1 << 14), stack + 2 * WORD, True)]
        self.open_to += [(begin, end, False) for begin, end in code.constants]
        state.inspect.b("mem_read", when=angr.BP_BEFORE, action=self._before_read)
        state.inspect.b("mem_read", when=angr.BP_AFTER, action=self._after_read)
        state.inspect.b("mem_write", when=angr.BP_BEFORE, action=self._before_write)
        manager = project.factory.simulation_manager(state)
        while manager.active:
            manager.step()
            manager.move("active", "returned", lambda s: s.addr == project.simos.return_deadend)
            if manager.errored:
                error = manager.errored[0].error
                raise Wrong("takes what is not aligned as if it were") if "Ijk_Sig" in str(error) else error
            if any(not code.project.loader.main_object.contains_addr(s.addr) for s in manager.active) or manager.unconstrained:
                raise Wrong("a call of what is not in the kernels")
        self.states = [*manager.stashes.get("returned", []), *manager.deadended]
        for state in self.states:
            if state.solver.eval_one(state.regs.sp) != stack + (WORD if project.arch.name == "AMD64" else 0):
                raise Wrong("the stack is left elsewhere")

    def _allow(self, state, low, end, write):
        if not any(begin <= low and end <= stop and (writable or not write) for begin, stop, writable in self.open_to):
            raise Wrong(f"{'writes' if write else 'reads'} {end - low} bytes at {low:#x}, in {state.addr:#x}")

    def _before_write(self, state):
        at = state.inspect.mem_write_address
        size = state.inspect.mem_write_length
        size = len(state.inspect.mem_write_expr) // 8 if size is None else size
        if not isinstance(at, int):
            at = state.solver.eval_one(at)  # no kernel writes where its input says
        self._allow(state, at, at + (size if isinstance(size, int) else state.solver.eval_one(size)), True)

    def _before_read(self, state):
        at, size = state.inspect.mem_read_address, state.inspect.mem_read_length
        size = size if isinstance(size, int) else state.solver.eval_one(size)
        if isinstance(at, int) or not at.symbolic:
            at = at if isinstance(at, int) else at.concrete_value
            self._allow(state, at, at + size, False)
            self.read.update(range(at, at + size))
            return
        low, high = self._span(state, at, size)
        data = self.code.project.loader.memory.load(low, high - low + size)
        self.read.update(range(low, high + size))
        endness = state.arch.memory_endness
        state.globals["looked up"] = decided(at - low, data, size, endness == "Iend_LE")
        state.inspect.mem_read_address = claripy.BVV(low, state.arch.bits)

    def _span(self, state, at, size):
        """The least and the greatest address of a table's entry, first without what the path knows."""
        for solver in (claripy.Solver(), state.solver):
            low, high = solver.min(at), solver.max(at)
            if any(begin <= low and high + size <= end for begin, end in self.code.constants):
                return low, high
        raise Wrong(f"looks up {low:#x} to {high + size:#x}, in {state.addr:#x}")

    def _after_read(self, state):
        found = state.globals.pop("looked up", None)
        if found is not None:
            state.inspect.mem_read_expr = found


def decided(offset, data, size, little):
    """The `size` bytes of data at an offset, as choices by its bits."""
    last, made = len(data) - size, {}

    def build(bit, base):
        if base > last:
            return None
        if bit < 0:
            value = data[base : base + size]
            return claripy.BVV(value[::-1] if little else value)
        low, high = build(bit - 1, base), build(bit - 1, base | 1 << bit)
        if high is None or low is high:
            return low
        key = (bit, low.hash(), high.hash())
        if key not in made:
            made[key] = claripy.If(offset[bit] == 1, high, low)
        return made[key]

    return build(max(last.bit_length() - 1, 0), 0)


# --- what the documents say -----------------------------------------------------------------------------------------------------


def chosen(term, values, width):
    """The value of a byte or a symbol by a table, zero where it has none."""
    answer = claripy.BVV(0, width)
    for key, value in values.items():
        answer = claripy.If(term == key, claripy.BVV(value, width), answer)
    return answer


def is_in(char, form):
    return claripy.Or(*[char == c for c in form.values])


def mod127(number):
    """The remainder by 127 is that of the sum of all groups of seven bits, as 128 leaves one."""
    wide = claripy.ZeroExt(-number.length % 7, number)
    total = sum((claripy.ZeroExt(5, wide[low + 6 : low]) for low in range(0, wide.length, 7)), claripy.BVV(0, 12))
    return (total % 127)[6:0]


def written(form, number):
    """The characters of a number's text."""
    symbols = {i: ord(c) for i, c in enumerate(form.written)}
    if isinstance(form, spec.Base58):
        return [chosen(((number // 58 ** (10 - i)) % 58)[5:0], symbols, 8) for i in range(form.symbols)]
    if isinstance(form, spec.Checked):
        number = claripy.Concat(number, mod127(number))
    each = 4 if isinstance(form, spec.Hex36) else 5
    hyphens = getattr(form, "HYPHENS", ())
    count = form.symbols - len(hyphens)
    wide = claripy.ZeroExt(each * count - number.length, number)
    chars = [chosen(wide[each * i + each - 1 : each * i], symbols, 8) for i in reversed(range(count))]
    for place in hyphens:
        chars.insert(place, claripy.BVV(ord("-"), 8))
    return chars


def allowed(form, text):
    hyphens = getattr(form, "HYPHENS", ())
    return [char == ord("-") if i in hyphens else is_in(char, form) for i, char in enumerate(text)]


def read(form, text, rule):
    """(whether a text is valid, its value)."""
    good = allowed(form, text)
    if isinstance(form, spec.Base58):
        total = claripy.BVV(0, 72)
        for char in text:
            total = total * 58 + claripy.ZeroExt(66, chosen(char, form.values, 6))
        return claripy.And(*good, total[71:64] == 0), total[63:0]
    hyphens = getattr(form, "HYPHENS", ())
    each = 4 if isinstance(form, spec.Hex36) else 5
    bits = claripy.Concat(*[chosen(char, form.values, each) for i, char in enumerate(text) if i not in hyphens])
    value = bits[form.bits - 1 : 0]
    if isinstance(form, spec.Checked):
        value = bits[134:7]
        good.append(claripy.Or(bits[6:0] == 127, mod127(value) == bits[6:0]))
    elif isinstance(form, spec.Hex36):
        good += [(b & mask) == wanted for b, mask, wanted in zip(value.chop(8), rule[1:17], rule[17:33])]
    else:
        good.append(chosen(text[0], form.values, 8) <= rule[0])
    return claripy.And(*good), value


def in_memory(form, number):
    cells = number.chop(8)
    return cells if form.bits == 128 else cells[::-1]


def unknown(name, count):
    return [claripy.BVS(f"{name}{i}", 8, explicit_name=True) for i in range(count)]


# --- the theorems ---------------------------------------------------------------------------------------------------------------


class Proof:
    def __init__(self, seconds):
        self.seconds, self.claims, self.read = seconds, 0, set()

    def run(self, *arguments):
        done = Run(*arguments)
        self.read |= done.read
        if not done.states:
            raise Wrong("it never returns")
        return done.states

    def holds(self, assumed, claims):
        """Every claim, each by itself, in every case that is assumed."""
        for claim in claims:
            self.claims += 1
            solver = z3.Solver()
            solver.set("timeout", round(1000 * self.seconds))
            solver.add(claripy.backends.z3.convert(claripy.And(*assumed, claripy.Not(claim))))
            answer = solver.check()
            if answer == z3.sat:
                raise Wrong("differs from the specification")
            if answer != z3.unsat:
                raise Open(f"no answer to claim {self.claims}")


def cells_of(state, at, count):
    return [state.memory.load(at + i, 1, inspect=False) for i in range(count)]


def returned(state, bits):
    return (state.regs.rax if state.arch.name == "AMD64" else state.regs.x0)[bits - 1 : 0]


def prove_write(proof, code, entry, form, count, stride, one):
    ids = unknown("id", count * form.id_size)
    size = (count - 1) * stride + form.symbols if count else 0
    old = unknown("old", size)
    arguments = [IDS, TEXTS] if one else [IDS, count, TEXTS, stride]
    expected = list(old)
    for i in range(count):
        own = ids[i * form.id_size : (i + 1) * form.id_size]
        number = claripy.Concat(*(own if form.bits == 128 else own[::-1]))
        expected[i * stride : i * stride + form.symbols] = written(form, number)
    for state in proof.run(code, entry, arguments, [(IDS, ids, False), (TEXTS, old, True)]):
        found = cells_of(state, TEXTS, size)
        proof.holds(state.solver.constraints, [f == e for f, e in zip(found, expected) if f is not e])


def prove_read(proof, code, entry, form, count, stride, one):
    texts = [unknown(f"text{i} ", form.symbols) for i in range(count)]
    old, rule = unknown("old", count * form.id_size), unknown("rule", 33)
    words = (count + 63) // 64
    answers = unknown("answer", WORD * words)
    arguments = [TEXTS, IDS, RULE] if one else [TEXTS, stride, count, IDS, RULE, ANSWERS]
    # Nothing between two texts may be read.
    objects = [(TEXTS + i * stride, text, False) for i, text in enumerate(texts)] if stride >= form.symbols + APART else []
    if not objects and count:
        gap = unknown("gap", stride - form.symbols)
        objects = [(TEXTS, sum(([*text, *gap] for text in texts[:-1]), []) + texts[-1], False)]
    objects += [(IDS, old, True), (RULE, rule, False), (ANSWERS, answers, True)]
    promised = []
    if isinstance(form, spec.Base32) and not isinstance(form, spec.Checked):
        promised = [claripy.Or(*[rule[0] == limit for limit in form.limits()])]
    wanted = [read(form, text, rule) for text in texts]
    for state in proof.run(code, entry, arguments, objects):
        assumed = [*state.solver.constraints, *promised]
        result = returned(state, 8)
        claims = []
        for i, (valid, value) in enumerate(wanted):
            found = cells_of(state, IDS + i * form.id_size, form.id_size)
            before = old[i * form.id_size : (i + 1) * form.id_size]
            same = [f == claripy.If(valid, v, o) for f, v, o in zip(found, in_memory(form, value), before)]
            flag = result == claripy.If(valid, claripy.BVV(1, 8), claripy.BVV(0, 8)) if one else (
                state.memory.load(ANSWERS + i // 8, 1, inspect=False)[i % 8] == claripy.If(valid, claripy.BVV(0, 1), claripy.BVV(1, 1)))
            claims.append(claripy.And(flag, *same))
        if not one:
            flags = cells_of(state, ANSWERS, WORD * words)
            claims += [flags[i // 8][i % 8] == 0 for i in range(count, 64 * words)]
            claims.append((result == 1) == claripy.Or(claripy.false(), *[f != 0 for f in flags]))
            claims.append(claripy.Or(result == 0, result == 1))
        proof.holds(assumed, claims)


def prove_first_wrong(proof, code, entry, form):
    text = unknown("text", form.symbols)
    expected = claripy.BVV(form.symbols, 64)
    for place, good in reversed(list(enumerate(allowed(form, text)))):
        expected = claripy.If(good, expected, claripy.BVV(place, 64))
    for state in proof.run(code, entry, [TEXTS], [(TEXTS, text, False)]):
        proof.holds(state.solver.constraints, [returned(state, 64) == expected])


def prove_times(proof, code, entry, size, count):
    ids, old = unknown("id", count * size), unknown("old", WORD * count)
    shift, mask, epoch = (claripy.BVS(name, 64, explicit_name=True) for name in ("shift", "mask", "epoch"))
    fixed_mask, fixed_bits = unknown("fixed mask", 16), unknown("fixed bits", 16)
    rule = [*shift.chop(8)[::-1][:4], *unknown("padding", 4), *mask.chop(8)[::-1], *epoch.chop(8)[::-1], *fixed_mask, *fixed_bits]
    promised = [shift < 64, *[(b & ~m) == 0 for m, b in zip(fixed_mask, fixed_bits)]]
    objects = [(IDS, ids, False), (RULE, rule, False), (TIMES, old, True)]
    for state in proof.run(code, entry, [IDS, count, RULE, TIMES], objects):
        claims = []
        for i in range(count):
            own = ids[i * size : (i + 1) * size]
            upper = claripy.Concat(*(own[:8] if size == 16 else own[::-1]))
            expected = (claripy.LShR(upper, shift) & mask) + epoch
            if size == 16:
                timed = claripy.And(*[(b & m) == f for b, m, f in zip(own, fixed_mask, fixed_bits)])
                expected = claripy.If(timed, expected, claripy.BVV(1 << 63, 64))
            claims.append(claripy.Concat(*cells_of(state, TIMES + WORD * i, WORD)[::-1]) == expected)
        proof.holds([*state.solver.constraints, *promised], claims)


def prove_swap(proof, code, entry, count, in_place):
    words, old = unknown("word", WORD * count), unknown("old", WORD * count)
    objects = [(IDS, words, in_place)] + [(TEXTS, old, True)] * (not in_place)
    to = IDS if in_place else TEXTS
    for state in proof.run(code, entry, [IDS, count, to], objects):
        found = cells_of(state, to, WORD * count)
        proof.holds(state.solver.constraints, [found[WORD * i + j] == words[WORD * i + 7 - j] for i in range(count) for j in range(WORD)])


def prove_member(proof, code, set_name, shape, member):
    entry = code.entries[shape, member]
    form = spec.SHAPES.get(shape)
    some = AT_ONCE.get(set_name, 1) + 1
    if member == "write_one":
        prove_write(proof, code, entry, form, 1, form.symbols, True)
    elif member == "read_one":
        prove_read(proof, code, entry, form, 1, form.symbols, True)
    elif member == "first_wrong":
        prove_first_wrong(proof, code, entry, form)
    elif member == "write":
        for count, stride in ((0, form.symbols), (some, form.symbols), (some, form.symbols + 3)):
            prove_write(proof, code, entry, form, count, stride, False)
    elif member == "read":
        for count, stride in ((0, form.symbols), (some, form.symbols), (some, form.symbols + APART)):
            prove_read(proof, code, entry, form, count, stride, False)
    elif member in ("times128", "times64"):
        for count in NUMBERS:
            prove_times(proof, code, entry, 16 if member == "times128" else 8, count)
    elif member == "swap64":
        for count in NUMBERS:
            for in_place in (False, True):
                prove_swap(proof, code, entry, count, in_place)
    else:
        raise Open(f"no theorem for {member}")


# --- as machine.py asks it ------------------------------------------------------------------------------------------------------


def members(_):
    return machine_code.all_members(ROOT)


def prove(code, set_name, shape, member, seconds, _):
    """(an answer, what can be changed that it rests on)."""
    proof = Proof(seconds)
    try:
        prove_member(proof, code, set_name, shape, member)
        answer = {"status": "proved"}
    except Wrong as wrong:
        answer = {"status": "refuted", "reason": str(wrong)}
    except (Open, claripy.errors.ClaripyError, angr.errors.AngrError, angr.errors.SimError, MemoryError) as stuck:
        answer = {"status": "open", "reason": f"{type(stuck).__name__}: {str(stuck)[:80]}"}
    places = sorted(at for at in proof.read if any(begin <= at < end for begin, end in code.constants))
    return answer | {"claims": proof.claims}, {"constant": places}


@contextlib.contextmanager
def changed(code, _, at, bit):
    """The code with one bit of a constant otherwise."""
    memory = code.project.loader.memory
    old = memory.load(at, 1)
    memory.store(at, bytes([old[0] ^ 1 << bit % 8]))
    try:
        yield
    finally:
        memory.store(at, old)
