"""The proof that a mechanism is a folder: the toy's own has everything, and no file outside its folder knows it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import engine
from engine.interop.export import RecordedTurn, export
from engine.interop.record import read_record
from engine.interop.site18xx import positions
from engine.titles import register
from moderator.bots.choose import choose
from moderator.drawing.map_svg import map_svg
from moderator.language import Teller, Words
from tests.toy.heliograph.signals import Flash, Flashed

register("toy", "tests.toy")
ROOT = Path(__file__).resolve().parents[3]
SEATS = (engine.Player("Red"), engine.Player("Blue"))


def table() -> tuple[list[RecordedTurn], tuple[engine.Event, ...], engine.State]:
    """Both seats in their first counting round."""
    start = engine.start("toy", SEATS, {"weather": "fair"}, {"heliograph": True, "rounds": 1})
    state = engine.replay(start)
    turns: list[RecordedTurn] = []
    return turns, start, play(turns, state, "bid N 5", "pass")


def play(turns: list[RecordedTurn], state: engine.State, *orders: str) -> engine.State:
    for order in orders:
        by = engine.to_act(state)
        assert by is not None
        move = engine.parse_order(state, order)
        outcome = engine.apply(state, move, by, SEATS)
        turns.append(RecordedTurn(by, move, outcome.events))
        state = outcome.state
    return state


def hexes_of(turn: RecordedTurn) -> set[str]:
    return {hex_ for event in turn.events for hex_ in event.seen_in()}


@pytest.mark.parametrize("line", ["flash A1", "Signal from A1, please", "signaler A1", "A1에서 신호"])
def test_its_order_is_read_in_three_languages(line: str) -> None:
    _, _, state = table()
    assert engine.parse_order(state, line) == Flash("A1")
    assert engine.write_order(Flash("A1")) == "flash A1"


@pytest.mark.parametrize(
    "line", ["I would like to heliograph from A1", "je voudrais héliographier depuis A1", "A1에서 발광하고 싶습니다"]
)
def test_its_order_is_understood_in_a_sentence(line: str) -> None:
    _, _, state = table()
    assert engine.parse_order(state, line) == Flash("A1")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Red flashes a signal from A1 and receives"),
        ("fr", "Red envoie un signal depuis A1 et reçoit"),
        ("ko", "A1에서 신호를 보내고"),
    ],
)
def test_its_event_is_told_in_three_languages(language: str, said: str) -> None:
    _, _, state = table()
    assert said in Teller(Words(language), state).sentence(Flashed(SEATS[0], "A1", 1))


def test_its_event_is_stored_under_its_name_and_its_facts_with_the_position() -> None:
    turns, _, state = table()
    after = play(turns, state, "flash A1")
    event = turns[-1].events[0]
    assert engine.encode(event)["event"] == "heliograph.Flashed"
    assert engine.decode(json.loads(json.dumps(engine.encode(event)))) == event
    again = engine.restore(json.loads(json.dumps(engine.save(after))))
    assert engine.digest(again) == engine.digest(after) != engine.digest(state)


def test_it_marks_the_map() -> None:
    turns, _, state = table()
    assert "✦" not in map_svg(state)
    assert map_svg(play(turns, state, "flash A3")).count("✦") == 1
    assert hexes_of(turns[-1]) == {"A3"}


def test_a_bot_has_its_habit() -> None:
    turns, _, state = table()
    assert isinstance(choose(state, str(engine.to_act(state))), Flash)
    state = play(turns, state, "flash A1", "flash A3", "flash B2")
    assert not isinstance(choose(state, str(engine.to_act(state))), Flash)


def test_a_game_with_it_is_written_for_the_public_site_and_read_back() -> None:
    turns, start, state = table()
    state = play(turns, state, "flash A1", "done", "flash B2", "done")
    assert state.over
    file = json.loads(json.dumps(export(start, turns)))
    assert [action["hex"] for action in file["actions"] if action["type"] == "flash"] == ["A1", "B2"]
    *_, last = positions(read_record(file))
    assert engine.digest(last.state) == engine.digest(state)


def test_what_is_missing_in_its_table_is_an_error_of_the_title() -> None:
    from engine.figures import read_figures
    from tests.toy.heliograph.signals import HeliographFigures

    with pytest.raises(engine.TitleError, match="earns is missing"):
        read_figures(HeliographFigures, {}, "toy")
    with pytest.raises(engine.TitleError, match="nothing is known of colour"):
        read_figures(HeliographFigures, {"earns": 1, "colour": 2}, "toy")
    with pytest.raises(engine.TitleError, match="does not fit"):
        read_figures(HeliographFigures, {"earns": "one"}, "toy")


def test_nobody_outside_its_folder_knows_its_name() -> None:
    said = subprocess.run(["git", "grep", "-il", "heliograph"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert {path for path in said.stdout.split() if not path.startswith("tests/toy/")} == set()
