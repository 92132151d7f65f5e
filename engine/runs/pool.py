"""The routes found so far: of several that occupy the same track the best is kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.runs.compress import Mask
from engine.runs.search import Found

# One chosen set of routes: the class of train and its route.
Packing = tuple[tuple[int, Found], ...]


class Pool:
    """Routes by class of train, in the order they were found."""

    def __init__(self, classes: int) -> None:
        self.routes: list[dict[Mask, Found]] = [{} for _ in range(classes)]

    def lacks(self, kind: int, found: Found) -> bool:
        known = self.routes[kind].get(found.keys)
        return known is None or known.value < found.value

    def add(self, kind: int, found: Found) -> bool:
        if not self.lacks(kind, found):
            return False
        self.routes[kind][found.keys] = found
        return True

    def listed(self) -> list[tuple[int, Found]]:
        return [(kind, found) for kind, routes in enumerate(self.routes) for found in routes.values()]


def worth(packing: Iterable[tuple[int, Found]]) -> int:
    return sum(found.value for _, found in packing)


def greedy(pool: Pool, rooms: Sequence[int], order: Sequence[tuple[int, Found]]) -> Packing:
    """Take routes in this order as long as track and trains allow."""
    used, left = 0, list(rooms)
    taken: list[tuple[int, Found]] = []
    for kind, found in order:
        if left[kind] and not used & found.keys:
            left[kind] -= 1
            used |= found.keys
            taken.append((kind, found))
    return tuple(taken)
