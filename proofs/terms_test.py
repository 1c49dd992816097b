#!/usr/bin/env python3
"""Compares terms with plain numbers: whatever the prover makes of an expression has the expression's values.

usage: terms_test.py [--terms N] [--seed N]

Random expressions are built twice, as terms and as Python's numbers under a few values of their unknowns. Each term has to have
those values, and at most `most`. So have what the solver makes of terms before it asks (substitutions, sums that it cuts,
remainders, what follows from an assumption), and what it asks: bitwuzla's terms and the C code of a loop over all values.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import solve  # noqa: E402
import terms as T  # noqa: E402
from native import CLANG  # noqa: E402

VALUES = 6  # of the unknowns of an expression
TERMS = 30  # of one round, which have unknowns in common
WIDTHS = (1, 2, 3, 5, 7, 8, 8, 8, 9, 11, 16, 16, 24, 30, 32, 32, 48, 64, 64, 66, 128)
FACTORS = (2, 3, 5, 10, 58, 58**2, 58**5, 127, 254, 255, 256, 257, 1000, 65280)
ASKED, COMPILED = 6, 10  # one of so many rounds asks the solver, and becomes C


class Differs(Exception):
    """A term that has another value than its expression."""


class Row:
    """A term, its values, and the expression as it is told."""

    def __init__(self, term, values, told):
        self.term, self.values, self.told = term, values, told


def signed(value, w):
    return value - (value >> w - 1 << w)


class Round:
    def __init__(self, rng):
        T.reset()
        self.rng, self.rows = rng, []
        self.bits, self.variables = [{} for _ in range(VALUES)], [{} for _ in range(VALUES)]
        self.memos = [{} for _ in range(VALUES)]
        for i in range(rng.randrange(2, 6)):
            self.add_unknown(i)

    # --- numbers

    def number(self, w):
        """Often one at which something changes."""
        rng, kind = self.rng, self.rng.randrange(6)
        if kind == 0:
            value = 1 << rng.randrange(w)
        elif kind == 1:
            value = (1 << rng.randrange(w + 1)) - 1
        elif kind == 2:
            value = -(1 << rng.randrange(w)) + rng.randrange(2)
        elif kind == 3:
            value = rng.choice(FACTORS) << rng.randrange(w)
        elif kind == 4:
            value = rng.choice(FACTORS) + rng.randrange(-1, 2)
        else:
            value = rng.getrandbits(w)
        return value & (1 << w) - 1

    def width(self):
        return self.rng.choice(WIDTHS)

    # --- unknowns

    def add_unknown(self, i):
        rng, w, kind = self.rng, self.width(), self.rng.randrange(4)
        if kind == 0:
            most = rng.choice([None, self.number(w), self.number(w)])
            term = T.variable(f"x{i}", w, most)
            values = [min(self.number(w), term.most) for _ in range(VALUES)]
            for of, value in zip(self.variables, values):
                of[term] = value
        else:
            if kind == 1:
                few = [0, 1] + [self.number(w) for _ in range(rng.randrange(8))] if w > 1 else [0, 1]
                if rng.random() < 0.5:
                    few = list(range(min(1 << w, rng.randrange(2, 60))))
                term = T.choice(f"x{i}", few, w)
                if rng.random() < 0.5 and {0, 1} <= set(term.aux[1]):
                    T.tell_in(term)
            else:
                w = min(w, 64)
                term = T.unknown(f"x{i}", w)
            for bits in self.bits:
                value = self.number(64)
                bits.update((b, value >> j & 1) for j, b in enumerate(sorted(T.bits_in([term])[0])))
            values = [T.evaluate(term, bits, {}) for bits in self.bits]
            for bits, value in zip(self.bits, values):
                if kind > 1 and value != sum(bits[b] << j for j, b in enumerate(sorted(T.bits_in([term])[0]))):
                    raise Differs(f"x{i} is not its bits")
        self.rows.append(Row(term, values, f"x{i}:{w}"))

    # --- expressions

    def any(self, w=None):
        """One that is there, of that width, or cut or widened to it."""
        if self.rng.random() < 0.2:
            w = w or self.width()
            value = self.number(w)
            return Row(T.const(w, value), [value] * VALUES, str(value))
        row = self.rng.choice(self.rows[-12:] if self.rng.random() < 0.7 else self.rows)
        return row if w is None else self.of_width(row, w)

    def of_width(self, row, w):
        own = row.term.w
        if own == w:
            return row
        if own > w:
            low = self.rng.choice((0, 0, own - w, self.rng.randrange(own - w + 1)))
            return Row(T.part(row.term, low + w - 1, low), [v >> low & (1 << w) - 1 for v in row.values],
                       f"part({row.told},{low + w - 1},{low})")
        if self.rng.random() < 0.3:
            return Row(T.sext(row.term, w), [signed(v, own) & (1 << w) - 1 for v in row.values], f"sext({row.told},{w})")
        return Row(T.zext(row.term, w), row.values, f"zext({row.told},{w})")

    def expression(self):
        kind = self.rng.choice(("two", "two", "two", "one", "constant", "constant", "sum", "sum", "cat", "cat", "part", "compare",
                                "compare", "ite", "ite", "all", "lookup", "twice", "shared", "long", "lookups"))
        return getattr(self, kind)()

    # What the prover has a form for, and what chance seldom makes.
    def twice(self):
        """Of one number twice: its quotients, its halves, the lower bits of a sum without a summand."""
        rng, a = self.rng, self.any()
        w, kind = a.term.w, rng.randrange(3)
        if kind == 0 or w == 1:
            c, d = rng.choice(FACTORS) & (1 << w) - 1 or 1, rng.choice(FACTORS) & (1 << w) - 1 or 1
            return self.made(T.udiv(T.udiv(a.term, T.const(w, c)), T.const(w, d)), zip(a.values), lambda x: x // c // d,
                             f"udiv(udiv({a.told},{c}),{d})")
        if kind == 1:
            at, new, factor = rng.randrange(1, w), rng.choice((w, w, w + 8)), rng.choice((1, 3, self.number(w)))
            term = T.linear(new, [(factor, T.part(a.term, at - 1, 0)), (factor << at, T.part(a.term, w - 1, at))])
            return self.made(term, zip(a.values), lambda x: factor * x, f"{factor}*halves({a.told},{at},{new})")
        total, b = self.sum(), self.any(w)
        new = min(total.term.w, w)
        low, less = T.trunc(T.add(T.zext(total.term, 130), T.zext(b.term, 130)), new), T.trunc(b.term, new)
        return self.made(T.linear(new, [(1, low), (-1, less)]), zip(total.values), lambda x: x,
                         f"({total.told}+{b.told}-{b.told}):{new}")

    def shared(self):
        """Two sums, some of whose terms are the same."""
        rng, a = self.rng, self.any()
        w = a.term.w
        b, c = self.any(w), self.any(w)
        f, n = rng.choice((1, -1, 58)), rng.choice((0, 0, self.number(w)))
        one, other = T.linear(w, [(f, a.term), (1, b.term)], n), T.linear(w, [(f, a.term), (1, c.term)])
        mask = (1 << w) - 1
        name, make, of = rng.choice((("eq", T.eq, lambda x, y: x == y), ("ult", T.ult, lambda x, y: x < y)))
        return self.made(make(one, other), zip(a.values, b.values, c.values),
                         lambda x, y, z: of(f * x + y + n & mask, f * x + z & mask),
                         f"{name}({f}*{a.told}+{b.told}+{n},{f}*{a.told}+{c.told})")

    def long(self):
        """A sum of many terms, with one that is congruent to it but for a bit, or with its own multiple; or its remainder."""
        rng = self.rng
        w, modulus = rng.choice((40, 64, 128)), rng.choice((127, 127, 58))
        common, many = rng.choice((1, 1, 3, 127)), rng.choice((1, 3, 58))
        rows = [self.of_width(self.any(), rng.choice((1, 2, 4))) for _ in range(rng.randrange(3, 13))]
        factors, bit, number = [common << rng.randrange(24) for _ in rows], self.any(1), rng.randrange(200)
        columns = list(zip(bit.values, *(row.values for row in rows)))

        def total(by, of_bit, constant):
            products = [(by(f), row.term) for f, row in zip(factors, rows)] + [(of_bit, bit.term)]
            values = [constant + of_bit * b + sum(by(f) * x for f, x in zip(factors, v)) for b, *v in columns]
            return T.linear(w, products, constant), values

        (term, own), (less, congruent) = total(lambda f: f, 0, 0), total(lambda f: f % modulus, 1, number)
        more, others = total(lambda f: many * f, 5, number)
        rest, of = rng.randrange(modulus), T.const(w, modulus)
        claim, values = rng.choice((
            (T.all_of([T.eq(T.urem(term, of), T.urem(less, of)), T.ule(less, term)]),
             [(x - y) % modulus == 0 and y <= x for x, y in zip(own, congruent)]),
            (T.eq(more, T.add(term, T.const(w, number))), [x + number == y for x, y in zip(own, others)]),
            (T.eq(T.urem(term, of), T.const(w, rest)), [x % modulus == rest for x in own])))
        return Row(claim, list(map(int, values)), f"long({w},{modulus},{many},{rest},{bit.told},{number},"
                   f"[{','.join(f'{f}*{row.told}' for f, row in zip(factors, rows))}])")

    def lookups(self):
        """Whether one table has the same at two places; or whether bits of two numbers are all zeros."""
        w, a = self.width(), self.any(self.rng.randrange(1, 5))
        b = self.any(a.term.w)
        if self.rng.random() < 0.3:
            return self.made(T.eq(T.or_(a.term, b.term), T.const(a.term.w, 0)), zip(a.values, b.values), lambda x, y: x | y == 0,
                             f"eq(or({a.told},{b.told}),0)")
        values = tuple(self.number(w) for _ in range(1 << a.term.w))
        return self.made(T.eq(T.lookup(values, w, a.term), T.lookup(values, w, b.term)), zip(a.values, b.values),
                         lambda x, y: values[x] == values[y], f"eq({values}[{a.told}],…[{b.told}])")

    def two(self):
        a = self.any()
        w = a.term.w
        b = self.any(w)
        name, make, of = self.rng.choice((
            ("add", T.add, lambda x, y: x + y), ("sub", T.sub, lambda x, y: x - y), ("mul", T.mul, lambda x, y: x * y),
            ("and", T.and_, lambda x, y: x & y), ("or", T.or_, lambda x, y: x | y), ("xor", T.xor, lambda x, y: x ^ y),
            ("shl", T.shl_by, lambda x, y: x << y if y < w else 0), ("lshr", T.lshr_by, lambda x, y: x >> y if y < w else 0),
            ("ashr", T.ashr_by, lambda x, y: signed(x, w) >> min(y, w)),
            ("udiv", T.udiv, lambda x, y: x // y if y else -1), ("urem", T.urem, lambda x, y: x % y if y else x)))
        return self.made(make(a.term, b.term), zip(a.values, b.values), of, f"{name}({a.told},{b.told})")

    def one(self):
        a = self.any()
        w = a.term.w
        if w == 1:
            new = self.width()
            return self.made(T.repeat(a.term, new), zip(a.values), lambda x: -x, f"repeat({a.told},{new})")
        return self.made(T.not_(a.term), zip(a.values), lambda x: ~x, f"not({a.told})")

    def constant(self):
        """An operation with a constant, which has more forms than one with an unknown."""
        a = self.any()
        w = a.term.w
        number = self.number(w)
        if self.rng.random() < 0.6:
            of_sum = [f & (1 << w) - 1 for f in T._terms_of(a.term, w)[0].values()]
            if of_sum and self.rng.random() < 0.5:  # it divides what is a multiple of it
                number = self.rng.choice(of_sum)
            number = number or 1
            name, make, of = self.rng.choice((("udiv", T.udiv, lambda x: x // number), ("urem", T.urem, lambda x: x % number),
                                              ("mul", T.mul, lambda x: x * number)))
            return self.made(make(a.term, T.const(w, number)), zip(a.values), of, f"{name}({a.told},{number})")
        n = self.rng.randrange(w + 2)
        name, make, of = self.rng.choice((("shl", T.shl, lambda x: x << n), ("lshr", T.lshr, lambda x: x >> n),
                                          ("ashr", T.ashr, lambda x: signed(x, w) >> n)))
        return self.made(make(a.term, n), zip(a.values), of, f"{name}({a.told},{n})")

    def sum(self):
        w = self.width()
        rows = [self.any() for _ in range(self.rng.randrange(1, 5))]
        rows = [row if row.term.w <= w else self.of_width(row, w) for row in rows]
        factors = [self.rng.choice((1, 1, -1, self.number(w), self.rng.choice(FACTORS))) for _ in rows]
        constant = self.rng.choice((0, self.number(w)))
        term = T.linear(w, [(f, row.term) for f, row in zip(factors, rows)], constant)
        return self.made(term, zip(*(row.values for row in rows)), lambda *v: constant + sum(f * x for f, x in zip(factors, v)),
                         f"linear({w},[{','.join(f'{f}*{row.told}' for f, row in zip(factors, rows))}],{constant})")

    def cat(self):
        rows = [self.any() for _ in range(self.rng.randrange(2, 5))]
        while sum(row.term.w for row in rows) > 128:
            rows.pop()

        def joined(*values):
            out = 0
            for row, v in zip(rows, values):
                out = out << row.term.w | v
            return out

        if not rows:
            return self.one()
        return self.made(T.cat([row.term for row in rows]), zip(*(row.values for row in rows)), joined,
                         f"cat({','.join(row.told for row in rows)})")

    def part(self):
        a = self.any()
        return self.of_width(a, self.rng.randrange(1, a.term.w + 1))

    def compare(self):
        a = self.any()
        w = a.term.w
        b = self.any(w)
        if self.rng.random() < 0.4:  # of what it is, or beside that
            value = self.rng.choice(a.values) + self.rng.choice((0, 0, -1, 1)) & (1 << w) - 1
            b = Row(T.const(w, value), [value] * VALUES, str(value))
        if self.rng.random() < 0.5:
            a, b = b, a
        name, make, of = self.rng.choice((
            ("eq", T.eq, lambda x, y: x == y), ("eq", T.eq, lambda x, y: x == y), ("ult", T.ult, lambda x, y: x < y),
            ("ule", T.ule, lambda x, y: x <= y), ("slt", T.slt, lambda x, y: signed(x, w) < signed(y, w))))
        return self.made(make(a.term, b.term), zip(a.values, b.values), of, f"{name}({a.told},{b.told})")

    def condition(self):
        found = [row for row in self.rows if row.term.w == 1]
        if not found or self.rng.random() < 0.3:
            return self.compare()
        return self.rng.choice(found)

    def ite(self):
        c, a = self.condition(), self.any()
        b = self.any(a.term.w)
        return self.made(T.ite(c.term, a.term, b.term), zip(c.values, a.values, b.values), lambda c, x, y: x if c else y,
                         f"ite({c.told},{a.told},{b.told})")

    def all(self):
        rows = [self.condition() for _ in range(self.rng.randrange(2, 5))]
        name, make, of = self.rng.choice((("all", T.all_of, all), ("any", T.any_of, any)))
        return self.made(make([row.term for row in rows]), zip(*(row.values for row in rows)), lambda *v: of(v),
                         f"{name}({','.join(row.told for row in rows)})")

    def lookup(self):
        index, w = self.any(self.rng.randrange(1, 5)), self.width()
        values = tuple(self.number(w) for _ in range(1 << index.term.w))
        return self.made(T.lookup(values, w, index.term), zip(index.values), lambda i: values[i],
                         f"lookup({values},{index.told})")

    def made(self, term, values, of, told):
        return Row(term, [int(of(*v)) & (1 << term.w) - 1 for v in values], told)

    # --- checks

    def values_of(self, term):
        return [T.evaluate(term, b, v, m) for b, v, m in zip(self.bits, self.variables, self.memos)]

    def check(self, row, what="", values=None):
        values = self.values_of(row.term) if values is None else values
        if values != row.values:
            raise Differs(f"{what}{row.told}\n  is    {row.values}\n  has   {values}\n  as    {row.term}")
        if not what and max(values) > row.term.most:
            raise Differs(f"{row.told} is at most {row.term.most}, and {max(values)}\n  as    {row.term}")

    def run(self):
        """All checks of a round of terms, and the number of those."""
        for _ in range(TERMS):
            row = self.expression()
            self.check(row)
            if T.value_of(row.term) is None:
                self.rows.append(row)
        self.substituted()
        self.residues()
        self.cut()
        self.conditions()
        self.left_open()
        return TERMS

    def substituted(self):
        """Some unknowns become numbers: those of one of the values."""
        place = self.rng.randrange(VALUES)
        bits, variables = self.bits[place], self.variables[place]
        known = {b: T.const(1, v) for b, v in bits.items() if self.rng.random() < 0.7}
        view = T.Substitution(known, {t: T.const(t.w, v) for t, v in variables.items() if self.rng.random() < 0.7})
        for row in self.rows:
            value = T.evaluate(view(row.term), bits, variables, self.memos[place])
            if value != row.values[place]:
                raise Differs(f"with numbers for unknowns, {row.told} is {value}, not {row.values[place]}")

    def residues(self):
        for row in self.rows[-8:]:
            modulus = self.rng.choice((58, 127, 3, 58**5))
            atoms, constant = solve.residue(row.term, modulus)
            for place, value in enumerate(row.values):
                found = constant + sum(f * self.values_of(a)[place] for a, f in atoms.items())
                if found % modulus != value % modulus:
                    raise Differs(f"{row.told} is not congruent to what it is modulo {modulus}: {found}, {value}")

    def cut(self):
        """Sums that become unknowns: with their own values for these, a condition stays what it is."""
        for row in self.rows:
            if row.term.w != 1:
                continue
            shorter = solve.with_sums_cut(row.term)
            if shorter is row.term:
                continue
            by_number = {t.number: t for t in T._interned.values()}
            for place, value in enumerate(row.values):
                variables = dict(self.variables[place])
                for v in T.bits_in([shorter])[1] - set(variables):
                    variables[v] = self.values_of(by_number[int(v.aux.removeprefix("sum"))])[place]
                    if variables[v] > v.most:
                        raise Differs(f"{v.aux} in {row.told} is at most {v.most}, and {variables[v]}")
                found = T.evaluate(shorter, self.bits[place], variables)
                if found != value:
                    raise Differs(f"with its sums cut, {row.told} is {found}, not {value}\n  as    {shorter}")

    def conditions(self):
        """What a substitution makes of all rows where a condition holds, and where not."""
        found = [row for row in self.rows if row.term.w == 1]
        if not found:
            return
        condition = self.rng.choice(found)
        right, wrong = solve.given(condition.term), solve.given_not(condition.term, [row.term for row in self.rows])
        for place, value in enumerate(condition.values):
            bits, variables, view = dict(self.bits[place]), self.variables[place], wrong
            if value:
                view = right
                bits.update(self.chosen(right, bits))
            memo = {}
            for row in self.rows[-8:]:
                seen = T.evaluate(view(row.term), bits, variables, memo)
                if seen != row.values[place]:
                    told = "given" if value else "given not"
                    raise Differs(f"{told} {condition.told}: {row.told} is {seen}, not {row.values[place]}")

    @staticmethod
    def chosen(view, bits):
        """Values of the new bits under which the old ones, of which they are made, are what they are."""
        groups = []  # the old bits that are made of the same new ones
        for b, source in view.bits.items():
            own = [g for g in groups if g[1] & set(source.support)]
            groups = [g for g in groups if g not in own]
            groups.append((sum((g[0] for g in own), [b]), set(source.support).union(*(g[1] for g in own))))
        found = {}
        for olds, new in groups:
            for number in range(1 << len(new)):
                values = {b: number >> i & 1 for i, b in enumerate(new)}
                if all(T.evaluate(view.bits[b], values, {}) == bits[b] for b in olds):
                    found.update(values)
                    break
            else:
                raise Differs("what a condition allows is not among its choices")
        return found

    def left_open(self):
        """For some values of the conditions that are left open, all is as it is."""
        rows, groups = self.rows[-6:], [[], []]
        for b in self.bits[0]:
            groups[self.rng.randrange(2)].append(b)
        view = solve.left_open(groups, [row.term for row in rows])
        seen = [view(row.term) for row in rows]
        new = sorted(T.bits_in(seen)[0] - set(self.bits[0]))
        for place in range(VALUES if len(new) <= 6 else 0):
            variables, expected = self.variables[place], [row.values[place] for row in rows]
            opened = ({b: number >> i & 1 for i, b in enumerate(new)} for number in range(1 << len(new)))
            if not any([T.evaluate(t, self.bits[place] | bits, variables) for t in seen] == expected for bits in opened):
                raise Differs(f"with conditions left open, no values give those of {', '.join(row.told for row in rows)}")

    def ask(self):
        """The solver's answers, and its own terms."""
        rows = [row for row in self.rows if row.term.w == 1]
        for row in rows[-2:]:
            other = self.rng.choice(rows)
            answer = solve.holds(other.term, row.term, 1)
            if answer.status == solve.PROVED and any(a and not c for a, c in zip(other.values, row.values)):
                raise Differs(f"said to be proved by {answer.how}: {other.told}\n  implies {row.told}")
            if answer.status == solve.REFUTED:
                bits, variables = answer.model
                if not T.evaluate(other.term, bits, variables) or T.evaluate(row.term, bits, variables):
                    raise Differs(f"no counterexample: {answer.model} of {other.told}\n  implies {row.told}")
        row, place = self.rng.choice(self.rows), self.rng.randrange(VALUES)
        known = [T.eq(T._table(1, (b,), [0, 1]), T.const(1, v)) for b, v in self.bits[place].items()]
        known += [T._make("eq", 1, (t, T.const(t.w, v)), None, 1) for t, v in self.variables[place].items()]
        differs = T.not_(T._make("eq", 1, (row.term, T.const(row.term.w, row.values[place])), None, 1))
        can, _ = solve.Solver(5).check(T._make("and", 1, (*known, differs), None, 1) if known else differs)
        if can:
            raise Differs(f"the solver's own {row.told} is not {row.values[place]}")

    def in_c(self, label):
        """Functions that say whether each term has its values, in C."""
        order = sorted(self.bits[0])
        place_of = {b: i for i, b in enumerate(order)}
        variables = {t: i for i, t in enumerate(self.variables[0])}

        def number_of(bits):
            return "(" + " | ".join(f"(uint64_t)b[{place_of[b]}] << {i}" for i, b in enumerate(bits)) + ")"

        rows = [row for row in self.rows[-12:] if all(map(solve.is_in_c, solve.everything_in(row.term)))]
        if not rows:
            return "", []

        tables, lines, names = solve.statements([row.term for row in rows], lambda t: f"x[{variables[t]}]", number_of)
        asked = "".join(f"    if ({names[row.term]} != r[{i}]) return {i + 1};\n" for i, row in enumerate(rows))
        text = "\n".join([f"static int {label}(const uint8_t* b, const unsigned __int128* x, const unsigned __int128* r) {{",
                          *("    " + t for t in tables), *lines, asked + "    return 0;", "}"])
        calls = []
        for place in range(VALUES):
            bits = ",".join(str(self.bits[place][b]) for b in order) or "0"
            numbers = ",".join(solve.literal(v) for v in self.variables[place].values()) or "0"
            results = ",".join(solve.literal(row.values[place]) for row in rows)
            calls.append(f"{{ const uint8_t b[] = {{{bits}}}; const unsigned __int128 x[] = {{{numbers}}}, r[] = {{{results}}};"
                         f' const int wrong = {label}(b, x, r); if (wrong) printf("{label} %d\\n", wrong - 1); }}')
        return text + f"\nstatic void call_{label}(void) {{\n  " + "\n  ".join(calls) + "\n}\n", [row.told for row in rows]


