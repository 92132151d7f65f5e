"""The moderator has a mail sent again."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.hearing.arguments import rest
from moderator.hearing.moderating import seat_named, write_down
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store import mails
from moderator.store.mails import Said
from moderator.store.statuses import SeatStatus
from moderator.table import deadlines, seating


@command("gm resend", "gm resend Red", "moderator")
def resend(statement: Statement, submission: Submission) -> Said:
    """Sends a player their invitation, or the mail with the position and their order address, once more."""
    desk, play = submission.desk, submission.game
    seat = seat_named(submission, rest(statement, 2), "gm resend Red")
    if seat.status == SeatStatus.INVITED:
        seating.invite(desk, play, seat, f"resend {submission.mail_id}")
    elif not play.running or desk.holder(seat) is None or seat.bot:
        raise Refused("There is nothing to send to {seat}.", instead=("gm status",), seat=seat.name)
    else:
        row = deadlines.open_decision(desk, play.id)
        mail: mails.Payload = mails.Report(play.seq, None)
        if play.to_move == seat.name:
            mail = mails.YourMove(play.seq, None, play.turn, row.id if row is not None else None)
        desk.post_to_seat(seat, f"resend {submission.mail_id} {seat.id}", mail)
    write_down(submission, "sent again", seat=seat.name)
    return Message("sent to {seat} again", seat=seat.name)
