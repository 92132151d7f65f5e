"""What the service writes it reads back as the same order, in every position."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import pytest

from engine import moves
from engine.errors import Refused
from engine.game import legal_moves
from engine.moves import Move, PlaceStation
from engine.notation import parse_order, read, write_order
from engine.state import State
from tests.engine.notation.games import opening, played, recorded, recordings
from tests.engine.notation.test_write import FORMS
from tests.phrasings.positions import NAMES, at
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
            found: object = parse_order(state, line)
        except Refused as refused:
            found = refused
        if found != move:
            wrong.append((line, found))
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


@pytest.mark.parametrize("language", ["", "en", "fr", "ko"])
def test_an_order_as_we_write_it_is_read_without_its_being_taken_for_a_sentence(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The short way reads what the long way reads, and what we write never needs the long one."""
    written = [(at(name), write_order(move)) for name in NAMES for move in islice(legal_moves(at(name)), 40)]
    assert len(written) > 250
    for long in ("_as_written", "_parsed"):
        with monkeypatch.context() as closed:
            closed.setattr(read, long, _closed if long == "_parsed" else lambda *given: None)
            found = {(id(state), order): parse_order(state, order, language) for state, order in written}
            assert [order for (_, order), move in found.items() if write_order(move) != order] == []


def _closed(*given: object) -> None:
    raise AssertionError(f"{given[1]} was taken for a sentence")
