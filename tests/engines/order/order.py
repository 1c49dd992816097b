#!/usr/bin/env python3
"""docs/order.md: how each engine and language sorts ids, by running it.

usage: order.py [ENGINE…]             asks them, and fails where an answer is not that of results.json
       order.py --write [ENGINE…]     asks them, and writes results.json and the page
       order.py --page                fails where the page is not what results.json says

An engine that is not here is named and keeps its results, and the script ends with 77.
"""

import json
import pathlib
import re
import sys

import asked
import databases
import languages
import stores

HERE = pathlib.Path(__file__).resolve().parent
RESULTS = HERE / "results.json"
PAGE = HERE.parents[2] / "docs" / "order.md"
PLACE = re.compile(r"(<!-- generated: order -->\n)(.*?)(<!-- end generated -->)", re.S)
ENGINES = {**databases.ENGINES, **stores.ENGINES, **languages.ENGINES}


def run(engine):
    """{column: {set: result}} of an engine, and its version; raises Absent."""
    with ENGINES[engine]() as (version, columns):
        return {"version": version, "columns": {
            f"{column} | {held}": {name: asked.ask(ask, name, held) for name in asked.HELD[held]} for (column, held), ask in columns.items()}}


def answers(result):
    """What does not depend on the version or on the file's layout."""
    return {column: {name: {k: v for k, v in one.items() if k not in ("bytes", "rejects")} | {"rejected": "rejects" in one}
                     for name, one in sets.items()} for column, sets in result["columns"].items()}


def sorts(one):
    return one.get("order", False) and one.get("day", True) and one.get("ends", True)


def sized(name, sets):
    """The column and what an id of it takes on disk."""
    sizes = [one["bytes"] for one in sets.values() if "bytes" in one]
    return f"`{name}`" + (f" ({' to '.join(dict.fromkeys(f'{size:.0f}' for size in (min(sizes), max(sizes))))} B)" if sizes else "")


def table(results):
    yield "| engine | in order | not in order |"
    yield "| --- | --- | --- |"
    for engine, result in results.items():
        right, wrong = [], []
        for column, sets in result["columns"].items():
            name, _ = column.rsplit(" | ", 1)
            failed = [s for s, one in sets.items() if not sorts(one)]
            if failed in ([], [asked.BOTH_CASES]):
                right.append(sized(name, sets) + ("¹" if failed else ""))
                continue
            said = []
            for word, some in (("rejects ", [s for s in failed if "rejects" in sets[s]]), ("", [s for s in failed if "rejects" not in sets[s]])):
                if some:
                    said.append(word + ("all" if len(some) == len(sets) else ", ".join(some)))
            if any(one.get("prunes") is False for one in sets.values()):
                said.append("a day's ids are found by reading all")
            wrong.append(f"`{name}`: {'; '.join(said)}")
        yield f"| {engine} {result['version']} | {', '.join(right) or '–'} | {'<br>'.join(wrong) or '–'} |"


def page(results):
    return PLACE.sub(lambda m: m[1] + "\n".join(table(results)) + "\n" + m[3], PAGE.read_text())


def main():
    words = sys.argv[1:]
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    if words == ["--page"]:
        if PAGE.read_text() != page(results):
            sys.exit(f"{PAGE.name} is not what results.json says: tests/engines/order/order.py --write")
        return
    write = words[:1] == ["--write"]
    failed = missing = False
    for engine in words[write:] or ENGINES:
        try:
            result = run(engine)
        except databases.Absent as why:
            print(f"absent: {engine}: {why}")
            missing = True
            continue
        if write:
            results[engine] = result
        elif answers(result) != (expected := answers(results[engine])):
            failed = True
            for column, sets in answers(result).items():
                for name, one in sets.items():
                    if one != expected.get(column, {}).get(name):
                        print(f"{engine}, {column}, {name}: {one}, and was {expected.get(column, {}).get(name)}")
        print(f"{engine} {result['version']}: {len(result['columns'])} columns")
    if write:
        RESULTS.write_text(json.dumps({name: results[name] for name in ENGINES if name in results}, indent=1) + "\n")
        PAGE.write_text(page(json.loads(RESULTS.read_text())))
    sys.exit(1 if failed else 77 if missing else 0)


if __name__ == "__main__":
    main()
