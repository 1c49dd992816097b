#!/usr/bin/env python3
"""The Java sources that lists make: a class for each format, the list of them, and an enum for each kind of word.

usage: generate.py --source TREE --formats FILE --into FOLDER

FILE is what `sortid formats --json` prints. The numbers are those of sortid.h, the names in Java those of docs/functions.json.
"""

import argparse
import json
import pathlib
import re

# By the scope of a word in C++: the entry of functions that says what it is.
ENUMS = {"reason": "reason", "fault": "fault", "on_overflow": "on overflow", "on_clock_back": "on clock back", "sequence_start": "sequence"}
STATUSES = ("reason", "fault")

CLASS = """package sortid;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** {title}. Its {bits} bits are {symbols} symbols of text. */
public final class {class_name} extends Id {{
  @Serial private static final long serialVersionUID = 1;

  /** The format, with everything that can be asked of it. */
  public static final Format<{class_name}> FORMAT = new Codec();
{prefix_field}
  private {class_name}(long hi, long lo{prefix_parameter}) {{
    super(hi, lo);{prefix_set}
  }}

  /** {told[parse]} */
  public static {class_name} parse(CharSequence text) {{
    return FORMAT.parse(text);
  }}

  /** {told[valid]} */
  public static boolean isValid(CharSequence text) {{
    return FORMAT.isValid(text);
  }}
{made}
  @Override
  public Format<{class_name}> format() {{
    return FORMAT;
  }}
{prefixed}
  private static final class Codec extends Format<{class_name}> {{
    Codec() {{
      super({number}, "{name}", "{title}", "{sql_name}", {bits}, {symbols}, {max_prefix}, {is_ordered}, "{min_text}", "{max_text}", {class_name}.class, {field_names});
    }}

    @Override
    {class_name} make(long hi, long lo, String prefix) {{
      return new {class_name}(hi, lo{prefix_given});
    }}

    @Override
    @Nullable {class_name} quickly(byte[] text) {{
      if (text.length != {symbols}) return null;
      {words}
      {lower}
      {upper}
      return {good} ? new {class_name}({hi}, lo{no_prefix}) : null;
    }}

    @Override
    boolean read(byte[] texts, int from, byte[] ids, int at) {{
      {row_words}
      {lower}
      {upper}
      if (!({good})) return false;
      store({hi}, lo, ids, at);
      return true;
    }}

    @Override
    void write(long hi, long lo, byte[] to, int at) {{
      {written}
    }}

    @Override
    long unixMs(long hi, long lo) {{
      return Core.Shared.WASM.{function}_unix_ms(hi, lo);
    }}
  }}
}}
"""

MADE = """
  /** {told[new]} */
  public static {class_name} newId() {{
    return FORMAT.newId();
  }}
"""

PREFIXED = """
  /** {told[prefix]} */
  public String prefix() {{
    return prefix;
  }}

  /** {told[suffix]} */
  public String suffix() {{
    return withPrefix("").text();
  }}

  /** With another prefix; an empty one removes it. */
  public {class_name} withPrefix(String prefix) {{
    return prefix.isEmpty() ? new {class_name}(mostSignificantBits(), leastSignificantBits(), "") : Core.withPrefix(this, FORMAT, Core.utf8(prefix));
  }}

  /** {told[new]} */
  public static {class_name} newId(String prefix) {{
    return FORMAT.newId().withPrefix(prefix);
  }}

  @Override
  String typePrefix() {{
    return prefix;
  }}
"""


def numbers(header):
    """The enumerators of sortid.h."""
    return {name: int(value) for name, value in re.findall(r"(SORTID_\w+)\s*=\s*(\d+)", header)}


