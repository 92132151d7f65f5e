"""Reads runs: each train with the hexes it runs through, or with its stops where only one track joins them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise, product

from engine.board.board import Board
from engine.board.hexes import Hex, opposite
from engine.board.tiles import STOP
from engine.errors import Ambiguous, Illegal, Unreadable
from engine.game import open_step
from engine.message import Listed
from engine.moves import Run, TrainRun
from engine.notation.clean import key, shortened
from engine.notation.names import HEX, PLACE, register
from engine.notation.scan import Scanner
from engine.notation.write import write_order
from engine.runs.declared import read_run, side_between
from engine.runs.proposal import best_run
from engine.state import State
from engine.steps.run_trains import RunTrains

Path = tuple[str, ...]
# More ways than this are not compared: the order is asked for by hexes instead.
MANY = 64
# How far track is followed between two stops that were named.
FAR = 4_000
GAPS = 24
# No map has track for a longer route.
LONG = 150
_JOINTS = re.compile(r"\s*(?:->|[->]|\bto\b)\s*")


def read_runs(scan: Scanner) -> Run:
    """best, none, or trains with their routes."""
    scan.skip("train", "for")
    if scan.means("nothing"):
        scan.at += 1
        scan.finish()
        return Run(())
    if scan.means("best"):
        scan.at += 1
        scan.skip("route", "train")
        scan.finish()
        return best_run(scan.state, running(scan.state)).move
    if scan.means("again"):
        raise Unreadable("The position does not tell how the trains ran last time; write the routes, or “run best”.")
    if scan.over:
        raise Unreadable("Say what to run.")
    pieces = _pieces(scan)
    routes = [(train, _paths(scan.state, stops)) for train, stops in pieces]
    return _chosen(scan.state, routes)


def running(state: State) -> RunTrains:
    """The step in which the company on turn runs: open, still to come, or left out for want of a run."""
    steps = [open_step(state)]
    machine = state.title.rounds.get(state.cursor.round)
    if not state.demands and machine is not None:
        steps += machine.later(state)
    for step in steps:
        if isinstance(step, RunTrains):
            return step
    if not state.demands and machine is not None and not state.turn.ran:
        for step in machine.whole(state):
            if isinstance(step, RunTrains) and step.actor(state) is None:
                return step
    raise Illegal("No company runs its trains now.", rule=state.title.paragraph("order"))


# ---------------------------------------------------------------------- words


def _pieces(scan: Scanner) -> list[tuple[str, tuple[str, ...]]]:
    """Each train with the hexes named for it."""
    text = " ".join(scan.words[scan.at :])
    scan.at = len(scan.words)
    left = list(_owned(scan.state))
    found = []
    for piece in text.split(","):
        if not piece.strip():
            continue
        train, stops = _train(scan.state, piece.strip(), left)
        if train in left:
            left.remove(train)
        found.append((train, _hexes(scan.state, stops)))
    if not found:
        raise Unreadable("Say what to run.")
    return found


def _owned(state: State) -> tuple[str, ...]:
    return state.trains_of(state.company_on_turn) if state.company_on_turn else ()


def _train(state: State, piece: str, left: list[str]) -> tuple[str, str]:
    """The train a route is for, named before a colon or as the first word; needless where there is only one left."""
    head, colon, tail = piece.partition(":")
    if not colon:
        head, _, tail = piece.partition(" ")
    name = key(head.strip().removesuffix("train").strip(" -"))
    for train in state.title.trains:
        if name == key(train):
            return train, tail.strip().removeprefix("train").strip(" :")
    if colon:
        raise Unreadable(
            "There is no {text}-train; there are {known}.",
            text=shortened(head.strip()),
            known=Listed(state.title.trains, ","),
        )
    if len(set(left)) == 1:
        return left[0], piece
    raise Unreadable("Say which train runs {text}, as in “run 2: {text}”.", text=shortened(piece))


def _hexes(state: State, text: str) -> tuple[str, ...]:
    """The hexes named along a route."""
    parts = [part for part in _JOINTS.split(text) if part]
    if len(parts) == 1 and " " in text:
        parts = text.split()
    if len(parts) > LONG:
        raise Unreadable("A route of {count} hexes is longer than any track.", count=len(parts))
    if len(parts) < 2:
        raise Unreadable("A route joins two stops at least, written with hyphens: H8-G7.")
    return tuple(_hex(state, part) for part in parts)


def _hex(state: State, part: str) -> str:
    names = register(state.title)
    wanted = key(part)
    if HEX.fullmatch(wanted) and wanted.upper() in state.title.plan.hexes:
        return wanted.upper()
    found = [] if HEX.fullmatch(wanted) else names.find(wanted, (PLACE,))
    if len(found) == 1:
        return found[0][1]
    if found:
        listed = Listed((symbol for _, symbol in found[:6]), "each")
        raise Ambiguous("“{text}” could be {listed}; write the coordinate.", text=shortened(part), listed=listed)
    near = names.near(wanted, (PLACE,))
    text = shortened(part)
    if not near:
        raise Unreadable("“{text}” is not a hex or a place on this map.", text=text)
    raise Unreadable(
        "“{text}” is not a hex or a place on this map; did you mean {near}?", text=text, near=Listed(near, "or")
    )


# ---------------------------------------------------------------------- track


def _paths(state: State, named: tuple[str, ...]) -> list[Path]:
    """All the ways track leads along the hexes named, in order."""
    plan = state.title.plan
    if sum(side_between(plan, Hex(a), Hex(b)) is None for a, b in pairwise(named)) > GAPS:
        raise Unreadable("These hexes are too far apart to tell which way the train runs; name those between them.")
    legs = [_legs(state.board, Hex(a), Hex(b)) for a, b in pairwise(named)]
    paths = []
    for ways in islice(product(*legs), MANY + 1):
        paths.append(named[:1] + tuple(hex_ for way in ways for hex_ in way))
    return paths


def _legs(board: Board, here: Hex, there: Hex) -> list[Path]:
    """The hexes after the first, on every piece of track from one hex to another that passes as few stops as can be."""
    edge = side_between(board.plan, here, there)
    if edge is not None and board.face(here).links[edge] and board.face(there).links[opposite(edge)]:
        return [(str(there),)]
    for towns in (False, True):
        found = list(islice(_walks(board, here, there, towns), MANY))
        if found:
            return list(dict.fromkeys(found))
    if edge is not None:
        return [(str(there),)]  # neighbours without track: the rules say why that is no route
    plan = board.plan
    raise Unreadable(
        "No track without another city on it joins {here} and {there}; name the hexes between them.",
        here=plan.hexes[here].title,
        there=plan.hexes[there].title,
    )


def _walks(board: Board, here: Hex, there: Hex, towns: bool) -> Iterator[Path]:
    """Track from hex to hex over plain hexes (and past towns), each hexside used once."""
    plan = board.plan
    steps = 0
    waiting: list[tuple[Hex, int, Path, int]] = [(here, edge, (), 0) for edge in board.face(here).exits]
    while waiting and steps < FAR:
        hex_, edge, path, used = waiting.pop()
        steps += 1
        beyond = plan.neighbour(hex_, edge)
        bit = plan.side_bits[6 * plan.index[hex_] + edge]
        if beyond is None or used & bit or not board.face(beyond).links[opposite(edge)]:
            continue
        onward = (*path, str(beyond))
        if beyond == there:
            yield onward
        elif beyond != here:
            for out in _onward(board, beyond, opposite(edge), towns):
                waiting.append((beyond, out, onward, used | bit))


def _onward(board: Board, hex_: Hex, into: int, towns: bool) -> Iterator[int]:
    face = board.face(hex_)
    for end in face.links[into]:
        if end < STOP:
            yield end
        elif towns and face.stops[end - STOP].kind == "town":
            yield from (out for out in face.links[end] if out != into)


# ---------------------------------------------------------------------- choosing


def _chosen(state: State, routes: list[tuple[str, list[Path]]]) -> Run:
    """The only run the routes can mean. Ways no train could run are left out while others remain."""
    if all(len(paths) == 1 for _, paths in routes):
        return Run(tuple(TrainRun(train, paths[0]) for train, paths in routes))
    step = running(state)
    narrowed = [(train, _possible(state, step, train, paths) or paths) for train, paths in routes]
    if any(len(paths) > MANY for _, paths in narrowed):
        raise Ambiguous("Track joins these stops in very many ways; name the hexes of each route.")
    runs = [
        Run(tuple(TrainRun(train, path) for (train, _), path in zip(narrowed, ways, strict=True)))
        for ways in islice(product(*(paths for _, paths in narrowed)), MANY)
    ]
    legal = [run for run in runs if _legal(step, state, run)] or runs
    if len(legal) == 1:
        return legal[0]
    raise Ambiguous(
        "Track joins these stops in {count} ways; name the hexes of each route.",
        instead=tuple(write_order(run) for run in legal[:3]),
        count=len(legal),
    )


def _possible(state: State, step: RunTrains, train: str, paths: list[Path]) -> list[Path]:
    colour = state.title.phases[state.phase].offboard
    company = state.operating
    found = []
    for path in paths:
        try:
            read_run(state.board, company, state.title.trains[train], path, colour, step.ruled(state), ())
        except Illegal:
            continue
        found.append(path)
    return found


def _legal(step: RunTrains, state: State, run: Run) -> bool:
    try:
        step.check(state, run)
    except Illegal:
        return False
    return True
