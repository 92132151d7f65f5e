"""What happens when companies become one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.events import Event
from engine.market import Cell
from engine.names import TREASURY, Company, Player
from engine.state import State


@dataclass(frozen=True, slots=True)
class MergerVoid(Event):
    """Nobody would have had two shares, and nobody wanted to buy the second; all is as it was."""

    notable: ClassVar[bool] = True
    public: Company
    minors: tuple[Company, ...]

    def apply(self, state: State) -> State:
        return state


@dataclass(frozen=True, slots=True)
class PublicFormed(Event):
    """A public company took over all that one or more minors had."""

    notable: ClassVar[bool] = True
    public: Company
    minors: tuple[Company, ...]
    cell: Cell
    director: Player  # empty while nobody has two shares
    shares: tuple[tuple[Player, int], ...]

    def apply(self, state: State) -> State:
        public, gone = self.public, set(self.minors)
        cash = {holder: n for holder, n in state.cash.items() if holder not in gone}
        cash[public] = cash.get(public, 0) + sum(state.cash_of(m) for m in self.minors)
        trains = {holder: t for holder, t in state.trains.items() if holder not in gone}
        trains[public] = (*trains.get(public, ()), *(t for m in self.minors for t in state.trains_of(m)))
        loans = {c: n for c, n in state.loans.items() if c not in gone}
        loans[public] = sum(state.loans_of(m) for m in self.minors)
        given = sum(n for _, n in self.shares)
        shares = {c: held for c, held in state.shares.items() if c not in gone}
        shares[public] = {**dict(self.shares), TREASURY: state.title.companies[public].kind.shares - given}
        market = state.market
        for minor in self.minors:
            market = market.take(minor)
        directors = {c: p for c, p in state.directors.items() if c not in gone}
        if self.director:
            directors[public] = self.director
        return state.change(
            cash=cash,
            trains=trains,
            loans=loans,
            shares=shares,
            directors=directors,
            privates={p: (public if owner in gone else owner) for p, owner in state.privates.items()},
            market=market.put(public, self.cell),
            par={**{c: p for c, p in state.par.items() if c not in gone}, public: market.grid.price(self.cell)},
            started=(*(c for c in state.started if c not in gone), public),
            operated=state.operated - gone,
            gone=(*state.gone, *self.minors),
            last_run={c: n for c, n in state.last_run.items() if c not in gone},
            stations_left={
                **{c: n for c, n in state.stations_left.items() if c not in gone},
                public: state.title.companies[public].stations,
            },
        )
