#!/usr/bin/env python3
"""Appends the footer by which DuckDB knows an extension: 256 bytes of metadata and 256 for a signature, which is empty.

usage: footer.py FILE --version VERSION --processor PROCESSOR
"""

import argparse
import pathlib

# The footer of an extension made for the C API, whose version stands in place of DuckDB's.
MAGIC = b"4"
API_VERSION = b"v1.2.0"
ABI = b"C_STRUCT"
FIELD = 32
PLATFORMS = {"x86_64": b"linux_amd64", "aarch64": b"linux_arm64"}
# The head of a custom section of WebAssembly, which stands before the footer on every platform: its kind, its size, and
# its name with the name's length.
NAME = b"duckdb_signature"
SECTION = b"\0" + b"\x93\x04" + bytes([len(NAME)]) + NAME + b"\x80\x04"


def footer(version, processor):
    fields = [b"", b"", b"", ABI, version.encode(), API_VERSION, PLATFORMS[processor], MAGIC]
    return SECTION + b"".join(field.ljust(FIELD, b"\0") for field in fields) + bytes(8 * FIELD)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--version", required=True)
    parser.add_argument("--processor", required=True, choices=PLATFORMS)
    args = parser.parse_args()
    with args.file.open("ab") as file:
        file.write(footer(args.version, args.processor))


if __name__ == "__main__":
    main()
