#!/usr/bin/env python3
"""Writes copies of shipped sources in which a test can switch on known errors, and plants.hpp, which names them.

usage: plants.py word|page|file|window SOURCE FOLDER

word    the word of an order, on memory that order_explored.cpp drives; each order of its loads and swaps is an error too, relaxed,
        but for those that tests/mutants/reviewed.json has
page    the page of a pool's window, on memory that page_explored.cpp drives, and the same of its loads and stores
file    the file of an order, on a disk that order_file_explored.cpp drives
window  the window of a pool's number, for tests/pools/simulation.cpp

SOURCE is the project's root. Fails where the code that an error changes is no longer there.
"""

import json
import pathlib
import re
import sys

# By recipe: what is wrong, then the file, the code as it is, and the same with a switch, WRONG; the last three once or more.
ATOMIC, ORDERED, GENERATOR, FILE, WINDOW = ("include/sortid/detail/atomic_word.hpp", "include/sortid/ordered_generator.hpp",
                                            "include/sortid/generator.hpp", "src/order/order_file.cpp", "include/sortid/node_window.hpp")
PAGE = "include/sortid/detail/pool_page.hpp"
FLUSHED = "if (os::flush({map_, file_}, size) != 0) return false;  // step: order_file.flush_promise\n"
PLANTS = {
    "word": (
        ("no second look at the upper half", ATOMIC, "if (again == hi) return", "if (WRONG || again == hi) return"),
        ("the last id is taken without a look at it", ORDERED, "if (inverted_last_.replace(expected, ~next)) return true;",
         "if (inverted_last_.replace(expected, ~next) || WRONG) return true;"),
        ("begin_after takes no notice of its swap", GENERATOR, "if (scope_.take(last, value)) break;  // step: order_word.begin",
         "if (scope_.take(last, value) || WRONG) break;"),
    ),
    "page": (
        ("no second look at the generation", PAGE, "!= before) continue;", "!= before && !WRONG) continue;"),
        ("the next window is shown before the end of the last", PAGE, "if (ends) sortid_test::stored(page.generation, ++generation_,",
         "if (ends && WRONG) generation_ += 1;\n    if (ends && !WRONG) sortid_test::stored(page.generation, ++generation_,"),
    ),
    "file": (
        ("the promise is not flushed", FILE, FLUSHED, FLUSHED.replace("if (", "if (!WRONG && ")),
        ("a flush that failed counts", FILE, "flush({map_, file_}, size) != 0) return false;", "flush({map_, file_}, size) != 0 && !WRONG) return false;"),
        ("durable before the flush", FILE, "raise(head.promised);  ", "if (WRONG) raise(head.durable);\n  raise(head.promised);  "),
        ("marked before the flush", FILE, "  const auto raise = [wanted]", "  if (WRONG) head.used.store(1);\n  const auto raise = [wanted]"),
        ("the mark is read last", FILE, "promised == 0 && used) return", "promised == 0 && (WRONG ? head.used.load() != 0 : used)) return"),
        ("half of a value is a value", ORDERED, "last && !half_written(*last) ?", "last && (WRONG || !half_written(*last)) ?"),
        ("taken up behind the order alone", ORDERED, "promised < of_last ? of_last : promised;", "WRONG || promised < of_last ? of_last : promised;"),
        ("taken up behind the promise alone", ORDERED, "of_last ? of_last : promised;", "of_last ? (WRONG ? promised : of_last) : promised;"),
        ("without a name it is the same boot", FILE, "if (named && head.boot == boot && !lost)", "if ((named || WRONG) && before == boot && !lost)"),
        ("named before it is taken up", FILE, "  const bool named = boot != os::boot_name{};\n",
         "  const bool named = boot != os::boot_name{};\n  const os::boot_name before = head.boot;\n  if (WRONG && named) head.boot = boot;\n"),
        ("the folder is not flushed", FILE, "promised == 0 ? os::flush_folder(path, file) : 0", "promised == 0 && !WRONG ? os::flush_folder(path, file) : 0"),
    ),
    "window": (
        ("held without proof", WINDOW, "if (answer == store_answer::done) {  // step: node_window.acquired",
         "if (WRONG ? answer != store_answer::lost : answer == store_answer::done) {"),
        ("raised without proof", WINDOW, "if (answer == store_answer::done) {\n          raise(sent_);",
         "if (WRONG ? answer != store_answer::lost : answer == store_answer::done) {\n          raise(sent_);"),
        ("read back without the nonce", WINDOW, "|| e.record.nonce != there_.nonce)", "|| (!WRONG && e.record.nonce != there_.nonce))"),
        ("taken while it is in use", WINDOW, "low < now && is_more(from_to(low, now), rules_.skew_ms)",
         "WRONG || (low < now && is_more(from_to(low, now), rules_.skew_ms))"),
        ("begins at the clock alone", WINDOW, "acquired_low_ = best->low;", "acquired_low_ = WRONG ? INT64_MIN : best->low;"),
        ("goes on past the end", WINDOW, "high_ = sent_.high_ms;", "high_ = sent_.high_ms + (WRONG ? rules_.length_ms / 2 : 0);"),
        ("renewed to before its end", WINDOW, "later(now) > high_ ? later(now) : high_", "WRONG || later(now) > high_ ? later(now) : high_",
         WINDOW, "!(woken_ && later(now) > high_)", "!WRONG && !(woken_ && later(now) > high_)"),
        ("released below the last id", WINDOW, "down_to = *last_ms > low_", "down_to = WRONG ? *last_ms - rules_.length_ms : *last_ms > low_"),
        ("used after it was released", WINDOW, "close();                                                                    // step: node_window.close",
         "if (!WRONG) close();"),
    ),
}
# Errors of what the code runs on, which the tests have.
AROUND = {"word": ("compared, then stored", "halves stored apart"), "page": (), "file": (), "window": ("the store compares nothing",)}
SOURCES = {"word": (ATOMIC, ORDERED, GENERATOR), "page": (PAGE,), "file": (FILE, ORDERED), "window": (WINDOW,)}
REVIEWED = pathlib.Path(__file__).resolve().parents[2] / "mutants/reviewed.json"
ORDERS = re.compile(r"__ATOMIC_(ACQUIRE|RELEASE|ACQ_REL|SEQ_CST)\b")
# The system calls that go to the test's disk.
CALLS = "open_there reach_of try_lock read_facts reserve map_shared unmap_shared flush flush_folder put_new_file this_boot".split()


