#!/usr/bin/env python3
"""Asks an implementation of ids the kit's questions and says what it answers.

    sortid-conform [OPTIONS] -- COMMAND...

COMMAND is an adapter: it reads a question a line and writes an answer a line, both JSON objects (README.md). Nothing of
it is trusted: one that hangs, floods, dies or prints something else costs its own cases alone.
"""

import argparse
import json
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

HERE = os.path.dirname(os.path.realpath(__file__))
PASSED, FAILED, OPEN, UNSUPPORTED = "passed", "failed", "open", "unsupported"
SAID = {PASSED: "passed", FAILED: "failed", OPEN: "differ where the specification is open", UNSUPPORTED: "not supported"}
ABOUT = {"id": 0, "op": "about"}
LONGEST_LINE = 1 << 20
MOST_GARBAGE = 100  # lines that are no answers, before an adapter is stopped
MOST_DEATHS = 20  # ends of an adapter within its share of the cases
QUOTED = 160  # symbols of an answer that a message shows
MEMORY_STEP = 0.05  # seconds between two looks at an adapter's memory
# Of a case; the rest is the question.
NOT_ASKED = ("id", "name", "answer", "clause", "specification", "tags", "open")


def resource(name):
    """A file of the kit, be it a folder or an archive that Python runs."""
    return __loader__.get_data(os.path.join(HERE, name)).decode()


def quote(value):
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= QUOTED else text[:QUOTED] + "…"


# ---------------------------------------------------------------------------------------------- the verdict


