#!/usr/bin/env python3
"""Packs the kit into one file that Python runs: archive.py TARGET"""

import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
target = Path(sys.argv[1])
files = {"__main__.py": HERE / "conform.py", "schema.json": HERE / "schema.json"}
files.update({f"cases/{path.name}": path for path in sorted((HERE / "cases").glob("*.json"))})
with open(target, "wb") as file:
    file.write(b"#!/usr/bin/env python3\n")
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in files.items():
            archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)  # of no time: equal wherever it is made
target.chmod(0o755)
