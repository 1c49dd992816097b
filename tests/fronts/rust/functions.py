"""The cases of functions, and the vectors of masks, names and ids in texts, by the crate's probe.

usage: functions.py PROBE
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/unit/support"))
from function_cases import CASES  # noqa: E402

VECTORS = ROOT / "tests/oracle/vectors"


def word(text):
    return (text if isinstance(text, bytes) else text.encode()).hex() or "-"


def vectors(name):
    return json.loads((VECTORS / name / "vectors.json").read_text(encoding="utf-8"))


def of_case(case):
    """What the probe is asked, and what it must say."""
    function, format = case["function"].replace(" ", "_"), case.get("format", "-")
    given = {
        "mask": lambda: [word(case["x"]), case["key"]], "unmask": lambda: [word(case["x"]), case["key"]],
        "convert": lambda: [word(case["x"]), case["to"]], "first": lambda: [case["t"]], "last": lambda: [case["t"]],
        "between": lambda: [case["a"], case["b"]], "text_prefix": lambda: [word(case["p"])],
        "named": lambda: [case["key"], case["t"], word(case["name"]), word(case.get("prefix", ""))],
    }.get(function, lambda: [word(case["x"])])()
    asked = " ".join(map(str, ["case", function, format, *given]))
    if "reason" in case:
        return asked, ("err", case["reason"], case.get("position"))
    answer = case["answer"]
    if isinstance(answer, (bool, dict)) or answer is None:
        answer = json.dumps(answer, separators=(",", ":"))
    return asked, ("ok", " ".join(answer) if isinstance(answer, list) else str(answer), None)


def everything():
    yield from map(of_case, CASES)
    for v in vectors("mask"):
        if v["version"] == 8:
            yield f"case mask {v['format']} {word(v['text'])} {v['key']}", ("ok", v["masked"], None)
            yield f"case unmask {v['format']} {word(v['masked'])} {v['key']}", ("ok", v["text"], None)
    for v in vectors("named"):
        if v["extension"] is None:
            asked = f"case named {v['format']} {v['key']} {v['unix_ms']} {word(v['name'])} {word(v['prefix'])}"
            yield asked, ("ok", v["text"], None)
    for v in vectors("find")["cases"]:
        if "formats" not in v or v["formats"]:
            found = " ".join(f"{format}:{word(text)}" for format, text in v["found"])
            yield f"find {word(v['text'])} {','.join(v.get('formats') or ()) or '-'}", ("ok", found, None)


def agrees(told, wanted):
    kind, answer, position = wanted
    if kind == "ok":
        return told.rstrip() == f"ok {answer}".rstrip()
    # A call that a format has no function for is not supported, which SQL and others call a range.
    reasons = {answer, "unsupported"} if answer == "range" else {answer}
    said, _, at = told.rpartition(" ")
    return said in {f"err {reason}" for reason in reasons} and (position is None or at == str(position))


def main():
    asked = list(everything())
    lines = "".join(f"{question}\n" for question, _ in asked)
    told = subprocess.run([sys.argv[1]], input=lines, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    wrong = [(question, answer, wanted) for (question, wanted), answer in zip(asked, told, strict=True) if not agrees(answer, wanted)]
    for question, answer, wanted in wrong:
        print(f"{question}: {answer}, not {wanted}")
    print(f"{len(asked)} cases, {len(wrong)} wrong")
    sys.exit(bool(wrong) or not asked)


if __name__ == "__main__":
    main()
