#!/usr/bin/env python3
"""Writes a copy of node_window.hpp in which each of the known wrong protocols can be switched on, and the list of them.

usage: plants.py NODE_WINDOW_HPP FOLDER

FOLDER gets sortid/node_window.hpp and planted.hpp. Fails where the code that a plant changes is no longer there.
"""

import pathlib
import re
import sys

# What is wrong; then the code as it is, and the same with a switch, WRONG.
PLANTS = (
    ("held without proof", "if (answer == store_answer::done) {  // step: node_window.acquired",
     "if (WRONG ? answer != store_answer::lost : answer == store_answer::done) {"),
    ("raised without proof", "if (answer == store_answer::done) {\n          raise(sent_);",
     "if (WRONG ? answer != store_answer::lost : answer == store_answer::done) {\n          raise(sent_);"),
    ("read back without the nonce", "|| e.record.nonce != there_.nonce)", "|| (!WRONG && e.record.nonce != there_.nonce))"),
    ("taken while it is in use", "low < now && is_more(from_to(low, now), rules_.skew_ms)", "WRONG || (low < now && is_more(from_to(low, now), rules_.skew_ms))"),
    ("begins at the clock alone", "acquired_low_ = best->low;", "acquired_low_ = WRONG ? INT64_MIN : best->low;"),
    ("goes on past the end", "high_ = sent_.high_ms;", "high_ = sent_.high_ms + (WRONG ? rules_.length_ms / 2 : 0);"),
    ("renewed to before its end", "later(now) > high_ ? later(now) : high_", "WRONG || later(now) > high_ ? later(now) : high_",
     "!(woken_ && later(now) > high_)", "!WRONG && !(woken_ && later(now) > high_)"),
    ("released below the last id", "down_to = *last_ms > low_", "down_to = WRONG ? *last_ms - rules_.length_ms : *last_ms > low_"),
    ("used after it was released", "close();                                                                    // step: node_window.close",
     "if (!WRONG) close();"),
)
# An error of the store, which simulation.cpp has.
OF_THE_STORE = "the store compares nothing"


def main():
    source, into = map(pathlib.Path, sys.argv[1:])
    text = source.read_text(encoding="utf-8")
    for place, (name, *changes) in enumerate(PLANTS):
        for right, switched in zip(changes[::2], changes[1::2]):
            if text.count(right) != 1:
                raise SystemExit(f"{source}: {name}: the code that it changes is there {text.count(right)} times")
            text = text.replace(right, switched.replace("WRONG", f"sortid_test::is_planted({place})"))
    # What reads a switch is no constant expression.
    text = re.sub(r"^.*\bconstexpr .*\(.*", lambda line: line[0].replace("constexpr ", "inline "), text, flags=re.M)
    (into / "sortid").mkdir(parents=True, exist_ok=True)
    (into / "sortid/node_window.hpp").write_text(text.replace("#pragma once\n", '#pragma once\n\n#include "planted.hpp"\n', 1), encoding="utf-8")
    names = "".join(f'"{name}", ' for name in (*(plant[0] for plant in PLANTS), OF_THE_STORE))
    (into / "planted.hpp").write_text(
        f"#pragma once\n\nnamespace sortid_test {{\ninline constexpr const char* plants[] = {{{names}}};\n"
        f"inline int planted = 0;\ninline bool is_planted(int error) {{ return planted == error; }}\ninline constexpr int of_the_store = {len(PLANTS)};\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
