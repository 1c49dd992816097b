#!/bin/sh
# One client's test, beside a server that PGHOST and the like name.
# usage: run.sh pglite FOLDER-OF-VECTORS SCRIPT, which needs no server; psql | libpq PROGRAM FOLDER-OF-VECTORS | node FOLDER-OF-VECTORS | psycopg FOLDER-OF-VECTORS | package
# 77: the client's driver could not be had, and install.sh said why. In CI that is a failure.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
drivers=$(cd "$here/../../../.." && pwd)/build/clients


driver() {
  [ -f "$drivers/$1.stamp" ] && return
  echo "not run: $(cat "$drivers/$1.absent" 2> /dev/null || echo 'clients/install.sh has not run (tools/deps.sh test)')"
  [ -n "${CI:-}" ] && exit 1
  exit 77
}

if [ "$1" = pglite ]; then
  driver node
  SORTID_NODE_MODULES=$drivers/node exec node "$here/pglite_client.mjs" "$2" "$3"
fi
"$PG_BINDIR/psql" -XqAt -v ON_ERROR_STOP=1 -c 'CREATE EXTENSION sortid'
case $1 in
  psql) exec "$here/psql_client.sh" ;;
  libpq) exec "$2" "$3" ;;
  node)
    driver node
    SORTID_NODE_MODULES=$drivers/node exec node "$here/node_client.mjs" "$2"
    ;;
  psycopg)
    driver psycopg
    exec "$drivers/psycopg/bin/python" "$here/psycopg_client.py" "$2"
    ;;
  package) # of Python, as tests/fronts/python/wheel.py installed it
    driver psycopg
    PYTHONPATH=$(echo "$drivers"/../python/env/lib/python3*/site-packages)
    export PYTHONPATH
    exec "$drivers/psycopg/bin/python" "$here/python_package.py"
    ;;
esac
