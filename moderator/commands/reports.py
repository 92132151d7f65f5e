"""Which mails one gets."""

from __future__ import annotations

import re

from moderator.commands.arguments import rest
from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.games.digest import next_digest
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("reports", "reports each  ·  mine  ·  daily 07:00  ·  none", "arranging", also=("notify",))
def reports(statement: Statement, sitting: Sitting) -> str:
    """Chooses your mails: after each turn, only when you must move, once a day, or only answers."""
    desk, person = sitting.desk, sitting.me
    text = rest(statement).lower()
    found = re.fullmatch(r"(each|mine|none)|daily(?: (\d{1,2}):(\d{2}))?", text)
    if found is None or (found.group(2) and (int(found.group(2)) > 23 or int(found.group(3)) > 59)):
        raise Refusal(
            f"{text or 'nothing'} is no choice.", instead=("reports each", "reports mine", "reports daily 07:00")
        )
    person.reports = text
    person.digest_at = next_digest(person, desk.now)
    return f"you get: {text}"
