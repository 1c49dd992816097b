"""Bit vectors with unknown bits, kept in a form in which most equal things look equal.

A term is a number of `w` bits. A term that depends on at most eleven unknown bits is a table of its values: whatever
way two functions compute a symbol from a character, their tables are the same. Wider terms are built from them
by `cat` (parts, most significant first), `lin` (a sum of terms with constant factors) and plain operations.
Everything is interned, so equality of terms is identity of objects. The solver sees what is left.
"""

TABULATED_BITS = 11

_interned = {}
_bits = []  # the names of the unknown bits, by their numbers
_digits = {}  # bits: the digit that they are, in multiples of which sums are told


class Term:
    __slots__ = ("op", "w", "args", "aux", "support", "most", "number")

    def __repr__(self):
        return show(self, 4)


def _make(op, w, args, aux, most):
    key = (op, w, args, aux)
    found = _interned.get(key)
    if found is None:
        found = Term()
        found.op, found.w, found.args, found.aux = op, w, args, aux
        found.support = aux[0] if op == "table" else None
        found.most = most
        found.number = len(_interned)
        _interned[key] = found
    return found


def show(t, depth):
    if t.op == "table":
        if not t.aux[0]:
            return f"{t.aux[1][0]:#x}:{t.w}"
        return f"T{t.w}[{','.join(_bits[b] for b in t.aux[0])}]"
    if depth == 0:
        return f"{t.op}…"
    inner = ",".join(show(a, depth - 1) for a in t.args[:8])
    return f"{t.op}:{t.w}({inner}{',…' if len(t.args) > 8 else ''};{t.aux if t.op != 'lin' else t.aux[1]})"


def reset():
    _interned.clear()
    _digits.clear()
    del _bits[:]


# --- tables ---------------------------------------------------------------------------------------------------


def _table(w, bits, values):
    """The table over `bits` (numbers, ascending; bit 0 of an index is the first), without bits that do not matter."""
    i = 0
    while i < len(bits):
        step = 1 << i
        differs = False
        for base in range(0, len(values), 2 * step):
            if values[base : base + step] != values[base + step : base + 2 * step]:
                differs = True
                break
        if differs:
            i += 1
        else:
            kept = []
            for base in range(0, len(values), 2 * step):
                kept.extend(values[base : base + step])
            values = kept
            bits = bits[:i] + bits[i + 1 :]
    values = tuple(values)
    return _make("table", w, (), (tuple(bits), values), max(values))


def const(w, value):
    value &= (1 << w) - 1
    return _make("table", w, (), ((), (value,)), value)


def value_of(t):
    """The number that the term is, or None."""
    return t.aux[1][0] if t.op == "table" and not t.aux[0] else None


def new_bits(name, count):
    first = len(_bits)
    _bits.extend(f"{name}.{i}" for i in range(count))
    return tuple(range(first, first + count))


def name_of_bit(bit):
    return _bits[bit]


def unknown(name, w):
    """A number of which nothing is known, in parts of eight bits."""
    parts = []
    for low in range(0, w, 8):
        count = min(8, w - low)
        bits = new_bits(f"{name}[{low}]", count)
        parts.append(_table(count, bits, list(range(1 << count))))
    return cat(parts[::-1])


def variable(name, w, most=None):
    """A number that is never taken apart into bits; at most `most`."""
    most = (1 << w) - 1 if most is None else most
    found = _make("var", w, (), name, most)
    if found.most != most:
        raise ValueError(f"{name} is at most {found.most}, not {most}")
    return found


def choice(name, values, w):
    """One of these numbers."""
    count = max(1, (len(values) - 1).bit_length())
    bits = new_bits(name, count)
    table = [values[i] if i < len(values) else values[0] for i in range(1 << count)]
    return _table(w, bits, table)


def _union(args):
    if len(args) == 1:
        return args[0].support
    bits = set()
    for a in args:
        if a.support is None:
            return None
        bits.update(a.support)
        if len(bits) > TABULATED_BITS:
            return None
    return tuple(sorted(bits))


def _spread(t, bits):
    """The values of a table over more bits."""
    own = t.aux[0]
    values = t.aux[1]
    if own == bits:
        return values
    if not own:
        return values * (1 << len(bits))
    index = [0]
    for b in bits:
        weight = 1 << own.index(b) if b in own else 0
        index += [i + weight for i in index]
    return [values[i] for i in index]


def tabulate(w, function, args):
    """function(values…) as a table, or None when it depends on too many bits."""
    bits = _union(args)
    if bits is None:
        return None
    mask = (1 << w) - 1
    columns = [_spread(a, bits) for a in args]
    return _table(w, bits, [function(*v) & mask for v in zip(*columns)])


