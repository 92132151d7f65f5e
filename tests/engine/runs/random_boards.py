"""Small made-up boards under both rule sets, and the best run by trying everything: slow, plain, nothing shared."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from engine.runs.legality import Route, best_stops, check, visited
from engine.runs.problem import Problem, Side

# The six neighbours of a hex in axial coordinates; side d faces side d + 3.
AROUND = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))

# Two houses of rules: (name, reach, multiplier, mandatory, optional).
FREE_TOWNS = (
    ("2", 2, 1, ["city", "offboard"], ["town"]),
    ("3", 3, 1, ["city", "offboard"], ["town"]),
    ("4", 4, 1, ["city", "offboard"], ["town"]),
    ("2+2", 2, 2, ["city", "offboard"], ["town"]),
    ("3+3E", 3, 2, ["offboard"], ["city", "town"]),
    ("5+5E", 5, 2, ["offboard"], ["city", "town"]),
)
ALL_COUNT = (
    ("2", 2, 1, ["city", "town", "offboard"], []),
    ("3", 3, 1, ["city", "town", "offboard"], []),
    ("4", 4, 1, ["city", "town", "offboard"], []),
    ("D", 999, 1, ["city", "town", "offboard"], []),
)


def board(seed: int, free_towns: bool, wide: int = 3, high: int = 3, most_trains: int = 3) -> dict[str, object]:
    """A board in the public format, the same for the same seed."""
    dice = random.Random(f"{seed}/{free_towns}/{wide}/{high}")
    hexes = [(q, r) for q in range(wide) for r in range(high)]
    nodes: list[dict[str, object]] = []
    segments: list[dict[str, object]] = []

    def side(at: tuple[int, int], d: int) -> dict[str, object]:
        q, r = at
        there = q + AROUND[d][0], r + AROUND[d][1]
        first, second = sorted([(at, d), (there, (d + 3) % 6)])
        del second
        return {"border": f"{name(first[0])}:{first[1]}", "hex": name(at), "edge": d}

    def name(at: tuple[int, int]) -> str:
        return f"{'ABCDEFGHIJKLMNOP'[at[0] + 2]}{at[1] + 2}"

    def piece(at: tuple[int, int], *ends: dict[str, object]) -> None:
        res = [f"B{end['border']}" for end in ends if "border" in end]
        segments.append({"id": len(segments), "hex": name(at), "tile": "", "ends": list(ends), "res": res})

    def stop(at: tuple[int, int], kind: str, exits: list[int], groups: list[str], cost: int = 1) -> None:
        number = len(nodes)
        mine = kind == "city" and dice.random() < 0.4
        blocked = kind == "offboard" or (kind == "city" and not mine and dice.random() < 0.25)
        worth = dice.choice([10, 20] if kind == "town" else [20, 30, 40, 50, 60])
        nodes.append(
            {"id": number, "kind": kind, "hex": name(at), "name": f"{kind} {number}", "groups": groups}
            | {"revenue": worth, "visit_cost": cost, "mine": mine, "blocked": blocked}
        )
        for d in exits:
            piece(at, side(at, d), {"node": number})

    for at in hexes:
        sides = dice.sample(range(6), 6)
        what = dice.random()
        if what < 0.35:
            stop(at, "city", sides[: dice.randint(2, 5)], [])
        elif what < 0.5:
            stop(at, "town", sides[: dice.randint(2, 3)], [])
        elif what < 0.6:
            stop(at, "city", sides[:2], [])
            stop(at, dice.choice(["city", "town"]), sides[2:5], [])
        elif what < 0.72:
            edge = dice.choice([0, 1])
            cost = 0 if not free_towns and dice.random() < 0.4 else 1
            stop(at, "offboard", sides[: dice.randint(1, 3)], ["east" if edge else "west"] if free_towns else [], cost)
        else:
            # Plain track, now and then with a junction: two pieces that meet at one side.
            pieces = dice.randint(1, 3)
            for index in range(pieces):
                a, b = (sides[0], sides[1 + index]) if dice.random() < 0.4 else (sides[index], sides[5 - index])
                if a != b:
                    piece(at, side(at, a), side(at, b))
    kinds = FREE_TOWNS if free_towns else ALL_COUNT
    trains = []
    for index in range(dice.randint(1, most_trains)):
        label, reach, times, mandatory, optional = dice.choice(kinds)
        trains.append(
            {"id": f"{label}-{index}", "name": label, "reach": reach, "multiplier": times}
            | {"mandatory": mandatory, "optional": optional}
        )
    chosen = [name(at) for at in dice.sample(hexes, 4)]
    bonuses: list[dict[str, object]] = [
        {"type": "pair", "a": chosen[:2], "b": chosen[2:3], "amount": 40, "times_multiplier": free_towns}
    ]
    if free_towns:
        bonuses.append({"type": "hex", "hexes": chosen[1:], "amount": 10})
    return {
        "id": f"made-{seed}-{'free' if free_towns else 'all'}",
        "one_node_per_hex": free_towns,
        "trains": trains,
        "bonuses": bonuses,
        "nodes": nodes,
        "segments": segments,
    }


def paths(problem: Problem) -> Iterator[tuple[int, ...]]:
    """Every sequence of pieces from a stop to another stop that never lays hands on the same piece twice."""
    touching: dict[object, list[tuple[int, object]]] = {}
    for index, segment in enumerate(problem.segments):
        for here, there in (segment.ends, segment.ends[::-1]):
            touching.setdefault(here, []).append((index, there))

    def onward(here: object, path: tuple[int, ...], stops: frozenset[int]) -> Iterator[tuple[int, ...]]:
        if isinstance(here, int):
            if here in stops:
                return
            stops |= {here}
            if path:
                yield path
        places = [here] if isinstance(here, int) else [s for s in touching if _across(here, s)]
        for place in places:
            for piece, there in touching.get(place, ()):
                if piece not in path:
                    yield from onward(there, (*path, piece), stops)

    for node in problem.nodes:
        yield from onward(node.id, (), frozenset())


def _across(here: object, there: object) -> bool:
    return isinstance(here, Side) and isinstance(there, Side) and here.border == there.border and here.hex != there.hex


def by_trying_everything(
    problem: Problem, most_paths: int = 4_000, allowed: Callable[[tuple[int, ...]], bool] = lambda path: True
) -> int | None:
    """The best total over all sets of legal routes; None where the board has too many paths for that."""
    found = []
    for path in paths(problem):
        if path[0] <= path[-1] and allowed(path):
            found.append(path)
        if len(found) > most_paths:
            return None
    options: list[list[tuple[int, frozenset[str]]]] = []
    for train in problem.trains:
        best: dict[frozenset[str], int] = {}
        for path in found:
            stops = best_stops(problem, train, visited(problem, path))
            if stops is None:
                continue
            verdict = check(problem, [Route(train.id, stops, path)])
            if verdict.legal:
                keys = frozenset(key for piece in path for key in problem.segments[piece].res)
                best[keys] = max(best.get(keys, 0), verdict.total)
        options.append(sorted(((worth, keys) for keys, worth in best.items()), key=lambda o: -o[0]))
    ceilings = [max((worth for worth, _ in option), default=0) for option in options]
    top = 0

    def seat(index: int, used: frozenset[str], total: int) -> None:
        nonlocal top
        top = max(top, total)
        if index == len(options) or total + sum(ceilings[index:]) <= top:
            return
        for worth, keys in options[index]:
            if total + worth + sum(ceilings[index + 1 :]) <= top:
                break
            if not keys & used:
                seat(index + 1, used | keys, total + worth)
        seat(index + 1, used, total)

    seat(0, frozenset(), 0)
    return top
