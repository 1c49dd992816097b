#!/usr/bin/env python3
"""Builds the optional modules, each an artifact of its own, from modules/NAME: pom.xml.in with pinned versions, and src.

usage: modules.py --core JAR --version VERSION --into FOLDER [--jdk BIN] [--repository FOLDER] [NAME…]

Maven only brings the jars that a module is compiled with. Ends with 77 where there is no Maven, or it brings none.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys

import build

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import functions  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent / "modules"
NAMES = sorted(path.name for path in HERE.iterdir() if path.is_dir())
# Annotations that a library names and does not bring.
LINT = "-Xlint:all,-processing,-classfile,-missing-explicit-ctor"


# Jackson 3 has what Jackson 2 has under other names, and no checked exceptions.
JACKSON_3 = (("com.fasterxml.jackson.", "tools.jackson."), ("sortid.jackson;", "sortid.jackson3;"), ("import java.io.IOException;\n", ""),
             (" throws IOException", ""))
DERIVED = {"jackson3": ("jackson", JACKSON_3)}


def brought(poms, into, version):
    """{name: the folder of the jars that Maven brought for it, or None, and why there is none}, for {name: POM}, by one start of Maven."""
    if shutil.which("mvn") is None:
        return {name: (None, "no mvn (tools/deps.sh test)") for name in poms}
    for name, pom in poms.items():
        shutil.rmtree(into / name, ignore_errors=True)
        (into / name).mkdir(parents=True)
        text = pom.read_text().replace("@VERSION@", version)
        # The core is the one of this build.
        (into / name / "pom.xml").write_text(re.sub(r" *<dependency>\s*<groupId>sortid<.*?</dependency>\n", "", text, flags=re.S))
    every = "".join(f"<module>{name}</module>" for name in poms)
    (into / "pom.xml").write_text("<project><modelVersion>4.0.0</modelVersion><groupId>sortid</groupId><artifactId>needs</artifactId>"
                                  f"<version>0</version><packaging>pom</packaging><modules>{every}</modules></project>\n")
    # Where one of the libraries cannot be had, the others still come.
    done = subprocess.run(["mvn", "-q", "-B", "--fail-at-end", "-f", into / "pom.xml", "dependency:copy-dependencies"],
                          stdin=subprocess.DEVNULL, text=True, stdout=subprocess.PIPE)

    def answer(name):
        jars = into / name / "target/dependency"
        if jars.is_dir():
            return jars, None
        told = done.stdout.strip().splitlines()
        own = [line for line in told if re.search(rf"{build.NAME}-{name}\b", line)]
        return None, f"Maven brought nothing: {(own or told)[:1]}"

    return {name: answer(name) for name in poms}


def needs(names):
    """{name: the POM that says what a module is compiled with}."""
    return {name: HERE / name / "pom.xml.in" for name in names}


def renamed(text, words):
    for old, new in words:
        text = text.replace(old, new)
    return text


def expanded(name, args):
    """The folder of a module's sources, with a class for each format of those that end in .in."""
    into = args.into / name / "src"
    shutil.rmtree(into, ignore_errors=True)
    shutil.copytree(HERE / name / "src", into)
    if name in DERIVED:
        other, words = DERIVED[name]
        package = into / "sortid" / name
        package.mkdir(parents=True)
        for source in (HERE / other / "src/sortid" / other).glob("*.java"):
            (package / source.name).write_text(renamed(source.read_text(), words))
    for template in into.rglob("*.java.in"):
        for each in json.loads((args.core.parent / "formats.json").read_text()):
            words = {"CLASS": each["class_name"], "SQL": each["sql_name"]}
            words |= {row["name"].removeprefix("{F}_"): sentence for _, row, sentence in functions.rows("Java")}
            text = re.sub(r"@(\w+)@", lambda word: words[word[1]], template.read_text())
            template.with_name(each["class_name"] + template.name.removesuffix(".in")).write_text(text)
        template.unlink()
    return into


def built(name, jars, args):
    """The module's jar, and the class path to use it with."""
    path, classes = f"{args.core}:{jars}/*", args.into / name / "classes"
    shutil.rmtree(classes, ignore_errors=True)
    source = expanded(name, args)
    sources = sorted(source.rglob("*.java"))
    subprocess.run([args.jdk / "javac", "--release", "17", LINT, "-Werror", "-g:source,lines", "-cp", path, "-d", classes, *sources], check=True)
    artifact = f"{build.NAME}-{name}"
    meta = build.meta_of(artifact, args.version, f"Automatic-Module-Name: sortid.{name}\n")
    others = {file: data for file, data in build.files_in(source).items() if not file.endswith(".java")}
    jar = args.into / f"{artifact}-{args.version}.jar"
    build.write_jar(jar, {**build.files_in(classes), **others, **meta})
    if args.repository:
        documentation = build.documented(args.jdk, args.into / name / "javadoc", sources, "-cp", path)
        build.published(args.repository, artifact, args.version, HERE / name / "pom.xml.in", jar,
                        {**build.files_in(source), **meta}, {**documentation, **meta})
    return jar, f"{jar}:{path}"


def main():
    parser = argparse.ArgumentParser()
    for option in ("core", "into"):
        parser.add_argument(f"--{option}", type=pathlib.Path, required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--jdk", type=pathlib.Path, default=pathlib.Path("/usr/bin"))
    parser.add_argument("--repository", type=pathlib.Path)
    parser.add_argument("names", nargs="*", default=NAMES)
    args = parser.parse_args()
    for name, (jars, why) in brought(needs(args.names), args.into / "needs" / "-".join(args.names), args.version).items():
        if jars is None:
            print(f"skipped: sortid-{name}: {why}")
            return 77
        print(built(name, jars, args)[0])
    return 0


if __name__ == "__main__":
    sys.exit(main())
