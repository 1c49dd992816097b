#!/usr/bin/env bash
# Installs what the tests of the Python package need into build/python/env: quick when done. usage: install.sh [PYTHON]
# What cannot be had leaves build/python/env.absent with the reason, and the exit code is 0, so that an offline machine
# can test on; the tests then fail and say so.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
into=$(cd "$here/../.." && pwd)/build/python
python=${1:-/usr/bin/python3}
command -v "$python" > /dev/null || python=python3
mkdir -p "$into"

key=$({ "$python" --version; cat "$here/requirements.txt"; } 2>&1 | sha256sum | cut -d ' ' -f 1)
[ -f "$into/env.stamp" ] && [ "$(cat "$into/env.stamp")" = "$key" ] && exit 0
rm -f "$into/env.stamp"
# Wheels alone: a library that would have to be compiled here is not what people have.
if timeout 600 "$python" -m venv --clear "$into/env" > "$into/install.log" 2>&1 &&
  timeout 600 "$into/env/bin/python" -m pip install --no-deps --only-binary :all: --disable-pip-version-check --retries 1 \
    --timeout 20 -r "$here/requirements.txt" >> "$into/install.log" 2>&1 < /dev/null; then
  rm -f "$into/env.absent"
  echo "$key" > "$into/env.stamp"
  echo "python: test environment ready"
else
  tail -n 1 "$into/install.log" > "$into/env.absent"
  echo "python: no test environment: $(cat "$into/env.absent") (see build/python/install.log)" >&2
fi
exit 0
