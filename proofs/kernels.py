"""The theorems of src/batch: every function of every kernel set, for every shape of text.

The functions are those that the struct of the set points to, in the code that clang makes of the file as it is.
"""

import collections
import functools
import itertools
import os
import re
import shutil
import subprocess

import native
import run
import solve
import spec
import terms as T
from ir import ATTRIBUTES, Module
from machine_code import holder_of, members
from native import CLANG, Given, sets

SETS = sets()
CACHE = [path for path in [shutil.which("ccache")] if path]
WIDEST = {"scalar": 1, "ssse3": 1, "neon": 1, "avx2": 2}  # texts of one turn of a loop at most
WIDEST_OF_OTHERS = 8


more_options = []  # of every compilation
FEATURES = re.compile(r'"target-features"="([^"]*)"')


@functools.lru_cache(maxsize=None)
def features_by(options):
    """What the processor of a function has by these options, as clang tells it."""
    command = [CLANG, "-x", "c", "-", "-S", "-emit-llvm", "-o", "-", *options]
    return FEATURES.search(subprocess.run(command, input="void f(void) {}", text=True, capture_output=True, check=True).stdout)[1]


class NotCompiled(Exception):
    """What a compiler says of a source."""


def compile_to_ir(root, source, include, out, target=None, apart=False, options=(), features=()):
    """The module of a source of the tree `root`. Every process of every proof asks for the same few, and so do copies of the tree:
    ccache has them, if it is installed."""
    command = [*CACHE, CLANG, "-std=c++20", "-O1", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops",
               "-fno-exceptions", "-DNDEBUG", "-emit-llvm", "-S", os.path.relpath(source, root), "-o", os.path.abspath(out)] + ["-fno-inline"] * apart
    command += [f"-I{os.path.relpath(i, root)}" for i in include] + list(options) + more_options
    of = [f"--target={target}"] if target else []
    made = subprocess.run(command + of, check=False, cwd=root, stderr=subprocess.PIPE, text=True)
    if made.returncode != 0:
        raise NotCompiled(made.stderr)
    text = open(out).read()
    # What a processor must have beyond that would not be known to who chooses the set. What is never run is there where nothing is made faster.
    if "-O0" not in more_options and set(FEATURES.findall(text)) != {features_by((*of, *(f"-m{f}" for f in features), *more_options))}:
        raise run.Stuck(f"{source}: functions for other processors")
    if "!nontemporal" in text:
        raise run.Stuck(f"{source}: stores that another thread sees too late")
    return Module(text)


def load_set(root, name, work, source=None):
    target = "aarch64-linux-gnu" if name == "neon" else None
    source = source or os.path.join(root, "src/batch", f"{name}.cpp")
    include = [os.path.join(root, "include"), os.path.join(root, "src/batch")]
    out = os.path.join(work, f"{name}.ll")
    module = compile_to_ir(root, source, include, out, target, features=native.features(name))
    if name != "scalar" and not more_options and re.search(r"^define (?!internal )", open(out).read(), re.M):
        raise run.Stuck(f"{source}: a function that a linker may take for another set's")
    return module


def functions_of(module, name, root):
    """{(shape, member) or member: function} of a set's struct."""
    shapes, of_texts, of_set = members(root)
    _, value, _ = module.global_value(f"@{holder_of(name)}")
    _, all_shapes, *others = value[1]
    while len(all_shapes[1]) == 1:
        all_shapes = all_shapes[1][0]
    found = {}
    for shape, row in zip(shapes, all_shapes[1], strict=True):
        for member, function in zip(of_texts, row[1], strict=True):
            found[shape, member] = function[1]
    for member, function in zip(of_set, others, strict=True):
        found[member] = function[1]
    return found


def test_of(function, place):
    """A test, or that at the end of a block, in words that stay when registers have other names or nothing is promised."""
    if place in function.blocks:
        tokens = function.blocks[place][-1][1]
        return test_of(function, tokens[2]) if tokens[:2] == ["br", "i1"] else tokens[0]
    words = next((words for block in function.blocks.values() for result, words in block if result == place), [])
    if not words or words[0] != "icmp" and "i1" not in words:
        return "%"
    if words[0] == "call":
        return "call " + next(word for word in words if word[0] == "@")
    return " ".join(test_of(function, word) if word[0] == "%" else word for word in words if word != "," and word not in ATTRIBUTES)


