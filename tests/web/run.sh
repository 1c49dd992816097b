#!/usr/bin/env bash
# usage: run.sh path/to/sortid FOLDER-OF-THE-PAGE FOLDER-FOR-SCREENSHOTS; 77 where the browser or its driver is missing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
modules=$(cd "$here/../.." && pwd)/build/web-tests
browser=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}

missing() {
  echo "web: not run: $1" >&2
  # Whoever develops offline may go on; a change is not taken without these tests.
  [ -z "${CI:-}" ] || exit 1
  exit 77
}
[ -n "$browser" ] || missing "no Chromium on this machine (tools/deps.sh test installs it)"
[ ! -f "$modules/absent" ] || missing "$(cat "$modules/absent")"
[ -d "$modules/node_modules/playwright-core" ] || missing "no playwright-core (tests/web/install.sh installs it)"

export CHROMIUM=$browser SORTID_BIN=$1 SORTID_PAGE=$2 SORTID_SHOTS=$3 SORTID_WEB_MODULES=$modules/node_modules
export SORTID_PICTURE=$here/../../docs/images/page.png
export SORTID_VECTORS=${SORTID_VECTORS:-$here/../oracle/vectors}
exec node --test --test-reporter=spec "$here/page_test.mjs"
