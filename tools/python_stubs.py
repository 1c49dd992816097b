#!/usr/bin/env python3
"""Writes the stubs of the Python package: signatures by hand, the classes of the formats, and all docstrings.

usage: python_stubs.py MODULE INTO

Signatures and the docstrings of constants are written by hand in bindings/python/module/_core.pyi; everything else comes
from MODULE, the built module sortid._core. The build of a wheel runs it.
"""

import ast
import importlib.machinery
import importlib.util
import pathlib
import sys

SIGNATURES = pathlib.Path(__file__).resolve().parents[1] / "bindings" / "python" / "module" / "_core.pyi"
MARK = "# The classes of the formats stand here.\n"
LOADER = importlib.machinery.ExtensionFileLoader("sortid._core", sys.argv[1])
_core = importlib.util.module_from_spec(importlib.util.spec_from_loader(LOADER.name, LOADER))
LOADER.exec_module(_core)
CLASSES = list(_core.FORMATS.values())
# What is known by a method or an attribute; of these a class has each that fits.
TRAITS = {"_Lenient": "parse_lenient", "_Wide": "uuid", "_Base58": "with_text_prefix", "_Checked": "check_mod"}
# Of these it has the first one that fits.
KINDS = {"_Named": "named_at", "_Drawn": "new_at", "_Timed": "first_at", "_Random": "new_random", "_Generated": "new"}


def bases_of(kind):
    if kind.MAX_PREFIX:
        return ["_Prefixed"]
    first = [base for base, name in KINDS.items() if hasattr(kind, name)][:1]
    return [*first, *(base for base, name in TRAITS.items() if hasattr(kind, name))]


def fields_of(kind, by_hand):
    """The attributes of the fields, which the stubs do not have by hand, and whether each can be None."""
    for name, value in vars(kind).items():
        if type(value).__name__ == "getset_descriptor" and name not in by_hand:
            yield name, any(getattr(id_, name) is None for id_ in (kind.MIN, kind.MAX))


def class_lines(kind, by_hand):
    yield "@final"
    yield f"class {kind.__name__}({', '.join(bases_of(kind))}):"
    for name, what in [("MIN", "smallest"), ("MAX", "largest")]:
        yield f"    {name}: ClassVar[{kind.__name__}]"
        yield f'    """The {what} id of the class."""'
    wide, new = (" | _uuid.UUID" if kind.BITS == 128 else ""), (" = ..." if hasattr(kind, "new") else "")
    prefix = ", *, prefix: str | None = None" if kind.MAX_PREFIX else ""
    yield f"    def __new__(cls, text: str | Self{wide}{new}, /{prefix}) -> Self: ..."
    for name, optional in fields_of(kind, by_hand):
        yield "    @property"
        yield f"    def {name}(self) -> int{' | None' if optional else ''}: ..."
    yield ""


def generated(by_hand):
    lines = ["__all__ = [", *(f'    "{name}",' for name in _core.__all__), "]", ""]
    for kind in CLASSES:
        lines += class_lines(kind, by_hand)
    lines += [f"{kind.FORMAT.replace('-', '_')} = {kind.__name__}.new" for kind in CLASSES if hasattr(kind, "new")]
    return "\n".join([*lines, ""])


def runtime_of(tree):
    """The class of the module in which the members of each class of the stubs are."""
    stubs = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}

    def ancestors(name):
        above = [base.id for base in stubs[name].bases if isinstance(base, ast.Name) and base.id in stubs]
        return {name}.union(*map(ancestors, above))

    known = {name: getattr(_core, name) for name in stubs if hasattr(_core, name)}
    for kind in CLASSES:
        for name in ancestors(kind.__name__):
            known.setdefault(name, kind)
    return {**known, "Id": CLASSES[0]}


def doc_lines(doc, indent):
    lines = doc.replace("\\", "\\\\").split("\n")
    if len(lines) == 1:
        return [f'{indent}"""{lines[0]}"""']
    return [f'{indent}"""{lines[0]}', *(f"{indent}{line}".rstrip() for line in lines[1:]), f'{indent}"""']


def with_docstrings(text):
    tree = ast.parse(text)
    members = runtime_of(tree)
    wanted = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            wanted.append((node, getattr(_core, node.name).__doc__))
        elif isinstance(node, ast.ClassDef):
            if hasattr(_core, node.name):
                wanted.append((node, getattr(_core, node.name).__doc__))
            # The last overload has the docstring.
            for member in {member.name: member for member in node.body if isinstance(member, ast.FunctionDef)}.values():
                found = vars(members[node.name]).get(member.name)
                doc = getattr(found, "__doc__", None)
                if not member.name.startswith("_") or (doc and type(found).__name__ == "method_descriptor"):
                    wanted.append((member, doc))
    lines = text.splitlines()
    for node, doc in sorted(wanted, key=lambda one: -one[0].lineno):
        if not doc:
            sys.exit(f"{node.name} (line {node.lineno} of {SIGNATURES.name}) has no docstring in the module")
        docstring = doc_lines(doc, " " * (node.col_offset + 4))
        first = node.body[0]
        if len(node.body) == 1 and isinstance(first, ast.Expr) and lines[first.lineno - 1].endswith(" ..."):
            lines[first.lineno - 1] = lines[first.lineno - 1].removesuffix(" ...")
            lines[first.lineno:first.lineno] = docstring
        else:
            at = min([first.lineno, *(d.lineno for d in getattr(first, "decorator_list", []))]) - 1
            lines[at:at] = docstring
    return "\n".join(lines) + "\n"


def main():
    text = SIGNATURES.read_text(encoding="utf-8")
    by_hand = {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)}
    pathlib.Path(sys.argv[2]).write_text(with_docstrings(text.replace(MARK, generated(by_hand))), encoding="utf-8")


if __name__ == "__main__":
    main()
