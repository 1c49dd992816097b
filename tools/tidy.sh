#!/bin/sh
# Runs clang-tidy, two files at a time, over the library and the command line, or over the named folders. It reads the compile
# commands of the `clang` preset, which must be configured. It skips tests: gtest's macros would be half of its report.
# It reads a file once, even if several targets compile that file.
# usage: tools/tidy.sh [databases] [bindings]
set -eu
cd "$(dirname "$0")/.."
mkdir -p build/clang/tidy
python3 -c 'import json, sys; json.dump(list({c["file"]: c for c in reversed(json.load(sys.stdin))}.values()), sys.stdout)' \
  < build/clang/compile_commands.json > build/clang/tidy/compile_commands.json
: > build/clang/tidy.log
status=0

# tidy FILES OPTION…: FILES is a list of lines. clang-tidy's standard error counts warnings of system headers.
tidy() {
  files=$1
  shift
  echo "$files" | xargs -d '\n' -P 2 -I '{}' clang-tidy-14 -p build/clang/tidy --quiet '{}' "$@" 2>> build/clang/tidy.log || status=1
}
# These need flags of their own, because other builds than CMake's compile them.
core='-std=c++20 -Iinclude -Isrc -Ibuild/clang/include'

[ $# -ne 0 ] || set -- core
for part in "$@"; do
  case $part in
    core) tidy "$(sh tools/sources.sh 'src/*.cpp' 'cli/*.cpp' 'fuzz/replay_main.cpp')" ;;
    databases)
      tidy "$(sh tools/sources.sh 'databases/sql/*.cpp' 'databases/sqlite/src/*.cpp' 'databases/duckdb/src/*.cpp' 'databases/mysql/src/*.cpp')"
      # $core is a list of words, here and below.
      # shellcheck disable=SC2086
      tidy "$(sh tools/sources.sh 'databases/postgres/src/*.cpp')" -- $core -fno-exceptions -fno-rtti -Wno-register \
        -DSORTID_VERSION='""' -Idatabases/postgres/src -isystem "$(pg_config --includedir-server)"
      ;;
    bindings)
      # shellcheck disable=SC2086
      tidy "$(sh tools/sources.sh 'bindings/python/module/*.cpp')" -- $core -DPy_LIMITED_API=0x030b0000 \
        -isystem "$(/usr/bin/python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')"
      # shellcheck disable=SC2086
      tidy "$(sh tools/sources.sh 'bindings/js/src/*.cpp' ':!bindings/js/src/columns.cpp')" -- $core -fno-exceptions -fno-rtti
      # Vectors of WebAssembly. A target without threads knows no initialisation that is safe of them.
      sysroot=$(em-config CACHE)/sysroot
      # shellcheck disable=SC2086
      tidy bindings/js/src/columns.cpp --checks=-bugprone-dynamic-static-initializers -- $core -fno-exceptions -fno-rtti \
        --target=wasm32-unknown-emscripten -msimd128 --sysroot="$sysroot" -isystem "$sysroot/include/c++/v1" \
        -isystem "$sysroot/include/compat"
      # shellcheck disable=SC2086
      tidy web/page.cpp -- $core -Icli -fno-exceptions
      ;;
    *)
      echo "usage: tools/tidy.sh [databases] [bindings]" >&2
      exit 2
      ;;
  esac
done
if [ $status -ne 0 ]; then
  # Show compiler errors only.
  grep -v 'warnings\? generated\|^Suppressed\|^Use -header-filter' build/clang/tidy.log >&2 || true
fi
exit $status
