"""x86-64 machine code as objdump reads it: instructions, and functions in blocks, in the form in which run.Machine asks for a module."""

import re
import subprocess

from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection

import ir
import terms as T
from machine_code import holder_of
from run import Pointer, Stuck

GENERAL = ("rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", *(f"r{i}" for i in range(8, 16)))
SIZES = {"BYTE": 8, "WORD": 16, "DWORD": 32, "QWORD": 64, "XMMWORD": 128, "YMMWORD": 256, "ZMMWORD": 512}


def general_names():
    """{name: (register, bits, lowest bit)}"""
    found = {}
    for r in GENERAL:
        if r[1:].isdigit():
            found |= {r + s: (r, w, 0) for s, w in (("", 64), ("d", 32), ("w", 16), ("b", 8))}
        else:
            short = r[1:]
            found |= {r: (r, 64, 0), "e" + short: (r, 32, 0), short: (r, 16, 0)}
            found[short[0] + "l" if short[1] == "x" else short + "l"] = (r, 8, 0)
            if short[1] == "x":
                found[short[0] + "h"] = (r, 8, 8)
    return found


NAMES = general_names()


class Operand:
    """A register with its bits, a number, or a place in memory of so many bits (None: as many as the instruction says)."""

    def __init__(self, kind, bits=None, **more):
        self.kind, self.bits, self.mask, self.zeros, self.each = kind, bits, None, False, False
        self.__dict__.update(more)


def operand(text):
    found = re.fullmatch(r"(.*?)((?:\{\w+\})*)", text.strip())
    body, marks = found[1], re.findall(r"\{(\w+)\}", found[2])
    body = re.sub(r"<.*>", "", body).strip()
    if body in NAMES:
        register, bits, low = NAMES[body]
        made = Operand("general", bits, name=register, low=low)
    elif body[:3] in ("xmm", "ymm", "zmm"):
        made = Operand("vector", {"x": 128, "y": 256, "z": 512}[body[0]], name="v" + body[3:])
    elif re.fullmatch(r"k[0-7]", body):
        made = Operand("mask", 64, name=body)
    elif re.fullmatch(r"-?(0x)?[0-9a-f]+", body):
        made = Operand("number", value=int(body, 16))
    elif place := re.fullmatch(r"(?:(\w+) (PTR|BCST) )?(?:[cdefgs]s:)?\[(.*)\]", body):
        made = Operand("memory", SIZES[place[1]] if place[1] else None, base=None, index=None, scale=1, offset=0, each=place[2] == "BCST")
        for sign, part in re.findall(r"([+-]?)([^+-]+)", place[3]):
            register, _, scale = part.partition("*")
            if register in NAMES or register == "rip":
                if scale and (made.index or made.base and scale != "1") or made.base:
                    made.index, made.scale = register, int(scale or 1)
                elif scale and scale != "1":
                    made.index, made.scale = register, int(scale)
                else:
                    made.base = register
            elif re.fullmatch(r"(0x)?[0-9a-f]+", part):
                made.offset += int(part, 16) * (-1 if sign == "-" else 1)
            else:
                raise Stuck(f"operand {text}")
    else:
        raise Stuck(f"operand {text}")
    for mark in marks:
        if mark == "z":
            made.zeros = True
        elif mark[0] == "k":
            made.mask = mark
        else:
            raise Stuck(f"operand {text}")
    return made


class Instruction:
    def __init__(self, text, at=0, following=0):
        words = re.sub(r"\s*#.*", "", text).split(None, 1)
        while len(words) > 1 and words[0] in ("cs", "data16", "notrack", "ds", "bnd"):
            words = words[1].split(None, 1)
        self.name, self.text, self.at, self.following = words[0], text, at, following
        self.target, self.operands = None, []
        rest = words[1] if len(words) > 1 else ""
        if self.name == "rep":
            self.name, rest = "rep " + rest.split()[0], ""
        if self.name[0] == "j" or self.name == "call":
            direct = re.match(r"([0-9a-f]+)\b(?! PTR)", rest)
            self.target = int(direct[1], 16) if direct else rest
        elif self.name not in ("nop", "ret", "endbr64"):
            try:
                self.operands = [operand(o) for o in re.split(r",(?![^\[]*\])", rest) if o]
            except Stuck:
                self.operands = None  # of which no meaning can be


