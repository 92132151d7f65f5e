"""The moderator takes an invitation back."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.hearing.arguments import rest
from moderator.hearing.moderating import seat_named, tell
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import SeatStatus
from moderator.table import seating


@command("gm withdraw", "gm withdraw Red", "moderator")
def withdraw(statement: Statement, submission: Submission) -> Said:
    """Takes back the invitation of somebody who has not answered. The place is free; in a game under way a bot
    plays it until you name somebody."""
    desk, play = submission.desk, submission.game
    seat = seat_named(submission, rest(statement, 2), "gm withdraw Red")
    if seat.status != SeatStatus.INVITED:
        raise Refused("{seat} is not waited for.", instead=("gm status", "gm replace Red by bot"), seat=seat.name)
    old = desk.person(seat.person_id)
    seating.vacate(desk, play, seat, submission.mail_id)
    seat.status, seat.person_id, seat.bot = SeatStatus.DECLINED, None, play.running
    submission.changed = True
    tell(
        submission,
        Message("An invitation was withdrawn"),
        Message("The place of {seat} is free.", seat=seat.name),
        seat=seat.name,
        old=desk.main_address(old) if old is not None else "",
    )
    return Message("the place of {seat} is free", seat=seat.name)
