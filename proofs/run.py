"""Runs functions of LLVM's intermediate code on terms.

Memory is a set of objects with bounds; a cell is a byte, or a part of a pointer. A load or a store outside of an
object, or of a cell that its owner forbids, is a failure under the condition of its path, which the prover has to
refute. Two ways that part at a condition are run apart and joined where they meet again, cell by cell.
"""

import collections
import re

import meanings
import terms as T
from ir import ATTRIBUTES, Tokens


class Stuck(Exception):
    """Something that the executor has no meaning for."""


class Undecided(Stuck):
    """A choice between two objects, by a condition that stays open."""

    def __init__(self, condition):
        super().__init__("one of two objects")
        self.condition = condition


class Pointer:
    __slots__ = ("thing", "offset")

    def __init__(self, thing, offset):
        self.thing, self.offset = thing, offset

    def __eq__(self, other):
        return isinstance(other, Pointer) and self.thing == other.thing and self.offset is other.offset

    def __hash__(self):
        return hash((self.thing, self.offset))


NULL = Pointer(None, T.const(64, 0))

ADDRESS = "address of "  # the name of the number where an object lies begins so
FORBIDDEN = "forbidden"  # a cell that may be neither read nor written


class Memory:
    """Each branch has a copy of its own: two memories have no list of cells in common, so no store is seen in another."""

    def __init__(self):
        self.cells, self.read_only = {}, set()

    def copy(self):
        other = Memory()
        other.cells = {thing: list(cells) for thing, cells in self.cells.items()}
        other.read_only = set(self.read_only)
        return other


class Turns:
    """What the turns of a loop leave in memory, beside the objects of which a theorem speaks: where a turn begins, nothing is known
    of it. But what the code before the loop makes of the next texts is state, as a phi is: a turn must leave that of its next ones."""

    def __init__(self):
        self.cells, self.state = set(), set()

    def begin(self, memory):
        for thing, i in sorted(self.cells):
            if isinstance(memory.cells[thing][i], tuple):
                raise Stuck("a pointer that a turn leaves in memory")
            memory.cells[thing][i] = T.unknown(f"left in {thing}[{i}]", 8)

    def note(self, before, after, own, following=None):
        """Whether more was left from `before` to `after` than was known. `following`: the memory that the next texts begin with."""
        known = len(self.cells)
        for thing, cells in before.cells.items():
            for i, (c, now) in enumerate(zip(cells, after.cells[thing])):
                if thing not in own and c is not now and c != now:
                    is_state = following is not None and following.cells[thing][i] is not c and (thing, i) not in self.cells
                    (self.state if is_state else self.cells).add((thing, i))
        return len(self.cells) != known

    def run(self, turn, memory, own, last, following=None):
        """turn(memory), which ends with the memory, from all that an earlier turn can leave. What the last one leaves does not count."""
        while True:
            self.begin(memory)
            rest = turn(memory.copy())
            if last or not self.note(memory, rest[-1], own, following):
                return rest


