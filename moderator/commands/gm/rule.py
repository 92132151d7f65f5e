"""The moderator's rulings."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.hearing.arguments import rest
from moderator.hearing.moderating import tell
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("gm rule", 'gm rule "…"', "moderator", also=("gm ruling",))
def rule(statement: Statement, submission: Submission) -> Said:
    """Mails a ruling to everybody."""
    text = rest(statement, 2).strip('"“” ')
    if not text:
        raise Refused("The ruling is empty.", instead=('gm rule "A station may be placed."',))
    tell(submission, Message("A ruling"), text)
    return Message("mailed to all")
