"""The theorems of what stands between formats and kernels: which kernels a format's batches call, with what rule, how many texts and
at what distances; and which kernel set a processor gets.

The kernels of proofs/formats.cpp only tell what they are called with. What they must be told is that of spec.py and recipe.py.
"""

import itertools
import os

import codec
import kernels
import native
import recipe
import run
import solve
import spec
import terms as T
from machine_code import holder_of, members

NAME = "formats"  # in place of a kernel set
WRITE, READ, WRITE_ONE, READ_ONE, FIRST_WRONG, TIMES128, TIMES64 = range(7)
OPERATIONS = ("write_one", "read_one", "to_text", "from_text", "unix_ms")
CHOICES = ("fastest", "named", "usable")
QUICK = OPERATIONS + CHOICES
NOT_QUICK = (f"{NAME}/(?!ulid/).*/(to_text|unix_ms)", f"{NAME}/(?!ulid-flake/).*/from_text", f"{NAME}/(xid|uid11.*|uuidv7)/read_one")
RECORD = 11  # words that tell of a call

# Where CPUID (leaf 1: ECX; leaf 7: EBX, ECX) and XCR0 say that a processor has a feature and its system saves the registers: Intel's
# manual, volumes 2A and 1.
AVX, AVX512 = [(0, 1 << 28), (3, 0x06)], [(0, 1 << 28), (3, 0xE6), (1, 1 << 16)]
FEATURES = {
    "ssse3": [(0, 1 << 9)], "bmi": [(1, 1 << 3)], "bmi2": [(1, 1 << 8)], "avx2": [*AVX, (1, 1 << 5)], "avx512f": AVX512,
    "avx512dq": [*AVX512, (1, 1 << 17)], "avx512bw": [*AVX512, (1, 1 << 30)], "avx512vl": [*AVX512, (1, 1 << 31)],
    "avx512vbmi": [*AVX512, (2, 1 << 1)], "avx512vnni": [*AVX512, (2, 1 << 11)],
}  # fmt: skip
VARIABLE = b"SORTID_FORCE_KERNELS"
SETS, NONE = ("avx512", "avx2", "ssse3", "scalar"), "none"  # of this processor's kind, the fastest first


def operations(name):
    """TypeIDs of any prefix are parsed one by one without kernels; `unix_ms` needs a time, and a UUID may have several kinds."""
    timed = name in recipe.FORMATS and recipe.FORMATS[name].timed
    return [o for o in OPERATIONS if (o != "read_one" or name != "typeid") and (o != "unix_ms" or timed)]


def theorems(_):
    """(name, "formats", format or None, operation) of all."""
    return [(f"{NAME}/{name}/{operation}", NAME, name, operation) for name in spec.TEXT_FORMATS for operation in operations(name)] + [
        (f"{NAME}/{choice}", NAME, None, choice) for choice in CHOICES]


class Machine(codec.Machine):
    """One thread, whose environment has one variable."""

    globals_change = r"active_kernels|12_GLOBAL__N_1[0-9]+(texts_given|times_given|far|told|answered|left|further|pretended)E"

    def __init__(self, module, assumed):
        super().__init__(module, asks=True)
        self.variable, self.sets, self.assumed, self.selects = run.NULL, 0, assumed, False

    def do_select(self, *rest):
        self.selects = True
        value = super().do_select(*rest)
        self.selects = False
        return value

    def choose(self, condition, yes, no):
        """What a case leaves of a choice between numbers."""
        if self.selects and T.value_of(condition) is None and isinstance(yes, T.Term) and yes.w == 64:
            for only, known in ((yes, condition), (no, T.not_(condition))):
                if solve.holds(self.assumed, known, 20).status == solve.PROVED:
                    return only
        return super().choose(condition, yes, no)

    def do_zext(self, t, env, memory, path):
        """What a case leaves of a condition that counts."""
        ty, value = self.typed(t, env)
        t.expect("to")
        to = self.module.type(t)
        if ty == ("i", 1) and T.value_of(value) is None:
            value = next((T.const(1, known) for known, holds in ((1, value), (0, T.not_(value)))
                          if solve.holds(self.assumed, holds, 20).status == solve.PROVED), value)
        return self.lanes(lambda x: T.zext(x, to[2][1] if to[0] == "vec" else to[1]), value)

    def string(self, memory, pointer):
        cells = memory.cells[self.global_object(memory, pointer.thing)][T.value_of(pointer.offset):]
        known = [T.value_of(c) for c in cells]
        return bytes(known[: known.index(0)])

    def call(self, name, args, memory, path):
        if name in ("@setenv", "@unsetenv"):
            self.sets += 1
            self.variable = args[1] if name == "@setenv" else run.NULL
            return T.const(32, 0), memory
        if name == "@getenv":
            return self.variable if self.string(memory, args[0]) == VARIABLE else run.NULL, memory
        if name == "@strlen":
            return T.const(64, len(self.string(memory, args[0]))), memory
        return super().call(name, args, memory, path)


