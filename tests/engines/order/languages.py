"""Languages: how their own types of ids, texts, bytes and numbers are compared. A program of each sorts lines."""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import uuid

from asked import Answer
from databases import Absent

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
BUILT = PROGRAMS.parents[3] / "build" / "engines"


def java_classes(name):
    """The jars that install.sh brought, as a class path."""
    jars = sorted((BUILT / name).glob("*.jar"))
    if not jars or not shutil.which("java"):
        raise Absent(f"no java, or no build/engines/{name} (tests/engines/install.sh {name})")
    return ":".join(map(str, jars))


def version(*words):
    if not shutil.which(words[0]):
        raise Absent(f"no {words[0]}")
    done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return re.search(r"\d+(\.\d+)+", done.stdout + done.stderr)[0]


def program(*words, folder=None):
    """A column for each way to compare."""
    def column(way):
        def asked(question):
            lines = "".join(f"{c.hex() if isinstance(c, bytes) else c}\n" for c in question.cells)
            done = subprocess.run([*words, way], input=lines, capture_output=True, text=True, cwd=folder)
            if done.returncode:
                raise RuntimeError(done.stderr)
            order = [int(line) for line in done.stdout.split()]
            return Answer(order, ends=(order[0], order[-1]))
        return asked
    return column


@contextlib.contextmanager
def python():
    def column(read):
        def asked(question):
            cells = [read(c) for c in question.cells]
            order = sorted(range(len(cells)), key=cells.__getitem__)
            low, high = read(question.low), read(question.high)
            return Answer(order, [i for i, c in enumerate(cells) if low <= c <= high], (order[0], order[-1]))
        return asked
    yield ".".join(map(str, sys.version_info[:3])), {
        ("str", "text"): column(str), ("bytes", "bytes"): column(bytes), ("int", "number64"): column(int), ("uuid.UUID", "uuid"): column(uuid.UUID)}


@contextlib.contextmanager
def javascript():
    column = program("node", PROGRAMS / "order.mjs")
    yield version("node", "--version"), {
        ("< of strings", "text"): column("<"), ("localeCompare", "text"): column("localeCompare"), ("Buffer.compare", "bytes"):
        column("Buffer.compare"), ("BigInt", "number64"): column("BigInt"), ("Number", "number64"): column("Number")}


@contextlib.contextmanager
def java():
    with tempfile.TemporaryDirectory() as into:
        found = version("javac", "-version")
        subprocess.run(["javac", "-d", into, PROGRAMS / "Order.java"], check=True, stdin=subprocess.DEVNULL)
        column = program("java", "-cp", into, "Order")
        yield found, {("UUID", "uuid"): column("UUID"), ("String", "text"): column("String"), ("Collator, English", "text"): column("Collator"),
                      ("Arrays.compareUnsigned", "bytes"): column("compareUnsigned"), ("Arrays.compare", "bytes"): column("compare"),
                      ("long", "number64"): column("long"), ("Long.compareUnsigned", "number64"): column("longUnsigned")}


@contextlib.contextmanager
def go():
    with tempfile.TemporaryDirectory() as into:
        found = version("go", "version")
        subprocess.run(["go", "build", "-o", f"{into}/order", PROGRAMS / "order.go"], check=True, stdin=subprocess.DEVNULL,
                       env={**os.environ, "GO111MODULE": "off", "GOFLAGS": ""})
        column = program(f"{into}/order")
        yield found, {("string", "text"): column("string"), ("bytes.Compare", "bytes"): column("bytes.Compare"),
                      ("uint64", "number64"): column("uint64"), ("int64", "number64"): column("int64")}


@contextlib.contextmanager
def rust():
    with tempfile.TemporaryDirectory() as into:
        found = version("rustc", "--version")
        subprocess.run(["rustc", "-O", "--edition=2021", "-o", f"{into}/order", PROGRAMS / "order.rs"], check=True, stdin=subprocess.DEVNULL)
        column = program(f"{into}/order")
        yield found, {("String", "text"): column("String"), ("[u8; 16]", "bytes"): column("[u8; 16]"), ("u128", "number128"): column("u128"),
                      ("i128", "number128"): column("i128"), ("u64", "number64"): column("u64")}


@contextlib.contextmanager
def dot_net():
    """Mono's, whose Guid and SqlGuid compare as .NET's do."""
    found = version("mono", "--version")
    with tempfile.TemporaryDirectory() as into:
        subprocess.run(["mcs", "-r:System.Data.dll", f"-out:{into}/order.exe", PROGRAMS / "order.cs"], check=True, stdin=subprocess.DEVNULL)
        column = program("mono", f"{into}/order.exe")
        yield f"by Mono {found}", {("Guid", "uuid"): column("Guid"), ("SqlGuid", "uuid"): column("SqlGuid"), ("CompareOrdinal", "text"): column("Ordinal")}


@contextlib.contextmanager
def perl():
    sort = "chomp(my @l = <STDIN>); print join(\"\\n\", sort {{ {} }} 0 .. $#l), \"\\n\""

    def column(by):
        return program("perl", "-e", sort.format(by))("")
    yield version("perl", "-v"), {("cmp", "text"): column("$l[$a] cmp $l[$b]"), ("<=>", "number64"): column("$l[$a] <=> $l[$b]")}


@contextlib.contextmanager
def coreutils():
    def column(*options):
        def asked(question):
            lines = "".join(f"{c}\t{i}\n" for i, c in enumerate(question.cells))
            done = subprocess.run(["sort", "-t", "\t", "-k1,1", *options], input=lines, capture_output=True, text=True, check=True,
                                  env={**os.environ, "LC_ALL": "C"})
            order = [int(line.split("\t")[1]) for line in done.stdout.splitlines()]
            return Answer(order, ends=(order[0], order[-1]))
        return asked
    yield version("sort", "--version"), {("LC_ALL=C sort", "text"): column(), ("sort --numeric-sort", "number64"): column("-n")}


ENGINES = {"Python": python, "JavaScript": javascript, "Java": java, "Go": go, "Rust": rust, ".NET": dot_net, "Perl": perl,
           "coreutils": coreutils}
