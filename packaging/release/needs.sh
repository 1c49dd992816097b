#!/bin/sh
# What a Debian package depends on for these libraries of its. usage: needs.sh LIBRARY…
set -eu
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
mkdir "$folder/debian" # dpkg-shlibdeps asks for a source package around it
printf 'Source: sortid\n\nPackage: sortid\nArchitecture: any\n' > "$folder/debian/control"
for library; do set -- "$@" "-e$(realpath "$library")" && shift; done
cd "$folder"
dpkg-shlibdeps -O "$@" | sed 's/^shlibs:Depends=//'