def rule_of(form):
    """The words of a value_rule: the greatest first symbol, and mask and bits of the bytes."""
    limit, mask, bits = 0, 0, 0
    if isinstance(form.shape, spec.Base32) and not isinstance(form.shape, spec.Checked):
        limit = max(form.shape.limits()) >> (1 if form.signed else 0)
    if form.version is not None:
        mask, bits = 0xF << 76 | 3 << 62, form.version << 76 | 2 << 62
    rule = bytes([limit]) + mask.to_bytes(16, "big") + bits.to_bytes(16, "big") + bytes(7)
    return [spec.word(int.from_bytes(rule[i : i + 8], "little")) for i in range(0, 40, 8)]


def told(root, form, member, texts=0, ids=0, n=1, stride=0, rest=()):
    """The words that a call must leave."""
    shape = members(root)[0].index(next(s for s, own in spec.SHAPES.items() if own is form.shape))
    return [spec.word(w) for w in (member, shape, texts, ids, n, stride, *rest)] + [spec.word(0)] * (5 - len(rest))


GIVEN = 16  # words that a call has at most, and behind them what is active when it begins
ACTIVE = "@_ZN6sortid6detail14active_kernelsE"
KNOWN, NOT_YET, ANOTHER, FIRST = range(4)  # active is the set that is asked, none, another than is given, or none where one is


def asked(proof, module, function, words, out, text=(), assumed=T.true(), written=False, active=KNOWN, above=True, left=None):
    """What holds, what a call returns, its words out, those that were there, and the text, above which its ids are or below. The active set
    stays, or is `left`."""
    machine, memory = Machine(module, assumed), run.Memory()
    words = [*words, *[0] * (GIVEN - len(words)), active]
    old = [T.unknown(f"before{i}", 64) for i in range(out)]
    given = machine.new_object(memory, "in", recipe.bytes_of([spec.word(w) for w in words]), True, align=8)
    answer = machine.new_object(memory, "out", recipe.bytes_of(old), align=8)
    texts = run.NULL if text is None else machine.new_object(memory, "texts", list(text), not written)
    if text is not None:
        address = T.variable(run.ADDRESS + texts.thing, 64)
        least = spec.word(1) if above else T.linear(64, [(-1, words[5])])
        assumed = T.all_of([assumed, T.ule(least, address), T.ult(address, spec.word(4 * FAR))])
    machine.assumed = assumed
    returned, after = proof.call(machine, function, [given, answer, texts], memory, assumed)
    proof.no_failures(machine, assumed)
    left = left or ("scalar", None, "avx2", NONE)[active]
    if left and ACTIVE in after.cells:
        (of, _), *_ = after.cells[ACTIVE]
        proof.same("the active set", assumed, T.const(1, of.thing == (f"@{holder_of(left)}" if left != NONE else None)), T.true())
    proof.same("the environment stays", assumed, T.const(1, machine.sets == (function[1:] in ("fastest", "usable"))), T.true())
    cells = after.cells[answer.thing]
    return assumed, returned, [T.cat(cells[8 * i : 8 * i + 8][::-1]) for i in range(out)], old, after.cells.get(texts.thing)


def asked_by_cases(proof, *given, assumed, **named):
    return codec.by_cases(assumed, lambda of: asked(proof, *given, assumed=of, **named))


def are(proof, assumed, what, found, expected):
    proof.all_same(assumed, [(f"word {i} of {what}", f, e) for i, (f, e) in enumerate(zip(found, expected, strict=True))])


def id_words(shape, number):
    """An id as it lies in memory."""
    cells = shape.id_of(number)
    return [T.cat(cells[i : i + 8][::-1]) for i in range(0, len(cells), 8)]


