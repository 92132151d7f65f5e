"""The moderator changes the clock."""

from __future__ import annotations

from engine.message import Listed
from moderator.hearing.arguments import rest
from moderator.hearing.moderating import change_terms, term
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.office.clock import Terms
from moderator.store.mails import Said
from moderator.table.pace import clock_said, hours_said

FORMS = ("gm clock bank 10 days", "gm clock evening 21:00 Europe/Berlin", "gm clock steady", "gm clock hours")


@command("gm clock", "gm clock bank 10 days  ·  gm clock evening 21:00 Europe/Berlin", "moderator")
def clock(statement: Statement, submission: Submission) -> Said:
    """Changes the clock: a bank of time, deadlines at an hour of the day, a pace by its name, or only hours again
    (`gm clock hours`). Whoever must move now keeps at least the time they have."""
    play = submission.game
    changes = term(f"clock {rest(statement, 2)}", play.terms, *FORMS)

    def said(terms: Terms) -> Said:
        return Listed((hours_said(terms, play.title), clock_said(terms)), " ")

    return change_terms(submission, changes, said, kept=True, sentences=True)
