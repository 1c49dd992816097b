"""What instructions mean: LLVM's own operations on terms, and each intrinsic that the kernels use.

meanings_test.py compares every intrinsic here with the processor.
"""

import re
from fractions import Fraction
import struct

import terms as T

BINARY = {
    "add": T.add,
    "sub": T.sub,
    "mul": T.mul,
    "and": T.and_,
    "or": T.or_,
    "xor": T.xor,
    "shl": T.shl_by,
    "lshr": T.lshr_by,
    "ashr": T.ashr_by,
    "udiv": T.udiv,
    "urem": T.urem,
}

COMPARE = {
    "eq": T.eq,
    "ne": lambda a, b: T.not_(T.eq(a, b)),
    "ult": T.ult,
    "ule": T.ule,
    "ugt": lambda a, b: T.ult(b, a),
    "uge": lambda a, b: T.ule(b, a),
    "slt": T.slt,
    "sle": lambda a, b: T.not_(T.slt(b, a)),
    "sgt": lambda a, b: T.slt(b, a),
    "sge": lambda a, b: T.not_(T.slt(a, b)),
}


def _table(w, function, *args):
    return T.tabulate(w, function, args)


def usub_sat(a, b):
    found = _table(a.w, lambda x, y: max(0, x - y), a, b)
    if found is not None:
        return found
    if T.value_of(b) is not None and a.most <= T.value_of(b):
        return T.const(a.w, 0)
    return T.ite(T.ult(a, b), T.const(a.w, 0), T.sub(a, b))


def uadd_sat(a, b):
    full = (1 << a.w) - 1
    found = _table(a.w, lambda x, y: min(full, x + y), a, b)
    if found is not None:
        return found
    total = T.add(T.zext(a, a.w + 1), T.zext(b, a.w + 1))
    return T.ite(T.part(total, a.w, a.w), T.const(a.w, -1), T.trunc(total, a.w))


def umin(a, b):
    return T.ite(T.ult(a, b), a, b)


def smin(a, b):
    return T.ite(T.slt(a, b), a, b)


def umax(a, b):
    return T.ite(T.ult(a, b), b, a)


def bswap(a):
    return T.cat([T.part(a, low + 7, low) for low in range(0, a.w, 8)])


def _zeros(a, places):
    """How many zeros stand before the first one among the places; all of them when there is none."""
    found = T.const(a.w, a.w)
    for zeros, i in reversed(list(enumerate(places))):
        found = T.ite(T.part(a, i, i), T.const(a.w, zeros), found)
    return found


def cttz(a, _):
    return _zeros(a, range(a.w))


def ctlz(a, _):
    return _zeros(a, reversed(range(a.w)))


def fshl(a, b, n):
    count = T.value_of(n)
    if count is None:
        raise NotImplementedError("fshl by an unknown count")
    both = T.cat([a, b])
    return T.part(T.shl(both, count % a.w), 2 * a.w - 1, a.w)


def _each(function):
    def lanes(*args):
        if isinstance(args[0], list):
            return [function(*row) for row in zip(*args)]
        return function(*args)

    return lanes


def _pick(items, index):
    """items[index]; the index has as many bits as there are items."""
    known = T.value_of(index)
    if known is not None:
        return items[known]
    values = [T.value_of(i) for i in items]
    if None not in values:
        return T.lookup(tuple(values), items[0].w, index)
    while len(items) > 1:
        half = len(items) // 2
        top = T.part(index, index.w - 1, index.w - 1)
        items = [T.ite(top, h, l) for l, h in zip(items[:half], items[half:])]
        if index.w > 1:
            index = T.part(index, index.w - 2, 0)
    return items[0]


def pshufb(a, places):
    out = []
    for base in range(0, len(a), 16):
        lane = a[base : base + 16]
        for p in places[base : base + 16]:
            out.append(T.ite(T.part(p, 7, 7), T.const(8, 0), _pick(lane, T.part(p, 3, 0))))
    return out


def _signed_sum(w, pairs):
    """The sum of signed products, exactly, as a number of w bits."""
    products = []
    for a, b in pairs:
        for one, other in ((a, b), (b, a)):
            v = T.value_of(one)
            if v is not None:
                products.append((v - (v >> one.w - 1 << one.w), T.sext(other, w)))
                break
        else:
            products.append((1, T.mul(T.sext(a, w), T.sext(b, w))))
    return T.linear(w, products)


