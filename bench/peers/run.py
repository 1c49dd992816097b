#!/usr/bin/env python3
"""The same work by published implementations and by sortid, in one run: `make bench-peers`.

usage: bench/peers/run.py [--json FILE] [--ours PROGRAM] [--build FOLDER] [--busy] [--repetitions N] [--milliseconds N]

The operations, per id:
  one/FORMAT/to_text      text from an id, to a buffer of the caller's where the peer offers it
  one/FORMAT/parse        an id from text, checked: the peer's strict call
  new/FORMAT/increasing   a new id after the one before, in the same millisecond too, reading the clock included
  new/FORMAT/random       a new id with a tail from a cryptographic generator, reading the clock included
  js/PEER/…               what npm's ulid and typeid-js offer, beside the same by sortid's own npm package
Each is done on 4096 random ids over and over, for N milliseconds (100), N times (9); the fastest repetition counts.
The program of a language takes these two numbers, a file of texts that are no ids, and a number of forks. It prints for each
operation a line of JSON:
  {"bench": "one/ulid/parse", "peer": …, "version": …, "language": …, "ns_per_id": …, "note": …}
and puts each operation to the tests that say whether its figure may be compared:
  one/…/parse  takes: why the texts that it accepted are no ids. A line of the file is a format, a reason and a text as hex;
               they are those of tests/oracle/vectors
  new/…        disorder: how many of 65,536 ids in a row are not above the one before
               forks, twins: after so many forks, in how many did parent and child have four or more of their next 64 ids
               in common; not where the language cannot fork
sortid itself is put to the same tests, by the C++ program, which prints its lines without a time.
peers.json lists the peers, what they have not, and what cannot be had. All is built below build/peers-bench, and one
program runs at a time; failures.log there has all that a failed build said. sortid's own figures are those of the
benchmark program, run before the peers. The Python program also times sortid's Python package, and column/ulid/parse: a
million texts.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
INTO = ROOT / "build" / "peers-bench"
FORKS = 50
OPERATIONS = ("one/{}/to_text", "one/{}/parse", "new/{}/increasing", "new/{}/random")

sys.path.insert(0, str(HERE.parent))
import figures  # noqa: E402


class Absent(Exception):
    """Why the peers of a language cannot be measured."""


def need(*tools):
    for tool in tools:
        if not shutil.which(tool):
            raise Absent(f"no {tool} on this machine")


def run(command, folder, timeout=900, **environment):
    """What the command prints."""
    try:
        done = subprocess.run([str(word) for word in command], cwd=folder, env={**os.environ, **environment},
                              capture_output=True, text=True, timeout=timeout, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired as late:
        raise Absent(f"{command[0]} took longer than {timeout} s") from late
    if done.returncode:
        with open(INTO / "failures.log", "a") as log:
            log.write(f"$ {' '.join(map(str, command))}\n{done.stdout}{done.stderr}\n")
        lines = [line.strip() for line in done.stderr.splitlines() if line.strip()] or ["no message"]
        cause = next((line for line in lines if re.search(r"^(?!warning).*(error\b|requires)", line, re.I)), lines[-1])
        raise Absent(f"{Path(str(command[0])).name}: {cause[:160]}")
    return done.stdout


def go():
    need("go")
    # An older Go says so and does not fetch another one.
    run(["go", "build", "-mod=readonly", "-o", INTO / "go", "."], HERE / "go", GOTOOLCHAIN="local", GOWORK="off")
    return [INTO / "go"], ROOT


def rust():
    need("cargo", "rustc")
    manifest = (HERE / "rust" / "Cargo.toml").read_text()
    here, wanted = figures.version_of("rustc"), re.search(r'rust-version = "(.*)"', manifest)[1]
    if [int(part) for part in here.split(".")] < [int(part) for part in wanted.split(".")]:
        raise Absent(f"the crates need Rust {wanted}, here is {here}")
    crate = INTO / "rust"
    shutil.rmtree(crate / "src", ignore_errors=True)
    shutil.copytree(HERE / "rust" / "src", crate / "src")
    (crate / "Cargo.toml").write_text(manifest)
    program = ROOT / "build/release/bin/sortid"
    run([sys.executable, ROOT / "bindings/rust/assemble.py", "--into", crate / "sortid", program], ROOT)
    # The lock file in the repository names no registry; Cargo says what its own is called.
    lock = crate / "Cargo.lock"
    lock.unlink(missing_ok=True)
    run(["cargo", "generate-lockfile"], crate)
    source = re.search(r"^source = .*\n", lock.read_text(), re.M)[0]
    lock.write_text(re.sub(r"^(?=checksum = )", source, (HERE / "rust" / "Cargo.lock").read_text(), flags=re.M))
    # Not --locked: it has not what our own crate is built with.
    run(["cargo", "build", "--release"], crate, CARGO_TARGET_DIR=str(crate / "target"))
    return [crate / "target" / "release" / "sortid-peers"], ROOT


def node():
    need("node", "npm")
    modules = INTO / "node"
    modules.mkdir(exist_ok=True)
    for name in "package.json", "package-lock.json":
        shutil.copy(HERE / "node" / name, modules)
    run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], modules)
    return ["node", HERE / "node" / "main.mjs"], modules


def python():
    environment = INTO / "python"
    run([sys.executable, "-m", "venv", environment], ROOT)
    run([environment / "bin" / "python", "-m", "pip", "install", "--no-deps", "--only-binary", ":all:",
         "--disable-pip-version-check", "-r", HERE / "python" / "requirements.txt"], ROOT)
    # sortid's own package, from the checkout.
    run([environment / "bin" / "python", "-m", "pip", "install", "--no-deps", "--force-reinstall",
         "--disable-pip-version-check", ROOT], ROOT)
    return [environment / "bin" / "python", HERE / "python" / "main.py"], ROOT


def java():
    need("java", "javac", "mvn")
    jars, classes = INTO / "java", INTO / "java-classes"
    run(["mvn", "-q", "-B", "-f", HERE / "java" / "pom.xml", "dependency:copy-dependencies", f"-DoutputDirectory={jars}"], ROOT)
    run(["javac", "-cp", jars / "*", "-d", classes, HERE / "java" / "Main.java"], ROOT)
    return ["java", "-cp", f"{classes}:{jars}/*", "Main"], ROOT


def cpp(build):
    need("g++", "pkg-config")
    version = run(["pkg-config", "--modversion", "uuid"], ROOT).strip()
    run(["g++", "-std=c++20", "-O3", f'-DLIBUUID_VERSION="{version}"', f"-I{ROOT / 'include'}", f"-I{build / 'include'}",
         HERE / "cpp" / "main.cpp", "-o", INTO / "cpp", build / "libsortid.a", "-luuid", "-pthread"], ROOT)
    return [INTO / "cpp"], ROOT


def write_junk(path):
    """The texts that a format rejects. Of UUIDs those of no version: the peers read every version."""
    lines = []
    for fmt in dict.fromkeys(fmt for peer in the_peers() for fmt in peer["formats"]):
        vectors = json.loads((ROOT / "tests/oracle/vectors" / f"{fmt.replace('uuidv7', 'uuid')}.json").read_text())
        lines += [f"{fmt}\t{case['reason']}\t{case['text'].encode().hex()}\n"
                  for case in vectors["invalid"] if "text" in case]
    path.write_text("".join(lines))
    return path


def the_peers():
    return json.loads((HERE / "peers.json").read_text())


LANGUAGES = {"Go": go, "Rust": rust, "Java": java, "JavaScript": node, "Python": python, "C++": cpp}


def measure(arguments):
    """The rows of all peers: measured ones, and the others with a reason in place of a figure."""
    measured, reasons = [], {}
    programs = {}
    junk = write_junk(INTO / "junk.tsv")
    for language, build in LANGUAGES.items():
        try:
            programs[language] = build(arguments.build) if build is cpp else build()
        except Absent as reason:
            reasons[language] = str(reason)
    for language, (command, folder) in programs.items():
        print(f"measuring the {language} peers", file=sys.stderr)
        try:
            out = run([*command, arguments.repetitions, arguments.milliseconds, junk, FORKS], folder)
            measured += figures.read(out)
        except Absent as reason:
            reasons[language] = str(reason)
    for row in measured:
        if row.get("peer") in ("sortid", OUR_PACKAGE):
            row["version"] = ""  # this tree's
    rows = beside_our_package(measured) + [row for row in measured if "peer" not in row]
    for peer in the_peers():
        name = {"peer": peer["peer"], "language": peer["language"]}
        for bench in (operation.format(fmt) for fmt in peer["formats"] for operation in OPERATIONS):
            found = [row for row in measured if row["bench"] == bench and all(row.get(key) == name[key] for key in name)]
            if not found:
                lacks = peer.get("none", {}).get(bench)
                reason = peer.get("absent") or (f"no such operation: {lacks}" if lacks else
                                                reasons.get(name["language"], "its program gave no figure"))
                found = [{"bench": bench, **name, "version": "", "ns_per_id": None, "note": reason}]
            rows += found
    return rows + [row for row in measured if row["bench"].startswith("js/")]


def ours(program, busy):
    if not Path(program).exists():
        print(f"no {program}: no figures of sortid's own", file=sys.stderr)
        return []
    print("measuring sortid", file=sys.stderr)
    done = subprocess.run([program, "--json", *(["--busy"] if busy else [])], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    return figures.read(done.stdout)


IN_PYTHON = "python/"


def beside_our_package(measured):
    """What sortid's Python package was measured at, and the Python peers at the same work."""
    here = [row for row in measured if row.get("language") == "Python"]
    ours_too = {row["bench"] for row in here if row["peer"] == "sortid"}
    return [{**row, "bench": IN_PYTHON + row["bench"]} for row in here if row["bench"] in ours_too]


