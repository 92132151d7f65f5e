"""Offering a private or a train to another player's company."""

from __future__ import annotations

import re

from engine.message import Message
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import offers
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement

_PRIVATE = re.compile(r"offer (?:private )?(\S+) to (\S+) for [R$₽]?(\d{1,6})$", re.IGNORECASE)


_TRAIN = re.compile(r"offer train (\S+) of (\S+) to (\S+) for [R$₽]?(\d{1,6})$", re.IGNORECASE)


@command("offer", "offer private TSR to M-K for 30  ·  offer train 3 of M-K to N for 120", "agreements")
def offer(statement: Statement, sitting: Sitting) -> Said:
    """Offers a private or a train you own to another player's company. Once its director accepts it is played
    in the company's turn, at once if that is now."""
    play, seat = sitting.game, sitting.my_seat
    train, private = _TRAIN.match(statement.text), _PRIVATE.match(statement.text)
    if train:
        name, seller, company, price = train.groups()
        _must_be(
            seat.name,
            sitting.desk.rules.director(play.state, seller),
            Message("{company} is not yours to speak for.", company=seller),
        )
        order = f"train {name} from {sitting.desk.rules.symbol(play.state, seller)} for {price}"
    elif private:
        name, company, price = private.groups()
        _must_be(
            seat.name,
            sitting.desk.rules.owner(play.state, name),
            Message("{private} is not yours.", private=name.upper()),
        )
        order = f"buy private {name.upper()} for {price}"
    else:
        raise Refusal(
            "I can't read this offer.", instead=("offer private TSR to M-K for 30", "offer train 3 of M-K to N for 120")
        )
    director = sitting.desk.rules.director(play.state, company)
    if director is None:
        raise Refusal("No player directs a company called {company}.", instead=("status",), company=company)
    row = offers.make(sitting.desk, play, seat, sitting.desk.rules.symbol(play.state, company), order, [director])
    return Message("offer {number} goes to {director}", number=row.number, director=director)


def _must_be(me: str, owner: str | None, why: Message) -> None:
    if owner != me:
        raise Refusal(why, instead=("status",))
