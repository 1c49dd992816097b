#!/usr/bin/env python3
"""Proves the theorems of proofs/ on the sources as they are.

usage: prove.py [--quick | --left | --list] [--only REGEX] [--results] [--jobs N] [--seconds N] --work FOLDER

Without --results, a theorem that the results file calls proved and is not fails the run; with it, the answers are written
there. A counterexample fails it in any case. --quick takes those theorems that need a few seconds, and fails when any theorem was
proved of other code, or by another prover; --left those that are not proved, or were so then. Every member of the struct `kernels`
has a theorem or a reason in WITHOUT_THEOREM; a run fails when one has neither.
"""

import argparse
import functools
import glob
import hashlib
import json
import multiprocessing
import os
import re
import signal
import sys
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
RESULTS = os.path.join(HERE, "results.json")
sys.path.insert(0, HERE)

import changes  # noqa: E402
import codec  # noqa: E402
import formats  # noqa: E402
import kernels  # noqa: E402
import recipe  # noqa: E402
import run  # noqa: E402
import spec  # noqa: E402
from machine_code import put  # noqa: E402

# "shape/member" or "member": why there is no theorem.
WITHOUT_THEOREM = {}

QUICK_MEMBERS = ("write_one", "read_one", "first_wrong", "times64", "times128", "swap64")
# Those that take longer than the quick run has time for.
NOT_QUICK = (*recipe.NOT_QUICK, *codec.NOT_QUICK, *formats.NOT_QUICK, "scalar/.*/read_one", ".*/checked27/.*", ".*/base58_11/.*", "scalar/hex36/.*")

MOST = 600  # seconds of processor time for a theorem: code with many ways may have no end
OTHERS = {**dict.fromkeys(recipe.WAYS, recipe), **dict.fromkeys(codec.WAYS, codec), formats.NAME: formats}  # what are no kernel sets
_sets = {}  # of this process: module, and code by its path


def theorems():
    """(name, set, shape, member) of all."""
    shapes, of_texts, of_set = kernels.members(ROOT)
    unknown = [s for s in shapes if s not in spec.SHAPES]
    known = {"write", "read", "write_one", "read_one", "first_wrong", "times128", "times64", "swap64"}
    unknown += [m for m in of_texts + of_set if m not in known]
    without = [u for u in unknown if u not in WITHOUT_THEOREM]
    if without:
        sys.exit(f"prove: {', '.join(without)}: no theorem, and no reason in WITHOUT_THEOREM (proofs/prove.py)")
    found = []
    for name in kernels.SETS:
        for shape in shapes:
            for member in of_texts:
                if shape not in WITHOUT_THEOREM and member not in WITHOUT_THEOREM:
                    found.append((f"{name}/{shape}/{member}", name, shape, member))
        for member in of_set:
            if member not in WITHOUT_THEOREM:
                found.append((f"{name}/{member}", name, None, member))
    found += [(name + kernels.ANY, set_name, shape, member + kernels.ANY) for name, set_name, shape, member in found
              if kernels.has_any(set_name, member)]
    return found + recipe.theorems(ROOT) + codec.theorems(ROOT) + formats.theorems(ROOT)


def is_quick(name, member):
    return member in QUICK_MEMBERS + recipe.QUICK + codec.QUICK + formats.QUICK and not any(re.fullmatch(p, name) for p in NOT_QUICK)


class TooLong(Exception):
    """The prover has exceeded its time."""


def _too_long(*_):
    raise TooLong


def in_time(seconds, question):
    """The answer to a question, or TooLong after so many seconds of processor time."""
    signal.signal(signal.SIGPROF, _too_long)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return question()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def spent():
    """Seconds of processor time, with those of the programs that were run."""
    return sum(os.times()[:4])


def loaded(work, set_name):
    """(the module of a set, or two, and its folder), compiled once by each process."""
    if set_name not in _sets:
        own = os.path.join(work, str(os.getpid()))
        os.makedirs(own, exist_ok=True)
        _sets[set_name] = OTHERS.get(set_name, kernels).load_set(ROOT, set_name, own), own
    return _sets[set_name]


