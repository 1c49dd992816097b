#!/usr/bin/env python3
"""Writes the pure-SQL edition, and the script that removes it, from sortid_pure.sql.in and the core's facts.

usage: pure_sql.py --bin path/to/sortid --output FOLDER

The facts are those of `sortid formats --json`, and the comments of functions the sentences of docs/functions.json, which has a row for
each of them and no other. The template has sections, each headed by `--@ name`; a section is
filled for a format by the words between two @. What is worked out here are the expressions that take an id apart and
put it together.
"""

import argparse
import datetime
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[2] / "tools"))
import functions as told  # noqa: E402

MAX_BIGINT = 2**63 - 1
NO_SYMBOL = 128  # at least: no value of a symbol


# A function of the template: `fn NAME(…) RETURNS TYPE [VOLATILE] [CALLED] [UNSAFE]`, strict, immutable and parallel safe where no
# word says otherwise. Behind an = is a query, up to the end of the line or of the indented lines; else a body of PL/pgSQL follows.
FUNCTION = re.compile(r"^fn (.*\)) RETURNS ((?:SETOF )?\S+)(.*?)(?: = (.*)\n| =\n((?:  .*\n)+)|\n)", re.M)


def declared(function):
    head, result, words, query, lines = function.groups()
    words = words.split()
    language = "sql" if query or lines else "plpgsql"
    volatility = "VOLATILE" if "VOLATILE" in words else "IMMUTABLE"
    strict = "" if "CALLED" in words else " STRICT"
    parallel = next((word for word in words if word not in ("VOLATILE", "CALLED")), "SAFE")
    body = f" SELECT {query} $$;\n" if query else f"\n{lines}$$;\n" if lines else "\n"
    return (f"CREATE OR REPLACE FUNCTION sortid.{head} RETURNS {result}\n"
            f"LANGUAGE {language} {volatility}{strict} PARALLEL {parallel} AS $${body}")


class Template:
    def __init__(self, path):
        parts = re.split(r"^--@ (.*)\n", FUNCTION.sub(declared, path.read_text(encoding="utf-8")), flags=re.M)
        self.sections = dict(zip(parts[1::2], parts[2::2]))

    def fill(self, section, **words):
        def word(match):
            return str(words[match[1]])

        return re.sub(r"@(\w+)@", word, self.sections[section]).strip("\n")


# --- expressions ---------------------------------------------------------------------------------------------------

def any_of(terms):
    return "(" + " | ".join(terms) + ")"


def shifted(expression, by):
    return f"({expression} << {by})" if by else expression


def symbol_value(form, at):
    return f"get_byte(sortid._values_{form}(), get_byte(b, {at}))"


def symbol_values(form, first, count):
    """The values of symbols in a row as one integer; at most six, for 31 bits."""
    places = range(first, first + count)
    return any_of(shifted(symbol_value(form, at), 5 * (first + count - 1 - at)) for at in places)


def symbol(form, value):
    return f"get_byte(sortid._symbols_{form}(), {value})"


def symbol_of_bytes(form, lowest, check_bits):
    """The symbol of the five bits from bit `lowest` up of the 16 bytes s, below which stand the bits of `modulo`."""
    terms = []
    for source, low, width in [(f"get_byte(s, {i})", 8 * (15 - i) + check_bits, 8) for i in range(16)] + [
            ("modulo", 0, check_bits)]:
        kept_low, kept_high = max(low, lowest), min(low + width, lowest + 5)
        if kept_low >= kept_high:
            continue
        term = f"({source} >> {kept_low - low})" if kept_low > low else source
        if kept_high < low + width:
            term = f"({term} & {2**(kept_high - kept_low) - 1})"
        terms.append(shifted(term, kept_low - lowest))
    return symbol(form, " | ".join(terms))


def in_fours(symbols):
    """Symbols as bytes, four an integer: the first of them may be fewer."""
    words = []
    while symbols:
        four, symbols = symbols[-4:], symbols[:-4]
        word = f"int4send({any_of(shifted(each, 8 * (len(four) - 1 - i)) for i, each in enumerate(four))})"
        words.insert(0, word if len(four) == 4 else f"substr({word}, {5 - len(four)})")
    return "\n              || ".join(words)


def variables(**typed):
    return "\n".join(f"  {name} {type};" for name, type in typed.items())


def indented(depth, *lines):
    return "\n".join(" " * depth + line for line in lines)


