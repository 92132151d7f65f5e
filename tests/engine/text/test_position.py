"""The position in plain text."""

from __future__ import annotations

import pytest

from engine.board.hexes import Hex
from engine.game import legal_moves
from engine.notation import parse_order
from engine.text import position
from engine.text.orders import orders
from tests.engine.notation.games import opening, played
from tests.printed import TITLES


def test_the_opening_names_players_privates_and_the_decision() -> None:
    page = position(opening())
    assert "Red: R420 cash, 0/21 certificates, worth R420; no paper" in page
    assert "TSR is offered from R20 (no bid yet). Red decides" in page
    assert "2: 10 left, R100, on sale" in page
    assert "4: 4 left, R350, the first begins phase 4, the first rusts 2-trains" in page
    assert "bid TSR 20  (20..420 by 5)" in page


def test_a_changed_hex_is_told_in_prose() -> None:
    state = opening()
    board = state.board.place("K-R", Hex("G15"), 0).lay(Hex("G15"), "202", 1)
    assert "G15 Kharkov: yellow 202 facing 1 joining N and SW, station K-R" in position(state.change(board=board))


def test_markers_are_shown_in_the_grid_and_named_below_it() -> None:
    state = opening()
    market = state.market.put("N", (6, 2)).put("M-K", (6, 2))
    page = position(state.change(market=market))
    assert "50  55  60a 65  70  80" in page
    assert "  a 60: N, M-K" in page


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", range(2))
def test_no_line_of_a_random_game_is_wider_than_a_mail_allows(title: str, seed: int) -> None:
    for number, (state, _, _) in enumerate(played(seed, 200, title)):
        if number % 5 == 0:
            assert max(map(len, position(state).splitlines())) <= 78


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", range(2))
def test_the_first_example_of_each_kind_of_order_is_legal(title: str, seed: int) -> None:
    for number, (state, _, _) in enumerate(played(seed, 200, title)):
        lines = list(orders(state, 78))
        assert 1 <= len(lines) <= 12
        if number % 5 == 0 and not lines[0].startswith("run"):
            for line in lines:
                first = line.partition("  (")[0].partition(" · ")[0].partition(" … (")[0]
                assert parse_order(state, first) in list(legal_moves(state))
