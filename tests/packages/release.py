"""What `make release` makes: its sums and its bill; each item installed and used where the tree
is not; and that two runs in two folders make equal files.

usage: release.py make|check|install|twice|can_fail --source FOLDER --work FOLDER [--dist FOLDER] [NAME…]

make makes the release of a clone of the last commit and leaves it in --dist (SOURCE/dist), which check,
install and can_fail take. twice makes it in two clones, without a compiler's cache. can_fail plants a
difference, a wrong sum and a broken recipe.
Names choose the items of make and twice, by packaging/release/release.py --list, or what install does.
"""

import argparse
import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

import pythons
from calling import expect, run, told

# From the ULID specification, and the same 128 bits as a UUID.
ULID, UUID = "01ARZ3NDEKTSV4RRFFQ69G5FAV", "01563e3a-b5d3-d676-4c61-efb99302bd5b"
PROGRAM = 2_000_000  # unpacked
MOST = {r"-(linux|macos|windows)-\w+\.(tar\.gz|zip)$": PROGRAM, r"\.whl$": 1_000_000, r"\.crate$": 250_000}
INSTALLED = []


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def version(args):
    return (args.source / "VERSION").read_text().strip()


def one(args, pattern):
    found = list(args.dist.glob(pattern))
    expect(f"files {pattern}", len(found), 1)
    return found[0]


def unpacked(args, pattern):
    """The folder that an archive holds, below the work folder."""
    archive = one(args, pattern)
    with tarfile.open(archive) as tar:
        tar.extractall(args.work, filter="data")
        return args.work / tar.getnames()[0].partition("/")[0]


def newest(args):
    """Where the chroots of other servers are: those that other tests made serve here too."""
    return {"SORTID_NEWEST": os.environ.get("SORTID_NEWEST", str(args.source / "build/newest"))}


def released(args, name, environment=os.environ):
    """Makes the release of a clone without changes. An earlier build left nothing there but a link."""
    tree = args.work / name / "sortid"
    run("git", "clone", "-q", "--no-hardlinks", args.source, tree)
    # As Wine leaves it in a build tree. Whoever follows it reads the whole system, and does not end.
    (tree / "build/wine/dosdevices").mkdir(parents=True)
    (tree / "build/wine/dosdevices/z:").symlink_to("/")
    run(
        sys.executable,
        tree / "packaging/release/release.py",
        *(["--only", *args.names] if args.names else []),
        env={**environment, **newest(args)},
    )
    return tree / "dist"


def make(args):
    shutil.rmtree(args.dist, ignore_errors=True)
    shutil.copytree(released(args, "clone"), args.dist)


# --- what stands in it --------------------------------------------------------------------------------


def wrong_sums(dist):
    sums = dict(reversed(line.split("  ")) for line in (dist / "SHA256SUMS").read_text().splitlines())
    there = {path.name for path in dist.iterdir()} - {"SHA256SUMS"}
    return sorted(there ^ set(sums)) or [
        name for name, stated in sums.items() if digest(dist / name) != stated
    ]


def valid_bill(args, bill):
    tools = args.source / "build/dist/env/bin/python"
    if not tools.exists():
        tools = next(args.dist.parent.glob("make/clone/sortid/build/dist/env/bin/python"))
    done = subprocess.run(
        [tools, "-m", "spdx_tools.spdx.clitools.pyspdxtools", "--infile", bill],
        capture_output=True,
        text=True,
    )
    print(done.stdout[-1000:], done.stderr[-1000:])
    return done.returncode == 0


def check_bill(args):
    bill = args.dist / "sortid.spdx.json"
    expect("the bill is valid", valid_bill(args, bill), True)
    packages = json.loads(bill.read_text())["packages"]
    stated = {
        package["packageFileName"]: package["checksums"]
        for package in packages
        if "packageFileName" in package
    }
    files = {path.name for path in args.dist.iterdir()} - {"SHA256SUMS", bill.name, "PROVENANCE.txt"}
    expect("files of the bill", set(stated), files)
    for name, sums in stated.items():
        expect(
            f"the bill's sum of {name}",
            {entry["algorithm"]: entry["checksumValue"] for entry in sums}["SHA256"],
            digest(args.dist / name),
        )


