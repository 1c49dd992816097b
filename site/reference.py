"""The reference of every public name, made of the sources: pages of the site in Markdown, a heading for each name.

write() is the entry. C++, C and TypeScript are taken apart by tree-sitter's grammars, Python by its own parser. PostgreSQL's
functions stand in the script of CREATE EXTENSION; SQLite and DuckDB list theirs once the extension is loaded.
"""

import ast
import collections
import os
import pathlib
import re
import subprocess
import sys
import textwrap

import duckdb
import tree_sitter
import tree_sitter_cpp
import tree_sitter_typescript

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
import functions  # noqa: E402

HEADERS = {
    path.name.partition(".")[0]
    for path in (pathlib.Path(__file__).resolve().parent.parent / "include/sortid").glob("*.hpp*")
}
MARKUP = re.compile(
    r"(?P<code>`+[^`]*`+)|(?P<guide>docs/[\w-]+\.md)|(?:sortid/)?\b(?P<header>\w+)\.hpp|(?P<special>[\\*_<\[\]{|~#$])"
)


def marked(found):
    """What Markdown would take for its own, and links to what a comment names."""
    if found["code"] or (found["header"] and found["header"] not in HEADERS):
        return found[0]
    if found["special"]:
        return "\\" + found[0]
    return (
        f"[{found[0]}](/{found[0]})"
        if found["guide"]
        else f"[`{found[0]}`](/reference/cpp/{found['header']}.md)"
    )


def prose(lines):
    """A plain comment in Markdown: its indented blocks are code, where they stand apart, and its hyphens a list."""
    out, code, listed = [], [], False

    def flush():
        while code and not code[-1].strip():
            code.pop()
        if code:
            cut = min(len(line) - len(line.lstrip()) for line in code if line.strip())
            out.extend(["", "```text", *(line[cut:] for line in code), "```", ""])
        code.clear()

    for line in lines:
        item = re.match(r" ?- (.*)", line)
        apart = code or not out or not out[-1].strip() or out[-1].endswith(":")
        if (line.startswith("  ") and apart and not listed) or (code and not line.strip()):
            code.append(line)
            continue
        flush()
        listed = bool(item) or (listed and line.startswith("  "))
        text = MARKUP.sub(marked, (item[1] if item else line).strip())
        out.append(("- " if item else "  " if listed else "") + text)
    flush()
    return "\n".join(out).strip()


class Page:
    def __init__(self, title, intro=""):
        self.purpose = (
            re.match(r"(?:[^.:]|[.:](?!\s|$))*", " ".join(intro.split("\n\n")[0].split("\n")))[0]
            if intro[:1] not in "`#"
            else ""
        )
        self.text, self.last = [f"---\ntocdepth: 2\n---\n# {title}\n\n{intro}\n"], None

    def entry(self, level, name, code, language, comment):
        """A declaration under the heading of its name; those of one name that follow each other share it."""
        if name and name != self.last:
            self.text.append(f"{'#' * level} `{name}`\n")
        self.last = name or self.last
        if code:
            self.text.append(f"```{language}\n{code}\n```\n")
        if comment:
            self.text.append(comment + "\n")

    def write(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(self.text))


# --- C++ and C -----------------------------------------------------------------------------------------------

CPP = tree_sitter.Parser(tree_sitter.Language(tree_sitter_cpp.language()))
# What the grammar does not know, with words of the same length that it does: its tree is of these, the pages are of the text.
STANDINS = (
    (r"^ *#define SORTID_(?:API|NOEXCEPT|H)\b.*$", lambda found: " " * len(found[0])),
    (r"(?<=#ifdef __cplusplus\n)\}$", lambda found: " "),
    (r"\bSORTID_(?:EXPORT|API|NOEXCEPT)\b", lambda found: " " * len(found[0])),
    (r"(?<=\()([^()]*?)= \{\}(?=[,)])", None),
    (r"operator(?:<=>|<<=?|>>=?)(?=\()", lambda found: "operator".ljust(len(found[0]), "x")),
    (
        r"^ *(?:#\s*(?:if|ifdef|ifndef|else|elif|endif|pragma|include)\b.*|extern \"C\" \{|\}  // extern.*)$",
        lambda found: " " * len(found[0]),
    ),
)
AGGREGATES = ("struct_specifier", "class_specifier", "union_specifier", "enum_specifier")


