#!/usr/bin/env python3
"""The tables of docs/proofs.md, from results.json, planted.json and meanings.json of proofs/, which `make prove` writes.

usage: page.py [--write] [--work FOLDER]     without --write: fails when the page is not what the results say

What was found of other code than clang makes of the sources as they are is not found.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import sys

import changes
import machine_code
import native

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent / "docs/proofs.md"
PLACE = re.compile(r"(<!-- generated: (\w+) -->\n)(.*?)(<!-- end generated -->)", re.S)
WANTED = 3  # errors of each theorem
FOUND = "found"  # an error in a source; behind it may stand that it was not run
SETS = native.sets()
FORMATS = {"upper26": "ulid", "lower26": "typeid", "upper13": "ulid-flake", "lower13": "lower13 (no format)",
           "checked27": "euid", "hex36": "uuid, uuidv7", "base58_11": "uid11, xid"}


def behind(results, prefix):
    """Theorems that are of no kernel set, by what stands behind the prefix."""
    return {n.removeprefix(prefix): a for n, a in results.items() if n.startswith(prefix)}


def mark(answer):
    """Whether it is proved, or by whom where there are two."""
    return answer.get("by", "proved") if answer["status"] == "proved" else "–"


def alike(rows, names=1):
    """Rows whose first cells are names, of which there are so many: those that differ in one of them alone become one."""
    for i in reversed(range(names)):
        found = collections.defaultdict(list)
        for row in rows:
            found[*row[:i], *row[i + 1 :]].append(row[i])
        rows = [(*rest[:i], ", ".join(dict.fromkeys(named)), *rest[i:]) for rest, named in found.items()]
    yield from ("| " + " | ".join(row) + " |" for row in rows)


def of_formats(own, columns):
    yield "| formats | " + " | ".join(f"`{c}`" for c in columns) + " |"
    yield "| --- |" + " --- |" * len(columns)
    yield from alike((name, *(mark(own[f"{name}/{c}"]) if f"{name}/{c}" in own else "none" for c in columns))
                     for name in dict.fromkeys(n.split("/")[0] for n in own if "/" in n))


def recipe(results, way="recipe/"):
    yield from of_formats(behind(results, way), ("first", "next", "run", "step", "lead", "bounds", "between"))


def constant_recipe(results):
    yield from recipe(results, "constant-recipe/")


def plain_recipe(results):
    yield from recipe(results, "plain-recipe/")


def codec(results, way="codec/"):
    own = behind(results, way)
    yield from of_formats(own, ("parse", "lenient", "number", "write", "text"))
    yield ""
    yield f"A text without its hyphens, by induction over its bytes: {mark(own['unhyphenated'])}."


def constant(results):
    yield from codec(results, "constant/")


def plain(results):
    yield from codec(results, "plain/")


def formats(results):
    own = behind(results, "formats/")
    yield from of_formats(own, ("write_one", "read_one", "to_text", "from_text", "unix_ms"))
    yield ""
    yield f"The set that a processor gets: {mark(own['fastest'])}; by its name: {mark(own['named'])}; all that it can run: {mark(own['usable'])}."


def conversions(results):
    yield "| conversions | | as constants | without extensions |"
    yield "| --- | --- | --- | --- |"
    ways = [behind(results, f"{way}recipe/") for way in ("", "constant-", "plain-")]
    yield from alike((f"`{name}`", *(mark(way[name]) for way in ways)) for name in ways[0] if "/" not in name)


def of_kernels(names, columns, answers):
    """Of the answers by (…, shape and) function, and column; what stands before the shape is in the first of `names`."""
    before = len(names) - 2
    def by_order(*of):
        return [SETS.index(s) for s in of[:before]], [*FORMATS, None].index(of[before]), of[-1]

    table = collections.defaultdict(dict)
    for (*of, column), answer in answers.items():
        shape = of[before] if len(of) == len(names) else None
        table[*of[:before], shape, of[-1]][column] = answer
    yield "| " + " | ".join((*names, *columns)) + " |"
    yield "| --- |" + " --- |" * (len(names) + len(columns) - 1)
    yield from alike([(*of, FORMATS.get(shape, "all"), f"`{member}`", *(mark(own[c]) if c in own else "none" for c in columns))
                      for (*of, shape, member), own in sorted(table.items(), key=lambda row: by_order(*row[0]))],
                     len(names))


def proved(results):
    own = {tuple(n.split("/")): a for n, a in results.items() if n.split("/")[0] in SETS}
    yield from of_kernels(("formats", "functions"), SETS, {(*of, set_name): a for (set_name, *of), a in own.items()})
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


def is_missed(row):
    """Whether a theorem has too few errors, and not because its code has no other place for one; or a wrong one."""
    return "why" in row or len(row["found"]) < (1 if row.get("exhausted") else WANTED)


def planted(results):
    answers = json.loads((HERE / "planted.json").read_text())
    code, sources = {n: a for n, a in answers["code"].items() if a["code"] == results.get(n, {}).get("code")}, answers["sources"]
    groups = collections.defaultdict(list)
    for name in results:
        kind = name.split("/")[0]
        groups[{"recipe": "new ids", "codec": "single ids", "constant": "single ids as constants",
                "plain": "single ids without extensions", "constant-recipe": "new ids as constants",
                "plain-recipe": "new ids without extensions", "formats": "calls of kernels"}.get(kind, "kernels")].append(code.get(name, {"found": []}))
    yield "| theorems about | theorems | errors found | " + " | ".join(changes.KINDS) + " | fewest of one |"
    yield "| --- | --- |" + " --- |" * (len(changes.KINDS) + 2)
    for kind, all_of in groups.items():
        kinds = collections.Counter(k for row in all_of for k in row["found"])
        cells = [len(all_of), kinds.total(), *(kinds[k] for k in changes.KINDS), min(len(row["found"]) for row in all_of)]
        yield f"| {kind} | " + " | ".join(map(str, cells)) + " |"
    total = collections.Counter()
    for row in code.values():
        total.update({k: row[k] for k in ("equal", "no answer", "not shown") if k in row})
    found = sum(len(row["found"]) for row in code.values())
    run = sum(len(row["found"]) for row in code.values() if "not run" not in row)
    good = sum(is_found(n, a, results) for n, a in sources.items())
    yield ""
    yield (f"{found} errors in the code of {sum(len(r['found']) > 0 for r in code.values())} theorems are found; {run} of them "
           f"were run, and fail. Beside them, {total['equal']} changes left the theorem true, the prover had no answer to "
           f"{total['no answer']} in its time, and {total['not shown']} had a counterexample that this processor does not show. "
           f"All took {sum(row['seconds'] for row in code.values()):.0f} s of processor time. "
           f"{good} of {len(sources)} errors in sources are found.")
    left = sum(n not in code for n in results)
    if left:
        yield ""
        yield f"Not planted yet: {left} theorems."
    told = {n: a["answer"] if is_found(n, a, results) else "not found by today's prover" for n, a in sources.items()
            if a["answer"] != FOUND or not is_found(n, a, results)}
    told |= {n: in_words(code[n]) for n in results if n in code and (
        is_missed(code[n]) or len(code[n]["found"]) < WANTED or "not run" in code[n])}
    if told:
        yield ""
        yield "| fewer than three, not run, or missed | |"
        yield "| --- | --- |"
        yield from (f"| `{name}` | {answer} |" for name, answer in told.items())


def theorem_of(error):
    """Of an error in a source, by its name."""
    return error.split(":")[0]


def is_found(name, answer, results):
    """Whether an error in a source was found, by the prover that proved its theorem of the same code."""
    proved = results.get(theorem_of(name), {})
    return answer is not None and answer["answer"].startswith(FOUND) and all(answer[of] == proved.get(of) for of in ("code", "prover"))


def in_words(row):
    counts = {"found": len(row["found"]), **{k: row[k] for k in ("equal", "not shown", "no answer") if k in row}}
    told = [f"{count} {what}" for what, count in counts.items()]
    if row.get("exhausted"):
        told.append("the code has no other place")
    if "not run" in row:
        told.append(f"not run: the processor lacks {row['not run']}")
    if "why" in row:
        told.append(row["why"])
    return ", ".join(told)


def compared(_):
    answers = json.loads((HERE / "meanings.json").read_text())
    yield "| code of | intrinsics | calls of each | differences |"
    yield "| --- | --- | --- | --- |"
    for name, a in answers.items():
        yield f"| {name} | {a['intrinsics']} | {a['calls']:,} | {a['differences']} |"


def in_machine_code(results):
    """(answers, those of both provers as one): of today's code, by compiler, set and function."""
    answers, told = {}, json.loads((HERE / "machine.json").read_text())
    for name, answer in told.items():
        by, *of = name.split("/", 3)
        own = answers.setdefault(tuple(of), {"status": "open"})
        if {answer["status"], own["status"], results.get("/".join(of[1:]), answer)["status"]} >= {"proved", "refuted"}:
            sys.exit(f"page: the provers disagree about {name}")
        if answer["status"] == "proved" and machine_code.is_of_today(*of[:2], answer):
            own.update(status="proved", by="both" if "by" in own else by)
    return told.values(), answers


