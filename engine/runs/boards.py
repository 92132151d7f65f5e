"""Boards from files, answered one after the other: what stands behind `best --board`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from engine.runs.best import DEFAULT, solve
from engine.runs.problem import Problem


def answers(
    boards: Iterable[Mapping[str, object]], clock: Callable[[], float], effort: int = DEFAULT
) -> Iterator[dict[str, object]]:
    """One line for every board; `clock` gives seconds and belongs to the caller, for the engine has none."""
    for board in boards:
        problem = Problem.from_json(board)
        began = clock()
        answer = solve(problem, effort)
        took = (clock() - began) * 1000
        yield {
            "id": board.get("id"),
            "best": answer.value,
            "bound": answer.bound,
            "proved": answer.proved,
            "ms": round(took, 1),
        }
