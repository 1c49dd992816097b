"""What a run was: counted from its logs."""

import collections
import pathlib
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "bench"))
import figures  # noqa: E402

CALLS = ("acquire", "renew")


def percentile(ordered, share):
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else None


def check(checker, folder):
    """(ids, duplicates, what the checker printed)."""
    logs = sorted(map(str, (folder / "logs").glob("*.ids")))
    done = subprocess.run([checker, *logs], capture_output=True, text=True)
    counted = dict(line.split()[:2] for line in done.stdout.splitlines()[:2])
    if done.returncode not in (0, 1) or set(counted) != {"ids", "duplicates"}:
        raise SystemExit(f"id_checker ended with {done.returncode}: {done.stderr}")
    return int(counted["ids"]), int(counted["duplicates"]), done.stdout


def events_of(folder):
    """Microseconds of the calls that were done, by kind, and gaps as (slot, begin, end) in nanoseconds."""
    calls, gaps = collections.defaultdict(list), []
    for path in (folder / "logs").glob("*.events"):
        slot = int(path.name.split(".")[0])
        for line in path.read_text().splitlines():
            word, *rest = line.split()
            if word in CALLS and rest[1] == "done":
                calls[word].append(int(rest[0]))
            elif word == "gap":
                gaps.append((slot, int(rest[0]), int(rest[1])))
    return {kind: sorted(took) for kind, took in calls.items()}, gaps


def by_slot(faults, window_ns):
    """For each slot, the faults that it or all have met, as (first and last moment at which one is felt, fault). A clock that
    went back is felt until it has caught up, and a number that was lost for a window."""
    felt = collections.defaultdict(list)
    slots = {fault["slot"] for fault in faults} - {None}
    for fault in faults:
        longest = 62_000_000_000 if "clock" in fault["kind"] else 2 * window_ns
        for slot in slots if fault["slot"] is None else [fault["slot"]]:
            felt[slot].append((fault["begin_ns"], fault["end_ns"] + longest, fault))
    return felt


def cause_of(gap, felt):
    """The fault whose begin or end is the nearest to where the gap begins."""
    slot, begin, end = gap
    near = [(min(abs(fault["begin_ns"] - begin), abs(fault["end_ns"] - begin)), fault["kind"])
            for first, last, fault in felt[slot] if first <= end and last >= begin]
    return min(near)[1] if near else "none of the faults"


def summary(run, begun_ns, ended_ns):
    ids, duplicates, said = check(run.checker, run.folder)
    calls, gaps = events_of(run.folder)
    by_cause, felt = collections.defaultdict(list), by_slot(run.log, run.window_ms * 1_000_000)
    for gap in gaps:
        by_cause[cause_of(gap, felt)].append((gap[2] - gap[1]) / 1e9)
    seconds = (ended_ns - begun_ns) / 1e9
    whole = seconds * len(run.makers)
    fired = collections.Counter(fault["kind"] for fault in run.log if fault["fired"])
    return {
        "store": run.store.kind, "protocol": run.wrong or "pool", "seed": run.seed, "seconds": round(seconds, 1),
        "makers": len(run.makers), "numbers": run.numbers, "window_ms": run.window_ms, "format": run.format,
        "ids": ids, "child_ids": sum(m.child_ids for m in run.makers), "duplicates": duplicates, "said": said,
        "faults": sum(fired.values()),
        "fired": {kind: fired[kind] for kind in run.kinds()},
        "begun": dict(collections.Counter(fault["kind"] for fault in run.log)),
        "calls": {kind: {"count": len(calls.get(kind, [])), "p50_us": percentile(calls.get(kind, []), 0.5),
                         "p99_us": percentile(calls.get(kind, []), 0.99)} for kind in CALLS},
        "availability": 1 - sum(sum(lengths) for lengths in by_cause.values()) / whole,
        "gaps": {kind: {"count": len(lengths), "p50_s": percentile(sorted(lengths), 0.5), "longest_s": max(lengths),
                        "sum_s": sum(lengths)} for kind, lengths in sorted(by_cause.items())},
    }


def milliseconds(microseconds):
    return "–" if microseconds is None else figures.number(microseconds / 1000)


def text(found):
    calls = found["calls"]
    lines = [
        f"{found['ids']:,} ids, {found['child_ids']:,} of them by forked children; {found['duplicates']:,} duplicates; "
        f"{found['faults']:,} faults in {found['seconds']:,.0f} s; seed {found['seed']}",
        f"{found['makers']} makers of {found['format']} on {found['numbers']} numbers, store {found['store']}, protocol "
        f"{found['protocol']}, window {found['window_ms']} ms; makers were available for "
        f"{100 * found['availability']:.1f} % of the time",
    ]
    lines += [f"{kind}: {calls[kind]['count']:,} times, p50 {milliseconds(calls[kind]['p50_us'])} ms, "
              f"p99 {milliseconds(calls[kind]['p99_us'])} ms" for kind in CALLS]
    return "\n".join(lines) + "\n\n" + faults_table(found)


def faults_table(found):
    rows = []
    for kind in [*found["fired"], *(k for k in found["gaps"] if k not in found["fired"])]:
        gap = found["gaps"].get(kind)
        rows.append([kind, f"{found['fired'][kind]:,}" if kind in found["fired"] else "–", *(
            (f"{gap['count']:,}", f"{gap['p50_s']:.2f}", f"{gap['longest_s']:.2f}") if gap else ("–", "–", "–"))])
    head = ["fault", "fired", "gaps after it", "p50, s", "longest, s"]
    return figures.table(head, rows, head[1:])
