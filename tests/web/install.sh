#!/usr/bin/env bash
# Installs what drives the page in a browser (npm) into build/web-tests. Quick when done. Where it cannot be had,
# build/web-tests/absent says why, which run.sh reports; the exit code is 0 then, so that an offline machine can test on.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
into=$(cd "$here/../.." && pwd)/build/web-tests
mkdir -p "$into"

wanted=$({ node --version; cat "$here/package.json" "$here/package-lock.json"; } 2>&1 | sha256sum | cut -d ' ' -f 1)
[ -f "$into/stamp" ] && [ "$(cat "$into/stamp")" = "$wanted" ] && exit 0

rm -f "$into/stamp" "$into/absent"
cp "$here/package.json" "$here/package-lock.json" "$into/"
if (cd "$into" && timeout 300 npm ci --ignore-scripts --no-audit --no-fund --fetch-retries=1 --fetch-timeout=30000) \
  > "$into/install.log" 2>&1 < /dev/null; then
  printf '%s\n' "$wanted" > "$into/stamp"
  echo "web tests: playwright-core and axe-core ready"
else
  echo "npm ci failed, see build/web-tests/install.log" > "$into/absent"
  echo "web tests: not installed: $(cat "$into/absent")" >&2
fi