def plain(value):
    """Numbers and their decimal texts are the same answer, and so are the cases of a hex digit's letter."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, list):
        return [plain(part) for part in value]
    return value


def wrong(expected, got):
    """What is wrong about an answer, or None. A reason, a position and the mark of a check are compared where they are given."""
    rejected = got.get("error") not in (None, False)
    if "error" in expected and not rejected:
        return "takes it"
    if rejected and "error" not in expected:
        return "rejects it"
    for key, value in expected.items():
        if key in ("error", "position", "check"):
            if key in got and got[key] not in (True, None) and plain(got[key]) != plain(value):
                return f"another {'reason' if key == 'error' else key}"
            continue
        if key not in got:
            return f'no "{key}"'
        given = got[key]
        if key in ("value", "values", "first", "last") and isinstance(given, (str, list)):
            given = given.lower() if isinstance(given, str) else [v.lower() if isinstance(v, str) else v for v in given]
        if plain(given) != plain(value):
            return f"another {key}"
    return None


def verdict(case, got):
    if got.get("unsupported") is True:
        return UNSUPPORTED, None
    why = wrong(case["answer"], got)
    if why is None:
        return PASSED, None
    return (OPEN if "open" in case else FAILED), why


# ---------------------------------------------------------------------------------------------- one process


def memory_of(pid):
    """Bytes that a process and its children have, where the system tells."""
    total = 0
    try:
        with open(f"/proc/{pid}/statm") as file:
            total = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children") as file:
                total += sum(memory_of(int(child)) for child in file.read().split())
    except (OSError, ValueError, IndexError):
        pass  # it has ended, or there is no /proc
    return total


class Run:
    """One process of the adapter with some questions. `answers` has what came of it, `why` how it went wrong."""

    running = set()

    def __init__(self, command, questions, limits):
        self.answers, self.garbage, self.first_garbage, self.ended, self.why = {}, 0, None, False, None
        self.waiting = {question["id"] for question in questions}
        self.changed, self.errors = threading.Condition(), b""
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        start_new_session=True)
        self.running.add(self)
        self.seen = time.monotonic()
        for work in (lambda: self.write(questions), self.read, self.keep_errors):
            threading.Thread(target=work, daemon=True).start()  # a pipe that a grandchild holds keeps nobody waiting
        try:
            self.watch(limits)
        finally:
            self.stop()

    def write(self, questions):
        try:
            for question in questions:
                self.process.stdin.write(json.dumps(question).encode() + b"\n")
            self.process.stdin.close()
        except (OSError, ValueError):
            pass  # it has ended, which the watcher notices

    def read(self):
        rest = b""
        while part := os.read(self.process.stdout.fileno(), 1 << 16):
            lines = (rest + part).split(b"\n")
            rest = lines.pop()
            for line in lines:
                self.take(line)
            if len(rest) > LONGEST_LINE or any(len(line) > LONGEST_LINE for line in lines):
                return self.end("it printed a line of over 1 MiB")
            if self.garbage > MOST_GARBAGE:
                return self.end(f"it printed over {MOST_GARBAGE} lines that are no answers, first {self.first_garbage}")
        if rest:
            self.take(rest)
        self.end("")

    def end(self, why):
        with self.changed:
            self.why = self.why or why
            self.ended = True
            self.changed.notify()

    def take(self, line):
        if not line.strip():
            return
        try:
            got = json.loads(line)
            asked = got.pop("id")
            if isinstance(asked, str):
                asked = int(asked)
            with self.changed:
                self.waiting.remove(asked)
                self.answers[asked] = got
                self.seen = time.monotonic()
                if not self.waiting:
                    self.changed.notify()
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            self.garbage += 1
            self.first_garbage = self.first_garbage or quote(repr(line[:QUOTED].decode(errors="replace")))

    def keep_errors(self):
        while part := os.read(self.process.stderr.fileno(), 1 << 16):
            self.errors = (self.errors + part)[-4096:]

    def watch(self, limits):
        with self.changed:
            while self.waiting and not self.ended:
                self.changed.wait(MEMORY_STEP)
                now = time.monotonic()
                if now - self.seen > limits.seconds:
                    self.why = f"no answer within {limits.seconds:g} s"
                elif now > limits.end:
                    self.why = f"the run's {limits.total:g} s are over"
                elif memory_of(self.process.pid) > limits.bytes:
                    self.why = f"it takes over {limits.bytes >> 20} MiB of memory"
                else:
                    continue
                return
        if self.waiting and not self.why:
            try:
                code = self.process.wait(1)
            except subprocess.TimeoutExpired:
                self.why = "it closed its output"
                return
            how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
            said = self.errors.decode(errors="replace").strip().splitlines()
            self.why = f"it ended {how}" + (f": {quote(said[-1])}" if said else "")

    def stop(self):
        self.running.discard(self)
        if os.name != "posix":
            self.process.kill()
        else:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except OSError:
                pass  # it and its children have ended
        self.process.wait()


class Limits:
    def __init__(self, seconds, total, mebibytes):
        self.seconds, self.total, self.bytes = seconds, total, mebibytes << 20
        self.end = time.monotonic() + total


# ---------------------------------------------------------------------------------------------- all cases


class Share:
    """The cases of one thread. After an end of the adapter the case that had no answer is asked alone, and the rest of a new one."""

    def __init__(self, command, questions, limits):
        self.answers, self.silent, self.notes = {}, {}, []
        left, deaths, mute = questions, 0, 0
        while left:
            run = Run(command, left, limits)
            self.take(run)
            left = [q for q in left if q["id"] not in self.answers]
            if not left:
                break
            deaths, mute = deaths + 1, 0 if run.answers else mute + 1
            gives_up = mute == 2 or deaths == MOST_DEATHS or time.monotonic() > limits.end
            suspect, left = left[0], left[1:]
            if not gives_up and (run.answers or left):
                alone = Run(command, [suspect], limits)
                self.take(alone)
                run = alone if alone.waiting else run
            if suspect["id"] not in self.answers:
                self.silent[suspect["id"]] = run.why
            if gives_up and left:
                self.notes.append(f"the adapter is given up with {len(left)} questions left: {run.why}")
                self.silent.update((q["id"], f"not asked: {run.why}") for q in left)
                break

    def take(self, run):
        self.answers.update(run.answers)
        if run.garbage:
            self.notes.append(f"1 line is no answer: {run.first_garbage}" if run.garbage == 1 else
                              f"{run.garbage} lines are no answers, first {run.first_garbage}")


def ask(command, cases, jobs, limits):
    """Answers by number of the case, what had none with the reason, and notes on the adapter."""
    questions = [{"id": i + 1, **{k: v for k, v in case.items() if k not in NOT_ASKED}} for i, case in enumerate(cases)]
    jobs = max(1, min(jobs, len(questions) // 200))
    shares = [[ABOUT] * (i == 0) + questions[i::jobs] for i in range(jobs)]
    done, failures = [None] * jobs, []

    def work(i):
        try:
            done[i] = Share(command, shares[i], limits)
        except OSError as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(i,), daemon=True) for i in range(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    answers, silent, notes = {}, {}, []
    for share in done:
        answers.update(share.answers)
        silent.update(share.silent)
        notes += share.notes
    return answers, silent, list(dict.fromkeys(notes))


def load(folder, formats):
    """All cases, each with its format, and the version of the kit."""
    if folder is None:
        known = json.loads(resource("schema.json"))["$defs"]["format"]["enum"]
        files = {name: resource(f"cases/{name}.json") for name in known if not formats or name in formats}
    else:
        known = [file.stem for file in sorted(Path(folder).glob("*.json"))]
        files = {name: Path(folder, f"{name}.json").read_text(encoding="utf-8") for name in known if not formats or name in formats}
    for name in formats:
        if name not in known:
            raise SystemExit(usage(f'there is no format "{name}" in the kit; it has {", ".join(known)}'))
    cases, version = [], None
    for name, text in files.items():
        data = json.loads(text)
        version = data["kit"]
        cases += [{**case, "format": name, "specification": data["specification"]} for case in data["cases"]]
    return cases, version


# ---------------------------------------------------------------------------------------------- what is said


def shown_question(case):
    given = {k: v for k, v in case.items() if k not in (*NOT_ASKED, "format", "op")}
    return f"{case['op']} {quote(given)}"


def first_line(result):
    case = result["case"]
    said = result.get("answer")
    return (f"{case['id']} ({case['name']}): {shown_question(case)}: {result['why']}"
            f"{': ' + quote(said) if said else ''}; {case['specification']}, {case['clause']}: {quote(case['answer'])}")


def card(results, about, version, command, notes, out):
    name = " ".join(str(about[key]) for key in ("name", "version") if about.get(key)) or shlex.join(command)
    print(f"{name}, asked by kit {version}", file=out)
    for note in notes:
        print(f"  {note}", file=out)
    for fmt in dict.fromkeys(result["case"]["format"] for result in results):
        of = [result for result in results if result["case"]["format"] == fmt]
        counts = Counter(result["verdict"] for result in of)
        if counts[UNSUPPORTED] == len(of) or not any("answer" in result for result in of):
            print(f"{fmt}: {'not supported' if counts[UNSUPPORTED] else 'not asked'}", file=out)
            continue
        print(f"{fmt}: " + ", ".join(f"{counts[v]} {SAID[v]}" for v in SAID if counts[v]), file=out)
        for verdict_shown in (FAILED, OPEN):
            bad = [result for result in of if result["verdict"] == verdict_shown]
            if not bad:
                continue
            tags = Counter(tag for result in bad for tag in tags_of(result["case"]))
            print(f"  {SAID[verdict_shown]}: " + ", ".join(f"{tag} {n}" for tag, n in tags.most_common()), file=out)
            print(f"  first: {first_line(bad[0])}", file=out)


def tags_of(case):
    return [case["op"], *case.get("tags", [])]


def summary(results, about, version, command, notes):
    return {
        "kit": version, "command": command, "name": about.get("name"), "version": about.get("version"),
        "language": about.get("language"), "notes": notes,
        "counts": dict(Counter(result["verdict"] for result in results)),
        "results": [{"id": r["case"]["id"], "format": r["case"]["format"], "tags": tags_of(r["case"]), "verdict": r["verdict"],
                     **({"open": r["case"]["open"]} if "open" in r["case"] else {}),
                     **({"why": r["why"], "answer": r.get("answer"), "expected": r["case"]["answer"], "clause": r["case"]["clause"],
                         "question": shown_question(r["case"])} if r["why"] else {})} for r in results],
    }


def junit(results, version):
    suites = ElementTree.Element("testsuites", name=f"sortid conformance kit {version}")
    for fmt in dict.fromkeys(result["case"]["format"] for result in results):
        of = [result for result in results if result["case"]["format"] == fmt]
        counts = Counter(result["verdict"] for result in of)
        suite = ElementTree.SubElement(suites, "testsuite", name=fmt, tests=str(len(of)), failures=str(counts[FAILED]),
                                       skipped=str(counts[UNSUPPORTED] + counts[OPEN]))
        for result in of:
            case = result["case"]
            test = ElementTree.SubElement(suite, "testcase", classname=f"{fmt}.{case['op']}", name=f"{case['id']} {case['name']}")
            if result["verdict"] == FAILED:
                # As ASCII: XML has no control characters.
                ElementTree.SubElement(test, "failure", message=ascii(first_line(result))[1:-1])
            elif result["verdict"] != PASSED:
                said = case["open"] if result["verdict"] == OPEN else "not supported"
                ElementTree.SubElement(test, "skipped", message=said)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def badge(results):
    counts = Counter(result["verdict"] for result in results)
    asked = counts[PASSED] + counts[FAILED] + counts[OPEN]
    label, said = "id conformance", f"{counts[PASSED]} of {asked}" if counts[FAILED] else f"all {asked} pass"
    colour = "#2e7d32" if asked and not counts[FAILED] else "#c62828"
    left, right = 7 * len(label) + 10, 7 * len(said) + 10
    text = 'y="14" fill="#fff" font-family="Verdana,sans-serif" font-size="11" text-anchor="middle"'
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" aria-label="{label}: {said}">'
            f'<rect width="{left}" height="20" fill="#555"/><rect x="{left}" width="{right}" height="20" fill="{colour}"/>'
            f'<text x="{left / 2}" {text}>{label}</text><text x="{left + right / 2}" {text}>{said}</text></svg>\n')


# ---------------------------------------------------------------------------------------------- the program


def usage(said):
    print(f"sortid-conform: {said}", file=sys.stderr)
    return 2


def positive(text):
    value = float(text)
    if not 0 < value < 1e9:
        raise ValueError
    return value


def filled(text):
    if not text:
        raise argparse.ArgumentTypeError("needs a value")  # an unset variable perhaps
    return text


def names(text):
    return filled(text).split(",")


AFTER_OPTIONS = """\
Exit status: 0 nothing failed, 1 some cases failed, 2 wrong usage, 3 the
adapter cannot be run.

