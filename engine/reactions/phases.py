"""New phases, and the trains they make obsolete."""

from __future__ import annotations

from engine.events import PhaseBegan, PrivateClosed, TrainBought, TrainsRusted
from engine.game import Book
from engine.names import BANK


def open_phase(book: Book, event: TrainBought) -> None:
    """The first train of a new type sold by the bank begins its phase."""
    title = book.state.title
    opens = title.trains[event.train].opens
    if event.seller == BANK and opens and not title.since(book.state.phase, opens):
        book.enter(PhaseBegan(opens))


def close_privates(book: Book, event: PhaseBegan) -> None:
    """Privates close with the phase printed on them, whoever owns them."""
    for private, spec in book.state.title.privates.items():
        if spec.closes == event.phase and private in book.state.privates:
            book.enter(PrivateClosed(private))


def rust(book: Book, event: PhaseBegan) -> None:
    """Trains that the new phase makes obsolete leave the game wherever they are."""
    title = book.state.title
    for spec in title.trains.values():
        if spec.rusts_on and title.trains[spec.rusts_on].opens == event.phase:
            losers = tuple(sorted(holder for holder, trains in book.state.trains.items() if spec.name in trains))
            book.enter(TrainsRusted(spec.name, losers))
