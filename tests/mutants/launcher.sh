#!/bin/sh
# launcher.sh ROOT own|all COMPILER …: launches the compiler. Changed sources (`all`: all of them) cost it little and may be warned of; what is
# as it was comes out of ccache.
root=$1 which=$2
shift 2
for source; do :; done
cache=$(command -v ccache)
[ -z "$cache" ] || cache="env CCACHE_BASEDIR=$root CCACHE_SLOPPINESS=locale $cache"
if [ "$which" = all ] || head -n 1 "$source" | grep -q '/mutant[.]hpp"$'; then set -- "$@" -w -O1; fi
# shellcheck disable=SC2086 # its words
exec $cache "$@"
