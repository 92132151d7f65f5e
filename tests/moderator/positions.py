"""Games of the real engine brought to a point, without a mail for every order of the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import engine
from moderator.bots.choose import choose
from moderator.office.desk import Desk
from moderator.store.game import SNAPSHOT_EVERY
from moderator.table.onward import go_on
from tests.moderator.house import House

LONGEST = 700


def eager(state: Any) -> str:
    """A new train whenever there is one to be had, and otherwise what a bot does."""
    trains = [order for order in engine.legal_orders(state) if order.startswith("train ") and " from " not in order]
    return trains[0] if trains else engine.write_order(choose(state, engine.to_act(state) or ""))


# What was played from a position on, each move with what came of it: the same for every test that begins there.
_PATHS: dict[str, list[tuple[str, str, Any]]] = {}


def bring(house: House, game: str, there: Callable[[Any], bool]) -> None:
    """Plays on until ``there`` says of a position that it is the one."""
    with house.office.desk() as desk:
        play = desk.lock(game)
        path = _PATHS.setdefault(engine.digest(play.state), [])
        for number in range(LONGEST):
            if there(play.state):
                break
            if number == len(path):
                path.append(_next(play.state, play.row.mover or ""))
            mover, order, outcome = path[number]
            assert mover == play.row.mover
            with _written_later(desk, (play.seq + 1) % SNAPSHOT_EVERY != 0):
                play.record(mover, order, outcome, "test", None, desk.now)
        desk.write()
        assert there(play.state), "no such position came up"
        go_on(desk, play)


@contextmanager
def _written_later(desk: Desk, later: bool) -> Iterator[None]:
    """Moves go to the database many at a time: nobody else plays here who could have had one of their numbers."""
    if later:
        vars(desk.session)["flush"] = lambda *_: None
    try:
        yield
    finally:
        vars(desk.session).pop("flush", None)


def _next(state: Any, mover: str) -> tuple[str, str, Any]:
    move = engine.parse_order(state, eager(state))
    return mover, engine.write_order(move), engine.apply(state, move, mover)
