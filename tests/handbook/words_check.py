#!/usr/bin/env python3
"""docs/functions.json against the front ends: every name exists, is spelled with the word of its entry, and no front end lacks
one without a reason.

usage: words_check.py --source TREE --include DIR… --cxx COMPILER --cc COMPILER --bin SORTID --sqlite EXTENSION
                      [--python ENVIRONMENT] [--js PACKAGE] [--jvm JAR] [--duckdb EXTENSION] --work DIR

A name is looked up in what its front end ships: C++ and C names by a compiler, options in --help, Python's and
JavaScript's in the declarations, Java's in the classes, PostgreSQL's in the script of CREATE EXTENSION, SQLite's and DuckDB's in a loaded
extension; without a wheel, an npm package, a jar or a DuckDB, the run says so. Each run also looks for names that do not exist
(IMAGINARY), and fails if one is found.

Where an entry says what a function takes and gives, the comments of its names in C, Python and JavaScript have the words of its
brief, as far as the semicolon.
"""

import argparse
import ast
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import functions  # noqa: E402

# A name of each kind that a front end has.
IMAGINARY = {
    "C++": ("brew", "brew<ulid>", "ulid::brew", "generator<ulid>::brew", "on_overflow::brew", "batch::brew"),
    "C": ("sortid_brew", "sortid_id.brew", "SORTID_BREW"),
    "command line": ("brew", "--brew", "new --brew", "inspect --json .brew", "formats --json .brew"),
    "Python": ("brew", "ULID.brew", "Brew.new", "Generator(brew)", '"brew"'),
    "JavaScript": ("brew", "ULID.brew", "Brew.parse", "range(brew)", "'brew'"),
    "Go": ("Brew", "ULID.Brew", "Options.Brew", "OverflowBrew"),
    "JVM": ("Brew", "ULID.brew", "Brew.parse", "OnOverflow.BREW"),
    "PostgreSQL": ("ulid_brew", "sortid.brew", "id_check(brew)"),
    "SQLite": ("ulid_brew", "sortid_brew"),
    "DuckDB": ("ulid_brew", "sortid_brew"),
    "Rust": ("brew", "Ulid::brew", "Generator::brew", "OnOverflow::Brew", "batch::brew"),
}


def letters(text):
    return re.sub(r"[^a-z0-9]", "", text.lower())


# Words by which a sentence is built, not what it says.
BUILT = set("a an the of that which whose is be it its with and or id ids".split())


def stems(text):
    return {re.sub(r"(?:'s|s)$", "", word) for word in re.findall(r"\w+(?:'s)?", text.lower())} - BUILT


def unsaid(entry, front, names):
    """The words of a function's brief that the comments of its names lack."""
    if "gives" not in entry or front not in entry["names"]:
        return set()
    said = stems(" ".join(map(names.comment, entry["names"][front].split(", "))))
    return stems(entry["brief"].partition(";")[0]) - said if said else set()


def compiled(command, source, count):
    """The places among `count` lines named by #line at which the compiler has no error."""
    done = subprocess.run([*command, "-fsyntax-only", "-w", "-x", source.suffix[1:].replace("cpp", "c++"), source],
                          capture_output=True, text=True)
    failed = {int(place) for place in re.findall(r"^name:(\d+):(?:\d+:)? (?:fatal )?error:", done.stderr, re.M)}
    if done.returncode and not failed:
        raise SystemExit(done.stderr)
    return set(range(count)) - failed


