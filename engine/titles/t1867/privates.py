"""What becomes of privates that the state has taken over."""

from __future__ import annotations

from engine.events import PrivateClosed
from engine.game import Book
from engine.mechanisms.nationalisation.events import PrivateNationalised


def close_taken(book: Book, event: PrivateNationalised) -> None:
    """By an option a private that the state takes over leaves the game."""
    if not book.state.option("cn_private_income"):
        book.enter(PrivateClosed(event.private))
