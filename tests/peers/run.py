#!/usr/bin/env python3
"""Compares sortid with the published implementations of its formats.

Same bits, same text, both ways: for each peer its text of a value against sortid's, the bits it reads from
sortid's text, and the bits that sortid reads from its text. Then the texts of borderline.json: does the peer
take what sortid takes, and for the same bits? Where it does not, differences.json says so and why; a difference
that is not listed fails, and so does a listed one that no longer occurs. install.sh brings the peers; one that is
absent is named with the reason.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DOCUMENT = ROOT / "docs" / "peers.md"
WIDTH = {"ulid-flake": 64, "ulid-flake-scalable": 64, "uid11": 64}  # all others: 128
SHOWN = 3  # differing ids shown for one operation

# From the shortest to the longest prefix of a TypeID, one with an underscore; each gets its share of the values.
PREFIXES = ["", "a", "user", "a__b", "z" * 63]


def load(name):
    return json.loads((HERE / name).read_text())


def values(fmt, count, rng):
    """Boundary values, then uniform ones: `count` in all (the boundaries even when there are more of them)."""
    bits = WIDTH.get(fmt, 128)
    usable = 63 if fmt.startswith("ulid-flake") else bits  # the sign stays 0
    top = (1 << usable) - 1
    edges = {0, 1, top, top - 1, top // 3, top - top // 3}
    for i in range(usable):
        edges |= {1 << i, top ^ (1 << i), (1 << i) - 1, top ^ ((1 << i) - 1)}
    found = sorted(edges)
    found += [rng.getrandbits(usable) for _ in range(count - len(found))]
    if fmt == "uuidv7":  # version 7 and variant 10 are part of the format
        fixed = 0xF << 76 | 0x3 << 62
        found = [v & ~fixed | 7 << 76 | 2 << 62 for v in found]
    return [f"{v:0{bits // 4}x}" for v in found]


class Failure(Exception):
    """What stops one operation, as against a difference."""


class Sortid:
    def __init__(self, binary):
        self.binary = binary

    def run(self, lines, *args):
        done = subprocess.run(
            [self.binary, *args], input="".join(l + "\n" for l in lines).encode(), capture_output=True
        )
        return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")

    def convert(self, lines, *args):
        code, out, err = self.run(lines, "convert", *args)
        got = out.splitlines()
        if code != 0 or len(got) != len(lines):
            raise Failure(
                f"sortid convert {' '.join(args)}: exit {code}, {len(lines)} lines in, {len(got)} out\n{err[:600]}"
            )
        return got

    def texts(self, fmt, hexes):
        if fmt != "typeid":
            return self.convert(hexes, "--from", "hex", "--to", fmt)
        got = [None] * len(hexes)
        for i, prefix in enumerate(PREFIXES):
            option = ["--prefix", prefix] if prefix else []
            got[i :: len(PREFIXES)] = self.convert(
                hexes[i :: len(PREFIXES)], "--from", "hex", "--to", fmt, *option
            )
        return got

    def hexes(self, fmt, texts):
        return self.convert(texts, "--from", fmt, "--to", "hex")

    def judge(self, fmt, text):
        """('accepts', its bits) or ('rejects: reason', None)."""
        code, _, err = self.run([text], "check", "--format", fmt)
        again, out, _ = self.run([text], "convert", "--from", fmt, "--to", "hex")
        if code != again or code not in (0, 1):
            raise Failure(
                f"sortid check exits with {code}, convert with {again}, for {text!r} as {fmt}\n{err[:300]}"
            )
        if code == 0:
            return "accepts", out.rstrip("\n")
        # The quoted text may hold anything, so the reason is looked for behind the last quote.
        found = re.search(r'line 1: ".*"[^"]*?: ([a-z]+)\b', err, re.S)
        if not found:
            raise Failure(f"no reason on standard error for {text!r} as {fmt}: {err[:300]!r}")
        return f"rejects: {found[1]}", None


class Absent(Exception):
    pass


class Peer:
    def __init__(self, entry, home):
        self.__dict__.update(entry)
        group, program, *script = {
            "npm": ("node", Path("node"), HERE / "drivers" / "node.mjs"),
            "PyPI": ("python", home / "python" / "bin" / "python", HERE / "drivers" / "pypi.py"),
            "Go modules": ("go", home / "go" / "peers"),
        }[self.__dict__["from"]]
        self.command = [str(program), *map(str, script), self.name]
        self.environment = dict(os.environ, PEERS_NODE=str(home / "node"), PYTHONWARNINGS="ignore")
        mark = home / f"{group}.absent"
        self.mark = mark.read_text().strip() if mark.exists() else None
        if not (mark.exists() or (home / f"{group}.stamp").exists()):
            self.mark = "tests/peers/install.sh has not run"

    def ask(self, lines):
        """One answer a line. Raises Absent when the peer is not there."""
        try:
            # A file and not a pipe: the drivers read all before they answer.
            with tempfile.TemporaryFile() as questions:
                questions.write("".join(l + "\n" for l in lines).encode())
                questions.seek(0)
                done = subprocess.run(
                    self.command, stdin=questions, capture_output=True, env=self.environment
                )
        except OSError as error:
            raise Absent(self.mark or str(error)) from None
        first, _, rest = done.stdout.decode(errors="replace").partition("\n")
        if first.startswith("!") or (not first and self.mark):
            raise Absent(self.mark or first[1:])
        answers = rest.split("\n")[:-1]
        if done.returncode != 0 or len(answers) != len(lines) or not first:
            raise Failure(
                f"the driver of {self.name} gave {len(answers)} answers to {len(lines)} lines, exit "
                f"{done.returncode}\n{done.stderr.decode(errors='replace')[-600:]}"
            )
        return first[1:], answers


class Test:
    def __init__(self):
        self.rows, self.failures, self.skipped, self.passed = [], [], [], 0

    def row(self, peer, fmt, what, count, bad, note=""):
        self.rows.append((peer, fmt, what, str(count), str(len(bad)), note))
        if bad:
            self.failures.append(
                f"{peer}, {fmt}, {what}: {len(bad)} of {count} differ\n"
                + "\n".join(f"    {b}" for b in bad[:SHOWN])
            )
        else:
            self.passed += 1

    def fail(self, peer, fmt, what, why):
        self.rows.append((peer, fmt, what, "-", "-", "failed"))
        self.failures.append(f"{peer}, {fmt}, {what}: {why}")


def prefix_of(fmt, i):
    return PREFIXES[i % len(PREFIXES)] if fmt == "typeid" else ""


def compare_bulk(test, peer, fmt, hexes, ours, sortid):
    """Both ways, on values given by their bits: the peer's texts, its reading of ours, our reading of its."""
    size = len(hexes)
    asked = [f"e\t{fmt}\t{h}\t{prefix_of(fmt, i)}" for i, h in enumerate(hexes)]
    asked += [f"d\t{fmt}\t{t}" for t in ours]
    second = hasattr(peer, "encode_second")
    if second:
        asked += [f"u\t{fmt}\t{h}\t" for h in hexes]
    _, answers = peer.ask(asked)
    theirs, read = answers[:size], answers[size : 2 * size]

    test.row(
        peer.name,
        fmt,
        f"{peer.encode}: its text of our bits",
        size,
        [f"{h}: {t} here, {a} there" for h, t, a in zip(hexes, ours, theirs) if a != "=" + t],
    )
    want = [f"={h} {prefix_of(fmt, i)}" if fmt == "typeid" else "=" + h for i, h in enumerate(hexes)]
    test.row(
        peer.name,
        fmt,
        f"{peer.decode}: its bits of our text",
        size,
        [f"{t}: {w[1:]} here, {a} there" for t, w, a in zip(ours, want, read) if a != w],
    )

    for what, texts in [(peer.encode, theirs)] + (
        [(peer.encode_second, answers[2 * size :])] if second else []
    ):
        refused = [f"{h}: {t}" for h, t in zip(hexes, texts) if t[:1] != "="]
        if not refused:
            back = sortid.hexes(fmt, [t[1:] for t in texts])
            refused = [f"{t[1:]}: {b} here, of {h}" for h, t, b in zip(hexes, texts, back) if b != h]
        test.row(peer.name, fmt, f"our bits of {what}'s text", size, refused)


