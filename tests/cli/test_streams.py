"""What all subcommands that take ids do with their input and their output."""

import os
import random
import subprocess
import threading

import pytest
from program import BIN, ULID, ULID_AS_UUID, XID, environment, limits, peak_kib, sanitized, sortid

MOST_RSS_KIB = 64 * 1024


def test_check_says_nothing_of_a_valid_id():
    assert sortid("check", ULID) == (0, "", "")
    assert sortid("check", stdin=ULID) == (0, "", "")
    assert sortid("check", stdin=ULID + "\n") == (0, "", "")
    assert sortid("check", stdin="") == (0, "", "")


def test_check_says_why():
    assert sortid("check", "8" + ULID[1:], "x") == (
        1, "", f'sortid: argument 1: "8{ULID[1:]}": overflow: greater than the largest ulid at position 0\n'
               'sortid: argument 2: "x": length: no format has texts of 1 symbols\n'
               'sortid: 0 valid, 2 invalid\n')
    assert sortid("check", "--format", "xid", ULID) == (
        1, "", f'sortid: argument 1: "{ULID}": length: xid has 11 symbols, found 26\n')
    assert sortid("check", stdin="x") == (
        1, "", 'sortid: line 1: "x": length: no format has texts of 1 symbols\nsortid: 0 valid, 1 invalid\n')


def test_check_quietly():
    assert sortid("check", "--quiet", "x") == (1, "", "")
    assert sortid("check", "--quiet", stdin=f"x\n{ULID}\n") == (1, "", "")
    assert sortid("check", "--quiet", stdin=f"{XID}\n{ULID}\n") == (0, "", "")


def test_line_ends_nul_bytes_and_empty_lines():
    run = sortid("check", stdin=b"a\x00b\n\n" + ULID.encode() + b'\r\n\xc3\xbf"\\\r\r\n' + ULID.encode())
    assert run == (1, "", 'sortid: line 1: "a\\x00b": length: no format has texts of 3 symbols\n'
                          'sortid: line 2: "": length: no format has texts of 0 symbols\n'
                          'sortid: line 4: "\\xC3\\xBF\\"\\\\\\x0D": length: no format has texts of 5 symbols\n'
                          "sortid: 2 valid, 3 invalid\n")


def test_long_texts_are_cut_in_messages():
    assert sortid("check", "a" * 64).err == f'sortid: argument 1: "{"a" * 64}": length: no format has texts of 64 symbols\n'
    assert sortid("check", "a" * 65).err == f'sortid: argument 1: "{"a" * 64}…": length: no format has texts of 65 symbols\n'


def test_arguments_and_standard_input():
    assert sortid("convert", "--to", "uuid", "-", stdin=ULID).out == ULID_AS_UUID + "\n"
    assert sortid("convert", "--to", "hex", XID, "-", XID, stdin=ULID).lines[1] == ULID_AS_UUID.replace("-", "")
    assert sortid("check", "--", "-x").err == 'sortid: argument 1: "-x": length: no format has texts of 2 symbols\n'
    assert sortid("check", ULID, "--", "--quiet").code == 1
    assert sortid("check", ULID + "\n" + ULID).code == 1, "an argument is one text"


def pieces(*parts, size=1 << 20):
    """A generator of bytes: strings as they are, (byte, count) in pieces."""
    for part in parts:
        if isinstance(part, bytes):
            yield part
            continue
        byte, count = part
        while count > 0:
            yield byte * min(count, size)
            count -= size


