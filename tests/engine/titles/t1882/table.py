"""Positions of 1882: six seats, companies whose unsold shares lie in the initial offering."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.names import BANK, IPO, POOL, Player
from engine.state import State
from tests.engine.positions import Firm
from tests.engine.positions import opening as any_opening
from tests.engine.positions import position as any_position

ANN, BEN, CID, DAN, EVE, FAY = SEATS = tuple(map(Player, ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")))


def opening(players: int = 3, drawn: Mapping[str, str] | None = None, **options: Any) -> State:
    return any_opening("1882", players, drawn, SEATS[:players], **options)


def firm(symbol: str, held: str | Mapping[str, int], at: str | int | None = None, **fields: Any) -> Firm:
    """A company; shares nobody holds are in the initial offering."""
    return Firm(symbol, held, at, rest=IPO, **fields)


def stock(*firms: Firm, by: str = ANN, players: int = 4, number: int = 2, **fields: Any) -> State:
    """A turn of a stock round."""
    return any_position(
        "1882", players, *firms, seats=SEATS[:players], round="stock", on_turn=by, number=number, priority=by, **fields
    )


def operating(company: str, *firms: Firm, step: str = "track", players: int = 4, **fields: Any) -> State:
    """A step of a company's turn."""
    return any_position(
        "1882", players, *firms, seats=SEATS[:players], round="operating", on_turn=company, step=step, **fields
    )


__all__ = ["ANN", "BANK", "BEN", "CID", "DAN", "EVE", "FAY", "IPO", "POOL", "firm", "opening", "operating", "stock"]
