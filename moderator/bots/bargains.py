"""What a bot answers when another player asks for its consent."""

from __future__ import annotations

from engine import Company, Player, Refused, State, limit, parse_order, to_act
from engine.mechanisms.mergers.moves import Merge
from engine.moves import BuyPrivate, BuyTrain, Move
from moderator.bots.mergers import followed, wealth
from moderator.bots.outlook import doomed

# What a private must bring beyond its face value, and what of its price a used train is worth.
PREMIUM = 1.5
USED = 0.75


def would_agree(state: State, seat: str, company: str, order: str) -> bool:
    """Whether the bot in this seat says yes to an order that another gives, or it would give itself."""
    try:
        return agrees(state, Player(seat), Company(company), parse_order(state, order))
    except Refused:
        return False


def agrees(state: State, seat: Player, company: Company, move: Move) -> bool:
    """Whether the bot in this seat says yes to an order for a company, given in that company's turn."""
    match move:
        case BuyPrivate(private=private, price=price) if state.privates.get(private) == seat:
            return price >= PREMIUM * state.title.privates[private].face
        case BuyPrivate(private=private, price=price):
            worth = state.title.privates[private].face
            return price <= worth and _affords(state, seat, company, price)
        case BuyTrain(train=train, seller=seller, price=price) if state.directors.get(Company(seller)) == seat:
            spare = len(state.trains_of(seller)) > 1
            return spare and price >= USED * state.title.trains[train].price
        case BuyTrain(train=train, price=price):
            most = limit(state, company)
            room = most is None or len(state.trains_of(company)) < most
            cheap = price <= USED * state.title.trains[train].price and not doomed(state, train)
            return room and cheap and _affords(state, seat, company, price)
        case Merge():
            return _richer(state, seat, move)
        case _:
            return False


def _affords(state: State, seat: Player, company: Company, price: int) -> bool:
    return state.directors.get(company) == seat and bool(state.trains_of(company)) and price <= state.cash_of(company)


def _richer(state: State, seat: Player, move: Move) -> bool:
    """A merger is welcome where it does not make the bot poorer."""
    mover = to_act(state)
    if mover is None:
        return False
    try:
        after = followed(state, move, mover)
    except Refused:
        return False
    return wealth(after, seat) >= wealth(state, seat)
