"""The facts and events that only 1882 has."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.board.hexes import Hex
from engine.events import Event
from engine.names import IPO, Company, Player
from engine.state import State


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
    facts = state.own
    assert isinstance(facts, Own)
    return facts


@dataclass(frozen=True, slots=True)
class RoundsFixed(Event):
    """A stock round ended: so many operating rounds follow."""

    count: int

    def apply(self, state: State) -> State:
        return state.change(own=replace(own(state), rounds=self.count))


@dataclass(frozen=True, slots=True)
class ShareReceived(Event):
    """A certificate came with a private."""

    player: Player
    company: Company

    def apply(self, state: State) -> State:
        return state.move_shares(self.company, IPO, self.player, 1)


@dataclass(frozen=True, slots=True)
class CharterRemoved(Event):
    """A company that was never started left the game, and the extra trains with it."""

    company: Company

    def apply(self, state: State) -> State:
        return state.change(gone=(*state.gone, self.company), own=replace(own(state), extras=False))


@dataclass(frozen=True, slots=True)
class ExtraTrainsSettled(Event):
    """One of the extra trains joined the stack, or none; the others left the game."""

    train: str = ""
    covers: bool = False  # the rebellion lies under the next train of this type

    def apply(self, state: State) -> State:
        depot = (self.train, *state.depot) if self.train else state.depot
        return state.change(depot=depot, own=replace(own(state), extras=False, covered=self.covers))


@dataclass(frozen=True, slots=True)
class RebellionDelayed(Event):
    """The extra train on top of the rebellion was sold."""

    def apply(self, state: State) -> State:
        return state.change(own=replace(own(state), covered=False))


@dataclass(frozen=True, slots=True)
class RebellionBegan(Event):
    """The yellow tiles of the North-West went back to the supply; stations stayed."""

    hexes: tuple[str, ...]

    def apply(self, state: State) -> State:
        board = state.board
        for hex_ in self.hexes:
            board = board.strip(Hex(hex_))
        return state.change(board=board, own=replace(own(state), risen=True))


@dataclass(frozen=True, slots=True)
class PowerUsed(Event):
    """The power to move a station has been used for good."""

    company: Company

    def apply(self, state: State) -> State:
        return state.change(own=replace(own(state), moved=True))


@dataclass(frozen=True, slots=True)
class TileDeclined(Event):
    """The tile that goes with the power was given up."""

    company: Company

    def apply(self, state: State) -> State:
        return state.change(own=replace(own(state), declined=True))
