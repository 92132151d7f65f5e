"""Confirming what a mail asked one to confirm."""

from __future__ import annotations

import re

from engine import Refused
from moderator.hearing import confirming
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said

# As they are made, and as somebody may have copied them.
_CODE = re.compile(r"(?=\w*\d|[A-Z]{8})\w{6,12}")


@command("confirm", "confirm 7F3KQ2MN", "coming and going")
def confirm(statement: Statement, submission: Submission) -> Said:
    """Confirms what an email from us asked you to confirm."""
    word = statement.text.split()[-1]
    if not _CODE.fullmatch(word):
        raise Refused(
            "Which? Send the line with its code, as our email has it: confirm 7F3KQ2MN. A yes alone does where nothing "
            "but orders of this turn waits for it, and only one mail of them."
        )
    kept = submission.desk.use("confirm", word)
    if kept is None:
        raise Refused("That code is unknown, already used, or expired.")
    if kept.get("seat") is not None and (submission.seat is None or submission.seat.id != kept["seat"]):
        raise Refused("That word was emailed for another seat. Reply to the email it came in.")
    if submission.seat is not None and kept.get("seat") is not None and not confirming.still_theirs(submission, kept):
        raise Refused("That word was for somebody who no longer has the seat.")
    confirming.by_its_reader(submission, kept)
    doing = confirming.DOING.get(str(kept["do"]))
    if doing is None:
        # It stands for a whole mail, which is answered by itself.
        raise Refused("This word does a whole email: send it in an email of its own.", instead=(f"confirm {word}",))
    return doing(submission, kept)
