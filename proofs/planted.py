#!/usr/bin/env python3
"""Plants errors in copies of the sources. The prover must find each, and its counterexample must fail on the kernel
that was compiled with the error, run by this machine's processor.

usage: planted.py [--quick] [--only REGEX] [--results] [--work FOLDER]

With --results, what was found is written for docs/proofs.md.
"""

import argparse
import ctypes
import json
import os
import re
import shutil
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
RESULTS = os.path.join(HERE, "planted.json")
sys.path.insert(0, HERE)

import codec  # noqa: E402
import kernels  # noqa: E402
import recipe  # noqa: E402
import run  # noqa: E402
import solve  # noqa: E402
import spec  # noqa: E402
import terms as T  # noqa: E402

CODEC, BASE58, HEX, PREFIX, TYPEID = (f"include/sortid/{name}.hpp" for name in (
    "detail/codec", "detail/base58", "detail/hex", "type_prefix", "type_id"))
TABLES, LANES, AVX512 = "src/batch/tables.hpp", "src/batch/lanes.hpp", "src/batch/avx512.cpp"
LOOPS, BASE32 = "src/batch/number_loops.hpp", "include/sortid/detail/base32.hpp"
RECIPE, RANGE, UUID = (f"include/sortid/{name}.hpp" for name in ("detail/recipe", "range", "uuidv7"))

