#!/usr/bin/env python3
"""Rewrites what wasm2go has written, CORE.go, as the same program in two thirds of the text: every module that needs ours carries it.

usage: shorten.py CORE.go
"""

import pathlib
import re
import sys

# Words that stand there thousands of times.
SHORT = {"uint64": "u64", "uint32": "u32", "int64": "s64", "int32": "s32", "memory": "b", "load64": "r64", "load32": "r32",
         "store64": "w64", "store32": "w32", "i32": "I", "i64": "J"}
TYPES = ("uint64", "uint32", "int64", "int32")
ADDRESS = "uint64(uint32("


def addresses(text):
    """An address that is a number of 32 bits, by one call instead of two."""
    parts, end = [], 0
    while (start := text.find(ADDRESS, end)) >= 0:
        at, depth = start + len(ADDRESS), 1
        while depth:
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
        whole = text[at] == ")"
        parts.append(text[end:start] + ("at(" if whole else "uint64("))
        # Looked through as well: an address may stand in another one.
        inner = text[start + len(ADDRESS):at - 1]
        text = f"{inner if whole else f'uint32({inner})'}{text[at:]}"
        end = 0
    return "".join(parts) + text[end:]


def shortened(text):
    taken = {*SHORT.values(), "at"} & set(re.findall(r"\w+", text))
    if taken:
        raise SystemExit(f"words that are in use: {sorted(taken)}")
    text = addresses(re.sub(r"^\t+", "", text, flags=re.M))
    # Not before a sign, which might make another operator of the two.
    text = re.sub(r"(?<=\S) (:=|=|[+*&|<>!=^/%-]=?|<<|>>|&&|\|\|) (?=[\w(])", r"\1", text)
    text = re.sub(r", (?=\w)", ",", text)
    text = re.sub(rf"\b({'|'.join(SHORT)})\b", lambda found: SHORT[found[0]], text)
    aliases = "".join(f"type {SHORT[name]} = {name}\n" for name in TYPES)
    return f"{text}{aliases}func at(x s32) u64 {{ return u64(u32(x)) }}\n"


def main():
    path = pathlib.Path(sys.argv[1])
    path.write_text(shortened(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