class Refuted(Exception):
    """The first counterexample, where no more is asked."""


class Proof:
    """Collects the answers of a theorem's parts."""

    stops = False  # at the first counterexample

    def __init__(self, seconds):
        self.seconds, self.answers, self.seen = seconds, [], {}
        self.trying = False  # what can be refuted without being false
        self.given, self.view = None, T.Substitution()  # what a counterexample is told in, and as what it is seen
        self.reached, self.ways, self.steps = set(), set(), 0  # blocks, ways from one to the next, the most instructions of one run
        self.tests = collections.defaultdict(set)  # what comparisons were

    def call(self, machine, function, arguments, memory, path):
        """A call whose arguments are what a counterexample is told in."""
        self.given = Given(arguments, memory)
        returned, after = machine.call(function, arguments, memory, path)
        self.given.bits = 0 if returned is None else returned.w
        return returned, after

    def claim(self, what, assumption, claim):
        key = (assumption, claim)
        if key in self.seen:
            return self.seen[key]
        answer = self._kept(what, solve.holds(assumption, claim, self.seconds))
        self.seen[key] = answer
        return answer

    def _kept(self, what, answer):
        answer.claim = what
        if answer.model is not None:
            bits, variables = answer.model
            answer.calls = self.given.under(lambda t: T.evaluate(self.view(t), bits, variables))
        self.answers.append(answer)
        if self.stops and not self.trying and answer.status == solve.REFUTED and answer.calls:
            raise Refuted(answer)
        return answer

    def same(self, what, assumption, found, expected):
        self.all_same(assumption, [(what, found, expected)])

    def all_same(self, assumption, rows):
        """All rows in one question; when it has no good answer, each by itself."""
        rows = [row for row in rows if row[1] is not row[2]]
        goals = []
        for _, found, expected in rows:
            # Two choices between the same things are equal when their conditions are.
            same_ends = found.op == "ite" and expected.op == "ite" and found.args[1:] == expected.args[1:]
            goals.append(T.eq(found.args[0], expected.args[0]) if same_ends else T.eq(found, expected))
        if not rows:
            return
        together = T.all_of(goals)
        answer = solve.holds(assumption, together, self.seconds)
        if answer.status == solve.PROVED or len(rows) == 1 and goals[0] is T.eq(rows[0][1], rows[0][2]):
            self._kept(rows[0][0], answer)
            return
        for what, found, expected in rows:
            self.claim(what, assumption, T.eq(found, expected))

    def first_then_all(self, assumption, rows):
        """The first row, a condition, by itself; once proved, it is the specification's in the others."""
        (what, found, expected), *others = rows
        before = len(self.answers)
        self.same(what, assumption, found, expected)
        states = {a.status for a in self.answers[before:]}
        if solve.REFUTED in states:
            return
        if solve.OPEN not in states:
            proved = T.Substitution(terms={found: expected, T.not_(found): T.not_(expected)})
            others = [(what, proved(f), e) for what, f, e in others]
        self.all_same(assumption, others)

    def no_failures(self, machine, assumption):
        self.reached |= machine.reached
        self.ways |= machine.ways
        for test, found in machine.tests.items():
            self.tests[test] |= found
        self.steps = max(self.steps, machine.limit - machine.steps)
        for condition, what in machine.failures:
            self.claim(what, assumption, T.not_(condition))

    def all_reached(self, module, theorem, not_reached):
        """Every block of the functions that were run has been reached, where several ways lead on, each was gone, and where tests are
        joined, each was true and false; or the list says why not: what is proved for some numbers of texts, or options, says nothing
        of code for others. A row of the list with tests (test_of) excuses one way each that none goes from there, and no fewer; one without
        them the whole function.
        Compilers of machine code make ways that nobody goes."""
        if module.unrolled:
            return
        for name in sorted({name for name, _ in self.reached}):
            rows = [row for row in not_reached if re.fullmatch(row[0], theorem) and re.search(row[1], name)]
            if any(len(row) == 3 for row in rows):
                continue
            function = module.functions[name].parse()
            missing = []  # and the test that leads there
            for block in function.blocks:
                if block != function.entry and (name, block) not in self.reached:
                    before = [at for at, others in function.successors.items() if block in others]
                    missing.append((f"reaches {block}", " or ".join(sorted({test_of(function, at) for at in before}))))
                gone = {way for of, at, way in self.ways if (of, at) == (name, block)}
                if gone and block not in function.copies:
                    missing += [(f"goes from {block} to {to}", test_of(function, block)) for way, to in enumerate(function.successors[block])
                                if way not in gone and (name, to) in self.reached]
            # Tests that a compiler has joined.
            joined = {word for block in function.blocks.values() for _, words in block
                      if words[0] in ("and", "or", "xor") and words[1] == "i1" or words[0] == "select" and words.count("i1") > 1 for word in words}
            missing += [(f"makes {test} another than {self.tests[name, test]}", test_of(function, test)) for of, test in sorted(self.tests)
                        if of == name and test in joined and self.tests[name, test] in ({0}, {1})]
            excused = collections.Counter(test for row in rows for test in row[3:])
            for what, test in missing:
                if excused[test] == 0:
                    self.answers.append(solve.Answer(solve.OPEN, f"raise WIDEST or tell NOT_REACHED of {test}", claim=f"nothing {what} of {name}"))
                excused[test] -= excused[test] > 0
            for test in excused.elements():
                self.answers.append(solve.Answer(solve.OPEN, "it is told in NOT_REACHED", claim=f"all goes on from {test} of {name}"))

    def by_bits(self, bits, assumption, rows):
        """All rows, once for each value of those of the bits on which they depend."""
        used, _ = T.bits_in([t for _, f, e in rows if f is not e for t in (f, e)])
        bits = [b for b in bits if b.support[0] in used]
        for values in range(1 << len(bits)):
            known = T.Substitution({b.support[0]: T.const(1, values >> i & 1) for i, b in enumerate(bits)})
            # What is promised of the other bits has nothing to do with these rows.
            promises = [c for c in T.conjuncts(assumption)
                        if any(b.support[0] in T.bits_in([c])[0] for b in bits) or not bits]
            self.view = known
            self.all_same(known(T.all_of(promises)), [(what, known(f), known(e)) for what, f, e in rows])
        self.view = T.Substitution()

    def by_cases(self, valid, rows, assumption, digits=()):
        """found = expected for all rows, by whether the text has wrong characters, then by the rest of `valid`.

        `digits`: the values of the characters where what counts is a sum of their multiples.
        """
        tables, _ = solve.characters_of(valid)
        characters = T.all_of(tables)
        roots = [t for _, f, e in rows for t in (f, e)]
        wrong = solve.given_not(characters, roots)
        self.view = T.Substitution()  # where the condition is false, as it is assumed, nothing is seen otherwise
        self.first_then_all(
            T.all_of([assumption, T.not_(characters)]),
            [(what + ", a wrong character", wrong(found), wrong(expected)) for what, found, expected in rows])
        self.view = right = solve.given(characters)
        for digit in digits:
            T.tell_in(right(digit))
        self.first_then_all(right(assumption),
                            [(what, right(found), right(expected)) for what, found, expected in rows])
        self.view = T.Substitution()

    def when_accepted(self, valid, returned, rows):
        """All rows of a text that is accepted, where `returned` says so, which has a claim of its own."""
        tables, _ = solve.characters_of(valid)
        right = solve.given(T.all_of(tables))
        known = {}
        for c in {right(returned), *T.conjuncts(right(returned))}:
            known |= {c: T.true(), T.not_(c): T.false()}
        accepted = T.Substitution(terms=known)
        self.view = right
        self.all_same(right(valid), [(what, accepted(right(found)), accepted(right(expected)))
                                     for what, found, expected in rows])
        self.view = T.Substitution()

    def by_itself(self, others, valid, rows, digits):
        """`by_cases` of a text, first with every condition on the bits of one of the `others` left open."""
        before, self.trying = len(self.answers), True
        left_open = solve.left_open(others, [t for _, f, e in rows for t in (f, e)])
        self.by_cases(valid, [(what, left_open(f), left_open(e)) for what, f, e in rows], T.true(), digits)
        self.trying = False
        if any(a.status != solve.PROVED for a in self.answers[before:]):
            del self.answers[before:]
            self.by_cases(valid, rows, T.true(), digits)

    @property
    def status(self):
        states = [a.status for a in self.answers]
        return solve.REFUTED if solve.REFUTED in states else solve.OPEN if solve.OPEN in states else solve.PROVED