def grammatical(text):
    for pattern, standin in STANDINS:
        standin = standin or (lambda found: found[0].replace("= {}", "= 00"))
        before = None
        while before != text:
            before, text = text, re.sub(pattern, standin, text, flags=re.MULTILINE)
    return text


class Cpp:
    """The public declarations of a header."""

    def __init__(self, page, text, language):
        self.page, self.language = page, language
        self.bytes, self.source = grammatical(text).encode(), text.encode()
        self.lines = text.splitlines()
        self.wrong = []
        self.declarations(CPP.parse(self.bytes).root_node, "", 2)

    def text(self, start, end, column=0):
        code = re.sub(
            r"\bSORTID_(?:EXPORT|API) | SORTID_NOEXCEPT\b", "", self.source[start:end].decode()
        ).rstrip()
        first, *more = code.split("\n")
        return "\n".join([first, *(line[min(column, len(line) - len(line.lstrip())) :] for line in more)])

    def comment(self, node):
        """The lines of comment directly above a declaration."""
        row, lines = node.start_point[0] - 1, []
        while row >= 0 and re.match(r"\s*//(?! ---)", self.lines[row]):
            lines.insert(0, re.sub(r"^\s*// ?", "", self.lines[row]))
            row -= 1
        return prose(lines)

    def declarations(self, parent, scope, level):
        public = parent.parent is None or parent.parent.type != "class_specifier"
        for node in parent.named_children:
            if node.type == "access_specifier":
                public = self.source[node.start_byte : node.end_byte] == b"public"
            elif node.type == "ERROR":
                self.wrong.append((node.start_point[0] + 1, self.bytes[node.start_byte : node.end_byte][:60]))
            elif public and node.type != "comment":
                self.declaration(node, scope, level)

    def declaration(self, node, scope, level):
        if node.type == "namespace_definition":
            name = node.child_by_field_name("name")
            name = name.text.decode() if name else ""
            if name.split("::")[-1] not in ("detail", ""):
                self.declarations(
                    node.child_by_field_name("body"),
                    "" if name in ("sortid", "std") else scope + name.removeprefix("sortid::") + "::",
                    level,
                )
            return
        if (
            node.type.startswith("preproc")
            and node.type != "preproc_def"
            or node.type in ("linkage_specification", "declaration_list")
        ):
            self.declarations(node, scope, level)
            return
        inner = node
        while (
            inner.type in ("template_declaration", "friend_declaration", "type_definition")
            and inner.named_children
        ):
            inner = next(
                (
                    child
                    for child in reversed(inner.named_children)
                    if child.type not in ("comment", "type_identifier", "requires_clause")
                    or child is inner.named_children[0]
                ),
                inner,
            )
        kind = (
            inner
            if inner.type in AGGREGATES
            else inner.child_by_field_name("type")
            if inner.type in ("declaration", "field_declaration")
            else None
        )
        if kind is not None and (kind.type not in AGGREGATES or kind.child_by_field_name("body") is None):
            kind = None
        name = self.name(node, inner, kind)
        if name is None:
            return
        column = node.start_point[1]
        body = kind.child_by_field_name("body") if kind is not None else None
        if body is not None and any(self.is_function(child) for child in body.named_children):
            self.page.entry(
                level,
                scope + name,
                self.text(node.start_byte, body.start_byte, column),
                self.language,
                self.comment(node),
            )
            self.declarations(body, scope + name + "::", level + (level < 4))
            return
        end = node.end_byte
        if inner.type == "function_definition":
            stop = [
                child
                for child in inner.named_children
                if child.type in ("compound_statement", "field_initializer_list", "try_statement")
            ]
            end = stop[0].start_byte if stop else end
        code = self.text(node.start_byte, end, column)
        ending = re.match(rb"[ ;]*;?(  // [^\n]*)?", self.source[end : end + 400]) if kind is None else None
        if ending and ending[1]:
            code += ending[0].decode()
        self.page.entry(level, scope + name, code, self.language, self.comment(node))

    @staticmethod
    def is_function(node):
        if node.type in ("function_definition", "template_declaration", "friend_declaration"):
            return True
        return node.type in ("declaration", "field_declaration") and b"(" in node.text.split(b"=")[0]

    def name(self, node, inner, kind):
        if kind is not None and node.type == "type_definition":
            return node.child_by_field_name("declarator").text.decode()
        if kind is not None:
            name = kind.child_by_field_name("name")
            if (
                name is None and kind.type == "enum_specifier"
            ):  # as in C: the constants of the type above it, or of their beginning
                before = node.prev_named_sibling
                if (
                    before is not None
                    and before.type == "type_definition"
                    and before.end_point[0] + 1 == node.start_point[0]
                ):
                    return ""
                constants = [
                    child.child_by_field_name("name").text.decode()
                    for child in kind.child_by_field_name("body").named_children
                    if child.type == "enumerator"
                ]
                return os.path.commonprefix(constants) + "…"
            return name.text.decode() if name else None
        if node.type == "type_definition":
            return node.child_by_field_name("declarator").text.decode()
        if inner.type in AGGREGATES:  # declared here, defined below
            return None
        if inner.type in (
            "static_assert_declaration",
            "using_declaration",
            "expression_statement",
            "empty_statement",
            "preproc_call",
            ";",
        ):
            return None
        if inner.type == "field_declaration" and re.match(rb"friend class", inner.text):
            return None
        found = inner.child_by_field_name("declarator") or inner.child_by_field_name("name")
        while found is not None and found.type not in (
            "identifier",
            "field_identifier",
            "type_identifier",
            "qualified_identifier",
            "operator_name",
            "destructor_name",
            "operator_cast",
            "template_function",
            "template_type",
        ):
            found = found.child_by_field_name("declarator") or next(
                (
                    child
                    for child in found.named_children
                    if child.type.endswith(("declarator", "identifier", "operator_name", "destructor_name"))
                ),
                None,
            )
        if found is None:
            return None
        text = self.source[found.start_byte : found.end_byte].decode()
        if found.type == "operator_cast":
            return text.split("(")[0].strip()
        return None if found.type == "qualified_identifier" else text  # the body of what is declared above


