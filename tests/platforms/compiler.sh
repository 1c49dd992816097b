#!/usr/bin/env bash
# Installs the compiler for systems that are not at hand into build/platforms: quick when done. It is clang with the headers
# and libraries of each system, from PyPI. Where they cannot be had, build/platforms/absent has the reason.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
into=$(cd "$here/../.." && pwd)/build/platforms
mkdir -p "$into/bin"
python=/usr/bin/python3
command -v "$python" > /dev/null || python=python3
key=$({ "$python" --version; cat "$here/requirements.txt" "$here/compiler.sh"; } 2>&1 | sha256sum | cut -d ' ' -f 1)
[ -f "$into/stamp" ] && [ "$(cat "$into/stamp")" = "$key" ] && exit 0
rm -f "$into/stamp"
[ -x "$into/env/bin/python" ] || timeout 600 "$python" -m venv "$into/env"
if ! timeout 900 "$into/env/bin/python" -m pip install --no-deps --disable-pip-version-check --retries 1 --timeout 20 \
  -r "$here/requirements.txt" > "$into/install.log" 2>&1 < /dev/null; then
  tail -n 1 "$into/install.log" > "$into/absent"
  echo "platforms: no compiler: $(cat "$into/absent") (see build/platforms/install.log)" >&2
  exit 0
fi
rm -f "$into/absent"

# usage: program NAME WORD…    the compiler's word as a program of its own, as build systems want it
program() {
  local name=$1
  shift
  printf '#!/bin/sh\nexec "%s" -m ziglang %s "$@"\n' "$into/env/bin/python" "$*" > "$into/bin/$name"
  chmod 755 "$into/bin/$name"
}
program ar ar
program ranlib ranlib
for system in x86_64-linux-musl aarch64-linux-musl aarch64-macos x86_64-macos x86_64-freebsd; do
  program "cc-$system" cc -target "$system"
  program "c++-$system" c++ -target "$system"
done
echo "$key" > "$into/stamp"
echo "platforms: compiler ready"
