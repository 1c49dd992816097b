"""The loops of src/batch by induction over any number of texts.

A turn begins at text `at`, any multiple of the texts that a turn takes, in the state that the code before the loop leaves for the texts
that lie there. It must do what the specification says to its texts, touch no others, and come to the same state for the next
texts. Fewer texts than the loop begins with are run as they are, here or by the member's own theorem.
"""

import copy

import kernels
import recipe
import run
import solve
import spec
import terms as T
from native import Call

MOST = 300  # texts before or behind those of a counterexample


class Machine(recipe.Machine):
    """Objects of which a window is seen, whose beginning lies at an unknown place."""

    def __init__(self, module, numbers):
        super().__init__(module)
        self.numbers, self.begins, self.header_of = set(numbers), {}, {}

    def decided(self, function, block, yes_path, no_path):
        """What depends on how many texts there are has one answer; what depends on a text may have two."""
        if not T.bits_in([yes_path])[1] & self.numbers:
            return None
        for known, path in ((0, yes_path), (1, no_path)):
            if solve.holds(T.true(), T.not_(path), 20).status == solve.PROVED:
                return known
        return None

    def _places(self, pointer, path):
        begins = self.begins.get(pointer.thing)
        if begins is None:
            return super()._places(pointer, path)
        pointer = run.Pointer(pointer.thing, T.sub(pointer.offset, begins))
        try:
            return super()._places(pointer, path)
        except run.Stuck:  # a place that may change with the turn: it must be that of the first one
            at = T.evaluate(pointer.offset, {}, {})
            self.fail(T.all_of([path, T.not_(T.eq(pointer.offset, T.const(64, at)))]), "is elsewhere in another turn")
            return [(None, at - (at >> 63 << 64))]

    def phi(self, tokens, before, env):
        return super().phi(tokens, self.header_of.get(before, before), env)


class Turn:
    """A counterexample about a turn: with some texts before, or with many, which memory may have to remember, and one behind what is
    seen."""

    def __init__(self, at, more, made):
        self.at, self.more, self.made = at, more, made

    def under(self, value):
        before = value(self.at)
        many = MOST - (MOST - before) % 64
        return [self.made(value, n, min(value(self.more), MOST)) for n in {min(before, many), many}]


def loops_over(function, number):
    """The blocks in which those loops begin whose end depends on the parameter `number`."""
    defined = {result: tokens for block in function.blocks.values() for result, tokens in block if result}
    depends = {number}
    before = 0
    while len(depends) != before:
        before = len(depends)
        depends |= {r for r, tokens in defined.items() if tokens[0] != "phi" and depends & set(tokens)
                    and (tokens[0] != "call" and "call" not in tokens[:2] or "@llvm.umax.i64" in tokens)}
    found = []
    for header in function.blocks:
        inside = _loop(function, header)
        ends = [b for b in inside if any(s not in inside for s in function.successors[b])]
        if any(depends & set(_condition(function, b, defined)) for b in ends):
            found.append(header)
    return found


def _loop(function, header):
    """The blocks of the loop that begins there."""
    before = {b: [p for p in function.blocks if b in function.successors[p]] for b in function.blocks}
    dominated = {header}
    todo = [header]
    without = {function.entry}
    reach = [function.entry] if function.entry != header else []
    while reach:
        for b in function.successors[reach.pop()]:
            if b not in without and b != header:
                without.add(b)
                reach.append(b)
    while todo:
        for b in function.successors[todo.pop()]:
            if b not in dominated and b not in without:
                dominated.add(b)
                todo.append(b)
    inside, todo = set(), [p for p in before[header] if p in dominated]
    while todo:
        b = todo.pop()
        if b not in inside:
            inside.add(b)
            todo += [p for p in before[b] if p in dominated] if b != header else []
    return inside


def _condition(function, block, defined):
    last = function.blocks[block][-1][1]
    return defined.get(last[2], last) if last[0] == "br" and last[1] != "label" else ()