def prove_write_one(root, module, function, form, proof):
    """Where it fits without asking, and into room that suffices or does not, or is nowhere."""
    for room_given, fits, nowhere in ((0, True, False), (1, True, False), (1, False, False), (1, False, True)):
        T.reset()
        proof.seen.clear()
        number, room = T.unknown("number", form.shape.bits), spec.word(0) if nowhere else T.variable("room", 64)
        enough = T.not_(T.slt(room, spec.word(form.shape.symbols)))
        valid = T.all_of([enough if fits else T.not_(enough)] if room_given else [T.not_(c) for c, _ in form.wrong_value(number)])
        words = [*codec.halves(number), 0, 0, 0, 0, room_given, room]
        for assumed, returned, out, old, _ in asked_by_cases(proof, module, function, words, RECORD + 1, None if nowhere else (), assumed=valid,
                                                             active=room_given):
            proof.same("the end", assumed, returned, T.const(1, fits))
            call = told(root, form, WRITE_ONE, rest=id_words(form.shape, number)) if fits else old[:RECORD]
            are(proof, assumed, "the call", out, [*call, spec.word(0 if fits else 1)])


def prove_read_one(root, module, function, form, proof):
    """Of the right length, where the kernel takes the text or not; of every other, no kernel is asked and no byte is read."""
    symbols, number = form.shape.symbols, T.unknown("number", form.shape.bits)
    answer = [*id_words(form.shape, number), 0][:2]
    size = T.variable("size", 64)
    any_places = 1 if isinstance(form.shape, spec.Checked) else symbols  # the solver does not end with any check
    any_text = [T.unknown(f"text[{i}]", 8) if i < any_places else T.const(8, ord("!")) for i in range(symbols)]
    rows = form.wrong_text(form.shape, any_text)
    cases = (("taken", 1, spec.word(symbols), [], T.true(), spec.ACCEPTED),
             ("not taken", 0, spec.word(symbols), any_text, T.any_of([c for c, _ in rows]), spec.first_of(rows)),
             ("another length", 0, size, [], T.not_(T.eq(size, spec.word(symbols))), spec.of_length(symbols, size)),
             ("nowhere", 0, spec.word(0), None, T.true(), spec.of_length(symbols, spec.word(0))))
    for (what, taken, length, text, assumed, error), active in itertools.product(cases, (KNOWN, NOT_YET)):
        assumed, returned, out, old, _ = asked(proof, module, function, [*answer, taken, 0, length, 0], 6 + RECORD, text, assumed, active=active)
        proof.same("what is returned", assumed, returned, T.const(1, taken))
        are(proof, assumed, "the value", out[:2], codec.halves(number) if taken else old[:2])
        are(proof, assumed, "the error", out[2:6], error)
        call = told(root, form, READ_ONE, rest=rule_of(form)) if text is any_text or taken else old[6:]
        are(proof, assumed, f"the call, {what}", out[6:], call)


MANY, FAR = 1 << 40, 1 << 50  # more texts, and bytes, than memory has
WIDE = 1 << 22  # bytes between texts, of which a few thousand are more than half a word counts
TURN, TURNS = 1024, 3  # texts that are read at once
BEHIND = 66  # texts behind one that is rejected, whose flags fill two words
PREFIX_SIZES = (1, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 55, 56, 57, 62, 63)


def far_apart(form, count, size, above):
    """(how far so many ids lie from texts of this size, above them or below, and what is assumed of that)."""
    far = T.variable("far", 64, FAR)
    least = spec.word(size) if above else T.linear(64, [(form.shape.id_size, spec.word(count))])
    return T.linear(64, [(1 if above else -1, far)]), T.ule(least, far)


def too_near(symbols):
    """Any distance that is shorter than a text."""
    return T.linear(64, [(1, T.variable("near", 64, symbols - 2))], 1)


def lead_of(size):
    """What stands before the symbols of a TypeID with a prefix of so many symbols."""
    return bytes(ord("a") + i % 26 for i in range(size)) + b"_" * (size > 0)


def columns(count, size, given=0, left=4 * MANY, wrong=0, far=FAR, prefixed=0, further=0):
    """The words of a call: how many ids and bytes, the distance, how many texts are valid and where the next is wrong (or how many
    symbols a kernel writes), where the ids are, the prefix, which of the texts behind the wrong one are wrong too."""
    lead = lead_of(prefixed).ljust(64, b"\0")
    return [count, size, (1 << 64) - 1 if given is None else given, left, wrong, far, prefixed,
            *(int.from_bytes(lead[i : i + 8], "little") for i in range(0, 64, 8)), further]


