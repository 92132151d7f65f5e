"""Changing the secret of one's order address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.message import Message
from moderator.hearing.confirming import ask, confirmed, owner_of, seat_of
from moderator.hearing.moderating import write_down
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table.machines import end_keys
from moderator.table.seating import turn_key


@command("new key", "new key", "arranging", also=("newkey",))
def new_key(statement: Statement, submission: Submission) -> Said:
    """Changes the secret in your order address, after you confirm; the old address and programs' keys stop working."""
    return ask(submission, "new key", {}, of=owner_of(submission))


@confirmed("new key")
def turn_the_key(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back."""
    seat = seat_of(submission, kept)
    turn_key(submission.desk, seat)
    # Whoever turns a key because it got out would still have its programs out.
    ended = end_keys(submission.desk, seat)
    write_down(submission, "new key", seat=seat.name)
    if ended:
        return Message(
            "your order address has a new key; this answer already comes from it. Programs' keys of this seat ended: "
            "{count}",
            count=ended,
        )
    return "your order address has a new key; this answer already comes from it"
