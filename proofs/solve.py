"""Whether a claim holds for all values: by its form, by cases, by a loop over all of them, by the solver."""

import hashlib
import math
import os
import subprocess
import tempfile

import bitwuzla as B

import terms as T

PROVED, REFUTED, OPEN = "proved", "refuted", "open"


class Solver:
    """Terms for bitwuzla."""

    def __init__(self, seconds):
        self.manager = B.TermManager()
        options = B.Options()
        options.set(B.Option.PRODUCE_MODELS, True)
        options.set(B.Option.TIME_LIMIT_PER, int(seconds * 1000))
        self.solver = B.Bitwuzla(self.manager, options)
        self.memo, self.bits, self.sorts = {}, {}, {}

    def sort(self, w):
        if w not in self.sorts:
            self.sorts[w] = self.manager.mk_bv_sort(w)
        return self.sorts[w]

    def number(self, w, value):
        return self.manager.mk_bv_value(self.sort(w), value)

    def bit(self, b):
        if b not in self.bits:
            self.bits[b] = self.manager.mk_const(self.sort(1), f"b{b}")
        return self.bits[b]

    def _wires(self, t):
        """Bits of a table that are unknown bits or constants themselves, or None."""
        out = []
        values = t.aux[1]
        for i in range(t.w):
            column = [v >> i & 1 for v in values]
            if not any(column):
                out.append(0)
                continue
            if all(column):
                out.append(1)
                continue
            for place, b in enumerate(t.aux[0]):
                if all(c == (j >> place & 1) for j, c in enumerate(column)):
                    out.append(("bit", b))
                    break
            else:
                return None
        return out

    def _tree(self, w, bits, values):
        """A table as a choice on each of its bits, equal halves once."""
        key = ("tree", w, bits, values)
        if key in self.memo:
            return self.memo[key]
        if not bits:
            made = self.number(w, values[0])
        else:
            half = len(values) // 2
            low, high = values[:half], values[half:]
            l = self._tree(w, bits[:-1], low)
            if low == high:
                made = l
            else:
                h = self._tree(w, bits[:-1], high)
                made = self.ite(self.bit(bits[-1]), h, l)
        self.memo[key] = made
        return made

    def ite(self, bit, yes, no):
        is_set = self.manager.mk_term(B.Kind.EQUAL, [bit, self.number(1, 1)])
        return self.manager.mk_term(B.Kind.ITE, [is_set, yes, no])

    def _bit_of(self, condition):
        return self.manager.mk_term(B.Kind.ITE, [condition, self.number(1, 1), self.number(1, 0)])

    def term(self, root):
        stack = [root]
        while stack:
            t = stack[-1]
            if t in self.memo:
                stack.pop()
                continue
            missing = [a for a in t.args if a not in self.memo]
            if missing:
                stack.extend(missing)
                continue
            self.memo[t] = self._made(t, [self.memo[a] for a in t.args])
            stack.pop()
        return self.memo[root]

    def _made(self, t, args):
        mk, K = self.manager.mk_term, B.Kind
        op = t.op
        if op == "table":
            if not t.aux[0]:
                return self.number(t.w, t.aux[1][0])
            wires = self._wires(t)
            if wires is None:
                return self._tree(t.w, t.aux[0], t.aux[1])
            made = [self.number(1, x) if x in (0, 1) else self.bit(x[1]) for x in reversed(wires)]
            return made[0] if len(made) == 1 else mk(K.BV_CONCAT, made)
        if op == "var":
            made = self.manager.mk_const(self.sort(t.w), t.aux)
            if t.most < (1 << t.w) - 1:
                self.solver.assert_formula(mk(K.BV_ULE, [made, self.number(t.w, t.most)]))
            return made
        if op == "cat":
            return mk(K.BV_CONCAT, args)
        if op == "part":
            return mk(K.BV_EXTRACT, args, list(t.aux))
        if op == "repeat":
            return mk(K.BV_REPEAT, args, [t.w])
        if op == "not":
            return mk(K.BV_NOT, args)
        if op in ("and", "or", "xor"):
            total = args[0]
            for a in args[1:]:
                total = mk({"and": K.BV_AND, "or": K.BV_OR, "xor": K.BV_XOR}[op], [total, a])
            return total
        if op == "ite":
            return self.ite(*args)
        if op == "eq":
            return self._bit_of(mk(K.EQUAL, args))
        if op == "ult":
            return self._bit_of(mk(K.BV_ULT, args))
        if op == "lin":
            total = self.number(t.w, t.aux[1])
            for factor, atom, made in zip(t.aux[0], t.args, args):
                if atom.w < t.w:
                    made = mk(K.BV_ZERO_EXTEND, [made], [t.w - atom.w])
                elif atom.w > t.w:
                    made = mk(K.BV_EXTRACT, [made], [t.w - 1, 0])
                if factor != 1:
                    made = mk(K.BV_MUL, [made, self.number(t.w, factor)])
                total = mk(K.BV_ADD, [total, made])
            return total
        if op == "lookup":
            index = t.args[0]
            values = t.aux + (0,) * ((1 << index.w) - len(t.aux))
            level = [self.number(t.w, v) for v in values]
            for i in range(index.w):
                bit = mk(K.BV_EXTRACT, args, [i, i])
                level = [l if l is h else self.ite(bit, h, l) for l, h in zip(level[::2], level[1::2])]
            return level[0]
        kinds = {"mul": K.BV_MUL, "udiv": K.BV_UDIV, "urem": K.BV_UREM, "shl": K.BV_SHL, "lshr": K.BV_SHR,
                 "ashr": K.BV_ASHR}
        return mk(kinds[op], args)

    def check(self, condition):
        """Whether the condition can be true: (answer, values of bits and variables)."""
        self.solver.assert_formula(self.manager.mk_term(B.Kind.EQUAL, [self.term(condition), self.number(1, 1)]))
        answer = self.solver.check_sat()
        if answer == B.Result.UNSAT:
            return False, None
        if answer == B.Result.SAT:
            bits = {b: int(self.solver.get_value(m).value(2), 2) for b, m in self.bits.items()}
            variables = {t: int(self.solver.get_value(m).value(2), 2) for t, m in self.memo.items()
                         if isinstance(t, T.Term) and t.op == "var"}
            return True, (bits, variables)
        return None, None


