#!/usr/bin/env python3
"""A module of WebAssembly as one Java class, in plain source.

usage: translate.py MODULE.wasm PACKAGE CLASS > CLASS.java

The class has a method for each export, the memory as `byte[] memory`, and takes an object of its nested interface Host, with a method
for each import. It knows the instructions on integers, memory and control that a compiler writes for our C++; of another one the
module is rejected by its number. docs/decisions/0112-java-from-webassembly.md says why this is not an interpreter or a library.

HotSpot looks through a class as a whole before it runs any of it. So functions are in classes within, of functions that follow one
another in the module, and only those that a program calls are loaded.

An expression stays text until something needs its value. What it reads of locals, globals and memory goes with it, so that whatever
changes one of these first stores it in a variable.
"""

import itertools
import re
import sys

TYPES = {0x7F: "int", 0x7E: "long"}
LETTER = {"int": "i", "long": "l"}

# By the opcode of i32; those of i64 follow in the same order.
COMPARED = ["==", "!=", "<", "<u", ">", ">u", "<=", "<=u", ">=", ">=u"]
COUNTED = ["numberOfLeadingZeros", "numberOfTrailingZeros", "bitCount"]
COMBINED = ["+", "-", "*", "/", "/u", "%", "%u", "&", "|", "^", "<<", ">>", ">>>", "rotateLeft", "rotateRight"]
LOADS = {
    0x28: ("int", "getInt(w.memory, {})"), 0x29: ("long", "getLong(w.memory, {})"),
    0x2C: ("int", "w.memory[{}]"), 0x2D: ("int", "w.memory[{}] & 255"),
    0x2E: ("int", "(int) getShort(w.memory, {})"), 0x2F: ("int", "getShort(w.memory, {}) & 65535"),
    0x30: ("long", "(long) w.memory[{}]"), 0x31: ("long", "w.memory[{}] & 255L"),
    0x32: ("long", "(long) getShort(w.memory, {})"), 0x33: ("long", "getShort(w.memory, {}) & 65535L"),
    0x34: ("long", "(long) getInt(w.memory, {})"), 0x35: ("long", "getInt(w.memory, {}) & 0xFFFFFFFFL"),
}
STORES = {
    0x36: "putInt(w.memory, {}, {});", 0x37: "putLong(w.memory, {}, {});", 0x3A: "w.memory[{}] = (byte) {};",
    0x3B: "putShort(w.memory, {}, (short) {});", 0x3C: "w.memory[{}] = (byte) {};", 0x3D: "putShort(w.memory, {}, (short) {});",
    0x3E: "putInt(w.memory, {}, (int) {});",
}
CONVERTED = {
    0xA7: ("int", "(int) {}"), 0xAC: ("long", "(long) {}"), 0xAD: ("long", "{} & 0xFFFFFFFFL"), 0xC0: ("int", "(int) (byte) {}"),
    0xC1: ("int", "(int) (short) {}"), 0xC2: ("long", "(long) (byte) {}"), 0xC3: ("long", "(long) (short) {}"),
    0xC4: ("long", "(long) (int) {}"),
}
# A string of Java holds 65,535 bytes, three for a character.
STRING = 16_000
# Bytes of WebAssembly in the functions of one class.
PART = 16_000


class Unsupported(Exception):
    pass


class Reader:
    def __init__(self, data, at=0, end=None):
        self.data, self.at, self.end = data, at, len(data) if end is None else end

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def leb128(self):
        """The number, and the one to take off where it is negative."""
        value = shift = 0
        while True:
            part = self.byte()
            value |= (part & 127) << shift
            shift += 7
            if part < 128:
                return value, (part & 64) << (shift - 6)

    def unsigned(self):
        return self.leb128()[0]

    def signed(self):
        value, sign = self.leb128()
        return value - sign

    def take(self, size):
        self.at += size
        return self.data[self.at - size:self.at]

    def name(self):
        return self.take(self.unsigned()).decode()

    def many(self, one):
        return [one() for _ in range(self.unsigned())]

    def type(self):
        code = self.byte()
        if code not in TYPES:
            raise Unsupported(f"a value of type {code:#x}")
        return TYPES[code]

    def constant(self):
        code = self.byte()
        if code not in (0x41, 0x42):
            raise Unsupported(f"an initial value by instruction {code:#x}")
        value = self.signed()
        if self.byte() != 0x0B:
            raise Unsupported("an initial value by several instructions")
        return value


