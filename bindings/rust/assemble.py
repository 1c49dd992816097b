#!/usr/bin/env python3
"""Puts the crate together: the core as one file, what is made of sortid.h and of the list of formats, and the sources beside this
script.

usage: assemble.py --into FOLDER SORTID

SORTID is the command line, whose `formats --json` has the formats.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
MADE = "// Made by bindings/rust/assemble.py.\n"

# --- sortid.h ------------------------------------------------------------------------------------------------

# Rust 1.63 has no c_char without its library; to a pointer it makes no difference.
TYPES = {"size_t": "usize", "int": "i32", "char": "u8", "void": "core::ffi::c_void",
         **{f"{sign}int{bits}_t": f"{letter}{bits}" for sign, letter in (("", "i"), ("u", "u")) for bits in (8, 16, 32, 64)}}


def type_of(c):
    """A type of C in Rust."""
    words = c.replace("*", " * ").split()
    stars = [place for place, word in enumerate(words) if word == "*"]
    base = words[:stars[0]] if stars else words
    constant, name = "const" in base, base[-1]
    if name == "void" and not stars:
        return "()"
    name = TYPES.get(name, name)
    for place in range(len(stars)):
        name = f"*{'const' if constant else 'mut'} {name}"
        constant = words[stars[place] + 1:stars[place] + 2] == ["const"]
    return name


def named(declaration):
    """A member or a parameter: its name and its type."""
    pointer = re.fullmatch(r"(.*)\(\*(\w+)\)\((.*)\)", declaration)
    if pointer:
        given = ", ".join(type_of(one.rpartition(" ")[0]) if not one.endswith("*") else type_of(one) for one in
                          (re.sub(r"\b\w+$", "", one.strip()) + " x" for one in pointer[3].split(",")))
        return pointer[2], f'Option<unsafe extern "C" fn({given}) -> {type_of(pointer[1])}>'
    kind, name, count = re.fullmatch(r"(.*?)\s*(\w+)(?:\[(\w+)\])?", declaration).groups()
    return name, f"[{type_of(kind)}; {count}]" if count else type_of(kind)


def members(text):
    for line in filter(None, (part.strip() for part in text.split(";"))):
        first, *others = line.split(",") if "(" not in line else [line]
        name, kind = named(first.strip())
        for each in (name, *(other.strip() for other in others)):
            yield f"    pub {each}: {kind},\n"


def interface():
    text = re.sub(r"//[^\n]*", "", (SOURCE / "include/sortid.h").read_text(encoding="utf-8"))
    out = [MADE, "#![allow(non_camel_case_types, dead_code)]\n"]
    for name, value in re.findall(r"^#define (SORTID_\w+) (\d+)$", text, re.M):
        out.append(f"pub const {name}: usize = {value};\n")
    text = re.sub(r"^#.*\n", "", text, flags=re.M)
    text = re.sub(r"\s+", " ", text)
    for body in re.findall(r"enum \{(.*?)\}", text):
        for name, value in re.findall(r"(SORTID_\w+) = (\d+)", body):
            out.append(f"pub const {name}: i32 = {value};\n")
    for kind, name in re.findall(r"typedef (\w+) (\w+);", text):
        out.append(f"pub type {name} = {type_of(kind)};\n")
    for name in re.findall(r"typedef struct (\w+) \1;", text):
        out.append(f"#[repr(C)]\npub struct {name} {{\n    _private: [u8; 0],\n}}\n")
    for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\} \1;", text):
        out.append(f"#[repr(C)]\n#[derive(Clone, Copy)]\npub struct {name} {{\n{''.join(members(body))}}}\n")
    out.append('extern "C" {\n')
    for kind, name, given in re.findall(r"SORTID_API (.*?)(\w+)\(([^)]*)\) SORTID_NOEXCEPT;", text):
        listed = ", ".join("{}: {}".format(*named(one.strip())) for one in given.split(",") if one.strip() != "void")
        gives = type_of(kind.strip())
        out.append(f"    pub fn {name}({listed}){'' if gives == '()' else f' -> {gives}'};\n")
    out.append("}\n")
    return "".join(out).replace("type:", "r#type:")


# --- formats and words ---------------------------------------------------------------------------------------

def rust_name(class_name):
    return re.sub(r"[A-Z]{2,}", lambda found: found[0].capitalize(), class_name)


def camel(word):
    return "".join(part.capitalize() for part in word.split("_"))


def numbers_of(pattern):
    text = (SOURCE / "include/sortid.h").read_text(encoding="utf-8")
    return {name.lower(): int(number) for name, number in re.findall(rf"SORTID_{pattern} =\s+(\d+)", text)}


def enum_of(name, doc, numbers):
    lines = "".join(f"    /// `{word}`\n    {camel(word)} = {number},\n" for word, number in numbers.items())
    cases = "".join(f"            {number} => Some({name}::{camel(word)}),\n" for word, number in numbers.items())
    return f"""/// {doc}
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(i32)]
#[non_exhaustive]
pub enum {name} {{
{lines}}}
impl {name} {{
    pub(crate) fn of_number(number: i32) -> Option<{name}> {{
        match number {{
{cases}            _ => None,
        }}
    }}
}}
"""


def policy(name, prefix, doc):
    words = numbers_of(rf"{prefix}_(\w+)")
    lines = "".join(f"    /// `{word}`\n    {'#[default] ' if place == 0 else ''}{camel(word)} = {place},\n" for place, word in enumerate(words))
    return f"""/// {doc}
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(i32)]
pub enum {name} {{
{lines}}}
"""


def reasons_and_faults():
    every = numbers_of(r"(\w+)")
    words = [entry["word"] for entry in json.loads((SOURCE / "docs/functions.json").read_text(encoding="utf-8"))["words"]]
    of = {word: every[word] for word in words if word in every}
    return ({word: number for word, number in of.items() if number < 16}, {word: number for word, number in of.items() if 16 <= number < 32})


def field_functions(format):
    for place, field in enumerate(format["fields"]):
        if field["role"] in ("sign", "reserved"):
            continue
        optional = field["role"] == "extension" or not format["constants_required"] and field["name"] != "version"
        number = "u64" if field["bits"] <= 64 else "u128"
        for name in dict.fromkeys((field["name"], field["option"] or field["name"])):
            gives = f"Option<{number}>" if optional else number
            narrow = number == "u64"
            value = f"self.field({place})" + (".map(|value| value as u64)" if narrow else "") if optional else \
                f"self.field({place}).unwrap_or(0)" + (" as u64" if narrow else "")
            yield f"""    /// Its field `{field['name']}`, of {field['bits']} bits.
    pub fn {name}(&self) -> {gives} {{
        {value}
    }}
