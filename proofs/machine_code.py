#!/usr/bin/env python3
"""The machine code of the kernel sets that machine.py proves, as each compiler makes it.

usage: machine_code.py [--all-of COMPILER] [OBJECT…]

Tells, a line each, of which objects machine.json has theorems. With --all-of, these must be all whose set is one of the
compiler's. Needs pyelftools.
"""

import argparse
import collections
import functools
import hashlib
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RESULTS = os.path.join(ROOT, "proofs/machine.json")

# As CMake's release builds the library.
FLAGS = ["-std=c++20", "-O3", "-DNDEBUG", "-fPIC", "-fvisibility=hidden", "-fvisibility-inlines-hidden",
         f"-I{ROOT}/include", f"-I{ROOT}/src"]
HEADERS = ("codec", "recipe")  # no kernels: the headers' functions, as those files of proofs/ call them
X86 = ("scalar", "ssse3", "avx2", "avx512", *HEADERS)
# As the program for Linux is compiled; wheels are for an old glibc, for which avx2.cpp became the same code.
ZIG = (f"{ROOT}/build/proofs/machine/bin/python", "-m", "ziglang", "c++", "-target", "x86_64-linux-musl")
COMPILERS = {  # by name: the command, and the sets
    "g++": (("g++",), X86),
    "clang": (("clang++-14",), X86),
    "zig": (ZIG, X86),
    "g++ for ARM": (("aarch64-linux-gnu-g++",), ("scalar", "neon")),
}


def all_members(root):
    """(shape, member) of every function of a set, in the order of its struct."""
    shapes, of_texts, of_set = members(root)
    return [(shape, member) for shape in shapes for member in of_texts] + [(None, member) for member in of_set]


def members(root):
    """The shapes and the functions of the struct `kernels`, as kernels.hpp declares them: of texts, and of a set."""
    text = open(os.path.join(root, "include/sortid/detail/kernels.hpp")).read()
    text = re.sub(r"//[^\n]*", "", text)
    shapes = re.search(r"enum class text_shape[^{]*\{([^}]*)\}", text).group(1).replace(" ", "").split(",")
    of_texts = re.findall(r"\(\*(\w+)\)", re.search(r"struct text_kernels \{(.*?)\n\};", text, re.S).group(1))
    of_set = re.findall(r"\(\*(\w+)\)", re.search(r"struct kernels \{(.*?)\n\};", text, re.S).group(1))
    return shapes, of_texts, of_set


def put(path, text):
    """At once, so that no other run reads the half of it."""
    with open(f"{path}.{os.getpid()}", "w") as out:
        out.write(text)
    os.replace(out.name, path)


def holder_of(set_name):
    """The symbol of a set's struct."""
    name = f"{set_name}_kernels"
    return f"_ZN6sortid6detail{len(name)}{name}E"


def source_of(set_name):
    return os.path.join(ROOT, "proofs" if set_name in HEADERS else "src/batch", f"{set_name}.cpp")


def linked(compiler, work, library=None):
    """A shared library of a compiler's sets, as `library`, an archive, has them, or else of the sources; and each set's digest."""
    command, sets = COMPILERS[compiler]
    sets = [s for s in sets if library is None or s not in HEADERS]
    own = os.path.join(work, re.sub(r"\W+", "-", compiler))
    os.makedirs(own, exist_ok=True)
    objects = {name: os.path.join(own, f"{name}.cpp.o") for name in sets}
    if library:
        subprocess.run(["ar", "x", f"--output={own}", library, *map(os.path.basename, objects.values())], check=True)
    else:
        for name, path in objects.items():
            subprocess.run([*command, *FLAGS, "-c", source_of(name), "-o", path], check=True)
    # Without other libraries: a call of theirs is noticed.
    subprocess.run([*command, "-shared", "-nostdlib", *objects.values(), "-o", f"{own}.so"], check=True)
    return f"{own}.so", {name: object_digest(path) for name, path in objects.items()}


def object_digest(path):
    """Of the bytes that are loaded and of their relocations: what is for debuggers, and where the sources lay, makes no difference.
    None for what is not in ELF."""
    from elftools.common.exceptions import ELFError
    from elftools.elf.elffile import ELFFile
    from elftools.elf.relocation import RelocationSection

    told = hashlib.sha256()
    with open(path, "rb") as file:
        try:
            elf = ELFFile(file)
        except ELFError:
            return None
        names = {i: section.name for i, section in enumerate(elf.iter_sections())}
        loaded = {i for i, section in enumerate(elf.iter_sections()) if section["sh_flags"] & 2}
        for i, section in enumerate(elf.iter_sections()):
            if i in loaded:
                told.update(repr((section.name, section["sh_type"], section["sh_size"], section.data())).encode())
            elif isinstance(section, RelocationSection) and section["sh_info"] in loaded:
                symbols = elf.get_section(section["sh_link"])
                for one in section.iter_relocations():
                    symbol = symbols.get_symbol(one["r_info_sym"])
                    told.update(repr((section.name, sorted(one.entry.items()), symbol.name, symbol["st_value"],
                                      names.get(symbol["st_shndx"]))).encode())
    return told.hexdigest()[:16]


@functools.lru_cache(maxsize=None)
def version(command):
    """The compiler's version, or None where it is not installed."""
    try:
        return subprocess.run([*command, "-dumpfullversion", "-dumpversion"], check=True, capture_output=True, text=True).stdout.strip()
    except (FileNotFoundError, subprocess.CalledProcessError):
        return None


def installed(compilers):
    """Those of the names that are; the others are told."""
    there = [name for name in compilers if version(COMPILERS[name][0])]
    for name in compilers:
        if name not in there:
            print(f"{name}: not installed here")
    return there


@functools.lru_cache(maxsize=None)
def digest(compiler, set_name):
    """What the compiler reads of the project's files: a change of it makes other code."""
    command = COMPILERS[compiler][0]
    text = subprocess.run([*command, *FLAGS, "-E", source_of(set_name)], check=True, capture_output=True, text=True).stdout
    lines, own = [], False
    for line in text.splitlines():
        if marker := re.match(r'# \d+ "([^"]*)"', line):
            own = marker[1].startswith(ROOT) and not marker[1].startswith(f"{ROOT}/build/")  # where zig has its own headers
        elif own and line.strip():
            lines.append(line.strip())
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def is_of_today(compiler, set_name, answer):
    """Whether an answer is about today's code; another version of a compiler makes code that nobody asked about."""
    found = version(COMPILERS[compiler][0])
    return found != answer["compiler"] or digest(compiler, set_name) == answer["code"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all-of", choices=COMPILERS)
    parser.add_argument("objects", nargs="*")
    given = parser.parse_args()
    with open(RESULTS) as results:
        answers = json.load(results)
    other = []
    for path in given.objects:
        digest, theorems = object_digest(path), collections.defaultdict(set)
        for name, answer in answers.items():
            if answer["object"] == digest:
                theorems[name.partition("/")[2]].add(answer["status"])
        proved = sum("proved" in found for found in theorems.values())
        if proved and not any("refuted" in found for found in theorems.values()):
            print(f"{path}: {proved} of {len(theorems)} theorems proved")
        elif given.all_of and os.path.basename(path).partition(".")[0] in COMPILERS[given.all_of][1]:
            other.append(path)
    if other:
        sys.exit(f"machine_code: not the machine code that is proved: {', '.join(other)}; run make prove-machine")


if __name__ == "__main__":
    main()
