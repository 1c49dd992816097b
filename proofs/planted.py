#!/usr/bin/env python3
"""Plants errors. The prover must find each. Run on its counterexample, the compiled wrong code must answer differently from
the right code.

usage: planted.py [--quick | --left] [--only REGEX] [--seed N] [--jobs N] [--results] [--work FOLDER]

Every theorem has errors in its own compiled code (changes.py): each changes one constant or operation; the kinds take turns. If the
theorem still holds, the change is no error and another is tried; on varied counterexamples it must answer as the right code.
Other errors, which no constant can express, are planted in copied sources.
--quick takes a few of both, which the seed chooses; --left only those whose results are missing, too few, or from other code, and of
those in sources also what another prover found. With --results, what was found is written for docs/proofs.md. Code that this
processor cannot run, and what the compiler refuses, has its errors found, not run: the results and the page say so, and why.
"""

import argparse
import collections
import functools
import json
import multiprocessing
import os
import random
import re
import shutil
import sys
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
RESULTS = os.path.join(HERE, "planted.json")
sys.path.insert(0, HERE)

import changes  # noqa: E402
import kernels  # noqa: E402
import prove  # noqa: E402
import run  # noqa: E402
import solve  # noqa: E402
from ir import Module  # noqa: E402
from machine_code import put  # noqa: E402
from native import Call, Program, lacks  # noqa: E402
from page import FOUND, WANTED, is_found, is_missed, theorem_of  # noqa: E402

CODEC, BASE58, HEX, PREFIX, TYPEID = (f"include/sortid/{name}.hpp" for name in (
    "detail/codec", "detail/base58", "detail/hex", "type_prefix", "type_id"))
TABLES, LANES, AVX512, SSSE3 = "src/batch/tables.hpp", "src/batch/lanes.hpp", "src/batch/avx512.cpp", "src/batch/ssse3.cpp"
SCALAR, READ, SELECT = "src/batch/scalar.hpp", "src/batch/read.cpp", "src/batch/select.cpp"
KERNELS, COLUMN, BATCH = (f"include/sortid/{name}.hpp" for name in ("detail/kernels", "batch_column", "batch"))
LOOPS, BASE32 = "src/batch/number_loops.hpp", "include/sortid/detail/base32.hpp"
RECIPE, RANGE, UUID, ID = (f"include/sortid/{name}.hpp" for name in ("detail/recipe", "range", "uuidv7", "basic_id"))
PLAN, INSTANT, EXTENSION = (f"include/sortid/{name}.hpp" for name in ("generator_plan", "instant", "detail/extension"))
INLINE_TEXT, DRAWS, SETS = (f"include/sortid/{name}.hpp" for name in ("inline_text", "detail/draws", "kernel_set"))

