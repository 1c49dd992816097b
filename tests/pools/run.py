#!/usr/bin/env python3
"""Makers that share a store, under faults, and the count of ids that were made twice.

usage: run.py soak --maker PROGRAM --checker PROGRAM [--store file] [--ids N] [--faults N] [--seed N] [--json FILE]
       run.py control PROTOCOL --maker PROGRAM --checker PROGRAM [--seed N]
       run.py smoke --maker PROGRAM --checker PROGRAM [--seed N]

soak   runs until there are so many ids and so many faults, and each kind of fault has fired. Fails on one duplicate.
control  runs a wrong protocol (controls.hpp) until ids come twice. Fails when they do not within 200 faults.
smoke  is a short soak on the file store and on the fake one, and every control.

Faults begin one after another by the seed; what they meet depends on the machine, so a seed repeats the faults and
not the run.
"""

import argparse
import concurrent.futures
import ctypes
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import harness
import report
import stores

WRONG = ("lease", "deadline", "guard")
TICK = 0.01
IN_VAIN = 50
OWN_NETWORK = "SORTID_POOLS_NETWORK"
PR_SET_CHILD_SUBREAPER = 36  # linux/prctl.h


class Run:
    def __init__(self, arguments, store, wrong=None, name=""):
        self.program, self.checker, self.seed, self.wrong = arguments.program, arguments.checker, arguments.seed, wrong
        self.dice = random.Random(f"{self.seed} {store} {wrong}")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"pools-{name or store}-", dir=arguments.work))
        (self.folder / "logs").mkdir()
        self.format, self.burst = arguments.format, arguments.burst
        count = arguments.makers
        self.slots = range(count)
        self.store = stores.KINDS[store](store, self)
        self.window_ms = self.store.window_ms
        # Fewer than makers, so that a number is taken over as soon as its holder seems to be gone.
        self.numbers = max(2, count * 3 // 4)
        self.page = harness.Page(self.folder / "control", count)
        self.makers = [harness.Maker(self, slot) for slot in self.slots]
        self.running, self.log = [], []
        self.decks, self.store_rests_until = {True: [], False: []}, 0

    def fault_classes(self):
        found = [*harness.COMMON, *self.store.faults]
        if self.wrong:
            # A fork copies the number of any of them at once; what is to be shown is what the protocols do.
            found.remove(harness.Fork)
        elif harness.FAKETIME:
            found.append(harness.Faketime)
        return found

    def kinds(self):
        return [fault.kind for fault in self.fault_classes()]

    def fired(self, kind=None):
        return sum(fault["fired"] for fault in self.log if kind in (None, fault["kind"]))

    def begin_next(self):
        """Every kind once, in an order of its own, and so on: for makers, and for the store as a whole."""
        for victims, deck in self.decks.items():
            if not deck:
                deck += [kind for kind in self.fault_classes() if kind.victims == victims]
                self.dice.shuffle(deck)
            free = [m for m in self.makers if m.befallen_by is None]
            store_is_well = time.monotonic() > self.store_rests_until and all(fault.maker for fault in self.running)
            if len(free) > 1 if victims else store_is_well:
                self.begin(deck.pop()(self, self.dice.choice(free) if victims else None))

    def begin(self, fault):
        if fault.maker:
            fault.maker.befallen_by = fault
        fault.begun_ns = time.monotonic_ns()
        fault.begin()
        fault.over_at = time.monotonic() + fault.seconds
        self.running.append(fault)

    def turn(self):
        for fault in list(self.running):
            if not fault.mending:
                fault.mending = fault.poll() or time.monotonic() >= fault.over_at
                if fault.mending:
                    fault.end()
            if fault.mending and fault.ended():
                self.finish(fault)
        for maker in self.makers:
            if maker.befallen_by is None:
                maker.check()

    def finish(self, fault):
        self.running.remove(fault)
        if fault.maker:
            fault.maker.befallen_by = None
        else:
            # It is well for as long as it was not, or makers would never have a number.
            lasted = (time.monotonic_ns() - fault.begun_ns) / 1e9
            self.store_rests_until = time.monotonic() + max(lasted, self.window_ms / 1000)
        self.log.append({"kind": fault.kind, "slot": fault.slot, "begin_ns": fault.begun_ns,
                         "end_ns": time.monotonic_ns(), "fired": bool(fault.fired)})
        if sum(f["kind"] == fault.kind for f in self.log) == IN_VAIN and not self.fired(fault.kind):
            raise harness.HarnessError(f"{IN_VAIN} faults of this kind, and none had its effect: {fault.kind}")

    def until(self, enough, progress=None):
        """Faults, until `enough` says so; then none, and the makers end by themselves. The report."""
        begun = time.monotonic_ns()
        try:
            for maker in self.makers:
                maker.start()
            said = time.monotonic()
            while not enough():
                self.begin_next()
                until = time.monotonic() + self.dice.uniform(1, 3) * self.window_ms / 1000 / len(self.makers)
                while time.monotonic() < until:
                    self.turn()
                    time.sleep(TICK)
                if progress and time.monotonic() > said + 30:
                    said = time.monotonic()
                    progress(self)
            while self.running:
                self.turn()
                time.sleep(TICK)
            ended = time.monotonic_ns()
            self.end_makers()
            return report.summary(self, begun, ended)
        finally:
            for maker in self.makers:
                if maker.process:
                    maker.process.kill()
                    maker.process.wait()
            self.store.stop()

    def end_makers(self):
        for maker in self.makers:
            maker.set("stop", 1)
        for maker in self.makers:
            try:
                if maker.process.wait(120) != 0:
                    maker.check()
            except subprocess.TimeoutExpired:
                raise harness.HarnessError(f"maker {maker.slot} does not end: {maker.threads()}") from None
            maker.process = None

    def ids(self):
        return sum(m.ids + m.child_ids for m in self.makers)

    def gone(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def faults_of(found):
    """Why a run proves nothing, or the opposite."""
    why = [f"{found['duplicates']} duplicates\n{found['said']}"] if found["duplicates"] else []
    why += [f"no fault of this kind has fired: {kind}" for kind, count in found["fired"].items() if not count]
    if not found["child_ids"]:
        why.append("no forked child made an id")
    return why


def soak(arguments, store):
    run = Run(arguments, store)

    def enough():
        return (run.ids() >= arguments.ids and run.fired() >= arguments.faults and all(map(run.fired, run.kinds()))
                and any(m.child_ids for m in run.makers))

    def progress(of):
        print(f"{of.ids():,} ids, {of.fired():,} faults", file=sys.stderr, flush=True)
    found = run.until(enough, progress if arguments.progress else None)
    print(report.text(found), flush=True)
    if found["ids"] < arguments.ids:
        raise SystemExit(f"run.py: {found['ids']} ids in the logs, of {arguments.ids}")
    why = faults_of(found)
    if why:
        print(*(f"FAILED: {w}" for w in why), f"the logs are in {run.folder}", sep="\n")
    else:
        run.gone()
    return found, not why


def control(arguments, wrong):
    """A wrong protocol, until it has shown what it is."""
    run = Run(arguments, "fake", wrong, name=wrong)
    looked = {"at": 0, "found": 0}

    def enough():
        # The logs grow, so they are looked through the more seldom the longer it takes.
        if run.fired() >= 200:
            return True
        if run.fired() >= looked["at"] + 8:
            looked["at"] = run.fired()
            looked["found"] = report.check(run.checker, run.folder)[1]
        return looked["found"] > 0
    found = run.until(enough)
    run.gone()
    print(f"{wrong}: {found['duplicates']:,} duplicates in {found['ids']:,} ids after {found['faults']} faults, "
          f"seed {found['seed']}", flush=True)
    if not found["duplicates"]:
        print(f"FAILED: {wrong} shows no duplicates, so this harness finds none")
    return found, found["duplicates"] > 0


def smoke(arguments):
    with concurrent.futures.ThreadPoolExecutor(3) as threads:
        controls = [threads.submit(control, arguments, wrong) for wrong in WRONG]
        good = [soak(arguments, "file")[1]]
        good += [c.result()[1] for c in controls]
    arguments.ids, arguments.faults = arguments.ids // 10, 0
    good.append(soak(arguments, "fake")[1])
    return all(good)


def in_own_network():
    """Goes on in a network namespace with nothing but loopback, where packets may be dropped."""
    if os.geteuid() != 0:
        raise SystemExit("run.py: servers are cut off by iptables, which only root may use")
    if OWN_NETWORK not in os.environ:
        os.execvpe("unshare", ["unshare", "--net", sys.executable, *sys.argv], {**os.environ, OWN_NETWORK: "1"})
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    # Servers become children of this process when pg_ctl ends, so that a killed one is no zombie that looks alive.
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("soak", "control", "smoke"))
    parser.add_argument("protocol", nargs="?", choices=WRONG)
    parser.add_argument("--maker", dest="program", required=True, type=os.path.abspath)
    parser.add_argument("--checker", required=True, type=os.path.abspath)
    parser.add_argument("--store", default="file", choices=stores.KINDS)
    parser.add_argument("--ids", type=int, default=1_000_000)
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--makers", type=int, default=8)
    parser.add_argument("--format", default="uid11-snowish", choices=("uid11-snowish", "ulid-flake-scalable"))
    parser.add_argument("--burst", type=int, default=64, help="ids that a maker makes each millisecond")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    parser.add_argument("--work", type=pathlib.Path, default=None, help="where logs go; the system's folder of such")
    parser.add_argument("--json", type=pathlib.Path, help="the report for page.py")
    parser.add_argument("--progress", action="store_true")
    arguments = parser.parse_args()
    # A test that runs out of time is ended with a signal; servers and makers must not outlive it.
    ends = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

    def end(*_):
        # Once: a second one would end the cleaning.
        for number in ends:
            signal.signal(number, signal.SIG_IGN)
        sys.exit(1)
    for number in ends:
        signal.signal(number, end)
    if arguments.store in stores.SERVERS and arguments.what == "soak":
        in_own_network()
    print(f"--seed {arguments.seed}", flush=True)
    if not harness.FAKETIME:
        print("no libfaketime, so clocks are stepped within the makers alone (make deps installs it)", flush=True)
    if arguments.what == "smoke":
        return 0 if smoke(arguments) else 1
    found, good = (control(arguments, arguments.protocol) if arguments.what == "control"
                   else soak(arguments, arguments.store))
    if arguments.json:
        with open(arguments.json, "w") as out:
            about = report.figures.about()
            about["tools"] = {"g++": about["tools"].get("g++", "none"), **stores.versions(found["store"])}
            out.write(json.dumps(about) + "\n" + json.dumps(found) + "\n")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