def in_python(rows):
    """sortid's Python package beside the fastest Python peer."""
    body = []
    for bench in dict.fromkeys(row["bench"] for row in rows if row["bench"].startswith(IN_PYTHON)):
        here = sorted((row for row in rows if row["bench"] == bench), key=lambda row: row["ns_per_id"])
        own = next(row for row in here if row["peer"] == "sortid")
        best = next((row for row in here if row["peer"] != "sortid"), None)
        body.append([f"`{bench.removeprefix(IN_PYTHON)}`", figures.number(own["ns_per_id"]),
                     *([best["peer"], figures.number(best["ns_per_id"]),
                        figures.number(best["ns_per_id"] / own["ns_per_id"]), best["note"]] if best else "––––")])
    head = ["operation", "sortid, ns per id", "fastest Python peer", "its ns", "÷ sortid", "note"]
    return figures.table(head, body, [head[1], head[3], head[4]])


OUR_PACKAGE = "sortid (npm)"
NUMBERS = ["ns per id", "÷ sortid", "÷ header only"]
# What a test found: in the table's words, and whether the figure may be compared.
NOT_ASKED = ("", True)


def strict(row):
    if "takes" not in row:
        return NOT_ASKED
    return ("no: " + ", ".join(row["takes"]), False) if row["takes"] else ("yes", True)


