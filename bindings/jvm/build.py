#!/usr/bin/env python3
"""Builds the core jar with the JDK alone, and with --repository a Maven repository that has it with sources and documentation.

usage: build.py --source TREE --wasm MODULE --sortid PROGRAM --version VERSION --into FOLDER [--jdk BIN] [--repository FOLDER]

Two runs make the same bytes: entries are sorted and have one date. docs/java.md says what the package is.
"""

import argparse
import hashlib
import pathlib
import shutil
import struct
import subprocess
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import translate  # noqa: E402

DATE = (1980, 1, 1, 0, 0, 0)
GROUP = NAME = "sortid"
# HotSpot interprets a longer method for ever.
MOST_BYTECODES = 8_000
MANIFEST = "Manifest-Version: 1.0\nImplementation-Title: {}\nImplementation-Version: {}\n"


def write_jar(path, files):
    """A jar of {name: bytes}."""
    with zipfile.ZipFile(path, "w") as jar:
        for name in sorted(files, key=lambda name: (name != "META-INF/MANIFEST.MF", name)):
            entry = zipfile.ZipInfo(name, DATE)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            jar.writestr(entry, files[name], compresslevel=9)


def files_in(folder, pattern="**/*"):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.glob(pattern) if path.is_file()}


def meta_of(title, version, more=""):
    return {"META-INF/MANIFEST.MF": (MANIFEST.format(title, version) + more).encode(),
            "META-INF/LICENSE": (HERE.parents[1] / "LICENSE").read_bytes()}


def bytecodes(data):
    """The size of each method's code in a class file, by name and descriptor."""
    count, at = struct.unpack(">H", data[8:10])[0], 10
    texts, place = {}, 1
    sizes = {7: 2, 8: 2, 16: 2, 19: 2, 20: 2, 15: 3, 3: 4, 4: 4, 9: 4, 10: 4, 11: 4, 12: 4, 17: 4, 18: 4, 5: 8, 6: 8}
    while place < count:
        tag = data[at]
        at += 1
        if tag == 1:
            size = struct.unpack(">H", data[at:at + 2])[0]
            texts[place] = data[at + 2:at + 2 + size].decode("utf-8", "replace")
            at += 2 + size
        else:
            at += sizes[tag]
        place += 2 if tag in (5, 6) else 1
    at += 6
    at += 2 + 2 * struct.unpack(">H", data[at:at + 2])[0]
    found = {}
    for is_method in (False, True):
        members = struct.unpack(">H", data[at:at + 2])[0]
        at += 2
        for _ in range(members):
            _, name, descriptor, attributes = struct.unpack(">4H", data[at:at + 8])
            at += 8
            for _ in range(attributes):
                attribute, size = struct.unpack(">HI", data[at:at + 6])
                if is_method and texts[attribute] == "Code":
                    found[texts[name] + texts[descriptor]] = struct.unpack(">I", data[at + 10:at + 14])[0]
                at += 6 + size
    return found


def compile_all(args, sources, classes):
    """All sources with lines for stack traces, but those of WebAssembly, which have none that says anything."""
    annotations = args.into / "annotations"
    javac = args.jdk / "javac"
    shutil.rmtree(annotations, ignore_errors=True)
    subprocess.run([javac, "--release", "17", "-d", annotations, *sorted((HERE / "compile_only/org.jspecify").rglob("*.java"))], check=True)
    common = [javac, "--release", "17", "-Xlint:all,-missing-explicit-ctor", "-Werror", "--module-path", annotations, "-d", classes]
    subprocess.run([*common, "-g:source,lines", *sources], check=True)
    wasm, = (each for each in sources if each.name == "Wasm.java")
    subprocess.run([*common, "-g:none", wasm], check=True)


def main():
    parser = argparse.ArgumentParser()
    for option in ("source", "wasm", "sortid", "into"):
        parser.add_argument(f"--{option}", type=pathlib.Path, required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--jdk", type=pathlib.Path, default=pathlib.Path("/usr/bin"))
    parser.add_argument("--repository", type=pathlib.Path)
    args = parser.parse_args()
    generated, classes = args.into / "generated", args.into / "classes"
    for folder in (generated, classes):
        shutil.rmtree(folder, ignore_errors=True)
    (generated / "sortid").mkdir(parents=True)

    formats = args.into / "formats.json"
    formats.write_bytes(subprocess.check_output([args.sortid, "formats", "--json"]))
    subprocess.run([sys.executable, HERE / "generate.py", "--source", args.source, "--formats", formats, "--into", generated], check=True)
    wasm = translate.translate(args.wasm.read_bytes(), "sortid", "Wasm")
    (generated / "sortid/Wasm.java").write_text("\n".join(wasm) + "\n")

    sources = [*sorted((HERE / "src").rglob("*.java")), *sorted(generated.rglob("*.java"))]
    compile_all(args, sources, classes)
    too_long = {f"{name} {method}": size for name, data in files_in(classes, "**/*.class").items()
                for method, size in bytecodes(data).items() if size > MOST_BYTECODES}
    if too_long:
        raise SystemExit(f"HotSpot would never compile these methods, of more than {MOST_BYTECODES} bytecodes: {too_long}")

    meta = meta_of(NAME, args.version)
    jar = args.into / f"{NAME}-{args.version}.jar"
    write_jar(jar, {**files_in(classes), **meta})
    if args.repository:
        documentation = documented(args.jdk, args.into / "javadoc", sources, "--module-path", args.into / "annotations")
        published(args.repository, NAME, args.version, HERE / "pom.xml.in", jar,
                  {**files_in(HERE / "src"), **files_in(generated), **meta}, {**documentation, **meta})


def published(repository, artifact, version, pom, jar, sources, documentation):
    """Writes an artifact into a Maven repository. `sources` and `documentation` are {name: bytes}."""
    folder = repository / GROUP / artifact / version
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(jar, folder)
    write_jar(folder / f"{artifact}-{version}-sources.jar", sources)
    write_jar(folder / f"{artifact}-{version}-javadoc.jar", documentation)
    (folder / f"{artifact}-{version}.pom").write_text(pom.read_text().replace("@VERSION@", version))
    for path in sorted(folder.iterdir()):
        if path.suffix not in (".md5", ".sha1", ".sha256"):
            for sum in ("md5", "sha1", "sha256"):
                path.with_name(f"{path.name}.{sum}").write_text(hashlib.new(sum, path.read_bytes()).hexdigest())


def documented(jdk, folder, sources, *path):
    """{name: bytes} of what javadoc makes of the sources."""
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([jdk / "javadoc", "-quiet", "-notimestamp", "-Xdoclint:all,-missing", "--release", "17", "-encoding", "UTF-8", *path,
                    "-d", folder, *sources], check=True)
    return files_in(folder)


if __name__ == "__main__":
    main()
