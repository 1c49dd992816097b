#!/usr/bin/env python3
"""Asks published libraries the kit's questions; writes docs/conformance.md, the counts of docs/errata.md and faults/.

    field.py [NAME...]        installs them below build/conformance, asks them, and shows a line each; all, or those named
    field.py --write          writes the pages too, which takes all of them
    field.py --check          compares the page with what they answer
What cannot be had here is named with the reason.
"""

import argparse
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import behaviour

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
ADAPTERS = HERE / "adapters"
INTO = ROOT / "build" / "conformance"
PAGE, ERRATA = ROOT / "docs" / "conformance.md", ROOT / "docs" / "errata.md"
FAULTS = HERE / "faults"

# By registry: pinned, with what each needs beside it.
PYPI = {
    "ulid-py": "1.1.0", "python-ulid": "4.1.0 typing_extensions==4.15.0", "ulid-transform": "2.2.9", "ulid2": "0.3.0",
    "typeid-python": "0.3.11 uuid_utils==1.2.0 typing_extensions==4.15.0", "uuid_utils": "1.2.0", "fastuuid": "0.14.0",
    "uuid6": "2025.0.1", "edwh-uuid7": "0.2.3", "lastuuid": "0.5.0", "euid": "0.1.2", "ulid-flake": "0.1.3",
}
NPM = {
    "ulid": "3.0.2", "ulidx": "2.4.1", "id128": "1.6.6", "typeid-js": "1.2.0", "uuid": "14.0.3", "uuidv7": "1.2.1", "uuidv7-js": "1.1.4",
    "uuidjs": "5.1.0", "uuid-tool": "2.0.3", "uuid-1345": "1.0.2",
}
GO = [
    "github.com/oklog/ulid/v2", "github.com/oklog/ulid", "go.jetify.com/typeid", "github.com/google/uuid", "github.com/gofrs/uuid/v5",
    "github.com/hashicorp/go-uuid", "github.com/satori/go.uuid", "github.com/pborman/uuid", "github.com/nu7hatch/gouuid",
]
CRATES = ["ulid", "rusty_ulid", "ferroid", "uuid", "uuid7", "type-safe-id", "mti", "euid"]
JVM = ["ulid-creator", "ulidj", "typeid-java-jdk8", "UUID", "uuid-creator", "java-uuid-generator", "uuid-jvm", "kotlin-stdlib"]
DEBIAN = {  # what is called, and the packages that a reader installs
    "php": (["symfony/uid (Ulid)", "symfony/uid (Uuid)", "ramsey/uuid"], "php-cli php-symfony-uid php-ramsey-uuid"),
    "perl": (["UUID::Tiny", "Data::UUID"], "libuuid-tiny-perl libdata-uuid-perl libjson-perl"),
    "ruby": (["uuidtools"], "ruby ruby-uuidtools"),
    "native": (["libuuid", "Boost.UUID"], "uuid-dev libboost-dev nlohmann-json3-dev"),
    "mono": (["System.Guid (Mono)"], "mono-mcs mono-runtime"),
}
# How a reader of a fault calls the library.
CALLS = {
    "PyPI ulid-transform": {"parse": "ulid_transform.ulid_to_bytes({})"},
    "PyPI ulid2": {"parse": "ulid2.ulid_to_binary({})"},
    "PyPI typeid-python": {"parse": "typeid.TypeID.from_string({})"},
    "Python uuid": {"parse": "uuid.UUID({})"},
    "PyPI uuid6": {"parse": "uuid6.UUID({})"},
    "PyPI ulid-flake": {"parse": "ulid_flake.UlidFlake.parse({})"},
    "npm ulid": {"next": "monotonicFactory(prng)(0)"},
    "npm ulidx": {"next": "monotonicFactory(prng)(0)"},
    "npm id128": {"parse": "Ulid.fromCanonical({})"},
    "npm uuidjs": {"parse": "UUID.parse({})"},
    "npm uuid-tool": {"parse": "UuidTool.isUuid({})"},
    "npm uuid-1345": {"parse": "UUID.parse({})"},
    "Go github.com/oklog/ulid/v2": {"next": "ulid.New(ms, ulid.Monotonic(zeros, 1)), three times"},
    "Go github.com/nu7hatch/gouuid": {"parse": "uuid.ParseHex({})"},
    "crate ulid": {"parse": "Ulid::from_string({})"},
    "crate ferroid": {"parse": "ULID::decode({})"},
    "Maven ulidj": {"time": "ULID.getTimestampBinary(bytes)"},
    "JDK UUID": {"parse": "UUID.fromString({})"},
    "Maven uuid-jvm": {"parse": "uuidFrom({})"},
    "Debian UUID::Tiny": {"parse": "UUID::Tiny::string_to_uuid({})"},
    "Debian Data::UUID": {"parse": "Data::UUID->new->from_string({})"},
    "Debian uuidtools": {"parse": "UUIDTools::UUID.parse({})"},
    "Debian System.Guid (Mono)": {"parse": 'Guid.ParseExact({}, "D")'},
}


