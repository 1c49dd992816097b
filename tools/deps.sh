#!/bin/sh
# Installs the missing apt packages of a task. If none is missing, it prints and does nothing.
# usage: tools/deps.sh [build|web|go|deb|python|release|rust|site|test|bench|platforms|all]
#   Every group includes build; release and test include web, deb and python. all, the default, is test and the tools
#   of CI and development. bench has the toolchains of the implementations that benchmarks compare with, platforms
#   what tests/platforms needs for other systems; all includes neither.
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
group=${1:-all}

# What Debian has under the number of a version: 13 has later ones, and no clang 14, whose code the proofs read.
server=15 java=17 clang=clang-14
case $(. /etc/os-release && echo "${VERSION_ID:-}") in 13*) server=17 java=21 clang= ;; esac

build='git make g++ ccache cmake ninja-build pkg-config python3 libcli11-dev libfmt-dev libsqlite3-dev sqlite3'
web='emscripten'
deb='dpkg-dev file'
python='python3 python3-dev python3-venv'
postgres="postgresql-server-dev-$server libpq-dev"
windows='g++-mingw-w64-x86-64-posix gcc-mingw-w64-x86-64-posix'
arm='g++-aarch64-linux-gnu'
rust='cargo librust-cc-dev'
test="libgtest-dev nlohmann-json3-dev librapidcheck-dev libbenchmark-dev python3-cryptography python3-pytest
  postgresql-$server libipc-run-perl mariadb-server
  etcd-server etcd-client libcurl4-openssl-dev openssl iproute2 iptables libfaketime
  $clang clang-19 libc++-19-dev libc++abi-19-dev qemu-user spin chromium openjdk-$java-jdk-headless maven wabt
  abigail-tools fish mandoc zsh"
develop='clang-format-14 clang-tidy-14 libclang-rt-14-dev llvm-14 shellcheck util-linux
  g++-s390x-linux-gnu googletest'
chroots='debootstrap'
bench='g++ pkg-config python3 python3-venv uuid-dev'
platforms='wine wine64 googletest nlohmann-json3-dev python3-venv file
  valgrind libc6-dbg qemu-user redis-server mono-mcs mono-runtime libmono-system-data4.0-cil'

case $group in
  build) wanted=$build ;;
  web) wanted="$build $web" ;;
  go) wanted="$build $web" ;;
  deb) wanted="$build $deb" ;;
  python) wanted="$build $python" ;;
  release) wanted="$build $web $deb $python $postgres $windows $chroots openjdk-$java-jdk-headless maven" ;;
  rust) wanted="$build $rust" ;;
  site) wanted="$build $web $python" ;;
  test) wanted="$build $web $deb $python $postgres $arm $rust $test" ;;
  bench)
    wanted=$bench
    command -v cargo > /dev/null || wanted="$wanted cargo"
    command -v javac > /dev/null || wanted="$wanted openjdk-17-jdk-headless"
    command -v mvn > /dev/null || wanted="$wanted maven"
    # Two versions of Boost's headers exclude each other, so an installed one stays.
    [ -e /usr/include/boost/version.hpp ] || wanted="$wanted libboost1.81-dev"
    ;;
  platforms)
    wanted="$build $windows $platforms $chroots"
    command -v mvn > /dev/null || wanted="$wanted maven"
    ;;
  all) wanted="$build $web $deb $python $postgres $arm $rust $test $develop $chroots" ;;
  *)
    echo "usage: tools/deps.sh [build|web|go|deb|python|release|rust|site|test|bench|platforms|all]" >&2
    exit 2
    ;;
esac

# The npm package and some peers in the tests are JavaScript; any Node.js will do.
if [ "$group" != build ] && [ "$group" != deb ] && [ "$group" != python ] && [ "$group" != platforms ] && [ "$group" != go ] && [ "$group" != rust ]; then
  command -v node > /dev/null || wanted="$wanted nodejs"
  command -v npm > /dev/null || wanted="$wanted npm"
fi
# The Go package and a peer; any Go since 1.19 will do.
case $group in
  go | release | test | bench | all)
    command -v go > /dev/null || [ -x /usr/local/go/bin/go ] || wanted="$wanted golang-go"
    ;;
esac

missing=
for package in $wanted; do
  state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null || true)
  [ "$state" = installed ] || missing="$missing $package"
done

if [ -n "$missing" ]; then
  as_root=
  if [ "$(id -u)" != 0 ]; then
    command -v sudo > /dev/null || {
      echo "tools/deps.sh: run as root, or install sudo; missing:$missing" >&2
      exit 1
    }
    as_root='sudo'
  fi
  echo "Installing:$missing"
  # Tests start servers of their own; those of the packages stay off.
  policy=/usr/sbin/policy-rc.d
  if [ ! -e "$policy" ]; then
    trap '$as_root rm -f "$policy"' EXIT
    trap 'exit 1' HUP INT TERM
    printf '#!/bin/sh\nexit 101\n' | $as_root tee "$policy" > /dev/null
    $as_root chmod 755 "$policy"
  fi
  # $as_root and $missing are lists of words.
  # shellcheck disable=SC2086
  {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing < /dev/null
  }
fi

# The tests' own install.sh scripts bring packages of other registries, each into a folder of its own: three at a time.
if [ "$group" = test ] || [ "$group" = all ]; then
  for script in "$here"/proofs/install.sh "$here"/tests/*/install.sh "$here"/tests/*/*/install.sh "$here"/databases/*/test/install.sh "$here"/databases/*/test/*/install.sh; do
    [ ! -f "$script" ] || printf '%s\0' "$script"
  done | xargs -0 -r -n 1 -P 3 bash
fi
