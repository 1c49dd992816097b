"""The theorems of the generator's recipe, of the bounds of an instant and of the conversions between formats.

proofs/recipe.cpp instantiates the headers as they are; a case calls one of its functions on words, by the executor on
unknown ones or by this machine on the numbers of a counterexample, and its claims are about what went in and came out.
"""

import collections
import glob
import itertools
import os
import re
import sys

import kernels
import run
import solve
import spec
import terms as T
from native import Call

# --- what the documents say -----------------------------------------------------------------------------------------

TIME, FIXED, NODE, EXTENSION, LENGTH = "time", "fixed", "node", "extension", "length"
COUNTS, SEQUENCE, DRAWN = "counts", "sequence", "drawn"  # random and grows; from a start and grows; drawn for every id


class Format:
    """Fields, the most significant first: (kind, bits, value of a fixed one)."""

    def __init__(self, fields, epoch=0, step=0, most_step=0, room=63, prefixed=False):
        self.fields, self.epoch, self.step, self.most_step, self.room, self.prefixed = fields, epoch, step, most_step, room, prefixed
        self.bits = sum(f[1] for f in fields)
        self.places, low = [], self.bits
        for _, bits, *_ in fields:
            low -= bits
            self.places.append((low + bits - 1, low))
        self.kinds = [f[0] for f in fields]
        self.counted = [i for i, kind in enumerate(self.kinds) if kind in (COUNTS, SEQUENCE)]
        self.timed = TIME in self.kinds

    def field(self, value, i):
        return T.part(value, *self.places[i])

    def time(self, value):
        return self.field(value, self.kinds.index(TIME))

    def value_of_counter(self):
        """All of its bits."""
        return sum((1 << high + 1) - (1 << low) for high, low in (self.places[i] for i in self.counted))

    def counter(self, value):
        return T.cat([self.field(value, i) for i in self.counted])

    def time_bits(self):
        return self.fields[self.kinds.index(TIME)][1]

    def value(self, words):
        return T.cat(words) if self.bits == 128 else words[1]

    def is_valid(self, value):
        """As the format's ids are: version, variant, sign and reserved bits in place."""
        return T.all_of([T.eq(self.field(value, i), T.const(f[1], f[2]))
                         for i, f in enumerate(self.fields) if f[0] == FIXED])


YEAR_2024, XID_EPOCH = 1704067200000, 1321009871111
UUID7 = [(TIME, 48), (FIXED, 4, 7), (COUNTS, 12), (FIXED, 2, 2), (COUNTS, 62)]
# A step, or a sum of steps that is taken as one (a block of ids), is at most 2^room − 1. How many bytes a step may have is a
# choice of this library, but for Ulid-Flake's.
FORMATS = {
    "ulid": Format([(TIME, 48), (COUNTS, 80)], most_step=8, room=64),
    "typeid": Format(UUID7, step=4, most_step=7, room=62, prefixed=True),
    "uuidv7": Format(UUID7, step=4, most_step=7, room=62),
    "euid": Format([(TIME, 45), (EXTENSION, 15), (LENGTH, 4), (COUNTS, 32), (DRAWN, 32)]),
    "ulid-flake": Format([(FIXED, 1, 0), (TIME, 43), (COUNTS, 20)], YEAR_2024, 1, 3),
    "ulid-flake-scalable": Format([(FIXED, 1, 0), (TIME, 43), (COUNTS, 15), (NODE, 5)], YEAR_2024, 1, 2, 59),
    "xid": Format([(TIME, 42), (DRAWN, 22)], XID_EPOCH),
    "uid11": Format([(DRAWN, 64)]),
    "uid11-fullrand": Format([(DRAWN, 64)]),
    "uid11-snowish": Format([(FIXED, 1, 0), (TIME, 41), (NODE, 10), (SEQUENCE, 12)], XID_EPOCH),
    "uid11-ts-seq-rand": Format([(TIME, 42), (SEQUENCE, 12), (DRAWN, 10)], XID_EPOCH, room=54),
}
GUID = [3, 2, 1, 0, 5, 4, 7, 6, *range(8, 16)]  # .NET: the first three groups little-endian
SQL_SERVER = [*range(10, 16), 8, 9, 6, 7, 4, 5, 0, 1, 2, 3]  # the order in which SQL Server compares bytes

ZERO, RANDOM, CARRY_ON = range(3)  # where a sequence begins
ANY = "any"  # step that a format takes

# --- cases ----------------------------------------------------------------------------------------------------------


class Case:
    """One call: a function of the probe, its words, and claims(words in, words before, returned, words out)."""

    def __init__(self, function, words, claims, out=4):
        self.function, self.words, self.claims, self.out = function, words, claims, out


def word(name, bits=64):
    return T.zext(T.variable(name, bits), 64)


def number(value):
    return T.const(64, value)


def wide(term):
    return T.sext(term, 66)


def is_below(a, b):
    """Of wide numbers."""
    return T.slt(a, b)


