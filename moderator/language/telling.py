"""What happened, in one language, from the position before it happened."""

from __future__ import annotations

from engine import Event, State, tell
from moderator.language.words import Words, plain


class Teller:
    """Says sentences about one position."""

    def __init__(self, words: Words, state: State) -> None:
        self.words, self.state = words, state

    def sentence(self, event: Event) -> str:
        """Nothing for events that only move the cursor. Raises KeyError for one no catalogue knows."""
        told = tell(event, self.state)
        return "" if told is None else plain(self.words.say(told))
