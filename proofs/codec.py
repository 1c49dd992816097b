"""The theorems of the scalar codec: what every id type's parse, parse_lenient, from_number, write_to and to_text do.

proofs/codec.cpp calls them as the headers have them; spec.py says what a text is and why one is rejected.
"""

import os
import re
import sys

import kernels
import recipe
import run
import spec
import terms as T
from native import Call

NAME, CONSTANT, PLAIN = "codec", "constant", "plain"  # in place of a kernel set
WAYS = dict(zip((NAME, CONSTANT, PLAIN), recipe.WAYS.values(), strict=True))
OPERATIONS = ("parse", "lenient", "number", "write", "text")
WORDS = 7  # of an answer: the value's two, four of the error, whether the text is canonical


QUICK = ("parse", "number", "text", "unhyphenated")
NOT_QUICK = ("codec/(uuid|uuidv7|typeid|uid11.*|ulid-flake-scalable)/parse", "codec/(xid|uid11.*|typeid)/text",
             f"({CONSTANT}|{PLAIN})/(?!ulid/).*")


def theorems(root):
    """(name, the way, format or None, operation) of all."""
    without = set(spec.TEXT_FORMATS) ^ (recipe.layouts(root))
    if without:
        sys.exit(f"prove: not the formats with a text: {sorted(without)} (TEXT_FORMATS in proofs/spec.py)")
    own = [(name, operation) for name, form in spec.TEXT_FORMATS.items() for operation in OPERATIONS
           if operation != "lenient" or form.lenient] + [(None, "unhyphenated")]
    # Their code is xid's and ulid-flake's; and more branches than can be run.
    left_out = re.compile(f"\\w+/(uid11.*|ulid-flake-scalable)/.*|{PLAIN}/uuidv7/lenient")
    named = [("/".join(filter(None, (way, *of))), way, *of) for way in WAYS for of in own]
    return [theorem for theorem in named if theorem[1] == NAME or not left_out.fullmatch(theorem[0])]


class Machine(recipe.Machine):
    """Asks the solver which way is possible only where an assumption about unknown sizes decides."""

    def __init__(self, module, asks=False):
        super().__init__(module)
        self.asks = asks

    def decided(self, function, block, yes_path, no_path):
        if self.asks:
            self.visits[function.name, block] += 1  # also at the first visit
            return super().decided(function, block, yes_path, no_path)
        return None


def by_cases(assumed, ask):
    """What `ask` gives for an assumption, or for each part of it where a choice between two objects needs parts."""
    left = [assumed]
    for of in left:
        try:
            yield ask(of)
        except run.Undecided as between:  # by something else than what is assumed, which is wrong
            left += [T.all_of([of, between.condition]), T.all_of([of, T.not_(between.condition)])]


def load_set(root, way, work):
    """The code, and the same with every function apart, so that a lenient parse is seen where it has its text."""
    source, include = os.path.join(root, "proofs/codec.cpp"), [os.path.join(root, "include")]
    return tuple(kernels.compile_to_ir(root, source, include, os.path.join(work, f"{way}{name}.ll"), apart=bool(name), options=WAYS[way])
                 for name in ("", "_apart"))


def halves(number):
    """Upper and lower word. A number of one word is that word: parts of a wider sum are none."""
    return [T.part(number, 127, 64) if number.w == 128 else spec.word(0), T.part(number, 63, 0)]


def words_in(machine, memory, number):
    """A value as two words in memory."""
    return machine.new_object(memory, "in", recipe.bytes_of(halves(number)), True, align=8)


class Answer:
    """Where a function puts what it read."""

    def __init__(self, machine, memory, words=WORDS):
        self.old = [T.unknown(f"before{i}", 64) for i in range(words)]
        self.pointer = machine.new_object(memory, "out", recipe.bytes_of(self.old), align=8)

    def words(self, memory):
        cells = memory.cells[self.pointer.thing]
        return [T.cat(cells[8 * i : 8 * i + 8][::-1]) for i in range(len(self.old))]


NAMES = ("the reason", "the position", "what is expected", "what is found")


def rows_of(valid, number, rejected, returned, found, old):
    """What is claimed of an answer: that of the specification."""
    rows = [("what is returned", returned, valid)]
    rows += [(name, f, e) for name, f, e in zip(NAMES, found[2:6], rejected, strict=True)]
    for i, half in enumerate(halves(number)):
        rows.append((f"word {i} of the value", found[i], T.ite(valid, half, old[i])))
    return rows


