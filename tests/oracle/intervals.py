"""Intervals whose ends are finer than a millisecond, worked out on whole nanoseconds: an id belongs to one when the first
nanosecond of its millisecond does.

    intervals.py > tests/oracle/vectors/intervals/vectors.json      the frozen table that every front end runs

A case has a `format`, the ends in Unix nanoseconds as decimal texts (null: open), `bounds` as ranges of PostgreSQL have them
(elsewhere all are `[)`), and the `first` and the `last` id in hex or the `reason` why there is none.
"""

import datetime
import json
import sys

import oracle

MS = 10**6  # nanoseconds
DAY = datetime.datetime(2026, 3, 1, tzinfo=datetime.timezone.utc)


def ns_of(moment):
    """Exact, which moment.timestamp() is not."""
    since = moment - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    return ((since.days * 86_400 + since.seconds) * 10**6 + since.microseconds) * 1_000


def least(holds, near):
    """The least millisecond for which `holds`, which is near."""
    return next(ms for ms in range(near - 3, near + 4) if holds(ms * MS))


def ids(format, begin, end, bounds):
    """(first, last), or an Err: by looking which milliseconds begin in the interval."""
    if format not in oracle.TIME:
        return oracle.Err("range")
    epoch, bits, _ = oracle.TIME[format]
    low, high = epoch, epoch + 2**bits  # half-open, of milliseconds
    if begin is not None:
        low = max(low, least(lambda ns: ns >= begin if bounds[0] == "[" else ns > begin, begin // MS))
    if end is not None:
        high = min(high, least(lambda ns: ns > end if bounds[1] == "]" else ns >= end, end // MS))
    return oracle.interval(format, low, high)


def cases(format):
    epoch, bits, _ = oracle.TIME.get(format, (0, 48, 80))
    zero, end = epoch * MS, (epoch + 2**bits) * MS  # the first instant of the format, and the first that it has not
    day = ns_of(DAY)
    last = ns_of(datetime.datetime.combine(DAY, datetime.time.max, datetime.timezone.utc))
    yield "a day to datetime.time.max", day, last
    yield "a day to its last nanosecond", day, last + 999
    yield "half a millisecond later, both", day + 500_000, day + 2 * MS + 500_000
    yield "from half a millisecond on", day + 500_000, day + 5 * MS
    yield "to half a millisecond", day, day + 500_000
    yield "to a microsecond", day, day + 1_000
    yield "to a nanosecond", day, day + 1
    yield "a nanosecond later, both", day + 1, day + MS + 1
    yield "to the last microsecond of a second", day, day + 999_999_000
    yield "between two milliseconds", day + 1_000, day + 999_000
    yield "between two milliseconds, to the nanosecond", day + 1, day + MS - 1
    yield "an end, twice", day, day
    yield "an end within a millisecond, twice", day + 1_000, day + 1_000
    yield "reversed", day + MS, day
    yield "reversed by a microsecond", day + MS + 2_000, day + MS + 1_000
    yield "reversed around a millisecond", day + 1_000, day - 1_000
    yield "before 1970", -2 * MS - 500_000, -500_000
    yield "around 1970", -500_000, 1_000
    yield "to a nanosecond before 1970", -5 * MS, -1
    yield "to the first instant", zero - 10 * MS, zero
    yield "to just after the first instant", zero - 10 * MS - 1_000, zero + 1_000
    yield "from just before the first instant", zero - 1_000, zero + MS
    yield "within the last millisecond", end - MS + 1_000, end
    yield "from the last millisecond on", end - MS, end + 1_000
    yield "past the last instant", end, end + MS
    yield "all that is before", None, day + 1_000
    yield "all from then on", day + 1_000, None
    yield "all", None, None
    yield "nothing before the first instant", None, zero
    yield "nothing after the last instant", end - MS + 1_000, None


# What ranges of PostgreSQL have besides.
CLOSED = [
    ("closed", "[]", 0, MS), ("closed, within milliseconds", "[]", 1_000, MS + 1_000), ("closed, one instant", "[]", 0, 0),
    ("closed, one instant within a millisecond", "[]", 1_000, 1_000), ("open below", "(]", 0, MS),
    ("open below, within milliseconds", "(]", 1_000, MS + 1_000), ("open", "()", 0, 2 * MS), ("open, with nothing within", "()", 0, MS),
]


def vectors():
    for format in oracle.FORMATS:
        rows = [(name, "[)", begin, end) for name, begin, end in cases(format)]
        rows += [(name, bounds, ns_of(DAY) + begin, ns_of(DAY) + end) for name, bounds, begin, end in CLOSED]
        for name, bounds, begin, end in rows:
            found = ids(format, begin, end, bounds)
            told = {"reason": found.reason} if isinstance(found, oracle.Err) else {
                edge: oracle.to_hex(format, value) for edge, value in zip(("first", "last"), found)}
            ends = {key: None if ns is None else str(ns) for key, ns in (("from_ns", begin), ("to_ns", end))}
            yield {"format": format, "name": name, **ends, "bounds": bounds, **told}


if __name__ == "__main__":
    sys.stdout.write("[\n" + ",\n".join(json.dumps(case) for case in vectors()) + "\n]\n")