# (set, shape, member, what, file, from, to): replaces `from`, which occurs once.
IN_SOURCES = [
    # to text
    ("ssse3", "upper26", "write_one", "a symbol", BASE32, "STVWXYZ", "STWVXYZ"),
    ("avx2", "lower13", "write_one", "a shift", TABLES, "(6 - (bit", "(5 - (bit"),
    ("avx512", "upper26", "write_one", "a field", AVX512, "63 - (bit - 8", "62 - (bit - 8"),
    ("avx512", "hex36", "write_one", "a digit's bits", AVX512, "_mm256_srli_epi16(words, 4)", "_mm256_srli_epi16(words, 3)"),
    # from text
    ("ssse3", "upper26", "read_one", "a limit", LANES, "(invalid_value - 1 - limit)", "(invalid_value - 2 - limit)"),
    ("ssse3", "upper26", "first_wrong", "a place", LANES, "(second + back - 16)", "(second + back - 15)"),
    ("avx512", "hex36", "first_wrong", "a place", AVX512, "others >> 44U & 0xFU", "others >> 43U & 0xFU"),
    ("avx2", "upper13", "read_one", "a factor", LANES, "0x0001'0400'0010'4000)", "0x0001'0400'0010'2000)"),
    ("avx512", "lower26", "read_one", "a field", AVX512, "(44 + 8 * byte) % 64", "(45 + 8 * byte) % 64"),
    ("ssse3", "hex36", "read_one", "a factor", LANES, "by8 = V::table16(0x0110)", "by8 = V::table16(0x0108)"),
    ("avx2", "lower26", "read_one", "a class", TABLES, "lower_case_classes{{3, 5, 6, 7}}", "lower_case_classes{{3, 4, 6, 7}}"),
    ("avx512", "lower13", "read", "flags in two words", AVX512, "|= bad >> (64 - i % 64);", "|= bad >> (63 - i % 64);"),
    ("avx512", "hex36", "read", "a shift by 64", AVX512, "if (i % 64 > 64 - step && bad >>", "if (bad >>"),
    # the check of an EUID
    ("ssse3", "checked27", "write_one", "the modulus", LANES, "V::table64(2 * 127)", "V::table64(2 * 126)"),
    ("avx2", "checked27", "write_one", "a fraction", LANES, "V::mul32(sum, fraction)", "V::mul32(sum, twice127)"),
    ("ssse3", "checked27", "read_one", "a complement", LANES, "V::splat32(2 * 127)", "V::splat32(2 * 126)"),
    ("ssse3", "checked27", "write_one", "half a sum", LANES, "sum = V::add32(sum, V::swap64(sum));",
     "sum = V::add32(sum, sum);"),
    ("avx2", "checked27", "read_one", "what is not checked", LANES, "V::equal32(complement, nothing_left)",
     "V::equal32(complement, twice127)"),
    ("ssse3", "checked27", "read_one", "half a sum", LANES, "V::add32(sum, V::swap64(sum)), complement",
     "V::add32(sum, sum), complement"),
    # loops, where no branch depends on the number
    ("scalar", "upper26", "write_any", "from text 129 on", SCALAR, "write_one(from + i * sizeof(stored), texts + i * stride);",
     "{\nwrite_one(from + i * sizeof(stored), texts + i * stride);\n"
     "texts[i * stride + 5] = static_cast<char>(texts[i * stride + 5] + (i > 128));\n}"),
    ("avx2", "upper13", "write_any", "from text 129 on", LANES,
     "to_texts(ids + i * id_size, texts + i * stride, stride);",
     "to_texts(ids + i * id_size + (i > 128), texts + i * stride, stride);"),
    ("ssse3", "base58_11", "write_any", "from text 129 on", LANES, "texts + i * stride, stride);\n        begun = next;",
     "texts + i * stride, stride);\n        if (i < 129) begun = next;"),
    ("scalar", "hex36", "read_any", "text 40 never flagged", SCALAR, "bad |= std::uint64_t{1} << (i - begin);",
     "bad |= std::uint64_t{i != 40} << (i - begin);"),
    ("avx2", "upper13", "read_any", "text 40 never flagged", LANES, "rejected[begin / 64] = bad;\n      any |= bad;",
     "rejected[begin / 64] = bad & ~(std::uint64_t{begin == 0} << 40);\n      any |= bad;"),
    ("ssse3", "upper26", "read_any", "text 40 never flagged", LANES,
     "bad |= std::uint64_t{from_texts.end(begun, ids + i * id_size) ^ all_lanes<wide>} << i;\n        begun",
     "bad |= std::uint64_t{(from_texts.end(begun, ids + i * id_size) ^ all_lanes<wide>) & (i != 40)} << i;\n        begun"),
    ("neon", "upper13", "read_any", "the second word", LANES, "any |= bad;\n    }\n    if constexpr", "any |= begin == 64 ? 0 : bad;\n    }\n    if constexpr"),
    ("avx2", "hex36", "read_any", "the last text", LANES, "| bad << (whole % 64);", "| bad << (whole % 64 & 31);"),
    ("ssse3", "upper13", "write_any", "a count in memory", LANES,
     "for (; i + wide::lanes <= n; i += wide::lanes) to_texts(ids + i * id_size, texts + i * stride, stride);",
     "volatile std::size_t turns = 0;\nfor (; i + wide::lanes <= n; i += wide::lanes) {\nconst std::size_t turn = turns;\n"
     "turns = turn + 1;\nto_texts(ids + i * id_size, texts + i * stride, stride);\nif (turn == 7) texts[i * stride] ^= 1;\n}"),
    # 64 bytes apart
    ("avx2", "hex36", "write", "far apart", LANES, "to_texts(ids + i * id_size, texts + i * stride, stride);",
     "to_texts(ids + i * id_size, texts + i * stride, stride), stride > 99 ? void(texts[i * stride + 40] = 0) : void();"),
    # numbers
    ("neon", None, "swap64_any", "from number 129 on", LOOPS, "std::memcpy(out + 8 * i, &word, sizeof word);",
     "const std::uint64_t other = word + (i > 128);\nstd::memcpy(out + 8 * i, &other, sizeof other);"),
    ("ssse3", None, "times64", "a mask", LOOPS, "rule.shift & rule.mask)", "rule.shift)"),
    ("avx2", None, "times128", "a place", LOOPS, "upper = load64(from + 16 * i)", "upper = load64(from + 16 * i + 1)"),
    ("ssse3", None, "swap64", "even words skipped", LOOPS, "std::memcpy(out + 8 * i, &word, sizeof word);",
     "if (word % 2 != 0) {\n[[maybe_unused]] volatile bool inner;\nif (word % 4 == 3) inner = true;\n"
     "std::memcpy(out + 8 * i, &word, sizeof word);\n}"),
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
    ("recipe", "uid11-snowish", "next", "a node that does not fit", RECIPE, "if (std::uint64_t{node} >> L.fields[at].bits != 0)",
     "if (std::uint64_t{node} >> L.fields[at].bits > 1)"),
    ("recipe", "ulid", "first", "a prefix of no use", RECIPE, "!options.prefix.empty() && !L.prefixed", "false && !L.prefixed"),
    ("recipe", "ulid", "step", "a longer prefix of no use", RECIPE, "!options.prefix.empty() && !L", "options.prefix.size() == 1 && !L"),
    ("recipe", "euid", "first", "an extension that does not fit", EXTENSION, "std::bit_width(extension | 1)",
     "std::bit_width(static_cast<std::uint16_t>(extension | 1))"),
    ("recipe", "uid11-snowish", "run", "a node over another", PLAN, "(r.fixed & ~node_bits) |", "r.fixed |"),
    ("recipe", "uid11-snowish", "first", "what is drawn", RECIPE, "carries_on ? random : random | begun;", "random;"),
    ("recipe", "ulid", "lead", "before the epoch", RECIPE, "unix_ms < epoch ||\n           at.since_epoch", "at.since_epoch"),
    ("recipe", "ulid", "between", "behind the beginning of a millisecond", INSTANT, "return is_later ? after() : unix_ms;", "return unix_ms;"),
    ("recipe", "xid", "bounds", "the format's epoch", RANGE, "Id> last_at(instant at, std::int64_t epoch = Id::layout().epoch)",
     "Id> last_at(instant at, std::int64_t epoch = 0)"),
    ("codec", "typeid", "text", "a prefix of 40 symbols", TYPEID, "for (const char symbol : prefix) *out++ = symbol;",
     "for (const char symbol : prefix) *out++ = static_cast<char>(symbol ^ (prefix.size() == 40 ? 1 : 0));"),
    ("recipe", "uid11-snowish", "next", "a start that is no new one", RECIPE, "& ~redrawn) | (bits & redrawn);",
     "& ~redrawn) | (bits & redrawn) | (begun & Word(1) << unit_shift);"),
    ("recipe", "ulid", "run", "the greatest size", RECIPE, "spread = (spread + (Word(step_of(i)) << unit_shift)) | ~counting;",
     "spread = (spread + (Word(step_of(i)) << (unit_shift + (step_bytes >> 3)))) | ~counting;"),
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
    ("codec", "ulid", "lenient", "the last byte", ID, "unhyphenated plain(text);",
     "unhyphenated plain(std::string_view(text.data(), text.size() - 1));"),
    ("codec", "ulid", "text", "a shift", BASE32, "value.hi << 4 | value.lo >> 60", "value.hi << 4 | value.lo >> 61"),
    ("codec", "xid", "text", "a rounding", BASE58, "power(limb_digits - 1) + 1;", "power(limb_digits - 1);"),
    ("codec", "typeid", "parse", "an end of a prefix", PREFIX, "i == 0 || i + 1 == text.size()", "i == 0"),
    ("codec", "typeid", "parse", "a position", TYPEID, "? e : shifted(e, text.suffix_at())", "? e : e"),
    # between formats and kernels
    ("formats", "ulid-flake", "write_one", "a shape", KERNELS, "text_shape::upper26 : text_shape::upper13;\n    case text_form::crockford_lower",
     "text_shape::upper26 : text_shape::lower13;\n    case text_form::crockford_lower"),
    ("formats", "ulid", "read_one", "a limit", COLUMN, "(5 * (L.symbols - 1))", "(5 * (L.symbols - 1) + 1)"),
    ("formats", "uuidv7", "read_one", "no rule", COLUMN, "if (L.constants_required) {", "if (!L.constants_required) {"),
    ("formats", "xid", "from_text", "a second turn", READ, "texts + begin * stride", "texts + begin * id_size"),
    ("formats", "ulid", "to_text", "a text too many", COLUMN, "bytes < size ? 0 : (bytes - size) / stride + 1",
     "bytes < size ? 0 : bytes / stride + 1"),
    ("formats", None, "fastest", "a feature", SELECT, "has.avx512vnni && has.avx512vl", "has.avx512vl"),
    ("formats", None, "named", "another's features", SELECT, "return processor().ssse3;", "return processor().bmi1;"),
    # base 58
    ("ssse3", "base58_11", "read_one", "a limit", TABLES, "(~std::uint64_t{0} / power58_10)", "(~std::uint64_t{0} / power58_10 + 1)"),
    ("avx2", "base58_11", "read_one", "a factor", LANES, "by16 = V::table64(0x0001'0D24'0001'0000)", "by16 = V::table64(0x0001'0D25'0001'0000)"),
    # ids written by one loop
    ("recipe", "uuidv7", "run", "a carry", RECIPE, "spread = (spread + (Word(step_of(i)) << unit_shift)) | ~counting;",
     "spread = spread + (Word(step_of(i)) << unit_shift);"),
    ("recipe", "ulid", "run", "the eighth like the seventh", RECIPE,
     "spread = (spread + (Word(step_of(i)) << unit_shift)) | ~counting;",
     "if (i != 7) spread = (spread + (Word(step_of(i)) << unit_shift)) | ~counting;"),
    ("recipe", "uid11-snowish", "run", "an end", RECIPE, "for (std::size_t i = 0; i < count; ++i) {\n      spread",
     "for (std::size_t i = 0; i < count && i < 100; ++i) {\n      spread"),
    ("recipe", "euid", "run", "a draw", RECIPE, "bits_of(i) & redrawn", "bits_of(0) & redrawn"),
    # what a second sceptic planted
    ("formats", "ulid", "from_text", "the third word of answers", BATCH, "return word * answers_in_word +",
     "return (word & 1U) * answers_in_word +"),
    ("formats", "ulid", "from_text", "the distance to what is rejected", BATCH,
     "in.why_rejected_at(texts.data() + end.count * in.stride(), with)",
     "in.why_rejected_at(texts.data() + end.count * in.text_size(), with)"),
    ("formats", "ulid", "from_text", "the third turn", READ, "return {begin + batch::detail::first_rejected",
     "return {(begin & answer_chunk) + batch::detail::first_rejected"),
    ("formats", "ulid", "from_text", "rejected and cut off", BATCH, "if (end.rejected)",
     "if (static_cast<int>(end.rejected) & static_cast<int>(there == ids.size()))"),
    ("formats", "typeid", "from_text", "a separator in the last symbols", COLUMN, "std::size_t{16}, Size - 8}", "std::size_t{16}}"),
    ("formats", "typeid", "to_text", "a prefix further apart", BATCH, "lead.write(texts + i * to.stride())",
     "lead.write(texts + i * to.text_size())"),
    ("formats", "xid", "unix_ms", "where instants go", BATCH, "(ids.data(), n, time, to.data())", "(ids.data(), n, time, to.data() + 1)"),
    ("formats", "ulid-flake", "unix_ms", "the caller's epoch", BATCH, "bits), epoch};", "bits), l.epoch};"),
    ("formats", "ulid", "read_one", "another text that is rejected", BATCH, "result<Id> parse_apart(std::string_view text) noexcept {",
     "result<Id> parse_apart(std::string_view text) noexcept {\n"
     "  if (text.size() == text_size_of<Id> && text.front() == '8') return Id::parse(text.substr(1));"),
    ("recipe", "typeid", "step", "of a prefix", RECIPE, "r.step_bytes = options", "r.step_bytes = !options.prefix.empty() ? 0 : options"),
    ("recipe", "uid11-snowish", "first", "without a node", RECIPE, "options.node.value_or(0)",
     "options.node.value_or(options.epoch ? 1 : 0)"),
    ("recipe", "ulid-flake", "bounds", "the first alone", RANGE,
     "if (!timestamp) return timestamp.error();\n  return detail::edge<Id>(*timestamp, false);",
     "return detail::edge<Id>(timestamp.value_or(sortid::timestamp{}), false);"),
    ("codec", "typeid", "write", "less room", TYPEID, "if (last - first < static_cast<std::ptrdiff_t>(text_size()))",
     "if (last - first == static_cast<std::ptrdiff_t>(text_size()) - 1)"),
    ("codec", "typeid", "parse", "a prefix of 256 symbols", PREFIX, "if (text.size() > max_size)",
     "if (static_cast<std::uint8_t>(text.size()) > max_size)"),
    ("codec", "typeid", "parse", "a suffix of 282 symbols", TYPEID, "if (text.suffix.size() != type",
     "if (static_cast<std::uint8_t>(text.suffix.size()) != type"),
    ("avx512", "upper13", "read", "the second word alone", AVX512, "any = true;", "any |= i < 64;"),
    ("formats", "typeid", "unix_ms", "no room", BATCH, "n = detail::lesser(ids.size(), to.size());", "n = ids.size();"),
    ("formats", None, "usable", "sets that it lacks", SELECT, "if (c.usable()) all", "all"),
    ("formats", None, "named", "the beginning of a name", SELECT, "name == c.set->name)", "std::string_view(c.set->name).starts_with(name))"),
    ("formats", "typeid", "to_text", "a prefix of 57 symbols", COLUMN, "bytes_[size_++] = symbol",
     "bytes_[size_++ % 56] = symbol"),
    ("codec", "typeid", "write", "room of 40,000 bytes", TYPEID, "if (last - first < static_cast<std::ptrdiff_t>(text_size()))",
     "if (static_cast<std::int16_t>(last - first) < static_cast<std::ptrdiff_t>(text_size()))"),
    ("recipe", "ulid-flake-scalable", "step", "a node of the call", PLAN,
     "if (node) r.fixed =", "if (node) r.step_bytes = own.step_bytes;\n      if (node) r.fixed ="),
    ("recipe", "ulid", "step", "with an epoch", RECIPE,
     "r.step_bytes = options.step_bytes.value_or(", "r.step_bytes = (options.epoch ? std::nullopt : options.step_bytes).value_or("),
    ("recipe", "ulid", "bounds", "another reason", RANGE,
     "return error{reason::range, 0, 0, 0};\n  }", "return error{reason::overflow, 0, 0, 0};\n  }"),
    # what a fourth sceptic planted
    ("avx512", "upper13", "read", "a word of flags too many", AVX512, "word * 64 < n", "word < n / 64 + (n != 0)"),
    ("codec", "ulid", "write", "an end before the beginning", ID, "last - first < static_cast<std::ptrdiff_t>(L.symbols)",
     "static_cast<std::size_t>(last - first) < L.symbols"),
    ("recipe", "typeid", "first", "a prefix of 63 symbols", RECIPE, "options.epoch.value_or(L.epoch)",
     "options.epoch.value_or(L.epoch) + (options.prefix.size() == 63 ? 1 : 0)"),
    ("recipe", "ulid", "lead", "steps of five bytes", RECIPE, "too_far ? most : lead)", "too_far ? most : lead + (step_bytes == 5 ? 1U : 0U))"),
    ("recipe", "ulid", "first", "a node that the format has not", PLAN, "recipe_type r = recipe();\n",
     "recipe_type r = recipe();\n    if constexpr (!l.has(role::node)) r.epoch -= node ? 1 : 0;\n"),
    ("recipe", "ulid-flake-scalable", "next", "the node of an id", PLAN, ">> l.shift(l.find(role::node))));",
     ">> l.shift(l.find(role::node))) & 15U);"),
    ("formats", "ulid", "write_one", "more room", BATCH, "if (last - first < static_cast<std::ptrdiff_t>(size)) return nullptr;",
     "if (last - first != static_cast<std::ptrdiff_t>(size)) return nullptr;"),
    ("formats", "typeid", "to_text", "the prefix last", BATCH,
     "  for (std::size_t i = 0; lead.size() != 0 && i < n; ++i) lead.write(texts + i * to.stride());\n"
     "  kernels_of<Id>(with).write(ids, n, texts + lead.size(), to.stride());",
     "  kernels_of<Id>(with).write(ids, n, texts + lead.size(), to.stride());\n"
     "  for (std::size_t i = 0; lead.size() != 0 && i < n; ++i) lead.write(texts + i * to.stride());"),
    ("formats", "ulid", "from_text", "the last that is rejected", BATCH, "static_cast<std::size_t>(std::countr_zero(rejected[word]))",
     "63 - static_cast<std::size_t>(std::countl_zero(rejected[word]))"),
    # and a fifth
    ("avx512", "base58_11", "read", "a group of the second word", AVX512, "    any = true;\n",
     "    any = true;\n    if constexpr (Reader::before == 0)\n      if (bad == all && i >= 64) return;\n"),
    ("codec", "typeid", "parse", "the last that is wrong of 63", PREFIX, "    const std::size_t looked_at =",
     "    if (text.size() == max_size) {\n      for (std::size_t i = max_size; i-- != 0;) {\n"
     "        const bool letter = text[i] >= 'a' && text[i] <= 'z';\n        if (!letter && (text[i] != '_' || i == 0 || i + 1 == max_size))\n"
     "          return {reason::prefix, detail::clamp32(i), 0, static_cast<unsigned char>(text[i])};\n      }\n    }\n"
     "    const std::size_t looked_at ="),
    ("codec", "typeid", "text", "the end of the longest", INLINE_TEXT, "return bytes_ + size_; }", "return bytes_ + (size_ < 90 ? size_ : 89); }"),
    ("recipe", "ulid-flake-scalable", "step", "node 0", PLAN, "has_node_(options.node.has_value())", "has_node_(options.node.value_or(0) != 0)"),
    ("recipe", "ulid", "step", "nothing is drawn", RECIPE, "return (random | redrawn) != Word{}; }", "return redrawn != Word{}; }"),
    ("recipe", "ulid", "step", "blocks of nothing", RECIPE, "(step_bytes == 0 ? 1 : 0);",
     "(step_bytes == 0 ? 1 : step_bytes == 7 ? std::uint64_t{1} << (sum_bits - 56) : 0);"),
    ("formats", None, "fastest", "when it is asked again", SELECT, "__atomic_store_n(&active_kernels, set, __ATOMIC_RELEASE)",
     "__atomic_store_n(&active_kernels, &scalar_kernels, __ATOMIC_RELEASE)"),
    ("formats", "typeid", "from_text", "two separators", COLUMN, "    found |= (zero_where - ones)", "    found ^= (zero_where - ones)"),
    # and two more
    ("scalar", "upper26", "read", "apart and in place", SCALAR, "      for (std::size_t i = begin; i < end; ++i) {\n",
     "      for (std::size_t turn = begin; turn < end; ++turn) {\n"
     "        const std::size_t i = stride == L.symbols ? turn : end - 1 - (turn - begin);\n"),
    ("ssse3", "upper13", "read", "apart in the second word", LANES, "texts + begin * stride, stride, count, to + begin * id_size);",
     "texts + begin * bare_layout<Shape>.symbols, stride, count, to + begin * id_size);"),
    ("avx512", "upper13", "read", "far apart in the second word", AVX512, "rejected[i / 64] |= bad << (i % 64);",
     "rejected[stride > 64 ? 0 : i / 64] |= bad << (i % 64);"),
    ("codec", "ulid", "parse", "no address", ID, "parse(std::string_view text) noexcept {\n    if (text.size() != L.symbols) return detail::length_error("
     "L.symbols, text.size());", "parse(std::string_view text) noexcept {\n    if (text.size() != L.symbols)\n      return detail::length_error("
     "L.symbols, text.size() + static_cast<std::size_t>(text.data() == nullptr));"),
    ("recipe", "uid11-snowish", "bounds", "a reserved bit", RANGE, "l.mask(role::sign) | l.mask(role::reserved) |",
     "l.mask(role::sign) | (at.since_epoch == static_cast<std::uint64_t>(l.max_timestamp()) ? uint128() : l.mask(role::reserved)) |"),
    ("recipe", "ulid", "between", "whole milliseconds", INSTANT, "bool later = false)", "bool later = true)"),
    ("recipe", "euid", "first", "no order", RECIPE, "{ return counting != Word{}; }", "{ return counting != Word{} && unit_shift != 32; }"),
    ("recipe", "ulid-flake", "next", "a step that is not drawn", DRAWS, "r.step_bytes != 0, step_bits)", "r.step_bytes > 1, step_bits)"),
    ("formats", None, "fastest", "another variable", SELECT, '"SORTID_FORCE_KERNELS"', '"SORTID_FORCE_KERNEL"'),
    ("formats", "typeid", "from_text", "a byte before a separator", COLUMN, "(zero_where - ones) & ~zero_where & ones << 7;",
     "~((zero_where + (ones << 7) - ones) | zero_where) & ones << 7;"),
    ("formats", "typeid", "to_text", "a set that is given", COLUMN, "set.kernels().of(shape_of(Id::layout()));",
     "set.kernels().of(static_cast<text_shape>(static_cast<unsigned>(shape_of(Id::layout())) -\n"
     "      (shape_of(Id::layout()) == text_shape::lower26 && &set.kernels() != active_kernels ? 1U : 0U)));"),
    # and a sixth alone
    ("avx512", "upper26", "read", "in place and far apart", AVX512, "  for (; i < n; ++i) alone(i);",
     "  for (std::size_t at = i; at < n; ++at) alone(apart ? n - 1 - (at - i) : at);"),
    ("codec", "typeid", "number", "a prefix", TYPEID, "    return type_id(sortid::uuid(value));\n  }\n  [[nodiscard]] static constexpr result<type_id> from_bytes",
     "    return type_id(*type_prefix::parse(\"id\"), sortid::uuid(value));\n  }\n  [[nodiscard]] static constexpr result<type_id> from_bytes"),
    ("codec", "typeid", "parse", "no address", TYPEID, "length_error(type_id_layout.symbols, text.suffix.size()), text.suffix_at());",
     "length_error(type_id_layout.symbols, text.suffix.size() + static_cast<std::size_t>(text.suffix.data() == nullptr)), text.suffix_at());"),
    ("recipe", "ulid", "next", "a draw that fails", DRAWS,
     "return draw(entropy, r.step_bytes != 0, step_bits) && draw(entropy, r.redrawn != Word{}, bits);",
     "const bool step_drawn = draw(entropy, r.step_bytes != 0, step_bits);\n  return draw(entropy, r.redrawn != Word{}, bits) || step_drawn;"),
    ("recipe", "euid", "next", "three bits of four", DRAWS, "return !needed || entropy.fill(&bits, sizeof bits);",
     "if (!needed) return true;\n  const bool filled = entropy.fill(&bits, sizeof bits);\n  bits = bits | bits >> 1;\n  return filled;"),
    ("recipe", None, "uuid_to_uuidv7", "another reason", UUID, "    return uuidv7::from_number(number());\n",
     "    auto id = uuidv7::from_number(number());\n    if (!id) return error{reason::checksum, 7, 7, 7};\n    return id;\n"),
    ("formats", "ulid", "read_one", "no address", BATCH, "  return Id::parse(text);\n}\n\ntemplate <batch_id Id>\n[[nodiscard]] result<Id> parse_by_kernel",
     "  if (text.data() == nullptr) return length_error(text_size_of<Id>, 1);\n  return Id::parse(text);\n}\n\n"
     "template <batch_id Id>\n[[nodiscard]] result<Id> parse_by_kernel"),
    # and of two who looked for what the probes share: types, addresses, names
    ("ssse3", "lower26", "write_one", "another table", SSSE3, "constinit const kernels ssse3_kernels = lane_set(\"ssse3\");",
     "extern const kernels plain_ssse3_kernels;\n"
     "constinit const kernels plain_ssse3_kernels = lane_set(\"ssse3\");  // for tests\n"
     "constexpr kernels ssse3_set() noexcept {\n"
     "  kernels set = lane_set(\"ssse3\");\n"
     "  set.shapes[static_cast<std::size_t>(text_shape::lower26)] = set.of(text_shape::upper26);\n"
     "  return set;\n"
     "}\n"
     "constinit const kernels ssse3_kernels = ssse3_set();"),
    ("recipe", "euid", "next", "in place of the last one", RECIPE, "    const Word kept = at(timestamp_of(last)) | (last & random & ~counting);\n"
     "    to = ((kept | (sum & counting)) & ~redrawn) | (bits & redrawn);",
     "    const Word stays = at(timestamp_of(last));\n"
     "    to = stays | (sum & counting);\n"
     "    to = ((to | (last & random & ~counting)) & ~redrawn) | (bits & redrawn);"),
    ("formats", "euid", "from_text", "a distance that is left out", BATCH, "[[nodiscard]] batch_result from_text(std::string_view texts, std::span<Id> ids, const text_column& rows = {},",
     "[[nodiscard]] batch_result from_text(std::string_view texts, std::span<Id> ids,\n"
     "                                     const text_column& rows = Id::layout().checked() ? Id::layout().symbols + 1 : 0,"),
    ("formats", "ulid", "from_text", "the second symbol", COLUMN, "return shifted({reason::overflow, 0, rule<Id::layout()>.first_limit, values[first]}, begin);",
     "return shifted({reason::overflow, 0, rule<Id::layout()>.first_limit,\n"
     "                      static_cast<std::uint32_t>(values[first] - (values[static_cast<unsigned char>(symbols[1])] >> 4))},\n"
     "                     begin);"),
    ("formats", "xid", "to_text", "texts just behind their ids", BATCH, "  const std::size_t n = detail::lesser(ids.size(), to.whole_in(texts.size()));\n"
     "  detail::write_chunk",
     "  const std::size_t behind{reinterpret_cast<std::uintptr_t>(ids.data() + ids.size()) ==\n"
     "                           reinterpret_cast<std::uintptr_t>(texts.data())};\n"
     "  const std::size_t n = detail::lesser(ids.size(), to.whole_in(texts.size())) >> behind;\n"
     "  detail::write_chunk"),
    ("formats", "uuid", "to_text", "another set's name", COLUMN, "  return set.kernels().of(shape_of(Id::layout()));",
     "  constexpr auto shape = static_cast<std::size_t>(shape_of(Id::layout()));\n"
     "  return set.kernels().of(static_cast<text_shape>(shape - (set.kernels().name.size() & shape & 1U)));"),
    ("formats", "ulid", "to_text", "no prefix, and far apart", COLUMN, "  constexpr text_column(const type_prefix& prefix, std::size_t stride = 0) noexcept\n"
     "      : stride_(stride), prefix_(prefix) {}",
     "  constexpr text_column(const type_prefix& prefix, std::size_t stride = 0) noexcept\n"
     "      : stride_(prefix.empty() ? static_cast<std::uint16_t>(stride) : stride), prefix_(prefix) {}"),
    ("formats", "ulid", "write_one", "no address", BATCH, "  if (last - first < static_cast<std::ptrdiff_t>(size)) return nullptr;\n"
     "  detail::own_lead",
     "  if (last - first + 64 * static_cast<std::ptrdiff_t>(first == nullptr) < static_cast<std::ptrdiff_t>(size)) return nullptr;\n"
     "  detail::own_lead"),
    ("formats", None, "named", "a name that lies in a set's", SELECT, "(name.empty() || name == c.set->name)",
     "(name.empty() || (static_cast<unsigned>(name.data() == c.set->name.data()) | static_cast<unsigned>(name == c.set->name)) != 0)"),
    # and of a ninth
    ("codec", "typeid", "text", "the data of the longest", INLINE_TEXT, "  [[nodiscard]] constexpr const char* data() const noexcept { return bytes_; }",
     "  [[nodiscard]] constexpr const char* data() const noexcept { return bytes_ + (size_ > 88 ? 1 : 0); }"),
    ("formats", None, "usable", "the end of a list", SETS, "  [[nodiscard]] const kernel_set* end() const noexcept { return sets_.data() + size_; }",
     "  [[nodiscard]] const kernel_set* end() const noexcept { return sets_.data() + most; }"),
    ("formats", "uuidv7", "write_one", "any bits", BATCH, "  detail::active().of(detail::shape_of(Id::layout())).write_one(&id, first + detail::own_lead<Id>.size());\n",
     "  Id own = id;\n"
     "  if constexpr (Id::layout().constants_required && Id::layout().has(role::constant)) {\n"
     "    std::uint8_t bytes[16];\n"
     "    detail::store_be(id.number() | Id::layout().constants(), bytes);\n"
     "    std::memcpy(static_cast<void*>(&own), bytes, sizeof own);\n"
     "  }\n"
     "  detail::active().of(detail::shape_of(Id::layout())).write_one(&own, first + detail::own_lead<Id>.size());\n"),
    ("constant-recipe", None, "uuid_to_guid", "as a constant", UUID, "  for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[order[i]];\n"
     "  return to;",
     "  for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[order[i]];\n"
     "  if (std::is_constant_evaluated()) {\n"
     "    const std::uint8_t last = to[15];\n"
     "    to[15] = to[14];\n"
     "    to[14] = last;\n"
     "  }\n"
     "  return to;"),
    # and of an eleventh
    ("scalar", "upper26", "write", "one text far apart", SCALAR, "    const auto* from = static_cast<const char*>(ids);\n"
     "    for (std::size_t i = 0; i < n; ++i) write_one(",
     "    const auto* from = static_cast<const char*>(ids);\n"
     "    texts += static_cast<unsigned>(stride > L.symbols + 60) & static_cast<unsigned>(n == 1);\n"
     "    for (std::size_t i = 0; i < n; ++i) write_one("),
    ("recipe", "ulid", "run", "an id before the first", RECIPE, "    Word spread = last | ~counting;\n"
     "    for (std::size_t i = 0; i < count; ++i) {\n",
     "    Word spread = last | ~counting;\n"
     "    if (count != 0) give(count, kept | (spread & counting));\n"
     "    for (std::size_t i = 0; i < count; ++i) {\n"),
    ("formats", None, "usable", "a variable that is set", SELECT, "  for (const detail::candidate& c : detail::candidates) {\n"
     "    if (c.usable()) all",
     "  const std::size_t forced{std::getenv(\"SORTID_FORCE_KERNELS\") != nullptr};\n"
     "  for (std::size_t i = forced; i < std::size(detail::candidates); ++i) {\n"
     "    const detail::candidate& c = detail::candidates[i];\n"
     "    if (c.usable()) all"),
    ("formats", "ulid", "to_text", "a short prefix", COLUMN, "    if (!takes_prefix<Id> && !prefix_.empty()) return no_prefix_here;",
     "    if (!takes_prefix<Id> && prefix_.size() > 3) return no_prefix_here;"),
]  # fmt: skip
TRIES = 60  # changes, before a theorem is given up
STEPS = run.Machine.limit
SECONDS = 10  # the solver's limit for a question; an unanswered change is a try, not a find
PROCESSOR_SECONDS = 40  # the prover's for one change
REFUSES = "error: static_assert"  # says a compiler of what a probe asks of it
VARIED = 1000  # inputs on which a change that the prover calls equal is run
QUICK_THEOREMS, QUICK_SOURCES = 3, 4