class Options:
    """What a caller decides, as words for the probe and as claims see it."""

    WORDS = 15

    def __init__(self, form, epoch_given=False, extension=False, step_bytes=None, start=ZERO, own_node=False, node=True):
        self.form, self.start, self.own_node = form, start, own_node  # a node of one call, in place of the options'
        self.step_size = form.step if step_bytes is None else step_bytes
        self.node_given, self.extension_given, self.epoch_given = node and NODE in form.kinds, extension, epoch_given
        given = self.node_given * 1 + extension * 2 + (step_bytes is not None) * 4 + epoch_given * 8 + own_node * 16
        has_node = NODE in form.kinds
        node_bits = form.fields[form.kinds.index(NODE)][1] if has_node else 1
        # Elsewhere there may be a node of one call, and makes no difference.
        also = [] if has_node else [(16, word("whether there is an own node", 1))]
        self.words = [T.linear(64, also, given), word("node", node_bits) if self.node_given else number(0),
                      word("extension", 15) if extension else number(0),
                      T.variable("step_bytes", 64, form.most_step) if step_bytes is ANY else number(step_bytes or 0), number(start),
                      word("epoch") if epoch_given else number(0),
                      word("own node", node_bits if has_node else 64) if own_node or not has_node else number(0),
                      *(word(f"prefix{i}") if form.prefixed else number(0) for i in range(8))]

    def epoch(self, words):
        return words[5] if self.epoch_given else number(self.form.epoch)

    def length(self, words):
        """The number of bits of the extension, at least 1; 0 without one."""
        if not self.extension_given:
            return T.const(4, 0)
        found = T.const(4, 1)
        for i in range(1, 15):
            found = T.ite(T.part(words[2], i, i), T.const(4, i + 1), found)
        return found

    def with_extension(self, words, others):
        """The extension in the lower bits of its field, these in the others."""
        if not self.extension_given:
            return others
        length, bits = self.length(words), []
        for i in range(15):
            bits.append(T.ite(T.ult(T.const(4, i), length), T.part(words[2], i, i), T.part(others, i, i)))
        return T.cat(bits[::-1])

    def drawn(self, words, i):
        """The bits of a field that are drawn for the first id of an order."""
        kind, bits, *_ = self.form.fields[i]
        if kind == EXTENSION:
            length = self.length(words)
            return T.cat([T.not_(T.ult(T.const(4, bit), length)) for bit in reversed(range(bits))])
        if kind == SEQUENCE:
            return T.const(bits, (1 << bits - 1) - 1 if self.start == RANDOM else 0)
        return T.const(bits, (1 << bits) - 1 if kind in (COUNTS, DRAWN) else 0)

    def fixed(self, words, i):
        """What a field has in every id of these options, or None."""
        kind, bits, *value = self.form.fields[i]
        if kind == FIXED:
            return T.const(bits, value[0])
        if kind == NODE:
            return T.part(words[6 if self.own_node else 1], bits - 1, 0)
        return self.length(words) if kind == LENGTH else None

    def are_in(self, words, value):
        """Whether an id is of these options."""
        form, rows = self.form, []
        for i, kind in enumerate(form.kinds):
            own = form.field(value, i)
            fixed = self.with_extension(words, own) if kind == EXTENSION else self.fixed(words, i)
            if fixed is not None:
                rows.append(T.eq(own, fixed))
        return T.all_of(rows)


class AnyOptions:
    """Whatever a caller may ask for, with what the format does not have and what does not fit it."""

    def __init__(self, form):
        self.form = form
        self.words = [word("given", 5), word("node"), word("extension"), word("step_bytes"), T.variable("start", 64, CARRY_ON), word("epoch"),
                      word("own node"), *(word(f"prefix{i}") for i in range(8))]

    def allowed(self, words):
        form, given = self.form, [T.part(words[0], i, i) for i in range(5)]

        def only_in(has, fits):
            return fits() if has else T.false()

        def is_node(i):
            return T.ult(T.part(words[i], 31, 0), T.const(32, 1 << form.fields[form.kinds.index(NODE)][1]))

        size = T.part(words[14], 63, 56)  # of the prefix: the last byte of it
        rules = [
            (given[0], only_in(NODE in form.kinds, lambda: is_node(1))),
            (given[4], is_node(6) if NODE in form.kinds else T.true()),  # ignored elsewhere
            (given[1], only_in(EXTENSION in form.kinds, lambda: T.ult(T.part(words[2], 31, 0), T.const(32, 1 << 15)))),
            (given[2], only_in(form.counted, lambda: T.ule(T.part(words[3], 31, 0), T.const(32, form.most_step)))),
            (T.not_(T.eq(words[4], number(ZERO))), T.const(1, SEQUENCE in form.kinds)),
            (given[3], T.const(1, form.timed)),
            (T.not_(T.eq(size, T.const(8, 0))), T.const(1, form.prefixed))]
        return T.all_of([T.or_(T.not_(is_given), fits) for is_given, fits in rules])


