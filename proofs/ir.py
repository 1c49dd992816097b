"""LLVM's intermediate code as text, as clang-14 writes it: types, constants, functions."""

import re

_token = re.compile(
    r"""c"(?:[^"\\]|\\..)*"|[%@](?:"[^"]*"|[-\w.$]+)|!\w+|"[^"]*"|\#\d+|\.\.\.|0x[0-9A-Fa-f]+|-?\d+\.\d+e[+-]\d+|-?\d+"""
    r"""|[\w.$]+|[<>\[\]{}(),=*:!]"""
)


def tokens_of(line):
    return _token.findall(line)


class Tokens:
    def __init__(self, tokens):
        self.all, self.at = tokens, 0

    def peek(self, ahead=0):
        i = self.at + ahead
        return self.all[i] if i < len(self.all) else None

    def next(self):
        token = self.all[self.at]
        self.at += 1
        return token

    def skip(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def expect(self, token):
        got = self.next()
        if got != token:
            raise ValueError(f"{token} expected, not {got}: {' '.join(self.all)[:300]}")

    def skip_group(self):
        """What stands in parentheses, others in it included."""
        depth = 0
        while True:
            token = self.next()
            depth += (token == "(") - (token == ")")
            if depth == 0:
                return


ATTRIBUTES = {
    "noundef", "nonnull", "nocapture", "readonly", "writeonly", "zeroext", "signext", "noalias", "returned", "immarg",
    "readnone", "noreturn", "nounwind", "inbounds", "nuw", "nsw", "exact", "tail", "musttail", "notail", "volatile",
    "fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc", "dso_local", "local_unnamed_addr",
    "unnamed_addr", "internal", "private", "linkonce_odr", "weak_odr", "hidden", "constant", "global", "external",
    "available_externally", "fastcc", "protected", "default", "comdat", "inrange", "swiftself", "willreturn", "ccc",
}  # fmt: skip


class Module:
    unrolled = False  # whether a loop may have several turns in one

    def __init__(self, text, only=None):
        self.types, self.globals, self.functions = {}, {}, {}
        self.only = only  # the function that is left of a kernel set, whose struct is not here
        self._global_lines = {}
        lines = text.split("\n")
        i = 0
        while i < len(lines):
            line = lines[i]
            if line.startswith("%"):
                name, _, rest = line.partition(" = type ")
                self.types[name] = rest
            elif line.startswith("@"):
                name = Tokens(tokens_of(line.split(" = ")[0])).next()
                self._global_lines[name] = line
            elif line.startswith("define "):
                body = []
                i += 1
                while lines[i] != "}":
                    body.append(lines[i])
                    i += 1
                name = re.search(r'@("[^"]*"|[-\w.$]+)\(', line).group(0)[:-1]
                self.functions[name] = Function(self, name, line, body)
            i += 1
        self._sizes = {}

    def runner(self, kind=None, *more, **named):
        """What runs the functions: a machine of this kind."""
        import run  # which needs this file

        return (kind or run.Machine)(self, *more, **named)

    # --- types

    def type(self, t):
        base = self._base_type(t)
        while True:
            if t.skip("*"):
                base = ("ptr",)
            elif t.peek() == "(":  # a function's type
                t.skip_group()
                base = ("fn",)
            else:
                return base

    def _base_type(self, t):
        token = t.next()
        if re.fullmatch(r"i\d+", token):
            return ("i", int(token[1:]))
        if token in ("double", "float"):
            return ("f", 64 if token == "double" else 32)
        if token == "void":
            return ("void",)
        if token in ("ptr", "metadata", "label"):
            return ("ptr",)
        if token == "[":
            n = int(t.next())
            t.expect("x")
            inner = self.type(t)
            t.expect("]")
            return ("arr", n, inner)
        if token == "<" and t.peek() == "{":
            t.next()
            return self._struct(t, True)
        if token == "<":
            n = int(t.next())
            t.expect("x")
            inner = self.type(t)
            t.expect(">")
            return ("vec", n, inner)
        if token == "{":
            return self._struct(t, False)
        if token[0] == "%":
            known = self.types[token]
            if isinstance(known, str):
                if known == "opaque":
                    return ("struct", (), False)
                self.types[token] = ("struct", (), False)  # a pointer to itself has no use here
                known = self.types[token] = self.type(Tokens(tokens_of(known)))
            return known
        raise ValueError(f"no type: {token} in {' '.join(t.all)[:200]}")

    def _struct(self, t, packed):
        fields = []
        while not t.skip("}"):
            fields.append(self.type(t))
            t.skip(",")
        if packed:
            t.expect(">")
        return ("struct", tuple(fields), packed)

    def align(self, ty):
        kind = ty[0]
        if kind == "i":
            return min(16, max(1, ty[1] // 8))
        if kind == "f":
            return ty[1] // 8
        if kind in ("ptr", "fn"):
            return 8
        if kind == "arr":
            return self.align(ty[2])
        if kind == "vec":
            return self.size(ty)
        if kind == "struct":
            return 1 if ty[2] else max([1] + [self.align(f) for f in ty[1]])
        raise ValueError(ty)

    def size(self, ty):
        known = self._sizes.get(ty) if hasattr(self, "_sizes") else None
        if known is not None:
            return known
        kind = ty[0]
        if kind == "i":
            n = (ty[1] + 7) // 8
        elif kind == "f":
            n = ty[1] // 8
        elif kind in ("ptr", "fn"):
            n = 8
        elif kind == "arr":
            n = ty[1] * self.size(ty[2])
        elif kind == "vec":
            n = ty[1] * self.size(ty[2])
        else:
            n = self.offset(ty, len(ty[1]))
            if not ty[2]:
                a = self.align(ty)
                n = (n + a - 1) // a * a
        self._sizes[ty] = n
        return n

    def offset(self, ty, index):
        at = 0
        for i, f in enumerate(ty[1]):
            if not ty[2]:
                a = self.align(f)
                at = (at + a - 1) // a * a
            if i == index:
                return at
            at += self.size(f)
        return at

    # --- constants: ("int", w, v), ("list", […]), ("zero",), ("undef",), ("global", name, offset), ("null",)

    def constant(self, t, ty):
        token = t.next()
        if token == "zeroinitializer":
            return ("zero",)
        if token in ("undef", "poison"):
            return ("undef",)
        if token == "null":
            return ("null",)
        if token in ("true", "false"):
            return ("int", 1, int(token == "true"))
        if token[0] == "@":
            return ("global", token, 0)
        if ty[0] == "f":
            import struct

            if token.startswith("0x"):
                return ("int", 64, int(token, 16))
            return ("int", 64, struct.unpack("<Q", struct.pack("<d", float(token)))[0])
        if re.fullmatch(r"-?\d+", token):
            return ("int", ty[1], int(token) & (1 << ty[1]) - 1)
        if token.startswith('c"'):
            body, out, i = token[2:-1], [], 0
            while i < len(body):
                if body[i] == "\\":
                    out.append(int(body[i + 1 : i + 3], 16))
                    i += 3
                else:
                    out.append(ord(body[i]))
                    i += 1
            return ("list", [("int", 8, b) for b in out])
        if token == "<" and t.peek() == "{":
            t.next()
            found = self._list(t, "}")
            t.expect(">")
            return found
        if token in ("<", "[", "{"):
            return self._list(t, {"<": ">", "[": "]", "{": "}"}[token])
        if token == "getelementptr":
            while t.peek() in ATTRIBUTES:
                t.next()
            t.expect("(")
            element = self.type(t)
            t.expect(",")
            pointer_type = self.type(t)
            base = self.constant(t, pointer_type)
            offset, first = 0, True
            while t.skip(","):
                while t.peek() in ATTRIBUTES:
                    t.next()
                index_type = self.type(t)
                index = self.constant(t, index_type)[2]
                index -= (index >> index_type[1] - 1) << index_type[1]
                if first:
                    offset += index * self.size(element)
                    first = False
                else:
                    element, more = self.step(element, index)
                    offset += more
            t.expect(")")
            return ("global", base[1], base[2] + offset)
        if token in ("bitcast", "addrspacecast"):
            t.expect("(")
            inner = self.type(t)
            value = self.constant(t, inner)
            t.expect("to")
            self.type(t)
            t.expect(")")
            return value
        raise ValueError(f"no constant: {token} in {' '.join(t.all)[:200]}")

    def step(self, ty, index):
        """The type at an index of an aggregate, and its offset."""
        if ty[0] == "struct":
            return ty[1][index], self.offset(ty, index)
        return ty[2], index * self.size(ty[2])

    def _list(self, t, end):
        out = []
        while not t.skip(end):
            ty = self.type(t)
            out.append((self.constant(t, ty)))
            t.skip(",")
        return ("list", out)

    def align_of_global(self, name):
        found = re.search(r", align (\d+)", self._global_lines[name])
        return int(found[1]) if found else 1

    def global_value(self, name):
        """(type, constant, is it constant) of a global."""
        if name not in self.globals:
            t = Tokens(tokens_of(self._global_lines[name]))
            t.next()
            t.expect("=")
            is_constant = True
            while t.peek() in ATTRIBUTES:
                is_constant = t.next() != "global" and is_constant
            ty = self.type(t)
            known = t.peek() is not None and t.peek() not in (",",)
            self.globals[name] = (ty, self.constant(t, ty) if known else None, is_constant)
        return self.globals[name]


class Function:
    def __init__(self, module, name, head, body):
        self.module, self.name, self.head, self._body = module, name, head, body
        self._parsed = False

    def parse(self):
        """Blocks of instructions, each as its tokens: [(result, tokens), …]."""
        if self._parsed:
            return self
        self._parsed = True
        t = Tokens(tokens_of(self.head[self.head.index(self.name) + len(self.name) :]))
        t.expect("(")
        self.parameters, self.restricts = [], False
        numbered = 0
        while not t.skip(")"):
            if t.skip("..."):
                continue
            ty = self.module.type(t)
            apart = returns = False  # an object of its own: the caller's `restrict`, or where a value is returned to
            while t.peek() not in (",", ")") and t.peek()[0] != "%":
                apart, returns = apart or t.peek() == "noalias", returns or t.peek() == "sret"
                if t.next() in ("sret", "byval", "dereferenceable", "align", "byref", "dereferenceable_or_null"):
                    if t.peek() == "(":
                        t.skip_group()
            if t.peek()[0] == "%":
                self.parameters.append((t.next(), ty))
            else:
                self.parameters.append((f"%{numbered}", ty))
            self.restricts |= apart and not returns
            numbered += 1
            t.skip(",")
        self.entry = f"%{numbered}"
        self.blocks, self.successors, self.copies = {}, {}, {}  # of a copied block, that of which it is one
        current = self.entry
        self.blocks[current] = []
        i = 0
        body = self._body
        while i < len(body):
            line = body[i]
            label = re.match(r'^("[^"]*"|[-\w.$]+):', line)
            if label:
                current = "%" + label.group(1)
                self.blocks[current] = []
            elif line.strip():
                if line.strip().startswith(("switch ", "invoke ")) or " switch " in line[:12]:
                    while "]" not in line:
                        i += 1
                        line += body[i]
                tokens = tokens_of(re.sub(r", ![\w.]+ ![\w.]+", "", re.sub(r"\s;.*$", "", line)))
                if len(tokens) > 1 and tokens[1] == "=":
                    self.blocks[current].append((tokens[0], tokens[2:]))
                else:
                    self.blocks[current].append((None, tokens))
            i += 1
        for name, instructions in self.blocks.items():
            last = instructions[-1][1]
            if last[0] in ("br", "switch"):
                self.successors[name] = [last[j + 1] for j, x in enumerate(last) if x == "label"]
            else:
                self.successors[name] = []
        self._post_dominators()
        return self

    def _post_dominators(self):
        """For each block the nearest one that every way to the end goes through; None: the end itself."""
        end = None
        nodes = list(self.blocks)
        all_nodes = set(nodes) | {end}
        sets = {n: set(all_nodes) for n in nodes}
        sets[end] = {end}
        changed = True
        while changed:
            changed = False
            for n in reversed(nodes):
                following = self.successors[n] or [end]
                new = set.intersection(*(sets[s] for s in following)) | {n}
                if new != sets[n]:
                    sets[n] = new
                    changed = True
        self.joins = {}
        for n in nodes:
            above = sets[n] - {n}
            self.joins[n] = max(above, key=lambda m: len(sets[m]))
