"""One card, on request."""

from __future__ import annotations

from engine import Refused
from engine.message import Listed, Message
from moderator.commands.asking.help import about_cards
from moderator.hearing.called import asked_about
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command, find
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("explain", "explain TSR  ·  what is TSR?", "asking")
def explain(statement: Statement, submission: Submission) -> Said:
    """Shows the card of a private, company, train, phase, tile or option."""
    found = find(statement.text)
    topic = asked_about(found[1] if found is not None else "")
    if not topic:
        raise Refused("Name what you ask about.", instead=("companies", "privates", "help"))
    lines = list(about_cards(topic, submission))
    if not lines:
        # "What is the matter with you?" is talk as often as a question, so the rest of the mail goes on.
        return Message("{topic} is no command, order or card I know.", topic=topic[:40])
    submission.say(Message("Help: {topic}", topic=topic[:40]), Listed(lines, "\n"))
    return Message("see below")
