"""Games of the real engine brought to a point, without a mail for every order of the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moderator.games.bot import choose
from moderator.games.onward import go_on
from moderator.games.rules import Rules
from tests.moderator.house import House

LONGEST = 400


def eager(rules: Rules, state: Any) -> str:
    """A new train whenever there is one to be had, and otherwise what a bot does."""
    trains = [order for order in rules.legal_orders(state) if order.startswith("train ") and " from " not in order]
    return trains[0] if trains else choose(rules, state, rules.mover(state) or "")


def bring(house: House, game: str, there: Callable[[Any], bool]) -> None:
    """Plays on until ``there`` says of a position that it is the one."""
    with house.office.desk() as desk:
        play, rules = desk.lock(game), desk.rules
        for _ in range(LONGEST):
            if there(play.state):
                break
            mover, move = play.row.mover or "", rules.parse(play.state, eager(rules, play.state))
            play.record(mover, rules.write(move), rules.apply(play.state, move, mover), "test", None, desk.now)
        assert there(play.state), "no such position came up"
        go_on(desk, play)