def rule_of(shape, machine, memory):
    """value_rule as the contract allows it, and the same for the specification."""
    form = spec.SHAPES[shape]
    if hasattr(form, "limits") and shape != "checked27":
        limit = T.choice("limit", list(form.limits()), 8)
    else:
        limit = T.unknown("limit", 8)
    mask = [T.unknown(f"mask{i}", 8) for i in range(16)]
    bits = [T.unknown(f"bits{i}", 8) for i in range(16)]
    pointer = machine.new_object(memory, "rule", [limit] + mask + bits, True)
    return pointer, {"limit": limit, "mask": mask, "bits": bits}


def const(value):
    return T.const(64, value)


def texts_for(form, n, stride, gaps_known, fixed, some_wrong=True):
    """n texts of unknown characters behind `fixed` known ones, of which every third is wrong, or none; between two of them unknown bytes,
    or cells that must not be touched."""
    cells, texts = [], []
    zero = form.write(T.const(form.bits, 0))
    wrong = [T.const(8, ord("!")), *zero[1:]]
    for i in range(n):
        if i < fixed:
            text = wrong if some_wrong and i % 3 == 2 else zero
        else:
            text = [T.unknown(f"text{i}[{j}]", 8) for j in range(form.symbols)]
        texts.append(text)
        cells += text
        if i + 1 < n:
            cells += [T.unknown(f"gap{i}[{j}]", 8) if gaps_known else run.FORBIDDEN
                      for j in range(stride - form.symbols)]
    return cells, texts


