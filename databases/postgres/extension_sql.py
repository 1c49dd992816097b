#!/usr/bin/env python3
"""Writes the extension's SQL to standard output: sortid.sql.in, with its blocks repeated for the rows of src/types.def.

In the template
  --@define NAME … --@end            a block, written where it is asked for
  --@use NAME column=value …         a defined block, for these values
  --@each type|kind [column=a|b …] … --@end     the lines, for each row (whose columns have these values)
  @column@                           the row's value
  --@c NAME(ARGUMENTS) -> RESULT [= SYMBOL] [VOLATILE|STABLE] [LEAKPROOF] [RESTRICTED] [SUPPORT NAME]
      a function in C, sortid_SYMBOL or sortid_NAME, strict and else immutable and parallel safe
  {a|b}                              there: one function for each; {} in the symbol is the one chosen
  --@functions                       the functions of docs/functions.json that no other line makes: in C, sortid_ and their names
A name is written "@type@_lt", in quotes: create_typeid() puts any name there. Plain names lose their quotes.
"""

import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
CORE = HERE / "core" if (HERE / "core").is_dir() else HERE.parents[1]
COLUMNS = {"TYPE": ("type", "id", "held"), "KIND": ("kind", "id", "type", "held", "orders", "time")}
# The core type of the same form, and the type it is declared LIKE.
HELD = {"id16": {"core": "uuid", "like": "uuid"}, "id8": {"core": "bigint", "like": "int8"}}
SORTSUPPORT = {"ulid": "ulid", "euid": "euid"}  # the others go by how they are held


def rows(macro):
    text = (HERE / "src" / "types.def").read_text()
    for line in re.findall(rf"^SORTID_{macro}\((.*)\)$", text, re.M):
        values = [value.strip() for value in line.split(",")]
        if values[0] in ("...", "name"):
            continue
        row = dict(zip(COLUMNS[macro], values, strict=True))
        row |= HELD[row["held"]]
        row["symbol"] = row.get("kind", "")
        row["sort"] = SORTSUPPORT.get(row["type"], row["held"])
        # Two processes need at least 58 random bits to draw different ids within a millisecond. 64-bit ids with a time
        # have fewer, so only the leader of a parallel plan makes them, unless all count by one shared order.
        row["draws"] = "RESTRICTED" if row["held"] == "id8" and row.get("time") != "timeless" else "SAFE"
        row["counts"] = "SAFE" if row.get("orders") in ("shared", "counted") else row["draws"]
        # The arguments before all others.
        row["node"], row["first"] = ("integer", "integer, ") if row.get("orders") == "counted" else ("", "")
        yield row


def fill(lines, row):
    text = "".join(lines)
    for column, value in row.items():
        text = text.replace(f"@{column}@", value)
    return re.sub(r'"([a-z_][a-z0-9_]*)"', r"\1", text)


def wanted(conditions, row):
    return all(row[column] in values.split("|") for column, values in conditions)


def expand(lines, blocks):
    out, lines = [], iter(lines)

    def block():
        inside = []
        for line in lines:
            if line.strip() == "--@end":
                return inside
            inside.append(line)
        raise SystemExit("a block of sortid.sql.in has no end")

    for line in lines:
        words = line.split()
        conditions = [tuple(word.split("=", 1)) for word in words[2:]]
        if line.startswith("--@define"):
            blocks[words[1]] = block()
        elif line.startswith("--@use"):
            out.append(fill(blocks[words[1]], dict(conditions)))
        elif line.startswith("--@each"):
            inside = block()
            for row in rows(words[1].upper()):
                if wanted(conditions, row):
                    out.append(fill([fill(blocks[l.split()[1]], row) if l.startswith("--@use") else l
                                     for l in inside], row))
        elif line.startswith("--@quote"):
            out.extend(blocks[words[1]])
        else:
            out.append(line)
    return "".join(out)


