#!/usr/bin/env bash
# Makes build/site, by programs that it installs into build/site-tools. usage: site/make.sh [--browser]
# `make site` has built the page, the packages and the extensions of SQLite and DuckDB before. --browser: opens it in one, too.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=build/site-tools
key=$(cat site/requirements.txt site/package-lock.json | sha256sum | cut -d ' ' -f 1)
if [ ! -f $tools/stamp ] || [ "$(cat $tools/stamp)" != "$key" ]; then
  rm -rf $tools
  mkdir -p $tools
  cp site/package.json site/package-lock.json $tools/
  (cd $tools && npm ci --ignore-scripts --no-audit --no-fund)
  python3 -m venv $tools/env
  $tools/env/bin/pip install --quiet --no-deps --disable-pip-version-check -r site/requirements.txt
  echo "$key" > $tools/stamp
fi
rm -rf $tools/wheel
python3 -m zipfile -e build/python/wheel/*.whl $tools/wheel
$tools/env/bin/python site/build.py --page build/release/web --package build/release/js/sortid --wheel $tools/wheel \
  --modules $tools/node_modules \
  --version build/release/include/sortid/version.hpp --sqlite build/release/lib/sqlite3/sortid.so \
  --duckdb build/release/lib/duckdb/sortid.duckdb_extension build/site
python3 site/check.py build/site
if [ "${1:-}" = --browser ]; then
  tests/web/install.sh
  [ ! -f build/web-tests/absent ] || { cat build/web-tests/absent >&2; exit 1; }
  node site/browse.mjs build/site build/web-tests/node_modules
fi
echo "The site is build/site/index.html"
