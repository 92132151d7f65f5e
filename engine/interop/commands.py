"""What `python -m engine` does. The only place in the engine that reads files, the keyboard and the clock."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from typing import Any

from engine.interop.canonical import canonical
from engine.interop.record import Record, read_record
from engine.interop.site18xx import positions


def load(path: str) -> Record:
    """A game file, plain or gzipped. Raises ValueError with one sentence."""
    try:
        opener: Any = gzip.open if path.endswith(".gz") else open
        with opener(path, "rt", encoding="utf-8") as file:
            data = json.load(file)
    except (OSError, ValueError) as error:
        raise ValueError(f"{path} can't be read as a game: {error}") from error
    if not isinstance(data, dict):
        raise ValueError(f"{path} holds no game.")
    return read_record(data)


def states(record: Record) -> Iterator[dict[str, Any]]:
    """The canonical position at the start and after every effective action."""
    for done in positions(record):
        yield {"i": done.number, "state": canonical(done.state, record.site_id, done.removed)}


COMMANDS = {"states": states}


def main(arguments: list[str]) -> int:
    """Runs one command; what it can't read or play is said in one sentence, with status 2."""
    if len(arguments) != 2 or arguments[0] not in COMMANDS:
        print(f"usage: python -m engine {'|'.join(COMMANDS)} FILE", file=sys.stderr)
        return 2
    try:
        for line in COMMANDS[arguments[0]](load(arguments[1])):
            print(json.dumps(line, separators=(",", ":")))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    return 0
