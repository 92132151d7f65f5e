"""What a bot does in a stock round: it starts companies it can float, brings its own into play, then invests."""

from __future__ import annotations

from collections.abc import Sequence

from engine import IPO, Company, Player, State
from engine.board.hexes import Hex
from engine.mechanisms.floating.figures import FloatFigures
from engine.mechanisms.loans.lending import could_borrow
from engine.moves import Buy, Move, Sell, Start
from moderator.bots.auctions import passing
from moderator.bots.outlook import doomed, next_price, site
from moderator.bots.taste import PLAIN, Taste


def trade(state: State, seat: Player, moves: Sequence[Move], taste: Taste = PLAIN) -> Move | None:
    """The purchase or start of this turn, if any; shares are sold only where the rules say one must."""
    buys = [move for move in moves if isinstance(move, Buy)]
    starts = [move for move in moves if isinstance(move, Start)]
    return (
        _own_float(state, seat, buys)
        or _start(state, seat, starts, taste)
        or _invest(state, seat, buys, taste)
        or _must_sell(moves)
    )


def _own_float(state: State, seat: Player, buys: Sequence[Buy]) -> Move | None:
    """A company begun must come into play: nothing is earned by one that does not. Other people's are helped with what
    one's own companies will not ask for."""
    grounded = [move for move in buys if move.company not in state.floated and move.source == IPO]
    own = [move for move in grounded if state.directors.get(move.company) == seat]
    spare = state.cash_of(seat) - duty(state, seat)
    return next(iter(own or [move for move in grounded if _cost(state, move) <= spare]), None)


def _start(state: State, seat: Player, starts: Sequence[Start], taste: Taste) -> Move | None:
    """The dearest company one can bring into play alone, in the best place; else the cheapest, trusting the others."""
    if not starts or _grounded(state):
        return None
    floats = state.title.has(FloatFigures)
    cash, rich = state.cash_of(seat), floats.shares if floats else 2
    able = [move for move in starts if rich * move.price <= cash]
    if not able and cash >= 3 * min(move.price for move in starts):
        able = [move for move in starts if move.price == min(one.price for one in starts)]
    # Where the director's share alone fills the treasury, it and what may be borrowed must buy a train.
    if floats is None:
        able = [move for move in able if 2 * move.price + _lent(state, move.company) >= next_price(state)]

    def liked(move: Start) -> tuple[int, float, Company]:
        place = site(state, _home(state, move)) * taste.weigh(seat, move.company, "start")
        return move.price, place, move.company

    return max(able, key=liked, default=None)


def _lent(state: State, company: Company) -> int:
    return could_borrow(state, state.title.companies[company].kind)


def _grounded(state: State) -> bool:
    """Whether some company waits for buyers already."""
    return any(company not in state.floated and state.held(IPO, company) for company in state.directors)


def _home(state: State, move: Start) -> Hex:
    spec = state.title.companies[move.company]
    return Hex(move.hex or spec.home or str(state.board.plan.order[0]))


def _invest(state: State, seat: Player, buys: Sequence[Buy], taste: Taste) -> Move | None:
    """The share that pays best for its price, as long as enough is left for the trains one will have to help with."""
    spare = state.cash_of(seat) - duty(state, seat)
    able = [move for move in buys if _cost(state, move) <= spare]
    return max(able, key=lambda move: (_promise(state, seat, move, taste), move.company, move.source), default=None)


def _cost(state: State, move: Buy) -> int:
    return state.par[move.company] if move.source == IPO else state.price(move.company)


def _promise(state: State, seat: Player, move: Buy, taste: Taste) -> float:
    """Last revenue a share for each coin paid; one's own companies are dearer to one."""
    paid = (
        state.last_run.get(move.company, 0) / 10 / max(1, _cost(state, move)) * taste.weigh(seat, move.company, "share")
    )
    own = state.directors.get(move.company) == seat
    return paid * (1.3 if own else 1.0) + (0.01 if state.trains_of(move.company) else -0.05)


def duty(state: State, seat: Player) -> int:
    """What the companies one directs may soon ask of their director: the price of a train they can't pay themselves."""
    price = next_price(state)
    lacking = [
        price - state.cash_of(company)
        for company, player in state.directors.items()
        if player == seat and _needy(state, company)
    ]
    return max((lack for lack in lacking if lack > 0), default=0)


def _needy(state: State, company: Company) -> bool:
    if company not in state.operated or state.title.companies[company].kind.whole:
        return False
    return all(doomed(state, train) for train in state.trains_of(company))


def _must_sell(moves: Sequence[Move]) -> Move | None:
    """Over a limit one must sell; while one may pass one does not."""
    return least_sale(moves) if passing(moves) is None else None


def least_sale(moves: Sequence[Move]) -> Move | None:
    sales = [move for move in moves if isinstance(move, Sell)]
    return min(sales, key=lambda move: (move.count, move.company), default=None)
