"""What a set of routes may not do, each with the sentence a player reads, on a board small enough to draw.

A ---- B ---- C ==== D (off-board)      A holds our station, B is a town, C is full of others' stations.
 \\____ E (city) ____/                   E also leads to D by a second piece.
"""

from __future__ import annotations

import dataclasses

import pytest

from engine.runs.legality import Route, best_stops, check, value, visited
from engine.runs.problem import HexBonus, Node, PairBonus, Problem, Segment, Side, Train

ALL = frozenset({"city", "town", "offboard"})
A, B, C, D, E = range(5)


def node(number: int, kind: str, worth: int, **more: object) -> Node:
    known = {"hex": "ABCDE"[number], "name": "", "groups": frozenset(), "visit_cost": 1, "mine": False}
    return Node(**(known | {"id": number, "kind": kind, "revenue": worth, "blocked": False} | more))


def between(first: int, second: int, side: str) -> tuple[Segment, Segment]:
    """Two pieces from stop to stop that meet at a hex side."""
    left, right = Side(side, "ABCDE"[first]), Side(side, "ABCDE"[second])
    return Segment((first, left), frozenset({side})), Segment((right, second), frozenset({side}))


def train(name: str, reach: int | None, times: int = 1, mandatory: frozenset[str] = ALL) -> Train:
    return Train(name, name, reach, times, mandatory, ALL - mandatory)


NODES = (
    node(A, "city", 20, mine=True),
    node(B, "town", 10),
    node(C, "city", 30, blocked=True),
    node(D, "offboard", 40),
    node(E, "city", 50),
)
PIECES = (
    *between(A, B, "ab"),
    *between(B, C, "bc"),
    *between(C, D, "cd"),
    *between(A, E, "ae"),
    *between(E, D, "ed"),
    *between(E, C, "ec"),
)
AB, BC, CD, AE, ED, EC = ((2 * i, 2 * i + 1) for i in range(6))
TRAINS = (train("2", 2), train("3", 3), train("4", 4), train("4T", 4, mandatory=ALL - {"town"}), train("D", None))
BOARD = Problem(TRAINS, NODES, PIECES)


def back(*pieces: int) -> tuple[int, ...]:
    return pieces[::-1]


def test_a_legal_set_earns_what_its_stops_are_worth():
    routes = [Route("2", (A, E), AE), Route("3", (A, B, C), AB + BC)]
    assert check(BOARD, routes).revenues == (70, 60)
    assert check(BOARD, routes).total == 130


def test_a_town_may_be_skipped_only_by_a_train_that_need_not_count_it():
    assert check(BOARD, [Route("4T", (A, C), AB + BC)]).total == 50
    assert check(BOARD, [Route("4", (A, C), AB + BC)]).fault.key == "skipped"


@pytest.mark.parametrize(
    ("routes", "key", "sentence"),
    [
        ([Route("9", (A, E), AE)], "train", "There is no train 9 to run."),
        ([Route("2", (A, E), AE), Route("2", (A, B), AB)], "train-twice", "The 2-train runs only one route."),
        ([Route("2", (A,), ())], "empty", "A route needs track."),
        ([Route("2", (A, E), (99,))], "track", "There is no piece of track 99."),
        ([Route("2", (A, E), (AE[0], ED[1]))], "broken", "do not join"),
        ([Route("2", (A,), (AE[0],))], "broken", "do not join"),
        ([Route("2", (A,), (AE[0], AE[0]))], "broken", "do not join"),
        ([Route("D", (A, B, C, D), AB + BC + CD)], "blocked", "A route may end at C but not pass it"),
        ([Route("D", (A, E, D), AE + ED + back(*CD) + back(*BC))], "blocked", "off-board area"),
        ([Route("2", (A, E, D), AE + ED)], "reach", "The 2-train counts at most 2 stops, not 3."),
        ([Route("2", (A,), AE)], "skipped", "passes E and must count it"),
        ([Route("4T", (B, C), BC)], "station", "at least one stop with a station"),
        ([Route("2", (A, B), AE)], "not-visited", "only stops it visits"),
        ([Route("2", (A, E, A), AE)], "stop-twice", "may not count a stop twice"),
        ([Route("2", (A, E), AE), Route("3", (A, E, D), AE + ED)], "shared-track", "2-train and the 3-train share"),
    ],
)
def test_a_faulty_declaration_names_its_fault(routes, key, sentence):
    verdict = check(BOARD, routes)
    assert not verdict.legal
    assert verdict.fault.key == key
    assert sentence in verdict.fault.sentence
    assert verdict.total == 0


