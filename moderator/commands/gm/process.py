"""The moderator has the safe orders played for who is late."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.hearing.moderating import tell
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.language import Moment
from moderator.store.mails import Said
from moderator.store.statuses import Stage
from moderator.table import deadlines, noshow


@command("gm process turn", "gm process turn 41", "moderator")
def process(statement: Statement, submission: Submission) -> Said:
    """Plays a safe order for a player who is late, if it is still that turn. Nobody loses time that is left."""
    play = submission.live
    digits = statement.text.split()[-1]
    if not digits.isdecimal() or int(digits[:9]) != play.turn:
        raise Refused("It is turn {turn} now.", instead=(f"gm process turn {play.turn}",), turn=play.turn)
    mover = play.mover
    if mover is None:
        raise Refused("Nobody has to move.")
    row = deadlines.open_decision(submission.desk, play.id)
    if row is not None and row.stage == Stage.RUNNING and (row.due_at is None or row.due_at > submission.desk.now):
        until = Moment(row.due_at, submission.zone) if row.due_at is not None else Message("the clock stands still")
        raise Refused(
            "{mover} is not late ({until}).",
            instead=("gm remind", f"gm as {mover.name}"),
            mover=mover.name,
            until=until,
        )
    orders = noshow.play_default(submission.desk, play, mover)
    submission.changed = True
    tell(
        submission,
        Message("A default was played for {mover}", mover=mover.name),
        "; ".join(orders),
        seat=mover.name,
        orders=orders,
    )
    return "; ".join(orders)