# (set, shape, member, what, file, from, to): one text, which stands once, replaced.
PLANTED = [
    # to text
    ("ssse3", "upper26", "write_one", "a symbol", BASE32, "STVWXYZ", "STWVXYZ"),
    ("avx2", "lower13", "write_one", "a shift", TABLES, "(6 - (bit", "(5 - (bit"),
    ("avx512", "upper26", "write_one", "a field", AVX512, "63 - (bit - 8", "62 - (bit - 8"),
    ("avx512", "hex36", "write_one", "a digit's bits", AVX512, "_mm256_srli_epi16(words, 4)", "_mm256_srli_epi16(words, 3)"),
    # from text
    ("ssse3", "upper26", "read_one", "a limit", LANES, "others = filled(31)", "others = filled(30)"),
    ("ssse3", "upper26", "first_wrong", "a place", LANES, "(second + back - 16)", "(second + back - 15)"),
    ("avx512", "hex36", "first_wrong", "a place", AVX512, "others >> 44U & 0xFU", "others >> 43U & 0xFU"),
    ("avx2", "upper13", "read_one", "a factor", LANES, "by16 = V::table32(0x00010400)", "by16 = V::table32(0x00010200)"),
    ("avx512", "lower26", "read_one", "a field", AVX512, "(44 + 8 * byte) % 64", "(45 + 8 * byte) % 64"),
    ("ssse3", "hex36", "read_one", "a factor", LANES, "by8 = V::table16(0x0110)", "by8 = V::table16(0x0108)"),
    ("avx2", "lower26", "read_one", "a class", TABLES, "lower_case_classes{{3, 5, 6, 7}}", "lower_case_classes{{3, 4, 6, 7}}"),
    # the check of an EUID
    ("ssse3", "checked27", "write_one", "the modulus", LANES, "m126 = V::table32(126)", "m126 = V::table32(127)"),
    ("avx2", "checked27", "write_one", "a fold", LANES, "V::template right32<7>(sum)", "V::template right32<6>(sum)"),
    ("ssse3", "checked27", "read_one", "a complement", LANES, "twice127 = V::table32(254)", "twice127 = V::table32(252)"),
    ("ssse3", "checked27", "write_one", "a mask", LANES, "low7 = V::table32(127)", "low7 = V::table32(63)"),
    ("avx2", "checked27", "read_one", "what is not checked", LANES, "V::equal32(complement, V::zero())",
     "V::equal32(complement, twice127)"),
    ("ssse3", "checked27", "read_one", "half a sum", LANES, "V::add32(sum, V::swap64(sum)), complement",
     "V::add32(sum, sum), complement"),
    # numbers
    ("ssse3", None, "times64", "a mask", LOOPS, "rule.shift & rule.mask)", "rule.shift)"),
    ("avx2", None, "times128", "a place", LOOPS, "upper = load64(from + 16 * i)", "upper = load64(from + 16 * i + 1)"),
    ("avx512", None, "swap64", "no swap", LOOPS, "word = __builtin_bswap64(load64(in", "word = (load64(in"),
    # new ids
    ("recipe", "uuidv7", "next", "a carry", RECIPE, "bool advance(const Word& last, std::uint64_t step, const Word& bits,\n"
     "                                                Word& to) const noexcept {\n"
     "    // All bits beside the counter are set for the addition, so that its carry runs through them and out at\n"
     "    // the top.\n    const Word spread = last | ~counting;",
     "bool advance(const Word& last, std::uint64_t step, const Word& bits, Word& to) const noexcept {\n"
     "    const Word spread = last;"),
    ("recipe", "ulid-flake", "next", "an overflow", RECIPE, "if (sum < spread) return false;", ""),
    ("recipe", "euid", "next", "a draw", RECIPE, "to = ((kept | (sum & counting)) & ~redrawn) |",
     "to = kept | (sum & counting) |"),
    ("recipe", "ulid", "step", "a step of 0", RECIPE, "1 + multiply_high(bits,", "multiply_high(bits,"),
    ("recipe", "xid", "first", "the last instant", RECIPE, "since > max_timestamp.since_epoch) return std::nullopt",
     "since >= max_timestamp.since_epoch) return std::nullopt"),
    ("recipe", "uid11-ts-seq-rand", "first", "a half", RECIPE, "sequence & (sequence >> 1)", "sequence"),
    ("recipe", "ulid", "bounds", "the last bits", RANGE, "return fixed | (low_mask<uint128>(l.bits) & ~not_free);",
     "return fixed | ((low_mask<uint128>(l.bits) & ~not_free) >> 1);"),
    ("recipe", "ulid-flake", "bounds", "the last instant", RANGE, "static_cast<std::uint64_t>(l.max_timestamp())) {",
     "static_cast<std::uint64_t>(l.max_timestamp()) + 1) {"),
    ("recipe", "ulid", "between", "an end", RANGE, "? last : to - 1;", "? last : to;"),
    # conversions
    ("recipe", None, "uuid_to_guid", "two bytes", UUID, "3, 2, 1, 0, 5, 4, 7, 6,", "3, 2, 1, 0, 5, 4, 6, 7,"),
    ("recipe", None, "uuid_version", "the variant", UUID, "(bits & mask) == version_7", "(bits & mask).hi == version_7.hi"),
    # the scalar codec: texts that are rejected, values, lenient texts, texts that are written
    ("codec", "ulid", "parse", "a position", BASE32, "{reason::overflow, 0, first_limit", "{reason::overflow, 1, first_limit"),
    ("codec", "uuid", "parse", "a limit", HEX, "at_most<245>(", "at_most<246>("),
    ("codec", "xid", "parse", "a place", BASE58, "while (at + 1 < size &&", "while (at + 2 < size &&"),
    ("codec", "euid", "parse", "two check-mods", CODEC, "check_position, expected, check}", "check_position, check, expected}"),
    ("codec", "uuidv7", "number", "the version", CODEC, "(uint128(value) & mask) != constants)",
     "(uint128(value) & mask).lo != constants.lo)"),
    ("codec", "uuidv7", "number", "a part's place", CODEC, "position = position_of(L, Field)", "position = position_of(L, 0)"),
    ("codec", "ulid-flake", "number", "a sign", CODEC, "{reason::overflow, 0, 0, 1}", "{reason::overflow, 0, 0, 0}"),
    ("codec", None, "unhyphenated", "a place", CODEC, "places[size] = clamp32(i)", "places[size] = clamp32(i + 1)"),
    ("codec", None, "unhyphenated", "the end", CODEC, "if (size <= capacity) places", "if (size < capacity) places"),
    ("codec", "ulid", "lenient", "the aliases", CODEC, "symbols32::with_aliases : codec::strict",
     "codec::strict : codec::strict"),
    ("codec", "ulid", "lenient", "a limit", BASE32, "max.hi >> 56", "max.hi >> 57"),
    ("codec", "ulid", "text", "a shift", BASE32, "value.hi << 4 | value.lo >> 60", "value.hi << 4 | value.lo >> 61"),
    ("codec", "xid", "text", "a rounding", BASE58, "power(limb_digits - 1) + 1;", "power(limb_digits - 1);"),
    ("codec", "typeid", "parse", "an end of a prefix", PREFIX, "i == 0 || i + 1 == text.size()", "i == 0"),
    ("codec", "typeid", "parse", "a position", TYPEID, "? e : shifted(e, text.suffix_at())", "? e : e"),
    # base 58
    ("ssse3", "base58_11", "read_one", "a limit", TABLES, "(~std::uint64_t{0} / power58_10)", "(~std::uint64_t{0} / power58_10 + 1)"),
    ("avx2", "base58_11", "read_one", "a factor", LANES, "by16 = V::table64(0x0001'0D24'0001'0000)", "by16 = V::table64(0x0001'0D25'0001'0000)"),
    # ids written by one loop
    ("recipe", "uuidv7", "run", "a carry", RECIPE, "spread = (spread + (Word(step_of(i)) << unit_shift)) | ~counting;",
     "spread = spread + (Word(step_of(i)) << unit_shift);"),
    ("recipe", "euid", "run", "a draw", RECIPE, "bits_of(i) & redrawn", "bits_of(0) & redrawn"),
]  # fmt: skip
QUICK = 4  # every fourth


