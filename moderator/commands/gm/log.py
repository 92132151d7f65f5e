"""What was done beyond playing."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.arguments import number
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table import journal

MOST = 200


@command("gm log", "gm log 30", "moderator", asks=True)
def log(statement: Statement, submission: Submission) -> Said:
    """Shows the log of the game: who did what beyond playing, from which address, what it was and what it is."""
    found = journal.entries(submission.desk, submission.game.id, min(number(statement, 30) or 30, MOST))
    submission.say(Message("Log"), "\n".join(map(journal.line, found)) or Message("None."))
    return Message("{count} entries", count=len(found))
