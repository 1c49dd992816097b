#!/bin/sh
# Shows ids of every format: minted, inspected, converted, searched by time. usage: tools/demo.sh path/to/sortid
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

for format in ulid typeid uuidv7 euid ulid-flake ulid-flake-scalable xid uid11-fullrand uid11-snowish uid11-ts-seq-rand; do
  title "$format"
  case $format in
    typeid) show new typeid --prefix user -n 3 ;;
    *) show new "$format" -n 3 ;;
  esac
done

title "An id, taken apart"
ulid=$("$sortid" new ulid)
show inspect "$ulid"
euid=$("$sortid" new euid)
show inspect "$euid"

title "The same 128 bits in other clothes"
show convert --to uuid "$ulid"
show convert --to typeid --prefix user "$ulid"

title "All ids of one millisecond, ready for BETWEEN"
show range --format ulid --at 2026-01-01T00:00:00Z

title "A damaged id does not pass"
damaged="${ulid%?}U"
printf '%s$ sortid check %s%s\n' "$bold" "$damaged" "$plain"
if "$sortid" check "$damaged"; then
  echo "tools/demo.sh: a damaged id passed" >&2
  exit 1
fi

printf '\nThe program is %s; see its --help.\n' "$sortid"
