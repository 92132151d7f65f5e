"""The site's routes: lists of chains from stop to stop, each in either direction, turned into one path of hexes."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import Unplayable

Chain = Sequence[str]


# No train runs as far; and a file that could be read in more ways is none of the site's.
MOST_CHAINS, MOST_READINGS = 200, 64


def path_choices(chains: Sequence[Chain]) -> list[tuple[str, ...]]:
    """The paths of hexes the chains may stand for; nearly always there is one. Raises Unplayable."""
    if len(chains) > MOST_CHAINS:
        raise Unplayable("a route has more stops than any train reaches")
    paths = [tuple(chains[0]), tuple(reversed(chains[0]))] if chains else []
    for chain in map(tuple, chains[1:]):
        ways = (chain,) if chain == chain[::-1] else (chain, chain[::-1])
        paths = [path + turned[1:] for path in paths for turned in ways if turned[0] == path[-1]]
        if len(paths) > MOST_READINGS:
            raise Unplayable("a route can be read in too many ways")
    return paths
