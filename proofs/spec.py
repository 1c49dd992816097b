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

    def valid(self, text, rule):
        conditions = []
        for i, c in enumerate(text):
            conditions.append(T.eq(c, T.const(8, ord("-"))) if i in self.HYPHENS else self.is_symbol(c))
        bytes_ = self.id_of(self.read(text))
        for b, mask, bits in zip(bytes_, rule["mask"], rule["bits"]):
            conditions.append(T.eq(T.and_(b, mask), bits))
        return T.all_of(conditions)

    def read(self, text):
        return T.cat([self.value_of(c, 4) for i, c in enumerate(text) if i not in self.HYPHENS])


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

    def _wide(self, text):
        return T.linear(66, [(58 ** (10 - i), self.value_of(c, 6)) for i, c in enumerate(text)])

    def valid(self, text, rule):
        over = T.not_(T.eq(T.part(self._wide(text), 65, 64), T.const(2, 0)))
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

FORMATS = {
    "upper26": "ulid",
    "lower26": "typeid",
    "upper13": "ulid-flake",
    "lower13": "(no format)",
    "checked27": "euid",
    "hex36": "uuid, uuidv7",
    "base58_11": "uid11, xid",
}


def unix_ms(upper64, shift, mask, epoch):
    """Milliseconds of an id whose upper 64 bits are these."""
    return T.add(T.and_(T.lshr_by(upper64, shift), mask), epoch)