def first_wrong(form, shape):
    """Every text of the shape's length, by its first wrong character: one case for each place, and one without, which
    a version divides by its first wrong digit."""
    symbols, hyphens = shape.symbols, getattr(shape, "HYPHENS", ())

    def one(at, right, digits=range(16)):
        allowed = {ord("-")} if at in hyphens else {c for c, value in shape.values.items() if value in digits}
        return T.choice(f"text[{at}]", [c for c in range(256) if (c in allowed) == right], 8)

    def case(wrong):
        return [one(i, i < wrong) if i <= wrong else T.unknown(f"text[{i}]", 8) for i in range(symbols)]

    def without(digits):
        return [one(i, True, digits.get(i, range(16))) for i in range(symbols)]

    cases = [lambda wrong=wrong: case(wrong) for wrong in range(symbols)]
    if form.version is None:
        return cases + [lambda: without({})]
    places = [i for i in range(symbols) if i not in hyphens]
    versions, variants = {places[12]: [form.version]}, {places[16]: range(8, 12)}
    others = [d for d in range(16) if d != form.version], [*range(8), *range(12, 16)]
    return cases + [lambda: without({places[12]: others[0]}), lambda: without({**versions, places[16]: others[1]}),
                    lambda: without({**versions, **variants})]


def any_text(_, shape):
    return [lambda: [T.unknown(f"text[{i}]", 8) for i in range(shape.symbols)]]


def prove_parse(module, function, form, proof):
    shape, size = form.shape, spec.word(form.shape.symbols)
    for make in texts_of(form, shape):
        T.reset()
        proof.seen.clear()
        machine, memory = module.runner(Machine), run.Memory()
        text = make()
        at, answer = machine.new_object(memory, "text", text, True), Answer(machine, memory)
        returned, after = proof.call(machine, function, [at, size, answer.pointer], memory, T.true())
        proof.no_failures(machine, T.true())
        wrong = form.wrong_text(shape, text)
        valid = T.all_of([T.not_(c) for c, _ in wrong])
        rows = rows_of(valid, shape.read(text), spec.first_of(wrong), returned, answer.words(after), answer.old)
        if isinstance(shape, spec.Hex36):
            proof.all_same(T.true(), rows)
        else:
            digits = [shape.value_of(c, 6) for c in text] if isinstance(shape, spec.Base58) else ()
            proof.by_cases(valid, rows, T.true(), digits)
    for nowhere in (False, True):
        prove_other_sizes(module, function, shape.symbols, proof, nowhere)


def prove_other_sizes(module, function, symbols, proof, nowhere):
    """Of every other length: no byte of the text is looked at. Of a text that is nowhere the length is 0."""
    machine, memory = module.runner(Machine, asks=True), run.Memory()
    size = spec.word(0) if nowhere else T.variable("size", 64)
    other = T.not_(T.eq(size, spec.word(symbols)))
    at, answer = run.NULL if nowhere else machine.new_object(memory, "text", [], True), Answer(machine, memory)
    returned, after = proof.call(machine, function, [at, size, answer.pointer], memory, other)
    proof.no_failures(machine, other)
    proof.all_same(other, rows_of(T.false(), T.const(64, 0), spec.of_length(symbols, size), returned, answer.words(after),
                                  answer.old))


# How long the prefix is, None without a separator, and the suffix; and of longer prefixes the bytes that may be any, if not all.
TYPEID_TEXTS = [(1, size, (0,)) for size in (28, 256, 282)] + [(size, 26, (0,)) for size in (256, 319, 64, 65)]
TYPEID_TEXTS += [(p, s, None) for p in (None, 0, 1, 2, 3, 4) for s in (0, 25, 26, 27)] + [(63, 26, {at, (at + 10) % 63}) for at in range(63)]
SOME_TYPEID_TEXTS = [(p, s, None) for p in (None, 0, 1, 2) for s in (0, 25, 26, 27)] + [(64, 26, (0,))]  # no way has prefixes of its own
TYPEID_PREFIXES = range(64)


def prefix_symbols(size, right):
    """Symbols of a prefix, each one that the rule allows where it stands; or any bytes."""
    letters = [ord("a") + i for i in range(26)]
    return [T.choice(f"prefix[{i}]", letters + [ord("_")] * (0 < i < size - 1), 8) if right
            else T.unknown(f"prefix[{i}]", 8) for i in range(size)]


