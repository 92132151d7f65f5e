"""A toy title for tests: the dullest rules there are, on the real kernel and found through the real registry.

`bid N 5` raises the one auction, `pass` leaves it; the last one in wins a point for the price. Then a counting round
follows: `count 3`, any number of times, `give 2 to Blue` (Blue must agree), and `done`. After so many rounds the game
is over.
"""

from __future__ import annotations

from engine.box import open_box
from engine.events import GameEnded, RoundBegan
from engine.game import Book
from engine.mechanism import Mechanism
from engine.names import Company
from engine.rounds.operating import Operating
from engine.rounds.stock import Stock
from engine.state import Bidding, Cursor, RoundFacts, State
from engine.steps.trade_shares import TradeShares
from tests.toy import heliograph
from tests.toy.heliograph.signals import FlashSignals
from tests.toy.own import Count, Counted, Explode, Gave, Give, OneAuction, Raise, Seated, TakeAndGive, Won


def begin(book: Book) -> None:
    seats = zip(book.state.title.companies, book.state.players, strict=False)
    book.enter(Seated(tuple(seats)))
    _auction(book, 1)


def _auction(book: Book, number: int) -> None:
    cursor = Cursor("auction", number, 0, book.state.players)
    book.enter(RoundBegan(cursor, RoundFacts(Bidding("N", 5))))


def after_counting(book: Book) -> None:
    state = book.state
    if state.cursor.number >= state.option("rounds"):
        book.enter(GameEnded("rounds", tuple((player, state.cash_of(player)) for player in state.players)))
    else:
        _auction(book, state.cursor.number + 1)


def order(state: State) -> tuple[Company, ...]:
    return tuple(state.directors)


COUNTING_HOUSES = Mechanism(
    name="counting",
    package="tests.toy",
    events=(Seated, Won, Counted, Gave),
    moves=(Count, Give, Explode),
    draws=lambda title, seats, options: {"weather": ("fair", "foul")},  # and it changes nothing
)

COUNTING = Operating(
    {"public": (TakeAndGive(),)}, order, lambda state, company: True, after_counting, at_any_time=(FlashSignals(),)
)
TITLE = open_box(__name__).title(
    rounds={
        "auction": OneAuction(Raise(), lambda book: COUNTING.begin(book, book.state.cursor.number, 1)),
        "stock": Stock(TradeShares(), after_counting, lambda state: ()),
        "operating": COUNTING,
    },
    mechanisms=(COUNTING_HOUSES, heliograph.MECHANISM),
    begin=(begin,),
    value=lambda state, player: state.cash_of(player),
)
