"""The number of a round or a turn says when, and never how many."""

from __future__ import annotations

import pytest

import engine
from engine import ForLater
from tests.engine.ahead.tables import stock


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "sell QL in stock round 4"),
        ("en", "in stock round 4 sell QL"),
        ("en", "in round three sell QL"),
        ("en", "in turn 2 sell CPR"),
        ("en", "stock round 4: buy QL"),
        ("en", "buy CN in SR3"),
        ("en", "sell CN in the 3rd round"),
        ("en", "pass in stock round 4"),
        ("fr", "au tour de bourse 3 vendre CN"),
        ("fr", "au tour trois vendre CN"),
        ("de", "in der Aktienrunde 3 verkaufe CN"),
        ("de", "in der 3. Aktienrunde verkaufe CN"),
        ("de", "in Runde 3 kaufe 1 CN"),
        ("ko", "주식 라운드 3에 CN 판매"),
        ("ko", "3라운드에 CN 판매"),
    ],
)
def test_the_number_of_a_round_is_no_number_of_shares(language: str, line: str) -> None:
    state = stock()
    with pytest.raises(ForLater):
        engine.parse_order(state, line, language)
    assert engine.guess(state, line, language) is None
    assert engine.gist(state, [line], language) is None


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "sell 2 CN this round"),
        ("en", "this round sell 2 CN"),
        ("en", "this round 2 CN to sell"),
        ("fr", "ce tour je vends 2 CN"),
        ("fr", "à ce tour 2 CN à vendre"),
        ("de", "diese Runde verkaufe ich 2 CN"),
        ("ko", "이번 라운드에 CN 2주 판매"),
    ],
)
def test_what_is_said_of_this_round_is_for_now(language: str, line: str) -> None:
    assert engine.write_order(engine.parse_order(stock(), line, language)) == "sell 2 CN"
