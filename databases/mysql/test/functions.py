#!/usr/bin/env python3
"""Asks a MariaDB server for every vector, every case of functions and every statement of docs/mysql.md, and for as many ids of each
format as it is told, whose texts the command line has made. Asks the functions of stored.sql for vectors and such ids, too.

usage: functions.py --module FILE --bin sortid --stored stored.sql [--rows N] [--seed S]
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys

import server

SOURCE = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(SOURCE / "tests/unit/support"), str(SOURCE / "tools")]
import check_docs  # noqa: E402
import function_cases  # noqa: E402

VECTORS = SOURCE / "tests/oracle/vectors"
UNTIMED = ("uid11", "uid11_fullrand")


def sql_name(format):
    return {"uuidv7": "uuid7"}.get(format, format.replace("-", "_"))


def quoted(text):
    return f"x'{text.encode('utf-8', 'surrogateescape').hex()}'"


def raw(case):
    return f"x'{case['bytes']}'" if "bytes" in case else quoted(case["text"])


class Wanted:
    """Expressions with their answers, asked all at once."""

    def __init__(self):
        self.cases = []

    def is_(self, expression, answer):
        self.cases.append((expression, answer))

    def fails(self, expression, words):
        self.cases.append((expression, Exception(words)))

    def wrong(self, at, what):
        bad = 0
        for (expression, wanted), found in zip(self.cases, at.ask([each[0] for each in self.cases]), strict=True):
            if isinstance(wanted, Exception):
                good = isinstance(found, Exception) and str(wanted) in str(found)
            elif isinstance(wanted, dict):
                good = isinstance(found, str) and json.loads(found) == wanted
            else:
                good = not isinstance(found, Exception) and found == (None if wanted is None else str(wanted))
            if not good:
                bad += 1
                print(f"{expression}: {found!r}, not {wanted!r}")
        print(f"{what}: {len(self.cases)} expressions, {bad} wrong")
        return bad if self.cases else 1


def writer(name):
    return "uuid_text" if name == "uuid" else name


def valid(ask, name, case):
    x, canonical, wide = raw(case), case.get("canonical", case["text"]), len(case["hex"]) == 32
    ask.is_(f"{name}_check({x})", None)
    ask.is_(f"{name}_is_valid({x})", 1)
    if wide:
        ask.is_(f"lower(hex({name}_bytes({x})))", case["hex"])
        ask.is_(f"{name}_is_valid(x'{case['hex']}')", 1)
    else:
        fits = int(case["int"]) < 1 << 63
        ask.is_(f"try_{name}_int({x})", case["int"] if fits else None)
        if not fits:
            ask.fails(f"{name}_int({x})", "sortid: overflow at position 0: past 2^63 - 1")
    held = f"x'{case['hex']}'" if wide else case["int"]
    if name == "typeid":
        ask.is_(f"typeid_prefix({x})", case["prefix"])
        ask.is_(f"typeid({quoted(case['prefix'])}, typeid_uuid({x}))", canonical)
        ask.is_(f"typeid({quoted(case['prefix'])}, {held})", canonical)
        ask.is_(f"typeid_uuid({held})", case.get("uuid"))
    else:
        ask.is_(f"{writer(name)}({x})", canonical)
        ask.is_(f"{writer(name)}({held})", canonical)
    if "fields" in case:
        ask.is_(f"{name}_fields({x})", case["fields"])
    if "unix_ms" in case and name not in UNTIMED:
        ask.is_(f"try_{name}_ms({held})", case["unix_ms"])
        if case["unix_ms"] is None:
            ask.fails(f"{name}_time({x})", "sortid: range at position 0: ")
        else:
            ask.is_(f"{name}_time({x})", case["time"].replace("T", " ").removesuffix("Z"))


def bounds(ask, name, case, given):
    of = "uuid7" if name == "typeid" else name
    for end in ("first", "last"):
        if len(case[end]) == 32:
            ask.is_(f"lower(hex({of}_{end}_bytes({given})))", case[end])
        else:
            ask.is_(f"try_{of}_{end}_int({given})", int(case[end], 16) if int(case[end], 16) < 1 << 63 else None)
        if name == "typeid":
            ask.is_(f"lower(hex(typeid_bytes(typeid_{end}('user', {given}))))", case[end])


def vectors(ask, data):
    for case in data.get("detect", ()):
        ask.is_(f"id_detect({raw(case)})", case["formats"][0] if case["formats"] else None)
    if "format" not in data:
        return
    name = sql_name(data["format"])
    of = "uuid7" if name == "typeid" else name
    for case in data["valid"]:
        valid(ask, name, case)
    for section, function in (("invalid", f"{name}_bytes" if name == "typeid" else writer(name)), ("lenient_invalid", f"{name}_lenient")):
        if name not in ("typeid",) + UNTIMED + ("xid", "uid11_snowish", "uid11_ts_seq_rand") or section == "invalid":
            for case in data.get(section, ()):
                ask.fails(f"{function}({raw(case)})", f"sortid: {case['reason']} at position {case['position']}: ")
                ask.is_(f"try_{function}({raw(case)})", None)
                if section == "invalid":
                    ask.is_(f"{name}_check({raw(case)})", f"{case['reason']} at position {case['position']}")
    for case in data.get("lenient", ()):
        ask.is_(f"{name}_lenient({raw(case)})", case["canonical"])
    for case in data.get("instants", ()):
        bounds(ask, name, case, f"{case['unix_ms']}")
    for case in data.get("intervals", ()):
        bounds(ask, name, case, f"{case['from_ms']}, {case['to_ms']}")
    form = "bytes" if len(data["valid"][0]["hex"]) == 32 else "int"
    for case in data.get("invalid_instants", ()):
        if name not in ("uuid", *UNTIMED):
            ask.fails(f"{of}_first_{form}({case['unix_ms']})", "sortid: range at position 0: ")
    for case in data.get("invalid_intervals", ()):
        if name not in ("uuid", *UNTIMED):
            ask.is_(f"try_{of}_first_{form}({case['from_ms']}, {case['to_ms']})", None)


def frozen(ask):
    for case in json.loads((VECTORS / "named/vectors.json").read_text(encoding="utf-8")):
        if case["extension"] is None:  # SQL gives none
            prefix = f"{quoted(case['prefix'])}, " if case["format"] == "typeid" else ""
            for key in (f"'{case['key']}'", f"x'{case['key']}'"):
                ask.is_(f"{sql_name(case['format'])}_named({prefix}{case['unix_ms']}, {quoted(case['name'])}, {key})", case["text"])
    for case in json.loads((VECTORS / "mask/vectors.json").read_text(encoding="utf-8")):
        if case["version"] == 8:
            for direction, given, wanted in (("id_mask", "text", "masked"), ("id_unmask", "masked", "text")):
                ask.is_(f"{direction}({quoted(case[given])}, x'{case['key']}', '{case['format']}')", case[wanted])


def sentences(ask):
    """What is wrong with arguments, said by the statement's error."""
    ask.fails("ulid('01ARZ3NDEKTSV4RRFFQ69G5FAU')", "sortid: character at position 25: 'U' at position 25 is not a symbol of ulid")
    ask.fails("ulid(1.5)", "sortid: length at position 0: ulid is a text or 16 bytes, not a decimal")
    ask.fails("ulid(1)", "not an integer")
    ask.fails("xid(1e3)", "sortid: length at position 0: xid is a text or an integer, not a real number")
    ask.fails("ulid_flake(18446744073709551615)", "sortid: overflow at position 0: ")
    ask.is_("xid(9223372036854775808)", "NQm6nKp8qFD")
    ask.is_("xid(CAST(-9223372036854775808 AS SIGNED))", "NQm6nKp8qFD")  # the same bits, as the server passes them
    ask.fails("xid(18446744073709551616)", "xid is a text or an integer, not a decimal")
    # Printable ASCII is a text, of sixteen bytes too.
    ask.fails("ulid('01ARZ3NDEKTSV4RR')", "sortid: length at position 16: ulid has 26 symbols, found 16")
    ask.is_("ulid_is_valid('01ARZ3NDEKTSV4RR')", 0)
    ask.is_("ulid_is_valid('')", 0)
    ask.is_("ulid_check(repeat('0', 1000000))", "length at position 26")
    ask.fails("ulid_first('2026-13-01')", "sortid: range at position 5: ")
    ask.fails("ulid_first(2024)", "sortid: length at position 4: a year or milliseconds? ")
    ask.fails("ulid_first(1.5)", "an instant is Unix milliseconds as an integer, or a text, not a decimal")
    ask.fails("typeid('User')", "sortid: prefix at position 0: ")
    ask.fails("typeid(5)", "a type prefix is a text")
    ask.fails("uid11_snowish_with_machine(1024)", "machine is an integer from 0 to 1023")
    ask.fails("uid11_snowish_with_machine(-1)", "machine is an integer from 0 to 1023")
    ask.fails("uid11_snowish_with_machine(1, 'middle')", "sequence is 'zero', 'random' or 'carry_on'")
    ask.fails("uid11_snowish()", "sortid: no new uid11-snowish: only a number keeps its ids apart")
    ask.fails("id_mask(ulid(), 'abc')", "sortid: ")
    ask.fails("try_id_mask(ulid(), 'abc')", "sortid: ")
    ask.fails("id_mask(5, repeat('0', 32))", "only a text tells its format")
    ask.is_("id_unmask(id_mask(5, repeat('0', 32), 'xid'), repeat('0', 32), 'xid')", "11111111116")
    ask.fails("id_convert(ulid(), 'ulid', 'ulidd')", 'sortid: there is no format "ulidd"; there are ulid')
    ask.fails("id_convert(ulid(), 'ulid', 'xid')", "sortid: range at position 0: ")
    ask.fails("ulid_time()", "Can't initialize function 'ulid_time'; sortid: ulid_time takes 1 argument")
    ask.fails("ulid_first(1, 2, 3)", "sortid: ulid_first takes 1 to 2 arguments")
    ask.is_("try_ulid(1.5)", None)
    # A wrong argument is an error even beside a NULL.
    ask.fails("ulid_first(NULL, 'x')", "sortid: ")
    ask.is_("ulid_first(NULL, 5)", None)
    ask.is_("ulid_is_valid(NULL)", None)
    ask.is_("id_find(concat(repeat('01ARZ3NDEKTSV4RRFFQ69G5FAV ', 2), 'x'))", '["01ARZ3NDEKTSV4RRFFQ69G5FAV","01ARZ3NDEKTSV4RRFFQ69G5FAV"]')
    ask.is_("id_find('')", "[]")
    ask.is_("length(id_find(repeat('01ARZ3NDEKTSV4RRFFQ69G5FAV ', 20000)))", 20000 * 29 + 1)
    # What UTC_TIMESTAMP() gives has no zone, and is UTC.
    ask.is_("ulid_ms(ulid_first(CAST('2026-01-01 00:00:00.001' AS DATETIME(3))))", 1767225600001)
    # Sets that are no superset of ASCII have other bytes.
    ask.is_("ulid_is_valid(CONVERT('01ARZ3NDEKTSV4RRFFQ69G5FAV' USING utf16))", 0)
    for name in ("latin1", "ascii", "utf8mb3", "binary"):
        ask.is_(f"ulid_is_valid(CONVERT('01ARZ3NDEKTSV4RRFFQ69G5FAV' USING {name}))", 1)