Examples:
  sortid-conform --format ulid -- node adapter.mjs
  sortid-conform --junit results.xml --badge badge.svg -- ./adapter"""


def interrupted(number, frame):
    """Leaves no adapter behind, since each has a session of its own."""
    for run in list(Run.running):
        run.stop()
    os._exit(128 + number)


def options():
    parser = argparse.ArgumentParser(prog="sortid-conform", description=__doc__.partition("\n")[0], allow_abbrev=False,
                                     usage="%(prog)s [OPTIONS] -- COMMAND...",
                                     formatter_class=argparse.RawDescriptionHelpFormatter, epilog=AFTER_OPTIONS)
    parser.add_argument("--format", type=names, metavar="NAMES", default=[], help="ask for these formats alone, separated by commas")
    parser.add_argument("--op", type=names, metavar="NAMES", default=[], help="ask for these operations alone")
    parser.add_argument("--tag", type=names, metavar="NAMES", default=[], help="ask for cases with one of these tags alone")
    parser.add_argument("--cases", type=filled, metavar="FOLDER", help="cases of another version of the kit")
    parser.add_argument("--strict", action="store_true", help="another answer where the specification is open is a failure too")
    parser.add_argument("--json", type=filled, nargs="?", const="-", metavar="FILE",
                        help="write all results as JSON; without FILE, or to -, on standard output in place of the card")
    parser.add_argument("--junit", type=filled, metavar="FILE", help="write the results as JUnit XML")
    parser.add_argument("--badge", type=filled, metavar="FILE", help="write a badge as SVG")
    parser.add_argument("-j", "--jobs", type=positive, default=os.cpu_count() or 1, metavar="N", help="adapters at once (default: processors)")
    parser.add_argument("--time-limit", type=positive, default=10, metavar="S", help="seconds without an answer (default: 10)")
    parser.add_argument("--total-limit", type=positive, default=600, metavar="S", help="seconds of the whole run (default: 600)")
    parser.add_argument("--memory-limit", type=positive, default=2048, metavar="MIB", help="memory of an adapter, on Linux (default: 2048)")
    parser.add_argument("command", nargs="*", metavar="COMMAND")
    return parser


def main():
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # a name, or a text that is quoted, in a terminal of another encoding
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupted)
    words = sys.argv[1:]
    at = words.index("--") if "--" in words else len(words)
    given = options().parse_args(words[:at])
    command = given.command + words[at + 1:]
    if not command:
        return usage("an adapter is missing: sortid-conform [OPTIONS] -- COMMAND...")
    try:
        cases, version = load(given.cases, given.format)
    except (OSError, ValueError, KeyError) as error:
        return usage(f"the cases cannot be read: {error}")
    cases = [case for case in cases
             if (not given.op or case["op"] in given.op) and (not given.tag or set(given.tag) & set(tags_of(case)))]
    if not cases:
        return usage("no case has what was asked for")
    limits = Limits(given.time_limit, given.total_limit, int(given.memory_limit))
    try:
        answers, silent, notes = ask(command, cases, int(given.jobs), limits)
    except OSError as error:
        print(f"sortid-conform: {shlex.join(command)} cannot be run: {error.strerror}", file=sys.stderr)
        return 3
    about = answers.get(0, {})
    if given.strict:
        cases = [{k: v for k, v in case.items() if k != "open"} for case in cases]
    results = []
    for i, case in enumerate(cases):
        if i + 1 in answers:
            judged, why = verdict(case, answers[i + 1])
            results.append({"case": case, "verdict": judged, "why": why, "answer": answers[i + 1]})
        else:
            results.append({"case": case, "verdict": FAILED, "why": silent[i + 1]})
    silence = all(i + 1 not in answers for i in range(len(cases)))
    try:
        if given.json:
            text = json.dumps(summary(results, about, version, command, notes), indent=1) + "\n"
            sys.stdout.write(text) if given.json == "-" else Path(given.json).write_text(text, encoding="utf-8")
        if given.junit:
            Path(given.junit).write_text(junit(results, version), encoding="utf-8")
        if given.badge:
            Path(given.badge).write_text(badge(results), encoding="utf-8")
        if given.json != "-" and not silence:
            card(results, about, version, command, notes, sys.stdout)
        sys.stdout.flush()
    except OSError as error:
        print(f"sortid-conform: {error.filename or 'standard output'}: {error.strerror}", file=sys.stderr)
        return 3
    if silence:
        print(f"sortid-conform: {shlex.join(command)} answered nothing: {results[0]['why']}", file=sys.stderr)
        return 3
    return int(any(result["verdict"] == FAILED for result in results))


if __name__ == "__main__":
    sys.exit(main())