def test_a_route_may_not_come_back_to_a_stop():
    open_town = dataclasses.replace(NODES[C], blocked=False)
    loop = dataclasses.replace(BOARD, nodes=(*NODES[:C], open_town, *NODES[D:]))
    round_trip = AE + EC + back(*BC) + back(*AB)
    assert check(loop, [Route("D", (A, E, C, B), round_trip)]).fault.key == "stop-twice"


def test_two_pieces_that_share_a_side_are_the_same_track():
    # A second piece of E reaches the side towards A as well: both may not be used.
    fork = Segment((Side("ae", "E"), Side("ed", "E")), frozenset({"ae", "ed"}))
    board = dataclasses.replace(BOARD, segments=(*PIECES, fork))
    past = Route("3", (A, D), (AE[0], 12, ED[1]))
    assert check(board, [past]).total == 60
    assert check(board, [past, Route("2", (A, E), AE)]).fault.key == "shared-track"
    assert check(board, [Route("2", (A, E), (AE[0], 12, ED[0]))]).fault.key == "broken"


def test_stops_of_one_group_are_one_place():
    grouped = tuple(dataclasses.replace(n, groups=frozenset({"east"})) if n.id in (C, D) else n for n in NODES)
    passable = tuple(dataclasses.replace(n, blocked=False) for n in grouped)
    verdict = check(dataclasses.replace(BOARD, nodes=passable), [Route("D", (A, B, C, D), AB + BC + CD)])
    assert verdict.fault.key == "group"


def test_two_stops_of_one_hex_only_where_the_rules_allow_it():
    same = tuple(dataclasses.replace(n, hex="A") if n.id == B else n for n in NODES)
    route = [Route("2", (A, B), AB)]
    pieces = (Segment((A, B), frozenset({"inside"})), *PIECES[1:])
    board = dataclasses.replace(BOARD, nodes=same, segments=pieces)
    route = [Route("2", (A, B), (0,))]
    assert check(board, route).total == 30
    assert check(dataclasses.replace(board, one_node_per_hex=True), route).fault.key == "hex-twice"


def test_a_doubled_train_that_chooses_counts_a_station_even_where_richer_stops_are_passed():
    chooser = train("2E", 2, times=2, mandatory=frozenset({"offboard"}))
    board = dataclasses.replace(BOARD, trains=(chooser,))
    assert best_stops(board, chooser, (A, E, D)) == (A, D)
    assert best_stops(board, chooser, (A, E)) == (A, E)
    assert check(board, [Route("2E", (E, D), AE + ED)]).fault.key == "station"
    assert check(board, [Route("2E", (A, D), AE + ED)]).total == 120


def test_the_best_choice_fills_what_cities_leave_with_towns():
    towns = train("2T", 2, mandatory=ALL - {"town"})
    board = dataclasses.replace(BOARD, trains=(towns,))
    assert best_stops(board, towns, (A, B)) == (A, B)
    assert best_stops(board, towns, (A, B, C)) == (A, C)
    assert best_stops(board, towns, (B, C)) is None


def test_an_exit_that_uses_no_reach_comes_on_top():
    exit_ = dataclasses.replace(NODES[D], visit_cost=0)
    board = dataclasses.replace(BOARD, nodes=(*NODES[:D], exit_, NODES[E]))
    assert check(board, [Route("2", (A, E, D), AE + ED)]).total == 110


def test_bonuses_count_once_for_a_route_and_only_the_pair_is_doubled():
    double = train("2+2", 2, times=2)
    bonuses = (
        HexBonus(frozenset({"A", "E"}), 10),
        PairBonus(frozenset({"A"}), frozenset({"E", "D"}), 40, times_multiplier=True),
        PairBonus(frozenset({"A"}), frozenset({"B"}), 100, times_multiplier=False),
    )
    board = dataclasses.replace(BOARD, trains=(double,), bonuses=bonuses)
    assert value(board, double, (A, E)) == 2 * 70 + 10 + 2 * 40
    assert value(board, double, (A, B)) == 2 * 30 + 10 + 100
    assert value(board, double, (B, C)) == 2 * 40


def test_the_stops_of_a_path_are_read_from_its_track():
    assert visited(BOARD, AE + ED) == (A, E, D)
    with pytest.raises(ValueError, match="do not join"):
        visited(BOARD, (AE[0],))