class Cpp:
    def __init__(self, args):
        self.command = [args.cxx, "-std=c++20", *(f"-I{folder}" for folder in args.include)]
        self.source = args.work / "names.cpp"
        headers = sorted(path.name for path in (args.source / "include/sortid").glob("*.hpp")
                         if path.name not in ("fmt.hpp", "std_format.hpp"))
        self.lines = [f"#include <sortid/{name}>" for name in (*headers, "version.hpp")]
        text = "".join((args.source / "include/sortid" / name).read_text() for name in headers)
        # What is not a class: its names are used where they stand, a class's where one is derived from it.
        self.scopes = set(re.findall(r"^(?:enum class|namespace) (?:\w+::)*(\w+)", text, re.M))

    def declared(self, names):
        lines = list(self.lines)
        for place, name in enumerate(names):
            scope, _, member = name.rpartition("::")
            lines.append(f'#line {place} "name"')
            if scope and scope not in self.scopes:
                lines.append(f"namespace n{place} {{ using namespace sortid; using named = {scope}; "
                             f"struct probe : named {{ using named::{member}; }}; }}")
            else:
                lines.append(f"namespace n{place} {{ using sortid::{name.split('<')[0]}; }}")
        self.source.write_text("\n".join(lines) + "\n")
        good = compiled(self.command, self.source, len(names))
        return {name for place, name in enumerate(names) if place in good}


class C:
    def __init__(self, args):
        self.command = [args.cc, "-std=gnu99", *(f"-I{folder}" for folder in args.include)]
        self.source = args.work / "names.c"
        header = (args.source / "include/sortid.h").read_text(encoding="utf-8")
        self.comments = re.findall(r"((?:^//.*\n)+)((?:^(?!//)[^\n]+\n)+)", header, re.M)

    def comment(self, name):
        return "".join(said for said, code in self.comments if re.search(rf"\b{name}\(", code))

    def declared(self, names):
        lines = ["#include <sortid.h>"]
        for place, name in enumerate(names):
            struct, _, member = name.rpartition(".")
            what = f"(({struct}*)0)->{member}" if struct else name
            lines.append(f'#line {place} "name"\nenum {{ n{place} = sizeof(__typeof__({what})*) }};')
        self.source.write_text("\n".join(lines) + "\n")
        good = compiled(self.command, self.source, len(names))
        return {name for place, name in enumerate(names) if place in good}


class Lookup:
    def declared(self, names):
        return {name for name in names if self.has(name)}


class CommandLine(Lookup):
    # The second one is none of ours.
    SAMPLES = {"inspect": ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "0ujtsYcgvSTl8PAuAdqWYSMnLOv"]}

    def __init__(self, args):
        self.bin = args.bin
        self.commands = set(re.findall(r"^  ([a-z]+) ", self.printed("--help").partition("Subcommands:")[2], re.M))

    def printed(self, *arguments):
        return subprocess.run([self.bin, *arguments], check=True, capture_output=True, text=True).stdout

    def has(self, name):
        words = name.split()
        command = [] if words[0].startswith("-") else [words[0]]
        if not self.commands.issuperset(command):
            return False
        keys = [word[1:] for word in words if word.startswith(".")]
        options = [word for word in words[len(command):] if not word.startswith(".")]
        text = self.printed(*command, "--help")
        if not all(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) for word in options):
            return False
        if keys:
            samples = self.SAMPLES.get(command[0], [None])
            answers = [self.answer(*command, "--json", *filter(None, [sample])) for sample in samples]
            return all(key in self.keys_of(answers) for key in keys)
        return True

    def answer(self, *arguments):
        return json.loads(subprocess.run([self.bin, *arguments], capture_output=True, text=True).stdout)

    def keys_of(self, value):
        if isinstance(value, dict):
            return set(value).union(*map(self.keys_of, value.values()))
        return set().union(*map(self.keys_of, value)) if isinstance(value, list) else set()


