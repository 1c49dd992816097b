"""sort, uniq and join, beside the programs of those names and comm, which compare the texts' bytes."""

import ctypes
import errno
import os
import platform
import random
import resource
import select
import signal
import struct
import subprocess
import threading
import time

import pytest
from program import BIN, EUID, EUID_UNCHECKED, FLAKE, ULID, XID, environment, formats, limits, sanitized, sortid

BYTES = {**os.environ, "LC_ALL": "C"}


def ids_of(name, count, seed):
    """Texts of random bits, in no order, some of them several times."""
    rng = random.Random(seed)
    width = next(f["bits"] for f in formats() if f["name"] == name)
    numbers = b"".join(rng.randbytes(width // 8) for _ in range(count))
    texts = sortid("convert", "--from", "binary", "--to", name, stdin=numbers).out.split()
    return texts + rng.choices(texts, k=len(texts) // 4)


def gnu(*command, stdin=""):
    return subprocess.run(command, input=stdin.encode(), capture_output=True, env=BYTES, check=False).stdout.decode()


def lines(texts):
    return "".join(text + "\n" for text in texts)


# --- sort ---

@pytest.mark.parametrize("name", [f["name"] for f in formats()])
def test_any_format_is_in_the_order_of_its_texts(name):
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    given = lines(ids_of(name, 800, seed))
    if not given:
        pytest.skip("no random bits are a text of it")
    for options, beside in (([], []), (["-r"], ["-r"]), (["-u"], ["-u"]), (["-ru"], ["-ru"])):
        words = [o for word in options for o in (["-r", "-u"] if word == "-ru" else [word])]
        assert sortid("sort", "-f", name, *words, stdin=given).out == gnu("sort", *beside, stdin=given), options


def test_type_ids_of_many_prefixes():
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    prefixes = ["", "a", "a_b", "ab", "a__b", "user", "users", "user_a", "z", "y" * 63]
    texts = [text for p in prefixes
             for text in sortid("convert", "--to", "typeid", "--prefix", p, stdin=lines(ids_of("ulid", 100, seed))).out.split()]
    rng.shuffle(texts)
    for options in ([], ["-r"], ["-u"]):
        assert sortid("sort", "-f", "typeid", *options, stdin=lines(texts)).out == gnu("sort", *options, stdin=lines(texts))


def test_formats_stand_one_behind_the_other():
    given = [XID, ULID, FLAKE, "00000000-0000-4000-8000-000000000000", EUID, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", ULID]
    run = sortid("sort", stdin=lines(given))
    assert run.code == 0
    assert run.lines == [ULID, ULID, *sorted(t for t in given if "-" in t), EUID, FLAKE, XID]
    assert sortid("sort", "-r", stdin=lines(given)).lines == run.lines[::-1]


def test_lines_are_written_as_ids_are():
    run = sortid("sort", "-u", stdin=f"{ULID.lower()}\r\n{ULID}")
    assert (run.code, run.out) == (0, ULID + "\n")
    assert sortid("sort", stdin=EUID_UNCHECKED).out != ""
    assert sortid("sort") == (0, "", "")


def test_what_is_invalid_is_said_and_kept(tmp_path):
    (tmp_path / "a").write_text(f"{ULID}\nnone\n")
    (tmp_path / "b").write_text(f"8{ULID[1:]}\n0{ULID[1:]}\n")
    run = sortid("sort", str(tmp_path / "a"), str(tmp_path / "b"), "--invalid", str(tmp_path / "bad"))
    assert (run.code, run.lines) == (1, sorted([ULID, "0" + ULID[1:]]))
    assert f'sortid: {tmp_path}/a: line 2: "none": length' in run.err
    assert f'sortid: {tmp_path}/b: line 1: "8{ULID[1:]}": overflow' in run.err
    assert (tmp_path / "bad").read_text() == f"none\n8{ULID[1:]}\n"
    assert sortid("sort", str(tmp_path / "a"), "--invalid", str(tmp_path / "a")).code == 3
    assert (tmp_path / "a").read_text() == f"{ULID}\nnone\n"


def test_output_over_the_input(tmp_path):
    file = tmp_path / "ids"
    texts = ids_of("ulid", 1000, 1)
    file.write_text(lines(texts))
    assert sortid("sort", "-o", str(file), str(file)) == (0, "", "")
    assert file.read_text() == lines(sorted(texts))
    file.write_text(f"{ULID}\nnone\n")
    run = sortid("sort", "-o", str(file), str(file))
    assert (run.code, run.out) == (1, "") and "stays as it is" in run.err
    assert file.read_text() == f"{ULID}\nnone\n"
    assert sortid("sort", "-o", str(file), str(file), "--invalid", str(tmp_path / "bad")).code == 1
    assert (file.read_text(), (tmp_path / "bad").read_text()) == (ULID + "\n", "none\n")
    assert sortid("sort", "-o", str(file), str(tmp_path / "missing")).code == 3
    assert file.read_text() == ULID + "\n"
    assert sortid("sort", "-o", str(tmp_path / "new"), stdin=ULID).code == 0
    assert (tmp_path / "new").read_text() == ULID + "\n"
    assert sortid("sort", "-o", str(tmp_path / "no" / "new"), stdin=ULID).code == 3


def sort_within(size, *words):
    """`sort` under a limit on the size of files."""
    return subprocess.run([BIN, "sort", *words], capture_output=True, env=environment(),
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))


# How an output may be written: by a new file, or in place because it has two names.
OUTPUTS = pytest.mark.parametrize("names", [1, 2])


@OUTPUTS
@pytest.mark.parametrize("options", [[], ["--field", "1"]])
def test_an_output_without_room_stays_as_it_was(options, names, tmp_path):
    """It is one of the inputs, another file, or none; the lines are more than it has, or fewer."""
    file, other, new, more = (tmp_path / name for name in ("ids", "other", "new", "more"))
    texts = ids_of("ulid", 2000, 14)
    for one in (file, more, other):
        one.write_text(lines(texts))
    if names == 2:
        os.link(file, tmp_path / "link")
        os.link(other, tmp_path / "link of other")
    there = sorted(os.listdir(tmp_path))
    size = file.stat().st_size
    for output, inputs, room in ((file, [more, file], size + 100), (file, [file], size // 2), (other, [file], size // 2),
                                 (new, [file], size // 2)):
        full = sort_within(room, *options, "-o", output, *inputs)
        assert (full.returncode, full.stdout) == (3, b"") and b"cannot write to" in full.stderr, (output, inputs)
        assert file.read_text() == other.read_text() == lines(texts), (output, inputs)
        assert sorted(os.listdir(tmp_path)) == there, "nothing is left beside it"
    assert sortid("sort", "-u", "-o", str(file), str(more), str(file)).code == 0
    assert file.read_text() == lines(sorted(set(texts))), "and it is as long as its lines"
    assert sorted(os.listdir(tmp_path)) == there
    assert names == 1 or (tmp_path / "link").read_text() == file.read_text()


@OUTPUTS
@pytest.mark.parametrize("options", [[], ["--field", "1"]])
def test_output_over_the_input_needs_no_more_room_than_its_lines(options, names, tmp_path):
    file = tmp_path / "ids"
    texts = ids_of("ulid", 2000, 15)
    file.write_text(lines(texts))
    if names == 2:
        os.link(file, tmp_path / "link")
    sorted_ = sort_within(file.stat().st_size, *options, "-o", file, file)
    assert (sorted_.returncode, sorted_.stderr) == (0, b"")
    assert file.read_text() == lines(sorted(texts))


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_a_signal_leaves_the_old_file_or_the_new_one(how, tmp_path):
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    texts = ids_of("ulid", 100_000, 21)
    old, new = lines(texts).encode(), lines(sorted(texts)).encode()
    file = tmp_path / "ids"
    took = []
    for _ in range(40):
        file.write_bytes(old)
        began = time.monotonic()
        child = subprocess.Popen([BIN, "sort", "-o", file, file], env=environment())
        time.sleep(rng.uniform(0, sorted(took)[len(took) // 2] if took else 0.2))
        child.send_signal(how)
        if child.wait() == 0:
            took.append(time.monotonic() - began)
        assert file.read_bytes() in (old, new)
        # What cannot be blocked may leave the whole new file beside the old one, in the instant before it takes its place.
        left = [p for p in tmp_path.iterdir() if p != file]
        assert not left or how == signal.SIGKILL and [p.read_bytes() for p in left] == [new], left
        for p in left:
            p.unlink()


def test_the_new_file_is_what_the_old_one_was(tmp_path):
    """Its mode, and where it may be given away its owner; a link still leads to it, and so does one to nothing yet."""
    file, link, dangling = (tmp_path / name for name in ("ids", "link", "dangling"))
    (tmp_path / "folder").mkdir()
    file.write_text(lines([XID, XID]))
    file.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(file, 4711, 4712)
    before = file.stat()
    link.symlink_to("ids")
    dangling.symlink_to("folder/new")
    assert sortid("sort", "-u", "-o", str(link), str(file)) == (0, "", "")
    after = file.stat()
    assert file.read_text() == XID + "\n" and link.is_symlink()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert after.st_ino != before.st_ino
    assert sortid("sort", "-o", str(dangling), str(file)) == (0, "", "")
    assert dangling.is_symlink() and (tmp_path / "folder" / "new").read_text() == XID + "\n"
    mask = os.umask(0o022)
    os.umask(mask)
    assert (tmp_path / "folder" / "new").stat().st_mode & 0o777 == 0o666 & ~mask


def test_a_file_that_took_the_place_is_not_written_again(tmp_path):
    """In place it would need room for all the lines that were read."""
    file = tmp_path / "ids"
    file.write_text(lines([XID] * 1000))
    run = subprocess.run([BIN, "sort", "-u", "-o", file, file], capture_output=True, env=environment(),
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)))
    assert (run.returncode, run.stderr, file.read_text()) == (0, b"", XID + "\n")


def test_the_old_file_is_closed_before_the_new_one_takes_its_place(tmp_path):
    """A server of files would keep it under another name."""
    file = tmp_path / "ids"
    file.write_text(lines([XID, XID]))
    libc = ctypes.CDLL(None)
    closed, place_taken = 0x8, 0x4  # IN_CLOSE_WRITE; IN_ATTRIB: it has a name less. inotify.h
    watch = libc.inotify_init()
    assert libc.inotify_add_watch(watch, bytes(file), closed | place_taken) >= 0
    assert sortid("sort", "-u", "-o", str(file), str(file)) == (0, "", "")
    told = os.read(watch, 4096)
    os.close(watch)
    assert [mask for _, mask, *_ in struct.iter_unpack("iIII", told)][:2] == [closed, place_taken]


OPENAT = {"x86_64": 257, "aarch64": 56}.get(platform.machine())  # unistd.h


@pytest.mark.skipif(OPENAT is None, reason="the number of a system call is not known here")
def test_where_no_file_is_without_a_name(tmp_path):
    """On some file systems openat(2) rejects O_TMPFILE, here on all."""
    def filtered():
        steps = [(0x20, 0, 0, 0), (0x15, 0, 3, OPENAT), (0x20, 0, 0, 32), (0x45, 0, 1, 0o20000000),  # seccomp(2): number, flags
                 (0x06, 0, 0, 0x00050000 | errno.EOPNOTSUPP), (0x06, 0, 0, 0x7FFF0000)]
        code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
        program = ctypes.create_string_buffer(struct.pack("HP", len(steps), ctypes.addressof(code)))
        assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, program, 0, 0) == 0  # PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP

    def run(*words):
        try:
            done = subprocess.run([BIN, *words], capture_output=True, env=environment(), preexec_fn=filtered)
        except subprocess.SubprocessError:
            pytest.skip("the system does not let a process reject itself that")
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")

    libc = ctypes.CDLL(None)
    given, made, there, runs = (tmp_path / name for name in ("given", "made", "there", "runs"))
    texts = ids_of("ulid", 80_000, 22)
    given.write_text(lines(texts))
    there.write_text(lines([XID, XID]))
    there.chmod(0o640)
    before = there.stat()
    runs.mkdir()
    run("sort", "-S", "1M", "-T", runs, "-o", made, given)
    assert made.read_text() == lines(sorted(texts)) and list(runs.iterdir()) == []
    run("sort", "-u", "-o", there, there)
    assert there.read_text() == XID + "\n" and there.stat().st_mode == before.st_mode and there.stat().st_ino != before.st_ino
    assert sorted(tmp_path.iterdir()) == [given, made, runs, there]


def test_a_line_that_is_too_long():
    for words, why in (((), "no format without a prefix has texts of 300000 symbols"), (("--field", "1"), "a line of 300000 bytes is too long to keep")):
        assert sortid("sort", *words, stdin="x" * 300_000 + "\n").err.splitlines()[0].endswith(f"length: {why}")


def test_an_output_of_many_pieces(tmp_path):
    ids = ids_of("ulid", 50_000, 12)
    assert sortid("sort", "-o", str(tmp_path / "ids"), stdin=lines(ids)) == (0, "", "")
    assert (tmp_path / "ids").read_text() == lines(sorted(ids))


def test_an_output_that_is_handed_over_is_written_in_place(tmp_path):
    """As by > file: it stays the file that the shell has open."""
    file = tmp_path / "out"
    for name in ("/dev/stdout", "/dev/fd/1"):
        with open(file, "wb") as out:
            subprocess.run([BIN, "sort", "-o", name], input=f"{ULID}\n{XID}\n".encode(), stdout=out, env=environment(), check=True)
            assert os.fstat(out.fileno()).st_ino == file.stat().st_ino, name
        assert file.read_text() == lines([ULID, XID]), name


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_takes_no_file(tmp_path):
    file = tmp_path / "ids"
    file.write_text(lines([XID, XID]))
    tmp_path.chmod(0o500)
    try:
        assert sortid("sort", "-u", "-o", str(file), str(file)) == (0, "", "")
        assert file.read_text() == XID + "\n"
        file.chmod(0o400)
        assert sortid("sort", "-o", str(file), str(file)).code == 3
    finally:
        tmp_path.chmod(0o700)


def test_disorder_loses_no_rejected_line(tmp_path):
    bad, first, second = (tmp_path / name for name in ("bad", "first", "second"))
    first.write_text(f"none\n{ULID}\n{ULID[:-1]}0\n")
    second.write_text(ULID + "\n")
    for words in (["sort", "-c", str(first)], ["join", str(first), str(second)], ["join", str(second), str(first)]):
        run = sortid(*words, "--invalid", str(bad))
        assert run.code == 1 and "out of order" in run.err, words
        assert bad.read_text() == "none\n", words


def test_output_and_invalid_are_two_files(tmp_path):
    (tmp_path / "ids").write_text(f"{ULID}\nnone\n")
    file = tmp_path / "out"
    words = ["sort", "-o", str(file), str(tmp_path / "ids"), "--invalid"]
    for other in (str(file), f"{tmp_path}/./out"):
        run = sortid(*words, other)
        assert (run.code, run.out) == (2, "") and "name one file" in run.err, other
    assert not file.exists() or file.read_text() in ("", "none\n")
    file.write_text("old\n")
    os.link(file, tmp_path / "link")
    assert sortid(*words, str(tmp_path / "link")).code == 2
    assert file.read_text() == "old\n"
    # Before anything is written, also where a link leads to the name that nothing has.
    (tmp_path / "dangling").symlink_to("new")
    for pair in (("dangling", "new"), ("new", "dangling")):
        run = sortid("sort", str(tmp_path / "ids"), "-o", str(tmp_path / pair[0]), "--invalid", str(tmp_path / pair[1]))
        assert (run.code, run.out) == (2, "") and "name one file" in run.err and not (tmp_path / "new").exists(), pair


def test_a_pipe_is_opened_once(tmp_path):
    # Opened to be compared with the output, the first would lose its lines.
    pipes = [tmp_path / "a", tmp_path / "b"]
    for pipe in pipes:
        os.mkfifo(pipe)
    (tmp_path / "out").touch()

    def write():
        for pipe in pipes:
            pipe.write_text(ULID + "\n")

    for words in (["-o", str(tmp_path / "out")], ["--invalid", str(tmp_path / "out")]):
        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        run = subprocess.run([BIN, "sort", *words, *map(str, pipes)], capture_output=True, timeout=60, check=True)
        writer.join()
        assert (run.stdout.decode() or (tmp_path / "out").read_text()) == 2 * (ULID + "\n"), words


def test_check():
    assert sortid("sort", "-c", stdin=lines([ULID, ULID])) == (0, "", "")
    low = "0" + ULID[1:-1] + "0"
    run = sortid("sort", "-c", stdin=lines([ULID, low, ULID, low]))
    assert run == (1, "", f'sortid: line 2: "{low}": out of order\n')
    assert sortid("sort", "-C", stdin=lines([ULID, low])) == (1, "", "")
    assert sortid("sort", "-c", "-u", stdin=lines([low, ULID, ULID])).err == f'sortid: line 3: "{ULID}": out of order\n'
    assert sortid("sort", "-c", "-r", stdin=lines([ULID, low])).code == 0
    assert sortid("sort", "-c", stdin=lines(sorted(ids_of("ulid", 30_000, 2)))).code == 0
    texts = sorted(ids_of("ulid", 30_000, 3))
    # Among them the last lines of blocks.
    for place in (5, *(2**k - 2 for k in range(5, 15)), *(2**k - 1 for k in range(5, 15)), 10_000, 20_001, len(texts) - 2):
        moved = texts[:place] + texts[place + 1:place + 2] + texts[place:place + 1] + texts[place + 2:]
        if texts[place] == texts[place + 1]:
            continue
        run = sortid("sort", "-c", stdin=lines(moved))
        assert (run.code, run.err) == (1, f'sortid: line {place + 2}: "{texts[place]}": out of order\n')
    assert sortid("sort", "-c", "-o", "x").code == 2


def test_a_field_of_a_line():
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    given = [f"{i},{text},{'x' * rng.randrange(40)}" for i, text in enumerate(ids_of("ulid", 2000, seed))]
    # GNU's order among equal fields, as here, is that of the input.
    for options in ([], ["-r"], ["-u"]):
        mine = sortid("sort", "--field", "2", "-t", ",", *options, stdin=lines(given))
        assert mine.out == gnu("sort", "-s", "-t", ",", "-k2,2", *options, stdin=lines(given)), options
    blanks = lines(line.replace(",", " \t ") for line in given)
    assert sortid("sort", "--field", "2", stdin=blanks).out == gnu("sort", "-s", "-k2,2b", stdin=blanks)
    run = sortid("sort", "--field", "2", stdin=f"a {ULID}\nb\nc none\n")
    assert (run.code, run.out) == (1, f"a {ULID}\n")
    assert 'line 2: "b": length: field 2 is wanted, there are 1' in run.err and 'line 3: "none": length' in run.err
    assert sortid("sort", "--field", "1", "-c", stdin=f"{ULID} b\n{ULID[:-1]}0 a\n").err.startswith("sortid: line 2: ")
    for words in (["--field", "0"], ["--field", "x"], ["-t", ","], ["--field", "1", "-t", "ab"]):
        assert sortid("sort", *words).code == 2, words


def sort_in(memory, given, *words, env=None):
    return sortid("sort", "-S", memory, "--jobs", "2", *words, stdin=given, env=env)


def temporary_environment(folder):
    return environment(TMPDIR=str(folder))


@pytest.mark.parametrize("options", [[], ["-r"], ["-u"], ["--field", "1"], ["--field", "1", "-r", "-u"]])
def test_runs(options, tmp_path):
    """200,000 ids are more than 1 MiB, so that runs are written and merged."""
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    given = lines(ids_of("ulid", 160_000, seed))
    beside = [o for o in options if o.startswith("-") and o != "--field"]
    run = sort_in("1M", given, *options, "-T", str(tmp_path))
    assert run.out == gnu("sort", "-s", *beside, stdin=given)
    assert run.code == 0 and list(tmp_path.iterdir()) == []


def test_runs_that_are_merged_twice(tmp_path):
    """With 1 MiB sixteen runs are merged at a time; each has a quarter of a MiB."""
    given = lines(text + "," + "x" * 60 for text in ids_of("ulid", 80_000, 5))
    run = sort_in("1M", given, "--field", "1", "-t", ",", "-T", str(tmp_path))
    assert run.out == gnu("sort", stdin=given)


def test_runs_that_were_merged_take_no_more_of_the_disk(tmp_path):
    given = tmp_path / "ids"
    given.write_text(lines(text + "," + "x" * 60 for text in ids_of("ulid", 80_000, 5)))
    with subprocess.Popen([BIN, "sort", "-S", "1M", "--jobs", "2", "--field", "1", "-t", ",", "-T", tmp_path, given],
                          stdout=subprocess.PIPE, env=environment()) as child:
        child.stdout.read(1)  # it waits for its reader, with all runs in one file
        files = [os.readlink(f"/proc/{child.pid}/fd/{fd}") for fd in os.listdir(f"/proc/{child.pid}/fd")]
        assert len([name for name in files if str(tmp_path) in name]) == 1, files
        child.stdout.read()


def test_runs_of_many_prefixes(tmp_path):
    texts = ids_of("ulid", 60_000, 6)
    rng = random.Random(7)
    given = lines(f"{rng.choice('abcdefgh')}_{text.lower()}" for text in texts if text[0] < "8")
    assert sort_in("1M", given, "-T", str(tmp_path)).out == gnu("sort", stdin=given)


@pytest.mark.parametrize("options", [[], ["-r"], ["-u"], ["--field", "1"], ["--field", "1", "-u"]])
def test_runs_of_equal_ids(options, tmp_path):
    """No piece of the output ends between equal ids, however many there are."""
    few = sorted(set(ids_of("ulid", 3, 12)))
    given = lines(random.Random(13).choices(few, k=300_000))
    beside = [o for o in options if o.startswith("-") and o != "--field"]
    assert sort_in("1M", given, *options, "-T", str(tmp_path)).out == gnu("sort", "-s", *beside, stdin=given)


def prefixed(count, of=ULID.lower()):
    """A TypeID of each of so many prefixes, in no order."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    prefixes = ["".join(letters[i // 26**k % 26] for k in range(5)) for i in range(count)]
    random.Random(count).shuffle(prefixes)
    return [f"{p}_{of}" for p in prefixes]


@pytest.mark.parametrize("memory", ["512M", "1M"])
def test_as_many_prefixes_as_ids(memory, tmp_path):
    texts = prefixed(70_000)
    given = lines(texts + texts[:100])
    for options in ([], ["-r"], ["-u"], ["--field", "1"]):
        beside = [o for o in options if o in ("-r", "-u")]
        assert sort_in(memory, given, *options, "-T", str(tmp_path)).out == gnu("sort", *beside, stdin=given), options
    in_order = lines(sorted(texts))
    assert sortid("uniq", "-c", stdin=in_order).out == gnu("uniq", "-c", stdin=in_order)
    (tmp_path / "a").write_text(in_order)
    assert sortid("join", str(tmp_path / "a"), "-", stdin=in_order).out == in_order


def test_where_runs_cannot_be_written(tmp_path):
    given = lines(ids_of("ulid", 160_000, 8))
    run = sort_in("1M", given, "-T", str(tmp_path / "none"))
    assert (run.code, run.out) == (3, "")
    assert run.err == (f"sortid: cannot make a temporary file in {tmp_path}/none: No such file or directory; "
                       "--temporary names another folder\n")
    assert sort_in("1M", given, env=temporary_environment(tmp_path / "none")).code == 3
    assert sort_in("64M", given, "-T", str(tmp_path / "none")).code == 0

    def no_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    full = subprocess.run([BIN, "sort", "-S", "1M", "-T", str(tmp_path)], input=given.encode(), capture_output=True,
                          env=environment(), preexec_fn=no_room)
    assert (full.returncode, full.stdout) == (3, b"") and b"cannot write to a temporary file" in full.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_end_on_the_way_leaves_nothing(tmp_path):
    given = lines(ids_of("ulid", 160_000, 9)).encode()
    for how in (signal.SIGTERM, signal.SIGKILL, signal.SIGINT):
        child = subprocess.Popen([BIN, "sort", "-S", "1M", "-T", str(tmp_path)], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, env=environment())
        child.stdin.write(given)
        child.stdin.flush()
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and not any(
                "(deleted)" in os.readlink(f"/proc/{child.pid}/fd/{fd}") for fd in os.listdir(f"/proc/{child.pid}/fd")):
            time.sleep(0.01)
        child.send_signal(how)
        child.wait()
        child.stdin.close()
        child.stdout.close()
        assert child.returncode == -how
        assert list(tmp_path.iterdir()) == []


def test_a_reader_that_goes_away(tmp_path):
    given = lines(ids_of("ulid", 160_000, 10))
    (tmp_path / "ids").write_text(given)
    done = subprocess.run(["bash", "-c", '"$0" sort -S 1M -T "$1" "$1/ids" | head -n 1; echo ${PIPESTATUS[0]}', BIN, tmp_path],
                          capture_output=True, env=environment(), text=True)
    assert done.stdout.split()[1] == "141" and done.stderr == ""
    assert [p.name for p in tmp_path.iterdir()] == ["ids"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_an_output_that_is_full():
    with open("/dev/full", "wb") as full:
        done = subprocess.run([BIN, "sort"], input=ULID.encode(), stdout=full, stderr=subprocess.PIPE, env=environment())
    assert done.returncode == 3 and b"No space left" in done.stderr
    assert sortid("sort", "-o", "/dev/full", stdin=ULID).code == 3
    assert sortid("sort", "-o", "/dev/null", stdin=ULID) == (0, "", "")


def test_memory_is_bounded(tmp_path):
    if sanitized():
        pytest.skip("a sanitizer has memory of its own")
    given = lines(ids_of("ulid", 400_000, 11)).encode()
    child = subprocess.Popen(["/usr/bin/env", BIN, "sort", "-S", "2M", "-T", str(tmp_path)], stdin=subprocess.PIPE,
                             stdout=subprocess.DEVNULL, env=environment(), preexec_fn=limits())
    child.stdin.write(given)
    child.stdin.flush()
    with open(f"/proc/{child.pid}/status") as status:
        peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
    child.stdin.close()
    assert child.wait() == 0
    assert peak < 16 * 1024, "KiB; the ids alone are 8 MiB, their texts 13"


@pytest.mark.parametrize("size", ["1", "100", "64K", "1X", "M", "99999999999T", "-1M"])
def test_sizes_of_memory_that_are_none(size):
    assert sortid("sort", f"--memory={size}").code == 2


# --- uniq ---

@pytest.mark.parametrize("options", [[], ["-c"], ["-d"], ["-u"], ["-c", "-d"]])
def test_uniq(options):
    for count in (1, 2, 5, 40_000):
        texts = sorted(ids_of("ulid", count, count))
        mine = sortid("uniq", *options, stdin=lines(texts))
        assert (mine.code, mine.out) == (0, gnu("uniq", *options, stdin=lines(texts))), count
    many = lines([ULID] * 30_000 + [XID] * 3 + [ULID])
    assert sortid("uniq", *options, stdin=many).out == gnu("uniq", *options, stdin=many)
    assert sortid("uniq", *options) == (0, "", "")


def test_uniq_of_files_and_spellings(tmp_path):
    (tmp_path / "a").write_text(f"{ULID}\n{ULID.lower()}\n")
    (tmp_path / "b").write_text(f"{ULID}\nbad\n{ULID}\n")
    run = sortid("uniq", "-c", str(tmp_path / "a"), str(tmp_path / "b"))
    assert (run.code, run.out) == (1, f"      4 {ULID}\n")
    assert f"{tmp_path}/b: line 2" in run.err


# --- join ---

JOINS = {(): "-12", ("-v", "1"): "-23", ("-v", "2"): "-13"}


@pytest.fixture(name="two_files", params=[(0, 0), (1, 0), (0, 1), (3, 5), (30_000, 20_000), (10, 50_000)])
def files_in_order(request, tmp_path):
    first, second = request.param
    rng = random.Random(first * 7 + second)
    texts = sorted(set(ids_of("ulid", first + second, 12))) if first + second else []
    for name, count in (("a", first), ("b", second)):
        (tmp_path / name).write_text(lines(sorted(rng.sample(texts, min(count, len(texts))))))
    return tmp_path


def test_join_is_comm(two_files):
    a, b = str(two_files / "a"), str(two_files / "b")
    for words, columns in JOINS.items():
        assert sortid("join", *words, a, b) == (0, gnu("comm", columns, a, b), ""), words
    assert sortid("join", "-a", "1", "-a", "2", a, b).out == gnu("sort", "-mu", a, b)
    assert sortid("join", "-v", "1", "-v", "2", a, b).out == gnu("comm", "-3", a, b).replace("\t", "")
    with open(a, "rb") as first:
        assert sortid("join", "-", b, stdin=first.read()).out == gnu("comm", "-12", a, b)
    with open(b, "rb") as second:
        assert sortid("join", a, "-", stdin=second.read()).out == gnu("comm", "-12", a, b)


def test_join_of_ids_that_stand_several_times(tmp_path):
    low, high = "0" + ULID[1:-1] + "0", "7" + ULID[1:]
    (tmp_path / "a").write_text(lines([low, ULID, ULID, ULID]))
    (tmp_path / "b").write_text(lines([ULID, ULID, high, high]))
    names = str(tmp_path / "a"), str(tmp_path / "b")
    assert sortid("join", *names).lines == [ULID] * 3
    assert sortid("join", "-v", "1", *names).lines == [low]
    assert sortid("join", "-v", "2", *names).lines == [high] * 2
    assert sortid("join", "-a", "1", "-a", "2", *names).lines == [low, ULID, ULID, ULID, high, high]


def test_join_writes_what_it_knows_before_the_first_file_ends(tmp_path):
    (tmp_path / "b").write_text(lines([ULID]))
    child = subprocess.Popen([BIN, "join", "-", tmp_path / "b"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment())
    child.stdin.write(f"{ULID}\n".encode())
    child.stdin.flush()
    assert select.select([child.stdout], [], [], 20)[0] and child.stdout.readline().decode() == ULID + "\n"
    assert child.communicate()[0] == b"" and child.returncode == 0


def test_join_says_what_is_wrong(tmp_path):
    assert sortid("join", "a", "b", "c").err.startswith("sortid: FILE takes at most 2 words, found 3\n")
    low = "0" + ULID[1:-1] + "0"
    (tmp_path / "good").write_text(lines([low, ULID]))
    (tmp_path / "bad").write_text(lines([ULID, "none", low]))
    good, bad = str(tmp_path / "good"), str(tmp_path / "bad")
    for files in ((good, bad), (bad, good)):
        run = sortid("join", "-a", "1", "-a", "2", *files)
        assert run.code == 1
        assert run.err.endswith(f'sortid: {bad}: line 3: "{low}": out of order; sort the file first\n')
    for words in ([], [good], [good, good, good], ["-", "-"], ["-a", "3", good, good]):
        assert sortid("join", *words).code == 2, words
    for words in ((good, str(tmp_path / "no")), (str(tmp_path / "no"), good)):
        assert sortid("join", *words).code == 3

