"""Shelf steps by themselves: what their fields change, whatever title sets them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.board.hexes import Hex
from engine.errors import Illegal, Inconsistent
from engine.events import PhaseBegan, PrivateClosed, RevenuePaid, TrainDiscarded
from engine.game import Book
from engine.mechanisms.endings.events import BankBroke, EndAnnounced
from engine.mechanisms.endings.reactions import BankBreaks, LastTrain, Wealth, with_this_round, with_this_set
from engine.mechanisms.minors.prices import after_dividend
from engine.moves import Discard, Pay
from engine.names import TREASURY, Company
from engine.reactions.phases import close_privates
from engine.state import State
from engine.steps.automatic import Automatic
from engine.steps.discard import DiscardTrains, TrainsOverLimit
from engine.steps.home_station import HomeWanted
from engine.steps.pay_dividend import FULL, WITHHOLD, PayDividend, half_to_the_next_ten
from engine.steps.station_prices import by_distance
from engine.title import CompanySpec, KindSpec, Plain
from tests.engine.positions import P1, P2, Firm, position

NW = Company("NW")


def cut_into(state: State, shares: int) -> State:
    """The same position with companies cut into another number of shares."""
    title = state.title
    kind = replace(title.companies[NW].kind, shares=shares)
    companies: dict[Company, CompanySpec] = {**title.companies, NW: replace(title.companies[NW], kind=kind)}
    return state.change(title=replace(title, companies=companies))


def earned(revenue: int) -> State:
    firm = Firm("NW", {P1: 3, P2: 2}, 100, stations="H8:1")
    turn = {"ran": True, "revenue": revenue}
    return position("1861", 4, firm, round="operating", on_turn="NW", step="dividend", turn=turn)


def paid(step: PayDividend, state: State, kind: str) -> RevenuePaid:
    book = Book(state)
    step.decide(book, Pay(kind))
    return next(event for event in book.events if isinstance(event, RevenuePaid))


@pytest.mark.parametrize(("revenue", "half"), [(0, 0), (10, 10), (50, 30), (60, 30), (70, 40), (100, 50)])
def test_half_a_dividend_is_rounded_up_to_ten(revenue: int, half: int) -> None:
    assert half_to_the_next_ten(revenue) == half


def test_how_half_is_rounded_is_a_field() -> None:
    state = earned(70)
    rounded = PayDividend(TREASURY, after_dividend)
    exact = PayDividend(TREASURY, after_dividend, half=lambda revenue: revenue // 2)
    assert paid(rounded, state, "half").payments == ((P1, 12), (P2, 8))
    assert paid(exact, state, "half").payments == ((P1, 9), (P2, 6))


def test_a_dividend_is_cut_into_as_many_shares_as_the_company() -> None:
    step = PayDividend(TREASURY, after_dividend)
    assert paid(step, earned(100), FULL).payments == ((P1, 30), (P2, 20))
    assert paid(step, cut_into(earned(100), 5), FULL).payments == ((P1, 60), (P2, 40))


def test_a_title_without_half_dividends_refuses_one() -> None:
    step = PayDividend(TREASURY, after_dividend, kinds=(FULL, WITHHOLD))
    with pytest.raises(Illegal, match="full or withhold"):
        step.check(earned(100), Pay("half"))


@pytest.mark.parametrize("to_pool", [True, False])
def test_where_a_discarded_train_goes_is_a_field(to_pool: bool) -> None:
    firm = Firm("NW", {P1: 2}, 100, trains="3 3 4", stations="H8:1")
    state = position("1861", 4, firm, on_turn="NW", demands=(TrainsOverLimit(P1, NW, 1),))
    book = Book(state)
    DiscardTrains(to_pool=to_pool).decide(book, Discard("3"))
    assert TrainDiscarded(NW, "3", to_pool) in book.events
    assert book.state.trains_of("(pool)") == (("3",) if to_pool else ())


def test_a_step_reads_only_its_own_kind_of_demand() -> None:
    state = position("1861", 4, demands=(HomeWanted(P1, NW),))
    assert state.demand(HomeWanted).company == NW
    with pytest.raises(Inconsistent):
        state.demand(TrainsOverLimit)


def test_a_plain_step_answers_everything_the_kernel_asks() -> None:
    assert (Plain.exact, Plain.explains, Plain.automatic, Plain.despite_demands) == (False,) * 4
    assert Automatic.automatic and not Plain().unfinished(earned(0)) and Plain().span(earned(0), Pay(FULL)) is None


def test_a_station_costs_by_number_and_distance() -> None:
    one = position("1861", 4, Firm("NW", {P1: 2}, 100, stations="H8:1"), on_turn="NW")
    two = position("1861", 4, Firm("NW", {P1: 2}, 100, stations="H8:1 K7"), on_turn="NW")
    assert by_distance(one, NW, Hex("H10")) == 20
    assert by_distance(two, NW, Hex("H10")) == 40


def test_the_bank_breaks_once_and_announces_when_the_game_ends() -> None:
    state = position("1861", 4, Firm("NW", {P1: 2}, 100), bank=-10, round="operating", on_turn="NW", number=3)
    for reaction, final in ((BankBreaks(with_this_round), 0), (BankBreaks(with_this_set), 3)):
        book = Book(state)
        reaction(book, PhaseBegan("2"))
        reaction(book, PhaseBegan("2"))
        assert book.events == [BankBroke(), EndAnnounced("bank", final)]


@pytest.mark.parametrize(("sub", "final"), [(1, 4), (2, 5)])
def test_the_last_train_ends_the_game_with_this_set_or_the_next(sub: int, final: int) -> None:
    book = Book(position("1861", 4, Firm("NW", {P1: 2}, 100), round="operating", on_turn="NW", number=4, sub=sub))
    LastTrain("8", "8-train", overrides=lambda state: False)(book, PhaseBegan("8"))
    assert book.events == [EndAnnounced("8-train", final)]


def test_a_company_owned_whole_is_worth_the_shares_its_kind_says() -> None:
    state = position("1861", 4, Firm("M-K", P1, 100), cash={P1: 50})
    assert state.counted(P1, Company("M-K")) == 2
    assert Wealth()(state, P1) == 50 + 2 * 100


def test_privates_close_with_the_phase_printed_on_them() -> None:
    book = Book(position("1882", 3, seats=("Amy", "Ben", "Cleo"), privates={"P1": "Amy"}))
    close_privates(book, PhaseBegan("5"))
    assert PrivateClosed("P1") in book.events and PrivateClosed("P2") not in book.events  # type: ignore[arg-type]


def test_a_share_is_as_much_as_its_kind_is_cut_into() -> None:
    assert (KindSpec("tenths").percent(2), KindSpec("fifths", shares=5).percent(2)) == (20, 40)
    assert KindSpec("state", shares=0).percent(2) == 0


def test_a_paragraph_no_title_names_is_an_error() -> None:
    with pytest.raises(Inconsistent, match="no paragraph for nonsense"):
        position("1861", 4).title.paragraph("nonsense")