def rejected_case(form, function):
    """Whatever else there is; a run is one of no ids."""
    options, others = AnyOptions(form), [number(0) if i == 2 else word(f"other{i}") for i in range(10)]

    def claims(words, before, returned, out):
        wrong = T.not_(options.allowed(words))
        return [("options that are not allowed are rejected", wrong, T.not_(returned)),
                *(("and nothing is written", wrong, T.eq(o, b)) for o, b in zip(out, before, strict=True))]

    return Case(function, [*options.words, *others], claims, out=12)


def since_of(form, epoch, ms):
    """(milliseconds since the epoch, whether the format has that instant)."""
    since = T.sub(wide(ms), wide(epoch))
    return since, T.eq(T.part(since, 65, form.time_bits()), T.const(66 - form.time_bits(), 0))


def first_case(form, function, options, with_last):
    at = Options.WORDS
    words = options.words + [word("ms"), word("bits.high"), word("bits"), number(with_last), word("last.high"),
                             word("last")]

    def claims(words, before, returned, out):
        bits, last = form.value(words[at + 1 : at + 3]), form.value(words[at + 4 : at + 6])
        since, valid = T.const(66, 0), T.true()
        if form.timed:
            since, valid = since_of(form, options.epoch(words), words[at])

        def expected(alone):
            fields = []
            for i, (kind, size, *_) in enumerate(form.fields):
                drawn = form.field(bits, i)
                if kind == TIME:
                    fields.append(T.part(since, size - 1, 0))
                elif kind == EXTENSION:
                    fields.append(options.with_extension(words, drawn))
                elif kind == SEQUENCE and not alone:
                    # 0, or in the lower half: drawn, or one above the last id's.
                    begun = T.const(size, 0)
                    if options.start == CARRY_ON and with_last:
                        begun = T.add(form.field(last, i), T.const(size, 1))
                    elif options.start == RANDOM:
                        begun = drawn
                    fields.append(T.zext(T.part(begun, size - 2, 0), size))
                else:
                    fixed = options.fixed(words, i)
                    fields.append(drawn if fixed is None else fixed)
            return T.cat(fields)

        rows = [("what is returned", T.true(), T.eq(returned, valid)),
                ("the first id", valid, T.eq(form.value(out[:2]), expected(False))),
                ("an id of no order", valid, T.eq(form.value(out[2:4]), expected(True))),
                ("what is drawn", valid, T.eq(form.value(out[4:6]), T.cat([options.drawn(words, i) for i in range(len(form.fields))]))),
                ("whether ids have an order", valid, T.eq(out[6], number(bool(form.counted))))]
        if form.timed and with_last:
            later = T.all_of([valid, form.is_valid(last), is_below(T.zext(form.time(last), 66), since)])
            rows.append(("the first id is greater than one of before", later, T.ult(last, expected(False))))
        return rows

    return Case(function, words, claims, out=7)


def following(form, options, words, last, counted, step, bits):
    """(whether the counter holds it, the id a step after one that has the counter `counted` and else the fields of `last`)."""
    size = max(counted.w, 64) + 1
    total = T.add(T.zext(counted, size), T.zext(step, size))
    fits = T.eq(T.part(total, size - 1, counted.w), T.const(size - counted.w, 0))
    low, fields = counted.w, []
    for i, kind in enumerate(form.kinds):
        own = form.field(last, i)
        if kind == DRAWN:
            own = form.field(bits, i)
        elif kind == EXTENSION:
            own = options.with_extension(words, own)
        elif i in form.counted:
            low -= form.fields[i][1]
            own = T.part(total, low + form.fields[i][1] - 1, low)
        elif kind != TIME:
            own = options.fixed(words, i)
        fields.append(own)
    return fits, T.cat(fields)