def compare_borderline(test, peer, fmt, cases, ours, listed):
    """`listed`: the differences expected of this peer and format, (function, name) -> entry."""
    functions = [("d", peer.decode)] + [("c", name) for name in peer.checks]
    asked = [
        f"{op}\t{fmt if op == 'd' else function}\t{case['text']}"
        for op, function in functions
        for case in cases
    ]
    _, answers = peer.ask(asked)
    for k, (op, function) in enumerate(functions):
        problems, known = [], 0
        for case, answer in zip(cases, answers[k * len(cases) :]):
            verdict, bits = ours[case["name"]]
            there = "accepts" if answer.startswith("=") else "rejects"
            different = there != verdict[:7]
            if not different and there == "accepts" and op == "d" and answer[1:].split(" ")[0] != bits:
                there, different = f"reads {answer[1:]}", True
            entry = listed.pop((function, case["name"]), None)
            here = f"{case['name']!r} ({case['text']!r}): peer {there}, sortid {verdict}"
            if entry and not different:
                problems.append(f"listed in differences.json and gone: {here}")
            elif entry and not (there == entry["peer_does"] and verdict.startswith(entry["we_do"])):
                problems.append(f"listed otherwise in differences.json: {here}")
            elif different and not entry:
                problems.append(f"not in differences.json: {here}")
                test.unlisted.append(
                    {
                        "peer": peer.name,
                        "formats": [fmt],
                        "function": function,
                        "input": case["name"],
                        "peer_does": there,
                        "we_do": verdict,
                    }
                )
            known += bool(entry)
        test.row(
            peer.name,
            fmt,
            f"{function}: borderline texts",
            len(cases),
            problems,
            f"{known} listed" if known else "",
        )