class Absent(Exception):
    """Why a group of libraries cannot be asked here."""


def run(*command, cwd=None, env=None, seconds=900):
    try:
        done = subprocess.run([str(word) for word in command], cwd=cwd, env={**os.environ, **(env or {})}, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=seconds)
    except FileNotFoundError:
        raise Absent(f"no {command[0]} here") from None
    except subprocess.TimeoutExpired:
        raise Absent(f"{command[0]} took over {seconds} s") from None
    if done.returncode != 0:
        said = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()[-1]
        raise Absent(f"{Path(command[0]).name}: {said[:160]}")
    return done.stdout


def pypi():
    commands = {"Python uuid": [sys.executable, ADAPTERS / "python.py", "uuid"]}
    for name, pin in PYPI.items():
        folder = INTO / "pypi" / name
        stamp = folder / "pin"
        if not stamp.exists() or stamp.read_text() != pin:
            shutil.rmtree(folder, ignore_errors=True)
            run(sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--target", folder,
                *f"{name}=={pin}".split())
            stamp.write_text(pin)
        commands[f"PyPI {name}"] = ["env", f"PYTHONPATH={folder}", sys.executable, ADAPTERS / "python.py", name]
    return commands


def npm():
    folder = INTO / "npm"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = json.dumps({"private": True, "dependencies": NPM})
    if not (folder / "package.json").exists() or (folder / "package.json").read_text() != wanted:
        (folder / "package.json").write_text(wanted)
        try:
            run("npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", cwd=folder)
        except Absent:
            (folder / "package.json").unlink()
            raise
    return {f"npm {name}": ["node", ADAPTERS / "node.mjs", name, folder] for name in NPM}


def go():
    program = INTO / "go" / "adapters"
    run("go", "build", "-o", program, ".", cwd=ADAPTERS / "go", env={"GOTOOLCHAIN": "local", "GOFLAGS": "-mod=readonly"})
    return {f"Go {name}": [program, name] for name in GO}


def rust():
    crate = INTO / "rust"  # a copy, since Cargo's lock file names a registry
    shutil.copytree(ADAPTERS / "rust", crate, dirs_exist_ok=True)
    run("cargo", "build", "-q", "--release", cwd=crate, env={"CARGO_TARGET_DIR": str(crate / "target")})
    return {f"crate {name}": [crate / "target/release/sortid-conformance-adapters", name] for name in CRATES}


def jvm():
    jars, classes = INTO / "jars", INTO / "classes"
    run("mvn", "-q", "-f", ADAPTERS / "java/pom.xml", "dependency:copy-dependencies", f"-DoutputDirectory={jars}")
    run("javac", "-d", classes, "-cp", f"{jars}/*", ADAPTERS / "java/Adapter.java")
    path = ":".join([str(classes), *map(str, sorted(jars.glob("*.jar")))])
    return {f"{'JDK' if name == 'UUID' else 'Maven'} {name}": ["java", "-cp", path, "Adapter", name] for name in JVM}


def debian():
    """Packages of the system, which only its owner installs, and a line for each that is missing."""
    made, absent = {}, []
    native, guid = INTO / "native", INTO / "Mono.exe"
    programs = {"php": ["php", ADAPTERS / "php.php"], "perl": ["perl", ADAPTERS / "perl.pl"], "ruby": ["ruby", ADAPTERS / "ruby.rb"],
                "native": [native], "mono": ["mono", guid]}
    for kind, (libraries, packages) in DEBIAN.items():
        try:
            for package in packages.split():
                if "install ok installed" not in run("dpkg-query", "-W", "-f=${Status}", package):
                    raise Absent(f"{package} is not installed")
            if kind == "native":
                version = run("dpkg-query", "-W", "-f=${Version}", "uuid-dev")
                run("g++", "-O1", "-std=c++20", f'-DUTIL_LINUX_VERSION="{version}"', ADAPTERS / "native.cpp", "-luuid", "-o", native)
            if kind == "mono":
                run("mcs", f"-out:{guid}", ADAPTERS / "Mono.cs")
        except Absent as why:
            absent.append(f"{', '.join(libraries)}: {why}")
            continue
        made.update({f"Debian {name}": [*programs[kind], name] for name in libraries})
    return made, absent