def escaped_class(reads):
    """All that is not a symbol, as a regular expression."""
    ranges = []
    for symbol in sorted(reads):
        if ranges and ord(ranges[-1][1]) + 1 == ord(symbol):
            ranges[-1][1] = symbol
        else:
            ranges.append([symbol, symbol])
    return "[^" + "".join(a if a == b else f"{a}{b}" if ord(a) + 1 == ord(b) else f"{a}-{b}" for a, b in ranges) + "]"


def digits_of(reads, size):
    return bytes(reads.get(chr(byte), 255) for byte in range(size)).hex()


# --- formats -------------------------------------------------------------------------------------------------------

class Format:
    def __init__(self, facts):
        self.facts = facts
        self.name = facts["name"]
        self.kind = facts["sql_name"]
        self.type = "uuid" if facts["bits"] == 128 else "bigint"
        self.symbols = facts["symbols"]
        self.fields = facts["fields"]
        self.form = facts["text_form"].replace("crockford_", "")
        self.base58 = self.form == "base58"
        self.check_bits = self.symbols * 5 - facts["bits"] if facts["checked"] else 0
        self.timed = facts["epoch_unix_ms"] is not None
        # The extension's type of the same ids, which errors name.
        self.sql_type = ("uuid" if facts["text_form"] == "uuid_hex" else
                         "uid11" if self.base58 else self.kind)

    def words(self):
        f = self.facts
        both_cases = "A" in f["reads"] and "a" in f["reads"] and not self.base58
        return {
            "kind": self.kind, "format": self.name, "type": self.type, "symbols": self.symbols,
            "not_symbols": escaped_class(f["reads"]), "largest": f["max_text"], "sql_type": self.sql_type,
            "folded": 'upper($1 COLLATE "C")' if both_cases else '$1 COLLATE "C"', "max_bigint": MAX_BIGINT,
        }

    def mask(self, *roles):
        return sum((2**f["bits"] - 1) << f["shift"] for f in self.fields if f["role"] in roles)

    def constants(self):
        return sum(int(f["value"]) << f["shift"] for f in self.fields if f["role"] == "constant")

    def field(self, role):
        return next((f for f in self.fields if f["role"] == role), None)

    # --- texts ---

    def facts_row(self):
        """What sortid._error knows of the format."""
        f = self.facts
        largest = "NULL::bytea" if f["checked"] or f["text_form"] == "uuid_hex" else f"'{f['max_text']}'::bytea"
        constants = []
        if f["constants_required"]:
            places = [at for at, symbol in enumerate(f["min_text"]) if symbol != "-"]
            for field in self.fields:
                if field["role"] == "constant":
                    digit, above = divmod(f["bits"] - field["shift"] - field["bits"], 4)
                    assert above == 0 and field["bits"] <= 4
                    constants.append(f"[{places[digit]}, {4 - field['bits']}, {field['value']}]")
        shape = "".join("-" if symbol == "-" else "0" for symbol in f["min_text"])
        return (f"    ('{self.name}', {self.symbols}, '\\x{digits_of(f['reads'], 256)}'::bytea, '{shape}'::bytea, "
                f"{largest}, {f['max_prefix']}, {self.check_bits}, "
                + (f"ARRAY[{', '.join(constants)}]" if constants else "NULL::integer[]") + ")")

    def read_body(self, of="given"):
        """Variables, and statements that return the id unless it is too great or its check is wrong."""
        b = f"constant bytea := convert_to({of}, 'SQL_ASCII')"
        if self.base58:
            return self.read_base58(b)
        spare = self.symbols - 24 if self.type == "uuid" else self.symbols - 12
        sixes = [symbol_values(self.form, at, 6) + "::bigint" for at in range(spare, self.symbols, 6)]
        head = symbol_values(self.form, 0, spare) + "::bigint"
        if self.type == "bigint":
            limit = self.facts["reads"][self.facts["max_text"][0]]
            return variables(b=b), indented(
                4, f"IF {symbol_value(self.form, 0)} <= {limit} THEN",
                f"  RETURN ({head} << 60) | ({sixes[0]} << 30) | {sixes[1]};", "END IF;")
        if not self.check_bits:
            limit = self.facts["reads"][self.facts["max_text"][0]]
            return variables(b=b, middle="bigint"), indented(
                4, f"IF {symbol_value(self.form, 0)} <= {limit} THEN",
                f"  middle := {sixes[1]};",
                f"  RETURN encode(int8send(({head} << 56) | ({sixes[0]} << 26) | (middle >> 4))",
                f"                || int8send((middle << 60) | ({sixes[2]} << 30) | {sixes[3]}), 'hex')::uuid;",
                "END IF;")
        # 45, 60 and 30 bits, of which the last c are the check. 2^c leaves 1, so 2^n leaves 2^(n mod c).
        c, mod = self.check_bits, 2**self.check_bits - 1
        low = 30 - c
        return variables(b=b, x="bigint", y="bigint", z="bigint"), indented(
            4, f"x := ({head} << 30) | {sixes[0]};", f"y := ({sixes[1]} << 30) | {sixes[2]};", f"z := {sixes[3]};",
            f"IF z & {mod} IN ({mod}, ((x % {mod}) * {2**((low + 60) % c)} + (y % {mod}) * {2**(low % c)} + (z >> {c})) % {mod}) THEN",
            f"  RETURN encode(int8send((x << {4 + 60 - 45}) | (y >> {60 - 19}))",
            f"                || int8send((y << {low}) | (z >> {c})), 'hex')::uuid;",
            "END IF;")

    def read_base58(self, b):
        limb = 58**5
        top, low = divmod(2**64 - 1, limb)

        def number(first, count):
            terms = (f"{symbol_value(self.form, first + i)}::bigint * {58**(count - 1 - i)}" for i in range(count))
            return " + ".join(terms)

        return variables(b=b, upper="bigint", lower="bigint"), indented(
            4, f"upper := {number(0, 6)};", f"lower := {number(6, 5)};",
            f"IF upper < {top} OR (upper = {top} AND lower <= {low}) THEN",
            "  -- Its half, which fits, and the last bit.",
            f"  RETURN ((upper * {limb // 2} + (lower >> 1)) << 1) | (lower & 1);",
            "END IF;")

    def write_body(self):
        if self.base58:
            limb = 58**5
            digits = [f"upper / {limb}"] + [f"upper / {58**p} % 58" for p in range(4, -1, -1)]
            digits += [f"lower / {58**p} % 58" for p in range(4, -1, -1)]
            symbols = [symbol(self.form, f"({digit})::integer") for digit in digits]
            # Half of it, which has no sign, and the last bit.
            return variables(half=f"constant bigint := (id >> 1) & {MAX_BIGINT}",
                             upper=f"constant bigint := half / {limb // 2}",
                             lower=f"constant bigint := ((half - upper * {limb // 2}) << 1) | (id & 1)"
                             ), indented(2, f"RETURN encode({in_fours(symbols)}, 'escape');")
        if self.type == "bigint":
            symbols = [symbol(self.form, f"((id >> {5 * at}) & 31)::integer") for at in range(self.symbols - 1, -1, -1)]
            return variables(), indented(
                2, "IF id < 0 THEN", "  RAISE EXCEPTION USING ERRCODE = 'numeric_value_out_of_range',",
                f"    MESSAGE = 'invalid value for type {self.sql_type}',",
                f"    DETAIL = 'overflow at position 0: greater than the largest {self.name}';",
                "END IF;", f"RETURN encode({in_fours(symbols)}, 'escape');")
        c = self.check_bits
        typed = {"s": "constant bytea := uuid_send(id)"}
        if c:
            # All bytes, each with what its place leaves of the modulus: 2^c leaves 1.
            places = " + ".join(f"get_byte(s, {i}) * {2**(8 * (15 - i) % c)}" for i in range(16))
            typed["modulo"] = f"constant integer := ({places}) % {2**c - 1}"
        symbols = [symbol_of_bytes(self.form, 5 * at, c) for at in range(self.symbols - 1, -1, -1)]
        return variables(**typed), indented(2, f"RETURN encode({in_fours(symbols)}, 'escape');")

    # --- times ---

    def time_words(self):
        f, t = self.facts, self.field("timestamp")
        epoch = f["epoch_unix_ms"]
        free = 2**f["bits"] - 1 & ~self.mask("sign", "reserved", "constant", "timestamp")
        plus = f" + {epoch}" if epoch else ""
        if self.type == "uuid":
            assert t["shift"] + t["bits"] == 128
            bytes_read = (t["bits"] + 7) // 8
            unix_ms = f"('x' || encode(substr(uuid_send(id), 1, {bytes_read}), 'hex'))::bit({t['bits']})::bigint{plus}"
            greatest_value = 2**128 - 1 & ~self.mask("constant") | self.constants()
            smallest, greatest = (f"'{uuid_text(value)}'::uuid" for value in (self.constants(), greatest_value))
        else:
            unix_ms = f"((id >> {t['shift']}) & {2**t['bits'] - 1}){plus}"
            # Of an empty range: in this order with a sign and without.
            smallest, greatest = "0", str(MAX_BIGINT)

        def edge(value):
            if self.type == "bigint":
                return f"(t << {t['shift']}) | {value}" if value else f"t << {t['shift']}"
            upper, lower = value >> 64, value & 2**64 - 1
            return (f"(lpad(to_hex((t << {t['shift'] - 64}) | {upper}), 16, '0') || '{lower:016x}')::uuid")

        return {
            **self.words(), "unix_ms": unix_ms, "min_ms": epoch, "max_ms": f["last_unix_ms"],
            "first_time": f["first_time"], "last_time": f["last_time"], "first": edge(self.constants()),
            "last": edge(self.constants() | free), "smallest": smallest, "greatest": greatest,
            "greatest_of": f"greatest {self.name}" if self.type == "uuid" else "greatest bigint",
            "and_version": f"\n         AND sortid.id_is_version_7(id)" if self.constants() else "",
        }

    def version_test(self, id):
        tests = []
        for field in self.fields:
            if field["role"] == "constant":
                byte, low = 15 - field["shift"] // 8, field["shift"] % 8
                assert low + field["bits"] == 8
                tests.append(f"get_byte(uuid_send({id}), {byte}) >> {low} = {field['value']}")
        return " AND ".join(tests)

    def version_test_of_text(self, text):
        """The same of the symbols of a text that is valid but for that."""
        places = [at for at, symbol in enumerate(self.facts["min_text"]) if symbol != "-"]
        width = 4 if self.facts["text_form"] == "uuid_hex" else 5
        spare = len(places) * width - self.facts["bits"]
        tests = []
        for field in self.fields:
            if field["role"] == "constant":
                place, above = divmod(self.facts["bits"] - field["shift"] - field["bits"] + spare, width)
                below = width - above - field["bits"]
                assert below >= 0
                wanted = [symbol for symbol, value in self.facts["reads"].items()
                          if value >> below & 2**field["bits"] - 1 == int(field["value"])]
                listed = ", ".join(f"'{symbol}'" for symbol in wanted)
                tests.append(f'substr({text}, {places[place] + 1}, 1) COLLATE "C" IN ({listed})')
        return "\n         AND ".join(tests)

    # Negative as bigint from here on, in milliseconds; none when the highest bit is no part of the timestamp.
    def unsigned_from(self):
        t = self.field("timestamp")
        if self.type == "uuid" or t["shift"] + t["bits"] != 64:
            return None
        return self.facts["epoch_unix_ms"] + 2**(t["bits"] - 1)

    # --- new ids ---

    def generated(self):
        """Not those with a sequence, whose count belongs in one place for all sessions."""
        return self.facts["generated"] and not any(f["role"] in ("sequence", "payload") for f in self.fields)

    def draws(self):
        """Processes that draw within a millisecond draw apart by at least 58 random bits; with fewer, the leader of a
        parallel plan draws alone."""
        return "SAFE" if bin(self.mask("random")).count("1") >= 58 else "RESTRICTED"

    def generate_words(self):
        """t is the timestamp and, below it, the bits that are drawn or count. r is a random UUID's bytes, of which 6
        has the version and 8 the variant: they are left out, or taken as they are by a UUID."""
        t, node = self.field("timestamp"), self.field("node")
        drawn = self.mask("random", "extension")
        if self.type == "uuid":
            upper = drawn >> 64
            low = (upper & -upper).bit_length() - 1
            count = upper.bit_length() - low
            assert upper == (2**count - 1) << low and count <= 16
            constants = self.constants() >> 64
            places = [f"((t >> {count}) << {t['shift'] - 64})"] + ([str(constants)] if constants else [])
            places.append(shifted(f"(t & {2**count - 1})", low))
            lower = "substr(r, 9, 8)" if self.constants() % 2**64 else "substr(r, 10, 7) || substr(r, 3, 1)"
            made = f"encode(int8send({' | '.join(places)}) || {lower}, 'hex')::uuid"
            step, rest = "1", ", the 64 below them drawn"
        else:
            low = (drawn & -drawn).bit_length() - 1
            count = drawn.bit_length() - low
            assert drawn == (2**count - 1) << low and count <= 24
            made = shifted("t", low)
            step_bytes = (self.facts["counter"] or {"step_bytes": 0})["step_bytes"]
            step = "1 + ((get_byte(r, 3) << 8) | get_byte(r, 4)) % 255" if step_bytes else "1"
            rest = ", by a random step" if step_bytes else ""
        words = {
            **self.time_words(), "count": count, "step": step, "rest": rest,
            "start": f"(((get_byte(r, 0) << 16) | (get_byte(r, 1) << 8) | get_byte(r, 2)) & {2**count - 1})",
            # Microseconds since 2000 to the timestamp, without a call: no clock is before 2000.
            "clock": f"sortid._us(clock_timestamp()) / 1000 + {946684800000 - self.facts['epoch_unix_ms']}",
            "max_timestamp": 2**t["bits"] - 1, "max_t": min(2**t["bits"] - 1, 2**(63 - count) - 1), "node": "", "node_parameter": "", "also_node": "",
            "node_check": "",
        }
        if node:
            words.update(
                node="sid", node_parameter="sid integer DEFAULT 0",
                also_node=", sid integer DEFAULT 0",
                node_check=indented(
                    2, f"IF sid NOT BETWEEN 0 AND {2**node['bits'] - 1} THEN",
                    "  RAISE EXCEPTION USING ERRCODE = 'numeric_value_out_of_range',",
                    f"    MESSAGE = format('sid %s is outside the range for {self.name}', sid);", "END IF;") + "\n")
            made += f" | {shifted('sid::bigint', node['shift'])}"
        words["made"] = made
        return words


