"""The Java package: what it promises, the cases of functions, the oracle, and its translation beside Node.js's WebAssembly.

SORTID_JVM is the jar, SORTID_WASM the module that it is made of, SORTID_JVM_TEXTS is how many mutated texts of each format are compared
with the oracle, and with the command line, SORTID_BIN.
"""

import functools
import glob
import itertools
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import types
import zipfile

import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(ROOT / "tests/unit/support"), str(ROOT / "bindings/jvm")]
import build  # noqa: E402
import function_cases  # noqa: E402
import modules  # noqa: E402
import translate  # noqa: E402

JAR = pathlib.Path(os.environ["SORTID_JVM"])
WASM = pathlib.Path(os.environ["SORTID_WASM"])
WORK = pathlib.Path("jvm-test").resolve()
MOST_BYTES = 200_000
JAVA = ["java", "-XX:+UseSerialGC", "-Xss4m"]
# What Spark opens of Java, where its own program starts it.
OPENED = [f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in (
    "java.lang", "java.lang.invoke", "java.net", "java.nio", "java.util", "java.util.concurrent", "sun.nio.ch", "sun.util.calendar")]


@pytest.fixture(scope="session")
def classpath():
    shutil.rmtree(WORK, ignore_errors=True)
    sources = [*(HERE / "sortid").glob("*.java"), *(HERE / "asks").glob("*.java")]
    subprocess.run(["javac", "-Xlint:all,-serial", "-Werror", "-cp", JAR, "-d", WORK / "classes", *sources], check=True)
    return f"{WORK / 'classes'}:{JAR}"


def java(classpath, *arguments, **options):
    return subprocess.run([*JAVA, "-cp", classpath, *arguments], check=True, text=True, stdout=subprocess.PIPE, **options).stdout


def test_checks(classpath):
    # With all compilers, wherever the others stop: they move reads and writes of threads further.
    print(told := java(classpath, "-XX:TieredStopAtLevel=4", "asks.Checks"))
    assert told.endswith("all checks passed\n")


def test_draws(classpath):
    assert java(classpath, "sortid.Draws") == "good\n"


def shown(answer):
    if isinstance(answer, dict):
        return json.dumps(answer)
    return " ".join(answer) if isinstance(answer, list) else {None: "null", True: "true", False: "false"}.get(answer, str(answer))


def test_functions(classpath):
    lines = ["\t".join([case["function"], *(f"{name}={value}" for name, value in case.items() if name not in ("function", "answer", "reason", "position"))])
             for case in function_cases.CASES]
    answers = java(classpath, "asks.Ask", input="".join(f"{line}\n" for line in lines)).splitlines()
    for case, answer in zip(function_cases.CASES, answers, strict=True):
        if "reason" in case:
            assert re.match(rf"!{case['reason']} {case.get('position', '')}", answer), (case, answer)
        else:
            assert answer == f"={shown(case['answer'])}", case


def test_oracle(classpath):
    """All vectors, and random and mutated texts of each format."""
    probe = WORK / "probe"
    probe.write_text(f"#!/bin/sh\nexec {shlex.join([*JAVA, '-cp', str(classpath), 'sortid.Probe'])}\n")
    probe.chmod(0o755)
    mutations = os.environ.get("SORTID_JVM_TEXTS", "2000")
    # Java is slow at first, so each start answers more.
    command = [sys.executable, ROOT / "tests/oracle/run.py", "--probe", probe, "--count", "2000", "--mutations", mutations, "--chunk", "500000"]
    subprocess.run(command, check=True)


@pytest.mark.oracle
def test_mutated(classpath):
    """Texts near the valid ones, as the command line judges them."""
    seed = os.environ.get("SORTID_TEST_SEED", str(random.randrange(2**32)))
    print("seed", seed)
    print(java(classpath, "asks.Mutated", os.environ["SORTID_BIN"], WORK, os.environ.get("SORTID_JVM_TEXTS", "2000"), seed))


