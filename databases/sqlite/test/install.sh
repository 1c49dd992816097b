#!/usr/bin/env bash
# Fetches, into build/sqlite, what the extension is tested in beside the system's SQLite: a SQLite for Node.js (npm), and
# the sources of the oldest SQLite that is supported, which better-sqlite3 6.0.0 carries. Quick when done. What cannot be
# had leaves a mark with the reason, build/sqlite/NAME.absent, which the tests report; the exit code is 0 then.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
into=$(cd "$here/../../.." && pwd)/build/sqlite
oldest=better-sqlite3@6.0.0
oldest_sha512=43d73dd654303addab22693a645ead9a7c694e716885d4c42713ac2f1744ee2dadba8942a54278d88656e89b7499c363c0ec6318d1a5fd218ed5b6d22493cf2c
mkdir -p "$into"
log=$into/install.log

absent() {
  printf '%s\n' "$2" > "$into/$1.absent"
  echo "sqlite: $1 not installed: $2 (see build/sqlite/install.log)" >&2
}
quietly() { timeout 300 "$@" >> "$log" 2>&1 < /dev/null; }

node_sqlite() {
  local lock
  lock=$(sha256sum < "$here/package-lock.json")
  [ "$(cat "$into/node.stamp" 2> /dev/null)" = "$lock" ] && return
  mkdir -p "$into/node" && cp "$here"/package*.json "$into/node/" || return
  # Its program comes in the package; nothing is compiled.
  (cd "$into/node" && quietly npm ci --ignore-scripts --no-audit --no-fund --fetch-retries=1) ||
    { absent node "npm ci failed"; return; }
  rm -f "$into/node.absent"
  printf '%s\n' "$lock" > "$into/node.stamp"
}

oldest_sqlite() {
  [ -f "$into/oldest/sqlite3.c" ] && return
  local work=$into/oldest.new
  rm -rf "$work" && mkdir -p "$work/source" || return
  (cd "$work" && quietly npm pack --ignore-scripts "$oldest") || { absent oldest "npm pack $oldest failed"; return; }
  if [ "$(sha512sum "$work"/*.tgz | cut -d ' ' -f 1)" != "$oldest_sha512" ]; then
    absent oldest "$oldest is not the package that it was"
    return
  fi
  tar -xzf "$work"/*.tgz -C "$work" package/deps/sqlite3.tar.gz &&
    tar -xzf "$work/package/deps/sqlite3.tar.gz" -C "$work/source" && mv "$work/source" "$into/oldest" ||
    { absent oldest "$oldest has no sources of SQLite"; return; }
  rm -rf "$work" "$into/oldest.absent"
}

if command -v npm > /dev/null; then
  node_sqlite
  oldest_sqlite
else
  absent node "no npm on this machine"
  absent oldest "no npm on this machine"
fi
exit 0
