"""The Saskatchewan Central: started by giving up its private, with a station anywhere and an extra train."""

from __future__ import annotations

from engine.events import (
    PhaseBegan,
    PrivateBought,
)
from engine.game import Book
from engine.mechanisms.exchange.steps import charter
from engine.steps.pars import started_by
from engine.titles.t1882.figures import SaskatchewanFigures
from engine.titles.t1882.own import CharterRemoved, ExtraTrainsSettled, own


def settle_extra_trains(book: Book) -> None:
    """The extra train of the type on top of the stack joins it; the rebellion stays under the train it lay under."""
    state = book.state
    if not own(state).extras:
        return
    train = state.depot[0] if state.depot else ""
    if train not in state.title.figures(SaskatchewanFigures).extra_trains:
        book.enter(ExtraTrainsSettled())
        return
    untouched = state.depot.count(train) == state.title.trains[train].count
    covers = train == state.drawn["rebellion"] and untouched and not own(state).risen
    book.enter(ExtraTrainsSettled(train, covers))


def remove_charter(book: Book, event: PrivateBought) -> None:
    """A company that buys the private ends all hope of its railway."""
    if event.private == charter(book.state):
        book.enter(CharterRemoved(started_by(book.state, event.private)))


def lose_charter(book: Book, event: PhaseBegan) -> None:
    """When the phase has closed the private before its railway began, the railway goes with it."""
    state = book.state
    private = charter(state)
    company = started_by(state, private)
    lost = state.title.privates[private].closes == event.phase and company not in state.directors
    if lost and company not in state.gone:
        book.enter(CharterRemoved(company))