class Python(Lookup):
    def __init__(self, args):
        # The wheel that the tests installed: its stubs are made with it.
        package = next(args.python.glob("lib/python3*/site-packages/sortid"), None) if args.python else None
        self.absent = None if package else "no wheel was built"
        if self.absent:
            return
        stub = "".join((package / name).read_text() for name in ("_core.pyi", "_foreign.py", "__init__.py"))
        self.classes, self.functions, self.values = {}, {}, set()
        for node in ast.parse(stub).body:
            if isinstance(node, ast.ClassDef):
                self.classes[node.name] = node
            elif isinstance(node, ast.FunctionDef):
                self.functions[node.name] = node
            elif isinstance(node, ast.AnnAssign):
                self.values.add(node.target.id)
        self.words = {node.value for node in ast.walk(ast.parse(stub)) if isinstance(node, ast.Constant)}
        # The package shows the module's __all__.
        lists = [node.value for node in ast.parse(stub).body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"]
        self.exported = {"__version__", *(name for one in lists for name in ast.literal_eval(one))}

    def members(self, name):
        for node in self.classes[name].body if name in self.classes else ():
            if isinstance(node, ast.FunctionDef):
                yield node.name, node
            elif isinstance(node, ast.AnnAssign):
                yield node.target.id, None
        for base in self.classes[name].bases if name in self.classes else ():
            if isinstance(base, ast.Name):
                yield from self.members(base.id)

    def comment(self, name):
        owner, _, member = name.partition(".")
        node = dict(self.members(owner)).get(member) if member else self.functions.get(owner)
        return node and ast.get_docstring(node) or ""

    def has(self, name):
        if name.startswith('"'):
            return name.strip('"') in self.words
        path, _, parameter = name.rstrip(")").partition("(")
        owner, _, member = path.partition(".")
        if owner not in self.exported:
            return False
        found = dict(self.members(owner)) if owner in self.classes else {}
        if member and member not in found:
            return False
        if not parameter:
            return True
        function = found[member] if member else self.functions.get(owner) or found.get("__new__")
        return parameter in {a.arg for a in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)}


class JavaScript(Lookup):
    def __init__(self, args):
        self.absent = "no package was built" if args.js is None else None
        text = "".join(path.read_text(encoding="utf-8") for path in sorted(args.js.glob("*.d.ts"))) if args.js else ""
        self.comments = [(re.sub(r"^ *\*", "", said, flags=re.M), code)
                         for said, code in re.findall(r"/\*\*(.*?)\*/\n([^/]*)", text, re.S)]
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)
        self.strings = set(re.findall(r"'([^']*)'", text))
        self.exported = {}
        parts = re.split(r"^export (?:declare )?(?:abstract )?(?:class|interface|const|function|type) ", text, flags=re.M)
        for part in parts[1:]:
            name = re.match(r"\w+", part)[0]
            self.exported.setdefault(name, []).append(part[len(name):])

    def comment(self, name):
        """The comment of a member, or of its class where it has none."""
        owner, _, member = name.partition("(")[0].partition(".")
        at, found = "", {}
        for said, code in self.comments:
            head = re.search(r"^export (?:\w+ )*?(?:class|interface|const|function|type) (\w+)", code, re.M)
            at = head[1] if head else at
            if at == owner:
                own = re.match(r" +(?:(?:readonly|static|protected|get) )*(\w+)\??[:(<]", code)
                found.setdefault(own[1] if own else "", []).append(said)
        return " ".join(found.get(member) or found.get("", []))

    def members(self, name, seen=()):
        for part in self.exported.get(name, ()) if name not in seen else ():
            yield from re.findall(r"^ +(?:(?:readonly|static|protected|get) )*(\w+)\??[:(<]", part, re.M)
            head = part.partition("{")[0]
            for other in re.findall(r"\w+", head):
                if other in self.exported:
                    yield from self.members(other, (*seen, name))

    def has(self, name):
        if name.startswith("'"):
            return name.strip("'") in self.strings
        path, _, parameter = name.rstrip(")").partition("(")
        owner, _, member = path.partition(".")
        if owner not in self.exported or (member and member not in self.members(owner)):
            return False
        # A parameter's type may have a name of its own.
        types = [type for part in self.exported[owner] for other in re.findall(r"\w+", part) for type in self.exported.get(other, ())]
        return not parameter or any(re.search(rf"\b{parameter}\b", part) for part in (*self.exported[owner], *types))


