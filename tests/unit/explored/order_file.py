#!/usr/bin/env python3
"""Writes copies of order_file.cpp and ordered_generator.hpp whose disk a test drives, with the known errors that it switches on.

usage: order_file.py ORDER_FILE_CPP ORDERED_GENERATOR_HPP FOLDER

FOLDER gets order_file.cpp, sortid/ordered_generator.hpp and file_plants.hpp. Each `step:` of the models becomes a place where another
process may go on. Fails where the code that an error changes is no longer there.
"""

import pathlib
import re
import sys

from atomics import once

FILE, SCOPE = "order_file.cpp", "sortid/ordered_generator.hpp"
# The system calls that go to the test's disk.
CALLS = "open_there reach_of try_lock read_facts reserve map_shared unmap_shared flush flush_folder put_new_file this_boot".split()
FLUSHED = "if (os::flush({map_, file_}, size) != 0) return false;  // step: order_file.flush_promise\n"
PLANTS = (
    ("the promise is not flushed", FILE, FLUSHED, FLUSHED.replace("if (", "if (!WRONG && ")),
    ("a flush that failed counts", FILE, "flush({map_, file_}, size) != 0) return false;", "flush({map_, file_}, size) != 0 && !WRONG) return false;"),
    ("durable before the flush", FILE, "raise(head.promised);  ", "if (WRONG) raise(head.durable);\n  raise(head.promised);  "),
    ("marked before the flush", FILE, "  const auto raise = [wanted]", "  if (WRONG) head.used.store(1);\n  const auto raise = [wanted]"),
    ("the mark is read last", FILE, "if (no_order && promised == 0 && used) return", "if (no_order && promised == 0 && (WRONG ? head.used.load() != 0 : used)) return"),
    ("half of a value is a value", SCOPE, "last && !half_written(*last) ?", "last && (WRONG || !half_written(*last)) ?"),
    ("taken up behind the order alone", SCOPE, "promised < of_last ? of_last : promised;", "WRONG || promised < of_last ? of_last : promised;"),
    ("taken up behind the promise alone", SCOPE, "of_last ? of_last : promised;", "of_last ? (WRONG ? promised : of_last) : promised;"),
    ("without a name it is the same boot", FILE, "if (named && head.boot == boot && !lost)", "if ((named || WRONG) && before == boot && !lost)"),
    ("named before it is taken up", FILE, "  const bool named = boot != os::boot_name{};\n",
     "  const bool named = boot != os::boot_name{};\n  const os::boot_name before = head.boot;\n  if (WRONG && named) head.boot = boot;\n"),
    ("the folder is not flushed", FILE, "promised == 0 ? os::flush_folder(path, file) : 0", "promised == 0 && !WRONG ? os::flush_folder(path, file) : 0"),
)


def main():
    *sources, into = map(pathlib.Path, sys.argv[1:])
    texts = dict(zip((FILE, SCOPE), (source.read_text(encoding="utf-8") for source in sources)))
    for place, (name, file, right, switched) in enumerate(PLANTS):
        texts[file] = once(texts[file], right, switched.replace("WRONG", f"sortid_test::is_planted({place})"), name)
    text = re.sub(r"\bos::(" + "|".join(CALLS) + r")\(", r"disk::\1(", texts[FILE])
    text = re.sub(r"^( *)(.*// step: order_file\.\w+.*)$", lambda m: f"{m[1]}disk::step();\n{m[0]}", text, flags=re.M)
    texts[FILE] = once(text, '#include "system/system.hpp"\n', '#include "driven_disk.hpp"\n#include "system/system.hpp"\n', "includes")
    texts[SCOPE] = once(texts[SCOPE], "#pragma once\n", '#pragma once\n\n#include "driven_disk.hpp"\n', "includes")
    for file, changed in texts.items():
        (into / file).parent.mkdir(parents=True, exist_ok=True)
        (into / file).write_text(changed, encoding="utf-8")
    names = "".join(f'"{plant[0]}", ' for plant in PLANTS)
    (into / "file_plants.hpp").write_text(f"#pragma once\n\ninline constexpr const char* plants[] = {{{names}}};\n", encoding="utf-8")


if __name__ == "__main__":
    main()