def drawn_formats(formats):
    for format in formats:
        yield format, sql_name(format["name"]), (1 << format["bits"]) - 1 >> format["name"].startswith("ulid-flake")


def load_ids(at, binary, format, name, largest, rows, seed):
    """The table texts: ids drawn from all bits, in hexadecimal digits, and their texts by the command line."""
    draw = random.Random(f"{seed} {name}")
    values = [draw.randrange(largest + 1) for _ in range(rows)]
    if name == "uuid7":
        values = [value & ~(0xF << 76 | 3 << 62) | 7 << 76 | 2 << 62 for value in values]
    given = [f"{value:0{format['bits'] // 4}x}" for value in values]
    texts = subprocess.run([binary, "convert", "--from", "hex", "--to", format["name"]], input="\n".join(given) + "\n", text=True,
                           capture_output=True, check=True).stdout.split()
    at.script("CREATE OR REPLACE TABLE texts (hex CHAR(32) CHARACTER SET ascii COLLATE ascii_bin,"
              " text CHAR(36) CHARACTER SET ascii COLLATE ascii_bin)")
    load = at.folder / "ids"
    load.write_text("".join(f"{value}\t{text}\n" for value, text in zip(given, texts, strict=True)))
    at.script(f"LOAD DATA INFILE '{load}' INTO TABLE texts")


