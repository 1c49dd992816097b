"""What the five documents say of texts and values, in the prover's terms and in nobody else's.

A text is a list of characters (terms of 8 bits), a value a term, an id in memory a list of bytes. Nothing here was
taken from the library: alphabets, lengths, limits and check digits are those of the specifications.
"""

import terms as T

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
BITCOIN = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
HEX = "0123456789abcdef"


def any_case(alphabet):
    return {**{c.lower(): i for i, c in enumerate(alphabet)}, **{c.upper(): i for i, c in enumerate(alphabet)}}


def exactly(alphabet):
    return {c: i for i, c in enumerate(alphabet)}


def aliases(alphabet):
    return {**any_case(alphabet), **dict.fromkeys("iIlL", 1), **dict.fromkeys("oO", 0)}


class Shape:
    """A text form at a length: symbols written, symbols read, bits of the value."""

    def __init__(self, written, read, symbols, bits):
        self.written, self.symbols, self.bits = written, symbols, bits
        self.values = {ord(c): v for c, v in read.items()}
        self.id_size = bits // 8

    # --- characters

    def is_symbol(self, char):
        return T.tabulate(1, lambda c: c in self.values, (char,))

    def value_of(self, char, w):
        return T.tabulate(w, lambda c: self.values.get(c, 0), (char,))

    def symbol(self, value):
        written = [ord(c) for c in self.written]
        return T.lookup(tuple(written), 8, value)

    def allowed(self, text):
        """Whether each character is one that its place allows."""
        return [self.is_symbol(c) for c in text]

    # --- ids as they lie in memory: 16 bytes in network order, or a native (little-endian) number

    def number(self, id_bytes):
        return T.cat(id_bytes if self.bits == 128 else id_bytes[::-1])

    def id_of(self, number):
        parts = [T.part(number, low + 7, low) for low in range(0, self.bits, 8)]
        return parts[::-1] if self.bits == 128 else parts


class Base32(Shape):
    """Five bits a symbol, the highest first; the value's upper bits stand in a first symbol of a limit."""

    def write(self, number):
        wide = T.zext(number, 5 * self.symbols)
        return [self.symbol(T.part(wide, 5 * i + 4, 5 * i)) for i in reversed(range(self.symbols))]

    def limits(self):
        """The greatest first symbol that the value has room for."""
        return range(1 << (5 - (5 * self.symbols - self.bits)))

    def valid(self, text, rule):
        first = self.value_of(text[0], 8)
        return T.all_of([self.is_symbol(c) for c in text] + [T.ule(first, rule["limit"])])

    def read(self, text):
        return T.part(T.cat([self.value_of(c, 5) for c in text]), self.bits - 1, 0)


def mod127_of(number):
    """The number modulo 127."""
    return T.urem(number, T.const(number.w, 127))


class Checked(Base32):
    """EUID: 27 symbols hold the value and seven bits, the value modulo 127; 127 there says "not checked"."""

    def write(self, number):
        check = T.part(mod127_of(number), 6, 0)
        wide = T.cat([number, check])
        return [self.symbol(T.part(wide, 5 * i + 4, 5 * i)) for i in reversed(range(self.symbols))]

    def valid(self, text, rule):
        all_bits = T.cat([self.value_of(c, 5) for c in text])
        value, check = T.part(all_bits, 134, 7), T.part(all_bits, 6, 0)
        agrees = T.eq(T.part(mod127_of(value), 6, 0), check)
        return T.all_of([self.is_symbol(c) for c in text] + [T.any_of([T.eq(check, T.const(7, 127)), agrees])])

    def read(self, text):
        return T.part(T.cat([self.value_of(c, 5) for c in text]), 134, 7)


class Hex36(Shape):
    """8-4-4-4-12 hexadecimal digits; a rule of bytes asks for version and variant: value & mask = bits."""

    HYPHENS = (8, 13, 18, 23)

    def write(self, number):
        digits = [self.symbol(T.part(number, 4 * i + 3, 4 * i)) for i in reversed(range(32))]
        for place in self.HYPHENS:
            digits.insert(place, T.const(8, ord("-")))
        return digits

    def allowed(self, text):
        return [T.eq(c, T.const(8, ord("-"))) if i in self.HYPHENS else self.is_symbol(c) for i, c in enumerate(text)]

    def valid(self, text, rule):
        conditions = self.allowed(text)
        bytes_ = self.id_of(self.read(text))
        for b, mask, bits in zip(bytes_, rule["mask"], rule["bits"]):
            conditions.append(T.eq(T.and_(b, mask), bits))
        return T.all_of(conditions)

    def read(self, text):
        return T.cat([self.value_of(c, 4) for i, c in enumerate(text) if i not in self.HYPHENS])


