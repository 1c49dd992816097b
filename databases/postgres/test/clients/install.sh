#!/bin/sh
# Installs the drivers that the client tests use, into build/clients: node-postgres (npm), psycopg (PyPI). Quick when
# done. What cannot be had leaves the reason in build/clients/NAME.absent, and its test is reported as not run; the exit
# code is 0 then, so that an offline machine can test on.
set -u
here=$(cd "$(dirname "$0")" && pwd)
into=$(cd "$here/../../../.." && pwd)/build/clients
mkdir -p "$into"

# driver NAME COMMAND-THAT-TELLS-THE-VERSION FILE INSTALL-FUNCTION: once for each content of the file.
driver() {
  key=$({ $2 && cat "$3"; } 2>&1 | sha256sum | cut -d ' ' -f 1)
  [ "$(cat "$into/$1.stamp" 2> /dev/null)" = "$key" ] && return
  rm -f "$into/$1.stamp" "$into/$1.absent"
  if "$4" > "$into/$1.log" 2>&1 < /dev/null; then
    echo "$key" > "$into/$1.stamp"
  else
    tail -n 1 "$into/$1.log" | cut -c 1-200 > "$into/$1.absent"
    echo "clients: $1 not installed: $(cat "$into/$1.absent")" >&2
  fi
}

with_npm() {
  mkdir -p "$into/node"
  cp "$here/node/package.json" "$here/node/package-lock.json" "$into/node/"
  cd "$into/node" && timeout 300 npm ci --ignore-scripts --no-audit --no-fund --fetch-retries=1
}
with_pip() {
  timeout 60 python3 -m venv --clear "$into/psycopg" &&
    timeout 300 "$into/psycopg/bin/python" -m pip install --no-deps --only-binary :all: --disable-pip-version-check \
      --retries 1 -r "$here/requirements.txt"
}

(driver node 'node --version' "$here/node/package-lock.json" with_npm)
(driver psycopg 'python3 --version' "$here/requirements.txt" with_pip)
exit 0
