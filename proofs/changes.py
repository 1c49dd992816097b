"""Errors planted in compiled code: one constant, or one operation, of a function becomes another.

A place is a constant in LLVM's text: an entry of a table, the amount of a shift, what a number is compared with, a mask, or any
other number; or the word of an operation, such as `add`. The text without the rest of its file is what the prover reads and
what is compiled and run.
"""

import hashlib
import itertools
import re

OF_ONE = 3  # changes of one table at most
KINDS = ("table", "shift", "limit", "mask", "number", "operation")
ANOTHER = {"add": "sub", "sub": "add", "and": "or", "or": "xor", "xor": "or", "shl": "lshr", "lshr": "shl", "ashr": "lshr",
           "eq": "ne", "ne": "eq", "ult": "ule", "ule": "ult", "ugt": "uge", "uge": "ugt", "slt": "sle", "sle": "slt",
           "sgt": "sge", "sge": "sgt", "zext": "sext", "sext": "zext"}
_name = re.compile(r'[@%$]"[^"]*"|@[-\w.$]+')
_flags = re.compile(r" (?:nuw|nsw|exact|inbounds)(?= )|, ![\w.]+ ![\w.]+")
_lane = re.compile(r"\bi(\d+) (-?\d+)\b")
_literal = re.compile(r"<(?:i\d+ (?:-?\d+|undef|poison)(?:, )?)+>")
_last = re.compile(r", (-?\d+|true|false)$")
_returned = re.compile(r"^  ret i\d+ (-?\d+|true|false)$")
_operation = re.compile(r"^\s+%\S+ = (?:icmp )?(\w+) (?!\S+ %\S+, -?1$)")  # not a loop's counter: without it, no end
_begun = re.compile(r"\[ (-?\d+|true|false), %")
_of_limits = re.compile(r"@llvm\.(?:[us](?:add|sub)\.sat|umin|umax|aarch64\.neon\.uq(?:sub|add))\.")


class Change:
    """Another number at a place of a line."""

    def __init__(self, kind, at, line, begin, end, new):
        self.kind, self.at = kind, at
        self.changed = line[:begin] + new + line[end:]
        around = line[max(0, begin - 60) : begin].lstrip(), line[end : end + 30]
        self.told = f"{kind}: {line[begin:end]} → {new} in {around[0]}[{new}]{around[1]}"


class Code:
    """A module's text, in parts: functions and globals by their names, and what is neither."""

    def __init__(self, text):
        self.functions, self.globals, self.head = {}, {}, []
        lines = iter(text.split("\n"))
        for line in lines:
            if line.startswith("define "):
                body = [line]
                while body[-1] != "}":
                    body.append(next(lines))
                self.functions[re.search(r'@("[^"]*"|[-\w.$]+)\(', line).group(0)[:-1]] = body
            elif line.startswith("@"):
                self.globals[_name.match(line).group()] = line
            elif not line.startswith(("!", ";", "source_filename")):
                self.head.append(line)

    def _used(self, entry):
        """A function and all that it uses, line by line, without marks that promise something."""
        used, todo = {}, [entry]
        while todo:
            name = todo.pop()
            part = self.functions.get(name) or ([self.globals[name]] if name in self.globals else None)
            if name in used or part is None:
                continue
            used[name] = part
            todo += [n for line in part for n in _name.findall(line) if n[0] == "@"]
        lines = []
        for name, part in used.items():
            if name == entry:
                part = [re.sub(r"^define (?:internal |linkonce_odr |hidden )*", "define ", part[0]).replace(" fastcc ", " ")
                        .replace(" comdat", ""), *part[1:]]
            lines += [_flags.sub("", line) for line in part if "(metadata " not in line]
        return lines

    def alone(self, entry):
        """The text of a function and of all that it uses."""
        return "\n".join(self.head + self._used(entry)) + "\n"

    def digest(self, entry):
        """Of the same: what was found of a theorem's code holds for as long as this is the same."""
        text = "\n".join(self._used(entry))
        return hashlib.sha256(re.sub(r" #\d+", "", text).encode()).hexdigest()[:12]


def _changed(kind, width, value, rng):
    """Another number near this one, or with another bit."""
    unsigned = value % (1 << width)
    if width == 1:
        return 1 - unsigned
    if kind in ("table", "mask") and rng.random() < 0.5:
        new = unsigned ^ 1 << rng.randrange(max(1, unsigned.bit_length()))
    else:
        new = unsigned + rng.choice((-1, 1))
    if kind == "shift" and not 0 <= new < width:
        new = unsigned - 1 if new >= width else 1
    new %= 1 << width
    return new - (new >> width - 1 << width)


def _spelled(width, value, kind, rng):
    """Another number, as it is written."""
    if width == "c":
        return f"\\{_changed(kind, 8, value, rng) % 256:02X}"
    new = _changed(kind, width, value, rng)
    return ("false", "true")[new & 1] if width == 1 else str(new)


