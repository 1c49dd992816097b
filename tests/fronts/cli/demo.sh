#!/bin/sh
# Runs the demonstration with the program and the extension in folders whose names have a space and quotes.
# usage: demo.sh path/to/sortid path/to/sortid.so
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree="$work/a folder of \"one's own\""
mkdir -p "$tree/bin" "$tree/lib/sqlite3"
cp "$1" "$tree/bin/sortid"
cp "$2" "$tree/lib/sqlite3/sortid.so"
"$here/../../../tools/demo.sh" "$tree/bin/sortid" > "$work/shown" 2>&1 || {
  cat "$work/shown"
  exit 1
}
for format in $("$1" formats --json | grep -o '^{"name":"[^"]*"' | cut -d '"' -f 4); do
  [ "$format" = uuid ] || grep -qE "sortid new $format( |$)" "$work/shown"
done
grep -q 'SEARCH event USING PRIMARY KEY' "$work/shown"