# What a caller may compile with (`char` has no sign on ARM and s390x), of whose code no theorem is: it has to be the same.
OTHERWISE = {"-funsigned-char": ("scalar", *OTHERS), "-fsigned-char": ("neon",), "-march=x86-64-v4": tuple(OTHERS), "-mcpu=apple-a14": ("neon",),
             "-UNDEBUG": (*kernels.SETS, *OTHERS), "-DSORTID_GNU_EXTENSIONS=0": kernels.SETS}
# Functions of which some options do make other code.
OTHER_CODE = {"-DSORTID_GNU_EXTENSIONS=0": "text_shapeE5E|10uuid_codec"}


# Words that a compiler or a system knows for itself, by which it may make other code than clang-14, whose code the theorems are about; types
# and numbers that have another size elsewhere; what lets an object that is not to be changed keep something; and specialisations, which a
# program has where it includes their file.
OF_COMPILERS = re.compile(
    r"\b(?:gnu|clang|msvc)::\w+|\[\[using \w+|\b(?:noreturn|assume|no_unique_address)\b|\b__\w+|\b_[A-Z]\w*|\b(?:linux|unix|i386|WIN32)\b|"
    r"(?<!\blong )\blong\b(?! long\b)|\w*LONG_\w+|\w+_(?:fast|FAST)\d+_\w+|\bwchar_t\b|\bWCHAR_\w+|\bL['\"]|"
    r"\b(?:0[xX][\dA-Fa-f']+|0[bB][01']+|[\d'.]+)(?:[uU][lL]|[lL][uU]?)\b|\bif\s*!?\s*consteval\b|\b(?:mutable|const_cast|volatile)\b|\btemplate\s*<\s*>|"
    r"\bpragma (?!once)\w+|##|\bSORTID_(?:GNU_EXTENSIONS|VECTORS|SMALL|X86_KERNELS|NEON_KERNELS)\b")
CONDITION = re.compile(r"\s*#\s*(?:el)?ifn?(?:def)?\b(.*)")
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![\dA-Fa-f])\'(?:\\.|[^\'\\\n])+\'', re.S)
MEAN_THE_SAME = re.compile(r"gnu::(always_inline|noinline|cold)|__builtin_(abort|bit_cast|bswap64|ctz|ia32_rdtsc|shufflevector)|"
                           r"(_MM|__ATOMIC|__atomic|__m)\w+|__asm__|__extension__|__int128")