def pmaddubs(a, b):
    """Unsigned times signed bytes, added in pairs, kept within signed 16 bits."""
    out = []
    for i in range(0, len(a), 2):
        pairs = [(T.zext(a[i + k], 9), b[i + k]) for k in (0, 1)]
        most = 0
        for x, y in pairs:
            v = T.value_of(y)
            most += x.most * v if v is not None and v < 128 else 1 << 16
        if most < 1 << 15:
            out.append(_signed_sum(16, pairs))
            continue
        total = _signed_sum(18, pairs)
        negative = T.part(total, 17, 17)
        over = T.slt(T.const(18, 0x7FFF), total)
        under = T.slt(total, T.const(18, -0x8000))
        out.append(T.ite(over, T.const(16, 0x7FFF), T.ite(T.all_of([negative, under]), T.const(16, 0x8000),
                                                          T.trunc(total, 16))))
    return out


def pmaddw(a, b):
    return [_signed_sum(32, [(a[i], b[i]), (a[i + 1], b[i + 1])]) for i in range(0, len(a), 2)]


def vpdpbusd(start, a, b):
    out = []
    for i, s in enumerate(start):
        total = _signed_sum(32, [(T.zext(a[4 * i + k], 9), b[4 * i + k]) for k in range(4)])
        out.append(T.add(s, total))
    return out


def pmulhuw(a, b):
    return [T.part(T.mul(T.zext(x, 32), T.zext(y, 32)), 31, 16) for x, y in zip(a, b)]


def _packed(word):
    if word.most < 256:
        return T.trunc(word, 8)
    return T.ite(T.part(word, 15, 15), T.const(8, 0), T.ite(T.ult(T.const(16, 255), word), T.const(8, 255),
                                                             T.trunc(word, 8)))


def packus(a, b):
    out = []
    for base in range(0, len(a), 8):
        out.extend(_packed(x) for x in a[base : base + 8] + b[base : base + 8])
    return out


def permvar(a, index):
    bits = (len(a) - 1).bit_length()
    return [_pick(a, T.part(i, bits - 1, 0)) for i in index]


def vpermi2var(a, index, b):
    bits = len(a).bit_length()
    return [_pick(a + b, T.part(i, bits - 1, 0)) for i in index]


def multishift(fields, data):
    """Eight bits of a quadword from any bit on, around its end."""
    out = []
    for q in range(0, len(data), 8):
        word = T.cat(data[q : q + 8][::-1])
        for f in fields[q : q + 8]:
            from_bit = T.value_of(T.part(f, 5, 0))
            if from_bit is None:
                raise NotImplementedError("multishift by unknown fields")
            out.append(T.part(T.cat([word, word]), from_bit + 7, from_bit))
    return out


def pternlog(a, b, c, table):
    table = T.value_of(table)
    out = []
    for x, y, z in zip(a, b, c):
        total = T.const(x.w, 0)
        if table == 0xF8:
            total = T.or_(x, T.and_(y, z))
        elif table == 0x0C:
            total = T.and_(T.not_(x), y)
        elif table == 0xFE:
            total = T.or_(x, T.or_(y, z))
        else:
            for i in range(8):
                if table >> i & 1:
                    row = T.const(x.w, -1)
                    for bit, term in ((4, x), (2, y), (1, z)):
                        row = T.and_(row, term if i & bit else T.not_(term))
                    total = T.or_(total, row)
        out.append(total)
    return out


def _known(mask):
    chosen = T.value_of(mask)
    if chosen is None:
        raise NotImplementedError("bits by an unknown mask")
    return chosen


def pdep(value, mask):
    chosen = _known(mask)
    out, source = [], 0
    for i in range(mask.w):
        if chosen >> i & 1:
            out.append(T.part(value, source, source))
            source += 1
        else:
            out.append(T.const(1, 0))
    return T.cat(out[::-1])


def pext(value, mask):
    chosen = _known(mask)
    bits = [T.part(value, i, i) for i in range(mask.w) if chosen >> i & 1]
    return T.zext(T.cat(bits[::-1]), value.w)


def truncated_product(machine, double):
    """trunc(double(n) · r) for a constant r: the quotient by d, or one less, by exact bounds on both roundings.

    n and the product are rounded to within a factor of 1 ± 2^-52, to which side ever. The bounds are computed here with fractions for
    the r that stands in the code; d is the nearest whole number to 1/r. No other use of doubles is understood.
    """
    what = machine.fractions[double]
    number, reciprocal = what[1], T.value_of(what[2])
    n = machine.fractions[number][1]
    r = Fraction(struct.unpack("<d", struct.pack("<Q", reciprocal))[0])
    d = round(1 / r)
    most = (1 << 64) - 1
    rounding = Fraction(1, 1 << 52)
    never_above = r * (1 + rounding) ** 2 <= Fraction(1, d)
    below_by = most * (Fraction(1, d) - r * (1 - rounding) ** 2)
    if not (never_above and below_by < 1):
        raise NotImplementedError(f"a product by {float(r)} that is not a quotient or one less")
    quotient = T.udiv(n, T.const(64, d))
    is_less = T.unknown(f"rounded{double.number}", 1)
    machine.cases.append(is_less)
    # A quotient of zero is never less.
    machine.assumption = T.all_of([machine.assumption, T.not_(T.all_of([is_less, T.eq(quotient, T.const(64, 0))]))])
    return T.ite(is_less, T.sub(quotient, T.const(64, 1)), quotient)


