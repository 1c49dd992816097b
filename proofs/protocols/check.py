#!/usr/bin/env python3
"""Explores every state of the models beside this file with spin, and fails where one does not do what it says.

usage: check.py [--source FOLDER] [--memory MEGABYTES] [MODEL]...

A model's first comment lists its variants. One that `holds` has no error in any of its states. One that `fails` leaves out
the guard that it is named after (BUT_…), and must be told as an `assertion` or an `end state`. Each step that a model
names (`step: MODEL.NAME`) has its place in the source, and each place that the source names has its step.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
VARIANT = re.compile(r"^ \* (holds|fails): (.+?)\s+((?:-D\S+\s*)+)$", re.M)
FAILS = re.compile(r"(BUT_[A-Z_]+)\s+(assertion|end state)")
GUARD = re.compile(r"^#if.*?$|^#elif.*?$", re.M)
STEPS = re.compile(r"step: ([a-z_]+\.[a-z_]+(?:, [a-z_]+\.[a-z_]+)*)")
SOURCES = ("include", "src")
FOUND = re.compile(r"^pan:\d+: (?:(assertion) violated|invalid (end state))", re.M)
# What pan prints when it has not seen every state, or what it saw is not the model.
INCOMPLETE = re.compile(r"reached -DMEMLIM|max search depth too small|Search not completed|VECTORSZ|[Ww]arning: .*hash")
SECONDS = 300  # for one search; a machine at work is slow

Variant = collections.namedtuple("Variant", "model name expected flags")
Outcome = collections.namedtuple("Outcome", "states seconds problem")


def steps_in(text):
    return {step for found in STEPS.findall(text) for step in found.split(", ")}


def variants_of(model, text):
    """The variants that a model lists, and what is wrong with the list."""
    variants, problems = [], []
    for kind, name, flags in VARIANT.findall(text):
        expected = None
        if kind == "fails":
            parts = FAILS.fullmatch(name)
            if not parts:
                problems.append(f"{model}: cannot read `fails: {name}`")
                continue
            name, expected = parts.groups()
        variants.append(Variant(model, name, expected, flags.split() + ([f"-D{name}"] if expected else [])))
    listed = {v.name for v in variants if v.expected}
    used = set(re.findall(r"BUT_[A-Z_]+", " ".join(GUARD.findall(text))))
    problems += [f"{model}: {name} is left out nowhere" for name in sorted(listed - used)]
    problems += [f"{model}: no variant leaves out {name}" for name in sorted(used - listed)]
    if not any(v.expected is None for v in variants) or not listed:
        problems.append(f"{model}: it needs variants that hold and variants that fail")
    if len(re.findall(r"^ \* (?:holds|fails):", text, re.M)) != len(variants):
        problems.append(f"{model}: a variant cannot be read")
    return variants, problems


def explore(variant, memory):
    begun = time.monotonic()

    def limited():
        resource.setrlimit(resource.RLIMIT_AS, (2 * memory << 20, 2 * memory << 20))

    def run(folder, *command):
        return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", timeout=SECONDS, preexec_fn=limited)

    with tempfile.TemporaryDirectory() as folder:
        compiler = os.environ.get("CC", "cc")
        optimised = "-O0" if variant.expected else "-O1"  # errors are found before the compiler would be done
        for command in (["spin", "-a", *variant.flags, str(HERE / f"{variant.model}.pml")],
                        [compiler, optimised, "-w", "-DSAFETY", "-DCOLLAPSE", f"-DMEMLIM={memory}", "-o", "pan", "pan.c"]):
            made = run(folder, *command)
            if made.returncode != 0 or "Error:" in made.stdout:
                return Outcome(0, 0, f"{command[0]}: {made.stdout.strip()}")
        try:
            said = run(folder, "./pan", "-m100000").stdout
        except subprocess.TimeoutExpired:
            return Outcome(0, SECONDS, f"not through all states after {SECONDS} s")
    states = re.search(r"(\d+) states, stored", said)
    errors = re.search(r"errors: (\d+)", said)
    found = [assertion or end for assertion, end in FOUND.findall(said)]
    problem = None
    if not states or not errors:
        problem = said.strip()
    elif variant.expected:
        if found != [variant.expected]:
            problem = f"expected: {variant.expected}; found: {', '.join(found) or 'no error'}"
    elif errors[1] != "0" or found:
        problem = "; ".join(re.findall(r"^pan:\d+: .*", said, re.M))
    elif INCOMPLETE.search(said):
        problem = f"not through all states: {INCOMPLETE.search(said)[0]}"
    return Outcome(int(states[1]) if states else 0, time.monotonic() - begun, problem)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", type=pathlib.Path, default=HERE.parent.parent)
    parser.add_argument("--memory", type=int, default=1000, help="megabytes for the states of one variant")
    parser.add_argument("models", nargs="*", metavar="MODEL")
    arguments = parser.parse_args()

    texts = {path.stem: path.read_text() for path in sorted(HERE.glob("*.pml"))}
    unknown = set(arguments.models) - set(texts)
    if unknown:
        parser.error(f"no model {', '.join(sorted(unknown))}; there are {', '.join(texts)}")

    problems, variants = [], []
    in_models = set().union(*map(steps_in, texts.values()))
    in_source = {}
    for folder in SOURCES:
        for path in sorted((arguments.source / folder).rglob("*")):
            if path.is_file():
                for step in steps_in(path.read_text(errors="replace")):
                    in_source.setdefault(step, path.relative_to(arguments.source))
    problems += [f"step {step} of a model has no place in {' or '.join(SOURCES)}" for step in sorted(in_models - set(in_source))]
    problems += [f"{in_source[step]}: no model has the step {step}" for step in sorted(set(in_source) - in_models)]
    for model, text in texts.items():
        problems += [f"{model}: it names {step}, a step of another model" for step in sorted(steps_in(text))
                     if step.split(".")[0] != model]
        if not arguments.models or model in arguments.models:
            listed, wrong = variants_of(model, text)
            variants += listed
            problems += wrong

    print(f"{'model':<12} {'variant':<28} {'states':>9} {'seconds':>8}  verdict", flush=True)
    # The large ones are alone in what they need; two at once fit the machine that tests run on.
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for variant, outcome in zip(variants, pool.map(lambda v: explore(v, arguments.memory), variants)):
            verdict = outcome.problem or (f"fails: {variant.expected}" if variant.expected else "holds")
            print(f"{variant.model:<12} {variant.name:<28} {outcome.states:>9} {outcome.seconds:>8.1f}  {verdict}", flush=True)
            if outcome.problem:
                problems.append(f"{variant.model}, {variant.name}: {outcome.problem}")
    for problem in problems:
        print(f"check.py: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
