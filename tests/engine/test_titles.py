"""How a title that stands outside the engine's folder is made known."""

from __future__ import annotations

import pytest

import engine
from engine.titles import register


def test_a_title_of_another_package_is_found_by_its_name() -> None:
    register("toy", "tests.toy")
    assert "toy" in engine.titles()
    state = engine.replay(engine.start("toy", [engine.Player("Red"), engine.Player("Blue")], {"weather": "fair"}))
    outcome = engine.apply(state, engine.parse_order(state, "bid N 5"), engine.Player("Red"))
    assert engine.to_act(outcome.state) == "Blue"
    assert engine.digest(engine.restore(engine.save(outcome.state))) == engine.digest(outcome.state)


def test_two_titles_of_one_name_are_refused() -> None:
    register("toy", "tests.toy")
    with pytest.raises(engine.TitleError, match="two titles"):
        register("toy", "somewhere.else")