class Go(Lookup):
    def __init__(self, args):
        text = "".join(path.read_text(encoding="utf-8") for path in sorted((args.source / "bindings/go").glob("*.go"))
                       if not path.name.endswith("_test.go"))
        self.names = set(re.findall(r"^(?:func|type) ([A-Z]\w*)", text, re.M)) | set(re.findall(r"^\t([A-Z]\w*) .*= \d+$", text, re.M))
        self.names |= {f"{type}.{name}" for type, name in re.findall(r"^func \((?:\w+ )?\*?(\w+)(?:\[\w+\])?\) ([A-Z]\w*)", text, re.M)}
        for type, fields in re.findall(r"^type (\w+) struct \{\n(.*?)^\}", text, re.M | re.S):
            for names in re.findall(r"^\t([A-Z][\w, ]*?) +\S", fields, re.M):
                self.names |= {f"{type}.{name}" for name in names.split(", ")}

    def has(self, name):
        return name in self.names


class JVM(Lookup):
    def __init__(self, args):
        self.absent = "no jar was built" if args.jvm is None else None
        if self.absent is None:
            names = subprocess.run(["jar", "--list", "--file", args.jvm], check=True, capture_output=True, text=True).stdout
            classes = re.findall(r"^(sortid)/(\w+)\.class$", names, re.M)
            told = subprocess.run(["javap", "-public", "-cp", args.jvm, *(".".join(each) for each in classes)], check=True,
                                  capture_output=True, text=True).stdout
            self.members = {name: set(re.findall(r"(\w+)(?:\(|;)", body)) for name, body in
                            re.findall(r"^public [^\n]*?(?:class|record|enum|interface) sortid\.(\w+)[^\n]*\{(.*?)^\}", told, re.M | re.S)}

    def has(self, name):
        owner, _, member = name.partition(".")
        return owner in self.members and (not member or member in self.members[owner])


class PostgreSQL(Lookup):
    def __init__(self, args):
        folder = args.source / "databases/postgres"
        self.script = subprocess.run([sys.executable, folder / "extension_sql.py"], check=True, capture_output=True,
                                     text=True).stdout
        made = r'^CREATE (?:FUNCTION|TYPE|DOMAIN|AGGREGATE) "?(\w+)"?(?:\((.*?)\))?'
        self.made = {}
        for name, arguments in re.findall(made, self.script, re.M):
            self.made.setdefault(name, set()).update(re.findall(r"\w+", arguments))
        code = "".join(path.read_text() for path in (folder / "src").glob("*.[ch]pp"))
        self.settings = set(re.findall(r'"(sortid\.\w+)"', code))

    def has(self, name):
        path, _, parameter = name.rstrip(")").partition("(")
        if "." in path:
            return path in self.settings
        return path in self.made and (not parameter or parameter in self.made[path])


class SQLite(Lookup):
    def __init__(self, args):
        listed = "SELECT name FROM pragma_function_list UNION SELECT name FROM pragma_module_list"
        answer = subprocess.run(["sqlite3", "-init", os.devnull, "-batch", ":memory:", f'.load "{args.sqlite}"', listed],
                                check=True, capture_output=True, text=True)
        self.names = set(answer.stdout.split())

    def has(self, name):
        return name in self.names


class DuckDB(SQLite):
    LISTED = """import duckdb, sys
database = duckdb.connect(config={"allow_unsigned_extensions": "true"})
database.execute(f"LOAD '{sys.argv[1]}'")
print(*(name for name, in database.execute("SELECT DISTINCT function_name FROM duckdb_functions()").fetchall()))
"""

    def __init__(self, args):
        sys.path.insert(0, str(args.source / "databases/duckdb/test"))
        import engine
        self.absent = "no extension was built" if args.duckdb is None else engine.absent("newest")
        if self.absent is None:
            answer = subprocess.run([engine.FETCHED / "newest/bin/python", "-c", self.LISTED, args.duckdb], check=True,
                                    capture_output=True, text=True)
            self.names = set(answer.stdout.split())


