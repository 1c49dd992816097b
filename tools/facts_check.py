#!/usr/bin/env python3
"""Keeps each fact in one place: fails if code spells a fact that stands elsewhere.

usage: facts_check.py [FOLDER]

This file computes the facts, so that it keeps its own rule. Tests, proofs, examples and prose may state them: a test and a
proof have to state a fact independently.
"""

import datetime
import pathlib
import re
import string
import subprocess
import sys

import sentences

CODE = {".hpp", ".h", ".cpp", ".cc", ".c", ".py", ".js", ".mjs", ".ts", ".sh", ".sql", ".cmake", ".in"}
EXEMPT = ("tests/", "proofs/", "databases/postgres/test/", "examples/", "docs/")
ALPHABET_HOMES = {"include/sortid/detail/base32.hpp", "include/sortid/detail/base58.hpp"}
EPOCH_HOMES = {"include/sortid/ulid_flake.hpp", "include/sortid/uid11.hpp"}
LARGEST_HOMES = {f"include/sortid/{name}.hpp" for name in ("ulid", "type_id", "ulid_flake", "uid11")}
VERSION_HOMES = {"VERSION", "CHANGELOG.md"}

HEX = ("0123456789abcdef", "0123456789ABCDEF")
BASE32 = "".join(s for s in string.digits + string.ascii_uppercase if s not in "ILOU")
BASE58 = "".join(s for s in string.digits + string.ascii_uppercase + string.ascii_lowercase if s not in "0OIl")
LETTERS = (string.ascii_lowercase, string.ascii_uppercase)
PIECE = 12  # fewer symbols of an alphabet in a row may be chance


def alphabet_pieces():
    for alphabet in (BASE32, BASE32.lower(), BASE58):
        for start in range(len(alphabet) - PIECE + 1):
            piece = alphabet[start:start + PIECE]
            if not any(piece in digits for digits in HEX):  # hexadecimal digits are no alphabet of ours
                yield piece


def base58(value):
    text = ""
    while value:
        value, digit = divmod(value, 58)
        text = BASE58[digit] + text
    return text