KNOWN_WORDS = {
    "include/sortid.h": "SORTID_H __cplusplus __GNUC__ __attribute__ __cplusplus 5038222b",
    "include/sortid/arrow.hpp": "__cplusplus ARROW_C_DATA_INTERFACE ARROW_C_STREAM_INTERFACE __cplusplus 2b814fc7",
    "include/sortid/basic_id.hpp": "template <> template <>",
    "include/sortid/batch_texts.hpp": "template <>",
    "include/sortid/clocks.hpp": "__x86_64__ __aarch64__ volatile 1b1f6520",
    "include/sortid/detail/atomic_word.hpp":
        "__x86_64__ volatile __aarch64__ volatile template <> __x86_64__ __aarch64__ template <> __x86_64__ volatile volatile "
        "volatile 67225523",
    "include/sortid/detail/base32.hpp": "SORTID_SMALL SORTID_SMALL",
    "include/sortid/detail/compiler.hpp":
        "SORTID_GNU_EXTENSIONS __GNUC__ __clang__ SORTID_GNU_EXTENSIONS SORTID_GNU_EXTENSIONS SORTID_GNU_EXTENSIONS __wasm__ "
        "__wasm_simd128__ SORTID_VECTORS SORTID_VECTORS SORTID_SMALL SORTID_SMALL __GNUC__ __attribute__ __has_cpp_attribute msvc "
        "no_unique_address msvc::no_unique_address __has_cpp_attribute no_unique_address no_unique_address SORTID_GNU_EXTENSIONS "
        "SORTID_GNU_EXTENSIONS __SIZEOF_INT128__ 17a8ad83",
    "include/sortid/detail/hex.hpp":
        "SORTID_GNU_EXTENSIONS __attribute__ __attribute__ __attribute__ __attribute__ SORTID_SMALL SORTID_SMALL SORTID_VECTORS",
    "include/sortid/detail/key.hpp": "volatile __x86_64__ volatile __AVX__ __aarch64__ volatile __OPTIMIZE__ 4d6e5e27",
    "include/sortid/detail/platform.hpp":
        "__EMSCRIPTEN__ SORTID_CORE_ONLY SORTID_CORE_ONLY _WIN32 CLOCK_BOOTTIME CLOCK_REALTIME_COARSE 05a5185e",
    "include/sortid/result.hpp": "__cpp_lib_expected __cpp_lib_expected ea2390f4",
    "include/sortid/std_format.hpp": "__cpp_lib_format b43353fe",
    "src/batch/avx2.cpp": "SORTID_X86_KERNELS",
    "src/batch/avx512.cpp":
        "SORTID_X86_KERNELS __GNUC__ __clang__ pragma GCC pragma GCC template <> template <> template <> template <> template <> "
        "template <> template <> 2c90ed46",
    "src/batch/instruction_sets.hpp":
        "__x86_64__ _M_X64 SORTID_X86_KERNELS __aarch64__ __AARCH64EB__ SORTID_NEON_KERNELS SORTID_X86_KERNELS "
        "SORTID_NEON_KERNELS 16ab5bd7",
    "src/batch/neon.cpp": "SORTID_NEON_KERNELS",
    "src/batch/select.cpp": "SORTID_X86_KERNELS SORTID_NEON_KERNELS",
    "src/batch/ssse3.cpp": "SORTID_X86_KERNELS",
    "src/batch/target.hpp": "_Pragma __clang__ __attribute__ d40a78bf",
}


def lines_of(text):
    """As a compiler sees them: without comments, and without what is in strings."""
    text = text.replace("\\\n", "").replace("%:", "#")
    return NO_CODE.sub(lambda found: " " if found[0][0] == "/" else found[0][-1] * 2, text).split("\n")


def words_of_compilers(line):
    """Those of a line; in the condition of an #if any name may be one."""
    if condition := CONDITION.match(line):
        return [name for name in re.findall(r"[A-Za-z_]\w*", condition[1]) if name != "defined"]
    return [word for word in OF_COMPILERS.findall(line) if not MEAN_THE_SAME.fullmatch(word)]


def by_words(lines):
    """The lines that only some compilers see: those of conditions with other names than the library's own, and than that of C++."""
    open_ifs = []
    for line in lines:
        by_others = CONDITION.match(line) and any(name != "__cplusplus" and not name.startswith("SORTID_") for name in words_of_compilers(line))
        if re.match(r"\s*#\s*if", line):
            open_ifs.append(by_others)
        elif by_others:
            open_ifs[-1] = True
        if any(open_ifs):
            yield "".join(line.split())
        if re.match(r"\s*#\s*endif", line):
            open_ifs.pop()


def other_words():
    """(file, words) of sources that have others of them than are known, or other lines by them."""
    found = {}
    for path in glob.glob("include/**/*.h*", root_dir=ROOT, recursive=True) + glob.glob("src/batch/*.?pp", root_dir=ROOT):
        lines = lines_of(open(os.path.join(ROOT, path)).read())
        by = "".join(by_words(lines))
        words = [word for line in lines for word in words_of_compilers(line)]
        found[path] = " ".join([*words, *[f"{zlib.crc32(by.encode()):08x}"] * bool(by)])
    return [(path, found.get(path, "")) for path in {*found, *KNOWN_WORDS} if found.get(path, "") != KNOWN_WORDS.get(path, "")]


