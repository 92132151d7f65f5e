"""What the map of a new position costs, put together from hexes drawn before, against drawing it whole (one run)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from engine import State
from moderator.drawing.map_svg import map_svg
from moderator.drawing.mosaic import Mosaic
from moderator.drawing.picture import png
from tests.moderator.report.positions import game

# Recorded game, and the moves between which its maps are drawn.
STRETCHES = (("1861-3", 300, 500), ("1861-3", 900, 1100), ("1882-1", 100, 200), ("1882-1", 400, 500))
MOST = 12


def _spent(draw: Callable[[State], bytes], state: State) -> float:
    begun = time.process_time()
    draw(state)
    return (time.process_time() - begun) * 1000


def _whole(state: State) -> bytes:
    return png(map_svg(state))


def rows() -> Iterator[dict[str, object]]:
    for name, first, last in STRETCHES:
        pieces, before = Mosaic(), None
        cold, pieced, whole = 0.0, list[float](), list[float]()
        for moves in range(first, last):
            state = game(name, moves)[1]
            if before is not None and state.board == before.board:
                continue
            spent = _spent(pieces.map, state)
            if before is None:
                cold = spent
            else:
                pieced.append(spent)
                whole.append(_spent(lambda state=state: png(map_svg(state))))  # type: ignore[misc]
            before = state
            if len(pieced) == MOST:
                break
        yield {
            "map": f"{name} {first}-{last}",
            "positions": len(pieced),
            "first of a process, CPU ms": round(cold, 1),
            "new position, CPU ms": round(sum(pieced) / len(pieced), 1),
            "drawn whole, CPU ms": round(sum(whole) / len(whole), 1),
            "ratio": round(sum(pieced) / sum(whole), 3),
        }
