"""Positions in which orders on file are tried."""

from __future__ import annotations

from engine import Player, State
from tests.engine.positions import Firm, position
from tests.moderator.report.positions import PLAYED, game

RED, BLUE, GREEN, GOLD = (Player(name) for name in ("Red", "Blue", "Green", "Gold"))
SEATS = (RED, BLUE, GREEN, GOLD)


def stock(on_turn: str = "Red", **more: object) -> State:
    """The second stock round of 1882: Red directs CN, Blue CPR; QL is not started."""
    return position(
        "1882",
        4,
        Firm("CN", {"Red": 3, "Blue": 2}, 76, 300, "2 2", rest="(ipo)"),
        Firm("CPR", {"Blue": 3, "Red": 1}, 76, 200, "2", rest="(ipo)"),
        seats=SEATS,
        on_turn=on_turn,
        round="stock",
        number=more.pop("number", 2),
        cash={"Red": 500, "Blue": 500, "Green": 500, "Gold": 500},
        privates={"P2": "Red", "P3": "Blue"},
        **more,  # type: ignore[arg-type]
    )


def privates() -> State:
    """The auction of the privates of 1861."""
    return game(*PLAYED["1861-auction-opens"])[1]


def minors(**more: object) -> State:
    """1861: Red owns M-K and N, Blue K-K."""
    where = {"round": "stock", "on_turn": "Red"} | more
    return position(
        "1861",
        4,
        Firm("M-K", "Red", 90, 200, "2"),
        Firm("N", "Red", 70, 100, "2"),
        Firm("K-K", "Blue", 80, 100, "2"),
        seats=SEATS,
        privates={"TSR": "Red"},
        **where,  # type: ignore[arg-type]
    )
