"""Boards for the route solver by the hundred, each made from its seed: half to tune on, half to be judged by.

Four kinds, harsher than what is met in play:
- `end`: a late position of a recorded game, one company, trains it would like to have;
- `sat`: the same after laying tiles at random until none fits;
- `moved`: a late board of a game that has no title here, with other stations, other full cities and other trains;
- `made`: a map out of nothing, with more and richer stops than printed ones have.

A recorded game serves one half only, so that nothing is judged on maps it was tuned on. No seed is judged by twice:
each round of work on the solver takes numbers nobody has used. `python -m bench boards` measures the judging half, in
some minutes.

How far an answer that is not proved lies below the best is not what its gap to the bound says. `python -m bench.boards
--later` goes on with such boards, with many times the effort, and compares the ordinary answer with the value proved
then; where nothing can be proved it gives the best value found and the bound that is left. That takes an hour or two.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from time import process_time

from engine.__main__ import read_json
from engine.board.laying import lays
from engine.interop.record import read_record
from engine.interop.site18xx import positions
from engine.names import Company
from engine.runs.best import DEFAULT, Solution, solve
from engine.runs.problem import UNLIMITED, Problem
from engine.runs.proposal import running
from engine.runs.survey import survey
from engine.state import State

SHARED = Path(__file__).resolve().parents[2] / "shared"
TUNING, JUDGING = 0, 1
# The kinds, with how many boards of each are measured; and the number of the first.
KINDS = {"end": 40, "sat": 50, "moved": 24, "made": 24}
FRESH = 23_000
# Seconds of processor time within which a board should be proved, and how many times the effort it is given later.
QUICK = 10
LATER = 5
Board = dict[str, object]

# Trains worth having, by how they count; the names are those of the titles here.
FREE_TOWNS = (
    "8", "5+5E", "2+2-8", "5+5E-8", "5+5E-5+5E", "5-6-8", "8-8", "6-7", "4-5-8", "2+2-5+5E", "7-8-8", "5+5E-6-6",
)  # fmt: skip
STATE = (
    "8-8", "3-3-4-4-5-5", "2+2-2+2-5+5E-8-8-8", "4-4-5-5-6-7-8-8", "5-5-6-6-7-8-2+2-5+5E", "2+2-5+5E-6-7-8-8",
    "2+2-2+2-5+5E-5+5E-7-8",
)  # fmt: skip
ALL_COUNT = ("D", "6-D", "D-D", "D-D-D", "5-6-6", "6-6", "4-5-D", "3-3-6-D")
MANY = 6


def made(kind: str, half: int, number: int) -> Board | None:
    """The board of this kind, half and number; None where the seed leads to no network at all."""
    dice = random.Random(f"{kind}/{half}/{number}")
    if kind == "made":
        found = _out_of_nothing(dice)
    elif kind == "moved":
        found = _moved(dice, half)
    else:
        found = _late(dice, half, saturated=kind == "sat")
    return None if found is None else found | {"id": f"{kind}-{half}-{number}-{_names(found)}"}


def some(kind: str, half: int, count: int, number: int = FRESH) -> Iterator[Board]:
    """So many boards of a kind and half, from this number on."""
    while count:
        board = made(kind, half, number)
        number += 1
        if board is not None:
            count -= 1
            yield board


def _names(board: Board) -> str:
    trains = board["trains"]
    assert isinstance(trains, list)
    return "-".join(str(train["name"]) for train in trains)


# ---------------------------------------------------------------------- positions of recorded games


@lru_cache(maxsize=2)
def _games(half: int) -> tuple[Path, ...]:
    """Recorded games of one half: every second one, real and generated ones alike."""
    found = [
        p
        for t in ("1861", "1882")
        for f in ("real", "generated")
        for p in (SHARED / "corpus" / t / f).glob("*.json.gz")
    ]
    return tuple(sorted(found)[half::2])


@lru_cache(maxsize=128)
def _last_position(path: Path) -> State:
    """The last position of a game that was not over, in the title's last phase."""
    last: State | None = None
    for done in positions(read_record(read_json(str(path)))):
        if not done.state.over:
            last = done.state
    assert last is not None
    return last.change(phase=list(last.title.phases)[-1])


