"""The moderator's rulings."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.arguments import rest
from moderator.commands.moderating import tell
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("gm rule", 'gm rule "…"', "moderator", gm=True, also=("gm ruling",))
def rule(statement: Statement, sitting: Sitting) -> Said:
    """Mails a ruling to everybody."""
    text = rest(statement, 2).strip('"“” ')
    if not text:
        raise Refusal("The ruling is empty.", instead=('gm rule "A station may be placed."',))
    tell(sitting, Message("A ruling"), text)
    return Message("mailed to all")
