#!/bin/sh
# One client's test, beside a server that PGHOST and the like name. usage: run.sh node|psycopg FOLDER-OF-VECTORS
# 77: its driver could not be had, and install.sh said why. In CI that is a failure.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
drivers=$(cd "$here/../../../.." && pwd)/build/clients

if [ ! -f "$drivers/$1.stamp" ]; then
  echo "not run: $(cat "$drivers/$1.absent" 2> /dev/null || echo 'clients/install.sh has not run (tools/deps.sh test)')"
  [ -n "${CI:-}" ] && exit 1
  exit 77
fi
case $1 in
  node) SORTID_NODE_MODULES=$drivers/node exec node "$here/node_client.mjs" "$2" ;;
  psycopg) exec "$drivers/psycopg/bin/python" "$here/psycopg_client.py" "$2" ;;
esac
