"""For pytest: which mutants each test function comes by, and its seconds. Beside the file of SORTID_MUTANTS_SEEN, as JSON."""

import collections
import json
import mmap
import os
import re
import time

import pytest

PATH = os.environ["SORTID_MUTANTS_SEEN"]


class Seen:
    def __init__(self):
        with open(PATH, "r+b") as file:
            self.map = mmap.mmap(file.fileno(), 0)
        self.begun = time.monotonic()
        self.outside, self.failed = set(), set()
        self.parts = collections.defaultdict(lambda: [0.0, set()])

    def taken(self):
        ids = {found.start() for found in re.finditer(rb"[^\0]", self.map[:], re.DOTALL)}
        self.map[:] = bytes(len(self.map))
        return ids

    @staticmethod
    def name(nodeid):
        return nodeid.split("[")[0].split("::", 1)[1]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item):
        self.outside |= self.taken()
        begun = time.monotonic()
        yield
        part = self.parts[self.name(item.nodeid)]
        part[0] += time.monotonic() - begun
        part[1] |= self.taken()

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failed.add(self.name(report.nodeid))

    def pytest_sessionfinish(self):
        # What fixtures do may be seen by any of them.
        self.outside |= self.taken()
        parts = {name: [seconds, sorted(ids | self.outside)] for name, (seconds, ids) in self.parts.items() if name not in self.failed}
        rest = time.monotonic() - self.begun - sum(seconds for seconds, _ in self.parts.values())
        with open(PATH + ".parts", "w", encoding="utf-8") as file:
            json.dump({"rest": rest, "parts": parts, "failed": sorted(self.failed)}, file)


def pytest_configure(config):
    config.pluginmanager.register(Seen())