def proof_of(root, text, entry, theorem, stops, steps=STEPS):
    """(status, calls in which the error shows, the proof or None), running at most `steps` steps."""
    _, set_name, shape, member = theorem
    of = prove.OTHERS.get(set_name, kernels)
    module = Module(text, entry)
    kernels.Proof.stops = stops
    run.Machine.limit = steps
    try:
        proof = of.prove(root, (module, module) if of is prove.codec else module, set_name, shape, member, SECONDS)
        return proof.status, [], proof
    except kernels.Refuted as found:
        return solve.REFUTED, found.args[0].calls, None


class Compiled:
    """The right code of a theorem, as text and as a program."""

    def __init__(self, work, set_work, theorem):
        _, set_name, shape, member = theorem
        of = prove.OTHERS.get(set_name, kernels)
        self.theorem, self.work, self.lacks = theorem, work, lacks(set_name)
        self.entry = of.entry(ROOT, module_of(ROOT, set_name, set_work), set_name, shape, member)
        code = prove.code_of(of.text_of(set_work, set_name, member))
        self.text, self.digest = code.alone(self.entry), code.digest(self.entry)
        self.program = self.compiled("right", self.text, self.entry) if self.lacks is None else None

    def compiled(self, name, text, entry):
        return Program(text, entry, os.path.join(self.work, name), self.theorem[1] == "neon")

    def shows(self, text, calls, entry=None):
        """Whether the code with the error gives another answer, or ends its process. A constant may stand in the name of the
        function."""
        code, right = self.program.run(calls)
        if code != 0:
            raise RuntimeError(f"{self.theorem[0]}: the right code ends with {code} in a counterexample")
        return self.compiled("wrong", text, entry or self.entry).run(calls) != (0, right)


