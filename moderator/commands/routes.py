"""The best run of a company, on request."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("routes", "routes M-K", "asking")
def routes(statement: Statement, sitting: Sitting) -> Said:
    """Shows the best run of a company as the position stands; without a name, of the company on turn."""
    play, rules = sitting.begun, sitting.desk.rules
    wanted = statement.text.partition(" ")[2].strip() or rules.company(play.state)
    if rules.director(play.state, wanted) is None:
        why = Message("No company is on turn; name one.")
        if wanted:
            why = Message("No company called {company} is in play.", company=wanted)
        raise Refusal(why, instead=("routes M-K", "status"))
    name = rules.symbol(play.state, wanted)
    sitting.say(Message("Best run of {company}", company=name), Listed(rules.routes(play.state, name), "\n"))
    return Message("see below")
