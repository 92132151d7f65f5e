"""The board in the solver's terms: stops numbered from 0, chains of track between them, occupied keys as bits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.runs.problem import Node, NodeId, Problem, SegmentId, Side

Mask = int


@dataclass(frozen=True, slots=True)
class Chain:
    """Track between two consecutive stops; `mask` says which keys it occupies."""

    a: int
    b: int
    mask: Mask
    path: tuple[SegmentId, ...]


@dataclass(frozen=True, slots=True)
class Skeleton:
    """The stops that a route can reach and the chains it can use; `at[v]` lists (chain, other stop)."""

    nodes: tuple[Node, ...]
    chains: tuple[Chain, ...]
    at: tuple[tuple[tuple[int, int], ...], ...]
    # The stops that a route through this one can no longer visit: itself, its group, its hex.
    excludes: tuple[Mask, ...]
    stations: tuple[int, ...]
    keys: int


@dataclass(frozen=True, slots=True)
class _Track:
    a: NodeId
    b: NodeId
    keys: frozenset[str]
    path: tuple[SegmentId, ...]


def compress(problem: Problem) -> Skeleton:
    """Join track between stops, drop what no route needs, and number the rest."""
    tracks = _without_waste(_tracks(problem))
    tracks = _within_reach(problem, tracks)
    masks, keys = _bits(tracks)
    reached = {end for track in tracks for end in (track.a, track.b)}
    nodes = tuple(node for node in problem.nodes if node.id in reached)
    place = {node.id: index for index, node in enumerate(nodes)}
    chains = tuple(Chain(place[t.a], place[t.b], mask, t.path) for t, mask in zip(tracks, masks, strict=True))
    at: list[list[tuple[int, int]]] = [[] for _ in nodes]
    for index, chain in enumerate(chains):
        at[chain.a].append((index, chain.b))
        at[chain.b].append((index, chain.a))
    return Skeleton(
        nodes=nodes,
        chains=chains,
        at=tuple(tuple(around) for around in at),
        excludes=tuple(_excluded(problem, nodes, node) for node in nodes),
        stations=tuple(index for index, node in enumerate(nodes) if node.mine),
        keys=keys,
    )


def without(network: Skeleton, taken: Mask) -> Skeleton:
    """The same board, but no way leads to or along a chain that needs a taken key; chains keep their numbers."""
    open_ = [[way for way in around if not network.chains[way[0]].mask & taken] for around in network.at]
    waiting, reached = list(network.stations), set(network.stations)
    while waiting:
        here = waiting.pop()
        for _, other in open_[here]:
            if other not in reached:
                reached.add(other)
                if not network.nodes[other].ends_here:
                    waiting.append(other)
    passable = {stop for stop in reached if not network.nodes[stop].ends_here or stop in network.stations}
    at = tuple(
        tuple((chain, other) for chain, other in around if stop in passable or other in passable)
        for stop, around in enumerate(open_)
    )
    return replace(network, at=at)


def _excluded(problem: Problem, nodes: Sequence[Node], node: Node) -> Mask:
    mask = 0
    for index, other in enumerate(nodes):
        same_hex = problem.one_node_per_hex and other.hex == node.hex
        if other.id == node.id or same_hex or other.groups & node.groups:
            mask |= 1 << index
    return mask


def _tracks(problem: Problem) -> Iterator[_Track]:
    """Every way from a stop to the next one that uses no key twice."""
    at_node: dict[NodeId, list[tuple[SegmentId, NodeId | Side]]] = {node.id: [] for node in problem.nodes}
    at_side: dict[Side, list[tuple[SegmentId, NodeId | Side]]] = {}
    other_hexes: dict[str, set[str]] = {}
    for piece, segment in enumerate(problem.segments):
        for here, there in (segment.ends, tuple(reversed(segment.ends))):
            if isinstance(here, Side):
                at_side.setdefault(here, []).append((piece, there))
                other_hexes.setdefault(here.border, set()).add(here.hex)
            elif here in at_node:
                at_node[here].append((piece, there))

    def onward(
        start: NodeId, here: NodeId | Side, path: tuple[SegmentId, ...], keys: frozenset[str]
    ) -> Iterator[_Track]:
        if isinstance(here, int):
            if here > start and here in at_node:
                yield _Track(start, here, keys, path)
            return
        last = problem.segments[path[-1]].res
        for beyond in sorted(other_hexes[here.border] - {here.hex}):
            for piece, there in at_side[Side(here.border, beyond)]:
                res = problem.segments[piece].res
                # The side just crossed is shared with the piece before it; nothing else may be.
                if piece not in path and not (res - last) & keys and not res & (keys - last):
                    yield from onward(start, there, (*path, piece), keys | res)

    for start in sorted(at_node):
        for piece, there in at_node[start]:
            yield from onward(start, there, (piece,), problem.segments[piece].res)


def _without_waste(tracks: Iterable[_Track]) -> list[_Track]:
    """Of parallel tracks keep those that occupy no more than another does."""
    by_ends: dict[tuple[NodeId, NodeId], list[_Track]] = {}
    for track in tracks:
        by_ends.setdefault((track.a, track.b), []).append(track)
    kept: list[_Track] = []
    for ends in sorted(by_ends):
        lean: list[_Track] = []
        for track in sorted(by_ends[ends], key=lambda t: (len(t.keys), len(t.path), t.path)):
            if not any(other.keys <= track.keys for other in lean):
                lean.append(track)
        kept.extend(lean)
    return kept


def _within_reach(problem: Problem, tracks: Sequence[_Track]) -> list[_Track]:
    """Only track joined to an own station without passing a stop that may not be passed."""
    around: dict[NodeId, list[_Track]] = {}
    for track in tracks:
        around.setdefault(track.a, []).append(track)
        around.setdefault(track.b, []).append(track)
    open_ends = [node.id for node in problem.nodes if node.mine]
    seen = set(open_ends)
    used: set[tuple[SegmentId, ...]] = set()
    while open_ends:
        here = open_ends.pop()
        for track in around.get(here, ()):
            there = track.b if track.a == here else track.a
            used.add(track.path)
            if there not in seen:
                seen.add(there)
                if not problem.node[there].ends_here:
                    open_ends.append(there)
    return [track for track in tracks if track.path in used]


def _bits(tracks: Sequence[_Track]) -> tuple[list[Mask], int]:
    """Keys as bits: one for every largest set of tracks that exclude each other, none for what that implies."""
    users: dict[str, set[int]] = {}
    for index, track in enumerate(tracks):
        for key in track.keys:
            users.setdefault(key, set()).add(index)
    rivals: list[set[int]] = [set() for _ in tracks]
    for together in users.values():
        for index in together:
            rivals[index] |= together
    cliques = sorted(sorted(clique) for clique in _cliques(rivals))
    masks = [0] * len(tracks)
    for bit, clique in enumerate(cliques):
        for index in clique:
            masks[index] |= 1 << bit
    return masks, len(cliques)


def _cliques(rivals: Sequence[set[int]]) -> Iterator[frozenset[int]]:
    """All largest sets of tracks of which any two share a key (Bron and Kerbosch, with a pivot)."""
    others: Mapping[int, set[int]] = {index: around - {index} for index, around in enumerate(rivals)}

    def grow(clique: frozenset[int], wider: set[int], tried: set[int]) -> Iterator[frozenset[int]]:
        if not wider and not tried:
            yield clique
            return
        pivot = max(sorted(wider | tried), key=lambda index: len(others[index] & wider))
        for index in sorted(wider - others[pivot]):
            yield from grow(clique | {index}, wider & others[index], tried & others[index])
            wider = wider - {index}
            tried = tried | {index}

    if rivals:
        yield from grow(frozenset(), set(others), set())