# --- parts ----------------------------------------------------------------------------------------------------


def parts(t):
    return t.args if t.op == "cat" else (t,)


def cat(terms):
    """Terms side by side, the most significant first."""
    flat = []
    for t in terms:
        for p in parts(t):
            if p.w == 0:
                continue
            while flat:
                joined = _joined(flat[-1], p)
                if joined is None:
                    break
                flat.pop()
                p = joined
            flat.append(p)
    if len(flat) == 1:
        return flat[0]
    w = sum(p.w for p in flat)
    if not flat:
        return const(1, 0) if w else None
    most = 0
    for p in flat:
        most = most << p.w | p.most
    if len(flat) == 2 and value_of(flat[0]) == 0 and flat[1].op == "lin" and is_exact(flat[1]):
        return _lin(w, dict(zip(flat[1].args, flat[1].aux[0])), flat[1].aux[1])
    return _make("cat", w, tuple(flat), None, most)


def _joined(high, low):
    """Two neighbours as one part, or None."""
    if high.op == "table" and low.op == "table":
        if high.w + low.w > 64 and (high.aux[0] or low.aux[0]):
            return None
        if bool(high.aux[0]) != bool(low.aux[0]):
            return None  # constant parts stay apart, so that they are seen
        bits = sorted(set(high.aux[0]) | set(low.aux[0]))
        if len(bits) > 8:
            return None
        return tabulate(high.w + low.w, lambda h, l: h << low.w | l, (high, low))
    if high.op == "part" and low.op == "part" and high.args == low.args and high.aux[1] == low.aux[0] + 1:
        return part(high.args[0], high.aux[0], low.aux[1])
    return None


def part(t, high, low):
    """Bits high … low."""
    w = high - low + 1
    if w == t.w:
        return t
    if t.op == "table":
        return _table(w, t.aux[0], [v >> low & (1 << w) - 1 for v in t.aux[1]])
    if t.op == "cat":
        found = []
        above = t.w
        for p in t.args:
            base = above - p.w
            if base <= high and above > low:
                found.append(part(p, min(high, above - 1) - base, max(low, base) - base))
            above = base
        return cat(found)
    if t.op == "part":
        return part(t.args[0], high + t.aux[1], low + t.aux[1])
    if t.most >> low == 0:
        return const(w, 0)
    if t.op == "lin":
        # The lower bits of a sum that is used as a whole stay bits of that sum.
        if low == 0 and not (len(t.args) > 1 and is_exact(t)):
            return _lin(w, {a: c for a, c in zip(t.args, t.aux[0])}, t.aux[1])
        upper, lower, sum_lower = {}, {}, t.aux[1] & (1 << low) - 1 if low else 1
        for a, c in zip(t.args, t.aux[0]):
            if c & (1 << low) - 1 == 0:
                upper[a] = c >> low
            else:
                lower[a] = c
                sum_lower += c * a.most
        if sum_lower < 1 << low:
            return part(_lin(t.w - low, upper, t.aux[1] >> low), w - 1, 0)
        if low == 0 and any(c >> w << w == c for c in t.aux[0]):
            # What is a multiple of 2^w stands above what is wanted.
            own = {a: c for a, c in zip(t.args, t.aux[0]) if c >> w << w != c}
            if (t.aux[1] & (1 << w) - 1) + sum(c * a.most for a, c in own.items()) < 1 << w:
                return _lin(w, own, t.aux[1])
    if t.op == "repeat":
        return repeat(t.args[0], w)
    if t.op in ("and", "or", "xor"):
        total = part(t.args[0], high, low)
        for a in t.args[1:]:
            total = {"and": and_, "or": or_, "xor": xor}[t.op](total, part(a, high, low))
        return total
    if t.op == "not":
        return not_(part(t.args[0], high, low))
    if t.op == "lookup":
        values = [v >> low & (1 << w) - 1 for v in t.aux]
        if not any(values):
            return const(w, 0)
        return lookup(tuple(values), w, t.args[0])
    if t.op == "ite":
        yes, no = part(t.args[1], high, low), part(t.args[2], high, low)
        return ite(t.args[0], yes, no)
    if t.most.bit_length() <= high:  # zeros above
        known = t.most.bit_length()
        return cat([const(high - known + 1, 0), part(t, known - 1, low)])
    return _make("part", w, (t,), (high, low), min((1 << w) - 1, t.most >> low))


def repeat(bit, w):
    if w == 1:
        return bit
    found = tabulate(w, lambda b: -b, (bit,)) if w <= 64 else None
    return found if found is not None else _make("repeat", w, (bit,), None, (1 << w) - 1)