class Hex32(Hex36):
    """The digits alone, as a lenient parse has them when it has passed over the hyphens."""

    HYPHENS = ()


class Base58(Shape):
    """Eleven digits of base 58, the highest first; a number past 2^64 − 1 is none."""

    def write(self, number):
        # floor(number / 58^i) mod 58, for i = 10 … 0, in limbs of five digits.
        limb = T.const(64, 58**5)
        upper = T.udiv(number, limb)
        digits = [T.udiv(upper, limb)]
        for of in (T.urem(upper, limb), T.urem(number, limb)):
            for i in reversed(range(5)):
                digits.append(T.urem(T.udiv(of, T.const(64, 58**i)), T.const(64, 58)))
        return [self.symbol(T.part(d, 5, 0)) for d in digits]

    def wide(self, text):
        return T.linear(66, [(58 ** (10 - i), self.value_of(c, 6)) for i, c in enumerate(text)])

    def valid(self, text, rule):
        over = T.not_(T.eq(T.part(self.wide(text), 65, 64), T.const(2, 0)))
        return T.all_of([self.is_symbol(c) for c in text] + [T.not_(over)])

    def read(self, text):
        return T.linear(64, [(58 ** (10 - i), self.value_of(c, 6)) for i, c in enumerate(text)])


SHAPES = {
    "upper26": Base32(CROCKFORD, any_case(CROCKFORD), 26, 128),
    "lower26": Base32(CROCKFORD.lower(), exactly(CROCKFORD.lower()), 26, 128),
    "upper13": Base32(CROCKFORD, any_case(CROCKFORD), 13, 64),
    "lower13": Base32(CROCKFORD.lower(), exactly(CROCKFORD.lower()), 13, 64),
    "checked27": Checked(CROCKFORD, aliases(CROCKFORD), 27, 128),
    "hex36": Hex36(HEX, any_case(HEX), 36, 128),
    "base58_11": Base58(BITCOIN, exactly(BITCOIN), 11, 64),
}
LENIENT = {  # what people write, without its hyphens
    "lenient26": Base32(CROCKFORD, aliases(CROCKFORD), 26, 128),
    "lenient13": Base32(CROCKFORD, aliases(CROCKFORD), 13, 64),
    "checked27": SHAPES["checked27"],
    "hex32": Hex32(HEX, any_case(HEX), 32, 128),
}


def unix_ms(upper64, shift, mask, epoch):
    """Milliseconds of an id whose upper 64 bits are these."""
    return T.add(T.and_(T.lshr_by(upper64, shift), mask), epoch)


# --- why a text or a value is rejected: the reason, the place in the text, and what the reason is about ---------------

LENGTH, CHARACTER, OVERFLOW, CHECKSUM, PREFIX, RANGE = range(1, 7)  # docs/errors.md, in their order


def word(value):
    """A number or a term as a word of 64 bits."""
    return T.zext(value, 64) if isinstance(value, T.Term) else T.const(64, value)


def error(why, position, expected, found):
    return [word(x) for x in (why, position, expected, found)]


ACCEPTED = error(0, 0, 0, 0)


def first_of(rows):
    """(condition, error) pairs: the error of the first whose condition holds."""
    answer = ACCEPTED
    for condition, own in reversed(rows):
        answer = [T.ite(condition, a, b) for a, b in zip(own, answer)]
    return answer


def least(a, b):
    return T.ite(T.ult(a, b), a, b)


def at_most32(size):
    """A size or a place, as far as 32 bits go."""
    return T.part(least(word(size), word(2**32 - 1)), 31, 0)


def of_length(symbols, size, position=None):
    """A text of another length: it shows at its end, or where the first symbol too many is."""
    at = least(size, word(symbols)) if position is None else position
    return error(LENGTH, at, symbols, at_most32(size))


LARGEST58 = "jpXCZedGfVQ"  # 2^64 − 1


