"""What is put off to another time is not played now."""

from __future__ import annotations

import pytest

from engine.errors import ForLater, Refused
from engine.notation import orders_in, parse_order
from engine.notation.ahead import BidUpTo, read_ahead
from tests.phrasings.positions import at

PUT_OFF = [
    ("en", "Next turn buy a 2-train"),
    ("en", "next time I'll buy a 2-train"),
    ("en", "next round I buy a 2-train"),
    ("en", "on my next turn buy a 2-train"),
    ("en", "buy a 2-train next turn"),
    ("en", "next operating round: train 2"),
    ("fr", "prochain tour: acheter un train 2"),
    ("fr", "la prochaine fois, acheter un train 2"),
    ("fr", "acheter un train 2 au prochain tour"),
    ("de", "nächste Runde kaufe ich einen 2er-Zug"),
    ("de", "nächstes Mal kaufe ich einen 2er-Zug"),
    ("de", "kaufe nächste Runde einen 2er-Zug"),
    ("ko", "다음 차례에 2열차를 삽니다"),
    ("ko", "다음 번에 2열차 삽니다"),
    ("ko", "다음 라운드에 2열차를 살게요"),
]


@pytest.mark.parametrize(("language", "line"), PUT_OFF)
@pytest.mark.parametrize("reader", ["", "its own"])
def test_an_order_for_another_time_is_not_read_as_one_for_now(language: str, line: str, reader: str) -> None:
    state, known = at("1882 trains"), language if reader else ""
    with pytest.raises(Refused):
        for order in orders_in(state, line, known):
            parse_order(state, order, known)


@pytest.mark.parametrize(("language", "line"), PUT_OFF)
def test_who_puts_an_order_off_is_told_where_it_is_kept(language: str, line: str) -> None:
    state = at("1882 trains")
    with pytest.raises(ForLater, match="puts this off") as told:
        for order in orders_in(state, line, language):
            parse_order(state, order, language)
    assert told.value.instead == ("help if",)


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "next I buy a 2-train"), ("en", "buy the next train"), ("de", "kaufe den nächsten Zug")],
)
def test_what_comes_next_in_this_turn_is_for_now(language: str, line: str) -> None:
    state = at("1882 trains")
    for order in orders_in(state, line, language):
        parse_order(state, order, language)


@pytest.mark.parametrize(
    "line",
    [
        "P5에 200까지 입찰 이후 패스",
        "P5에 200까지 입찰, 이후 패스",
        "P5를 200까지 입찰 후 패스",
        "P5에 200까지 입찰하고 이후 패스",
        "P5 200까지 입찰, 그 후 패스합니다",
    ],
)
def test_a_limit_in_korean_is_kept_on_file_and_never_bid_at_once(line: str) -> None:
    assert read_ahead(line) == BidUpTo("P5", 200, "pass")


@pytest.mark.parametrize("line", ["P5 200까지", "P5에 200까지 입찰 이후 패스", "CPR 3주까지 구매", "CPR 2주까지 매각"])
def test_up_to_so_much_is_not_so_much(line: str) -> None:
    state = at("1882 auction")
    with pytest.raises(Refused):
        for order in orders_in(state, line, "ko"):
            parse_order(state, order, "ko")
