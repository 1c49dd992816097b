"""The program as a whole: help, version, the list of formats, completions, the man page."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest
from program import ULID, ULID_AS_UUID, formats, new, sortid

SUBCOMMANDS = ["new", "inspect", "grep", "convert", "mask", "unmask", "check", "sort", "uniq", "join", "range", "formats", "pool", "udf", "conform"]


def test_version():
    source = os.environ.get("SORTID_SOURCE", pathlib.Path(__file__).parents[3])
    assert sortid("--version") == (0, "sortid " + (pathlib.Path(source) / "VERSION").read_text().strip() + "\n", "")


def test_help():
    run = sortid("--help")
    assert (run.code, run.err) == (0, "") and "Examples:" in run.out and "Exit status" in run.out
    for name in SUBCOMMANDS:
        assert f"\n  {name} " in run.out
        own = sortid(name, "--help")
        assert (own.code, own.err) == (0, "") and "Examples:" in own.out
        assert max(map(len, (run.out + own.out).splitlines())) <= 80
    assert "generate" not in run.out
    assert "\n  FORMAT      " in sortid("new", "--help").out


def test_what_people_type_first():
    assert sortid("-V") == sortid("--version")
    assert sortid("help") == sortid("--help") and sortid("help", "new") == sortid("new", "--help")
    assert sortid("list") == sortid("formats") and sortid("list", "--json") == sortid("formats", "--json")
    run = sortid("help", "nwe")
    assert (run.code, run.out) == (2, "") and "did you mean new?" in run.err


def test_help_takes_one_subcommand():
    assert sortid("help", "help") == sortid("help") and sortid("help", "list") == sortid("formats", "--help")
    assert sortid("help", "inspect", "x", "y") == (
        2, "", 'sortid: help takes no more words: "x" is one too many\nTry: sortid --help\n')


@pytest.mark.parametrize("args,sentence", [
    (("convert", "--to", "uuid", "--invalid", "a", "--invalid", "b", "x"), "--invalid is given 2 times; it takes one value"),
    (("new", "-n"), "--count needs a value: COUNT"),
    (("check", "--format"), "--format needs a value: FORMAT"),
    (("range", "ulid", "1", "2", "3"), 'range takes FROM and TO: "3" is one too many'),
    (("new", "--at", ""), "--at needs a value: INSTANT"),
    (("formats", "--json=3"), "--json takes no value"),
    (("convert", "x"), "--to is required"),
    (("mask", "--key", "00", "x"), "there is no option --key; did you mean --key-file?"),
    (("range", "ulid"), "range takes one of FROM, FROM and TO, --at, --text-prefix"),
    (("check", "--jobs", "x", "y"), '--jobs "x": 1 to 16 threads'),
    (("new", "euid", "--ext", "abc"), '--ext "abc": euid takes 0 to 32767'),
], ids=lambda value: " ".join(value) if isinstance(value, tuple) else "")
def test_options_given_too_often_or_without_a_value(args, sentence):
    assert sortid(*args) == (2, "", f"sortid: {sentence}\nTry: sortid {args[0]} --help\n")


def listed_options(subcommand):
    """Every long option of its help but --help, by which name it is told, and the name of its value, if it takes one."""
    for flags, value in re.findall(r"^  (-[-\w,]+)(?: (\S+))?", sortid(subcommand, "--help").out, re.MULTILINE):
        names = flags.split(",")
        yield from ((name, names[-1], value) for name in names if name.startswith("--") and name != "--help")


# What may be empty, with the subcommands that have it: the prefix of TypeIDs without one, and any name.
MAY_BE_EMPTY = {("new", "--prefix"), ("new", "--name"), ("convert", "--prefix"), ("check", "--prefix"), ("range", "--prefix"),
                ("range", "--text-prefix"), ("udf", "--prefix")}


@pytest.mark.parametrize("subcommand", [name for name in SUBCOMMANDS if name != "conform"])  # whose words the kit reads
def test_an_empty_value_takes_no_other_word(subcommand, tmp_path):
    """--name= has no value, or an empty one where that means something; the word behind it is no part of it."""
    options = list(listed_options(subcommand))
    assert options
    taken = tmp_path / "taken"
    for flag, name, value in options:
        run = sortid(subcommand, f"{flag}=", str(taken), stdin="")
        wants = f"{name} needs a value: {value}" if value else f"{name} takes no value"
        if (subcommand, flag) in MAY_BE_EMPTY:
            assert wants not in run.err and run == sortid(subcommand, flag, "", str(taken), stdin=""), flag
        else:
            assert run == (2, "", f"sortid: {wants}\nTry: sortid {subcommand} --help\n"), flag
        assert not taken.exists(), flag
    assert sortid("--generate=", "man").code == 2


def test_an_empty_value_is_a_value(tmp_path):
    key = tmp_path / "key"
    key.write_text("00" * 16)
    key.chmod(0o600)
    named = ("new", "ulid", "--key-file", str(key), "--at", "2026-01-01")
    names = ["", "=", "[x]", "[x,y]", "{}", "--name=", "x"]
    ids = {name: sortid(*named, f"--name={name}").out for name in names}
    assert len(set(ids.values())) == len(names)
    assert ids == {name: sortid(*named, "--name", name).out for name in names}
    assert sortid("convert", "--prefix=", "--to", "typeid", ULID).out == sortid("convert", "--to", "typeid", ULID).out
    assert sortid("convert", "--to=", "uuid", ULID).code == 2


CONTROL = "\x1b]0;\x07\n\r\x7f\u009b"
SHOWN = r"\x1B]0;\x07\x0A\x0D\x7F\xC2\x9B"


@pytest.mark.parametrize("args", [
    ("{}",), ("inspect{}", "x"), ("new", "--{}"), ("new", "--prefx{}"), ("help", "{}"), ("help", "new", "{}"), ("formats", "{}"), ("new", "{}"),
    ("new", "ulid", "{}"), ("new", "-n", "{}"), ("new", "--at", "{}"), ("new", "--as", "{}"), ("new", "ulid-flake", "--epoch", "{}"), ("new", "--jobs", "{}"),
    ("new", "typeid", "--prefix", "{}"), ("new", "--random={}"), ("formats", "--color", "{}"), ("inspect", "{}"), ("inspect", "--format", "{}", "x"),
    ("convert", "--to", "{}", "x"), ("convert", "--to", "uuid", "--invalid", "/{}/no", "x"), ("range", "--format", "ulid", "{}", "1"), ("--generate", "{}"),
    ("range", "--format", "xid", "--text-prefix", "{}"), ("range", "--format", "ulid", "1", "2", "{}"),
], ids=" ".join)
def test_what_the_user_wrote_is_shown_without_control_characters(args):
    run = sortid(*(word.format(CONTROL) for word in args))
    assert run.code != 0 and run.out == ""
    assert all(" " <= symbol <= "~" for line in run.err.splitlines() for symbol in line), run.err
    assert len(run.err.splitlines()) <= 2, "a newline among the words makes no line of its own"
    repeats = "--random={}" not in args
    assert SHOWN in run.err or not repeats, run.err


@pytest.mark.parametrize("args,sentence", [
    (("inspec", "01ARZ3NDEKTSV4RRFFQ69G5FAV"), 'there is no subcommand "inspec"; did you mean inspect? There are new, inspect,'),
    (("convrt", "--to", "uuid", "x"), 'there is no subcommand "convrt"; did you mean convert? There are'),
    (("frobnicate",), 'there is no subcommand "frobnicate". There are new, inspect, grep, convert, mask, unmask, check, sort, uniq, join, range, formats'),
    (("frobnicate", "01ARZ3NDEKTSV4RRFFQ69G5FAV"), 'there is no subcommand "frobnicate"; did you mean sortid inspect 01ARZ3NDEKTSV4RRFFQ69G5FAV?'),
    (("new", "ksuid"), 'there is no format "ksuid"; did you mean ulid?'),
    (("new", "uuidv4"), 'there is no format "uuidv4"; did you mean uuidv7?'),
    (("new", "--prefx", "user"), "there is no option --prefx; did you mean --prefix?"),
    (("new", "--prefx=user"), "there is no option --prefx; did you mean --prefix?"),
    (("check", "--frobnicate", "x"), "there is no option --frobnicate\n"),
    (("formats", "[one]", "two"), 'formats takes no more words: "[one]" is one too many'),
], ids=lambda value: " ".join(value) if isinstance(value, tuple) else "")
def test_a_slip_is_told_in_order_and_with_what_was_meant(args, sentence):
    run = sortid(*args)
    assert (run.code, run.out) == (2, "") and f"sortid: {sentence}" in run.err
    assert "Try: sortid" in run.err


def test_wrong_usage():
    assert sortid() == (2, "", "sortid: a subcommand is missing\nTry: sortid --help\n")
    for args in (("frobnicate",), ("new", "--frobnicate"), ("check", "--format"), ("formats", "extra"), ("--generate", "elvish")):
        run = sortid(*args)
        assert (run.code, run.out) == (2, "") and run.err.startswith("sortid: ")


def test_formats():
    listed = formats()
    assert len({f["name"] for f in listed}) == len(listed) >= 12
    assert len({tuple(f) for f in listed}) == 1, "the same keys"
    text = sortid("formats").out
    assert "base 32; 1970 to 10889\n" in text and "base 58; no time\n" in text
    for typed, meant in (("xd", "xid"), ("ulidfake", "ulid-flake")):
        assert f"did you mean {meant}?" in sortid("convert", "--to", typed, ULID).err
    for f in listed:
        assert f"{f['name']}: {f['title']}\n" in text
        assert sum(x["bits"] for x in f["fields"]) == f["bits"] == 8 * f["bytes"]
        assert len(f["max_text"]) == len(f["min_text"]) == f["symbols"]
        assert set(f["max_text"]) <= set(f["alphabet"] + "-")
        [highest] = sortid("inspect", "--json", "--format", f["name"], f["max_text"]).objects
        if f["generated"] and f["epoch_unix_ms"] is not None and not (f["prefixed"]):
            assert f["last_unix_ms"] >= highest["unix_ms"] and highest["unix_ms"] > f["epoch_unix_ms"]
    by_name = {f["name"]: f for f in listed}
    assert by_name["euid"]["last_time"] == "3084-12-12T12:41:28.831Z"
    assert by_name["ulid-flake"]["last_time"] == "2302-09-27T15:10:22.207Z"
    assert by_name["xid"]["last_time"] == "2151-03-25T18:46:22.214Z"
    assert by_name["uid11-snowish"]["last_time"] == "2081-07-18T02:58:46.662Z"
    assert by_name["uid11"]["epoch_unix_ms"] is None
    assert not by_name["uuid"]["generated"]


@pytest.mark.parametrize("shell,check", [("bash", ["bash", "-n"]), ("zsh", ["zsh", "-n"]), ("fish", ["fish", "--no-execute"])])
def test_completions_parse(shell, check, tmp_path):
    run = sortid("--generate", shell)
    assert (run.code, run.err) == (0, "")
    assert "ulid-flake-scalable" in run.out and "convert" in run.out
    if shutil.which(check[0]) is None:
        pytest.skip(f"no {check[0]}")
    script = tmp_path / "completion"
    script.write_text(run.out)
    assert subprocess.run([*check, script], capture_output=True).stderr == b""


def completed(tmp_path, *words):
    script = tmp_path / "completion.bash"
    script.write_text(sortid("--generate", "bash").out)
    program = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sortid; printf "%s\\n" "${COMPREPLY[@]}"'
    return subprocess.run(["bash", "-c", program, script, *words], capture_output=True, text=True).stdout.split()


def test_bash_completes(tmp_path):
    assert completed(tmp_path, "sortid", "con") == ["convert", "conform"]
    assert completed(tmp_path, "sortid", "new", "euid", "--as", "") == ["text", "uuid", "hex", "int", "json", "binary"]
    assert completed(tmp_path, "sortid", "convert", "--to", "uuid") == ["uuidv7", "uuid"]
    assert completed(tmp_path, "sortid", "new", "ulid-flake-") == ["ulid-flake-scalable"]
    assert "--text-prefix" in completed(tmp_path, "sortid", "range", "--t")


def test_bash_completes_what_people_type_first(tmp_path):
    assert set(SUBCOMMANDS) | {"help", "list"} <= set(completed(tmp_path, "sortid", ""))
    assert completed(tmp_path, "sortid", "he") == ["help"] and completed(tmp_path, "sortid", "li") == ["list"]
    assert completed(tmp_path, "sortid", "help", "") == SUBCOMMANDS
    assert completed(tmp_path, "sortid", "pool", "") == ["status", "fence", "release"]
    assert completed(tmp_path, "sortid", "list", "--j") == completed(tmp_path, "sortid", "formats", "--j") == ["--json"]


def test_completions_offer_no_format_that_is_always_rejected(tmp_path):
    for name in completed(tmp_path, "sortid", "new", ""):
        assert new(name).code == 0, name
    ranges = [("--at", "2030-01-01"), ("--text-prefix", "5")]
    for name in completed(tmp_path, "sortid", "range", "--format", ""):
        assert 0 in [sortid("range", "--format", name, *how).code for how in ranges], name
    assert "uuid" in completed(tmp_path, "sortid", "check", "--format", "uu")


def test_fish_completes(tmp_path):
    if shutil.which("fish") is None:
        pytest.skip("no fish")
    script = tmp_path / "sortid.fish"
    script.write_text(sortid("--generate", "fish").out)
    run = subprocess.run(["fish", "--no-config", "-c", f"source '{script}'; complete -C 'sortid convert --to uuid'"], capture_output=True, text=True,
                         env={**os.environ, "HOME": str(tmp_path)})
    assert [line.split("\t")[0] for line in run.stdout.splitlines()] == ["uuid", "uuidv7"]
    run = subprocess.run(["fish", "--no-config", "-c", f"source '{script}'; complete -C 'sortid new uuid'"], capture_output=True, text=True,
                         env={**os.environ, "HOME": str(tmp_path)})
    assert [line.split("\t")[0] for line in run.stdout.splitlines()] == ["uuidv7"]
    for words, offered in (("sortid he", "help"), ("sortid li", "list"), ("sortid help insp", "inspect"), ("sortid list --j", "--json")):
        run = subprocess.run(["fish", "--no-config", "-c", f"source '{script}'; complete -C '{words}'"], capture_output=True, text=True,
                             env={**os.environ, "HOME": str(tmp_path)})
        assert offered in [line.split("\t")[0] for line in run.stdout.splitlines()], words


def test_what_zsh_is_told():
    script = sortid("--generate", "zsh").out
    assert "        'help:Print the help of a subcommand'\n" in script
    assert "\n        'list:" in script and "\n        ':" not in script
    assert "\n        '*:ID: ' ;;\n" in script and "\n        '(-p --prefix)--prefix[Type prefix" in script


def test_help_ends_with_the_exit_status_and_examples():
    assert sortid("--help").out.split("\n\n")[-2].startswith("Exit status: 0 all valid")
    assert sortid("sort", "--help").out.endswith("\n  sortid sort -C ids.txt && echo in order\n")


def test_the_man_page(tmp_path):
    run = sortid("--generate", "man")
    assert "\\fI\\fR" not in run.out, "a value of an option that has none"
    assert ".SH SYNOPSIS\n.B sortid " in run.out
    assert run.out.count("\n.br\n.B sortid ") == run.out.count("\n.B sortid ") - 1
    assert (run.code, run.err) == (0, "") and run.out.count(".SS sortid") == len(SUBCOMMANDS)
    page = tmp_path / "sortid.1"
    page.write_text(run.out)
    if shutil.which("mandoc"):
        lint = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", page], capture_output=True, text=True)
        # The date is left out, so that the page is the same whenever it is built.
        assert [l for l in lint.stdout.splitlines() if "missing date" not in l] == []
        shown = subprocess.run(["mandoc", "-T", "ascii", page], capture_output=True, text=True).stdout
        shown = re.sub(r".\x08", "", shown)
        assert "sortid - Sortable unique ids" in shown and "sortid convert [OPTION]... [ID]..." in shown


def test_the_man_page_has_all_that_help_says():
    page = sortid("--generate", "man").out.replace("\\-", "-").replace("\\e", "\\").splitlines()
    for name in SUBCOMMANDS:
        # What stands behind the options: paragraphs, then examples.
        text = sortid("help", name).out.partition("\nOptions:")[2].partition("\n\n")[2]
        said = [line.strip().removeprefix("\\&") for line in text.splitlines() if line.strip()]
        assert [line for line in said if line not in page] == [], name
    assert page.count("Examples:") == len(SUBCOMMANDS), "the program's own, and those of all subcommands but conform"


NAMES = {
    "ulid": ("ULID", "ulid"),
    "typeid": ("TypeID", "typeid"),
    "uuidv7": ("UUIDv7", "uuid7"),  # PostgreSQL 18 has a function uuidv7()
    "uuid": ("UUID", "uuid"),
    "euid": ("EUID", "euid"),
    "ulid-flake": ("UlidFlake", "ulid_flake"),
    "ulid-flake-scalable": ("UlidFlakeScalable", "ulid_flake_scalable"),
    "xid": ("XID", "xid"),
    "uid11": ("UID11", "uid11"),
    "uid11-fullrand": ("UID11Fullrand", "uid11_fullrand"),
    "uid11-snowish": ("UID11Snowish", "uid11_snowish"),
    "uid11-ts-seq-rand": ("UID11TsSeqRand", "uid11_ts_seq_rand"),
}


def test_formats_json_says_what_other_fronts_call_a_format():
    listed = formats()
    assert {f["name"]: (f["class_name"], f["sql_name"]) for f in listed} == NAMES
    for key in ("class_name", "sql_name"):
        assert len({f[key] for f in listed}) == len(listed)


def test_formats_json_says_which_bytes_are_read():
    listed = formats()
    reads = {f["name"]: f["reads"] for f in listed}
    assert reads["ulid"]["z"] == reads["ulid"]["Z"] == 31 and "I" not in reads["ulid"]
    assert "Z" not in reads["typeid"] and len(reads["typeid"]) == 32
    assert [reads["euid"][symbol] for symbol in "IiLlOo"] == [1, 1, 1, 1, 0, 0] and "U" not in reads["euid"]
    assert len(reads["xid"]) == 58 and reads["xid"]["z"] == 57
    assert reads["uuidv7"] == {symbol: int(symbol, 16) for symbol in "0123456789ABCDEFabcdef"}
    assert [f["name"] for f in listed if f["max_prefix"]] == ["typeid"]


def test_hints_name_the_option_that_takes_the_text(tmp_path):
    def hint(*words):
        return sortid(*words).err
    assert hint("convert", "--to", "uuid", "o1arz3ndek-tsv4rrffq69g5fav").endswith("; --lenient accepts it\n")
    assert hint("inspect", "o1arz3ndek-tsv4rrffq69g5fav").startswith('sortid: argument 1: "o1arz3ndek-tsv4rrffq69g5fav": ')
    assert "; --lenient accepts it" in hint("inspect", "o1arz3ndek-tsv4rrffq69g5fav")
    assert "--lenient" not in hint("inspect", "--lenient", "?"), "what is not accepted is not said to be"
    assert "; --from hex reads it" in hint("convert", "--to", "ulid-flake", "00329d59b4a9932a")
    assert "; --from int reads it" in hint("convert", "--to", "ulid", "1777027686520646174104517696511196507")
    assert "--from" not in hint("convert", "--to", "ulid", "--from", "ulid", "00329d59b4a9932a")
    assert "; --to uuid takes any bits" in hint("convert", "--to", "uuidv7", ULID)
    assert "did you mean --prefix user?" in hint("new", "typeid", "other", "user")
    assert sortid("convert", "--to", "uuid", "--lenient", "o1arz3ndek-tsv4rrffq69g5fav").out == ULID_AS_UUID + "\n"
    assert sortid("convert", "--to", "ulid", "--from", "hex", "--lenient", "0").code == 2
    (tmp_path / "app.log").write_text(ULID)
    missed = sortid("inspect", "--extract", str(tmp_path / "app.log"))
    assert missed.code == 1 and f"sortid inspect --extract < {tmp_path}/app.log" in missed.err
    assert sortid("inspect", "--extract", "no id at all").err == ""


def test_hints_name_what_stands_around_the_text(tmp_path):
    def hint(*words, **how):
        return sortid(*words, **how).err
    assert "character: a space at position 0 is not a symbol of euid\n" in hint("check", " " + ULID)
    assert "; it begins with a space\n" in hint("check", " " + "0" * 33)
    assert "; it ends with a space\n" in hint("check", "0" * 33 + " ")
    assert "; it begins with a byte order mark\n" in hint("check", stdin=b"\xef\xbb\xbf" + ULID.encode() + b"\n")
    (tmp_path / "ids.txt").write_text(ULID)
    name = str(tmp_path / "ids.txt")
    for words in (("check",), ("convert", "--from", "binary", "--to", "ulid")):
        assert f"; a file has this name: read it with < {name}\n" in hint(*words, name)
        assert "a file has" not in hint(*words, name + "2")


def test_an_rs_xid_is_told_once():
    said = sortid("check", "9m4e2mr0ui3e8a215n4g").err
    assert said.count("rs/xid") == 1, said
    assert "; as one, it was made 2011-03-22T17:50:19.000Z" in said, said


def test_check_of_a_prefix():
    typeid = "user_01h455vb4pex5vsknk084sn02q"
    assert sortid("check", "--prefix", "user", typeid) == (0, "", "")
    assert sortid("check", "--prefix", "org", typeid) == (
        1, "", f'sortid: argument 1: "{typeid}": prefix: prefix "org" expected, found "user"\n')
    assert sortid("check", "--prefix", "user", ULID) == (
        1, "", f'sortid: argument 1: "{ULID}": prefix: prefix "user" expected, found none\n')
    run = sortid("check", "--prefix", "user", stdin=(typeid + "\n") * 600 + typeid.replace("user", "used") + "\n" + typeid)
    assert run.err.startswith(f'sortid: line 601: "{typeid.replace("user", "used")}": prefix: ') and run.err.endswith(
        "sortid: 601 valid, 1 invalid\n")
    assert sortid("check", "--prefix", "", typeid[5:]).code == 0
    assert sortid("check", "--prefix", "user", ULID).code == 1
    assert sortid("check", "--format", "ulid", "--prefix", "user", ULID).code == 2
    assert sortid("check", "--prefix", "User", typeid).code == 2


def test_grep_rejects_what_it_would_override():
    for words in (["-c", "-o"], ["-c", "--json"], ["--since", "9" * 40], ["--until", "-" + "9" * 40]):
        run = sortid("grep", *words, stdin=ULID)
        assert (run.code, run.out) == (2, ""), words
    assert "range: no id is of a time so far away" in sortid("grep", "--since", "9" * 40, stdin=ULID).err


def test_cards_of_many_ids_are_short():
    whole = sortid("inspect", ULID).out
    run = sortid("inspect", stdin=(ULID + "\n") * 6).out
    assert run.count("\n  127 ") == 4 and run.count("  ulid: ") == 6 and run.count("  time ") == 6
    assert whole.count("\n  127 ") == 1
    assert sortid("inspect", "--full", stdin=(ULID + "\n") * 6).out.count("\n  127 ") == 6


def test_completions_say_what_a_format_is():
    assert 'ulid\\:"Universally' in sortid("--generate", "zsh").out
    assert 'ulid\\t"Universally' in sortid("--generate", "fish").out