def zext(t, w):
    return t if w == t.w else cat([const(w - t.w, 0), t])


def sext(t, w):
    if w == t.w:
        return t
    if t.w == 1:
        return repeat(t, w)
    if t.most < 1 << t.w - 1:
        return zext(t, w)
    return cat([repeat(part(t, t.w - 1, t.w - 1), w - t.w), t])


def trunc(t, w):
    return part(t, w - 1, 0)


def pieces(*terms):
    """Splits terms of one width at the ends of all their parts: tuples of pieces, the most significant first."""
    cuts = set()
    for t in terms:
        at = 0
        for p in reversed(parts(t)):
            cuts.add(at)
            at += p.w
    cuts.add(terms[0].w)
    cuts = sorted(cuts)
    if len(cuts) == 2:
        return [terms]
    return [tuple(part(t, high - 1, low) for t in terms) for low, high in zip(cuts[:-1], cuts[1:])][::-1]


# --- bits -----------------------------------------------------------------------------------------------------


def _bitwise(op, function, a, b):
    if a.w == 1:
        return all_of([a, b]) if op == "and" else any_of([a, b]) if op == "or" else _xor1(a, b)
    out = []
    for x, y in pieces(a, b):
        out.append(_bitwise_piece(op, function, x, y))
    return cat(out)


def _bitwise_piece(op, function, x, y):
    w = x.w
    for one, other in ((x, y), (y, x)):
        v = value_of(one)
        if v is None:
            continue
        full = (1 << w) - 1
        if op == "and" and v == 0 or op == "or" and v == full:
            return one
        if op == "and" and v == full or op in ("or", "xor") and v == 0:
            return other
        if op == "xor" and v == full:
            return not_(other)
        if op in ("and", "or"):
            # Runs of equal bits.
            found, low = [], 0
            while low < w:
                bit = v >> low & 1
                high = low
                while high + 1 < w and (v >> high + 1 & 1) == bit:
                    high += 1
                cut = part(other, high, low)
                found.append(cut if (bit == 1) == (op == "and") else const(high - low + 1, 0 if op == "and" else -1))
                low = high + 1
            return cat(found[::-1])
    if x is y:
        return const(w, 0) if op == "xor" else x
    found = tabulate(w, function, (x, y))
    if found is not None:
        return found
    if w == 1:
        return _bitwise(op, function, x, y)
    if x.op == "repeat" and y.op == "repeat":
        return repeat(_bitwise(op, function, x.args[0], y.args[0]), w)
    for one, other in ((x, y), (y, x)):
        if one.op == "repeat":
            if op == "and":
                return ite(one.args[0], other, const(w, 0))
            if op == "or":
                return ite(one.args[0], const(w, -1), other)
    # Where one of them is known, they come apart.
    cuts = {0, w}
    for t in (x, y):
        if t.op == "table":
            ones, zeros = ~0, ~0
            for v in t.aux[1]:
                ones &= v
                zeros &= ~v
            known = ones | zeros
            cuts.update(i for i in range(1, w) if (known >> i ^ known >> i - 1) & 1)
        elif t.most.bit_length() < w:
            cuts.add(t.most.bit_length())
    if len(cuts) > 2:
        cuts = sorted(cuts)
        return cat([_bitwise(op, function, part(x, h - 1, l), part(y, h - 1, l)) for l, h in zip(cuts, cuts[1:])][::-1])
    args = []
    for t in (x, y):
        args.extend(t.args if t.op == op else (t,))
    args = sorted(set(args), key=lambda t: t.number) if op != "xor" else sorted(args, key=lambda t: t.number)
    most = min(t.most for t in args) if op == "and" else (1 << max(t.most.bit_length() for t in args)) - 1
    return _make(op, w, tuple(args), None, most)


def and_(a, b):
    return _bitwise("and", lambda x, y: x & y, a, b)


def or_(a, b):
    return _bitwise("or", lambda x, y: x | y, a, b)


def xor(a, b):
    return _bitwise("xor", lambda x, y: x ^ y, a, b)


def not_(t):
    if t.op == "not":
        return t.args[0]
    if t.op == "cat":
        return cat([not_(p) for p in t.args])
    if t.op == "repeat":
        return repeat(not_(t.args[0]), t.w)
    found = tabulate(t.w, lambda v: ~v, (t,))
    return found if found is not None else _make("not", t.w, (t,), None, (1 << t.w) - 1)


def _xor1(a, b):
    found = tabulate(1, lambda x, y: x ^ y, (a, b))
    if found is not None:
        return found
    if a is b:
        return const(1, 0)
    if value_of(a) is not None:
        a, b = b, a
    if value_of(b) is not None:
        return not_(a) if value_of(b) else a
    if not_(a) is b:
        return const(1, 1)
    return ite(a, not_(b), b)