def name_of(planted):
    set_name, shape, member, what, *_ = planted
    return "/".join(x for x in (set_name, shape, member) if x) + f": {what}"


def write_results(answers):
    before = json.load(open(RESULTS)) if os.path.exists(RESULTS) else {}
    names = [name_of(p) for p in PLANTED]
    with open(RESULTS, "w") as out:
        json.dump({n: answers.get(n) or before.get(n, "not run yet") for n in names}, out, indent=1)
        out.write("\n")


def copy_with(planted, into):
    *_, file, old, new = planted
    shutil.rmtree(into, ignore_errors=True)
    for folder in ("include", "src/batch"):
        shutil.copytree(os.path.join(ROOT, folder), os.path.join(into, folder))
    shutil.copytree(os.path.join(ROOT, "proofs"), os.path.join(into, "proofs"))
    path = os.path.join(into, file)
    text = open(path).read()
    if text.count(old) != 1:
        sys.exit(f"planted: {file} has {old!r} {text.count(old)} times, not once")
    open(path, "w").write(text.replace(old, new))


class Native:
    """The compiled kernel set, called by its struct."""

    def __init__(self, work, set_name):
        library = os.path.join(work, "kernels.so")
        command = [kernels.CLANG, "-std=c++20", "-shared", "-fPIC", "-O1", f"-I{work}/include", f"-I{work}/src/batch"]
        subprocess.run(command + [os.path.join(work, f"src/batch/{set_name}.cpp"), "-o", library], check=True)
        symbol = next(s for s in subprocess.run(["nm", "-D", library], capture_output=True, text=True,
                                                check=True).stdout.split() if f"{set_name}_kernels" in s)
        self.pointers = (ctypes.c_void_p * 64).in_dll(ctypes.CDLL(library), symbol)

    def call(self, place, result, *arguments):
        function = ctypes.CFUNCTYPE(result, *([ctypes.c_void_p] * len(arguments)))(self.pointers[2 + place])
        return function(*arguments)


def expected_of(form, member, inputs):
    """What the specification says of a counterexample's inputs."""
    def fixed(values):
        return [T.const(8, v) for v in values]

    if member == "write_one":
        return [T.value_of(c) for c in form.write(form.number(fixed(inputs["ids"])))]
    rule = fixed(inputs["rule"])
    asked = {"limit": rule[0], "mask": rule[1:17], "bits": rule[17:]}
    text = fixed(inputs["texts"])
    valid = T.value_of(form.valid(text, asked))
    if valid is None:
        raise run.Stuck("the specification of known bytes is no number")
    return valid, [T.value_of(b) for b in form.id_of(form.read(text))] if valid else inputs["ids"]


