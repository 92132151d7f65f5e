"""A refusal cites the paragraph that says so, in every round."""

from __future__ import annotations

import pytest

import engine
from engine import Refused, State
from tests.engine.positions import Firm, opening, position
from tests.phrasings.positions import SEATS, at

OPENING = opening("1867", 3, seats=SEATS)


def refused(state: State, line: str, language: str = "en") -> tuple[str, str]:
    actor = engine.to_act(state)
    assert actor is not None
    with pytest.raises(Refused) as why:
        engine.apply(state, engine.parse_order(state, line, language), actor, state.players)
    return str(why.value.message), getattr(why.value, "rule", "")


def test_before_the_privates_are_sold_nothing_else_happens() -> None:
    assert refused(OPENING, "auction CV at F16 for 100")[1] == "5.1.1"


@pytest.mark.parametrize(
    ("line", "rule", "said"),
    [
        ("bid CV 105 in F16", "6.7.2", "TN is up for auction now."),
        ("bid BO 110", "6.7.2", "TN is up for auction now."),
        ("sell CNR", "6.7.2", "belongs to another step"),
        ("bid TN 110 in Toronto", "6.7.5", "Where TN begins is settled"),
    ],
)
def test_in_the_auction_of_a_minor_its_own_rules_are_cited(line: str, rule: str, said: str) -> None:
    why, cited = refused(at("1867 minor auction"), line)
    assert cited == rule and said in why


@pytest.mark.parametrize(
    ("line", "rule", "said"),
    [
        ("auction CV in Montreal for 100", "6.7.9", "several cities"),
        ("start CV at 120 in N12", "6.7.1", "CV is a minor company"),
        ("sell MB", "6.2.1", "Private companies are never sold"),
        ("bid TGB 100", "6.7.1", "from phase 3 on"),
        ("bid CNR 100", "6.7.1", "can't be put up for auction."),
    ],
)
def test_in_a_stock_round_the_reason_is_that_of_what_was_named(line: str, rule: str, said: str) -> None:
    why, cited = refused(at("1867 auction"), line)
    assert cited == rule and said in why


@pytest.mark.parametrize(
    ("line", "said"), [("start CPR at 100", "belongs to another step"), ("convert NO into CPR", "TN")]
)
def test_in_a_merger_round_its_turn_is_cited(line: str, said: str) -> None:
    why, cited = refused(at("1867 convert"), line)
    assert cited == "19.1.1" and said in why


def test_where_cities_are_apart_each_keeps_its_own_track() -> None:
    firm = Firm("CNR", {"Red": 6}, at=100, cash=500, stations="L12:0")
    there = {"round": "operating", "on_turn": "CNR", "step": "track", "phase": "4"}
    state = position("1867", 3, firm, seats=SEATS, **there)  # type: ignore[arg-type]
    why, cited = refused(state, "lay X2 on L12 facing 2")
    assert "does not keep the track" in why and cited == "9.5.8"