def program_of_windows(args):
    return one(args, f"sortid-{version(args)}-windows-x86_64.zip")


def check_musl(args):
    """Nothing of glibc, by the names in the module itself: no program here is to say so."""
    for path in args.dist.glob("*-musllinux_*.whl"):
        with zipfile.ZipFile(path) as wheel:
            module = wheel.extract("sortid/_core.abi3.so", args.work / path.stem)
        needed = re.findall(r"NEEDED.*\[(.*)\]", told("readelf", "--dynamic", module))
        processor = re.search(r"musllinux_\d+_\d+_(\w+)", path.name)[1]
        expect(f"what {path.name} needs", needed, [f"libc.musl-{processor}.so.1"])
        expect("names of versions", "GLIBC" in told("readelf", "--version-info", module), False)


def check_pgxn(args):
    """What PGXN asks of META.json (its meta spec, version 1.0.0)."""
    with zipfile.ZipFile(one(args, "*-pgxn.zip")) as archive:
        names = archive.namelist()
        folder = f"sortid-{version(args)}/"
        expect(
            "files outside of the archive's folder",
            [name for name in names if not name.startswith(folder)],
            [],
        )
        meta = json.loads(archive.read(f"{folder}META.json"))
    lacking = {"name", "version", "abstract", "maintainer", "license", "provides", "meta-spec"} - set(meta)
    expect("keys that META.json lacks", lacking, set())
    semantic = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[\w.-]+)?$")
    for entry in (meta, *meta["provides"].values()):
        if not semantic.match(entry["version"]) or entry["version"] != version(args):
            sys.exit(f"META.json: version {entry['version']}")
        for key in {"file", "docfile"} & set(entry):
            expect(f"{entry[key]} is in the archive", folder + entry[key] in names, True)
    expect("the specification of META.json", meta["meta-spec"]["version"], "1.0.0")


def check(args):
    expect("wrong sums", wrong_sums(args.dist), [])
    check_bill(args)
    check_musl(args)
    check_pgxn(args)
    head = told("git", "-C", args.source, "rev-parse", "HEAD")
    notes = (args.dist / "PROVENANCE.txt").read_text()
    if head not in notes:
        print("the release is of another commit than the tree")
    expect("the notes name kernels that are packed as they were proved", " theorems proved\n" in notes, True)
    for path in args.dist.iterdir():
        for pattern, most in MOST.items():
            if re.search(pattern, path.name) and path.stat().st_size > most:
                sys.exit(f"{path.name} has {path.stat().st_size} bytes, more than {most}")
    for path in [*args.dist.glob("*-linux-*.tar.gz"), *args.dist.glob("*-macos-*.tar.gz")]:
        with tarfile.open(path) as tar:
            for entry in tar:
                if entry.name.endswith("/bin/sortid") and entry.size > PROGRAM:
                    sys.exit(f"{entry.name} has {entry.size} bytes")
    with zipfile.ZipFile(program_of_windows(args)) as archive:
        for entry in archive.infolist():
            if entry.file_size > PROGRAM:
                sys.exit(f"{entry.filename} has {entry.file_size} bytes")


# --- installed and used -------------------------------------------------------------------------------


def use(function):
    INSTALLED.append(function)
    return function