def prove_typeid_parse(module, proof, prefix_size, size, any_at, nowhere=False):
    machine, memory = module.runner(Machine), run.Memory()
    separated = prefix_size is not None
    prefix = prefix_symbols(prefix_size or 0, any_at is not None)
    for at in any_at or ():
        prefix[at] = T.unknown(f"prefix[{at}]", 8)
    others = [c for c in range(256) if c != ord("_")]
    suffix = [T.choice(f"text[{i}]", others, 8) for i in range(size)]  # the last separator stands before it
    text = [*prefix, *[T.const(8, ord("_"))] * separated, *suffix]
    at, answer = run.NULL if nowhere else machine.new_object(memory, "text", text, True), Answer(machine, memory, 14)
    returned, after = proof.call(machine, "@typeid_parse", [at, spec.word(len(text)), answer.pointer], memory, T.true())
    proof.no_failures(machine, T.true())
    form, number = spec.TYPEID, T.const(128, 0)
    wrong = form.wrong_prefix(prefix) if separated else []
    if size == form.shape.symbols:
        places = range(len(text) - size, len(text))
        wrong, number = wrong + form.wrong_text(form.shape, suffix, places), form.shape.read(suffix)
    else:
        shown = spec.word(len(text) - size + min(size, form.shape.symbols))
        wrong = wrong + [(T.true(), spec.of_length(form.shape.symbols, spec.word(size), shown))]
    valid = T.all_of([T.not_(c) for c, _ in wrong])
    found = answer.words(after)
    rows = rows_of(valid, number, spec.first_of(wrong), returned, found, answer.old)
    held = [*prefix, *[T.const(8, 0)] * (63 - len(prefix)), T.const(8, len(prefix))][:64]
    for i, (f, e) in enumerate(zip(recipe.bytes_of(found[6:]), held, strict=True)):
        rows.append((f"byte {i} of the prefix", f, T.ite(valid, e, recipe.bytes_of(answer.old[6:])[i])))
    proof.by_cases(valid, rows, T.true())


def prove_typeid_write(module, function, proof, assumed, prefix_size, fits, nowhere=False):
    """Into room that suffices, or does not, or is nowhere; less than none is what ends before it begins."""
    machine, memory = module.runner(Machine, asks=True), run.Memory()
    form = spec.TYPEID
    prefix, number = prefix_symbols(prefix_size, True), T.unknown("number", 128)
    expected = [*prefix, *[T.const(8, ord("_"))] * (prefix_size > 0), *form.shape.write(number)]
    own = len(expected)
    cells = prefix + [T.unknown(f"old[{i}]", 8) for i in range(own + 1 - prefix_size)]
    to = run.NULL if nowhere else machine.new_object(memory, "to", cells)
    wide = [*halves(number), spec.word(prefix_size)]
    words = machine.new_object(memory, "in", recipe.bytes_of(wide), True, align=8)
    size = T.linear(64, [(1 if fits else -1, T.variable("more or less", 64, (1 << 62) - 1))], own if fits else own - 1)
    size = spec.word(0) if nowhere else size
    returned, after = proof.call(machine, function, [words, to, size], memory, assumed)
    proof.no_failures(machine, assumed)
    proof.same("what is returned", assumed, returned, T.const(1, fits))
    ends = [T.const(8, 0)] if function == "@typeid_text" else cells[own:]
    after = after.cells.get(to.thing, cells)
    proof.all_same(assumed, [(f"byte {i}", f, e) for i, (f, e) in enumerate(zip(after, expected + ends if fits else cells, strict=True))])


def prove_typeid(module, way, operation, proof):
    if operation == "parse":
        texts = TYPEID_TEXTS if way == NAME else SOME_TYPEID_TEXTS
        cases = [lambda of=of: prove_typeid_parse(module, proof, *of) for of in (*texts, (None, 0, None, True))]
    else:
        calls = [(p, fits) for p in TYPEID_PREFIXES for fits in ((True, False) if operation == "write" else (True,))]
        calls += [(0, False, True)] * (operation == "write")
        cases = [lambda of=of: [*by_cases(T.true(), lambda part: prove_typeid_write(module, f"@typeid_{operation}", proof, part, *of))] for of in calls]
    for case in cases:
        T.reset()
        proof.seen.clear()
        case()