def offsets(symbols):
    """Where the words of a text begin: every eight bytes, the last one at its end."""
    return [min(8 * word, symbols - 8) for word in range((symbols + 7) // 8)]


def class_of(format, number, told):
    function = format["name"].replace("-", "_")
    places = offsets(format["symbols"])
    given = ", ".join("abcde"[:len(places)]) + ", 0" * (5 - len(places))
    wide, prefixed = format["bits"] == 128, format["prefixed"]

    def words(text, begin):
        return "\n      ".join(f"long {'abcde'[word]} = Wasm.getLong({text}, {begin}{at});" for word, at in enumerate(places))

    *whole, last = [f"Core.Shared.WASM.{function}_text{word}(hi, lo)" for word in range(len(places))]
    written = [f"Wasm.putLong(to, at + {at}, {word});" for at, word in zip(places, whole)]
    # Of the last word the core gives what the word before it does not have.
    written[-1:] = [f"long before = {whole[-1]};", f"Wasm.putLong(to, at + {places[-2]}, before);",
                    f"Wasm.putLong(to, at + {places[-1]}, before >>> {8 * (places[-1] - places[-2])} | {last});"]
    return CLASS.format(**format | dict(
        told=told, number=number, function=function, words=words("text", ""), row_words=words("texts", "from + "),
        lower=f"long lo = Core.Shared.WASM.{function}_lower({given});", upper=f"long hi = Core.Shared.WASM.{function}_upper({given});" if wide else "",
        # All ones stand for no answer: the core says why, or that the value is this one.
        good="lo != -1 && hi != -1" if wide else "lo != -1", hi="hi" if wide else "0", no_prefix=', ""' if prefixed else "",
        is_ordered=str(format["ordered"]).lower(), field_names=", ".join(f'"{field["name"]}"' for field in format["fields"]), written="\n      ".join(written),
        made=MADE.format(**format, told=told) if format["generated"] else "",
        prefixed=PREFIXED.format(**format, told=told) if prefixed else "",
        prefix_field="\n  private final transient String prefix;\n" if prefixed else "",
        prefix_parameter=", String prefix" if prefixed else "", prefix_set="\n    this.prefix = prefix;" if prefixed else "",
        prefix_given=", prefix" if prefixed else ""))


def enum_of(scope, words, values, told):
    name = "".join(part.capitalize() for part in scope.split("_"))
    field = "status" if scope in STATUSES else "value"
    listed = [(word["names"]["JVM"].partition(".")[2], values[word["names"]["C"]], word["word"]) for word in words if "JVM" in word["names"]]
    lines = ["package sortid;", "", f"/** {told[ENUMS[scope]]} */", f"public enum {name} {{"]
    for place, (constant, value, word) in enumerate(listed):
        lines += [f"  /** {word} */", f"  {constant}({value}){',' if place + 1 < len(listed) else ';'}"]
    lines += ["", f"  final int {field}; // of sortid.h", "", f"  {name}(int {field}) {{", f"    this.{field} = {field};", "  }", "",
              "  /** The word, as every front end has it. */", "  public String word() {", "    return name().toLowerCase(java.util.Locale.ROOT);",
              "  }"]
    if scope in STATUSES:
        lines += ["", f"  static @org.jspecify.annotations.Nullable {name} of(int status) {{",
                  f"    for ({name} each : values()) {{", "      if (each.status == status) return each;", "    }", "    return null;", "  }"]
    return name, "\n".join(lines + ["}", ""])


def main():
    parser = argparse.ArgumentParser()
    for option in ("source", "formats", "into"):
        parser.add_argument(f"--{option}", type=pathlib.Path, required=True)
    args = parser.parse_args()
    values = numbers((args.source / "include/sortid.h").read_text())
    entries = json.loads((args.source / "docs/functions.json").read_text(encoding="utf-8"))
    formats = json.loads(args.formats.read_text())
    told = {entry["word"]: f"{entry['brief'][0].upper()}{entry['brief'][1:]}." for entry in entries["functions"]}
    enumerator = {entry["word"]: entry["names"]["C"] for entry in entries["formats"]}
    folder = args.into / "sortid"
    folder.mkdir(parents=True, exist_ok=True)
    for format in formats:
        (folder / f"{format['class_name']}.java").write_text(class_of(format, values[enumerator[format["name"]]], told))
    constants = ", ".join(f"{format['class_name']}.FORMAT" for format in formats)
    (folder / "Formats.java").write_text(
        "package sortid;\n\nimport java.util.List;\n\n/** The list. */\nfinal class Formats {\n  private Formats() {}\n\n"
        f"  static final List<Format<?>> ALL = List.of({constants});\n\n"
        f"  static final int UNSUPPORTED = {values['SORTID_UNSUPPORTED']};\n  static final int ABSENT = {values['SORTID_ABSENT']};\n\n"
        "  static Format<?> of(int number) {\n    for (Format<?> each : ALL) {\n      if (each.number == number) return each;\n    }\n"
        '    throw new IllegalStateException("no format has the number " + number);\n  }\n}\n')
    for scope in ENUMS:
        words = [word for word in entries["words"] if word["names"]["C++"].startswith(f"{scope}::")]
        name, text = enum_of(scope, words, values, told)
        (folder / f"{name}.java").write_text(text)


if __name__ == "__main__":
    main()
