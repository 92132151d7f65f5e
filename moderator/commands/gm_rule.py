"""The moderator's rulings."""

from __future__ import annotations

from moderator.commands.arguments import rest
from moderator.commands.moderating import tell
from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("gm rule", 'gm rule "…"', "moderator", gm=True, also=("gm ruling",))
def rule(statement: Statement, sitting: Sitting) -> str:
    """Mails a ruling to everybody."""
    text = rest(statement, 2).strip('"“” ')
    if not text:
        raise Refusal("The ruling is empty.", instead=('gm rule "A station may be placed."',))
    tell(sitting, "A ruling", text)
    return "mailed to all"
