"""The best run of a position: accepted as it is claimed, never below what people ran, the same as on the boards."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from engine.__main__ import read_json
from engine.board.hexes import Hex
from engine.board.tiles import Stop
from engine.errors import Illegal
from engine.events import RouteRun, TrainsRan
from engine.game import open_step
from engine.interop.record import read_record
from engine.interop.site18xx import positions
from engine.moves import Run, TrainRun
from engine.names import Company
from engine.runs.declared import RunRules, Visit, count
from engine.runs.problem import HexBonus, PairBonus
from engine.runs.proposal import Proposal, best_run, routes, shortfall
from engine.state import Cursor, State
from engine.steps.run_trains import RunTrains
from tests.engine.notation.games import SEATS, opening
from tests.printed import TITLES

SHARED = Path(__file__).resolve().parents[4] / "shared"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the papers are not beside the project")
MK = Company("M-K")


def moscow(step: str = "run", trains: tuple[str, ...] = ("2", "3")) -> State:
    """M-K in Moscow: Tula and Voronezh to the south, nothing else."""
    start = opening()
    board = start.board.place(MK, Hex("H8"), 0).lay(Hex("H10"), "4", 0).lay(Hex("H12"), "8", 3)
    return start.change(
        board=board.lay(Hex("I13"), "57", 2),
        cursor=Cursor("operating", 1, 1, (MK,), 0, step),
        directors={MK: SEATS[0]},
        facts=replace(start.facts, bidding=None),
        market=start.market.put(MK, start.market.grid.cells("minor_par")[0]),
        trains={MK: trains},
    )


SHORT = Run((TrainRun("2", ("H8", "H10")),))
BEST = Run((TrainRun("3", ("H8", "H10", "H12", "I13")),))


def test_a_run_below_the_best_is_told_what_it_misses():
    found = shortfall(moscow(), SHORT)
    assert found is not None
    best = found.best
    assert (found.company, found.declared, best.value, found.missed) == (MK, 50, 70, 20)
    assert best.proved
    assert best.move == BEST
    assert best.routes == (RouteRun("3", ("H8", "H10", "H12", "I13"), ("H8:0", "H10:0", "I13:0"), 70),)


def test_the_best_run_misses_nothing():
    assert shortfall(moscow(), BEST) is None
    assert shortfall(moscow(), Run(())).missed == 70


def test_a_run_that_cannot_be_declared_is_refused_and_not_compared():
    with pytest.raises(Illegal, match="no 8-train"):
        shortfall(moscow(), Run((TrainRun("8", ("H8", "H10")),)))


def test_the_routes_of_any_company_are_found_at_any_time():
    best = routes(moscow(), MK)
    assert best.value == 70
    assert routes(moscow("buy"), MK) == best
    stock = moscow().change(cursor=Cursor("stock", 1, 1, SEATS, 0, "trade"))
    assert routes(stock, MK) == best


@pytest.mark.parametrize("company", [MK, Company("N"), Company("RSR"), Company("SW")])
def test_a_company_without_train_or_station_has_no_run(company):
    nothing = Proposal(Run(()), 0, 0, True)
    assert routes(moscow(trains=()), company) == nothing
    if company != MK:
        assert routes(moscow().change(trains={company: ("8",)}), company) == nothing


# ---------------------------------------------------------------------- counting a declared route


@dataclass(frozen=True)
class Engine:
    name: str = "2+2E"
    reach: int | None = 2
    multiplier: int = 2
    any_stops: bool = True


def visit(hex_: str, worth: int, kind: str = "city", mine: bool = False) -> Visit:
    return Visit((Hex(hex_), 0), Stop(kind, worth), worth, mine)


LINE = [visit("A1", 40), visit("B1", 20, mine=True), visit("C1", 40), visit("D1", 50, "town"), visit("E1", 30)]


@pytest.mark.parametrize(
    ("bonuses", "counted", "value"),
    [
        ((), ["B1", "D1"], 140),
        # A bonus decides between stops of the same worth, and between stops of different worth where it is enough.
        ((HexBonus(frozenset({"C1"}), 30),), ["B1", "C1"], 150),
        ((HexBonus(frozenset({"C1"}), 10),), ["B1", "D1"], 140),
        ((PairBonus(frozenset({"B1"}), frozenset({"E1"}), 40, True),), ["B1", "E1"], 180),
        ((PairBonus(frozenset({"A1"}), frozenset({"E1"}), 900, True),), ["B1", "D1"], 140),
    ],
)
def test_a_train_that_chooses_counts_what_is_worth_most(bonuses, counted, value):
    stops, worth = count(Engine(), LINE, RunRules(), bonuses)
    assert [str(stop.city[0]) for stop in stops] == counted
    assert worth == value


def test_towns_fill_what_the_cities_leave_and_a_bonus_may_choose_the_town():
    train = Engine("3", 3, 1, False)
    rules = RunRules(towns_may_be_skipped=True)
    path = [visit("A1", 20, mine=True), visit("B1", 10, "town"), visit("C1", 10, "town"), visit("D1", 30)]
    assert count(train, path, rules, ())[1] == 60
    assert count(train, path, rules, (HexBonus(frozenset({"C1"}), 20),))[1] == 80
    with pytest.raises(Illegal, match="4 stops that count; a 3-train reaches 3"):
        count(train, path, RunRules(), ())


# ---------------------------------------------------------------------- recorded games


@dataclass(frozen=True)
class Ran:
    state: State
    action: int
    step: RunTrains
    declared: int


def runs_of(path: Path) -> Iterator[Ran]:
    """Every run of a recorded game: the position before it, and what was earned."""
    record = read_record(read_json(str(path)))
    before: tuple[State, RunTrains] | None = None
    for number, done in enumerate(positions(record)):
        events = [event for played in done.played if played.number == done.number for event in played.events]
        declared = [event.revenue for event in events if isinstance(event, TrainsRan)]
        if before is not None and declared:
            yield Ran(before[0], int(record.actions[number - 1]["id"]), before[1], declared[0])
        step = None if done.state.over else open_step(done.state)
        before = (done.state, step) if isinstance(step, RunTrains) else None


def stands(ran: Ran) -> Proposal:
    found = best_run(ran.state, ran.step)
    read = ran.step.read(ran.state, found.move)
    assert read == found.routes
    assert sum(route.value for route in read) == found.value
    assert found.value >= ran.declared
    assert found.proved
    return found


def agrees_with_the_boards(title: str, game: str, every: int) -> None:
    folder = SHARED / "routes"
    optima = json.loads((folder / "optima.json").read_text())
    boards = sorted((folder / "real").glob(f"{title}_{game}_*.json.gz"))
    known = {}
    for path in boards:
        data = json.loads(gzip.decompress(path.read_bytes()))
        known[data["action"], data["operator"]] = optima[data["id"]]["best"]
    compared = 0
    for number, ran in enumerate(runs_of(SHARED / "corpus" / title / "real" / f"{game}.json.gz")):
        best = known.get((ran.action, ran.state.title.companies[ran.state.operating].site))
        if best is not None and number % every == 0:
            assert stands(ran).value == best
            compared += 1
    # One board names an action that is not in the record.
    assert compared >= (len(known) - 1) // every - 2


@needs_shared
@pytest.mark.parametrize(("title", "game"), [("1861", "29683"), ("1882", "5236")])
def test_positions_have_the_best_run_of_their_boards(title, game):
    agrees_with_the_boards(title, game, every=4)


@needs_shared
@pytest.mark.long
@pytest.mark.parametrize(
    ("title", "game"),
    [
        ("1861", "29683"),
        ("1861", "bank_breaks_then_final_phase"),
        ("1882", "10526"),
        ("1882", "1882_game_end_bankrupt"),
        ("1882", "5236"),
    ],
)
def test_all_positions_have_the_best_run_of_their_boards(title, game):
    agrees_with_the_boards(title, game, every=1)


@needs_shared
@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_every_run_of_every_recorded_game_is_accepted_at_the_value_claimed(title):
    for path in sorted((SHARED / "corpus" / title).glob("*/*.json.gz")):
        if path.parent.name in ("real", "generated"):
            for ran in runs_of(path):
                stands(ran)
