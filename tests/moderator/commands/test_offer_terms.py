"""Whoever is asked to agree reads what they would agree to, in their own words and under one number."""

from __future__ import annotations

import pytest

import engine
from engine import Player, State
from moderator.bots.bargains import would_agree
from moderator.bots.choose import choose
from tests.engine.positions import Firm, position
from tests.moderator.house import House
from tests.phrasings.counter import Counter
from tests.phrasings.positions import SEATS

LINE = {"I13": "57/1", "H14": "9/1", "G15": "202/4", "G17": "8/3", "H18": "57/2"}


def merging(house: House, *owners: str, **options: str) -> str:
    """Connected minors of 1861; the first has its turn."""
    minors = zip(("M-V", "K-R", "D"), owners, ("4,5", "4,4", "4,3"), strict=False)
    firms = [Firm(minor, owner, at=at) for minor, owner, at in minors]
    there = {"phase": "4", "round": "merger", "on_turn": "M-V", "tiles": LINE}
    state = position("1861", 3, *firms, seats=SEATS, options=options, cash={"Red": 500, "Blue": 500}, **there)
    return Counter(house).set_up(state, "en")


def asked(house: House, seat: str, kind: str = "notice") -> str:
    return " ".join(house.text_of(house.outbox(kind, f"{seat.lower()}@example.org")[-1]).split())


def test_a_merger_is_offered_with_its_price_its_shares_and_its_director(house: House) -> None:
    game = merging(house, "Red", "Red", "Blue")
    assert house.write(game, "Red", "propose merge M-V, K-R and D into SW").word == "ACCEPTED"
    told = asked(house, "Blue")
    assert "Red offers: M-V: merge M-V, K-R and D into SW." in told
    assert "If all agree: M-V, K-R and D merge into SW at R180; Red is its director." in told
    assert "Shares of SW: Red 2, Blue 1." in told


def test_where_nobody_would_have_two_shares_the_offer_says_who_directs(house: House) -> None:
    options = {"merger_second_share": "any_owner_may", "second_share_declined": "last_must"}
    game = merging(house, "Red", "Blue", **options)
    assert house.write(game, "Red", "propose merge M-V and K-R into SW").word == "ACCEPTED"
    assert "Shares of SW: Red 1, Blue 1. Whoever buys a second share is its director." in asked(house, "Blue")


def test_where_a_merger_hangs_on_a_second_share_the_offer_tells_what_follows_if_it_is_bought(house: House) -> None:
    game = merging(house, "Red", "Blue", merger_second_share="any_owner_may")
    assert house.write(game, "Red", "propose merge M-V and K-R into SW").word == "ACCEPTED"
    told = asked(house, "Blue")
    assert "If all agree, and Red then orders take 1 SW: M-V and K-R merge into SW at R180." in told
    assert "Shares of SW: Red 2, Blue 1." in told


def test_a_merger_all_have_agreed_to_is_void_if_nobody_buys_the_second_share(house: House) -> None:
    game = merging(house, "Red", "Blue", merger_second_share="any_owner_may")
    assert house.write(game, "Red", "propose merge M-V and K-R into SW").word == "ACCEPTED"
    assert house.write(game, "Blue", "accept 1").word == "ACCEPTED"
    assert engine.to_act(house.state(game)) == "Red"
    assert house.write(game, "Red", "pass").word == "ACCEPTED"
    assert house.write(game, "Blue", "pass").word == "ACCEPTED"
    after = house.state(game)
    assert not after.demands and "SW" not in after.market and {"M-V", "K-R"} <= set(after.market.cells)
    # The offer is used up: it does not begin the merger again, nor does M-V have another turn.
    assert (after.operating, engine.to_act(after)) == ("K-R", "Blue")
    assert "Nobody buys the second share: the merger of M-V and K-R into SW is void." in asked(house, "Blue", "answer")


def hanging(first: int, second: int) -> State:
    """Two connected minors of 1867, Red's and Blue's: nobody would have two shares of what they become."""
    firms = Firm("AE", "Red", at=first, stations="E13"), Firm("BO", "Blue", at=second, stations="E15")
    there = {"phase": "3", "round": "merger", "on_turn": "AE", "tiles": {"E13": "57/0", "E15": "57/0"}}
    return position("1867", 3, *firms, seats=SEATS, cash={"Red": 500, "Blue": 500}, **there)


@pytest.mark.parametrize(("blue", "welcome"), [(60, True), (100, False)])
def test_a_bot_thinks_a_merger_through_that_hangs_on_a_second_share(blue: int, welcome: bool) -> None:
    """Blue's minor counts twice its price, a share of the new one once: 120 is as much as 120, 160 less than 200."""
    state = hanging(60, blue)
    assert would_agree(state, "Blue", "AE", "merge AE and BO into CNR") is welcome


def test_a_bot_that_is_asked_for_the_second_share_answers_and_the_round_goes_on() -> None:
    state = hanging(60, 60)
    state = engine.apply(state, engine.parse_order(state, "merge AE and BO into CNR"), Player("Red"), ("Blue",)).state
    for _ in range(30):
        if engine.round_kind(state) != "merger":
            return
        mover = engine.to_act(state)
        state = engine.apply(state, choose(state, mover), mover).state
    raise AssertionError("the merger round does not end")


def test_an_offer_is_read_in_ones_own_language(house: House) -> None:
    game = merging(house, "Red", "Red", "Blue")
    assert house.write(game, "Blue", "language fr").word == "ACCEPTED"
    assert house.write(game, "Red", "propose merge M-V, K-R and D into SW").word == "ACCEPTED"
    told = asked(house, "Blue")
    assert "fusionner M-V" in told and "Si tous sont d'accord" in told and "Red en est le directeur" in told
    assert "merge" not in told


@pytest.mark.parametrize("first", ["refuse 1", "withdraw 1"])
def test_everybody_counts_their_own_offers_and_no_number_tells_of_others(house: House, first: str) -> None:
    game = merging(house, "Red", "Blue", "Green")
    assert house.write(game, "Red", "propose merge M-V and K-R into SW").word == "ACCEPTED"
    assert house.write(game, "Blue" if first == "refuse 1" else "Red", first).word == "ACCEPTED"
    assert house.write(game, "Red", "propose merge M-V, K-R and D into SW").word == "ACCEPTED"
    assert "accept 2" in asked(house, "Blue") and "accept 1" in asked(house, "Green")
    assert house.write(game, "Green", "accept 1").word == "ACCEPTED"