def test_differential(classpath):
    """The same calls leave the same memory in Node.js and in Java."""
    if shutil.which("node") is None:
        pytest.skip("no node (tools/deps.sh test installs it)")
    texts = WORK / "texts"
    valid = [case["text"] for path in sorted((ROOT / "tests/oracle/vectors").glob("*.json"))
             for case in json.loads(path.read_text(encoding="utf-8")).get("valid", []) if case.get("text", "").isascii()]
    texts.write_text("".join(f"{text}\n" for text in valid), encoding="latin-1")
    seed = os.environ.get("SORTID_TEST_SEED", str(random.randrange(2**32)))
    print("seed", seed)
    steps = "20000"
    in_java = java(classpath, f"-Dseed={seed}", "sortid.Differential", texts, steps)
    in_node = subprocess.run(["node", HERE / "differential.mjs", WASM, texts, steps, seed], check=True, text=True,
                             stdout=subprocess.PIPE).stdout
    assert in_java == in_node and in_java.count("\n") == int(steps) // 500


def test_shared_functions_write_nothing():
    """The typed functions, which all threads call in one instance, and what these call."""
    module = translate.Module(WASM.read_bytes())
    typed = [index for name, index in module.exports if re.search(r"_(lower|upper|text\d|unix_ms)$", name) and not name.startswith("sortid_")]
    assert len(typed) > 60
    names = {index: name for name, index in module.exports}
    body = translate.Body(module, typed[0]).translate()
    assert any(re.search(r"memory\[|get\w+\(w\.memory", line) for line in body), "the check sees how memory is used"
    seen, todo = set(), list(typed)
    while todo:
        index = todo.pop()
        if index in seen:
            continue
        seen.add(index)
        lines = translate.Body(module, index).translate()
        writes = [line for line in lines if re.search(r"put\w+\(w\.memory|memory\[[^=]*\] = |w\.g\d+ = |memory(Copy|Fill|Grow)\(|indirect\d+\(|w\.host\.", line)]
        assert not writes, (names.get(index, index), writes[:3])
        todo += [int(called) for line in lines[1:] for called in re.findall(r"\bf(\d+)\(", line)]


def test_package():
    with zipfile.ZipFile(JAR) as jar:
        names = jar.namelist()
        methods = [build.bytecodes(jar.read(name)) for name in names if name.startswith("sortid/Wasm")]
    assert names[0] == "META-INF/MANIFEST.MF" and names[1:] == sorted(names[1:])
    assert all(name.startswith(("sortid/", "META-INF/")) or name == "module-info.class" for name in names), names
    assert JAR.stat().st_size <= MOST_BYTES
    # The build rejects longer ones; here is whether it sees any.
    sizes = sorted(size for each in methods for size in each.values())
    assert len(sizes) > 100 and build.MOST_BYTECODES > sizes[-1] > 1000
    told = subprocess.run(["jar", "--describe-module", "--file", JAR], check=True, text=True, stdout=subprocess.PIPE).stdout
    assert re.findall(r"^(?!requires java.base mandated|requires org.jspecify static)requires .*", told, re.M) == []
    assert "exports sortid\n" in told


# Spark's 300 MB are for the deep run, which takes what has `oracle` in its name or among its marks.
DEEP = int(os.environ.get("SORTID_JVM_TEXTS", "0")) > 1_000_000


@functools.cache
def brought():
    """What every module here and Kotlin need: each start of Maven costs ten seconds of a processor."""
    poms = modules.needs(name for name in modules.NAMES if DEEP or name != "spark")
    return modules.brought({**poms, "kotlin": HERE / "kotlin/pom.xml"}, WORK / "modules/needs", "0")