class Answer:
    def __init__(self, status, how="", model=None, claim=""):
        self.status, self.how, self.model, self.claim = status, how, model, claim
        self.calls = []


def apart(assumption, claim):
    """(conjuncts that have unknowns in common with the claim, directly or through others, those that have none)."""
    rest = [(c, set().union(*T.bits_in([c]))) for c in T.conjuncts(assumption)]
    near, found = set().union(*T.bits_in([claim])), []
    while True:
        joined = [r for r in rest if r[1] & near]
        if not joined:
            return T.all_of(found), T.all_of([c for c, _ in rest])
        found += [c for c, _ in joined]
        rest = [r for r in rest if not r[1] & near]
        near.update(*(of for _, of in joined))


def holds(assumption, claim, seconds):
    """Whether the claim follows."""
    assumption, beside = apart(assumption, claim)
    if T.value_of(beside) == 0:
        return Answer(PROVED, "form")
    answer = _holds(assumption, claim, seconds)
    if answer.status == REFUTED and T.value_of(beside) is None:
        can, others = Solver(seconds).check(beside)  # what has nothing to do with the claim has its values too
        if can is None:
            return Answer(OPEN, "no answer of the solver")
        if not can:
            return Answer(PROVED, "solver")
        answer.model = tuple({**own, **more} for own, more in zip(answer.model, others))
    return answer


_never = set()  # shapes of conditions that no values make true


def shape_of(root):
    """A term but for the names of its unknowns. Of one shape, two conditions can be true both, or none."""
    places, names, shape, stack = {}, {}, hashlib.sha256(), [root]
    while stack:
        t = stack[-1]
        missing = [a for a in t.args if a not in places]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        if t in places:
            continue
        known = t.aux
        if t.op == "table":
            known = [names.setdefault(b, len(names)) for b in t.aux[0]], t.aux[1]
        elif t.op == "var":
            known = names.setdefault(t, len(names)), t.most
        shape.update(repr((t.op, t.w, known, [places[a] for a in t.args])).encode())
        places[t] = len(places)
    return shape.digest()