def relaxable(file, text, place, reviewed):
    """The text in which each order can be relaxed from that place on, and what these errors are called."""
    names, lines = [], text.splitlines(keepends=True)

    def switched(order):
        told = f"{order[1].lower()} is relaxed"
        if (file, order.string.strip(), f"order: {told}") in reviewed:
            return order[0]
        names.append(f"{told} in line {number}")
        return f"(sortid_test::is_planted({place + len(names) - 1}) ? __ATOMIC_RELAXED : {order[0]})"

    for number, line in enumerate(lines, 1):
        lines[number - 1] = ORDERS.sub(switched, line)
    return "".join(lines), names


def driven_memory(file, text):
    """The text with loads, stores and swaps that the test makes."""
    text = text.replace("__atomic_load_n(&", "sortid_test::loaded(").replace("__atomic_store_n(&", "sortid_test::stored(")
    text = re.sub(r"__atomic_compare_exchange_n\(&value_, &expected, desired, false,", "sortid_test::swapped(value_, expected, desired,", text)
    if file == ATOMIC:
        begin, end = text.index("  bool replace(uint128& expected"), text.index(" private:\n  struct alignas(16) pair")
        text = (text[:begin] + "  bool replace(uint128& expected, uint128 desired) noexcept {\n"
                "    return sortid_test::swapped(halves_.lo, halves_.hi, expected, desired);\n  }\n\n" + text[end:])
        text = re.sub(r"inline void stand_back\(\) noexcept \{.*?\n\}\n", "inline void stand_back() noexcept {}\n", text, flags=re.S)
    if "__atomic_" in text.replace("__atomic_always_lock_free", "") or "asm" in text:
        raise SystemExit(f"{file}: something touches memory that the test does not drive")
    return text.replace("#pragma once\n", '#pragma once\n\n#include "explored/driven_memory.hpp"\n', 1)


def driven_disk(text):
    """order_file.cpp with the test's disk, and a place for other processes at each step of the models."""
    text = re.sub(r"\bos::(" + "|".join(CALLS) + r")\(", r"disk::\1(", text)
    text = re.sub(r"^( *)(.*// step: order_file\.\w+.*)$", lambda m: f"{m[1]}disk::step();\n{m[0]}", text, flags=re.M)
    return text.replace('#include "system/system.hpp"\n', '#include "explored/driven_disk.hpp"\n#include "system/system.hpp"\n', 1)


def at_run_time(text):
    """node_window.hpp without constant expressions, which cannot read a switch."""
    return re.sub(r"^.*\bconstexpr .*\(.*", lambda line: line[0].replace("constexpr ", "inline "), text, flags=re.M)


def main():
    recipe, (source, into) = sys.argv[1], map(pathlib.Path, sys.argv[2:])
    texts = {file: (source / file).read_text(encoding="utf-8") for file in SOURCES[recipe]}
    reviewed = {(one["file"], one["line"], one["change"]) for one in json.loads(REVIEWED.read_text(encoding="utf-8"))}
    names = [name for name, *_ in PLANTS[recipe]]
    for file in {ATOMIC, PAGE} & texts.keys():
        text, relaxed = relaxable(file, texts[file], len(names), reviewed)
        texts[file] = driven_memory(file, text)
        names += relaxed
    for place, (name, *changes) in enumerate(PLANTS[recipe]):
        for file, right, switched in zip(*[iter(changes)] * 3):
            if texts[file].count(right) != 1:
                raise SystemExit(f"{file}: {name}: the code that it changes is there {texts[file].count(right)} times")
            texts[file] = texts[file].replace(right, switched.replace("WRONG", f"sortid_test::is_planted({place})"))
    if recipe == "file":
        texts[FILE] = driven_disk(texts[FILE])
    if recipe == "window":
        texts[WINDOW] = at_run_time(texts[WINDOW])
    for file, text in texts.items():
        copy = into / pathlib.PurePath(file).relative_to(pathlib.PurePath(file).parts[0])
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text.replace("#pragma once\n", '#pragma once\n\n#include "support/planted.hpp"\n', 1), encoding="utf-8")
    places = "".join(f"inline constexpr int {re.sub(r'[ ,]+', '_', name)} = {place};\n" for place, name in enumerate(AROUND[recipe], len(names)))
    names = "".join(f'"{name}", ' for name in (*names, *AROUND[recipe]))
    (into / "plants.hpp").write_text(f"#pragma once\n\nnamespace sortid_test {{\ninline constexpr const char* plants[] = {{{names}}};\n{places}}}\n",
                                     encoding="utf-8")


if __name__ == "__main__":
    main()