def _late(dice: random.Random, half: int, saturated: bool) -> Board | None:
    path = dice.choice(_games(half))
    state = _last_position(path)
    companies = [Company(c) for c in state.title.companies if state.board.stations(c)]
    # A map with few stations or little track is no late one.
    if len(companies) < 3 or len(state.board.tiles) < 25:
        return None
    if saturated:
        state = _saturated(state, companies, dice)
    weights = [len(state.board.stations(c)) for c in companies]
    company = dice.choices(companies, weights)[0]
    step = running(state, company)
    free = step.rules.towns_may_be_skipped
    many = len(state.board.stations(company)) >= MANY
    names = dice.choice((STATE if many else FREE_TOWNS) if free else ALL_COUNT)
    problem = survey(state, company, step.rules, step.bonuses(state, company), tuple(names.split("-"))).problem
    return problem.to_json() if len(problem.nodes) > 3 else None


def _saturated(state: State, companies: Sequence[Company], dice: random.Random) -> State:
    """Tiles laid at random by the companies in turn until nobody can lay another."""
    board, title = state.board, state.title
    colours = title.phases[state.phase].tiles
    waiting = list(companies)
    while waiting:
        company = dice.choice(waiting)
        choice = lays(board, company, colours, title.plan.rules)
        if not choice:
            waiting.remove(company)
            continue
        lay = dice.choice(choice)
        board = board.lay(lay.hex, lay.tile, lay.rotation)
    return state.change(board=board)


# ---------------------------------------------------------------------- boards of a game without a title


@lru_cache(maxsize=2)
def _foreign(half: int) -> tuple[Path, ...]:
    return tuple(sorted((SHARED / "routes" / "real").glob("1867_*.json.gz"))[half::2])


def _moved(dice: random.Random, half: int) -> Board | None:
    data = json.loads(gzip.decompress(dice.choice(_foreign(half)).read_bytes()))
    cities = [node for node in data["nodes"] if node["kind"] == "city"]
    if len(cities) < 12:
        return None
    return _stationed(dice, data, dice.randint(1, 9))


# ---------------------------------------------------------------------- maps out of nothing


# The six neighbours of a hex in axial coordinates; side d faces side d + 3.
AROUND = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))
At = tuple[int, int]


def _out_of_nothing(dice: random.Random) -> Board | None:
    """A grid of hexes whose sides match: track crosses most of them, to a city, to a town, or on to another side."""
    wide, high, dense = dice.randint(5, 9), dice.randint(4, 8), dice.uniform(0.55, 0.85)
    free = dice.random() < 0.7
    hexes = [(q, r) for q in range(wide) for r in range(high)]
    crossed = {border for at in hexes for d in range(3) if (border := _border(at, d)) and dice.random() < dense}
    nodes: list[dict[str, object]] = []
    segments: list[dict[str, object]] = []

    def piece(at: At, *ends: int, stop: int | None = None) -> None:
        sides: list[dict[str, object]] = [{"border": _border(at, d), "hex": f"{at[0]}.{at[1]}"} for d in ends]
        last: list[dict[str, object]] = [] if stop is None else [{"node": stop}]
        res = [side["border"] for side in sides]
        segments.append({"id": len(segments), "ends": sides + last, "res": res})

    def stop(at: At, kind: str, worth: int, exits: Sequence[int], group: str = "") -> None:
        number, groups = len(nodes), [group] if group else []
        nodes.append(
            {"id": number, "kind": kind, "hex": f"{at[0]}.{at[1]}", "name": "", "groups": groups}
            | {"revenue": worth, "visit_cost": 1, "mine": False, "blocked": kind == "offboard"}
        )
        for d in exits:
            piece(at, d, stop=number)

    for at in hexes:
        inside = [(at[0] + q, at[1] + r) in set(hexes) for q, r in AROUND]
        open_ = [d for d in range(6) if inside[d] and _border(at, d) in crossed]
        dice.shuffle(open_)
        chance = dice.random()
        if not all(inside) and chance < 0.12:
            stop(at, "offboard", dice.choice((30, 40, 60, 80)), open_[:2], dice.choice(("", "", "north")))
        elif chance < 0.42:
            stop(at, "city", dice.choice((20, 30, 30, 40, 40, 50, 60, 70)), open_)
        elif chance < 0.55:
            stop(at, "town", 10 if free else dice.choice((10, 20)), open_[:4])
        elif chance < 0.6 and len(open_) > 3:
            stop(at, "city", 40, open_[:2], "twin" if not free else "")
            stop(at, "city", 40, open_[2:])
        else:
            for first, second in zip(open_[::2], open_[1::2], strict=False):
                piece(at, first, second)
            if len(open_) > 2 and dice.random() < 0.6:
                piece(at, open_[0], open_[2])
    chosen = [str(node["hex"]) for node in dice.sample(nodes, min(4, len(nodes)))]
    pair = {"type": "pair", "a": chosen[:2], "b": chosen[2:3], "amount": 40, "times_multiplier": free}
    bonuses = [pair, {"type": "hex", "hexes": chosen[3:], "amount": 20}] if dice.random() < 0.6 else []
    board: Board = {"nodes": nodes, "segments": segments, "bonuses": bonuses, "one_node_per_hex": free}
    return _stationed(dice, board, dice.randint(1, 8), free)


