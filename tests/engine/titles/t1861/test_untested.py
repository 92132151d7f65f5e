"""Sentences of the rules that a wrong engine could once have broken unnoticed."""

from __future__ import annotations

import pytest

from engine.events import Event, IncomePaid, RevenuePaid, SharesSold
from engine.game import Book, apply, legal_moves, to_act
from engine.mechanisms.endings.events import BankBroke
from engine.mechanisms.loans.events import LoansTaken
from engine.mechanisms.mergers.moves import Merge
from engine.mechanisms.nationalisation.demands import TrainlessDecision
from engine.mechanisms.nationalisation.events import CompanyNationalised, PrivateNationalised
from engine.names import Company, Private
from engine.notation import parse_order
from engine.state import State
from tests.engine.positions import P1, P2, P3, P4, Firm, play, refused
from tests.engine.titles.proving import proves
from tests.engine.titles.t1861.table import position

N = Firm("N", P4, at="9,0", trains="2")
NW = Firm("NW", {P1: 4, P2: 2}, at="2,6", trains="4", stations="")


@proves("6.1.4", "6.7.7")
def test_an_auction_resets_the_passes() -> None:
    state = position(4, N, round="stock", on_turn=P1, phase="2", number=2)
    state = play(state, "pass", "pass", "bid M-K 100", "pass", "pass", "pass")
    assert state.directors["M-K"] == P3 and to_act(state) == P4
    # Four passes in a row end the round; the two before the auction do not count.
    state = play(state, "pass", "pass", "pass")
    assert (state.cursor.round, to_act(state)) == ("stock", P3)
    assert play(state, "pass").cursor.round == "operating"


@proves("6.4.2")
def test_that_shares_were_sold_in_this_round_is_remembered_over_an_auction() -> None:
    state = position(4, N, NW, round="stock", on_turn=P2, phase="4", number=4)
    state = play(state, "sell 1 NW", "done", "bid M-K 100", "pass", "pass", "pass")
    assert state.directors["M-K"] == P3
    state = play(state, "pass", "pass")
    assert to_act(state) == P2 and refused(state, "buy NW from pool").rule == "6.4.2"


@proves("20.2")
@pytest.mark.parametrize(
    "payment",
    [
        IncomePaid(Private("TSR"), P1, 10),
        LoansTaken(Company("N"), 1, 45),
        RevenuePaid(Company("NW"), "full", 100, 0, ((P1, 40),)),
        SharesSold(P2, Company("NW"), 1, 135),
        CompanyNationalised(Company("N"), "no train", 35, ((P4, 70),)),
        PrivateNationalised(Private("WVR"), P1, 90),
    ],
    ids=lambda event: type(event).__name__,
)
def test_whatever_the_bank_must_pay_can_break_it(payment: Event) -> None:
    for bank, breaks in ((9, True), (1000, False)):
        book = Book(
            position(4, N, NW, round="operating", on_turn="NW", phase="4", number=3, bank=bank, privates={"WVR": P1})
        )
        book.enter(payment)
        assert any(isinstance(event, BankBroke) for event in book.events) is breaks
        assert bool(book.state.ending) is breaks


@proves("17.2.4", "16.3")
@pytest.mark.parametrize(
    ("before", "depot", "asked"),
    [("2", "3", False), ("3", "4", True), ("4", "5", False), ("5", "6", True), ("6", "7", False), ("7", "8", True)],
)
def test_a_director_is_asked_about_nationalisation_at_phases_4_6_and_8_alone(
    before: str, depot: str, asked: bool
) -> None:
    rich = Firm("SE", P1, at="3,5", cash=2000, stations="L12")
    bare = Firm("GR", {P2: 4}, at="2,6", stations="E1")
    state = position(
        4, rich, bare, round="operating", on_turn="SE", phase=before, step="trains", number=5,
        depot="" if depot == "8" else f"{depot} {depot}",
    )  # fmt: skip
    after = play(state, f"train {depot}")
    assert after.phase == depot
    assert any(isinstance(demand, TrainlessDecision) for demand in after.demands) is asked