def true():
    return const(1, 1)


def false():
    return const(1, 0)


def all_of(conditions):
    """The conjunction: tables of the same character are one, so that "all characters are valid" has one form."""
    todo = list(conditions)
    by_support, others = {}, set()
    while todo:
        c = todo.pop()
        if c.op == "and" and c.w == 1:
            todo.extend(c.args)
        elif c.op == "table":
            if value_of(c) == 0:
                return c
            if c.aux[0]:
                key = c.aux[0]
                before = by_support.get(key)
                by_support[key] = c if before is None else tabulate(1, lambda x, y: x & y, (before, c))
        else:
            others.add(c)
    # A table over a part of another's bits joins it.
    keys = sorted(by_support, key=len)
    for i, small in enumerate(keys):
        for big in keys[i + 1 :]:
            if set(small) <= set(big):
                by_support[big] = tabulate(1, lambda x, y: x & y, (by_support[big], by_support.pop(small)))
                break
    for c in by_support.values():
        if value_of(c) == 0:
            return c
        if value_of(c) is None:
            others.add(c)
    for c in others:
        if not_(c) in others:
            return false()
    for c in others:
        # not (x and y), and x, y: a contradiction.
        if c.op == "not" and c.args[0].op == "and" and set(c.args[0].args) <= others:
            return false()
    # not (x and y and z) says nothing new beside not (x and y).
    denied = [(c, set(conjuncts(c.args[0]))) for c in others if c.op == "not"]
    if len(denied) > 1:
        for c, of in denied:
            if any(d is not c and d in others and less <= of and (less != of) for d, less in denied):
                others.discard(c)
    if not others:
        return true()
    if len(others) == 1:
        return others.pop()
    return _make("and", 1, tuple(sorted(others, key=lambda t: t.number)), None, 1)


def conjuncts(t):
    return t.args if t.op == "and" and t.w == 1 else (t,)


def any_of(conditions):
    return not_(all_of([not_(c) for c in conditions]))


def ite(c, yes, no):
    known = value_of(c)
    if known is not None:
        return yes if known else no
    if yes is no:
        return yes
    if c.op == "not":
        return ite(c.args[0], no, yes)
    if yes.w == 1:
        if value_of(yes) == 1:
            return any_of([c, no])
        if value_of(yes) == 0:
            return all_of([not_(c), no])
        if value_of(no) == 0:
            return all_of([c, yes])
        if value_of(no) == 1:
            return any_of([not_(c), yes])
    if yes.op == "ite" and yes.args[0] is c:
        yes = yes.args[1]
    if no.op == "ite" and no.args[0] is c:
        no = no.args[2]
    if yes is no:
        return yes
    if yes.w <= 64:
        found = tabulate(yes.w, lambda x, y, z: y if x else z, (c, yes, no))
        if found is not None:
            return found
    if yes.op == "cat" or no.op == "cat":
        return cat([ite(c, y, n) for y, n in pieces(yes, no)])
    # ite(c, x, ite(d, x, z)) = ite(c or d, x, z)
    if no.op == "ite" and no.args[1] is yes:
        return ite(any_of([c, no.args[0]]), yes, no.args[2])
    return _make("ite", yes.w, (c, yes, no), None, max(yes.most, no.most))


# --- comparison -----------------------------------------------------------------------------------------------


def eq(a, b):
    if a is b:
        return true()
    if a.op == "lin" or b.op == "lin":
        # x + y = x + z
        if a.op == "lin" and b.op == "lin":
            shared = set(a.args) & set(b.args)
            if shared and a.args != b.args or shared and a.aux[0] == b.aux[0]:
                da, db = dict(zip(a.args, a.aux[0])), dict(zip(b.args, b.aux[0]))
                for s in shared:
                    if da[s] == db[s]:
                        del da[s], db[s]
                if len(da) < len(a.args):
                    a, b = _lin(a.w, da, a.aux[1]), _lin(b.w, db, b.aux[1])
                    return eq(a, b)
        for one, other in ((a, b), (b, a)):
            v = value_of(other)
            if v is not None and one.op == "lin" and is_exact(one) and v < one.aux[1]:
                return false()
        return _compare("eq", a, b)
    found = []
    for x, y in pieces(a, b):
        if x is not y:
            found.append(_eq_piece(x, y))
    return all_of(found)