def _border(at: At, d: int) -> str:
    """The name of one side of a hex, the same from both sides of it."""
    q, r = at
    there = q + AROUND[d][0], r + AROUND[d][1]
    first, side = min((at, d), (there, (d + 3) % 6))
    return f"{first[0]}.{first[1]}:{side}"


def _stationed(dice: random.Random, data: Board, stations: int, free: bool = True) -> Board | None:
    """The board with these many own stations, some full cities, and trains worth having."""
    nodes = data["nodes"]
    assert isinstance(nodes, list)
    cities = [node["id"] for node in nodes if node["kind"] == "city"]
    if len(cities) < 6:
        return None
    own = set(dice.sample(cities, min(stations, len(cities) // 2)))
    full = {city for city in cities if city not in own and dice.random() < 0.15}
    placed = [
        node | {"mine": node["id"] in own, "blocked": node["id"] in full or node["kind"] == "offboard"}
        for node in nodes
    ]
    names = dice.choice((STATE if stations >= MANY else FREE_TOWNS) if free else ALL_COUNT)
    trains = [_train(name, place, free) for place, name in enumerate(names.split("-"))]
    kept = {name: data[name] for name in ("bonuses", "segments", "one_node_per_hex")}
    return {**kept, "nodes": placed, "trains": trains}


def _train(name: str, place: int, free: bool) -> dict[str, object]:
    doubled, chooses = "+" in name, name.endswith("E")
    reach = UNLIMITED if name == "D" else int(name[0])
    mandatory = ["offboard"] if chooses else ["city", "offboard"] if free else ["city", "offboard", "town"]
    optional = ["city", "town"] if chooses else ["town"] if free else []
    return {"id": f"{name}/{place}", "name": name, "reach": reach, "multiplier": 2 if doubled else 1} | {
        "mandatory": mandatory,
        "optional": optional,
    }


# ---------------------------------------------------------------------- the judging half, measured


@dataclass(frozen=True, slots=True)
class Measured:
    """An ordinary answer, what it took, and what many times the effort made of the board where it was not proved."""

    name: str
    answer: Solution
    seconds: float
    longer: Solution | None = None

    @property
    def quick(self) -> bool:
        return self.answer.proved and self.seconds <= QUICK

    @property
    def best(self) -> int:
        return self.answer.value if self.longer is None else max(self.answer.value, self.longer.value)

    @property
    def most(self) -> int:
        return self.answer.bound if self.longer is None else min(self.answer.bound, self.longer.bound)

    @property
    def settled(self) -> bool:
        """Whether the value of the board is known by now."""
        return self.best >= self.most

    @property
    def shortfall(self) -> float:
        """How far the ordinary answer lies below the best that is known, in parts of that."""
        return 1 - self.answer.value / self.best if self.best else 0.0


def measured(boards: Iterable[Board], times: int, effort: int = DEFAULT) -> Iterator[Measured]:
    """Every board with the ordinary effort, and those that stay open with so many times it (0: not again)."""
    for board in boards:
        problem = Problem.from_json(board)
        began = process_time()
        answer = solve(problem, effort)
        seconds = process_time() - began
        longer = solve(problem, times * effort) if times and not answer.proved else None
        assert answer.fault is None, answer.fault
        assert longer is None or longer.fault is None
        yield Measured(str(board["id"]), answer, seconds, longer)


def summed_up(kind: str, all_: Sequence[Measured]) -> Iterator[dict[str, object]]:
    """Proved within ten seconds of processor time, the largest gap of the others, the median, and what came of them."""
    name = f"best run, {len(all_)} boards nobody tuned for, {kind}"
    open_ = [one for one in all_ if not one.answer.proved]
    gaps = [1 - one.answer.value / one.answer.bound for one in open_]
    quick = sum(one.quick for one in all_)
    yield {"name": f"{name}, proved within 10 s", "value": _percent(quick / len(all_)), "unit": "%"}
    yield {"name": f"{name}, largest gap to the bound", "value": _percent(max(gaps, default=0)), "unit": "%"}
    times = sorted(one.seconds for one in all_)
    yield {"name": f"{name}, median", "value": round(1000 * times[len(times) // 2], 1), "unit": "ms"}
    again = [one for one in open_ if one.longer is not None]
    if not again:
        return
    settled = [one for one in all_ if one.settled]
    later = [one for one in again if one.settled]
    short = [one.shortfall for one in settled]
    yield {"name": f"{name}, open, and of these settled later", "value": f"{len(again)}, {len(later)}", "unit": ""}
    yield {"name": f"{name}, worst shortfall where settled", "value": _percent(max(short, default=0)), "unit": "%"}
    mean = sum(short) / len(short) if short else 0
    yield {"name": f"{name}, mean shortfall where settled", "value": _percent(mean), "unit": "%"}
    still = [one for one in again if not one.settled]
    found = max((one.shortfall for one in still), default=0)
    left = max((1 - one.answer.value / one.most for one in still), default=0)
    yield {"name": f"{name}, never settled: below the best found", "value": _percent(found), "unit": "%"}
    yield {"name": f"{name}, never settled: below the lowest bound", "value": _percent(left), "unit": "%"}


def _percent(part: float) -> float:
    return round(100 * part, 2)


def kinds() -> dict[str, int]:
    """The kinds that can be made here: most of them need the papers beside the project."""
    return {kind: count for kind, count in KINDS.items() if kind == "made" or SHARED.is_dir()}


def rows() -> Iterator[dict[str, object]]:
    """The judging half with the ordinary effort."""
    for kind, count in kinds().items():
        yield from summed_up(kind, list(measured(some(kind, JUDGING, count), 0)))


def main() -> None:
    """One line for every board, and the sums by kind."""
    asked = argparse.ArgumentParser(prog="python -m bench.boards", description=main.__doc__)
    asked.add_argument("kinds", nargs="*", metavar="KIND", help="which kinds (all)")
    asked.add_argument("--half", type=int, choices=(TUNING, JUDGING), default=JUDGING)
    asked.add_argument("--first", type=int, default=FRESH, help="the number of the first board of each kind")
    asked.add_argument("--count", type=int, help="how many boards of each kind")
    asked.add_argument(
        "--later", type=int, nargs="?", const=LATER, default=0, metavar="TIMES",
        help=f"go on with boards that stay open, with so many times the effort ({LATER})",
    )  # fmt: skip
    wish = asked.parse_args()
    for kind, count in kinds().items():
        if wish.kinds and kind not in wish.kinds:
            continue
        found = []
        for one in measured(some(kind, wish.half, wish.count or count, wish.first), wish.later):
            found.append(one)
            line = {"id": one.name, "best": one.answer.value, "bound": one.answer.bound, "proved": one.answer.proved}
            line |= {"steps": one.answer.effort, "s": round(one.seconds, 2)}
            if one.longer is not None:
                line |= {"later": one.best, "later_bound": one.most, "later_steps": one.longer.effort}
            print(json.dumps(line), flush=True)
        for row in summed_up(kind, found):
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
