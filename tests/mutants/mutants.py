#!/usr/bin/env python3
"""Changes the sources in one place after the other and runs the tests that come by there: what no test notices is listed.

usage: mutants.py [--recompiled] [--room NAME] [--only PATH] [--sample N] [--seed N] [--jobs N] [--work FOLDER]

All changes are compiled in at once, and a variable of the environment switches one on. A change that no test reaches counts as
survivor, and one that is not found in 180 seconds, or twice that for each time it survived; cases of more than 20 seconds are not
asked. reviewed.json has those that change nothing, with the reason: it is believed, for each of them takes long. Ends with 1 where
a room has fewer than 97 of 100 found, or a survivor that nobody reviewed. A run that was stopped goes on where it was; after a
change of a test alone, with the survivors.

--recompiled changes what a variable cannot: entries of constant tables, and the orders of atomic operations, each relaxed (those of
tests/unit/explored/ are explored there instead). Each change is compiled by itself, with the programs of the four tests that name
most of what its file and its line have; the orders with the thread sanitizer. It needs build/release.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
# Kernels are proved, and are not here.
ROOMS = {
    "include": ("include/sortid/*.hpp", "include/sortid/detail/*.hpp"),
    "src": tuple(f"src/{folder}/*.cpp" for folder in ("arrow", "c_api", "clock", "mask", "order", "random", "system")),
    "pools": ("src/pool/*.cpp", "src/pool/stores/*.cpp"),
    "cli": ("cli/*.cpp", "cli/*/*.cpp"),
    "sqlite": ("databases/sqlite/src/*.cpp",),
}
OTHER_SYSTEMS = re.compile(r"/(?:windows|bsd|web|armv8)\.cpp$")
MOST = 1 << 16
WANTED = 0.97

# --- the changes -------------------------------------------------------------------------------------------------

Mutant = collections.namedtuple("Mutant", "id file line kind told text code")
LITERAL = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\'')
# Lines that are no code of a run, or whose form this does not know.
NOT_CODE = re.compile(r"^\s*#|\b(?:template|requires|static_assert|concept|using|operator|case|enum|if constexpr|asm|consteval|constinit|alignas|"
                      r"friend|extern|static|namespace|struct|class)\b|\[\[|= (?:default|delete);|\) .*= 0;|__attribute__|__builtin_shuffle|SORTID_|"
                      r"^\s*\w+ = \w+,\s*(?://.*)?$")
NUMBER = re.compile(r"(?<![\w.\"<\[])(\d[\d_]*|0x[0-9A-Fa-f_]+)([uUlL]*)(?![\w.\"\]>])")
ORDER = re.compile(r"\b(__ATOMIC_|memory_order_)(acquire|release|acq_rel|seq_cst)\b", re.IGNORECASE)
EXPLORED = ("include/sortid/detail/atomic_word.hpp", "include/sortid/detail/pool_page.hpp")
CONSTANT = r"(?<!if )\bconstexpr\b(?!.*(?:\boperator\b|\]\())[^()]*(?:=|\{)"
OTHER = {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " && ": " || ", " || ": " && "}


def bare(line):
    """The line with its texts and comments blanked, as long as it was."""
    line = re.sub(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])", "_", line)
    line = LITERAL.sub(lambda m: '"' + "S" * (len(m[0]) - 2) + '"', line)
    comment = line.find("//")
    return line if comment < 0 else line[:comment] + " " * (len(line) - comment)


def closing(text, at):
    """Where the bracket that opens there closes; -1 where it does not."""
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] in "([{") - (text[place] in ")]}")
        if depth == 0:
            return place
    return -1


def outermost(text, word):
    depth, found = 0, []
    for place, symbol in enumerate(text):
        depth += (symbol in "([{") - (symbol in ")]}")
        if depth == 0 and text.startswith(word, place):
            found.append(place)
    return found


def changes_of(line, before):
    """(kind, what it is told as, the line with ON in it) for each change of a line. `before` is the line of code before it."""
    code = bare(line)
    if len(code) - len(code.lstrip()) < 2 or not code.strip() or NOT_CODE.search(code) or line.rstrip().endswith("\\"):
        return
    condition = re.search(r"\b(?:if|while) \(", code)
    if condition:
        begin = condition.end()
        end = closing(code, begin - 1)
        yield from changes_of_truth(line, code, begin, end, "condition")
    returned = re.match(r"^\s*(?:if \(.*\) |else )?return (.+);\s*$", code)
    if returned and re.search(r" (?:[<>]=?|[!=]=|&&|\|\|) |^!", returned[1]) and " ? " not in returned[1] and "{" not in returned[1]:
        yield from changes_of_truth(line, code, returned.start(1), returned.end(1), "returned")
    if re.search(r"\bconst(?:expr)?\b", code) is None:
        for number in NUMBER.finditer(code):
            more = one_more(number)
            yield ("constant", f"{number[0]} → {more}",
                   f"{line[:number.start()]}(ON ? {more}{number[2]} : {line[number.start():number.end()]}){line[number.end():]}")
    lock = re.match(r"^(\s*)(?:const )?std::(?:lock_guard|scoped_lock|unique_lock) (\w+)\((\w+)\);\s*$", code)
    if lock and "const" in code:
        yield ("lock", "no lock", f"{lock[1]}std::unique_lock {lock[2]}({lock[3]}, std::defer_lock); if (!ON) {lock[2]}.lock();")
        return
    begins = before.endswith((";", "{", "}", "else"))
    statement = re.match(r"^(\s+)((?:\(void\))?[A-Za-z_+*-][\w:.>\[\]*+-]*(?:\(.*\)| [-+*|&^]?= .+))(;)\s*$", code)
    if begins and statement and not re.match(r"^\s*(?:return|else|delete|throw|const|auto|goto)\b", code):
        # `type name(…);` and `type name = …;` are declarations.
        if not re.match(r"^\s*[\w:<>*&]+ [*&]?\w+(?:\(| = )", code):
            yield "statement", f"without {line.strip()}", f"{statement[1]}if (!ON) {line[statement.start(2):]}"


def one_more(number):
    return int(number[1].replace("_", ""), 0 if re.match("0[xXbB]", number[1]) else 10) + 1


def changes_of_truth(line, code, begin, end, kind):
    text, value = code[begin:end], line[begin:end]
    if end < 0 or ";" in text or re.search(r"(?<![=!<>]) = ", text) or text.strip() in ("true", "false"):
        return
    yield kind, f"not: {value}", f"{line[:begin]}ON != static_cast<bool>({value}){line[end:]}"
    for word in OTHER:
        places = outermost(text, word)
        # What binds less than it would have to be taken apart first.
        if places and not any(outermost(text, looser) for looser in (" && ", " || ", " ? ") if looser != word):
            changed = value[:places[0]] + OTHER[word] + value[places[0] + len(word):]
            yield kind, f"{word.strip()} → {OTHER[word].strip()}: {value}", f"{line[:begin]}(ON ? ({changed}) : ({value})){line[end:]}"


FOR_CONSTANTS = CONSTANT + r"|\bstatic_assert\(|\bconsteval\b|__builtin_shuffle|\bif \(std::is_constant_evaluated\(\)\)"


def of_the_compiler(lines, begins=FOR_CONSTANTS):
    """The numbers of the lines inside of constants, assertions and what is for constants alone: what works them out is the compiler, before any
    mutant is on."""
    depth, numbers = 0, set()
    for number, line in enumerate(lines, 1):
        code = bare(line)
        if depth > 0 or re.search(begins, code):
            depth += sum((symbol in "([{") - (symbol in ")]}") for symbol in code)
            numbers.add(number)
    return numbers


def of_other_systems(lines):
    """The numbers of the lines that the compiler of this system leaves out."""
    inside, numbers = [], set()
    for number, line in enumerate(lines, 1):
        if line.startswith("#if"):
            asked = re.match(r"#if (!?)defined\((?:__EMSCRIPTEN__|_WIN32|__APPLE__)\)$", line)
            inside.append((asked is not None and not asked[1], asked is not None and asked[1] != ""))
        elif line.startswith("#el"):
            inside[-1] = inside[-1][::-1]
        elif line.startswith("#endif"):
            inside.pop()
        elif any(here for here, _ in inside):
            numbers.add(number)
    return numbers


def candidates(folder, files):
    """All changes of all files."""
    for file in files:
        before, lines = "", (folder / file).read_text(encoding="utf-8").splitlines()
        left_out = of_the_compiler(lines) | of_other_systems(lines)
        for number, line in enumerate(lines, 1):
            for kind, told, text in changes_of(line, before) if number not in left_out else ():
                yield Mutant(0, file, number, kind, told, text, line.strip())
            before = bare(line).rstrip() or before


def recompiled_candidates(folder, files):
    """All changes of what the compiler alone sees: numbers in constants and tables, and the orders that no exploration weakens."""
    for file in files:
        lines = (folder / file).read_text(encoding="utf-8").splitlines()
        tables, left_out = of_the_compiler(lines, CONSTANT), of_other_systems(lines)
        for number, line in enumerate(lines, 1):
            code = bare(line) if number not in left_out else ""
            changes = [("table", f"{found[0]} → {one_more(found)}", found, f"{one_more(found)}{found[2]}")
                       for found in NUMBER.finditer(code) if number in tables and not re.search("static_assert|alignas", code)]
            changes += [("order", f"{found[2].lower()} is relaxed", found, found[1] + ("relaxed" if found[2].islower() else "RELAXED"))
                        for found in ORDER.finditer(code) if file not in EXPLORED]
            for kind, told, found, text in changes:
                yield Mutant(0, file, number, kind, told, line[:found.start()] + text + line[found.end():], line.strip())


def chosen(found, count, seed):
    """So many, by chance, and none of a line twice. The chance is the change's own: where one line is mended, the others stay chosen, and
    keep their ids, so that little is compiled again."""
    by_line, seen = {}, collections.Counter()
    for one in found:
        said = (one.file, one.kind, one.told, one.text)
        seen[said] += 1
        chance = int.from_bytes(hashlib.sha256(repr((seed, *said, seen[said])).encode()).digest()[:8], "big")
        by_line[one.file, one.line] = min(by_line.get((one.file, one.line), (chance, one)), (chance, one))
    kept, ids = [], set()
    for chance, one in sorted(by_line.values())[:count]:
        place = next(place % MOST for place in range(chance % MOST, 2 * MOST) if place % MOST not in ids)
        ids.add(place)
        kept.append(one._replace(id=place))
    return sorted(kept, key=lambda one: (one.file, one.line))


def changed(original, mutants):
    """By file, its text with all of them in it."""
    texts = {file: (original / file).read_text(encoding="utf-8").splitlines() for file in {one.file for one in mutants}}
    for one in mutants:
        texts[one.file][one.line - 1] = re.sub(r"\bON\b", f"::sortid_mutants::on<{one.id}>()", one.text)
    return {file: f'#include "{HERE / "mutant.hpp"}"\n#line 1\n' + "\n".join(lines) + "\n" for file, lines in texts.items()}


def not_compiled(log, folder, mutants):
    """The ids of those that the compiler did not take, by what it said."""
    at = {(one.file, one.line): one.id for one in mutants}
    wrong, block = set(), []
    for line in log.splitlines():
        place = re.match(r"(?:In file included from |\s+from |\s*required from .*?)?(\S+?):(\d+)[:,]", line.strip())
        if place is None:
            continue
        path = pathlib.Path(os.path.normpath(folder / "tree/build/release" / place[1])) if not place[1].startswith("/") else pathlib.Path(place[1])
        tree = folder / "tree"
        key = (str(path.relative_to(tree)) if path.is_relative_to(tree) else "", int(place[2]))
        block.append(key)
        if " error: " in line:
            known = [at[one] for one in reversed(block) if one in at]
            wrong.update(known[:1])
            block = []
    return wrong


# --- the runs ----------------------------------------------------------------------------------------------------

# `by_clock`: what it sees depends on what else runs.
Test = collections.namedtuple("Test", "name command folder environment by_clock", defaults=[False])
# Of a test what can be run alone, by name: its seconds and the mutants that it comes by. `rest`: seconds that any of them takes more.
Reached = collections.namedtuple("Reached", "test rest parts")


def run(test, limit, **more):
    """Seconds, and how it ended: its code, or None where it took longer."""
    begun = time.monotonic()
    process = subprocess.Popen(test.command, cwd=test.folder, env={**os.environ, **test.environment, **more}, start_new_session=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        code = process.wait(limit)
    except subprocess.TimeoutExpired:
        code = None
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
    return time.monotonic() - begun, code


def is_pytest(test):
    return "pytest" in test.command


def cases(test):
    """Of a program of GoogleTest, its cases; those that differ by a parameter alone are one."""
    if not os.access(test.command[0], os.X_OK) or b"gtest_list_tests" not in pathlib.Path(test.command[0]).read_bytes():
        return []
    said = subprocess.run([test.command[0], "--gtest_list_tests"], check=True, capture_output=True, text=True).stdout
    names, suite = {}, ""
    for line in said.splitlines():
        word = line.split("#")[0].strip()
        if not line.startswith(" "):
            suite = word if word.endswith(".") else suite
        else:
            names[re.sub(r"/[^/]*$", "/*", suite + word) if "/" in word else suite + word] = None
    return list(names)


def only(test, parts):
    """The test with only these of its parts."""
    if is_pytest(test):
        return test._replace(command=[*test.command[:-1], *(f"{test.command[-1]}::{part}" for part in parts)])
    return test._replace(command=[*test.command, "--gtest_filter=" + ":".join(parts)]) if parts != [""] else test


def reach(tests, work, jobs, most=20):
    """By the name of a test, what it comes by. What fails without a mutant, or takes that many seconds, has nothing to say."""

    def left_out(name, code):
        print(f"left out: {name} {'fails' if code else 'takes too long'} without a mutant", flush=True)

    def seen_by(test, name, limit, **more):
        seen = work / f"{re.sub(r'[^A-Za-z0-9_]', '_', name)[:200]}.seen"
        seen.write_bytes(bytes(MOST))
        seconds, code = run(test, limit, SORTID_MUTANTS_SEEN=str(seen), **more)
        ids = {place for place, byte in enumerate(seen.read_bytes()) if byte}
        seen.unlink()
        return seconds, code, ids, pathlib.Path(f"{seen}.parts")

    def one(test):
        parts, rest = {}, 0.0
        if is_pytest(test):
            path = os.pathsep.join(filter(None, (str(HERE), test.environment.get("PYTHONPATH"))))
            _, code, _, told = seen_by(test, test.name, 30 * most, PYTEST_ADDOPTS="-p seen_by_part", PYTHONPATH=path)
            found = json.loads(told.read_text(encoding="utf-8")) if told.exists() else {"rest": 0, "parts": {}, "failed": [test.name]}
            told.unlink(missing_ok=True)
            for name in found["failed"]:
                left_out(f"{test.name} {name}", code)
            rest, parts = found["rest"], {name: (seconds, set(ids)) for name, (seconds, ids) in found["parts"].items()}
        else:
            for name in cases(test) or [""]:
                seconds, code, ids, _ = seen_by(only(test, [name]), test.name + name, most)
                parts[name] = (seconds if code == 0 else None, ids)
                if code != 0:
                    left_out(f"{test.name} {name}", code)
        for name, (seconds, _) in list(parts.items()):
            if seconds is None or seconds > most:
                if seconds is not None:
                    left_out(f"{test.name} {name}", None)
                del parts[name]
        return Reached(test, rest, parts)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return {found.test.name: found for found in pool.map(one, tests)}


class Luck:
    """Which test to ask first: what it costs to find a change, by what it found in that file so far."""

    def __init__(self):
        self.asked, self.found = collections.Counter(), collections.Counter()

    def cost(self, seconds, name, file):
        return seconds * (self.asked[name, file] + 2) / (self.found[name, file] + 1)

    def add(self, name, file, found):
        self.asked[name, file] += 1
        self.found[name, file] += found


# The rest of a test has nothing to add.
FIRST_FAILURE = {"PYTEST_ADDOPTS": "-x", "GTEST_FAIL_FAST": "1"}


# A mutant that tests did not find in so long survives: they are asked in the order in which they find most.
MOST_SECONDS = 180


def decide(one, reached, luck, most=MOST_SECONDS):
    """"killed" with the test that found it, "survived", or "not reached". Beside others a test that goes by the clock may fail by itself: it is
    asked again."""
    tests = []
    for name, (test, rest, parts) in reached.items():
        there = sorted((seconds, part) for part, (seconds, ids) in parts.items() if one.id in ids)
        if there:
            seconds = rest + sum(seconds for seconds, _ in there)
            tests.append((luck.cost(seconds, name, one.file), name, seconds, only(test, [part for _, part in there])))
    begun = time.monotonic()
    for _, name, seconds, test in sorted(tests):
        if time.monotonic() - begun > most:
            break
        limit, on = seconds * 4 + 5, {"SORTID_MUTANT": str(one.id), **FIRST_FAILURE}
        code = run(test, limit, **on)[1]
        if test.by_clock and code not in (0, None):
            code = run(test, limit, **on)[1]
        luck.add(name, one.file, code != 0)
        if code != 0:
            return "killed", name
    return ("survived" if tests else "not reached"), ""


def table(mutants, answers, reviewed, rooms):
    """The lines of the report, and whether all is well."""
    lines, well = [], True
    lines.append("| room | mutants | killed | survived | not reached | reviewed | rate |")
    lines.append("| --- | --- | --- | --- | --- | --- | --- |")
    unreviewed = []
    for room in rooms:
        count = collections.Counter()
        for one in mutants:
            if room_of(one.file) != room:
                continue
            state = "reviewed" if is_reviewed(one, reviewed) else answers[one.id][0]
            if state not in ("reviewed", "killed"):
                unreviewed.append((one, state))
            count[state] += 1
        decided = sum(count.values())
        if not decided:
            continue
        rate = count["killed"] / max(1, decided - count["reviewed"])
        well = well and rate >= WANTED
        lines.append(f"| {room} | {decided} | {count['killed']} | {count['survived']} | {count['not reached']} | {count['reviewed']} | {100 * rate:.0f} % |")
    lines += [f"{one.file}:{one.line}: {state}: {one.kind}: {one.told}" for one, state in unreviewed]
    return lines, well and not unreviewed


def with_headers(pattern):
    return pattern.replace(".cpp", ".[ch]pp")


def room_of(file):
    return next((room for room, patterns in ROOMS.items() if any(pathlib.PurePath(file).match(with_headers(pattern)) for pattern in patterns)), "")


def is_reviewed(one, reviewed):
    return any((entry["file"], entry["line"], entry["change"]) == (one.file, one.code, f"{one.kind}: {one.told}") for entry in reviewed)


# --- this tree ---------------------------------------------------------------------------------------------------

# Kernels have checks of their own, and these take the compiler longest. Registers are saved where the program asks for its mutant: they
# leave traces. The last two take too long.
LEFT_OUT = re.compile(r"every_kernel|traces_test|kernel_sets|properties_test|constant_time|shared|replay_|"
                      r"sqlite_installed|pools_smoke")
OFF = ("POSTGRES", "DUCKDB", "MYSQL", "JS", "WASM", "JVM", "EXAMPLES", "BENCH")


def files_here():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=SOURCE, check=True, capture_output=True, text=True).stdout
    return [file for file in listed.split("\0") if file and (SOURCE / file).is_file()]


def digest(files):
    whole = hashlib.sha256()
    for file in files:
        whole.update(file.encode() + b"\0" + hashlib.sha256((SOURCE / file).read_bytes()).digest())
    return whole.hexdigest()


def copied(tree, mutants):
    """A copy of what git has here, with the changes in it. What did not change keeps its time, so that it is not compiled again."""
    texts = changed(SOURCE, mutants)
    for file in files_here():
        content, copy = texts[file].encode() if file in texts else (SOURCE / file).read_bytes(), tree / file
        if not (copy.is_file() and copy.read_bytes() == content):
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
            copy.chmod((SOURCE / file).stat().st_mode)


class Kept:
    """What earlier runs decided about the same file, a line each. `sources` has the digest of each file."""

    def __init__(self, file, sources, tests):
        self.file, self.sources, self.tests, self.answers, self.survived = file, sources, tests, {}, collections.Counter()
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            *key, state, test, source, tests = json.loads(line)
            self.survived[tuple(key)] += state == "survived" and source == self.sources.get(key[0])
            # Other tests find no less: only what none found is asked again.
            if source == self.sources.get(key[0]) and (tests == self.tests or state in ("killed", "not compiled")):
                self.answers[tuple(key)] = (state, test)

    @staticmethod
    def key(one):
        return (one.file, one.line, one.kind, one.told)

    def get(self, one):
        return self.answers.get(self.key(one))

    def add(self, one, state, test=""):
        self.answers[self.key(one)] = (state, test)
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps([*self.key(one), state, test, self.sources[one.file], self.tests]) + "\n")


def targets(build, name="all"):
    """What stands for `all`, but for what no test here needs."""
    said = subprocess.run(["ninja", "-C", build, "-t", "query", name], check=True, capture_output=True, text=True).stdout
    for line in said[:said.index("  outputs:")].splitlines()[2:]:
        one = line.strip(" |")
        if one.endswith("/all"):
            yield from targets(build, one)
        elif not LEFT_OUT.search(one) and not one.startswith("input:"):
            yield one


def built(work, mutants, kept, jobs):
    """Builds until all that is left compiles; those that are left."""
    tree, build = work / "tree", work / "tree/build/release"
    mutants = [one for one in mutants if kept.get(one) != ("not compiled", "")]
    copied(tree, mutants)
    launcher = f"sh;{HERE / 'launcher.sh'};{tree};{'all' if any(one.file.endswith('.hpp') for one in mutants) else 'own'}"
    # The preset of which ccache has the objects. Code that is optimised less asks for C++'s library where the shipped code does not.
    subprocess.run(["cmake", "--preset", "release", "-DSORTID_MUTANTS=ON", "-DSORTID_WERROR=ON", "-DCMAKE_CXX_STANDARD_LIBRARIES=-lstdc++",
                    f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}",
                    f"-DCMAKE_C_COMPILER_LAUNCHER={launcher}", *(f"-DSORTID_BUILD_{name}=OFF" for name in OFF)],
                   cwd=tree, check=True, stdout=subprocess.DEVNULL)
    while True:
        # What is wrong in a header is wrong everywhere: it is enough to see it twice.
        done = subprocess.run(["ninja", "-k", "2", "-j", str(jobs), "-C", build, *targets(build)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode == 0:
            return mutants
        wrong = not_compiled(done.stdout, work, mutants)
        if not wrong:
            raise SystemExit(done.stdout[-4000:] + "\nthe tree does not compile, for another reason than a mutant")
        for one in mutants:
            if one.id in wrong:
                kept.add(one, "not compiled")
        mutants = [one for one in mutants if one.id not in wrong]
        print(f"{len(wrong)} changes do not compile; {len(mutants)} are left", flush=True)
        copied(tree, mutants)


def tests_of(build, named=False):
    """`named`: those too whose program was not built yet."""
    programs = {pathlib.PurePath(one).name: one for one in targets(build)} if named else {}
    listed = json.loads(subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, check=True, capture_output=True).stdout)["tests"]
    for test in listed:
        properties = {entry["name"]: entry["value"] for entry in test.get("properties", ())}
        labels = set(properties.get("LABELS", ()))
        if test["name"] in programs:
            test["command"] = [str(build / programs[test["name"]])]
        if "command" in test and labels & {"unit", "cli", "sqlite", "threads", "pools", "c"} and not labels & {"deep", "docs"}:
            # One set of kernels is enough.
            if LEFT_OUT.search(test["name"]) or "kernels" in labels and pathlib.Path(test["command"][0]).name != test["name"]:
                continue
            environment = dict(entry.split("=", 1) for entry in properties.get("ENVIRONMENT", ()))
            folder = properties.get("WORKING_DIRECTORY", str(build))
            yield Test(test["name"], test["command"], folder, environment, not labels.isdisjoint({"pools", "threads"}))


# --- one change, compiled by itself --------------------------------------------------------------------------------

MOST_OBJECTS = 30  # that are compiled for one change


def anew(one, product, build, work):
    """A program or library of the build tree with the change in it: None where the compiler does not take it, "" where no object of it sees
    the change, or more than MOST_OBJECTS of what is no test."""

    def ninja(*words):
        return subprocess.run(["ninja", "-C", build, *words], check=True, capture_output=True, text=True).stdout

    def works(command):
        command = re.sub(re.escape(str(SOURCE)) + r"(?=/(?!build/))", str(work / "tree"), command)
        return subprocess.run(command, shell=True, cwd=build, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    *commands, link = ninja("-t", "commands", product).splitlines()
    commands = {re.search(r" -o (\S+)", command)[1]: command for command in commands if " -c " in command}
    # A test's own objects are compiled anyway; the others have to be there to say what they see.
    tests = {name for name in commands if f"/CMakeFiles/{pathlib.Path(product).name}.dir/" in name}
    ninja(*({name.strip(" |") for name in ninja("-t", "query", product).split("  outputs:")[0].splitlines()[2:]} - tests))
    seen, current = set(), ""
    for line in ninja("-t", "deps", *(commands.keys() - tests)).splitlines():
        current = current if line.startswith(" ") else line.split(":")[0]
        if os.path.normpath(build / line.strip()) == str(SOURCE / one.file):
            seen.add(current)
    flags = "-w -O1 -fsanitize=thread" if one.kind == "order" else "-w -O0"
    # A library that the product loads, and does not have in it, is none of its commands.
    archives = [str(build / word) for word in link.split() if word.endswith(".a") and (build / word).is_file()]
    held = {one for archive in archives
            for one in subprocess.run(["ar", "t", archive], check=True, capture_output=True, text=True).stdout.split()}
    seen = {name for name in seen if f" {name} " in link or pathlib.Path(name).name in held}
    changed_ones = tests | (seen if len(seen) <= MOST_OBJECTS else set())
    for name in changed_ones:
        made = work / (re.sub(r"\W", "_", name) + ".o")
        if not works(re.sub(r" -o \S+", f" {flags} -o {made}", commands[name])):
            return None
        # What is in an archive stands before it.
        link = link.replace(f" {name} ", f" {made} ") if f" {name} " in link else link.replace(f" -o {product} ", f" -o {product} {made} ")
    made = work / pathlib.Path(product).name
    if changed_ones and not works(link.replace(f" -o {product} ", f" {flags} -o {made} ")):
        raise SystemExit(f"{product} cannot be linked: {link}")
    return str(made) if changed_ones else ""


def asked_first(one, tests, count=4):
    """The tests whose sources name most of what the change has to do with: of the command line its own, of all else programs of their own."""
    path = pathlib.PurePath(one.file)
    users = subprocess.run(["git", "grep", "-l", f'{path.stem}.hpp"', "--", "cli", "include", "src"], cwd=SOURCE, capture_output=True, text=True).stdout.split()
    lines = (SOURCE / one.file).read_text(encoding="utf-8").splitlines()[max(0, one.line - 9):one.line]
    words = {path.stem, *re.findall(r"[a-z]\w{4,}", bare(" ".join(lines))), *(pathlib.PurePath(user).stem for user in users)}
    # What few tests name says most.
    known = {word: sum(word in text for _, text in tests) for word in words}

    def rank(entry):
        name, text = entry[0].name, entry[1]
        return 2 * (path.stem in name) + (path.parent.name in name), sum((3 if word in one.code else 1) / known[word] for word in words if word in text), -len(text)

    own = {"cli": "cli_", "databases": "sqlite_"}.get(path.parts[0], "pool_" if path.parent.name == "stores" else "")
    fit = [entry for entry in tests if (entry[0].name.startswith(own) if own else not is_pytest(entry[0]))]
    return [test for test, _ in sorted(fit, key=rank, reverse=True)[:count]]


def fails(one, test, build, work):
    """Who finds the change, of the test and the compiler; "" for nobody, None where no program has it."""
    exchanged = {}
    for word in dict.fromkeys(test.environment.values() if is_pytest(test) else test.command[:1]):
        if not is_pytest(test) or word.startswith((f"{build}/bin/", f"{build}/lib/", f"{build}/tests/pools/")):
            exchanged[word] = anew(one, os.path.relpath(word, build), build, work)
    if None in exchanged.values():
        return "the compiler"
    if not any(exchanged.values()):
        return None
    command = [exchanged.get(word) or word for word in test.command]
    environment = {name: exchanged.get(word) or word for name, word in test.environment.items()}
    # The thread sanitizer needs addresses that are not random.
    return test.name if run(test._replace(command=["setarch", "-R", *command], environment=environment), 120, **FIRST_FAILURE)[1] else ""


def recompiled(mutants, kept, build, work):
    """Decides them one after the other."""
    tree, tests = work / "tree", []
    copied(tree, [])
    sources = {pathlib.PurePath(file).stem: SOURCE / file for file in files_here()}
    for test in tests_of(build, named=True):
        source = pathlib.Path(test.command[-1]) if is_pytest(test) else sources.get(test.name)
        if source is not None:
            tests.append((test, source.read_text(encoding="utf-8")))
    for one in mutants:
        if kept.get(one) is not None:
            continue
        right, answers = (SOURCE / one.file).read_bytes(), []
        lines = right.decode().splitlines()
        lines[one.line - 1] = one.text
        for test in asked_first(one, tests):
            (tree / one.file).write_text("\n".join(lines) + "\n", encoding="utf-8")
            answers.append(fails(one, test, build, work))
            (tree / one.file).write_bytes(right)
            # What the sanitizer says of the code as it is says nothing of the change.
            if answers[-1] == test.name and one.kind == "order" and fails(one, test, build, work):
                answers[-1] = None
            if answers[-1]:
                break
        found = next(filter(None, answers), "")
        kept.add(one, "killed" if found else "not reached" if set(answers) <= {None} else "survived", found)
        print(f"{one.file}:{one.line}: {' by '.join(filter(None, kept.get(one)))}: {one.kind}: {one.told}", flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--room", choices=ROOMS, action="append")
    arguments.add_argument("--only", help="files whose path begins so")
    arguments.add_argument("--sample", type=int, help="mutants (default: 1000; 50 recompiled)")
    arguments.add_argument("--recompiled", action="store_true")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments.add_argument("--work", type=pathlib.Path, default=SOURCE / "build/mutants")
    given = arguments.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background ignores it, and so would what the tests interrupt
    rooms, begun = given.room or list(ROOMS), time.monotonic()
    work = given.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    here = files_here()
    patterns = [with_headers(pattern) if given.recompiled else pattern for room in rooms for pattern in ROOMS[room]]
    files = {str(path.relative_to(SOURCE)) for pattern in patterns for path in SOURCE.glob(pattern)}
    files = sorted(file for file in files & set(here) if file.startswith(given.only or "") and not OTHER_SYSTEMS.search(file))
    if given.recompiled:
        found = list(recompiled_candidates(SOURCE, files))
        orders = [one for one in found if one.kind == "order"]
        few = [one for file in files for one in chosen([one for one in found if (one.file, one.kind) == (file, "table")], 2, given.seed)]
        mutants = chosen(orders, MOST, given.seed) + chosen(few, given.sample or 50, given.seed)
    else:
        mutants = chosen(candidates(SOURCE, files), min(given.sample or 1000, MOST), given.seed)
    print(f"{len(mutants)} mutants in {len({one.file for one in mutants})} files, seed {given.seed}", flush=True)
    tests = [file for file in here if file.startswith("tests/") and HERE not in (SOURCE / file).parents]
    kept = Kept(work / "answers.jsonl", {file: digest([file]) for file in files}, digest(tests))
    left, code, reviewed = [], 0, json.loads((HERE / "reviewed.json").read_text(encoding="utf-8"))
    if given.recompiled:
        mutants = [one for one in mutants if not is_reviewed(one, reviewed)]
        recompiled(mutants, kept, SOURCE / "build/release", work)
        return reported(mutants, kept, reviewed, rooms, work / "recompiled.md", begun)
    # A change of a header compiles everything, so these have a tree of their own.
    for name, of_headers in (("sources", False), ("headers", True)):
        these = [one for one in mutants if one.file.endswith(".hpp") == of_headers]
        folder = work / name
        folder.mkdir(exist_ok=True)
        left += decided(folder, these, kept, reviewed, given) if these else []
        code = reported(left, kept, reviewed, rooms, work / "report.md", begun)
    return code


def reported(mutants, kept, reviewed, rooms, file, begun):
    """Writes what is known of them; 1 where something is not well."""
    lines, well = table(mutants, {one.id: kept.get(one) for one in mutants}, reviewed, rooms)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(*lines, f"{time.monotonic() - begun:.0f} seconds, {used.ru_utime + used.ru_stime:.0f} of a processor", sep="\n", flush=True)
    return 0 if well else 1


def decided(work, mutants, kept, reviewed, given):
    """Those that compile; what is known of them is in `kept`."""
    mutants = built(work, mutants, kept, given.jobs)
    open_ones = [one for one in mutants if kept.get(one) is None and not is_reviewed(one, reviewed)]
    random.Random(given.seed).shuffle(open_ones)  # What a stopped run decided is a fair sample.
    luck = Luck()
    print(f"{len(mutants) - len(open_ones)} were decided before or reviewed", flush=True)
    reached = reach(list(tests_of(work / "tree/build/release")), work, given.jobs) if open_ones else {}
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        asked = {pool.submit(decide, one, reached, luck, MOST_SECONDS << kept.survived[kept.key(one)]): one for one in open_ones}
        for done in concurrent.futures.as_completed(asked):
            one, answer = asked[done], done.result()
            kept.add(one, *answer)
            if answer[0] != "killed":
                print(f"{one.file}:{one.line}: {answer[0]}: {one.kind}: {one.told}", flush=True)
    return mutants


if __name__ == "__main__":
    sys.exit(main())
