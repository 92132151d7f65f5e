"""The site's routes: lists of chains from stop to stop, each in either direction, turned into one path of hexes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Chain = Sequence[str]


def path_choices(chains: Sequence[Chain]) -> Iterator[tuple[str, ...]]:
    """The paths of hexes the chains may stand for; nearly always there is one."""
    if not chains:
        return
    for first in (tuple(chains[0]), tuple(reversed(chains[0]))):
        yield from _extend(first, chains[1:])


def _extend(path: tuple[str, ...], chains: Sequence[Chain]) -> Iterator[tuple[str, ...]]:
    if not chains:
        yield path
        return
    chain = tuple(chains[0])
    for turned in (chain, chain[::-1]):
        if turned[0] == path[-1]:
            yield from _extend(path + turned[1:], chains[1:])
        if chain == chain[::-1]:
            break