class Function(ir.Function):
    """Blocks of what is reached from an entry, in the form of ir.Function: their ends are words that run.Machine knows."""

    def __init__(self, code, at):
        self.name, self.entry, self.copies, self.restricts = f"{at:#x}", f"{at:#x}", {}, False
        starts, seen, todo = {at}, set(), [at]
        while todo:
            here = todo.pop()
            while here not in seen:
                seen.add(here)
                i = code.instruction(here)
                if i.name[0] == "j" and isinstance(i.target, int):
                    starts |= {i.target, i.following}
                    todo.append(i.target)
                if i.name in ("jmp", "ret", "ud2") or code.ends(i):
                    break
                here = i.following
        starts &= seen
        self.blocks, self.successors = {}, {}
        for start in sorted(starts):
            block, here, end = [], start, None
            while end is None:
                i = code.instruction(here)
                if i.name == "jmp" and isinstance(i.target, str):
                    block.append((None, ("extern", i.target)))
                    end = ["ret", "registers"]
                elif i.name == "jmp":
                    end = ["br", "label", f"{i.target:#x}"]
                elif i.name == "ret":
                    block.append((None, ("leave",)))
                    end = ["ret", "registers"]
                elif i.name == "ud2" or code.ends(i):
                    end = ["unreachable"]
                elif i.name[0] == "j":
                    block.append(("condition", ("condition", i.name[1:])))
                    end = ["br", "i1", "condition", "label", f"{i.target:#x}", "label", f"{i.following:#x}"]
                else:
                    block.append((None, (i,)))
                    here = i.following
                    if here in starts:
                        end = ["br", "label", f"{here:#x}"]
            self.blocks[f"{start:#x}"] = [*block, (None, end)]
            self.successors[f"{start:#x}"] = [end[k + 1] for k, word in enumerate(end) if word == "label"]
        self._post_dominators()

    def parse(self):
        return self


class Functions(dict):
    def __init__(self, code):
        super().__init__()
        self.code = code

    def __missing__(self, name):
        self[name] = found = Function(self.code, self.code.places[name])
        return found


class Code:
    """A shared library of kernel sets, as run.Machine asks for a module."""

    unrolled = True

    def __init__(self, path):
        self.only = self.returned = None  # the function that is asked about, and how many bits it returns
        self.read = set()  # constants: (section, place)
        self.sections, self.relocated, self.symbols = {}, {}, {}
        twice = set()
        with open(path, "rb") as file:
            elf = ELFFile(file)
            for s in elf.iter_sections():
                if s["sh_flags"] & 2 and not s["sh_flags"] & 4 and s["sh_size"]:  # loaded, and no code
                    constant = not s["sh_flags"] & 1 or s.name in (".data.rel.ro", ".got")
                    self.sections["@" + s.name] = (s["sh_addr"], bytes(s.data()), max(1, s["sh_addralign"]), constant)
                if isinstance(s, RelocationSection):
                    for r in s.iter_relocations():
                        symbol = elf.get_section(s["sh_link"]).get_symbol(r["r_info_sym"])
                        own = not symbol.name or symbol["st_shndx"] != "SHN_UNDEF"
                        self.relocated[r["r_offset"]] = symbol["st_value"] + r["r_addend"] if own else symbol.name
            for symbol in elf.get_section_by_name(".symtab").iter_symbols():
                if self.symbols.setdefault(symbol.name, symbol["st_value"]) != symbol["st_value"]:
                    twice.add(symbol.name)
        listed = subprocess.run(["objdump", "-d", "-M", "intel", "--no-show-raw-insn", path], check=True, capture_output=True, text=True)
        rows = [(int(m[1], 16), m[2]) for m in re.finditer(r"^ *([0-9a-f]+):\t(.+)$", listed.stdout, re.M)]
        self.listed = {at: (text, at, rows[k + 1][0] if k + 1 < len(rows) else 0) for k, (at, text) in enumerate(rows)}
        self.made, self.functions = {}, Functions(self)
        self.places = {f"{at:#x}": at for at in self.listed} | {"@" + name: at for name, at in self.symbols.items() if name not in twice}

    def instruction(self, at):
        if at not in self.made:
            if at not in self.listed:
                raise Stuck(f"a way to {at:#x}, where no instruction is")
            self.made[at] = i = Instruction(*self.listed[at])
            if i.name == "jmp" and isinstance(i.target, str):
                i.target = self.called(i)
        return self.made[at]

    def functions_of(self, set_name, members):
        """{(shape, member): function}, in the order of the set's struct, behind the set's name, which is a view. A function is its
        address: those of two sets may have one name."""
        holder = self.symbols[holder_of(set_name)]
        return {member: f"{self.relocated[holder + 8 * i]:#x}" for i, member in enumerate(members, start=2)}

    def ends(self, i):
        """Whether it is a call of what ends the program."""
        return i.name == "call" and i.target in self.listed and self.instruction(i.target).target == "abort"

    def called(self, jump):
        """Where a jump through a place in memory leads: an address here, or the name of another library's function."""
        place = re.search(r"# ([0-9a-f]+)", jump.text)
        to = self.relocated.get(int(place[1], 16)) if place else None
        if to is None:
            raise Stuck(jump.text)
        return to

    def runner(self, kind=None, *more, **named):
        """What runs the functions: a machine of this kind, for this code."""
        import x86  # which needs this file

        return (type(kind.__name__, (kind, x86.Machine), {}) if kind else x86.Machine)(self, *more, **named)

    @staticmethod
    def size(ty):
        return (ty[1] + 7) // 8

    def align_of_global(self, name):
        return self.sections[name][2]

    def at(self, address):
        for name, (begin, data, *_) in self.sections.items():
            if begin <= address < begin + len(data):
                return Pointer(name, T.const(64, address - begin))
        if address in self.listed:
            return Pointer("code", T.const(64, address))
        raise Stuck(f"the address {address:#x}")
