"""docs/conventions.md, the section on Python, and the errors of conventions.json: each is written here as people write it."""

import json
import pathlib
import pickle
import re

import pytest
import sortid

SECTION = (pathlib.Path(__file__).resolve().parents[3] / "docs/conventions.md").read_text().split("\n## Python\n")[1].split("\n## ")[0]
SETUP = re.search(r"```python\n(.*?)```", SECTION, re.S)[1]
WORKS = [(guess, here) for here, guesses in re.findall(r"^\| `(.+)` \| (.+) \|$", SECTION, re.M) for guess in re.findall("`([^`]+)`", guesses)]
SAYS = json.loads((pathlib.Path(__file__).resolve().parents[1] / "conventions.json").read_text(encoding="utf-8"))["Python"].items()


def value(code):
    names = {}
    exec(SETUP, names)
    return eval(code, names)


@pytest.mark.parametrize("guess, here", WORKS, ids=[guess for guess, _ in WORKS])
def test_it_works(guess, here):
    guessed, wanted = value(guess), value(here)
    if isinstance(wanted, sortid.Id) and here.endswith(".new()"):
        assert type(guessed) is type(wanted) and abs(guessed.unix_ms - wanted.unix_ms) < 3_600_000
    else:
        assert guessed == wanted


@pytest.mark.parametrize("guess, says", SAYS, ids=[guess for guess, _ in SAYS])
def test_the_error_says_what_to_write(guess, says):
    with pytest.raises(Exception) as why:
        value(guess)
    assert says in str(why.value) and "\n" not in str(why.value)


def test_both_tables_are_read():
    assert len(WORKS) > 40 and len(SAYS) > 15


def test_names_that_are_missing_cost_little():
    """Libraries ask values for many names that they do not have: hasattr() makes no sentence."""
    id_ = sortid.ULID.MIN
    assert not any(hasattr(owner, name) for owner in (id_, sortid.ULID, sortid) for name in ("dtype", "__array__", "_private", "shape"))
    assert "from_str" not in dir(sortid.ULID) and "from_str" not in vars(sortid.ULID)
    with pytest.raises(AttributeError) as why:
        sortid.ULID.zzz
    assert str(pickle.loads(pickle.dumps(why.value))) == str(why.value)
    with pytest.raises(AttributeError, match="^ULID has no zzz; it has BITS, .* uuid$"):
        id_.zzz
    assert sortid.pandas.new.__name__ == "new" and "_Format" in str(sortid.pandas.new.__annotations__)  # as it was written


def test_the_class_of_classes():
    assert type(sortid.ULID).__name__ == "_IdClass" and isinstance(sortid.ULID, type)

    class Mine(sortid.Id):
        pass

    assert not hasattr(Mine, "new") and type(Mine) is type(sortid.Id)


def test_an_id_in_a_notebook():
    assert sortid.ULID("01ARZ3NDEKTSV4RRFFQ69G5FAV")._repr_html_() == (
        "<code>01ARZ3NDEKTSV4RRFFQ69G5FAV</code> <small>ulid · 2016-07-30T23:54:10.259Z</small>")
    assert sortid.UID11.MIN._repr_html_() == "<code>11111111111</code> <small>uid11</small>"
