"""The cases of functions: the examples of docs/functions.json, and those of tests/oracle/vectors/functions."""

import datetime
import pathlib
import sys

import pytest
from program import sortid

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "unit/support"))
import function_cases  # noqa: E402


def instant(ms):
    at = datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=ms)
    return at.isoformat(timespec="milliseconds") + "Z"


def inspected(part, *options):
    return lambda c: ["inspect", "--json", *options, *(["--format", c["format"]] if "format" in c else []), "--", c["x"]], \
        lambda ended: ended.objects[0].get(part)


def one(words):
    return words, lambda ended: ended.out.rstrip("\n")


def edges(words, place=slice(2)):
    return words, lambda ended: ended.out.split()[place]


# How each is asked for, and where its answer is.
ASKED = {
    "text": inspected("text"), "parse": inspected("text"), "lenient": inspected("text", "--lenient"), "number": inspected("int"),
    "bytes": inspected("hex"), "hex": inspected("hex"), "uuid": inspected("uuid"), "fields": inspected("fields"),
    "ms": inspected("unix_ms"), "time": inspected("time"), "detect": inspected("format"),
    "find": (inspected("", "--extract")[0], lambda ended: [found["input"] for found in ended.objects]),
    "valid": (lambda c: ["check", "--quiet", "--format", c["format"], "--", c["x"]], lambda ended: ended.code == 0),
    "looks like": (lambda c: ["inspect", "--json", c["x"]], lambda ended: ended.objects[0]["looks_like"][0]["name"]),
    "convert": one(lambda c: ["convert", "--from", c["format"], "--to", c["to"], c["x"]]),
    "mask": one(lambda c: ["mask", "--key-file", c["key"], "--from", c["format"], c["x"]]),
    "unmask": one(lambda c: ["unmask", "--key-file", c["key"], "--from", c["format"], c["x"]]),
    "named": one(lambda c: ["new", c["format"], "--key-file", c["key"], "--at", instant(c["t"]), f"--name={c['name']}",
                            *(["--prefix", c["prefix"]] if "prefix" in c else [])]),
    "first": edges(lambda c: ["range", "--format", c["format"], "--at", instant(c["t"])], 0),
    "last": edges(lambda c: ["range", "--format", c["format"], "--at", instant(c["t"])], 1),
    "between": edges(lambda c: ["range", "--format", c["format"], instant(c["a"]), instant(c["b"])]),
    "text prefix": edges(lambda c: ["range", "--format", c["format"], f"--text-prefix={c['p']}"]),
}


@pytest.mark.parametrize("word", sorted(ASKED))
def test_cases(tmp_path, word):
    words, answer = ASKED[word]
    cases = [case for case in function_cases.CASES if case["function"] == word]
    assert cases
    for case in cases:
        if "key" in case:
            file = tmp_path / "a.key"
            file.write_text(case["key"] + "\n")
            file.chmod(0o600)
            case = {**case, "key": str(file)}
        ended = sortid(*words(case))
        if "reason" in case and ended.code == 2 and word == "convert":
            assert "ulid has 128 bits, xid has 64" in ended.err  # the command cannot be carried out
        elif "reason" in case:
            assert ended.code != 0 and case["reason"] in ended.err + ended.out, case
        else:
            assert answer(ended) == case["answer"], (case, ended)