def ours():
    """The front ends, from the build tree."""
    own = ADAPTERS / "sortid"
    python, probe, package = ROOT / "build/python/env/bin/python", ROOT / "build/release/bin/sortid_probe", ROOT / "build/release/js/sortid"
    for path in (python, probe, package):
        if not path.exists():
            raise Absent(f"{path.relative_to(ROOT)} is not built")
    return {"sortid for C++": [sys.executable, own / "probe.py", probe], "sortid for JavaScript": ["node", own / "adapter.mjs", package],
            "sortid for Python": [python, own / "adapter.py"]}


def commands():
    """The command of each library, and what cannot be asked."""
    INTO.mkdir(parents=True, exist_ok=True)
    all_of_them, absent = debian()
    for group in (ours, pypi, npm, go, rust, jvm):
        try:
            all_of_them.update(group())
        except Absent as why:
            absent.append(f"{group.__name__}: {why}")
    return all_of_them, absent


def asked(name, command):
    done = subprocess.run([sys.executable, HERE / "conform.py", "--json", "-", "--jobs", "1", "--time-limit", "60", "--", *command],
                          capture_output=True, text=True)
    try:
        return json.loads(done.stdout)
    except ValueError:
        raise SystemExit(f"{name}: {done.stderr.strip() or done.stdout[:200]}") from None


# ---------------------------------------------------------------------------------------------- the pages

# Columns: what a library is asked, by the first that a case's tags and operation name.
COLUMNS = ["parse", "text", "time", "order", "convert", "next", "length", "character", "overflow", "checksum", "prefix", "case", "unicode", "control"]


def row_of(name, result):
    """Counts by verdict and by column, of all formats that the library has."""
    formats, of = [], []
    for fmt in dict.fromkeys(each["format"] for each in result["results"]):
        within = [each for each in result["results"] if each["format"] == fmt]
        if any(each["verdict"] != "unsupported" for each in within):
            formats.append(fmt)
            of += within
    judged = [each for each in of if each["verdict"] in ("passed", "failed")]
    cells = {}
    for column in COLUMNS:
        within = [each for each in judged if column in each["tags"]]
        cells[column] = (sum(each["verdict"] == "failed" for each in within), len(within))
    agrees = {}  # where a specification is open: by format and question, whether all answers are those of the kit
    for each in of:
        if "open" in each and each["verdict"] != "unsupported":
            question = each["format"], each["open"]
            agrees[question] = agrees.get(question, True) and each["verdict"] == "passed"
    failed = sorted((each for each in judged if each["verdict"] == "failed"), key=lambda each: len(each["question"]))
    return {"name": name, "version": result["version"] or "", "language": result["language"] or "", "formats": formats,
            "open": sum(each["verdict"] == "open" for each in of), "asked": len(judged), "cells": cells, "faults": failed,
            "agrees": agrees}


def code(text):
    return "`" + text.replace("|", "\\|").replace("`", "'") + "`"


def cell(failed, total):
    return "" if total == 0 else "·" if failed == 0 else f"{failed}/{total}"


def table(rows):
    for row in rows:
        formats = f"all {len(row['formats'])}" if len(row["formats"]) > 5 else ", ".join(row["formats"])
        version = "" if row["name"].startswith("sortid") else f" {row['version']}"
        yield (f"| {row['name']}{version} | {formats} | {row['asked']} | {len(row['faults']) or ''} | {row['open'] or ''} | "
               + " | ".join(cell(*row["cells"][column]) for column in COLUMNS) + " |")


def page(rows):
    languages = {row["language"] for row in rows if row["language"]}
    libraries = [row["name"] for row in rows if not row["name"].startswith("sortid")]
    version = json.loads((HERE / "package.json").read_text())["version"]
    lines = [
        "# Which libraries conform", "",
        "<!-- Written by conformance/field.py --write. -->", "",
        f"{len(libraries)} libraries of {len(languages)} languages, and sortid's own front ends, were asked the questions of the",
        f"[conformance kit](../conformance/README.md) {version} on {datetime.date.today()}. A cell counts one kind of question: · is none failed,",
        "3/40 three of 40, and an empty cell means that the library has no such function. A question that the specification leaves open,",
        "or answers in two ways ([errata](errata.md)), is counted under *open* and is no failure. First come those of whom the largest share",
        "passed.",
        "",
        "| library | formats | asked | failed | open | " + " | ".join(COLUMNS) + " |",
        "| --- | --- | ---: | ---: | ---: | " + " | ".join("---" for _ in COLUMNS) + " |",
        *table(rows),
        "", "## The shortest question that each fails", "",
        "[conformance/faults](../conformance/faults) has one of each kind, as a text for those who keep the library.", "",
        "| library | question | it | the specification |", "| --- | --- | --- | --- |",
    ]
    for row in rows:
        if row["faults"]:
            first = row["faults"][0]
            lines.append(f"| {row['name']} | {code(first['question'])} | {first['why']}: {code(said_of(first))} | "
                         f"{first['clause']}: {code(json.dumps(first['expected']))} |")
    return "\n".join(lines + behaviour_of_generators()) + "\n"