@functools.cache
def built(name):
    """The class path with a module, which is skipped by name where it cannot be had."""
    jars, why = brought()[name]
    if jars is None:
        pytest.skip(f"sortid-{name}: {why}")
    args = types.SimpleNamespace(core=JAR, version="0", into=WORK / "modules", jdk=pathlib.Path(shutil.which("javac")).parent, repository=None)
    return modules.built(name, jars, args)[1]


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.oracle] if name == "spark" else []) for name in modules.NAMES])
def test_module(name):
    """In the library itself: what tests/fronts/jvm/modules asks of it."""
    if name == "spark" and not DEEP:
        pytest.skip("sortid-spark: its 300 MB are for jvm_millions, in make test-deep")
    path = built(name)
    other, words = modules.DERIVED.get(name, (name, ()))
    check, checks = other.capitalize(), WORK / "modules/checks" / name
    checks.mkdir(parents=True, exist_ok=True)
    (checks / f"{check}.java").write_text(modules.renamed((HERE / f"modules/{check}.java").read_text(), words))
    subprocess.run(["javac", "-cp", path, "-d", checks, checks / f"{check}.java"], check=True)
    # H2 and Spring write names in upper case by the locale: Turkish has another one for i.
    command = [*JAVA, *OPENED, "-Duser.language=en", "-cp", f"{checks}:{path}", check]
    assert subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout.endswith("good\n")


def test_kotlin():
    """The guide's example in Kotlin, with the modules for Jackson and Hibernate, and the nulls that its compiler sees."""
    jars, why = brought()["kotlin"]
    if jars is None:
        pytest.skip(f"Kotlin: {why}")
    path = f"{built('jackson')}:{built('hibernate')}:{jars}/*"
    every = ":".join(itertools.chain.from_iterable(glob.glob(part) for part in path.split(":")))

    def kotlinc(*sources, **options):
        command = [*JAVA, "-cp", f"{jars}/*", "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-no-stdlib", "-no-reflect", "-Werror",
                   "-cp", every, "-d", WORK / "kotlin", *sources]
        return subprocess.run(command, text=True, stderr=subprocess.PIPE, **options).stderr

    nulls = HERE / "kotlin/Nulls.kt"
    expected = [(number, line.partition("// error: ")[2]) for number, line in enumerate(nulls.read_text().splitlines(), 1) if "// error" in line]
    told = re.findall(r"Nulls\.kt:(\d+):\d+: error: (.*)", kotlinc(nulls))
    assert len(told) == len(expected) and all(int(line) == number and why.startswith(start) for (line, why), (number, start) in zip(told, expected)), told
    kotlinc(ROOT / "examples/kotlin/Ids.kt", HERE / "kotlin/Check.kt", check=True)
    # Jackson's module writes a value class's property in lower case by the locale: in Turkish, id is not found again.
    started = subprocess.run([*JAVA, "-Duser.language=en", "-cp", f"{WORK / 'kotlin'}:{path}", "Check"], check=True, text=True, stdout=subprocess.PIPE).stdout
    assert started == "CHARACTER\ngood\n"


@pytest.mark.parametrize("way", ["--class-path", "--module-path"])
def test_user(way):
    """The guide's example, in a program and in a module of its own."""
    folder = WORK / way
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    source = ROOT / "examples/java/Quickstart.java"
    sources = [source]
    if way == "--module-path":
        packed = folder / "user/Quickstart.java"
        packed.parent.mkdir()
        packed.write_text("package user;\n\n" + source.read_text())
        (folder / "module-info.java").write_text("module user {\n  requires sortid;\n}\n")
        sources = [packed, folder / "module-info.java"]
    subprocess.run(["javac", "-Xlint:all,-requires-automatic", "-Werror", way, JAR, "-d", folder / "classes", *sources], check=True)
    start = ["--module-path", f"{folder / 'classes'}:{JAR}", "--module", "user/user.Quickstart"]
    if way == "--class-path":
        start = ["-cp", f"{folder / 'classes'}:{JAR}", "Quickstart"]
    told = subprocess.run([*JAVA, *start], check=True, text=True, stdout=subprocess.PIPE).stdout
    assert "CHARACTER 25" in told
