# Short commands for the work of CI. Each works on a fresh Debian 12 with git and make, as root or with sudo.
#   CONFIGURE_ARGS   more settings for the release build, e.g. CONFIGURE_ARGS=-DSORTID_WERROR=ON
#   PREFIX           where `make install` puts things
#   WEB_PORT         the port of `make web`, on this machine only
#   SOAK_STORE       the store of `make soak`: file, postgres, etcd; the last two as root
#   SOAK_IDS, SOAK_FAULTS, SEED   how long `make soak` goes on at the least, and its faults

CONFIGURE_ARGS ?=
PREFIX ?= /usr/local
WEB_PORT ?= 8000
RELEASE_ARGS ?=
BENCH_ARGS ?=
BENCH_PEERS_ARGS ?=
BENCH_DB_ARGS ?=
BENCH_ENGINES_ARGS ?=
SOAK_STORE ?= file
SOAK_IDS ?= 1000000000
SOAK_FAULTS ?= 10000
SEED ?= $(shell od -An -N4 -tu4 /dev/urandom)
BINARY := build/release/bin/sortid

# The first build needs no test library. A tree with tests keeps them, because ninja would delete their programs.
WITHOUT_TESTS = $(if $(wildcard build/release/CMakeCache.txt),,-DSORTID_BUILD_TESTS=OFF -DSORTID_BUILD_EXAMPLES=OFF \
	-DSORTID_BUILD_BENCH=OFF)

