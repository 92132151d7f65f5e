"""A game begun on the public site, as one can go on with it: the table it needs, and the orders played so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import Unplayable
from engine.interop.record import read_record
from engine.interop.site18xx import begin, draws_for, options_for, positions
from engine.names import Player
from engine.notation import write_order

# More than any game has; a file with more is none.
MOST_ACTIONS = 4000


@dataclass(frozen=True)
class Continued:
    """What a game file says: title, seats in their order, options, draws, and each order with whoever gave it."""

    title: str
    seats: tuple[Player, ...]
    options: Mapping[str, Any]
    drawn: Mapping[str, str]
    orders: tuple[tuple[Player, str], ...]
    over: bool


def continued(data: Mapping[str, Any]) -> Continued:
    """Plays the file through; raises Unplayable with one sentence where it can't be."""
    record = read_record(data)
    if len(record.actions) > MOST_ACTIONS:
        raise Unplayable("This file has more than {most} actions.", most=MOST_ACTIONS)
    done = begin(record)
    for one in positions(record):
        done = one
    options = options_for(record)
    orders = tuple((played.by, write_order(played.move)) for played in done.played)
    return Continued(record.title, record.seats, options, draws_for(record, options), orders, done.state.over)
