"""From the compressed board back to track: routes as pieces in order, with the stops they count."""

from __future__ import annotations

from collections.abc import Sequence

from engine.runs.classes import TrainClass, bits
from engine.runs.compress import Skeleton
from engine.runs.legality import Route
from engine.runs.pool import Packing
from engine.runs.problem import Problem, SegmentId
from engine.runs.search import Found


def expand(problem: Problem, network: Skeleton, classes: Sequence[TrainClass], packing: Packing) -> tuple[Route, ...]:
    """One route for every train that runs, in the order the company holds its trains.

    A route on which nothing may be counted is left out; whoever checks the answer then finds it worth less.
    """
    waiting = {kind: list(train.members) for kind, train in enumerate(classes)}
    routes: dict[str, Route] = {}
    for kind, found in packing:
        choice = classes[kind].value(found.visited)
        if choice is not None and waiting[kind]:
            train = waiting[kind].pop(0)
            stops, path = _in_order(network, found)
            counted = set(bits(choice[1]))
            routes[train] = Route(train, tuple(network.nodes[i].id for i in stops if i in counted), path)
    return tuple(routes[train.id] for train in problem.trains if train.id in routes)


def _in_order(network: Skeleton, found: Found) -> tuple[list[int], tuple[SegmentId, ...]]:
    """Follow the chains from the end with the lower number."""
    around: dict[int, list[int]] = {}
    for index in found.chains:
        around.setdefault(network.chains[index].a, []).append(index)
        around.setdefault(network.chains[index].b, []).append(index)
    here = min(node for node, chains in around.items() if len(chains) == 1)
    stops, last = [here], -1
    path: list[SegmentId] = []
    while True:
        onward = [index for index in around[here] if index != last]
        if not onward:
            return stops, tuple(path)
        last = onward[0]
        chain = network.chains[last]
        path.extend(chain.path if chain.a == here else reversed(chain.path))
        here = chain.b if chain.a == here else chain.a
        stops.append(here)
