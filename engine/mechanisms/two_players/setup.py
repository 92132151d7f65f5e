"""What the game for two takes out of the box before it begins."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import combinations
from typing import Any

from engine.events import PrivateClosed
from engine.game import Book
from engine.mechanisms.two_players.events import TrainsRemoved
from engine.mechanisms.two_players.figures import TwoPlayersFigures
from engine.names import Player, Private
from engine.title import Title


def take_out(book: Book) -> None:
    """Removes what was drawn, and the trains a game for two does without."""
    for name in book.state.drawn.get("removed", "").split():
        book.enter(PrivateClosed(Private(name)))
    if len(book.state.players) == 2:
        counts = book.state.title.figures(TwoPlayersFigures).trains
        book.enter(TrainsRemoved(tuple(counts.items())))


def draws(title: Title, seats: Collection[Player], options: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
    """Two players play without some privates drawn at random."""
    if len(seats) != 2:
        return {}
    some = combinations(title.privates, title.figures(TwoPlayersFigures).privates)
    return {"removed": tuple(" ".join(each) for each in some)}


def site_draws(title: Title, draw: Callable[[], int], players: int) -> Mapping[str, str]:
    """How the public site draws them: a number for each private in their order, the lowest go."""
    if players != 2:
        return {}
    lots = {name: draw() for name in title.privates}
    gone = sorted(lots, key=lots.__getitem__)[: title.figures(TwoPlayersFigures).privates]
    return {"removed": " ".join(name for name in lots if name in gone)}