def numbers_of(form, n, part):
    """n unknown numbers. For base 58: as sums of a digit and two limbs, which is every number below 2^64 in one of
    three parts: the first digit is not the greatest; nor is the upper limb; both are."""
    if not isinstance(form, spec.Base58):
        return [(form.number([T.unknown(f"id{i}[{j}]", 8) for j in range(form.id_size)]), None) for i in range(n)]
    limb, most = 58**5, (1 << 64) - 1
    top_most, rest = divmod(most, limb * limb)
    middle_most, low_most = divmod(rest, limb)
    found = []
    for i in range(n):
        tops = T.choice(f"top{i}", list(range(top_most)), 6) if part == 0 else T.const(6, top_most)
        if part == 0:
            T.tell_in(tops)
        middles = T.const(30, middle_most) if part == 2 else T.variable(
            f"middle{i}", 30, limb - 1 if part == 0 else middle_most - 1)
        lows = T.variable(f"low{i}", 30, low_most if part == 2 else limb - 1)
        number = T.linear(64, [(limb * limb, tops), (limb, middles), (1, lows)])
        found.append((number, [range(0, 1), range(1, 6), range(6, 11)]))
    return found


def somewhere(machine, memory, nowhere, *of):
    """An object, or nothing at the address of nothing."""
    return run.NULL if nowhere else machine.new_object(memory, *of)


def prove_write(module, function, shape, n, stride, proof, one=False, part=0, gaps_known=True, nowhere=False):
    form = spec.SHAPES[shape]
    machine, memory = module.runner(), run.Memory()
    numbers = numbers_of(form, n, part)
    cells = [c for number, _ in numbers for c in form.id_of(number)]
    text_cells = [T.unknown(f"old[{j}]", 8) if gaps_known or j % stride < form.symbols else run.FORBIDDEN
                  for j in range((n - 1) * stride + form.symbols)]
    ids = somewhere(machine, memory, nowhere, "ids", cells, True)
    texts = somewhere(machine, memory, nowhere, "texts", text_cells)
    arguments = [ids, texts] if one else [ids, const(n), texts, const(stride)]
    _, after = proof.call(machine, function, arguments, memory, T.true())
    proof.no_failures(machine, machine.assumption)
    texts_are(proof, machine, form, numbers, stride, text_cells, after.cells.get(texts.thing, []))


def texts_are(proof, machine, form, numbers, stride, old, found):
    """The texts of these numbers, and what was there before at every other byte."""
    expected, groups = list(old), []
    for i, (number, own) in enumerate(numbers):
        expected[i * stride : i * stride + form.symbols] = form.write(number)
        groups += [[i * stride + at for at in group] for group in own or [range(form.symbols)]]
    grouped = {at for group in groups for at in group}
    groups.append([at for at in range(len(expected)) if at not in grouped])
    for group in groups:
        rows = [(f"byte {at} of the texts", found[at], expected[at]) for at in group if found[at] is not run.FORBIDDEN]
        proof.by_bits(machine.cases, machine.assumption, rows)


