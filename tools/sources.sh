#!/bin/sh
# Prints our source files that match the patterns, one a line: sh tools/sources.sh '*.cpp' '*.hpp'
# third_party/ has what others wrote, unchanged.
set -eu
cd "$(dirname "$0")/.."
git ls-files --cached --others --exclude-standard -- "$@" ':!third_party' | sort -u | while read -r file; do
  if [ -f "$file" ]; then echo "$file"; fi
done