def _eq_piece(x, y):
    if x is y:
        return true()
    if x.w == 1:
        return not_(_xor1(x, y))
    if x.op == "lookup" and y.op == "lookup":
        (i,), (j,) = x.args, y.args
        reached = x.aux if len(x.aux) <= len(y.aux) else y.aux
        both = x.aux[: len(reached)] == y.aux[: len(reached)]
        if both and i.w == j.w and max(i.most, j.most) < len(reached) and len(set(reached)) == len(reached):
            return eq(i, j)
    result = tabulate(1, lambda p, q: p == q, (x, y))
    if result is not None:
        return result
    for one, other in ((x, y), (y, x)):
        v = value_of(other)
        if v is None:
            continue
        if v > one.most:
            return false()
        if one.op == "or" and v == 0:
            return all_of([eq(a, const(a.w, 0)) for a in one.args])
        if one.op == "repeat":
            return one.args[0] if v == (1 << one.w) - 1 else not_(one.args[0]) if v == 0 else false()
        if one.op == "ite" and (value_of(one.args[1]) is not None or value_of(one.args[2]) is not None):
            return ite(one.args[0], eq(one.args[1], other), eq(one.args[2], other))
    return _compare("eq", x, y)


def _compare(op, a, b):
    functions = {"eq": lambda x, y: x == y, "ult": lambda x, y: x < y}
    found = tabulate(1, functions[op], (a, b))
    if found is not None:
        return found
    if op == "eq" and a.number > b.number:
        a, b = b, a
    return _make(op, 1, (a, b), None, 1)


def ult(a, b):
    if a is b:
        return false()
    most = value_of(b)
    if most is not None and a.most < most:
        return true()
    if most is not None and a.op == "lin" and is_exact(a) and a.aux[1] >= most:
        return false()
    least = value_of(a)
    if least is not None and least >= b.most:
        return false()
    if least is not None and b.op == "lin" and is_exact(b) and b.aux[1] > least:
        return true()
    if most is not None and most == 1:
        return eq(a, const(a.w, 0))
    if most == 0:
        return false()
    if least == 0:
        return not_(eq(b, a))
    # The common upper part, most often zeros.
    if a.op == "cat" or b.op == "cat":
        rows = pieces(a, b)
        if rows[0][0] is rows[0][1] and len(rows) > 1:
            return ult(cat([r[0] for r in rows[1:]]), cat([r[1] for r in rows[1:]]))
        if len(rows) > 1 and (most is not None or least is not None):
            x, y = rows[0]
            rest = ult(cat([r[0] for r in rows[1:]]), cat([r[1] for r in rows[1:]]))
            return any_of([ult(x, y), all_of([eq(x, y), rest])])
    return _compare("ult", a, b)


def ule(a, b):
    return not_(ult(b, a))


def slt(a, b):
    sign = const(a.w, 1 << a.w - 1)
    if a.most < 1 << a.w - 1 and b.most < 1 << a.w - 1:
        return ult(a, b)
    if value_of(b) == 0:
        return part(a, a.w - 1, a.w - 1)
    if value_of(a) == (1 << a.w) - 1:
        return not_(part(b, a.w - 1, a.w - 1))
    return ult(xor(a, sign), xor(b, sign))


# --- numbers --------------------------------------------------------------------------------------------------


def is_exact(t):
    """Whether a sum never reaches 2^w, so that it is one in wider numbers too."""
    return t.aux[1] + sum(c * a.most for a, c in zip(t.args, t.aux[0])) < 1 << t.w


def _terms_of(t, w):
    """(atoms with factors, constant) of a term as a number modulo 2^w."""
    if t.op == "lin" and (t.w >= w or is_exact(t)):
        return dict(zip(t.args, t.aux[0])), t.aux[1]
    if t.op == "cat":
        atoms, constant, at = {}, 0, 0
        for p in reversed(t.args):
            if at < w:
                inner, c = _terms_of(p, w - at)
                constant += c << at
                for a, f in inner.items():
                    atoms[a] = atoms.get(a, 0) + (f << at)
            at += p.w
        return atoms, constant
    v = value_of(t)
    if v is not None:
        return {}, v
    if is_whole(t):
        return _terms_of(t.args[0], w)
    if t.op == "table":
        found = _in_digits(t, w)
        if found is not None:
            return found
        t = part(t, t.most.bit_length() - 1, 0)  # without zeros above, so that equal summands are one
    return {t: 1}, 0


def tell_in(digit):
    """From now on a table of the digit's bits is told as a multiple of the digit, in a sum, where it is one."""
    _digits[digit.aux[0]] = digit


def _in_digits(t, w):
    """(atoms with factors, constant) of a table as a multiple of a digit modulo 2^w, or None."""
    digit = _digits.get(t.aux[0])
    if digit is None or digit is t:
        return None
    by_digit = dict(zip(digit.aux[1], t.aux[1]))
    constant, first = by_digit[0], by_digit[1]
    modulus = 1 << min(w, t.w)
    factor = (first - constant) % modulus
    for d, v in zip(digit.aux[1], t.aux[1]):
        told = constant + factor * d
        if told != v and (t.w < w or (told - v) % modulus):
            return None
    return {digit: factor}, constant


