"""Giving up a seat."""

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
from moderator.store.statuses import SeatStatus
from moderator.table import announce, offers, reliability, standing
from moderator.table.playing import refuse_if_closed


@command("resign", "resign", "coming and going")
def resign(statement: Statement, submission: Submission) -> Said:
    """Gives up your seat, after you confirm. A bot plays on for you unless the moderator names somebody."""
    refuse_if_closed(submission.game)
    return ask(submission, "resign", {}, of=owner_of(submission))


@confirmed("resign")
def leave(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back."""
    refuse_if_closed(submission.game)
    seat = seat_of(submission, kept)
    # What they had on file and noted is theirs, not the bot's or the next player's.
    standing.close_for_good(submission.desk, seat, "You gave up the seat.")
    offers.close_for(submission.desk, submission.game, seat)
    if submission.game.running:
        reliability.left(submission.desk, seat)
    seat.bot, seat.status, seat.substitute_id = True, SeatStatus.RESIGNED, None
    submission.changed = True
    write_down(submission, "resigned", seat=seat.name)
    announce.notice(
        submission.desk,
        submission.game,
        f"resign {seat.id}",
        Message("{seat} resigned", seat=seat.name),
        Message("A bot plays on."),
        but=seat,
    )
    return Message("you have resigned; a bot plays on for you")
