"""The changes of mutants.py, and that a run tells a change that is found from one that is not, and from one that nothing reaches."""

import os
import subprocess

import mutants
import pytest

PROGRAM = """\
#include <cstdlib>

int halved(int number) {
  if (number < 0) return 0;
  return number / 2;
}

int unused(int number) {
  if (number > 5) return 1;
  return number;
}

int main() {
  int sum = 0;
  sum = halved(8);
  std::getenv("PATH");
  if (sum != 4) return 1;
  return 0;
}
"""


@pytest.fixture
def program(tmp_path):
    source = tmp_path / "program.cpp"
    source.write_text(PROGRAM, encoding="utf-8")
    return source


def made(program):
    found = mutants.candidates(program.parent, [program.name])
    return [one._replace(id=place) for place, one in enumerate(found)]


def test_what_is_changed(program):
    told = {(one.line, one.kind, one.told) for one in made(program)}
    assert told >= {(4, "condition", "not: number < 0"), (4, "condition", "< → <=: number < 0"), (4, "constant", "0 → 1"), (5, "constant", "2 → 3"),
                    (9, "condition", "> → >=: number > 5"), (15, "statement", 'without sum = halved(8);'), (17, "condition", "not: sum != 4")}
    assert not any(one.line in (1, 14) and one.kind == "statement" for one in made(program)), "a declaration stays"


@pytest.mark.parametrize("line", [
    '  static_assert(a < b);', "  template <int N = 3>", "#if A < 3", '  case 3:', "  constexpr int a = 3;", "  using x = y<3>;", '  // if (a) b();', "  return a;",
    '  say("if (a < 3)");'])
def test_what_is_no_code_of_a_run_stays(line):
    assert [kind for kind, _, _ in mutants.changes_of(line, ";")] in ([], ["statement"])


def compiled(program, each):
    """A test of the program with these changes in it, and what it reaches."""
    lines = PROGRAM.splitlines()
    for one in each:
        lines[one.line - 1] = one.text.replace("ON", f"::sortid_mutants::on<{one.id}>()", 1)
    program.write_text("\n".join(lines) + "\n", encoding="utf-8")
    binary = program.with_suffix("")
    subprocess.run([os.environ.get("CXX", "c++"), "-std=c++20", "-include", str(mutants.HERE / "mutant.hpp"), str(program), "-o", str(binary)], check=True)
    test = mutants.Test("program", [str(binary)], str(program.parent), {})
    return mutants.reach([test], program.parent, 1)


def test_found_survived_and_not_reached(program):
    by = {(one.line, one.told): one for one in made(program)}
    half, negative, greater, removed = by[5, "2 → 3"], by[4, "< → <=: number < 0"], by[9, "> → >=: number > 5"], by[16, 'without std::getenv("PATH");']
    each = [half, negative, greater, removed]
    reached = compiled(program, each)
    answers = {one.id: mutants.decide(one, reached, mutants.Luck()) for one in each}
    assert [answers[one.id][0] for one in each] == ["killed", "survived", "not reached", "survived"]
    each = [one._replace(file="cli/main.cpp") for one in each]
    reviewed = [{"file": "cli/main.cpp", "line": removed.code, "change": f"{removed.kind}: {removed.told}", "why": "its answer is not used"}]
    lines, well = mutants.table(each, answers, reviewed, mutants.ROOMS)
    assert "| cli | 4 | 1 | 1 | 1 | 1 | 33 % |" in lines and not well
    assert any(line.startswith("cli/main.cpp:9: not reached: condition: > → >=") for line in lines)


def test_what_does_not_compile_is_named_by_the_line(tmp_path, program):
    each = [one._replace(file="program.cpp") for one in made(program)[:2]]
    log = "../../program.cpp:4:7: error: no match for 'operator!='\n"
    assert mutants.not_compiled(log, tmp_path, each[:1]) == {each[0].id}