.DEFAULT_GOAL := help
# None of them is a file.
.PHONY: $(shell LC_ALL=C sed -n 's/^\([a-z-]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

help: ## this list
	@LC_ALL=C grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

run: build ## build and show ids of every format in the terminal
	@tools/demo.sh $(BINARY)
	@echo "The same in a browser: make web, then http://127.0.0.1:$(WEB_PORT)/"

build: ## the release program, library and SQLite extension: build/release/bin/sortid, build/release/lib/sqlite3/sortid.so
	@tools/deps.sh build
	cmake --preset release $(WITHOUT_TESTS) $(CONFIGURE_ARGS)
	cmake --build --preset release --target sortid_cli sortid_lib sortid_share sortid_sqlite sortid_sqlite_static

test: ## build all and run the tests, in half an hour on two cores
	@tools/deps.sh test
	cmake --preset release -DSORTID_BUILD_TESTS=ON -DSORTID_BUILD_EXAMPLES=ON $(CONFIGURE_ARGS)
	cmake --build --preset release
	tools/clean.sh ctest --preset release

test-deep: deps ## the tests that take hours; by hand, before a release
	cmake --preset release -DSORTID_BUILD_TESTS=ON -DSORTID_BUILD_EXAMPLES=ON $(CONFIGURE_ARGS)
	cmake --build --preset release
	tools/deps.sh platforms
	tests/engines/install.sh spark flink trino kafka order
	proofs/install.sh machine
	tools/clean.sh ctest --preset deep
	tools/clean.sh tests/platforms/foreign/run.sh --all
	tools/clean.sh tests/platforms/run.sh
	cmake --preset clang
	tools/clean.sh ctest --preset clang -L '^compile$$'
	tools/tidy.sh databases bindings
	SORTID_FUZZ_SECONDS=$${SORTID_FUZZ_SECONDS:-600} tools/fuzz.sh
	tools/clean.sh tests/platforms/bare.sh
	tools/clean.sh tests/platforms/bare.sh trixie user

js: ## the npm package: build/release/js/sortid-VERSION.tgz
	@tools/deps.sh web
	cmake --preset release $(WITHOUT_TESTS) $(CONFIGURE_ARGS)
	cmake --build --preset release --target sortid_js
	cd build/release/js && npm pack ./sortid

go: ## the Go package: writes its generated sources and tests it, in bindings/go
	@tools/deps.sh go
	cmake --preset release $(WITHOUT_TESTS) $(CONFIGURE_ARGS)
	cmake --build --preset release --target sortid_wasm
	bindings/go/translate.sh build/release/wasm/sortid.wasm $(BINARY) bindings/go || [ $$? = 77 ]
	@for part in test race all_systems; do SORTID_VECTORS=$(CURDIR)/tests/oracle/vectors SORTID_SOURCE=$(CURDIR) \
	  SORTID_BIN=$(CURDIR)/$(BINARY) tests/fronts/go/run.sh $$part build/release/wasm/sortid.wasm $(BINARY) || exit 1; done

jvm: ## the Java package: build/release/jvm/sortid-VERSION.jar, with a Maven repository beside it, and its tests
	@tools/deps.sh test
	cmake --preset release $(CONFIGURE_ARGS)
	cmake --build --preset release --target sortid_jvm_repository
	ctest --preset release -L jvm -LE deep

web-page:
	@tools/deps.sh web
	cmake --preset release $(WITHOUT_TESTS) $(CONFIGURE_ARGS)
	cmake --build --preset release --target sortid_page

web: web-page ## build the page and serve it on http://127.0.0.1:8000/
	@python3 -c 'import socket; socket.create_server(("127.0.0.1", $(WEB_PORT)))' 2> /dev/null || \
	  { echo "port $(WEB_PORT) cannot be had; for another: make web WEB_PORT=8001" >&2; exit 1; }
	@echo "The page is at http://127.0.0.1:$(WEB_PORT)/ (Ctrl-C ends it; another port: make web WEB_PORT=8001)"
	@python3 -m http.server --bind 127.0.0.1 --directory build/release/web $(WEB_PORT)

install: build ## into PREFIX (/usr/local): program, library, SQLite extension, headers, completions, man page
	cmake --install build/release --prefix "$(PREFIX)"

deb: ## Debian packages libsortid1, libsortid-dev and sortid: build/deb/packages
	@tools/deps.sh deb
	cmake --preset deb $(CONFIGURE_ARGS)
	cmake --build --preset deb
	cpack --config build/deb/CPackConfig.cmake -B build/deb/packages

release: ## everything that is released, of the last commit: dist/ (docs/releasing.md)
	@tools/deps.sh release
	python3 packaging/release/release.py $(RELEASE_ARGS)

pure-sql: build ## the functions in plain SQL, for PostgreSQL without extensions: prints where the script is
	@echo $(CURDIR)/build/release/share/sortid/sortid_pure.sql

duckdb: ## the DuckDB extension: build/duckdb/sortid.duckdb_extension
	@tools/deps.sh build
	cmake --preset release $(WITHOUT_TESTS) $(CONFIGURE_ARGS)
	cmake --build --preset release --target sortid_duckdb
	@mkdir -p build/duckdb && cp build/release/lib/duckdb/sortid.duckdb_extension build/duckdb/

mysql: ## the functions of MariaDB and MySQL, and their scripts: build/release/lib/mysql
	@tools/deps.sh build
	cmake --preset release $(WITHOUT_TESTS) $(CONFIGURE_ARGS)
	cmake --build --preset release --target sortid_mysql sortid_mysql_stored

python: ## the Python package as a wheel: build/python/wheel
	@tools/deps.sh python
	@[ -x build/python/pip/bin/pip ] || python3 -m venv build/python/pip
	rm -rf build/python/wheel
	build/python/pip/bin/pip wheel . --no-deps --wheel-dir build/python/wheel

conformance: build ## ask the published libraries that can be had here the conformance kit's questions
	@tools/deps.sh test
	python3 conformance/field.py

rust: ## the Rust crate, built and tested: build/rust/crate
	@tools/deps.sh rust
	cmake --preset release $(WITHOUT_TESTS) $(CONFIGURE_ARGS)
	cmake --build --preset release --target sortid_cli
	python3 tests/fronts/rust/crate.py --source . --bin build/release/bin/sortid --work build/rust/tests test
	python3 bindings/rust/assemble.py --into build/rust/crate build/release/bin/sortid

site: web-page js python ## the documentation as a site that needs no server: build/site/index.html
	@tools/deps.sh site
	cmake --build --preset release --target sortid_sqlite sortid_duckdb
	site/make.sh

bench-programs:
	@tools/deps.sh test
	cmake --preset release -DSORTID_BUILD_BENCH=ON $(CONFIGURE_ARGS)
	cmake --build --preset release --target benchmarks sortid_js

bench: bench-programs ## build and run the benchmarks
	@set -e; for program in build/release/bench/*_bench; do echo "== $$program"; $$program $(BENCH_ARGS); done

# A missing toolchain only removes its own peers, which are listed with the reason.
bench-peers: bench-programs ## the same work by other implementations, in one run
	@tools/deps.sh bench || echo "continuing with the installed toolchains"
	python3 bench/peers/run.py $(BENCH_PEERS_ARGS)

# The newest server needs root and debootstrap. Without them the page has the figures of this machine's release only.
bench-db: ## measure PostgreSQL and SQLite in private servers and files, and write the figures into docs/databases.md and docs/order.md
	@tools/deps.sh all
	cmake --preset release $(CONFIGURE_ARGS)
	cmake --build --preset release --target sortid_postgres sortid_sqlite
	@mkdir -p build/figures && rm -f build/figures/db-*
	python3 bench/databases/postgres.py --stage build/release/databases/postgres/stage --json build/figures/db-1-postgres.jsonl $(BENCH_DB_ARGS)
	databases/postgres/test/newest.sh bench build/figures/db-2-newest.jsonl $(BENCH_DB_ARGS) || echo "continuing without the newest server"
	python3 bench/databases/sqlite.py --json build/figures/db-3-sqlite.jsonl
	python3 bench/databases/page.py build/figures/db-*.jsonl
	tests/engines/install.sh clickhouse datafusion order
	build/engines/env/bin/python bench/databases/storage.py
	python3 bench/chart.py

# Where an engine is missing, the page keeps its figures. Some engines alone: BENCH_ENGINES_ARGS='duckdb polars'.
bench-engines: build python duckdb ## measure Spark, ClickHouse, DataFusion and others, and write the figures into docs/engines.md
	@tools/deps.sh test
	tests/engines/install.sh spark flink
	cmake --build --preset release --target sortid_jvm_repository
	python3 bench/engines/run.py $(BENCH_ENGINES_ARGS)

# MUTANTS_ARGS='--room cli --sample 300 --seed 7'; with --recompiled, constants and memory orders beside the tree of `make test`.
mutants: ## change the sources in a thousand places, one at a time, and list what no test notices
	@tools/deps.sh test
	python3 tests/mutants/mutants.py $(MUTANTS_ARGS)

soak: ## many makers of ids with one pool under faults, for hours, and its figures into docs/many-machines.md
	@tools/deps.sh test
	cmake --preset release -DSORTID_BUILD_TESTS=ON $(CONFIGURE_ARGS)
	cmake --build --preset release --target id_maker id_checker
	@mkdir -p build/soak build/figures
	python3 tests/pools/run.py soak --maker build/release/tests/pools/id_maker --checker build/release/tests/pools/id_checker \
	  --store $(SOAK_STORE) --ids $(SOAK_IDS) --faults $(SOAK_FAULTS) --seed $(SEED) --makers 12 --burst 256 --work build/soak \
	  --progress --json build/figures/soak-$(SOAK_STORE).jsonl
	python3 tests/pools/page.py build/figures/soak-$(SOAK_STORE).jsonl

speed-page: build bench-programs ## measure everything and write the figures into docs/speed.md, all rows into build/figures
	@tools/deps.sh bench || echo "continuing with the installed toolchains"
	@mkdir -p build/figures
	python3 bench/peers/run.py --json build/figures/speed-peers.jsonl $(BENCH_PEERS_ARGS) > build/figures/peers.md
	python3 bench/streams.py --json build/figures/speed-streams.jsonl
	python3 bench/compile_time.py --json build/figures/speed-compile.jsonl
	python3 bench/speed_page.py build/figures/speed-*.jsonl
	python3 bench/chart.py

format: deps ## lay out the sources with clang-format
	tools/sources.sh '*.cpp' '*.hpp' '*.h' '*.c' | xargs clang-format-14 -i

format-check: deps ## fail where `make format` would change something
	tools/sources.sh '*.cpp' '*.hpp' '*.h' '*.c' | xargs clang-format-14 --dry-run -Werror

lint: deps ## clang-tidy and shellcheck
	cmake --preset clang
	tools/tidy.sh
	shellcheck --severity=warning .ci/run $$(tools/sources.sh '*.sh')

facts: ## check that no fact stands twice
	python3 tools/facts_check.py

house: facts ## check that no fact and no code stands twice
	python3 tools/duplicates_check.py

prove: ## prove kernels, recipe and conversions for all inputs, and write the results into docs/proofs.md
	@tools/deps.sh test
	build/proofs/env/bin/python proofs/prove.py --results
	build/proofs/env/bin/python proofs/planted.py --left --results
	build/proofs/env/bin/python proofs/meanings_test.py --calls 100000 --results
	build/proofs/env/bin/python proofs/page.py --write

prove-machine: ## prove the kernels again, in the machine code of four compilers, by two readers of it
	@tools/deps.sh test
	proofs/install.sh machine
	build/proofs/env/bin/python proofs/machine.py --by terms --planted --results
	build/proofs/env/bin/python proofs/x86_test.py --calls 100000 --results
	build/proofs/machine/bin/python proofs/machine.py --by angr --planted --results
	build/proofs/env/bin/python proofs/page.py --write

fuzz: deps ## run every fuzz target for SORTID_FUZZ_SECONDS (15)
	tools/fuzz.sh

deps: ## install the apt packages that are missing
	@tools/deps.sh all

clean: ## remove build/
	rm -rf build
