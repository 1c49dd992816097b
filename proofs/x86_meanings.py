"""What x86-64 instructions mean, but for those that jump, call or move the stack. x86_test.py compares each with the processor."""

import math
import re

import meanings
import terms as T
from run import Pointer, Stuck
from x86_code import NAMES

STACK = "stack#"
FLAGS = ["cf", "zf", "sf", "of"]
WIDEST = 512
CONDITIONS = {
    "e": lambda f: f["zf"], "b": lambda f: f["cf"], "s": lambda f: f["sf"], "o": lambda f: f["of"], "be": lambda f: T.any_of([f["cf"], f["zf"]]),
    "l": lambda f: T.xor(f["sf"], f["of"]), "le": lambda f: T.any_of([f["zf"], T.xor(f["sf"], f["of"])])}
CONDITIONS |= {no: lambda f, yes=CONDITIONS[yes]: T.not_(yes(f))
               for no, yes in (("ne", "e"), ("ae", "b"), ("ns", "s"), ("no", "o"), ("a", "be"), ("ge", "l"), ("g", "le"))}
ALIGNED, UNALIGNED = r"v?mov(dqa|ap|nt)", r"movdqu|movup|lddqu"  # of what is older than AVX, all others are aligned


# --- lanes --------------------------------------------------------------------------------------------------------------------


def lanes(value, w):
    """The same bits in lanes of w."""
    own = value[0].w
    if own == w:
        return value
    if own < w:
        n = w // own
        return [T.cat(value[i : i + n][::-1]) for i in range(0, len(value), n)]
    return [T.part(x, low + w - 1, low) for x in value for low in range(0, own, w)]


def zeros(w, count):
    return [T.const(w, 0)] * count


def halves(function):
    """What a function makes of each 128 bits."""

    def of(*vectors):
        out, per = [], 128 // vectors[0][0].w
        for i in range(0, len(vectors[0]), per):
            out += function(*(v[i : i + per] for v in vectors))
        return out

    return of


def unpacked(high):
    def of(a, b):
        half = len(a) // 2
        rows = zip(a[half:], b[half:]) if high else zip(a[:half], b[:half])
        return [x for row in rows for x in row]

    return halves(of)


def each(function):
    return lambda a, b: [function(x, y) for x, y in zip(a, b)]


LOGIC = {"and": T.and_, "or": T.or_, "xor": T.xor, "andn": lambda a, b: T.and_(T.not_(a), b)}
PARTS = {"128": (128, 64), "32x4": (128, 32), "64x2": (128, 64), "32x8": (256, 32), "64x4": (256, 64)}  # bits, and those of a lane
WIDTHS = {"b": 8, "w": 16, "d": 32, "q": 64}
# Of two vectors in lanes of a width, the result's lanes being of any.
OF_TWO = {
    **{f"padd{s}": (WIDTHS[s], each(T.add)) for s in "bwdq"}, **{f"psub{s}": (WIDTHS[s], each(T.sub)) for s in "bwdq"},
    **{f"psubus{s}": (WIDTHS[s], each(meanings.usub_sat)) for s in "bw"}, **{f"paddus{s}": (WIDTHS[s], each(meanings.uadd_sat)) for s in "bw"},
    **{f"pminu{s}": (WIDTHS[s], each(meanings.umin)) for s in "bwdq"}, **{f"pmaxu{s}": (WIDTHS[s], each(meanings.umax)) for s in "bwdq"},
    "pminsb": (8, each(meanings.smin)),
    **{f"pcmpeq{s}": (WIDTHS[s], each(lambda a, b: T.repeat(T.eq(a, b), a.w))) for s in "bwdq"},
    **{f"pcmpgt{s}": (WIDTHS[s], each(lambda a, b: T.repeat(T.slt(b, a), a.w))) for s in "bwdq"},
    "pmullw": (16, each(T.mul)), "pmulld": (32, each(T.mul)), "pmullq": (64, each(T.mul)),
    "pmulhuw": (16, meanings.pmulhuw),
    **{name: (64, each(lambda a, b, wide=wide: T.mul(wide(T.trunc(a, 32), 64), wide(T.trunc(b, 32), 64))))
       for name, wide in (("pmuludq", T.zext), ("pmuldq", T.sext))},
    "pmaddubsw": (8, meanings.pmaddubs), "pmaddwd": (16, meanings.pmaddw),
    "pshufb": (8, meanings.pshufb), "packuswb": (16, meanings.packus),
    **{f"perm{s}": (WIDTHS[s], lambda index, a: meanings.permvar(a, index)) for s in "bwdq"},
    "pmultishiftqb": (8, meanings.multishift),
    **{f"punpck{h}{s}{t}": (WIDTHS[s], unpacked(h == "h")) for h in "lh" for s, t in zip("bwd", "wdq")},
    **{f"unpck{h}p{s}": (w, unpacked(h == "h")) for h in "lh" for s, w in (("s", 32), ("d", 64))},
    "punpcklqdq": (64, unpacked(False)), "punpckhqdq": (64, unpacked(True)),
    "psllv": (None, each(lambda a, by: shifted(T.shl_by, a, by))), "psrlv": (None, each(lambda a, by: shifted(T.lshr_by, a, by))),
}
OF_TWO |= {f"{name}{s}": (WIDTHS[s], OF_TWO[name][1]) for name in ("psllv", "psrlv") for s in "wdq"}
del OF_TWO["psllv"], OF_TWO["psrlv"]
COMPARED = {"eq": T.eq, "neq": lambda a, b: T.not_(T.eq(a, b)), "ltu": T.ult, "leu": T.ule, "nltu": lambda a, b: T.ule(b, a),
            "nleu": lambda a, b: T.ult(b, a), "gt": lambda a, b: T.slt(b, a), "lt": T.slt, "nle": lambda a, b: T.slt(b, a)}