def uuid_text(value):
    return re.sub(r"(.{8})(.{4})(.{4})(.{4})(.{12})", r"\1-\2-\3-\4-\5", f"{value:032x}")


def script(template, formats, version):
    """The functions, format by format. Each may use those above it."""
    called = "\n    ".join(f"WHEN '{name}' THEN '{f.name}'" for f in formats for name in dict.fromkeys((f.kind, f.name)))
    detected = ", ".join(f"('{f.name}', {place})" for place, f in enumerate(formats) if f.facts["detection"] != "by_name")
    out = [template.fill("head", detected=detected, facts=",\n".join(f.facts_row() for f in formats), called=called, no_symbol=NO_SYMBOL,
                         min_bigint=f"({-MAX_BIGINT} - 1)", max_bigint=MAX_BIGINT)]
    fill = lambda section, words: out.append(template.fill(section, **words))  # noqa: E731
    for form in dict.fromkeys(f.form for f in formats):
        facts = next(f.facts for f in formats if f.form == form)
        if form != "uuid_hex":
            fill("symbols", {"form": form, "values": digits_of(facts["reads"], 128), "alphabet": facts["alphabet"]})
    for f in sorted((f for f in formats if f.facts["generated"]), key=lambda f: f.facts["prefixed"]):
        # A TypeID's suffix is the UUID of this format.
        words = {**f.words(), "of_uuids": next(g.kind for g in formats if g.form == "uuid_hex" and g.facts["generated"])}
        heading = f"-- --- {f.kind}: {f.facts['title']} "
        out.append(heading + "-" * (115 - len(heading)))
        fill("check", words)
        if f.facts["prefixed"]:
            words["variables"], words["body"] = f.read_body("suffix")
            words["write_variables"], words["write_body"] = f.write_body()
            parts = (("prefix", f"left(given, -{f.symbols + 1})"), ("suffix", f"right(given, {f.symbols})"))
            words["parts"] = "\n".join(template.fill("typeid part", part=part, of_given=given) for part, given in parts)
            fill("typeid", {**words, "max_size": f.facts["max_prefix"] + 1 + f.symbols})
            fill("timestamp", f.time_words())
            for edge in edges(f.time_words()):
                fill("typeid edge", {**words, **edge})
            fill("typeid time", {**words, **f.time_words(), "is_version_suffix": f.version_test_of_text(f"right(id, {f.symbols})")})
            fill("generate typeid", words)
            continue
        if f.facts["text_form"] == "uuid_hex":
            fill("uuid read", {**words, "shape": re.sub("[^-]", "_", f.facts["min_text"]),
                               "digits_count": f.symbols - f.facts["min_text"].count("-"),
                               "is_version": f.version_test("$1"),
                               "is_version_text": f.version_test_of_text("$1")})
        else:
            words["variables"], words["body"] = f.read_body()
            fill("read", words)
            if f.facts["checked"]:
                valid = re.sub(r"RETURN .*?;", "RETURN true;", words["body"], flags=re.S)
                fill("valid by check", {**words, "valid_body": valid})
            else:
                fill("valid", words)
            declared, words["body"] = f.write_body()
            words["declare"] = f"DECLARE\n{declared}\n" if declared else ""
            fill("write", words)
            if f.type == "bigint" and f.base58:
                fill("numeric", words)
        if f.timed:
            words = f.time_words()
            fill("time of a version" if f.constants() else "time", words)
            in_range = template.fill("range variables", **words, min_us=-2**62, max_us=2**62)
            fill("timestamp", words)
            for edge in edges(words):
                fill("edge", {**words, **edge, "range_variables": in_range})
            fill("during unsigned" if f.unsigned_from() else "during", {**words, "split": split_of(f)})
        if f.generated():
            words = {**(f.generate_words() if f.timed else words), "draws": f.draws()}
            ordered = f.facts["ordered"]
            fill("generate at" if f.timed else "generate drawn", words)
            fill("generate ordered" if ordered else "generate", words)
            fill("generate many", {"also_node": "", "node": "", **words, "parallel": "UNSAFE" if ordered else "RESTRICTED"})
    fill("version", {"version": version})
    out.append("\n".join(comments(declarations("\n".join(out)), formats)))
    fill("tail", {})
    return "\n\n".join(section for section in out if section) + "\n"


