#!/usr/bin/env bash
# Installs the solver into build/proofs/env: quick when done. usage: install.sh [PYTHON]
# If it cannot be had, build/proofs/env.absent has the reason, and the exit code is 0, so that an offline machine can
# test on; the proofs then fail and say so.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
into=$(cd "$here/.." && pwd)/build/proofs
python=${1:-/usr/bin/python3}
command -v "$python" > /dev/null || python=python3
mkdir -p "$into"

key=$({ "$python" --version; cat "$here/requirements.txt"; } 2>&1 | sha256sum | cut -d ' ' -f 1)
[ -f "$into/env.stamp" ] && [ "$(cat "$into/env.stamp")" = "$key" ] && exit 0
rm -f "$into/env.stamp"
if timeout 600 "$python" -m venv --clear "$into/env" > "$into/install.log" 2>&1 &&
  timeout 600 "$into/env/bin/python" -m pip install --no-deps --only-binary :all: --disable-pip-version-check \
    --retries 1 --timeout 20 -r "$here/requirements.txt" >> "$into/install.log" 2>&1 < /dev/null; then
  rm -f "$into/env.absent"
  echo "$key" > "$into/env.stamp"
  echo "proofs: solver ready"
else
  tail -n 1 "$into/install.log" > "$into/env.absent"
  echo "proofs: no solver: $(cat "$into/env.absent") (see build/proofs/install.log)" >&2
fi
exit 0
