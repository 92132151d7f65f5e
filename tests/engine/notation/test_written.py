"""Orders in a reader's words: all of them are, and each is read back as the same order."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import pytest

from engine.errors import Refused
from engine.game import apply, legal_moves, to_act
from engine.moves import Move
from engine.notation import parse_order, write_order
from engine.notation.written import in_words
from engine.state import State
from tests.engine.notation.games import played
from tests.phrasings.positions import NAMES, at
from tests.printed import TITLES

LANGUAGES = ("de", "fr", "ko")
SLIPS = ("lya 57 on G15", "bif 25", "buy something", "merge them", "trian 3", "start at 100", "token somewhere", "58")
OUT_OF_PLACE = (
    "bid N 3",
    "buy NW",
    "lay 57 on G15 facing 0",
    "train 8",
    "pay",
    "half",
    "token in H8",
    "done",
    "buy CPR",
)


def left_over(state: State, moves: Iterable[Move], language: str) -> list[str]:
    """The orders that are not in the language, or are read as something else."""
    wrong = []
    for move in moves:
        order = write_order(move)
        said = in_words(state, order, language)
        if said == order:
            wrong.append(order)
        elif parse_order(state, said, language) != move:
            wrong.append(said)
    return wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_order_of_every_kind_of_decision_is_written_and_read_back(language: str) -> None:
    for name in NAMES:
        state = at(name)
        assert left_over(state, islice(legal_moves(state), 40), language) == [], name


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("fr", "racheter 1 action", "racheter 2 actions"),
        ("de", "zurückkaufen 1 Aktie", "zurückkaufen 2 Aktien"),
        ("ko", "1주 환매", "2주 환매"),
    ],
)
def test_one_share_is_not_written_as_if_it_were_several(language: str, one: str, two: str) -> None:
    state = next(
        state for state in map(at, NAMES) if {"redeem 1", "redeem 2"} <= set(map(write_order, legal_moves(state)))
    )
    assert [in_words(state, f"redeem {count}", language) for count in (1, 2)] == [one, two]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_some_orders_of_a_random_game_are_written_and_read_back(title: str, language: str) -> None:
    for state, legal, _ in islice(played(5, 200, title), 0, None, 4):
        assert left_over(state, legal[:12], language) == []


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(200, 210))
def test_every_order_of_random_games_is_written_and_read_back(title: str, language: str, seed: int) -> None:
    for state, legal, _ in played(seed, 500, title):
        assert left_over(state, legal, language) == []


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_what_is_proposed_instead_would_be_accepted_now(title: str, language: str) -> None:
    tried = 0
    for state, _, _ in islice(played(7, 200, title), 0, None, 25):
        mover = to_act(state)
        assert mover is not None
        for line in (*SLIPS, *OUT_OF_PLACE):
            for order in _proposed(state, line, language):
                tried += 1
                move = parse_order(state, in_words(state, order, language), language)
                # Whoever must agree is asked; all else must do.
                assert apply(state, move, mover, state.players).events, (line, order)
    assert tried > 30


def _proposed(state: State, line: str, language: str) -> tuple[str, ...]:
    mover = to_act(state)
    assert mover is not None
    try:
        apply(state, parse_order(state, line, language), mover)
    except Refused as refused:
        return refused.instead
    return ()


def test_several_orders_and_what_is_no_order() -> None:
    state = at("1882 trains")
    assert in_words(state, "train 2; train 2", "fr") == "acheter un train 2; acheter un train 2"
    assert in_words(state, "history", "ko") == "history"
    assert in_words(state, "train 2", "en") == "train 2"
