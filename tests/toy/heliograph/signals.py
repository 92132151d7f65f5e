"""Signals: the move, the event, the step, the mark on the map and what a bot makes of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.errors import Illegal
from engine.events import Event
from engine.game import Book
from engine.moves import Move
from engine.names import BANK, Player
from engine.state import State
from engine.title import Plain


@dataclass(frozen=True, slots=True)
class HeliographFigures:
    """What a signal earns."""

    earns: int


@dataclass(frozen=True, slots=True)
class Signals:
    """Where signals were flashed."""

    hexes: tuple[str, ...] = ()


def signals(state: State) -> Signals:
    found: Signals = state.own["heliograph"]
    return found


@dataclass(frozen=True, slots=True)
class Flash(Move):
    """Flash a signal from a hex."""

    form: ClassVar[str] = "flash {hex}"
    hex: str


@dataclass(frozen=True, slots=True)
class Flashed(Event):
    """A signal was flashed, and earned something."""

    player: Player
    hex: str
    earned: int

    def seen_in(self) -> tuple[str, ...]:
        return (self.hex,)

    def apply(self, state: State) -> State:
        hexes = (*signals(state).hexes, self.hex)
        return state.pay(BANK, self.player, self.earned).change(own={**state.own, "heliograph": Signals(hexes)})


@dataclass(frozen=True)
class FlashSignals(Plain):
    """A director flashes a signal, at any time of the turn."""

    accepts: ClassVar = (Flash,)
    name: str = "heliograph"

    def actor(self, state: State) -> Player | None:
        return None

    def candidates(self, state: State) -> Iterator[Move]:
        if state.option("heliograph"):
            yield from (Flash(str(hex_)) for hex_ in state.title.plan.order if hex_ not in signals(state).hexes)

    def check(self, state: State, move: Move) -> None:
        if isinstance(move, Flash) and (not state.option("heliograph") or move.hex in signals(state).hexes):
            raise Illegal("No signal is flashed from {hex}.", rule="toy.5", hex=move.hex)

    def decide(self, book: Book, move: Move) -> bool:
        if isinstance(move, Flash):
            state = book.state
            earned = state.title.figures(HeliographFigures).earns
            book.enter(Flashed(state.director(state.operating), move.hex, earned))
        return False


def marks(state: State) -> Mapping[str, str]:
    return dict.fromkeys(signals(state).hexes, "✦")


def habit(state: State, seat: Player, moves: Sequence[Move]) -> Move | None:
    """Money for nothing: a bot flashes whenever it may."""
    return next((move for move in moves if isinstance(move, Flash)), None)
