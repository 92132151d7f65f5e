"""Which trains a bot buys and gives up, and what it pays its shareholders."""

from __future__ import annotations

from collections.abc import Sequence

from engine import BANK, POOL, Company, Player, State
from engine.mechanisms.emergency.moves import Bankrupt
from engine.moves import BuyTrain, Discard, Move, Pay, Run, Sell
from moderator.bots.auctions import passing
from moderator.bots.outlook import doomed, earning, next_price
from moderator.bots.taste import PLAIN, Taste

# So many times the price of a train in the treasury is more than it will need.
IDLE = 2


def run(moves: Sequence[Move]) -> Move | None:
    """The engine proposes the best run it finds first."""
    runs = [move for move in moves if isinstance(move, Run)]
    return next((move for move in runs if move.routes), runs[0] if runs else None)


def dividend(state: State, company: Company, moves: Sequence[Move]) -> Move | None:
    """Pays, unless every train is about to rust and the treasury can't buy the next."""
    choices = {move.kind: move for move in moves if isinstance(move, Pay)}
    if not choices:
        return None
    own = state.trains_of(company)
    saving = all(doomed(state, train) for train in own) and state.cash_of(company) < next_price(state)
    wish = "withhold" if saving and not state.loans_of(company) else "full"
    return choices.get(wish) or next(iter(choices.values()))


def buy(state: State, seat: Player, company: Company, moves: Sequence[Move], taste: Taste = PLAIN) -> Move | None:
    """A train the treasury can pay for and that earns something, or the one a company must have."""
    offers = [move for move in moves if isinstance(move, BuyTrain)]
    if not offers:
        return None
    own = state.trains_of(company)
    affordable = [
        move
        for move in offers
        if move.seller in (BANK, POOL) and move.price <= state.cash_of(company) and _no_worse(state, move)
    ]
    best = max(affordable, key=lambda move: _strength(state, move), default=None)
    if not own or passing(moves) is None:
        return best or _rescue(state, moves)
    if best is None or all(doomed(state, train) for train in own):
        return best
    # Money that lies idle buys nothing; a train more opens the next phase, and with it better track, while one is left.
    idle = (
        not best.trade
        and state.phase != list(state.title.phases)[-1]
        and state.cash_of(company) >= IDLE * best.price * taste.weigh(seat, best.train, "train")
    )
    return best if idle or _after(state, company, best) > state.last_run.get(company, 0) else None


def _no_worse(state: State, move: BuyTrain) -> bool:
    """Whether nothing is handed in for what is shorter, or the same; what rusts soon may go for anything that lasts."""
    if not move.trade:
        return True
    if doomed(state, move.trade) and not doomed(state, move.train):
        return True
    return state.title.trains[move.train].price > state.title.trains[move.trade].price


def _strength(state: State, move: BuyTrain) -> tuple[bool, int, int]:
    """What lasts before what rusts soon, the longer train before the shorter."""
    return not doomed(state, move.train), state.title.trains[move.train].price, -move.price


def _after(state: State, company: Company, move: BuyTrain) -> int:
    """What the company would earn with it."""
    own = list(state.trains_of(company))
    if move.trade:
        own.remove(move.trade)
    return earning(state, company, (*own, move.train))


def _cheapest(offers: Sequence[BuyTrain]) -> Move | None:
    return min(offers, key=lambda move: (move.price, move.train), default=None)


def _rescue(state: State, moves: Sequence[Move]) -> Move | None:
    """A company must have a train it can't pay for: with help, from a sister, by selling shares, and at last not."""
    offers = [move for move in moves if isinstance(move, BuyTrain)]
    bank = [move for move in offers if move.seller in (BANK, POOL)]
    sisters = [move for move in offers if move.seller not in (BANK, POOL) and _spare(state, move.seller)]
    sales = [move for move in moves if isinstance(move, Sell)]
    quiet = passing(moves)
    if sisters and quiet is None:
        return _cheapest(sisters)
    if quiet is None or bank:
        sale = min(sales, key=lambda move: (-state.price(move.company), move.count, move.company), default=None)
        found = _cheapest(bank) or sale or _cheapest(offers)
        return found or next((move for move in moves if isinstance(move, Bankrupt)), None)
    return None


def _spare(state: State, seller: str) -> bool:
    return len(state.trains_of(seller)) > 1


def discard(state: State, moves: Sequence[Move]) -> Move | None:
    """The train that is worth least: first what rusts soon, then what is shortest."""
    found = [move for move in moves if isinstance(move, Discard)]
    return min(
        found,
        key=lambda move: (not doomed(state, move.train), state.title.trains[move.train].price, move.train),
        default=None,
    )
