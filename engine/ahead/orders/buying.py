"""Buying a company's certificates, one in each turn, until a goal is reached."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from engine.ahead import deeds, stops
from engine.ahead.acts import cheapest, cost
from engine.ahead.claims import STOCK, Claim
from engine.ahead.deeds import Deed
from engine.ahead.facts import Condition, Seen, done, money_in_all
from engine.ahead.orders.checking import has_shares, may_come, stopped_already
from engine.ahead.orders.passing import StandingPass
from engine.ahead.orders.standing import WAIT, Go, Standing, Stop, Verdict
from engine.errors import Refused
from engine.game import apply, to_act
from engine.message import Listed, Message, Value, money
from engine.moves import Done, Move, Pass
from engine.names import Company, Player
from engine.questions import ends_turn, may_pass, most_held, round_name
from engine.state import State, Turn
from engine.title import Title

Then = Literal["pass", "ask"]


@dataclass(frozen=True, slots=True)
class BuyUntil(Standing):
    """Buy a company's certificates, one in each turn of a stock round, until a goal is reached."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"buy": {}}
    clauses: ClassVar[tuple[str, ...]] = (
        "until-count", "until-floats", "up-to", "then-pass", "then-ask", "unless-stop", "unless", "even",
        "even-all",
    )  # fmt: skip
    rank: ClassVar[int] = 7
    company: Company
    count: int = 0
    floats: bool = False
    most: int = 0
    then: Then = "ask"
    unless: Condition | None = None
    even: tuple[str, ...] = ()
    aware: tuple[Company, ...] = ()

    def write(self) -> str:
        goal = f" until {self.count} shares" if self.count else ""
        goal += " until it floats" if self.floats else ""
        goal += f" up to {self.most}" if self.most else ""
        return f"standing buy {self.company}{goal} then {self.then}{stops.written(self.even, self.unless)}"

    def tell(self, state: State) -> Message:
        goals: list[Value] = []
        if self.count:
            goals.append(Message("you hold {count} shares", count=self.count))
        if self.floats:
            goals.append(Message("{company} has floated", company=self.company))
        if self.most:
            goals.append(Message("a share costs more than {amount}", amount=money(state, self.most)))
        after = Message("pass for the rest of that round") if self.then == "pass" else Message("are asked")
        listed = stops.told(self.even, self.unless, state)
        told = Message(
            "In each of your turns in a stock round you buy one certificate of {company} where it is cheapest, until "
            "{goals}; then you {after}. It stops and asks you if: {stops}.",
            company=self.company,
            goals=Listed(goals, "or"),
            after=after,
            stops=Listed([*listed, Message("nothing can be bought")], ";"),
        )
        if self.company in state.started:
            return told
        return Message(
            "{told} {company} has not been started: this waits until it is. Neither its start nor what happens before "
            "stops it, unless you named it yourself.",
            told=told,
            company=self.company,
        )

    def settled(self, state: State, player: Player) -> Standing:
        has_shares(state, self.company)
        if not (self.count or self.floats or self.most):
            raise Refused(
                "Say until when.",
                instead=tuple(
                    f"standing buy {self.company} {goal}{stops.written(self.even, self.unless)}"
                    for goal in ("until 5 shares", "until it floats")
                ),
            )
        if self.count > (most := most_held(state, self.company)):
            raise Refused(
                "You may hold {count} shares of {company} at most.",
                instead=(replace(self, count=most).write(),),
                count=most,
                company=self.company,
            )
        may_come(state, player, self.unless)
        prices = state.market.grid.prices.values()
        low, high = min(prices), max(prices)
        if self.most and not low <= self.most <= money_in_all(state):
            raise Refused(
                "The prices of the market go from {low} to {high}.",
                # Of less than any price somebody means so many shares.
                instead=(
                    (replace(self, count=self.most, most=0) if self.most <= most else replace(self, most=high)).write(),
                ),
                low=money(state, low),
                high=money(state, high),
            )
        return replace(self, aware=stops.in_danger(state, player))

    def already(self, seen: Seen) -> Message | None:
        reached = self._reached(seen)
        if reached is None:
            return stopped_already(self.unless, seen) or stops.exposed(self.aware, self.even, seen)
        return Message("That is so already: {fact}.", fact=reached)

    def over(self, seen: Seen) -> Message | None:
        return Message("{company} is gone.", company=self.company) if self.company in seen.state.gone else None

    def remembers(self, before: frozenset[Deed], now: frozenset[Deed]) -> frozenset[Deed]:
        """It begins when its company is started: of what was done till then only what its owner has named stops it."""
        if not any(one[::2] == (deeds.START, self.company) for one in now):
            return before | now
        named = [*done(self.unless)] if self.unless is not None else []
        return frozenset(one for one in before if any(did.about(one) for did in named)) | now

    def judge(self, seen: Seen) -> Verdict:
        state = seen.state
        if state.cursor.round != "stock" or state.facts.bidding is not None or state.demands or state.turn != Turn():
            return WAIT
        waiting = self.company not in state.started
        # What it has not begun, nothing stops but what its owner has named.
        even = tuple(stops.STOPS) if waiting else self.even
        why = stops.stopped(seen, even, self.unless, self.aware, awaited=self.company)
        if why is not None:
            return Stop(why)
        if waiting:
            return WAIT
        reached = self._reached(seen)
        if reached is not None:
            return self._end(seen, reached)
        try:
            move = cheapest(seen, self.company)
        except Refused as refused:
            return Stop(refused.message)
        if self.most and (price := cost(seen, move)) > self.most:
            amount = money(state, price)
            return self._end(seen, Message("a share of {company} costs {amount}", company=self.company, amount=amount))
        held = state.held(seen.player, self.company)
        because = Message("you hold {count} shares of {company}", count=held, company=self.company)
        return Go(_to_the_end((move,), seen), because, self)

    def _reached(self, seen: Seen) -> Message | None:
        held = seen.state.held(seen.player, self.company)
        if self.count and held >= self.count:
            return Message("you hold {count} shares of {company}", count=held, company=self.company)
        if self.floats and self.company in seen.state.floated:
            return Message("{company} has floated", company=self.company)
        return None

    def _end(self, seen: Seen, why: Message) -> Verdict:
        if self.then == "ask" or not may_pass(seen.state):
            return Stop(why)
        rest = StandingPass(round_name(seen.state), self.unless, self.even, self.aware)
        return Go((Pass(),), why, rest)

    def claims(self, title: Title) -> Iterator[Claim]:
        yield Claim((STOCK,), f"buy {self.company}")


def _to_the_end(moves: tuple[Move, ...], seen: Seen) -> tuple[Move, ...]:
    """The moves, and what ends the turn if they leave it open."""
    state, ended = seen.state, False
    for move in moves:
        outcome = apply(state, move, seen.player, advise=False)
        ended = ends_turn(state, outcome.events)
        state = outcome.state
    if ended or state.over or state.demands or to_act(state) != seen.player or not may_pass(state):
        return moves
    return (*moves, Done())
