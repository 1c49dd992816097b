#!/bin/sh
# Builds the library and a choice of tests for processors that are not at hand and runs them by an emulator: 64-bit ARM, for
# its kernels, and a big-endian one.
# usage: tests/platforms/foreign/run.sh [--all] [PROCESSOR…]    (--all: every test on every processor)
set -eu
cd "$(dirname "$0")/../../.."
all=OFF
if [ "${1:-}" = --all ]; then
  all=ON
  shift
fi
[ $# -ne 0 ] || set -- aarch64 s390x
for processor in "$@"; do
  folder=build/foreign/$processor
  echo "== $processor"
  cmake -S tests/platforms/foreign -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 -DSORTID_FOREIGN_ALL=$all \
    -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/toolchains/$processor-linux-gnu.cmake"
  cmake --build "$folder"
  ctest --test-dir "$folder" --output-on-failure --no-tests=error -j 2
done