def check(condition, seconds):
    """As Solver.check; what is asked of one text after the other is asked once."""
    shape = shape_of(condition)
    if shape in _never:
        return False, None
    can, model = Solver(seconds).check(condition)
    if can is False:
        _never.add(shape)
    return can, model


def _holds(assumption, claim, seconds):
    goal = T.all_of([assumption, T.not_(claim)])
    if T.value_of(goal) == 0:
        return Answer(PROVED, "form")
    shorter = with_sums_cut(goal)
    if T.value_of(shorter) == 0:
        return Answer(PROVED, "form")
    if exhaustible(goal):
        model = exhausted(goal)
        return Answer(PROVED, "all values") if model is None else Answer(REFUTED, "all values", model)
    if exhaustible(T.not_(claim)) and exhausted(T.not_(claim)) is None:
        return Answer(PROVED, "all values")
    if shorter is not goal:
        if exhaustible(shorter) and exhausted(shorter) is None:
            return Answer(PROVED, "all values")
        can, _ = check(shorter, seconds)
        if can is False:
            return Answer(PROVED, "solver")
    can, model = check(goal, seconds)
    if can is None:
        return Answer(OPEN, "no answer of the solver")
    return Answer(REFUTED, "solver", model) if can else Answer(PROVED, "solver")


# --- all values -------------------------------------------------------------------------------------------------

EXHAUSTED_BITS = 32
_exhausted = {}


def exhaustible(goal):
    """Whether it depends on one number alone, of few enough values, and C has it."""
    bits, variables = T.bits_in([goal])
    return not bits and len(variables) == 1 and next(iter(variables)).most < 1 << EXHAUSTED_BITS and all(map(is_in_c, everything_in(goal)))


def is_in_c(t):
    by_any = t.op in ("udiv", "urem") and not T.value_of(t.args[1])  # which C has not for zero
    return t.op not in ("shl", "lshr", "ashr") and not by_any and t.most >> 128 == 0


KINDS = ("uint32_t", "uint64_t", "unsigned __int128")


def kind_of(t):
    """The type of C that holds every value of the term."""
    return KINDS[0] if t.most < 1 << 32 else KINDS[1] if t.most < 1 << 64 else KINDS[2]


def literal(value):
    return f"((unsigned __int128){value >> 64}ull << 64 | {value & 2**64 - 1}ull)" if value >> 64 else f"{value}ull"


def statements(roots, var, number_of=None):
    """(tables, statements, names of terms) in C: `var` has an expression for a variable, `number_of` for unknown bits."""
    order, names, lines, tables = [], {}, [], []
    stack = [(t, False) for t in roots]
    while stack:
        t, done = stack.pop()
        if t in names:
            continue
        if done:
            names[t] = f"v{len(names)}"
            order.append(t)
        else:
            stack.append((t, True))
            stack.extend((a, False) for a in t.args)

    def table(values):
        kind = KINDS[1 if max(values) < 1 << 64 else 2]
        tables.append(f"static const {kind} t{len(tables)}[] = {{{','.join(map(literal, values))}}};")
        return f"t{len(tables) - 1}"

    for t in order:
        if not is_in_c(t):
            raise NotImplementedError(f"{t.op} of {t.w} bits in C")
        kind = kind_of(t)
        a = [f"({kind}){names[x]}" for x in t.args]
        op = t.op
        if op == "table" and t.aux[0]:
            index, values = number_of(t.aux[0]), t.aux[1]
            right = index if values == tuple(range(len(values))) else f"{table(values)}[{index}]"
        elif op == "table":
            right = literal(t.aux[1][0])
        elif op == "var":
            right = var(t)
        elif op == "cat":
            right, at = "0", t.w
            for x, n in zip(t.args, a):
                at -= x.w
                if x.most:  # a zero may stand beyond the type that holds the whole
                    right += f" | {n} << {at}"
        elif op == "part":
            right = f"{names[t.args[0]]} >> {t.aux[1]}"
        elif op == "lin":
            right = f"({kind}){literal(t.aux[1])}" + "".join(f" + {n} * {literal(f)}" for f, n in zip(t.aux[0], a))
        elif op == "repeat":
            right = f"-{a[0]}"
        elif op == "not":
            right = f"~{a[0]}"
        elif op == "ite":
            right = f"{a[0]} ? {a[1]} : {a[2]}"
        elif op in ("and", "or", "xor"):
            right = {"and": " & ", "or": " | ", "xor": " ^ "}[op].join(a)
        elif op == "lookup":
            index = t.args[0]
            right = f"{table((t.aux + (0,) * (1 << index.w))[: 1 << index.w])}[{names[index]}]"
        elif op in ("eq", "ult", "mul", "udiv", "urem"):
            wide = max(map(kind_of, t.args), key=KINDS.index) if op != "mul" else kind
            sign = {"eq": "==", "ult": "<", "mul": "*", "udiv": "/", "urem": "%"}[op]
            right = f"({wide}){names[t.args[0]]} {sign} ({wide}){names[t.args[1]]}"
        else:
            raise NotImplementedError(op)
        narrow = t.w < 32 if kind == KINDS[0] else t.w < 64 if kind == KINDS[1] else t.w < 128
        mask = f" & ((({kind})1 << {t.w}) - 1)" if narrow else ""
        lines.append(f"    const {kind} {names[t]} = ({right}){mask};")
    return tables, lines, names