def differing(at, name, rows, condition):
    count, wrong = at.value(f"count(*), sum(NOT ({condition})) FROM texts")
    if (count, wrong) == (str(rows), "0"):
        return 0
    print(f"{name}: {wrong} of {count} differ")
    return 1


def as_the_core(at, binary, formats, rows, seed):
    """The functions beside the command line, on ids drawn from all bits."""
    bad = 0
    for format, name, largest in drawn_formats(formats):
        load_ids(at, binary, format, name, largest, rows, seed)
        wide = format["bits"] == 128
        held = f"{name}_bytes(text) = unhex(hex)" if wide else \
            f"try_{name}_int(text) <=> if(hex < '8', CAST(conv(hex, 16, 10) AS UNSIGNED), NULL)"
        back = "typeid_suffix" if name == "typeid" else writer(name)
        source = "unhex(hex)" if wide else "CAST(conv(hex, 16, 10) AS UNSIGNED)"
        bad += differing(at, name, rows, f"({held}) AND BINARY {back}({source}) = BINARY text AND {name}_is_valid(text)")
    print(f"as the core: {len(formats)} formats, {rows} ids each, {bad} with differences")
    return bad


def stored(at, script, binary, formats, rows, seed):
    """The functions of stored.sql, without those of the module: every reason with its position, and ids drawn from all bits."""
    at.script((at.module.parent / "uninstall.sql").read_text(encoding="utf-8"))
    at.script(script.read_text(encoding="utf-8"))
    ask = Wanted()
    for format in formats:
        name, form = sql_name(format["name"]), "bytes" if format["bits"] == 128 else "int"
        data = json.loads((VECTORS / f"{format['name']}.json").read_text(encoding="utf-8"))
        for case in data["valid"]:
            ask.is_(f"{name}_check({raw(case)})", None)
            ask.is_(f"{name}_is_valid({raw(case)})", 1)
        for case in data["invalid"]:
            ask.is_(f"{name}_check({raw(case)})", f"{case['reason']} at position {case['position']}")
            ask.fails(f"{name}_to_{form}({raw(case)})", f"sortid: {case['reason']} at position {case['position']}: ")
        for case in data.get("instants", ()) if name not in ("typeid", "uuid", *UNTIMED) else ():
            if case["unix_ms"] < 253402300800000:  # DATETIME ends with the year 9999
                at_ms = f"TIMESTAMPADD(MICROSECOND, {case['unix_ms']} * 1000, TIMESTAMP'1970-01-01 00:00:00.000')"
                for end in ("first", "last"):
                    wanted = int(case[end], 16) if form == "int" else case[end]
                    ask.is_(f"{name}_{end}({at_ms})" if form == "int" else f"lower(hex({name}_{end}({at_ms})))", wanted)
    for name in ("ulid", "uuid7", "ulid_flake"):
        ask.is_(f"{name}_ms({name}_generate_at('2026-01-02 03:04:05.678'))", 1767323045678)
        ask.is_(f"{name}_time({name}_generate_at('2026-01-02 03:04:05.678'))", "2026-01-02 03:04:05.678")
        ask.is_(f"abs(TIMESTAMPDIFF(DAY, {name}_time({name}_generate_random()), UTC_TIMESTAMP())) < 1", 1)
    ask.is_("ulid_to_bytes(NULL)", None)
    ask.is_("bytes_to_ulid(NULL)", None)
    ask.fails("bytes_to_ulid('short')", "sortid: length at position 5: an id has 16 bytes, found 5")
    ask.fails("uuid7_ms(repeat('a', 16))", "sortid: range at position 0: only a UUID of version 7 has a time")
    ask.fails("bytes_to_typeid('User', repeat('a', 16))", "sortid: prefix at position 0: ")
    bad = ask.wrong(at, "stored")
    for format, name, largest in drawn_formats(formats):
        wide, prefix = format["bits"] == 128, "'', " if name == "typeid" else ""
        load_ids(at, binary, format, name, largest, rows, seed)
        held = "unhex(hex)" if wide else "CAST(conv(hex, 16, 10) AS UNSIGNED)"
        form = "bytes" if wide else "int"
        bad += differing(at, name, rows, f"{name}_to_{form}(text) = {held} AND BINARY {form}_to_{name}({prefix}{held}) = BINARY text AND {name}_is_valid(text)")
    at.script((script.parent / "stored_uninstall.sql").read_text(encoding="utf-8"))
    left = at.value("count(*) FROM information_schema.routines WHERE routine_schema = 'ids'")
    print(f"stored: {rows} ids of each format, {left} functions left")
    return bad + int(left)


