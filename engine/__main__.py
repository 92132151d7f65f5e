"""The engine's command line: JSON lines for recorded games and boards, and a game at one keyboard.

The only file of the engine that reads files, the keyboard and the clock, and that draws lots.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.interop import commands
from engine.interop.play import play
from engine.interop.record import read_record
from engine.runs.boards import answers


def read_json(path: str) -> Mapping[str, Any]:
    """A JSON object from a file, plain or gzipped. Raises ValueError with one sentence."""
    try:
        raw = Path(path).read_bytes()
        data = json.loads(gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw)
    except (OSError, EOFError, ValueError, RecursionError) as error:
        raise ValueError(f"{path} can't be read: {error}") from error
    if not isinstance(data, dict):
        raise ValueError(f"{path} holds no game and no board.")
    return data


def lines(arguments: argparse.Namespace) -> Iterator[Mapping[str, Any]]:
    """What a command prints about its files."""
    match arguments.command:
        case "states":
            yield from commands.states(read_record(read_json(arguments.file)))
        case "orders":
            yield from commands.orders(read_record(read_json(arguments.file)))
        case "legal":
            yield from commands.legal(read_record(read_json(arguments.file)))
        case "best" if arguments.board:
            for path in arguments.board:
                board = read_json(path)
                name = Path(path).name.removesuffix(".gz").removesuffix(".json")
                yield from answers([{"id": name, **board}], time.perf_counter)
        case "best" if arguments.file:
            yield from commands.best(read_record(read_json(arguments.file)), time.perf_counter)
        case _:
            raise ValueError("best needs a game or --board with boards.")


def sit_down(arguments: argparse.Namespace) -> int:
    """A game at one keyboard, or from a pipe."""
    options: dict[str, Any] = {}
    for given in arguments.option:
        name, equals, value = given.partition("=")
        if not equals:
            raise ValueError(f"An option is written name=value, not {given!r}.")
        options[name] = {"true": True, "false": False}.get(value.lower(), int(value) if value.isdigit() else value)
    chance = random.Random(arguments.seed)  # noqa: S311 - seats and cards, nothing secret
    players = [name.strip() for name in arguments.players.split(",")]
    refused = play(arguments.title, players, sys.stdin, print, chance.choice, options)
    return 1 if refused and not sys.stdin.isatty() else 0


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    each = top.add_subparsers(dest="command", required=True)
    for name, about in (
        ("states", "the position after every action of a recorded game"),
        ("orders", "a recorded game as orders"),
        ("legal", "what could be laid or placed at every decision of a recorded game"),
    ):
        each.add_parser(name, help=about).add_argument("file")
    best = each.add_parser("best", help="the best run for every run of a game, or for boards")
    best.add_argument("file", nargs="?")
    best.add_argument("--board", nargs="+")
    table = each.add_parser("play", help="a game at one keyboard")
    table.add_argument("--title", default="1861")
    table.add_argument("--players", default="Red,Green,Blue")
    table.add_argument("--seed", type=int, default=0)
    table.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    return top


def main(given: list[str]) -> int:
    """Runs one command. What can't be read or played is said in one sentence, with status 2."""
    arguments = parser().parse_args(given)
    try:
        if arguments.command == "play":
            return sit_down(arguments)
        for line in lines(arguments):
            print(json.dumps(line, separators=(",", ":")))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever was reading has seen enough; keep the interpreter from complaining about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
