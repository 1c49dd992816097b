#!/bin/bash
# The files of a release on a Debian 12 that has nothing else, in a chroot of its own: installed as README and
# docs/releasing.md say, and used. Needs root, debootstrap, and the mirror that this machine's apt is set up with.
# usage: tests/packages/fresh.sh DIST WORK
set -euo pipefail
dist=$(cd "$1" && pwd)
mkdir -p "$2"
work=$(cd "$2" && pwd)
base=$work/base root=$work/root

skip() {
  echo "skipped: $*"
  exit 0
}
[ "$(id -u)" = 0 ] || skip "a chroot needs root"
# Nothing stays mounted and no server stays up, however this script ends.
if [ -z "${SORTID_FRESH_INSIDE:-}" ]; then
  SORTID_FRESH_INSIDE=1 exec unshare --mount --pid --fork --kill-child --propagation private "${BASH_SOURCE[0]}" "$dist" "$work"
fi

if [ ! -e "$base/.complete" ]; then
  failure=$("$(dirname "${BASH_SOURCE[0]}")/../../tools/debian.sh" bookworm "$base" 2>&1) || skip "$failure"
  touch "$base/.complete"
fi
rm -rf "$root"
cp -a "$base" "$root"
mount -t proc proc "$root/proc"
cp -r "$dist" "$root/dist"

cat > "$root/use.sh" << 'INSIDE'
set -euxo pipefail
cd /dist
sha256sum --quiet -c SHA256SUMS
apt="apt-get -q -y --no-install-recommends -o Dpkg::Options::=--force-unsafe-io"
$apt update > /dev/null
is() { [ "$1" = "$2" ] || { echo "fresh.sh: $1 instead of $2"; exit 1; }; }
version=$(dpkg-deb -f ./sortid_*.deb Version)
version=${version%-1}
id=01ARZ3NDEKTSV4RRFFQ69G5FAV
uuid=01563e3a-b5d3-d676-4c61-efb99302bd5b

# The shell, without any package.
tar xf "sortid-$version-linux-x86_64.tar.gz"
is "$("sortid-$version-linux-x86_64/bin/sortid" convert --to uuid $id)" $uuid
"sortid-$version-linux-x86_64/bin/sortid" new ulid

$apt install ./libsortid1_*.deb ./sortid_*.deb > /dev/null
is "$(sortid convert --to uuid $id)" $uuid

$apt install ./postgresql-15-sortid_*.deb > /dev/null
pg_ctlcluster 15 main start
psql="runuser -u postgres -- psql -AtqX -v ON_ERROR_STOP=1"
$psql -c 'CREATE EXTENSION sortid'
is "$($psql -c "SELECT '$id'::ulid::uuid")" $uuid
$psql -c 'CREATE TABLE orders (id ulid PRIMARY KEY DEFAULT ulid_generate())' -c 'INSERT INTO orders SELECT FROM generate_series(1, 1000)'
is "$($psql -c 'SELECT count(DISTINCT id) FROM orders')" 1000
pg_ctlcluster 15 main stop

$apt install sqlite3 > /dev/null
tar xf sortid-*-sqlite-linux-x86_64.tar.gz
is "$(sqlite3 :memory: ".load $(echo sortid-*-sqlite-linux-x86_64)/sortid" "SELECT substr(ulid_time('$id'), 1, 10)")" 2016-07-30

$apt install python3-venv > /dev/null
python3 -m venv /env
/env/bin/pip install -q --no-index --only-binary :all: --find-links . sortid
is "$(/env/bin/python -c "import sortid; print(sortid.ULID('$id').datetime.year)")" 2016

$apt install g++ > /dev/null
tar xf sortid-*-amalgamation.tar.gz
cd sortid-*-amalgamation
printf '#include "sortid.hpp"\n#include <cstdio>\nint main() { return sortid::ulid::parse("%s") ? 0 : 1; }\n' $id > main.cpp
g++ -std=c++20 -O1 main.cpp sortid.cpp -pthread
./a.out
INSIDE
chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
  bash /use.sh
echo "installed and used on a fresh Debian 12"
