#!/usr/bin/env python3
"""The tables of docs/proofs.md, from results.json, planted.json and meanings.json of proofs/, which `make prove` writes.

usage: page.py [--write]     without --write: fails when the page is not what the results say
"""

import collections
import json
import pathlib
import re
import sys

import changes

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent / "docs/proofs.md"
PLACE = re.compile(r"(<!-- generated: (proved|codec|recipe|conversions|open|planted|meanings) -->\n)(.*?)(<!-- end generated -->)", re.S)
WANTED = 3  # errors of each theorem
SETS = ("scalar", "ssse3", "avx2", "avx512", "neon")
FORMATS = {"upper26": "ulid", "lower26": "typeid", "upper13": "ulid-flake", "lower13": "lower13, no format's",
           "checked27": "euid", "hex36": "uuid, uuidv7", "base58_11": "uid11, xid"}


def rows(results):
    table = collections.defaultdict(dict)
    for name, answer in results.items():
        set_name, *rest = name.split("/")
        table[tuple(rest)][set_name] = answer
    return table


def behind(results, prefix):
    """Theorems that are of no kernel set, by what stands behind the prefix."""
    return {n.removeprefix(prefix): a for n, a in results.items() if n.startswith(prefix)}


def mark(answer):
    return "proved" if answer and answer["status"] == "proved" else "–"


def of_formats(own, columns):
    yield "| format | " + " | ".join(f"`{c}`" for c in columns) + " |"
    yield "| --- |" + " --- |" * len(columns)
    for name in dict.fromkeys(n.split("/")[0] for n in own if "/" in n):
        cells = [mark(own[f"{name}/{c}"]) if f"{name}/{c}" in own else "none" for c in columns]
        yield f"| {name} | " + " | ".join(cells) + " |"


def recipe(results):
    yield from of_formats(behind(results, "recipe/"), ("first", "next", "run", "step", "bounds", "between"))


def codec(results):
    own = behind(results, "codec/")
    yield from of_formats(own, ("parse", "lenient", "number", "write", "text"))
    yield ""
    yield f"A text without its hyphens, by induction over its bytes: {mark(own['unhyphenated'])}."


def conversions(results):
    yield "| conversion | |"
    yield "| --- | --- |"
    for name, answer in behind(results, "recipe/").items():
        if "/" not in name:
            yield f"| `{name}` | {mark(answer)} |"


def proved(results):
    table = rows({n: a for n, a in results.items() if not n.startswith(("recipe/", "codec/"))})
    yield "| format | function | " + " | ".join(SETS) + " |"
    yield "| --- | --- |" + " --- |" * len(SETS)
    order = {shape: i for i, shape in enumerate(FORMATS)}
    for key in sorted(table, key=lambda k: (len(k) == 1, order.get(k[0], 99), k)):
        cells = []
        for name in SETS:
            cells.append(mark(table[key].get(name)))
        label = FORMATS[key[0]] if len(key) == 2 else "all"
        yield f"| {label} | `{key[-1]}` | " + " | ".join(cells) + " |"
    good = [a for a in results.values() if a["status"] == "proved"]
    yield ""
    yield (f"{len(good)} of {len(results)} theorems are proved, with {sum(a['claims'] for a in good)} claims that form "
           f"alone did not settle, in {sum(a['seconds'] for a in good):.0f} s of processor time.")


def open_ones(results):
    left = {n: a for n, a in sorted(results.items()) if a["status"] != "proved"}
    if not left:
        yield "None."
        return
    yield "| theorem | why it is open |"
    yield "| --- | --- |"
    for name, answer in left.items():
        reason = answer.get("reason", "").replace("|", "\\|")
        yield f"| `{name}` | {reason} |"


def planted(results):
    answers = json.loads((HERE / "planted.json").read_text())
    code, sources = answers["code"], answers["sources"]
    groups = collections.defaultdict(list)
    for name in results:
        kind, *rest = name.split("/")
        kind = kind if kind in ("recipe", "codec") else "kernels"
        alone = kind == "recipe" and len(rest) == 1
        groups[kind, "conversions" if alone else f"`{rest[-1]}`"].append(code.get(name, {"found": []}))
    yield "| theorems of | | theorems | errors found | " + " | ".join(changes.KINDS) + " | fewest of one |"
    yield "| --- | --- |" + " --- |" * (len(changes.KINDS) + 3)
    for (kind, what), all_of in groups.items():
        kinds = collections.Counter(k for row in all_of for k in row["found"])
        cells = [len(all_of), kinds.total(), *(kinds[k] for k in changes.KINDS), min(len(row["found"]) for row in all_of)]
        yield f"| {kind} | {what} | " + " | ".join(map(str, cells)) + " |"
    total = collections.Counter()
    for row in code.values():
        total.update({k: row[k] for k in ("equal", "no answer", "not shown") if k in row})
    found = sum(len(row["found"]) for row in code.values())
    good = sum(a == "found" for a in sources.values())
    yield ""
    yield (f"{found} errors in the code of {sum(len(r['found']) > 0 for r in code.values())} theorems are found, and fail when "
           f"run. Beside them, {total['equal']} changes left the theorem true, the prover had no answer to {total['no answer']} in "
           f"its time, and {total['not shown']} had a counterexample that this processor does not show. All took "
           f"{sum(row['seconds'] for row in code.values()):.0f} s of processor time. "
           f"{good} of {len(sources)} errors in sources are found.")
    not_run = sum(n not in code for n in results)
    if not_run:
        yield ""
        yield f"Not run yet: {not_run} theorems."
    missed = {n: a for n, a in sources.items() if a != "found"}
    missed |= {n: code[n] for n in results if n in code and (len(code[n]["found"]) < WANTED or "why" in code[n])}
    if missed:
        yield ""
        yield "| fewer than three, or missed | |"
        yield "| --- | --- |"
        for name, answer in missed.items():
            yield f"| {name} | {answer if isinstance(answer, str) else in_words(answer)} |"


def in_words(row):
    counts = {"found": len(row["found"]), **{k: row[k] for k in ("equal", "not shown", "no answer") if k in row}}
    return ", ".join([*(f"{count} {what}" for what, count in counts.items()), *filter(None, [row.get("why")])])


def compared(_):
    answers = json.loads((HERE / "meanings.json").read_text())
    yield "| code of | intrinsics | calls of each | differences |"
    yield "| --- | --- | --- | --- |"
    for name, a in answers.items():
        yield f"| {name} | {a['intrinsics']} | {a['calls']:,} | {a['differences']} |"


def page(text, results):
    kinds = {"proved": proved, "recipe": recipe, "codec": codec, "conversions": conversions, "open": open_ones,
             "planted": planted, "meanings": compared}
    return PLACE.sub(lambda m: m[1] + "\n".join(kinds[m[2]](results)) + "\n" + m[4], text)


def main():
    results = json.loads((HERE / "results.json").read_text())
    text = PAGE.read_text()
    new = page(text, results)
    if "--write" in sys.argv[1:]:
        PAGE.write_text(new)
    elif new != text:
        sys.exit("page: docs/proofs.md is not what proofs/results.json says; run proofs/page.py --write")


if __name__ == "__main__":
    main()