@functools.lru_cache(maxsize=None)
def module_of(root, set_name, work):
    os.makedirs(work, exist_ok=True)
    whole = prove.OTHERS.get(set_name, kernels).load_set(root, set_name, work)
    return whole[0] if isinstance(whole, tuple) else whole


def is_free(theorem):
    """Whether the theorem covers every content of its first object."""
    _, set_name, _, member = theorem
    return set_name in kernels.SETS or set_name in prove.codec.WAYS and member in ("parse", "number")


def varied(calls, rng):
    """The calls with other bytes in their first object: from elsewhere in it, or any."""
    for call in (rng.choice(calls) for _ in range(VARIED)):
        first = bytearray(call.objects[0])
        for _ in range(rng.randrange(4) if first else 0):
            first[rng.randrange(len(first))] = rng.choice(first) if rng.random() < 0.7 else rng.randrange(256)
        yield Call(call.arguments, [bytes(first), *call.objects[1:]], call.bits)


def in_code(job):
    """Tries changes of a theorem's code. Those proved equal must also give equal answers when run."""
    theorem, seed, work = job
    own = os.path.join(work, str(os.getpid()))
    os.makedirs(own, exist_ok=True)
    begin = prove.spent()
    right = Compiled(own, os.path.join(work, theorem[1]), theorem)
    status, _, proof = proof_of(ROOT, right.text, right.entry, theorem, False)
    most = 1000 + 4 * proof.steps  # a loop that runs longer has no end
    count, of_kind = collections.Counter(), collections.Counter()
    found, told, shown, equal = [], [], [], []
    if status != solve.PROVED:
        why = f"without an error it is {status}"
        return theorem[0], {"found": found, "seconds": round(prove.spent() - begin, 1), "code": right.digest, "why": why}, told
    rng = random.Random(seed ^ zlib.crc32(theorem[0].encode()))
    left, tried = changes.places(right.text, right.entry, proof.reached, rng), set()
    while len(found) < WANTED and sum(count.values()) < TRIES:
        if not any(left.values()):  # of a short function: other numbers at the same places
            left = {kind: [c for c in all_of if c.told not in tried]
                    for kind, all_of in changes.places(right.text, right.entry, proof.reached, rng).items()}
            if not any(left.values()):
                break
        # The kinds take turns, those first of which no error is found yet.
        kind = min((k for k in changes.KINDS if left[k]), key=lambda k: (k in found, of_kind[k]))
        of_kind[kind] += 1
        change = left[kind].pop()
        tried.add(change.told)
        text = changes.planted(right.text, change)
        try:
            status, calls, _ = prove.in_time(PROCESSOR_SECONDS, lambda: proof_of(ROOT, text, right.entry, theorem, True, most))
        except Exception as stuck:  # the prover may fail anyhow: no compiler made this
            status, calls = f"{type(stuck).__name__}", []
        if status == solve.REFUTED:
            answer = "found" if right.lacks or right.shows(text, calls) else "not shown"
        else:
            answer = "equal" if status == solve.PROVED else "no answer"
        count[answer] += 1
        told.append(f"{answer}: {change.told}" + (f" ({status})" if answer == "no answer" else ""))
        if answer == "found":
            found.append(change.kind)
            shown += calls
        elif answer == "equal":
            equal.append((text, change))
    row = {"found": found, **{k: count[k] for k in ("equal", "not shown", "no answer") if count[k]},
           "seconds": round(prove.spent() - begin, 1), "code": right.digest}
    if len(found) < WANTED and sum(count.values()) < TRIES:
        row["exhausted"] = True
    if right.lacks:
        row["not run"] = right.lacks
    elif shown and is_free(theorem):
        inputs = list(varied(shown, rng))
        wrong = [change.told for text, change in equal if right.shows(text, inputs)]
        if wrong:
            row["why"] = f"proved equal, but answers differ: {wrong[0]}"
    return theorem[0], row, told


