#!/bin/sh
# Shows ids of every format: new ones, inspected, converted, searched by time, and in a table of an SQLite file.
# usage: tools/demo.sh path/to/sortid
set -eu

sortid=${1:?usage: tools/demo.sh path/to/sortid}

bold='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
  bold=$(printf '\033[1m') plain=$(printf '\033[0m')
fi

title() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }
show() {
  printf '%s$ sortid %s%s\n' "$bold" "$*" "$plain"
  "$sortid" "$@"
}

title "Every format sortid knows"
show formats

# In a Turkish locale a-z lacks the i.
for format in $("$sortid" formats | sed -n 's/^\([^ :]*\): .*/\1/p' | grep -v '^kernels$'); do
  [ "$format" != uuid ] || continue # a new UUID is a uuidv7
  title "$format"
  case $format in
    typeid) show new typeid --prefix user -n 3 ;;
    uid11-snowish) show new uid11-snowish --machine 0 -n 3 ;; # its ids are kept apart by that number alone
    *) show new "$format" -n 3 ;;
  esac
done

title "An id, taken apart"
ulid=$("$sortid" new ulid)
show inspect "$ulid"
euid=$("$sortid" new euid)
show inspect "$euid"

title "The same 128 bits in other formats"
show convert --to uuid "$ulid"
show convert --to typeid --prefix user "$ulid"

title "All ids of one millisecond, ready for BETWEEN"
show range --format ulid --at 2026-01-01T00:00:00Z

title "A damaged id is rejected"
damaged="${ulid%?}U"
printf '%s$ sortid check %s%s\n' "$bold" "$damaged" "$plain"
if "$sortid" check "$damaged"; then
  echo "tools/demo.sh: a damaged id passed" >&2
  exit 1
fi

extensions=$(cd "$(dirname "$sortid")/.." && pwd)/lib/sqlite3
if [ ! -f "$extensions/sortid.so" ]; then
  echo "tools/demo.sh: there is no $extensions/sortid.so" >&2
  exit 1
fi
title "A table in SQLite"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ask() {
  printf '%ssqlite> %s%s\n' "$bold" "$1" "$plain"
  # From the extension's folder, because .load splits a path at a space or a quote.
  (cd "$extensions" && sqlite3 -init /dev/null -batch "$folder/demo.db" ".load ./sortid" ".mode column" "$1" 2>&1)
}
ask "CREATE TABLE event(
  id BLOB PRIMARY KEY DEFAULT (ulid_bytes()) CHECK (ulid_is_valid(id)),
  what TEXT NOT NULL
) WITHOUT ROWID;"
ask "INSERT INTO event(what) VALUES ('opened'), ('read'), ('closed');"
ask "INSERT INTO event SELECT bytes, 'many' FROM id_generate(100000);"
ask "INSERT INTO event VALUES (ulid_at_bytes('2026-01-15 12:00:00'), 'long ago');"
ask "SELECT ulid(id), ulid_time(id), what FROM event LIMIT 4;"
january="FROM event WHERE id BETWEEN
  ulid_first_bytes('2026-01-01', '2026-02-01') AND ulid_last_bytes('2026-01-01', '2026-02-01');"
ask "SELECT ulid(id), what $january"
ask "EXPLAIN QUERY PLAN SELECT ulid(id), what $january"

printf '\nThe program is %s; see its --help. The extension is %s; see docs/sqlite.md.\n' "$sortid" \
  "$extensions/sortid.so"