class Module:
    def __init__(self, data, name="Wasm"):
        self.name = name
        self.types, self.imports, self.functions, self.globals, self.exports = [], [], [], [], []
        self.elements, self.bodies, self.segments, self.pages, self.start = [], [], [], (0, 0), None
        reader = Reader(data, 8)
        while reader.at < len(data):
            section, size = reader.byte(), reader.unsigned()
            part = Reader(data, reader.at, reader.at + size)
            reader.at += size
            if section in self.SECTIONS:
                self.SECTIONS[section](self, part)
            elif section not in (0, 4, 12):
                raise Unsupported(f"section {section}")
        self.kinds = [kind for _, kind in self.imports] + self.functions
        # The class of each function.
        self.parts = [at // PART for at in itertools.accumulate(body.end - body.at for body in self.bodies)]

    def read_types(self, part):
        def one():
            if part.byte() != 0x60:
                raise Unsupported("a type that is no function's")
            try:
                return part.many(part.type), part.many(part.type)
            except Unsupported as why:
                return why, None
        # A type of floats may stand there unused; it cannot be skipped without its length, which bytes give.
        def whole():
            start = part.at
            found = one()
            if isinstance(found[0], Unsupported):
                part.at = start + 1
                part.take(part.unsigned())
                part.take(part.unsigned())
            return found
        self.types = part.many(whole)

    def read_imports(self, part):
        def one():
            part.name()
            name = part.name()
            if part.byte() != 0:
                raise Unsupported(f"the import {name}, which is no function")
            return name, part.unsigned()
        self.imports = part.many(one)

    def read_functions(self, part):
        self.functions = part.many(part.unsigned)

    def read_memory(self, part):
        def one():
            bounded, least = part.byte(), part.unsigned()
            return least, part.unsigned() if bounded else 32_767  # an array of Java ends there
        self.pages = part.many(one)[0]

    def read_globals(self, part):
        def one():
            kind, _ = part.type(), part.byte()
            return kind, part.constant()
        self.globals = part.many(one)

    def read_exports(self, part):
        for name, kind, index in part.many(lambda: (part.name(), part.byte(), part.unsigned())):
            if kind == 0:
                self.exports.append((name, index))

    def read_start(self, part):
        self.start = part.unsigned()

    def read_elements(self, part):
        def one():
            if part.unsigned() != 0:
                raise Unsupported("elements of another kind")
            return part.constant(), part.many(part.unsigned)
        self.elements = part.many(one)

    def read_bodies(self, part):
        def one():
            size = part.unsigned()
            part.at += size
            return Reader(part.data, part.at - size, part.at)
        self.bodies = part.many(one)

    def read_segments(self, part):
        def one():
            if part.unsigned() != 0:
                raise Unsupported("data of another kind")
            return part.constant(), part.take(part.unsigned())
        self.segments = part.many(one)

    SECTIONS = {1: read_types, 2: read_imports, 3: read_functions, 5: read_memory, 6: read_globals, 7: read_exports, 8: read_start,
                9: read_elements, 10: read_bodies, 11: read_segments}

    def call(self, index, *arguments):
        """A call of a function, where `w` is the instance."""
        if index < len(self.imports):
            return f"w.host.{java_name(self.imports[index][0])}({', '.join(arguments)})"
        return f"Part{self.parts[index - len(self.imports)]}.f{index}({', '.join([*arguments, 'w'])})"

    def type_of(self, index):
        takes, gives = self.types[index]
        if isinstance(takes, Unsupported):
            raise takes
        if len(gives) > 1:
            raise Unsupported("several results")
        return takes, gives


class Value:
    """An expression on the operand stack. `reads`: numbers of locals, "memory", names of globals. `uses`: variables in it."""

    def __init__(self, type, text, reads=frozenset(), uses=frozenset()):
        self.type, self.text, self.reads, self.uses = type, text, reads, uses


class Label:
    def __init__(self, kind, name, height, result, holder):
        self.kind, self.name, self.height, self.result, self.holder, self.dead, self.reached = kind, name, height, result, holder, False, False


class Body:
    """One function as a method."""

    def __init__(self, module, index):
        self.module, self.index = module, index
        self.takes, self.gives = module.type_of(module.kinds[index])
        self.lines, self.stack, self.labels, self.variables, self.count = [], [], [], set(), 0

    def emit(self, line):
        self.lines.append("  " * len(self.labels) + line)

    # --- the operand stack ---

    def variable(self, type):
        used = set().union(*(value.uses for value in self.stack), (label.holder for label in self.labels))
        number = 0
        while (name := f"{LETTER[type]}{number}") in used:
            number += 1
        self.variables.add((name, type))
        return name

    def keep(self, place):
        """Stores what stands there, so that nothing that follows changes it."""
        value = self.stack[place]
        if not value.reads and (value.text in value.uses or not value.uses):
            return  # a constant, or a variable already
        name = self.variable(value.type)
        self.emit(f"{name} = {value.text};")
        self.stack[place] = Value(value.type, name, uses=frozenset([name]))

    def keep_all(self):
        for place in range(len(self.stack)):
            self.keep(place)

    def keep_readers(self, *changed):
        for place, value in enumerate(self.stack):
            if any(what in value.reads or (what == "globals" and any(str(each).startswith("g") for each in value.reads))
                   for what in changed):
                self.keep(place)

    def push(self, type, text, *operands, reads=frozenset()):
        self.stack.append(Value(type, text, reads.union(*(each.reads for each in operands)),
                                frozenset().union(*(each.uses for each in operands))))
        if len(text) > 400:
            self.keep(len(self.stack) - 1)

    def pop(self):
        value = self.stack.pop()
        if not re.fullmatch(r"\w+", value.text):
            value.text = f"({value.text})"
        return value

    # --- branches ---

    def jump(self, depth):
        """The statements that go to that label. What they need stays on the stack."""
        label = self.labels[-1 - depth]
        label.reached = True
        if label.kind == "function":
            return f"if (true) return{' ' + self.stack[-1].text if label.result else ''};"
        if label.kind == "loop":
            return f"if (true) continue {label.name};"
        kept = f"{label.holder} = {self.stack[-1].text}; " if label.result else ""
        return f"{kept}if (true) break {label.name};"

    def die(self):
        self.labels[-1].dead = True
        del self.stack[self.labels[-1].height:]

    def open(self, kind, result, line):
        self.emit(line)
        self.labels.append(Label(kind, f"L{self.count}", len(self.stack), result, None))
        self.labels[-1].holder = self.variable(result) if result and kind != "function" else None

    # --- the instructions ---

    def translate(self):
        reader = self.module.bodies[self.index - len(self.module.imports)]
        reader = Reader(reader.data, reader.at, reader.end)
        locals_ = list(self.takes)
        for number, type in reader.many(lambda: (reader.unsigned(), reader.type())):
            locals_ += [type] * number
        self.locals = locals_
        self.open("function", self.gives[0] if self.gives else None, "")
        self.lines.clear()
        while self.labels:
            code = reader.byte()
            if self.labels[-1].dead and code not in (0x05, 0x0B):
                self.skip(code, reader)
            else:
                self.one(code, reader)
        declared = [f"    {type} v{place} = 0;" for place, type in enumerate(locals_) if place >= len(self.takes)]
        declared += [f"    {type} {name} = 0;" for name, type in sorted(self.variables)]
        return [self.head(), *declared, *("    " + line for line in self.lines), "  }"]

    def head(self):
        gives, takes = signature(self.module, self.module.kinds[self.index], f"{self.module.name} w")
        return f"  static {gives} f{self.index}({takes}) {{"

    def block_type(self, reader):
        code = reader.data[reader.at]
        if code == 0x40:
            reader.at += 1
            return None
        if code in (0x7F, 0x7E):
            return reader.type()
        raise Unsupported(f"a block of type {code:#x}")

    def skip(self, code, reader):
        """Reads an instruction that is never reached."""
        if code in (0x02, 0x03, 0x04):
            reader.signed()
            self.labels.append(Label("skipped", None, len(self.stack), None, None))
            self.labels[-1].dead = True
        elif code in (0x41, 0x42):
            reader.signed()
        elif code == 0x43:
            reader.take(4)
        elif code == 0x44:
            reader.take(8)
        elif code == 0x0E:
            reader.many(reader.unsigned)
            reader.unsigned()
        elif code == 0xFC:
            reader.take({8: 2, 10: 2, 11: 1}.get(reader.unsigned(), 1))
        else:
            for _ in range(2 if code == 0x11 or 0x28 <= code <= 0x3E else 1 if code in (0x0C, 0x0D, 0x10, *range(0x20, 0x27), 0x3F, 0x40, 0xD0, 0xD2) else 0):
                reader.unsigned()

    def one(self, code, reader):
        for codes, what in self.TABLE:
            if code in codes:
                return what(self, code, reader)
        raise Unsupported(f"instruction {code:#x}")

    def unreachable(self, code, reader):
        self.keep_all()
        self.emit('if (true) throw new IllegalStateException("unreachable");')
        self.die()

    def nop(self, code, reader):
        pass

    def block(self, code, reader):
        result = self.block_type(reader)
        # The condition stays on the stack meanwhile, for the variables in it.
        under = len(self.stack) - (code == 0x04)
        for place in range(under):
            self.keep(place)
        condition = self.pop().text if code == 0x04 else None
        self.count += 1
        kind = {0x02: "block", 0x03: "loop", 0x04: "if"}[code]
        self.open(kind, result, f"L{self.count}: " + {"block": "{", "loop": "while (true) {", "if": f"if ({condition} != 0) {{"}[kind])

    def end_value(self, label):
        if label.result and not label.dead and label.kind != "function":
            value = self.pop()
            self.emit(f"{label.holder} = {value.text};")

    def otherwise(self, code, reader):
        label = self.labels[-1]
        if label.kind == "skipped":
            return
        self.end_value(label)
        del self.stack[label.height:]
        label.dead, label.kind = False, "else"
        self.lines.append("  " * (len(self.labels) - 1) + "} else {")

    def end(self, code, reader):
        label = self.labels[-1]
        if label.kind == "skipped":
            self.labels.pop()
            return
        if label.kind == "function":
            if not label.dead:
                self.emit(f"return {self.stack[-1].text};" if label.result else "return;")
            elif label.result:
                self.emit('throw new IllegalStateException("unreachable");')
            self.labels.pop()
            return
        self.end_value(label)
        if label.kind == "loop":
            self.emit(f"if (true) break {label.name};")
        self.labels.pop()
        self.emit("}")
        del self.stack[label.height:]
        if label.result:
            self.stack.append(Value(label.result, label.holder, uses=frozenset([label.holder])))

    def branch(self, code, reader):
        depth = reader.unsigned()
        self.emit(self.jump(depth))
        self.die()

    def branch_if(self, code, reader):
        depth = reader.unsigned()
        condition = self.pop()
        label = self.labels[-1 - depth]
        if label.result and label.kind != "loop":
            # The value is used once where the branch is taken and once where it is not.
            self.stack.append(condition)
            self.keep(len(self.stack) - 2)
            condition = self.stack.pop()
        self.emit(f"if ({condition.text} != 0) {{ {self.jump(depth)} }}")

    def branch_table(self, code, reader):
        depths = [*reader.many(reader.unsigned), reader.unsigned()]
        if len(depths) > 4_096:
            raise Unsupported("a table of branches that no method of Java holds")
        index = self.pop()
        if self.stack:
            self.stack.append(index)
            self.keep(len(self.stack) - 2)
            self.stack.pop()
        self.emit(f"switch ({index.text}) {{")
        for depth in dict.fromkeys(depths):
            cases = [f"case {place}:" for place, each in enumerate(depths[:-1]) if each == depth and depth != depths[-1]]
            if cases:
                self.emit(" ".join(cases) + " " + self.jump(depth))
        self.emit(f"default: {self.jump(depths[-1])} }}")
        self.die()

    def go_back(self, code, reader):
        self.emit(self.jump(len(self.labels) - 1))
        self.die()

    def call(self, code, reader):
        index = reader.unsigned()
        if code == 0x11:
            if reader.unsigned() != 0:
                raise Unsupported("a second table")
            place = self.pop()
            takes, gives = self.module.type_of(index)
            self.module.called.add(index)
            arguments = [self.pop() for _ in takes][::-1] + [place]
            text = f"indirect{index}({', '.join(each.text for each in arguments)}, w)"
        else:
            takes, gives = self.module.type_of(self.module.kinds[index])
            arguments = [self.pop() for _ in takes][::-1]
            text = self.module.call(index, *(each.text for each in arguments))
        for place in range(len(self.stack)):
            if self.stack[place].reads:
                # Locals are the method's own: a call changes memory and globals.
                self.keep_readers("memory", "globals")
                break
        if not gives:
            self.emit(text + ";")
            return
        self.push(gives[0], text, *arguments, reads=frozenset(["memory"]))
        self.keep(len(self.stack) - 1)

    def drop(self, code, reader):
        value = self.pop()
        if "memory" in value.reads:  # it may trap
            name = self.variable(value.type)
            self.emit(f"{name} = {value.text};")

    def select(self, code, reader):
        condition, second, first = self.pop(), self.pop(), self.pop()
        # Both are evaluated, for a trap; what reads no memory has none.
        if "memory" in first.reads | second.reads:
            self.stack += [first, second, condition]
            for place in (-3, -2):
                self.keep(len(self.stack) + place)
            condition, second, first = self.pop(), self.pop(), self.pop()
        self.push(first.type, f"{condition.text} != 0 ? {first.text} : {second.text}", condition, second, first)

    def local_get(self, code, reader):
        place = reader.unsigned()
        self.push(self.locals[place], f"v{place}", reads=frozenset([place]))

    def local_set(self, code, reader):
        place = reader.unsigned()
        value = self.pop()
        self.stack.append(value)
        for under in range(len(self.stack) - 1):
            if place in self.stack[under].reads:
                self.keep(under)
        self.stack.pop()
        self.emit(f"v{place} = {value.text};")
        if code == 0x22:
            self.push(self.locals[place], f"v{place}", reads=frozenset([place]))

    def global_get(self, code, reader):
        place = reader.unsigned()
        self.push(self.module.globals[place][0], f"w.g{place}", reads=frozenset([f"g{place}"]))

    def global_set(self, code, reader):
        place = reader.unsigned()
        value = self.pop()
        self.stack.append(value)
        for under in range(len(self.stack) - 1):
            if f"g{place}" in self.stack[under].reads:
                self.keep(under)
        self.stack.pop()
        self.emit(f"w.g{place} = {value.text};")

    def address(self, reader):
        reader.unsigned()
        offset = reader.unsigned()
        base = self.pop()
        if not offset:
            return base, base.text
        # What goes past the end of 31 bits would come back as a good address; a negative index never does.
        if offset > 0x7FFFFFFF:
            return base, "-1"
        if re.fullmatch(r"\d+", base.text):
            place = int(base.text) + offset
            return base, str(place) if place <= 0x7FFFFFFF else "-1"
        return base, f"{base.text} + {offset}"

    def load(self, code, reader):
        type, text = LOADS[code]
        base, place = self.address(reader)
        self.push(type, text.format(place), base, reads=frozenset(["memory"]))

    def store(self, code, reader):
        value = self.pop()
        base, place = self.address(reader)
        self.stack += [base, value]
        for under in range(len(self.stack) - 2):
            if "memory" in self.stack[under].reads:
                self.keep(under)
        del self.stack[-2:]
        self.emit(STORES[code].format(place, value.text))

    def memory_size(self, code, reader):
        reader.byte()
        self.push("int", "w.memory.length >>> 16", reads=frozenset(["memory"]))

    def memory_grow(self, code, reader):
        reader.byte()
        value = self.pop()
        self.keep_readers("memory")
        self.push("int", f"w.memoryGrow({value.text})", value, reads=frozenset(["memory"]))
        self.keep(len(self.stack) - 1)

    def constant(self, code, reader):
        value = reader.signed()
        self.push("int", str(value)) if code == 0x41 else self.push("long", f"{value}L")

    def is_zero(self, code, reader):
        value = self.pop()
        self.push("int", f"{value.text} == 0 ? 1 : 0", value)

    def compare(self, code, reader):
        second, first = self.pop(), self.pop()
        sign, box = COMPARED[(code - 0x46) % 11], "Integer" if code < 0x50 else "Long"
        text = f"{first.text} {sign} {second.text}"
        if sign.endswith("u"):
            text = f"{box}.compareUnsigned({first.text}, {second.text}) {sign[:-1]} 0"
        self.push("int", f"{text} ? 1 : 0", first, second)

    def count_bits(self, code, reader):
        value = self.pop()
        is_int = code < 0x79
        call = f"{'Integer' if is_int else 'Long'}.{COUNTED[(code - 0x67) % 18]}({value.text})"
        self.push("int" if is_int else "long", call if is_int else f"(long) {call}", value)

    def combine(self, code, reader):
        second, first = self.pop(), self.pop()
        is_int = code < 0x79
        sign, box = COMBINED[(code - 0x6A) % 18], "Integer" if is_int else "Long"
        type = "int" if is_int else "long"
        if sign in ("/", "/u", "%", "%u"):
            name = {"/": "quotient", "/u": f"{box}.divideUnsigned", "%": "", "%u": f"{box}.remainderUnsigned"}[sign]
            text = f"{name}({first.text}, {second.text})" if name else f"{first.text} % {second.text}"
            self.push(type, text, first, second, reads=frozenset(["memory"]))
            self.keep(len(self.stack) - 1)  # it may trap
        elif sign.startswith("rotate"):
            self.push(type, f"{box}.{sign}({first.text}, {'' if is_int else '(int) '}{second.text})", first, second)
        else:
            self.push(type, f"{first.text} {sign} {second.text}", first, second)

    def convert(self, code, reader):
        type, text = CONVERTED[code]
        value = self.pop()
        self.push(type, text.format(value.text), value)

    def bulk(self, code, reader):
        which = reader.unsigned()
        if which not in (10, 11):
            raise Unsupported(f"instruction 0xfc {which}")
        reader.take(2 if which == 10 else 1)
        third, second, first = self.pop(), self.pop(), self.pop()
        self.keep_readers("memory")
        self.emit(f"w.{'memoryCopy' if which == 10 else 'memoryFill'}({first.text}, {second.text}, {third.text});")

    TABLE = [
        (range(0x20, 0x21), local_get), (range(0x21, 0x23), local_set), (range(0x41, 0x43), constant), (LOADS, load), (STORES, store),
        (range(0x46, 0x50), compare), (range(0x51, 0x5B), compare), (range(0x67, 0x6A), count_bits), (range(0x79, 0x7C), count_bits),
        (range(0x6A, 0x79), combine), (range(0x7C, 0x8B), combine), (CONVERTED, convert), ((0x45, 0x50), is_zero),
        (range(0x02, 0x05), block), ((0x05,), otherwise), ((0x0B,), end), ((0x0C,), branch), ((0x0D,), branch_if),
        ((0x0E,), branch_table), ((0x0F,), go_back), ((0x10, 0x11), call), ((0x1A,), drop), ((0x1B,), select),
        ((0x23,), global_get), ((0x24,), global_set), ((0x3F,), memory_size), ((0x40,), memory_grow), ((0xFC,), bulk),
        ((0x00,), unreachable), ((0x01,), nop),
    ]


def quoted(data):
    return '"' + "".join(chr(each) if 32 <= each < 127 and each not in (34, 92) else f"\\{each:03o}" for each in data) + '"'


def signature(module, index, *more):
    takes, gives = module.type_of(index)
    return gives[0] if gives else "void", ", ".join([*(f"{type} v{place}" for place, type in enumerate(takes)), *more])


HELPERS = """
  private static int quotient(int a, int b) {
    if (b == -1 && a == Integer.MIN_VALUE) throw new ArithmeticException("overflow");
    return a / b;
  }
  private static long quotient(long a, long b) {
    if (b == -1 && a == Long.MIN_VALUE) throw new ArithmeticException("overflow");
    return a / b;
  }
  private void memoryCopy(int to, int from, int size) {
    java.util.Objects.checkFromIndexSize(from, size, memory.length);
    java.util.Objects.checkFromIndexSize(to, size, memory.length);
    System.arraycopy(memory, from, memory, to, size);
  }
  private void memoryFill(int to, int value, int size) {
    java.util.Objects.checkFromIndexSize(to, size, memory.length);
    java.util.Arrays.fill(memory, to, to + size, (byte) value);
  }
  private int memoryGrow(int pages) {
    int before = memory.length >>> 16;
    if (pages < 0 || before + pages > %d) return -1;
    if (pages != 0) memory = java.util.Arrays.copyOf(memory, (before + pages) << 16);
    return before;
  }
  @SuppressWarnings("deprecation")  // the one way from the low bytes of a string that makes no array
  private void memoryPut(int at, String bytes) {
    bytes.getBytes(0, bytes.length(), memory, at);
  }"""


def translate(data, package, name, unknown=None):
    """The lines of the class. `unknown` is told of a function that has an instruction without a translation; without it, the module
    is rejected."""
    module = Module(data, name)
    module.called = set()
    lines = ["// Made by translate.py of a module of WebAssembly.", f"package {package};", "",
             "import java.lang.invoke.MethodHandles;", "import java.lang.invoke.VarHandle;", "import java.nio.ByteOrder;", "",
             '@SuppressWarnings("fallthrough")', f"final class {name} {{", "  interface Host {"]
    for imported, kind in module.imports:
        gives, takes = signature(module, kind)
        lines.append(f"    {gives} {java_name(imported)}({takes});")
    lines.append("  }")
    # Each class's first use of a handle takes its time, so that one class has them all.
    for kind in ("short", "int", "long"):
        lines += [f"  private static final VarHandle {kind.upper()} = "
                  f"MethodHandles.byteArrayViewVarHandle({kind}[].class, ByteOrder.LITTLE_ENDIAN);",
                  f"  static {kind} get{kind.title()}(byte[] from, int at) {{ return ({kind}) {kind.upper()}.get(from, at); }}",
                  f"  static void put{kind.title()}(byte[] to, int at, {kind} value) {{ {kind.upper()}.set(to, at, value); }}"]
    lines += [f"  private {type} g{place} = {value}{'L' if type == 'long' else ''};" for place, (type, value) in enumerate(module.globals)]
    lines += [f"  byte[] memory = new byte[{module.pages[0]} << 16];", "  private final Host host;"]
    table = [-1] * max([0, *(at + len(each) for at, each in module.elements)])
    for at, each in module.elements:
        table[at:at + len(each)] = each
    lines.append(f"  {name}(Host host) {{")
    lines.append("    this.host = host;")
    # All segments as one, with what is between them: a string that is used the first time takes longer than its bytes.
    begin, data = min([at for at, _ in module.segments], default=0), bytearray()
    for at, segment in module.segments:
        data.extend(bytes(max(0, at - begin + len(segment) - len(data))))
        data[at - begin:at - begin + len(segment)] = segment
    texts = [data[start:start + STRING] for start in range(0, len(data), STRING)]
    lines += [f"    memoryPut({begin + place * STRING}, DATA{place});" for place in range(len(texts))]
    first = [index for index in (module.start, dict(module.exports).get("_initialize")) if index is not None]
    lines += [f"    {name} w = this;", *(f"    {module.call(index)};" for index in first), "  }"]
    lines += [f"  private static final String DATA{place} = {quoted(text)};" for place, text in enumerate(texts)]
    lines += (HELPERS % min(module.pages[1], 32_767)).strip("\n").split("\n")
    left_out = set()
    functions = range(len(module.imports), len(module.kinds))
    for part, members in itertools.groupby(functions, lambda index: module.parts[index - len(module.imports)]):
        lines.append(f"  private static final class Part{part} {{")
        for index in members:
            try:
                lines += Body(module, index).translate()
            except Unsupported as why:
                if not unknown:
                    raise
                left_out.add(index)
                unknown(index, why)
                try:
                    gives, takes = signature(module, module.kinds[index], f"{name} w")
                    lines.append(f"  static {gives} f{index}({takes}) {{ throw new UnsupportedOperationException(); }}")
                except Unsupported:
                    pass
        lines.append("  }")
    for kind in sorted(module.called):
        gives, takes = signature(module, kind, "int at", f"{name} w")
        given = re.findall(r"v\d+", takes)
        same = [place for place, each in enumerate(module.types) if each == module.types[kind]]
        calls = {at: module.call(function, *given) for at, function in enumerate(table) if function >= 0 and module.kinds[function] in same}
        groups = {group: list(places) for group, places in itertools.groupby(calls, lambda at: at >> GROUP)}
        if len(groups) > 1:
            for group, places in groups.items():
                lines += choice(f"{gives} indirect{kind}_{group}({takes})", "at", {at: calls[at] for at in places})
            calls = {group: f"indirect{kind}_{group}({', '.join([*given, 'at', 'w'])})" for group in groups}
        lines += choice(f"{gives} indirect{kind}({takes})", "at" if len(groups) < 2 else f"at >> {GROUP}", calls)
    for exported, index in module.exports:
        if index in left_out:
            continue
        gives, takes = signature(module, module.kinds[index])
        given = re.findall(r"v\d+", takes)
        lines.append(f"  {gives} {java_name(exported)}({takes}) {{ {name} w = this; {'' if gives == 'void' else 'return '}{module.call(index, *given)}; }}")
    return [*lines, "}"]


# HotSpot inlines a method of at most 325 bytecodes: one that chooses among 16 functions, or among sixteens of them.
GROUP = 4


def choice(head, place, calls):
    """A method that makes the call of a place."""
    yield f"  private static {head} {{"
    yield f"    switch ({place}) {{"
    for at, call in calls.items():
        yield f"      case {at}: {call}; return;" if head.startswith("void ") else f"      case {at}: return {call};"
    yield from ['      default: throw new IllegalStateException("no function of that type");', "    }", "  }"]


def java_name(name):
    clean = re.sub(r"\W", "_", name)
    known = clean == name and re.match(r"(?!f\d+$)[a-z]", name, re.I) and name not in KEYWORDS
    return name if known else f"${clean}"


KEYWORDS = set("""abstract assert boolean break byte case catch char class const continue default do double else enum extends final
finally float for goto if implements import instanceof int interface long native new package private protected public return short
static strictfp super switch synchronized this throw throws transient try void volatile while true false null""".split())


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        print("\n".join(translate(file.read(), sys.argv[2], sys.argv[3])))
