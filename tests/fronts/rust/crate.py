#!/usr/bin/env python3
"""The Rust crate, put together from the tree.

usage: crate.py --source TREE --bin SORTID --work FOLDER [--count N] [--stage FOLDER] PART

  test      `cargo test` by each Cargo that is here, with the crates of Debian or else of the registry
  oracle    the cases of functions, then tests/oracle: the vectors, N mutated texts of each format and a tenth of random ids
  features  `cargo test` with what the crate has for others, by the registry; FOLDER has PostgreSQL's extension, or nothing yet
  clippy    no warning of clippy's and of rustfmt's

Exits with 77 where there is no Cargo, or none that can do it, and says so.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

DEBIAN = pathlib.Path("/usr/share/cargo/registry")
MISSING = 77


def absent(why):
    print(f"skipped: {why}")
    sys.exit(MISSING)


class Crate:
    def __init__(self, args, alone):
        self.args = args
        self.folder = args.work / ("alone" if alone else "whole")
        self.folder.mkdir(parents=True, exist_ok=True)
        run = [sys.executable, args.source / "bindings/rust/assemble.py", "--into", self.folder, args.bin]
        subprocess.run(run, check=True)
        tests = args.source / "tests/fronts/rust"
        parts = [("tests", tests / "face.rs"), ("examples", tests / "probe.rs")]
        if not alone:
            parts += [("tests", tests / "libraries.rs"), ("tests", tests / "columns.rs"), ("examples", args.source / "examples/rust/columns.rs")]
        for part, path in parts:
            (self.folder / part).mkdir(exist_ok=True)
            shutil.copy(path, self.folder / part)
        if alone:
            self.leave_others_out()

    def leave_others_out(self):
        """Without the crates of others, which Debian has not in these versions."""
        manifest = self.folder / "Cargo.toml"
        text = manifest.read_text(encoding="utf-8")
        text = re.sub(r"^\[dev-dependencies\]\n(?:\w.*\n)*|^.*(?:dep:|optional = true).*\n", "", text, flags=re.M)
        manifest.write_text(text, encoding="utf-8")
        of_debian(self.folder)

    def dependent(self):
        """A program that depends on the whole crate and names no feature: no crate of others is looked for."""
        folder = self.args.work / "dependent"
        (folder / "src").mkdir(parents=True, exist_ok=True)
        (folder / "Cargo.toml").write_text(
            f'[package]\nname = "quickstart"\nversion = "1.0.0"\nedition = "2021"\n[dependencies]\nsortid = {{ path = "{self.folder.resolve()}" }}\n')
        shutil.copy(self.args.source / "examples/rust/quickstart.rs", folder / "src/main.rs")
        of_debian(folder)
        return folder

    def cargo(self, cargo, *words, **options):
        environment = {**os.environ, "CARGO_TARGET_DIR": str(self.folder / f"target-{version_of(cargo)}"), **options.pop("env", {})}
        # Debian's Cargo takes Debian's compiler.
        if cargo == "/usr/bin/cargo":
            environment |= {"RUSTC": "/usr/bin/rustc", "RUSTDOC": "/usr/bin/rustdoc"}
        if shutil.which("ccache"):
            environment |= {"CC": "ccache gcc", "CXX": "ccache g++"}
        print("$", cargo, *words, flush=True)
        return subprocess.run([*options.pop("under", ()), cargo, *words], cwd=options.pop("cwd", self.folder), env=environment, **options)


def of_debian(folder):
    """Crates are those of Debian, where it has them."""
    settings = folder / ".cargo/config.toml"
    if any(DEBIAN.glob("cc-*")):
        settings.parent.mkdir(exist_ok=True)
        settings.write_text(f'[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "{DEBIAN}"\n')


def version_of(cargo):
    return subprocess.check_output([cargo, "--version"], text=True).split()[1]


def cargos():
    """Each that is here, and Debian's where another one stands before it."""
    found = [shutil.which("cargo"), *(path for path in ["/usr/bin/cargo"] if os.path.exists(path))]
    found = list(dict.fromkeys(filter(None, found)))
    return found or absent("no cargo is installed (tools/deps.sh test)")