class Machine:
    limit = 4_000_000  # instructions
    globals_change = r"(?!)"  # the names of those that a function may write to

    def __init__(self, module):
        self.module = module
        self.failures = []  # (condition, what)
        self.fresh = 0
        self.steps = self.limit
        self.objects = 0
        self.reached = set()  # (function, block); None is a function's first
        self.ways = set()  # (function, block, which of its ways), of those that have two or more
        self.tests = collections.defaultdict(set)  # by (function, comparison): 0, 1, or None where it may be both
        self.constants = {}
        self.aligned = {}  # by object: what its address is certainly a multiple of, where that is no 1
        self.first_values = {}  # of globals that can change
        self.cases, self.assumption = [], T.true()  # what a meaning leaves open, and what it promises of that
        self.fractions = {}  # terms that stand for floating-point numbers

    # --- memory

    def new_object(self, memory, name, cells, read_only=False, align=1):
        self.objects += 1
        key = f"{name}#{self.objects}"
        memory.cells[key] = list(cells)
        self.aligned[key] = align
        if read_only:
            memory.read_only.add(key)
        return Pointer(key, T.const(64, 0))

    def undefined(self, w):
        self.fresh += 1
        return T.variable(f"undefined{self.fresh}", w)

    def fail(self, condition, what):
        if T.value_of(condition) != 0:
            self.failures.append((condition, what))

    def global_object(self, memory, name):
        if name not in memory.cells:
            ty, constant, is_constant = self.module.global_value(name)
            cells = []
            if is_constant:
                self._lay(ty, constant, cells)
                memory.read_only.add(name)
            else:  # whatever other calls have left there
                size = self.module.size(ty)
                cells = self.first_values.setdefault(name, [T.unknown(f"{name}[{i}]", 8) for i in range(size)])
            memory.cells[name] = list(cells)
        return name

    def must_align(self, pointer, by, path):
        if by > 1:
            low = T.part(pointer.offset, by.bit_length() - 2, 0)
            thing, right = pointer.thing, T.eq(low, T.const(low.w, 0))
            lies = self.module.align_of_global(thing) if thing[0] == "@" else self.aligned[thing]
            self.fail(path if lies % by else T.all_of([path, T.not_(right)]), f"needs {thing} at a multiple of {by}")

    @staticmethod
    def alignment(t):
        """What stands behind an operand."""
        return int(t.next()) if t.skip(",") and t.skip("align") else 1

    def _lay(self, ty, constant, cells):
        size = self.module.size(ty)
        kind = constant[0] if constant else "undef"
        if kind == "zero":
            cells.extend([T.const(8, 0)] * size)
        elif kind == "undef":
            cells.extend([None] * size)
        elif kind == "int":
            cells.extend(T.const(8, constant[2] >> 8 * i) for i in range(size))
        elif kind in ("global", "null"):
            pointer = NULL if kind == "null" else Pointer(constant[1], T.const(64, constant[2]))
            cells.extend((pointer, i) for i in range(8))
        else:
            begin = len(cells)
            for i, inner in enumerate(constant[1]):
                field, offset = self.module.step(ty, i)
                cells.extend([None] * (begin + offset - len(cells)))
                self._lay(field, inner, cells)
            cells.extend([None] * (begin + size - len(cells)))

    def _places(self, pointer, path):
        """[(condition, offset)] for the values of an offset; one entry with None when it is known."""
        known = T.value_of(pointer.offset)
        if known is not None:
            return [(None, known - (known >> 63 << 64))]
        found = {}

        def walk(offset, condition):
            v = T.value_of(offset)
            if v is not None:
                found[v] = T.any_of([found[v], condition]) if v in found else condition
            elif offset.op == "ite":
                walk(offset.args[1], T.all_of([condition, offset.args[0]]))
                walk(offset.args[2], T.all_of([condition, T.not_(offset.args[0])]))
            elif offset.op == "lin" and any(a.op == "ite" for a in offset.args):
                which = next(a for a in offset.args if a.op == "ite")
                for side, taken in ((1, which.args[0]), (2, T.not_(which.args[0]))):
                    products = [(f, a.args[side] if a is which else a) for f, a in zip(offset.aux[0], offset.args)]
                    walk(T.linear(64, products, offset.aux[1]), T.all_of([condition, taken]))
            elif offset.op == "cat" and any(a.op == "ite" for a in offset.args):
                which = next(a for a in offset.args if a.op == "ite")
                for side, taken in ((1, which.args[0]), (2, T.not_(which.args[0]))):
                    chosen = [a.args[side] if a is which else a for a in offset.args]
                    walk(T.cat(chosen), T.all_of([condition, taken]))
            else:
                table = self._table_of(offset)
                if table is None:
                    raise Stuck(f"address {offset}")
                for value in sorted(set(table.aux[1])):
                    is_it = T.all_of([condition, T.tabulate(1, lambda x: x == value, (table,))])
                    found[value] = T.any_of([found[value], is_it]) if value in found else is_it

        walk(pointer.offset, T.true())
        return [(c, v - (v >> 63 << 64)) for v, c in found.items()]

    def load_cells(self, memory, pointer, size, path):
        """The cells, or (condition, cells) pairs where the address is not known."""
        if pointer.thing is None:
            raise Stuck("load from null")
        if pointer.thing[0] == "@":
            self.global_object(memory, pointer.thing)
        cells = memory.cells[pointer.thing]
        out = []
        for condition, at in self._places(pointer, path):
            here = path if condition is None else T.all_of([path, condition])
            if at < 0 or at + size > len(cells) or FORBIDDEN in cells[at : at + size]:
                self.fail(here, f"reads {size} bytes at {at} of {pointer.thing}, which has {len(cells)}")
                out.append((condition, [self.undefined(8) for _ in range(size)]))
                continue
            got = cells[at : at + size]
            if None in got:
                for i, c in enumerate(got):
                    if c is None:
                        got[i] = self.undefined(8)
                        cells[at + i] = got[i]
            out.append((condition, got))
        return out

    def load(self, memory, pointer, ty, path):
        size = self.module.size(ty)
        found = self._look_up(memory, pointer, size, ty)
        if found is not None:
            return found
        rows = self.load_cells(memory, pointer, size, path)
        if len(rows) > 1 and ty[0] == "i":
            # A table look-up, where what is found is known.
            values = []
            for _, cells in rows:
                v = T.value_of(T.cat(cells[::-1])) if all(isinstance(c, T.Term) for c in cells) else None
                if v is None:
                    break
                values.append(v)
            else:
                table = self._table_of(pointer.offset)
                if table is not None:
                    by_place = {}
                    for (_, at), v in zip(self._places(pointer, path), values):
                        by_place[at & (1 << 64) - 1] = v
                    return T.tabulate(8 * size, lambda o: by_place[o], (table,))
        result = None
        for condition, cells in reversed(rows):
            value = self._value(ty, cells)
            result = value if result is None else self.choose(condition, value, result)
        return result

    def _look_up(self, memory, pointer, size, ty):
        """What a constant table has at an unknown place that is certainly within it."""
        offset = pointer.offset
        if ty[0] != "i" or T.value_of(offset) is not None or pointer.thing is None or pointer.thing[0] != "@":
            return None
        self.global_object(memory, pointer.thing)
        cells = memory.cells[pointer.thing]
        if pointer.thing not in memory.read_only or offset.most + size > len(cells):
            return None
        step = 1
        while offset.most and offset.most < 1 << 63 and T.value_of(T.part(offset, step - 1, 0)) == 0:
            step += 1
        step -= 1
        values = self._values(pointer.thing, cells, size, step)
        if values is None:
            return None
        values = values[: (offset.most >> step) + 1]
        index = T.part(offset, max(step, offset.most.bit_length() - 1), step)
        return T.lookup(values, 8 * size, index)

    def _values(self, name, cells, size, step):
        """Every number of `size` bytes in a constant object, 2^step apart."""
        key = (name, size, step)
        if key not in self.constants:
            raw = [T.value_of(c) if isinstance(c, T.Term) else None for c in cells]
            if None in raw:
                self.constants[key] = None
            else:
                raw = bytes(raw)
                self.constants[key] = tuple(
                    int.from_bytes(raw[at : at + size], "little") for at in range(0, len(raw) - size + 1, 1 << step)
                )
        return self.constants[key]

    def _table_of(self, offset):
        if offset.op == "table":
            return offset
        if offset.op == "lin":
            return T.tabulate(offset.w, lambda *v: offset.aux[1] + sum(f * x for f, x in zip(offset.aux[0], v)),
                              offset.args)
        return T.tabulate(offset.w, lambda *v: _join(v, T.parts(offset)), T.parts(offset))

    def _value(self, ty, cells):
        kind = ty[0]
        if kind in ("i", "f"):
            if any(isinstance(c, tuple) for c in cells):
                raise Stuck("a pointer as a number")
            value = T.cat(cells[::-1])
            return T.part(value, ty[1] - 1, 0) if value.w > ty[1] else value
        if kind == "ptr":
            first = cells[0]
            if not isinstance(first, tuple):
                found = self.pointer(None, T.cat(cells[::-1]))
                if not isinstance(found, Pointer):
                    raise Stuck("a number as a pointer")
                return found
            if any(c != (first[0], i) for i, c in enumerate(cells)):
                raise Stuck("parts of two pointers")
            return first[0]
        if kind in ("vec", "arr"):
            step = self.module.size(ty[2])
            return [self._value(ty[2], cells[i * step : (i + 1) * step]) for i in range(ty[1])]
        if kind == "struct":
            return [
                self._value(f, cells[self.module.offset(ty, i) : self.module.offset(ty, i) + self.module.size(f)])
                for i, f in enumerate(ty[1])
            ]
        raise Stuck(f"load of {ty}")

    def _cells(self, ty, value):
        kind = ty[0]
        if kind in ("i", "f"):
            size = self.module.size(ty)
            wide = T.zext(value, 8 * size)
            return [T.part(wide, 8 * i + 7, 8 * i) for i in range(size)]
        if kind == "ptr":
            return [(value, i) for i in range(8)]
        if kind in ("vec", "arr"):
            return [c for v in value for c in self._cells(ty[2], v)]
        out = []
        for i, f in enumerate(ty[1]):
            out.extend([None] * (self.module.offset(ty, i) - len(out)))
            out.extend(self._cells(f, value[i]))
        out.extend([None] * (self.module.size(ty) - len(out)))
        return out

    def store(self, memory, pointer, ty, value, path, only=None):
        self.store_cells(memory, pointer, self._cells(ty, value), path, only)

    def store_cells(self, memory, pointer, new, path, only=None):
        if pointer.thing is None:
            raise Stuck("store to null")
        if pointer.thing[0] == "@":
            self.global_object(memory, pointer.thing)
        cells = memory.cells[pointer.thing]
        for condition, at in self._places(pointer, path):
            condition = only if condition is None else condition if only is None else T.all_of([condition, only])
            here = path if condition is None else T.all_of([path, condition])
            if pointer.thing[0] == "@" and not re.search(self.globals_change, pointer.thing):
                self.fail(here, f"writes to {pointer.thing}, which others may use")
            outside = at < 0 or at + len(new) > len(cells)
            if outside or pointer.thing in memory.read_only or FORBIDDEN in cells[at : at + len(new)]:
                self.fail(here, f"writes {len(new)} bytes at {at} of {pointer.thing}, which has {len(cells)}")
                continue
            for i, c in enumerate(new):
                cells[at + i] = c if condition is None else self._choose_cell(condition, c, cells[at + i])

    def _choose_cell(self, condition, yes, no):
        if yes is no or yes == no:
            return yes
        if FORBIDDEN in (yes, no):  # a variable that is gone on one of both ways
            return FORBIDDEN
        if yes is None or no is None:
            if isinstance(no if yes is None else yes, tuple):
                return None  # a pointer, or anything
            return T.ite(condition, *(self.undefined(8) if c is None else c for c in (yes, no)))
        if isinstance(yes, tuple) or isinstance(no, tuple):
            if isinstance(yes, tuple) and isinstance(no, tuple) and yes[1] == no[1]:
                return (self.choose(condition, yes[0], no[0]), yes[1])
            raise Stuck("a pointer or a number in one place")
        return T.ite(condition, yes, no)

    # --- values

    def choose(self, condition, yes, no):
        known = T.value_of(condition)
        if known is not None:
            return yes if known else no
        if isinstance(yes, list):
            return [self.choose(condition, y, n) for y, n in zip(yes, no)]
        if isinstance(yes, Pointer):
            if yes == no:
                return yes
            if yes.thing != no.thing:
                raise Undecided(condition)
            return Pointer(yes.thing, T.ite(condition, yes.offset, no.offset))
        return T.ite(condition, yes, no)

    def value(self, constant, ty):
        kind = constant[0]
        if kind == "int":
            return T.const(constant[1], constant[2])
        if kind == "null":
            return NULL
        if kind == "global":
            return Pointer(constant[1], T.const(64, constant[2]))
        if ty[0] in ("i", "f"):
            return T.const(ty[1], 0) if kind == "zero" else self.undefined(ty[1])
        if ty[0] == "ptr":
            return NULL
        inner = [ty[2]] * ty[1] if ty[0] in ("vec", "arr") else list(ty[1])
        if kind == "list":
            return [self.value(c, t) for c, t in zip(constant[1], inner)]
        return [self.value(constant, t) for t in inner]

    def operand(self, t, ty, env):
        token = t.peek()
        if token[0] == "%":
            t.next()
            return env[token]
        return self.value(self.module.constant(t, ty), ty)

    def typed(self, t, env):
        ty = self.module.type(t)
        self.skip_attributes(t)
        return ty, self.operand(t, ty, env)

    def skip_attributes(self, t):
        while t.peek() in ATTRIBUTES or t.peek() in ("align", "dereferenceable", "sret", "byval"):
            kind = t.next()
            if kind in ("sret", "byval"):
                t.expect("(")
                pointed = self.module.type(t)
                t.expect(")")
                self.copied = pointed if kind == "byval" else None
            elif kind in ("align", "dereferenceable"):
                within = t.skip("(")
                number = int(t.next())
                if within:
                    t.expect(")")
                if kind == "align":
                    self.promised = number

    # --- running

    def call(self, name, args, memory, path):
        """(result, memory) of a function."""
        function = self.module.functions[name].parse()
        if function.restricts:
            raise Stuck(f"restrict, which has no meaning here, in {name}")
        env = {p: a for (p, _), a in zip(function.parameters, args)}
        kind, *rest = self.walk(function, function.entry, None, env, memory, path, "end of the function")
        if kind != "returned":
            raise Stuck("no return")
        return rest

    def decided(self, function, block, yes_path, no_path):
        """1 or 0 where only one of both ways can be gone, though the form of neither says so; None otherwise."""
        return None

    def walk(self, function, block, before, env, memory, path, stop, phis_done=False):
        while True:
            instructions = function.blocks[block]
            self.reached.add((function.name, None if block == function.entry else block))
            phis = [(result, tokens) for result, tokens in instructions if tokens[0] == "phi"]
            if not phis_done:
                env.update([(result, self.phi(tokens, before, env)) for result, tokens in phis])
            phis_done = False
            if block == stop:
                return ("at", env, memory)
            for result, tokens in instructions[len(phis) : -1]:
                self.steps -= 1
                if self.steps < 0:
                    raise Stuck("too many steps")
                value = self.instruction(tokens, env, memory, path)
                if result is not None:
                    env[result] = value
                    if tokens[0] == "icmp" and isinstance(value, T.Term):
                        self.tests[function.name, result].add(T.value_of(value))
            result, tokens = instructions[-1]
            op = tokens[0]
            if op == "ret":
                t = Tokens(tokens)
                t.next()
                value = None if t.peek() == "void" else self.typed(t, env)[1]
                return ("returned", value, memory)
            if op == "unreachable":
                self.fail(path, "reaches what cannot be reached")
                return ("lost",)
            if op == "switch":
                t = Tokens(tokens)
                t.next()
                ty, value = self.typed(t, env)
                t.expect(",")
                t.expect("label")
                default = t.next()
                t.expect("[")
                cases = []
                while not t.skip("]"):
                    _, case = self.typed(t, env)
                    t.expect(",")
                    t.expect("label")
                    cases.append((T.eq(value, case), t.next()))
                way = next((i for i, (c, _) in enumerate(cases, 1) if T.value_of(c) == 1), 0)
                if way or all(T.value_of(c) == 0 for c, _ in cases):
                    self.ways.add((function.name, function.copies.get(block, block), way))
                    before, block = block, cases[way - 1][1] if way else default
                    continue
                raise Stuck("switch on an unknown value")
            if op != "br":
                raise Stuck(f"{op}")
            if tokens[1] == "label":
                before, block = block, tokens[2]
                continue
            t = Tokens(tokens)
            t.next()
            _, condition = self.typed(t, env)
            labels = [tokens[j + 1] for j, x in enumerate(tokens) if x == "label"]
            known = T.value_of(condition)
            if known is None:
                yes_path = T.all_of([path, condition])
                no_path = T.all_of([path, T.not_(condition)])
                if T.value_of(yes_path) == 0:
                    known = 0
                elif T.value_of(no_path) == 0:
                    known = 1
                else:
                    known = self.decided(function, block, yes_path, no_path)
            gone = (0, 1) if known is None else (0 if known else 1,)
            self.ways.update((function.name, function.copies.get(block, block), way) for way in gone)
            if known is not None:
                before, block = block, labels[gone[0]]
                continue
            join = function.joins[block]
            yes = self.walk(function, labels[0], block, dict(env), memory.copy(), yes_path, join)
            no = self.walk(function, labels[1], block, dict(env), memory.copy(), no_path, join)
            if yes[0] == "lost" or no[0] == "lost":
                left = no if yes[0] == "lost" else yes
                if left[0] != "at":
                    return left
                _, env, memory = left
            elif yes[0] == "returned":
                value = None if yes[1] is None else self.choose(condition, yes[1], no[1])
                return ("returned", value, self.merged(condition, yes[2], no[2]))
            else:
                env = self._merged_env(function, join, condition, env, yes[1], no[1])
                memory = self.merged(condition, yes[2], no[2])
            if join == stop:
                return ("at", env, memory)
            block, phis_done = join, True

    def _merged_env(self, function, join, condition, before, yes, no):
        phis = {result for result, tokens in function.blocks[join] if tokens[0] == "phi"}
        out = {}
        for name, value in yes.items():
            if name in no and no[name] is value:
                out[name] = value
            elif name in no and (name in phis or name in before):
                out[name] = self.choose(condition, value, no[name])
        return out

    def merged(self, condition, yes, no):
        out = Memory()
        for thing in yes.cells | no.cells:
            if thing[0] == "@":  # where one of both has not used it, it is as it was
                self.global_object(yes, thing)
                self.global_object(no, thing)
            a, b = yes.cells.get(thing), no.cells.get(thing)
            if a is None or b is None:  # an object of one of both, which the other cannot reach
                out.cells[thing] = list(b if a is None else a)
            else:
                out.cells[thing] = [x if x is y else self._choose_cell(condition, x, y) for x, y in zip(a, b)]
        out.read_only = yes.read_only | no.read_only
        return out

    def phi(self, tokens, before, env):
        t = Tokens(tokens)
        t.expect("phi")
        while t.peek() in ATTRIBUTES:
            t.next()
        ty = self.module.type(t)
        while t.skip("[") or t.skip(","):
            if t.peek() == "[":
                t.next()
            at = t.at
            # The value is taken only when it is the one.
            depth = 0
            while not (t.peek() == "," and depth == 0):
                depth += (t.peek() in "([{<") - (t.peek() in ")]}>")
                t.next()
            t.expect(",")
            label = t.next()
            t.expect("]")
            if label == before:
                return self.operand(Tokens(tokens[at:]), ty, env)
        raise Stuck(f"no phi from {before}")

    # --- instructions

    def instruction(self, tokens, env, memory, path):
        t = Tokens(tokens)
        op = t.next()
        method = getattr(self, "do_" + op, None)
        if method is not None:
            return method(t, env, memory, path)
        while t.peek() in ATTRIBUTES:
            t.next()
        if op in meanings.BINARY:
            ty, a = self.typed(t, env)
            t.expect(",")
            b = self.operand(t, ty, env)
            if op in ("udiv", "urem") and not T.value_of(b):
                raise Stuck("division by an unknown number, or zero")
            meaning = self.shifted(meanings.BINARY[op]) if op in ("shl", "lshr", "ashr") else meanings.BINARY[op]
            return self.lanes(meaning, a, b)
        if op in ("zext", "sext", "trunc"):
            ty, a = self.typed(t, env)
            t.expect("to")
            to = self.module.type(t)
            w = to[2][1] if to[0] == "vec" else to[1]
            function = {"zext": T.zext, "sext": T.sext, "trunc": T.trunc}[op]
            return self.lanes(lambda x: function(x, w), a)
        raise Stuck(f"instruction {' '.join(tokens)[:120]}")

    def unless(self, condition, value):
        """The value, and any other where the language promises none."""
        known = T.value_of(condition)
        return value if known == 0 else T.ite(condition, self.undefined(value.w), value)

    def shifted(self, shift):
        """A shift by as many bits as the number has, or more, gives any number."""
        return lambda a, by: self.unless(T.false() if by.most < a.w else T.ule(T.const(by.w, a.w), by), shift(a, by))

    @staticmethod
    def lanes(function, *args):
        if isinstance(args[0], list):
            return [function(*row) for row in zip(*args)]
        return function(*args)

    def do_freeze(self, t, env, memory, path):
        return self.typed(t, env)[1]

    def do_alloca(self, t, env, memory, path):
        ty = self.module.type(t)
        return self.new_object(memory, "stack", [None] * self.module.size(ty), align=self.alignment(t))

    def do_load(self, t, env, memory, path):
        while t.peek() in ATTRIBUTES:
            t.next()
        ty = self.module.type(t)
        t.expect(",")
        _, pointer = self.typed(t, env)
        value = self.load(memory, pointer, ty, path)
        self.must_align(pointer, self.alignment(t), path)
        return value

    def do_store(self, t, env, memory, path):
        while t.peek() in ATTRIBUTES:
            t.next()
        ty, value = self.typed(t, env)
        t.expect(",")
        _, pointer = self.typed(t, env)
        self.store(memory, pointer, ty, value, path)
        self.must_align(pointer, self.alignment(t), path)

    def do_getelementptr(self, t, env, memory, path):
        while t.peek() in ATTRIBUTES:
            t.next()
        element = self.module.type(t)
        t.expect(",")
        _, pointer = self.typed(t, env)
        products, constant = [(1, pointer.offset)], 0
        first = True
        while t.skip(","):
            _, index = self.typed(t, env)
            index = T.sext(index, 64)
            if first:
                products.append((self.module.size(element), index))
                first = False
            elif element[0] == "struct":
                element, more = self.module.step(element, T.value_of(index))
                constant += more
            else:
                element = element[2]
                products.append((self.module.size(element), index))
        return Pointer(pointer.thing, T.linear(64, products, constant))

    def do_bitcast(self, t, env, memory, path):
        ty, value = self.typed(t, env)
        t.expect("to")
        to = self.module.type(t)
        if ty[0] == "ptr":
            return value
        return self.cast(value, ty, to)

    def do_ptrtoint(self, t, env, memory, path):
        """An unknown number for where the object lies, and the offset: a difference of two pointers into one is right."""
        _, pointer = self.typed(t, env)
        return pointer.offset if pointer.thing is None else T.add(T.variable(ADDRESS + pointer.thing, 64), pointer.offset)

    @staticmethod
    def pointer(thing, offset):
        """A pointer: a number that has the address of one object in it is one too."""
        if thing is None:
            atoms = zip(offset.aux[0], offset.args) if offset.op == "lin" else [(1, offset)]
            of = [a for f, a in atoms if f == 1 and a.op == "var" and a.aux.startswith(ADDRESS)]
            if len(of) == 1:
                return Pointer(of[0].aux.removeprefix(ADDRESS), T.sub(offset, of[0]))
        return offset if thing is None else Pointer(thing, offset)

    def cast(self, value, ty, to):
        from_w = ty[2][1] if ty[0] == "vec" else ty[1]
        to_w = to[2][1] if to[0] == "vec" else to[1]
        items = value if isinstance(value, list) else [value]
        if from_w == to_w:
            out = items
        elif from_w < to_w:
            n = to_w // from_w
            out = [T.cat(items[i : i + n][::-1]) for i in range(0, len(items), n)]
        else:
            out = [T.part(x, low + to_w - 1, low) for x in items for low in range(0, from_w, to_w)]
        return out if to[0] == "vec" else out[0]

    def do_icmp(self, t, env, memory, path):
        predicate = t.next()
        ty, a = self.typed(t, env)
        t.expect(",")
        b = self.operand(t, ty, env)
        if isinstance(a, Pointer):
            if a.thing != b.thing:
                if predicate not in ("eq", "ne"):
                    raise Stuck("order of pointers")
                # The end of an object may be the beginning of another one.
                apart = a.thing is None or b.thing is None or all(self.is_within(memory, p) for p in (a, b))
                equal = T.false() if apart else self.undefined(1)
                return equal if predicate == "eq" else T.not_(equal)
            a, b = a.offset, b.offset
            if T.value_of(a) is not None and T.value_of(b) is not None:  # where an object lies, nothing before it wraps around
                a, b = (T.const(64, T.value_of(x) ^ 1 << 63) for x in (a, b))
        return self.lanes(meanings.COMPARE[predicate], a, b)

    def is_within(self, memory, pointer):
        if pointer.thing[0] == "@":
            self.global_object(memory, pointer.thing)
        at = T.value_of(pointer.offset)
        return at is not None and at < len(memory.cells[pointer.thing])

    def do_select(self, t, env, memory, path):
        _, condition = self.typed(t, env)
        t.expect(",")
        _, yes = self.typed(t, env)
        t.expect(",")
        _, no = self.typed(t, env)
        if isinstance(condition, list):
            return [self.choose(c, y, n) for c, y, n in zip(condition, yes, no)]
        return self.choose(condition, yes, no)

    def do_extractelement(self, t, env, memory, path):
        _, vector = self.typed(t, env)
        t.expect(",")
        _, index = self.typed(t, env)
        if T.value_of(index) is None:
            raise Stuck("unknown lane")
        return vector[T.value_of(index)]

    def do_insertelement(self, t, env, memory, path):
        _, vector = self.typed(t, env)
        t.expect(",")
        _, value = self.typed(t, env)
        t.expect(",")
        _, index = self.typed(t, env)
        out = list(vector)
        out[T.value_of(index)] = value
        return out

    def do_shufflevector(self, t, env, memory, path):
        ty, a = self.typed(t, env)
        t.expect(",")
        _, b = self.typed(t, env)
        t.expect(",")
        mask_type = self.module.type(t)
        mask = self.module.constant(t, mask_type)
        both = a + b
        if mask[0] == "zero":
            return [both[0]] * mask_type[1]
        if mask[0] == "undef":
            return [self.undefined(ty[2][1]) for _ in range(mask_type[1])]
        return [both[m[2]] if m[0] == "int" else self.undefined(ty[2][1]) for m in mask[1]]

    def do_extractvalue(self, t, env, memory, path):
        _, value = self.typed(t, env)
        while t.skip(","):
            value = value[int(t.next())]
        return value

    def do_insertvalue(self, t, env, memory, path):
        _, value = self.typed(t, env)
        t.expect(",")
        _, new = self.typed(t, env)
        indices = []
        while t.skip(","):
            indices.append(int(t.next()))

        def put(at, where):
            out = list(at)
            out[where[0]] = new if len(where) == 1 else put(out[where[0]], where[1:])
            return out

        return put(value, indices)

    # Doubles: one use, `value · reciprocal` cut to an integer (see meanings.truncated_product).
    def do_uitofp(self, t, env, memory, path):
        _, value = self.typed(t, env)
        return self.lanes(lambda x: self._fraction("number", x), value)

    def do_fmul(self, t, env, memory, path):
        while t.peek() in ATTRIBUTES:
            t.next()
        ty, a = self.typed(t, env)
        t.expect(",")
        b = self.operand(t, ty, env)
        return self.lanes(lambda x, y: self._fraction("product", x, y), a, b)

    def _fraction(self, *what):
        stands = T.variable(f"double{len(self.fractions)}", 64)
        self.fractions[stands] = what
        return stands

    def do_call(self, t, env, memory, path, *_):
        self.skip_attributes(t)
        ty = self.module.type(t)
        name = t.next()
        if name[0] == "%" and isinstance(env[name], Pointer):  # to a function
            name = env[name].thing or name
        if name[0] != "@":
            raise Stuck(f"call of {name}")
        t.expect("(")
        args, types, before = [], [], self.objects
        while not t.skip(")"):
            if t.peek() == "metadata":
                while t.peek() not in (",", ")"):
                    t.next()
            else:
                self.copied, self.promised = None, 1
                arg_type, value = self.typed(t, env)
                if isinstance(value, Pointer) and value.thing is not None:
                    self.must_align(value, self.promised, path)
                if self.copied is not None:
                    (_, cells), = self.load_cells(memory, value, self.module.size(self.copied), path)
                    value = self.new_object(memory, "argument", cells, align=self.promised)
                types.append(arg_type)
                args.append(value)
            t.skip(",")
        if t.peek() == "[":
            raise Stuck(f"what {name} assumes beside its condition")
        if name.startswith("@llvm."):
            return self.intrinsic(name[6:], ty, types, args, memory, path)
        value, after = self.call(name, args, memory, path)
        memory.cells, memory.read_only = after.cells, after.read_only
        for place in range(before + 1, self.objects + 1):  # what is gone with it
            for thing in {f"stack#{place}", f"argument#{place}"} & memory.cells.keys():
                memory.cells[thing] = [FORBIDDEN] * len(memory.cells[thing])
        return value

    do_tail = do_musttail = do_notail = do_call

    def intrinsic(self, name, ty, types, args, memory, path):
        if name.startswith("lifetime."):
            cells = memory.cells[args[1].thing]
            cells[:] = [None if name.startswith("lifetime.start") else FORBIDDEN] * len(cells)
            return None
        if name.startswith(("dbg.", "experimental.noalias")):
            return None
        if name.startswith("assume"):
            self.fail(T.all_of([path, T.not_(args[0])]), "assumes what need not be")
            return None
        if name.startswith("memset."):
            size = T.value_of(args[2])
            self.store_cells(memory, args[0], [args[1]] * size, path)
            return None
        if name.startswith(("memcpy.", "memmove.")):
            size = T.value_of(args[2])
            if size is None:
                raise Stuck("a copy of unknown size")
            if name.startswith("memcpy.") and args[0].thing == args[1].thing:
                apart = [T.value_of(a.offset) for a in args[:2]]
                if None in apart:
                    raise Stuck("a copy within an object")
                if 0 < abs(apart[0] - apart[1]) < size:
                    self.fail(path, "copies to where it copies from")
            rows = self.load_cells(memory, args[1], size, path)
            if len(rows) != 1:
                raise Stuck("a copy from an unknown address")
            self.store_cells(memory, args[0], list(rows[0][1]), path)
            return None
        if name.startswith("masked.store."):
            value, pointer, align, mask = args
            self.must_align(pointer, T.value_of(align), path)
            step = self.module.size(types[0][2])
            for i, (v, m) in enumerate(zip(value, mask)):
                if T.value_of(m) == 0:
                    continue
                at = Pointer(pointer.thing, T.add(pointer.offset, T.const(64, step * i)))
                self.store(memory, at, types[0][2], v, path, m)
            return None
        if name == "x86.avx512.mask.cvttpd2uqq.512":
            return [meanings.truncated_product(self, x) for x in args[0]]
        function = meanings.find(name)
        if function is None:
            raise Stuck(f"no meaning for {name}")
        value = function(*args)
        if name.startswith(("cttz.", "ctlz.")) and T.value_of(args[1]) == 1:  # which says that no one counts zeros of 0
            return self.unless(T.eq(args[0], T.const(args[0].w, 0)), value)
        return value


def _join(values, parts):
    out = 0
    for v, p in zip(values, parts):
        out = out << p.w | v
    return out