UNHYPHENATED = "@_ZN6sortid6detail12unhyphenatedC2ESt17basic_string_viewIcSt11char_traitsIcEE"  # its constructor
KEPT = 40  # bytes of a text without its hyphens, more than any format has
SIZE_AT = (KEPT + 4 * (KEPT + 1) + 7) // 8 * 8


def cells_of(plain):
    """The struct `unhyphenated` in memory: bytes, places, size."""
    cells = [*plain.chars, *(T.part(p, low + 7, low) for p in plain.places for low in range(0, 32, 8))]
    return cells + [None] * (SIZE_AT - len(cells)) + [T.part(plain.size, low + 7, low) for low in range(0, 64, 8)]


def any_plain(size, chars=None):
    return spec.Unhyphenated(chars or [T.unknown(f"plain[{i}]", 8) for i in range(KEPT)],
                             [T.unknown(f"place[{i}]", 32) for i in range(KEPT + 1)], size)


def more_than(size):
    """Every greater number that a size can be; as a sum of two, which stays one when it is stored byte by byte."""
    return T.linear(64, [(1, T.variable(name, 64, (1 << 62) - 1)) for name in ("more", "still more")], size + 1)


class Texts:
    """Whole texts, where a counterexample is about what a text has become on its way."""

    def __init__(self, texts, old, bits):
        self.texts, self.old, self.bits = texts, old, bits

    def under(self, value):
        old = bytes(map(value, self.old))
        return [Call([(0,), len(text), (1,)], [text, old], self.bits) for text in self.texts(value)]


def hyphenated(symbols):
    """A counterexample says nothing of where the symbols stood: with hyphens in several places."""
    return [symbols, b"-" + symbols, b"-".join(bytes([c]) for c in symbols)]


class LenientMachine(Machine):
    """Parses the text without hyphens that it is given; whether a text is the id's own is an unknown bit."""

    def __init__(self, module, plain):
        super().__init__(module)
        self.plain, self.compared, self.text = plain, None, None
        self.same = T.unknown("canonical", 1)

    def call(self, name, args, memory, path):
        if name == UNHYPHENATED:
            size, text = self.text
            self.fail(T.all_of([path, T.not_(T.eq(args[1], size))]) if args[2] == text else path, "reads another text")
            memory = memory.copy()
            for i, c in enumerate(cells_of(self.plain)):
                if c is not None:
                    memory.cells[args[0].thing][i] = c
            return None, memory
        if name.startswith("@_ZSteqIcSt11char_traits"):
            own, text = args[:2], args[2:]
            if self.compared:
                self.fail(path, "compares twice")
            self.compared = (self.load_cells(memory, own[1], T.value_of(own[0]), path)[0][1], text)
            return self.same, memory
        return super().call(name, args, memory, path)


def texts_of(form, shape):
    return (first_wrong if isinstance(shape, spec.Hex36) else any_text)(form, shape)


def prove_lenient(module, function, form, proof):
    """What follows from the text without its hyphens; what that is, is a theorem of its own (`unhyphenated`)."""
    for case in range(len(texts_of(form, form.lenient)) + 3):  # and three for the wrong lengths, of which one is nowhere
        T.reset()
        proof.seen.clear()
        prove_lenient_case(module, function, form, proof, case)


