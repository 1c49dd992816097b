"""What a release is made of and how: a bill of materials (SPDX 2.3, JSON) and notes on its making."""

import datetime
import hashlib
import json
import os
import re
import shutil
import subprocess

SPDX, NOTES = "sortid.spdx.json", "PROVENANCE.txt"
NAMES = {SPDX, NOTES}

# What is linked or compiled into a file, by a part of its name: Debian's package, the licence, the relationship.
FMT = ("libfmt-dev", "MIT", "STATIC_LINK")
CLI11 = ("libcli11-dev", "BSD-3-Clause", "STATIC_LINK")
CXX = ("libstdc++-12-dev", "GPL-3.0-or-later WITH GCC-exception-3.1", "STATIC_LINK")
LIBC = ("libc6-dev", "LGPL-2.1-or-later", "STATIC_LINK")
CXX_ARM = ("libstdc++-12-dev-arm64-cross", *CXX[1:])
LIBC_ARM = ("libc6-dev-arm64-cross", *LIBC[1:])
WASM = ("emscripten", "MIT", "STATIC_LINK")
INSIDE = (
    (r"-sqlite-|-source|-pgxn|-amalgamation|-recipes", ()),
    (r"-duckdb-|\.whl$", (CXX,)),
    (r"-linux-x86_64\.tar", (FMT, CLI11, CXX, LIBC)),
    (r"-linux-aarch64\.tar", (FMT, CLI11, CXX_ARM, LIBC_ARM)),
    (r"-npm\.tgz$", (WASM,)),
    (r"^sortid_.*\.deb$", (CLI11,)),
)

# The tools whose versions decide what the files are.
TOOLS = ("g++", "aarch64-linux-gnu-g++", "ld", "cmake", "ninja", "em++", "node", "npm", "python3", "pg_config", "dpkg-deb", "tar")


def version_of(package):
    told = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True)
    return told.stdout or "unknown"


def reference(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]", "-", name)


def created():
    return datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def package(name, version, licence, **more):
    return {"SPDXID": reference(name), "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION", **more}


def spdx(files, version, commit):
    packages = {"sortid": package("sortid", version, "MIT", primaryPackagePurpose="SOURCE",
                                  summary=f"the sources of commit {commit}")}
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", reference("sortid"))]
    for path in files:
        sums = [{"algorithm": algorithm.upper(), "checksumValue": hashlib.new(algorithm, path.read_bytes()).hexdigest()}
                for algorithm in ("sha1", "sha256")]
        packages[path.name] = package(path.name, version, "MIT", packageFileName=path.name, checksums=sums,
                                      primaryPackagePurpose="ARCHIVE")
        relations.append((reference(path.name), "GENERATED_FROM", reference("sortid")))
        for name, licence, relation in next((found for pattern, found in INSIDE if re.search(pattern, path.name)), ()):
            packages.setdefault(name, package(name, version_of(name), licence, primaryPackagePurpose="LIBRARY"))
            relations.append((reference(path.name), relation, reference(name)))
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"sortid-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/sortid-{version}-{commit}",
        "creationInfo": {"created": created(), "creators": ["Organization: sortid contributors", "Tool: packaging/release"]},
        "packages": list(packages.values()),
        "relationships": [{"spdxElementId": one, "relationshipType": how, "relatedSpdxElement": other}
                          for one, how, other in relations],
    }


def first_line(tool):
    if not shutil.which(tool):
        return "not there"
    return subprocess.run([tool, "--version"], capture_output=True, text=True).stdout.partition("\n")[0]


def notes(files, version, commit, changed, without):
    lines = [f"sortid {version}, made by `make release`.", "",
             f"commit    {commit}{', with uncommitted changes' if changed else ''}", f"time      {created()} (the commit's, in every file)",
             "command   tools/deps.sh release && python3 packaging/release/release.py", "", "Files:"]
    lines += [f"  {path.name}" for path in files]
    lines += ["", "Left out:", *(f"  {name}: {why}" for name, why in without.items())] if without else []
    lines += ["", "Tools:", *(f"  {tool:<22} {first_line(tool)}" for tool in TOOLS), "",
              "The same commit and the same tools make the same files: compare with SHA256SUMS.", ""]
    return "\n".join(lines)


def write(into, files, version, commit, changed, without):
    (into / SPDX).write_text(json.dumps(spdx(files, version, commit), indent=1) + "\n", encoding="utf-8")
    (into / NOTES).write_text(notes(files, version, commit, changed, without), encoding="utf-8")
