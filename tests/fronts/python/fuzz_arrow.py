"""Malformed Arrow arrays into the importer, in a process of its own: each is rejected, or read where nothing is wrong.

usage: fuzz_arrow.py ROUNDS [SEED]

What an array can say wrongly is its lengths, offsets, counts, null pointers, and the offsets and views in its buffers. A
buffer that is shorter than its array says cannot be seen through this interface, so buffers here are as long as the most
that is said of them.
"""

import ctypes
import random
import struct
import sys

import sortid
import sortid.arrow


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


RELEASE_SCHEMA = ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))
RELEASE_ARRAY = ctypes.CFUNCTYPE(None, ctypes.POINTER(Array))
Schema._fields_ = [("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p),
                   ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64), ("children", ctypes.c_void_p),
                   ("dictionary", ctypes.c_void_p), ("release", RELEASE_SCHEMA), ("private_data", ctypes.c_void_p)]
Array._fields_ = [("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
                  ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64),
                  ("buffers", ctypes.POINTER(ctypes.c_void_p)), ("children", ctypes.c_void_p),
                  ("dictionary", ctypes.c_void_p), ("release", RELEASE_ARRAY), ("private_data", ctypes.c_void_p)]
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

released = [0]


@RELEASE_SCHEMA
def release_schema(schema):
    schema.contents.release = RELEASE_SCHEMA()


@RELEASE_ARRAY
def release_array(array):
    released[0] += 1
    array.contents.release = RELEASE_ARRAY()


ROOM = 64  # rows that every buffer has room for


class Source:
    """An array of ROOM rows at most, with something wrong in it."""

    def __init__(self, arrow_format, array, buffers):
        self.buffers = [None if data is None else ctypes.create_string_buffer(data, len(data)) for data in buffers]
        self.pointers = (ctypes.c_void_p * max(len(buffers), 1))(
            *(None if data is None else ctypes.addressof(data) for data in self.buffers))
        self.schema = Schema(format=arrow_format, release=release_schema)
        self.array = Array(**array)
        self.array.release = release_array
        if "buffers" not in array:
            self.array.buffers = ctypes.cast(self.pointers, ctypes.POINTER(ctypes.c_void_p))

    def __arrow_c_array__(self, requested_schema=None):
        return (new_capsule(ctypes.addressof(self.schema), b"arrow_schema", None),
                new_capsule(ctypes.addressof(self.array), b"arrow_array", None))


EDGES = [0, 1, -1, 2, ROOM - 1, ROOM, 2**31 - 1, 2**31, -2**31, 2**63 - 1, -2**63, 2**62]


def number(draw, good):
    return draw.choice(EDGES) if draw.random() < 0.15 else good


def offsets(draw, width, size):
    """Increasing, within `size`; now and then going back."""
    places = sorted(draw.randrange(size + 1) for _ in range(ROOM + 1))
    if draw.random() < 0.3:
        # Only what must be rejected: an offset past the end cannot be seen.
        places[draw.randrange(ROOM + 1)] = draw.choice([-1, -2**31])
    if draw.random() < 0.2:
        at = draw.randrange(ROOM)
        places[at], places[at + 1] = places[at + 1], places[at]
    return struct.pack(f"={ROOM + 1}{'i' if width == 4 else 'q'}", *places)


def views(draw, sizes):
    rows = b""
    for _ in range(ROOM):
        size = draw.choice([0, 5, 11, 12, 13, 26, 26, 27, 36, *([-1, 2**31 - 1, -2**31] if draw.random() < 0.1 else [])])
        buffer = draw.choice([0, *([-1, 1, 7, 2**31 - 1] if draw.random() < 0.1 else [])])
        offset = draw.choice([0, 3, *([-1, sizes, 2**31 - 1] if draw.random() < 0.1 else [])])
        rows += struct.pack("=i", size) + (draw.randbytes(12) if 0 <= size <= 12 else
                                           struct.pack("=4sii", b"abcd", buffer, offset))
    return rows


def source(draw):
    arrow_format = draw.choice([b"u", b"U", b"vu", b"w:16", b"l", b"L", b"u", b"vu",
                                *([None, b"", b"w:", b"w:8", b"z", b"+s", b"\xff"] if draw.random() < 0.1 else [])])
    text = b"01ARZ3NDEKTSV4RRFFQ69G5FAV" * 20
    validity = draw.choice([None, draw.randbytes(ROOM // 8)])
    if arrow_format == b"vu":
        buffers = [validity, views(draw, len(text)), text, struct.pack("=q", len(text))]
    elif arrow_format in (b"u", b"U"):
        buffers = [validity, offsets(draw, 4 if arrow_format == b"u" else 8, len(text)), text]
    else:
        buffers = [validity, draw.randbytes(ROOM * 16)]
    offset = draw.choice([0, 0, 1, 7])
    array = {"length": draw.randrange(ROOM - offset + 1), "null_count": draw.choice([-1, 0, 0]), "offset": offset,
             "n_buffers": len(buffers), "n_children": 0}
    wrong = draw.choice([None, None, "null", "length", "offset", "null_count", "n_buffers", "n_children", "buffers",
                         "dictionary", "released"])
    if wrong == "null":
        buffers[draw.randrange(len(buffers))] = None
    elif wrong in ("length", "offset"):
        # In range it would say more of its buffers than they have.
        array[wrong] = draw.choice([-1, -2**63, -2**31, 2**63 - 1, 2**62])
    elif wrong == "null_count":
        array[wrong] = number(draw, 5)
    elif wrong == "n_buffers":
        array[wrong] = draw.choice([0, 1, 2, -1, -2**63, 2**63 - 1])
        if array[wrong] == 3 and arrow_format == b"vu":
            array[wrong] = 2
    elif wrong == "n_children":
        array[wrong] = draw.choice([1, -1, 2**40])
    elif wrong == "buffers":
        array[wrong] = None
    made = Source(arrow_format, array, buffers)
    if wrong == "dictionary":
        made.array.dictionary = ctypes.addressof(made.array)
    if wrong == "released":
        made.array.release = RELEASE_ARRAY()
    return made


def main():
    draw = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    kinds = list(sortid.FORMATS.values())
    outcomes = {}
    for _ in range(int(sys.argv[1])):
        made, kind = source(draw), draw.choice(kinds)
        call = draw.choice([
            lambda: sortid.arrow.from_text(kind, made, errors=draw.choice(["raise", "null"]), signed=draw.random() < 0.5),
            lambda: sortid.arrow.to_text(kind, made, large=draw.random() < 0.5),
            lambda: sortid.arrow.instants(kind, made, errors=draw.choice(["raise", "null"]))])
        try:
            column = call()
            outcome = "read"
            assert len(column) == made_length(made) and column.null_count <= len(column)
        except (TypeError, ValueError) as why:
            outcome = type(why).__name__
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
    print(outcomes)
    assert outcomes["read"] and outcomes["ValueError"] and outcomes["TypeError"]


def made_length(made):
    return made.array.length


main()
