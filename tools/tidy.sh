#!/bin/sh
# clang-tidy over the library and the command line, two files at a time. Needs the `clang` preset configured, whose
# compile commands it reads. Tests are left out: gtest's macros are half of what it would report.
set -eu
cd "$(dirname "$0")/.."
sh tools/sources.sh 'src/*.cpp' 'cli/*.cpp' 'fuzz/replay_main.cpp' |
  xargs -P 2 -n 2 clang-tidy-14 -p build/clang --quiet 2> build/clang/tidy.log || {
  # Its standard error counts warnings of system headers; only compiler trouble is worth showing.
  grep -v 'warnings\? generated\|^Suppressed\|^Use -header-filter' build/clang/tidy.log >&2 || true
  exit 1
}