def is_whole(t):
    """Whether it is the lower part of a term and the rest of that is zeros."""
    return t.op == "part" and t.aux[1] == 0 and t.args[0].most >> t.aux[0] + 1 == 0


def _lin(w, atoms, constant):
    mask = (1 << w) - 1
    kept = {}
    constant &= mask
    for a, c in atoms.items():
        c &= mask
        if c == 0:
            continue
        if a.w > w:
            inner, extra = _terms_of(part(a, w - 1, 0), w)
            constant += extra * c
            for x, f in inner.items():
                kept[x] = kept.get(x, 0) + f * c & mask
            continue
        kept[a] = kept.get(a, 0) + c & mask
    constant &= mask
    kept = {a: c for a, c in kept.items() if c & mask}
    for a, c in list(kept.items()):
        # The lower bits of a sum, of which a summand is subtracted again.
        if a.op == "part" and a.aux == (w - 1, 0) and a.args[0].op == "lin":
            inner, extra = _terms_of(a.args[0], w)
            if any(kept.get(x, 0) and (kept[x] + f * c) & mask == 0 for x, f in inner.items()):
                del kept[a]
                return linear(w, [(f, x) for x, f in kept.items()] + [(f * c, x) for x, f in inner.items()],
                              constant + extra * c)
    kept, extra = _halves_joined(kept)
    constant = constant + extra & mask
    kept = {a: c & mask for a, c in kept.items() if c & mask}
    if not kept:
        return const(w, constant)
    if w <= 64:
        terms, factors = tuple(kept), tuple(kept.values())
        found = tabulate(w, lambda *v: constant + sum(f * x for f, x in zip(factors, v)), terms)
        if found is not None:
            return found
    # Powers of two that do not overlap are parts of a number, not a sum; so is a bit times several of them.
    placed, disjoint, span = [], True, constant
    for a, c in kept.items():
        ones = [i for i in range(c.bit_length()) if c >> i & 1] if a.most == 1 else [(c & -c).bit_length() - 1]
        here = ((1 << a.most.bit_length()) - 1) * c
        if c != sum(1 << low for low in ones) or here >> w or here & span:
            disjoint = False
            break
        span |= here
        placed += [(low, a) for low in ones]
    if disjoint:
        total = const(w, constant)
        for low, a in placed:
            width = min(a.w, w - low)
            moved = cat([const(w - low - width, 0), part(a, width - 1, 0), const(low, 0)] if low else
                        [const(w - width, 0), part(a, width - 1, 0)])
            total = or_(total, moved)
        return total
    order = sorted(kept, key=lambda t: t.number)
    factors = tuple(kept[a] for a in order)
    total = constant + sum(c * a.most for a, c in kept.items())
    return _make("lin", w, tuple(order), (factors, constant), min(mask, total))


def _halves_joined(atoms):
    """x's lower bits plus its upper ones at their place are x."""
    constant = 0
    uppers = [a for a in atoms if a.op == "part" and a.aux[1] > 0]
    for upper in uppers:
        whole = upper.args[0]
        high, low = upper.aux
        if high != whole.w - 1 and whole.most >> high + 1:
            continue
        for lower in list(atoms):
            below = part(whole, low - 1, 0)
            if lower is below and upper in atoms and atoms[upper] == atoms[lower] << low:
                factor = atoms.pop(lower)
                atoms.pop(upper)
                inner, more = _terms_of(whole, 1 << 20)
                constant += more * factor
                for a, f in inner.items():
                    atoms[a] = atoms.get(a, 0) + f * factor
    return atoms, constant


def add(a, b):
    return linear(a.w, [(1, a), (1, b)])


def sub(a, b):
    return linear(a.w, [(1, a), (-1, b)])


def linear(w, products, constant=0):
    """The sum of factor · term, modulo 2^w; terms may be narrower."""
    atoms = {}
    modulus = 1 << w
    for factor, t in products:
        factor %= modulus
        if t.op == "cat" and len(t.args) == 2 and value_of(t.args[0]) == 0:
            t = t.args[1]
        whole = t.args[0] if is_whole(t) else t
        many = whole.op == "lin" and is_exact(whole) and len(whole.args) > 1
        if many and t.w <= w and min(factor, modulus - factor) * t.most >= modulus:
            # Its own sum is worth more than the sum of its terms' products, which would wrap around.
            atoms[t] = atoms.get(t, 0) + factor
            continue
        inner, c = _terms_of(t, w)
        constant += c * factor
        for x, f in inner.items():
            atoms[x] = atoms.get(x, 0) + f * factor
    return _lin(w, atoms, constant)


