"""The stores under test: each starts, names itself for id_maker, and has faults of its own."""

import subprocess


class Local:
    """A store that is no server: a folder, or the tests' own file in memory. Its network is in id_maker alone."""

    window_ms = 400
    # Faults that only this store has, as functions of the run.
    own_faults = ()

    def __init__(self, kind, folder, program):
        self.kind, self.spec = kind, f"{kind}:{folder / 'store'}"
        self.late_requests = kind == "fake"
        if kind == "fake":
            subprocess.run([program, "--create-fake-store", str(folder / "store")], check=True)

    def stop(self):
        pass


def start(kind, folder, program):
    if kind in ("file", "fake"):
        return Local(kind, folder, program)
    raise SystemExit(f"run.py: no such store: {kind}")