def machine(results):
    told, answers = in_machine_code(results)
    kernels = {(set_name, *filter(None, of), compiler): answers.get((compiler, set_name, "/".join(filter(None, of))), {"status": "open"})
               for set_name in SETS for of in machine_code.all_members(machine_code.ROOT)
               for compiler, (_, sets) in machine_code.COMPILERS.items() if set_name in sets}
    yield from of_kernels(("sets", "formats", "functions"), machine_code.COMPILERS, kernels)
    by = collections.Counter(a.get("by", "–") for a in answers.values())
    blocks = [sum(a["blocks"][k] for a in told if "blocks" in a and a["status"] == "proved") for k in (0, 1)]
    yield ""
    yield (f"{by.total() - by['–']} of {by.total()} theorems are proved, those of the next table with them: {by['both']} by both, {by['terms']} by the "
           f"terms, {by['angr']} by angr. The terms went through {blocks[0]:,} of {blocks[1]:,} blocks of code.")


def machine_headers(results):
    import by_terms  # which needs this file's tools

    _, answers = in_machine_code(results)
    columns = list(by_terms.COMPILERS)
    yield "| | " + " | ".join(columns) + " |"
    yield "| --- |" + " --- |" * len(columns)
    for of in machine_code.HEADERS:
        rows = collections.defaultdict(list)
        for name, operation in by_terms.members(of):
            rows[operation if name else "conversions"].append(f"{name}/{operation}" if name else operation)
        for operation, functions in rows.items():
            counts = [sum(answers.get((c, of, f), {"status": "open"})["status"] == "proved" for f in functions) for c in columns]
            cells = ["proved" if n == len(functions) else f"{n} of {len(functions)}" if n else "–" for n in counts]
            yield f"| {'single ids' if of == 'codec' else 'new ids'}: {operation} | " + " | ".join(cells) + " |"