def elsewhere():
    """The environment of a user: nothing of this machine's settings but the registries'."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SORTID", "PYTHON", "CMAKE", "LD_"))
    }


def use_program(folder, *emulator):
    program = folder / "bin/sortid"
    dynamic = told("readelf", "--dynamic", program)
    expect("what the program needs of the system", re.findall(r"NEEDED.*", dynamic), [])
    expect("sortid", told(*emulator, program, "convert", "--to", "uuid", ULID, env={}), UUID)
    expect("its ids", len(set(told(*emulator, program, "new", "ulid", "-n", "1000", env={}).split())), 1000)


@use
def static_program(args):
    folder = unpacked(args, f"sortid-{version(args)}-linux-x86_64.tar.gz")
    use_program(folder)
    if os.getuid() == 0:  # a system of one file
        root = args.work / "empty"
        root.mkdir()
        shutil.copy(folder / "bin/sortid", root)
        expect("sortid alone", told("chroot", root, "/sortid", "convert", "--to", "uuid", ULID), UUID)


@use
def static_program_of_arm(args):
    if not shutil.which("qemu-aarch64"):
        return print("skipped: no emulator of 64-bit ARM here")
    use_program(unpacked(args, f"sortid-{version(args)}-linux-aarch64.tar.gz"), "qemu-aarch64")


@use
def program_for_windows(args):
    if not shutil.which("wine"):
        return print("skipped: no Wine here")
    with zipfile.ZipFile(program_of_windows(args)) as archive:
        archive.extractall(args.work)
    (program,) = args.work.glob("*-windows-*/bin/sortid.exe")
    there = {**elsewhere(), **pythons.wine(args.work / "wine")}
    expect("sortid.exe", told("wine", program, "convert", "--to", "uuid", ULID, env=there), UUID)
    ids = told("wine", program, "new", "ulid", "-n", "1000", env=there)
    expect("its ids", len(set(ids.split())), 1000)
    here = unpacked(args, f"sortid-{version(args)}-linux-x86_64.tar.gz") / "bin/sortid"
    for words in (
        ("--help",),
        ("formats", "--json"),
        ("range", "ulid", "2024-01-01", "2024-02-01"),
        ("inspect", "--json"),
        ("sort", "--reverse"),
        ("uniq",),
    ):
        said = told("wine", program, *words, env=there, input=ids)
        expect(f"what Linux says of {words}", said, told(here, *words, env={}, input=ids))


IN_PYTHON = f"""import sortid
id = sortid.ULID('{ULID}')
print(id.datetime.year, len({{str(sortid.ULID.new()) for _ in range(999)}}))"""


def use_python(args, name, *what, **options):
    env = args.work / name
    run(sys.executable, "-m", "venv", env)
    run(env / "bin/pip", "install", "-q", "--disable-pip-version-check", *what, env=elsewhere(), **options)
    expect("Python", told(env / "bin/python", "-c", IN_PYTHON, cwd=args.work, env=elsewhere()), "2016 999")


@use
def wheel(args):
    use_python(args, "of the wheel", "--no-index", one(args, "*-manylinux_*_x86_64.whl"))


def of_another_version(wheel, other, folder):
    """The wheel as if it were of that version, with a module that this one has not."""
    name, this = wheel.stem.split("-")[:2]
    copy = folder / wheel.name.replace(f"{name}-{this}", f"{name}-{other}", 1)
    renamed = (f"{name}-{this}.dist-info", f"{name}-{other}.dist-info")
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(copy, "w") as new:
        for entry in old.namelist():
            data = old.read(entry)
            if entry.endswith("/METADATA"):
                data = data.replace(f"\nVersion: {this}\n".encode(), f"\nVersion: {other}\n".encode(), 1)
            if entry.endswith("/RECORD"):
                data = data.replace(renamed[0].encode(), renamed[1].encode()) + b"sortid/gone.py,,\n"
            new.writestr(entry.replace(*renamed), data)
        new.writestr("sortid/gone.py", "")
    return copy


@use
def upgraded_wheel(args):
    """Over an older one, and back: what a version has not is gone, and its module is the one that loads."""
    wheel = one(args, "*-manylinux_*_x86_64.whl")
    older = of_another_version(wheel, "0.0.1", args.work)
    use_python(args, "upgraded", "--no-index", older)
    env = args.work / "upgraded"
    pip = [env / "bin/pip", "install", "-q", "--disable-pip-version-check", "--no-index"]
    pip += ["--find-links", args.dist]
    seen = (
        "import importlib.metadata, importlib.util\n"
        "print(importlib.metadata.version('sortid'), bool(importlib.util.find_spec('sortid.gone')))"
    )
    for words, wanted in (
        ([], "0.0.1 True"),
        ([*pip, "--upgrade", "sortid"], f"{version(args)} False"),
        ([*pip, "--force-reinstall", older], "0.0.1 True"),
        ([*pip, "--upgrade", wheel], f"{version(args)} False"),
    ):
        if words:
            run(*words, env=elsewhere())
        expect("version, and the older module", told(env / "bin/python", "-c", seen, env=elsewhere()), wanted)
        expect("Python", told(env / "bin/python", "-c", IN_PYTHON, cwd=args.work, env=elsewhere()), "2016 999")


@use
def wheels_elsewhere(args):
    """Those of macOS run nowhere here."""
    for python, pattern in (
        (pythons.aarch64, "*-manylinux_*_aarch64.whl"),
        (pythons.windows, "*-win_amd64.whl"),
        (pythons.of_musl("x86_64"), "*-musllinux_*_x86_64.whl"),
        (pythons.of_musl("aarch64"), "*-musllinux_*_aarch64.whl"),
    ):
        try:
            expect(pattern, pythons.says(python, one(args, pattern), IN_PYTHON, args.work), "2016 999")
        except pythons.absent as why:
            print(f"skipped: {pattern}: {why}")


@use
def python_source(args):
    """From the archive alone, in a folder that is no checkout; pip gets the build backend."""
    with tempfile.TemporaryDirectory() as away:
        shutil.copy(one(args, f"sortid-{version(args)}.tar.gz"), away)
        use_python(args, "of the sources", next(pathlib.Path(away).iterdir()), timeout=3000)


@use
def npm(args):
    folder = args.work / "npm"
    folder.mkdir()
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    run(
        "npm",
        "install",
        "--silent",
        "--no-audit",
        "--no-fund",
        "--offline",
        one(args, "*-npm.tgz"),
        cwd=folder,
    )
    (folder / "use.js").write_text(
        f"import {{ convert }} from 'sortid'; console.log(convert('{ULID}', 'uuid').toString());"
    )
    expect("JavaScript", told("node", "use.js", cwd=folder), UUID)


@use
def crate(args):
    """By the Cargo that is here, whose `cc` is Debian's or the registry's."""
    folder = unpacked(args, "*.crate")
    alone = folder.parent / "user"
    (alone / "src").mkdir(parents=True)
    (alone / "Cargo.toml").write_text(f'[package]\nname = "user"\nversion = "1.0.0"\nedition = "2021"\n[dependencies]\nsortid = {{ path = "{folder}" }}\n')
    (alone / "src/main.rs").write_text(f'fn main() {{ print!("{{}}", sortid::Ulid::parse("{ULID}").unwrap().convert::<sortid::Uuid>().unwrap()) }}')
    expect("Rust", told("cargo", "run", "--quiet", cwd=alone), UUID)


@use
def go(args):
    folder = args.work / "go-user"
    folder.mkdir()
    (folder / "main.go").write_text(
        f'package main\n\nimport "sortid.example/sortid"\n\nfunc main() {{\n'
        f'\tprint(sortid.Must(sortid.Convert[sortid.UUID](sortid.Must(sortid.ParseULID("{ULID}")))).String())\n}}\n')
    proxy = unpacked(args, "*-go.tar.gz")
    settings = {**os.environ, "GONOSUMDB": "sortid.example", "GOPROXY": f"file://{proxy}", "GOFLAGS": "-mod=mod -modcacherw",
                "GOMODCACHE": str(args.work / "go-cache")}
    for command in ("go mod init example.invalid/user", "go get sortid.example/sortid", "go build -o user ."):
        run(*command.split(), cwd=folder, env=settings)
    done = subprocess.run([folder / "user"], capture_output=True, text=True, check=True)
    expect("Go", done.stderr, UUID)


@use
def maven(args):
    jar, = unpacked(args, "*-maven.tar.gz").glob("sortid/sortid/*/sortid-*[0-9].jar")
    (args.work / "Use.java").write_text(
        f'class Use {{ public static void main(String[] a) {{ System.out.println(sortid.ULID.parse("{ULID}").uuid()); }} }}')
    expect("Java", told("java", "-cp", jar, args.work / "Use.java"), UUID)


@use
def sqlite(args):
    folder = unpacked(args, "*-sqlite-linux-x86_64.tar.gz")
    expect(
        "SQLite",
        told(
            "sqlite3",
            ":memory:",
            "-cmd",
            f".load {folder.relative_to(args.work)}/sortid",
            f"SELECT ulid_time('{ULID}')",
            cwd=args.work,
        )[:10],
        "2016-07-30",
    )


# The last by many ids, from the system's entropy and the threads' own memory.
IN_SQLITE = (
    "SELECT sqlite_version()",
    f"SELECT ulid_time('{ULID}')",
    f"SELECT uuid(ulid_bytes('{ULID}'))",
    "SELECT try_ulid('x')",
    "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 9999) SELECT count(DISTINCT ulid()) FROM n",
)


def says_in_sqlite(args, system, compiler, runs=(), **options):
    """What the oldest supported SQLite says, compiled for that system, with the extension for it."""
    program = args.work / f"loads-{system}.exe"
    sources = args.source / "build/sqlite/oldest"
    words = ["-O1", "-w", f"-I{sources}", pathlib.Path(__file__).with_name("loads.c"), sources / "sqlite3.c"]
    run(*compiler, *words, *([] if "windows" in system else ["-pthread", "-ldl", "-lm"]), "-o", program)
    archive = one(args, f"*-sqlite-{system}.*")
    shutil.unpack_archive(archive, args.work)
    (library,) = args.work.glob(f"sortid-*-sqlite-{system}/sortid.*")
    # By a path without its ending, as the documentation loads it.
    words = [library.relative_to(args.work).with_suffix(""), *IN_SQLITE]
    return told(*runs, program, *words, cwd=args.work, **options).split()


def in_arm(args):
    pythons.needed("aarch64-linux-gnu-gcc", "qemu-aarch64")
    return ["aarch64-linux-gnu-gcc"], ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"], {}


def in_windows(args):
    pythons.needed("x86_64-w64-mingw32-gcc-posix", "wine")
    settings = {**elsewhere(), **pythons.wine(args.work / "wine")}
    return ["x86_64-w64-mingw32-gcc-posix"], ["wine"], {"env": settings}


def in_musl(processor, args):
    runs = pythons.loader_of_musl(pythons.kept(args.work, pythons.name_of_musl(processor)), processor)
    return pythons.compiler_for_musl(processor), runs, {}


@use
def sqlite_elsewhere(args):
    """Those of macOS run nowhere here."""
    if not (args.source / "build/sqlite/oldest").exists():
        return print("skipped: no sources of the oldest SQLite: databases/sqlite/test/install.sh brings them")
    wanted = says_in_sqlite(args, "linux-x86_64", ["cc"])
    expect("SQLite", wanted[-3:], [UUID, "NULL", "9999"])
    for system, means in (
        ("linux-aarch64", in_arm),
        ("musl-x86_64", functools.partial(in_musl, "x86_64")),
        ("musl-aarch64", functools.partial(in_musl, "aarch64")),
        ("windows-x86_64", in_windows),
    ):
        try:
            compiler, runs, options = means(args)
        except pythons.absent as why:
            print(f"skipped: {system}: {why}")
            continue
        expect(system, says_in_sqlite(args, system, compiler, runs, **options), wanted)


IN_CPP = f"""#include "sortid.hpp"
#include "sortid.h"
#include <cstdio>
int main() {{
  const auto id = sortid::ulid::parse("{ULID}");
  sortid_id made;
  if (!id || !sortid::new_id<sortid::ulid>()) return 1;
  if (sortid_new(SORTID_FORMAT_XID, &made, nullptr) != SORTID_OK) return 1;
  std::printf("%lld\\n", static_cast<long long>(id->unix_ms()));
}}
"""


@use
def amalgamation(args):
    folder = unpacked(args, "*-amalgamation.tar.gz")
    (folder / "main.cpp").write_text(IN_CPP)
    (folder / "main.c").write_text(
        '#include "sortid.h"\nint main(void) { return sortid_abi_version() == SORTID_ABI_VERSION ? 0 : 1; }\n'
    )
    for number, compiler in enumerate(("g++", "clang++-14")):
        if not shutil.which(compiler):
            print(f"skipped: no {compiler}")
            continue
        run(
            compiler,
            "-std=c++20",
            "-O1",
            "main.cpp",
            "sortid.cpp",
            "-o",
            f"in_cpp{number}",
            "-pthread",
            cwd=folder,
        )
        expect(compiler, told(folder / f"in_cpp{number}"), "1469922850259")
    run("cc", "-std=c99", "-fsyntax-only", "main.c", cwd=folder)


def use_postgres(args, pg_config, root):
    cluster = args.source / "databases/postgres/test/with_cluster.py"
    shown = told(
        sys.executable,
        cluster,
        "--pg-config",
        pg_config,
        "--stage",
        root,
        "--",
        "psql",
        "-AtX",
        "-c",
        "CREATE EXTENSION sortid",
        "-c",
        f"SELECT '{ULID.lower()}'::ulid",
    )
    expect("PostgreSQL", shown.splitlines()[-1], ULID)


@use
def debian(args):
    """Those of PostgreSQL, as a server has them. tests/packages/debian.py installs the others."""
    packages = list(args.dist.glob("postgresql-*-sortid_*.deb"))
    expect("there are packages", bool(packages), True)
    for package in packages:
        server = re.search(r"\d+", package.name)[0]
        listed = told("dpkg-deb", "--contents", package)
        for file in (
            f"./usr/lib/postgresql/{server}/lib/sortid.so",
            f"./usr/share/postgresql/{server}/extension/sortid.control",
        ):
            expect(f"{file} is there", file in listed, True)
        pg_config = pathlib.Path(f"/usr/lib/postgresql/{server}/bin/pg_config")
        if pg_config.exists():
            root = args.work / f"postgresql-{server}"
            run("dpkg-deb", "--extract", package, root)
            use_postgres(args, pg_config, root)
        else:
            script = args.source / "databases/postgres/test/newest.sh"
            run(script, "package", package, env={**os.environ, **newest(args)})


@use
def pgxn(args):
    """By the server's own means, as on systems that have no package."""
    with zipfile.ZipFile(one(args, "*-pgxn.zip")) as archive:
        archive.extractall(args.work)
    make = ["make", "-s", "-C", args.work / f"sortid-{version(args)}"]
    root = args.work / "of-pgxn"
    run(*make, "-j2")
    run(*make, "install", f"DESTDIR={root}")
    use_postgres(args, "pg_config", root)


