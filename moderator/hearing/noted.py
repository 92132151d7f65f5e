"""What players keep for themselves."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


def show_notes(submission: Submission) -> Said:
    rows = submission.desk.seats.notes(submission.my_seat.id)
    submission.say(
        Message("Your notes"), "\n".join(f"{row.at:%Y-%m-%d}  {row.text}" for row in rows) or Message("None.")
    )
    return Message("see below")
