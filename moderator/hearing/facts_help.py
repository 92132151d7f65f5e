"""What a condition of an order on file may name, one fact at a time, with names of the writer's own game."""

from __future__ import annotations

from collections.abc import Iterator

import engine
from engine import Player
from engine.message import Listed, Message, Value
from moderator.hearing.called import topic_called
from moderator.hearing.submission import Submission
from moderator.store.statuses import GameStatus

# A word that help is asked about is one of ours, or what the fact is called there.
FACT = "fact "


def about_facts(topic: str, submission: Submission) -> Iterator[Value]:
    """Conditions of this kind, as they are written and what they mean; nothing for what no condition names."""
    play, called = submission.play, topic_called(topic)
    name = called.removeprefix(FACT)
    if play is None or play.status == GameStatus.INVITING or name not in engine.CONDITIONS:
        return
    reader = Player(submission.seat.name if submission.seat is not None else "")
    found = engine.examples(play.state, reader, name)
    if not found:
        return
    yield Message("A condition of an order on file may say (`help if` tells how):")
    for one in found:
        stated = engine.Stated(one, play.state)
        yield Listed(("  ", Message("{condition}: {meaning}", condition=stated, meaning=one.tell(play.state))), " ")
