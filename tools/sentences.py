"""The sentences of front ends: what the core says, a front end does not say again, and what it says of its own has a reason.

`make facts` checks them. A sentence is a string of two words or more. The core's stand beside message() in include/sortid, where a
front end passes its words for arguments and nothing else.
"""

import ast
import collections
import re

CORE = re.compile(r"(include|src)/(?!c_api/)")
# The reason for the sentences of each room; the first pattern that fits.
REASONS = (
    (r"src/c_api/", "what is wrong with a call of C: null pointers, sizes, options beside each other"),
    (r"cli/(host|stream|udf|sorting)/", "files, pipes, memory and rows of another program, which the core does not know"),
    (r"cli/", "help, options and files of a program; of an id, what message() says stands behind them"),
    (r"bindings/js/(generate|guide|recipes|commonjs|module|quickstart)\.mjs", "comments of declarations, and examples that tests run"),
    (r"bindings/go/(generate|shorten)\.py", "the Go sources that they write"),
    (r"bindings/js/", "types of JavaScript that a caller gave, and the core that is not there yet"),
    (r"bindings/jvm/", "the Java that scripts write, its comments, and what a module has that they cannot translate"),
    (r"bindings/rust/", "comments of the Rust sources that assemble.py writes"),
    (r"bindings/python/module/(ids|generator|masker|pool|docs|looks|arrow|arrays|module)\.cpp", "docstrings, which the stubs repeat, and types"),
    (r"bindings/python/", "types of Python and of its libraries that a caller gave"),
    (r"databases/sql/", "sentences that SQLite, DuckDB and MySQL share"),
    (r"databases/postgres/pure/", "plain SQL has no core to ask: tests compare every sentence with the extension's"),
    (r"databases/postgres/[^/]*\.py", "a script of the build"),
    (r"databases/postgres/(src/(server_pool|drop_type|module|generate|masks)|worker/)", "settings, catalogs, keys and the pool of a server, with hints"),
    (r"databases/postgres/", "PostgreSQL's message has the type and the text, its detail what message() says"),
    (r"databases/(sqlite|duckdb|mysql)/", "types that the database gave, SQL of tables and of scripts"),
    (r"web/", "the words of a page for people"),
)
# What two rooms may say alike, five words in a row or more.
TOLD_TWICE = {
    "in docstrings, comments of declarations, help and descriptions of settings, which say what something is": (
        "without a meaning of their own", "why a text or a value is", "what a generator does when a millisecond has no id left",
        "what a generator does when the clock", "when the clock goes back", "where the sequence of a millisecond begins",
        "when it was made in unix milliseconds", "the ids of a millisecond", "is not a symbol of",
        "any valid id unmasks to some id look it up before you trust it", "equal ids have equal masks", "the smallest and the largest id of", "the largest id of the", "the prefix of a typeid", "greater than the one before",
        "version of masked uuids and typeids", "bytes raw or in hexadecimal", "16 or 32 bytes raw or in hexadecimal",
        "or bytes raw or in hexadecimal", "what else it could be", "a number of its own"),
    "of types and options that have other names in each host": (
        "number of milliseconds from to not", "the length of a text", "there is no format there are", "is not for it is for",
        "a negative number is no", "the pool gives the number"),
    "of keys: a file that is too long has no number of bytes to tell, and Python takes bytes alone": (
        "or bytes or twice as many hexadecimal digits", "a key has or bytes"),
    "before there is a column, a generator or a core that could say it": (
        "the arrow column was given away before", "the arrow stream broke off", "has no smallest and largest id of an instant",
        "the pool has a generator already", "there is no memory left"),
    "of the pool of a server, which is more than one process": ("every number of the pool", "every number of the pool is in use",
                                                                 "differ by more than a minute"),
    "of an instant, as the page's field takes it": ("a date and a time",),
    "of catalogs, asked by an extension and by a client": (
        "from pg type t join pg proc p on p oid t typinput where",),
}
ALLOWED = [f" {phrase} " for phrases in TOLD_TWICE.values() for phrase in phrases]
LITERAL = re.compile(r"""//[^\n]*|/\*.*?\*/|R"(\w*)\((.*?)\)\1"|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`""", re.S)
PLACE = re.compile(r"\$?\{[^{}]*\}|%[a-z.*0-9]+")
SENTENCE = re.compile(r"[a-z]{2,}[,:;]? [a-z(]|[a-z]{2,}[,:]? [A-Z\"'{$%]")
SUFFIXES = {".hpp", ".h", ".cpp", ".c", ".js", ".mjs", ".py"}
ROW = 5


def literals(name, text):
    """(line, text) of each string; not of docstrings."""
    if name.endswith(".py"):
        tree = ast.parse(text)
        docs = {id(node.body[0].value) for node in ast.walk(tree)
                if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                yield node.lineno, node.value
        return
    single = name.endswith(("js", "mjs"))
    for found in LITERAL.finditer(text):
        said = found[2] or found[3] or (single and (found[4] or found[5]))
        if said:
            yield text.count("\n", 0, found.start()) + 1, said


def room_of(name):
    return "core" if CORE.match(name) else "/".join(name.split("/")[:2]) if name.startswith(("bindings/", "databases/")) else name.split("/")[0]


def problems(files):
    """files: (name, text) of the core and of front ends. Yields (name, line, problem)."""
    rows = collections.defaultdict(dict)
    for name, text in files:
        if "." + name.rpartition(".")[2] not in SUFFIXES:
            continue
        core = CORE.match(name)
        for line, said in literals(name, text):
            if not SENTENCE.search(said):
                continue
            if not core and not any(re.match(pattern, name) for pattern, _ in REASONS):
                yield name, line, f"a sentence of a front end without a reason in tools/sentences.py: {said[:60]}"
            if name.startswith("databases/postgres/pure/"):  # see its reason
                continue
            words = re.findall(r"[a-z']+", PLACE.sub(" ", said.lower()))
            for place in range(len(words) - ROW + 1):
                rows[" ".join(words[place:place + ROW])].setdefault(room_of(name), (name, line))
    for words, rooms in rows.items():
        fronts = sorted(place for room, place in rooms.items() if room != "core")
        if len(rooms) > 1 and fronts and not any(f" {words} " in phrase for phrase in ALLOWED):
            name, line = fronts[-1]
            others = ", ".join(place[0] for place in rooms.values() if place[0] != name)
            yield name, line, f"says again what {others} says, which the core can say: \"{words}\""
