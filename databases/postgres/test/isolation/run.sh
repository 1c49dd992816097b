#!/bin/sh
# pg_isolation_regress on the specs beside this file, in the server that PGHOST and the like name; it must have the
# extension's files. Differences are shown.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
pgxs=$(dirname "$(dirname "$("$PG_CONFIG" --pgxs)")")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
specs=$(cd "$here/specs" && ls ./*.spec | sed 's,^\./,,; s,\.spec$,,')
# shellcheck disable=SC2086
"$pgxs/test/isolation/pg_isolation_regress" --bindir="$PG_BINDIR" --inputdir="$here" --outputdir="$out" \
  --load-extension=sortid --dbname=isolation_sortid $specs || {
  cat "$out/regression.diffs" "$out"/output_iso/regression.diffs 2> /dev/null
  exit 1
}