def open_questions(rows):
    """By format: what a specification leaves open, with the libraries that answer as the kit does, and otherwise."""
    answers = {}
    for row in rows:
        for (fmt, question), agrees in row["agrees"].items():
            if not row["name"].startswith("sortid"):
                answers.setdefault(fmt, {}).setdefault(question, ([], []))[not agrees].append(row["name"])
    return answers


def errata(text, rows):
    """The page with the counted answers between its marks."""
    answers = open_questions(rows)

    def counted(found):
        lines = ["| open | as sortid | otherwise |", "| --- | ---: | --- |"]
        lines += [f"| {question} | {len(same)} | {f'{len(others)}: ' + ', '.join(sorted(others)) if others else 0} |"
                  for question, (same, others) in sorted(answers.get(found[1], {}).items())]
        return f"<!-- libraries: {found[1]} -->\n" + "\n".join(lines) + "\n<!-- end -->"

    return re.sub(r"<!-- libraries: (\S+) -->\n.*?<!-- end -->", counted, text, flags=re.DOTALL)


def behaviour_of_generators():
    """The page's last part."""
    return [
        "", "## How generators behave", "",
        f"{behaviour.MANY:,} ids under a clock that stands, 100 more after it went back by a second, {behaviour.MANY // 4:,} on each of four threads "
        "and in parent and child after a fork, both under a clock that stands. · is neither a repeat nor a pair out of order; *waits* is none "
        f"within {behaviour.PATIENCE} s. Only monotonic generators promise an order within a millisecond. [speed](speed.md) has ids a second.",
        "",
        *behaviour.table(INTO, ROOT / "build/python/env/bin/python", ROOT / "build/release/js/sortid"),
    ]


def said_of(result):
    said = json.dumps(result.get("answer"))
    return said if len(said) <= 100 else said[:100] + "…"


def faults(row):
    """The shortest reproduction of each kind of failure."""
    lines, kinds = [f"# {row['name'].partition(' ')[2]} {row['version']}", ""], {}
    for each in row["faults"]:
        op, *tags = each["tags"]
        kinds.setdefault((each["format"], op, each["why"], tuple(tag for tag in tags if tag in COLUMNS)), []).append(each)
    for (fmt, op, why, tags), of in kinds.items():
        first = of[0]
        lines += [f"## {fmt}: `{op}` {why}{' (' + ', '.join(tags) + ')' if tags else ''}", ""]
        given = re.fullmatch(r'parse {"text": (".*")}', first["question"])
        if call := CALLS.get(row["name"], {}).get(op):
            lines += ["```", call.format(given[1] if given else "text"), "```", ""]
        lines += [f"- asked: {code(first['question'])}{f'; {len(of)} such cases' if len(of) > 1 else ''}", f"- answered: {code(said_of(first))}",
                  f"- {first['clause']}: {code(json.dumps(first['expected']))}", f"- case {first['id']}", ""]
    return "\n".join(lines).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="write docs/conformance.md, the counts of docs/errata.md and faults/")
    parser.add_argument("--check", action="store_true", help="exit 1 when a library's row is not that of docs/conformance.md")
    parser.add_argument("names", nargs="*", metavar="NAME")
    given = parser.parse_args()
    all_of_them, absent = commands()
    for line in absent:
        print(f"not asked: {line}", file=sys.stderr)
    if not Path(behaviour.FAKETIME).exists():
        absent.append("generators: libfaketime is not installed")
    if given.write and (absent or given.names):
        sys.exit("the pages are written when all libraries are asked")
    rows = []
    for name, command in all_of_them.items():
        if given.names and not any(word in name for word in given.names):
            continue
        row = row_of(name, asked(name, [str(word) for word in command]))
        rows.append(row)
        print(f"{name} {row['version']}: {row['asked']} asked, {len(row['faults'])} failed, {row['open']} open", flush=True)
    if not rows:
        sys.exit("no library could be asked")
    if given.check:
        stale = [line for line in table(rows) if line not in PAGE.read_text().splitlines()]
        sys.exit("".join(f"not on docs/conformance.md: {line}\n" for line in stale))
    if not given.write:
        return
    rows.sort(key=lambda row: (len(row["faults"]) / row["asked"], row["name"].lower()))
    PAGE.write_text(page(rows))
    ERRATA.write_text(errata(ERRATA.read_text(), rows))
    shutil.rmtree(FAULTS, ignore_errors=True)
    FAULTS.mkdir()
    for row in rows:
        if row["faults"]:
            (FAULTS / (re.sub(r"[^A-Za-z0-9.]+", "-", row["name"]).strip("-") + ".md")).write_text(faults(row))


if __name__ == "__main__":
    main()