def next_case(form, function, options):
    at = Options.WORDS
    words = options.words + [word("last.high"), word("last"), word("step", form.room),
                             word("bits.high"), word("bits"), *(word(f"draw{i}") for i in range(4)), T.variable("fails", 64, 2)]

    def claims(words, before, returned, out):
        last, step, bits = form.value(words[at : at + 2]), words[at + 2], form.value(words[at + 3 : at + 5])
        node = T.zext(form.field(last, form.kinds.index(NODE)), 64) if NODE in form.kinds else number(-1)
        fits, expected = following(form, options, words, last, form.counter(last), step, bits)
        value = form.value(out[:2])
        is_step = T.not_(T.eq(step, number(0)))
        ordered = T.all_of([fits, is_step, options.are_in(words, last)])
        # What is drawn for a further id: a step, and random bits. The first call that fails is the last one.
        draws, fails, drawn, of_step = words[at + 5 : at + 9], words[at + 9], DRAWN in form.kinds, bool(options.step_size)
        goes_on = T.not_(T.all_of([T.const(1, of_step), T.eq(fails, number(0))]))
        of_id = form.value(draws[2:] if of_step else draws[:2]) if form.bits == 128 else draws[2 * of_step]
        kept = T.cat([T.const(f[1], -1 if f[0] == DRAWN else 0) for f in form.fields])
        return [("what is returned", is_step, T.eq(returned, fits)),
                ("the next id", T.all_of([fits, is_step]), T.eq(value, expected)),
                ("is greater than the last", ordered, T.ult(last, value)),
                ("nothing at an overflow", T.all_of([T.not_(fits), is_step]), T.eq(value, form.value(before[:2]))),
                ("the next id in place of the last one", is_step, T.eq(form.value(out[9:11]), T.ite(fits, expected, last))),
                ("what is returned of it", is_step, T.eq(out[11], T.zext(fits, 64))),
                ("the last one's timestamp", T.true(), T.eq(out[2], T.zext(form.time(last), 64))),
                ("the last one's node", T.true(), T.eq(out[3], node)),
                ("what a step draws", T.true(), T.eq(out[4], draws[0] if of_step else before[4])),
                ("what a further id draws", goes_on, T.eq(T.and_(form.value(out[5:7]), kept), T.and_(of_id, kept))),
                ("whether all was drawn", T.true(), T.eq(out[7], T.zext(T.not_(T.ult(fails, number(of_step + drawn))), 64))),
                ("and nothing else", T.true(), T.eq(out[8], T.ite(goes_on, number(8 * of_step + drawn * form.bits // 8), number(8))))]

    return Case(function, words, claims, out=12)


def lead_case(form, function, options):
    words = options.words + [word("last.high"), word("last"), word("now")]

    def claims(words, before, returned, out):
        time = T.zext(form.time(form.value(words[options.WORDS : options.WORDS + 2])), 66)
        lead = T.add(time, T.sub(wide(options.epoch(words)), wide(words[options.WORDS + 2])))
        ahead, most = is_below(T.const(66, 0), lead), T.const(66, (1 << 63) - 1)
        told = T.ite(ahead, T.ite(is_below(most, lead), most, lead), T.const(66, 0))
        return [("whether the last id is ahead of the clock", T.true(), T.eq(returned, ahead)),
                ("by how much", T.true(), T.eq(out[0], T.part(told, 63, 0)))]

    return Case(function, words, claims)


def step_case(form, function, options, size):
    words = options.words + [word("bits")]

    def claims(words, before, returned, out):
        allowed = size <= form.most_step
        rows = [("what is returned", T.true(), T.eq(returned, T.const(1, allowed)))]
        if allowed:
            most = 256**size - 1 if size else 1
            # ⌊bits · most / 2^64⌋: each of the sizes has ⌊2^64 / most⌋ of the bits' values or one more.
            share = T.part(T.mul(T.zext(words[Options.WORDS], 128), T.const(128, most if size else 0)), 127, 64)
            drawn = T.cat([options.drawn(words, i) for i, kind in enumerate(form.kinds) if kind != SEQUENCE])
            rows += [("whether a node was given", T.true(), T.eq(out[2], number(options.node_given))),
                     ("whether bits are drawn", T.true(), T.eq(out[3], T.zext(T.not_(T.eq(drawn, T.const(drawn.w, 0))), 64))),
                     ("a block has a step", T.true(), T.ule(number(1), out[1])),
                     ("a step is its bits' share of the sizes", T.true(), T.eq(out[0], T.add(share, number(1)))),
                     ("a step is 1 or more", T.true(), T.ule(number(1), out[0])),
                     ("a step is at most 256^n − 1", T.true(), T.ule(out[0], number(most))),
                     ("the sum of steps taken as one fits", T.true(), T.ule(T.mul(T.zext(out[1], 128), T.const(128, most)),
                                                                         T.const(128, 2**form.room - 1)))]
        return rows

    return Case(function, words, claims)


def rejected_rows(valid, error):
    """Of what is rejected the reason is `range`, and it shows nowhere."""
    return [("the error", T.true(), T.eq(e, T.ite(valid, number(0), number(r)))) for e, r in zip(error, (spec.RANGE, 0, 0, 0), strict=True)]


def bounds_case(form, function, given, later):
    # The last two words are not read: an id of which the claims ask whether it is between the bounds.
    words = [word("ms"), number(later), number(given), word("epoch"), word("id.high"), word("id")]

    def claims(words, before, returned, out):
        since, valid = since_of(form, words[3] if given else number(form.epoch), words[0])
        value, first, last = (form.value(w) for w in (words[4:], out[:2], out[2:4]))
        inside = T.all_of([T.ule(first, value), T.ule(value, last)])
        own = T.eq(T.zext(form.time(value), 66), since)
        return [("what is returned", T.true(), T.eq(returned, valid)),
                ("they are ids", valid, T.all_of([form.is_valid(first), form.is_valid(last)])),
                ("the ids of that instant's millisecond", T.all_of([valid, form.is_valid(value)]), T.eq(inside, own)),
                *(("no bound elsewhere", T.not_(valid), T.eq(o, b)) for o, b in zip(out[:4], before[:4], strict=True)),
                *rejected_rows(valid, out[4:8]), *rejected_rows(valid, out[8:])]

    return Case(function, words, claims, out=12)


def between_case(form, function, given, later):
    words = [word("from"), number(later & 1), word("to"), number(later >> 1), number(given), word("epoch"), word("id.high"), word("id")]

    def claims(words, before, returned, out):
        # From … to, since the epoch: the milliseconds that begin then. None begins behind the last one.
        begin, end = (T.sub(T.add(wide(ms), T.zext(T.and_(T.part(late, 0, 0), T.not_(T.eq(ms, number((1 << 63) - 1)))), 66)),
                            wide(words[5] if given else number(form.epoch))) for ms, late in (words[:2], words[2:4]))
        value, first, last = (form.value(w) for w in (words[6:], out[:2], out[2:4]))
        time, most = T.zext(form.time(value), 66), T.const(66, (1 << form.time_bits()) - 1)
        some = T.all_of([is_below(begin, end), is_below(T.const(66, 0), end), T.not_(is_below(most, begin))])
        inside = T.all_of([returned, T.ule(first, value), T.ule(value, last)])
        own = T.all_of([T.not_(is_below(time, begin)), is_below(time, end)])
        return [("what is returned", T.true(), T.eq(returned, some)),
                ("they are ids", some, T.all_of([form.is_valid(first), form.is_valid(last)])),
                ("the ids of those instants", form.is_valid(value), T.eq(inside, own)), *rejected_rows(some, out[4:])]

    return Case(function, words, claims, out=8)


def bytes_of(words):
    """As they lie in memory."""
    return [T.part(w, low + 7, low) for w in words for low in range(0, 64, 8)]


def conversion_case(function, expected):
    """expected(bytes) gives (what is returned, bytes)."""
    words = [word("id.0"), word("id.1"), *(word(f"prefix{i}") for i in range(8) if function == "prefixed_typeid")]

    def claims(words, before, returned, out):
        own = bytes_of(words[:2])
        good, new = expected(own)
        further = error_of(own) if function == "uuid_to_uuidv7" else words[2:]
        found = bytes_of(out[:2])
        return [("what is returned", T.true(), T.eq(returned, good)),
                ("the id", good, T.eq(T.cat(found), T.cat(new))),
                ("nothing when rejected", T.not_(good), T.eq(T.cat(found), T.cat(bytes_of(before[:2])))),
                *(("the error, or the prefix", T.true(), T.eq(o, e)) for o, e in zip(out[2:], further, strict=True))]

    return Case(function, words, claims, out=6 if function == "uuid_to_uuidv7" else len(words))


def version_of(b):
    """RFC 9562, section 4: version and variant."""
    return T.part(b[6], 7, 4), T.part(b[8], 7, 6)


def is_version_7(b):
    version, variant = version_of(b)
    return T.all_of([T.eq(version, T.const(4, 7)), T.eq(variant, T.const(2, 2))])


def error_of(b):
    """Why 16 bytes are no UUIDv7."""
    rows = spec.TEXT_FORMATS["uuidv7"].wrong_value(T.cat(b))
    return [T.ite(T.any_of([c for c, _ in rows]), wrong, right) for wrong, right in zip(spec.first_of(rows), spec.ACCEPTED, strict=True)]


def as_version_7(b):
    return T.true(), [*b[:6], T.cat([T.const(4, 7), T.part(b[6], 3, 0)]), b[7],
                      T.cat([T.const(2, 2), T.part(b[8], 5, 0)]), *b[9:]]


def reported(b):
    version, variant = version_of(b)
    return is_version_7(b), bytes_of([T.zext(version, 64), T.zext(variant, 64)])


def ordered_as(order):
    """The bytes in this order are the id's."""
    return lambda b: (T.true(), [b[order.index(i)] for i in range(16)])


CONVERSIONS = {
    "ulid_to_uuid": lambda b: (T.true(), b),
    "uuid_to_ulid": lambda b: (T.true(), b),
    "uuid_to_typeid": lambda b: (T.true(), b),
    "typeid_to_uuid": lambda b: (T.true(), b),
    "prefixed_typeid": lambda b: (T.true(), b),
    "uuidv7_to_uuid": lambda b: (T.true(), b),
    "uuid_to_uuidv7": lambda b: (is_version_7(b), b),
    "ulid_to_uuidv7": as_version_7,
    "uuid_to_guid": ordered_as(GUID),
    "guid_to_uuid": lambda b: (T.true(), [b[i] for i in GUID]),
    "uuid_to_sql_server": ordered_as(SQL_SERVER),
    "sql_server_to_uuid": lambda b: (T.true(), [b[i] for i in SQL_SERVER]),
}


def version_case():
    words = [word("id.0"), word("id.1")]

    def claims(words, before, returned, out):
        version_7, both = reported(bytes_of(words))
        return [("whether it is version 7", T.true(), T.eq(returned, version_7)),
                ("version and variant", T.true(), T.eq(T.cat(bytes_of(out[:2])), T.cat(both)))]

    return Case("uuid_version", words, claims, out=2)


# --- theorems -------------------------------------------------------------------------------------------------------

NAME, CONSTANT, PLAIN = "recipe", "constant-recipe", "plain-recipe"  # in place of a kernel set
# As processors run it, as compilers evaluate it, and as a compiler without GNU extensions has it.
WAYS = {NAME: (), CONSTANT: ("-D__builtin_is_constant_evaluated()=true",), PLAIN: ("-DSORTID_GNU_EXTENSIONS=0",)}
# The solver takes minutes for sizes of more than three bytes.
LEFT_OUT = re.compile(f"{PLAIN}/(ulid|typeid|uuidv7)/step")
OPERATIONS = ("first", "next", "run", "step", "lead", "bounds", "between")
QUICK = (*OPERATIONS[:6], *CONVERSIONS, "uuid_version")
NOT_QUICK = (f"{NAME}/euid/first", f"({CONSTANT}|{PLAIN})/.*")


def has(form, operation):
    """Whether the format has that: uid11 without a timestamp has no bounds, a format without a counter no next id."""
    return operation == "first" or (form.timed if operation in ("bounds", "between") else bool(form.counted))


def layouts(root, without="no such line"):
    """The names of the layouts, as the headers declare them, but for those that have such a line."""
    found = set()
    for path in glob.glob(os.path.join(root, "include/sortid/*.hpp")):
        for layout in re.findall(r"inline constexpr layout \w+\{\n(.*?)\n\};", open(path).read(), re.S):
            if without not in layout:
                found.add(re.search(r'\.name = "([^"]+)"', layout).group(1))
    return found


def generated(root):
    """The names of those that have a generator."""
    return layouts(root, ".generated = false")


def theorems(root):
    """(name, the way, format or None, operation) of all."""
    if generated(root) != set(FORMATS):
        sys.exit(f"prove: not the generated formats: {sorted(generated(root) ^ set(FORMATS))} (proofs/recipe.py)")
    own = [(name, operation) for name, form in FORMATS.items() for operation in OPERATIONS if has(form, operation)]
    own += [(None, function) for function in (*CONVERSIONS, "uuid_version")]
    named = [("/".join(filter(None, (way, *of))), way, *of) for way in WAYS for of in own]
    return [theorem for theorem in named if not LEFT_OUT.fullmatch(theorem[0])]


def options_of(form, steps=None):
    """Whether an epoch and an extension are given, the step's size, the sequence's start, whether a call has a node of its own and the
    options have one: all that a format has. The step that is given does not depend on its size, the recipe might."""
    return itertools.product((False, True) if form.timed else (False,), (False, True) if EXTENSION in form.kinds else (False,),
                             (steps or (None, *range(form.most_step + 1))) if form.counted else (None,),
                             (ZERO, RANDOM, CARRY_ON) if SEQUENCE in form.kinds else (ZERO,), (False, True) if NODE in form.kinds else (False,),
                             (True, False) if NODE in form.kinds else (True,))


def makers(name, operation):
    """The cases of a theorem, each made when it is asked for, after T.reset()."""
    if name is None:
        if operation == "uuid_version":
            return [version_case]
        return [lambda: conversion_case(operation, CONVERSIONS[operation])]
    form, function = FORMATS[name], f"{name.replace('-', '_')}_{operation}"
    rejected = [lambda: rejected_case(form, function)]
    if operation == "run":  # the rest of it is no single call
        return rejected
    if operation == "first":
        return rejected + [lambda o=o, l=l: first_case(form, function, Options(form, *o), l) for o in options_of(form) for l in (0, 1)]
    if operation == "next":
        return rejected + [lambda o=o: next_case(form, function, Options(form, *o)) for o in options_of(form)]
    if operation == "lead":
        return rejected + [lambda o=o: lead_case(form, function, Options(form, *o)) for o in options_of(form, (None, ANY))]
    if operation == "step":
        too_many = [lambda: step_case(form, function, Options(form, step_bytes=form.most_step + 1), form.most_step + 1)]
        return rejected + too_many + [lambda o=o: step_case(form, function, Options(form, *o), form.step if o[2] is None else o[2])
                                      for o in options_of(form)]
    # An epoch that is given takes the solver a hundred times as long, and no code looks at it and at `later` together.
    make, asked = (bounds_case, ((0, 0), (0, 1), (1, 0), (1, 1))) if operation == "bounds" else (between_case, ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0)))
    return [lambda g=g, l=l: make(form, function, g, l) for g, l in asked]


# Code that no call of a theorem leads to, as in kernels.py.
NOT_REACHED = [
    (".*", "^@_ZNK6sortid6layout4maskE|^@_ZN6sortid6detail(10edge_value|12last_instant)E", "a layout is asked for one of its fields, and each function has code for all"),
    (".*recipe/(uuidv7|ulid-flake.*)/(bounds|between)", "_bounds$|ids_between|(first|last)_at", "what they make has the constant bits whose lack would be an error"),
    (f"{CONSTANT}/typeid/between", "^@typeid_between$", "bounds have no prefix", "icmp eq i8 % 0"),
    (".*recipe/ulid_to_uuidv7", "overwriting_six_bits", "the same"),
    (".*recipe/uuid_to_uuidv7", "14wrong_constant", "it is asked which constant is wrong where one is", "icmp eq i64 % 2"),
]

# --- running --------------------------------------------------------------------------------------------------------


class Machine(run.Machine):
    """With what the headers call and the kernels do not. A loop ends where no way leads on."""

    def __init__(self, module):
        super().__init__(module)
        self.visits = collections.Counter()

    def decided(self, function, block, yes_path, no_path):
        self.visits[function.name, block] += 1
        if self.visits[function.name, block] == 1:
            return None
        for known, path in ((0, yes_path), (1, no_path)):
            if solve.holds(T.true(), T.not_(path), 20).status == solve.PROVED:
                return known
        return None

    def call(self, name, args, memory, path):
        if name == "@abort":
            self.fail(path, "ends the program")
            return None, memory
        if name == "@memcmp":
            a, b, size = *args[:2], T.value_of(args[2])
            rows = [self.load_cells(memory, x, size, path) for x in (a, b)]
            known = [[T.value_of(c) for c in row[0][1]] for row in rows]
            if any(len(row) != 1 for row in rows) or None in known[0] + known[1]:
                raise run.Stuck("memcmp of unknown bytes")
            return T.const(32, (known[0] > known[1]) - (known[0] < known[1])), memory
        return super().call(name, args, memory, path)


class RunMachine(Machine):
    """A run of ids of which one turn is seen: that at `at`, whose step and bits are `item`."""

    def __init__(self, module, at, item):
        super().__init__(module)
        self.at, self.item, self.gives, self.header, self.ends = at, item, [], None, False

    def phi(self, tokens, before, env):
        return super().phi(tokens, self.header if before == AGAIN else before, env)

    def decided(self, function, block, yes_path, no_path):
        self.visits[function.name, block] += 1  # also at the first visit
        known, ways = super().decided(function, block, yes_path, no_path), function.successors[block]
        if self.header not in ways:
            return known
        on = ways.index(self.header) == 0
        right = on != self.ends
        if known != right:
            self.fail(no_path if right else yes_path, "a run ends early, or goes on")
        return right

    def call(self, name, args, memory, path):
        if name == "@run_takes":
            which = T.value_of(T.linear(64, [(1, args[1]), (-3, self.at)]))
            if which in (0, 1, 2):
                return self.item[which], memory
            self.fail(path, "takes what is another id's")
            return self.undefined(64), memory
        if name == "@run_gives":
            self.gives.append((path, *args[1:]))
            return None, memory
        return super().call(name, args, memory, path)


class Run:
    """A counterexample about a turn: a run with as many turns before it, in which the counter stays, or comes there by two steps."""

    MOST = 300

    def __init__(self, form, options, last, state, at, item):
        self.form, self.options, self.last, self.state, self.at, self.item = form, options, last, state, at, item

    def under(self, value):
        before, item = max(2, min(value(self.at), self.MOST)), list(map(value, self.item))
        counter, last = (value(t) for t in (self.form.counter(self.form.value(self.state)), T.cat(self.last)))
        calls, others = [], [bits ^ (1 << 64) - 1 for bits in item[1:]]
        for steps in ((0, 0), ((1 << self.form.room) - 1, 1 << self.form.room - 1)):
            begun, left = last, counter - sum(steps)
            for high, low in (self.form.places[i] for i in reversed(self.form.counted)):
                mask = (1 << high - low + 1) - 1
                begun, left = begun & ~(mask << low) | (left & mask) << low, left >> high - low + 1
            words = [*map(value, self.options), begun >> 64, begun & (1 << 64) - 1, before + 2,
                     *(w for step in (*[0] * (before - 2), *steps) for w in (step, *others)), *item, 0, *others]
            calls.append(Call([(0,), (1,)], [b"".join(w.to_bytes(8, "little") for w in words), b"?" * (16 * (before + 2))], 1))
        return calls


AGAIN = "%again"


def loop_of(function):
    """The block in which the one loop of a function begins, and what it changes; AGAIN becomes a copy, to begin a turn with."""
    for header, instructions in function.blocks.items():
        seen, todo = set(), list(function.successors[header])
        while todo:
            block = todo.pop()
            if block not in seen:
                seen.add(block)
                todo += function.successors[block]
        phis = [result for result, tokens in instructions if tokens[0] == "phi"]
        if header in seen and phis:
            function.blocks[AGAIN] = [i for i in instructions if i[1][0] != "phi"]
            function.successors[AGAIN], function.joins[AGAIN] = function.successors[header], function.joins[header]
            function.copies[AGAIN] = header
            return header, phis
    raise run.Stuck("no loop")


def prove_run(module, function, form, given_options, proof):
    """By induction over the ids: the state before the first, any state one id on, the end. Of an id before, only the counter is
    known to the loop; its other fields are the last id's, or fixed."""
    parsed = module.functions[f"@{function}"].parse()
    header, phis = loop_of(parsed)
    counting, left = form.value_of_counter(), run.Turns()
    for turn in ("none", "one", "the last"):
        T.reset()
        proof.seen.clear()
        options, last, state = Options(form, *given_options), [word("last.high"), word("last")], [word("state.high"), word("state")]
        at, item = T.variable("at", 64, (1 << 62) - 1), [word("step", form.room), word("bits.high"), word("bits")]
        count = {"none": number(0), "one": T.variable("count", 64), "the last": T.add(at, number(1))}[turn]
        machine, memory = RunMachine(module, at, item), run.Memory()
        machine.header, machine.ends = header, turn == "none"
        words = [*options.words, *last, count]
        given = machine.new_object(memory, "in", bytes_of(words), True, align=8)
        env = {p: a for (p, _), a in zip(parsed.parameters, (given, machine.new_object(memory, "out", [], align=8)), strict=True)}
        assumed = T.true() if turn != "one" else T.all_of([T.ult(at, count), T.not_(T.eq(T.add(at, number(1)), count))])
        proof.given = Run(form, options.words, last, state, at, item)
        if turn == "none":
            returned, _ = machine.call(f"@{function}", list(env.values()), memory, assumed)
            proof.no_failures(machine, assumed)
            proof.claim("nothing is given", assumed, T.all_of([returned, T.const(1, not machine.gives)]))
            continue
        _, env, memory = machine.walk(parsed, parsed.entry, None, env, memory, assumed, header)
        proof.claim("nothing is given before", assumed, T.const(1, not machine.gives))
        counter = next((p for p in phis if T.value_of(env[p]) == 0), None)
        masks = [T.const(64, counting >> 64), T.const(64, counting)]
        halves = [h for h in (0, 1) if T.value_of(masks[h])]
        if counter is None or len(phis) != len(halves) + 1:
            raise run.Stuck("a loop of another state")

        def same_counter(p, h):
            return T.eq(T.and_(env[p], masks[h]), T.and_(last[h], masks[h]))

        held = {}
        for p in phis:
            if p != counter:
                fitting = [h for h in halves if solve.holds(assumed, same_counter(p, h), 20).status == solve.PROVED]
                held[p] = h = (fitting or halves)[0]
                halves.remove(h)
                proof.claim("the counter at the beginning", assumed, same_counter(p, h))
        env = {**env, counter: at, **{p: state[h] for p, h in held.items()}}
        machine.ends = turn == "the last"

        def one(memory):
            machine.gives.clear()
            return machine.walk(parsed, AGAIN, None, dict(env), memory, assumed, header if turn == "one" else None)

        _, *rest = left.run(one, memory, {given.thing}, turn == "the last")
        proof.no_failures(machine, assumed)
        fits, expected = following(form, options, words, form.value(last), form.counter(form.value(state)), item[0],
                                   form.value(item[1:]))
        allowed = T.all_of([assumed, fits, T.not_(T.eq(item[0], number(0)))])
        proof.claim("one id is given", assumed, T.const(1, len(machine.gives) == 1))
        for path, i, high, low in machine.gives[:1]:
            proof.claim("and in its place", assumed, T.all_of([path, T.eq(i, at)]))
            proof.claim("the next id", allowed, T.eq(form.value([high, low]), expected))
        if turn == "the last":
            proof.claim("what is returned", assumed, rest[0])
            continue
        proof.claim("one on", assumed, T.eq(rest[0][counter], T.add(at, number(1))))
        wide_id = T.zext(expected, 128)
        for p, h in held.items():
            own = T.part(wide_id, 127 - 64 * h, 64 - 64 * h)
            proof.claim("the counter one id on", allowed, T.eq(T.and_(rest[0][p], masks[h]), T.and_(own, masks[h])))


def load_set(root, way, work):
    return kernels.compile_to_ir(root, os.path.join(root, "proofs/recipe.cpp"), [os.path.join(root, "include")],
                                 text_of(work, way, None), options=WAYS[way])


def text_of(work, way, _):
    return os.path.join(work, f"{way}.ll")


def entry(root, module, _, name, operation):
    return f"@{name.replace('-', '_')}_{operation}" if name else f"@{operation}"


def prove(root, module, way, name, operation, seconds):
    proof = kernels.Proof(10 * seconds)  # the solver's limit is one of the clock, and a busy machine answers late
    if operation == "run":
        form = FORMATS[name]
        for options in options_of(form):
            prove_run(module, entry(None, module, None, name, operation)[1:], form, options, proof)
    for place, make in enumerate(makers(name, operation)):
        T.reset()
        proof.seen.clear()
        case = make()
        before = [word(f"before{i}") for i in range(case.out)]
        machine, memory = module.runner(Machine), run.Memory()
        given = machine.new_object(memory, "in", bytes_of(case.words), True, align=8)
        taken = machine.new_object(memory, "out", bytes_of(before), align=8)
        returned, after = proof.call(machine, f"@{case.function}", [given, taken], memory, T.true())
        proof.no_failures(machine, T.true())
        cells = after.cells[taken.thing]
        out = [T.cat(cells[8 * i : 8 * i + 8][::-1]) for i in range(case.out)]
        for what, assumption, claim in case.claims(case.words, before, returned, out):
            proof.claim(what, assumption, claim)
    if not proof.stops:
        proof.all_reached(module, "/".join(filter(None, (way, name, operation))), NOT_REACHED)
    return proof
