"""The ids that every engine is asked to sort, what it is asked, and what it answered.

The ids are chosen to hurt: the lowest and the highest numbers of a format, 1970 and its last year, many ids of one millisecond, ids
that differ in their last byte alone, and versions 4 or 8 among UUIDs of version 7. All is from the oracle, nothing from sortid.
"""

import dataclasses
import pathlib
import random
import sys
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "oracle"))
import oracle  # noqa: E402

DAY = 86_400_000
MIDNIGHT = 1_767_225_600_000  # 2026-01-01
COUNT = 10_000
BOTH_CASES = "ulid in both cases"  # readers take either case, so a table can hold both
VERSIONS = {"uuids, 4 among 7": 4, "uuids, 8 among 7": 8}


def numbers(format, other=7):
    """COUNT numbers, each once, in no order. Of UUIDs a fourth has the other version."""
    draw = random.Random(f"order {format}")
    epoch, width, below = oracle.TIME[format]
    bits = oracle.BITS[format]
    found = {0, 1, 2**below - 1, 2**(bits - 1) - 1, 2**(bits - 1), 2**bits - 1} if bits == width + below else {0, 2**(bits - 1) - 1}

    def at(ms, low):
        value = (ms - epoch) << below | low
        if format in (oracle.UUIDV7, oracle.TYPEID):
            version = draw.choice((other, 7, 7, 7))
            value = value & ~(15 << 76) & ~(3 << 62) | version << 76 | 2 << 62
        return value

    while len(found) < COUNT:
        low = draw.getrandbits(below)
        found.add(at(epoch + draw.randrange(2**width), low))
        found.add(at(MIDNIGHT + draw.randrange(-3 * DAY, 4 * DAY), low))
        found.add(at(MIDNIGHT + 5, low))
        found.add(at(MIDNIGHT + 5, low & ~255 | draw.randrange(256)))
    if format in (oracle.UUIDV7, oracle.TYPEID):  # the extremes have no version of theirs
        found = {value for value in found if format == oracle.UUIDV7 or oracle.is_version_7(value)}
    found = sorted(found)
    draw.shuffle(found)
    return found


SETS = {"ulid": oracle.ULID, BOTH_CASES: oracle.ULID, "uuidv7": oracle.TYPEID, **dict.fromkeys(VERSIONS, oracle.UUIDV7),
        "typeid": oracle.TYPEID, "euid": oracle.EUID,
        "ulid-flake": oracle.FLAKE, "uid11": oracle.XID}

# What a column holds, and for which sets that is a question of its own. As 16 bytes a TypeID is a UUIDv7, an EUID a ULID.
HELD = {"text": ("ulid", BOTH_CASES, "typeid", "euid", "ulid-flake", "uid11"), "uuid": ("ulid", "uuidv7", *VERSIONS),
        "bytes": ("ulid", "uuidv7"),
        "number128": ("ulid", "uuidv7"), "number64": ("ulid-flake", "uid11")}


def cell(held, name, value):
    """The number as the column holds it."""
    if held == "text":
        text = oracle.to_text(SETS[name], value, "user") if name == "typeid" else oracle.to_text(SETS[name], value)
        text = text.value if isinstance(text, oracle.Ok) else text
        return text.lower() if name == BOTH_CASES and value % 2 else text
    if held == "uuid":
        return str(uuid.UUID(int=value))
    return value.to_bytes(16, "big") if held == "bytes" else value


@dataclasses.dataclass
class Question:
    """`cells[i]` is id i; a day's ids are those from `low` to `high`."""
    held: str
    cells: list
    low: object
    high: object


@dataclasses.dataclass
class Answer:
    """Numbers of ids: all in order, those of the day, the smallest and the largest. None: cannot be asked there."""
    order: list
    day: list | None = None
    ends: tuple | None = None
    prunes: bool | None = None  # whether the day was found without reading all
    bytes_per_id: float | None = None


def ask(column, name, held):
    """What `column(question)` answers about the ids of a set, judged by their numbers."""
    values = numbers(SETS[name], VERSIONS.get(name, 7))
    low = oracle.first(SETS[name], MIDNIGHT).value
    high = oracle.last(SETS[name], MIDNIGHT + DAY - 1).value
    if name in VERSIONS:  # the bounds of version 7 are those of no other
        low, high = low >> 80 << 80, high | 2**80 - 1
    question = Question(held, [cell(held, name, v) for v in values], cell(held, name, low), cell(held, name, high))
    try:
        answer = column(question)
    except Exception as error:  # noqa: BLE001: what an engine says is the result
        lines = str(error).strip().splitlines()  # MariaDB's client repeats the statement first
        return {"rejects": next((line for line in lines if "ERROR" in line), lines[0])[:160]}
    order = sorted(range(len(values)), key=values.__getitem__)
    right = {"order": answer.order == order}
    if answer.day is not None:
        right["day"] = sorted(answer.day) == [i for i, v in enumerate(values) if low <= v <= high]
    if answer.ends is not None:
        right["ends"] = tuple(answer.ends) == (order[0], order[-1])
    if answer.prunes is not None:
        right["prunes"] = answer.prunes
    if answer.bytes_per_id is not None:
        right["bytes"] = round(answer.bytes_per_id, 1)
    return right