def cases(form, most):
    """(distance as it is given, which set is active, how many ids, how many bytes, how many texts that makes, what is left of the bytes
    after them)."""
    symbols = form.shape.symbols
    for given, active in ((None, KNOWN), (None, NOT_YET), (0, KNOWN), (0, FIRST), (symbols, ANOTHER), (symbols + 3, NOT_YET), (symbols + 64, KNOWN),
                          (symbols + WIDE, NOT_YET)):
        stride = given or symbols
        most = min(most, FAR // WIDE // 4 if stride > WIDE else most)
        for case in ("no text", "no id", "all ids", "all texts"):
            T.reset()
            texts, more = T.variable("texts", 64, most - 1), T.variable("more", 64, FAR // WIDE // 4 if stride > WIDE else MANY)
            rest = T.variable("rest", 64, (symbols if case == "no text" else stride) - 1)

            def bytes_of(n):
                return T.linear(64, [(stride, n), (1, rest)], symbols)

            one_more = T.add(texts, spec.word(1))
            yield given, active, *{"no text": lambda: (more, rest, spec.word(0), rest),
                           "no id": lambda: (spec.word(0), bytes_of(more), spec.word(0), None),
                           "all ids": lambda: (one_more, bytes_of(T.add(texts, more)), one_more, None),
                           "all texts": lambda: (T.linear(64, [(1, texts), (1, more)], 2), bytes_of(texts), one_more,
                                                 T.linear(64, [(1, rest)], symbols - stride))}[case]()


def prove_write(root, module, function, form, proof):
    symbols = form.shape.symbols
    for given, active, count, size, n, _ in cases(form, MANY):
        proof.seen.clear()
        above = active != NOT_YET
        far, apart = far_apart(form, count, size, above)
        assumed, _, out, old, _ = asked(proof, module, function, columns(count, size, given, far=far), 1 + RECORD, assumed=apart, active=active,
                                        above=above)
        proof.same("how many", assumed, out[0], n)
        none = T.value_of(n) == 0
        are(proof, assumed, "the call", out[1:], old[1:] if none else told(root, form, WRITE, n=n, stride=given or symbols))
    own = form is spec.TYPEID
    prefixed_rows = [(2 if own else 0, given, size) for size in (PREFIX_SIZES if own else PREFIX_SIZES[::4]) for given in (0, 1, 4)]
    rows = ((0, None, 0), (2, 0, 0), (2, symbols + 3, 0), *prefixed_rows)
    for (n, given, prefixed), active in itertools.product(rows, (KNOWN, ANOTHER)):
        T.reset()
        proof.seen.clear()
        lead = [T.const(8, c) for c in lead_of(prefixed)]
        stride = symbols + len(lead)
        given = given and stride + given - 1 if prefixed else given  # side by side, told or not, and three bytes apart
        far = max(stride, given or 0)
        given = too_near(symbols) if given is None else given
        texts = [T.unknown(f"old[{i}]", 8) for i in range(far + stride)]
        above = active == KNOWN
        ids, apart = far_apart(form, 2, len(texts), above)
        words = columns(2, len(texts), given, wrong=symbols, far=ids, prefixed=prefixed)
        assumed, _, out, old, after = asked(proof, module, function, words, 1 + RECORD, texts, apart, written=True, active=active,
                                            above=above)
        are(proof, assumed, "the answer", out, [spec.word(n), *(told(root, form, WRITE, len(lead), n=n, stride=far) if n else old[1:])])
        expected = list(texts)
        for at in range(0, n * far, far):
            expected[at : at + stride] = lead + [T.const(8, ord("!"))] * symbols
        proof.all_same(assumed, [(f"byte {i}", a, e) for i, (a, e) in enumerate(zip(after, expected, strict=True))])


def read_are(proof, assumed, all_read, out, expected):
    """How many are read, and why no more; and whether that is said to be all."""
    are(proof, assumed, "the answer", out[: len(expected)], expected)
    proof.same("whether all are read", assumed, all_read, T.eq(expected[2], spec.ACCEPTED[0]))


def prove_read(root, module, function, form, proof):
    symbols, rule = form.shape.symbols, rule_of(form)
    for given, active, count, size, n, rest in cases(form, TURN * TURNS):
        proof.seen.clear()
        above = active != NOT_YET
        far, apart = far_apart(form, count, size, above)
        assumed, all_read, out, old, _ = asked(proof, module, function, columns(count, size, given, far=far), 6 + TURNS * RECORD,
                                               assumed=apart, active=active, above=above)
        left = None if rest is None else T.ite(T.slt(rest, spec.word(0)), spec.word(0), rest)
        why = spec.ACCEPTED if left is None else [T.ite(T.eq(n, count), a, b)
                                                  for a, b in zip(spec.ACCEPTED, spec.of_length(symbols, left), strict=True)]
        read_are(proof, assumed, all_read, out, [n, old[1], *why])
        for turn, at in enumerate(range(0, TURN * TURNS, TURN)):
            own, stride = slice(6 + turn * RECORD, 6 + (turn + 1) * RECORD), given or symbols
            call = told(root, form, READ, at * stride, at * form.shape.id_size, spec.least(T.sub(n, spec.word(at)), spec.word(TURN)),
                        stride, rule)
            are(proof, assumed, f"call {turn}", out[own], [T.ite(T.ult(spec.word(at), n), c, o) for c, o in zip(call, old[own], strict=True)])
    T.reset()
    # Too near, in place, and with a prefix: no text is there.
    near = too_near(symbols)
    prefixed = [(columns(1, symbols, prefixed=size), spec.of_length(symbols + size + 1, spec.word(symbols)) if form is spec.TYPEID
                 else spec.error(spec.PREFIX, 0, 0, 0), ()) for size in PREFIX_SIZES]
    for words, why, text in ((columns(1, symbols, near), spec.of_length(symbols, near), ()),
                             (columns(1, symbols - 1, far=0), spec.of_length(symbols, spec.word(symbols - 1)), ()),
                             *prefixed, (columns(0, 0, far=0), spec.ACCEPTED, None)):
        assumed, all_read, out, old, _ = asked(proof, module, function, words, 6 + RECORD, text)
        read_are(proof, assumed, all_read, out, [spec.word(0), old[1], *why, *old[6:]])
    hyphens = getattr(form.shape, "HYPHENS", ())
    for wrong in (0, *hyphens, symbols - 1, *[symbols] * (form is not spec.TEXT_FORMATS["uuid"])):  # a UUID of right symbols is one
        prove_rejected(root, module, function, form, proof, 0, wrong)
    for at in (1, 2, 63, 64, 170, 341, 682, 1023, TURN + 65, 2 * TURN, TURNS * TURN - 2):  # each bit of an index there, and not
        prove_rejected(root, module, function, form, proof, at, 1, None if at < TURN else 0)
    for given, more in ((0, 1), (symbols + 3, 0), (symbols + 3, 1), (symbols + 64, 0)):
        prove_rejected(root, module, function, form, proof, 2, 1, given, more)
    for at in range(symbols if form is spec.TYPEID else 0):
        prove_separated(module, function, form, proof, at)


def prove_separated(module, function, form, proof, at):
    """The one TypeID has a separator in its symbols: what stands before the last is a prefix, and no kernel is asked why. Beside it, and in
    the words before, any byte may stand."""
    T.reset()
    proof.seen.clear()
    symbols = form.shape.symbols
    others = sorted(set(range(256)) - {ord("_")})
    text = [T.const(8, ord("a" if i != at else "_")) for i in range(symbols)]
    for i in {at - 1, at - 8, at - 16} & set(range(at)):
        text[i] = T.unknown(f"text[{i}]", 8)
    text[at + 1 : at + 2] = [T.choice("behind", others, 8)] * (at + 1 < symbols)
    left = symbols - at - 1
    rows = [*form.wrong_prefix(text[:at]), (T.true(), spec.of_length(symbols, spec.word(left), spec.word(symbols)))]
    assumed, all_read, out, old, _ = asked(proof, module, function, columns(1, symbols, left=0), 6 + 2 * RECORD, text)
    read_are(proof, assumed, all_read, out, [spec.word(0), old[1], *spec.first_of(rows)])
    are(proof, assumed, "no second call", out[6 + RECORD:], old[6 + RECORD:])


def prove_rejected(root, module, function, form, proof, at, wrong, given=0, more=0):
    """Text `at` is the first that the kernel rejects, and `wrong` its first wrong place; the length if there is none. Of the texts behind
    it any are wrong too, and there is room for so many more ids than texts."""
    T.reset()
    proof.seen.clear()
    shape, symbols, stride, n = form.shape, form.shape.symbols, given or form.shape.symbols, at + 1 + BEHIND
    text = shape.write(T.const(shape.bits, 0))
    if wrong < symbols:
        separator = {ord("_")} if form is spec.TYPEID else set()  # with one, what stands before it is a prefix
        right = {ord("-")} if wrong in getattr(shape, "HYPHENS", ()) else set(shape.values)
        text[wrong] = T.choice("wrong", sorted(set(range(256)) - right - separator), 8)
    else:
        for i in set(range(symbols)) - set(getattr(shape, "HYPHENS", ())):
            text[i] = T.choice(f"text[{i}]", sorted(shape.values), 8)
    rows = form.wrong_text(shape, text)
    texts = [run.FORBIDDEN] * at * stride + text + [run.FORBIDDEN] * (stride * BEHIND + more)
    active = at % 3
    far, apart = far_apart(form, n + more, len(texts), active != NOT_YET)
    words = columns(n + more, len(texts), given, at, wrong, far, further=T.unknown("further", 64))
    assumed, all_read, out, old, _ = asked(proof, module, function, words, 6 + (TURNS + 1) * RECORD, texts,
                                           T.all_of([apart, T.any_of([c for c, _ in rows])]), active=active, above=active != NOT_YET)
    read_are(proof, assumed, all_read, out, [spec.word(at), old[1], *spec.first_of(rows)])
    last = 6 + at // TURN * RECORD + RECORD
    own = told(root, form, FIRST_WRONG, at * stride)
    are(proof, assumed, "the last call", out[last:], [*own, *old[last + RECORD :]])


def prove_times(module, function, own, proof):
    """With the format's own epoch, and with any other."""
    for epoch_given, active in itertools.product((0, 1), range(4)):
        T.reset()
        proof.seen.clear()
        prove_times_since(module, function, own, epoch_given, T.variable("epoch", 64) if epoch_given else own.epoch, active, proof)


def prove_times_since(module, function, own, epoch_given, epoch, active, proof):
    room, ids = T.variable("room", 64, MANY), T.variable("ids", 64, MANY)
    words = [room, ids, epoch_given, 0, 0, T.variable("far", 64, FAR), epoch]
    assumed, _, out, old, _ = asked(proof, module, function, words, RECORD + 1, active=active)
    counted = epoch_given or active >= ANOTHER
    count = spec.least(ids, room) if counted else room
    high, low = own.places[own.kinds.index(recipe.TIME)]
    fixed = [(0, 0)] if not own.prefixed else [((1 << h + 1) - (1 << l), f[2] << l) for f, (h, l) in zip(own.fields, own.places)
                                               if f[0] == recipe.FIXED]
    both = [sum(x).to_bytes(16, "big") for x in zip(*fixed)]
    halves = [int.from_bytes(x[i : i + 8], "little") for x in both for i in (0, 8)]
    wide = own.bits == 128
    words = [TIMES128 if wide else TIMES64, count, 0, low - (own.bits - 64), (1 << high - low + 1) - 1, epoch, *halves, 0]
    are(proof, assumed, "the call", out, [*(spec.word(w) for w in words), count if counted else old[RECORD]])


def needs(set_name):
    """(word, bits) of what the compiler may use in the file of the set."""
    return [row for feature in native.features(set_name) for row in FEATURES[feature]]


def prove_choice(module, operation, proof):
    """By which of the sets a processor has all features of: its sets, the one that it gets, or that a name gets."""
    for has in range(8):
        # By name, by an empty one and by one of none, by a set's own name and the beginning of it; or whatever there is, by a name in
        # the environment or none.
        for name in range({"named": 2 * len(SETS) + 4, "fastest": len(SETS) + 4, "usable": 2}[operation]):
            T.reset()
            proof.seen.clear()
            features = [T.unknown(f"features{i}", 32) for i in range(4)]
            runs = [T.all_of([T.eq(T.and_(features[i], T.const(32, bits)), T.const(32, bits)) for i, bits in needs(s)]) for s in SETS]
            assumed = T.all_of([r if has >> i & 1 else T.not_(r) for i, r in enumerate(runs[:3])])
            if T.value_of(assumed) == 0:
                continue
            usable = [i for i in range(len(SETS)) if i == 3 or has >> i & 1]
            of = name if name < len(SETS) else name - len(SETS) - 3
            words = [of if of in usable else None if operation == "named" else usable[0]] * (2 if operation == "fastest" else 1)
            if operation == "usable":
                words = [*[*usable, *[None] * (len(SETS) - len(usable))] * 2, len(usable)]
            for active in (NOT_YET, ANOTHER)[: 1 + (operation != "fastest")]:
                left = None if active == ANOTHER else NONE if operation == "named" else SETS[3 if operation == "usable" and name else words[0]]
                for case, returned, out, old, _ in asked_by_cases(proof, module, f"@{operation}", [*features, name], len(words), assumed=assumed,
                                                                  active=active, left=left):
                    proof.same("whether there is one", case, returned, T.const(1, words[0] is not None))
                    are(proof, case, "which", out, [o if w is None else spec.word(w) for w, o in zip(words, old, strict=True)])


def prove(root, module, _, name, operation, seconds):
    proof = kernels.Proof(seconds)
    T.reset()
    if name:
        form, function = spec.TEXT_FORMATS[name], f"@{name.replace('-', '_')}_{operation}"
        if operation == "unix_ms":
            prove_times(module, function, recipe.FORMATS[name], proof)
        else:
            of = {"write_one": prove_write_one, "read_one": prove_read_one, "to_text": prove_write, "from_text": prove_read}
            of[operation](root, module, function, form, proof)
    else:
        prove_choice(module, operation, proof)
    if not proof.stops:
        proof.all_reached(module, "/".join(filter(None, (NAME, name, operation))), NOT_REACHED)
    return proof


# Code that no call of a theorem leads to, as in kernels.py.
NOT_REACHED = [
    ("formats/.*/.*", "select_kernels|features_of|__invokeEv", "`fastest` has it"),
    ("formats/fastest", "select_kernels", "the last set is every processor's",
     "icmp eq % * % getelementptr ( [ 4 x % ] [ 4 x % ] * @_ZN6sortid6detail12_GLOBAL__N_110candidatesE i64 1 i64 0 )"),
    ("formats/usable", "select_kernels", "`fastest` has it"),
    ("formats/usable", "^@usable$", "there is at least one", "icmp eq i64 % 0"),
    ("formats/.*/(to|from)_text", "7rows_of|11type_prefix5parse", "what a case gives as a prefix is one"),
    ("formats/.*/write_one", "^@.*_write_one$", "it ends the program where the value is none, of which the caller makes sure"),
    ("formats/.*/read_one", "^(?!@.*_read_one$|.*kernel_parse_function)", "the theorems of single ids have what rejects a text"),
    ("formats/.*/from_text", "9read_text|10parse_text", "the same"),
    ("formats/typeid/from_text", "11type_prefix5parse|12read_type_id|11read_suffix|10error_in32|base32_codec.*4take|16error_of_type_id", "the same"),
    ("formats/.*/from_text", "12read_through", "tests have texts that are read in place, or with a prefix"),
    ("formats/typeid/from_text", "12why_rejected", "the same"),
    ("formats/typeid/from_text", "15why_rejected_at", "the same", "icmp eq i64 % 0", "icmp ult i64 % %", "br or icmp ult i64 % %"),
    ("formats/.*/from_text", "14wrong_constant", "it is asked which constant is wrong where one is", "icmp eq i64 % 2"),
    ("formats/euid/from_text", "checked32_codec.*4take", "the theorems of single ids have a wrong check", "icmp sgt i64 % -1"),
    ("formats/typeid/unix_ms", "^@_ZNK6sortid6layout4maskE", "as in recipe.py"),
    ("formats/typeid/unix_ms", "7unix_msI", "it has a shift by no bits and by all of them in line", "icmp eq i32 % 0", "icmp ugt i32 % 127"),
    ("formats/uuid/from_text", "15why_rejected_at", "it would be asked why a UUID of right symbols is rejected",
     "icmp ult i64 % 36", "icmp eq i64 % 0", "br or icmp eq i64 % 0", "br or icmp eq i8 % 0", *["icmp eq i8 % 0"] * 2),
]


def load_set(root, _, work):
    include = [os.path.join(root, folder) for folder in ("include", "src", "src/batch")]
    return kernels.compile_to_ir(root, os.path.join(root, "proofs/formats.cpp"), include, os.path.join(work, "formats.ll"))


def text_of(work, *_):
    return os.path.join(work, "formats.ll")


entry = recipe.entry
