"""What happens when the state takes over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.events import Event
from engine.names import BANK, IPO, Company, Player, Private
from engine.state import State


@dataclass(frozen=True, slots=True)
class CompanyNationalised(Event):
    """The bank bought a company out; all it had went to the state railway."""

    notable: ClassVar[bool] = True
    company: Company
    why: str
    price: int
    payments: tuple[tuple[Player, int], ...]

    def apply(self, state: State) -> State:
        company, national = self.company, state.title.national
        taken = state.pay_out(self.payments)
        taken = taken.pay(company, national, taken.cash_of(company))
        trains = {**taken.trains, national: (*taken.trains_of(national), *taken.trains_of(company))}
        privates = {p: (national if owner == company else owner) for p, owner in taken.privates.items()}
        return _struck(taken.change(trains=trains, privates=privates), company)


@dataclass(frozen=True, slots=True)
class CompanyDissolved(CompanyNationalised):
    """The bank bought a company out and took its money; its trains and privates left the game."""

    def apply(self, state: State) -> State:
        company = self.company
        taken = state.pay_out(self.payments)
        taken = taken.pay(company, BANK, taken.cash_of(company))
        privates = {p: owner for p, owner in taken.privates.items() if owner != company}
        return _struck(taken.change(privates=privates), company)


def _struck(state: State, company: Company) -> State:
    """A company off the books; a public one may be started again, a minor is gone for good."""
    kind = state.title.companies[company].kind
    minor = bool(kind.whole)
    shares = {**state.shares, company: {IPO: kind.shares}}
    return state.change(
        trains={**state.trains, company: ()},
        shares={c: held for c, held in shares.items() if not (minor and c == company)},
        loans={c: n for c, n in state.loans.items() if c != company},
        market=state.market.take(company),
        directors={c: p for c, p in state.directors.items() if c != company},
        par={c: p for c, p in state.par.items() if c != company},
        started=tuple(c for c in state.started if c != company),
        operated=state.operated - {company},
        last_run={c: n for c, n in state.last_run.items() if c != company},
        gone=(*state.gone, company) if minor else state.gone,
        stations_left={c: n for c, n in state.stations_left.items() if c != company},
    )


@dataclass(frozen=True, slots=True)
class CompanyKept(Event):
    """A director was asked, and keeps a company without a train."""

    player: Player
    company: Company

    def apply(self, state: State) -> State:
        return state


@dataclass(frozen=True, slots=True)
class PrivateNationalised(Event):
    """The bank paid face value; the state railway takes the private and its income."""

    notable: ClassVar[bool] = True
    private: Private
    owner: str
    amount: int

    def apply(self, state: State) -> State:
        return state.pay_out(((self.owner, self.amount),)).own_private(self.private, state.title.national)


@dataclass(frozen=True, slots=True)
class MinorsRemoved(Event):
    """Minors that were never started left the game."""

    notable: ClassVar[bool] = True
    minors: tuple[Company, ...]

    def apply(self, state: State) -> State:
        shares = {c: held for c, held in state.shares.items() if c not in self.minors}
        return state.change(shares=shares, gone=(*state.gone, *self.minors))
