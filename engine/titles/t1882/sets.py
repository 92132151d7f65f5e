"""The order of play, and who operates."""

from __future__ import annotations

from engine.events import TrainBought
from engine.game import Book
from engine.mechanisms.endings.reactions import finish
from engine.names import Company
from engine.rounds.going_on import to_operating, to_stock
from engine.state import State
from engine.steps.discard import demand_discards
from engine.titles.t1882.own import RoundsFixed, own


def after_auction(book: Book) -> None:
    to_stock(book, 1, book.state.priority)


def after_stock(book: Book) -> None:
    state = book.state
    if state.ending == "market":
        finish(book, "market")
        return
    book.enter(RoundsFixed(state.title.phases[state.phase].rounds))
    to_operating(book, state.cursor.number, 1)


def after_operating(book: Book) -> None:
    state = book.state
    cursor = state.cursor
    if state.ending == "market":
        finish(book, "market")
    elif cursor.sub < own(state).rounds:
        to_operating(book, cursor.number, cursor.sub + 1)
    elif state.ending:
        finish(book, state.ending)
    else:
        to_stock(book, cursor.number + 1, state.priority)


def rounds(state: State) -> int:
    """The operating rounds of this set; fixed when it began."""
    return own(state).rounds


def end_by_agreement(book: Book) -> None:
    finish(book, "agreement")


def ruin(book: Book) -> None:
    finish(book, "bankruptcy")


def order(state: State) -> tuple[Company, ...]:
    """Floated companies by price, then further right, further up, higher in the stack."""
    return tuple(sorted(state.floated, key=state.market.rank))


def operates(state: State, company: Company) -> bool:
    return company in state.floated


def rises(state: State) -> tuple[Company, ...]:
    """Companies of which players hold everything."""
    return tuple(sorted(filter(state.sold_out, state.market.cells), key=state.market.rank))


def crowd(book: Book, event: TrainBought) -> None:
    """Companies over the limit give up trains, in operating order."""
    demand_discards(book, order(book.state))


def privates_for_sale(state: State) -> bool:
    return state.phase in state.option("private_purchase_phases").split()
