"""The best run of a company, on request."""

from __future__ import annotations

import engine
from engine import Proposal, Refused, State
from engine.message import Listed, Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said


@command("routes", "routes M-K", "asking")
def routes(statement: Statement, submission: Submission) -> Said:
    """Shows the best run of a company as the position stands; without a name, of the company on turn."""
    play = submission.begun
    wanted = statement.text.partition(" ")[2].strip() or engine.company_on_turn(play.state)
    if engine.director(play.state, wanted) is None:
        why = Message("No company is on turn; name one.")
        if wanted:
            why = Message("No company called {company} is in play.", company=wanted)
        raise Refused(why, instead=(*_askable(play.state), "status"))
    name = engine.company_named(play.state, wanted)
    submission.say(
        Message("Best run of {company}", company=name), Listed(_lines(engine.routes(play.state, name)), "\n")
    )
    return Message("see below")


def _askable(state: State) -> list[str]:
    """A few companies of this game, those with trains first."""
    named = sorted(state.directors, key=lambda company: not state.trains_of(company))
    return [f"routes {company}" for company in named[:2]]


def _lines(found: Proposal) -> list[str | Message]:
    """The routes, a line each, and what they are worth together."""
    lines = [f"{run.train}: {' '.join(run.path)}  {run.value}" for run in found.routes]
    together = Message("{value} in all: no routes earn more (proved)", value=found.value)
    if not found.proved:
        together = Message(
            "together {value}: none better was found; at most {bound}", value=found.value, bound=found.bound
        )
    return [*lines, together, Message("as an order: {order}", order=engine.write_order(found.move))]
