#!/usr/bin/env python3
"""What was proved of other code, or by another specification, is not called proved: the page and the quick run fail on sources with
an error in code that no quick theorem has. And what no theorem sees is seen: a word by which another compiler makes other code, and a variable that stays.

usage: stale_test.py --work FOLDER
"""

import argparse
import os
import shutil
import subprocess
import sys

import planted

ERROR = ("avx2", "upper26", "write", "the last text", planted.LANES, "write_one(from + i * id_size, texts + i * stride);",
         "write_one(from + i * id_size, texts + i * stride), texts[i * stride] = '0';")
BY_ANOTHER = (*ERROR[:3], "another specification", "proofs/spec.py", "\nACCEPTED = ", "\n\nACCEPTED = ")
WRITES = "    detail::write_text<L>(number(), first);"
GUARD = '#pragma GCC diagnostic ignored "-Wuninitialized"\n'
UNSEEN = (  # what sees it, what it must tell, and the error
    ("other_words", "__APPLE__", planted.ID, WRITES, "#if defined(__APPLE__)\n    ++first;\n#endif\n" + WRITES),
    ("other_words", "linux", planted.ID, WRITES, "#if defined(linux)\n    ++first;\n#endif\n" + WRITES),
    ("other_words", "avx512.cpp", planted.AVX512, GUARD, GUARD + "#define SORTID_OF_GCC 1\n"),
    ("changing", "full", planted.ID, WRITES,
     "    if (!std::is_constant_evaluated() && [] { static bool full = false; return full; }()) return nullptr;\n" + WRITES),
    ("changing", "scalar.ll", planted.SCALAR, "namespace sortid::detail {\n",
     "namespace sortid::detail {\nnamespace {\nint first_flag() { return 1; }\nconst int flag = first_flag();\n}  // namespace\n"),
)


def answer(root, script, *options):
    command = [sys.executable, os.path.join(root, "proofs", script), "--work", os.path.join(root, "work"), *options]
    run = subprocess.run(command, capture_output=True, text=True)
    return run.returncode, run.stdout + run.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", required=True)
    into = os.path.join(parser.parse_args().work, "copy")
    theorem = "/".join(ERROR[:3])
    for error, script, options in ((BY_ANOTHER, "page.py", ()), (ERROR, "page.py", ()), (ERROR, "prove.py", ("--quick", "--only", "avx2/swap64"))):
        planted.copy_with(error, into)
        os.makedirs(os.path.join(into, "docs"))
        shutil.copy(os.path.join(planted.ROOT, "docs/proofs.md"), os.path.join(into, "docs"))
        code, told = answer(into, script, *options)
        if code == 0 or theorem not in told:
            sys.exit(f"stale_test: {script} ends with {code} on {planted.name_of(error)}: {told[-1000:]}")
    for check, sees, *error in UNSEEN:
        planted.copy_with(error, into)
        given = repr(into) if check == "changing" else ""
        told = subprocess.run([sys.executable, "-c", f"import prove; print(prove.{check}({given}))"], cwd=os.path.join(into, "proofs"),
                              capture_output=True, text=True, check=True).stdout
        if sees not in told:
            sys.exit(f"stale_test: {sees} is not seen: {told}")
    print(f"page.py and prove.py --quick tell that {theorem} is another's proof")


if __name__ == "__main__":
    main()
