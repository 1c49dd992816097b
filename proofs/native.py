"""Runs compiled code on what a counterexample says, by the processor, or by an emulator when it is another's."""

import os
import re
import subprocess

import run
import terms as T

HERE = os.path.dirname(os.path.abspath(__file__))
BATCH = os.path.join(HERE, "../src/batch")
CLANG = "clang-14"
SPELLED = {"bmi": "bmi1", "lzcnt": "abm", "avx512vnni": "avx512_vnni"}  # by /proc/cpuinfo, where compilers say otherwise


class Call:
    """Numbers and objects: an argument is a number, or (place of an object,)."""

    def __init__(self, arguments, objects, bits):
        self.arguments, self.objects, self.bits = arguments, objects, bits

    def encoded(self, at_end):
        words = [at_end, self.bits, len(self.arguments)]
        for a in self.arguments:
            words += [1, a[0]] if isinstance(a, tuple) else [0, a]
        words.append(len(self.objects))
        out = b"".join(w.to_bytes(8, "little") for w in words)
        for data in self.objects:
            out += len(data).to_bytes(8, "little") + data
        return out


class Given:
    """What a function is called with, in terms."""

    def __init__(self, arguments, memory):
        self.arguments, self.bits, self.places = [], 0, {}
        for a in arguments:
            if isinstance(a, run.Pointer) and a.thing is None:
                self.arguments.append(a.offset)
            elif isinstance(a, run.Pointer):
                place = self.places.setdefault(a.thing, (len(self.places),))
                self.arguments.append(place)
            else:
                self.arguments.append(a)
        # What nobody has set, and what must not be touched, is any byte.
        self.objects = [[c if isinstance(c, T.Term) else T.const(8, 0xA5) for c in memory.cells[thing]]
                        for thing in self.places]

    def under(self, value):
        """The calls in which it shows, by the value of every term."""
        return [Call([a if isinstance(a, tuple) else value(a) for a in self.arguments],
                     [bytes(map(value, cells)) for cells in self.objects], self.bits)]


class Program:
    """A function of LLVM's code, compiled as it stands: no pass may draw another conclusion from it."""

    def __init__(self, text, entry, base, neon):
        with open(base + ".ll", "w") as out:
            out.write(text)
        target = "aarch64-linux-gnu" if neon else "x86_64-linux-gnu"
        subprocess.run([CLANG, f"--target={target}", "-Wno-override-module", "-O1", "-Xclang",
                        "-disable-llvm-passes", "-c", base + ".ll", "-o", base + ".o"], check=True)
        caller = os.path.join(HERE, "caller.c")
        symbol = f'-DSORTID_ENTRY="{entry[1:]}"'
        compiler = ["aarch64-linux-gnu-gcc", "-static"] if neon else [CLANG]
        subprocess.run([*compiler, symbol, caller, base + ".o", "-o", base, "-lstdc++"], check=True)
        self.command = (["qemu-aarch64"] if neon else []) + [base]

    def run(self, calls):
        """How it ended, and all that it gave."""
        asked = b"".join(c.encoded(at_end) for c in calls for at_end in (0, 1))
        done = subprocess.run(self.command, input=asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        return done.returncode, done.stdout


def sets():
    """The kernel sets, as the library declares them."""
    return tuple(re.findall(r"extern const kernels (\w+)_kernels;", open(os.path.join(BATCH, "instruction_sets.hpp")).read()))


def features(set_name):
    """What a kernel set asks of the processor, as its source says; nothing of what is no set."""
    source = os.path.join(BATCH, f"{set_name}.cpp")
    text = re.sub("//.*", "", open(source).read()) if os.path.exists(source) else ""
    return ",".join(re.findall(r'SORTID_TARGET_BEGIN\("([^"]*)"\)', text)).split(",") if "SORTID_TARGET_BEGIN" in text else []


def lacks(set_name):
    """A feature that this processor does not have, so that code of the set cannot run here; or None."""
    has = set(open("/proc/cpuinfo").read().split())
    return next((f for f in features(set_name) if SPELLED.get(f, f) not in has), None)
