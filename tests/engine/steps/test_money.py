"""What a company pays with, where it may start, and what a station costs."""

from __future__ import annotations

import pytest

from engine.board.hexes import Hex
from engine.errors import Illegal
from engine.game import Book
from engine.moves import Discard
from engine.names import BANK
from engine.steps.automatic import Automatic, NobodyDecides
from engine.steps.finance import Treasury
from engine.steps.pars import par_cell, started_by
from engine.steps.prompting import as_the_site_asks
from engine.steps.station_prices import by_charter, by_distance
from tests.engine.steps.made import NOR, PA, PB, SUD, position


def test_a_treasury_raises_what_it_holds_and_no_more() -> None:
    state = position(cash={NOR: 70}, step="none")
    book = Book(state)
    Treasury().provide(book, NOR, 500)
    assert Treasury().most(state, NOR) == 70
    assert not book.events and book.state is state


@pytest.mark.parametrize(("price", "cell"), [(50, (0, 0)), (60, (0, 1)), (70, (0, 2))])
def test_a_company_starts_on_a_printed_par_price(price: int, cell: tuple[int, int]) -> None:
    # 50, 60 and 70 are printed further down too, where nobody starts.
    assert par_cell(position(step="none"), price) == cell


@pytest.mark.parametrize("price", [40, 55, 80])
def test_no_company_starts_at_another_price_printed_or_not(price: int) -> None:
    with pytest.raises(Illegal) as caught:
        par_cell(position(step="none"), price)
    assert (caught.value.rule, caught.value.why) == ("bad-par", "A company starts at 50, 60, 70.")


def test_the_company_a_private_starts_is_the_one_whose_charter_says_so() -> None:
    assert started_by(position(step="none"), PB) == SUD
    with pytest.raises(StopIteration):
        started_by(position(step="none"), PA)


@pytest.mark.parametrize(
    ("stations", "to", "price"),
    [
        ("B2", "D2", 10),
        ("B2", "H2", 30),
        ("B2 F2", "H2", 20),
        ("B2 F2", "J2", 40),
        ("B2 F2 H2:0", "L2", 40),
        ("", "H2", 0),
    ],
)
def test_a_station_costs_by_the_way_to_the_nearest_and_the_last_rate_stays(stations: str, to: str, price: int) -> None:
    state = position(step="none", stations={NOR: stations} if stations else {SUD: "H2:0"})
    assert by_distance(state, NOR, Hex(to)) == price


@pytest.mark.parametrize(("left", "price"), [(3, 0), (2, 40), (1, 60)])
def test_a_station_costs_what_stands_on_the_charter_for_the_next_one(left: int, price: int) -> None:
    assert by_charter(position(step="none", left={NOR: left}), NOR, Hex("J2")) == price


def test_a_game_recorded_on_the_site_is_asked_what_the_site_asks() -> None:
    state = position(step="none")
    assert not as_the_site_asks(state)
    assert as_the_site_asks(state.change(options={"prompting": "site"}))
    assert not as_the_site_asks(state.change(options={"prompting": "ours"}))


@pytest.mark.parametrize(("step", "itself"), [(NobodyDecides(), False), (Automatic(), True)])
def test_a_step_at_which_nobody_decides_asks_and_forbids_nothing(step: NobodyDecides, itself: bool) -> None:
    state = position(step="none")
    assert step.actor(state) is None and not list(step.candidates(state)) and step.accepts == ()
    step.check(state, Discard("2"))
    book = Book(state)
    assert step.decide(book, Discard("2")) and not book.events and step.automatic is itself
    assert state.cash_of(BANK) == 3000 - 1200