def sessions(page):
    """The steps of the blocks of the language `mysql`: the line, what is typed behind > and -, and what it answers."""
    for block in check_docs.blocks_and_prose(page)[0]:
        if block.language == "mysql":
            assert block.lines[0] == "$ mariadb --batch --skip-column-names shop", block.line
            steps = []
            for line in block.lines[1:]:
                if line.startswith("> "):
                    steps.append(([line[2:]], []))
                elif line.startswith("- "):
                    steps[-1][0].append(line[2:])
                else:
                    steps[-1][1].append(line)
            yield from ((block.line, *step) for step in steps)


def guide(at):
    count = bad = 0
    at.script("CREATE DATABASE shop")
    for line, typed, expected in sessions(SOURCE / "docs/mysql.md"):
        done = at.client(" ".join(typed), "--database=shop")
        said = done.stdout + (done.stderr[done.stderr.index("ERROR"):] if done.returncode else "")
        count += 1
        if not check_docs.matches(expected, said):
            bad += 1
            print(f"docs/mysql.md, line {line}: {typed}: {said}")
    print(f"docs/mysql.md: {count} statements, {bad} wrong")
    return bad if count > 10 else 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--module", required=True)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--stored", type=pathlib.Path, required=True)
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    args = parser.parse_args()
    if why := server.absent():
        print(f"skipped: {why}")
        return 0
    print(f"mysql: seed {args.seed}")
    formats = json.loads(subprocess.check_output([args.bin, "formats", "--json"]))
    bad = 0
    with server.Server(args.module) as at:
        for path in sorted(VECTORS.glob("*.json")):
            ask = Wanted()
            vectors(ask, json.loads(path.read_text(encoding="utf-8")))
            bad += ask.wrong(at, path.stem)
        for what in (frozen, sentences):
            ask = Wanted()
            what(ask)
            bad += ask.wrong(at, what.__name__)
        bad += function_cases.check("MySQL", at.ask)
        bad += guide(at)
        bad += as_the_core(at, args.bin, formats, args.rows, args.seed)
        bad += stored(at, args.stored, args.bin, formats, args.rows, args.seed)
        if not at.alive():
            print(f"the server ended: {at.log.read_text(errors='replace')[-4000:]}")
            bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
