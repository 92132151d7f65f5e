"""The moderator plays for a seat."""

from __future__ import annotations

import engine
from engine import Refused
from engine.message import Message
from moderator.hearing.arguments import rest
from moderator.hearing.moderating import seat_named, tell
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.tables import Seat


@command("gm as", "gm as Red … end as", "moderator")
def act_as(statement: Statement, submission: Submission) -> Said:
    """Plays the lines up to `end as` for another seat; everybody is told."""
    seat = seat_named(submission, rest(statement, 2), f"gm as {submission.live.to_move}")
    if _went_on(submission, seat):
        raise Refused(
            "The game has gone on since you saw that {seat} had to move. Nothing was done; look at the position as "
            "it is, and send it again if you still mean it.",
            instead=("gm status",),
            seat=seat.name,
        )
    submission.acting, submission.how, submission.ended = seat, "gm", False
    title = Message("The moderator plays for {seat}", seat=seat.name)
    if submission.game.to_move == seat.name:
        tell(submission, title, Message("The orders are in the next report."), seat=seat.name)
    else:
        text = Message("It is not {seat}'s turn: the orders are kept until it is.", seat=seat.name)
        # Whose seat it is reads the orders themselves, in one mail.
        tell(submission, title, text, nor=seat, seat=seat.name)
        return Message("the lines below are kept for {seat}'s next turn", seat=seat.name)
    return Message("the lines below are played for {seat}", seat=seat.name)


def _went_on(submission: Submission, seat: Seat) -> bool:
    """Whether the seat was on turn on the page that this was written on, and moves were made or taken back since: then
    it was meant for that decision and for no other of theirs, now or later."""
    play, tried = submission.live, submission.tried_on
    if tried is None:
        return False
    since = [move for move in play.moves(since=tried, undone=True) if move.mail_id != submission.mail_id]
    if any(move.order.startswith("undo to ") for move in since):
        return True
    return bool(since) and engine.to_act(play.state_at(tried)) == seat.name


@command("end as", "end as", "moderator")
def end_as(statement: Statement, submission: Submission) -> Said:
    """Ends the lines played for another seat."""
    submission.acting, submission.how, submission.ended = None, "mail", False
    return Message("done")
