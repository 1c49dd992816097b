#!/usr/bin/env bash
# Builds the library and the command line for systems that are not at hand; runs the tests of those whose programs run here,
# musl's natively and Windows' by Wine, compiles for Microsoft's ABI, and links the others. docs/platforms.md says what that shows.
# usage: tests/platforms/run.sh [PLATFORM…]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
[ $# -ne 0 ] || set -- x86_64-linux-musl x86_64-windows-gnu aarch64-linux-musl x86_64-windows-msvc aarch64-macos x86_64-macos x86_64-freebsd
bash tests/platforms/compiler.sh
[ ! -e build/platforms/absent ] || exit 1
into=$PWD/build/platforms
export LC_ALL=C.UTF-8
# Wine keeps its Windows in the build tree, says nothing of what it lacks, and asks for nothing.
export WINEPREFIX=$into/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='

# Headers that are the same on every system, apart from this system's own.
headers=$into/include
mkdir -p "$headers"
for folder in CLI fmt nlohmann; do ln -sfn "/usr/include/$folder" "$headers/$folder"; done

# usage: tested PLATFORM [EMULATOR]
tested() {
  cmake -S tests/platforms -B "$into/$1" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 \
    -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/toolchains/$1.cmake" -DSORTID_ZIG="$into/bin" -DSORTID_HEADERS="$headers" \
    -DSORTID_EMULATOR="${2:-}"
  cmake --build "$into/$1" --target sortid_cli order_user c_vectors chacha20 generator_table kernel_sets mask node_window vectors
  ctest --test-dir "$into/$1" --output-on-failure --no-tests=error
}

# usage: with_version FOLDER
with_version() {
  mkdir -p "$1/sortid"
  local major minor patch
  IFS=. read -r major minor patch < VERSION
  sed -e "s/@PROJECT_VERSION@/$(cat VERSION)/" -e "s/@PROJECT_VERSION_MAJOR@/$major/" -e "s/@PROJECT_VERSION_MINOR@/$minor/" \
    -e "s/@PROJECT_VERSION_PATCH@/$patch/" include/sortid/version.hpp.in > "$1/sortid/version.hpp"
}

# usage: linked PLATFORM
linked() {
  with_version "$into/$1/include"
  find src cli -name '*.cpp' -print0 | xargs -0 "$into/bin/c++-$1" -std=c++20 -O1 -Wall -Wextra -Werror -Iinclude \
    -I"$into/$1/include" -Isrc -Icli -isystem "$headers" -DFMT_HEADER_ONLY -pthread -o "$into/$1/sortid"
  file -b "$into/$1/sortid"
}

for platform in "$@"; do
  echo "== $platform"
  case $platform in
    x86_64-linux-musl) tested "$platform" ;;
    x86_64-windows-gnu) tested "$platform" wine ;;
    x86_64-windows-msvc)
      with_version "$into/$platform/include"
      tests/platforms/clang_cl.sh "$into/$platform/include"
      ;;
    *) linked "$platform" ;;
  esac
done
