#!/usr/bin/env bash
# Installs what the tests of the npm package need beside node, the TypeScript compiler and esbuild, into build/js-tests. Quick when
# done. Without a registry it leaves a message and the exit code 0, and the test says what it passed over.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
into=$(cd "$here/../../.." && pwd)/build/js-tests
mkdir -p "$into"
cmp -s "$here/package-lock.json" "$into/package-lock.json" && [ -d "$into/node_modules/typescript" ] && [ -d "$into/node_modules/esbuild" ] && exit 0
cp "$here/package.json" "$here/package-lock.json" "$into/"
if (cd "$into" && timeout 300 npm ci --ignore-scripts --no-audit --no-fund --fetch-retries=1 >install.log 2>&1 </dev/null); then
  echo "js: typescript and esbuild ready"
else
  rm -f "$into/package-lock.json"
  echo "js: typescript and esbuild not installed (see build/js-tests/install.log)" >&2
fi