def counters(function, header):
    """The phis of a loop that grow by a number each turn, and the number."""
    phis = {result: tokens for result, tokens in function.blocks[header] if result and tokens[0] == "phi"}
    defined = {result: tokens for block in function.blocks.values() for result, tokens in block if result}
    sums = {p: defined[x] for p, tokens in phis.items() for x in tokens
            if x in defined and defined[x][0] == "add" and p in defined[x] and defined[x][-1].isdecimal()}
    if not sums:
        raise run.Stuck("a loop that does not count")
    return {*sums, *(p for p, tokens in phis.items() if sums.keys() & set(tokens))}, int(next(iter(sums.values()))[-1])


def again(function, header):
    """A block to begin a turn with: the loop's first without its phis."""
    name = f"%again.{header}"
    function.blocks[name] = [i for i in function.blocks[header] if i[1][0] != "phi"]
    function.successors[name], function.joins[name] = function.successors[header], function.joins[header]
    function.copies[name] = header
    return name


class Loop:
    def __init__(self, parsed, header):
        self.parsed, self.header = copy.copy(parsed), header
        for name in ("blocks", "successors", "joins", "copies"):
            setattr(self.parsed, name, dict(getattr(parsed, name)))
        self.again, (self.counters, self.width) = again(self.parsed, header), counters(parsed, header)
        self.carried = [r for r, tokens in parsed.blocks[header] if tokens[0] == "phi" and r not in self.counters]

    def before(self, machine, memory, arguments):
        """(what is known, memory) where the loop begins, with the first text."""
        env = {p: a for (p, _), a in zip(self.parsed.parameters, arguments)}
        kind, *rest = machine.walk(self.parsed, self.parsed.entry, None, env, memory, T.true(), self.header)
        if kind != "at":
            raise run.Stuck("a way around the loop")
        return rest

    def turn(self, machine, env, memory, at, on):
        """The same after a turn at text `at`; or what is returned, and memory, when it is the last."""
        env = {**env, **{p: T.add(env[p], at) for p in self.counters}}
        machine.header_of[self.again] = self.header
        _, *rest = machine.walk(self.parsed, self.again, None, env, memory, T.true(), self.header if on else None)
        return rest


def flat(value):
    return [x for v in value for x in flat(v)] if isinstance(value, list) else [value]


def prove_turns(module, function, proof, made, done):
    """made(texts, first): {name: (cells, bytes of one text or 0, can be read only, alignment)} of as many texts, from `first` on,
    and the names or numbers that the function takes, None for how many. done(machine, cells before, cells after, texts): claims."""
    T.reset()
    parsed = module.functions[function].parse()
    headers = loops_over(parsed, parsed.parameters[made(1, 0)[1].index(None)][0])
    if not headers:
        raise run.Stuck("no loop")
    loop = Loop(parsed, headers[0])  # what is behind it has the rest, which is run
    width, left = loop.width, run.Turns()
    least = 2 * width if loop.carried else width
    for texts, on in [(least + width, True), *((n, False) for n in range(least, least + width))]:
        T.reset()
        proof.seen.clear()
        turns, more = (T.variable(name, 64, (1 << 50) - 1) for name in ("turns", "more"))
        at = T.linear(64, [(width, turns)])
        n = T.linear(64, [(width, turns)] + [(1, more)] * on, texts)

        def begun(first):
            objects, arguments = made(texts, first)
            machine, memory = Machine(module, [turns, more]), run.Memory()
            pointers = {name: machine.new_object(memory, name, cells, only, align=align)
                        for name, (cells, _, only, align) in objects.items()}
            values = [n if a is None else pointers.get(a, a) if isinstance(a, str) else a for a in arguments]
            return machine, pointers, *loop.before(machine, memory, values), objects, arguments

        machine, pointers, env, memory, objects, arguments = begun(0)

        def call(value, before, behind):
            """As many texts before and behind, each like the first one."""
            count = before + texts + behind * on
            cells = []
            for own, size, *_ in objects.values():
                own = bytes(value(c) if isinstance(c, T.Term) else 0xA5 for c in own)
                cells.append(own[:size] * before + own + own[:size] * behind * on if size else own)
            names = list(objects)
            return Call([count if a is None else (names.index(a),) if isinstance(a, str) else value(a) for a in arguments],
                        cells, 0)

        proof.given = Turn(at, more, call)
        for name, (_, size, *_) in objects.items():
            if size:
                machine.begins[pointers[name].thing] = T.linear(64, [(size * width, turns)])
        before = {name: list(memory.cells[p.thing]) for name, p in pointers.items()}
        own = {p.thing for p in pointers.values()}
        _, _, expected, following, *_ = begun(width) if on else [None] * 4
        rest = left.run(lambda memory: loop.turn(machine, dict(env), memory, at, on), memory, own, not on, following)
        proof.no_failures(machine, T.true())
        after = rest[1].cells
        done(machine, before, {name: after[p.thing] for name, p in pointers.items()}, width if on else texts)
        if not on:
            continue
        for p in loop.counters:
            proof.same(f"{p} one turn on", T.true(), rest[0][p], T.linear(64, [(1, env[p]), (1, at)], width))
        for p in loop.carried:
            rows = zip(flat(rest[0][p]), flat(expected[p]), strict=True)
            proof.all_same(T.true(), [(f"{p} for the next texts, {i}", f, e) for i, (f, e) in enumerate(rows)])
        proof.all_same(T.true(), [(f"{thing}[{i}] for the next texts", after[thing][i], following.cells[thing][i])
                                  for thing, i in sorted(left.state)])
    return least