def epochs():
    # Find an instant by its seconds, which are part of its milliseconds, and by its date and time.
    for instant in (datetime.datetime(2024, 1, 1), datetime.datetime(2011, 11, 11, 11, 11, 11, 111000)):
        milliseconds = round(instant.replace(tzinfo=datetime.timezone.utc).timestamp() * 1000)
        yield str(milliseconds // 1000)
        yield f"{milliseconds:x}"
        yield instant.isoformat()[:19].lower()


ALPHABETS = re.compile("|".join(map(re.escape, alphabet_pieces())))
EPOCHS = re.compile("|".join(map(re.escape, epochs())))
LARGEST = re.compile(r"7[Zz]{11,}|" + base58(2**64 - 1))
BETWEEN_DIGITS = re.compile(r"(?<=[0-9a-fA-F])['_](?=[0-9a-fA-F])")
BETWEEN_PIECES = re.compile(r"""["']\s*[,+.\\|]*\s*["']""")
# In two halves, because this line would violate the rule itself.
REGISTRIES = re.compile(
    r"\b(?:" + "|".join(name.replace("!", r"\.") for name in (
        "registry!npmjs!org", "registry!yarnpkg!com", "pypi!org", "pythonhosted!org", "crates!io", "rubygems!org",
        "deb!debian!org", "archive!ubuntu!com", "proxy!golang!org", "sum!golang!org", "repo1!maven!org",
        "ghcr!io", "docker!io", "jsr!io")) + r")\b")
MACHINE_PATHS = re.compile(r"(?<![\w.})$*-])/(?:work|root)/")
# What a server of any encoding must be able to read: whole SQL files, and string literals of C++.
SERVER_SQL = re.compile(r"databases/postgres/(pure/)?[^/]*\.in$|databases/postgres/upgrades/[^/]*\.sql$")
SERVER_WORDS = re.compile(r"(include|src|databases/postgres/src)/.*\.(hpp|cpp|h|def)$")
STRING_OR_COMMENT = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.S)
NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
INCLUDED = re.compile(r'^#include "(sortid/[^"]+)"', re.M)
# Decisions of a front end that belong to the core: the pattern, the message, and the files that may have it. Comments and
# examples of the command line do not count.
FRONT_ENDS = re.compile(r"(src|cli|bindings|databases|web)/(?!.*\btest/).*(?<!\.in)$")
ANSWERED = (
    (re.compile(r"\bulid[-_]flake|\buid11[-_](?:snowish|fullrand|ts)|U(?:lid|LID)Flake|U(?:id|ID)11[A-Z]"),
     "names a format outside the lists: ask its layout",
     {"src/c_api/c_api.hpp", "databases/postgres/src/types.def"}),
    (re.compile(r"is_same_v<\w+, (?:sortid::)?(?:\w*ulid\w*|euid|type_id|uuid\w*|uid11\w*|xid)>"),
     "asks which format it is: ask its layout", {}),
    (re.compile(r"bits == 64 && \w+\.hi"), "checks a value's width: by_format::check_value does", {}),
    (re.compile(r"""['"]uuidv7['"].{1,20}['"]uuid7['"]"""), "spells SQL's name of a format: layout::sql_name does", {}),
    (re.compile(r"\b(?:us|ns|at|value|instant) [/%] (?:\w*per_ms|1'?000)\b|_FloorDivide\(|Math\.ceil\((?:ms|number|instant)\)"),
     "cuts an instant to milliseconds: sortid::instant does", {"bindings/js/src/core.js", "src/system/posix_clock.cpp"}),
)
SAID = re.compile(r"//[^\n]*|/\*.*?\*/|^#[^\n]*|\s#[^\n]*|\bsortid [a-z]+ [^\"\n]*", re.S | re.M)
OLD_WORD = re.compile(r"(?<![a-z])[Mm]i[n]t(?:s|ed|ing|er|ers)?(?![a-z])")  # a new id is `new`; see docs/words.md
# The column at which the formatter ends code. A test of what must not compile begins with its error on one line.
LONG_COMMENT = re.compile(r"^(?!// error: )(?=.*(?:(?<!:)//|/\*)).{111,}$", re.M)
CATCH_ALL_NAME = re.compile(r"utils?\b|utils?[._-]|utilities", re.I)


