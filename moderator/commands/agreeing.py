"""Offers between owners, and their answers."""

from __future__ import annotations

import re

from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.games import offers
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement

_PRIVATE = re.compile(r"offer (?:private )?(\S+) to (\S+) for [R$₽]?(\d{1,6})$", re.IGNORECASE)
_TRAIN = re.compile(r"offer train (\S+) of (\S+) to (\S+) for [R$₽]?(\d{1,6})$", re.IGNORECASE)


@command("offer", "offer private TSR to M-K for 30  ·  offer train 3 of M-K to N for 120", "agreements")
def offer(statement: Statement, sitting: Sitting) -> str:
    """Offers a private or a train you own to another player's company. Once its director accepts it is played
    in the company's turn, at once if that is now."""
    play, seat = sitting.game, sitting.my_seat
    train, private = _TRAIN.match(statement.text), _PRIVATE.match(statement.text)
    if train:
        name, seller, company, price = train.groups()
        _must_be(seat.name, sitting.desk.rules.director(play.state, seller), f"{seller} is not yours to speak for.")
        order = f"train {name} from {sitting.desk.rules.symbol(play.state, seller)} for {price}"
    elif private:
        name, company, price = private.groups()
        _must_be(seat.name, sitting.desk.rules.owner(play.state, name), f"{name.upper()} is not yours.")
        order = f"buy private {name.upper()} for {price}"
    else:
        raise Refusal(
            "I can't read this offer.", instead=("offer private TSR to M-K for 30", "offer train 3 of M-K to N for 120")
        )
    director = sitting.desk.rules.director(play.state, company)
    if director is None:
        raise Refusal(f"No player directs a company called {company}.", instead=("status",))
    row = offers.make(sitting.desk, play, seat, sitting.desk.rules.symbol(play.state, company), order, [director])
    return f"offer {row.number} goes to {director}"


@command("propose", "propose merge M-K, N into MKN  ·  propose train 2 from M-K for 50", "agreements")
def propose(statement: Statement, sitting: Sitting) -> str:
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
    return f"offer {row.number} goes to {', '.join(row.parties)}"


@command("accept", "accept 7", "agreements", also=("agree",))
def accept(statement: Statement, sitting: Sitting) -> str:
    """Agrees to an offer made to you."""
    row = offers.accept(sitting.desk, sitting.game, sitting.my_seat, _number(statement))
    sitting.changed = True
    return f"agreed: {offers.describe(row)}"


@command("refuse", "refuse 7", "agreements")
def refuse(statement: Statement, sitting: Sitting) -> str:
    """Says no to an offer made to you."""
    row = offers.refuse(sitting.desk, sitting.game, sitting.my_seat, _number(statement))
    return f"{row.status}: {offers.describe(row)}"


@command("withdraw", "withdraw 7", "agreements")
def withdraw(statement: Statement, sitting: Sitting) -> str:
    """Takes back an offer you made."""
    row = offers.refuse(sitting.desk, sitting.game, sitting.my_seat, _number(statement))
    return f"{row.status}: {offers.describe(row)}"


def _must_be(me: str, owner: str | None, why: str) -> None:
    if owner != me:
        raise Refusal(why, instead=("status",))


def _number(statement: Statement) -> int:
    digits = "".join(ch for ch in statement.text.split()[-1] if ch.isascii() and ch.isdigit())[:9]
    if not digits:
        raise Refusal("Which offer? Name its number.", instead=("orders",))
    return int(digits)
