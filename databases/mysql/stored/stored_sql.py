#!/usr/bin/env python3
"""Writes stored.sql, the functions in SQL for servers that load none, and stored_uninstall.sql from stored.sql.in and the core's facts.

usage: stored_sql.py --bin path/to/sortid --output FOLDER

The template is read as that of PostgreSQL's pure-SQL edition: sections, filled for a format by the words between two @.
"""

import argparse
import json
import pathlib
import re
import string
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "postgres/pure"))
import pure_sql  # noqa: E402

# CONV() has these digits for base 32.
DIGITS = (string.digits + string.ascii_uppercase)[:32]


def replaced(text, pairs):
    for old, new in pairs:
        text = f"REPLACE({text}, '{old}', '{new}')"
    return text


def padded(number, base, digits):
    return f"LPAD(CONV({number}, {base[0]}, {base[1]}), {digits}, '0')"


class Format(pure_sql.Format):
    def crockford(self):
        """Symbols in upper case to digits of CONV(), and back. Those that stand for another one come first."""
        alphabet = self.facts["alphabet"].upper()
        others = [(symbol, alphabet[value]) for symbol, value in sorted(self.facts["reads"].items())
                  if symbol.isupper() and symbol not in alphabet]
        moved = [(a, b) for a, b in zip(alphabet, DIGITS) if a != b]
        return (replaced("UPPER(t)", others + moved),
                replaced("digits", [(b, a) for a, b in reversed(moved)]))

    def write(self, digits):
        _, text = self.crockford()
        text = text.replace("digits", digits)
        return f"LOWER({text})" if self.form == "lower" else text

    def limit(self):
        return self.facts["reads"][self.facts["max_text"][0]]

    def words(self):
        wide = self.type == "uuid"
        words = {**super().words(), "held": "bytes" if wide else "int", "held_type": "BINARY(16)" if wide else "BIGINT UNSIGNED",
                 "limit": None, "version": "", "given": "id VARBINARY(255)" if wide else "id BIGINT UNSIGNED", "is_id": "_bytes(id)" if wide else "id"}
        if self.form == "uuid_hex":
            groups = [len(group) for group in self.facts["min_text"].split("-")]
            starts = [sum(groups[:at]) + 1 for at in range(len(groups))]
            parts = ", ".join(f"SUBSTR(h, {start}, {size})" for start, size in zip(starts, groups))
            words |= {"write": f"CONCAT_WS('-', {parts})",
                      "version": self.version_check() if self.facts["constants_required"] else ""}
        elif self.base58:
            places = "CAST('{}' AS BINARY)".format(self.facts["alphabet"])
            number = " + ".join(f"CAST(LOCATE(CAST(SUBSTR(t, {at + 1}, 1) AS BINARY), {places}) - 1 AS DECIMAL(20)) * {58**(10 - at)}" for at in range(11))
            symbols = ", ".join(f"SUBSTR('{self.facts['alphabet']}', (id DIV {58**at}) MOD 58 + 1, 1)" for at in range(10, -1, -1))
            words |= {"read": number, "write": f"CONCAT({symbols})"}
        else:
            words |= {"limit": self.limit(), "digits": self.crockford()[0]}
            if not wide:
                words |= {"read": "CAST(CONV(d, 32, 10) AS UNSIGNED)", "write": self.write(padded("id", (10, 32), self.symbols))}
            elif not self.check_bits:
                words |= {"read": "UNHEX(CONCAT({}, {}, {}))".format(
                              padded("SUBSTR(d, 1, 10)", (32, 16), 12), padded("SUBSTR(d, 11, 8)", (32, 16), 10), padded("SUBSTR(d, 19, 8)", (32, 16), 10)),
                          "write": self.write("CONCAT({}, {}, {})".format(
                              padded("SUBSTR(h, 1, 12)", (16, 32), 10), padded("SUBSTR(h, 13, 10)", (16, 32), 8), padded("SUBSTR(h, 23, 10)", (16, 32), 8)))}
            else:
                words |= self.checked_words()
        return words

    def checked_words(self):
        """Three words of 45 bits: the id and below it the check. 2^c leaves 1, so 2^n leaves 2^(n mod c)."""
        c, none, word = self.check_bits, 2**self.check_bits - 1, 45
        a, b, z = (f"CAST(CONV(SUBSTR(d, {9 * at + 1}, 9), 32, 10) AS UNSIGNED)" for at in range(3))
        low = word - c
        modulo = f"(({a} MOD {none}) * {2**((word + low) % c)} + ({b} MOD {none}) * {2**(low % c)} + ({z} >> {c}) MOD {none}) MOD {none}"
        high = f"({a} << {word + low - 64} | {b} >> {64 - low})"
        lower = f"(({b} & {2**(64 - low) - 1}) << {low} | {z} >> {c})"
        x, y = ("CAST(CONV(SUBSTR(h, {}, 16), 16, 10) AS UNSIGNED)".format(at) for at in (1, 17))
        parts = (f"{x} >> {word + low - 64}", f"({x} & {2**(word + low - 64) - 1}) << {64 - low} | {y} >> {low}", f"({y} & {2**low - 1}) << {c} | m")
        # 2^64 leaves 2^(64 mod c).
        return {"read": f"UNHEX(CONCAT(LPAD(HEX{high}, 16, '0'), LPAD(HEX{lower}, 16, '0')))",
                "wrong_check": f"({z} & {none}) NOT IN ({none}, {modulo})",
                "modulo": f"(({x} MOD {none}) * {2**(64 % c)} + {y} MOD {none}) MOD {none}", "checked": True, "check_place": self.symbols - 2,
                "write": self.write("CONCAT({})".format(", ".join(padded(part, (10, 32), 9) for part in parts)))}

    def version_check(self):
        places = [at for at, symbol in enumerate(self.facts["min_text"]) if symbol != "-"]
        lines = []
        for field in self.fields:
            if field["role"] == "constant":
                digit, above = divmod(self.facts["bits"] - field["shift"] - field["bits"], 4)
                assert above == 0 and field["bits"] <= 4
                at = places[digit]
                lines.append(f"  IF CONV(SUBSTR(t, {at + 1}, 1), 16, 10) >> {4 - field['bits']} <> {field['value']} THEN\n"
                             f"    RETURN 'range at position {at}';\n  END IF;\n")
        return "".join(lines)

    def time_words(self):
        t, epoch, shift = self.field("timestamp"), self.facts["epoch_unix_ms"], self.field("timestamp")["shift"]
        free = 2**self.facts["bits"] - 1 & ~self.mask("sign", "reserved", "constant", "timestamp")
        wide = self.type == "uuid"
        top = "CAST(CONV(HEX(LEFT(id, 8)), 16, 10) AS UNSIGNED)" if wide else "id"
        ms = f"({top} >> {shift - 64 if wide else shift} & {2**t['bits'] - 1}) + {epoch}"

        def edge(value):
            if not wide:
                return f"(ms - {epoch}) << {shift} | {value}"
            return f"UNHEX(CONCAT(LPAD(HEX((ms - {epoch}) << {shift - 64} | {value >> 64}), 16, '0'), '{value & 2**64 - 1:016X}'))"

        def drawn():
            high, low = (f"CAST(CONV(HEX(SUBSTR(r, {at}, 8)), 16, 10) AS UNSIGNED)" for at in (1, 9))
            fixed = self.constants()
            if not wide:
                return f"(ms - {epoch}) << {shift} | {high} & {free} | {fixed}"
            return (f"UNHEX(CONCAT(LPAD(HEX((ms - {epoch}) << {shift - 64} | {high} & {free >> 64} | {fixed >> 64}), 16, '0'),"
                    f" LPAD(HEX({low} & {free & 2**64 - 1} | {fixed & 2**64 - 1}), 16, '0')))")

        version = " AND ".join(f"CONV(SUBSTR(HEX(id), {(self.facts['bits'] - f['shift'] - f['bits']) // 4 + 1}, 1), 16, 10) >> {4 - f['bits']} = {f['value']}"
                               for f in self.fields if f["role"] == "constant" and self.facts["constants_required"])
        return {**self.words(), "ms": ms, "has_time": version or "TRUE", "min_ms": epoch, "max_ms": self.facts["last_unix_ms"], "first": edge(self.constants()),
                "last": edge(self.constants() | free), "drawn": drawn()}