def tbl1(table, index):
    out = []
    for i in index:
        inside = T.ult(i, T.const(8, 16))
        out.append(T.ite(inside, _pick(table, T.part(i, 3, 0)), T.const(8, 0)))
    return out


def umull(a, b):
    return [T.mul(T.zext(x, 2 * x.w), T.zext(y, 2 * y.w)) for x, y in zip(a, b)]


def ushl(a, counts):
    out = []
    for x, c in zip(a, counts):
        n = T.value_of(T.part(c, 7, 0))
        if n is None:
            raise NotImplementedError("ushl by unknown counts")
        out.append(T.shl(x, n) if n < 128 else T.lshr(x, 256 - n))
    return out


def addp(a, b):
    both = a + b
    return [T.add(both[i], both[i + 1]) for i in range(0, len(both), 2)]


def umaxv(a):
    top = a[0]
    for x in a[1:]:
        top = umax(top, x)
    return T.zext(top, 32)


INTRINSICS = {
    r"usub\.sat\..*": _each(usub_sat),
    r"uadd\.sat\..*": _each(uadd_sat),
    r"umin\..*": _each(umin),
    r"umax\..*": _each(umax),
    r"smin\..*": _each(smin),
    r"bswap\..*": _each(bswap),
    r"cttz\..*": cttz,
    r"ctlz\..*": ctlz,
    r"fshl\..*": _each(fshl),
    r"x86\.ssse3\.pshuf\.b\.128|x86\.avx2\.pshuf\.b|x86\.avx512\.pshuf\.b\.512": pshufb,
    r"x86\.ssse3\.pmadd\.ub\.sw\.128|x86\.avx2\.pmadd\.ub\.sw|x86\.avx512\.pmaddubs\.w\.512": pmaddubs,
    r"x86\.sse2\.pmadd\.wd|x86\.avx2\.pmadd\.wd|x86\.avx512\.pmaddw\.d\.512": pmaddw,
    r"x86\.sse2\.pmulhu\.w|x86\.avx2\.pmulhu\.w": pmulhuw,
    r"x86\.sse2\.packuswb\.128|x86\.avx2\.packuswb|x86\.avx512\.packuswb\.512": packus,
    r"x86\.avx512\.permvar\.qi\.(256|512)": permvar,
    r"x86\.avx512\.vpermi2var\.(qi\.256|(qi|d)\.512)": vpermi2var,
    r"x86\.avx512\.pmultishift\.qb\.512": multishift,
    r"x86\.avx512\.pternlog\.q\.(128|512)": pternlog,
    r"x86\.avx512\.vpdpbusd\.512": None,  # set below: its bytes lie in double words
    r"x86\.bmi\.pdep\.32": pdep,
    r"x86\.bmi\.pext\.32": pext,
    r"aarch64\.neon\.tbl1\.v16i8": tbl1,
    r"aarch64\.neon\.umull\..*": umull,
    r"aarch64\.neon\.ushl\.v8i16": ushl,
    r"aarch64\.neon\.addp\..*": addp,
    r"aarch64\.neon\.umin\..*": _each(umin),
    r"aarch64\.neon\.umax\..*": _each(umax),
    r"aarch64\.neon\.smin\..*": _each(smin),
    r"aarch64\.neon\.uqsub\..*": _each(usub_sat),
    r"aarch64\.neon\.uqadd\..*": _each(uadd_sat),
    r"aarch64\.neon\.umaxv\.i32\.v16i8": umaxv,
}


def _vpdpbusd_of_words(start, a, b):
    def split(words):
        return [T.part(w, low + 7, low) for w in words for low in (0, 8, 16, 24)]

    return vpdpbusd(start, split(a), split(b))


INTRINSICS[r"x86\.avx512\.vpdpbusd\.512"] = _vpdpbusd_of_words


def find(name):
    for pattern, function in INTRINSICS.items():
        if re.fullmatch(pattern, name):
            return function
    return None
