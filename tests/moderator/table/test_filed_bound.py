"""An order on file says no more than it was given for: of one auction, of one round, of one kind of turn."""

from __future__ import annotations

import pytest

import engine
from engine import State
from engine.moves import Bid
from tests.moderator.house import House
from tests.moderator.table.test_filed import at_table, notices, others
from tests.printed import first_draws


@pytest.fixture
def auction(house: House) -> tuple[House, str]:
    """The first private of 1867 is up, and Nora has bid for it."""
    game = house.game("Nora", "Otto", "Pia", title="1867", drawn=first_draws("1867"))
    house.write(game, "Nora", "bid C&SL 20")
    return house, game


def test_a_pass_that_answers_one_auction_is_silent_in_the_next(auction: tuple[House, str]) -> None:
    house, game = auction
    kept = house.write(game, "Pia", "if Otto passes then pass")
    assert "It speaks in the auction of C&SL only." in kept.said, kept.said
    house.write(game, "Otto", "bid C&SL 25")
    house.write(game, "Pia", "bid C&SL 30")
    for seat in ("Nora", "Otto"):
        house.write(game, seat, "pass")
    house.write(game, "Nora", "bid NFB 30")
    house.write(game, "Otto", "bid NFB 35")
    assert house.row(game).mover == "Pia", house.orders(game)
    told = [one for one in notices(house, "Pia") if "The auction of C&SL is over." in one]
    assert len(told) == 1 and "1: if Otto passes then pass" in told[0]


def test_in_its_own_auction_it_acts_as_ever(auction: tuple[House, str]) -> None:
    house, game = auction
    house.write(game, "Pia", "if Otto passes then pass")
    house.write(game, "Otto", "pass")
    assert house.orders(game)[-1] == "Pia: pass"


@pytest.mark.parametrize(
    ("line", "share"),
    [
        ("if Otto starts NYC then buy it", "buy NYC"),
        ("if Otto passes then buy one", "buy "),
        ("when the 3-train is sold then buy two", "buy "),
        ("si Otto passe alors en acheter un", "buy "),
    ],
)
def test_what_is_bought_without_a_name_is_asked_about(auction: tuple[House, str], line: str, share: str) -> None:
    house, game = auction
    said = house.write(game, "Pia", line)
    assert said.word == "NOT ACCEPTED", said.said
    train, shares = said.rows[0].data["lines"][0]["instead"]
    assert train.endswith(("then train 2", "alors train 2")), train
    assert share in shares


def test_a_new_limit_says_which_one_it_replaces(auction: tuple[House, str]) -> None:
    house, game = auction
    house.write(game, "Pia", "bid NFB up to 45 then pass")
    later = house.write(game, "Pia", "bid NFB up to 60")
    assert "on file as 2" in later.said
    assert "It takes the place of 1: bid NFB up to 45 then pass." in later.said, later.said
    other = house.write(game, "Pia", "bid C&SL up to 30")
    assert "takes the place" not in other.said


def test_a_phase_that_does_not_exist_is_named(auction: tuple[House, str]) -> None:
    house, game = auction
    said = house.write(game, "Pia", "if phase = 1 then pass")
    assert said.word == "NOT ACCEPTED" and "There is no phase 1; the phases are 2, 3" in said.said, said.said


def in_a_stock_round(state: State) -> bool:
    """Nothing is up, and a company may be put up."""
    able = any(isinstance(move, Bid) for move in engine.legal_moves(state))
    return state.cursor.round == "stock" and able and state.facts.bidding is None and not state.demands


def test_a_pass_queued_in_a_stock_round_does_not_pass_a_company_that_is_put_up(house: House) -> None:
    house.eager = False
    game = at_table(house, "1861", in_a_stock_round)
    mover, (first, second) = str(house.row(game).mover), others(house, game)
    bid = next(move for move in engine.legal_moves(house.state(game)) if isinstance(move, Bid))
    house.write(game, second, f"bid {bid.item} up to {bid.amount + 30} then ask")
    for seat in (first, second):
        said = house.write(game, seat, "pass")
        assert said.word == "QUEUED"
        assert "It is heard before" not in said.said
    assert house.write(game, mover, engine.write_order(bid)).word == "ACCEPTED"
    assert house.row(game).mover == first, "whoever passes the round is asked about the company"
    house.write(game, first, "pass")
    assert house.orders(game)[-1].startswith(f"{second}: bid {bid.item} "), "the limit speaks, and no pass"
    house.write(game, mover, "pass")
    assert house.state(game).directors[bid.item] == second
    # The round goes on, and there they pass.
    played = [order for order in house.orders(game) if order == f"{second}: pass"]
    assert played, house.orders(game)[-6:]


def test_a_pass_queued_in_an_auction_says_which_limit_it_is_heard_before(auction: tuple[House, str]) -> None:
    house, game = auction
    house.write(game, "Pia", "bid C&SL up to 45 then pass\nbid NFB up to 60 then pass")
    said = house.write(game, "Pia", "pass").said
    assert "It is heard before what you have on file: 1: bid C&SL up to 45 then pass" in said
    assert "NFB" not in said
