"""Where a company's track leads."""

from __future__ import annotations

import random

import pytest

from engine.board.board import Board, City
from engine.board.hexes import Hex
from engine.board.network import Walk, connected, has_run, network, unconnected
from engine.board.tiles import STOP
from tests.engine.board.recordings import TITLES, plan_of

SMOLENSK, MOSCOW = Hex("E9"), Hex("H8")
LOOP_AT_KIEV = "D16=7/2 C15=8/3 C13=7/5"


def board_with(title: str, tiles: str = "", **stations: str) -> Board:
    """A board from "HEX=tile/rotation" words and company="HEX:stop HEX:stop" stations, nothing kept for anybody."""
    laid = dict(word.split("=") for word in tiles.split())
    board = Board.from_json(plan_of(title), {"tiles": laid, "stations": {}, "reserved": []})
    for company, places in stations.items():
        for place in places.split():
            hex_, stop = place.split(":")
            board = board.place(company, Hex(hex_), int(stop))
    return board


def stops(board: Board, company: str) -> set[str]:
    return {f"{h}:{k}" for h, k in network(board, company).stops}


def test_a_station_without_track_reaches_itself() -> None:
    reached = network(board_with("1861", A="E9:0"), "A")
    assert reached.stops == {(SMOLENSK, 0)}
    assert not reached.segments
    assert not reached.open_sides


def test_track_is_followed_to_where_it_ends() -> None:
    # Smolensk north to E7, E5 and south to E11, where a town is without track.
    board = board_with("1861", "E9=57/0 E7=9/0 E5=9/0", A="E9:0")
    reached = network(board, "A")
    assert reached.open_sides == {(Hex("E3"), 0), (Hex("E11"), 3)}
    assert {h for h, _ in reached.segments} == {"E9", "E7", "E5"}


def test_printed_track_counts() -> None:
    assert stops(board_with("1861", A="E1:1"), "A") == {"E1:1", "G5:0", "H8:1"}


# Estevan in the south, a plain hex, two towns, Wadena with its single slot, and E11 beyond it to the north.
NORTHWARD = "M11=59/3 K11=9/0 I11=55/0 G11=57/0 E11=9/0"


@pytest.mark.parametrize(("who", "passes"), [("B", False), ("neutral", True), ("", True)])
def test_a_city_full_of_others_is_reached_and_not_passed(who: str, passes: bool) -> None:
    board = board_with("1882", NORTHWARD, A="M11:0", **({who: "G11:0"} if who else {}))
    assert (Hex("G11"), 0) in network(board, "A").stops
    assert ((Hex("E11"), (0, 3)) in network(board, "A").segments) is passes


def test_ones_own_station_never_blocks() -> None:
    board = board_with("1882", NORTHWARD, A="M11:0 G11:0")
    assert (Hex("E11"), (0, 3)) in network(board, "A").segments


def test_a_free_slot_even_a_kept_one_lets_trains_pass() -> None:
    board = board_with("1882", NORTHWARD.replace("G11=57/0", "G11=14/0"), A="M11:0", B="G11:0")
    assert (Hex("E11"), (0, 3)) in network(board, "A").segments
    full = board.place("C", Hex("G11"), 0)
    assert (Hex("E11"), (0, 3)) not in network(full, "A").segments
    assert (Hex("E11"), (0, 3)) in network(full, "C").segments


def test_off_board_ends_a_trail() -> None:
    # Poland's A11 is reached from B10 and left to nowhere.
    board = board_with("1861", "E9=57/1 D10=9/1 C11=9/1 B12=8/2 B10=7/1", A="E9:0")
    reached = network(board, "A")
    assert (Hex("A11"), 0) in reached.stops
    assert (Hex("B10"), (1, 2)) not in reached.segments


def test_a_junction_is_not_reversed() -> None:
    # Kazan (M7) meets M5's junction from the south: at its stem, or turned round, at one of its branches.
    stem = network(board_with("1861", "M7=57/0 M5=23/0", A="M7:0"), "A")
    assert {s for h, s in stem.segments if h == "M5"} == {(0, 3), (0, 4)}
    branch = network(board_with("1861", "M7=57/0 M5=23/3", A="M7:0"), "A")
    assert {s for h, s in branch.segments if h == "M5"} == {(0, 3)}


def test_a_loop_back_to_a_used_hexside_leads_nowhere() -> None:
    # North of Kazan, M5 splits north-west and north-east, and L4, M3 and N4 join the two branches.
    board = board_with("1861", "M7=57/0 M5=25/0 L4=7/4 M3=8/5 N4=7/1", A="M7:0")
    reached = network(board, "A")
    assert {h for h, _ in reached.segments} == {"M7", "M5", "L4", "M3", "N4"}
    # The way back into Kazan would use M5's southern side a second time.
    assert 6 * board.plan.index[Hex("M7")] + 3 not in reached.walk.arrived
    assert 3 not in reached.arrivals(Hex("M7"))


def test_one_company_never_looks_through_anothers_eyes() -> None:
    board = board_with("1861", A="E1:0", B="E1:1")
    assert stops(board, "A") != stops(board, "B")
    assert network(board, "A") is network(board, "A")
    assert network(board.release("X"), "A") is network(board, "A")
    assert network(board.lay(SMOLENSK, "57", 0), "A") is not network(board, "A")


