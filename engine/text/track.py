"""The map in prose: every hex that no longer shows what is printed, or where somebody stands."""

from __future__ import annotations

from collections.abc import Iterator

from engine.board.hexes import EDGES, Hex
from engine.board.plan import NEUTRAL
from engine.board.tiles import STOP, Tile
from engine.message import Listed
from engine.state import State

# Clockwise from the north, as people look at a map.
_ROUND = (3, 4, 5, 0, 1, 2)


def track(state: State) -> Iterator[str]:
    """One entry for each hex: its tile, what it joins, its stations."""
    board = state.board
    standing = {hex_ for hex_, _ in board.cities}
    for hex_ in sorted({*board.tiles, *standing}, key=lambda h: (h[0], int(h[1:]))):
        place, face = board.plan.hexes[hex_], board.face(hex_)
        laid = board.tile(hex_)
        what = f"{face.colour} {laid[0]} facing {laid[1]}" if laid else "as printed"
        facts = [what + _joined(face), *_stations(state, hex_)]
        yield f"{hex_}{' ' + place.name if place.name else ''}: {', '.join(facts)}"


def _joined(face: Tile) -> str:
    """Which sides the track joins, piece by piece."""
    pieces = []
    for stop in range(len(face.stops)):
        sides = face.exits_of(stop)
        if sides:
            pieces.append(_sides(sides))
    for a, b in face.track:
        if a < STOP and b < STOP:
            pieces.append(_sides((a, b)))
    if not pieces:
        return " without track"
    return f" joining {'; '.join(dict.fromkeys(pieces))}"


def _sides(sides: tuple[int, ...]) -> str:
    return str(Listed(EDGES[side] for side in _ROUND if side in sides))


def _stations(state: State, hex_: Hex) -> Iterator[str]:
    board = state.board
    stops = board.face(hex_).stops
    for number, stop in enumerate(stops):
        if stop.kind != "city":
            continue
        slots = board.slots(hex_, number)
        here = [symbol if symbol != NEUTRAL else "neutral" for symbol in slots if symbol]
        if here:
            where = f" in city {number + 1}" if len(stops) > 1 else ""
            free = f" ({slots.count(None)} free)" if None in slots else ""
            yield f"station{'s' if len(here) > 1 else ''} {Listed(here)}{where}{free}"