def ordered(row):
    if "disorder" not in row or row["bench"].endswith("/random"):
        return NOT_ASKED
    return (f"no, {row['disorder']:,} times", False) if row["disorder"] else ("yes", True)


def safe_after_fork(row):
    if not row["bench"].startswith("new/") or "disorder" not in row:
        return NOT_ASKED
    if "twins" not in row:
        return "no fork", True
    return (f"no, {row['twins']} of {row['forks']}", False) if row["twins"] else ("yes", True)


TESTS = {"strict": strict, "ordered": ordered, "safe after fork": safe_after_fork}


def may_be_compared(row):
    return all(test(row)[1] for test in TESTS.values())


def verdicts(row, names=tuple(TESTS)):
    return [TESTS[name](row)[0] for name in names]


def asked(rows):
    """The tests that one of them was put to."""
    return [name for name, test in TESTS.items() if any(test(row) != NOT_ASKED for row in rows)]


def operations(rows):
    """For each operation: its name, sortid's rows by kernel set, the peers' rows from the fastest on, and the rows of who
    has no such thing."""
    peers = [row for row in rows if "peer" in row]
    for fmt in dict.fromkeys(row["bench"].split("/")[1] for row in peers):
        for bench in (operation.format(fmt) for operation in OPERATIONS):
            own = {}
            for row in rows:
                if row["bench"] == bench and "peer" not in row:  # its time and what the tests found are two lines
                    own.setdefault(row.get("kernels") or "library", {}).update(row)
            here = [row for row in peers if row["bench"] == bench]
            if here:
                yield (bench, own, sorted((row for row in here if row["ns_per_id"]), key=lambda row: row["ns_per_id"]),
                       [row for row in here if not row["ns_per_id"]])


