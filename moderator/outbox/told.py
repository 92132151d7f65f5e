"""The position and what happened as text, for whoever asks by mail and for the pages."""

from __future__ import annotations

from collections.abc import Iterable

from engine import Event, State, position_text, sentence, to_act
from moderator.language import Teller, Words
from moderator.outbox.report import parts
from moderator.outbox.report.common import common
from moderator.outbox.report.page import text_of
from moderator.store.game import Play


def position(play: Play, state: State, language: str = "en") -> str:
    """The position in words: the engine's own in English, the report's tables in other languages."""
    if language == "en":
        return position_text(state)
    words = Words(language, state.title.currency)
    whose = words("hello_report", title=state.title.full_name, game=play.id, mover=to_act(state) or "–")
    return "\n\n".join((whose, text_of(parts.board(words, common(state)))))


def happened(play: Play, since: int, upto: int, language: str = "en") -> list[str]:
    """The moves in (since, upto], a line each with its sentences; those taken back are left out."""
    return [
        f"{move.seq:>4}  {move.by}: {move.order}. {' '.join(sentences(move.happened, play.state, language))}"
        for move in play.moves(since, upto)
    ]


def sentences(events: Iterable[Event], state: State | None, language: str = "en") -> list[str]:
    """One sentence per event that people care about; ``state`` is the position it happened in, where that is known."""
    if language == "en" or state is None:
        return [said for event in events if (said := sentence(event, state))]
    say = Teller(Words(language, state.title.currency), state).sentence
    return [said for event in events if (said := say(event))]
