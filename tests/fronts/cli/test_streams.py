"""What all subcommands that take ids do with their input and their output."""

import contextlib
import fcntl
import os
import pty
import random
import re
import resource
import signal
import subprocess
import threading
import time
import uuid

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
        1, "", f'sortid: argument 1: "8{ULID[1:]}": overflow: greater than the largest ulid\n'
               'sortid: argument 2: "x": length: no format without a prefix has texts of 1 symbols\n'
               'sortid: 0 valid, 2 invalid\n')
    assert sortid("check", "--format", "xid", ULID) == (
        1, "", f'sortid: argument 1: "{ULID}": length: xid has 11 symbols, found 26\n')
    assert sortid("check", stdin="x") == (
        1, "", 'sortid: line 1: "x": length: no format without a prefix has texts of 1 symbols\nsortid: 0 valid, 1 invalid\n')


def test_check_quietly():
    assert sortid("check", "--quiet", "x") == (1, "", "")
    assert sortid("check", "--quiet", stdin=f"x\n{ULID}\n") == (1, "", "")
    assert sortid("check", "--quiet", stdin=f"{XID}\n{ULID}\n") == (0, "", "")


def test_line_ends_nul_bytes_and_empty_lines():
    run = sortid("check", stdin=b"a\x00b\n\n" + ULID.encode() + b'\r\n\xc3\xbf"\\\r\r\n' + ULID.encode())
    assert run == (1, "", 'sortid: line 1: "a\\x00b": length: no format without a prefix has texts of 3 symbols\n'
                          'sortid: line 2: "": length: no format without a prefix has texts of 0 symbols\n'
                          'sortid: line 4: "\\xC3\\xBF\\"\\\\\\x0D": length: no format without a prefix has texts of 5 symbols\n'
                          "sortid: 2 valid, 3 invalid\n")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_an_error_that_says_so(tmp_path, encoding):
    """Not a file without ids: every command says why it reads nothing, once, and writes nothing of it."""
    bytes_ = ("\ufeff" + f"{ULID}\r\n" * 3).encode(encoding)
    file, other = tmp_path / "ids.txt", tmp_path / "other.txt"
    file.write_bytes(bytes_)
    other.write_text(f"{ULID}\n")
    why = ("it is UTF-16, by its byte order mark at position 0, and UTF-8 is expected. `iconv -f UTF-16 -t UTF-8` converts it; "
           "PowerShell writes it anew with `| Out-File -Encoding ascii`\n")
    failed = (3, "", f"sortid: cannot read standard input: {why}")
    for args in (["check"], ["inspect", "--json"], ["inspect", "--table"], ["inspect", "--extract"], ["convert", "--to", "uuid"],
                 ["grep"], ["grep", "-c"], ["sort"], ["sort", "--check"], ["uniq"], ["check", "-"], ["check", "-", ULID]):
        assert sortid(*args, stdin=bytes_) == failed, args
    for args in (["grep", "-c"], ["sort"], ["uniq"], ["join", str(other)], ["join", "--unpaired", "1", str(other)]):
        assert sortid(*args, str(file)) == (3, "", f"sortid: cannot read {file}: {why}"), args
    assert sortid("join", str(file), str(other)) == (3, "", f"sortid: cannot read {file}: {why}")
    # Other files are read all the same, but not sorted without it.
    assert sortid("grep", "-o", str(file), str(other)) == (3, f"{other}:{ULID}\n", f"sortid: cannot read {file}: {why}")
    assert sortid("sort", str(other), str(file)) == (3, "", f"sortid: cannot read {file}: {why}")
    target = tmp_path / "sorted.txt"
    target.write_text("kept")
    assert sortid("sort", "--output", str(target), str(file)).code == 3 and target.read_text() == "kept"
    # The mark alone, a mark that comes byte by byte, and marks that are none.
    assert sortid("check", stdin=bytes_[:2]) == failed
    child = subprocess.Popen([BIN, "check"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
    for i in range(3):
        child.stdin.write(bytes_[i:i + 1])
        child.stdin.flush()
        time.sleep(0.05)
    assert child.communicate(bytes_[3:])[1].decode() == failed[2] and child.returncode == 3
    assert sortid("check", stdin=bytes_[:1]).code == 1
    assert sortid("grep", "-o", stdin=f"{ULID}\n".encode() + bytes_) == (0, f"{ULID}\n", "")
    assert sortid("convert", "--from", "binary", "--to", "uuid", stdin=bytes_[:2] + bytes(14)).out.startswith(bytes_[:2].hex())
    assert sortid("check", stdin="\ufeff" + ULID).err.startswith('sortid: line 1: "\\xEF\\xBB\\xBF01ARZ'), "UTF-8, whose mark is no part of an id"


def test_long_texts_are_cut_in_messages():
    assert sortid("check", "a" * 64).err == f'sortid: argument 1: "{"a" * 64}": length: no format without a prefix has texts of 64 symbols\n'
    assert sortid("check", "a" * 65).err == f'sortid: argument 1: "{"a" * 64}…": length: no format without a prefix has texts of 65 symbols\n'


def test_arguments_and_standard_input():
    assert sortid("convert", "--to", "uuid", "-", stdin=ULID).out == ULID_AS_UUID + "\n"
    assert sortid("convert", "--to", "hex", XID, "-", XID, stdin=ULID).lines[1] == ULID_AS_UUID.replace("-", "")
    assert sortid("check", "--", "-x").err == 'sortid: argument 1: "-x": length: no format without a prefix has texts of 2 symbols\n'
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
    assert err == (f'sortid: line 2: "{"x" * 64}…": length: no format without a prefix has texts of {long} symbols\n'
                   'sortid: line 4: "bad": length: no format without a prefix has texts of 3 symbols\nsortid: 2 valid, 2 invalid\n')
    assert kept.stat().st_size == long + 1 + 4
    assert peak < MOST_RSS_KIB or sanitized()


def test_a_long_last_line_without_newline():
    code, _, err, peak = fed(("check", "--format", "ulid"), pieces((b"0", 10_000_000)))
    assert (code, err) == (1, f'sortid: line 1: "{"0" * 64}…": length: ulid has 26 symbols, found 10000000\nsortid: 0 valid, 1 invalid\n')


@pytest.mark.parametrize("length", [(blocks * 256 << 10) + d for blocks in (1, 2) for d in (-2, -1, 0, 1, 2)])
def test_lines_as_long_as_a_block(length):
    run = sortid("check", stdin=b"x" * length + b"\n" + ULID.encode() + b"\n" + b"y" * length)
    assert run == (1, "", f'sortid: line 1: "{"x" * 64}…": length: no format without a prefix has texts of {length} symbols\n'
                          f'sortid: line 3: "{"y" * 64}…": length: no format without a prefix has texts of {length} symbols\n'
                          "sortid: 1 valid, 2 invalid\n")


@pytest.mark.parametrize("before", [b"", b"0\n" * 1000])
@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_a_line_of_more_than_256_kib_is_rejected_unread(tmp_path, before, end):
    """Wherever it stands in a block: the digits of a shorter one are read, up to the one where they overflow."""
    kept = tmp_path / "bad.txt"
    read = (256 << 10) - (len(end) or 1)
    for length in (read, read + 1, read + 1000):
        line = b"9" * length + end
        run = sortid("convert", "--from", "int", "--to", "hex", "--invalid", str(kept), stdin=before + line)
        assert (run.code, run.out) == (1, ("0" * 32 + "\n") * (len(before) // 2))
        found = length + (end == b"\r\n")  # unread, so that the end of the line is not looked at either
        why = "overflow: " if length == read else f"length: no int is as long as {found} bytes"
        assert f'line {len(before) // 2 + 1}: "{"9" * 64}…": {why}' in run.err
        assert kept.read_bytes() == line.rstrip(b"\n") + b"\n"


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


SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
NO_ULIDS = [("", "length"), ("x", "length"), ("0" * 25, "length"), ("0" * 28, "length"), ("0" * 400, "length"), ("8" + "0" * 25, "overflow"),
            ("0" * 25 + "U", "character"), ("0" * 13 + "\r" + "0" * 12, "character"), ("\0" * 26, "character"), ("I" + "0" * 25, "character")]


def as_uuid(text):
    value = 0
    for symbol in text:
        value = value << 5 | SYMBOLS.index(symbol)
    digits = f"{value:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def lines_with_bad_ones(draw, count):
    """Lines of a file of ULIDs, what becomes of them and of which of them something is said."""
    lines, converted, rejected = [], [], []
    ids = sortid("new", "-n", "1000").lines
    made = [(text, as_uuid(text)) for text in ids]
    while len(lines) < count:
        often = draw.choice((0, 0, 0.001, 0.3))
        for _ in range(draw.choice((1, 7, 600, 30_000))):
            if draw.random() < often:
                # Two lines that look like one where a run of lines wants 26 symbols.
                bad = [("0" * 10, "length"), ("1" * 15, "length")] if draw.random() < 0.2 else [draw.choice(NO_ULIDS)]
                for text, why in bad:
                    lines.append(text)
                    rejected.append((len(lines), why))
            else:
                text, uuid = draw.choice(made)
                lines.append(text)
                converted.append(uuid)
    return lines, converted, rejected


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("named", [True, False])
def test_many_blocks_and_any_number_of_threads(end, named, tmp_path):
    draw = random.Random(f"{end}{named}")
    lines, converted, rejected = lines_with_bad_ones(draw, 300_000)
    text = end.join(lines).encode() + end.encode() * draw.randrange(2)
    runs = []
    for jobs in ("1", "2", "7"):
        kept = tmp_path / jobs
        run = sortid("convert", "--to", "uuid", *(("--from", "ulid") if named else ()), "--invalid", str(kept), "--jobs", jobs, stdin=text)
        runs.append((run.code, run.raw, run.raw_err, kept.read_bytes()))
    assert runs[1] == runs[0] and runs[2] == runs[0]
    code, out, err, bad = runs[0]
    assert (code, out.decode().splitlines()) == (1, converted)
    assert bad == b"".join(lines[i - 1].encode() + end.encode() for i, _ in rejected) or not text.endswith(b"\n")
    told = err.decode().splitlines()
    assert told[-1] == f"sortid: {len(converted)} valid, {len(rejected)} invalid"
    for line, (number, why) in zip(told, rejected, strict=False):
        assert line.startswith(f"sortid: line {number}: ") and f'": {why}: ' in line
    assert len(told) == len(rejected) + 1


def test_threads_change_nothing():
    draw = random.Random(11)
    kinds = [sortid("new", *args, "-n", "300").lines for args in (
        ("ulid",), ("uuidv7",), ("typeid",), ("typeid", "--prefix", "user"), ("typeid", "--prefix", "a_b"), ("euid",), ("ulid-flake",), ("xid",))]
    kinds.append([str(uuid.UUID(int=draw.getrandbits(128), version=4)) for _ in range(300)])
    kinds.append(["", "?", "_", "a" * 64, "Z" * 26, "user_" + "0" * 25, "\0"])
    lines = []
    while len(lines) < 60_000:
        kind = draw.choice(kinds)
        lines += [draw.choice(kind) for _ in range(draw.choice((1, 2, 5, 3000)))]
    text = "".join(line + draw.choice(("\n", "\n", "\n", "\r\n")) for line in lines).encode()
    for args in (("convert", "--to", "typeid"), ("convert", "--to", "typeid", "--prefix", "cat"), ("convert", "--to", "binary"), ("convert", "--to", "hex"),
                 ("convert", "--to", "int"), ("convert", "--to", "uuidv7"), ("convert", "--to", "xid", "--from", "ulid-flake"), ("check",),
                 ("check", "--format", "typeid"), ("inspect", "--json")):
        alone, together = (sortid(*args, "--jobs", jobs, stdin=text) for jobs in ("1", "5"))
        assert (alone.code, alone.raw, alone.raw_err) == (together.code, together.raw, together.raw_err), args


def test_lines_in_runs_are_read_as_lines_alone():
    for args in (("typeid", "--prefix", "user"), ("uuidv7",), ("xid",), ("euid",)):
        lines = sortid("new", *args, "-n", "50").lines
        lines[17] = lines[17][:-1] + "!"
        lines[30] = lines[30][:5] + "\n" + lines[30][6:]
        text = "\n".join(lines)
        for to in ("hex", "int", "json"):
            words = ("inspect", "--json") if to == "json" else ("convert", "--to", to)
            many, alone = sortid(*words, stdin=text), sortid(*words, "--", *text.split("\n"))
            assert (many.code, many.out) == (alone.code, alone.out)
            assert many.err == alone.err.replace("argument", "line")


def test_the_first_record_sets_the_width():
    wide, narrow = (sortid("new", name, "-n", "20000").lines for name in ("ulid", "xid"))
    for first, other, size in ((wide, narrow, 16), (narrow, wide, 8)):
        lines = ["bad"] * 5 + first[:1] + other * 3 + first
        for jobs in ("1", "4"):
            run = sortid("convert", "--to", "binary", "--jobs", jobs, stdin="\n".join(lines))
            assert (run.code, len(run.raw)) == (1, size * 20001)
            assert f"line 7: \"{other[0]}\": range: the records have {8 * size} bits, this has {24 * 8 - 8 * size}\n" in run.err
            assert run.err.endswith(f"sortid: 20001 valid, {5 + len(other) * 3} invalid\n")


@pytest.mark.parametrize("jobs", ["1", "4"])
@pytest.mark.parametrize("args", [("convert", "--to", "uuid"), ("inspect", "--json")], ids=" ".join)
def test_a_reader_that_goes_away_stops_the_stream(args, jobs):
    # The input stays open: only the failed write can end the program.
    child = subprocess.Popen([BIN, *args, "--jobs", jobs], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env=environment())

    # More than the pipes hold, of 1 MiB each, so that one thread waits to write while another waits for input.
    def feed():
        with contextlib.suppress(BrokenPipeError):
            os.write(child.stdin.fileno(), (ULID + "\n").encode() * 200_000)

    feeder = threading.Thread(target=feed)
    feeder.start()
    child.stdout.read(1 << 10)
    child.stdout.close()
    assert child.wait() == -signal.SIGPIPE
    feeder.join()
    with contextlib.suppress(BrokenPipeError):
        child.stdin.close()
    assert child.stderr.read() == b""


@pytest.mark.parametrize("jobs", ["1", "4"])
def test_a_full_disk_stops_a_stream_that_is_still_fed(jobs):
    with open("/dev/full", "wb") as full:
        child = subprocess.Popen([BIN, "convert", "--to", "uuid", "--jobs", jobs], stdin=subprocess.PIPE, stdout=full,
                                 stderr=subprocess.PIPE, env=environment())
    try:
        child.stdin.write((ULID + "\n").encode() * 100_000)
        child.stdin.flush()
    except BrokenPipeError:
        pass
    assert child.wait() == 3
    assert b"No space left on device" in child.stderr.read()


def test_threads_asked_for():
    for wrong in ("0", "17", "-1", "many", ""):
        run = sortid("check", "--jobs", wrong, ULID)
        assert (run.code, run.out) == (2, "")
    assert sortid("check", "--jobs", "16", ULID) == (0, "", "")
    assert len(sortid("new", "--jobs", "3", "-n", "100000").lines) == 100_000


@pytest.mark.parametrize("args", [("ulid",), ("typeid", "--prefix", "user"), ("uid11-ts-seq-rand",), ("euid", "--no-check"),
                                  ("uuidv7", "--as", "json"), ("ulid", "--as", "hex"), ("uuidv7", "--as", "uuid")], ids=" ".join)
def test_many_new_ids(args):
    run = sortid("new", *args, "-n", "50000", "--jobs", "4")
    assert (run.code, run.err, len(run.lines)) == (0, "", 50_000)
    ids = [line["text"] for line in run.objects] if "json" in args else run.lines
    assert len(set(ids)) == 50_000
    assert ids == sorted(ids)


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
def test_a_closed_pipe_ends_it_quietly_as_it_ends_other_tools(args):
    def ignore():
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)

    def block():
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})

    for inherited in (None, ignore, block):
        read, write = os.pipe()
        os.close(read)
        run = subprocess.run([BIN, *args], input=(ULID + "\n").encode() * 3, stdout=write, stderr=subprocess.PIPE, env=environment(),
                             preexec_fn=inherited)
        os.close(write)
        assert (run.returncode, run.stderr) == (-signal.SIGPIPE, b"")


@pytest.mark.parametrize("command", ["new -n 1000000", "formats --json", "new --help", "--generate man"])
def test_head_on_a_pipe(command):
    seen = subprocess.run(["bash", "-c", f'"$0" {command} | head -n 1; echo "${{PIPESTATUS[*]}}"', BIN], capture_output=True, text=True)
    # A short text may be written before head ends.
    assert seen.stderr == "" and seen.stdout.splitlines()[-1] in ("141 0", "0 0")


def test_messages_to_a_pipe_that_closes():
    read, write = os.pipe()
    os.close(read)
    run = subprocess.run([BIN, "check"], input=b"bad\n" * 3, stderr=write, stdout=write, env=environment())
    os.close(write)
    assert run.returncode == -signal.SIGPIPE


@pytest.mark.parametrize("mode", ["w", "a"])
def test_rejected_lines_and_messages_do_not_share_a_file(tmp_path, mode):
    both = tmp_path / "both"
    both.write_text("kept\n")
    with open(both, mode) as messages:
        run = subprocess.run([BIN, "convert", "--to", "uuid", "--invalid", both, ULID, "bad", "worse"], stdout=subprocess.PIPE,
                             stderr=messages, env=environment())
    assert (run.returncode, run.stdout) == (3, b"")
    told = f"sortid: --invalid {both} is the file that is told what is wrong (2>); take another\n"
    assert both.read_text() == ("kept\n" if mode == "a" else "") + told


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
        run = subprocess.run([BIN, "new", "-n", "18446744073709551615"], stdout=full, stderr=subprocess.PIPE, env=environment())
    assert run.returncode == 3


@pytest.mark.parametrize("args", [("convert", "--to", "uuid"), ("convert", "--from", "ulid", "--to", "int"), ("check",), ("inspect", "--json"),
                                  ("inspect", "--json", "--jobs", "8"), ("convert", "--to", "uuid", "--jobs", "8")], ids=" ".join)
def test_constant_memory(args):
    count = 1_000_000
    line = ULID.encode() + b"\n"
    code, out, err, peak = fed(args, (line * 1000 for _ in range(count // 1000)))
    assert (code, err) == (0, "")
    assert out == {"convert": 37 if "uuid" in args else 38, "check": 0}.get(args[0], out // count) * count
    assert peak < MOST_RSS_KIB or sanitized()


@pytest.mark.parametrize("jobs", ["1", "8"])
def test_constant_memory_with_bad_lines_alone(jobs):
    code, _, err, peak = fed(("check", "--jobs", jobs), (b"\n" * 100_000 for _ in range(10)))
    assert code == 1 and err.endswith("sortid: 0 valid, 1000000 invalid\n")
    assert peak < MOST_RSS_KIB or sanitized()


def test_constant_memory_of_cards():
    """Of all threads' blocks they would be 70 MB."""
    code, out, err, peak = fed(("inspect", "--extract", "--full", "--jobs", "16"), (f"{ULID}\n".encode() * 1000 for _ in range(100)))
    assert (code, err) == (0, "") and out > 100_000 * 500
    assert peak < MOST_RSS_KIB * 3 // 4 or sanitized()


def test_constant_memory_of_new():
    code, out, err, peak = fed(("new", "-n", "3000000"))
    assert (code, out, err) == (0, 3000000 * 27, "") and (peak < MOST_RSS_KIB or sanitized())


@pytest.mark.parametrize("mode", ["r+", "a"])
def test_the_file_that_is_written_to_is_not_read(tmp_path, mode):
    ids = tmp_path / "ids.txt"
    ids.write_text(f"{ULID}\n" * 100)
    with open(ids, "rb") as source, open(ids, mode) as target:
        run = subprocess.run([BIN, "convert", "--to", "uuid"], stdin=source, stdout=target, stderr=subprocess.PIPE,
                             env=environment())
    assert (run.returncode, run.stderr) == (3, b"sortid: standard input is the file that is written to\n")
    assert ids.read_text() == f"{ULID}\n" * 100


def test_arguments_in_brackets_are_one_text():
    for text in ("[]", "[,]", f"[{ULID}]", f"[{ULID},{ULID}]"):
        run = sortid("check", text, stdin=ULID)
        assert run == (1, "", f'sortid: argument 1: "{text if len(text) <= 64 else text[:64] + "…"}": length: '
                              f"no format without a prefix has texts of {len(text)} symbols\n")


def test_options_without_a_value_are_rejected():
    for words in (("new", "--at", ""), ("new", "-n", ""), ("check", "--format", "", ULID), ("inspect", "--format", "", ULID),
                  ("convert", "--to", "uuid", "--from", "", ULID), ("convert", "--to", "uuid", "--invalid", "", ULID),
                  ("new", "ulid-flake", "--epoch", "")):
        run = sortid(*words)
        assert (run.code, run.out) == (2, ""), words


@pytest.mark.parametrize("kind", ["itself", "symbolic link", "hard link"])
def test_the_file_that_is_read_is_not_emptied(tmp_path, kind):
    path, other = tmp_path / "ids", tmp_path / "other"
    path.write_text(f"{ULID}\nbad\n")
    if kind == "symbolic link":
        other.symlink_to(path)
    elif kind == "hard link":
        other.hardlink_to(path)
    else:
        other = path
    with path.open() as stdin:
        run = subprocess.run([BIN, "convert", "--to", "uuid", "--invalid", other], stdin=stdin, capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (3, "") and "is the file that is read" in run.stderr
    assert path.read_text() == f"{ULID}\nbad\n"


def test_a_limit_on_file_sizes_is_a_failed_write(tmp_path):
    run = subprocess.run(["sh", "-c", 'ulimit -f 1; exec "$0" new -n 100000 > "$1"', BIN, tmp_path / "out"],
                         capture_output=True, text=True)
    assert run.returncode == 3 and "cannot write" in run.stderr


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda s: s.name)
def test_a_signal_ends_a_stream_after_whole_lines(stop):
    child = subprocess.Popen([BIN, "convert", "--to", "uuid", "--jobs", "4"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, env=environment(), preexec_fn=lambda: signal.signal(stop, signal.SIG_DFL))
    child.stdin.write((ULID + "\n").encode() * 100)
    child.stdin.flush()
    answered = child.stdout.read(37 * 100)
    child.send_signal(stop)
    assert child.wait() == -stop
    assert answered.decode() == (ULID_AS_UUID + "\n") * 100
    assert (child.stdout.read(), child.stderr.read()) == (b"", b"")
    with contextlib.suppress(BrokenPipeError):
        child.stdin.close()


def test_a_stream_goes_on_after_it_was_stopped():
    child = subprocess.Popen([BIN, "convert", "--to", "uuid", "--jobs", "4"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, env=environment())
    child.stdin.write((ULID + "\n").encode())
    child.stdin.flush()
    child.stdout.readline()
    child.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, child.pid, os.WSTOPPED | os.WNOWAIT)
    child.send_signal(signal.SIGCONT)
    out, err = child.communicate((ULID + "\n").encode() * 3)
    assert (child.returncode, out.decode(), err) == (0, (ULID_AS_UUID + "\n") * 3, b"")


def test_pipes_of_a_page_that_do_not_block():
    in_read, in_write = os.pipe()
    out_read, out_write = os.pipe()
    for fd in (in_read, out_write):
        os.set_blocking(fd, False)
        fcntl.fcntl(fd, fcntl.F_SETPIPE_SZ, 4096)
    child = subprocess.Popen([BIN, "convert", "--to", "uuid", "--jobs", "8"], stdin=in_read, stdout=out_write, stderr=subprocess.PIPE,
                             env=environment())
    os.close(in_read)
    os.close(out_write)

    def feed():
        with os.fdopen(in_write, "wb") as pipe:
            for _ in range(2000):
                pipe.write((ULID + "\n").encode() * 10)

    feeder = threading.Thread(target=feed)
    feeder.start()
    with os.fdopen(out_read, "rb") as pipe:
        out = pipe.read()
    feeder.join()
    assert child.wait() == 0
    assert out.decode() == (ULID_AS_UUID + "\n") * 20_000


def test_a_pipe_that_does_not_block_where_descriptors_are_short():
    """One is left, for the loader: without a pipe to wake it up, the reader is told that nothing is there yet, and waits."""
    if sanitized():
        pytest.skip("a sanitizer needs a pipe of its own to look at memory")
    read, write = os.pipe()
    os.set_blocking(read, False)
    child = subprocess.Popen([BIN, "convert", "--to", "uuid"], stdin=read, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (4, 4)))
    os.close(read)
    os.write(write, f"{ULID}\n".encode())
    answered = child.stdout.readline()
    os.close(write)
    try:
        out, err = child.communicate(timeout=20)
    finally:
        child.kill()
    assert (child.returncode, answered.decode() + out.decode(), err) == (0, ULID_AS_UUID + "\n", b"")


@pytest.mark.parametrize("changes", [{"COLUMNS": "1"}, {"COLUMNS": "-5"}, {"LANG": "xx", "LC_ALL": "tr_TR.UTF-8"}, {"TERM": ""},
                                     {"SORTID_FORCE_KERNELS": "\x1b\udcff"}], ids=str)
def test_odd_surroundings_change_nothing(changes):
    odd = environment(**changes)
    for words in (("inspect", "--json", ULID, "bad"), ("new", "--help"), ("check", "i" + ULID[1:])):
        assert sortid(*words, env=odd) == (lambda run: (run.code, run.out, run.err))(sortid(*words))


@pytest.mark.parametrize("order", ["le", "be"])
def test_utf_16_is_told(order):
    run = sortid("check", stdin=f"\ufeff{ULID}\n".encode(f"utf-16-{order}"))
    assert run.code == 3 and run.err.startswith("sortid: cannot read standard input: it is UTF-16, by its byte order mark at position 0")


def test_a_line_that_is_too_long_is_told_by_its_number():
    run = sortid("check", stdin=f"{ULID}\n" * 3 + "x" * 300_000 + f"\n{ULID}\nz\n")
    assert [line.split(":")[1] for line in run.err.splitlines()[:2]] == [" line 4", " line 6"]


def shown_of_a_long_work(read, finish):
    """What a terminal is told of ids that take more than a second. `read` is its input; finish() ends that."""
    main, other = pty.openpty()
    begun = time.monotonic()
    with subprocess.Popen([BIN, "convert", "--to", "uuid"], stdin=read, stdout=subprocess.PIPE, stderr=other, env=environment()) as child:
        finish(child)
        assert child.wait() == 0
    seconds = time.monotonic() - begun
    os.write(other, b"\0")
    shown = b""
    while not shown.endswith(b"\0"):
        shown += os.read(main, 65536)
    os.close(main)
    os.close(other)
    lines = shown[:-1].decode().split("\x1b[K")
    assert lines[-2:] == ["\r", ""]
    # The first after a second, then ten in each.
    assert 2 <= len(lines[:-2]) <= (seconds - 1) * 10 + 1
    return lines[:-2]


def test_progress_of_a_stream():
    written = 0

    def finish(child):
        nonlocal written
        made = []
        reader = threading.Thread(target=lambda: made.extend(child.stdout))
        reader.start()
        begun = time.monotonic()
        while time.monotonic() - begun < 3:  # more often than there is a line
            child.stdin.write((ULID + "\n").encode() * 1000)
            child.stdin.flush()
            written += 1000
            time.sleep(0.02)
        child.stdin.close()
        reader.join()
        assert len(made) == written

    last = 0
    for line in shown_of_a_long_work(subprocess.PIPE, finish):
        done = re.fullmatch(r"\r(\d{1,3}(?:,\d{3})*) ids, \d{1,3}(,\d{3})* a second", line)
        assert done, line
        last, before = int(done[1].replace(",", "")), last
        assert before < last <= written


def test_progress_of_a_file(tmp_path):
    (tmp_path / "ids").write_text((ULID + "\n") * 400_000)

    def finish(child):
        size = 0
        while part := child.stdout.read(300_000):  # it waits for its reader
            size += len(part)
            time.sleep(0.06)
        assert size == 37 * 400_000

    with open(tmp_path / "ids", "rb") as read:
        lines = shown_of_a_long_work(read, finish)
    for line in lines:
        done = re.fullmatch(r"\r([\d,]+) ids, [\d,]+ a second  \[(#*) *\] (\d+) %", line)
        assert done and len(line.split("[")[1].split("]")[0]) == 30, line
        percent = int(done[3])  # rounded down, as the bar is
        assert percent * 30 // 100 <= len(done[2]) <= (percent + 1) * 30 // 100, line
        assert abs(int(done[1].replace(",", "")) / 4000 - percent) <= 20, line
    assert len(lines) > 2 and percent >= 50
