"""What leaves its owner better off: conversions, mergers, shares of new companies, handing over to the state."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Company, Player, Refused, State, apply
from engine.mechanisms.loans.lending import could_borrow, owed
from engine.mechanisms.mergers.demands import SecondShareWanted
from engine.mechanisms.mergers.merging import merged_price
from engine.mechanisms.mergers.moves import Convert, Merge, Take
from engine.mechanisms.nationalisation.moves import Keep, Nationalise
from engine.moves import BuyPrivate, Move
from moderator.bots.outlook import next_price

# How much of a player's wealth a company of one's own with several trains and stations is worth risking.
TRUST = 0.9


def merge(state: State, seat: Player, moves: Sequence[Move]) -> Move | None:
    """Several small companies make a big one that can own more trains; it may cost a little wealth today."""
    found = [move for move in moves if isinstance(move, Convert | Merge)]
    worth = [(_wealth_after(state, seat, move), n, move) for n, move in enumerate(found[:16])]
    if not worth:
        return None
    after, _, best = max(worth, key=lambda one: (one[0], -one[1]))
    return best if after >= TRUST * wealth(state, seat) else None


def take(state: State, seat: Player, moves: Sequence[Move]) -> Move | None:
    """Shares of a new company: as many as leave half of one's money."""
    found = [move for move in moves if isinstance(move, Take)]
    able = [move for move in found if 2 * move.count * _price(state, move.company) <= state.cash_of(seat)]
    return max(able, key=lambda move: move.count, default=None) or (
        min(found, key=lambda move: move.count) if found else None
    )


def _price(state: State, company: Company) -> int:
    """What a share costs, also of a company that is only formed if somebody takes its second one."""
    asked = state.demands[0]
    return merged_price(state, asked.minors) if isinstance(asked, SecondShareWanted) else state.price(company)


def trainless(state: State, seat: Player, moves: Sequence[Move]) -> Move | None:
    """Keeps a company that can buy a train soon; hands it over otherwise."""
    found = {type(move): move for move in moves if isinstance(move, Keep | Nationalise)}
    if not found:
        return None
    company = state.demands[0].company if state.demands else state.operating
    means = state.cash_of(company) + could_borrow(state, state.title.companies[company].kind) - owed(state, company)
    return found.get(Keep if means >= next_price(state) else Nationalise) or next(iter(found.values()))


def private(state: State, seat: Player, company: Company, moves: Sequence[Move]) -> Move | None:
    """One's own private is sold to one's company where that leaves it the price of a train."""
    found = [
        move
        for move in moves
        if isinstance(move, BuyPrivate) and state.privates.get(move.private) == seat and state.trains_of(company)
    ]
    able = [move for move in found if state.cash_of(company) - move.price >= next_price(state)]
    return max(able, key=lambda move: (move.price, move.private), default=None)


def wealth(state: State, seat: Player) -> int:
    """As the title counts it at the end, or simply cash, shares and privates."""
    if state.title.value is not None:
        return state.title.value(state, seat)
    shares = sum(state.held(seat, company) * state.price(company) for company in state.market.cells)
    return state.cash_of(seat) + shares + sum(state.title.privates[p].face for p in state.privates_of(seat))


def _wealth_after(state: State, seat: Player, move: Move) -> int:
    try:
        return wealth(followed(state, move, seat), seat)
    except Refused:
        return -1


def followed(state: State, move: Move, mover: Player) -> State:
    """Where a move leads if all agree; of a merger that hangs on its second share, as if that were bought."""
    after = apply(state, move, mover, state.players, advise=False).state
    asked = after.demands[0] if after.demands else None
    if not isinstance(asked, SecondShareWanted):
        return after
    return apply(after, Take(asked.company, 1), asked.player, advise=False).state