@use
def duckdb(args):
    """By the tests of loading, in the engine that databases/duckdb/test/install.sh has brought."""
    extension = unpacked(args, "*-duckdb-*.tar.gz") / "sortid.duckdb_extension"
    loading = args.source / "databases/duckdb/test/loading.py"
    print(told(sys.executable, loading, "--extension", extension))


@use
def mysql(args):
    """By the tests of its functions, in a MariaDB of their own."""
    folder = unpacked(args, "*-mysql-*.tar.gz")
    program = unpacked(args, f"sortid-{version(args)}-linux-x86_64.tar.gz") / "bin/sortid"
    print(told(sys.executable, args.source / "databases/mysql/test/functions.py", "--module", folder / "sortid.so", "--bin", program,
               "--stored", folder / "stored.sql"))


ADAPTER = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], **({"texts": sorted(asked["texts"])} if asked["op"] == "order" else {"unsupported": True})}))
"""


@use
def conformance(args):
    """The kit from its archive, by pip and by npm, each with a small adapter."""
    adapter = args.work / "adapter.py"
    adapter.write_text(ADAPTER)
    kit = unpacked(args, "sortid-conformance-*[0-9].tar.gz")
    env, folder = args.work / "of the kit", args.work / "of the kit, npm"
    run(sys.executable, "-m", "venv", env)
    run(env / "bin/pip", "install", "-q", "--disable-pip-version-check", "--no-index", one(args, "sortid_conformance-*.whl"), env=elsewhere())
    folder.mkdir()
    run("npm", "install", "--silent", "--prefix", folder, one(args, "sortid-conformance-*-npm.tgz"), env=elsewhere())
    for program in (kit / "conform.py", env / "bin/sortid-conform", folder / "node_modules/.bin/sortid-conform"):
        said = told(program, "--op", "order", "--format", "ulid", "--", sys.executable, adapter, env=elsewhere()).splitlines()
        expect(f"{program.name}", re.sub(r"\d+", "N", said[1]), "ulid: N passed")


def install(args):
    for function in [function for function in INSTALLED if not args.names or function.__name__ in args.names]:
        print(f"== {function.__name__}", flush=True)
        function(args)


# --- equal files --------------------------------------------------------------------------------------


def differing(one_folder, other_folder):
    """Names of files that only one of the folders has, or whose bytes differ."""
    names = {path.name for folder in (one_folder, other_folder) for path in folder.iterdir()}
    return sorted(
        name
        for name in names
        if not (
            (one_folder / name).exists()
            and (other_folder / name).exists()
            and digest(one_folder / name) == digest(other_folder / name)
        )
    )


def twice(args):
    without_cache = {**elsewhere(), "CCACHE_DISABLE": "1"}
    results = [
        released(args, name, without_cache) for name in ("here", "in another folder of another name")
    ]
    expect("files that differ", differing(*results), [])
    print(f"equal: {len(list(results[0].iterdir()))} files")


def can_fail(args):
    copy = args.work / "dist"
    shutil.copytree(args.dist, copy)
    expect("differing files of a copy", differing(args.dist, copy), [])
    planted = copy / one(args, "*-npm.tgz").name
    data = bytearray(planted.read_bytes())
    data[4] ^= 1  # the time in the header of gzip
    planted.write_bytes(data)
    expect("the planted difference", differing(args.dist, copy), [planted.name])
    expect("the planted wrong sum", wrong_sums(copy), [planted.name])
    bill = args.work / "broken.spdx.json"
    bill.write_text((args.dist / "sortid.spdx.json").read_text().replace('"GENERATED_FROM"', '"MADE_OF"'))
    expect("the broken bill is valid", valid_bill(args, bill), False)


def main():
    tasks = {task.__name__: task for task in (make, check, install, twice, can_fail)}
    parser = argparse.ArgumentParser()
    parser.add_argument("task", choices=tasks)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--dist", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    args = parser.parse_intermixed_args()
    args.source, args.work = args.source.resolve(), args.work.resolve()
    args.dist = (args.dist or args.source / "dist").resolve()
    shutil.rmtree(args.work, ignore_errors=True)
    args.work.mkdir(parents=True)
    tasks[args.task](args)


if __name__ == "__main__":
    main()
