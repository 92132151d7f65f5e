"""What planning ahead costs: orders on file beside a move and beside a pass of the sweep, and looking ahead beside the
mail it stands in.

Two databases of as many games stand side by side and take turns, as in ``growth``; in one of them every player of every
game has five orders on file that wait.
"""

from __future__ import annotations

import gc
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import engine
from bench.growth import ROUNDS, Measured, act, told
from bench.reports import NAMES
from bench.service import clone, mail_with, open_office, play_on, start_game
from moderator.bots.foresight import foresee
from moderator.errands.sweep import sweep
from moderator.office.desk import Office
from moderator.outbox.report import Kind, report
from moderator.outbox.report.common import forget
from moderator.outbox.report.view import Detail
from moderator.store.game import Positions
from moderator.table import filed
from tests.moderator.report.positions import PLAYED, game, view

GAMES = 10_000
# Looked at in every turn of their owner, and never to come true in the moves that are played here.
LINES = (
    "if price NW >= 900 then pass",
    "if cash Red >= 5000 and not phase >= 8 then pass",
    "if phase >= 8 then pass",
    "standing pass in SR9 unless price NW >= 100",
    "refuse all offers",
)


def _file(office: Office, name: str) -> None:
    with office.desk() as desk:
        play = desk.lock(name)
        assert play is not None
        for seat in play.players:
            for line in LINES:
                order = engine.read_standing(play.state, seat.player, line)
                assert order is not None
                filed.keep(desk, play, seat, order, None)


def beside_moves_and_sweeps(total: int = GAMES, rounds: int = ROUNDS) -> Iterator[Mapping[str, object]]:
    with tempfile.TemporaryDirectory(prefix="bench-") as home, ExitStack() as open_ones:
        offices: dict[str, tuple[Office, list[str]]] = {}
        for name in ("none", f"five a player, {15 * total:,} in all"):
            office = open_office(Path(home) / name[:4])
            open_ones.callback(office.close)
            model = start_game(office)
            play_on(office, [model], 10)
            if offices:
                _file(office, model)
            names = clone(office, model, total - 1)
            offices[name] = office, names[:: max(1, len(names) // 90)][:90]
        moves, passes = ([Measured(name) for name in offices] for _ in range(2))
        for number in range(rounds):
            for place, (office, names) in enumerate(offices.values()):
                mail = mail_with(office, names[number % len(names)], f"o{number}")
                office.positions = Positions()
                gc.collect()
                moves[place].take(lambda office=office, mail=mail: act(office, mail))  # type: ignore[misc]
                passes[place].take(lambda office=office: sweep(office, lambda _task, _key: None))  # type: ignore[misc]
        yield from told(f"an order, {total:,} games", "on file", moves)
        yield from told(f"a pass of the sweep, {total:,} games", "on file", passes)


def beside_a_report() -> Iterator[Mapping[str, object]]:
    report(view(*game(*PLAYED["1861-stock"])))  # Templates and fonts are read once in a process's life.
    for name in NAMES:
        played, state = game(*PLAYED[name])
        asked = view(played, state)
        others = [seat for seat in state.players if seat != engine.to_act(state)]
        ahead, seat = max((min(_spent(foresee, state.change(), seat) for _ in range(3)), seat) for seat in others)
        mails = {detail: [] for detail in (Detail.SHORT, Detail.FULL)}  # type: dict[Detail, list[float]]
        for detail, spent in mails.items():
            for _ in range(3):
                forget()
                mail = replace(asked, kind=Kind.REPORT, seat=seat, state=state.change(), detail=detail)
                spent.append(_spent(report, mail))
        yield {
            "what": f"looking ahead, {name}",
            "processor ms": ahead,
            "in a short mail of": min(mails[Detail.SHORT]),
            "in a whole mail of": min(mails[Detail.FULL]),
        }


def _spent(what: Callable[..., object], *given: object) -> float:
    begun = time.process_time()
    what(*given)
    return (time.process_time() - begun) * 1000


def rows() -> Iterator[Mapping[str, object]]:
    yield from beside_a_report()
    yield from beside_moves_and_sweeps()


if __name__ == "__main__":
    for row in rows():
        print(row)
