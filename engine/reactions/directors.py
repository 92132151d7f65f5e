"""Who directs a company after shares have changed hands."""

from __future__ import annotations

from engine.events import DirectorChanged, SharesBought, SharesSold
from engine.game import Book
from engine.names import Company, Player
from engine.state import State


def successor(state: State, company: Company, least: int = 2) -> Player | None:
    """Who would take over from a director who holds less: the largest holder, first from the director's left."""
    old = state.directors[company]
    best: Player | None = None
    for player in state.clockwise(state.after(old))[:-1]:
        held = state.held(player, company)
        if held >= least and held > state.held(old, company) and (best is None or held > state.held(best, company)):
            best = player
    return best


def after_sale(book: Book, event: SharesSold) -> None:
    """A director who holds less than another takes two single shares for the director's certificate."""
    state = book.state
    if state.directors.get(event.company) != event.player:
        return
    heir = successor(state, event.company)
    if heir is not None:
        book.enter(DirectorChanged(event.company, event.player, heir))


def after_purchase(book: Book, event: SharesBought) -> None:
    """A buyer who now holds more than the director takes over."""
    state = book.state
    old = state.directors.get(event.company)
    if old is None or old == event.player:
        return
    if state.held(event.player, event.company) > state.held(old, event.company):
        book.enter(DirectorChanged(event.company, old, event.player))
