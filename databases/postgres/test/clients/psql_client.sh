#!/bin/sh
# psql: variables, \copy, \gexec, and how a bad id is rejected. PGHOST and the like name the server.
set -eu

psql="$PG_BINDIR/psql -XqAt -v ON_ERROR_STOP=1"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

same() { # what, expected, found
  [ "$2" = "$3" ] || {
    printf 'psql: %s: expected "%s", found "%s"\n' "$1" "$2" "$3" >&2
    exit 1
  }
}

same 'a variable' '01ARZ3NDEKTSV4RRFFQ69G5FAV|01563e3a-b5d3-d676-4c61-efb99302bd5b' "$($psql -v id=01arz3ndektsv4rrffq69g5fav << 'SQL'
SELECT :'id'::ulid, :'id'::ulid::uuid;
SQL
)"

same 'a result as a variable' '1|t' "$($psql << 'SQL'
CREATE TEMP TABLE orders (id ulid PRIMARY KEY DEFAULT ulid_generate(), owner typeid('user') DEFAULT typeid_generate('user'));
INSERT INTO orders DEFAULT VALUES RETURNING id AS mine \gset
SELECT count(*), bool_and(owner::text LIKE 'user\_%') FROM orders WHERE id = :'mine';
SQL
)"

same '\copy there and back' '500|500' "$($psql << SQL
CREATE TEMP TABLE made AS SELECT ulid_generate() AS id, xid_generate() AS x FROM generate_series(1, 500);
\\copy made TO '$folder/made.csv' CSV HEADER
CREATE TEMP TABLE back (LIKE made);
\\copy back FROM '$folder/made.csv' CSV HEADER
SELECT count(*), count(b.*) FROM made LEFT JOIN back b USING (id, x);
SQL
)"

same 'SQLSTATE' '22P02' "$($psql -v ON_ERROR_STOP=0 << 'SQL' 2> /dev/null
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAU'::ulid;
\echo :SQLSTATE
SQL
)"
detail=$($psql -v ON_ERROR_STOP=0 -c "SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAU'::ulid" 2>&1 | sed -n 's/^DETAIL: *//p')
case $detail in
  'character at position 25'*) ;;
  *) same 'the detail' 'character at position 25 …' "$detail" ;;
esac
echo 'psql: ok'