def page(text, results):
    kinds = {"proved": proved, "recipe": recipe, "constant_recipe": constant_recipe, "plain_recipe": plain_recipe, "codec": codec,
             "constant": constant, "plain": plain, "formats": formats, "conversions": conversions, "open": open_ones, "planted": planted,
             "meanings": compared, "machine": machine, "machine_headers": machine_headers}
    return PLACE.sub(lambda m: m[1] + "\n".join(kinds[m[2]](results)) + "\n" + m[4], text)


def main():
    import prove  # which others import this file for

    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--work", default=HERE.parent / "build/proofs/page")
    given = parser.parse_args()
    os.makedirs(given.work, exist_ok=True)
    theorems, results = prove.theorems(), prove.read_results()
    results = {t[0]: prove.of_today(t, results.get(t[0], {"status": "open", "reason": "not run yet"}), given.work)
               for t in sorted(theorems)}
    text = PAGE.read_text()
    new = page(text, results)
    if given.write:
        PAGE.write_text(new)
    elif new != text:
        stale = [n for n, a in results.items() if a["status"] != "proved"]
        sys.exit("page: docs/proofs.md is not what proofs/results.json says of today's code; run proofs/page.py --write"
                 + f"; not proved: {', '.join(stale)}" * bool(stale))


if __name__ == "__main__":
    main()
