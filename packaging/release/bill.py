"""What a release is made of and how: a bill of materials (SPDX 2.3, JSON) and notes on its making."""

import datetime
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess

SPDX, NOTES = "sortid.spdx.json", "PROVENANCE.txt"
NAMES = {SPDX, NOTES}

GCC = "GPL-3.0-or-later WITH GCC-exception-3.1"
LLVM = "Apache-2.0 WITH LLVM-exception"
# What is linked or compiled into a file, by a part of its name: the package that it is of, and the licence.
# zig brings musl and LLVM's C++ library in its own package of PyPI, whose version is theirs.
FMT = ("libfmt-dev", "MIT")
CLI11 = ("libcli11-dev", "BSD-3-Clause")
CXX = ("libstdc++-12-dev", GCC)
CXX_WINDOWS = ("g++-mingw-w64-x86-64-posix", GCC)
LIBC_WINDOWS = ("mingw-w64-x86-64-dev", "ZPL-2.1")
WASM = ("emscripten", "MIT")
CXX_ZIG = (("libc++ of ziglang", LLVM), ("libunwind of ziglang", LLVM))
ZIG = (("musl of ziglang", "MIT"), *CXX_ZIG)
WINDOWS_ZIG = (("mingw-w64 of ziglang", "ZPL-2.1"), *CXX_ZIG)
INSIDE = (
    (r"^sortid.conformance-|-sqlite-linux-|-source|-pgxn|-amalgamation|\.crate$", ()),
    (r"-sqlite-windows-", WINDOWS_ZIG),
    (r"-sqlite-", CXX_ZIG),
    (r"-win_amd64\.whl$", (CXX_WINDOWS, LIBC_WINDOWS)),
    (r"\.whl$", CXX_ZIG),
    (r"-duckdb-|-mysql-", (CXX,)),
    (r"-linux-\w+\.tar", (FMT, CLI11, *ZIG)),
    (r"-macos-", (FMT, CLI11, *CXX_ZIG)),
    (r"-windows-", (FMT, CLI11, *WINDOWS_ZIG)),
    (r"-npm\.tgz$|-go\.tar\.gz$|-maven\.tar\.gz$", (WASM,)),
    (r"^sortid_.*\.deb$", (CLI11,)),
)

# The tools whose versions decide what the files are.
TOOLS = ("g++", "x86_64-w64-mingw32-g++-posix", "ld", "cmake", "ninja", "em++",
         "node", "npm", "python3", "pg_config", "dpkg-deb", "tar")
# What no machine here has run.
NEVER_RUN = re.compile(r"-macosx?[-_]")
REQUIREMENTS = pathlib.Path(__file__).with_name("requirements.txt")


def version_of(package):
    if wanted := package.partition(" of ")[2]:
        return re.search(rf"^{wanted}==(.+)$", REQUIREMENTS.read_text(encoding="utf-8"), re.M)[1]
    told = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True)
    return told.stdout or "unknown"


def reference(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]", "-", name)


def created():
    instant = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    return instant.strftime("%Y-%m-%dT%H:%M:%SZ")


def package(name, version, licence, **more):
    return {"SPDXID": reference(name), "name": name, "versionInfo": version, "filesAnalyzed": False,
            "downloadLocation": "NOASSERTION", "licenseConcluded": licence, "licenseDeclared": licence,
            "copyrightText": "NOASSERTION", **more}


def spdx(files, version, commit):
    packages = {"sortid": package("sortid", version, "MIT", primaryPackagePurpose="SOURCE",
                                  summary=f"the sources of commit {commit}")}
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", reference("sortid"))]
    for path in files:
        data = path.read_bytes()
        sums = [{"algorithm": algorithm.upper(), "checksumValue": hashlib.new(algorithm, data).hexdigest()}
                for algorithm in ("sha1", "sha256")]
        packages[path.name] = package(path.name, version, "MIT", packageFileName=path.name, checksums=sums,
                                      primaryPackagePurpose="ARCHIVE")
        relations.append((reference(path.name), "GENERATED_FROM", reference("sortid")))
        for name, licence in next((found for pattern, found in INSIDE if re.search(pattern, path.name)), ()):
            if name not in packages:
                packages[name] = package(name, version_of(name), licence, primaryPackagePurpose="LIBRARY")
            relations.append((reference(path.name), "STATIC_LINK", reference(name)))
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"sortid-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/sortid-{version}-{commit}",
        "creationInfo": {"created": created(),
                         "creators": ["Organization: sortid contributors", "Tool: packaging/release"]},
        "packages": list(packages.values()),
        "relationships": [{"spdxElementId": one, "relationshipType": how, "relatedSpdxElement": other}
                          for one, how, other in relations],
    }


def first_line(tool):
    if not shutil.which(tool):
        return "not there"
    return subprocess.run([tool, "--version"], capture_output=True, text=True).stdout.partition("\n")[0]


def notes(files, version, commit, changed, without, proved):
    lines = [f"sortid {version}, made by `make release`.", "",
             f"commit    {commit}{', with uncommitted changes' if changed else ''}",
             f"time      {created()} (the commit's, in every file)",
             "command   tools/deps.sh release && python3 packaging/release/release.py", "", "Files:"]
    lines += [f"  {name}{NEVER_RUN.search(name) and ' (compiled, never run)' or ''}"
              for name in (path.name for path in files)]
    lines += ["", "Left out:", *(f"  {name}: {why}" for name, why in without.items())] if without else []
    lines += ["", "Kernels whose machine code has theorems (docs/proofs.md); others have theorems about their sources alone:",
              *(f"  {line}" for line in proved)] if proved else []
    lines += ["", "Tools:", *(f"  {tool:<28} {first_line(tool)}" for tool in TOOLS),
              f"  {'ziglang':<28} {version_of('tool of ziglang')}",
              "  packages for PostgreSQL are compiled by the g++ of their Debian: readelf -p .comment shows it", "",
              "The same commit and the same tools make the same files: compare with SHA256SUMS.", ""]
    return "\n".join(lines)


def write(into, files, version, commit, changed, without, proved):
    (into / SPDX).write_text(json.dumps(spdx(files, version, commit), indent=1) + "\n", encoding="utf-8")
    (into / NOTES).write_text(notes(files, version, commit, changed, without, proved), encoding="utf-8")