def test_no_line_is_changed_twice_and_a_seed_chooses(program):
    found = made(program)
    one, again, other = (mutants.chosen(found, 5, seed) for seed in (1, 1, 2))
    assert one == again != other and len({(m.file, m.line) for m in one}) == len(one) == 5
    rest = mutants.chosen([m for m in found if m not in [one[0]._replace(id=m.id)]], 5, 1)
    assert len({m.id for m in one} & {m.id for m in rest}) == 4, "what does not change keeps its id"


def test_a_stopped_run_goes_on_with_what_is_open(tmp_path, program):
    found, open_one, not_compiled = made(program)[:3]
    sources = {program.name: "as it was"}
    kept = mutants.Kept(tmp_path / "answers", sources, "tests")
    kept.add(found, "killed", "a test")
    kept.add(open_one, "survived")
    kept.add(not_compiled, "not compiled")

    def answers(sources, tests):
        again = mutants.Kept(tmp_path / "answers", sources, tests)
        return [again.get(one) and again.get(one)[0] for one in (found, open_one, not_compiled)]

    assert answers(sources, "tests") == answers({**sources, "other.cpp": "mended"}, "tests") == ["killed", "survived", "not compiled"]
    assert answers(sources, "other tests") == ["killed", None, "not compiled"]
    survived = mutants.Kept(tmp_path / "answers", sources, "other tests").survived
    assert [survived[kept.key(one)] for one in (found, open_one)] == [0, 1], "it is asked for longer"
    assert answers({program.name: "mended"}, "tests") == [None, None, None]


def test_what_the_compiler_works_out():
    lines = ["constexpr int table[] = {", "    7,", "};", "if constexpr (a == b) {", "const int a = 7;", "constexpr int f(int a) {"]
    assert mutants.of_the_compiler(lines) == {1, 2, 3}


def test_what_is_changed_and_compiled_by_itself(tmp_path):
    lines = ["constexpr int table[4] = {", "    7, 0x0F,", "};", "int f() { return 7; }", "static_assert(table[0] == 7);",
             "a.store(1, std::memory_order_release);", "b.load(std::memory_order_relaxed);  // not memory_order_acquire"]
    (tmp_path / "a.cpp").write_text("\n".join(lines), encoding="utf-8")
    found = [(one.line, one.kind, one.told, one.text) for one in mutants.recompiled_candidates(tmp_path, ["a.cpp"])]
    assert found == [(2, "table", "7 → 8", "    8, 0x0F,"), (2, "table", "0x0F → 16", "    7, 16,"),
                     (6, "order", "release is relaxed", "a.store(1, std::memory_order_relaxed);")]
    file, explored = mutants.EXPLORED[0], [*mutants.recompiled_candidates(mutants.SOURCE, mutants.EXPLORED)]
    assert any(one.file == file for one in explored) and not any(one.kind == "order" for one in explored)


def test_whom_to_ask_first():
    test = mutants.Test("", [], "", {})
    tests = [(test._replace(name=name), text) for name, text in (("long_test", "uid11 " * 5), ("uid11_test", ""), ("cli_new", "uid11 " * 9), ("short_test", "uid11"))]

    def asked(file):
        one = mutants.Mutant(0, file, 1, "table", "1 → 2", "", "int a = 1;")
        return [test.name for test in mutants.asked_first(one, tests)]

    tests = [(one._replace(command=["pytest"] if one.name == "cli_new" else []), text) for one, text in tests]
    assert asked("include/sortid/uid11.hpp")[:2] == ["uid11_test", "short_test"] and asked("cli/values.cpp") == ["cli_new"]


def test_what_other_systems_compile_stays():
    lines = ["#if defined(__EMSCRIPTEN__)", "a();", "#if A", "b();", "#endif", "#else", "c();", "#endif", "d();", "#if !defined(__APPLE__)", "e();", "#else",
             "f();", "#endif", "#if A", "g();", "#else", "h();", "#endif"]
    assert [lines[number - 1] for number in sorted(mutants.of_other_systems(lines))] == ["a();", "b();", "f();"]
