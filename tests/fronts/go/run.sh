#!/usr/bin/env bash
# The tests of the Go package.
# usage: run.sh source|test|race|systems|all_systems|release|databases|deep MODULE.wasm SORTID
#   source     the generated sources are those of the module and the program
#   test       go vet, and every test of the package
#   race       the tests of goroutines, under the race detector
#   systems    it compiles without cgo for a system and a processor that this machine is not
#   all_systems  the same for the systems and processors of most servers
#   release    a project takes the module from what is released, as docs/go.md says
#   databases  pgx, database/sql and GORM with a PostgreSQL server of their own
#   deep       mutated texts against the program: SORTID_MUTATED of each format, or ten million
# 77: a toolchain is missing, and which is said.
set -euo pipefail
part=$1 module=$2 program=$(realpath "$3")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
package=$root/bindings/go

PATH=$PATH:/usr/local/go/bin
command -v go > /dev/null || { echo "skipped: no go (make deps installs it)"; exit 77; }
export GOFLAGS=-buildvcs=false GOCACHE=${GOCACHE:-$root/build/go/cache} GOPATH=${GOPATH:-$root/build/go/path} GOTOOLCHAIN=local
# Without these, tests pass that compare nothing.
export SORTID_BIN=$program SORTID_SOURCE=$root SORTID_VECTORS=$root/tests/oracle/vectors
cd "$package"
go version

case $part in
  source)
    # The module's bytes are those of one compiler.
    pinned=3.1.6
    # At once: cut off in its second line, a slow em++ would fail, and the test would be passed over.
    grep -qF " $pinned " <<< "$(em++ --version)" || { echo "skipped: em++ is not of version $pinned"; exit 77; }
    into=$root/build/go/again
    rm -rf "$into"
    bash translate.sh "$module" "$program" "$into"
    diff -r -q "$into/internal/core/core.go" internal/core/core.go
    cmp "$into/internal/core/core.dat" internal/core/core.dat
    for file in formats.go slog.go formats_test.go; do diff "$into/$file" "$file" | head -n 20; cmp "$into/$file" "$file"; done
    ;;
  test)
    [ -z "$(gofmt -l ./*.go)" ] || { gofmt -d ./*.go; exit 1; }
    go vet ./...
    go test -count=1 ./...
    ;;
  race) CGO_ENABLED=1 go test -race -count=1 -run Goroutines ./... ;;
  systems | all_systems)
    targets="windows/arm64"
    [ "$part" = systems ] || targets="linux/amd64 linux/arm64 windows/amd64 windows/arm64 darwin/amd64 darwin/arm64"
    for target in $targets; do
      export CGO_ENABLED=0 GOOS=${target%/*} GOARCH=${target#*/}
      go build ./...
      go test -c -o /dev/null .
      echo "$target"
    done
    ;;
  release)
    work=$(mktemp -d "$root/build/go/release.XXXXXX")
    trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
    python3 "$root/packaging/release/go_module.py" "$work/sortid-VERSION-go"
    mkdir "$work/project" && cd "$work/project"
    export GOMODCACHE=$work/cache
    go mod init example.invalid/project
    sed 's/^package sortid_test/package main/; s/^func Example() {/func main() {/; /^func ExampleGenerator/,$d' \
      "$package/example_test.go" > main.go
    lines=$(sed -n '/^export GONOSUMDB/,/^```/p' "$root/docs/go.md" | grep -v '^```' | sed 's/\$PWD/\$OLDPWD/')
    cd "$work" && cd project
    eval "$lines"
    go build -o project .
    ./project | grep -F "order 01890a5d-ac96-774b-bcce-b302099a8057"
    ;;
  databases)
    cd "$root/tests/fronts/go/databases"
    go list -f '{{context.ReleaseTags}}' runtime | grep -qw go1.21 || { echo "skipped: pgx and GORM need Go 1.21"; exit 77; }
    command -v pg_config > /dev/null || { echo "skipped: no PostgreSQL (make deps installs it)"; exit 77; }
    go mod download > "$root/build/go/databases.log" 2>&1 ||
      { echo "skipped: pgx and GORM cannot be had: $(tail -n 1 "$root/build/go/databases.log")"; exit 77; }
    python3 "$root/databases/postgres/test/with_cluster.py" -- env GOCACHE="$GOCACHE" GOPATH="$GOPATH" PATH="$PATH" go test -count=1 ./...
    ;;
  deep) SORTID_MUTATED=${SORTID_MUTATED:-10000000} go test -v -count=1 -timeout 0 -run Mutated . ;;
esac