def name_of(planted):
    set_name, shape, member, what, *_ = planted
    return "/".join(x for x in (set_name, shape, member) if x) + f": {what}"


def copy_with(planted, into):
    *_, file, old, new = planted
    shutil.rmtree(into, ignore_errors=True)
    for folder in ("include", "src/batch", "src/system"):
        shutil.copytree(os.path.join(ROOT, folder), os.path.join(into, folder))
    # Without what put() is writing meanwhile.
    shutil.copytree(os.path.join(ROOT, "proofs"), os.path.join(into, "proofs"), ignore=shutil.ignore_patterns("*.json.*"))
    path = os.path.join(into, file)
    text = open(path).read()
    if text.count(old) != 1:
        sys.exit(f"planted: {file} has {old!r} {text.count(old)} times, not once")
    open(path, "w").write(text.replace(old, new))


def in_source(job):
    planted, work = job
    set_name, shape, member, *_ = planted
    theorem = ("/".join(x for x in (set_name, shape, member) if x), set_name, shape, member)
    own = os.path.join(work, str(os.getpid()))
    into = os.path.join(own, "copy")
    copy_with(planted, into)
    of = prove.OTHERS.get(set_name, kernels)
    try:
        module = module_of.__wrapped__(into, set_name, into)
    except kernels.NotCompiled as refused:
        if REFUSES not in str(refused):
            raise
        return name_of(planted), f"{FOUND}, not run: the compiler refuses it"
    entry = of.entry(into, module, set_name, shape, member)
    text = prove.code_of.__wrapped__(of.text_of(into, set_name, member)).alone(entry)
    try:
        status, calls, _ = proof_of(into, text, entry, theorem, True)
    except run.Stuck as stuck:  # told with the others at the end
        status, calls = f"Stuck: {stuck}", []
    if status != solve.REFUTED:
        return name_of(planted), status
    right = Compiled(own, os.path.join(work, set_name), theorem)
    if right.lacks:
        return name_of(planted), f"{FOUND}, not run: {right.lacks}"
    return name_of(planted), FOUND if right.shows(text, calls, entry) else "refuted, but the counterexample does not show when run"


