"""What may be ordered now, by kind, with examples that would be accepted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engine.game import legal_moves, open_step, span
from engine.moves import Move
from engine.notation.write import write_order
from engine.state import State
from engine.steps.run_trains import RunTrains

# No more lines than this, and so many moves are looked at.
LINES = 12
LOOKED_AT = 3_000


def orders(state: State, width: int) -> Iterator[str]:
    """A few lines of examples; where a number is free its bounds are given."""
    if state.over:
        return
    if isinstance(open_step(state), RunTrains):
        trains = ", ".join(f"{train}: …" for train in state.trains_of(state.operating))
        yield from ("run best", "run none", f"run {trains}")
        return
    kinds: dict[type[Move], list[Move]] = {}
    for move in islice(legal_moves(state), LOOKED_AT):
        kinds.setdefault(type(move), []).append(move)
    for moves in list(kinds.values())[:LINES]:
        yield _line(state, moves, width)


def _line(state: State, moves: list[Move], width: int) -> str:
    """The first of a kind, and as many more as fit."""
    line = write_order(moves[0])
    bounds = span(state, moves[0])
    if bounds and len(bounds) > 1:
        step = f" by {bounds.step}" if bounds.step > 1 else ""
        line += f"  ({bounds[0]}..{bounds[-1]}{step})"
    # Examples from all over the list say more than the first few.
    apart = max(1, len(moves) // 4)
    for number, move in enumerate(moves[apart::apart], 1):
        more = f" · {write_order(move)}"
        if len(line) + len(more) > width - 12 or number > 4:
            break
        line += more
    return line + (f" … ({len(moves)})" if len(moves) > 4 else "")
