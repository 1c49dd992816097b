#!/usr/bin/env bash
# Installs what the tests of the Python package need into build/python/env, pandas 2 into build/python/pandas2, and the
# schemas of Kubernetes into build/python/kubernetes: quick when done. usage: install.sh [PYTHON]
# What cannot be had leaves build/python/env.absent (pandas2.absent) with the reason, and the exit code is 0, so that an offline machine
# can test on; the tests then fail and say so.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
into=$(cd "$here/../../.." && pwd)/build/python
python=${1:-/usr/bin/python3}
command -v "$python" > /dev/null || python=python3
mkdir -p "$into"

# usage: environment NAME REQUIREMENTS
environment() {
  local env=$into/$1 requirements=$here/$2 key
  key=$({ "$python" --version; cat "$requirements"; } 2>&1 | sha256sum | cut -d ' ' -f 1)
  [ -f "$env.stamp" ] && [ "$(cat "$env.stamp")" = "$key" ] && return
  rm -f "$env.stamp"
  # Wheels alone: a library that would have to be compiled here is not what people have.
  if timeout 600 "$python" -m venv --clear "$env" > "$env.install.log" 2>&1 &&
    timeout 600 "$env/bin/python" -m pip install --no-deps --only-binary :all: --disable-pip-version-check --retries 1 \
      --timeout 20 -r "$requirements" >> "$env.install.log" 2>&1 < /dev/null; then
    rm -f "$env.absent"
    echo "$key" > "$env.stamp"
    echo "python: test environment $1 ready"
  else
    tail -n 1 "$env.install.log" > "$env.absent"
    echo "python: no test environment $1: $(cat "$env.absent") (see build/python/$1.install.log)" >&2
  fi
}

environment env requirements.txt
environment pandas2 requirements-pandas2.txt
environment kubernetes requirements-kubernetes.txt
exit 0
