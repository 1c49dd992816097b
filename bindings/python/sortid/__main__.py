"""python -m sortid: new ids and the facts of an id, where the program sortid is not installed."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from typing import Any

from . import _core, __version__


_YEAR_10000 = 253_402_300_800_000  # in Unix milliseconds: datetime ends there


def _facts(id_: Any) -> dict[str, Any]:
    ms = id_.unix_ms
    time = None if ms is None or ms >= _YEAR_10000 else id_.datetime.isoformat(timespec="milliseconds")
    return {"text": str(id_), "format": id_.FORMAT, "unix_ms": ms, "time": time, "fields": id_.fields}


def main(arguments: list[str] | None = None) -> int:
    """Runs the arguments, and returns the exit code: 1 where a text is no id."""
    parser = argparse.ArgumentParser(prog="python -m sortid", description="Sortable unique ids.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True)
    new = commands.add_parser("new", help="make ids")
    made = [name for name, kind in _core.FORMATS.items() if hasattr(kind, "new")]
    new.add_argument("format", nargs="?", default="ulid", choices=made, metavar="FORMAT", help=", ".join(made))
    new.add_argument("-n", "--count", type=int, default=1, help="number of ids")
    new.add_argument("-p", "--prefix", help="type prefix, for typeid")
    new.add_argument("--node", type=int, help="number that keeps the ids of this call apart from those of others")
    commands.add_parser("inspect", help="the facts of ids, as JSON").add_argument("id", nargs="+", metavar="ID")
    given = parser.parse_args(arguments)
    if given.command == "new":
        kind: Any = _core.FORMATS[given.format]
        if given.count < 0:
            parser.error(f"{given.count} ids cannot be made")
        if given.prefix is not None and not kind.MAX_PREFIX:
            parser.error(f"{kind.FORMAT} takes no prefix")
        options: dict[str, Any] = {name: value for name in ("prefix", "node")
                                   if (value := getattr(given, name)) is not None}
        try:
            ids = _core.Generator(kind, on_overflow="wait", **options)
            for _ in range(given.count):
                print(ids.next())
        except _core.IdError as why:
            parser.error(str(why))
        except _core.GeneratorError as why:
            print(f"sortid: {why}", file=sys.stderr)
            return 1
        return 0
    code = 0
    for number, text in enumerate(given.id, 1):
        try:
            print(json.dumps(_facts(_core.parse(text))))
        except _core.IdError as why:
            print(f"sortid: argument {number}: {text!a}: {why}", file=sys.stderr)
            code = 1
    return code


def _run() -> int:
    if hasattr(signal, "SIGPIPE"):  # to end quietly when nobody reads on
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        code = main()
        if sys.stdout is not None:  # as it is where the caller closed it
            sys.stdout.flush()
        return code
    except OSError as why:
        print(f"sortid: {why.strerror}", file=sys.stderr)
        os._exit(1)  # without another attempt to write the rest


if __name__ == "__main__":
    sys.exit(_run())
