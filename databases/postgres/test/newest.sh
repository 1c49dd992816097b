#!/bin/bash
# The extension on the newest PostgreSQL that Debian has, in a chroot of its own: built with that suite's compiler,
# pg_regress, TAP, and pg_upgrade from the release of this machine. Needs root, debootstrap, and a mirror that serves
# the suite: the one this machine's apt is set up with.
# usage: databases/postgres/test/newest.sh [prepare | bench FILE [OPTION…] | stage FOLDER | package FILE]
#   prepare   only make the chroot
#   bench     measure there with bench/databases/postgres.py, the figures into FILE
#   stage     build there, for a Debian package: what it installs, below FOLDER/root, and what it depends on, in FOLDER/needs
#   package   pg_regress with what that Debian package has, once apt finds what it depends on: in the chroot, of those that
#             were made before, with the server it is for
#   SORTID_POSTGRES_SUITE   the Debian suite (forky)
#   SORTID_NEWEST           where the chroot is kept from run to run (build/newest)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source=$(cd "$here/../../.." && pwd)
suite=${SORTID_POSTGRES_SUITE:-forky}
work=${SORTID_NEWEST:-$source/build/newest}

fail() {
  echo "newest.sh: $*" >&2
  exit 1
}
if [ "${1:-}" = package ]; then
  server=$(basename "$2" | cut -d - -f 2)
  suite=$(cd "$work" && ls -d ./*/usr/lib/postgresql/"$server" | cut -d / -f 2 | head -n 1) || fail "no chroot has PostgreSQL $server"
fi
root=$work/$suite

if [ "$(id -u)" != 0 ]; then
  command -v sudo > /dev/null || fail "a chroot needs root, or sudo"
  exec sudo --preserve-env=SORTID_POSTGRES_SUITE,SORTID_NEWEST,PG_CONFIG "${BASH_SOURCE[0]}" "$@"
fi

# Everything runs in namespaces of its own: nothing stays mounted and no server stays up, however this script ends.
if [ -z "${SORTID_NEWEST_INSIDE:-}" ]; then
  SORTID_NEWEST_INSIDE=1 exec unshare --mount --pid --fork --kill-child --propagation private "${BASH_SOURCE[0]}" "$@"
fi

in_root() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"; }

prepare() {
  # The recipe is the part of this file that makes the chroot: another recipe, another chroot.
  local recipe
  recipe=$({ declare -f prepare; cat "$source/tools/debian.sh"; } | sha256sum | cut -d ' ' -f 1)
  [ -f "$root/.complete" ] && [ "$(cat "$root/.complete")" = "$recipe" ] && return
  "$source/tools/debian.sh" "$suite" "$root"
  mkdir -p "$root/etc/postgresql-common"
  echo 'create_main_cluster = false' > "$root/etc/postgresql-common/createcluster.conf"
  printf 'path-exclude=/usr/share/doc/*\npath-exclude=/usr/share/man/*\npath-exclude=/usr/share/locale/*\n' \
    > "$root/etc/dpkg/dpkg.cfg.d/small"
  # Lists of a suite that changes daily expire after a week; a mirror that lags behind, or a cache, is good enough here.
  local apt='apt-get -q -y --no-install-recommends -o Dpkg::Options::=--force-confold -o Acquire::Check-Valid-Until=false'
  mount -t proc proc "$root/proc"
  in_root DEBIAN_FRONTEND=noninteractive sh -euc "
    $apt update
    $apt install dpkg-dev g++ make python3 libipc-run-perl postgresql
    version=\$(ls /usr/lib/postgresql | sort -n | tail -n 1)
    # The headers and PGXS without the LLVM that they want for bitcode, which is not built here.
    cd /tmp
    apt-get -q download postgresql-server-dev-\$version libpq-dev
    for package in ./*.deb; do dpkg-deb -x \"\$package\" /; done
    rm ./*.deb
    apt-get clean
  " > "$work/packages.log" 2>&1 || fail "packages of $suite: $(tail -n 3 "$work/packages.log" | tr '\n' ' ')"
  umount "$root/proc"
  echo "$recipe" > "$root/.complete"
}

mkdir -p "$work"
begun=$SECONDS
prepare
version=$(ls "$root/usr/lib/postgresql" | sort -n | tail -n 1)
echo "PostgreSQL $version of Debian $suite: chroot ready after $((SECONDS - begun)) s"
[ "${1:-}" != prepare ] || exit 0

mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev/shm" # the servers' shared memory

# The extension, built and installed as its packager would, into a folder.
config=/usr/lib/postgresql/$version/bin/pg_config
rm -rf "$root/source" "$root/stage"
mkdir -p "$root/source/docs" "$root/source/tests/oracle"
cp -r "$source/VERSION" "$source/include" "$source/src" "$source/databases" "$source/bench" "$root/source"
cp "$source/docs/functions.json" "$root/source/docs"
cp -r "$source/tests/oracle/vectors" "$root/source/tests/oracle"
regress() {
  in_root python3 /source/databases/postgres/test/with_cluster.py --stage /stage --pg-config "$config" -- \
    make -s -C /source/databases/postgres installcheck with_llvm=no PG_CONFIG="$config"
}
if [ "${1:-}" = package ]; then
  cp "$2" "$root/sortid.deb"
  in_root apt-get -q install --simulate /sortid.deb
  in_root dpkg-deb --extract /sortid.deb /stage
  regress
  exit
fi
begun=$SECONDS
in_root sh -euc "
  cd /source/databases/postgres
  make -s -j2 with_llvm=no PG_CONFIG=$config
  make -s install with_llvm=no PG_CONFIG=$config DESTDIR=/stage
" > "$work/build.log" 2>&1 || {
  cat "$work/build.log"
  fail "the extension does not build for PostgreSQL $version"
}
echo "built in $((SECONDS - begun)) s"

if [ "${1:-}" = stage ]; then
  cp -r "$root/stage" "$2/root"
  cp "$source/packaging/release/needs.sh" "$root"
  in_root sh -c "/needs.sh /stage/usr/lib/postgresql/$version/lib/*.so" > "$2/needs"
  exit
fi
if [ "${1:-}" = bench ]; then
  in_root python3 /source/bench/databases/postgres.py --stage /stage --pg-config "$config" --json /figures "${@:3}"
  cp "$root/figures" "$2"
  exit
fi

# A server of this machine's release and the extension built for it, to be upgraded. Its programs run in the chroot by
# the loader and the libraries that they have here.
old_install() {
  local old=$root/old config makefile program library loader
  config=${PG_CONFIG:-$(ls -d /usr/lib/postgresql/*/bin/pg_config | sort -V | tail -n 1)}
  rm -rf "$old" "$work/old"
  mkdir -p "$old/libraries" "$work/old/build"
  makefile=$(realpath --relative-to="$work/old/build" "$source/databases/postgres/Makefile") # make cannot hold a space
  make -s -j2 -C "$work/old/build" -f "$makefile" with_llvm=no PG_CONFIG="$config"
  make -s -C "$work/old/build" -f "$makefile" install with_llvm=no PG_CONFIG="$config" DESTDIR="$work/old/stage"
  PYTHONDONTWRITEBYTECODE=1 python3 - "$here" "$work/old" "$config" << 'PYTHON'