def prove_read(module, function, shape, n, stride, proof, one=False, gaps_known=True, in_place=False, fixed=0, some_wrong=True, nowhere=False):
    form = spec.SHAPES[shape]
    machine, memory = module.runner(), run.Memory()
    text_cells, texts = texts_for(form, n, stride, gaps_known, fixed, some_wrong)
    rule, asked = rule_of(shape, machine, memory)
    text_at = somewhere(machine, memory, nowhere, "texts", text_cells, not in_place)
    old = list(text_cells) if in_place else [T.unknown(f"old[{j}]", 8) for j in range(n * form.id_size)]
    ids = text_at if in_place else somewhere(machine, memory, nowhere, "ids", old)
    words = (n + 63) // 64
    flags = machine.new_object(memory, "rejected", [None] * 8 * words, align=8)
    arguments = [text_at, ids, rule] if one else [text_at, const(stride), const(n), ids, rule, flags]
    result, after = proof.call(machine, function, arguments, memory, T.true())
    proof.no_failures(machine, T.true())
    found = after.cells.get(ids.thing, [])
    valid = [form.valid(t, asked) for t in texts]
    if one:
        bits = [T.not_(result)]
    else:
        cells = after.cells[flags.thing]
        bits = [T.part(cells[i // 8], i % 8, i % 8) for i in range(64 * words)]
        for i, bit in enumerate(bits[n:]):
            proof.same(f"bit {n + i} of rejected", T.true(), bit, T.false())
        proof.same("what is returned", T.true(), result, T.any_of(bits[:n]))
    texts_are_read(proof, form, texts, valid, bits, old, found, fixed)


def texts_are_read(proof, form, texts, valid, flags, old, found, fixed=0):
    """The flags of these texts, the ids of those that are valid, and what was there before at every other byte."""
    expected = list(old)
    for i, text in enumerate(texts):
        for j, b in enumerate(form.id_of(form.read(text))):
            at = i * form.id_size + j
            expected[at] = T.ite(valid[i], b, expected[at])
    touched = len(texts) * form.id_size
    bits_of = [T.bits_in(text)[0] for text in texts]
    for i, text in enumerate(texts):
        rows = [(f"text {i} is flagged", flags[i], T.not_(valid[i]))]
        for at in range(i * form.id_size, (i + 1) * form.id_size):
            rows.append((f"byte {at} of the ids", found[at], expected[at]))
        if i < fixed:
            proof.all_same(T.true(), rows)
            continue
        digits = [form.value_of(c, 6) for c in text] if isinstance(form, spec.Base58) else ()
        proof.by_itself(bits_of[:i] + bits_of[i + 1 :], valid[i], rows, digits)
    for at in range(touched, len(found)):
        if found[at] is not run.FORBIDDEN:
            proof.same(f"byte {at} behind the ids", T.true(), found[at], expected[at])


def prove_first_wrong(module, function, shape, proof):
    form = spec.SHAPES[shape]
    machine, memory = module.runner(), run.Memory()
    text = [T.unknown(f"text[{j}]", 8) for j in range(form.symbols)]
    found, _ = proof.call(machine, function, [machine.new_object(memory, "text", text, True)], memory, T.true())
    proof.no_failures(machine, T.true())
    expected = const(form.symbols)
    for place, allowed in reversed(list(enumerate(form.allowed(text)))):
        expected = T.ite(allowed, expected, const(place))
    proof.same("the place", T.true(), found, expected)


def prove_times(module, function, size, n, proof, nowhere=False):
    machine, memory = module.runner(), run.Memory()
    cells = [T.unknown(f"id[{j}]", 8) for j in range(n * size)]
    ids = somewhere(machine, memory, nowhere, "ids", cells, True)
    shift, mask, epoch = T.choice("shift", list(range(64)), 32), T.unknown("mask", 64), T.unknown("epoch", 64)
    rule_cells = [T.part(shift, i + 7, i) for i in range(0, 32, 8)] + [None] * 4
    for word in (mask, epoch):
        rule_cells += [T.part(word, i + 7, i) for i in range(0, 64, 8)]
    fixed_mask, fixed_bits = ([T.unknown(f"{name}[{j}]", 8) for j in range(16)] for name in ("fixed mask", "fixed bits"))
    rule_cells += fixed_mask + fixed_bits
    # A rule has no bits outside of its mask.
    promised = T.all_of([T.eq(T.and_(b, T.not_(m)), T.const(8, 0)) for m, b in zip(fixed_mask, fixed_bits, strict=True)])
    rule = machine.new_object(memory, "rule", rule_cells, True, align=8)
    out = somewhere(machine, memory, nowhere, "times", [T.unknown(f"old[{j}]", 8) for j in range(8 * n)], False, 8)
    _, after = proof.call(machine, function, [ids, const(n), rule, out], memory, T.true())
    proof.no_failures(machine, T.true())
    for i in range(n):
        own = cells[i * size : i * size + 8]
        upper = T.cat(own if size == 16 else own[::-1])
        expected = spec.unix_ms(upper, T.zext(shift, 64), mask, epoch)
        if size == 16:
            rows = zip(cells[i * size : (i + 1) * size], fixed_mask, fixed_bits, strict=True)
            timed = T.all_of([T.eq(T.and_(c, m), b) for c, m, b in rows])
            expected = T.ite(timed, expected, T.const(64, 1 << 63))
        found = T.cat(after.cells[out.thing][8 * i : 8 * i + 8][::-1])
        proof.same(f"time {i}", promised, found, expected)


def prove_swap(module, function, n, proof, in_place, nowhere=False):
    machine, memory = module.runner(), run.Memory()
    cells = [T.unknown(f"word[{j}]", 8) for j in range(8 * n)]
    source = somewhere(machine, memory, nowhere, "from", cells, not in_place)
    to = source if in_place else somewhere(machine, memory, nowhere, "to", [T.unknown(f"old[{j}]", 8) for j in range(8 * n)])
    _, after = proof.call(machine, function, [source, const(n), to], memory, T.true())
    proof.no_failures(machine, T.true())
    for i in range(n):
        for j in range(8):
            proof.same(f"byte {8 * i + j}", T.true(), after.cells[to.thing][8 * i + j], cells[8 * i + 7 - j])


def counts_for(set_name, unrolled):
    """How many texts at once, for every stride: the registers full once, and two left over. And for one stride; where a compiler may
    have unrolled loops, also as many as go all their ways, the last ones unknown."""
    full = WIDEST.get(set_name, WIDEST_OF_OTHERS)
    more = (*range(2, full), *range(full + 3, 2 * full + 2), 4 * full + 3) if unrolled else ()
    return full + 2, (0, 1, full + 1, *more)


FLAGS, WORDS = 64, 15  # texts of one word of flags
OF_NUMBERS, UNROLLED = (0, 1, 3), (2, 4, 7, 18)  # how many numbers at once
ANY = "_any"  # behind a member: its loop, for any number (proofs/loops.py)


def has_any(set_name, member):
    """Whether there is such a theorem. The loop of AVX-512's `read` sets flags in memory, and no other state than numbers is tried."""
    return member in ("write", "swap64") or member == "read" and set_name != "avx512"

# Code that no text leads to: (theorem, function, why), the first two as patterns. Other such code leaves the theorem open.
NOT_REACHED = [
    ("avx512/(checked27|hex36|base58_11)/read", "read_wide.*clEmm$",
     "their groups of four begin at a multiple of four, so none has flags in two words", "icmp ugt i64 % 60", "icmp eq i64 % 0"),
    ("scalar/.*/read", "4readEPKc", "where 64 texts begin, there is one: their loop has a first turn",
     "icmp ult i64 % select i1 icmp ult i64 % % i64 % i64 %"),
    ("(ssse3|neon)/(upper13|lower13|base58_11)/read", "4readEPKc", "the same", "icmp eq i64 select i1 icmp ult i64 % 64 i64 % i64 64 0"),
    ("avx2/(upper13|lower13|base58_11)/read", "4readEPKc", "the same, of two", "icmp ult i64 select i1 icmp ult i64 % 64 i64 % i64 64 2"),
    ("avx2/(checked27|base58_11)/write|avx512/(upper13|lower13|base58_11)/write", "write_wide|lane_loops.*5write",
     "`write_any` has further turns of the loop", "icmp ugt i64 % %"),
]


def text_of(work, set_name, _):
    return os.path.join(work, f"{set_name}.ll")


def entry(root, module, set_name, shape, member):
    """The function that a theorem is about."""
    member = member.removesuffix(ANY)
    return module.only or functions_of(module, set_name, root)[(shape, member) if shape else member]


def prove(root, module, set_name, shape, member, seconds):
    """A Proof of one member, for every place in which its texts may lie."""
    proof = Proof(seconds)
    function = entry(root, module, set_name, shape, member)
    n, others = counts_for(set_name, module.unrolled)
    numbers = OF_NUMBERS + UNROLLED * module.unrolled
    if member.endswith(ANY):
        import loops  # which needs this file

        loops.prove(module, function, shape, member.removesuffix(ANY), proof, {n, *others} if shape else set(OF_NUMBERS))
        return proof

    def stage(*what):
        T.reset()
        proof.seen.clear()

    if shape:
        symbols = spec.SHAPES[shape].symbols
        parts = range(3) if shape == "base58_11" else range(1)
        if member == "write_one":
            for part in parts:
                stage()
                prove_write(module, function, shape, 1, symbols, proof, one=True, part=part)
        elif member == "read_one":
            stage()
            prove_read(module, function, shape, 1, symbols, proof, one=True)
        elif member == "first_wrong":
            stage()
            prove_first_wrong(module, function, shape, proof)
        elif member == "write":
            places = [(n, symbols, True), (n, symbols + 3, False), (n, symbols + 64, False), *((count, symbols, True) for count in others)]
            places += [(1, symbols + 3, True), (1, symbols + 64, True)] * (not module.unrolled)
            for (count, stride, known), part in itertools.product(places, parts):
                stage()
                prove_write(module, function, shape, count, stride, proof, part=part, gaps_known=known)
            if not module.unrolled:
                stage()
                prove_write(module, function, shape, 0, symbols, proof, nowhere=True)
        elif member == "read":
            places = [(symbols, True, False), (symbols + 3, True, False), (symbols + 64, False, False), (symbols, True, True)]
            # Of machine code these, and those apart below, would take hours.
            for stride, known, in_place in (*places, *[(symbols + 3, True, True), (symbols + 64, True, True)] * (not module.unrolled)):
                stage()
                prove_read(module, function, shape, n, stride, proof, gaps_known=known, in_place=in_place)
            for stride in (symbols + 3, symbols + 64) * (not module.unrolled):
                stage()
                prove_read(module, function, shape, 1, stride, proof)
            for stride in (symbols, symbols + 3) * (not module.unrolled):  # where ids are written over the next text
                stage()
                prove_read(module, function, shape, 2, stride, proof, in_place=True)
            for count in others:
                stage()
                prove_read(module, function, shape, count, symbols, proof, fixed=max(0, count - n))
            if not module.unrolled:
                stage()
                prove_read(module, function, shape, 0, symbols, proof, nowhere=True)
            if module.unrolled:  # flags are set to zero eight words at once, and the rest
                stage()
                prove_read(module, function, shape, FLAGS * WORDS, symbols, proof, fixed=FLAGS * WORDS - 1)
            # Flags in two words, and the texts at the end of the first and the beginning of the second. Where no theorem has any number
            # of texts, also behind none that is rejected, flags that fill a word, and whole registers behind it.
            whole = [(FLAGS + 2, FLAGS - n, False), (FLAGS, FLAGS - n, True), (FLAGS + WIDEST_OF_OTHERS, FLAGS, True)]
            for count, fixed, some_wrong in ((FLAGS + 2, FLAGS - n, True), *whole * (not has_any(set_name, member))):
                stage()
                prove_read(module, function, shape, count, symbols, proof, fixed=fixed, some_wrong=some_wrong)
            for stride in (symbols + 3, symbols + 64) * (not module.unrolled):
                stage()
                prove_read(module, function, shape, FLAGS + 2, stride, proof, fixed=FLAGS, gaps_known=stride == symbols + 3)
        else:
            raise run.Stuck(f"no theorem for {member}")
    elif member in ("times128", "times64"):
        for count, nowhere in (*itertools.product(numbers, (False,)), *[(0, True)] * (not module.unrolled)):
            stage()
            prove_times(module, function, 16 if member == "times128" else 8, count, proof, nowhere)
    elif member == "swap64":
        for count, in_place, nowhere in (*itertools.product(numbers, (False, True), (False,)), *[(0, False, True)] * (not module.unrolled)):
            stage()
            prove_swap(module, function, count, proof, in_place, nowhere)
    else:
        raise run.Stuck(f"no theorem for {member}")
    if not proof.stops:
        proof.all_reached(module, "/".join(x for x in (set_name, shape, member) if x), NOT_REACHED)
    return proof