def mul(a, b):
    for one, other in ((a, b), (b, a)):
        v = value_of(one)
        if v is not None:
            if v and v & v - 1 == 0:
                return shl(other, v.bit_length() - 1)
            return linear(a.w, [(v, other)])
    found = tabulate(a.w, lambda x, y: x * y, (a, b))
    if found is not None:
        return found
    if a.number > b.number:
        a, b = b, a
    return _make("mul", a.w, (a, b), None, min((1 << a.w) - 1, a.most * b.most))


def shl(t, n):
    if n == 0:
        return t
    if n >= t.w:
        return const(t.w, 0)
    return cat([part(t, t.w - n - 1, 0), const(n, 0)])


def lshr(t, n):
    if n == 0:
        return t
    if n >= t.w:
        return const(t.w, 0)
    return cat([const(n, 0), part(t, t.w - 1, n)])


def ashr(t, n):
    n = min(n, t.w - 1)
    return t if n == 0 else cat([repeat(part(t, t.w - 1, t.w - 1), n), part(t, t.w - 1, n)])


def _shift(op, function, t, by):
    n = value_of(by)
    if n is not None:
        return {"shl": shl, "lshr": lshr, "ashr": ashr}[op](t, n)
    found = tabulate(t.w, lambda v, s: function(v, s, t.w), (t, by)) if t.w <= 64 else None
    if found is not None:
        return found
    return _make(op, t.w, (t, by), None, (1 << t.w) - 1)


def shl_by(t, by):
    return _shift("shl", lambda v, s, w: v << s if s < w else 0, t, by)


def lshr_by(t, by):
    return _shift("lshr", lambda v, s, w: v >> s if s < w else 0, t, by)


def ashr_by(t, by):
    return _shift("ashr", lambda v, s, w: (v - (v >> w - 1 << w)) >> min(s, w - 1), t, by)