def declarations(text):
    return re.findall(r"^CREATE OR REPLACE FUNCTION sortid\.(\w+\(.*?\))(?: RETURNS|$)", text, re.M)


def comments(functions, formats):
    held, kinds = "(?:uuid|bigint)", "|".join(f.kind for f in formats if f.facts["generated"])
    rows = [(re.compile(told.pattern(row["name"].replace("{held}", held), f"(?:{kinds})")), sentence)
            for _, row, sentence in told.rows("pure SQL")]
    rows.sort(key=lambda row: "(?:" in row[0].pattern)  # whole names first
    names, used = [function.partition("(")[0] for function in functions], set()
    for function, name in zip(functions, names):
        if name.startswith("_"):
            continue
        row = next((row for row in rows if row[0].fullmatch(name)), None)
        if row is None:
            raise SystemExit(f"docs/functions.json has no row of pure SQL for {name}()")
        used.add(row)
        yield f"COMMENT ON FUNCTION sortid.{function.replace(' DEFAULT 0', '')} IS '" + row[1].replace("'", "''") + "';"
    for pattern, sentence in set(rows) - used:
        raise SystemExit(f"docs/functions.json has a row of pure SQL that is no function: {pattern.pattern}: {sentence}")


def edges(words):
    for edge, which, of_none in (("first", "smallest", "greatest"), ("last", "largest", "smallest")):
        yield {"edge": edge, "which": which, "value": words[edge], "of_none": words[of_none]}


