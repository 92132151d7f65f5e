"""What happened, in one language, from the position before it happened."""

from __future__ import annotations

from collections.abc import Iterable

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


def sentences(state: State, events: Iterable[Event], words: Words) -> tuple[list[str], State]:
    """What people care about of a move, each event said of the position it happened in; and the position after it."""
    said = []
    for event in events:
        if sentence := Teller(words, state).sentence(event):
            said.append(sentence)
        state = event.apply(state)
    return said, state
