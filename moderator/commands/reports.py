"""Which mails one gets."""

from __future__ import annotations

import re

from engine.message import Message
from moderator.commands.arguments import rest
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.digest import next_digest
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("reports", "reports each  ·  mine  ·  daily 07:00  ·  none", "arranging", also=("notify",))
def reports(statement: Statement, sitting: Sitting) -> Said:
    """Chooses your mails: after each turn, only when you must move, once a day, or only answers."""
    desk, person = sitting.desk, sitting.me
    text = rest(statement).lower()
    found = re.fullmatch(r"(each|mine|none)|daily(?: (\d{1,2}):(\d{2}))?", text)
    if found is None or (found.group(2) and (int(found.group(2)) > 23 or int(found.group(3)) > 59)):
        raise Refusal(
            "{choice} is no choice.",
            instead=("reports each", "reports mine", "reports daily 07:00"),
            choice=text or Message("nothing"),
        )
    person.reports = text
    person.digest_at = next_digest(person, desk.now)
    return Message("you get: {choice}", choice=text)
