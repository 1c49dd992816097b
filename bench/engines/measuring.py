"""What the programs of this folder share: texts to measure with, and a JSON line for each figure.

usage of each: PROGRAM [--rows N] [--repeat N]; it prints JSON lines of
  {"part", "bench", "subject", "rows_per_second", "base"}: base is the subject that the others of its bench are set beside.
"""

import argparse
import json
import os
import pathlib
import sys
import time


def arguments(rows):
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=rows)
    parser.add_argument("--repeat", type=int, default=5)
    return parser.parse_args()


def _processes():
    """(number, its parent's, the seconds that it had of a processor) of each process."""
    tick = os.sysconf("SC_CLK_TCK")
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        yield int(folder.name), int(fields[1]), (int(fields[11]) + int(fields[12])) / tick


def own_processes():
    """This process and those that it started, which live yet: {number: the seconds that it had of a processor}."""
    parents, seconds = {}, {}
    for number, parent, had in _processes():
        parents[number], seconds[number] = parent, had

    def is_own(process):
        while process > 1:
            if process == os.getpid():
                return True
            process = parents.get(process, 0)
        return False

    return {number: had for number, had in seconds.items() if is_own(number)}


def processor_time():
    """The seconds that this process and those that it started have had of a processor."""
    return time.process_time() + sum(had for number, had in own_processes().items() if number != os.getpid())


def fastest(call, repeat):
    """The least time of a processor that a call took, all processes together: what else the machine does is not in it. A call that is
    made once is long enough to have no need of others before it."""
    for _ in range(2 if repeat > 1 else 0):
        call()
    best = float("inf")
    for _ in range(repeat):
        before = processor_time()
        call()
        best = min(best, processor_time() - before)
    return best


def time_of_others(call, repeat):
    """The time of a processor that a call took in the processes that this one has started."""
    def of_others():
        return sum(had for number, had in own_processes().items() if number != os.getpid())

    before = of_others()
    for _ in range(repeat):
        call()
    return (of_others() - before) / repeat


def figures(part, bench, rows, calls, base, repeat):
    """Measures each of {subject: call} and prints it."""
    for subject, call in calls.items():
        seconds = fastest(call, repeat)
        print_figure(part, bench, subject, rows / seconds, base)


def print_figure(part, bench, subject, rows_per_second, base):
    print(json.dumps({"part": part, "bench": bench, "subject": subject, "rows_per_second": rows_per_second, "base": base}), flush=True)


def spark_session(folder, cores, memory, **options):
    """A Spark of this process with sortid's functions in Python, or those of an extension that the options name. Its files are in the
    folder, where the process works from then on."""
    import sortid.spark
    from pyspark.sql import SparkSession

    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1", TZ="UTC")
    os.chdir(folder)
    settings = {"ui.enabled": "false", "driver.memory": memory, "sql.session.timeZone": "UTC",
                "sql.execution.arrow.maxRecordsPerBatch": "65536", **options}
    builder = SparkSession.builder.master(f"local[{cores}]")
    for name, value in settings.items():
        builder = builder.config(f"spark.{name}", value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    if "sql.extensions" not in options:
        sortid.spark.register(spark)
    return spark
