"""What one is willing to sell, and whose offers one refuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.ahead.claims import CONSENT, SALE, THE_REST, Claim
from engine.ahead.facts import Seen
from engine.ahead.orders.checking import is_mine, is_there
from engine.ahead.orders.standing import Standing
from engine.errors import Refused
from engine.message import Message, money
from engine.moves import BuyPrivate, BuyTrain, Move
from engine.names import NO_COMPANY, NO_PLAYER, Company, Player, Private
from engine.obsolete import refuse_train
from engine.state import State
from engine.title import Title


def holds_once(told: Message) -> Message:
    """What one is willing to do, of a thing that can be done once."""
    return Message("{told} This holds once: then it is used up.", told=told)


def holds_always(told: Message) -> Message:
    return Message("{told} This holds every time, until you cancel it.", told=told)


@dataclass(frozen=True, slots=True)
class WillingSell(Standing):
    """Agree to sell a private to a company, from a price on."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"willing-sell": {}, "willing-sell-any": {}}
    private: Private
    least: int
    company: Company = NO_COMPANY  # any

    def write(self) -> str:
        return f"willing sell {self.private}{f' to {self.company}' if self.company else ''} from {self.least}"

    def tell(self, state: State) -> Message:
        return holds_once(self._told(state))

    def _told(self, state: State) -> Message:
        least = money(state, self.least)
        if self.company:
            return Message(
                "You agree when {company} offers {amount} or more for {private}.",
                company=self.company,
                amount=least,
                private=self.private,
            )
        return Message(
            "You agree when any company offers {amount} or more for {private}.", amount=least, private=self.private
        )

    def settled(self, state: State, player: Player) -> Standing:
        if state.privates.get(self.private) != player:
            own = {one: state.title.privates[one].highest for one, owner in state.privates.items() if owner == player}
            instead = tuple(
                replace(self, private=one, least=min(self.least, most)).write() for one, most in own.items() if most
            )
            raise Refused("{private} is not yours.", instead=instead, private=self.private)
        spec = state.title.privates[self.private]
        if not spec.highest:
            raise Refused("{private} is not for sale.", private=self.private)
        if self.least > spec.highest:
            raise Refused(
                "{private} costs {lowest} to {highest}.",
                instead=(replace(self, least=spec.highest).write(),),
                private=self.private,
                lowest=money(state, spec.lowest),
                highest=money(state, spec.highest),
            )
        return self

    def over(self, seen: Seen) -> Message | None:
        if seen.state.privates.get(self.private) != seen.player:
            return Message("{private} is not yours any more.", private=self.private)
        return None

    def answer(self, seen: Seen, move: Move, company: Company, by: Player) -> Message | None:
        match move:
            case BuyPrivate(private=self.private, price=price) if price >= self.least:
                if self.company in (NO_COMPANY, company):
                    return Message("the price is {amount}", amount=money(seen.state, price))
        return None

    def claims(self, title: Title) -> Iterator[Claim]:
        yield Claim((SALE, self.private, self.company), f"from {self.least}")


@dataclass(frozen=True, slots=True)
class WillingSellTrain(Standing):
    """Agree to sell a train of a company one directs to another, from a price on."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"willing-train": {}, "willing-train-any": {}}
    train: str
    seller: Company
    least: int
    company: Company = NO_COMPANY  # any

    def write(self) -> str:
        to = f" to {self.company}" if self.company else ""
        return f"willing sell {self.train}-train of {self.seller}{to} from {self.least}"

    def tell(self, state: State) -> Message:
        return holds_always(self._told(state))

    def _told(self, state: State) -> Message:
        least = money(state, self.least)
        if self.company:
            return Message(
                "You agree when {company} offers {amount} or more for {train:a}-train of {seller}.",
                company=self.company,
                amount=least,
                train=self.train,
                seller=self.seller,
            )
        return Message(
            "You agree when any company offers {amount} or more for {train:a}-train of {seller}.",
            amount=least,
            train=self.train,
            seller=self.seller,
        )

    def settled(self, state: State, player: Player) -> Standing:
        is_mine(state, self.seller, player)
        if self.company == self.seller:
            raise Refused(
                "{company} does not buy from itself.",
                instead=(replace(self, company=NO_COMPANY).write(),),
                company=self.company,
            )
        is_there(state, self.least)
        refuse_train(state, self.train)
        return self

    def over(self, seen: Seen) -> Message | None:
        if seen.state.directors.get(self.seller) != seen.player:
            return Message("You don't direct {company} any more.", company=self.seller)
        try:
            refuse_train(seen.state, self.train)
        except Refused as refused:
            return refused.message
        return None

    def answer(self, seen: Seen, move: Move, company: Company, by: Player) -> Message | None:
        match move:
            case BuyTrain(train=self.train, seller=self.seller, price=price) if price >= self.least:
                if self.company in (NO_COMPANY, company):
                    return Message("the price is {amount}", amount=money(seen.state, price))
        return None

    def claims(self, title: Title) -> Iterator[Claim]:
        yield Claim((SALE, f"{self.train} of {self.seller}", self.company), f"from {self.least}")


@dataclass(frozen=True, slots=True)
class RefuseOffers(Standing):
    """Refuse whatever a player offers, or whatever anybody does."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"refuse": {}, "refuse-all": {}}
    player: Player = NO_PLAYER

    def write(self) -> str:
        return f"refuse offers from {self.player}" if self.player else "refuse all offers"

    def tell(self, state: State) -> Message:
        return holds_always(self._told())

    def _told(self) -> Message:
        if self.player:
            return Message("You refuse whatever {player} offers you.", player=self.player)
        return Message("You refuse all offers, but those you have said you are willing to accept.")

    def settled(self, state: State, player: Player) -> Standing:
        if self.player == player:
            raise Refused(
                "That is yourself.",
                instead=tuple(f"refuse offers from {one}" for one in state.players if one != player),
            )
        return self

    def refuses(self, by: Player, *, by_name: bool = False) -> bool:
        return self.player == by or (not by_name and not self.player)

    def hearing(self) -> int:
        """Who is refused by name is refused before a price is looked at; who refuses all has named exceptions."""
        return self.rank - 1 if self.player else self.rank + 1

    def claims(self, title: Title) -> Iterator[Claim]:
        for what in (SALE, CONSENT):
            yield Claim(
                (what, "" if self.player else THE_REST), "refuse", when=f"offered by {self.player or 'anybody'}"
            )