def prove_lenient_case(module, function, form, proof, place):
    shape, symbols = form.lenient, form.lenient.symbols
    chars = texts_of(form, shape)
    right = place < len(chars)
    if right:
        text = chars[place]()
        size = spec.word(symbols)
    else:
        text = [T.unknown(f"text[{i}]", 8) for i in range(symbols)]
        size = [lambda: T.zext(T.choice("size", list(range(symbols)), 6), 64), lambda: more_than(symbols), lambda: spec.word(0)][place - len(chars)]()
    plain = any_plain(size, text + [T.unknown(f"beyond[{i}]", 8) for i in range(KEPT - symbols)])
    machine, memory = LenientMachine(module, plain), run.Memory()
    nowhere = place == len(chars) + 2
    at, answer = run.NULL if nowhere else machine.new_object(memory, "text", [], True), Answer(machine, memory)
    whole = size if nowhere else T.variable("size of the whole text", 64)
    machine.text = whole, at
    returned, after = machine.call(function, [at, whole, answer.pointer], memory, T.true())
    proof.given = Texts(lambda value: hyphenated(bytes(map(value, plain.chars[: min(value(size), KEPT)]))),
                        recipe.bytes_of(answer.old), 1)
    proof.no_failures(machine, T.true())
    found = answer.words(after)
    if not right:
        position = T.zext(plain.places[symbols], 64)
        for i in range(symbols):
            position = T.ite(T.eq(size, spec.word(i)), T.zext(plain.places[i], 64), position)
        proof.all_same(T.true(), rows_of(T.false(), T.const(64, 0), spec.of_length(symbols, size, position), returned,
                                         found, answer.old))
        return
    wrong = form.wrong_text(shape, text, plain.places)
    valid, number = T.all_of([T.not_(c) for c, _ in wrong]), shape.read(text)
    rows = rows_of(valid, number, spec.first_of(wrong), returned, found, answer.old)
    rows.append(("whether it is canonical", found[6], T.ite(valid, T.zext(machine.same, 64), answer.old[6])))
    if T.value_of(valid) != 0:
        own, (compared, pointer) = machine.compared  # `size` stays what the counterexample is told with
        proof.same("the text that it is compared with", T.true(), T.const(1, pointer == at and compared is whole), T.true())
        proof.same("the size of its own text", T.true(), T.const(1, len(own) == form.shape.symbols), T.true())
        proof.when_accepted(valid, returned, [(f"symbol {i} of its own text", o, e)
                               for i, (o, e) in enumerate(zip(own, form.shape.write(number)))])
    if isinstance(shape, spec.Hex36):
        proof.all_same(T.true(), rows)
    else:
        proof.by_cases(valid, rows, T.true())


class LoopMachine(Machine):
    """A text of which one byte is seen at a time: the one at `at`."""

    def __init__(self, module, char, at):
        super().__init__(module, asks=True)
        self.char, self.at, self.text = char, at, None

    def call(self, name, args, memory, path):
        if "basic_string_view" in name and "ixEm" in name:
            (_, view), = self.load_cells(memory, args[0], 16, path)
            size, text = self.text
            same = T.eq(T.cat(view[7::-1]), size) if view[8:] == [(text, i) for i in range(8)] else T.false()
            self.fail(T.all_of([path, T.not_(same)]), "looks at another text")
            self.fail(T.all_of([path, T.not_(T.eq(args[1], self.at))]), "looks at another byte of the text")
            return self.new_object(memory, "char", [self.char], True), memory
        return super().call(name, args, memory, path)


def behind(size, char):
    """A byte behind as many others, as the last of a text and not."""
    head = b"0" * size + bytes([char])
    return [head, head + b"0"]


