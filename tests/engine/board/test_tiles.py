"""Tiles turn, and become other tiles."""

from __future__ import annotations

import pytest

from engine.board.plan import load_plan
from engine.board.tiles import CATALOGUE, carried, keeps_track, rotated
from engine.errors import TitleError
from tests.engine.board.recordings import plan_of


def test_turning_moves_every_side_and_no_stop() -> None:
    turned = rotated(CATALOGUE["58"], 5)
    assert turned.track == ((5, 6), (1, 6))
    assert turned.exits == (1, 5)
    assert turned.rotation == 5


@pytest.mark.parametrize("number", CATALOGUE)
def test_six_turns_are_none(number: str) -> None:
    tile = CATALOGUE[number]
    assert rotated(tile, 6) is tile
    assert all(len(rotated(tile, r).exits) == len(tile.exits) for r in range(6))


def test_track_turned_away_is_not_kept() -> None:
    straight = rotated(CATALOGUE["9"], 1)
    assert [r for r in range(6) if keeps_track(straight, rotated(CATALOGUE["23"], r))] == [1, 4]


@pytest.mark.parametrize(("hex_", "green"), [("H8", "637"), ("D14", "635")])
@pytest.mark.parametrize("rotation", range(6))
def test_three_cities_keep_their_track_at_every_rotation(hex_: str, green: str, rotation: int) -> None:
    old, new = plan_of("1861").hexes[hex_].face, rotated(CATALOGUE[green], rotation)
    goes = carried(old, new)
    assert goes is not None
    assert sorted(goes) == [0, 1, 2]
    for k, target in enumerate(goes):
        assert set(old.exits_of(k)) <= set(new.exits_of(target))


def test_two_cities_do_not_swap_track() -> None:
    old = CATALOGUE["59"]
    assert carried(old, rotated(CATALOGUE["66"], 0)) == (0, 1)
    # Turned five times, sides 5 and 2 are one city and 0 and 1 the other.
    assert carried(old, rotated(CATALOGUE["66"], 5)) == (1, 0)
    assert not keeps_track(old, rotated(CATALOGUE["66"], 1))


MAP = """
layout = "letters-are-columns"
[tiles]
9 = 1
[hexes]
A1 = {kind = "blank"}
A3 = {kind = "grey", track = [[3, 3]]}
"""


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (MAP, "no track"),
        (MAP.replace("[[3, 3]]", "[[3, 0]]"), "leads nowhere"),
        (MAP.replace("[[3, 3]]", '[[3, "s0"]]'), "which it does not have"),
        (MAP.replace("9 = 1", "999 = 1"), "no drawing of tile 999"),
        (MAP.replace('"grey"', '"purple"'), "of no kind"),
        (MAP.replace("[[3, 3]]", "[]") + "[rivers]\nA1-A5 = 20\n", "No hexside"),
    ],
)
def test_a_map_that_contradicts_itself_is_not_loaded(wrong: str, why: str) -> None:
    with pytest.raises(TitleError, match=why):
        load_plan(wrong)
