"""What may be said of mergers ahead of their time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.ahead.claims import CONSENT, MERGER, PASS, Claim
from engine.ahead.facts import Seen
from engine.ahead.orders.offers import holds_once
from engine.ahead.orders.standing import WAIT, Go, Standing, Verdict
from engine.errors import Refused
from engine.game import open_step
from engine.mechanisms.mergers.figures import MergerFigures
from engine.mechanisms.mergers.merging import in_order, merged_price
from engine.mechanisms.mergers.moves import Merge
from engine.message import Listed, Message, money
from engine.moves import Move, Pass
from engine.names import NO_COMPANY, Company, Player
from engine.questions import may_pass
from engine.state import State
from engine.title import Title


def _merges(state: State, company: Company) -> None:
    """Raises Refused for what is no minor, or none any more."""
    if not state.title.companies[company].kind.whole:
        raise Refused("{company} is no minor: it is not merged.", company=company)
    if company in state.gone:
        raise Refused("{company} is gone.", company=company)


@dataclass(frozen=True, slots=True)
class NoMerger(Standing):
    """Neither convert nor merge a minor, or any of one's minors, when it is asked."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"no-merger": {}, "no-merger-of": {}}
    company: Company = NO_COMPANY  # any

    def write(self) -> str:
        return f"standing no merger {self.company}".rstrip()

    def tell(self, state: State) -> Message:
        if self.company:
            return Message("In merger rounds {company} is neither converted nor merged.", company=self.company)
        return Message("In merger rounds your minors are neither converted nor merged.")

    def settled(self, state: State, player: Player) -> Standing:
        if self.company:
            _merges(state, self.company)
        return self

    def over(self, seen: Seen) -> Message | None:
        return Message("{company} is gone.", company=self.company) if self.company in seen.state.gone else None

    def judge(self, seen: Seen) -> Verdict:
        state = seen.state
        if state.cursor.round != "merger" or state.demands or Merge not in open_step(state).accepts:
            return WAIT
        if self.company not in (NO_COMPANY, state.operating) or not may_pass(state):
            return WAIT
        return Go((Pass(),), Message("it is the turn of {company}", company=state.operating), self)

    def claims(self, title: Title) -> Iterator[Claim]:
        yield Claim((MERGER, self.company), PASS)


@dataclass(frozen=True, slots=True)
class WillingMerge(Standing):
    """Agree to a merger of one's minor with some others, from a price on."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"willing-merge": {}, "willing-merge-any": {}}
    company: Company
    least: int
    others: tuple[Company, ...] = ()  # any

    def write(self) -> str:
        partners = f" with {' or '.join(self.others)}" if self.others else ""
        return f"willing merge {self.company}{partners} from {self.least}"

    def tell(self, state: State) -> Message:
        return holds_once(self._told(state))

    def _told(self, state: State) -> Message:
        price = money(state, self.least)
        if self.others:
            return Message(
                "You agree when a merger of {company} with {others}, and nobody else, is proposed and the new company "
                "begins at {amount} or more.",
                company=self.company,
                others=Listed(self.others, "or"),
                amount=price,
            )
        return Message(
            "You agree when a merger of {company} is proposed and the new company begins at {amount} or more.",
            company=self.company,
            amount=price,
        )

    def settled(self, state: State, player: Player) -> Standing:
        if state.directors.get(self.company) != player:
            raise Refused("You don't direct {company}.", company=self.company)
        for company in (self.company, *self.others):
            _merges(state, company)
        if self.company in self.others:
            others = tuple(one for one in self.others if one != self.company)
            instead = (replace(self, others=others).write(),)
            raise Refused("{company} does not merge with itself.", instead=instead, company=self.company)
        if self.least > (most := state.title.figures(MergerFigures).price):
            raise Refused(
                "A merged company begins at {amount} at most.",
                instead=(replace(self, least=most).write(),),
                amount=money(state, most),
            )
        return self

    def over(self, seen: Seen) -> Message | None:
        if seen.state.directors.get(self.company) != seen.player:
            return Message("You don't direct {company} any more.", company=self.company)
        return None

    def answer(self, seen: Seen, move: Move, company: Company, by: Player) -> Message | None:
        if not isinstance(move, Merge) or self.company not in move.minors:
            return None
        mine = {minor for minor in move.minors if seen.state.directors.get(minor) == seen.player}
        if mine != {self.company} or (self.others and not set(move.minors) <= {self.company, *self.others}):
            return None
        price = merged_price(seen.state, in_order(seen.state, move.minors))
        if price < self.least:
            return None
        return Message("the price is {amount}", amount=money(seen.state, price))

    def claims(self, title: Title) -> Iterator[Claim]:
        for other in self.others or ("",):
            yield Claim((MERGER, self.company, other), f"from {self.least}")
            yield Claim((CONSENT, self.company, other), f"from {self.least}")
