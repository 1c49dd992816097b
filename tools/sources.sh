#!/bin/sh
# Prints our source files that match the patterns, one a line: sh tools/sources.sh '*.cpp' '*.hpp'
set -eu
cd "$(dirname "$0")/.."
git ls-files --cached --others --exclude-standard -- "$@" | sort -u | while read -r file; do
  if [ -f "$file" ]; then echo "$file"; fi
done
