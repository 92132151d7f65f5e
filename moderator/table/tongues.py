"""What is kept in words is kept in those of whoever will read it."""

from __future__ import annotations

from moderator.language import Words, spoken
from moderator.office.desk import Desk
from moderator.store.game import Play
from moderator.store.mails import Said
from moderator.store.tables import Seat


def said(desk: Desk, play: Play, seat: Seat, words: Said) -> str:
    """Something in the language of whoever plays the seat."""
    person = desk.holder(seat)
    speaker = Words(person.language if person is not None else "en", play.state.title.currency)
    return str(spoken(words, speaker))