def test_stations_of_those_who_merge_do_not_block() -> None:
    # Three cities in a row; the middle one is full.
    board = board_with("1882", "G11=57/0 I11=55/0 K11=9/0 M11=59/3 E11=9/0 C11=57/0", A="M11:0", B="G11:0", C="C11:0")
    a, b, c = (board.stations(x)[0] for x in "ABC")
    assert connected(board, a, b)
    assert not connected(board, a, c)
    assert connected(board, a, c, {"A", "B", "C"})
    assert connected(board, a, a)


def test_separate_cities_of_one_hex_are_not_one_city() -> None:
    board = board_with("1861", A="H8:0", B="H8:1")
    assert not connected(board, (MOSCOW, 0), (MOSCOW, 1))


def test_a_hex_is_unconnected_until_track_leads_to_another_stop() -> None:
    assert unconnected(board_with("1861"), SMOLENSK)
    assert unconnected(board_with("1861", "E9=57/0"), SMOLENSK)
    assert not unconnected(board_with("1861", "E9=57/0 E11=4/0"), SMOLENSK)
    # Full cities do not matter here, and Moscow is joined to Tver by printed track.
    assert not unconnected(board_with("1861"), MOSCOW)


def test_a_run_needs_two_stops() -> None:
    assert not has_run(board_with("1861", "E9=57/0", A="E9:0"), "A")
    assert has_run(board_with("1861", "E9=57/0 E11=4/0", A="E9:0"), "A")
    assert not has_run(board_with("1861"), "A")


def test_a_free_stop_can_be_left_out_of_account() -> None:
    board = board_with("1882", "D6=57/0", A="D6:0")
    assert has_run(board, "A")
    assert not has_run(board, "A", ignore_free_stops=True)


def test_two_stops_of_one_hex_are_a_run_only_where_a_route_may_have_both() -> None:
    # From Kiev's southern city round by D16 and C15 to its north-western one.
    board = board_with("1861", LOOP_AT_KIEV, A="D14:0")
    assert stops(board, "A") == {"D14:0", "D14:1"}
    assert has_run(board, "A")
    assert not has_run(board, "A", one_stop_per_hex=True)
    assert connected(board, (Hex("D14"), 0), (Hex("D14"), 1))
    assert not connected(board, (Hex("D14"), 0), (Hex("D14"), 1), one_stop_per_hex=True)


def everything(board: Board, starts: list[City], blocked: list[City]) -> tuple[set[object], ...]:
    """Every trail there is, one by one."""
    plan, faces = board.plan, board.faces
    full = {(plan.index[h], k) for h, k in blocked}
    stops: set[object] = set()
    segments: set[object] = set()
    arrivals: set[object] = set()

    def leave(i: int, end: int, edge: int, used: int) -> None:
        side, beyond = plan.side_bits[6 * i + edge], plan.across[6 * i + edge]
        if not used & side:
            segments.add((i, min(end, edge), max(end, edge)))
            if beyond >= 0:
                enter(beyond, used | side)

    def enter(state: int, used: int) -> None:
        arrivals.add(state)
        i, edge = divmod(state, 6)
        for end in faces[i].links[edge]:
            if end < STOP:
                leave(i, edge, end, used)
            elif not used & plan.stop_bits[i][end - STOP]:
                stops.add((i, end - STOP))
                segments.add((i, edge, end))
                if (i, end - STOP) not in full and faces[i].stops[end - STOP].kind != "offboard":
                    for other in faces[i].links[end]:
                        if other != edge:
                            leave(i, end, other, used | plan.stop_bits[i][end - STOP])

    for hex_, k in starts:
        i = plan.index[hex_]
        stops.add((i, k))
        for edge in faces[i].exits_of(k):
            leave(i, STOP + k, edge, plan.stop_bits[i][k])
    return stops, segments, arrivals


def tangle(chance: random.Random) -> tuple[Board, list[City], list[City]]:
    """A few hexes full of random tiles, whatever the rules say, and cities to start from or to be stopped by."""
    plan = plan_of(chance.choice(TITLES))
    built = [h for h in plan.order if plan.hexes[h].buildable]
    middle = chance.choice(built)
    patch = [h for h in built if plan.distance(middle, h) <= 2]
    tiles = {}
    for h in patch:
        face = plan.hexes[h].face
        fits = [t for t in plan.tiles.values() if t.kind == face.kind and len(t.stops) == len(face.stops)]
        fits = [t for t in fits if t.colour != "yellow" or chance.random() < 0.3]
        if fits and chance.random() < 0.85:
            tiles[h] = f"{chance.choice(fits).number}/{chance.randrange(6)}"
    board = Board.from_json(plan, {"tiles": dict(tiles), "stations": {}, "reserved": []})
    cities = [(h, k) for h in patch for k, stop in enumerate(board.face(h).stops) if stop.kind == "city"]
    starts = chance.sample(cities, min(len(cities), chance.choice((1, 1, 2))))
    return board, starts, [c for c in cities if c not in starts and chance.random() < 0.3]


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(s, marks=pytest.mark.long) for s in range(4, 60))])
def test_the_network_is_exactly_what_all_trails_together_touch(seed: int) -> None:
    chance = random.Random(seed)
    asked = 0
    for _ in range(1000):
        board, starts, blocked = tangle(chance)
        walk = Walk(board, starts, blocked)
        walk.settle()
        arrivals = {s for s in range(6 * len(board.plan.order)) if walk.arrival(s)}
        segments = {(key >> 8, key >> 4 & 15, key & 15) for key in walk.segments}
        assert (set(walk.stops), segments, arrivals) == everything(board, starts, blocked), (board, starts, blocked)
        asked += bool(walk.refused)
    # The test would prove little if the quick wave were always enough.
    assert asked > 20