def prove_unhyphenated(module, proof):
    """By induction over the bytes of the text: the state before the first, from one to the next, and at the end."""
    function = module.functions[UNHYPHENATED].parse()
    header, (counter,) = recipe.loop_of(function)
    left = run.Turns()

    def run_it(size, text_size, last):
        T.reset()
        proof.seen.clear()
        state, char, at = any_plain(size()), T.unknown("char", 8), T.variable("at", 64, (1 << 63) - 1)
        machine, memory = LoopMachine(module, char, at), run.Memory()
        whole = text_size(at)
        proof.given = Texts(lambda value: behind(min(value(state.size), 2 * KEPT), value(char)),
                            [T.const(8, 0)] * (SIZE_AT + 8), 0)
        holder = machine.new_object(memory, "plain", [None] * (SIZE_AT + 8), align=8)
        text = machine.new_object(memory, "text", [], True)
        machine.text = whole, text
        env = {p: a for (p, _), a in zip(function.parameters, (holder, whole, text))}
        assumed = T.all_of([T.ult(at, whole), T.not_(T.eq(T.add(at, T.const(64, 1)), whole))]) if not last else T.true()

        def same(what, memory, plain):
            found = memory.cells[holder.thing]
            proof.all_same(assumed, [(f"{what}, byte {i}", f, e) for i, (f, e) in enumerate(zip(found, cells_of(plain), strict=True))
                                     if e is not None])

        _, env, memory = machine.walk(function, function.entry, None, env, memory, assumed, header)
        zero = spec.Unhyphenated([T.const(8, 0)] * KEPT, [T.const(32, 0)] * (KEPT + 1), spec.word(0))
        proof.same("the first byte", assumed, env[counter], spec.word(0))
        same("the beginning", memory, zero)
        for i, c in enumerate(cells_of(state)):
            memory.cells[holder.thing][i] = c
        env[counter] = at
        _, *rest = left.run(lambda memory: machine.walk(function, recipe.AGAIN, None, dict(env), memory, assumed, None if last else header),
                            memory, {holder.thing}, last)
        proof.no_failures(machine, assumed)
        if last:
            same("the end", rest[1], state.with_next(char, at).at_end(whole))
        else:
            proof.same("the next byte", assumed, rest[0][counter], T.add(at, T.const(64, 1)))
            same("one byte on", rest[1], state.with_next(char, at))

    for size in (lambda: T.zext(T.choice("size", list(range(KEPT + 1)), 6), 64), lambda: more_than(KEPT)):
        run_it(size, lambda at: T.variable("whole", 64, (1 << 63) - 1), False)
        run_it(size, lambda at: T.add(at, T.const(64, 1)), True)
    T.reset()
    machine, memory = module.runner(Machine), run.Memory()
    holder = machine.new_object(memory, "plain", [None] * (SIZE_AT + 8), align=8)
    _, after = machine.call(UNHYPHENATED, [holder, spec.word(0), run.NULL], memory, T.true())
    proof.given = Texts(lambda value: [b""], [T.const(8, 0)] * (SIZE_AT + 8), 0)
    proof.no_failures(machine, T.true())
    zero = spec.Unhyphenated([T.const(8, 0)] * KEPT, [T.const(32, 0)] * (KEPT + 1), spec.word(0)).at_end(spec.word(0))
    proof.all_same(T.true(), [(f"an empty text, byte {i}", f, e) for i, (f, e)
                              in enumerate(zip(after.cells[holder.thing], cells_of(zero), strict=True)) if e is not None])


def prove_number(module, function, form, proof):
    machine, memory = module.runner(Machine), run.Memory()
    number = T.unknown("number", form.shape.bits)
    answer = Answer(machine, memory)
    returned, after = proof.call(machine, function, [words_in(machine, memory, number), answer.pointer], memory, T.true())
    proof.no_failures(machine, T.true())
    wrong = form.wrong_value(number)
    valid = T.all_of([T.not_(c) for c, _ in wrong])
    proof.all_same(T.true(), rows_of(valid, number, spec.first_of(wrong), returned, answer.words(after), answer.old))


def prove_write(module, function, form, proof, how):
    """Into room that suffices, or does not, or ends before it begins, or is nowhere."""
    shape, fits = form.shape, how == "fits"
    for part in range(3) if isinstance(shape, spec.Base58) and fits else range(1):
        T.reset()
        proof.seen.clear()
        machine, memory = module.runner(Machine, asks=True), run.Memory()
        (number, groups), = kernels.numbers_of(shape, 1, part)
        old = [T.unknown(f"old[{i}]", 8) for i in range(shape.symbols)]
        room = T.variable("room", 64)
        assumed = T.slt(room, spec.word(0)) if how == "before" else T.not_(T.slt(room, spec.word(shape.symbols if fits else 0)))
        if how == "less":
            assumed = T.all_of([assumed, T.slt(room, spec.word(shape.symbols))])
        if how == "nowhere":
            assumed, room = T.true(), spec.word(0)
        to = run.NULL if how == "nowhere" else machine.new_object(memory, "to", old if fits else [])
        returned, after = proof.call(machine, function, [words_in(machine, memory, number), to, room], memory, assumed)
        proof.no_failures(machine, assumed)
        proof.same("what is returned", assumed, returned, T.const(1, fits))
        found, expected = after.cells.get(to.thing), shape.write(number)
        for group in groups or [range(shape.symbols)]:
            proof.all_same(assumed, [(f"symbol {i}", found[i], expected[i]) for i in group if fits])


