#!/bin/bash
# Builds the fuzz targets in the tree of the address sanitizer. Runs each from its corpus for SORTID_FUZZ_SECONDS (15), two at
# a time. New inputs stay in the build tree. A failing input's path is printed: copy the file to fuzz/regressions/<name>/ to make
# it a test.
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p build
cmake --preset asan > build/fuzz.configure.log || {
  cat build/fuzz.configure.log
  exit 1
}
cmake --build --preset asan --target fuzz_targets

run_one() {
  local name=$1 work=build/asan/fuzz/runs/$1 folders=() folder
  mkdir -p "$work/new"
  for folder in "fuzz/corpus/$name" "fuzz/regressions/$name"; do
    if [ -d "$folder" ]; then folders+=("$folder"); fi
  done
  if "build/asan/bin/fuzz_$name" -max_total_time="${SORTID_FUZZ_SECONDS:-15}" -timeout=600 -rss_limit_mb=4096 \
    -artifact_prefix="$work/" "$work/new" "${folders[@]}" > "$work/log" 2>&1; then
    echo "fuzz_$name: $(grep -a '^Done' "$work/log" || tail -n 1 "$work/log")"
  else
    tail -n 60 "$work/log"
    echo "fuzz_$name: FAILED"
    return 1
  fi
}
export -f run_one

find fuzz -maxdepth 1 -name 'fuzz_*.cpp' | sort | sed 's|.*/fuzz_||; s|\.cpp$||' |
  xargs -r -P 2 -I '{}' bash -c 'run_one {}'
