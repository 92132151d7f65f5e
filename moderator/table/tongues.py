"""What is kept in words is kept in those of every language: whoever reads it later may have changed theirs."""

from __future__ import annotations

from collections.abc import Mapping

from moderator.language import Words, languages, spoken
from moderator.office.desk import Desk
from moderator.store.game import Play
from moderator.store.mails import Said
from moderator.store.tables import Seat

# In every language by its name; what was kept before that is in the one its owner had then.
Kept = str | Mapping[str, str]


def kept(play: Play, words: Said) -> dict[str, str]:
    """Something as it is kept, in every language."""
    currency = play.state.title.currency
    return {language: str(spoken(words, Words(language, currency))) for language in languages()}


def said(desk: Desk, seat: Seat, words: Kept) -> str:
    """What was kept, in the language that whoever plays the seat has now."""
    if isinstance(words, str):
        return words
    person = desk.holder(seat)
    return words.get(person.language if person is not None else "en", words["en"])
