"""When held places open."""

from __future__ import annotations

from engine.board.plan import NEUTRAL
from engine.events import PhaseBegan
from engine.game import Book
from engine.mechanisms.held_places.events import PlacesOpened
from engine.mechanisms.held_places.figures import HeldPlacesFigures


def open_places(book: Book, event: PhaseBegan) -> None:
    """Neutral markers leave the map with their phase."""
    held = [hex_ for (hex_, _), kept in book.state.board.reservations().items() if NEUTRAL in kept]
    if held and event.phase == book.state.title.figures(HeldPlacesFigures).phase:
        book.enter(PlacesOpened(tuple(sorted(str(hex_) for hex_ in held))))
