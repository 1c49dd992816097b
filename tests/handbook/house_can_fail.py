"""The house checks can fail: a tree with each violation, and one without, is fed to them."""

import pathlib
import subprocess
import sys
import tempfile

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"

BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
TWENTY_LINES = "\n".join(f"int value_{i} = {i};" for i in range(20)) + "\n"

BAD = {  # what is wrong: (file, content)
    "upper Crockford": ("cli/new.cpp", f'auto a = "{BASE32}";'),
    "lower Crockford": ("src/x.cpp", f'auto a = "{BASE32.lower()}";'),
    "a piece of it": ("bindings/js/index.js", 'const a = "HJKMNPQRSTVW"'),
    "in adjacent literals": ("src/x.cpp", 'auto a = "ABCDEFGH"\n    "JKMNPQ";'),
    "as characters": ("src/x.cpp", "char a[] = {" + ", ".join(f"'{s}'" for s in BASE32) + "};"),
    "base58": ("databases/sqlite/x.c", f'static const char a[] = "{BASE58}";'),
    "alphabet in CMake": ("cmake/x.cmake", f"set(a {BASE58})"),
    "epoch": ("include/sortid/generator.hpp", "constexpr auto e = 1704067200000;"),
    "epoch with separators": ("src/x.cpp", "constexpr auto e = 1'704'067'200'000;"),
    "epoch in Python": ("bindings/python/x.py", "EPOCH = 1_321_009_871_111"),
    "epoch in hex": ("src/x.cpp", "constexpr auto e = 0x18cc251f400;"),
    "epoch in SQL": ("databases/postgres/x.sql", "select timestamp '2024-01-01T00:00:00Z'"),
    "xid's epoch as text": ("cli/x.cpp", '"2011-11-11T11:11:11.111Z"'),
    "largest ULID": ("cli/x.cpp", '"7ZZZZZZZZZZZZZZZZZZZZZZZZZ"'),
    "largest suffix": ("cli/x.cpp", '"7zzzzzzzzzzzzzzzzzzzzzzzzz"'),
    "largest uid11": ("bindings/js/x.ts", '"jpXCZedGfVQ"'),
    "version in code": ("cli/x.cpp", 'auto v = "1.2.3";'),
    "version in prose": ("README.md", "This is v1.2.3.\n"),
    "utils": ("src/string_utils.cpp", ""),
    "registry": ("docs/x.md", "https://registry.npmjs" + ".org/x"),
    "script not in ASCII": ("databases/postgres/sortid.sql.in", "-- and so on…\n"),
    "upgrade script not in ASCII": ("databases/postgres/upgrades/sortid--1--2.sql", "-- 1 – 2\n"),
    "pure SQL not in ASCII": ("databases/postgres/pure/sortid_pure.sql.in", "SELECT '…';\n"),
    "message not in ASCII": ("databases/postgres/src/x.cpp", 'errmsg("outside 0 … %d", 1);'),
    "query not in ASCII": ("databases/postgres/src/x.cpp", 'auto q = R"sql(\nSELECT "…"\n)sql";'),
    "core message not in ASCII": ("include/sortid/error.hpp", 'out.append("caf\u00e9");'),
    "arrow upwards": ("include/sortid/detail/x.hpp", '#include "sortid/made_of_y.hpp"\n'),
    "arrow upwards through another header": ("include/sortid/detail/x.hpp", '#include "sortid/includes_made_of_y.hpp"\n'),
    "a list of formats": ("cli/x.cpp", 'constexpr auto names = {"ulid", "ulid-flake"};'),
    "a list of classes": ("bindings/js/x.mjs", "const classes = { UID11Snowish };"),
    "which format": ("src/x.hpp", "if constexpr (std::is_same_v<Id, type_id>) return;"),
    "a width by hand": ("databases/sqlite/src/x.cpp", "if (l.bits == 64 && value.hi != 0) return;"),
    "SQL's name by hand": ("web/x.js", "const name = format === 'uuidv7' ? 'uuid7' : format;"),
    "an instant cut by hand": ("databases/x.cpp", "constexpr long ms_of(long us) { return us / us_per_ms; }"),
    "the core's sentence": ("cli/y.cpp", 'say("a prefix has at most {} symbols, found {}", 63, n);'),
    "another front end's sentence": ("bindings/js/y.js", "throw new Error(`no bytes are left of ${name}'s own`);"),
    "a sentence without a reason": ("bindings/go/y.c", 'say("no such option here");'),
    "a word that is gone": ("docs/x.md", "Ids are mi" "nted here.\n"),
    "a long comment": ("tests/unit/x_test.cpp", "// " + "word " * 22 + "\n"),
    "a long comment behind code": ("src/x.h", "int x;  // " + "word " * 20 + "\n"),
    "another meaning in C": ("include/sortid.h", "  SORTID_ENTROPY = 19,  // no more bits\n"),
    "machine path": ("docs/x.md", "see /work" + "/main"),
}
GOOD = {
    "include/sortid.h": "  SORTID_ENTROPY = 19,  // the source failed\n",
    "include/sortid/fault.hpp": "  entropy,  // the source failed\n",
    "include/sortid/detail/base32.hpp": f'auto a = "{BASE32}";',
    "include/sortid/detail/base58.hpp": f'auto a = "{BASE58}";',
    "include/sortid/ulid_flake.hpp": "constexpr auto e = 1704067200000;",
    "include/sortid/uid11.hpp": "constexpr auto e = 1321009871111;",
    "tests/unit/x_test.cpp": f'auto a = "{BASE32}"; auto e = 1704067200000; auto m = "jpXCZedGfVQ";',
    "examples/x.cpp": 'auto m = "jpXCZedGfVQ";',
    "docs/formats.md": f"{BASE32} 7ZZZZZZZZZZZZZ 2024-01-01T00:00:00Z",
    "tests/unit/compile_fail/x.cpp": "// error: " + "word|" * 30 + "\n// " + "word " * 20 + "\n",
    "src/hex.cpp": 'auto d = "0123456789abcdef";',
    "src/letters.cpp": 'auto d = "abcdefghijklmnopqrstuvwxyz";',
    "src/other.cpp": 'auto v = "11.2.3"; auto w = "1.2.30"; auto p = "build/' 'work/x";',
    "databases/postgres/src/y.cpp": '// 0 … 1\nauto s = "a // b"; /* "…" */',
    "include/sortid/detail/y.hpp": '#include "sortid/word.hpp"\n',
    "include/sortid/detail/z.hpp": '#include "sortid/detail/y.hpp"\n',
    "include/sortid/made_of_y.hpp": '#include "sortid/detail/y.hpp"\n',
    "include/sortid/includes_made_of_y.hpp": '#include "sortid/made_of_y.hpp"\n',
    "include/sortid/word.hpp": "#include <cstdint>\n",
    "src/c_api/c_api.hpp": "uid11_snowish\n",
    "include/sortid/error.hpp": 'out.append("a prefix has at most ").append(" symbols");',
    "bindings/python/z.py": 'raise TypeError("no bytes are left of the buffer of a caller")',
    "cli/z.cpp": 'usage("a prefix has symbols of its own");  // a prefix has at most 63 symbols\n',
    "databases/sqlite/test/x.cpp": "uid11_snowish\n",
    "cli/x.cpp": "// ulid_flake\nauto s = \"sortid new ulid-flake\"; is_same_v<Held, held_type_id>;\n",
    "CHANGELOG.md": "1.2.3 mi" "nt\n",
    "VERSION": "1.2.3\n",
}
DUPLICATES = {
    "lines": {"src/a.cpp": TWENTY_LINES, "src/b.cpp": "int other = 1;\n\n" + TWENTY_LINES},
    "lines within a file": {"src/a.cpp": TWENTY_LINES + "int other = 1;\n" + TWENTY_LINES},
    "files": {"web/a.css": "x" * 300, "web/b.css": "x" * 300},
}


def status(tool, tree):
    with tempfile.TemporaryDirectory() as folder:
        for name, content in tree.items():
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        done = subprocess.run([sys.executable, TOOLS / tool, folder], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


def main():
    cases = [("facts_check.py", "nothing wrong", GOOD, 0), ("duplicates_check.py", "nothing wrong", GOOD, 0)]
    cases += [("facts_check.py", what, {**GOOD, name: text}, 1) for what, (name, text) in BAD.items()]
    cases += [("duplicates_check.py", what, {**GOOD, **tree}, 1) for what, tree in DUPLICATES.items()]
    failed = 0
    for tool, what, tree, wanted in cases:
        got, output = status(tool, tree)
        problems = output.strip().splitlines()[:-1]
        if got != wanted or (wanted == 1 and len(problems) != 1):
            failed += 1
            print(f"FAILED {tool}, {what}: exit {got}\n{output}")
    print(f"{len(cases)} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
