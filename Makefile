# The shortest words for what CI does too. Each works on a fresh Debian 12 that has git and make, as root or with sudo.
#   CONFIGURE_ARGS   more settings for the release build, e.g. CONFIGURE_ARGS=-DSORTID_WERROR=ON
#   PREFIX           where `make install` puts things

CONFIGURE_ARGS ?=
PREFIX ?= /usr/local
BENCH_ARGS ?=
BENCH_PEERS_ARGS ?=
BINARY := build/release/bin/sortid

# The first build needs no test library. A tree that has tests keeps them, or ninja would delete their programs.
WITHOUT_TESTS = $(if $(wildcard build/release/CMakeCache.txt),,-DSORTID_BUILD_TESTS=OFF -DSORTID_BUILD_EXAMPLES=OFF \
	-DSORTID_BUILD_BENCH=OFF)

.DEFAULT_GOAL := help
.PHONY: help run test build js install bench bench-programs bench-peers speed-page format format-check lint house fuzz deps clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

run: build ## build and show ids of every format in the terminal
	@tools/demo.sh $(BINARY)

build: ## the release program and library: build/release/bin/sortid
	@tools/deps.sh build
	cmake --preset release $(WITHOUT_TESTS) $(CONFIGURE_ARGS)
	cmake --build --preset release --target sortid_cli sortid_lib sortid_share

test: ## build all and run every test
	@tools/deps.sh test
	cmake --preset release -DSORTID_BUILD_TESTS=ON -DSORTID_BUILD_EXAMPLES=ON $(CONFIGURE_ARGS)
	cmake --build --preset release
	ctest --preset release

js: ## the npm package, packed: build/release/js/sortid-VERSION.tgz
	@tools/deps.sh web
	cmake --preset release $(WITHOUT_TESTS) $(CONFIGURE_ARGS)
	cmake --build --preset release --target sortid_js
	cd build/release/js && npm pack ./sortid

install: build ## into PREFIX (/usr/local): program, library, headers, completions, man page
	cmake --install build/release --prefix $(PREFIX)

bench-programs:
	@tools/deps.sh test
	cmake --preset release -DSORTID_BUILD_BENCH=ON $(CONFIGURE_ARGS)
	cmake --build --preset release --target benchmarks

bench: bench-programs ## build and run the benchmarks
	@set -e; for program in build/release/bench/*_bench; do echo "== $$program"; $$program $(BENCH_ARGS); done

# A toolchain that cannot be had costs its peers alone, which are then listed with the reason.
bench-peers: bench-programs ## the same work by other implementations, in one run
	@tools/deps.sh bench || echo "going on with what is there"
	python3 bench/peers/run.py $(BENCH_PEERS_ARGS)

speed-page: build bench-programs ## measure everything and write the figures into docs/speed.md
	@tools/deps.sh bench || echo "going on with what is there"
	@mkdir -p build/figures
	python3 bench/peers/run.py --json build/figures/peers.jsonl > build/figures/peers.md
	python3 bench/streams.py --json build/figures/streams.jsonl
	python3 bench/compile_time.py --json build/figures/compile.jsonl
	python3 bench/speed_page.py build/figures/*.jsonl

format: deps ## lay out the sources with clang-format
	tools/sources.sh '*.cpp' '*.hpp' '*.h' '*.c' | xargs clang-format-14 -i

format-check: deps ## fail where `make format` would change something
	tools/sources.sh '*.cpp' '*.hpp' '*.h' '*.c' | xargs clang-format-14 --dry-run -Werror

lint: deps ## clang-tidy and shellcheck
	cmake --preset clang
	tools/tidy.sh
	shellcheck --severity=warning .ci/run $$(tools/sources.sh '*.sh')

house: ## each fact in one place, no code twice
	python3 tools/house_check.py
	python3 tools/duplicates_check.py

fuzz: deps ## run every fuzz target for SORTID_FUZZ_SECONDS (15)
	tools/fuzz.sh

deps: ## install the apt packages that are missing
	@tools/deps.sh all

clean: ## remove build/
	rm -rf build
