"""Asking the moderator for time."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.hearing.arguments import of_time, rest
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.office.clock import read_duration
from moderator.store import mails
from moderator.store.mails import Said
from moderator.store.statuses import SeatRole


@command("more time", "more time 24h", "arranging")
def more_time(statement: Statement, submission: Submission) -> Said:
    """Asks the game's moderator for more time for the decision you have to make."""
    desk, play, seat = submission.desk, submission.game, submission.my_seat
    wanted = of_time(lambda: read_duration(rest(statement, 2) or "24h"))
    if play.to_move != seat.name:
        raise Refused("It is not your move, so no time of yours is running.")
    moderators = [other for other in play.seats if other.role == SeatRole.GM]
    if not moderators:
        raise Refused("This game has no moderator to ask.", instead=("vote pause yes",))
    hours_ = int(wanted.total_seconds() // 3600)
    text = Message(
        "{seat} asks for {hours} more hours. Grant it by replying:  gm extend {hours}h", seat=seat.name, hours=hours_
    )
    for gm in moderators:
        # Either may grant it, and one of them may be away.
        told = mails.Notice(Message("{seat} asks for time", seat=seat.name), text)
        desk.post_to_seat(gm, f"more time {submission.mail_id} {gm.id}", told)
    return Message("your moderator has been asked")