class Format:
    """A format's texts and values: their shape, what a lenient parse reads, and what is asked of the value."""

    def __init__(self, shape, lenient=None, signed=False, version=None):
        self.shape, self.signed, self.version = SHAPES[shape], signed, version
        self.lenient = LENIENT[lenient] if lenient else None

    def wrong_value(self, number, hyphens=Hex36.HYPHENS, places=range(36)):
        """(condition, error) pairs of a value, whose text has hyphens and its symbols at these places."""
        rows = []
        if self.signed:
            sign = T.part(number, number.w - 1, number.w - 1)
            rows.append((sign, error(OVERFLOW, 0, 0, 1)))
        if self.version is not None:
            for high, low, wanted in ((79, 76, self.version), (63, 62, 2)):
                found, at = T.part(number, high, low), (127 - high) // 4
                at += sum(hyphen <= at + i for i, hyphen in enumerate(hyphens))
                rows.append((T.not_(T.eq(found, T.const(found.w, wanted))),
                             error(RANGE, places[at], wanted, found)))
        return rows

    def wrong_text(self, shape, text, places=range(36)):
        """(condition, error) pairs of a text of the right length, in the order of precedence."""
        rows, hyphens = [], getattr(shape, "HYPHENS", ())
        for i, c in enumerate(text):
            if i in hyphens:
                rows.append((T.not_(T.eq(c, T.const(8, ord("-")))), error(CHARACTER, places[i], ord("-"), c)))
            else:
                rows.append((T.not_(shape.is_symbol(c)), error(CHARACTER, places[i], 0, c)))
        if isinstance(shape, Checked):
            all_bits = T.cat([shape.value_of(c, 5) for c in text])
            check, wanted = T.part(all_bits, 6, 0), T.part(mod127_of(T.part(all_bits, 134, 7)), 6, 0)
            unlike = T.not_(T.any_of([T.eq(check, T.const(7, 127)), T.eq(wanted, check)]))
            rows.append((unlike, error(CHECKSUM, places[25], wanted, check)))
        elif isinstance(shape, Base58):
            rows.append((T.not_(T.eq(T.part(shape.wide(text), 65, 64), T.const(2, 0))), self._past_largest(shape, text)))
        elif isinstance(shape, Base32):
            limit = max(shape.limits()) >> (1 if self.signed else 0)
            first = shape.value_of(text[0], 8)
            rows.append((T.ult(T.const(8, limit), first), error(OVERFLOW, places[0], limit, first)))
        return rows + self.wrong_value(shape.read(text), hyphens, places)

    def _past_largest(self, shape, text):
        """At the first symbol that is not the largest text's."""
        at = []
        for i, (c, largest) in enumerate(zip(text, LARGEST58)):
            differs = T.not_(T.eq(c, T.const(8, ord(largest)))) if i + 1 < len(text) else T.true()
            at.append((differs, error(OVERFLOW, i, shape.values[ord(largest)], shape.value_of(c, 8))))
        return first_of(at)


class Unhyphenated:
    """The beginning of a text without its hyphens, how much of it there is, and where each byte stood."""

    def __init__(self, chars, places, size):
        self.chars, self.places, self.size = chars, places, size

    def with_next(self, c, at):
        taken = T.not_(T.eq(c, T.const(8, ord("-"))))
        here = [T.all_of([taken, T.eq(self.size, word(i))]) for i in range(len(self.chars))]
        return Unhyphenated([T.ite(h, c, old) for h, old in zip(here, self.chars)],
                            [T.ite(h, at_most32(at), old) for h, old in zip(here, self.places)] + self.places[len(here):],
                            T.ite(taken, T.add(self.size, word(1)), self.size))

    def at_end(self, size):
        """Behind the last byte stands where the text ends."""
        return Unhyphenated(self.chars, [T.ite(T.eq(self.size, word(i)), at_most32(size), old)
                                         for i, old in enumerate(self.places)], self.size)


class TypeId(Format):
    """A suffix behind a prefix of 1 … 63 symbols of a-z and _, a letter first and last, and a separator."""

    MOST = 63

    def wrong_prefix(self, prefix):
        rows, letters = [], range(ord("a"), ord("z") + 1)
        if not prefix:
            return [(T.true(), error(PREFIX, 0, 0, 0))]
        for i, c in enumerate(prefix[: self.MOST]):
            allowed = [*letters, ord("_")] if 0 < i < len(prefix) - 1 else letters
            rows.append((T.tabulate(1, lambda x: x not in allowed, (c,)), error(PREFIX, i, 0, c)))
        if len(prefix) > self.MOST:
            rows.append((T.true(), error(PREFIX, self.MOST, self.MOST, len(prefix))))
        return rows


TYPEID = TypeId("lower26")
TEXT_FORMATS = {
    "ulid": Format("upper26", "lenient26"),
    "uuidv7": Format("hex36", "hex32", version=7),
    "uuid": Format("hex36", "hex32"),
    "euid": Format("checked27", "checked27"),
    "ulid-flake": Format("upper13", "lenient13", signed=True),
    "ulid-flake-scalable": Format("upper13", "lenient13", signed=True),
    "xid": Format("base58_11"),
    "typeid": TYPEID,
    "uid11": Format("base58_11"),
    "uid11-fullrand": Format("base58_11"),
    "uid11-snowish": Format("base58_11"),
    "uid11-ts-seq-rand": Format("base58_11"),
}
