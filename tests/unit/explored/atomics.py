#!/usr/bin/env python3
"""Writes a copy of atomic_word.hpp whose memory a test drives, with the known errors in it that the test switches on.

usage: atomics.py ATOMIC_WORD_HPP ORDERED_GENERATOR_HPP GENERATOR_HPP FOLDER

FOLDER gets sortid/ with the three. Fails where the code that it changes is no longer there.
"""

import pathlib
import re
import sys

# What is wrong; then the file, the code as it is, and the same with a switch, WRONG.
ATOMIC, ORDERED, GENERATOR = "detail/atomic_word.hpp", "ordered_generator.hpp", "generator.hpp"
PLANTS = (
    ("no second look at the upper half", ATOMIC, "if (again == hi) return", "if (WRONG || again == hi) return"),
    ("the lower half is loaded without acquire", ATOMIC, "sortid_test::loaded(halves_.lo, __ATOMIC_ACQUIRE);  // step: order_word.load_low",
     "sortid_test::loaded(halves_.lo, WRONG ? __ATOMIC_RELAXED : __ATOMIC_ACQUIRE);"),
    ("the last id is taken without a look at it", ORDERED, "if (inverted_last_.replace(expected, ~next)) return true;",
     "if (inverted_last_.replace(expected, ~next) || WRONG) return true;"),
    ("begin_after takes no notice of its swap", GENERATOR, "if (scope_.take(last, value)) break;  // step: order_word.begin",
     "if (scope_.take(last, value) || WRONG) break;"),
)
# Errors of the memory, which order_explored.cpp has.
OF_THE_MEMORY = ("compared, then stored", "halves stored apart")


def once(text, right, instead, name):
    if text.count(right) != 1:
        raise SystemExit(f"{name}: the code that it changes is there {text.count(right)} times")
    return text.replace(right, instead)


def main():
    *sources, into = map(pathlib.Path, sys.argv[1:])
    texts = dict(zip((ATOMIC, ORDERED, GENERATOR), (source.read_text(encoding="utf-8") for source in sources)))
    text = texts[ATOMIC]
    text = re.sub(r"__atomic_load_n\(&(\w+(?:\.\w+)?), (__ATOMIC_\w+)\)", r"sortid_test::loaded(\1, \2)", text)
    text = re.sub(r"__atomic_compare_exchange_n\(&value_, &expected, desired, false, (\w+),\s+(\w+)\)",
                  r"sortid_test::swapped(value_, expected, desired, \1, \2)", text)
    begin, end = text.index("  bool replace(uint128& expected"), text.index(" private:\n  struct alignas(16) pair")
    text = (text[:begin] + "  bool replace(uint128& expected, uint128 desired) noexcept {\n"
            "    return sortid_test::swapped(halves_.lo, halves_.hi, expected, desired);\n  }\n\n" + text[end:])
    text = re.sub(r"inline void stand_back\(\) noexcept \{.*?\n\}\n", "inline void stand_back() noexcept {}\n", text, flags=re.S)
    if "__atomic_load_n" in text or "asm" in text:
        raise SystemExit("atomic_word.hpp: something touches memory that the test does not drive")
    texts[ATOMIC] = once(text, '#include "sortid/uint128.hpp"\n', '#include "driven_memory.hpp"\n#include "sortid/uint128.hpp"\n', "includes")
    for place, (name, file, right, switched) in enumerate(PLANTS):
        texts[file] = once(texts[file], right, switched.replace("WRONG", f"sortid_test::is_planted({place})"), name)
    for file, changed in texts.items():
        (into / "sortid" / file).parent.mkdir(parents=True, exist_ok=True)
        (into / "sortid" / file).write_text(changed, encoding="utf-8")
    names = "".join(f'"{name}", ' for name in (*(plant[0] for plant in PLANTS), *OF_THE_MEMORY))
    places = "".join(f"inline constexpr int {name.replace(' ', '_').replace(',', '')} = {place};\n" for place, name in enumerate(OF_THE_MEMORY, len(PLANTS)))
    (into / "plants.hpp").write_text(f"#pragma once\n\ninline constexpr const char* plants[] = {{{names}}};\n{places}", encoding="utf-8")


if __name__ == "__main__":
    main()