def code_in(path, left_out="(?!)"):
    """Of a file of clang's, but for what it says of the processor and of names, for some functions, and for functions apart, which compare single
    characters otherwise."""
    lines = (re.sub(r"(, ![\w.]+ !\d+)+| #\d+", "", line) for line in open(path) if not line.startswith(("attributes", "declare", "; ", "$", "!", "\n")))
    parts = re.split(r"^(?=define )", "" if "apart" in path else "".join(lines), flags=re.M)
    return [part for part in parts if not re.match(rf"define .*@\w*(?:{left_out})", part)]


def other_code(work):
    """(file, option) of code that is another than that of the theorems where it is compiled otherwise."""
    found = []
    for option, names in OTHERWISE.items():
        folders = {more: os.path.join(work, "code" + "".join(more)) for more in ((), (option,))}
        for more, own in folders.items():
            os.makedirs(own, exist_ok=True)
            kernels.more_options[:] = more
            for name in names:
                OTHERS.get(name, kernels).load_set(ROOT, name, own)
        kernels.more_options.clear()
        usual, others = folders.values()
        for file in sorted(os.listdir(others)):
            one, other = (code_in(os.path.join(of, file), OTHER_CODE.get(option, "(?!)")) for of in (usual, others))
            found += [(file, option)] * (one != other)
    return found


def changing(work):
    """(file, variable) of variables that keep something from one call to the next, or have no value before the program begins, or another one
    in another file. Where nothing is made faster they are there also if no probe writes them."""
    own, found, shared = os.path.join(work, "code-O0"), [], {}
    os.makedirs(own, exist_ok=True)
    kernels.more_options[:] = ["-O0"]
    for name, of in {**dict.fromkeys(kernels.SETS, kernels), **OTHERS}.items():
        of.load_set(ROOT, name, own)
        path = of.text_of(own, name, None)
        allowed, text = getattr(of, "Machine", run.Machine).globals_change, open(path).read()
        found += [(os.path.basename(path), variable) for variable in re.findall(r"^@(\S+) = .*\bglobal ", text, re.M) if not re.search(allowed, variable)]
        # A linker keeps one of those that have one name.
        for constant, value in re.findall(r"^@(\S+) = (?:linkonce|weak)\w*( .*)", text, re.M):
            value = re.sub(r'\.\d+"|, align \d+|@\.str\.\d+', "", value.replace("@.str,", "@.str.0,"))
            found += [(os.path.basename(path), constant)] * (shared.setdefault(constant, value) != value)
    kernels.more_options.clear()
    return found


@functools.lru_cache(maxsize=None)
def code_of(path):
    return changes.Code(open(path).read())


def digest_of(theorem, work):
    _, set_name, shape, member = theorem
    of, (module, own) = OTHERS.get(set_name, kernels), loaded(work, set_name)
    entry = of.entry(ROOT, module[0] if isinstance(module, tuple) else module, set_name, shape, member)
    return code_of(of.text_of(own, set_name, member)).digest(entry)


@functools.lru_cache(maxsize=None)
def prover():
    """A digest of the files that prove, and of those that they import."""
    texts, left = {}, [of.__name__ for of in (kernels, *OTHERS.values())]
    for name in left:
        path = os.path.join(HERE, f"{name}.py")
        if name not in texts and os.path.exists(path):
            texts[name] = open(path).read()
            left += re.findall(r"^\s*(?:import|from) (\w+)", texts[name], re.M)
    return hashlib.sha256(repr(sorted(texts.items())).encode()).hexdigest()[:12]


def of_today(theorem, answer, work):
    """The answer, and open where it is not about the code as it is compiled now, or by the prover as it is."""
    if answer.get("status") != "proved" or (answer.get("code"), answer.get("prover")) == (digest_of(theorem, work), prover()):
        return answer
    return {**answer, "status": "open", "reason": "proved of other code, or by another prover"}


