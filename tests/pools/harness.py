"""Makers as processes, the page that they share with the harness, and the faults that befall them."""

import contextlib
import mmap
import os
import pathlib
import signal
import struct
import subprocess
import time

# control_slot of control_page.hpp.
SLOT = struct.Struct("<qIIIIQQQqQQQQII")
FIELDS = ("clock_offset_ms", "net", "forks_wanted", "children_to_end", "stop", "ids", "child_ids", "last_ns", "clock_ms",
          "cut_calls", "lost_replies", "lost_requests", "late_requests", "forks", "fault")
PLACES = {}
for _name, _kind in zip(FIELDS, SLOT.format[1:]):
    PLACES[_name] = (struct.Struct("<" + _kind), sum(struct.calcsize("<" + k) for k in SLOT.format[1:len(PLACES) + 1]))
WORKS, CUT, LOSES_REPLY, LOSES_REQUEST, LATE_REQUEST = range(5)
CLOCK_BACK = ("hold", "wait", "fail", "take_another")
FAKETIME = next(iter(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")), None)


class HarnessError(RuntimeError):
    pass


class Page:
    def __init__(self, path, slots):
        self.path, self.slots = path, slots
        path.write_bytes(bytes(SLOT.size * slots))
        with open(path, "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 0)

    def read(self, slot, name):
        kind, place = PLACES[name]
        return kind.unpack_from(self.memory, slot * SLOT.size + place)[0]

    def write(self, slot, name, value):
        kind, place = PLACES[name]
        kind.pack_into(self.memory, slot * SLOT.size + place, value)


class Maker:
    """A slot and the process that has it at present."""

    def __init__(self, run, slot):
        self.run, self.slot = run, slot
        self.process, self.starts, self.befallen_by = None, 0, None

    def __getattr__(self, name):
        """A field of the slot."""
        return self.run.page.read(self.slot, name)

    def set(self, name, value):
        self.run.page.write(self.slot, name, value)

    def start(self, environment=None):
        self.starts += 1
        words = {"slot": self.slot, "slots": self.run.page.slots, "control": self.run.page.path,
                 "store": self.run.store.address(self.slot), "numbers": self.run.numbers, "window-ms": self.run.window_ms,
                 # So that a call fails well before the window ends.
                 "deadline-ms": self.run.window_ms // 2,
                 "log": self.run.folder / "logs" / f"{self.slot}.{self.starts}", "burst": self.run.burst,
                 "clock-back": self.run.dice.choice(CLOCK_BACK), "format": self.run.format}
        if self.run.wrong:
            words["wrong-protocol"] = self.run.wrong
        command = [self.run.program, *(word for name, value in words.items() for word in (f"--{name}", str(value)))]
        with open(self.run.folder / "stderr", "ab") as errors:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=errors,
                                            env={**os.environ, **(environment or {})})

    def kill(self):
        self.process.kill()
        ended, self.process = self.process.wait(), None
        return ended == -signal.SIGKILL

    def check(self):
        """Between faults it lives."""
        if self.process is not None and self.process.poll() is not None:
            said = (self.run.folder / "stderr").read_text(errors="replace")
            raise HarnessError(f"maker {self.slot} ended by itself with {self.process.returncode}: {said[-2000:]}")

    def threads(self):
        """What each is at, for who asks why it hangs."""
        said = []
        for task in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            with contextlib.suppress(OSError):
                said.append(" ".join((task / name).read_text().strip() for name in ("wchan", "syscall", "stack")))
        return f"{self.process.pid} {self.state()} " + "; ".join(said)

    def state(self):
        with contextlib.suppress(OSError, IndexError):
            return pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        return ""


class Fault:
    """One fault: begin(), poll() until it is over or its time is, end(). `fired` says that it had its effect."""

    kind = ""
    victims = True  # befalls a maker
    windows = (0.3, 1.5)  # how long, in windows

    def __init__(self, run, maker):
        self.run, self.maker, self.fired, self.mending = run, maker, False, False
        self.seconds = run.dice.uniform(*self.windows) * run.window_ms / 1000

    @property
    def slot(self):
        return None if self.maker is None else self.maker.slot

    def begin(self):
        pass

    def poll(self):
        """True when it is over before its time."""
        return False

    def end(self):
        pass

    def ended(self):
        """After end(): True when all is as it was."""
        return True


class Kill(Fault):
    kind = "kill -9"

    def begin(self):
        self.fired = self.maker.kill()

    def end(self):
        self.maker.start()


class Pause(Fault):
    kind = "pause past the window"
    windows = (1.2, 3)

    def begin(self):
        self.maker.process.send_signal(signal.SIGSTOP)
        self.begun = None

    def poll(self):
        # Its window, from when it really stands.
        if self.begun is None and self.maker.state() == "T":
            self.begun = time.monotonic()

    def end(self):
        self.fired = self.begun is not None and time.monotonic() - self.begun > self.run.window_ms / 1000
        self.maker.process.send_signal(signal.SIGCONT)


class Network(Fault):
    """Of a maker that holds a number, or of one that begins and takes one."""

    mode, counter, restarts = WORKS, "", True
    windows = (2, 4)

    def begin(self):
        self.before = self.count()
        self.set(self.mode)
        if self.restarts and self.run.dice.random() < 0.5:
            self.maker.kill()
            self.maker.start()

    def set(self, mode):
        self.maker.set("net", mode)

    def count(self):
        return getattr(self.maker, self.counter)

    def poll(self):
        self.fired = self.count() > self.before

    def end(self):
        self.poll()
        self.set(WORKS)


class CutOff(Network):
    kind, mode, counter, restarts = "store cut off from a maker", CUT, "cut_calls", False


class LostReply(Network):
    kind, mode, counter = "reply lost", LOSES_REPLY, "lost_replies"


class LostRequest(Network):
    kind, mode, counter = "request lost", LOSES_REQUEST, "lost_requests"


class LateRequest(Network):
    kind, mode, counter = "request late", LATE_REQUEST, "late_requests"


class AllCutOff(Fault):
    kind, victims = "store down", False
    windows = (0.5, 2)

    def begin(self):
        self.before = [m.cut_calls for m in self.run.makers]
        for m in self.run.makers:
            if m.net == WORKS:
                m.set("net", CUT)

    def end(self):
        self.fired = any(m.cut_calls > before for m, before in zip(self.run.makers, self.before))
        for m in self.run.makers:
            if m.net == CUT:
                m.set("net", WORKS)


def some_step(dice):
    """Half a second to a minute, either way. As often below 1.7 seconds as above: a number that was used a minute ahead is
    nobody's for that minute."""
    return dice.choice((-1, 1)) * round(500 * 120 ** dice.random() ** 2)


class Step(Fault):
    """The clock is set wrong, and right again at the end: one step each way."""

    kind = "clock step"
    windows = (0.5, 2)

    def begin(self):
        self.offset = some_step(self.run.dice)
        self.maker.set("clock_offset_ms", self.offset)

    def poll(self):
        self.fired = self.fired or self.is_wrong()

    def is_wrong(self):
        # By half of it at least: the maker's last reading may be old.
        wrong = self.maker.clock_ms - time.time_ns() // 1_000_000
        return wrong * self.offset > 0 and abs(wrong) >= abs(self.offset) / 2

    def end(self):
        self.poll()
        self.maker.set("clock_offset_ms", 0)


class StepOverRestart(Step):
    kind = "clock step over a restart"

    def begin(self):
        self.maker.kill()
        super().begin()
        self.maker.start()


class Faketime(Step):
    """The same for the process as a whole, by libfaketime: its real time jumps, monotonic and boot time do not."""

    kind = "clock step by libfaketime"
    windows = (4, 6)

    def begin(self):
        self.offset = some_step(self.run.dice)
        self.file = self.run.folder / f"faketime.{self.maker.slot}"
        self.file.write_text("+0\n")
        self.maker.kill()
        self.maker.start({"LD_PRELOAD": str(FAKETIME), "FAKETIME_TIMESTAMP_FILE": str(self.file),
                           "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_CACHE_DURATION": "1"})
        self.before, self.stepped = self.maker.ids, False

    def poll(self):
        if not self.stepped and self.maker.ids > self.before:
            self.file.write_text(f"{self.offset / 1000:+}\n")
            self.stepped = True
        super().poll()

    def end(self):
        self.poll()
        pid = self.maker.process.pid
        self.maker.kill()
        # libfaketime's own, which it removes when a process ends by itself.
        for name in (f"faketime_shm_{pid}", f"sem.faketime_sem_{pid}"):
            pathlib.Path("/dev/shm", name).unlink(missing_ok=True)
        self.maker.start()


class Fork(Fault):
    kind = "fork"
    windows = (1.5, 4)

    def begin(self):
        self.number = self.maker.forks_wanted + 1
        self.maker.set("forks_wanted", self.number)

    def poll(self):
        self.fired = self.maker.forks >= self.number

    def end(self):
        self.poll()
        self.maker.set("children_to_end", self.number)


COMMON = (Kill, Pause, Step, StepOverRestart, Fork)