def fed(args, parts=(), memory=1 << 28):
    """Runs with input from a generator: exit code, bytes of output, messages, peak memory in KiB."""
    child = subprocess.Popen([BIN, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
                             preexec_fn=limits(memory))
    peak = 0

    def look():
        nonlocal peak
        peak = max(peak, peak_kib(child.pid))

    def feed():
        with child.stdin:
            for piece in parts:
                child.stdin.write(piece)
            child.stdin.flush()
            look()

    said = []
    others = [threading.Thread(target=feed), threading.Thread(target=lambda: said.append(child.stderr.read()))]
    for other in others:
        other.start()
    out = 0
    while piece := child.stdout.read1(1 << 20):
        out += len(piece)
        look()
    for other in others:
        other.join()
    code = child.wait()
    return code, out, said[0].decode(), peak


def test_a_line_of_100_megabytes(tmp_path):
    kept = tmp_path / "bad.txt"
    long = 100_000_000
    code, out, err, peak = fed(
        ("convert", "--to", "uuid", "--invalid", str(kept)),
        pieces(ULID.encode() + b"\n", (b"x", long), b"\n" + ULID.encode() + b"\nbad\n"))
    assert (code, out) == (1, 2 * 37)
    assert err == (f'sortid: line 2: "{"x" * 64}…": length: no format has texts of {long} symbols\n'
                   'sortid: line 4: "bad": length: no format has texts of 3 symbols\nsortid: 2 valid, 2 invalid\n')
    assert kept.stat().st_size == long + 1 + 4
    assert peak < MOST_RSS_KIB or sanitized()


def test_a_long_last_line_without_newline():
    code, _, err, peak = fed(("check", "--format", "ulid"), pieces((b"0", 10_000_000)))
    assert (code, err) == (1, f'sortid: line 1: "{"0" * 64}…": length: ulid has 26 symbols, found 10000000\nsortid: 0 valid, 1 invalid\n')


@pytest.mark.parametrize("length", [(256 << 10) + d for d in (-2, -1, 0, 1, 2)])
def test_lines_as_long_as_a_block(length):
    run = sortid("check", stdin=b"x" * length + b"\n" + ULID.encode() + b"\n" + b"y" * length)
    assert run == (1, "", f'sortid: line 1: "{"x" * 64}…": length: no format has texts of {length} symbols\n'
                          f'sortid: line 3: "{"y" * 64}…": length: no format has texts of {length} symbols\n'
                          "sortid: 1 valid, 2 invalid\n")


def test_bad_lines_anywhere_in_many_blocks():
    draw = random.Random(7)
    ids = sortid("new", "-n", "30000").lines
    lines, bad = [], []
    for i, text in enumerate(ids, 1):
        if draw.random() < 0.01:
            text = "?" * draw.randrange(0, 400)
            bad.append(i)
        lines.append(text)
    for end in ("\n", "\r\n"):
        run = sortid("convert", "--to", "ulid", stdin=end.join(lines) + end)
        assert run.code == 1
        assert run.lines == [l for i, l in enumerate(lines, 1) if i not in set(bad)]
        assert [int(l.split()[2].rstrip(":")) for l in run.err.splitlines()[:-1]] == bad


def test_a_slow_writer_is_answered_line_by_line():
    child = subprocess.Popen([BIN, "convert", "--to", "uuid"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, env=environment())
    for _ in range(3):
        child.stdin.write(ULID[:7].encode())
        child.stdin.flush()
        child.stdin.write(ULID[7:].encode() + b"\n")
        child.stdin.flush()
        assert child.stdout.readline().decode() == ULID_AS_UUID + "\n"
    child.stdin.close()
    assert child.wait() == 0


SUBCOMMANDS = [("new", "-n", "100000"), ("inspect", "--json"), ("inspect",), ("convert", "--to", "uuid"),
               ("range", "--format", "ulid", "--at", "0"), ("formats",), ("formats", "--json"), ("--help",), ("--version",),
               ("new", "--help"), ("--generate", "man")]


@pytest.mark.parametrize("args", SUBCOMMANDS, ids=" ".join)
def test_a_full_disk(args):
    with open("/dev/full", "wb") as full:
        run = subprocess.run([BIN, *args], input=(ULID + "\n").encode() * 3, stdout=full, stderr=subprocess.PIPE, env=environment())
    assert run.returncode == 3
    assert run.stderr.decode().startswith("sortid: cannot write to standard output: No space left on device\n")


@pytest.mark.parametrize("args", SUBCOMMANDS, ids=" ".join)
def test_a_closed_pipe(args):
    read, write = os.pipe()
    os.close(read)
    run = subprocess.run([BIN, *args], input=(ULID + "\n").encode() * 3, stdout=write, stderr=subprocess.PIPE, env=environment())
    os.close(write)
    assert run.returncode == 3
    assert run.stderr.decode().startswith("sortid: cannot write to standard output: Broken pipe\n")


def test_a_closed_standard_output():
    run = subprocess.run([BIN, "convert", "--to", "uuid", ULID], stderr=subprocess.PIPE, env=environment(), preexec_fn=lambda: os.close(1))
    assert run.returncode == 3 and b"standard output" in run.stderr
    # Where nothing is written, nothing fails.
    assert subprocess.run([BIN, "check", ULID], env=environment(), preexec_fn=lambda: os.close(1)).returncode == 0


def test_a_closed_standard_output_and_a_file(tmp_path):
    kept = tmp_path / "bad.txt"
    subprocess.run([BIN, "convert", "--to", "uuid", "--invalid", str(kept), ULID, "bad"], env=environment(), stderr=subprocess.DEVNULL,
                   preexec_fn=lambda: os.close(1))
    assert ULID_AS_UUID.encode() not in kept.read_bytes()


def test_input_that_cannot_be_read(tmp_path):
    folder = os.open(tmp_path, os.O_RDONLY)
    run = subprocess.run([BIN, "check"], stdin=folder, stderr=subprocess.PIPE, env=environment())
    os.close(folder)
    assert (run.returncode, run.stderr.decode()) == (3, "sortid: cannot read standard input: Is a directory\n")
    assert subprocess.run([BIN, "check"], stderr=subprocess.DEVNULL, env=environment(), preexec_fn=lambda: os.close(0)).returncode == 3


def test_files_of_bad_lines_that_cannot_be_written(tmp_path):
    assert sortid("convert", "--to", "uuid", "--invalid", str(tmp_path / "none" / "bad"), ULID).code == 3
    run = sortid("convert", "--to", "uuid", "--invalid", "/dev/full", "bad", ULID)
    assert run.code == 3 and "sortid: cannot write to /dev/full: No space left on device\n" in run.err


def test_a_full_disk_ends_a_long_stream_early():
    with open("/dev/full", "wb") as full:
        run = subprocess.run([BIN, "new", "-n", "18446744073709551615"], stdout=full, stderr=subprocess.PIPE, env=environment(), timeout=20)
    assert run.returncode == 3


@pytest.mark.parametrize("args", [("convert", "--to", "uuid"), ("convert", "--from", "ulid", "--to", "int"), ("check",), ("inspect", "--json")], ids=" ".join)
def test_constant_memory(args):
    count = 1_000_000
    line = ULID.encode() + b"\n"
    code, out, err, peak = fed(args, (line * 1000 for _ in range(count // 1000)))
    assert (code, err) == (0, f"sortid: {count} valid, 0 invalid\n")
    assert out == {"convert": 37 if "uuid" in args else 38, "check": 0}.get(args[0], out // count) * count
    assert peak < MOST_RSS_KIB or sanitized()


def test_constant_memory_with_bad_lines_alone():
    code, _, err, peak = fed(("check",), (b"\n" * 100_000 for _ in range(10)))
    assert code == 1 and err.endswith("sortid: 0 valid, 1000000 invalid\n")
    assert peak < MOST_RSS_KIB or sanitized()


def test_constant_memory_of_new():
    code, out, err, peak = fed(("new", "-n", "3000000"))
    assert (code, out, err) == (0, 3000000 * 27, "") and (peak < MOST_RSS_KIB or sanitized())


def test_arguments_in_brackets_are_one_text():
    for text in ("[]", "[,]", f"[{ULID}]", f"[{ULID},{ULID}]"):
        run = sortid("check", text, stdin=ULID)
        assert run == (1, "", f'sortid: argument 1: "{text if len(text) <= 64 else text[:64] + "…"}": length: '
                              f"no format has texts of {len(text)} symbols\n")


def test_options_without_a_value_are_refused():
    for words in (("new", "--at", ""), ("new", "-n", ""), ("check", "--format", "", ULID), ("inspect", "--format", "", ULID),
                  ("convert", "--to", "uuid", "--from", "", ULID), ("convert", "--to", "uuid", "--invalid", "", ULID),
                  ("new", "ulid-flake", "--epoch", "")):
        run = sortid(*words)
        assert (run.code, run.out) == (2, ""), words


def test_the_file_that_is_read_is_not_emptied(tmp_path):
    path = tmp_path / "ids"
    path.write_text(f"{ULID}\nbad\n")
    with path.open() as stdin:
        run = subprocess.run([BIN, "convert", "--to", "uuid", "--invalid", path], stdin=stdin, capture_output=True, text=True)
    assert run.returncode == 3 and "is the file that is read" in run.stderr
    assert path.read_text() == f"{ULID}\nbad\n"


def test_a_limit_on_file_sizes_is_a_failed_write(tmp_path):
    run = subprocess.run(["sh", "-c", 'ulimit -f 1; exec "$0" new -n 100000 > "$1"', BIN, tmp_path / "out"],
                         capture_output=True, text=True)
    assert run.returncode == 3 and "cannot write" in run.stderr
