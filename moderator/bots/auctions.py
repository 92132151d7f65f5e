"""How high a bot bids, for privates and for companies put up for auction."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Company, Player, Private, State
from engine.board.hexes import Hex
from engine.mechanisms.auction.figures import AuctionFigures
from engine.moves import Bid, Move, Pass
from moderator.bots.outlook import next_price, site

# The part of its money a bot puts into one private.
FOR_A_PRIVATE = 0.35


def bid(state: State, seat: Player, moves: Sequence[Move]) -> Move | None:
    """The bid to make now, or None if none is worth it."""
    bids = [move for move in moves if isinstance(move, Bid)]
    privates = [move for move in bids if move.item in state.title.privates]
    if privates:
        return _for_private(state, seat, privates)
    if bids:
        return _for_company(state, seat, bids, opening=state.facts.bidding is None)
    return None


def _for_private(state: State, seat: Player, bids: Sequence[Bid]) -> Move | None:
    for move in bids:
        if not _leads(state, seat, move.item) and move.amount <= _private_worth(state, seat, move.item):
            return move
    return None


def _leads(state: State, seat: Player, item: str) -> bool:
    """Whether the highest bid on an item is one's own already."""
    bidding = state.facts.bidding
    bids = [(amount, player) for what, player, amount in bidding.bids if what == item] if bidding else []
    return bool(bids) and max(bids)[1] == seat


def _private_worth(state: State, seat: Player, item: str) -> float:
    spec = state.title.privates[Private(item)]
    return min(spec.face + 1.5 * spec.income, FOR_A_PRIVATE * state.cash_of(seat))


def _for_company(state: State, seat: Player, bids: Sequence[Bid], *, opening: bool) -> Move | None:
    """What is bid becomes the company's treasury, so it must be enough for its first train, with a loan if need be."""
    cash, price = state.cash_of(seat), next_price(state)
    step = state.title.figures(AuctionFigures).increment
    least = min(move.amount for move in bids)
    enough = max(least, -(-(price + step) // step) * step)
    if not opening:
        move = bids[0]
        return move if move.amount <= min(cash, enough + 40) else None
    if cash < enough or _waiting(state, seat):
        return None
    best = max(bids, key=lambda move: (site(state, _home(state, move.item)), move.item))
    return Bid(best.item, enough)


def _home(state: State, item: str) -> Hex:
    return Hex(state.title.companies[Company(item)].home)


def _waiting(state: State, seat: Player) -> bool:
    """Whether companies of one's own have yet to begin: one thing after the other."""
    own = [company for company, player in state.directors.items() if player == seat]
    return sum(company not in state.operated for company in own) > 1


def passing(moves: Sequence[Move]) -> Move | None:
    return next((move for move in moves if isinstance(move, Pass)), None)
