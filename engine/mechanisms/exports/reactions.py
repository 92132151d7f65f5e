"""When a train is exported, and what follows."""

from __future__ import annotations

from engine.events import PhaseBegan
from engine.game import Book, trains_on_sale
from engine.mechanisms.exports.events import TrainExported
from engine.state import State


def to_come(state: State) -> str:
    """The train that leaves the game at the end of this operating round, if none is bought before; else nothing."""
    return trains_on_sale(state)[0] if "exports" in state.title.phases[state.phase].allows else ""


def export(book: Book) -> None:
    """At the end of an operating round the next new train leaves the game, in the phases that say so."""
    if train := to_come(book.state):
        book.enter(TrainExported(train))


def open_phase(book: Book, event: TrainExported) -> None:
    """The first train of a new type begins its phase, sold or not."""
    title = book.state.title
    opens = title.trains[event.train].opens
    if opens and not title.since(book.state.phase, opens):
        book.enter(PhaseBegan(opens))
