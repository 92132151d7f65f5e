"""The moderator plays for a seat."""

from __future__ import annotations

from engine.message import Message
from moderator.hearing.arguments import rest
from moderator.hearing.moderating import seat_named, tell
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("gm as", "gm as Red … end as", "moderator")
def act_as(statement: Statement, submission: Submission) -> Said:
    """Plays the lines up to `end as` for another seat; everybody is told."""
    seat = seat_named(submission, rest(statement, 2), f"gm as {submission.live.to_move}")
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


@command("end as", "end as", "moderator")
def end_as(statement: Statement, submission: Submission) -> Said:
    """Ends the lines played for another seat."""
    submission.acting, submission.how, submission.ended = None, "mail", False
    return Message("done")