import pathlib, sys
sys.path.insert(0, sys.argv[1])
import with_cluster
work = pathlib.Path(sys.argv[2])
with_cluster.install_tree(work / "tree", sys.argv[3], work / "stage")
PYTHON
  cp -rL "$work/old/tree" "$old/tree"
  installed=$(dirname "$(find "$old/tree" -path '*/bin/postgres')")
  loader=$(ldd "$installed/postgres" | grep -o '/lib[^ ]*/ld-linux[^ ]*')
  cp -L "$loader" "$old/loader"
  for program in "$installed"/*; do
    case $program in
      */postgres | */initdb | */pg_ctl | */pg_controldata | */pg_resetwal | */psql | */pg_dump | */pg_dumpall | */pg_config) ;;
      *) continue ;;
    esac
    for library in $(ldd "$program" | awk '$3 ~ /^\// { print $3 }'); do cp -Lu "$library" "$old/libraries"; done
    mkdir -p "$old/programs"
    mv "$program" "$old/programs/"
    printf '#!/bin/sh\nexec /old/loader --argv0 "$0" --library-path /old/libraries /old/programs/%s "$@"\n' \
      "$(basename "$program")" > "$program"
    chmod +x "$program"
  done
  installed=${installed#"$root"}
  installed=${installed%/bin}
}
old_install

test=/source/databases/postgres/test
regress
in_root python3 $test/with_cluster.py --stage /stage --pg-config "$config" -- $test/isolation/run.sh
in_root sh -c "python3 $test/tap.py --stage /stage --pg-config $config --set SORTID_OLD_INSTALL=$installed $test/t/*.pl"
echo "PostgreSQL $version of Debian $suite: all in $SECONDS s"
