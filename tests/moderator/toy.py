"""A toy engine for tests of the moderator: it speaks the engine's interface and has the dullest rules there are.

Players take turns. `bid N 5` raises the one auction, `pass` leaves it; the last one in wins a point for the price.
Then a counting round follows: `take 3`, any number of times, `trade 2 to Blue` (Blue must agree), and `done`.
After `rounds` rounds the game is over.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from engine.errors import Ambiguous, Illegal, Refused, Unreadable

__all__ = ["Ambiguous", "Illegal", "Refused", "Unreadable"]


@dataclass(frozen=True)
class Happened:
    what: str
    by: str = ""
    amount: int = 0
    other: str = ""
    data: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Order:
    word: str
    amount: int = 0
    other: str = ""


@dataclass(frozen=True)
class Toy:
    players: tuple[str, ...]
    rounds: int
    seats_in: tuple[str, ...]
    turn: int = 0
    high: int = 0
    leader: str = ""
    counting: bool = False
    done: int = 0
    number: int = 1
    cash: Mapping[str, int] = field(default_factory=dict)

    @property
    def round(self) -> str:
        return f"OR{self.number}.1" if self.counting else f"AUC{self.number}"

    @property
    def operating(self) -> str:
        return f"C{self.turn}" if self.counting else ""


def titles() -> tuple[str, ...]:
    return ("toy",)


def draws(title: str, seats: Sequence[str], options: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
    return {"first": tuple(seats)}


def start(
    title: str, seats: Sequence[str], drawn: Mapping[str, str], options: Mapping[str, Any]
) -> tuple[Happened, ...]:
    if len(seats) > 4:
        raise ValueError("The toy is not played by more than 4.")
    return (Happened("started", data=(*seats,), amount=int(options.get("rounds", 2))),)


def replay(events: Iterable[Happened]) -> Toy:
    first, *rest = events
    players = tuple(first.data)
    return evolve(Toy(players, first.amount, players, cash=dict.fromkeys(players, 0)), rest)


def evolve(state: Toy, events: Iterable[Happened]) -> Toy:
    for event in events:
        state = _after(state, event)
    return state


def _after(state: Toy, event: Happened) -> Toy:
    if event.what == "bid":
        turn = (state.seats_in.index(event.by) + 1) % len(state.seats_in)
        return replace(state, high=event.amount, leader=event.by, turn=turn)
    if event.what == "passed":
        at = state.seats_in.index(event.by)
        left = tuple(name for name in state.seats_in if name != event.by)
        if len(left) == 1:
            cash = {**state.cash, left[0]: state.cash[left[0]] + 1 - state.high}
            return replace(state, cash=cash, counting=True, turn=0, done=0, seats_in=state.players, high=0, leader="")
        return replace(state, seats_in=left, turn=at % len(left))
    if event.what == "added":
        return replace(state, cash={**state.cash, event.by: state.cash[event.by] + event.amount})
    if event.what == "gave":
        cash = {**state.cash, event.by: state.cash[event.by] - event.amount}
        cash[event.other] += event.amount
        return replace(state, cash=cash)
    turn = state.turn + 1
    if turn == len(state.players):
        return replace(state, counting=False, turn=0, number=state.number + 1, seats_in=state.players)
    return replace(state, turn=turn)


def to_act(state: Toy) -> str | None:
    if state.number > state.rounds:
        return None
    return state.players[state.turn] if state.counting else state.seats_in[state.turn]


def legal_moves(state: Toy) -> Iterator[Order]:
    if state.counting:
        yield from (Order("done"), Order("take", 1))
    else:
        yield from (Order("pass"), Order("bid", state.high + 5, "N"))


def consents(state: Toy, move: Order) -> tuple[str, ...]:
    return (move.other,) if move.word == "trade" else ()


def apply(state: Toy, move: Order, by: str, agreed: Collection[str] = ()) -> tuple[Happened, ...]:
    if to_act(state) != by:
        raise Illegal("It is not your turn.", rule="toy.1")
    if (move.word in ("bid", "pass") and state.counting) or (
        move.word in ("take", "done", "trade") and not state.counting
    ):
        raise Illegal(
            f"Now is not the time to {move.word}.", rule="toy.2", instead=("done" if state.counting else "pass",)
        )
    if move.word == "bid" and move.amount < state.high + 5:
        raise Illegal(f"Bid {state.high + 5} at least.", rule="toy.3", instead=(f"bid N {state.high + 5}",))
    if move.word == "trade" and move.other not in agreed:
        raise Illegal(f"{move.other} must agree.")
    what = {"bid": "bid", "pass": "passed", "take": "added", "done": "ended", "trade": "gave"}[move.word]
    return (Happened(what, by, move.amount, move.other if what == "gave" else ""),)


def parse_order(state: Toy, line: str) -> Order:
    words = line.lower().split()
    if words in (["pass"], ["done"]):
        return Order(words[0])
    if found := re.fullmatch(r"bid n (\d+)", line.lower()):
        return Order("bid", int(found.group(1)), "N")
    if found := re.fullmatch(r"take (\d+)", line.lower()):
        return Order("take", int(found.group(1)))
    if found := re.fullmatch(r"trade (\d+) to (\w+)", line, re.IGNORECASE):
        other = next((name for name in state.players if name.lower() == found.group(2).lower()), "")
        return Order("trade", int(found.group(1)), other)
    if words[-1:] == ["explode"]:
        raise RuntimeError("nobody foresaw this")
    raise Unreadable(f"{line} is no order.", instead=("pass",))


def write_order(move: Order) -> str:
    forms = {
        "bid": f"bid N {move.amount}",
        "take": f"take {move.amount}",
        "trade": f"trade {move.amount} to {move.other}",
    }
    return forms.get(move.word, move.word)


def encode(event: Happened) -> dict[str, Any]:
    return asdict(event) | {"data": list(event.data)}


def decode(data: dict[str, Any]) -> Happened:
    return Happened(**{**data, "data": tuple(data["data"])})


def save(state: Toy) -> dict[str, Any]:
    return json.loads(json.dumps(asdict(state)))


def restore(data: Mapping[str, Any]) -> Toy:
    return Toy(**{**data, "players": tuple(data["players"]), "seats_in": tuple(data["seats_in"])})


def digest(state: Toy) -> str:
    return hashlib.sha256(json.dumps(save(state), sort_keys=True).encode()).hexdigest()
