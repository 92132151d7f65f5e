"""Ending a game by agreement."""

from __future__ import annotations

import pytest

import engine
from engine.mechanisms.endings.moves import EndGame
from tests.engine.titles.proving import proves

SEATS = tuple(engine.Player(name) for name in ("Red", "Green", "Blue"))


@proves("20.6")
def test_all_players_together_may_end_a_game() -> None:
    state = engine.replay(engine.start("1861", SEATS))
    with pytest.raises(engine.Illegal, match="agreement of Green and Blue"):
        engine.apply(state, EndGame(), SEATS[0])
    ended = engine.apply(state, EndGame(), SEATS[0], SEATS).state
    assert ended.over and engine.to_act(ended) is None
    assert engine.parse_order(state, "end the game") == EndGame()
