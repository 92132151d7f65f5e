"""The facts and events that only 1882 has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.board.hexes import Hex
from engine.board.plan import NEUTRAL
from engine.events import Event
from engine.names import IPO, Company, Player
from engine.state import State

NAME = "northwest"


@dataclass(frozen=True, slots=True)
class Own:
    """What only this title remembers."""

    rounds: int = 1  # operating rounds in the present set
    extras: bool = True  # the extra trains are still set aside
    covered: bool = False  # an extra train lies on the train that hides the rebellion
    risen: bool = False  # the rebellion has happened
    moved: bool = False  # the power to move a station has been used
    declined: bool = False  # and its tile was given up


def own(state: State) -> Own:
    facts = state.own[NAME]
    assert isinstance(facts, Own)
    return facts


def remember(state: State, **facts: Any) -> Mapping[str, Any]:
    return {**state.own, NAME: replace(own(state), **facts)}


@dataclass(frozen=True, slots=True)
class RoundsFixed(Event):
    """A stock round ended: so many operating rounds follow."""

    notable: ClassVar[bool] = True
    count: int

    def apply(self, state: State) -> State:
        return state.change(own=remember(state, rounds=self.count))


@dataclass(frozen=True, slots=True)
class ShareReceived(Event):
    """A certificate came with a private."""

    notable: ClassVar[bool] = True
    player: Player
    company: Company

    def apply(self, state: State) -> State:
        return state.move_shares(self.company, IPO, self.player, 1)


@dataclass(frozen=True, slots=True)
class CharterRemoved(Event):
    """A company that was never started left the game, and the extra trains with it."""

    notable: ClassVar[bool] = True
    company: Company

    def apply(self, state: State) -> State:
        return state.change(gone=(*state.gone, self.company), own=remember(state, extras=False))


@dataclass(frozen=True, slots=True)
class ExtraTrainsSettled(Event):
    """One of the extra trains joined the stack, or none; the others left the game."""

    notable: ClassVar[bool] = True
    train: str = ""
    covers: bool = False  # the rebellion lies under the next train of this type

    def apply(self, state: State) -> State:
        depot = (self.train, *state.depot) if self.train else state.depot
        return state.change(depot=depot, own=remember(state, extras=False, covered=self.covers))


@dataclass(frozen=True, slots=True)
class RebellionDelayed(Event):
    """The extra train on top of the rebellion was sold."""

    notable: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        return state.change(own=remember(state, covered=False))


@dataclass(frozen=True, slots=True)
class RebellionBegan(Event):
    """The yellow tiles of the North-West went back to the supply; stations stayed."""

    notable: ClassVar[bool] = True
    hexes: tuple[str, ...]

    def seen_in(self) -> tuple[str, ...]:
        return self.hexes

    def apply(self, state: State) -> State:
        board = state.board
        for hex_ in self.hexes:
            board = board.strip(Hex(hex_))
        return state.change(board=board, own=remember(state, risen=True))


@dataclass(frozen=True, slots=True)
class PowerUsed(Event):
    """The power to move a station has been used for good."""

    notable: ClassVar[bool] = True
    company: Company

    def apply(self, state: State) -> State:
        return state.change(own=remember(state, moved=True))


@dataclass(frozen=True, slots=True)
class TileDeclined(Event):
    """The tile that goes with the power was given up."""

    notable: ClassVar[bool] = True
    company: Company

    def apply(self, state: State) -> State:
        return state.change(own=remember(state, declined=True))


@dataclass(frozen=True, slots=True)
class BonusPaid(Event):
    """The bank rewarded a company for what it built."""

    notable: ClassVar[bool] = True
    company: Company
    amount: int

    def apply(self, state: State) -> State:
        return state.pay_out(((self.company, self.amount),)).change(turn=replace(state.turn, bonus=0))


@dataclass(frozen=True, slots=True)
class StationMoved(Event):
    """A station went to another hex; a neutral one may have taken its place."""

    notable: ClassVar[bool] = True
    company: Company
    origin: str
    hex: str
    city: int
    leaves_neutral: bool = False

    def seen_in(self) -> tuple[str, ...]:
        return self.origin, self.hex

    def apply(self, state: State) -> State:
        origin = Hex(self.origin)
        board = state.board
        left = board.swap(self.company, NEUTRAL, origin) if self.leaves_neutral else board.remove(self.company, origin)
        return state.change(board=left.place(self.company, Hex(self.hex), self.city))
