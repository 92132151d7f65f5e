"""Games of the real engine brought to a point, without a mail for every order of the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import engine
from moderator.bots.choose import choose
from moderator.table.onward import go_on
from tests.moderator.house import House

LONGEST = 700


def eager(state: Any) -> str:
    """A new train whenever there is one to be had, and otherwise what a bot does."""
    trains = [order for order in engine.legal_orders(state) if order.startswith("train ") and " from " not in order]
    return trains[0] if trains else engine.write_order(choose(state, engine.to_act(state) or ""))


def bring(house: House, game: str, there: Callable[[Any], bool]) -> None:
    """Plays on until ``there`` says of a position that it is the one."""
    with house.office.desk() as desk:
        play = desk.lock(game)
        for _ in range(LONGEST):
            if there(play.state):
                break
            mover, move = play.row.mover or "", engine.parse_order(play.state, eager(play.state))
            play.record(mover, engine.write_order(move), engine.apply(play.state, move, mover), "test", None, desk.now)
        assert there(play.state), "no such position came up"
        go_on(desk, play)
