"""Offering a private or a train to another player's company."""

from __future__ import annotations

import re

import engine
from engine import Player, Refused
from engine.message import Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table import offers

_PRIVATE = re.compile(r"offer (?:private )?(\S+) to (\S+) for [R$₽]?(\d{1,6})$", re.IGNORECASE)
_TRAIN = re.compile(r"offer (?:train )?(\S+) of (\S+) to (\S+) for [R$₽]?(\d{1,6})$", re.IGNORECASE)
_FORMS = ("offer private TSR to M-K for 30", "offer train 3 of M-K to N for 120")


@command("offer", "offer private TSR to M-K for 30  ·  offer train 3 of M-K to N for 120", "agreements")
def offer(statement: Statement, submission: Submission) -> Said:
    """Offers a private or a train you own to another player's company. Once its director accepts it is played
    in the company's turn, at once if that is now."""
    play, seat = submission.in_play, submission.my_seat
    text = statement.text
    if train := _TRAIN.match(text):
        company, order = train[3], _of_train(submission, train[1], train[2], train[4])
    elif private := _PRIVATE.match(text):
        company, order = private[2], _of_private(submission, private[1], private[3])
    else:
        raise Refused("I can't read this offer.", instead=_FORMS)
    director = engine.director(play.state, company)
    if director is None:
        raise Refused("No player directs a company called {company}.", instead=("status",), company=company)
    symbol = engine.company_named(play.state, company)
    row, earlier = offers.make(submission.desk, play, seat, symbol, order, [director])
    submission.changed = True
    goes = Message("offer {number} goes to {director}", number=offers.number_for(row, seat.name), director=director)
    goes = offers.sent(goes, earlier, seat)
    doubt = _doubt(submission, row.company, order, director)
    return (
        goes
        if doubt is None
        else Message("{goes}. As things stand it could not be played: {why}", goes=goes, why=doubt)
    )


def _of_train(submission: Submission, train: str, seller: str, price: str) -> str:
    state = submission.game.state
    if engine.director(state, seller) != submission.my_seat.name:
        raise Refused("{company} is not yours to speak for.", instead=("status",), company=seller)
    symbol = engine.company_named(state, seller)
    if train not in state.trains_of(symbol):
        raise Refused("{company} has no {train}-train.", instead=("status",), company=symbol, train=train)
    return f"train {train} from {symbol} for {price}"


def _of_private(submission: Submission, private: str, price: str) -> str:
    state = submission.game.state
    symbol = engine.private_named(state, private)
    if engine.owner(state, private) != submission.my_seat.name:
        raise Refused("{private} is not yours.", instead=("status",), private=symbol)
    return f"buy private {symbol} for {price}"


def _doubt(submission: Submission, company: str, order: str, director: Player) -> Message | None:
    """What stands in the way now, if it is that company's turn: a price out of bounds is better known before."""
    play = submission.game
    if play.to_move != director or engine.company_on_turn(play.state) != company:
        return None
    try:
        engine.apply(play.state, engine.parse_order(play.state, order), director, play.state.players)
    except engine.Refused as refused:
        return refused.message
    return None
