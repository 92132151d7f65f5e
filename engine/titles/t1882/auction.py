"""What comes with the privates of 1882: a share with one, the Canadian Pacific with another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.errors import Illegal
from engine.events import CompanyStarted, DemandMade, DemandMet, PrivateClosed, PrivateSold, TrainBought
from engine.game import Book
from engine.moves import Move, Start
from engine.names import BANK, IPO, Company, Player
from engine.state import State
from engine.steps.pars import par_cell, started_by
from engine.title import Plain
from engine.titles.t1882.demands import ParWanted
from engine.titles.t1882.figures import GiftFigures
from engine.titles.t1882.own import ShareReceived


def check_no_place(state: State, move: Start) -> None:
    """A place named with a start would mean something, and where the rules give the place it can't be another."""
    home = state.title.companies[move.company].home
    if not move.hex or move.hex == home:
        return
    if home:
        raise Illegal(
            "{company} begins in {home}, not in {hex}; leave the place out.",
            rule=state.title.paragraph("home"),
            company=move.company,
            home=home,
            hex=move.hex,
        )
    raise Illegal(
        "Where {company} begins is asked later; leave the place out.",
        rule=state.title.paragraph("home"),
        company=move.company,
    )


def gifts(book: Book, event: PrivateSold) -> None:
    """A certificate comes with P4; the presidency of CPR, which wants a par at once, with P5."""
    figures = book.state.title.figures(GiftFigures)
    if event.private == figures.bridges:
        book.enter(ShareReceived(event.player, Company(book.state.drawn["p4_share"])))
    elif event.private == figures.director:
        company = started_by(book.state, event.private)
        book.enter(DemandMade(ParWanted(event.player, company)))


def close_with_first_train(book: Book, event: TrainBought) -> None:
    """The private that came with a company closes when that company buys a train."""
    private = book.state.title.figures(GiftFigures).director
    if private in book.state.privates and event.company == started_by(book.state, private):
        book.enter(PrivateClosed(private))


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
                    "{company} needs a par price first.", rule=state.title.paragraph("not-startable"), company=company
                )
            check_no_place(state, move)
            par_cell(state, move.price)

    def decide(self, book: Book, move: Move) -> bool:
        if isinstance(move, Start):
            player = book.state.demands[0].player
            cell = par_cell(book.state, move.price)
            book.enter(DemandMet())
            book.enter(CompanyStarted(move.company, player, cell, 0, BANK, 2, IPO))
        return False
