"""The machine code of the kernel sets that machine.py proves, as each compiler makes it."""

import functools
import hashlib
import os
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# As CMake's release builds the library.
FLAGS = ["-std=c++20", "-O3", "-DNDEBUG", "-fPIC", "-fvisibility=hidden", "-fvisibility-inlines-hidden",
         f"-I{ROOT}/include", f"-I{ROOT}/src"]
COMPILERS = {  # by name: the command, and the sets; angr has no AVX-512
    "g++": ("g++", ("scalar", "ssse3", "avx2")),
    "clang": ("clang++-14", ("scalar", "ssse3", "avx2")),
    "g++ for ARM": ("aarch64-linux-gnu-g++", ("scalar", "neon")),
}


def members(root):
    """The shapes and the functions of the struct `kernels`, as kernels.hpp declares them: of texts, and of a set."""
    text = open(os.path.join(root, "include/sortid/detail/kernels.hpp")).read()
    text = re.sub(r"//[^\n]*", "", text)
    shapes = re.search(r"enum class text_shape[^{]*\{([^}]*)\}", text).group(1).replace(" ", "").split(",")
    of_texts = re.findall(r"\(\*(\w+)\)", re.search(r"struct text_kernels \{(.*?)\n\};", text, re.S).group(1))
    of_set = re.findall(r"\(\*(\w+)\)", re.search(r"struct kernels \{(.*?)\n\};", text, re.S).group(1))
    return shapes, of_texts, of_set


def source_of(set_name):
    return os.path.join(ROOT, "src/batch", f"{set_name}.cpp")


def linked(compiler, work, library=None):
    """A shared library of a compiler's sets: as `library`, an archive, has them, or else of the sources."""
    command, sets = COMPILERS[compiler]
    out = os.path.join(work, re.sub(r"\W+", "-", compiler) + ".so")
    given = [*FLAGS, *map(source_of, sets)]
    if library:
        objects = [f"{s}.cpp.o" for s in sets]
        subprocess.run(["ar", "x", f"--output={work}", library, *objects], check=True)
        given = [os.path.join(work, o) for o in objects]
    # Without other libraries: a call of theirs is noticed.
    subprocess.run([command, "-shared", "-nostdlib", *given, "-o", out], check=True)
    return out


@functools.lru_cache(maxsize=None)
def version(command):
    """The compiler's version, or None where it is not installed."""
    try:
        return subprocess.run([command, "-dumpfullversion", "-dumpversion"], check=True, capture_output=True, text=True).stdout.strip()
    except FileNotFoundError:
        return None


@functools.lru_cache(maxsize=None)
def digest(compiler, set_name):
    """What the compiler reads of the project's files: a change of it makes other code."""
    command = COMPILERS[compiler][0]
    text = subprocess.run([command, *FLAGS, "-E", source_of(set_name)], check=True, capture_output=True, text=True).stdout
    lines, own = [], False
    for line in text.splitlines():
        if marker := re.match(r'# \d+ "([^"]*)"', line):
            own = marker[1].startswith(ROOT)
        elif own and line.strip():
            lines.append(line.strip())
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def is_of_today(compiler, set_name, answer):
    """Whether an answer is about today's code; another version of a compiler makes code that nobody asked about."""
    found = version(COMPILERS[compiler][0])
    return found != answer["compiler"] or digest(compiler, set_name) == answer["code"]
