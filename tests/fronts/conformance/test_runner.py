"""The kit's runner, SORTID_CONFORM, against adapters that are right, wrong and hostile: it always ends, and says in a line what went wrong."""

import json
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[3]
KIT = ROOT / "conformance"
CONFORM = os.environ.get("SORTID_CONFORM", str(KIT / "conform.py"))
CASES = json.loads((KIT / "cases/ulid.json").read_text())["cases"]

SILENT = "no answer within 2 s"

# An adapter that knows every answer, which the ones below spoil.
RIGHT = f"""
import json, os, signal, subprocess, sys, time
known = {{}}
for case in json.load(open({str(KIT / "cases/ulid.json")!r}))["cases"]:
    question = {{k: v for k, v in case.items() if k not in ("id", "name", "answer", "clause", "tags", "open")}}
    known[json.dumps(question, sort_keys=True)] = case["answer"]
def answer(line):
    asked = json.loads(line)
    number, _ = asked.pop("id"), asked.pop("format", None)
    if asked["op"] == "about":
        return {{"id": number, "name": "right", "version": "1.2"}}
    return {{"id": number, **known[json.dumps(asked, sort_keys=True)]}}
def say(value):
    print(json.dumps(value), flush=True)
"""


def run(tmp_path, body, *options, right=True):
    program = tmp_path / "adapter.py"
    program.write_text((RIGHT if right else "import json, os, signal, subprocess, sys, time\n") + textwrap.dedent(body))
    return subprocess.run([sys.executable, CONFORM, "--format", "ulid", "-j", "1", *options, "--", sys.executable, program],
                          capture_output=True, text=True, timeout=300)


def results(tmp_path, body, *options):
    file = tmp_path / "results.json"
    ended = run(tmp_path, body, "--json", str(file), *options)
    return ended, json.loads(file.read_text())


def test_an_adapter_that_is_right(tmp_path):
    ended = run(tmp_path, "for line in sys.stdin: say(answer(line))")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == f"right 1.2, asked by kit 1.0.0\nulid: {len(CASES)} passed\n"


def test_answers_in_any_order_and_at_the_end(tmp_path):
    ended = run(tmp_path, "for line in reversed(list(sys.stdin)): say(answer(line))")
    assert ended.returncode == 0 and f"{len(CASES)} passed" in ended.stdout


