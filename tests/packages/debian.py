"""The Debian packages, built, installed into a root of their own, used there by a C and a C++ program, and removed.

usage: debian.py --source FOLDER --build FOLDER --work FOLDER [--werror ON]

The build is that of `make deb`; its objects come from ccache where the release build has made them.
"""

import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from calling import expect, run, told

# From the ULID specification, as tests/packages/consumers.
EXPECTED = "01ARZ3NDEKTSV4RRFFQ69G5FAV 1469922850259"
PACKAGES = {
    "libsortid1": ["usr/lib/*/libsortid.so.1", "usr/share/doc/libsortid1/copyright"],
    "libsortid-dev": ["usr/include/sortid.h", "usr/include/sortid/ulid.hpp", "usr/lib/*/libsortid.so", "usr/lib/*/libsortid.a",
                      "usr/lib/*/pkgconfig/sortid.pc", "usr/lib/*/cmake/sortid/sortid-config.cmake"],
    "sortid": ["usr/bin/sortid", "usr/share/man/man1/sortid.1.gz", "usr/share/bash-completion/completions/sortid"],
}


def build(args):
    run("cmake", "--preset", "deb", "-B", args.build, f"-DSORTID_WERROR={args.werror}", cwd=args.source, stdout=subprocess.DEVNULL)
    run("cmake", "--build", args.build)
    packages = args.work / "packages"
    run("cpack", "--config", args.build / "CPackConfig.cmake", "-B", packages, stdout=subprocess.DEVNULL)
    files = {told("dpkg-deb", "--field", file, "Package"): file for file in packages.glob("*.deb")}
    expect("packages", sorted(files), sorted(PACKAGES))
    return files


def check_metadata(files):
    version = told("dpkg-deb", "--field", files["sortid"], "Version")
    for name in ("sortid", "libsortid-dev"):
        depends = told("dpkg-deb", "--field", files[name], "Depends").split(", ")
        if f"libsortid1 (= {version})" not in depends:
            sys.exit(f"{name} depends on {depends}")
    shlibs = subprocess.run(["sh", "-c", 'dpkg-deb --ctrl-tarfile "$0" | tar -xO ./shlibs', files["libsortid1"]],
                            capture_output=True, text=True, check=True).stdout
    if not re.match(r"libsortid 1 libsortid1 \(>= ", shlibs):
        sys.exit(f"shlibs: {shlibs!r}")
    for file in files.values():
        owners = {line.split()[1] for line in told("dpkg-deb", "--contents", file).splitlines()}
        expect(f"owners in {file.name}", owners, {"root/root"})
    if shutil.which("lintian"):
        run("lintian", "--fail-on", "error", *files.values())
    else:
        print("no lintian here")


def dpkg(root, *action):
    """dpkg in a root that holds nothing else: what the packages depend on is this machine's, and its ldconfig is not run."""
    programs = root.parent / "programs"
    programs.mkdir(exist_ok=True)
    (programs / "ldconfig").write_text("#!/bin/sh\n")
    (programs / "ldconfig").chmod(0o755)
    run("dpkg", f"--root={root}", "--force-not-root", "--force-depends", "--force-script-chrootless", f"--log={root}/log",
        *action, stdout=subprocess.DEVNULL,
        env={**os.environ, "LC_ALL": "C", "PATH": f"{programs}:{os.environ['PATH']}:/usr/sbin:/sbin"})


def use(args, root):
    libraries = next(root.glob("usr/lib/*/libsortid.so")).parent
    there = {**os.environ, "LD_LIBRARY_PATH": str(libraries), "PKG_CONFIG_PATH": str(libraries / "pkgconfig"),
             "PKG_CONFIG_LIBDIR": str(libraries / "pkgconfig")}
    flags = shlex.split(told("pkg-config", "--cflags", "--libs", "sortid", env=there))

    in_c = args.source / "tests/fronts/c/every_function_test.c"
    run("cc", "-std=c99", in_c, *flags, "-o", args.work / "in_c")
    run(args.work / "in_c", env=there)
    expect("what the C program needs", re.findall(r"\[(libsortid\S*)\]", told("readelf", "-d", args.work / "in_c")),
           ["libsortid.so.1"])
    static = shlex.split(told("pkg-config", "--static", "--cflags", "--libs", "sortid", env=there))
    run("cc", "-std=c99", "-static", in_c, *static, "-o", args.work / "in_c_static")
    run(args.work / "in_c_static")

    in_cpp = args.source / "tests/packages/consumers/main.cpp"
    run("c++", "-std=c++20", in_cpp, *flags, "-o", args.work / "in_cpp")
    expect("the C++ program", told(args.work / "in_cpp", env=there), EXPECTED)
    project = args.work / "project"
    run("cmake", "-S", args.source / "tests/packages/consumers/find_package", "-B", project, "-G", "Ninja",
        f"-DCMAKE_PREFIX_PATH={root}/usr", stdout=subprocess.DEVNULL)
    run("cmake", "--build", project, stdout=subprocess.DEVNULL)
    expect("the project that finds the package", told(project / "consumer", env=there), EXPECTED)

    program = root / "usr/bin/sortid"
    expect("sortid", told(program, "convert", "--to", "uuid", EXPECTED.split()[0], env=there),
           "01563e3a-b5d3-d676-4c61-efb99302bd5b")
    expect("its ids", len(set(told(program, "new", "ulid", "-n", "1000", env=there).split())), 1000)


def main():
    parser = argparse.ArgumentParser()
    for name in ("source", "build", "work"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--werror", default="OFF")
    args = parser.parse_args()
    if not shutil.which("dpkg-shlibdeps"):
        print("skipped: no dpkg-dev here (tools/deps.sh deb installs it)")
        return
    shutil.rmtree(args.work, ignore_errors=True)
    root = args.work / "root"
    for folder in ("var/lib/dpkg/updates", "var/lib/dpkg/info", "tmp"):
        (root / folder).mkdir(parents=True)
    (root / "var/lib/dpkg/status").touch()

    files = build(args)
    check_metadata(files)
    dpkg(root, "--install", *files.values())
    for name, patterns in PACKAGES.items():
        for pattern in patterns:
            if not list(root.glob(pattern)):
                sys.exit(f"{name} installs no {pattern}")
    use(args, root)
    dpkg(root, "--purge", "sortid", "libsortid-dev", "libsortid1")
    expect("left behind", [str(path) for path in (root / "usr").rglob("*") if path.is_file()], [])
    print("installed, used, removed")


if __name__ == "__main__":
    main()