"""


def formats_source(formats):
    numbers = {name.replace("_", "-"): number for name, number in numbers_of(r"FORMAT_(\w+)").items()}
    reasons, faults = reasons_and_faults()
    names = [(rust_name(one["class_name"]), one) for one in formats]
    out = [MADE, "use crate::Id;\n\n"]
    out.append("/// A format, by the number that it has in every front end.\n#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]\n"
               "#[repr(u32)]\n#[non_exhaustive]\npub enum Format {\n")
    for name, one in names:
        out.append(f"    /// {one['title']}.\n    {name} = {numbers[one['name']]},\n")
    out.append("}\nimpl Format {\n    /// All formats; a text that several of them take is likelier the earlier one's.\n"
               f"    pub const ALL: [Format; {len(names)}] = [{', '.join(f'Format::{name}' for name, _ in names)}];\n"
               "    /// Calls the visitor with the type of the format's ids.\n"
               "    pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {\n        match self {\n")
    out += [f"            Format::{name} => visitor.visit::<{name}>(),\n" for name, _ in names]
    out.append("        }\n    }\n}\n\n/// What is done with the type of a format: see [`Format::visit`].\npub trait Visitor {\n    /// What comes of it.\n"
               "    type Output;\n    /// Does it.\n    fn visit<T: Id>(self) -> Self::Output;\n}\n\n")
    for place, (name, one) in enumerate(names):
        shape = "prefixed_id" if one["prefixed"] else "id_of_16_bytes" if one["bits"] == 128 else "id_of_8_bytes"
        doc = f"A {one['name']}: {one['title']}, {one['bits']} bits in {one['symbols']} symbols."
        length = one["symbols"] + (one["max_prefix"] + 1 if one["prefixed"] else 0)
        out.append(f'{shape}!({name}, {place}, {length}, "{doc}");\n')
        if one["epoch_unix_ms"] is not None:
            out.append(f"{'time' if one['constants_required'] else 'maybe_time'}_functions!({name});\n")
            out.append(f"range_functions!({name});\n")
        if one["lenient"]:
            out.append(f"lenient_functions!({name});\n")
        if one["generated"]:
            out.append(f"{'prefixed_new' if one['prefixed'] else 'new'}_functions!({name});\n")
        if one["drawn"]:
            out.append(f"drawn_functions!({name});\n")
        column = "Uuids" if one["text_form"] == "uuid_hex" else "Texts"
        out.append(f"for_libraries!({name}, {one['bytes']}, {column});\n")
        out += [f"impl {name} {{\n", *field_functions(one), "}\n\n"]
    out.append(enum_of("Reason", "What is wrong with a text or a value.", reasons))
    out.append(enum_of("Fault", "What kept a generator from the next id.", faults))
    out.append(policy("OnOverflow", "OVERFLOW", "Whether a full millisecond fails, as the specifications say, is waited out, or is followed by the next before its time."))
    out.append(policy("OnClockBack", "CLOCK_BACK", "Whether a clock that went back is answered with the last timestamp, waited for, or an error."))
    out.append(policy("SequenceStart", "SEQUENCE", "The first number of a millisecond: 0, drawn below the middle, or one above the number before."))
    return "".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--into", type=pathlib.Path, required=True)
    parser.add_argument("program", metavar="SORTID")
    args = parser.parse_args()
    formats = json.loads(subprocess.run([args.program, "formats", "--json"], check=True, stdout=subprocess.PIPE).stdout)
    for part in ("src", "cpp"):
        shutil.rmtree(args.into / part, ignore_errors=True)
    shutil.copytree(HERE / "src", args.into / "src")
    for name in ("build.rs", "README.md"):
        shutil.copy(HERE / name, args.into)
    shutil.copy(SOURCE / "LICENSE", args.into)
    version = (SOURCE / "VERSION").read_text(encoding="utf-8").strip()
    manifest = (HERE / "Cargo.toml").read_text(encoding="utf-8").partition("\n")[2]
    (args.into / "Cargo.toml").write_text(manifest.replace('"0.0.0"', f'"{version}"', 1), encoding="utf-8")
    (args.into / "src/ffi.rs").write_text(interface(), encoding="utf-8")
    (args.into / "src/formats.rs").write_text(formats_source(formats), encoding="utf-8")
    subprocess.run([sys.executable, SOURCE / "packaging/release/amalgamate.py", "--core", args.into / "cpp", HERE / "typed.cpp"], check=True)
    # Comments are in the tree; here they would be a fifth of the crate. The licence stays.
    core = args.into / "cpp/sortid.cpp"
    licence, _, code = core.read_text(encoding="utf-8").partition("#define")
    core.write_text(licence + "#define" + re.sub(r"^ *//.*\n", "", code, flags=re.M), encoding="utf-8")
    # What no Rust calls is not compiled: an inline function that nobody uses.
    called = set(re.findall(r"\bsortid_\w+", "".join(path.read_text(encoding="utf-8") for path in (HERE / "src").glob("*.rs"))))
    header = args.into / "cpp/sortid.h"
    declared = re.compile(r"^SORTID_API (?=[^(]*\b(sortid_\w+)\()", re.M)
    header.write_text(declared.sub(lambda found: found[0] if found[1] in called else "inline ", header.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
