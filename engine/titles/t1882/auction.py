"""What comes with the privates of 1882: a share with one, the Canadian Pacific with another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.errors import Illegal
from engine.events import CompanyStarted, DemandMade, DemandMet, PrivateSold
from engine.game import Book
from engine.market import Cell
from engine.message import Listed
from engine.moves import Move, Start
from engine.names import BANK, IPO, Company, Player
from engine.state import Demand, State
from engine.title import Plain
from engine.titles.t1882.own import ShareReceived


def par_cell(state: State, price: int) -> Cell:
    """The cell of a par price. Raises Illegal for any other figure."""
    grid = state.market.grid
    cell = grid.cell_at("par", price)
    if cell is None:
        prices = Listed((grid.price(c) for c in grid.cells("par")), ",")
        raise Illegal("A company starts at {prices}.", rule=state.title.paragraph("bad-par"), prices=prices)
    return cell


def started_by(state: State, private: str) -> Company:
    """The company that only the owner of this private can start."""
    companies = state.title.companies
    return next(c for c, spec in companies.items() if spec.note.get("start_by") == private)


def gifts(book: Book, event: PrivateSold) -> None:
    """A certificate comes with P4; the presidency of CPR, which wants a par at once, with P5."""
    powers = book.state.title.figures["powers"]
    if event.private == powers["bridges"]:
        book.enter(ShareReceived(event.player, Company(book.state.drawn["p4_share"])))
    elif event.private == powers["president"]:
        company = started_by(book.state, event.private)
        book.enter(DemandMade(Demand("par", event.player, company)))


@dataclass(frozen=True)
class ChoosePar(Plain):
    """The new president sets the par of the company that came with a private."""

    accepts: ClassVar = (Start,)
    name: str = "par"

    def actor(self, state: State) -> Player | None:
        return state.demands[0].player

    def candidates(self, state: State) -> Iterator[Move]:
        grid = state.market.grid
        for cell in grid.cells("par"):
            yield Start(state.demands[0].company, grid.price(cell))

    def check(self, state: State, move: Move) -> None:
        if isinstance(move, Start):
            company = state.demands[0].company
            if move.company != company:
                raise Illegal(
                    "{company} needs its par first.", rule=state.title.paragraph("not-startable"), company=company
                )
            par_cell(state, move.price)

    def decide(self, book: Book, move: Move) -> bool:
        if isinstance(move, Start):
            player = book.state.demands[0].player
            cell = par_cell(book.state, move.price)
            book.enter(DemandMet())
            book.enter(CompanyStarted(move.company, player, cell, 0, BANK, 2, IPO))
        return False