def _split_by(t, divisor):
    """t = divisor · quotient + rest as natural numbers, rest < divisor; or None. Both are (atoms, constant)."""
    if t.op not in ("lin", "cat"):
        return None
    atoms, constant = _terms_of(t, t.w)
    if constant + sum(c * a.most for a, c in atoms.items()) >> t.w:
        return None  # the sum wraps around, so it is no natural number's
    upper = {a: c // divisor for a, c in atoms.items() if c % divisor == 0}
    lower = {a: c for a, c in atoms.items() if c % divisor}
    most = constant % divisor + sum(c * a.most for a, c in lower.items())
    if most >= divisor:
        return None
    return (upper, constant // divisor), (lower, constant % divisor)


def udiv(a, b):
    return _divide("udiv", lambda x, y: x // y if y else -1, a, b)


def urem(a, b):
    return _divide("urem", lambda x, y: x % y if y else x, a, b)


def _divide(op, function, a, b):
    d = value_of(b)
    found = tabulate(a.w, function, (a, b)) if a.w <= 64 or value_of(a) is not None and d is not None else None
    if found is not None:
        return found
    if d:
        if d & d - 1 == 0:
            n = d.bit_length() - 1
            return lshr(a, n) if op == "udiv" else zext(part(a, n - 1, 0), a.w) if n else const(a.w, 0)
        if a.most < d:
            return const(a.w, 0) if op == "udiv" else a
        split = _split_by(a, d)
        if split is not None:
            atoms, constant = split[0 if op == "udiv" else 1]
            return _lin(a.w, atoms, constant)
        if op == "udiv" and a.op == "udiv" and value_of(a.args[1]):
            both = d * value_of(a.args[1])
            if both < 1 << a.w:
                return udiv(a.args[0], const(a.w, both))
        return _make(op, a.w, (a, b), None, a.most // d if op == "udiv" else min(a.most, d - 1))
    return _make(op, a.w, (a, b), None, (1 << a.w) - 1)


def lookup(values, w, index):
    """values[index], where the index has few bits or is a choice of few."""
    found = tabulate(w, lambda i: values[i] if i < len(values) else 0, (index,))
    if found is not None:
        return found
    return _make("lookup", w, (index,), tuple(values), max(values))


# --- substitution ---------------------------------------------------------------------------------------------


def rebuilt(t, args):
    """The operation of t on other arguments."""
    op = t.op
    if op == "cat":
        return cat(args)
    if op == "part":
        return part(args[0], *t.aux)
    if op == "lin":
        return linear(t.w, list(zip(t.aux[0], args)), t.aux[1])
    if op == "repeat":
        return repeat(args[0], t.w)
    if op == "not":
        return not_(args[0])
    if op == "ite":
        return ite(*args)
    if op in ("and", "or", "xor"):
        if t.w == 1:
            return all_of(args)
        total = args[0]
        for a in args[1:]:
            total = {"and": and_, "or": or_, "xor": xor}[op](total, a)
        return total
    if op == "lookup":
        return lookup(t.aux, t.w, args[0])
    return {"eq": eq, "ult": ult, "mul": mul, "udiv": udiv, "urem": urem, "shl": shl_by, "lshr": lshr_by,
            "ashr": ashr_by}[op](*args)


class Substitution:
    """Replaces unknown bits by tables, and terms by terms."""

    def __init__(self, bits=None, terms=None):
        self.bits = bits or {}  # number of a bit: a term of one bit
        self.known = dict(terms or {})

    def __call__(self, term):
        stack = [term]
        while stack:
            t = stack[-1]
            if t in self.known:
                stack.pop()
                continue
            if t.op == "table":
                self.known[t] = self._table(t)
                stack.pop()
                continue
            missing = [a for a in t.args if a not in self.known]
            if missing:
                stack.extend(missing)
                continue
            args = [self.known[a] for a in t.args]
            if all(x is y for x, y in zip(args, t.args)):
                self.known[t] = t
            else:
                new = rebuilt(t, args)
                # What was assumed of a part may hold of the whole only after it was rebuilt.
                self.known[t] = self.known.get(new, new) if new is not t else new
            stack.pop()
        return self.known[term]

    def _table(self, t):
        bits = t.aux[0]
        if not any(b in self.bits for b in bits):
            return t
        sources = []
        for b in bits:
            sources.append(self.bits.get(b) or _table(1, (b,), [0, 1]))
        values = t.aux[1]

        def at(*index):
            i = 0
            for place, bit in enumerate(index):
                i |= bit << place
            return values[i]

        found = tabulate(t.w, at, tuple(sources))
        if found is None:
            index = cat(sources[::-1])
            return _make("lookup", t.w, (index,), values, max(values))
        return found


def bits_in(terms):
    """Unknown bits and variables that the terms depend on."""
    seen, bits, variables = set(), set(), set()
    stack = list(terms)
    while stack:
        t = stack.pop()
        if t in seen:
            continue
        seen.add(t)
        if t.op == "table":
            bits.update(t.aux[0])
        elif t.op == "var":
            variables.add(t)
        stack.extend(t.args)
    return bits, variables


def evaluate(term, bits, variables, memo=None):
    """The value of a term under values of its bits and variables."""
    memo = {} if memo is None else memo
    stack = [term]
    while stack:
        t = stack[-1]
        if t in memo:
            stack.pop()
            continue
        missing = [a for a in t.args if a not in memo]
        if missing:
            stack.extend(missing)
            continue
        v = [memo[a] for a in t.args]
        op = t.op
        if op == "table":
            r = t.aux[1][sum(bits.get(b, 0) << i for i, b in enumerate(t.aux[0]))]
        elif op == "var":
            r = variables.get(t, 0)
        elif op == "cat":
            r = 0
            for a, x in zip(t.args, v):
                r = r << a.w | x
        elif op == "part":
            r = v[0] >> t.aux[1]
        elif op == "lin":
            r = t.aux[1] + sum(f * x for f, x in zip(t.aux[0], v))
        elif op == "repeat":
            r = -v[0]
        elif op == "not":
            r = ~v[0]
        elif op == "ite":
            r = v[1] if v[0] else v[2]
        elif op in ("and", "or", "xor"):
            r = v[0]
            for x in v[1:]:
                r = r & x if op == "and" else r | x if op == "or" else r ^ x
        elif op == "lookup":
            r = t.aux[v[0]] if v[0] < len(t.aux) else 0
        elif op == "eq":
            r = v[0] == v[1]
        elif op == "ult":
            r = v[0] < v[1]
        elif op == "mul":
            r = v[0] * v[1]
        elif op == "udiv":
            r = v[0] // v[1] if v[1] else (1 << t.w) - 1
        elif op == "urem":
            r = v[0] % v[1] if v[1] else v[0]
        elif op == "shl":
            r = v[0] << v[1] if v[1] < t.w else 0
        elif op == "lshr":
            r = v[0] >> v[1] if v[1] < t.w else 0
        elif op == "ashr":
            r = v[0] - (v[0] >> t.w - 1 << t.w) >> min(v[1], t.w - 1)
        else:
            raise NotImplementedError(op)
        memo[t] = int(r) & (1 << t.w) - 1
        stack.pop()
    return memo[term]