def functions(declared):
    """The functions of a line that declares them in C."""
    head, given, chosen = declared, re.search(r"\{([^{}]*\|[^{}]*)\}", declared), [""]
    if given:
        chosen = given[1].split("|")
        head = declared.replace(given[0], "{}")
    for word in chosen:
        name, arguments, result, symbol, words = re.fullmatch(
            r'("[^"]+"|[\w@]+)\((.*?)\) -> ((?:SETOF )?\S+)(?: = (\S+))?(.*)', head.replace("{}", word)).groups()
        symbol = symbol or name.strip('"').removeprefix("sortid_")
        words = words.split()
        support = f" SUPPORT {words.pop()}" if "SUPPORT" in words else ""
        unknown = set(words) - {"VOLATILE", "STABLE", "LEAKPROOF", "SAFE", "RESTRICTED", "SUPPORT"}
        if unknown:
            raise SystemExit(f"sortid.sql.in: {name}: not understood: {' '.join(unknown)}")
        volatility = next((v for v in ("VOLATILE", "STABLE") if v in words), "IMMUTABLE")
        yield (f"CREATE FUNCTION {name}({arguments}) RETURNS {result}\n  LANGUAGE C {volatility} STRICT"
               f"{' LEAKPROOF' if 'LEAKPROOF' in words else ''} PARALLEL {'RESTRICTED' if 'RESTRICTED' in words else 'SAFE'}"
               f"{support} AS 'MODULE_PATHNAME', 'sortid_{symbol}';\n")


def entries():
    """(entry, row, values) of docs/functions.json: each row for each kind or type that it is for."""
    for entry in json.loads((CORE / "docs/functions.json").read_text())["functions"]:
        for row in entry.get("sql", ()):
            if "PostgreSQL" not in row["in"]:
                continue
            words = set(re.findall(r"{(\w+)}", row["name"] + row["gives"] + "".join(row["takes"])))
            conditions = [tuple(word.split("=", 1)) for word in row.get("each", "").split()]
            for values in rows("KIND" if "K" in words else "TYPE") if words else [{}]:
                if wanted(conditions, values):
                    yield entry, row, {**values, "K": values.get("kind"), "id": "{id}"}


def in_data(sql):
    """The functions of docs/functions.json that the script does not make. Those of {id} have their casts and operators."""
    made = set(re.findall(r"^CREATE FUNCTION (\w+\([^@]*?\))\s+RETURNS", sql, re.M))
    for _, row, values in entries():
        words = [word.upper() for word in ("volatile", "stable", "leakproof") if row.get(word)]
        words += [row["parallel"]] if "parallel" in row else []
        words += [f"SUPPORT {row['support']}"] if "support" in row else []
        for takes in row["takes"]:
            head = f"{row['name']}({takes})".format(**values)
            if head not in made and "{id}" not in head:
                made.add(head)
                symbol = f" = {row['symbol']}" if "symbol" in row else ""
                yield from functions(f"{head} -> {row['gives']}{symbol} {' '.join(words)}".format(**values))


def comments(sql):
    """What \\df+ and \\dT+ say: the sentences of docs/functions.json, and the formats' titles from their headers."""
    said = [(row["name"].format(**values), row.get("says", entry["brief"])) for entry, row, values in entries()]
    headers = "".join(path.read_text() for path in sorted((CORE / "include/sortid").glob("*.hpp")))
    titles = dict(re.findall(r'\.name = "([\w-]+)",\s+\.title = "([^"]*)"', headers))
    quoted = lambda sentence: "'" + sentence.replace("'", "''") + "'"  # noqa: E731
    for name, arguments in re.findall(r"^CREATE FUNCTION (\w+)\(([^@]*?)\)\s+RETURNS", sql, re.M):
        sentence = next((sentence for known, sentence in said if known == name), None)
        if sentence:
            yield f"COMMENT ON FUNCTION {name}({re.sub(' DEFAULT [^,]*', '', arguments)}) IS {quoted(sentence)};\n"
    for name in dict.fromkeys(re.findall(r"^CREATE TYPE (\w+);", sql, re.M)):
        yield f"COMMENT ON TYPE {name} IS {quoted(titles[name.replace('_', '-')])};\n"


def main():
    template = re.sub(r"^--@c (.*)\n", lambda line: "".join(functions(line[1])), (HERE / "sortid.sql.in").read_text(),
                      flags=re.M).splitlines(keepends=True)
    before, after = expand(template, {}).split("--@functions\n")
    sql = before + "".join(in_data(before + after)) + after
    left = re.search(r"^--@.*$", sql, re.M)
    if left:
        raise SystemExit(f"sortid.sql.in: not understood: {left[0]}")
    sql += "\n" + "".join(comments(sql))
    if not sql.isascii():
        raise SystemExit("sortid.sql.in: not ASCII, so databases of other encodings reject it")
    sys.stdout.write(sql)


if __name__ == "__main__":
    main()
