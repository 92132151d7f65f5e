"""From a position to the board as trains see it, and back from the solver's routes to hexes."""

from __future__ import annotations

from dataclasses import dataclass

from engine.board.board import City
from engine.board.hexes import Hex
from engine.board.network import network
from engine.board.tiles import STOP
from engine.names import Company
from engine.runs.best import Solution
from engine.runs.declared import RunRules
from engine.runs.problem import Bonus, End, Node, Problem, Segment, Side, Train
from engine.state import State
from engine.title import TrainSpec


@dataclass(frozen=True)
class Survey:
    """A problem, and the hex each of its pieces of track lies in."""

    problem: Problem
    hexes: tuple[Hex, ...]  # by segment
    names: dict[str, str]  # train id -> train name


def survey(
    state: State,
    company: Company,
    rules: RunRules,
    bonuses: tuple[Bonus, ...],
    trains: tuple[str, ...] | None = None,
) -> Survey:
    """All that one company's trains can reach now."""
    board = state.board
    reached = network(board, company)
    numbers = {city: n for n, city in enumerate(sorted(reached.stops))}
    nodes = tuple(_node(state, company, n, city) for city, n in numbers.items())
    segments: list[Segment] = []
    hexes: list[Hex] = []
    for hex_, (a, b) in sorted(reached.segments):
        ends = (_end(state, hex_, a, numbers), _end(state, hex_, b, numbers))
        sides = frozenset(end.border for end in ends if isinstance(end, Side))
        segments.append(Segment(ends, sides))
        hexes.append(hex_)
    owned = state.trains_of(company) if trains is None else trains
    names = {f"{name}/{n}": name for n, name in enumerate(sorted(owned))}
    running = tuple(_train(id_, state.title.trains[name], rules) for id_, name in names.items())
    problem = Problem(running, nodes, tuple(segments), bonuses, rules.one_stop_per_hex)
    return Survey(problem, tuple(hexes), names)


def _end(state: State, hex_: Hex, end: int, numbers: dict[City, int]) -> End:
    if end >= STOP:
        return numbers[hex_, end - STOP]
    plan = state.board.plan
    bit = plan.side_bits[6 * plan.index[hex_] + end]
    return Side(str(bit.bit_length()), str(hex_))


def _node(state: State, company: Company, number: int, city: City) -> Node:
    board = state.board
    stop = board.face(city[0]).stops[city[1]]
    colour = state.title.phases[state.phase].offboard
    return Node(
        id=number,
        kind=stop.kind,
        hex=str(city[0]),
        name=board.plan.hexes[city[0]].name or str(city[0]),
        groups=frozenset((stop.group,)) if stop.group else frozenset(),
        revenue=stop.value(colour),
        visit_cost=0 if stop.free else 1,
        mine=board.plan.symbol(company) in board.cities.get(city, ()),
        blocked=stop.kind == "city" and board.blocks(*city, company),
    )


def _train(id_: str, spec: TrainSpec, rules: RunRules) -> Train:
    if spec.any_stops:
        mandatory, optional = frozenset({"offboard"}), frozenset({"city", "town"})
    elif rules.towns_may_be_skipped:
        mandatory, optional = frozenset({"city", "offboard"}), frozenset({"town"})
    else:
        mandatory, optional = frozenset({"city", "offboard", "town"}), frozenset()
    return Train(id_, spec.name, spec.reach, spec.multiplier, mandatory, optional)


def paths(surveyed: Survey, answer: Solution) -> list[tuple[str, tuple[str, ...]]]:
    """Each route of an answer as the name of its train and the hexes it runs through."""
    found = []
    for route in answer.routes:
        hexes: list[str] = []
        for segment in route.path:
            here = str(surveyed.hexes[segment])
            if not hexes or hexes[-1] != here:
                hexes.append(here)
        found.append((surveyed.names[route.train], tuple(hexes)))
    return found