def fails_for_real(native, set_name, shape, member, inputs):
    """Whether the compiled kernel gives another answer than the specification."""
    shapes, of_texts, of_set = kernels.members(ROOT)
    if shape:
        form = spec.SHAPES[shape]
        place = shapes.index(shape) * len(of_texts) + of_texts.index(member)
        if member == "write_one":
            ids = (ctypes.c_uint8 * form.id_size)(*inputs["ids"])
            out = (ctypes.c_uint8 * form.symbols)()
            native.call(place, None, ctypes.addressof(ids), ctypes.addressof(out))
            return list(out) != expected_of(form, member, inputs)
        text = (ctypes.c_uint8 * form.symbols)(*inputs["texts"])
        if member == "first_wrong":
            allowed = [T.value_of(a) for a in form.allowed([T.const(8, c) for c in text])]
            return native.call(place, ctypes.c_size_t, ctypes.addressof(text)) != [*allowed, 0].index(0)
        out = (ctypes.c_uint8 * form.id_size)(*inputs["ids"])
        rule = (ctypes.c_uint8 * 33)(*inputs["rule"])
        good = native.call(place, ctypes.c_bool, ctypes.addressof(text), ctypes.addressof(out), ctypes.addressof(rule))
        valid, ids = expected_of(form, member, inputs)
        return bool(good) != bool(valid) or list(out) != ids
    place = len(shapes) * len(of_texts) + of_set.index(member)
    if member == "swap64":
        source = (ctypes.c_uint8 * len(inputs["from"]))(*inputs["from"])
        out = (ctypes.c_uint8 * len(source))()
        native.call(place, None, ctypes.addressof(source), len(source) // 8, ctypes.addressof(out))
        return any(out[8 * (i // 8) + i % 8] != source[8 * (i // 8) + 7 - i % 8] for i in range(len(source)))
    size = 16 if member == "times128" else 8
    n = len(inputs["ids"]) // size
    ids = (ctypes.c_uint8 * len(inputs["ids"]))(*inputs["ids"])
    shift, mask, epoch = inputs["shift"][0], inputs["mask"][0], inputs["epoch"][0]
    fixed = [int.from_bytes(bytes(inputs["fixed"][at : at + 8]), "little") for at in range(0, 32, 8)]
    rule = (ctypes.c_uint64 * 7)(shift, mask, epoch, *fixed)
    out = (ctypes.c_uint64 * n)()
    native.call(place, None, ctypes.addressof(ids), n, ctypes.addressof(rule), ctypes.addressof(out))
    for i in range(n):
        own = bytes(inputs["ids"][i * size : i * size + 8])
        upper = int.from_bytes(own, "big" if size == 16 else "little")
        words = [int.from_bytes(own, "little"), int.from_bytes(bytes(inputs["ids"][i * size + 8 : (i + 1) * size]), "little")]
        timed = size == 8 or all(w & m == b for w, m, b in zip(words, fixed[:2], fixed[2:]))
        if out[i] != (((upper >> shift & mask) + epoch) % 2**64 if timed else 1 << 63):
            return True
    return False


def fails_in_child(question):
    """Whether it says yes, or the code with the error ends its process: a wrong id may make value() abort."""
    child = os.fork()
    if child == 0:
        answer = 2
        try:
            answer = int(bool(question()))
        finally:
            os._exit(answer)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code not in (0, 1, -signal.SIGABRT):
        sys.exit(f"planted: the counterexample's run ended with {code}")
    return code != 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--results", action="store_true")
    parser.add_argument("--work", default=os.path.join(ROOT, "build/proofs/planted"))
    given = parser.parse_args()
    usable = open("/proc/cpuinfo").read()
    kernels.Proof.stops = True
    missed, answers, without = [], {}, []
    for i, planted in enumerate(PLANTED[:: QUICK if given.quick else 1]):
        set_name, shape, member, *_ = planted
        name = name_of(planted)
        if not re.search(given.only, name):
            continue
        into = os.path.join(given.work, str(i))
        copy_with(planted, into)
        of = {recipe.NAME: recipe, codec.NAME: codec}.get(set_name, kernels)
        refuted = None
        try:
            status = of.prove(into, of.load_set(into, set_name, into), set_name, shape, member, 60).status
        except kernels.Refuted as found:
            status, refuted = solve.REFUTED, found.args[0]
        if refuted is None:
            missed.append(f"{name}: {status}")
        elif of is not kernels:
            native = of.Native(into, into)
            if not fails_in_child(lambda: native.broken(shape, member, refuted.inputs)):
                missed.append(f"{name}: the counterexample {refuted.inputs} does not fail on the code")
        elif set_name == "avx512" and "avx512_vbmi" not in usable or set_name not in usable and set_name != "avx512":
            without.append(set_name)
        elif not fails_in_child(
                lambda: fails_for_real(Native(into, set_name), set_name, shape, member, refuted.inputs)):
            missed.append(f"{name}: the counterexample {refuted.inputs} does not fail on the kernel")
        is_missed = missed and missed[-1].startswith(name)
        answers[name] = missed[-1].removeprefix(f"{name}: ") if is_missed else "found"
        print(f"missed  {missed[-1]}" if is_missed else f"found   {name}", flush=True)
        if given.results:
            write_results(answers)
        shutil.rmtree(into)
    if without:
        print(f"this processor has no {', '.join(sorted(set(without)))}: counterexamples found, not run")
    print(f"{len(answers) - len(missed)} of {len(answers)} planted errors found")
    if missed or not answers:
        sys.exit("planted: " + "\n".join(missed))


if __name__ == "__main__":
    main()
