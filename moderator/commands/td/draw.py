"""Asking for the draw of a round."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.events.overview import Overview
from moderator.events.rounds import ask_for_draw, may_draw
from moderator.hearing.directing import named, writer
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("td draw", "td draw spring-cup", "director", of_event=True)
def draw(statement: Statement, submission: Submission) -> Said:
    """Draws the next round, or again one that is not published yet; the draw is mailed to you."""
    cup, _ = named(statement, submission, 2, "td draw spring-cup")
    ask_for_draw(submission.desk, cup, writer(submission))
    overview = Overview.of(submission.desk, cup)
    waiting = [str(table.number) for table in overview.undecided(overview.last)] if overview.last is not None else []
    if waiting:
        return Message("the next round is drawn when this is ruled on: table {tables}", tables=Listed(waiting, ","))
    # Nobody waits for a draw that can't be made.
    may_draw(submission.desk, overview)
    return Message("the draw is on its way")
