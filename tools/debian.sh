#!/bin/bash
# Makes a bare Debian in FOLDER, anew, from the mirror of this machine's apt. Its packages start no service and write without
# waiting for the disk. Needs root and debootstrap. Prints nothing but the reason of a failure; FOLDER.log has the rest.
# usage: tools/debian.sh SUITE FOLDER [OPTION of debootstrap…]
set -euo pipefail
suite=$1 folder=$2
shift 2

fail() {
  echo "no Debian $suite: $*" >&2
  exit 1
}
command -v debootstrap > /dev/null || fail "no debootstrap (tools/deps.sh all installs it)"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Label: Debian' 'Created-By: Packages' | sort -u | head -n 1)
[ -n "$mirror" ] || fail "apt knows no mirror; run apt-get update"
# debootstrap knows a new suite by the name of its script alone; all are made alike.
script=/usr/share/debootstrap/scripts/$suite
[ -e "$script" ] || script=/usr/share/debootstrap/scripts/sid
rm -rf --one-file-system "$folder"
mkdir -p "$folder"
# debootstrap takes no folder with a space in its name, so it sees the folder under another one, in a namespace of its own.
# shellcheck disable=SC2016
unshare --mount --propagation private sh -euc 'mount --bind "$1" /mnt; shift; exec debootstrap --variant=minbase "$@"' sh \
  "$folder" "$@" "$suite" /mnt "$mirror" "$script" > "$folder.log" 2>&1 ||
  fail "$(grep -aE '^[EW]:' "$folder.log" | tail -n 1) (mirror: $mirror)"
printf '#!/bin/sh\nexit 101\n' > "$folder/usr/sbin/policy-rc.d"
chmod +x "$folder/usr/sbin/policy-rc.d"
echo force-unsafe-io > "$folder/etc/dpkg/dpkg.cfg.d/quick"
