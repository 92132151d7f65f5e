"""Cuts over triples of keys: of the routes that use at least two of three keys, one at most can be run.

Two routes that share no key can't both use two of the same three.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from engine.runs.classes import bits
from engine.runs.compress import Mask

# Three keys as one mask.
Triple = Mask
# A triple must be used by more than this to be worth a row.
BROKEN = 1.02
WHOLE = 1 - 1e-6


def hits(triple: Triple, mask: Mask) -> bool:
    """Whether a route with these keys uses two of the three."""
    both = triple & mask
    return both & (both - 1) != 0


def violated(support: Sequence[tuple[float, Mask]]) -> list[Triple]:
    """The triples that these shares of routes use by more than one route, the most broken first."""
    pairs: dict[tuple[int, int], float] = {}
    triples: dict[tuple[int, int, int], float] = {}
    for share, mask in support:
        if share < WHOLE:
            used = list(bits(mask))
            for pair in combinations(used, 2):
                pairs[pair] = pairs.get(pair, 0.0) + share
            for triple in combinations(used, 3):
                triples[triple] = triples.get(triple, 0.0) + share
    keys = sorted({key for pair in pairs for key in pair})
    found = []
    for a, b, c in combinations(keys, 3):
        weight = pairs.get((a, b), 0.0) + pairs.get((a, c), 0.0) + pairs.get((b, c), 0.0)
        if weight > BROKEN:
            weight -= 2 * triples.get((a, b, c), 0.0)
            if weight > BROKEN:
                found.append((-round(weight, 6), a, b, c))
    return [1 << a | 1 << b | 1 << c for _, a, b, c in sorted(found)]
