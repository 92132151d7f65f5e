"""Positions of recorded games as boards, and what the recordings accept and refuse there."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.board.board import Board
from engine.board.hexes import Hex
from engine.board.laying import Lay, crossings, lays, terrain_cost
from engine.board.plan import Plan, load_plan

ROOT = Path(__file__).resolve().parents[3]
SHARED = ROOT.parent / "shared"
TITLES = ("1861", "1882")

# The public site's symbols and ours, where they differ.
OURS = {
    "1861": dict(
        pair.split("=")
        for pair in (
            "SPW=StP-W MNN=M-NN RO=R-O OK=O-K KK=K-K MV=M-V KB=K-B KR=K-R MB=M-B Y=D TR=T-R SV=S-V GRR=GR"
        ).split()
    ),
    "1882": {"CNR": "CNoR", "GT": "GTP", "QLL": "QL", "SC": "SCR"},
}
PRIVATES = {"HB": "P1", "SC": "P2", "NWR": "P3", "TB": "P4", "CP": "P5"}
COLOURS = {
    "1861": {"2": 1, "3": 2, "4": 2, "5": 3, "6": 4, "7": 4, "8": 4},
    "1882": {"2": 1, "3": 2, "4": 2, "5": 3, "6": 3, "D": 3},
}


@cache
def plan_of(title: str) -> Plan:
    return load_plan((ROOT / f"engine/titles/t{title}/map.toml").read_text("utf-8"))


def rows(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def samples(title: str) -> list[Path]:
    return sorted((SHARED / "corpus" / title / "legal").glob("*.legal.gz"))


def traces(title: str, kind: str = "generated") -> list[Path]:
    return sorted((SHARED / "corpus" / title / kind).glob("*.trace.gz"))


def ours(title: str, symbol: str) -> str:
    return OURS[title].get(symbol, symbol)


def board_of(title: str, state: dict[str, Any]) -> Board:
    """The board of a recorded state; slots are kept for those who could still come home."""
    plan = plan_of(title)
    stations: dict[str, list[list[Any]]] = {}
    taken: dict[tuple[str, int], int] = {}
    for symbol, company in state["companies"].items():
        for place in company["tokens"]["placed"]:
            hex_, stop = place.split(":")
            slot = taken.get((hex_, int(stop)), 0)
            taken[hex_, int(stop)] = slot + 1
            stations.setdefault(plan.symbol(ours(title, symbol)), []).append([hex_, int(stop), slot])
    bare = Board.from_json(plan, {"tiles": state["tiles"], "stations": stations, "reserved": []})
    gone = {ours(title, c) for c in state["closed"]} | set(stations)
    if title == "1861" and state["phase"] >= "5":
        gone |= {ours(title, c) for c in state["unstarted"]}
    board = Board.start(plan)
    for company in sorted(gone - {"RSR"}) + (["RSR"] if bare.station_in("RSR", Hex("E1")) is not None else []):
        board = board.release(company)
    # Laying the tiles carries the reservations to the cities where they belong now.
    for hex_, laid in state["tiles"].items():
        number, rotation = laid.split("/")
        board = board.lay(Hex(hex_), number, int(rotation))
    reserved = board.to_json()["reserved"]
    return Board.from_json(plan, {"tiles": state["tiles"], "stations": stations, "reserved": reserved})


@dataclass(frozen=True)
class Position:
    """A recorded position in which a company may lay track or place a station."""

    title: str
    name: str
    sample: dict[str, Any]
    state: dict[str, Any]
    laid: tuple[tuple[Hex, str], ...]

    @property
    def company(self) -> str:
        return ours(self.title, self.sample["entity"])

    @property
    def board(self) -> Board:
        return board_of(self.title, self.state)

    def closed(self) -> set[Hex]:
        plan, phase = plan_of(self.title), self.state["phase"]
        owned = {PRIVATES[p] for q in self.state["players"].values() for p in q["privates"] if p in PRIVATES}
        early = {h for h, p in plan.hexes.items() if p.blocked_until_phase and phase < p.blocked_until_phase}
        blocked = {h for h, p in plan.hexes.items() if p.blocked_by in owned}
        return early | blocked | {h for h, _ in self.laid}

    def colours(self) -> tuple[str, ...]:
        """What the phase and the lays already made in this turn leave."""
        available = ("yellow", "green", "brown", "grey")[: COLOURS[self.title][self.state["phase"]]]
        if any(colour != "yellow" for _, colour in self.laid) or (self.laid and self.title == "1882"):
            return available[:1]
        return available

    def purse(self) -> int:
        """The most this company could spend on track."""
        company = self.state["companies"][self.sample["entity"]]
        if self.title == "1882":
            return int(company["cash"])
        limit = 2 if company["type"] == "minor" else 5
        return int(company["cash"]) + 45 * max(0, limit - company["loans"])

    def price(self, board: Board, lay: Lay) -> int:
        fee = 20 if self.laid else 0
        return fee + terrain_cost(board, lay) + sum(c.price for c in crossings(board, lay))

    def affordable_lays(self) -> set[tuple[str, str, int]]:
        board = self.board
        found = lays(board, self.company, self.colours(), board.plan.rules, self.closed())
        return {(x.hex, x.tile, x.rotation) for x in found if self.price(board, x) <= self.purse()}


def positions(sample: Path, step: str) -> Iterator[Position]:
    """The sampled positions of one game at one step of a turn."""
    title, name = sample.parent.parent.name, sample.name.removesuffix(".legal.gz")
    wanted = [row for row in rows(sample) if row["step"] == step]
    if not wanted:
        return
    trace = rows(sample.parent.parent / "generated" / f"{name}.trace.gz")[1:]
    for row in wanted:
        i = row["i"]
        yield Position(title, name, row, trace[i]["state"], tuple(_laid_this_turn(title, trace, i, row["entity"])))


def _laid_this_turn(title: str, trace: list[dict[str, Any]], i: int, entity: str) -> Iterator[tuple[Hex, str]]:
    plan = plan_of(title)
    while i > 0 and trace[i - 1]["state"].get("operating") == entity:
        action = trace[i]["action"]
        if action["type"] == "lay_tile" and action["entity"] == entity:
            yield Hex(action["hex"]), plan.tiles[action["tile"].split("-")[0]].colour
        i -= 1
