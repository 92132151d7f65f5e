"""When one is reminded."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.hearing.arguments import of_time, rest
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.office.clock import read_reminders
from moderator.store.mails import Said
from moderator.table import deadlines


@command("reminders", "reminders 50% 90%  ·  reminders none  ·  reminders usual", "arranging")
def reminders(statement: Statement, submission: Submission) -> Said:
    """Sets at which parts of your time you are reminded, in all your games; `usual` leaves it to each game."""
    text = rest(statement).lower()
    if text in ("usual", "default"):
        deadlines.wish_reminders(submission.desk, submission.me, "")
        return Message("you are reminded as each game has it")
    if text in ("none", "off"):
        deadlines.wish_reminders(submission.desk, submission.me, "none")
        return Message(
            "nobody reminds you any more. You are still asked when it is your move, and told when you are late; "
            "by then your time is up"
        )
    parts = of_time(lambda: read_reminders(text), "reminders 50% 90%", "reminders none")
    wish = " ".join(str(round(part * 100)) for part in parts)
    deadlines.wish_reminders(submission.desk, submission.me, wish)
    return Message("you are reminded at {parts} of your time", parts=Listed((f"{one}%" for one in wish.split()), ","))
