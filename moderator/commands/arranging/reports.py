"""Which mails one gets."""

from __future__ import annotations

import re

from engine import Refused
from engine.message import Message
from moderator.hearing.arguments import rest
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table import announce
from moderator.table.digest import next_digest


@command("reports", "reports full  ·  short  ·  mine  ·  daily 07:00  ·  none", "arranging", also=("notify",))
def reports(statement: Statement, submission: Submission) -> Said:
    """Chooses your emails: everything each turn, short news, only your moves, once a day, or only answers."""
    desk, person = submission.desk, submission.me
    text = rest(statement).lower()
    found = re.fullmatch(r"(full|short|each|mine|none)|daily(?: (\d{1,2}):(\d{2}))?", text)
    if found is None or (found.group(2) and (int(found.group(2)) > 23 or int(found.group(3)) > 59)):
        raise Refused(
            "{choice} is not one of the choices.",
            instead=("reports short", "reports full", "reports mine", "reports daily 07:00"),
            choice=text or Message("nothing"),
        )
    # Who had every report had short news, by another name.
    person.reports = "each" if text == "short" else text
    if submission.seat is not None:
        submission.seat.quiet = False
    person.digest_at = next_digest(person, desk.now)
    if text == "none":
        announce.silent(desk, person, str(submission.mail_id))
        return Message(
            "you get: {choice}. You will not be told when it is your move; your moderators know.", choice=text
        )
    return Message("you get: {choice}", choice=text)