def intro_of(text):
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(re.sub(r"^// ?", "", line))
    return prose(lines)


def header(path, title, into, language):
    text = path.read_text()
    page = Page(title, intro_of(text))
    wrong = Cpp(page, text, language).wrong
    page.write(into)
    if wrong:
        raise SystemExit(f"{path}: not understood: {wrong}")
    return page.purpose


# --- Python --------------------------------------------------------------------------------------------------

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Python:
    """The public names of a module: of a stub and of the files that it shows names of, or of the module's own file."""

    def __init__(self, title, paths):
        trees = [ast.parse(path.read_text()) for path in paths]
        self.page = Page(f"Python: `{title}`", prose((ast.get_docstring(trees[0]) or "").splitlines()))
        self.nodes = {}
        shown = set()
        for tree in trees:
            for node, after in zip(tree.body, [*tree.body[1:], None]):
                if (
                    isinstance(node, (ast.Assign, ast.AugAssign))
                    and ast.unparse(getattr(node, "target", None) or node.targets[0]) == "__all__"
                ):
                    shown |= set(ast.literal_eval(node.value)) if isinstance(node.value, ast.List) else set()
                for name in self.names(node):
                    if name not in self.nodes or not isinstance(node, (ast.Assign, ast.AnnAssign)):
                        self.nodes[name] = (node, after)
        for name, (node, after) in self.nodes.items():
            if name in shown if shown else not name.startswith("_"):
                self.show(2, "", name, node, after)
        modules = {
            alias.name
            for tree in trees
            for node in tree.body
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        self.missing = sorted(shown - set(self.nodes) - modules)

    @staticmethod
    def names(node):
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            return [node.name]
        targets = (
            node.targets
            if isinstance(node, ast.Assign)
            else [node.target]
            if isinstance(node, ast.AnnAssign)
            else []
        )
        return [target.id for target in targets if isinstance(target, ast.Name) and target.id != "__all__"]

    def bases(self, node):
        """Those that readers can name: of a base that only the stub has, its own."""
        for base in map(ast.unparse, node.bases):
            private = base.split("[")[0]
            if private.startswith("_") and private in self.nodes:
                yield from self.bases(self.nodes[private][0])
            else:
                yield base

    def signature(self, node):
        if isinstance(node, ast.ClassDef):
            bases = ", ".join(dict.fromkeys(self.bases(node)))
            return f"class {node.name}({bases})" if bases else f"class {node.name}"
        if not isinstance(node, FUNCTIONS):
            return ast.unparse(node)
        head = [f"@{word}" for word in map(ast.unparse, node.decorator_list)]
        answer = f" -> {ast.unparse(node.returns)}" if node.returns else ""
        sort = "async " * isinstance(node, ast.AsyncFunctionDef)
        return "\n".join([*head, f"{sort}def {node.name}({ast.unparse(node.args)}){answer}"])

    def members(self, node):
        """Those of a class, and of the bases that only the stub has."""
        members = {}
        for child, after in zip(node.body, [*node.body[1:], None]):
            for name in self.names(child):
                if not name.startswith("_") or name.startswith("__"):
                    members.setdefault(name, []).append((child, after))
        for base in (ast.unparse(base).split("[")[0] for base in node.bases):
            if base.startswith("_") and base in self.nodes:
                members = self.members(self.nodes[base][0]) | members
        return members

    def show(self, level, owner, name, node, after):
        documented = isinstance(node, (*FUNCTIONS, ast.ClassDef))
        string = (
            after.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else None
        )
        words = ast.get_docstring(node) if documented else str(string.value) if string else ""
        self.page.entry(
            level, owner + name, self.signature(node), "python", prose((words or "").splitlines())
        )
        if isinstance(node, ast.ClassDef):
            for member, found in self.members(node).items():
                for child, behind in found:
                    self.show(level + 1, f"{name}.", member, child, behind)


# --- TypeScript ----------------------------------------------------------------------------------------------

TYPESCRIPT = tree_sitter.Parser(tree_sitter.Language(tree_sitter_typescript.language_typescript()))


class TypeScript:
    """What the declarations of an entry of the npm package export."""

    def __init__(self, title, path):
        text = path.read_text()
        root = TYPESCRIPT.parse(text.encode()).root_node
        intro = intro_of(text).removeprefix(f"{title}: ")
        self.page = Page(f"JavaScript: `{title}`", intro[:1].upper() + intro[1:])
        for node in root.named_children:
            declared = node.child_by_field_name("declaration") if node.type == "export_statement" else None
            if declared is None:
                continue
            if declared.type == "ambient_declaration":
                declared = declared.named_children[0]
            name = declared.child_by_field_name("name")
            names = (
                [name]
                if name
                else [
                    child.child_by_field_name("name")
                    for child in declared.named_children
                    if child.type == "variable_declarator"
                ]
            )
            for each in names:
                self.show(node, declared, each.text.decode())

    @staticmethod
    def comment(node):
        before = node.prev_named_sibling
        if before is None or not before.text.startswith(b"/**"):
            return ""
        lines = before.text.decode().removeprefix("/**").removesuffix("*/").split("\n")
        return prose([re.sub(r"^\s*\*? ?", "", line) for line in lines])

    def show(self, node, declared, name):
        body = declared.child_by_field_name("body")
        methods = (
            "method_signature",
            "method_definition",
            "abstract_method_signature",
            "public_field_definition",
            "construct_signature",
        )
        apart = body is not None and any(child.type in methods for child in body.named_children)
        end = body.start_byte if apart else node.end_byte
        self.page.entry(
            2, name, node.text[: end - node.start_byte].decode().strip(), "typescript", self.comment(node)
        )
        for child in body.named_children if apart else ():
            if child.type != "comment":
                label = child.child_by_field_name("name")
                self.page.entry(
                    3,
                    f"{name}.{label.text.decode() if label else 'new'}",
                    re.sub(r"\n  ", "\n", child.text.decode()),
                    "typescript",
                    self.comment(child),
                )


# --- SQL -----------------------------------------------------------------------------------------------------

FUNCTION = re.compile(
    r'^CREATE FUNCTION "?(\w+)"?(\(.*?)\n?\s+(?:LANGUAGE|RETURN\b)', re.MULTILINE | re.DOTALL
)


def postgres_functions(source):
    """The signatures of each name in the extension's script, and what else it makes."""
    script = subprocess.run(
        [sys.executable, source / "databases/postgres/extension_sql.py"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    # Without bodies, in which functions are made for other types.
    script = re.sub(r"\$(\w*)\$.*?\$\1\$", "", script, flags=re.DOTALL)
    found = collections.defaultdict(list)
    for name, rest in FUNCTION.findall(script):
        found[name].append(name + re.sub(r"\s+", " ", rest))
    rest = re.findall(
        r"^CREATE (TYPE \w+|DOMAIN \w+ AS \w+|CAST \(\w+ AS \w+\)|AGGREGATE \w+\(\w+\))", script, re.MULTILINE
    )
    operators = re.findall(
        r"^CREATE OPERATOR (\S+) \(\s*LEFTARG = (\w+),\s*RIGHTARG = (\w+)", script, re.MULTILINE
    )
    return found, [*dict.fromkeys(rest), *(f"OPERATOR {left} {name} {right}" for name, left, right in operators)]


def sqlite_functions(extension):
    asked = "SELECT name FROM pragma_function_list UNION SELECT name FROM pragma_module_list"

    def listed(*before):
        done = subprocess.run(
            ["sqlite3", ":memory:", *before, asked], check=True, capture_output=True, text=True
        )
        return set(done.stdout.split())

    return {name: [] for name in listed(f".load {extension.with_suffix('')}") - listed()}


def duckdb_functions(extension):
    with duckdb.connect(config={"allow_unsigned_extensions": "true"}) as connection:
        asked = "SELECT DISTINCT function_name FROM duckdb_functions()"
        before = set(connection.execute(asked).fetchall())
        connection.execute(f"LOAD '{extension}'")
        return {name: [] for name, in set(connection.execute(asked).fetchall()) - before}


def sql(source, dialect, names, rest=()):
    """A page of functions: a heading for each that docs/functions.json has, and below it those of all formats, with the signatures that
    `names` has for each. What is in no row the server calls."""
    page = Page(
        f"Functions of {dialect}",
        f"Every function. [The guide](../docs/{dialect.lower()}.md) says how to use them.",
    )
    kinds = "|".join(["id", *(name.removesuffix("_is_valid") for name in names if name.endswith("_is_valid"))])
    headings, left = collections.defaultdict(lambda: ({}, {}, {})), set(names)
    for entry, row, sentence in functions.leading(dialect, source):
        name, calls = functions.calls(row, entry["names"].get(dialect, ""))
        sentences, called, found = headings[name]
        sentences[sentence] = None
        called |= dict.fromkeys(calls)
        of = "typeid" if row.get("has") == "prefixed" else kinds
        own = re.compile("(?:try_)?" + functions.pattern(re.sub("^id_", "{K}_", row["name"]), f"(?:{of})"))
        found |= dict.fromkeys(each for each in sorted(names) if own.fullmatch(each))
        left.difference_update(found)
    for name, (sentences, called, found) in headings.items():
        told = "\n".join(text for each in found for text in names[each])
        code = told or "\n".join(called) + "\n\n" + textwrap.fill(" ".join(found), 100, break_on_hyphens=False)
        said = "; ".join(sentences)
        page.entry(2, name, code, "text", said[0].upper() + said[1:] + ".")
    server = [text for each in sorted(left) for text in names[each]]
    for heading, texts in (
        ("Types, operators, casts and aggregates", rest),
        ("Called by the server alone", server),
    ):
        if texts:
            page.text.append(f"## {heading}\n\n```text\n" + "\n".join(texts) + "\n```\n")
    return page


def names(source, into):
    """The entries of docs/functions.json as tables."""
    text = ["# Names", "\nOne notion has one word: [words](../docs/words.md) says how to read them.\n"]
    for heading, entries in functions.entries(source).items():
        fronts = list(dict.fromkeys(front for entry in entries for front in entry["names"]))
        text += [f"\n## {heading.capitalize()}\n", f"| word | | {' | '.join(fronts)} |", "| --- " * (len(fronts) + 2) + "|"]
        for entry in entries:
            cells = {front: ", ".join(f"`{name}`" for name in found.split(", ")) for front, found in entry["names"].items()}
            cells |= {front: f"*{why}*" for some, why in entry.get("absent", {}).items() for front in some.split(", ")}
            told = [entry["word"], entry.get("brief", ""), *(cells.get(front, "–") for front in fronts)]
            text.append(f"| {' | '.join(told)} |")
    (into / "names.md").write_text("\n".join(text) + "\n")


# --- all pages -----------------------------------------------------------------------------------------------


def write(source, version, wheel, npm_package, sqlite, duckdb_extension, into):
    """Writes the pages into a folder: one for each language, and for some one below it for each header, module or entry."""
    below = collections.defaultdict(dict)
    for path in sorted([*(source / "include/sortid").glob("*.hpp"), version], key=lambda path: path.name):
        below["cpp"][path.stem] = (
            f"sortid/{path.name}",
            header(path, f"C++: `sortid/{path.name}`", into / "cpp" / f"{path.stem}.md", "cpp"),
        )
    header(source / "include/sortid.h", "C: `sortid.h`", into / "c.md", "c")
    wheel = wheel / "sortid"
    modules = {"sortid": [wheel / "__init__.py", wheel / "_core.pyi", wheel / "_foreign.py"]}
    files = [
        *sorted(wheel.glob("[a-z]*.py")),
        *sorted(wheel.glob("*/__init__.py")),
        *sorted(wheel.glob("*/[a-z]*.py")),
    ]
    for path in files:
        below_package = path.relative_to(wheel).with_suffix("").parts
        modules[".".join(["sortid", *(part for part in below_package if part != "__init__")])] = [path]
    for name, paths in modules.items():
        module = Python(name, paths)
        if module.missing:
            raise SystemExit(f"{name}: in __all__, and not found: {module.missing}")
        module.page.write(into / "python" / f"{name}.md")
        below["python"][name] = name, module.page.purpose
    for path in sorted(
        npm_package.glob("*.d.ts"), key=lambda path: (path.name != "sortid.d.ts", path.name)
    ):
        entry = path.name.removesuffix(".d.ts")
        name = "sortid" if entry == "sortid" else f"sortid/{entry.replace('_', '-')}"
        page = TypeScript(name, path).page
        page.write(into / "js" / f"{entry}.md")
        below["js"][entry] = name, page.purpose
    sql(source, "PostgreSQL", *postgres_functions(source)).write(into / "postgresql.md")
    sql(source, "SQLite", sqlite_functions(sqlite)).write(into / "sqlite.md")
    sql(source, "DuckDB", duckdb_functions(duckdb_extension)).write(into / "duckdb.md")
    names(source, into)
    for folder, title in (("cpp", "C++"), ("python", "Python"), ("js", "JavaScript and TypeScript")):
        text = [
            f"# {title}\n",
            *(
                f"- [`{name}`]({folder}/{page}.md){purpose and ': ' + purpose}"
                for page, (name, purpose) in below[folder].items()
            ),
        ]
        text += ["\n:::{toctree}\n:hidden:\n", *(f"{folder}/{page}" for page in below[folder]), ":::\n"]
        (into / f"{folder}.md").write_text("\n".join(text))