def test_a_terminal_of_another_encoding(tmp_path):
    body = """
        for line in sys.stdin:
            said = answer(line)
            if "name" in said: said["name"] = "\\u0131\\ud800"
            if "text" in said: said["text"] = "\\u20ac" * 1000
            say(said)
        """
    program = tmp_path / "adapter.py"
    program.write_text(RIGHT + textwrap.dedent(body))
    ended = subprocess.run([sys.executable, CONFORM, "--format", "ulid", "--", sys.executable, program], capture_output=True,
                           env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert (ended.returncode, ended.stderr) == (1, b"") and b"\\u0131\\ud800 1.2" in ended.stdout


def test_what_is_wrong_is_shown_with_its_clause(tmp_path):
    ended, all_of_it = results(tmp_path, """
        for line in sys.stdin:
            said = answer(line)
            if said.get("error") == "overflow" and "position" in said: said = {"id": said["id"], "value": "0" * 32}
            say(said)
        """)
    assert ended.returncode == 1
    bad = [result for result in all_of_it["results"] if result["verdict"] == "failed"]
    want = [c for c in CASES if c["op"] == "parse" and c["answer"].get("error") == "overflow"]
    assert len(bad) == len(want) > 0 and all("overflow" in result["tags"] for result in bad)
    first, *_ = [line for line in ended.stdout.splitlines() if line.startswith("  first: ")]
    assert "takes it" in first and "Overflow Errors when Parsing Base32 Strings" in first and '"error": "overflow"' in first


def test_what_the_specification_leaves_open_is_no_failure(tmp_path):
    ended = run(tmp_path, """
        for line in sys.stdin:
            asked = json.loads(line)
            say({"id": asked["id"], "error": True} if asked["op"] == "lenient" else answer(line))
        """)
    # Rejecting what is rejected anyway is right.
    taken = [case for case in CASES if case["op"] == "lenient" and "error" not in case["answer"]]
    assert ended.returncode == 0 and f"{len(taken)} differ where the specification is open" in ended.stdout


def test_a_reason_and_a_position_are_compared_where_they_are_given(tmp_path):
    for given, failed in (("True", False), ('"nonsense"', True), ('"character", "position": 7777', True)):
        ended = run(tmp_path, f"""
            for line in sys.stdin:
                said = answer(line)
                if "error" in said and "position" in said: said = {{"id": said["id"], "error": {given}}}
                say(said)
            """)
        assert ended.returncode == int(failed), given


def test_numbers_may_be_texts_and_hex_in_any_case(tmp_path):
    ended = run(tmp_path, """
        for line in sys.stdin:
            said = answer(line)
            if "unix_ms" in said: said["unix_ms"] = str(said["unix_ms"])
            if "fields" in said: said["fields"] = {k: int(v) for k, v in said["fields"].items()}
            if "value" in said: said["value"] = said["value"].upper()
            say(said)
        """)
    assert ended.returncode == 0


def test_answers_of_other_types_are_wrong_and_break_nothing(tmp_path):
    for odd in ("None", "[]", "{}", "1e400", "True", '"x" * 1000', "-1", '["a", {}]'):
        ended = run(tmp_path, f"for line in sys.stdin: say({{**answer(line), 'value': {odd}, 'text': {odd}, 'fields': {odd}, 'unix_ms': {odd}}})")
        assert ended.returncode == 1 and "failed" in ended.stdout and ended.stderr == "", odd


@pytest.mark.parametrize("body,said", [
    ("time.sleep(1000)", SILENT),
    ("sys.exit(7)", "it ended with exit code 7"),
    ("sys.exit('no such module: ulid')", "it ended with exit code 1: no such module: ulid"),
    ("os.kill(os.getpid(), signal.SIGSEGV)", "it ended by signal 11"),
    ("os.close(1); time.sleep(1000)", "it closed its output"),
    ("signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(1000)", SILENT),
    ("while True: print('hello')", "it printed over 100 lines that are no answers, first 'hello'"),
    ("while True: print(json.dumps({'id': 10**9}))", "it printed over 100 lines that are no answers"),
    ("while True: sys.stdout.write('x' * 65536)", "it printed a line of over 1 MiB"),
    ("while True: sys.stderr.write('x' * 65536)", SILENT),
    ("for line in sys.stdin: sys.stdout.buffer.write(b'\\xff\\x00\\n')", "lines that are no answers"),
    ("for line in sys.stdin: print('[' * 100000)", "lines that are no answers"),
    ("for line in sys.stdin: print('{\"id\": ' + '9' * 100000 + '}')", "lines that are no answers"),
    ("for line in sys.stdin: print('null'); print('[]'); print('1')", "lines that are no answers"),
    ("subprocess.Popen(['sleep', '1017'], start_new_session=True)", SILENT),
    ("kept = bytearray(1 << 30); time.sleep(1000)", "it takes over 500 MiB of memory"),
])
def test_an_adapter_that_answers_nothing(tmp_path, body, said):
    limit = ["--time-limit", "2"] if said == SILENT else []
    ended = run(tmp_path, body, "--memory-limit", "500", *limit, right=False)
    subprocess.run(["pkill", "-f", "^sleep 1017$"])
    assert ended.returncode == 3 and len(ended.stderr.splitlines()) == 1
    assert said in ended.stderr and ended.stdout == ""


def test_a_program_that_is_none(tmp_path):
    (tmp_path / "text").write_text("no program")
    for path, why in ((tmp_path / "missing", "No such file"), (tmp_path / "text", "Permission denied"), (tmp_path, "Permission denied")):
        ended = subprocess.run([sys.executable, CONFORM, "--", path], capture_output=True, text=True)
        assert ended.returncode == 3 and why in ended.stderr and len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("spoil", ["os.abort()", "time.sleep(1000)", "sys.exit(0)", "print('x' * (2 << 20))"])
def test_one_case_that_ends_the_adapter_costs_that_case_alone(tmp_path, spoil):
    ended, all_of_it = results(tmp_path, f"""
        for line in sys.stdin:
            if json.loads(line).get("text") == "80000000000000000000000000": {spoil}
            say(answer(line))
        """, *(["--time-limit", "4"] if "sleep" in spoil else []))
    bad = [result for result in all_of_it["results"] if result["verdict"] != "passed"]
    assert ended.returncode == 1 and [result["question"] for result in bad] == ['parse {"text": "80000000000000000000000000"}']
    assert len(all_of_it["results"]) == len(CASES)


def test_an_adapter_that_ends_often_is_given_up(tmp_path):
    ended, all_of_it = results(tmp_path, """
        for i, line in enumerate(sys.stdin):
            if i == 3: os.abort()
            say(answer(line))
        """)
    assert ended.returncode == 1 and "is given up with" in ended.stdout
    assert sum(result["verdict"] == "passed" for result in all_of_it["results"]) > 20


def test_lines_that_are_no_answers_are_said(tmp_path):
    ended = run(tmp_path, "print('starting')\nfor line in sys.stdin: say(answer(line))")
    assert ended.returncode == 0 and "1 line is no answer: 'starting'" in ended.stdout


def test_a_second_answer_to_a_question_is_none(tmp_path):
    ended = run(tmp_path, """
        for i, line in enumerate(sys.stdin):
            say(answer(line))
            if i == 5: say({**answer(line), "error": "range"})
        """)
    assert ended.returncode == 0 and "1 line is no answer: " in ended.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_leaves_no_adapter(tmp_path, number):
    program, told = tmp_path / "adapter.py", tmp_path / "pid"
    program.write_text(f"import os, time\nopen({str(told)!r} + '.new', 'w').write(str(os.getpid()))\n"
                       f"os.rename({str(told)!r} + '.new', {str(told)!r})\ntime.sleep(1000)\n")
    run = subprocess.Popen([sys.executable, CONFORM, "--format", "ulid", "-j", "1", "--", sys.executable, program])
    while not told.exists():
        time.sleep(0.01)
    run.send_signal(number)
    assert run.wait() == 128 + number
    with pytest.raises(ProcessLookupError):
        os.kill(int(told.read_text()), 0)


def test_the_run_has_an_end(tmp_path):
    ended = run(tmp_path, "for line in sys.stdin: time.sleep(0.5); say(answer(line))", "--total-limit", "3")
    assert ended.returncode in (1, 3) and "the run's 3 s are over" in ended.stdout + ended.stderr


def test_json_on_standard_output(tmp_path):
    for option in (["--json"], ["--json", "-"]):
        ended = run(tmp_path, "for line in sys.stdin: say(answer(line))", *option)
        said = json.loads(ended.stdout)
        assert (ended.returncode, said["name"], said["counts"]) == (0, "right", {"passed": len(CASES)})


def test_junit_and_badge(tmp_path):
    files = [tmp_path / "junit.xml", tmp_path / "badge.svg"]
    run(tmp_path, """
        for line in sys.stdin:
            asked = json.loads(line)
            say({"id": asked["id"], "text": "\\x00\\ud800<&"} if asked["op"] == "text" else
                {"id": asked["id"], "unsupported": True} if asked["op"] == "next" else answer(line))
        """, "--junit", str(files[0]), "--badge", str(files[1]))
    suites = ElementTree.parse(files[0]).getroot()
    [suite] = suites
    assert suite.get("tests") == str(len(CASES)) == str(len(suite))
    assert suite.get("failures") == str(sum(case["op"] == "text" for case in CASES)) == str(len(suite.findall("*/failure")))
    assert suite.get("skipped") == str(sum(case["op"] == "next" for case in CASES)) == str(len(suite.findall("*/skipped")))
    badge = ElementTree.parse(files[1]).getroot()
    assert re.search(r"\d+ of \d+$", badge.get("aria-label")) and badge.tag.endswith("svg")


@pytest.mark.parametrize("words,said", [
    ([], "an adapter is missing"),
    (["--"], "an adapter is missing"),
    (["--format", "ksuid", "--", "true"], 'there is no format "ksuid" in the kit; it has ulid, '),
    (["--tag", "nothing", "--", "true"], "no case has what was asked for"),
    (["--cases", "/nonexistent", "--format", "ulid", "--", "true"], 'there is no format "ulid"'),
    (["--time-limit", "0", "--", "true"], "--time-limit"),
    (["--format=", "--", "true"], "--format: needs a value"),
    (["--json", "", "--", "true"], "--json: needs a value"),
    (["--fromat", "ulid", "--", "true"], "--fromat"),
])
def test_wrong_usage(words, said):
    ended = subprocess.run([sys.executable, CONFORM, *words], capture_output=True, text=True)
    assert ended.returncode == 2 and said in ended.stderr and ended.stdout == ""


def test_files_that_cannot_be_written(tmp_path):
    ended = run(tmp_path, "for line in sys.stdin: say(answer(line))", "--junit", str(tmp_path / "no/junit.xml"))
    assert ended.returncode == 3 and "No such file" in ended.stderr