def in_c(goal):
    """The goal as a C expression of `x`, statement by statement."""
    tables, lines, names = statements([goal], lambda _: "x")
    most = next(iter(T.bits_in([goal])[1])).most
    # In rows of 4096 without a branch, which the compiler does many at once.
    return "\n".join(["#include <stdint.h>", "#include <stdio.h>", *tables, "static uint32_t is(uint32_t x) {", *lines,
                      f"    return {names[goal]};", "}", "int main(void) {",
                      f"  for (uint64_t row = 0; row <= {most}ull; row += 4096) {{",
                      f"    const uint32_t size = {most}ull - row < 4095 ? {most}ull - row + 1 : 4096;",
                      "    uint32_t any = 0;", "    for (uint32_t i = 0; i < size; ++i) any |= is((uint32_t)row + i);",
                      "    for (uint32_t i = 0; any && i < size; ++i) {", "      if (is((uint32_t)row + i)) {",
                      '        printf("%u\\n", (uint32_t)row + i);', "        return 0;", "      }", "    }", "  }",
                      "  return 0;", "}", ""])


def exhausted(goal):
    """The goal under every value, by a compiled loop: a model, or None."""
    source = in_c(goal)
    if source not in _exhausted:
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "all")
            subprocess.run(["clang-14", "-O3", "-march=native", "-x", "c", "-", "-o", program], input=source, text=True, check=True)
            _exhausted[source] = subprocess.run([program], capture_output=True, text=True, check=True).stdout.strip()
    found = _exhausted[source]
    if not found:
        return None
    return {}, {next(iter(T.bits_in([goal])[1])): int(found)}


# --- sums -------------------------------------------------------------------------------------------------------


def everything_in(root):
    seen, stack = set(), [root]
    while stack:
        t = stack.pop()
        if t not in seen:
            seen.add(t)
            stack.extend(t.args)
    return seen


def residue(t, modulus):
    """t modulo `modulus` as {bit or term: factor} and a constant."""
    atoms, constant = {}, 0

    def walk(t, factor):
        nonlocal constant
        factor %= modulus
        if factor == 0:
            return
        if t.op == "lin" and T.is_exact(t):
            constant += factor * t.aux[1]
            for f, a in zip(t.aux[0], t.args):
                walk(a, factor * f)
        elif t.op == "cat":
            at = 0
            for p in reversed(t.args):
                walk(p, factor << at)
                at += p.w
        elif T.is_whole(t):
            walk(t.args[0], factor)
        elif t.op == "table" and t.w > 1:
            for i in range(t.w):
                walk(T.part(t, i, i), factor << i)
        elif t.op == "table" and not t.aux[0]:
            constant += factor * t.aux[1][0]
        elif t.op == "table" and t.aux[1][0]:
            constant += factor  # a bit and its opposite as the same atom
            walk(T.not_(t), -factor)
        else:
            atoms[t] = (atoms.get(t, 0) + factor) % modulus

    walk(t, 1)
    changed = True
    while changed:
        changed = False
        for upper in list(atoms):
            if upper.op != "part" or upper.aux[1] == 0 or upper not in atoms:
                continue
            whole, (high, low) = upper.args[0], upper.aux
            below = T.part(whole, low - 1, 0)
            if whole.most >> high + 1 or below not in atoms:
                continue
            if (atoms[below] << low) % modulus == atoms[upper]:
                factor = atoms.pop(below)
                atoms.pop(upper)
                walk(whole, factor)
                changed = True
                break
    return {a: f for a, f in atoms.items() if f}, constant % modulus


