#!/usr/bin/env bash
# Installs the published implementations that run.py compares sortid with, into build/peers: node_modules (npm),
# a virtual environment (PyPI), one program (Go modules). Quick when done. What cannot be had leaves a mark with
# the reason, build/peers/GROUP.absent, which run.py reports; the exit code is 0 then, so that an offline machine
# can test on.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
into=$(cd "$here/../.." && pwd)/build/peers
mkdir -p "$into"
log=$into/install.log
: >"$log"

# A group is done when its stamp holds the hash of all that decides its content: lock files, sources, the
# tool's version.
key() { # the command that tells the tool's version, then files
  { $1; cat "${@:2}"; } 2>&1 | sha256sum | cut -d ' ' -f 1
}
done_already() { [ -f "$into/$1.stamp" ] && [ "$(cat "$into/$1.stamp")" = "$2" ]; }
ready() { rm -f "$into/$1.absent"; printf '%s\n' "$2" >"$into/$1.stamp"; echo "peers: $1 ready"; }
absent() {
  rm -f "$into/$1.stamp"
  printf '%s\n' "$2" >"$into/$1.absent"
  echo "peers: $1 not installed: $2 (see build/peers/install.log)" >&2
}
# The last line that says what went wrong, for the mark.
cause() {
  grep -aiE 'err(or)?[ !:]|failed|no matching|cannot|denied|timed? ?out' "$log" | grep -av 'complete log' | tail -n 1 |
    cut -c 1-160
}
quietly() { timeout 300 "$@" >>"$log" 2>&1 </dev/null; }

install_node() {
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    absent node "no node or npm on this machine"
    return
  fi
  local key
  key=$(key "node --version" "$here/package.json" "$here/package-lock.json")
  done_already node "$key" && return
  mkdir -p "$into/node"
  cp "$here/package.json" "$here/package-lock.json" "$into/node/"
  if (cd "$into/node" &&
    quietly npm ci --ignore-scripts --no-audit --no-fund --fetch-retries=1 --fetch-timeout=30000); then
    ready node "$key"
  else
    absent node "npm ci failed: $(cause)"
  fi
}

install_python() {
  command -v python3 >/dev/null || { absent python "no python3 on this machine"; return; }
  local key
  key=$(key "python3 --version" "$here/requirements.txt")
  done_already python "$key" && return
  if ! quietly python3 -m venv --clear "$into/python"; then
    absent python "python3 cannot make a virtual environment (Debian: python3-venv)"
    return
  fi
  # Wheels alone: a peer is run as published, and a compiler is no part of this test.
  local pip=("$into/python/bin/python" -m pip install --no-deps --only-binary :all: --disable-pip-version-check
    --retries 1 --timeout 20)
  if quietly "${pip[@]}" -r "$here/requirements.txt"; then
    ready python "$key"
    return
  fi
  # One wheel that does not exist for this Python must not take the other peers away.
  local missing=() requirement
  while read -r requirement; do
    quietly "${pip[@]}" "$requirement" || missing+=("$requirement")
  done < <(grep -v '^#' "$here/requirements.txt")
  if [ ${#missing[@]} -eq 0 ]; then
    ready python "$key"
  else
    absent python "pip could not install ${missing[*]}: $(cause)"
  fi
}

install_go() {
  command -v go >/dev/null || { absent go "no toolchain"; return; }
  local key
  local module=$here/drivers/go
  key=$(key "go version" "$module/main.go" "$module/go.mod" "$module/go.sum")
  done_already go "$key" && return
  mkdir -p "$into/go"
  # GOTOOLCHAIN=local: an older Go says so here and does not fetch another one.
  if (cd "$module" && GOTOOLCHAIN=local GOFLAGS=-mod=readonly GOWORK=off quietly go build -o "$into/go/peers" .); then
    ready go "$key"
  else
    absent go "go build failed: $(tail -n 1 "$log" | cut -c 1-200)"
  fi
}

install_node
install_python
install_go
exit 0