def script(facts, template):
    parts = [template.fill("head", version=facts["version"])]
    for facts_of in facts["formats"]:
        form = Format(facts_of)
        words = form.words()
        kind = ("typeid" if facts_of["prefixed"] else "uuid" if form.form == "uuid_hex" else "base58" if form.base58 else "crockford")
        checks = template.fill("wrong check", **words) if words.get("checked") else ""
        parts.append(template.fill(f"check {kind}", **words, checks=checks and "\n" + checks))
        parts.append(template.fill(f"read {'uuid' if kind == 'uuid' else 'symbols'}", **{**words, "digits_of": words.get("digits", "t")}))
        parts.append(template.fill("write checked" if words.get("checked") else "write typeid" if kind == "typeid" else f"write {'bytes' if form.type == 'uuid' else 'int'}", **words))
        roles = {field["role"] for field in form.fields}
        if facts_of["epoch_unix_ms"] is not None and "timestamp" in roles and kind != "typeid" and (facts_of["constants_required"] or form.form != "uuid_hex"):
            words = form.time_words()
            parts.append(template.fill("time", **words))
            if facts_of["generated"] and not roles & {"node", "sequence", "extension"}:
                parts.append(template.fill("generate", **words))
    return "\n".join(parts) + "\n" + template.fill("tail") + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    args = parser.parse_args()
    formats = json.loads(subprocess.check_output([args.bin, "formats", "--json"]))
    version = subprocess.check_output([args.bin, "--version"], text=True).split()[-1]
    made = script({"formats": formats, "version": version}, pure_sql.Template(HERE / "stored.sql.in"))
    args.output.mkdir(parents=True, exist_ok=True)
    (args.output / "stored.sql").write_text(made, encoding="utf-8")
    names = re.findall(r"^CREATE FUNCTION (\w+)", made, re.M)
    drops = "".join(f"DROP FUNCTION IF EXISTS {name};\n" for name in names)
    (args.output / "stored_uninstall.sql").write_text("-- Takes back what stored.sql made, of the current database.\n" + drops, encoding="utf-8")


if __name__ == "__main__":
    main()