def test(args):
    crate, whole = Crate(args, alone=True), Crate(args, alone=False)
    for cargo in cargos():
        for folder, word in ((crate.folder, "test"), (whole.dependent(), "run")):
            (folder / "Cargo.lock").unlink(missing_ok=True)
            crate.cargo(cargo, word, "--quiet", cwd=folder, check=True)
        print(f"tested by {version_of(cargo)}")


def oracle(args):
    crate, cargo = Crate(args, alone=True), cargos()[0]
    # It answers millions of questions, seven times as fast as without optimisation; what debug builds check, it checks.
    crate.cargo(cargo, "build", "--quiet", "--example", "probe", check=True, env={"CARGO_PROFILE_DEV_OPT_LEVEL": "1"})
    probe = crate.folder / f"target-{version_of(cargo)}/debug/examples/probe"
    tests = args.source / "tests"
    subprocess.run([sys.executable, tests / "fronts/rust/functions.py", probe], check=True)
    counts = ["--count", str(args.count // 10), "--mutations", str(args.count)]
    subprocess.run([sys.executable, tests / "oracle/run.py", "--probe", probe, *counts], check=True)


def features(args):
    crate, cargo = Crate(args, alone=False), cargos()[0]
    wanted = (1, 94)
    if tuple(map(int, version_of(cargo).split(".")[:2])) < wanted:
        absent(f"the crates of others need Rust {wanted[0]}.{wanted[1]}, here is {version_of(cargo)}")
    if crate.cargo(cargo, "fetch", "--quiet").returncode:
        absent("the registry of crates cannot be reached")
    crate.cargo(cargo, "test", "--quiet", "--all-features", check=True)
    crate.cargo(cargo, "run", "--quiet", "--all-features", "--example", "columns", check=True)
    if shutil.which("pg_config"):
        stage = ["--stage", args.stage.resolve()] if args.stage and args.stage.exists() else []
        server = [sys.executable, args.source.resolve() / "databases/postgres/test/with_cluster.py", *stage, "--"]
        crate.cargo(cargo, "test", "--quiet", "--all-features", "--test", "columns", "--", "--ignored", under=server, check=True)
    else:
        print("passed over: no PostgreSQL is installed (tools/deps.sh test)")
    crate.cargo(cargo, "check", "--quiet", "--no-default-features", "--features", "serde,uuid,arrow", "--lib", check=True)
    crate.cargo(cargo, "doc", "--quiet", "--no-deps", "--all-features", check=True, env={"RUSTDOCFLAGS": "-D warnings"})


def clippy(args):
    crate, cargo = Crate(args, alone=True), cargos()[0]
    for program in ("cargo-clippy", "rustfmt"):
        if not shutil.which(program):
            absent(f"no {program} is installed")
    crate.cargo(cargo, "clippy", "--quiet", "--all-targets", "--", "-D", "warnings", "-A", "unexpected_cfgs", check=True)
    # Not lib.rs: rustfmt looks for the modules that are made.
    own = [*(args.source / "bindings/rust/src").glob("[!l]*.rs"), args.source / "bindings/rust/src/libraries.rs", *(args.source / "tests/fronts/rust").glob("*.rs"),
           args.source / "bindings/rust/build.rs"]
    subprocess.run(["rustfmt", "--check", "--edition", "2021", "--config-path", args.source / "bindings/rust", *own], check=True)


def main():
    parts = {part.__name__: part for part in (test, oracle, features, clippy)}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for option in ("source", "bin", "work"):
        parser.add_argument(f"--{option}", type=pathlib.Path, required=True)
    parser.add_argument("--stage", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("part", choices=parts)
    args = parser.parse_args()
    cargos()
    parts[args.part](args)


if __name__ == "__main__":
    main()
