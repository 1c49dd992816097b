"""The regular expressions of docs/formats.md accept exactly the texts that the parser accepts, check digits aside.

An expression becomes its smallest automaton. The parser is then asked for a way to every state, with every byte behind it and every
suffix that tells two states apart (the W method of Vasilevskii and Chow): a parser that is an automaton of as many states or fewer, and
gives these answers, is that automaton. Ours reads a text by tables and knows its place and whether it may overflow, as these states do.
"""

import json
import pathlib
import re
import sys

import pytest
from program import sortid

try:
    from re import _parser as sre
except ImportError:  # before Python 3.11
    import sre_parse as sre

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "tools"))
import tables  # noqa: E402

FORMS = json.loads(sortid("formats", "--json").out)
BYTES = [chr(byte) for byte in range(256) if chr(byte) not in "\r\n"]  # which end a line of the program's input


def simple(parsed):
    """A sequence of sets of characters, ("or", sequences) and ("repeat", least, most, sequence)."""
    items = []
    for kind, what in parsed:
        kind = str(kind)
        if kind == "LITERAL":
            items.append(frozenset(chr(what)))
        elif kind == "IN":
            ends = [(value, value) if str(op) == "LITERAL" else value for op, value in what]
            items.append(frozenset(chr(code) for low, high in ends for code in range(low, high + 1)))
        elif kind == "SUBPATTERN":
            items += simple(what[3])
        elif kind == "BRANCH":
            items.append(("or", *map(simple, what[1])))
        elif kind == "MAX_REPEAT":
            items.append(("repeat", what[0], what[1], simple(what[2])))
        else:
            assert kind == "AT", kind
    return tuple(items)


def opened(items):
    """The sequences that one is, each of which begins with a set or is empty."""
    if not items or isinstance(items[0], frozenset):
        return {items}
    (kind, *parts), rest = items[0], items[1:]
    if kind == "or":
        ways = [way + rest for way in parts]
    else:
        least, most, item = parts
        more = (("repeat", max(least - 1, 0), most - 1, item),) if most > 1 else ()
        ways = [item + more + rest] + [rest] * (least == 0)
    return set().union(*map(opened, ways))


class Automaton:
    """The smallest one: `accepts` and `step` by state, the first being 0, and `symbols`, which are alike in all states."""

    def __init__(self, expression):
        whole = simple(sre.parse(expression))
        sets = {items[0] for items in self.reached(whole) if items}
        by_sets = {}
        for symbol in BYTES:
            by_sets.setdefault(tuple(symbol in one for one in sets), []).append(symbol)
        self.symbols = list(by_sets.values())
        places, states, steps = {frozenset(opened(whole)): 0}, [frozenset(opened(whole))], []
        for state in states:  # which grows
            row = []
            for symbol, *_ in self.symbols:
                after = frozenset().union(*(opened(items[1:]) for items in state if items and symbol in items[0]))
                if after not in places:
                    places[after] = len(states)
                    states.append(after)
                row.append(places[after])
            steps.append(row)
        block = [() in state for state in states]
        while True:  # Moore's refinement
            keys = [(block[i], *(block[after] for after in steps[i])) for i in range(len(states))]
            order = {key: number for number, key in enumerate(dict.fromkeys(keys))}
            done = len(order) == len(set(block))
            block = [order[key] for key in keys]
            if done:
                break
        self.accepts = {block[i]: () in state for i, state in enumerate(states)}
        self.step = {block[i]: [block[after] for after in steps[i]] for i in range(len(states))}

    @staticmethod
    def reached(whole):
        """Every sequence that is left somewhere."""
        found, queue = set(), [whole]
        while queue:
            for items in opened(queue.pop()):
                if items not in found:
                    found.add(items)
                    queue += [items[1:]] if items else []
        return found

    def ways(self):
        """A shortest text to each state."""
        found, queue = {0: ""}, [0]
        for state in queue:
            for (symbol, *_), after in zip(self.symbols, self.step[state]):
                if after not in found:
                    found[after] = found[state] + symbol
                    queue.append(after)
        return found

    def suffixes(self):
        """Texts of which any two states accept others, each made of one behind another symbol."""
        accepted = {"": dict(self.accepts)}
        kinds = {state: (taken,) for state, taken in self.accepts.items()}
        last = [""]
        while len(set(kinds.values())) < len(kinds):
            last, before = [], last
            for suffix in before:
                for place, (symbol, *_) in enumerate(self.symbols):
                    taken = {state: accepted[suffix][self.step[state][place]] for state in kinds}
                    finer = {state: (*kinds[state], taken[state]) for state in kinds}
                    if len(set(finer.values())) > len(set(kinds.values())):
                        kinds, accepted[symbol + suffix] = finer, taken
                        last.append(symbol + suffix)
        return accepted


def parser_takes(form, texts):
    """Whether the parser takes each of the texts; a wrong check digit is no matter here."""
    run = sortid("check", "--format", form["name"], stdin="".join(f"{text}\n" for text in texts).encode("latin-1"))
    wrong = {int(line) for line, why in re.findall(rb"^sortid: line (\d+): (.*)$", run.raw_err, re.M) if b": checksum: " not in why}
    return [line not in wrong for line in range(1, len(texts) + 1)]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form["name"])
def test_the_parser_is_the_automaton(form):
    automaton = Automaton(tables.pattern(form))
    asked = {}
    suffixes = automaton.suffixes()
    # The prefix of a TypeID makes a thousand states: there the bytes of a class are asked where it begins and ends.
    for state, way in automaton.ways().items():
        for symbols, after in zip(automaton.symbols, automaton.step[state]):
            for symbol in symbols if not form["prefixed"] else {symbols[0], symbols[-1]}:
                for suffix, taken in suffixes.items():
                    asked[way + symbol + suffix] = taken[after]
    texts = [text for text in asked if text]
    assert [text for text, taken in zip(texts, parser_takes(form, texts)) if taken != asked[text]] == []
    assert True in asked.values() and len(texts) > 10_000
