"""What track costs."""

from __future__ import annotations

from engine.board.hexes import Hex
from engine.board.laying import Lay, terrain_cost
from engine.state import State


def track_cost(state: State, lay: Lay) -> int:
    cost = terrain_cost(state.board, lay, printed_upgrades=False)
    if state.board.tile(lay.hex) is None and lay.hex == Hex("K7"):
        cost += int(state.option("nizhnii_green_cost"))
    return cost
