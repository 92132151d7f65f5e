"""What happened after a move."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.arguments import number
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.outbox import told
from moderator.store.mails import Said


@command("since", "since 41", "asking")
def since(statement: Statement, submission: Submission) -> Said:
    """Tells everything that happened after the move you name."""
    play = submission.game
    first = number(statement, play.seq - 10)
    lines = told.happened(play, first, play.seq, submission.language)
    submission.say(Message("What happened"), "\n".join(lines) or Message("Nothing."))
    return Message("see below")