class Rust(Lookup):
    def __init__(self, args):
        folder = args.source / "bindings/rust"
        sys.path.insert(0, str(folder))
        import assemble
        formats = json.loads(subprocess.check_output([args.bin, "formats", "--json"]))
        texts = {path.stem: path.read_text(encoding="utf-8") for path in (folder / "src").glob("*.rs")}
        self.names, every_format = set(), set()
        for module, text in {**texts, "formats": assemble.formats_source(formats)}.items():
            public = set(re.findall(r"^pub (?:struct|enum|trait|type|fn|const) (\w+)", text, re.M))
            self.names |= {f"batch::{name}" for name in public} if module == "batch" else public
            # What stands in braces, by the indentation of its end.
            blocks = re.findall(r"^( *)(?:impl(?:<[^{]*?>)?|pub (?:struct|enum|trait)) (\$?\w+)[^\n]*\{\n(.*?)^\1\}", text, re.M | re.S)
            for indent, owner, body in blocks:
                inside = re.findall(rf"^{indent}    (?:#\[default\] )?(?:pub )?(?:const )?(?:fn )?(\w+)(?:\(|<|:| = )", body, re.M)
                (every_format if owner == "$name" else self.names).update(f"{owner}::{name}" for name in inside)
        for one in formats:
            of = assemble.rust_name(one["class_name"])
            self.names |= {of, *(name.replace("$name", of) for name in every_format)}

    def has(self, name):
        return name in self.names


FRONTS = {"C++": Cpp, "C": C, "command line": CommandLine, "Python": Python, "JavaScript": JavaScript, "Go": Go, "JVM": JVM,
          "PostgreSQL": PostgreSQL, "SQLite": SQLite, "DuckDB": DuckDB, "Rust": Rust}


def main():
    parser = argparse.ArgumentParser()
    for option in ("source", "sqlite", "work"):
        parser.add_argument(f"--{option}", type=pathlib.Path, required=True)
    for option in ("python", "js", "jvm", "duckdb"):
        parser.add_argument(f"--{option}", type=pathlib.Path)
    parser.add_argument("--include", action="append", required=True)
    for option in ("cxx", "cc", "bin"):
        parser.add_argument(f"--{option}", required=True)
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)

    problems, wanted = [], {front: [] for front in FRONTS}
    entries = functions.entries(args.source)
    listed = {each["name"] for each in json.loads(subprocess.check_output([args.bin, "formats", "--json"]))}
    problems += [f"{name} is no format, or not among them" for name in listed ^ {each["word"] for each in entries["formats"]}]
    for entry in entries["functions"]:
        told = ", ".join([*entry["names"], *entry.get("absent", ())]).split(", ")
        if sorted(told) != sorted(FRONTS):
            problems.append(f"{entry['word']}: a front end has it or a reason, each once, and not {', '.join(sorted(told))}")
    for entry in sum(entries.values(), []):
        otherwise = {name for names in entry.get("otherwise", ()) for name in names.split(", ")}
        different = set()
        for front, names in entry["names"].items():
            wanted[front] += names.split(", ")
            different |= {name for name in names.split(", ") if letters(entry["word"]) not in letters(name)}
        problems += [f"{entry['word']}: `{name}` is not spelled with it, and no reason is given" for name in different - otherwise]
        problems += [f"{entry['word']}: a reason for `{name}`, which needs none" for name in otherwise - different]

    for front, lookup in FRONTS.items():
        names = lookup(args)
        if absent := getattr(names, "absent", None):
            print(f"words: {front}'s names are not looked up: {absent}")
            continue
        found = names.declared([*wanted[front], *IMAGINARY[front]])
        problems += [f"{front}: `{name}` does not exist" for name in wanted[front] if name not in found]
        if hasattr(names, "comment"):
            problems += [f"{front}: the comment of {entry['word']} has not all words of its brief: {', '.join(sorted(lacking))}"
                         for entry in entries["functions"] if (lacking := unsaid(entry, front, names))]
            if not any(unsaid({**entry, "brief": "brew"}, front, names) for entry in entries["functions"]):
                problems.append(f"{front}: no comment was found, so this check cannot fail")
        problems += [f"{front}: `{name}` was found, so this check cannot fail" for name in IMAGINARY[front] if name in found]

    print("\n".join(problems))
    print(f"words: {sum(map(len, wanted.values()))} names, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