def prove_one(job):
    theorem, work, seconds = job
    name, set_name, shape, member = theorem
    of = OTHERS.get(set_name, kernels)
    begin = spent()
    answer = {"status": "open", "claims": 0, "solver": 0}
    try:
        module, _ = loaded(work, set_name)
        begin = spent()
        proof = in_time(MOST, lambda: of.prove(ROOT, module, set_name, shape, member, seconds))
        answer = {
            "status": proof.status,
            "claims": len(proof.answers),
            "solver": sum(a.how == "solver" for a in proof.answers),
            "code": digest_of(theorem, work),
            "prover": prover(),
        }
        first = next((a for a in proof.answers if a.status != "proved"), None)
        if first is not None:
            answer["reason"] = f"{first.claim}: {'refuted' if first.status == 'refuted' else first.how}"
    except (run.Stuck, NotImplementedError, RecursionError, TooLong) as stuck:
        answer["reason"] = f"{type(stuck).__name__}: {str(stuck)[:80]}"
    answer["seconds"] = round(spent() - begin, 1)
    return name, answer


def read_results():
    return json.load(open(RESULTS)) if os.path.exists(RESULTS) else {}


def write_results(answers):
    not_run = {"status": "open", "reason": "not run yet", "claims": 0, "solver": 0, "seconds": 0}
    names = {t[0] for t in theorems()}
    lines = [f" {json.dumps(n)}: {json.dumps(answers.get(n, not_run))}" for n in sorted(names)]
    put(RESULTS, "{\n" + ",\n".join(lines) + "\n}\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--left", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--results", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=300)  # by the clock: a busy machine needs them
    parser.add_argument("--work", default=os.path.join(ROOT, "build/proofs/work"))
    given = parser.parse_args()
    chosen = [t for t in theorems() if re.search(given.only, t[0])]
    if given.quick:
        chosen = [t for t in chosen if is_quick(t[0], t[3])]
    os.makedirs(given.work, exist_ok=True)
    before = read_results()
    if given.left:
        chosen = [t for t in chosen if of_today(t, before.get(t[0], {}), given.work).get("status") != "proved"]
    if given.list:
        print("\n".join(t[0] for t in chosen))
        return
    if given.quick and not given.results:
        stale = [t[0] for t in theorems() if of_today(t, row := before.get(t[0], {}), given.work) is not row]
        if stale:
            sys.exit(f"prove: proved of other code, or by another prover: {', '.join(stale)}; run make prove, or prove.py --left --results")
    if not given.only:
        if other := [*other_code(given.work), *changing(given.work), *other_words()]:
            sys.exit("prove: other code (words that were looked at belong in KNOWN_WORDS): " + ", ".join(f"{file} by {what}" for file, what in other))
    answers, failed = {}, []
    jobs = [(t, given.work, given.seconds) for t in chosen]
    with multiprocessing.Pool(given.jobs) as pool:
        for name, answer in pool.imap_unordered(prove_one, jobs):
            answers[name] = answer
            if given.results:
                write_results({**read_results(), **answers})  # two runs may write at once
            expected = before.get(name, {}).get("status", "proved")
            print(f"{answer['status']:8} {answer['seconds']:7.1f} s  {name}  {answer.get('reason', '')}", flush=True)
            if answer["status"] == "refuted" or (answer["status"] != "proved" and expected == "proved"):
                failed.append(name)
    proved = sum(a["status"] == "proved" for a in answers.values())
    print(f"{proved} of {len(answers)} theorems proved, {sum(a['seconds'] for a in answers.values()):.0f} s")
    if given.results:
        failed = [name for name in failed if answers[name]["status"] == "refuted"]
    if failed:
        sys.exit("prove: not proved: " + ", ".join(sorted(failed)))
    if not answers and not given.left:
        sys.exit(f"prove: no theorem is called {given.only}")


if __name__ == "__main__":
    main()
