"""What track is worth to a company: what its trains would earn, and what they may come to reach."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine import Company, State, trains_on_sale
from engine.board.board import Board
from engine.board.hexes import Hex
from engine.board.network import network
from engine.board.plan import Plan
from engine.runs.best import solve
from engine.runs.proposal import running
from engine.runs.survey import survey

# A glance at the runs of one company: some milliseconds, and nearly always the best run itself.
GLANCE = 1_200
# How far beyond the end of the line one looks for the next place to reach.
SIGHT = 4

# What lies beyond each hex, for a line that ends there.
Lures = Mapping[Hex, float]


def earning(state: State, company: Company, trains: tuple[str, ...], board: Board | None = None) -> int:
    """What a company would run for with these trains, on another board where one is given."""
    there = state if board is None else state.change(board=board)
    step = running(state, company)
    return solve(survey(there, company, step.rules, step.bonuses(there, company), trains).problem, GLANCE).value


def strongest(state: State, company: Company) -> tuple[str, ...]:
    """The one train to plan track for: the best it has, or the next it will have to buy."""
    own = state.trains_of(company) or trains_on_sale(state)
    return (max(own, key=lambda name: (state.title.trains[name].price, name)),)


def reach(state: State, company: Company, board: Board, lures: Lures) -> float:
    """Everything the company's track leads to, and a little for what lies just beyond its ends."""
    found = network(board, company)
    total = sum(stop_value(state, board, *city) for city in found.stops)
    ends = {hex_ for hex_, _ in found.open_sides}
    return total + 0.4 * sum(sorted((lures.get(end, 0.0) for end in ends), reverse=True)[:2])


def lures(state: State, company: Company) -> Lures:
    """For each hex the best place near it that the company does not reach yet, the nearer the better."""
    board, known = state.board, {hex_ for hex_, _ in network(state.board, company).stops}
    found: dict[Hex, float] = {}
    for hex_, around in _surroundings(board.plan).items():
        if hex_ in known or not board.face(hex_).stops:
            continue
        worth = best_stop(state, board, hex_)
        for other, far in around:
            found[other] = max(found.get(other, 0.0), worth / (1.5 + far))
    return found


@lru_cache(maxsize=8)
def _surroundings(plan: Plan) -> Mapping[Hex, tuple[tuple[Hex, int], ...]]:
    """All hexes in sight of each hex, with how far they are."""
    return {
        hex_: tuple((other, far) for other in plan.order if (far := plan.distance(hex_, other)) <= SIGHT)
        for hex_ in plan.order
    }


def stop_value(state: State, board: Board, hex_: Hex, stop: int) -> int:
    return board.face(hex_).stops[stop].value(state.title.phases[state.phase].offboard)


def best_stop(state: State, board: Board, hex_: Hex) -> int:
    return max((stop_value(state, board, hex_, k) for k in range(len(board.face(hex_).stops))), default=0)


def site(state: State, hex_: Hex) -> float:
    """How good a city is to begin in: itself, and what lies around it."""
    around = _surroundings(state.board.plan).get(hex_, ())
    return sum(best_stop(state, state.board, other) / (1 + far) for other, far in around)


def next_price(state: State) -> int:
    """What the bank's cheapest new train costs."""
    return min((state.title.trains[name].price for name in trains_on_sale(state)), default=0)


def next_to_rust(state: State) -> frozenset[str]:
    """The trains that are lost with the next train that makes any useless."""
    title = state.title
    for spec in title.trains.values():
        lost = frozenset(one.name for one in title.trains.values() if one.rusts_on == spec.name)
        played = not spec.option or state.options.get(spec.option)
        if lost and played and spec.opens and not title.since(state.phase, spec.opens):
            return lost
    return frozenset()


def doomed(state: State, train: str) -> bool:
    """Whether a train rusts with one of the next few trains the bank sells."""
    last = state.title.trains[train].rusts_on
    return bool(last) and any(state.title.trains[name].opens == last for name in state.depot[:4])
