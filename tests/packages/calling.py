"""What the tests of packages share: programs that are run and shown, and what they must say."""

import subprocess
import sys


def run(*command, **options):
    print("$", *command, flush=True)
    return subprocess.run([str(word) for word in command], check=True, text=True, **options)


def told(*command, **options):
    return run(*command, stdout=subprocess.PIPE, **options).stdout.strip()


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: {found!r} instead of {wanted!r}")
