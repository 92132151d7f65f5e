"""Where hexes lie."""

from __future__ import annotations

import pytest

from engine.board.hexes import Hex, Layout, opposite


@pytest.mark.parametrize(
    ("layout", "hex_", "around"),
    [
        (Layout.COLUMNS, "K7", ["K9", "J8", "J6", "K5", "L6", "L8"]),
        (Layout.ROWS, "H8", ["J8", "I7", "G7", "F8", "G9", "I9"]),
        (Layout.COLUMNS, "A1", ["A3", None, None, None, "B0", "B2"]),
    ],
)
def test_neighbours_are_named_clockwise_from_the_south(layout: Layout, hex_: str, around: list[str | None]) -> None:
    assert [layout.neighbour(Hex(hex_), e) for e in range(6)] == around


@pytest.mark.parametrize("layout", Layout)
def test_the_way_back_crosses_the_opposite_side(layout: Layout) -> None:
    for edge in range(6):
        beyond = layout.neighbour(Hex("H8"), edge)
        assert beyond is not None
        assert layout.neighbour(beyond, opposite(edge)) == "H8"
        assert layout.distance(Hex("H8"), beyond) == 1


@pytest.mark.parametrize(
    ("a", "b", "steps"), [("Q3", "M7", 4), ("M7", "N10", 2), ("H8", "H8", 0), ("H8", "H14", 3), ("B4", "H8", 6)]
)
def test_distance_counts_steps_without_track(a: str, b: str, steps: int) -> None:
    assert Layout.COLUMNS.distance(Hex(a), Hex(b)) == steps
    assert Layout.COLUMNS.distance(Hex(b), Hex(a)) == steps