def split_of(format):
    at = format.unsigned_from()
    if at is None:
        return ""
    moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=at)
    return moment.isoformat(sep=" ", timespec="milliseconds") + "+00"


def uninstaller(template, functions):
    """Drops what the script makes, the last first, and nothing that depends on it."""
    drops = [f"DROP FUNCTION IF EXISTS sortid.{f.replace(' DEFAULT 0', '')};" for f in reversed(functions)]
    return template.fill("uninstall", drops="\n".join(drops)) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, help="the program sortid")
    parser.add_argument("--output", type=pathlib.Path, required=True, help="the folder to write into")
    arguments = parser.parse_args()

    def ask(*words):
        return subprocess.run([arguments.bin, *words], check=True, capture_output=True, text=True).stdout

    formats = [Format(facts) for facts in json.loads(ask("formats", "--json"))]
    template = Template(HERE / "sortid_pure.sql.in")
    installer = script(template, formats, ask("--version").split()[-1])
    functions = declarations(installer)
    arguments.output.mkdir(parents=True, exist_ok=True)
    for name, text in (("sortid_pure.sql", installer), ("sortid_pure_uninstall.sql", uninstaller(template, functions))):
        (arguments.output / name).write_text(text, encoding="ascii")  # for a server of any encoding


if __name__ == "__main__":
    main()
