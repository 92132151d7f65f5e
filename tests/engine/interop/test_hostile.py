"""Game files that nobody's program has written: refused with a sentence, and before they cost anything."""

from __future__ import annotations

import copy
import json
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

import engine
from engine.interop.chains import MOST_READINGS, path_choices
from engine.interop.record import MOST_ACTIONS, MOST_PLAYERS, effective

TABLE: dict[str, Any] = {
    "title": "1861",
    "id": "hs1",
    "players": [{"id": number, "name": name} for number, name in enumerate(("Red", "Green", "Blue"))],
    "settings": {"seed": 1},
    "actions": [],
}


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    data = copy.deepcopy(TABLE)
    change(data)
    return data


@pytest.mark.parametrize(
    ("change", "why"),
    [
        # Each looked for a name that nobody has yet, one stroke longer than the one before.
        (lambda data: data["players"].extend([{"id": n, "name": "A"} for n in range(9, 9 + MOST_PLAYERS)]), "larger"),
        # Each took back all that was before it, and kept a list of it.
        (lambda data: data["actions"].extend([{"type": "undo", "action_id": 0}] * (MOST_ACTIONS + 1)), "larger"),
        (lambda data: data["settings"].update(optional_rules=7), "no game"),
        (lambda data: data["settings"].update(waybill={"drawn": 5}), "no game"),
        (lambda data: data["settings"].update(seed="9" * 5000), "digits"),
        (lambda data: data.update(players={"a": 1}), "no game"),
        (lambda data: data.update(actions=7), "no game"),
    ],
)
def test_a_file_that_is_no_game_is_refused(change: Callable[[dict[str, Any]], object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        engine.continued(changed(change))


def test_what_was_undone_again_and_again_is_kept_once() -> None:
    """Ten thousand of these took six gigabytes."""
    tracemalloc.start()
    try:
        assert effective([{"type": "undo", "action_id": 0}] * 1500) == []
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_a_rule_that_is_no_word_is_not_known() -> None:
    data = changed(lambda data: data["settings"].update(optional_rules=[[], {"a": 1}]))
    assert engine.continued(data).orders == ()


@pytest.mark.parametrize("price", ["1e400", "NaN", "-1e400"])
def test_a_number_without_an_end_is_no_price(price: str) -> None:
    bid = f'{{"type": "bid", "entity": 0, "entity_type": "player", "company": "TSR", "price": {price}}}'
    with pytest.raises(ValueError, match=r"action 1|NaN"):
        engine.continued(changed(lambda data: data["actions"].append(json.loads(bid))))


def test_a_name_is_no_book() -> None:
    data = changed(lambda data: data["players"][0].update(name="x" * 100_000))
    assert max(map(len, engine.continued(data).seats)) < 100


def test_a_route_is_read_in_a_few_ways_or_not_at_all() -> None:
    """Chains that end where they begin can be turned each for itself: thirty of them are a thousand million paths."""
    loop = ["A1", "B2", "C3", "A1"]
    assert len(path_choices([loop] * 3)) == 8
    assert 8 < MOST_READINGS < 2**14
    with pytest.raises(ValueError, match="too many ways"):
        path_choices([loop] * 14)
    # Also where none of them leads to the end.
    with pytest.raises(ValueError, match="too many ways"):
        path_choices([*[loop] * 14, ["Z1", "Z2"]])
    with pytest.raises(ValueError, match="more stops"):
        path_choices([["A1", "B2"], ["B2", "A1"]] * 1000)
    assert path_choices([]) == []
    assert path_choices([["A1", "B2"], ["C3", "B2"]]) == [("A1", "B2", "C3")]


@pytest.mark.parametrize(
    "data", [{"players": "Ann", "title": "1861"}, {"id": 1}, {"players": [1], "title": [], "actions": {}}, [1, 2]]
)
def test_what_is_wrong_is_said_in_words_and_not_in_those_of_a_program(data: object) -> None:
    with pytest.raises(engine.Unplayable) as refused:
        engine.continued(data)  # type: ignore[arg-type]
    assert "Error" not in str(refused.value) and "indices" not in str(refused.value)
