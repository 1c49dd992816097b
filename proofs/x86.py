"""Runs x86-64 machine code on terms: the theorems of kernels.py hold of what a compiler made for a release.

A register has 64 bits or a pointer; a vector register is a list of equal lanes, the lowest first; a mask is 64 bits. A pointer that is
calculated with is a number with the unknown address of its object in it.
"""

import re

import run
import terms as T
from run import ADDRESS, Pointer, Stuck
from x86_code import GENERAL, NAMES
from x86_meanings import ALIGNED, CONDITIONS, FLAGS, UNALIGNED, WIDEST, Instructions, lanes, zeros

VECTORS, MASKS = [f"v{i}" for i in range(32)], [f"k{i}" for i in range(8)]
REGISTERS = [*GENERAL, *VECTORS, *MASKS, *FLAGS]
ARGUMENTS = ("rdi", "rsi", "rdx", "rcx", "r8", "r9")
KEPT = ("rbx", "rbp", "r12", "r13", "r14", "r15")  # by who is called
STACK, FRAME = "stack", 1 << 12
LAST_ADDRESS = (1 << 47) - 1  # of a program
# A caller aligns the stack to 16 bytes and no more.
BEGIN_OF_STACK = FRAME - 64 + 24


class Machine(Instructions, run.Machine):
    def __init__(self, code):
        super().__init__(code)
        self.returns_to = []

    # --- memory

    def global_object(self, memory, name):
        if name not in memory.cells:
            begin, data, _, constant = self.module.sections[name]
            if constant:
                cells = [T.const(8, byte) for byte in data]
                for at, to in self.module.relocated.items():
                    if begin <= at < begin + len(data):
                        pointer = Pointer(f"@{to}", T.const(64, 0)) if isinstance(to, str) else self.module.at(to)
                        cells[at - begin : at - begin + 8] = [(pointer, i) for i in range(8)]
                memory.read_only.add(name)
            else:
                cells = self.first_values.setdefault(name, [T.unknown(f"{name}[{i}]", 8) for i in range(len(data))])
            memory.cells[name] = list(cells)
        return name

    def load_cells(self, memory, pointer, size, path):
        rows = super().load_cells(memory, pointer, size, path)
        if pointer.thing[0] == "@":
            self.module.read |= {(pointer.thing, at + i) for _, at in self._places(pointer, path) for i in range(size)}
        return rows

    def _value(self, ty, cells):
        if isinstance(cells[0], tuple) and all(c == (cells[0][0], i) for i, c in enumerate(cells)) and len(cells) == 8:
            return cells[0][0]
        return super()._value(ty, cells)

    def _look_up(self, memory, pointer, size, ty):
        """As run.Machine does, of a table that stands anywhere in a section."""
        offset = pointer.offset
        if pointer.thing is None or pointer.thing[0] != "@" or T.value_of(offset) is not None:
            return None
        base = offset.aux[1] if offset.op == "lin" else 0
        rest = T.sub(offset, T.const(64, base))
        self.global_object(memory, pointer.thing)
        cells = memory.cells[pointer.thing]
        if pointer.thing not in memory.read_only or base + rest.most + size > len(cells):
            return None
        step = 0
        while T.value_of(T.part(rest, step, 0)) == 0:
            step += 1
        key, last = (pointer.thing, base, rest.most, size, step), base + rest.most
        if any(isinstance(c, tuple) for c in cells[base : last + size]):
            return None
        if key not in self.constants:
            numbers = [[T.value_of(c) for c in cells[at : at + size]] for at in range(base, last + 1, 1 << step)]
            self.constants[key] = tuple(int.from_bytes(n, "little") for n in numbers)
        index = T.part(rest, max(step, rest.most.bit_length() - 1), step)
        taken = index.aux[1] if index.op == "table" else range(len(self.constants[key]))
        self.module.read |= {(pointer.thing, base + (n << step) + i) for n in set(taken) for i in range(size)}
        return T.lookup(self.constants[key], 8 * size, index)

    def address(self, o, env, following):
        if o.base == "rip":
            return self.module.at(following + o.offset & (1 << 64) - 1)  # objdump shows what lies before as a great number
        products, thing = [], None
        for name, scale in ((o.base, 1), (o.index, o.scale)):
            if name is None:
                continue
            register, bits, _ = NAMES[name]
            value = env[register]
            if bits != 64:
                raise Stuck(f"an address of {bits} bits")
            if isinstance(value, Pointer) and thing is None and scale == 1:
                thing, value = value.thing, value.offset
            products.append((scale, self.number(value)))
        return self.pointer(thing, T.linear(64, products, o.offset))

    @staticmethod
    def number(value):
        if isinstance(value, Pointer):
            return value.offset if value.thing is None else T.add(T.variable(ADDRESS + value.thing, 64, LAST_ADDRESS), value.offset)
        return value

    def place(self, o, env, i):
        return self.pointed(self.address(o, env, i.following))

    def pointed(self, value):
        if not isinstance(value, Pointer):
            known = T.value_of(value)
            if known is None:
                raise Stuck(f"an address that is of no object: {value}")
            value = self.module.at(known)
        return value

    def bytes_at(self, memory, pointer, size, path):
        rows = self.load_cells(memory, pointer, size, path)
        if len(rows) == 1:
            return list(rows[0][1])
        return [self.load(memory, Pointer(pointer.thing, T.add(pointer.offset, T.const(64, i))), ("i", 8), path) for i in range(size)]

    # --- values

    def choose(self, condition, yes, no):
        if yes is no or yes == no:
            return yes
        if isinstance(yes, Pointer) != isinstance(no, Pointer) or isinstance(yes, Pointer) and yes.thing != no.thing:
            yes, no = self.number(yes), self.number(no)
        elif isinstance(yes, list) and isinstance(yes[0], T.Term) and len(yes) != len(no):
            w = min(yes[0].w, no[0].w)
            yes, no = lanes(yes, w), lanes(no, w)
        return super().choose(condition, yes, no)

    def _choose_cell(self, condition, yes, no):
        if isinstance(yes, tuple) and isinstance(no, tuple) and yes[1] == no[1] and yes[0].thing == no[0].thing:
            return (self.choose(condition, yes[0], no[0]), yes[1])
        if isinstance(yes, tuple) or isinstance(no, tuple):
            yes, no = (T.part(self.number(c[0]), 8 * c[1] + 7, 8 * c[1]) if isinstance(c, tuple) else c for c in (yes, no))
        return super()._choose_cell(condition, yes, no)

    def typed(self, t, env):
        """The end of a function has all registers, a branch its condition."""
        word = t.next()
        return None, [env[r] for r in REGISTERS] if word == "registers" else env[t.next()]

    def get(self, o, env, memory, path, i, bits=None):
        """A number or a pointer, of an operand that is no vector."""
        bits = o.bits or bits
        if o.kind == "number":
            return T.const(bits, o.value)
        if o.kind == "memory":
            return self.load(memory, self.place(o, env, i), ("i", bits), path)
        value = env[o.name]
        if o.bits == 64 and o.kind == "general":
            return value
        return T.part(self.number(value), o.low + bits - 1, o.low) if o.kind == "general" else T.trunc(value, bits)

    def put(self, o, value, env, memory, path, i):
        if o.kind == "memory":
            cells = [(value, k) for k in range(8)] if isinstance(value, Pointer) else lanes([value], 8)
            self.store_cells(memory, self.place(o, env, i), cells, path)
        elif o.bits == 64:
            env[o.name] = value
        elif o.bits == 32:
            env[o.name] = T.zext(self.number(value), 64)
        else:
            old, parts = self.number(env[o.name]), [value]
            if o.low:
                parts.append(T.part(old, o.low - 1, 0))
            env[o.name] = T.cat([T.part(old, 63, o.low + o.bits), *parts])

    def vector(self, o, env, memory, path, i, bits, w):
        """An operand in lanes of w, as many as fill the bits."""
        if o.kind == "memory":
            size = min(o.bits or bits, bits)
            pointer = self.place(o, env, i)
            if re.match(ALIGNED, i.name) or i.name[0] != "v" and size == 128 and not re.match(UNALIGNED, i.name):
                self.must_align(pointer, size // 8, path)
            found = self.bytes_at(memory, pointer, size // 8, path)
            return lanes(found, w) * (bits // size if o.each else 1)
        if o.kind == "general":
            return [self.number(self.get(o, env, memory, path, i))]
        return lanes(env[o.name], w)[: bits // w]

    def put_vector(self, o, value, env, memory, path, i):
        """Lanes where the mask has a bit, or all. Above them are zeros; what is older than AVX leaves what was there."""
        w, mask = value[0].w, None
        if o.mask is not None:
            mask = [T.part(env[o.mask], k, k) for k in range(len(value))]
        if o.kind == "memory":
            pointer = self.place(o, env, i)
            if re.match(ALIGNED, i.name):
                self.must_align(pointer, w * len(value) // 8, path)
            if mask is None:
                self.store_cells(memory, pointer, lanes(value, 8), path)
            else:
                self.masked_store(memory, pointer, value, mask, path)
            return
        before = env[o.name]
        if mask is not None:
            old = zeros(w, len(value)) if o.zeros else lanes(before, w)
            value = [T.ite(m, new, o) for m, new, o in zip(mask, value, old)]
        kept = WIDEST // w - len(value)
        env[o.name] = list(value) + (zeros(w, kept) if i.name[0] == "v" else lanes(before, w)[len(value) :] if kept else [])

    def masked_store(self, memory, pointer, value, mask, path):
        for k, (lane, m) in enumerate(zip(value, mask)):
            if T.value_of(m) != 0:
                at = Pointer(pointer.thing, T.add(pointer.offset, T.const(64, k * lane.w // 8)))
                self.store_cells(memory, at, lanes([lane], 8), path, m)

    # --- calls

    def call(self, name, args, memory, path):
        """(result, memory) of a function that a caller in C++ calls."""
        if name not in self.module.places:
            raise Stuck(f"a call of {name}")
        function = self.module.functions[name]
        env = self.registers_of_anything() | {r: a for r, a in zip(ARGUMENTS, args)}
        stack = self.new_object(memory, STACK, [None] * FRAME, align=64)
        env["rsp"] = Pointer(stack.thing, T.const(64, BEGIN_OF_STACK + 8))
        kept = {r: env[r] for r in KEPT}
        begin = env["rsp"]
        env, memory = self.enter(function, env, memory, path)
        if env["rsp"] != begin or any(env[r] is not kept[r] for r in KEPT):
            self.fail(path, "leaves the stack or a register of its caller otherwise")
        bits = self.module.returned
        if bits is None:
            return None, memory
        value = self.number(env["rax"])
        if bits == 1:  # a bool, of which a caller reads eight bits
            self.fail(T.all_of([path, T.not_(T.eq(T.part(value, 7, 1), T.const(7, 0)))]), "returns no bool")
        return T.trunc(value, bits), memory

    def registers_of_anything(self):
        found = {r: self.undefined(64) for r in (*GENERAL, *MASKS)} | {r: self.undefined(1) for r in FLAGS}
        return found | {r: [self.undefined(64) for _ in range(8)] for r in VECTORS}

    def enter(self, function, env, memory, path):
        """All registers behind a call, and the memory."""
        back = Pointer("return", T.const(64, len(self.returns_to)))
        env = self.pushed(back, env, memory, path)
        self.returns_to.append(back)
        kind, *rest = self.walk(function, function.entry, None, env, memory, path, "end of the function")
        self.returns_to.pop()
        if kind != "returned":
            raise Stuck("no return")
        return dict(zip(REGISTERS, rest[0])), rest[1]

    def pushed(self, value, env, memory, path):
        env["rsp"] = Pointer(env["rsp"].thing, T.sub(env["rsp"].offset, T.const(64, 8)))
        cells = [(value, k) for k in range(8)] if isinstance(value, Pointer) else lanes([value], 8)
        self.store_cells(memory, env["rsp"], cells, path)
        return env

    def popped(self, env, memory, path):
        value = self.load(memory, env["rsp"], ("i", 64), path)
        env["rsp"] = Pointer(env["rsp"].thing, T.add(env["rsp"].offset, T.const(64, 8)))
        return value

    # --- instructions

    def instruction(self, tokens, env, memory, path):
        i = tokens[0]
        if i == "condition":
            return CONDITIONS[tokens[1]](env)
        if i == "leave":
            if self.popped(env, memory, path) != self.returns_to[-1]:
                self.fail(path, "returns to another place")
            return None
        if i == "extern":
            self.extern(tokens[1], env, memory, path)
            return self.instruction(("leave",), env, memory, path)
        if i.name in ("nop", "endbr64", "vzeroupper") or i.name == "xchg" and i.text.split()[-1] == "ax,ax":
            if i.name == "vzeroupper":
                for r in VECTORS[:16]:
                    low = lanes(env[r], 64)[:2]
                    env[r] = low + zeros(64, 6)
            return None
        if i.operands is None:
            raise Stuck(f"no meaning for {i.text}")
        method = self.rep if i.name in ("rep stos", "rep movs") else getattr(self, "do_" + i.name, None)
        if method is not None:
            method(i, env, memory, path)
        elif not (self.vectors(i, env, memory, path) or self.masks(i, env, memory, path) or self.numbers(i, env, memory, path)):
            raise Stuck(f"no meaning for {i.text}")
        return None

    def extern(self, name, env, memory, path):
        """What C's library does with numbers in the registers of arguments; of memcmp, recipe.Machine knows it."""
        to, of, size = (env[r] for r in ARGUMENTS[:3])
        result = to
        to, of = self.pointed(to), of if name == "memset" else self.pointed(of)
        if name in ("memcpy", "memmove", "memset"):
            count = T.value_of(self.number(size))
            if count is None:
                raise Stuck(f"{name} of unknown size")
            cells = [T.trunc(self.number(of), 8)] * count if name == "memset" else self.bytes_at(memory, of, count, path) if count else []
            if name == "memcpy" and to.thing == of.thing and count:
                raise Stuck("memcpy within an object")
            if count:
                self.store_cells(memory, to, cells, path)
        elif name == "memcmp":
            result, _ = self.call("@" + name, [to, of, size], memory, path)
        else:
            raise Stuck(f"a call of {name}")
        kept = {r: env[r] for r in (*KEPT, "rsp")}
        env.update(self.registers_of_anything() | kept)
        env["rax"] = result if isinstance(result, Pointer) else self.undefined(64) if result is None else T.cat([self.undefined(64 - result.w), result])

    def do_call(self, i, env, memory, path):
        if not isinstance(i.target, int):
            raise Stuck(i.text)
        after, rest = self.enter(self.module.functions[f"{i.target:#x}"], env, memory, path)
        env.update(after)
        memory.cells, memory.read_only = rest.cells, rest.read_only

    def do_push(self, i, env, memory, path):
        o = i.operands[0]
        value = self.load(memory, self.place(o, env, i), ("i", 64), path) if o.kind == "memory" else (
            env[o.name] if o.kind == "general" else T.const(64, o.value))
        self.pushed(value, env, memory, path)

    def do_pop(self, i, env, memory, path):
        env[i.operands[0].name] = self.popped(env, memory, path)

    def do_leave(self, i, env, memory, path):
        env["rsp"] = env["rbp"]
        env["rbp"] = self.popped(env, memory, path)

    def rep(self, i, env, memory, path):
        """Stores and copies of many words, upwards, as many as rcx says."""
        size = {"BYTE": 1, "WORD": 2, "DWORD": 4, "QWORD": 8}[re.search(r"(\w+) PTR", i.text)[1]]
        count = T.value_of(self.number(env["rcx"]))
        if count is None:
            raise Stuck(f"{i.text}: an unknown number of times")
        to, of = self.pointed(env["rdi"]), None if i.name == "rep stos" else self.pointed(env["rsi"])
        if of is None:
            cells = lanes([T.trunc(self.number(env["rax"]), 8 * size)], 8) * count
        elif to.thing == of.thing:
            raise Stuck(f"{i.text} within an object")
        else:
            cells = self.bytes_at(memory, of, size * count, path)
            env["rsi"] = Pointer(of.thing, T.add(of.offset, T.const(64, size * count)))
        self.store_cells(memory, to, cells, path)
        env["rdi"], env["rcx"] = Pointer(to.thing, T.add(to.offset, T.const(64, size * count))), T.const(64, 0)
