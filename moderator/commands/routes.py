"""The best run of a company, on request."""

from __future__ import annotations

from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("routes", "routes M-K", "asking")
def routes(statement: Statement, sitting: Sitting) -> str:
    """Shows the best run of a company as the position stands; without a name, of the company on turn."""
    play, rules = sitting.begun, sitting.desk.rules
    wanted = statement.text.partition(" ")[2].strip() or rules.company(play.state)
    if rules.director(play.state, wanted) is None:
        why = f"No company called {wanted} is in play." if wanted else "No company is on turn; name one."
        raise Refusal(why, instead=("routes M-K", "status"))
    name = rules.symbol(play.state, wanted)
    sitting.say(f"Best run of {name}", "\n".join(rules.routes(play.state, name)))
    return "see below"