def shifted(shift, a, by):
    """Vectors shift by as many bits as a lane has, or more, to zero."""
    known = T.value_of(by)
    if known is not None:
        return T.const(a.w, 0) if known >= a.w else shift(a, T.const(a.w, known))
    if by.most < a.w:
        return shift(a, by)
    return T.ite(T.ult(by, T.const(by.w, a.w)), shift(a, by), T.const(a.w, 0))


def factored(t):
    """(x, m, k, the most that x is) of a term that is ⌊x · m / 2ᵏ⌋ with the greatest m, or None."""
    upper = t.args[-1] if t.op == "cat" and len(t.args) == 2 and T.value_of(t.args[0]) == 0 else t
    if upper.op != "part" or upper.args[0].op != "lin" or not T.is_exact(upper.args[0]):
        return None
    product = upper.args[0]
    if product.most >> upper.aux[0] + 1:
        return None
    m = math.gcd(*product.aux[0], product.aux[1])
    most = product.aux[1] // m + sum(f // m * a.most for f, a in zip(product.aux[0], product.args))
    return T.linear(product.w, [(f // m, a) for f, a in zip(product.aux[0], product.args)], product.aux[1] // m), m, upper.aux[1], most


def of_words(function, x, d, w):
    """A quotient or remainder of words, as the specification has it, whatever the width of the register; x is less than 2⁶⁴."""
    return T.trunc(T.zext(function(T.linear(64, [(1, x)]), T.const(64, d)), max(w, 64)), w)


def divided(x, m, k, most, w):
    """⌊x · m / 2ᵏ⌋ as ⌊x / d⌋, which it is if m · d = 2ᵏ + e and e · x < 2ᵏ; or None."""
    d = ((1 << k) + m - 1) // m
    if d < 2 or d >> 64 or most >> min(w, 64) or (m * d - (1 << k)) * most >= 1 << k:
        return None
    return of_words(T.udiv, x, d, w)


def quotient(t):
    """The same term, as a quotient where it is the upper part of a product."""
    found = factored(t)
    return t if found is None else divided(*found, t.w) or t


def quotient_of_halves(t, n):
    """t / 2ⁿ, where t is ⌊(x − h) / 2⌋ + h, which is ⌊(x + h) / 2⌋, and h = ⌊x · m / 2ᵏ⌋: so ⌊x · (2ᵏ + m) / 2ᵏ⁺ⁿ⁺¹⌋; or None."""
    w, t = t.w, t.args[0] if T.is_whole(t) else t
    if t.op != "lin" or t.aux != ((1, 1), 0):
        return None
    for half, h in (t.args, t.args[::-1]):
        found = factored(h)
        if found is None or half.op != "part" or half.aux[1] != 1 or half.args[0].op != "lin":
            continue
        x, m, k, most = found
        if half.args[0] is T.sub(T.trunc(x, half.args[0].w), T.zext(h, half.args[0].w)) and not most >> half.args[0].w:
            return divided(x, (1 << k) + m, k + n + 1, most, w)
    return None


def remainder(t):
    """The same term, as a remainder where it is x − d · ⌊x / d⌋; not of a variable, all of whose values are tried: faster as a product."""
    whole = t.args[0] if T.is_whole(t) else t
    for f, a in zip(whole.aux[0], whole.args) if whole.op == "lin" else ():
        if a.op == "udiv" and T.value_of(a.args[1]) and f == -T.value_of(a.args[1]) & (1 << whole.w) - 1:
            x, d = a.args
            if T.bits_in([x])[1] or x.w > 64:
                return t
            if T.add(whole, T.linear(whole.w, [(T.value_of(d), a)])) is T.linear(whole.w, [(1, x)]):
                return of_words(T.urem, x, T.value_of(d), t.w)
    return t


def narrowed(t):
    """The same term, as a sum of terms where it is one of lower parts of wider sums, and has fewer terms so."""
    if t.op != "lin":
        return t
    products, constant = [], t.aux[1]
    for f, a in zip(t.aux[0], t.args):
        if a.w == t.w and a.op == "part" and a.aux[1] == 0 and a.args[0].op == "lin":
            wide = a.args[0]
            products += [(f * g, T.trunc(b, min(b.w, t.w))) for g, b in zip(wide.aux[0], wide.args)]
            constant += f * wide.aux[1]
        else:
            products.append((f, a))
    found = T.linear(t.w, products, constant)
    return found if found.op != "lin" or len(found.args) < len(t.args) else t


class Instructions:
    """A part of x86.Machine, which has the memory and the values of operands."""

    def numbers(self, i, env, memory, path):
        """Of general registers."""
        condition = re.fullmatch(r"(set|cmov)(\w+)", i.name)
        if condition and condition[2] in CONDITIONS:
            holds = CONDITIONS[condition[2]](env)
            if condition[1] == "set":
                self.put(i.operands[0], T.zext(holds, 8), env, memory, path, i)
            else:
                to, of = i.operands
                value = self.choose(holds, self.get(of, env, memory, path, i), self.get(to, env, memory, path, i))
                self.put(to, value, env, memory, path, i)
            return True
        arithmetic = {"add": T.add, "sub": T.sub, "and": T.and_, "or": T.or_, "xor": T.xor, "cmp": T.sub, "test": T.and_}
        if i.name not in arithmetic:
            return False
        to, of = i.operands
        bits = to.bits or of.bits
        a, b = self.get(to, env, memory, path, i, bits), self.get(of, env, memory, path, i, bits)
        if i.name == "and" and isinstance(a, Pointer) and a.thing.startswith(STACK):
            by = -T.value_of(b) & (1 << 64) - 1  # to align the stack
            if by & by - 1 or by > self.aligned[a.thing]:
                raise Stuck(i.text)
            value, result = Pointer(a.thing, T.const(64, T.value_of(a.offset) & -by)), None
        else:
            if isinstance(a, Pointer) and isinstance(b, Pointer) and a.thing == b.thing and i.name in ("cmp", "sub"):
                # Where an object lies, no address of it wraps around.
                a, b = (T.linear(64, [(1, p.offset)], 1 << 40) for p in (a, b))
            pointed = next((p for p in (a, b) if isinstance(p, Pointer)), None)
            a, b = self.number(a), self.number(b)
            value = result = remainder(T.sub(a, b)) if i.name == "sub" else narrowed(arithmetic[i.name](a, b))
            if pointed and i.name in ("add", "sub"):
                value = self.pointer(None, result)
        if result is None:
            env.update({f: self.undefined(1) for f in FLAGS})
        else:
            self.flags(i.name, a, b, result, env)
        if i.name not in ("cmp", "test"):
            self.put(to, value, env, memory, path, i)
        return True

    @staticmethod
    def flags(name, a, b, result, env):
        top = result.w - 1
        sign = {t: T.part(t, top, top) for t in (a, b, result)}
        env["zf"] = T.eq(result, T.const(result.w, 0))
        env["sf"] = sign[result]
        env["cf"] = env["of"] = T.false()
        if name in ("cmp", "sub"):
            env["zf"], env["cf"] = T.eq(a, b), T.ult(a, b)
            env["of"] = T.all_of([T.xor(sign[a], sign[b]), T.xor(sign[a], sign[result])])
        elif name == "add":
            env["cf"] = T.ult(result, a)
            env["of"] = T.all_of([T.not_(T.xor(sign[a], sign[b])), T.xor(sign[a], sign[result])])

    def flags_unknown(self, env, *but):
        env.update({f: self.undefined(1) for f in FLAGS if f not in but})

    def do_mov(self, i, env, memory, path):
        to, of = i.operands
        self.put(to, self.get(of, env, memory, path, i, to.bits), env, memory, path, i)

    do_movabs = do_mov

    def do_movzx(self, i, env, memory, path):
        to, of = i.operands
        self.put(to, T.zext(self.get(of, env, memory, path, i), to.bits), env, memory, path, i)

    def do_movsx(self, i, env, memory, path):
        to, of = i.operands
        self.put(to, T.sext(self.get(of, env, memory, path, i), to.bits), env, memory, path, i)

    do_movsxd = do_movsx

    def do_cdqe(self, i, env, memory, path):
        env["rax"] = T.sext(T.trunc(self.number(env["rax"]), 32), 64)

    def do_lea(self, i, env, memory, path):
        to, of = i.operands
        found = self.address(of, env, i.following)
        self.put(to, found if to.bits == 64 else T.trunc(self.number(found), to.bits), env, memory, path, i)

    def do_xchg(self, i, env, memory, path):
        a, b = (self.get(o, env, memory, path, i) for o in i.operands)
        self.put(i.operands[0], b, env, memory, path, i)
        self.put(i.operands[1], a, env, memory, path, i)

    def do_inc(self, i, env, memory, path):
        to, carry = i.operands[0], env["cf"]
        value = self.get(to, env, memory, path, i)
        one = T.const(to.bits, 1)
        result = (T.add if i.name == "inc" else T.sub)(self.number(value), one)
        self.flags("add" if i.name == "inc" else "sub", self.number(value), one, result, env)
        env["cf"] = carry
        self.put(to, self.pointer(None, result) if isinstance(value, Pointer) else result, env, memory, path, i)

    do_dec = do_inc

    def do_adc(self, i, env, memory, path):
        to, of = i.operands
        bits = to.bits or of.bits
        if i.name == "sbb" and to.kind == of.kind == "general" and to.name == of.name:
            a = b = T.const(bits, 0)
        else:
            a, b = (self.number(self.get(o, env, memory, path, i, bits)) for o in (to, of))
        carry, factor = T.zext(env["cf"], bits + 1), 1 if i.name == "adc" else -1
        total = T.linear(bits + 1, [(1, T.zext(a, bits + 1)), (factor, T.zext(b, bits + 1)), (factor, carry)])
        result = T.trunc(total, bits)
        self.flags("adc", a, b, result, env)
        signs = [T.part(t, bits - 1, bits - 1) for t in (a, b, result)]
        apart = T.xor(signs[0], signs[1])
        env["cf"] = T.part(total, bits, bits)
        env["of"] = T.all_of([T.not_(apart) if i.name == "adc" else apart, T.xor(signs[0], signs[2])])
        self.put(to, result, env, memory, path, i)

    do_sbb = do_adc

    def do_not(self, i, env, memory, path):
        self.put(i.operands[0], T.not_(self.number(self.get(i.operands[0], env, memory, path, i))), env, memory, path, i)

    def do_neg(self, i, env, memory, path):
        value = self.number(self.get(i.operands[0], env, memory, path, i))
        result = T.sub(T.const(value.w, 0), value)
        self.flags("sub", T.const(value.w, 0), value, result, env)
        self.put(i.operands[0], result, env, memory, path, i)

    def _shift(self, i, env, memory, path):
        to = i.operands[0]
        value = self.number(self.get(to, env, memory, path, i))
        by = self.get(i.operands[1], env, memory, path, i, 8) if len(i.operands) > 1 else T.const(8, 1)
        by = T.and_(by, T.const(8, 63 if value.w == 64 else 31))
        function = {"shl": T.shl_by, "shr": T.lshr_by, "sar": T.ashr_by}[i.name]
        result = function(value, T.zext(by, value.w) if value.w >= 8 else by)
        n = T.value_of(by)
        if i.name == "shr" and n:
            result = quotient_of_halves(value, n) or quotient(result)
        if n != 0:
            self.flags_unknown(env, *([] if n is None else ["zf", "sf", "cf"]))
            if n is not None:
                env["zf"], env["sf"] = T.eq(result, T.const(result.w, 0)), T.part(result, result.w - 1, result.w - 1)
                out = value.w - n if i.name == "shl" else n - 1
                env["cf"] = T.part(value, out, out) if 0 <= out < value.w else self.undefined(1)
        self.put(to, result, env, memory, path, i)

    do_shl = do_shr = do_sar = _shift

    def do_rol(self, i, env, memory, path):
        to = i.operands[0]
        value = self.number(self.get(to, env, memory, path, i))
        n = T.value_of(self.get(i.operands[1], env, memory, path, i, 8)) if len(i.operands) > 1 else 1
        if n is None:
            raise Stuck(i.text)
        n = n % to.bits if i.name == "rol" else -n % to.bits
        self.flags_unknown(env, "zf", "sf")
        self.put(to, T.part(T.cat([value, value]), 2 * to.bits - 1 - n, to.bits - n), env, memory, path, i)

    do_ror = do_rol

    def do_shld(self, i, env, memory, path):
        to, of, by = i.operands
        a, b = (self.number(self.get(o, env, memory, path, i)) for o in (to, of))
        n = T.value_of(self.get(by, env, memory, path, i, 8))
        if n is None:
            raise NotImplementedError(f"{i.text}: by an unknown number")
        n &= 63 if a.w == 64 else 31
        if n == 0:
            return
        both = T.cat([a, b] if i.name == "shld" else [b, a])
        low = a.w - n if i.name == "shld" else n
        self.flags_unknown(env)
        self.put(to, T.part(both, low + a.w - 1, low), env, memory, path, i)

    do_shrd = do_shld

    def _shift_by(self, i, env, memory, path):
        to, of, by = i.operands
        a, n = (self.number(self.get(o, env, memory, path, i)) for o in (of, by))
        function = {"l": T.shl_by, "r": T.lshr_by}[i.name[2]]
        self.put(to, function(a, T.and_(n, T.const(n.w, n.w - 1))), env, memory, path, i)

    do_shlx = do_shrx = _shift_by

    def do_imul(self, i, env, memory, path):
        to = i.operands[0]
        if len(i.operands) == 1:
            raise Stuck(i.text)
        a, b = (self.number(self.get(o, env, memory, path, i, to.bits)) for o in i.operands[-2:])
        self.flags_unknown(env)
        self.put(to, T.mul(a, b), env, memory, path, i)

    def do_mul(self, i, env, memory, path):
        o = i.operands[0]
        a, b = T.trunc(self.number(env["rax"]), o.bits), self.number(self.get(o, env, memory, path, i))
        if o.bits < 32:
            raise Stuck(i.text)
        product = T.mul(T.zext(a, 2 * o.bits), T.zext(b, 2 * o.bits))
        self.flags_unknown(env)
        env["rax"], env["rdx"] = (T.zext(part, 64) for part in (T.trunc(product, o.bits), quotient(T.part(product, 2 * o.bits - 1, o.bits))))

    def do_mulx(self, i, env, memory, path):
        high, low, of = i.operands
        a, b = T.trunc(self.number(env["rdx"]), of.bits), self.number(self.get(of, env, memory, path, i))
        product = T.mul(T.zext(a, 2 * of.bits), T.zext(b, 2 * of.bits))
        self.put(low, T.trunc(product, of.bits), env, memory, path, i)
        self.put(high, quotient(T.part(product, 2 * of.bits - 1, of.bits)), env, memory, path, i)

    def do_bswap(self, i, env, memory, path):
        o = i.operands[0]
        self.put(o, meanings.bswap(self.number(self.get(o, env, memory, path, i))), env, memory, path, i)

    def do_tzcnt(self, i, env, memory, path):
        to, of = i.operands
        value = self.number(self.get(of, env, memory, path, i))
        result = T.sub(T.const(value.w, value.w - 1), meanings.ctlz(value, None)) if i.name == "bsr" else meanings.cttz(value, None)
        self.flags_unknown(env)
        env["cf"], env["zf"] = T.eq(value, T.const(value.w, 0)), T.part(value, 0, 0)
        if i.name in ("bsf", "bsr"):  # which leaves its result of 0 as it was, and says that it is anything
            result = T.ite(env["cf"], self.undefined(value.w), result)
            env["cf"], env["zf"] = self.undefined(1), env["cf"]
        self.put(to, result, env, memory, path, i)

    do_bsf = do_bsr = do_tzcnt

    def _bit(self, i, env, memory, path):
        of, place = i.operands
        if of.kind != "general":
            raise Stuck(i.text)
        value = self.number(self.get(of, env, memory, path, i))
        at = T.and_(self.number(self.get(place, env, memory, path, i, of.bits)), T.const(of.bits, of.bits - 1))
        self.flags_unknown(env, "zf")
        env["cf"] = T.part(T.lshr_by(value, at), 0, 0)
        if i.name == "bts":
            self.put(of, T.or_(value, T.shl_by(T.const(of.bits, 1), at)), env, memory, path, i)

    do_bt = do_bts = _bit

    def do_andn(self, i, env, memory, path):
        to, a, b = i.operands
        a, b = (self.number(self.get(o, env, memory, path, i)) for o in (a, b))
        result = T.and_(T.not_(a), b)
        self.flags("and", a, b, result, env)
        self.put(to, result, env, memory, path, i)

    def do_pdep(self, i, env, memory, path):
        to, a, b = i.operands
        function = meanings.pdep if i.name == "pdep" else meanings.pext
        self.put(to, function(*(self.number(self.get(o, env, memory, path, i)) for o in (a, b))), env, memory, path, i)

    do_pext = do_pdep

    # --- masks

    def masks(self, i, env, memory, path):
        found = re.fullmatch(r"k(mov|ortest|shiftr|shiftl|or|xor|and|andn|xnor|unpck)([bwdq]+)", i.name)
        if not found:
            return False
        what, bits = found[1], WIDTHS[found[2][0]]
        values = [self.get(o, env, memory, path, i, bits) for o in (i.operands if what == "ortest" else i.operands[1:])]
        values = [T.trunc(self.number(v), bits) for v in values]
        if what == "ortest":
            total = T.or_(*values)
            self.flags_unknown(env, *FLAGS)
            env["sf"] = env["of"] = T.false()
            env["zf"], env["cf"] = T.eq(total, T.const(bits, 0)), T.eq(total, T.const(bits, -1))
            return True
        if what == "mov":
            result, = values
        elif what.startswith("shift"):
            n = i.operands[2].value
            result = (T.lshr if what[-1] == "r" else T.shl)(values[0], n)
        elif what == "unpck":
            half = bits
            result = T.cat([T.trunc(v, half) for v in values])
        else:
            a, b = values
            result = {"or": T.or_, "xor": T.xor, "and": T.and_, "andn": lambda x, y: T.and_(T.not_(x), y),
                      "xnor": lambda x, y: T.not_(T.xor(x, y))}[what](a, b)
        to = i.operands[0]
        if to.kind == "memory":
            self.put(to, result, env, memory, path, i)
        else:
            env[to.name] = T.zext(result, 64)
        return True

    def put_mask(self, to, bits_found, env):
        """A bit a lane, where the mask has one."""
        if to.mask is not None:
            bits_found = [T.all_of([b, T.part(env[to.mask], k, k)]) for k, b in enumerate(bits_found)]
        env[to.name] = T.zext(T.cat(bits_found[::-1]), 64)

    # --- vectors

    def vectors(self, i, env, memory, path):
        v = i.name[0] == "v"
        name, operands = i.name.removeprefix("v"), i.operands
        if not operands:
            return False

        def of(o, bits, w):
            return self.vector(o, env, memory, path, i, bits, w)

        def put(value, to=operands[0]):
            self.put_vector(to, value, env, memory, path, i)
            return True

        to, bits = operands[0], operands[0].bits
        sources = operands[1:] if v else operands  # what is older than AVX has its result in its first source
        logic = re.fullmatch(r"p(andn?|or|xor)([dq]?)|(andn?|or|xor)(ps|pd)", name)
        if logic:
            w = 32 if logic[2] == "d" or logic[4] == "ps" else 64
            if to.mask is None:
                w = min([w, *(env[o.name][0].w for o in sources if o.kind == "vector")])
            a, b = (of(o, bits, w) for o in sources)
            return put([LOGIC[logic[1] or logic[3]](x, y) for x, y in zip(a, b)])
        compared = re.fullmatch(r"pcmp(\w+?)([bwdq])", name)
        if compared and to.kind == "mask":
            a, b = (of(o, sources[0].bits, WIDTHS[compared[2]]) for o in sources)
            self.put_mask(to, [COMPARED[compared[1]](x, y) for x, y in zip(a, b)], env)
            return True
        if name in OF_TWO and len(sources) == 2 and sources[1].kind != "number":
            w, function = OF_TWO[name]
            return put(function(*(of(o, bits, w) for o in sources)))
        tested = re.fullmatch(r"ptest(n?)m([bwdq])", name)
        if tested:
            a, b = (of(o, sources[0].bits, WIDTHS[tested[2]]) for o in sources)
            found = [T.eq(T.and_(x, y), T.const(x.w, 0)) for x, y in zip(a, b)]
            self.put_mask(to, found if tested[1] else [T.not_(f) for f in found], env)
            return True
        shift = re.fullmatch(r"ps(ll|rl|ra)([wdq])", name)
        if shift:
            w = WIDTHS[shift[2]]
            a, by = sources if v else operands
            if by.kind == "number":
                n = T.const(64, by.value & 255)
            else:
                n = T.cat(of(by, 128, 64)[:1])
            function = {"ll": T.shl_by, "rl": T.lshr_by}[shift[1]]
            return put([self.vector_shift(function, x, n) for x in of(a, bits, w)])
        return self.moves(i, name, to, bits, sources, of, put, env, memory, path) or self.shuffles(name, to, bits, sources, of, put, env)

    @staticmethod
    def vector_shift(function, x, n):
        known = T.value_of(n)
        if known is not None:
            return T.const(x.w, 0) if known >= x.w else function(x, T.const(x.w, known))
        if x.w < 64 and n.most >= 1 << x.w:
            raise Stuck("a shift by an unknown number")
        return T.ite(T.ult(n, T.const(64, x.w)), function(x, T.trunc(n, x.w)), T.const(x.w, 0))

    def moves(self, i, name, to, bits, sources, of, put, env, memory, path):
        last = i.operands[-1]
        whole = re.fullmatch(r"mov(dqa|dqu|aps|apd|ups|upd|ntdq|ddup)(8|16|32|64)?", name)
        if whole and whole[1] != "ddup":
            w = int(whole[2] or 64)
            if to.kind == "memory":
                return put(self.vector(last, env, memory, path, i, last.bits, w))
            if last.kind == "memory" and to.mask is not None:
                pointer, found = self.place(last, env, i), []
                for k in range(bits // w):
                    m = T.part(env[to.mask], k, k)
                    at = Pointer(pointer.thing, T.add(pointer.offset, T.const(64, k * w // 8)))
                    found += [T.const(w, 0)] if T.value_of(m) == 0 else lanes(self.bytes_at(memory, at, w // 8, T.all_of([path, m])), w)
                return put(found)
            if last.kind == "vector" and to.mask is None:
                w = env[last.name][0].w
            elif last.kind == "memory" and to.mask is None:
                w = 8
            return put(of(last, bits, min(w, bits)))
        if name in ("movq", "movd", "movsd", "movss"):
            w = 64 if name in ("movq", "movsd") else 32
            if "general" in (to.kind, last.kind) and 64 in (to.bits if to.kind == "general" else 0, last.bits if last.kind == "general" else 0):
                w = 64
            if name in ("movsd", "movss") and to.kind == last.kind == "vector":
                return False
            value = lanes(env[last.name], w)[0] if last.kind == "vector" else self.number(self.get(last, env, memory, path, i, w))
            if to.kind == "general":
                self.put(to, value, env, memory, path, i)
            elif to.kind == "memory":
                self.store_cells(memory, self.place(to, env, i), lanes([value], 8), path)
            else:
                put([value] + zeros(w, 128 // w - 1))
            return True
        if name in ("movhps", "movhpd", "movlps", "movlpd"):
            high = name[3] == "h"
            if to.kind == "memory":
                self.store_cells(memory, self.place(to, env, i), lanes([lanes(env[last.name], 64)[high]], 8), path)
                return True
            a, b = of(sources[0], 128, 64), of(last, 64, 64)[:1]
            return put([a[0], *b] if high else [*b, a[1]])
        if name in ("movhlps", "movlhps"):
            a, b = of(sources[0], 128, 64), of(last, 128, 64)
            return put([b[1], a[1]] if name == "movhlps" else [a[0], b[0]])
        if whole:  # movddup
            found = of(last, 64 if last.kind == "memory" and bits == 128 else bits, 64)
            return put([x for x in found[::2] for _ in (0, 1)])
        spread = re.fullmatch(r"p?broadcast(?:([bwdq]|s[sd])|[if](\w+))", name)
        if spread:
            size, w = PARTS[spread[2]] if spread[2] else 2 * ({"ss": 32, "sd": 64}.get(spread[1]) or WIDTHS[spread[1]],)
            if last.kind == "memory":
                found = lanes(self.bytes_at(memory, self.place(last, env, i), size // 8, path), w)
            elif last.kind == "general":
                found = [T.trunc(self.number(env[last.name]), w)]
            else:
                found = lanes(env[last.name], w)[: size // w]
            return put(found * (bits // size))
        wider = re.fullmatch(r"pmov([zs])x([bwd])([wdq])", name)
        if wider:
            w, into = WIDTHS[wider[2]], WIDTHS[wider[3]]
            extend = T.zext if wider[1] == "z" else T.sext
            return put([extend(x, into) for x in of(last, bits * w // into, w)])
        narrower = re.fullmatch(r"pmov([wdq])([bwd])", name)
        if narrower:
            w, into = WIDTHS[narrower[1]], WIDTHS[narrower[2]]
            found = [T.trunc(x, into) for x in of(last, last.bits, w)]
            if to.kind != "memory" and len(found) * into < 128:
                found += zeros(into, 128 // into - len(found))
            return put(found)
        tops = re.fullmatch(r"p?mov(mskb|mskps|mskpd|b2m|w2m|d2m|q2m)", name)
        if tops:
            w = {"mskb": 8, "mskps": 32, "mskpd": 64}.get(tops[1]) or WIDTHS[tops[1][0]]
            found = [T.part(x, w - 1, w - 1) for x in of(last, last.bits, w)]
            if to.kind == "mask":
                self.put_mask(to, found, env)
            else:
                self.put(to, T.zext(T.cat(found[::-1]), to.bits), env, memory, path, i)
            return True
        from_mask = re.fullmatch(r"pmovm2([bwdq])", name)
        if from_mask:
            w = WIDTHS[from_mask[1]]
            return put([T.repeat(T.part(env[last.name], k, k), w) for k in range(bits // w)])
        if name in ("pmaskmovq", "pmaskmovd"):
            w = WIDTHS[name[-1]]
            if to.kind != "memory":
                return False
            mask = [T.part(x, w - 1, w - 1) for x in of(i.operands[1], i.operands[1].bits, w)]
            self.masked_store(memory, self.place(to, env, i), of(last, last.bits, w), mask, path)
            return True
        return False

    def shuffles(self, name, to, bits, sources, of, put, env):
        by = sources[-1].value & 255 if sources and sources[-1].kind == "number" else None
        if name == "pshufd":
            return put(halves(lambda a: [a[by >> 2 * k & 3] for k in range(4)])(of(sources[-2], bits, 32)))
        if name in ("pshuflw", "pshufhw"):
            at = 4 * (name[5] == "h")
            return put(halves(lambda a: [*a[: at], *(a[at + (by >> 2 * k & 3)] for k in range(4)), *a[at + 4 :]])(of(sources[-2], bits, 16)))
        if name == "shufpd":
            a, b = (of(o, bits, 64) for o in sources[:2])
            return put([(b if at & 1 else a)[(at & ~1) + (by >> at & 1)] for at in range(len(a))])
        if name == "shufps":
            a, b = (of(o, bits, 32) for o in sources[:2])
            return put(halves(lambda x, y: [x[by & 3], x[by >> 2 & 3], y[by >> 4 & 3], y[by >> 6]])(a, b))
        if name in ("permq", "permpd") and by is not None:
            a = of(sources[0], bits, 64)
            return put([a[base + (by >> 2 * k & 3)] for base in range(0, len(a), 4) for k in range(4)])
        if name in ("psrldq", "pslldq"):
            def moved(a):
                n = min(by, 16)
                return a[n:] + zeros(8, n) if name == "psrldq" else zeros(8, n) + a[: 16 - n]

            return put(halves(moved)(of(sources[-2], bits, 8)))
        if name == "palignr":
            a, b = (of(o, bits, 8) for o in sources[:2])
            return put(halves(lambda x, y: (y + x + zeros(8, 32))[min(by, 32) : min(by, 32) + 16])(a, b))
        if name in ("alignd", "alignq"):
            a, b = (of(o, bits, 32 if name == "alignd" else 64) for o in sources[:2])
            return put((b + a)[by & len(a) - 1 :][: len(a)])
        if name in ("perm2i128", "perm2f128"):
            a, b = (of(o, bits, 64) for o in sources[:2])
            quarters = [a[:2], a[2:], b[:2], b[2:]]
            return put([x for n in (by & 15, by >> 4) for x in (zeros(64, 2) if n & 8 else quarters[n & 3])])
        if name in ("shufi32x4", "shufi64x2", "shuff32x4", "shuff64x2"):
            w = int(name[5:7])
            a, b = (of(o, bits, w) for o in sources[:2])
            per, count = 128 // w, bits // 128
            select = [by >> 2 * k & 3 for k in range(4)] if count == 4 else [by & 1, by >> 1 & 1]
            return put([x for k, n in enumerate(select) for x in (a if 2 * k < count else b)[n * per : n * per + per]])
        part = re.fullmatch(r"(insert|extract)[if](\w+)", name)
        if part:
            size, w = PARTS[part[2]]
            whole = of(sources[0], sources[0].bits, w)
            at, per = by % (sources[0].bits // size) * (size // w), size // w
            return put(whole[:at] + of(sources[1], size, w) + whole[at + per :] if part[1] == "insert" else whole[at : at + per])
        return self.mixed(name, to, bits, sources, of, put, env, by)

    def mixed(self, name, to, bits, sources, of, put, env, by):
        one = re.fullmatch(r"p(insr|extr)([bwdq])", name)
        if one:
            w = WIDTHS[one[2]]
            if one[1] == "insr":
                a = of(sources[0], 128, w)
                value = of(sources[1], w, w)[0]
                return put([T.trunc(value, w) if k == by % (128 // w) else x for k, x in enumerate(a)])
            value = lanes(env[sources[-2].name], w)[by % (128 // w)]
            if to.kind == "memory":
                return put([value])
            env[to.name] = T.zext(value, 64)
            return True
        if name == "pternlogd" or name == "pternlogq":
            w = WIDTHS[name[-1]] if to.mask is not None else min([WIDTHS[name[-1]], *(env[o.name][0].w for o in (to, *sources[:2])
                                                                                      if o.kind == "vector")])
            a, b, c = (of(o, bits, w) for o in (to, *sources[:2]))
            return put(meanings.pternlog(a, b, c, T.const(8, by)))
        if name == "pdpbusd":
            return put(meanings.vpdpbusd(*(of(o, bits, w) for o, w in ((to, 32), (sources[0], 8), (sources[1], 8)))))
        picked = re.fullmatch(r"perm([it])2([bwdq])", name)
        if picked:
            w = WIDTHS[picked[2]]
            first, second, third = (of(o, bits, w) for o in (to, *sources))
            a, index = (first, second) if picked[1] == "t" else (second, first)
            return put(meanings.vpermi2var(a, index, third))
        blend = re.fullmatch(r"p?blendv?(b|w|d|ps|pd)", name)
        if blend:
            w = {"b": 8, "w": 16, "d": 32, "ps": 32, "pd": 64}[blend[1]]
            a, b = (of(o, bits, w) for o in sources[:2])
            if by is None:
                return put([T.ite(T.part(m, w - 1, w - 1), y, x) for x, y, m in zip(a, b, of(sources[2], bits, w))])
            return put([y if by >> k % 8 & 1 else x for k, (x, y) in enumerate(zip(a, b))])
        if name == "cvtuqq2pd":
            return put([self._fraction("number", x) for x in of(sources[0], bits, 64)])
        if name == "mulpd":
            a, b = (of(o, bits, 64) for o in sources)
            return put([self._fraction("product", *((x, y) if x in self.fractions else (y, x))) for x, y in zip(a, b)])
        if name == "cvttpd2uqq":
            return put([meanings.truncated_product(self, x) for x in of(sources[0], bits, 64)])
        if name == "ptest":
            a, b = (of(o, to.bits, 64) for o in (to, sources[-1]))
            env["zf"] = T.all_of([T.eq(T.and_(x, y), T.const(64, 0)) for x, y in zip(a, b)])
            env["cf"] = T.all_of([T.eq(T.and_(T.not_(x), y), T.const(64, 0)) for x, y in zip(a, b)])
            env["sf"] = env["of"] = T.false()
            return True
        return False
