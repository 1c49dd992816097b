#!/usr/bin/env bash
# Installs engines of tests/engines into build/engines/env, each for itself: quick when done. usage: install.sh [ENGINE…]
# Without a name all but Spark, Flink, Trino and Kafka, whose 400, 330, 90 and 55 megabytes only the deep tests and the measurements need.
# An engine that cannot be had leaves build/engines/NAME.absent with the reason, and its test is reported as absent.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
into=$(cd "$here/../.." && pwd)/build/engines
python=/usr/bin/python3
command -v "$python" > /dev/null || python=python3
mkdir -p "$into"

# What an engine has from Maven goes into build/engines/NAME. usage: jars NAME FILE
jars() {
  [ -e "$2" ] || return 0
  command -v mvn > /dev/null || { echo "no mvn (tools/deps.sh platforms installs it)" >> "$into/$1.install.log"; return 1; }
  timeout 900 mvn -q -B -f "$2" dependency:copy-dependencies -DoutputDirectory="$into/$1" >> "$into/$1.install.log" 2>&1 < /dev/null
}

# usage: install NAME FILE
install() {
  local key
  key=$({ "$python" --version; cat "${2%.txt}".*; } 2>&1 | sha256sum | cut -d ' ' -f 1)
  [ -f "$into/$1.stamp" ] && [ "$(cat "$into/$1.stamp")" = "$key" ] && return
  rm -f "$into/$1.stamp"
  # Spark is in the registry as sources alone, which hold its program for Java.
  if timeout 900 "$into/env/bin/python" -m pip install --no-deps --disable-pip-version-check --retries 1 --timeout 20 \
    -r "$2" > "$into/$1.install.log" 2>&1 < /dev/null && jars "$1" "${2%.txt}.xml"; then
    rm -f "$into/$1.absent"
    echo "$key" > "$into/$1.stamp"
    echo "engines: $1 ready"
  else
    tail -n 1 "$into/$1.install.log" > "$into/$1.absent"
    echo "engines: no $1: $(cat "$into/$1.absent") (see build/engines/$1.install.log)" >&2
  fi
}

[ -x "$into/env/bin/python" ] || timeout 600 "$python" -m venv "$into/env"
install tests "$here/requirements.txt"
[ $# -ne 0 ] || set -- clickhouse datafusion parsed
for engine in "$@"; do install "$engine" "$here/$engine.txt"; done
exit 0