def _read(token):
    return {"true": 1, "false": 0}.get(token) if token in ("true", "false") else int(token)


def _holders(line):
    """(kind, [(begin, end, width, value), …]) of an instruction: a literal of many numbers is one holder."""
    found = re.match(r"\s+(?:(?:%\"[^\"]*\"|%\S+) = )?(?:tail |musttail |notail )?(\w+)", line)
    if found is None or found[1] in ("alloca", "br", "switch", "unreachable") or "@llvm.lifetime" in line or "@llvm.exp" in line:
        return
    op = found[1]
    kind = {"shl": "shift", "lshr": "shift", "ashr": "shift", "icmp": "limit", "and": "mask"}.get(op, "number")
    if op == "call" and _of_limits.search(line):
        kind = "limit"
    elif op == "call" and "@llvm.fshl" in line:
        kind = "shift"
    literals = [m.span() for m in _literal.finditer(line)]
    for begin, end in literals:
        yield ("table" if kind == "number" else kind), [(m.start(2), m.end(2), int(m[1]), int(m[2]))
                                                       for m in _lane.finditer(line, begin, end)]
    for m in _lane.finditer(line):
        # An index of a structure names a field, in an operand's address too: another one may not be there.
        names_field = m[1] == "32" and "getelementptr" in line[: m.start()]
        if not names_field and not any(b <= m.start() < e for b, e in literals):
            yield kind, [(m.start(2), m.end(2), int(m[1]), int(m[2]))]
    scalar = re.search(r"\bi(\d+) ", line)
    if scalar and op in ("shl", "lshr", "ashr", "icmp", "and", "or", "xor", "add", "sub", "mul", "udiv", "urem", "phi", "ret"):
        for m in {"phi": _begun, "ret": _returned}.get(op, _last).finditer(line):
            yield kind, [(m.start(1), m.end(1), int(scalar[1]), _read(m[1]))]


def _entries(line):
    """The numbers of a constant table."""
    _, _, value = line.partition(" constant ")
    if not value or "@" in value:
        return []
    at = len(line) - len(value)
    rows = [(m.start(2), m.end(2), int(m[1]), int(m[2])) for m in _lane.finditer(line, at)]
    for text in re.finditer(r'c"((?:\\[0-9A-F]{2}|[^"\\])*)"', line[at:]):
        for m in re.finditer(r"\\([0-9A-F]{2})|.", text[1]):
            begin = at + text.start(1) + m.start()
            rows.append((begin, begin + len(m[0]), "c", int(m[1], 16) if m[1] else ord(m[0])))
    return rows


def _alternating(rng, own, others):
    """Both, each in an order drawn by `rng`, by turns, so that neither hides the other; what is taken first stands last."""
    rng.shuffle(own)
    rng.shuffle(others)
    merged = [x for pair in itertools.zip_longest(own, others) for x in pair if x is not None]
    return merged[::-1]


def places(text, entry, reached, rng):
    """Changes of the code that was reached: {kind: [change, …]}, in an order drawn by `rng`. Of each kind, the function `entry`
    and the others have every second one: of a claim that compares two of its results, what both call can be wrong unseen."""
    holders = {kind: [] for kind in KINDS}
    words, used, own, lines = [], set(), set(), text.split("\n")
    function = block = None
    for at, line in enumerate(lines):
        if line.startswith("define "):
            function = re.search(r'@("[^"]*"|[-\w.$]+)\(', line).group(0)[:-1]
            block = None  # the first one, whose name is a number
        elif line == "}":
            function = None
        elif function and (label := re.match(r'("[^"]*"|[-\w.$]+):', line)):
            block = "%" + label[1]
        elif function and (function, block) in reached:
            for name in _name.findall(line):
                used.add(name)
                if function == entry:
                    own.add(name)
            for kind, rows in _holders(line):
                holders[kind].append((function == entry, at, rows))
            operation = _operation.match(line)
            if operation and operation[1] in ANOTHER:
                words.append((function == entry, Change("operation", at, line, *operation.span(1), ANOTHER[operation[1]])))
    for at, line in enumerate(lines):
        if line.startswith("@") and (name := _name.match(line).group()) in used:
            holders["table"].append((name in own, at, _entries(line)))
    found = {}
    for kind, all_of in holders.items():
        drawn = words if kind == "operation" else [
            (first, Change(kind, at, lines[at], row[0], row[1], _spelled(*row[2:], kind, rng)))
            for first, at, rows in all_of for row in rng.sample(rows, min(len(rows), OF_ONE))]
        found[kind] = _alternating(rng, [c for first, c in drawn if first], [c for first, c in drawn if not first])
    return found


def planted(text, change):
    lines = text.split("\n")
    lines[change.at] = change.changed
    return "\n".join(lines)