def files(folder):
    listed = subprocess.run(["git", "-C", folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            capture_output=True)
    if listed.returncode == 0 and (folder / ".git").exists():
        names = [name.decode() for name in listed.stdout.split(b"\0") if name]
    else:  # a tarball
        names = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
        names = [name for name in names if not re.match(r"build/|(.*/)?node_modules/|(.*/)?__pycache__/", name)]
    return sorted({name for name in names if (folder / name).is_file()})


def code(name):
    path = pathlib.PurePosixPath(name)
    return (path.suffix in CODE or path.name == "CMakeLists.txt") and not name.startswith(EXEMPT)


def found(pattern, text, drop=None):
    """Yields (line, match) in the text without what `drop` matches: digit separators, breaks between string pieces."""
    lines, kept, last = [], [], 0
    for gap in drop.finditer(text) if drop else ():
        kept.append((last, gap.start()))
        last = gap.end()
    kept.append((last, len(text)))
    joined = "".join(text[start:end] for start, end in kept)
    for start, end in kept:
        lines.extend(range(start, end))
    for match in pattern.finditer(joined):
        yield text.count("\n", 0, lines[match.start()]) + 1, match[0]


def upward_arrows(folder):
    """Yields (header, line, included) where detail/ includes a public header that includes detail/ itself."""
    headers = {}
    for path in sorted((folder / "include/sortid").rglob("*.hpp")):
        text = path.read_text(encoding="utf-8")
        headers[path.relative_to(folder / "include").as_posix()] = [
            (match[1], text.count("\n", 0, match.start()) + 1) for match in INCLUDED.finditer(text)]

    def reaches_detail(name, seen):
        seen.add(name)
        return name.startswith("sortid/detail/") or any(
            included not in seen and reaches_detail(included, seen) for included, _ in headers.get(name, ()))

    for name, includes in headers.items():
        for included, line in includes if name.startswith("sortid/detail/") else ():
            if not included.startswith("sortid/detail/") and reaches_detail(included, set()):
                yield f"include/{name}", line, included


ENUMERATOR = re.compile(r"^ +(?:SORTID_(?:ROLE_)?)?(\w+)(?: = \d+)?,? +// (.*)$", re.M)


def other_meanings(folder):
    """Yields (line, problem) for what sortid.h says else of an enumerator than the C++ header that has it."""
    text, *cpp = (path.read_text(encoding="utf-8") if (path := folder / "include" / name).exists() else ""
                  for name in ("sortid.h", "sortid/error.hpp", "sortid/fault.hpp", "sortid/layout.hpp"))
    told = dict(found for header in cpp for found in ENUMERATOR.findall(header))
    for match in ENUMERATOR.finditer(text):
        said = told.get(match[1].lower(), match[2])
        if match[1].isupper() and said != match[2]:
            yield text.count("\n", 0, match.start()) + 1, f"says of {match[1]} what its C++ header does not: {said}"


def problems(folder):
    for line, problem in other_meanings(folder):
        yield "include/sortid.h", line, problem
    for name, line, included in upward_arrows(folder):
        yield name, line, f"includes what is made of detail/: {included}"
    version_file = folder / "VERSION"
    version = None
    spoken = []
    if version_file.exists():
        version = re.compile(r"(?<![\w.])v?" + re.escape(version_file.read_text().strip()) + r"(?![\w]|\.\d)")
    for name in files(folder):
        if CATCH_ALL_NAME.search(pathlib.PurePosixPath(name).name):
            yield name, 0, "a file called utils: name it for what it holds"
        try:
            text = (folder / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for line, match in found(REGISTRIES, text):
            yield name, line, f"names a registry host: {match}"
        for line, match in found(MACHINE_PATHS, text):
            yield name, line, f"names a path of one machine: {match}"
        if SERVER_SQL.match(name):
            for line, match in found(NOT_ASCII, text):
                yield name, line, f"is not ASCII, so servers of other encodings reject it: {match}"
        if SERVER_WORDS.match(name):
            for line, match in found(STRING_OR_COMMENT, text):
                odd = None if match.startswith("/") else NOT_ASCII.search(match)
                if odd:
                    yield name, line, f"says what not every server's encoding has: {odd[0]}"
        # Lock files have the versions of other packages, and vectors the texts of other people.
        if version and name not in VERSION_HOMES and not name.startswith("tests/") and "lock" not in name:
            for line, match in found(version, text):
                yield name, line, f"spells the version {match}, whose place is VERSION"
        if name != "CHANGELOG.md" and "lock" not in name:
            for line, match in found(OLD_WORD, text):
                yield name, line, f"has a word that docs/words.md has not: {match}"
        if name.endswith((".cpp", ".hpp", ".h", ".c")) and not name.startswith("third_party/"):
            for line, match in found(LONG_COMMENT, text):
                yield name, line, f"has a comment beyond column 110: …{match[-30:]}"
        if not code(name):
            continue
        if FRONT_ENDS.match(name) or name.startswith("include/"):
            spoken.append((name, text))
        if FRONT_ENDS.match(name):
            bare = SAID.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
            for pattern, instead, homes in ANSWERED:
                for line, match in found(pattern, bare) if name not in homes else ():
                    yield name, line, f"{instead}: {match}"
        if name not in ALPHABET_HOMES:
            plain = text
            for letters in LETTERS:
                plain = plain.replace(letters, " " * len(letters))  # a to z in full is nobody's alphabet
            for line, match in found(ALPHABETS, plain, BETWEEN_PIECES):
                yield name, line, f"spells an alphabet: …{match}…"
        if name not in EPOCH_HOMES:
            for line, match in found(EPOCHS, text.lower(), BETWEEN_DIGITS):
                yield name, line, f"spells an epoch: {match}"
        if name not in LARGEST_HOMES:
            for line, match in found(LARGEST, text):
                yield name, line, f"spells a largest text: {match}"
    yield from sentences.problems(spoken)


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    count = 0
    seen = set()
    for name, line, problem in problems(folder):
        kind = problem.partition(":")[0]
        if (name, line, kind) in seen:
            continue
        seen.add((name, line, kind))
        count += 1
        print(f"{name}:{line}: {problem}")
    print(f"facts: {len(files(folder))} files, {count} problems")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
