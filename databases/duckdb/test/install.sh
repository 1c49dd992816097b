#!/usr/bin/env bash
# Installs what the DuckDB extension is tested in, into build/duckdb: the newest and the oldest DuckDB for Python (PyPI),
# and one for Node.js (npm). Quick when done. What cannot be had leaves build/duckdb/NAME.absent with the reason, which
# the tests report; the exit code is 0 then.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
into=$(cd "$here/../../.." && pwd)/build/duckdb
mkdir -p "$into"

# usage: installed NAME FILE COMMAND…, which runs when FILE has changed
installed() {
  local name=$1 wanted=$2 key
  shift 2
  key=$(sha256sum < "$wanted")
  [ "$(cat "$into/$name.stamp" 2> /dev/null)" = "$key" ] && return
  rm -f "$into/$name.stamp"
  if "$@" > "$into/$name.log" 2>&1 < /dev/null; then
    rm -f "$into/$name.absent"
    printf '%s\n' "$key" > "$into/$name.stamp"
    echo "duckdb: $name ready"
  else
    tail -n 1 "$into/$name.log" > "$into/$name.absent"
    echo "duckdb: no $name: $(cat "$into/$name.absent") (see build/duckdb/$name.log)" >&2
  fi
}
python_engine() {
  local python=/usr/bin/python3
  [ -x "$python" ] || python=python3
  timeout 300 "$python" -m venv --clear "$into/$1" &&
    timeout 600 "$into/$1/bin/python" -m pip install --no-deps --only-binary :all: --disable-pip-version-check --retries 1 \
      --timeout 20 -r "$2"
}
# Its versions are exact; a lock file would ask for the programs of platforms that a registry may not have.
node_engine() (
  mkdir -p "$into/node" && cp "$here/package.json" "$into/node/" && cd "$into/node" &&
    timeout 300 npm install --no-package-lock --ignore-scripts --no-audit --no-fund --fetch-retries=1
)

installed newest "$here/requirements.txt" python_engine newest "$here/requirements.txt"
installed oldest "$here/requirements-oldest.txt" python_engine oldest "$here/requirements-oldest.txt"
installed node "$here/package.json" node_engine
exit 0
