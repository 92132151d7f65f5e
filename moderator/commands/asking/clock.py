"""The clock, on request: who must move until when, what is left in the banks, and how time is kept here."""

from __future__ import annotations

from collections.abc import Iterator

from engine import Refused
from engine.message import Listed, Message, Value
from moderator.hearing.arguments import rest
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.language import Moment
from moderator.office.clock import terms_from
from moderator.store.mails import Said
from moderator.table import deadlines
from moderator.table.conditions import time_said
from moderator.table.noshow import rule_of
from moderator.table.pace import span


@command("clock", "clock", "asking", also=("time", "time left"))
def clock(statement: Statement, submission: Submission) -> Said:
    """Shows whose move it is and until when, what is left in the banks of time, and how this game keeps time."""
    if rest(statement):
        raise Refused("The clock of a game is changed by its moderator.", instead=("clock", "gm clock steady"))
    submission.say(Message("The clock"), Listed(tuple(_lines(submission)), "\n"))
    if (mover := submission.game.mover) is not None:
        return Message("{player} is to move; see below", player=mover.name)
    return Message("see below")


def _lines(submission: Submission) -> Iterator[Value]:
    desk, play = submission.desk, submission.game
    row, mover, zone = deadlines.open_decision(desk, play.id), play.mover, submission.me.zone
    if play.paused_at is not None:
        yield Message("The clock stands still since {moment}.", moment=Moment(play.paused_at, zone))
    elif mover is not None and row is not None and row.due_at is not None:
        yield Message("{player} has until {moment}.", player=mover.name, moment=Moment(row.due_at, zone))
        if free := deadlines.free_until(desk, play, mover, row):
            yield Message("From {moment} on it comes out of the bank.", moment=Moment(free, zone))
    terms = terms_from(play.terms)
    if terms.bank and play.running:
        # A bot answers at once and needs none.
        for seat in (one for one in play.players if not one.bot):
            left = span(deadlines.bank_now(desk, play, seat, row))
            yield Message("{seat} has {left} in the bank.", seat=seat.name, left=left)
    yield from time_said(terms, play.title, rule_of(play))
