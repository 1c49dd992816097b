"""What the shared library shows, and whether the programs of the last release still run with it.

usage: abi.py symbols|abi|can_fail|write --source FOLDER --library FILE --cc COMPILER --work FOLDER

  symbols   the library shows the functions of sortid.h, each of which a test calls, and of C++ what symbols.txt lists
  abi       abidiff finds nothing in tests/fronts/c/libsortid.abi, which is the last release's, that sortid.h changed; may_grow.suppr
            says what may. Until the first release nothing has that file
  can_fail  both checks notice what they are for; the ABI is compared with that of a library which this action builds
  write     writes both files: at a release
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
FAILED, WRONG_CALL = 1, 2  # bits of abidiff's exit status; the others tell of differences


def run(*command, **options):
    print("$", *command, flush=True)
    return subprocess.run([str(word) for word in command], text=True, **options)


def shown_by(library):
    """The symbols with their nodes; the node of the C++ symbols carries a version, which is left out."""
    listed = run("nm", "-D", "--defined-only", library, stdout=subprocess.PIPE, check=True).stdout
    demangled = run("c++filt", input=listed, stdout=subprocess.PIPE, check=True).stdout
    symbols = set()
    for line in demangled.splitlines():
        kind, symbol = re.match(r"\S+ (\S) (.*)", line).groups()
        if kind != "A":  # a node itself
            symbols.add(re.sub(r"(@@SORTID_CPP)_[\d.]+$", r"\1", symbol))
    return sorted(symbols)


def declarations_of(header):
    """(name, declaration) of every function of sortid.h."""
    text = re.sub(r"//.*", "", header.read_text(encoding="utf-8"))
    for found in re.finditer(r"SORTID_API ([^;]*?\b(sortid_\w+)\([^;]*?\)) SORTID_NOEXCEPT;", text):
        yield found[2], " ".join(found[1].split())


def check_symbols(shown, listed, functions, called):
    """What is wrong, a line each."""
    in_c = {symbol.removesuffix("@@SORTID_1") for symbol in shown if re.fullmatch(r"sortid_\w+@@SORTID_1", symbol)}
    others = {symbol for symbol in shown if symbol.partition("@@")[0] not in in_c}
    for symbol in sorted(others - set(listed)):
        yield f"shown, but not on the list: {symbol}"
    for symbol in sorted(set(listed) - others):
        yield f"on the list, but not shown: {symbol}"
    for name in sorted(functions ^ in_c):
        yield f"only one of sortid.h and the library has {name}"
    for name in sorted(name for name in functions if not re.search(rf"\b{name}\s*\(", called)):
        yield f"neither tests/fronts/c/every_function_test.c nor tests/unit/functions_test.cpp calls {name}"


def described(args, name, change=lambda text: text):
    """The C ABI as abidw describes it: that of a C library which defines every function of sortid.h, changed."""
    folder = args.work / name
    folder.mkdir()
    header = folder / "sortid.h"
    header.write_text(change((args.source / "include/sortid.h").read_text(encoding="utf-8")), encoding="utf-8")
    source = folder / "functions.c"
    source.write_text('#include "sortid.h"\n' + "".join(
        f"{declaration} {{ __builtin_trap(); }}\n" for _, declaration in declarations_of(header)))
    run(args.cc, "-std=c99", "-g", "-fPIC", "-shared", "-Wl,-soname,libsortid.so", "-o", "libsortid.so", "functions.c",
        check=True, cwd=folder)
    run("abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--out-file", "libsortid.abi", "libsortid.so",
        check=True, cwd=folder)
    return folder / "libsortid.abi"


def difference(old, new):
    """What abidiff says of the two; nothing when all programs of the old one run with the new one."""
    found = run("abidiff", "--no-added-syms", "--suppressions", HERE / "may_grow.suppr", old, new, stdout=subprocess.PIPE)
    if found.returncode & (FAILED | WRONG_CALL):
        sys.exit(f"abidiff: {found.stdout}")
    return found.stdout if found.returncode else ""


def symbols(args):
    header = args.source / "include/sortid.h"
    return list(check_symbols(
        shown_by(args.library), (HERE / "symbols.txt").read_text(encoding="utf-8").splitlines(),
        {name for name, _ in declarations_of(header)},
        "".join((args.source / "tests" / test).read_text(encoding="utf-8")
                for test in ("fronts/c/every_function_test.c", "unit/functions_test.cpp"))))


def abi(args):
    if not (HERE / "libsortid.abi").exists():
        print("no release has described its ABI yet")
        return []
    report = difference(HERE / "libsortid.abi", described(args, "now"))
    return [f"the ABI is not that of the last release:\n{report}"] if report else []


def can_fail(args):
    shown = ["sortid_parse@@SORTID_1", "sortid::kernel_set::active()@@SORTID_CPP"]
    expected = [
        (check_symbols(shown, shown[1:], {"sortid_parse"}, "sortid_parse("), 0),
        (check_symbols([*shown, "leaked"], shown[1:], {"sortid_parse"}, "sortid_parse("), 1),
        (check_symbols(shown[:1], shown[1:], {"sortid_parse"}, "sortid_parse("), 1),
        (check_symbols(shown, shown[1:], {"sortid_parse", "sortid_new"}, "sortid_parse(sortid_new("), 1),
        (check_symbols(shown, shown[1:], {"sortid_parse"}, "nothing"), 1),
    ]
    problems = [f"{found} instead of {count} problems" for found, count in
                ((list(check), count) for check, count in expected) if len(found) != count]

    released = described(args, "released")
    for name, before, after, noticed in (
        ("as_it_is", "#define SORTID_H", "#define SORTID_H", False),
        ("longer_id", "uint32_t reserved;                    // 0", "uint64_t reserved;", True),
        ("fields_swapped", "uint64_t hi, lo;  //", "uint64_t lo, hi;  //", True),
        ("another_type", "int64_t unix_ms, const int64_t* epoch,", "int32_t unix_ms, const int64_t* epoch,", True),
        ("a_function_less", "SORTID_API int sortid_abi_version(void) SORTID_NOEXCEPT;", "", True),
        ("a_function_more", "SORTID_API int sortid_abi_version(void)",
         "SORTID_API int sortid_more(void) SORTID_NOEXCEPT;\nSORTID_API int sortid_abi_version(void)", False),
        ("facts_grow", "} sortid_format_info;", "  uint64_t more;\n} sortid_format_info;", False),
        ("options_grow", "} sortid_generator_options;", "  uint64_t more;\n} sortid_generator_options;", False),
    ):
        def change(text):
            if before not in text:
                problems.append(f"{name}: sortid.h reads otherwise now")
            return text.replace(before, after)

        if bool(difference(released, described(args, name, change))) != noticed:
            problems.append(f"{name}: {'not noticed' if noticed else 'rejected'}")
    return problems


def write(args):
    of_cpp = (f"{symbol}\n" for symbol in shown_by(args.library) if not symbol.startswith("sortid_"))
    (HERE / "symbols.txt").write_text("".join(of_cpp), encoding="utf-8")
    shutil.copyfile(described(args, "now"), HERE / "libsortid.abi")
    return []


def main():
    parser = argparse.ArgumentParser()
    actions = {action.__name__: action for action in (symbols, abi, can_fail, write)}
    parser.add_argument("action", choices=actions)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--library", type=pathlib.Path, required=True)
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--work", type=pathlib.Path, required=True)
    args = parser.parse_args()
    if args.action != "symbols" and not (shutil.which("abidw") and shutil.which("abidiff")):
        print("skipped: no abidw here (make deps installs it)")
        return 0
    shutil.rmtree(args.work, ignore_errors=True)
    args.work.mkdir(parents=True)
    problems = actions[args.action](args)
    print(*problems, sep="\n")
    print(f"{args.action}: {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
