#!/usr/bin/env python3
"""Proves the theorems of proofs/ on the sources as they are.

usage: prove.py [--quick | --left | --list] [--only REGEX] [--results] [--jobs N] [--seconds N] --work FOLDER

Without --results, a theorem that the results file calls proved and is not fails the run; with it, the answers are written
there. A counterexample fails it in any case. --quick takes those theorems that need a few seconds, and fails when any theorem was
proved of other code; --left those that are not proved, or were so of other code. Every member of the struct `kernels` has a
theorem or a reason in WITHOUT_THEOREM; a run fails when one has neither.
"""

import argparse
import functools
import glob
import json
import multiprocessing
import os
import re
import signal
import sys

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

# "shape/member" or "member": why there is no theorem.
WITHOUT_THEOREM = {}

QUICK_MEMBERS = ("write_one", "read_one", "first_wrong", "times64", "times128", "swap64")
# Those that take longer than the quick run has time for.
NOT_QUICK = ("recipe/euid/first", *codec.NOT_QUICK, *formats.NOT_QUICK, "scalar/.*/read_one", ".*/checked27/.*", ".*/base58_11/.*", "scalar/hex36/.*")

MOST = 600  # seconds of processor time for a theorem: code with many ways may have no end
OTHERS = {recipe.NAME: recipe, **dict.fromkeys(codec.WAYS, codec), formats.NAME: formats}  # what are no kernel sets
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
OTHERWISE = {"-funsigned-char": ("scalar", *OTHERS), "-march=x86-64-v4": tuple(OTHERS), "-mcpu=apple-a14": ("neon",),
             "-UNDEBUG": (*kernels.SETS, *OTHERS)}


# Words that a compiler or a system knows for itself, by which it may make other code than clang-14, whose code the theorems are about; and
# types that have another size elsewhere.
OF_COMPILERS = re.compile(r"\bgnu::\w+|\b__\w+|\b_[A-Z]\w*|(?<!long )\blong\b(?! long)|\w+_fast\d+_t|\bpragma (?!once)\w+")
MEAN_THE_SAME = re.compile(r"gnu::(always_inline|noinline|cold)|__builtin_(abort|bit_cast|bswap64|ctz|ia32_rdtsc|shufflevector)|"
                           r"(_MM|__ATOMIC|__atomic|__m)\w+|__asm__|__extension__|__int128")
KNOWN_WORDS = {
    "include/sortid.h": "__cplusplus __GNUC__ __attribute__ __cplusplus",
    "include/sortid/arrow.hpp": "__cplusplus __cplusplus",
    "include/sortid/clocks.hpp": "__x86_64__ __aarch64__",
    "include/sortid/detail/atomic_word.hpp": "__x86_64__ __aarch64__ __x86_64__ __aarch64__ __x86_64__",
    "include/sortid/detail/compiler.hpp": "__GNUC__ __clang__ __wasm__ __wasm_simd128__ __GNUC__ __attribute__ __has_cpp_attribute __has_cpp_attribute __SIZEOF_INT128__",
    "include/sortid/detail/hex.hpp": "__attribute__ __attribute__ __attribute__ __attribute__",
    "include/sortid/detail/key.hpp": "__x86_64__ __AVX__ __aarch64__ __OPTIMIZE__",
    "include/sortid/detail/platform.hpp": "__EMSCRIPTEN__ _WIN32",
    "include/sortid/result.hpp": "__cpp_lib_expected __cpp_lib_expected",
    "include/sortid/std_format.hpp": "__cpp_lib_format",
    "src/batch/avx512.cpp": "__GNUC__ __clang__ pragma GCC pragma GCC",
    "src/batch/instruction_sets.hpp": "__x86_64__ _M_X64 __aarch64__ __AARCH64EB__",
    "src/batch/target.hpp": "_Pragma __clang__ __attribute__",
}


def other_words():
    """(file, words) of sources that have others of them than are known."""
    found = {}
    for path in glob.glob("include/**/*.h*", root_dir=ROOT, recursive=True) + glob.glob("src/batch/*.?pp", root_dir=ROOT):
        text = re.sub(r"//.*", "", open(os.path.join(ROOT, path)).read())
        found[path] = " ".join(word for word in OF_COMPILERS.findall(text) if not MEAN_THE_SAME.fullmatch(word))
    return [(path, found.get(path, "")) for path in {*found, *KNOWN_WORDS} if found.get(path, "") != KNOWN_WORDS.get(path, "")]


def code_in(path):
    """Of a file of clang's, but for what it says of the processor, and but for functions apart, which compare single characters otherwise."""
    lines = (re.sub(r" #\d+", "", line) for line in open(path) if not line.startswith("attributes"))
    return "" if "apart" in path else "".join(lines)


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
        found += [(file, option) for file in sorted(os.listdir(others)) if len({code_in(os.path.join(of, file)) for of in (usual, others)}) > 1]
    return found


def changing(work):
    """(file, variable) of variables that keep something from one call to the next. Where nothing is made faster they are there also if
    no probe writes them."""
    own, found = os.path.join(work, "code-O0"), []
    os.makedirs(own, exist_ok=True)
    kernels.more_options[:] = ["-O0"]
    for of in set(OTHERS.values()):
        of.load_set(ROOT, of.NAME, own)
        path = of.text_of(own, of.NAME, None)
        allowed = of.Machine.globals_change
        found += [(os.path.basename(path), name) for name in re.findall(r"^@(\S+) = .*\bglobal ", open(path).read(), re.M) if not re.search(allowed, name)]
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


def of_today(theorem, answer, work):
    """The answer, and open where it is not about the code as it is compiled now."""
    if answer.get("status") != "proved" or answer.get("code") == digest_of(theorem, work):
        return answer
    return {**answer, "status": "open", "reason": "proved of other code"}


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
    with open(RESULTS, "w") as out:
        out.write("{\n" + ",\n".join(lines) + "\n}\n")


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
            sys.exit(f"prove: proved of other code: {', '.join(stale)}; run make prove, or prove.py --left --results")
    if not given.only:
        if other := [*other_code(given.work), *changing(given.work), *other_words()]:
            sys.exit("prove: other code: " + ", ".join(f"{file} by {what}" for file, what in other))
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
