"""Which tiles may be laid, and why others may not."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.board.board import Board, City
from engine.board.hexes import Hex
from engine.board.laying import Lay, TrackRules, crossings, fault, lays, terrain_cost
from engine.board.network import network, stops_found
from tests.engine.board.recordings import plan_of
from tests.engine.board.test_network import tangle

ALL = ("yellow", "green", "brown", "grey")


def put(title: str, tiles: str = "", **stations: str) -> Board:
    board = Board.start(plan_of(title))
    for word in tiles.split():
        hex_, number, rotation = re.split("[=/]", word)
        board = board.lay(Hex(hex_), number, int(rotation))
    for company, places in stations.items():
        for place in places.split():
            hex_, stop = place.split(":")
            board = board.place(company, Hex(hex_), int(stop))
    return board


def found(board: Board, company: str, *colours: str) -> set[str]:
    return {f"{x.hex}={x.tile}/{x.rotation}" for x in lays(board, company, colours or ALL, board.plan.rules)}


@pytest.mark.parametrize(
    ("board", "lay", "key", "why"),
    [
        (put("1861"), "Z9=9/0", "no-such-hex", "There is no hex Z9 on this map."),
        (put("1861"), "E9=999/0", "no-such-tile", "There is no tile 999 in this game."),
        (put("1861"), "E9=57/6", "no-such-rotation", "A tile can be turned 0 to 5 sides, not 6."),
        (
            put("1861"),
            "Q3=57/0",
            "hex-fixed",
            "Nothing is ever built on Ekaterinburg (Q3): it is printed grey for good.",
        ),
        (put("1861"), "H6=9/0", "hex-blocked", "H6 is closed to building at present."),
        (
            put("1861"),
            "E9=14/0",
            "wrong-colour",
            "Smolensk (E9) has no tile yet, so it takes a yellow tile; 14 is green.",
        ),
        (put("1861"), "H8=639/0", "wrong-colour", "Moscow (H8) is yellow, so it takes a green tile; 639 is grey."),
        (
            put("1861"),
            "E1=641/0",
            "colour-not-available",
            "Tile 641 is brown; in this phase yellow and green tiles are available.",
        ),
        (put("1861"), "E9=9/0", "wrong-tile-kind", "Smolensk (E9) takes city tiles; 9 is for plain hexes."),
        (
            put("1861"),
            "B4=57/0",
            "label-mismatch",
            "Riga (B4) takes tiles with the label Y; 57 is one without a label.",
        ),
        (
            put("1861", "E9=57/0 I13=57/0", A="F18:0"),
            "F18=57/0",
            "tile-exhausted",
            "No tile 57 is left; all 2 of them lie on the map.",
        ),
        (
            put("1861", "E7=9/0", A="E9:0"),
            "E7=23/1",
            "old-track-lost",
            "Tile 23 at rotation 1 does not keep the track of E7 in place. It would at rotation 0 or 3.",
        ),
        (
            put("1861", A="D20:0"),
            "D20=201/5",
            "track-off-map",
            "Tile 201 at rotation 5 would run S and SE out of Odessa (D20), where no track can go.",
        ),
        (put("1861", A="E9:0"), "E7=9/0", "home-first", "A has no track yet and must begin in Smolensk (E9)."),
        (put("1861"), "E7=9/0", "not-connected", "A has no station on the map, so it can reach no track."),
        (
            put("1861", "E9=57/0", A="E9:0"),
            "D8=9/0",
            "not-connected",
            "Track of A would not reach tile 9 at rotation 0 on D8.",
        ),
        (
            put("1861", "E9=57/0 E7=9/0", A="E9:0"),
            "E7=18/0",
            "no-new-track",
            "None of the track that tile 18 adds to E7 would be reached by A.",
        ),
    ],
)
def test_a_fault_names_what_is_wrong(board: Board, lay: str, key: str, why: str) -> None:
    hex_, number, rotation = re.split("[=/]", lay)
    wrong = fault(board, "A", Lay(Hex(hex_), number, int(rotation)), ("yellow", "green"), board.plan.rules, {Hex("H6")})
    assert wrong is not None
    assert (wrong.key, wrong.why) == (key, why)


def test_a_closed_hex_says_why_if_the_caller_knows() -> None:
    board = put("1861")
    closed = {Hex("H6"): "H6 opens in phase 3."}
    wrong = fault(board, "A", Lay(Hex("H6"), "9", 0), ALL, board.plan.rules, closed)
    assert wrong is not None
    assert wrong.why == "H6 opens in phase 3."


def test_a_company_without_track_builds_at_home_in_any_direction() -> None:
    board = put("1861", A="E9:0")
    assert found(board, "A") == {f"E9={t}/{r}" for t in ("5", "6", "57") for r in range(6)}


def test_odessa_keeps_out_of_the_sea() -> None:
    board = put("1861", **{"O-K": "D20:0"})
    assert found(board, "O-K") == {f"D20={t}" for t in ("201/1", "201/2", "201/3", "202/1", "202/2", "621/1", "621/4")}


def test_a_brown_city_takes_the_most_exits_that_are_left() -> None:
    board = put("1861", "E9=57/0 E9=14/0", A="E9:0")
    brown = {x for x in found(board, "A") if x.startswith("E9=")}
    assert brown == {f"E9=63/{r}" for r in range(6)}
    wrong = fault(board, "A", Lay(Hex("E9"), "611", 0), ALL, board.plan.rules)
    assert wrong is not None
    assert wrong.key == "most-exits"
    assert wrong.why.endswith("Smolensk (E9) takes 63 with 6 exits, not 611 with 5.")
    gone = put("1861", "E9=57/0 E9=14/0 F18=63/0 H18=63/0 I13=63/0", A="E9:0")
    assert {x for x in found(gone, "A") if x.startswith("E9=")} == {"E9=611/0", "E9=611/3"}
    assert "E9=611/0" in {f"{x.hex}={x.tile}/{x.rotation}" for x in lays(board, "A", ALL, TrackRules())}


def test_kharkov_goes_grey_only_from_its_six_exits() -> None:
    board = put("1861", "G15=621/0 G15=207/0 G15=623/0", **{"K-R": "G15:0"})
    assert {x for x in found(board, "K-R") if x.startswith("G15")} == {f"G15=640/{r}" for r in range(6)}
    other = put("1861", "G15=621/0 G15=207/0 G15=801/0", **{"K-R": "G15:0"})
    assert not {x for x in found(other, "K-R") if x.startswith("G15")}
    samara = put("1861", "N10=621/0 N10=207/0 N10=623/0", **{"S-V": "N10:0"})
    assert not {x for x in found(samara, "S-V") if x.startswith("N10")}


def test_a_town_upgrade_must_be_of_use_to_the_company() -> None:
    board = put("1861", "E9=57/0 E11=4/0", A="E9:0", B="D14:0")
    assert any(x.startswith("E11=88") for x in found(board, "A"))
    assert not any(x.startswith("E11=") for x in found(board, "B"))


def test_permissive_upgrades_need_only_old_track() -> None:
    board = put("1882", "L8=57/0 J8=57/0 N8=9/0".replace(" N8=9/0", ""), GTP="L8:0")
    board = board.lay(Hex("H8"), "9", 0)
    assert "H8=18/0" in found(board, "GTP", "green")
    strict = lays(board, "GTP", ("green",), TrackRules(must_use_new_track=frozenset({"plain"})))
    assert Lay(Hex("H8"), "18", 0) not in strict
    assert Lay(Hex("H8"), "24", 0) in strict


def test_a_lay_that_crosses_rivers_lists_each_hexside_once() -> None:
    board = put("1882", "D6=57/0")
    (crossing,) = crossings(board, Lay(Hex("F6"), "9", 0))
    assert (crossing.edge, crossing.other, crossing.price) == (3, "D6", 40)
    assert crossings(put("1882"), Lay(Hex("F6"), "9", 0)) == ()
    laid = board.lay(Hex("F6"), "9", 0)
    assert crossings(laid, Lay(Hex("F6"), "23", 0)) == ()
    # Printed track counts: Prince Albert's runs up to the river.
    assert [c.price for c in crossings(board, Lay(Hex("F8"), "55", 0))] == [40]


def test_terrain_is_paid_once_and_kiev_when_its_green_tile_goes() -> None:
    board = put("1861")
    assert terrain_cost(board, Lay(Hex("C11"), "9", 0)) == 80
    assert terrain_cost(board.lay(Hex("C11"), "9", 0), Lay(Hex("C11"), "23", 0)) == 0
    assert terrain_cost(board.lay(Hex("D14"), "635", 0), Lay(Hex("D14"), "636", 0)) == 40
    assert terrain_cost(board, Lay(Hex("D14"), "635", 0)) == 0
    assert terrain_cost(board, Lay(Hex("K7"), "207", 4)) == 20
    assert terrain_cost(board, Lay(Hex("K7"), "207", 4), printed_upgrades=False) == 0


def stationed(chance: random.Random) -> tuple[Board, list[City]]:
    """A tangle with stations of A wherever it may begin."""
    board, starts, _ = tangle(chance)
    for hex_, stop in starts:
        if board.station_in("A", hex_) is None and None in board.slots(hex_, stop):
            board = board.place("A", hex_, stop)
    return board, starts


@pytest.mark.parametrize("seed", [*range(2), *(pytest.param(s, marks=pytest.mark.long) for s in range(2, 20))])
def test_one_lay_asked_alone_is_answered_as_in_the_list_of_all(seed: int) -> None:
    # A single question looks only as far into the network as it must, so each is asked of a board that knows nothing.
    chance = random.Random(seed)
    answers = {True: 0, False: 0}
    for _ in range(40):
        board, starts = stationed(chance)
        if not board.stations("A"):
            continue
        plan, data = board.plan, board.to_json()
        listed = set(lays(board, "A", ALL, plan.rules))
        near = [h for h in plan.order if min(plan.distance(h, home) for home, _ in starts) <= 2]
        for hex_ in chance.sample(near, min(6, len(near))):
            fitting = plan.options(hex_, board.face(hex_))
            for tile in chance.sample(fitting, min(4, len(fitting))):
                lay = Lay(hex_, tile.number, tile.rotation)
                accepted = fault(Board.from_json(plan, data), "A", lay, ALL, plan.rules) is None
                assert accepted == (lay in listed), (data, lay)
                answers[accepted] += 1
    assert min(answers.values()) > 10


@pytest.fixture
def hasty() -> Iterator[None]:
    """Threads that take turns as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def test_threads_that_share_a_position_get_the_answers_each_would_get_alone(hasty: None) -> None:
    # The service keeps positions for all its threads; a network one of them looks into is half known to the others.
    chance = random.Random(7)
    asked = 0
    with ThreadPoolExecutor(6) as pool:
        for _ in range(60):
            board, starts = stationed(chance)
            if not board.stations("A"):
                continue
            plan, data = board.plan, board.to_json()
            listed = set(lays(board, "A", ALL, plan.rules))
            stops = network(board, "A").stops
            near = [h for h in plan.order if min(plan.distance(h, home) for home, _ in starts) <= 2]
            tried = [Lay(h, t.number, t.rotation) for h in near for t in plan.options(h, board.face(h))]
            tried = chance.sample(tried, min(12, len(tried)))
            shared = Board.from_json(plan, data)
            walks = [pool.submit(lambda shared=shared: set(stops_found(shared, "A"))) for _ in range(2)]
            answers = [pool.submit(fault, shared, "A", lay, ALL, plan.rules) for lay in tried]
            assert {lay for lay, answer in zip(tried, answers, strict=True) if answer.result() is None} == (
                listed & set(tried)
            ), data
            assert all(walk.result() == stops for walk in walks)
            asked += len(tried)
    assert asked > 200
