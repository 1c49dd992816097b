#!/usr/bin/env python3
"""Proves the kernels again, in the machine code that compilers make of src/batch for a release, by two readers of it.

usage: machine.py --by angr|terms [--only REGEX] [--library FILE --compiler NAME] [--planted] [--results] [--jobs N] [--seconds N]
                  [--work FOLDER]

A theorem is COMPILER/SET/SHAPE/MEMBER. angr needs build/proofs/machine/bin/python, the terms need build/proofs/env/bin/python.
--library takes an archive as it is packed, in place of the code that the compiler makes here, whose answers alone are kept. --planted
changes one bit of a constant that a function reads, and one of a number in an instruction where the reader can, and each has to be noticed.
With --results, the answers go to machine.json; without, a theorem that is called proved there and is not fails the run.
"""

import argparse
import importlib
import json
import multiprocessing
import os
import random
import re
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, HERE)
sys.setrecursionlimit(100_000)

import machine_code  # noqa: E402
from machine_code import RESULTS  # noqa: E402

READERS = {"angr": "by_angr", "terms": "by_terms"}
TRIES = 120  # of changes, until one is noticed
ENDLESS = "Stuck: too many steps"  # a loop that has no end any more
_codes = {}  # of this process


def prove_one(job):
    (by, compiler, set_name, shape, member), path, made, given = job
    reader = importlib.import_module(READERS[by])
    name = "/".join(x for x in (by, compiler, set_name, shape, member) if x)
    if (path, set_name) not in _codes:
        _codes[path, set_name] = reader.Code(path, set_name)
    code, begin = _codes[path, set_name], time.process_time()
    answer, places = reader.prove(code, set_name, shape, member, given.seconds, False)
    planted = set_name not in machine_code.HEADERS and member not in ("read", "write")  # which have what read_one and write_one have
    if given.planted and answer["status"] == "proved" and planted:
        noticed = {kind: is_noticed(reader, code, f"{name} {kind}", kind, all_of, (set_name, shape, member, given.seconds))
                   for kind, all_of in places.items() if all_of}
        answer["planted"] = all(noticed.values()) if noticed else None
    answer["seconds"] = round(time.process_time() - begin, 1)
    command = machine_code.COMPILERS[compiler][0]
    return name, answer | {"compiler": machine_code.version(command), "code": machine_code.digest(compiler, set_name), "object": made}


def is_noticed(reader, code, name, kind, places, theorem):
    """Whether one of up to TRIES changes is noticed: not each makes a difference."""
    bits = [(at, bit) for at in places for bit in range(8)]
    for at, bit in random.Random(name).sample(bits, min(TRIES, len(bits))):
        with reader.changed(code, kind, at, bit):
            answer = reader.prove(code, *theorem, True)[0]
            if answer["status"] == "refuted" or answer.get("reason") == ENDLESS:
                return True
    return False


def read_results():
    with open(RESULTS) as results:
        return json.load(results)


def write_results(answers):
    """Beside what the file has by now: runs of both readers may go on at once."""
    answers = {**read_results(), **answers}
    machine_code.put(RESULTS, "{\n" + ",\n".join(f" {json.dumps(n)}: {json.dumps(answers[n])}" for n in sorted(answers)) + "\n}\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--by", choices=READERS, required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--library")
    parser.add_argument("--compiler", choices=machine_code.COMPILERS, default="g++")
    parser.add_argument("--planted", action="store_true")
    parser.add_argument("--results", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--work", default=os.path.join(ROOT, "build/proofs/machine-work"))
    given = parser.parse_args()
    if given.library and given.results:
        parser.error("--results is of the code that the compiler makes here, and --library of another")
    os.makedirs(given.work, exist_ok=True)
    reader, jobs = importlib.import_module(READERS[given.by]), []
    for compiler in [given.compiler] if given.library else machine_code.installed(reader.COMPILERS):
        path, made = machine_code.linked(compiler, given.work, given.library)
        for set_name in (s for s in reader.COMPILERS[compiler] if s in made):
            for shape, member in reader.members(set_name):
                theorem = (given.by, compiler, set_name, shape, member)
                if re.search(given.only, "/".join(x for x in theorem[1:] if x)):
                    jobs.append((theorem, path, made[set_name], given))
    if not jobs:
        sys.exit(f"machine: no theorem is called {given.only}")
    before, answers, failed = read_results(), {}, []
    with multiprocessing.Pool(given.jobs) as pool:
        for name, answer in pool.imap_unordered(prove_one, jobs):
            answers[name] = answer
            if given.results:
                write_results({name: answer})
            print(f"{answer['status']:8} {answer['seconds']:7.1f} s  {name}  {answer.get('reason', '')}{answer.get('planted', '')}", flush=True)
            row = before.get(name, {})  # of another compiler, it is no promise
            called = row["status"] if row.get("compiler") == answer["compiler"] else "open"
            if answer["status"] == "refuted" or answer["status"] != called == "proved" or answer.get("planted") is False:
                failed.append(name)
    print(f"{sum(a['status'] == 'proved' for a in answers.values())} of {len(answers)} theorems proved, "
          f"{sum(a['seconds'] for a in answers.values()):.0f} s")
    if failed:
        sys.exit("machine: not proved, or an error not noticed: " + ", ".join(sorted(failed)))


if __name__ == "__main__":
    main()
