"""The map, on request."""

from __future__ import annotations

from engine.message import Message
from moderator.drawing.map_text import map_text
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("map", "map", "asking")
def board(statement: Statement, submission: Submission) -> Said:
    """Sends you the map as text."""
    submission.say(Message("Map"), "\n".join(map_text(submission.begun.state)))
    return Message("see below")
