#!/usr/bin/env python3
"""Builds newest.cpp with a newer compiler and its own library, and runs it."""
import argparse
import pathlib
import subprocess

parser = argparse.ArgumentParser()
parser.add_argument("--cxx", required=True)
parser.add_argument("--include", action="append", default=[])
parser.add_argument("--work", required=True, type=pathlib.Path)
args = parser.parse_args()

args.work.mkdir(parents=True, exist_ok=True)
program = args.work / "newest"
source = pathlib.Path(__file__).with_suffix(".cpp")
flags = ["-std=c++23", "-stdlib=libc++", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
subprocess.run([args.cxx, *flags, *(f"-I{d}" for d in args.include), source, "-o", program], check=True)
subprocess.run([program], check=True)
