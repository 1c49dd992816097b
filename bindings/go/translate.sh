#!/usr/bin/env bash
# Writes what of this package is generated: the core as Go source, from the module of WebAssembly, and the types of all formats.
# usage: translate.sh MODULE.wasm SORTID INTO
# 77: no Go that the translator needs.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
module=$1 program=$2 into=$3
PATH=$PATH:/usr/local/go/bin
translator=github.com/ncruces/wasm2go@v0.4.20

mkdir -p "$into/internal/core" "$root/build/go/bin"
if [ ! -x "$root/build/go/bin/wasm2go" ] &&
  ! GOBIN="$root/build/go/bin" GOFLAGS=-buildvcs=false go install "$translator" > "$root/build/go/install.log" 2>&1; then
  echo "skipped: $translator cannot be built by $(go version): $(tail -n 1 "$root/build/go/install.log")"
  exit 77
fi
"$root/build/go/bin/wasm2go" -embed -pkg core -o "$into/internal/core/core.go" "$module"
python3 "$here/shorten.py" "$into/internal/core/core.go"
python3 "$here/generate.py" --bin "$program" --header "$root/include/sortid.h" --into "$into"