def compiled(functions):
    """Compiles and runs the functions of many rounds."""
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "terms")
        source = "#include <stdint.h>\n#include <stdio.h>\n" + "\n".join(text for text, _ in functions.values())
        source += "int main(void) {\n" + "".join(f"  call_{label}();\n" for label in functions) + "  return 0;\n}\n"
        subprocess.run([CLANG, "-O1", "-w", "-x", "c", "-", "-o", program], input=source, text=True, check=True)
        for line in subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines():
            label, place = line.split()
            raise Differs(f"in C, of round {label[1:]}, another value than that of {functions[label][1][int(place)]}")


def false_theorems():
    """Claims that are false, and were proved."""
    T.reset()
    x = T.variable("x", 8)
    wraps = T.cat([T.linear(8, [(255, x)]), T.const(8, 5)])
    for what, claim in (("(255x << 8 | 5) % 65280 = 5", T.eq(T.urem(wraps, T.const(16, 65280)), T.const(16, 5))),
                        ("(255x << 8 | 5) / 65280 = x", T.eq(T.udiv(wraps, T.const(16, 65280)), T.zext(x, 16)))):
        if solve.holds(T.true(), claim, 10).status != solve.REFUTED:
            sys.exit(f"terms: proved, and false: {what}")


def alike():
    """Claims of which one is true, and others, which are like it, are false: what is known of the one says nothing of them."""
    T.reset()
    x, y, z, w, *small = (T.variable(name, 16, most) for name, most in (*((n, None) for n in "xyzw"), ("a", 2), ("b", 2), ("c", 3), ("d", 3)))

    def never(value, *products):
        known, total = T.const(2, value), T.linear(16, [(1, T.mul(a, b)) for a, b in products])
        return T.not_(T.eq(T.part(total, 1, 0), known))

    a, b, c, d = small
    for claim, answer in ((never(3, (x, x), (y, y)), solve.PROVED), (never(2, (x, x), (y, y)), solve.REFUTED),
                          (never(3, (z, w), (w, w)), solve.REFUTED), (never(3, (a, b)), solve.PROVED), (never(3, (c, d)), solve.REFUTED)):
        if solve.holds(T.true(), claim, 10).status != answer:
            sys.exit(f"terms: not {answer}: {claim}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--terms", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    given = parser.parse_args()
    print(f"--seed {given.seed}")
    false_theorems()
    alike()
    count, functions, place = 0, {}, 0
    while count < given.terms:
        try:
            made = Round(random.Random(f"{given.seed} {place}"))
            count += made.run()
            if place % ASKED == 0:
                made.ask()
            if place % COMPILED == 0:
                text, told = made.in_c(f"f{place}")
                if text:
                    functions[f"f{place}"] = text, told
            if len(functions) == 100:
                compiled(functions)
                functions = {}
        except Differs as differs:
            sys.exit(f"terms, round {place}: {differs}")
        place += 1
    try:
        compiled(functions)
    except Differs as differs:
        sys.exit(f"terms: {differs}")
    print(f"{count} terms have their values")


if __name__ == "__main__":
    main()
