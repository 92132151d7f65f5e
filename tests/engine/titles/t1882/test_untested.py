"""Sentences of the rules that a wrong engine could once have broken unnoticed."""

from __future__ import annotations

import pytest

from engine.events import Event, IncomePaid, RevenuePaid, SharesSold
from engine.game import Book, settle
from engine.mechanisms.endings.events import BankBroke
from engine.names import POOL, Company, Private
from engine.state import State
from engine.titles.t1882 import STOCK
from engine.titles.t1882.own import BonusPaid, own
from tests.engine.positions import cell, play, refused
from tests.engine.titles.proving import proves
from tests.engine.titles.t1882.table import ANN, BEN, CID, DAN, firm, operating, stock


def over(state: State) -> State:
    book = Book(state)
    STOCK._end(book)
    settle(book)
    return book.state


@proves("16.2", "1.3")
def test_while_2_trains_are_sold_no_extra_train_joins_the_stack() -> None:
    state = stock(privates={"P2": ANN}, depot="2 2 3 3 3 3")
    after = play(state, "exchange SCR at 67 in G7")
    assert after.depot == state.depot and not own(after).extras


@proves("5.28")
def test_a_company_of_which_90_percent_are_with_players_does_not_rise() -> None:
    for held in ({BEN: 5, ANN: 4}, {BEN: 5, ANN: 4, POOL: 1}):  # the last one lies in the IPO, or in the pool
        assert cell(over(stock(firm("CPR", held, "3,3"))), "CPR") == "3,3"


@proves("7.20", "16.4")
@pytest.mark.parametrize(("owner", "gets"), [(ANN, 10), ("CPR", 10), ("QL", 10 - 40)])
def test_P4_earns_with_rivers_whoever_owns_it(owner: str, gets: int) -> None:
    firms = firm("QL", {BEN: 6}, 67, cash=200, stations="J10:1"), firm("CPR", {CID: 6}, "0,3", cash=50)
    state = operating("QL", *firms, phase="3", privates={"P4": owner})
    after = play(state, "lay 2 on I11 facing 5")  # across a river, for $40
    assert after.cash[owner] - state.cash[owner] == gets


@proves("13.3", "11.6", "16.5")
def test_P5_closes_when_CPR_buys_from_another_company_too() -> None:
    firms = firm("CPR", {ANN: 6}, 67, cash=80), firm("HBR", {ANN: 6}, 67, trains="2 2")
    state = operating("CPR", *firms, step="trains", depot="2 2", privates={"P5": ANN})
    assert "P5" not in play(state, "train 2 from HBR for 10").privates


@proves("16.2", "5.7")
def test_P2_is_not_exchanged_at_the_certificate_limit() -> None:
    papers = firm("CPR", {ANN: 6}, "0,3", par=100), firm("HBR", {ANN: 6}, "1,3", par=90)
    at_the_limit = stock(*papers, privates={"P2": ANN})
    assert refused(at_the_limit, "exchange SCR at 67 in G7").rule == "5.7"
    below = stock(papers[0], privates={"P2": ANN})
    assert play(below, "exchange SCR at 67 in G7").directors["SCR"] == ANN


@proves("14.3")
@pytest.mark.parametrize(
    "payment",
    [
        IncomePaid(Private("P1"), ANN, 5),
        RevenuePaid(Company("CPR"), "full", 100, 0, ((ANN, 40),)),
        SharesSold(DAN, Company("CPR"), 1, 100),
        BonusPaid(Company("CPR"), 20),
    ],
    ids=lambda event: type(event).__name__,
)
def test_whatever_the_bank_must_pay_can_break_it(payment: Event) -> None:
    for bank, breaks in ((4, True), (1000, False)):
        book = Book(operating("CPR", firm("CPR", {ANN: 4, DAN: 2}, "0,3"), bank=bank))
        book.enter(payment)
        assert any(isinstance(event, BankBroke) for event in book.events) is breaks
        assert bool(book.state.ending) is breaks


@proves("12.3", "17.1")
def test_a_president_s_certificate_is_sold_whole_only_in_recorded_games() -> None:
    line = {"G11": "57/2", "H12": "8/0", "J12": "57/0"}
    firms = firm("HBR", {ANN: 6}, 67, cash=147), firm("GTP", {ANN: 2, BEN: 2}, "6,3")
    where = {"step": "trains", "phase": "4", "depot": "4 4 5 5 6 6", "tiles": line, "cash": {ANN: 115}}
    assert refused(operating("HBR", *firms, **where), "sell 2 GTP").rule == "12.3"
    recorded = operating("HBR", *firms, options={"recorded": True}, **where)
    assert recorded.option("president_certificate_sold_whole")
    after = play(recorded, "sell 2 GTP")
    assert after.held(ANN, "GTP") == 0 and after.directors["GTP"] == BEN
    assert play(after, "train 4").trains_of("HBR") == ("4",)
