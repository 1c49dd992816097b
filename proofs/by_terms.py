"""Proves machine code by the theorems of kernels.py, codec.py and recipe.py, whose memory, terms and solver have another reader here:
x86.py.
"""

import contextlib

import codec
import kernels
import machine_code
import prove as prover
import recipe
import run
import solve
import x86_code

COMPILERS = {compiler: machine_code.COMPILERS[compiler][1] for compiler in ("g++", "clang", "zig")}
OTHERS = {codec.NAME: codec, recipe.NAME: recipe}
RETURNED = {"read_one": 1, "read": 1, "first_wrong": 64}  # bits; what is no kernel returns a bool
LEFT_OUT = ("lenient", "unhyphenated", "run")  # which are proved by induction, or function by function
STEPS = run.Machine.limit


def members(set_name):
    """(shape or format, member or operation) of all theorems."""
    if set_name not in OTHERS:
        return machine_code.all_members(machine_code.ROOT)
    return [(name, operation) for _, way, name, operation in OTHERS[set_name].theorems(machine_code.ROOT)
            if way == set_name and operation not in LEFT_OUT]


def entries(code, set_name):
    """The names of the functions that theorems are about."""
    if set_name not in OTHERS:
        return code.functions_of(set_name, members(set_name)).values()
    return [OTHERS[set_name].entry(None, None, set_name, *of) for of in members(set_name)]


class Code(x86_code.Code):
    def __init__(self, path, set_name):
        super().__init__(path)
        self.entries = {} if set_name in OTHERS else self.functions_of(set_name, members(set_name))


def prove(code, set_name, shape, member, seconds, stops):
    """(an answer, what can be changed that it rests on); at the first counterexample, if it `stops` there."""
    code.only, code.returned = code.entries.get((shape, member)), 1 if set_name in OTHERS else RETURNED.get(member)
    code.read.clear()
    kernels.Proof.stops = stops
    run.Machine.limit = code.steps if stops else STEPS
    module = (code, code) if set_name == codec.NAME else code
    try:
        proof = prover.in_time(prover.MOST, lambda: OTHERS.get(set_name, kernels).prove(None, module, set_name, shape, member, seconds))
    except kernels.Refuted:
        return {"status": solve.REFUTED, "claims": 1}, {}
    except (run.Stuck, NotImplementedError, RecursionError, MemoryError, prover.TooLong) as stuck:
        return {"status": solve.OPEN, "reason": f"{type(stuck).__name__}: {str(stuck)[:80]}", "claims": 0}, {}
    code.steps = 1000 + 4 * proof.steps  # a loop of changed code that runs longer has no end
    answer = {"status": proof.status, "claims": len(proof.answers)}
    first = next((a for a in proof.answers if a.status != solve.PROVED), None)
    if first is not None:
        answer["reason"] = f"{first.claim}: {'refuted' if first.status == solve.REFUTED else first.how}"
    functions = {name: code.functions[name] for name, _ in proof.reached}
    answer["blocks"] = [len(proof.reached), sum(len(f.blocks) for f in functions.values())]
    gone = [i for name, block in proof.reached for _, (i, *_) in functions[name].blocks[block or functions[name].entry]]
    numbers = {i.at for i in gone if isinstance(i, x86_code.Instruction) and any(o.kind == "number" for o in i.operands or ())}
    return answer, {"constant": sorted(code.read), "number": sorted(numbers)}


@contextlib.contextmanager
def changed(code, kind, at, bit):
    """The code with one bit of a constant, or of a number in an instruction, otherwise."""
    if kind == "number":
        one = next(o for o in code.instruction(at).operands if o.kind == "number")
        one.value ^= 1 << bit
        try:
            yield
        finally:
            one.value ^= 1 << bit
        return
    name, place = at
    before = code.sections[name]
    begin, data, *others = before
    code.sections[name] = (begin, data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :], *others)
    try:
        yield
    finally:
        code.sections[name] = before
