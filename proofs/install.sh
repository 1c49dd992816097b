#!/usr/bin/env bash
# Installs the first prover's solver into build/proofs/env, or the second prover into build/proofs/machine: quick when done.
# usage: install.sh [machine]
# If it cannot be had, build/proofs/NAME.absent has the reason, and the exit code is 0, so that an offline machine can
# test on; the proofs then fail and say so.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
into=$(cd "$here/.." && pwd)/build/proofs
name=${1:-env}
needs=$here/requirements.txt
[ "$name" = env ] || needs=$here/$name.lock
python=/usr/bin/python3
command -v "$python" > /dev/null || python=python3
mkdir -p "$into"

key=$({ "$python" --version; cat "$needs"; } 2>&1 | sha256sum | cut -d ' ' -f 1)
[ -f "$into/$name.stamp" ] && [ "$(cat "$into/$name.stamp")" = "$key" ] && exit 0
rm -f "$into/$name.stamp"
if timeout 600 "$python" -m venv --clear "$into/$name" > "$into/$name.log" 2>&1 &&
  timeout 600 "$into/$name/bin/python" -m pip install --no-deps --disable-pip-version-check \
    --retries 1 --timeout 20 -r "$needs" >> "$into/$name.log" 2>&1 < /dev/null; then
  rm -f "$into/$name.absent"
  echo "$key" > "$into/$name.stamp"
  echo "proofs: $name ready"
else
  tail -n 1 "$into/$name.log" > "$into/$name.absent"
  echo "proofs: no $name: $(cat "$into/$name.absent") (see build/proofs/$name.log)" >&2
fi
exit 0
