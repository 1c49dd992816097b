#!/bin/sh
# Prints our source files that match the patterns, one a line: sh tools/sources.sh '*.cpp' '*.hpp'
# DuckDB's headers stand here as DuckDB has them.
set -eu
cd "$(dirname "$0")/.."
git ls-files --cached --others --exclude-standard -- "$@" ':!databases/duckdb/api' | sort -u | while read -r file; do
  if [ -f "$file" ]; then echo "$file"; fi
done
