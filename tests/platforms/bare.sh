#!/bin/bash
# Runs the README's two commands, `make run` and `make test`, in a bare Debian (git, make and ca-certificates, in a chroot) on a
# fresh clone of the last commit. The ordinary user has sudo, umask 077, a path with a space, another locale and another time
# zone. The script needs root and debootstrap, and takes the mirror and the settings of the registries' clients from this machine.
# usage: tests/platforms/bare.sh [SUITE] [root | user] [run | test]    (default: bookworm, both users, both commands)
#   SORTID_BARE      the folder of the systems (build/bare); a bare system that is there already is used again
#   CONFIGURE_ARGS   passed on to make
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source=$(cd "$here/../.." && pwd)
work=${SORTID_BARE:-$source/build/bare}
suite=bookworm
root=$work/system

fail() {
  echo "bare.sh: $*" >&2
  exit 1
}
users='root user' commands='run test'
for word in "$@"; do
  case $word in
    root | user) users=$word ;;
    run | test) commands=$word ;;
    bookworm | trixie) suite=$word ;;
    *) fail "usage: tests/platforms/bare.sh [bookworm | trixie] [root | user] [run | test]" ;;
  esac
done
base=$work/$suite
if [ "$(id -u)" != 0 ]; then
  command -v sudo > /dev/null || fail "a chroot needs root, or sudo"
  exec sudo --preserve-env "$here/bare.sh" "$@"
fi
# Private namespaces: no mount and no process remains, however this ends.
if [ -z "${SORTID_BARE_INSIDE:-}" ]; then
  SORTID_BARE_INSIDE=1 exec unshare --mount --pid --fork --kill-child --propagation private "$here/bare.sh" "$@"
fi

bootstrap() {
  # The recipe is this function and that script: another recipe, another system.
  local recipe
  recipe=$({ declare -f bootstrap; cat "$source/tools/debian.sh"; } | sha256sum | cut -d ' ' -f 1)
  [ -f "$base/.complete" ] && [ "$(cat "$base/.complete")" = "$recipe" ] && return
  "$source/tools/debian.sh" "$suite" "$base" --include=ca-certificates,git,locales,make,sudo,tzdata
  chroot "$base" localedef -i tr_TR -f UTF-8 tr_TR.UTF-8
  chroot "$base" useradd --create-home --shell /bin/sh someone
  printf '%s\n' 'someone ALL=(ALL) NOPASSWD: ALL' 'Defaults env_keep += "http_proxy https_proxy no_proxy"' \
    > "$base/etc/sudoers.d/someone"
  echo "$recipe" > "$base/.complete"
}

# bring_settings OWNER HOME: copies how this machine reaches the registries: the variables that tests keep, the clients' files,
# and the files that either names.
bring_settings() {
  settings=()
  local name value file
  while IFS='=' read -r -d '' name value; do
    case $name in
      PATH | HOME | TMPDIR | CI | SORTID_* | CCACHE_* | CHROMIUM | PG_CONFIG | PWD | SHLVL | _) continue ;;
    esac
    settings+=("$name=$value")
    [ ! -e "$value" ] || bring "$value"
  done < <("$source/tools/clean.sh" env -0)
  for file in /etc/pip.conf /etc/npmrc /usr/local/etc/npmrc /etc/resolv.conf /etc/hosts; do
    [ ! -e "$file" ] || bring "$file"
  done
  for file in $(sed -n 's/^ *\(cafile\|cert\) *= *//p' /etc/pip.conf /etc/npmrc /usr/local/etc/npmrc ~/.npmrc 2> /dev/null); do
    [ ! -e "$file" ] || bring "$file"
  done
  for file in .npmrc .config/go/env .config/pip/pip.conf; do
    [ ! -e ~/"$file" ] || install -D --mode=600 ~/"$file" "$root$2/$file"
  done
  chown -R "$1:$1" "$root$2"
}
# Copies files instead of links, whose targets may not be in the system. Omits links that lead nowhere.
bring() {
  mkdir -p "$root$(dirname "$1")"
  cp -rLT --remove-destination "$1" "$root$1" 2> /dev/null || [ -d "$1" ] || fail "cannot copy $1"
}

# carry_out USER: runs the commands in a new system, as that user.
carry_out() {
  local user=$1 home=/root where=/usr/local/src owner=0 mask=022 place=() tree command as begun
  rm -rf --one-file-system "$root"
  mkdir "$root"
  # In memory where there is much: installing is quicker there, and nothing has to be deleted.
  [ "$(awk '/^MemAvailable/ { print $2 }' /proc/meminfo)" -lt 16000000 ] || mount -t tmpfs -o mode=755,size=12g system "$root"
  cp -a --reflink=auto "$base/." "$root"
  if [ "$user" = user ]; then
    home=/home/someone where="/home/someone/a folder" owner=1000 mask=077 place=(LANG=tr_TR.UTF-8 SORTID_LANG=tr_TR.UTF-8 TZ=Asia/Kathmandu)
    ln -sf /usr/share/zoneinfo/Asia/Kathmandu "$root/etc/localtime"
  fi
  tree=$where/sortid
  bring_settings "$owner" "$home"
  mount -t proc proc "$root/proc"
  mkdir -p "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts" # terminals, which the tests of the command line open
  mount -t tmpfs tmpfs "$root/dev/shm"
  as=(chroot --userspec="$owner:$owner" "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
    HOME="$home" CONFIGURE_ARGS="${CONFIGURE_ARGS:-}" "${place[@]}" "${settings[@]}")
  git -c safe.directory='*' clone -q --no-hardlinks "$source" "$root$tree"
  chown -R "$owner:$owner" "$root$where"
  for command in $commands; do
    begun=$SECONDS
    echo "== make $command, as $user"
    "${as[@]}" sh -euc 'umask "$1"; cd "$2"; make "$3"' sh "$mask" "$tree" "$command" < /dev/null 2>&1 ||
      fail "make $command as $user in $suite"
    echo "== make $command, as $user: $((SECONDS - begun)) s"
  done
  umount --lazy --recursive "$root" 2> /dev/null || # a program that a test started may still end
    umount --lazy "$root/dev/pts" "$root/dev/shm" "$root/proc"
}

mkdir -p "$work"
bootstrap
for user in $users; do carry_out "$user"; done
rm -rf --one-file-system "$root"