def few(least, run_before, proof):
    """The numbers of texts that have no turn to begin with, but for those that the member's own theorem runs."""
    for n in sorted(set(range(least)) - run_before):
        T.reset()
        proof.seen.clear()
        yield n


def prove_write(module, function, shape, proof, run_before):
    form = spec.SHAPES[shape]
    for part in range(3) if shape == "base58_11" else range(1):
        numbers = []

        def made(texts, first):
            if not first:
                numbers[:] = kernels.numbers_of(form, texts + 8, part)
            ids = [c for number, _ in numbers[first : first + texts] for c in form.id_of(number)]
            old = [T.unknown(f"old[{j}]", 8) for j in range(texts * form.symbols)]
            return {"ids": (ids, form.id_size, True, 1), "texts": (old, form.symbols, False, 1)}, [
                "ids", None, "texts", kernels.const(form.symbols)]

        def done(machine, before, after, texts):
            kernels.texts_are(proof, machine, form, numbers[:texts], form.symbols, before["texts"], after["texts"])

        least = prove_turns(module, function, proof, made, done)
        for n in few(least, run_before, proof):
            kernels.prove_write(module, function, shape, n, form.symbols, proof, part=part)


def prove_swap(module, function, proof, run_before):
    def made(texts, first):
        words = [T.unknown(f"word[{first + i // 8}][{i % 8}]", 8) for i in range(8 * texts)]
        return {"from": (words, 8, True, 1), "to": ([T.unknown(f"old[{i}]", 8) for i in range(8 * texts)], 8, False, 1)}, [
            "from", None, "to"]

    def done(machine, before, after, words):
        swapped = [c for i in range(words) for c in before["from"][8 * i : 8 * i + 8][::-1]]
        rows = zip(after["to"], swapped + before["to"][8 * words :], strict=True)
        proof.all_same(T.true(), [(f"byte {i}", f, e) for i, (f, e) in enumerate(rows)])

    least = prove_turns(module, function, proof, made, done)
    for n in few(least, run_before, proof):
        kernels.prove_swap(module, function, n, proof, in_place=False)


def gathers(parsed, loop):
    """The phi of a loop that begins as no flags, and does not count."""
    found = [p for p, tokens in parsed.blocks[loop.header] if p in loop.carried and tokens[1] == "i64" and "0" in tokens]
    if len(found) != 1:
        raise run.Stuck("a loop that does not gather flags")
    return found[0]