def with_factors_apart(goal):
    """A goal in which a long sum whose factors all have one of their own is that factor times a sum."""
    known = {}
    for t in everything_in(goal):
        if t.op != "lin" or len(t.args) <= 7 or not T.is_exact(t):
            continue
        factors, constant = t.aux
        common = math.gcd(constant, *factors)
        if common % 2 and common > 1:
            s = T._lin((t.most // common).bit_length(), {a: f // common for a, f in zip(t.args, factors)},
                       constant // common)
            known[t] = T._make("mul", t.w, (T.zext(s, t.w), T.const(t.w, common)), None, t.most)
    return T.Substitution(terms=known)(goal) if known else goal


def with_sums_cut(goal):
    """A goal that is harder to refute: sums that both sides have in common are unknown numbers.

    Where the specification takes the remainder of a long number, and the code has a sum that is congruent to it but
    for a few bits, the remainder is that of the sum and the bits.
    """
    goal = with_factors_apart(goal)
    inside = everything_in(goal)
    known, cut, congruent = {}, {}, set()

    def unknown_for(t):
        if t not in cut:
            cut[t] = T.variable(f"sum{t.number}", t.w, t.most)
        return cut[t]

    sums = sorted((t for t in inside if t.op == "lin" and T.is_exact(t) and len(t.args) > 1), key=lambda t: t.most)
    for t in inside:
        if t.op == "urem" and T.value_of(t.args[1]) and t.w > 32:
            modulus = T.value_of(t.args[1])
            own, constant = residue(t.args[0], modulus)
            for s in sums:
                if s is t.args[0]:
                    continue
                other, other_constant = residue(s, modulus)
                rest = dict(other)
                for a, f in own.items():
                    rest[a] = (rest.get(a, 0) - f) % modulus
                rest = {a: f for a, f in rest.items() if f}
                if len(rest) > 10 or any(a.w > 1 for a in rest):
                    continue
                # own = s − rest, in as few bits as hold it.
                most = s.most + sum(modulus - f for f in rest.values()) + modulus
                w = most.bit_length()
                if w > 32:
                    continue
                narrow = T.part(s, w - 1, 0) if s.w > w else T.zext(s, w)
                pairs = [(narrow, 1)] + [(a, modulus - f) for a, f in rest.items()]
                more = (constant - other_constant) % modulus
                kept = T._make("lin", w, *_ordered(pairs, more), most) if rest or more else narrow
                congruent.add(kept)
                known[t] = T.zext(T.urem(kept, T.const(w, modulus)), t.w)
                break
    if known:
        goal = T.Substitution(terms=known)(goal)
        inside = everything_in(goal)
    # A sum within another sum.
    sums = sorted((t for t in inside if t.op == "lin" and T.is_exact(t) and len(t.args) > 2),
                  key=lambda t: -len(t.args))
    known = {}
    # The greatest ones that are a true part of another.
    longer = [(len(t.args), set(t.args)) for t in inside if t.op == "lin"]
    greatest = []
    for s in sums:
        own = set(s.args)
        if any(n > len(own) and own < args for n, args in longer) and not any(own < set(g.args) for g in greatest):
            greatest.append(s)
    sums = greatest
    for t in inside:
        if t.op != "lin" or len(t.args) < 4:
            continue
        own = dict(zip(t.args, t.aux[0]))
        products = []
        for s in sums:
            if s is t or len(s.args) > len(own):
                continue
            first = s.args[0]
            if first not in own or own[first] % s.aux[0][0]:
                continue
            factor = own[first] // s.aux[0][0]
            if s.aux[1] == 0 and factor and all(own.get(a) == f * factor for a, f in zip(s.args, s.aux[0])):
                for a in s.args:
                    del own[a]
                products.append((factor, s))
        if products:
            known[t] = T.linear(t.w, [(f, T.zext(unknown_for(s), max(t.w, s.w))) if s.w <= t.w else
                                      (f, T.part(unknown_for(s), t.w - 1, 0)) for f, s in products]
                                + [(f, a) for a, f in own.items()], t.aux[1])
    for t in inside:
        if t.op == "lin" and T.is_exact(t) and len(t.args) > 7 and t not in known and t not in congruent:
            known[t] = unknown_for(t)
    known.update((t, v) for t, v in cut.items() if t not in known)
    return T.Substitution(terms=known)(goal) if known else goal


def _ordered(pairs, constant):
    pairs = sorted(pairs, key=lambda p: p[0].number)
    return tuple(a for a, _ in pairs), (tuple(f for _, f in pairs), constant)


# --- cases ------------------------------------------------------------------------------------------------------


def characters_of(condition):
    """(tables of one character's bits, other conjuncts) of a conjunction."""
    conjuncts = condition.args if condition.op == "and" else (condition,)
    tables = [c for c in conjuncts if c.op == "table" and 1 < len(c.aux[0]) <= 8]
    return tables, [c for c in conjuncts if c not in tables]


def given(condition):
    """A substitution under which the condition is true: its characters become choices of what it allows."""
    tables, others = characters_of(condition)
    bits = {}
    for c in tables:
        places, values = c.aux
        if any(b in bits for b in places):
            others.append(c)
            continue
        allowed = [i for i, v in enumerate(values) if v]
        chosen = T.choice("chosen", allowed, len(places))
        for i, b in enumerate(places):
            bits[b] = T.part(chosen, i, i)
    known = {c: T.true() for c in others}
    known[condition] = T.true()
    for c in others:
        known[T.not_(c)] = T.false()
        if c.op == "not":
            known[c.args[0]] = T.false()
    return T.Substitution(bits, known)


def follows(conjunct, terms):
    """Whether one of the terms is the conjunct, or a stricter table of the same bits."""
    return conjunct in terms or conjunct.op == "table" and any(
        t.op == "table" and t.aux[0] == conjunct.aux[0] and all(c or not v for v, c in zip(t.aux[1], conjunct.aux[1]))
        for t in terms)


def given_not(condition, roots):
    """A substitution under which the condition is false, and every conjunction from which it follows."""
    known = {condition: T.false(), T.not_(condition): T.true()}
    conjuncts = set(T.conjuncts(condition))
    seen, stack = set(), list(roots)
    while stack:
        t = stack.pop()
        if t in seen:
            continue
        seen.add(t)
        if t.op == "and" and t.w == 1 and all(follows(c, t.args) for c in conjuncts):
            known[t] = T.false()
        stack.extend(t.args)
    return T.Substitution(terms=known)


def left_open(groups, roots):
    """A substitution under which every condition on the bits of one of the groups alone is an unknown bit."""
    of_bit = {b: 1 << i for i, group in enumerate(groups) for b in group}
    depends, bits, known = {}, {}, T.Substitution()

    def unknown(condition):
        if condition.op == "not":
            return T.not_(unknown(condition.args[0]))
        if condition not in bits:
            bits[condition] = T.unknown("left open", 1)
        return bits[condition]

    for t in sorted(set().union(*map(everything_in, roots)), key=lambda t: t.number):
        own = 0
        for b in t.aux[0] if t.op == "table" else ():
            own |= of_bit.get(b, 0)
        for a in t.args:
            own |= depends[a]
        depends[t] = own
        if t.w != 1 or own == 0:
            continue
        if own & own - 1 == 0:
            known.known[t] = unknown(t)
        elif t.op == "and":
            by_group = {}
            for a in t.args:
                of = depends[a]
                by_group.setdefault(of if of & of - 1 == 0 else a, []).append(a)
            known.known[t] = T.all_of([known(a[0]) if isinstance(of, T.Term) else unknown(T.all_of(a)) if of else T.all_of(a)
                                       for of, a in by_group.items()])
    return known
