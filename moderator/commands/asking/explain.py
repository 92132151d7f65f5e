"""One card, on request."""

from __future__ import annotations

from collections.abc import Iterator

from engine import Refused, cards, find_cards, title_named
from engine.message import Listed, Message, Value
from moderator.hearing.called import asked_about
from moderator.hearing.how_to import about_words
from moderator.hearing.printed import about_cards
from moderator.hearing.questions import NotUnderstood
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command, find
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import GameStatus


@command("explain", "explain TSR  ·  what is TSR?", "asking")
def explain(statement: Statement, submission: Submission) -> Said:
    """Shows the card of a private, company, train, phase, tile or option."""
    found = find(statement.text)
    topic = asked_about(found[1] if found is not None else "")
    if not topic:
        raise Refused("Name what you ask about.", instead=("companies", "privates", "help"))
    lines = list(about_cards(topic, submission)) or list(about_words(topic, submission))
    if not lines:
        raise NotUnderstood("{topic} is no command, order or card I know.", topic=topic[:40])
    lines += _begun_by(topic, submission)
    submission.say(Message("Help: {topic}", topic=topic[:40]), Listed(lines, "\n"))
    return Message("see below")


def _begun_by(topic: str, submission: Submission) -> Iterator[Value]:
    """The trains that begin a phase: when it comes hangs on them."""
    play = submission.play
    if play is None:
        return
    state = None if play.status == GameStatus.INVITING else play.state
    title = title_named(play.title)
    phases = [card.name for card in find_cards(play.title, topic, state) if card.kind == "phases"]
    for card in cards(play.title, "trains", state):
        if len(phases) == 1 and title.trains[card.name].opens == phases[0]:
            yield card.text