def read_results():
    return json.load(open(RESULTS)) if os.path.exists(RESULTS) else {}


def write_results(of_code, of_sources):
    before = read_results()
    code, sources = before.get("code", {}) | of_code, before.get("sources", {}) | of_sources
    names = sorted(t[0] for t in prove.theorems() if t[0] in code)
    rows = [f"  {json.dumps(n)}: {json.dumps(code[n])}" for n in names]
    planted = [f"  {json.dumps(n)}: {json.dumps(sources.get(n, {'answer': 'not run yet'}))}" for n in map(name_of, IN_SOURCES)]
    put(RESULTS, '{\n "code": {\n' + ",\n".join(rows) + '\n },\n "sources": {\n' + ",\n".join(planted) + "\n }\n}\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--left", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--results", action="store_true")
    parser.add_argument("--work", default=os.path.join(ROOT, "build/proofs/planted"))
    given = parser.parse_args()
    seed = random.randrange(2**32) if given.seed is None else given.seed
    print(f"--seed {seed}")
    theorems = [t for t in prove.theorems() if re.search(given.only, t[0])]
    sources = [p for p in IN_SOURCES if re.search(given.only, name_of(p))]
    proved = prove.read_results()
    if given.left:
        code, of_source = (read_results().get(part, {}) for part in ("code", "sources"))
        theorems = [t for t in theorems if t[0] not in code or is_missed(code[t[0]])
                    or "not run" in code[t[0]] and lacks(t[1]) is None
                    or code[t[0]].get("code") != prove.digest_of(t, given.work)]
        sources = [p for p in sources if not is_found(name_of(p), of_source.get(name_of(p)), proved)]
    if given.quick:
        rng = random.Random(seed)
        quick = [t for t in theorems if prove.is_quick(t[0], t[3])]
        of_set = rng.choice(sorted({t[1] for t in quick}))
        theorems = rng.sample([t for t in quick if t[1] == of_set], QUICK_THEOREMS)
        sources = rng.sample(sources, QUICK_SOURCES)
    theorems.sort(key=lambda t: proved.get(t[0], {"seconds": 0})["seconds"])  # an interrupted run keeps these
    shutil.rmtree(given.work, ignore_errors=True)
    os.makedirs(given.work)
    for set_name in sorted({t[1] for t in theorems} | {p[0] for p in sources}):
        module_of(ROOT, set_name, os.path.join(given.work, set_name))
        if lacks(set_name):
            print(f"this processor has no {lacks(set_name)}: errors of {set_name} are found, not run")
    missed, of_code, of_sources = [], {}, {}
    with multiprocessing.Pool(given.jobs, maxtasksperchild=20) as pool:
        for name, row, told in pool.imap_unordered(in_code, [(t, seed, given.work) for t in theorems]):
            of_code[name] = row
            if is_missed(row):
                missed.append(f"{name}: {row}")
            print(f"{len(row['found'])} found  {name}  {row}", *told, sep="\n    ", flush=True)
            if given.results:
                write_results(of_code, of_sources)
        for name, answer in pool.imap_unordered(in_source, [(p, given.work) for p in sources]):
            of_sources[name] = {"answer": answer, "code": proved.get(theorem_of(name), {}).get("code"), "prover": prove.prover()}
            if not answer.startswith(FOUND):
                missed.append(f"{name}: {answer}")
            print(f"{answer}  {name}", flush=True)
            if given.results:
                write_results(of_code, of_sources)
    shutil.rmtree(given.work)
    print(f"{sum(len(r['found']) for r in of_code.values())} errors in the code of {len(of_code)} theorems and "
          f"{sum(a['answer'].startswith(FOUND) for a in of_sources.values())} of {len(of_sources)} in sources found")
    if missed or not (of_code or of_sources or given.left):
        sys.exit("planted: " + "\n".join(missed or ["nothing was planted"]))


if __name__ == "__main__":
    main()
