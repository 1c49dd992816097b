#!/usr/bin/env python3
"""tools/clean.sh passes on what a fresh machine has and what reaches the registries, and nothing else."""

import os
import pathlib
import subprocess
import sys

CLEAN = pathlib.Path(__file__).resolve().parents[2] / "tools/clean.sh"
KEPT = {"HOME": "/a home", "https_proxy": "http://proxy.invalid:1", "PIP_INDEX_URL": "https://index.invalid/a b",
        "NODE_EXTRA_CA_CERTS": "/certificate", "npm_config_registry": "https://npm.invalid", "SORTID_VECTORS": "two\nlines"}
DROPPED = ("PYTHONUNBUFFERED", "PYTHONPATH", "LANG", "LC_ALL", "TERM", "TZ", "CXXFLAGS", "MAKEFLAGS", "PGHOST")

given = {"PATH": os.environ["PATH"], **KEPT, **{name: "0" for name in DROPPED}}
told = subprocess.run([CLEAN, "env", "-0"], env=given, check=True, capture_output=True, text=True).stdout
found = dict(line.split("=", 1) for line in told.split("\0") if line)
wanted = {"PATH": os.environ["PATH"], **KEPT}
if found != wanted:
    sys.exit(f"passed on: {found}\ninstead of: {wanted}")
