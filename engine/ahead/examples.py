"""Conditions to learn from: of each fact that may be named a few, with what there is in the game that is played."""

from __future__ import annotations

from collections.abc import Mapping

from engine.ahead.facts import Condition
from engine.ahead.reading import read_condition
from engine.errors import Refused
from engine.names import Company, Player
from engine.state import State

# By the word under which somebody would look for them.
EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "price": ("price {share} >= {price}", "price {share} <= {price}"),
    "shares": ("{player} has 3 {share}", "pool has 2 {share}"),
    "cash": ("cash {company} >= 300", "cash {player} <= 100"),
    "director": ("director {share} = {player}",),
    "phase": ("phase >= {phase}",),
    "trains": (
        "{train}-trains left = 0", "{company} has no train", "{company} has a {train}-train", "{train}-train sold",
    ),
    "owner": ("owner {private} = {player}",),
    "tile": ("tile on {hex}", "tile {tile} on {hex}"),
    "station": ("{company} station in {city}",),
    "sold": ("{private} is sold", "{company} is sold"),
    "floats": ("{share} floats",),
    "loans": ("loans {share} >= 2",),
    "passes": ("{player} passes", "someone passes"),
    "sells": ("{player} sells {share}", "someone sells"),
    "buys": ("{player} buys {share}", "someone buys {private}"),
    "bids": ("{player} bids {private}", "{player} bids {company}"),
    "starts": ("{player} starts {share}", "someone starts"),
    "joined": (
        "{player} passes and price {share} >= {price}", "{player} passes or phase >= {phase}", "not (someone sells)",
    ),
}  # fmt: skip


def examples(state: State, reader: Player, topic: str) -> tuple[Condition, ...]:
    """Conditions of a kind, each as it would be read from this player; none of what the game does not know."""
    named, found = _named(state, reader), list[Condition]()
    for line in EXAMPLES.get(topic, ()):
        try:
            made = read_condition(state, reader, line.format(**named))
        except (Refused, KeyError):
            continue
        if made not in found:
            found.append(made)
    return tuple(found)


def _named(state: State, reader: Player) -> dict[str, str]:
    """Names to fill an example with: of this game, and of somebody else."""
    title, board = state.title, state.board
    started = [*state.directors, *title.companies]
    traded = [one for one in started if title.companies[Company(one)].kind.traded]
    prices, phases, trains = sorted(set(state.market.grid.prices.values())), [*title.phases], [*title.trains]
    found = {
        "player": next((one for one in state.players if one != reader), reader),
        "company": next(iter(started), ""), "share": next(iter(traded), ""), "price": str(prices[len(prices) // 2]),
        "phase": phases[len(phases) // 2], "train": trains[len(trains) // 2], "private": [*title.privates][-1],
    }  # fmt: skip
    hexes = [name for name in title.plan.hexes if board.plan.options(name, board.face(name))]
    cities = [name for name in hexes if any(stop.kind == "city" for stop in board.face(name).stops)]
    if hexes:
        place = cities[0] if cities else hexes[0]
        tile = next(iter(board.plan.options(place, board.face(place))))
        found |= {"hex": place, "city": place, "tile": tile.number}
    return found