class Words:
    """The loop over words of flags, and in it the loop over the texts of a word."""

    def __init__(self, module, function, form, shape, proof):
        self.module, self.function, self.form, self.shape, self.proof = module, function, form, shape, proof
        parsed = module.functions[function].parse()
        headers = loops_over(parsed, parsed.parameters[2][0])
        if len(headers) != 2:
            raise run.Stuck("not two loops")
        self.outer, self.inner = (Loop(parsed, h) for h in headers)
        self.any, self.bad = (gathers(parsed, loop) for loop in (self.outer, self.inner))
        self.inner.parsed = self.outer.parsed
        self.inner.again = again(self.outer.parsed, self.inner.header)
        self.inner.carried.remove(self.bad)
        if self.outer.carried != [self.any] or self.outer.width != 64:
            raise run.Stuck("a loop of another state")
        self.width, self.left = self.inner.width, run.Turns()
        self.least = 2 * self.width if self.inner.carried else self.width  # texts left in a word where a turn begins

    def prove(self):
        width, least = self.width, self.least
        last = (64 - least) // width
        known = None
        while known != len(self.left.cells):
            known = len(self.left.cells)
            self.case("one turn", least + width, last - 1, on=True)
            self.case("a word", least, None, on=True)
        for n in range(least, least + width):
            self.case("the end", n, last - (n > least))
            if n > least:
                self.case("the end", n, None)
        for n in range(width, least):
            self.case("short", n, 0)

    def case(self, kind, texts, most, on=False):
        """`texts` are seen, behind at most so many turns of their word; None: behind as many as there can be."""
        T.reset()
        proof, form, width = self.proof, self.form, self.width
        proof.seen.clear()
        word, more = T.variable("word", 64, (1 << 50) - 1), T.variable("more", 64, (1 << 50) - 1)
        turns = T.variable("turns", 64, most) if most else T.const(64, (64 - self.least) // width if most is None else 0)
        in_word = T.linear(64, [(width, turns)])
        begin = T.linear(64, [(64, word)])
        at = T.add(begin, in_word)
        behind = width if kind == "a word" else 0
        n = T.linear(64, [(1, at)] + [(1, more)] * on, texts + behind)
        cells, all_texts = kernels.texts_for(form, texts + width, form.symbols, True, 0)
        old = [T.unknown(f"old[{j}]", 8) for j in range(texts * form.id_size)]
        gathered, bad = T.unknown("any", 64), T.unknown("bad", 64)
        words = 2 if kind == "the end" and most is None and texts > self.least else 1
        asked = {}

        def begun(first):
            machine, memory = Machine(self.module, [word, more, turns]), run.Memory()
            if not asked:
                rule, own = kernels.rule_of(self.shape, machine, memory)
                asked.update(own)
            else:
                rule = machine.new_object(memory, "rule", [asked["limit"]] + asked["mask"] + asked["bits"], True)
            seen = cells[first * form.symbols : (first + texts) * form.symbols]
            pointers = [machine.new_object(memory, name, own, only, align) for name, own, only, align in (
                ("texts", seen, True, 1), ("ids", old, False, 1), ("rejected", [None] * 8 * words, False, 8))]
            sizes = (form.symbols, form.id_size)
            arguments = [pointers[0], kernels.const(form.symbols), n, pointers[1], rule, pointers[2]]
            env, memory = self.outer.before(machine, memory, arguments)
            proof.same("no flag at first", T.true(), env[self.any], T.const(64, 0))
            env = {**env, **{p: T.add(env[p], begin) for p in self.outer.counters}, self.any: gathered}
            for p, size in zip(pointers, sizes):
                machine.begins[p.thing] = T.linear(64, [(64 * size, word)])
            machine.begins[pointers[2].thing] = T.linear(64, [(8, word)])
            machine.header_of.update({self.outer.again: self.outer.header, self.inner.again: self.inner.header})
            self.left.begin(memory)
            begin_of_word = memory.copy()
            kind_of, *rest = machine.walk(self.outer.parsed, self.outer.again, None, env, memory, T.true(),
                                          None if kind == "short" else self.inner.header)
            if kind_of != ("returned" if kind == "short" else "at"):
                raise run.Stuck("a way around the loop")
            for p, size in zip(pointers, sizes):
                machine.begins[p.thing] = T.linear(64, [(64 * size, word), (width * size, turns)])
            own = {p.thing for p in pointers}
            if kind != "short":
                self.left.note(begin_of_word, rest[1], own)
            return machine, pointers, rest, own

        def call(value, before, behind_them):
            count = before + texts + behind + behind_them * on
            own = bytes(map(value, cells[: texts * form.symbols]))
            ids = bytes(map(value, old))
            rule = bytes(map(value, [asked["limit"]] + asked["mask"] + asked["bits"]))
            right = bytes(map(T.value_of, form.write(T.const(form.bits, 0))))
            left, gathered_here = count - before - texts, value(bad)
            of_word = before - value(in_word)
            ahead = b"".join(b"!" + right[1:] if i >= of_word and gathered_here >> i - of_word & 1 else right for i in range(before))
            return Call([(0,), form.symbols, count, (1,), (2,), (3,)],
                        [ahead + own + right * left, b"?" * form.id_size * before + ids + b"?" * form.id_size * left,
                         rule, b"?" * (8 * ((count + 63) // 64))], 1)

        proof.given = Turn(at, more, call)
        machine, pointers, rest, own = begun(0)
        if kind != "short":
            env, memory = rest
            proof.same("no flag of the word at first", T.true(), env[self.bad], T.const(64, 0))
            first = {p: env[p] for p in self.inner.counters}
            env = {**env, **{p: T.add(env[p], in_word) for p in self.inner.counters}, self.bad: bad}
            stop = {"one turn": self.inner.header, "a word": self.outer.header, "the end": None}[kind]
            self.left.begin(memory)
            begin_of_turn = memory.copy()
            _, *rest = machine.walk(self.outer.parsed, self.inner.again, None, env, memory, T.true(), stop)
            if on:
                self.left.note(begin_of_turn, rest[1], own)
        proof.no_failures(machine, T.true())
        after = rest[1].cells
        done = width if kind == "one turn" else texts
        flags = [T.const(8, 0) if c is None else c for c in after[pointers[2].thing]]
        found = rest[0][self.bad] if kind == "one turn" else T.cat(flags[::-1])
        before = T.zext(T.const(64, 0) if kind == "short" else bad, found.w)
        bits = None
        for turn in range((T.value_of(turns) or most or 0) + 1) if most else [T.value_of(turns)]:
            place = width * turn
            known = T.Substitution({T.part(bad, i, i).support[0]: T.const(1, 0) for i in range(place, 64)}, {turns: T.const(64, turn)})
            value, told = known(found), known(before)
            proof.view = known
            own = [T.part(value, place + i, place + i) for i in range(done)]
            for i in range(found.w):
                if not place <= i < place + done:
                    proof.same(f"flag {i} behind {place} texts", T.true(), T.part(value, i, i), T.part(told, i, i))
            for i, bit in enumerate(own):
                proof.same(f"flag {i} as behind no text", T.true(), bit, (bits or own)[i])
            bits = bits or own
        proof.view = T.Substitution()
        texts_now = all_texts[:done]
        valid = [form.valid(t, asked) for t in texts_now]
        kernels.texts_are_read(proof, form, texts_now, valid, bits, old, after[pointers[1].thing])
        if kind == "one turn":
            for p in self.inner.counters:
                proof.same(f"{p} one turn on", T.true(), rest[0][p], T.linear(64, [(1, first[p]), (1, in_word)], width))
            if self.inner.carried:
                _, _, expected, _ = begun(width)
                for p in self.inner.carried:
                    proof.all_same(T.true(), [(f"{p} for the next texts, {i}", f, e) for i, (f, e)
                                              in enumerate(zip(flat(rest[0][p]), flat(expected[0][p]), strict=True))])
        else:
            every = T.or_(gathered, T.part(found, 63, 0))
            if words == 2:
                every = T.or_(every, T.part(found, 127, 64))
            if kind == "a word":
                proof.same("all flags", T.true(), rest[0][self.any], every)
                for p in self.outer.counters:
                    proof.same(f"{p} one word on", T.true(), rest[0][p], T.add(begin, T.const(64, 64)))
            else:
                proof.same("what is returned", T.true(), rest[0], T.not_(T.eq(every, T.const(64, 0))))


def prove_read(module, function, shape, proof, run_before):
    words = Words(module, function, spec.SHAPES[shape], shape, proof)
    words.prove()
    for n in few(words.width, run_before, proof):
        kernels.prove_read(module, function, shape, n, words.form.symbols, proof)


def prove(module, function, shape, member, proof, run_before):
    if member == "write":
        prove_write(module, function, shape, proof, run_before)
    elif member == "read":
        prove_read(module, function, shape, proof, run_before)
    else:
        prove_swap(module, function, proof, run_before)
