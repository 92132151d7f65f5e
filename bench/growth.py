"""Does an order, a delivery or a sweep cost more when there are many games, or when a game is long?

The databases to be compared stand side by side and take turns, order by order, so that whatever else the machine does
falls on all of them alike. `against first` is the median of the ratios of such neighbours; 1.0 means no growth. Time of
the processor is given beside time on the wall, because the latter also waits for the disk and for other people's work.
"""

from __future__ import annotations

import gc
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from bench.service import Ready, clone, league, mail_with, open_office, play_on, start_game
from moderator.errands.sweep import sweep
from moderator.inbox.handle import handle
from moderator.inbox.take_in import take_in
from moderator.office.desk import Office
from moderator.store.game import Positions
from moderator.store.tables import Game

LIVE = (100, 1_000, 10_000)
ROUNDS = 150
LENGTHS = (50, 250, 500)
COPIES = 60


@dataclass
class Measured:
    """One of the things compared, and what each turn of it took: seconds on the wall and of the processor."""

    name: str
    wall: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    def take(self, what: Callable[[], object]) -> None:
        wall, processor = time.perf_counter(), time.process_time()
        what()
        self.wall.append(time.perf_counter() - wall)
        self.processor.append(time.process_time() - processor)


def told(what: str, column: str, all_of_them: Sequence[Measured]) -> Iterator[Mapping[str, object]]:
    first = all_of_them[0]
    for one in all_of_them:
        yield {
            "what": what,
            column: one.name,
            "times": len(one.wall),
            "median ms": statistics.median(one.wall) * 1000,
            "processor ms": statistics.median(one.processor) * 1000,
            "against first": _ratio(one.wall, first.wall),
            "processor against first": _ratio(one.processor, first.processor),
        }


def _ratio(these: Sequence[float], those: Sequence[float]) -> float:
    return statistics.median(a / b for a, b in zip(these, those, strict=True))


def act(office: Office, mail: Ready) -> None:
    """A mail accepted and its reports queued."""
    handle(office, take_in(office, mail.raw, mail.envelope).mail_id)


def with_many_games(kind: str, offices: Mapping[int, Office]) -> Iterator[Mapping[str, object]]:
    """The same order in games that are alike, in databases with more and more of them around."""
    games: dict[int, list[str]] = {}
    for total, office in offices.items():
        model = start_game(office)
        play_on(office, [model], 10)
        names = clone(office, model, total - 1)
        games[total] = names[:: max(1, len(names) // 90)][:90]
    orders, passes = ([Measured(f"{total:,}") for total in offices] for _ in range(2))
    for number in range(ROUNDS):
        for place, (total, office) in enumerate(offices.items()):
            game = games[total][number % len(games[total])]
            mail = mail_with(office, game, f"o{number}")
            office.positions = Positions()
            gc.collect()
            orders[place].take(lambda office=office, mail=mail: act(office, mail))  # type: ignore[misc]
            passes[place].take(lambda office=office: sweep(office, lambda _task, _key: None))  # type: ignore[misc]
    yield from told(f"{kind}: an order", "live games", orders)
    yield from told(f"{kind}: a pass of the sweep", "live games", passes)


def with_a_long_game(office: Office) -> Iterator[Mapping[str, object]]:
    """A pass in a stock round, early and late in the same game."""
    game = start_game(office)
    copies: list[list[str]] = []
    lengths: list[int] = []
    for upto in LENGTHS:
        while not (_length(office, game) >= upto and _round(office, game).startswith("SR")):
            play_on(office, [game], 1)
        lengths.append(_length(office, game))
        copies.append(clone(office, game, COPIES))
    measured = [Measured(str(length)) for length in lengths]
    for number in range(COPIES):
        for place, names in enumerate(copies):
            mail = mail_with(office, names[number], f"l{number}", order="pass")
            office.positions = Positions()
            gc.collect()
            measured[place].take(lambda mail=mail: act(office, mail))  # type: ignore[misc]
    yield from told("SQLite: a pass in a stock round", "moves played", measured)


def _row(office: Office, game: str) -> Game:
    with office.reading() as desk:
        found = desk.session.get(Game, game)
    assert found is not None and found.status == "running", "the game ended before it was long"
    return found


def _length(office: Office, game: str) -> int:
    return _row(office, game).seq


def _round(office: Office, game: str) -> str:
    return _row(office, game).round


def rows() -> Iterator[Mapping[str, object]]:
    with tempfile.TemporaryDirectory(prefix="bench-") as name, ExitStack() as open_ones:
        home = Path(name)
        offices = {total: open_office(home / f"g{total}") for total in LIVE}
        for office in offices.values():
            open_ones.callback(office.close)
        yield from with_many_games("SQLite", offices)
        long = open_office(home / "long")
        open_ones.callback(long.close)
        yield from with_a_long_game(long)
    with tempfile.TemporaryDirectory(prefix="bench-") as name, league(Path(name)) as found:
        if found is None:
            return
        databases = {total: found.new_database() for total in LIVE}
        offices = {total: open_office(Path(name), DATABASE_URL=url) for total, url in databases.items()}
        yield from with_many_games("PostgreSQL", offices)
        for office in offices.values():
            office.close()


if __name__ == "__main__":
    for one in rows():
        print(dict(one))