@proves("19.3.2")
def test_minors_in_separate_cities_of_Moscow_merge_only_by_option() -> None:
    firms = Firm("N", P1, at="4,5", trains="3"), Firm("M-K", P1, at="4,4", trains="3")
    where = {"round": "merger", "on_turn": "N", "phase": "4", "number": 4}
    order = "merge N and M-K into GR"
    assert to_act(position(4, *firms, **where)) is None  # type: ignore[arg-type]  # nothing to decide
    for connection in ("hub", "chain"):
        options = {"merger_same_hex": "joined", "merger_connection": connection}
        joined = position(4, *firms, options=options, **where)  # type: ignore[arg-type]
        assert order in [move.write() for move in legal_moves(joined)]
        assert play(joined, order).directors["GR"] == P1


@proves("19.3.1", "24.1")
def test_mergers_of_three_are_listed_too() -> None:
    firms = [Firm(m, P1, at=at, trains="3") for m, at in (("N", "4,5"), ("M-K", "4,4"), ("M-NN", "4,3"))]
    state = position(4, *firms, round="merger", on_turn="N", phase="4", number=4, tiles={"H8": "637/0 638/0"})
    mergers = [move.write() for move in legal_moves(state) if isinstance(move, Merge)]
    assert any(order.startswith("merge N, M-K and M-NN into") for order in mergers)
    assert len(mergers) < 40


def second_share(option: str) -> State:
    """N is P1's and M-K is P2's; nobody would have two shares."""
    firms = Firm("N", P1, at="4,5", trains="3"), Firm("M-K", P2, at="4,4", trains="3")
    options = {"merger_same_hex": "joined", "merger_second_share": option}
    state = position(
        4, *firms, round="merger", on_turn="N", phase="4", number=4, options=options, cash={P1: 400, P2: 400}
    )
    return apply(state, parse_order(state, "merge N and M-K into GR keeping H8 city 1"), P1, (P2,)).state


# What games begun under the former name of a void merger go on under.
VOID = pytest.mark.parametrize("option", ["any_owner_may", "any_owner_or_void"])


@VOID
@proves("19.4.4")
def test_a_merger_nobody_buys_the_second_share_for_is_void_and_leaves_everything_as_it_was(option: str) -> None:
    asked = second_share(option)
    assert to_act(asked) == P1 and {"N", "M-K"} <= set(asked.market.cells) and "GR" not in asked.market
    assert refused(asked, "take 2 GR").rule == "19.4.4"
    declined = play(asked, "pass")
    assert to_act(declined) == P2
    void = play(declined, "pass")
    assert (void.cash, void.shares, void.board, void.market) == (asked.cash, asked.shares, asked.board, asked.market)
    assert not void.demands and void.operating != "N"


@VOID
@proves("19.4.4")
def test_whoever_buys_the_second_share_is_director_and_the_merger_stands(option: str) -> None:
    asked = play(second_share(option), "pass")
    merged = play(asked, "take 1 GR")
    assert merged.directors["GR"] == P2 and merged.held(P2, "GR") == 2 and merged.held(P1, "GR") == 1
    assert merged.cash[P2] == 400 - merged.price("GR") and "N" not in merged.market


@proves("6.6.2")
@pytest.mark.parametrize(("cash", "asked"), [(140, True), (139, False)])
def test_whoever_can_pay_twice_the_lowest_price_is_asked_whether_to_start_a_public(cash: int, asked: bool) -> None:
    state = position(4, N, round="stock", on_turn=P1, phase="5", number=5, cash={P1: cash})
    starts = {move.write() for move in legal_moves(state) if move.write().startswith("start SW at 70 ")}
    assert bool(starts) is asked and (to_act(state) == P1) is asked
