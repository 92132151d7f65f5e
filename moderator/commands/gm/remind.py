"""The moderator reminds whoever is waited for."""

from __future__ import annotations

from engine import Refused
from engine.message import Listed, Message
from moderator.hearing.moderating import write_down
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store import mails
from moderator.store.mails import Said
from moderator.store.statuses import SeatStatus
from moderator.table import deadlines, seating


@command("gm remind", "gm remind", "moderator")
def remind(statement: Statement, submission: Submission) -> Said:
    """Reminds whoever the game waits for now: those invited, and the player to move."""
    desk, play = submission.desk, submission.game
    waited = [seat for seat in play.players if seat.status == SeatStatus.INVITED]
    for seat in waited:
        seating.invite(desk, play, seat, f"remind {submission.mail_id}")
    mover = play.mover
    # Whoever is to move is waited for as well, whoever else is still to answer.
    if mover is not None and not mover.bot and mover not in waited:
        row = deadlines.open_decision(desk, play.id)
        asked = mails.Reminder(play.seq, None, play.turn, row.id if row is not None else None)
        desk.post_to_seat(mover, f"remind {submission.mail_id} {mover.id}", asked)
        waited.append(mover)
    if not waited:
        raise Refused("Nobody is waited for.", instead=("gm status",))
    names = Listed([seat.name for seat in waited], ",")
    write_down(submission, "reminded", seat=", ".join(seat.name for seat in waited))
    return Message("reminded: {names}", names=names)
