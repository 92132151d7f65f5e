"""Asking the others who must agree to an order."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import offers
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement


@command("propose", "propose merge M-K, N into MKN  ·  propose train 2 from M-K for 50", "agreements")
def propose(statement: Statement, sitting: Sitting) -> Said:
    """Asks the others who must agree to an order of yours. When all have, it is played if it is still your turn."""
    play, seat, rules = sitting.game, sitting.my_seat, sitting.desk.rules
    text = statement.text.partition(" ")[2].strip()
    if play.row.mover != seat.name:
        raise Refusal("Propose an order in the turn in which you could give it.")
    move = rules.parse(play.state, text)
    order, needed = rules.write(move), rules.consents(play.state, move)
    # Nobody is asked about what could not be played even if they agreed.
    rules.apply(play.state, move, seat.name, needed)
    row = offers.make(sitting.desk, play, seat, rules.company(play.state), order, needed)
    # A bot has answered already.
    sitting.changed = True
    return Message("offer {number} goes to {names}", number=row.number, names=Listed(row.parties, ","))
