#!/usr/bin/env python3
"""Writes the library as three files to be copied into a project: sortid.hpp, sortid.h and sortid.cpp.

usage: amalgamate.py [--core] FOLDER [SOURCE…]

sortid.hpp has every public header but those that adapt to libraries of others. sortid.cpp has all of src/ as
one translation unit: a name of a namespace without one that another text has too gets its file's name
behind it.

--core writes sortid.h and a sortid.cpp that needs neither sortid.hpp nor a library but libc, for hosts that are no C++: the C ABI
without pools and orders in files (SORTID_CORE_ONLY), to be compiled with -fno-exceptions and -fno-rtti. Each SOURCE, of a host's
own, is put behind the others.
"""

import pathlib
import re
import shutil
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
INCLUDE, SRC = SOURCE / "include", SOURCE / "src"
# The rooms that --core has, and the header that pools alone need.
CORE_ROOMS = {"batch", "c_api", "clock", "mask", "random", "system"}
OF_POOLS = "c_api/pool.hpp"
VERSION = (SOURCE / "VERSION").read_text(encoding="utf-8").strip()
# For libraries of others, which a project may not have.
ADAPTERS = {"fmt.hpp", "json.hpp", "postgres_node_store.hpp", "etcd_node_store.hpp"}
INCLUDED = re.compile(r'^#include "([^"]+)"[^\n]*\n', re.M)
ONCE = "#pragma once\n"
NAMELESS = re.compile(r"^namespace \{\n(.*?)^\}  // namespace\n", re.M | re.S)
DECLARED = (re.compile(r"^(?:struct|class|union|enum class|concept) (\w+)", re.M),
            re.compile(r"^using (\w+) =", re.M),
            re.compile(r"^(?!template|static_assert|using|return)[a-z_]"
                       r"[\w:<>,&* \[\]()]*?[ &*](\w+)(?=\(|\[\w*\]| = |\{|;)", re.M))


def text_of(path):
    return path.read_text(encoding="utf-8")


def sources(pattern):
    """What sortid.cpp is made of. Stores that need libraries of others stay out."""
    return sorted(path for path in SRC.rglob(pattern) if SRC / "pool/stores" not in path.parents)


def core_sources(pattern):
    """What it is made of with --core."""
    return [path for path in sources(pattern) if path.relative_to(SRC).parts[0] in CORE_ROOMS and path != SRC / OF_POOLS]


def header(name):
    """A public header's text; version.hpp is made as CMake makes it."""
    if name == "sortid/version.hpp":
        made = text_of(INCLUDE / "sortid/version.hpp.in")
        for part, value in zip(("MAJOR", "MINOR", "PATCH"), VERSION.split(".")):
            made = made.replace(f"@PROJECT_VERSION_{part}@", value)
        return made.replace("@PROJECT_VERSION@", VERSION)
    return text_of(INCLUDE / name)


class expansion:
    """Texts with what they include by quotes in its place; a header with `#pragma once` only at first."""

    def __init__(self, done=()):
        self.done = set(done)

    def of(self, text, folder):
        return INCLUDED.sub(lambda match: self.included(match[1], folder), text.replace(ONCE, ""))

    def included(self, name, folder):
        places = [path.resolve() for path in (folder / name, SRC / name)]
        private = next((path for path in places if SRC in path.parents and path.is_file()), None)
        path = str(private.relative_to(SRC)) if private else name
        if path in self.done or path == "sortid.h":  # which sortid.cpp includes itself
            return ""
        text = text_of(private) if private else header(name)
        if ONCE in text:
            self.done.add(path)
        return self.of(text, private.parent if private else INCLUDE)


def nameless(text):
    """The names that a source declares for itself."""
    return {name for part in NAMELESS.findall(text) for pattern in DECLARED for name in pattern.findall(part)}


def renamed(text, name, suffix):
    # Not a member of an object: its type may be everybody's.
    return re.sub(rf"(?<![\w.])(?<!->){name}\b", f"{name}_{suffix}", text)


def of_headers(names):
    """The public headers, and what they are."""
    public = expansion()
    return public, "".join(public.included(name, INCLUDE) for name in names)


def one_unit(public, headers, own_headers, paths):
    """The sources as one translation unit behind the public headers."""
    # Headers of src/ first, outside of any condition that a source puts around them.
    private = expansion(public.done)
    shared = "".join(private.included(str(path.relative_to(SRC)), SRC) for path in own_headers if ONCE in text_of(path))
    units = {path: private.of(text_of(path), path.parent) for path in paths}
    everybodys = set(DECLARED[0].findall(headers + shared))
    own = {path: nameless(text) for path, text in units.items()}
    for path, text in units.items():
        others = everybodys.union(*(names for other, names in own.items() if other != path))
        for name in sorted(own[path] & others):
            text = renamed(text, name, path.stem)
        units[path] = text
    return shared + "".join(units.values())


def write_core(into, top, more):
    paths = [*core_sources("*.cpp"), *more]
    reached = expansion({OF_POOLS})
    for path in [*core_sources("*.hpp"), *paths]:
        reached.of(text_of(path), path.parent)
    public, headers = of_headers(sorted(name for name in reached.done if name.startswith("sortid/")))
    body = one_unit(public, headers, core_sources("*.hpp"), paths)
    start = '#define SORTID_CORE_ONLY\n#include "sortid.h"\n'
    (into / "sortid.cpp").write_text(f"{top}{start}{headers}{body}", encoding="utf-8")


def write_all(into, top):
    names = sorted({path.name.removesuffix(".in") for path in (INCLUDE / "sortid").glob("*.hpp*")} - ADAPTERS)
    public, headers = of_headers(f"sortid/{name}" for name in names)
    (into / "sortid.hpp").write_text(f"{top}{ONCE}{headers}", encoding="utf-8")
    body = one_unit(public, headers, sources("*.hpp"), sources("*.cpp"))
    both = '#include "sortid.hpp"\n#include "sortid.h"\n'
    (into / "sortid.cpp").write_text(f"{top}{both}{body}", encoding="utf-8")


def main():
    core = sys.argv[1:2] == ["--core"]
    into, *more = map(pathlib.Path, sys.argv[1 + core:] or sys.exit(__doc__))
    if more and not core:
        sys.exit(__doc__)
    into.mkdir(parents=True, exist_ok=True)
    licence = "".join(f"// {line}".rstrip() + "\n" for line in text_of(SOURCE / "LICENSE").splitlines())
    top = f"// sortid {VERSION}, amalgamated by packaging/release/amalgamate.py.\n//\n{licence}"
    shutil.copyfile(INCLUDE / "sortid.h", into / "sortid.h")
    if core:
        write_core(into, top, [path.resolve() for path in more])
    else:
        write_all(into, top)


if __name__ == "__main__":
    main()
