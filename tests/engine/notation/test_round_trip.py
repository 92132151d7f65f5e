"""What the service writes it reads back as the same order, in every position."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine import moves
from engine.errors import Refused
from engine.game import legal_moves
from engine.moves import Move, PlaceStation
from engine.notation import parse_order, write_order
from engine.state import State
from tests.engine.notation.games import opening, played, recorded, recordings
from tests.engine.notation.test_write import FORMS
from tests.printed import TITLES

SOME = [
    "1861/generated/1.json.gz",
    "1861/generated/17.json.gz",
    "1861/real/29683.json.gz",
    "1882/generated/1.json.gz",
    "1882/generated/17.json.gz",
]


def misread(state: State, moves: Iterable[Move]) -> list[tuple[str, object]]:
    wrong: list[tuple[str, object]] = []
    for move in moves:
        line = write_order(move)
        try:
            read: object = parse_order(state, line)
        except Refused as refused:
            read = refused
        if read != move:
            wrong.append((line, read))
    return wrong


def test_every_form_is_read_back_at_the_opening() -> None:
    # What only another title has is no order of this one.
    own = {move for each in opening().title.mechanisms for move in each.moves}
    known = [move for move, form in FORMS if type(move) in own or type(move).__module__ == moves.__name__]
    here = [move for move in known if move != PlaceStation("J10", neutral=True)]
    assert len(here) > 30
    assert misread(opening(), here) == []


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", range(3))
def test_every_legal_order_of_a_random_game_is_read_back(title: str, seed: int) -> None:
    for state, legal, _ in played(seed, 200, title):
        assert misread(state, legal) == []


@pytest.mark.skipif(not recordings(), reason="no recordings at hand")
@pytest.mark.parametrize("name", SOME)
def test_every_legal_order_of_some_recorded_positions_is_read_back(name: str) -> None:
    for state in recorded(name, every=60):
        assert misread(state, legal_moves(state)) == []


@pytest.mark.long
@pytest.mark.skipif(not recordings(), reason="no recordings at hand")
@pytest.mark.parametrize("name", recordings())
def test_every_legal_order_of_every_recorded_position_is_read_back(name: str) -> None:
    for state in recorded(name, every=1):
        assert misread(state, legal_moves(state)) == []


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", range(100, 150))
def test_every_legal_order_of_many_random_games_is_read_back(title: str, seed: int) -> None:
    for state, legal, _ in played(seed, 600, title):
        assert misread(state, legal) == []