def ratios(row, own):
    """The peer's time over that of the library, and over that of the headers alone."""
    times = {kernels: found["ns_per_id"] for kernels, found in own.items() if "ns_per_id" in found}
    library = min((ns for kernels, ns in times.items() if kernels != "header"), default=None)
    return [figures.number(row["ns_per_id"] / ns) if ns else "–" for ns in (library, times.get("header"))]


def summary(rows):
    """The fastest peer of each operation, and where a test speaks against it the fastest that passes all."""
    body = []
    for bench, own, measured, _ in operations(rows):
        measured = [row for row in measured if row["peer"] != OUR_PACKAGE]
        best = measured[:1]
        if best and not may_be_compared(best[0]):
            best += [row for row in measured if may_be_compared(row)][:1]
        body += [[f"`{bench}`", row["peer"], row["language"], figures.number(row["ns_per_id"]), *ratios(row, own),
                  *verdicts(row)] for row in best]
    return figures.table(["operation", "fastest peer", "language", *NUMBERS, *TESTS], body, NUMBERS)


def in_javascript(rows):
    """The npm package beside its peers: a line for each operation that a peer offers."""
    body = []
    for bench in dict.fromkeys(row["bench"] for row in rows):
        mine, theirs = sorted((row for row in rows if row["bench"] == bench), key=lambda row: "sortid" not in row["peer"])
        body.append([bench.split("/")[2], f"`{mine['note']}`", figures.number(mine["ns_per_id"]), theirs["peer"],
                     f"`{theirs['note']}`", figures.number(theirs["ns_per_id"]),
                     figures.number(theirs["ns_per_id"] / mine["ns_per_id"])])
    return figures.table(["operation", "sortid", "ns", "peer", "its call", "its ns", "÷ sortid"], body,
                         ["ns", "its ns", "÷ sortid"])


def tables(rows):
    """A table for an operation: sortid, the peers, the fastest of them in bold, and who has no such thing."""
    for bench, own, measured, missing in operations(rows):
        mine = sorted((row | {"bench": bench, "kernels": kernels} for kernels, row in own.items() if "ns_per_id" in row),
                      key=lambda row: row["ns_per_id"])
        tests = asked([*mine, *measured])
        body = [[f"sortid, {row['kernels']}", "C++", "", figures.number(row["ns_per_id"]), "", "", *verdicts(row, tests), ""]
                for row in mine]
        body += [[f"**{row['peer']}**" if row is measured[0] else row["peer"], row["language"], row["version"],
                  figures.number(row["ns_per_id"]), *ratios(row, own), *verdicts(row, tests), row["note"]]
                 for row in measured]
        body += [[row["peer"], row["language"], "", "–", "–", "–", *[""] * len(tests), row["note"]] for row in missing]
        yield bench, figures.table(["implementation", "language", "version", *NUMBERS, *tests, "note"], body, NUMBERS)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", metavar="FILE", help="keep all figures there, one a line")
    parser.add_argument("--ours", metavar="PROGRAM", default=str(ROOT / "build" / "release" / "bench" / "sortid_bench"))
    parser.add_argument("--build", metavar="FOLDER", type=Path, default=ROOT / "build" / "release",
                        help="where sortid's library was built")
    parser.add_argument("--busy", action="store_true", help="measure on a busy machine too")
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("--milliseconds", type=int, default=100)
    arguments = parser.parse_args()
    INTO.mkdir(parents=True, exist_ok=True)
    (INTO / "failures.log").unlink(missing_ok=True)
    rows = [figures.about(), *ours(arguments.ours, arguments.busy), *measure(arguments)]
    if arguments.json:
        figures.write(arguments.json, rows)
    rows = [row for row in rows if "bench" in row]
    javascript = [row for row in rows if row["bench"].startswith("js/")]
    rows = [row for row in rows if row not in javascript]
    for bench, table in tables(rows):
        print(f"\n{bench}\n\n{table}")
    print(f"\nThe fastest peers\n\n{summary(rows)}")
    if javascript:
        print(f"\nThe npm package\n\n{in_javascript(javascript)}")
    print(f"\nIn Python\n\n{in_python(rows)}")


if __name__ == "__main__":
    main()