def listed_of(differences, peer, fmt):
    return {
        (d["function"], name): d
        for d in differences
        if d["peer"] == peer.name and fmt in d["formats"]
        for name in d["inputs"]
    }


def table(rows, head):
    widths = [max(len(r[i]) for r in [head, *rows]) for i in range(len(head))]
    for row in [head, *rows]:
        print(
            "  ".join(
                c.rjust(w) if h in ("ids", "differ") else c.ljust(w) for c, w, h in zip(row, widths, head)
            ).rstrip()
        )


def code(text):
    """A text as a code span in which nothing is invisible."""
    shown = "".join(
        c if " " < c <= "~" else "␣" if c == " " else f"\\u{ord(c):04x}" if not c.isprintable() else c
        for c in text
    )
    return f"`{shown}`" if shown else "(nothing)"


def document(data, cases_of):
    peers = {p["name"]: p for p in data["peers"]}
    out = [
        "# Other implementations",
        "",
        "<!-- Written by tests/peers/run.py --write-docs from tests/peers/differences.json; edit that. -->",
        "",
        "sortid is compared with the published implementations of its formats: on 100,000 values for each, boundary values among",
        "them, both sides write the same texts and read each other's texts back to the same bits.",
        "`tests/peers/install.sh` brings the peers, `tests/peers/run.py` compares (CTest: `ctest -L peers`).",
        "",
        "## Compared with",
        "",
    ]
    out.append("; ".join(f"`{p['name']}` {p['version']} ({p['from']}): {', '.join(p['formats'])}" for p in data["peers"]) + ".")
    out += ["", "Not among them:", ""]
    out += [f"- {x['what']}: {x['why']}" for x in data["left_out"]]
    out += [
        "",
        "## Differences",
        "",
        "No peer differs on a well-formed text. They differ in the borderline texts that they accept; sortid follows the",
        "specification in the last column. (␣ is a space, `\\u…` a character that cannot be seen.)",
        "",
        "| peer | function | text | the peer | sortid | why | by |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for d in data["differences"]:
        texts = {c["name"]: c["text"] for c in cases_of(d["formats"][0])}
        more = f" and {len(d['inputs']) - 1} more" if len(d["inputs"]) > 1 else ""
        inputs = f"{d['inputs'][0]}: {code(texts[d['inputs'][0]])}{more}"
        out.append(
            f"| `{d['peer']}` {peers[d['peer']]['version']} | `{d['function']}` | {inputs} | {d['peer_does']} | {d['we_do']} | "
            f"{d['reason']} | {d['section']} |"
        )
    return "\n".join(out) + "\n"


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--bin", help="the sortid program")
    options.add_argument(
        "--count", type=int, default=100_000, help="values for each format (default: 100000)"
    )
    options.add_argument("--seed", type=int, help="of the random values (default: drawn)")
    options.add_argument(
        "--peers", type=Path, default=ROOT / "build" / "peers", help="where install.sh has put the peers"
    )
    options.add_argument("--require", action="store_true", help="an absent peer is a failure")
    options.add_argument("--write-docs", action="store_true", help="write docs/peers.md and stop")
    options.add_argument(
        "--unlisted", type=Path, help="write differences that are not listed to this file, as JSON"
    )
    chosen = options.parse_args()

    data, borderline = load("differences.json"), load("borderline.json")

    def cases_of(fmt):
        cases = borderline[fmt]
        return borderline[cases] if isinstance(cases, str) else cases

    written = document(data, cases_of)
    if chosen.write_docs:
        DOCUMENT.parent.mkdir(exist_ok=True)
        DOCUMENT.write_text(written)
        return 0
    if not chosen.bin:
        options.error("--bin is needed")

    seed = chosen.seed if chosen.seed is not None else random.SystemRandom().getrandbits(32)
    print(f"peers: seed {seed}, {chosen.count} values for each format")
    test, sortid = Test(), Sortid(chosen.bin)
    test.unlisted = []
    peers = [Peer(entry, chosen.peers) for entry in data["peers"]]

    for fmt in sorted({f for p in peers for f in p.formats}):
        # A seed of its own for each format, so that a failure in one can be replayed with another --count for the rest.
        hexes = values(fmt, chosen.count, random.Random(f"{seed}/{fmt}"))
        cases = cases_of(fmt)
        verdicts, surprises = {}, []
        try:
            ours = sortid.texts(fmt, hexes)
            back = sortid.hexes(fmt, ours)
            test.row(
                "sortid",
                fmt,
                "its own bits of its own text",
                len(hexes),
                [f"{h}: {t} is read as {b}" for h, t, b in zip(hexes, ours, back) if b != h],
            )
            for case in cases:
                verdicts[case["name"]] = sortid.judge(fmt, case["text"])
                if not verdicts[case["name"]][0].startswith(case["sortid"]):
                    surprises.append(
                        f"{case['name']!r} ({case['text']!r}): expected {case['sortid']}, sortid {verdicts[case['name']][0]}"
                    )
            test.row("sortid", fmt, "borderline texts judged as expected", len(cases), surprises)
        except Failure as error:
            test.fail("sortid", fmt, "all", error)
            continue
        for peer in (p for p in peers if fmt in p.formats):
            listed = listed_of(data["differences"], peer, fmt)
            try:
                version, _ = peer.ask([])
                test.row(
                    peer.name,
                    fmt,
                    f"version {peer.version}",
                    1,
                    [] if version == peer.version else [f"installed: {version}"],
                )
                compare_bulk(test, peer, fmt, hexes, ours, sortid)
                compare_borderline(test, peer, fmt, cases, verdicts, listed)
                if listed:
                    test.fail(
                        peer.name, fmt, "differences.json", f"no such function or text: {sorted(listed)}"
                    )
            except Absent as why:
                if chosen.require:
                    test.fail(peer.name, fmt, "all", f"absent: {why}")
                else:
                    test.rows.append((peer.name, fmt, "not run", "-", "-", str(why)))
                    test.skipped.append(f"{peer.name}: {why}")
            except Failure as error:
                test.fail(peer.name, fmt, "all", error)

    known = {(p.name, f) for p in peers for f in p.formats}
    stray = [d for d in data["differences"] for f in d["formats"] if (d["peer"], f) not in known]
    test.row(
        "differences.json", "-", "peers and formats exist", len(data["differences"]), [str(d) for d in stray]
    )
    drift = not DOCUMENT.exists() or DOCUMENT.read_text() != written
    test.row("docs/peers.md", "-", "as run.py --write-docs writes it", 1, ["out of date"] if drift else [])

    table(test.rows, ("peer", "format", "operation", "ids", "differ", ""))
    if chosen.unlisted:
        chosen.unlisted.write_text(json.dumps(test.unlisted, indent=1, ensure_ascii=False))
    for line in test.skipped:
        print(f"not run: {line}", file=sys.stderr)
    for failure in test.failures:
        print(f"FAILED {failure}", file=sys.stderr)
    tail = f", {len(test.skipped)} skipped" if test.skipped else ""
    sys.stdout.flush()
    print(f"{test.passed} passed, {len(test.failures)} failed{tail}")
    return 1 if test.failures else 0


if __name__ == "__main__":
    sys.exit(main())