def prove_text(module, function, form, proof):
    shape = form.shape
    for part in range(3) if isinstance(shape, spec.Base58) else range(1):
        T.reset()
        proof.seen.clear()
        machine, memory = module.runner(Machine), run.Memory()
        (number, groups), = kernels.numbers_of(shape, 1, part)
        to = machine.new_object(memory, "to", [T.unknown(f"old[{i}]", 8) for i in range(shape.symbols + 1)])
        returned, after = proof.call(machine, function, [words_in(machine, memory, number), to, spec.word(0)], memory, T.true())
        proof.no_failures(machine, T.true())
        proof.same("the size", T.true(), returned, T.true())
        found, expected = after.cells[to.thing], shape.write(number) + [T.const(8, 0)]
        for group in [*(groups or [range(shape.symbols)]), [shape.symbols]]:
            proof.all_same(T.true(), [(f"symbol {i}", found[i], expected[i]) for i in group])


def text_of(work, way, operation):
    return os.path.join(work, f"{way}{'_apart' * (operation in ('lenient', 'unhyphenated'))}.ll")


entry = recipe.entry


FIRST_OF_63 = "icmp ne i64 select i1 icmp ult i64 % 63 i64 % i64 63 0"
# Code that no call of a theorem leads to, as in kernels.py.
NOT_REACHED = [
    (".*", "R6sortid6result.*5value", "it ends the program where there is no value, of which the caller makes sure"),
    (".*/uuid.*/(parse|lenient)", "12read_in_turn|14wrong_constant", "it is asked why a text is rejected, and a text of symbols alone was given its hyphens"),
    (".*/typeid/parse", "11read_suffix", "the same, of a suffix", "icmp eq i8 % 0"),
    ("(codec|plain)/typeid/parse", "11read_suffix", "the same", *["icmp eq i8 % 0"] * 2,
     "call @_ZN6sortid6detail12base32_codecINS_7uint128ELm26ELb1EE4takeILNS0_9symbols32E1EEEbPKcS2_RS2_"),
    (".*/typeid/parse", "12read_type_id", "a text that is rejected has an error", FIRST_OF_63),
    ("(codec|plain)/typeid/parse", "12read_type_id", "an empty prefix is rejected before its loop", "icmp eq i8 % 0"),
    (".*/typeid/parse", "11type_prefix5parse", "the same of the prefix", FIRST_OF_63),
    (f"{CONSTANT}/uuid.*/lenient", "13write_in_turn", "it has a shift by all bits in line, and no digit stands there"),
    (f"{PLAIN}/uuid/lenient", "^@_ZN.*12read_at_once", "a text of symbols alone was given its hyphens", "icmp eq i32 * % %"),
    (f"{CONSTANT}/uuid.*/(write|text)", "^@uuid", "the same", "icmp ugt i32 % 127"),
    (".*/euid/.*", "10error_in32", "no first symbol of an EUID is too great"),
    (".*/(parse|lenient)", "^@_ZN.*(error_in32|base58_codec8error_in)", "it is asked about symbols, so its loop has a first turn", "icmp ne i64 % 0"),
    (".*/uuidv7/(?!lenient).*", "differs_in|14wrong_constant", "it is asked which constant is wrong where one is", "icmp eq i64 % 2"),
    (".*/uuidv7/lenient", "differs_in.*ELm1|14wrong_constant", "the same", "icmp eq i64 % %"),
    (".*/uuidv7/lenient", "differs_in.*ELm3", "the same, and the upper halves are zeros",
     "select i1 icmp eq i64 % % i1 icmp eq i64 % % i1 false", *["icmp eq i64 % %"] * 2),
    (".*/ulid-flake.*/lenient", "11check_value", "the lower halves are zeros", "icmp eq i64 % %"),
    (".*/typeid/(write|text)", "^@typeid", "the prefix that they are given is one; `parse` has the others"),
]


def prove(root, modules, way, name, operation, seconds):
    proof = kernels.Proof(seconds)
    whole, apart = modules
    T.reset()
    module = apart if operation in ("unhyphenated", "lenient") else whole
    if operation == "unhyphenated":
        prove_unhyphenated(module, proof)
    elif name == "typeid" and operation != "number":
        prove_typeid(module, way, operation, proof)
    else:
        form, function = spec.TEXT_FORMATS[name], f"@{name.replace('-', '_')}_{operation}"
        if operation == "write":
            for how in ("fits", "less", "before", "nowhere"):
                prove_write(module, function, form, proof, how)
        else:
            {"parse": prove_parse, "lenient": prove_lenient, "number": prove_number, "text": prove_text}[operation](module, function, form, proof)
    if not proof.stops:
        proof.all_reached(module, "/".join(filter(None, (way, name, operation))), NOT_REACHED)
    return proof
