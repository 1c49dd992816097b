#!/usr/bin/env bash
# usage: run.sh FOLDER-OF-THE-PACKAGE; installs what the matrix needs into build/js-deep and runs it. 77 without a registry.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
into=$(cd "$here/../../../.." && pwd)/build/js-deep
mkdir -p "$into"

wanted=$(sha256sum < "$here/package.json" | cut -d ' ' -f 1)
if [ "$(cat "$into/stamp" 2> /dev/null)" != "$wanted" ]; then
  cp "$here/package.json" "$into/"
  if ! (cd "$into" && npm install --ignore-scripts --no-package-lock --no-audit --no-fund --fetch-retries=1) > "$into/install.log" 2>&1 < /dev/null; then
    echo "js_deep: not run: npm install failed, see build/js-deep/install.log" >&2
    [ -z "${CI:-}" ] || exit 1
    exit 77
  fi
  printf '%s\n' "$wanted" > "$into/stamp"
fi
# Some of the tools want a newer Node than Debian's; npm has one for these machines.
node=$(find "$into"/node_modules/node-linux-*/bin -name node -type f 2> /dev/null | head -n 1 || true)
SORTID_JS=$1 SORTID_DEEP=$into exec "${node:-node}" --test --test-reporter=spec "$here/matrix.test.mjs"
