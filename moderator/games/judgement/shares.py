"""What a bot does in a stock round: it starts companies it can float, brings its own into play, then invests."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board.hexes import Hex
from engine.moves import Buy, Move, Sell, Start
from engine.names import IPO, Company, Player
from engine.state import State
from moderator.games.judgement.auctions import passing
from moderator.games.judgement.outlook import doomed, next_price, site


def trade(state: State, seat: Player, moves: Sequence[Move]) -> Move | None:
    """The purchase or start of this turn, if any; shares are sold only where the rules say one must."""
    buys = [move for move in moves if isinstance(move, Buy)]
    starts = [move for move in moves if isinstance(move, Start)]
    return (
        _own_float(state, seat, buys) or _start(state, seat, starts) or _invest(state, seat, buys) or _must_sell(moves)
    )


def _own_float(state: State, seat: Player, buys: Sequence[Buy]) -> Move | None:
    """A company begun must come into play: nothing is earned by one that does not."""
    grounded = [move for move in buys if move.company not in state.floated and move.source == IPO]
    own = [move for move in grounded if state.president.get(move.company) == seat]
    return next(iter(own or grounded), None)


def _start(state: State, seat: Player, starts: Sequence[Start]) -> Move | None:
    """The dearest company one can bring into play alone, in the best place; else the cheapest, trusting the others."""
    if not starts or _grounded(state):
        return None
    figures = state.title.figures
    cash, rich = state.cash_of(seat), int(figures.get("float_shares", 2))
    able = [move for move in starts if rich * move.price <= cash]
    if not able and cash >= 3 * min(move.price for move in starts):
        able = [move for move in starts if move.price == min(one.price for one in starts)]
    # Where the director's share alone fills the treasury, it and what may be borrowed must buy a train.
    if "float_shares" not in figures:
        lent = int(figures.get("loan", 0)) * int(figures.get("loan_limit", {}).get("public", 0))
        able = [move for move in able if 2 * move.price + lent >= next_price(state)]
    return max(able, key=lambda move: (move.price, site(state, _home(state, move)), move.company), default=None)


def _grounded(state: State) -> bool:
    """Whether some company waits for buyers already."""
    return any(company not in state.floated and state.held(IPO, company) for company in state.president)


def _home(state: State, move: Start) -> Hex:
    spec = state.title.companies[move.company]
    return Hex(move.hex or spec.home or str(state.board.plan.order[0]))


def _invest(state: State, seat: Player, buys: Sequence[Buy]) -> Move | None:
    """The share that pays best for its price, as long as enough is left for the trains one will have to help with."""
    spare = state.cash_of(seat) - duty(state, seat)
    able = [move for move in buys if _cost(state, move) <= spare]
    return max(able, key=lambda move: (_promise(state, seat, move), move.company, move.source), default=None)


def _cost(state: State, move: Buy) -> int:
    return state.par[move.company] if move.source == IPO else state.price(move.company)


def _promise(state: State, seat: Player, move: Buy) -> float:
    """Last revenue a share for each coin paid; one's own companies are dearer to one."""
    paid = state.last_run.get(move.company, 0) / 10 / max(1, _cost(state, move))
    own = state.president.get(move.company) == seat
    return paid * (1.3 if own else 1.0) + (0.01 if state.trains_of(move.company) else -0.05)


def duty(state: State, seat: Player) -> int:
    """What the companies one directs may soon ask of their director: the price of a train they can't pay themselves."""
    price = next_price(state)
    lacking = [
        price - state.cash_of(company)
        for company, player in state.president.items()
        if player == seat and _needy(state, company)
    ]
    return max((lack for lack in lacking if lack > 0), default=0)


def _needy(state: State, company: Company) -> bool:
    if company not in state.operated or state.title.companies[company].kind == "minor":
        return False
    return all(doomed(state, train) for train in state.trains_of(company))


def _must_sell(moves: Sequence[Move]) -> Move | None:
    """Over a limit one must sell; while one may pass one does not."""
    return least_sale(moves) if passing(moves) is None else None


def least_sale(moves: Sequence[Move]) -> Move | None:
    sales = [move for move in moves if isinstance(move, Sell)]
    return min(sales, key=lambda move: (move.count, move.company), default=None)
