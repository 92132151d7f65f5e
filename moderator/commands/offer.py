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
_TRAIN = re.compile(r"offer (?:train )?(\S+) of (\S+) to (\S+) for [R$₽]?(\d{1,6})$", re.IGNORECASE)
_FORMS = ("offer private TSR to M-K for 30", "offer train 3 of M-K to N for 120")


@command("offer", "offer private TSR to M-K for 30  ·  offer train 3 of M-K to N for 120", "agreements")
def offer(statement: Statement, sitting: Sitting) -> Said:
    """Offers a private or a train you own to another player's company. Once its director accepts it is played
    in the company's turn, at once if that is now."""
    play, seat, rules = sitting.game, sitting.my_seat, sitting.desk.rules
    text = statement.text
    if train := _TRAIN.match(text):
        company, order = train[3], _of_train(sitting, train[1], train[2], train[4])
    elif private := _PRIVATE.match(text):
        company, order = private[2], _of_private(sitting, private[1], private[3])
    else:
        raise Refusal("I can't read this offer.", instead=_FORMS)
    director = rules.director(play.state, company)
    if director is None:
        raise Refusal("No player directs a company called {company}.", instead=("status",), company=company)
    row = offers.make(sitting.desk, play, seat, rules.symbol(play.state, company), order, [director])
    sitting.changed = True
    goes = Message("offer {number} goes to {director}", number=row.number, director=director)
    doubt = _doubt(sitting, row.company, order, director)
    return (
        goes
        if doubt is None
        else Message("{goes}. As things stand it could not be played: {why}", goes=goes, why=doubt)
    )


def _of_train(sitting: Sitting, train: str, seller: str, price: str) -> str:
    rules, state = sitting.desk.rules, sitting.game.state
    if rules.director(state, seller) != sitting.my_seat.name:
        raise Refusal("{company} is not yours to speak for.", instead=("status",), company=seller)
    symbol = rules.symbol(state, seller)
    if train not in rules.trains(state, seller):
        raise Refusal("{company} has no {train}-train.", instead=("status",), company=symbol, train=train)
    return f"train {train} from {symbol} for {price}"


def _of_private(sitting: Sitting, private: str, price: str) -> str:
    rules, state = sitting.desk.rules, sitting.game.state
    symbol = rules.private(state, private)
    if rules.owner(state, private) != sitting.my_seat.name:
        raise Refusal("{private} is not yours.", instead=("status",), private=symbol)
    return f"buy private {symbol} for {price}"


def _doubt(sitting: Sitting, company: str, order: str, director: str) -> Message | None:
    """What stands in the way now, if it is that company's turn: a price out of bounds is better known before."""
    rules, play = sitting.desk.rules, sitting.game
    if play.row.mover != director or rules.company(play.state) != company:
        return None
    try:
        rules.apply(play.state, rules.parse(play.state, order), director, [seat.name for seat in play.players])
    except rules.Refused as refused:
        return getattr(refused, "message", None) or Message(str(refused))
    return None
