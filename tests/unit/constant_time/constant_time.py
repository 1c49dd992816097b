#!/usr/bin/env python3
"""No branch and no address of AES, the Feistel rounds, HMAC-SHA256 and ChaCha20 depends on a secret, in the machine code as it is built.

usage: constant_time.py VALGRIND PROGRAM

memcheck looks for them; then the instructions and the addresses of runs with other secrets are compared. Kernels that valgrind does not
run (VAES, AVX-512) are left out.
"""

import hashlib
import re
import subprocess
import sys


def trace(valgrind, program, *arguments):
    """The digest of all instructions and addresses of a run."""
    run = subprocess.Popen(["setarch", "-R", valgrind, "--tool=lackey", "--trace-mem=yes", program, *arguments],
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={"PATH": "/usr/bin:/bin"})
    digest, lines = hashlib.sha256(), 0
    for line in run.stderr:
        if re.match(rb"(?:I | [LSM]) ", line):
            digest.update(line)
            lines += 1
    if run.wait() != 0 or lines < 100_000:
        raise SystemExit(f"lackey: {lines} lines, code {run.returncode}")
    return digest.hexdigest(), lines


def main():
    valgrind, program = sys.argv[1:]
    if subprocess.run([valgrind, "-q", program]).returncode != 0:
        raise SystemExit("a branch or an address depends on a secret")
    runs = [trace(valgrind, program, str(seed)) for seed in range(1, 5)]
    print(f"{len(runs)} runs with other secrets, {runs[0][1]} instructions and addresses each")
    if len(set(runs)) != 1:
        raise SystemExit("with other secrets it runs elsewhere")
    if len({trace(valgrind, program, str(seed), "planted") for seed in range(1, 5)}) == 1:
        raise SystemExit("a planted branch and a planted address are not seen")


main()
