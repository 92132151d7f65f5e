"""Whoever is asked to agree reads what they would agree to, in their own words and under one number."""

from __future__ import annotations

import pytest

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


def asked(house: House, seat: str) -> str:
    return " ".join(house.text_of(house.outbox("notice", f"{seat.lower()}@example.org")[-1]).split())


def test_a_merger_is_offered_with_its_price_its_shares_and_its_director(house: House) -> None:
    game = merging(house, "Red", "Red", "Blue")
    assert house.write(game, "Red", "propose merge M-V, K-R and D into SW").word == "ACCEPTED"
    told = asked(house, "Blue")
    assert "Red offers: M-V: merge M-V, K-R and D into SW." in told
    assert "If all agree: M-V, K-R and D merge into SW at R180; Red is its director." in told
    assert "Shares of SW: Red 2, Blue 1." in told


def test_where_nobody_would_have_two_shares_the_offer_says_who_directs(house: House) -> None:
    game = merging(house, "Red", "Blue", merger_second_share="any_owner_may")
    assert house.write(game, "Red", "propose merge M-V and K-R into SW").word == "ACCEPTED"
    assert "Shares of SW: Red 1, Blue 1. Whoever buys a second share is its director." in asked(house, "Blue")


def test_where_a_merger_hangs_on_a_second_share_the_offer_tells_what_follows_if_it_is_bought(house: House) -> None:
    game = merging(house, "Red", "Blue", merger_second_share="any_owner_or_void")
    assert house.write(game, "Red", "propose merge M-V and K-R into SW").word == "ACCEPTED"
    told = asked(house, "Blue")
    assert "If all agree, and Red then orders take 1 SW: M-V and K-R merge into SW at R180." in told
    assert "Shares of SW: Red 2, Blue 1." in told


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
