"""Passing in a stock round, in an auction, or in all of a kind, until something happens that matters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.ahead import stops
from engine.ahead.claims import BIDDING, PASS, PRIVATES, STOCK, THE_REST, Claim
from engine.ahead.deeds import BUY, SELL, START
from engine.ahead.facts import Condition, Seen, done
from engine.ahead.orders.checking import may_come, stopped_already
from engine.ahead.orders.standing import WAIT, Go, Standing, Stop, Verdict
from engine.errors import Ambiguous, Refused
from engine.game import open_step
from engine.message import Listed, Message
from engine.moves import Bid, Pass
from engine.names import Company, Player
from engine.questions import ROUNDS, may_pass, round_name
from engine.state import State, Turn
from engine.title import Title

# The stock round to come, as long as nobody has looked which that is.
NEXT = "next"
# Where somebody passes on a condition and does not say for how many turns; and where they say always.
UNSAID, ALWAYS = "?", "always"


@dataclass(frozen=True, slots=True)
class StandingPass(Standing):
    """Pass in a stock round or an auction, until something happens that matters."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "pass": {},
        "pass-auctions": {"within": "auctions"},
        "pass-stocks": {"within": "stocks"},
        "pass-next": {"within": NEXT},
        "pass-always": {"within": ALWAYS},
        "pass-until": {"within": UNSAID},
    }
    clauses: ClassVar[tuple[str, ...]] = ("in-round", "lasting", "unless-stop", "unless", "even", "even-all")
    rank: ClassVar[int] = 9
    for_a_while: ClassVar[bool] = True
    within: str = ""  # "SR3", "AUC", or all of a kind: "auctions", "stocks"
    unless: Condition | None = None
    even: tuple[str, ...] = ()
    aware: tuple[Company, ...] = ()

    def write(self) -> str:
        if self.within == "auctions":
            return f"standing pass all auctions{stops.written((), self.unless)}"
        if self.within == "stocks":
            return f"standing pass all stock rounds{stops.written(self.even, self.unless)}"
        if self.within == AUCTION:
            return f"standing pass in this auction{stops.written((), self.unless)}"
        where = f" in stock round {self.within[2:]}" if self.within else ""
        return f"standing pass{where}{stops.written(self.even, self.unless)}"

    def tell(self, state: State) -> Message:
        told = self._told(state)
        if self.within in ("auctions", AUCTION) or stops.STARTED not in self.even or not stops.bid_for(state.title):
            return told
        return Message("{told} In auctions of companies you pass too.", told=told)

    def _told(self, state: State) -> Message:
        listed = Listed(stops.told(self.even, self.unless, state), ";")
        if self.within == "auctions":
            if not listed.items:
                return Message("In every auction you pass.")
            return Message("In every auction you pass, unless: {stops}. Then you are asked.", stops=listed)
        if self.within == "stocks":
            if not listed.items:
                return Message("In every stock round you pass, whatever happens.")
            return Message("In every stock round you pass, unless: {stops}. Then you are asked.", stops=listed)
        if self.within == AUCTION:
            if not listed.items:
                return Message("In the auction of the privates you pass, whatever happens.")
            return Message(
                "In the auction of the privates you pass, unless: {stops}. Then you are asked.", stops=listed
            )
        if not listed.items:
            return Message("In stock round {number} you pass, whatever happens.", number=self.within[2:])
        return Message(
            "In stock round {number} you pass, unless: {stops}. Then you are asked.",
            number=self.within[2:],
            stops=listed,
        )

    def settled(self, state: State, player: Player) -> Standing:
        if self.within == UNSAID and (self.unless is not None or self.even):
            raise self.once_or_always()
        if self.within in (UNSAID, ALWAYS):
            raise which_turns(self)
        may_come(state, player, self.unless)
        # The opening auction has the number of the stock round that follows it.
        here, opening = round_name(state), state.cursor.round == "auction"
        following = f"SR{state.cursor.number + (not opening)}"
        within = self.within if self.within != NEXT else following
        within = within or (here if state.cursor.round in PASSING else following)
        if within not in KINDS_OF_ROUND and is_past(within, state):
            # Where companies are bid for, that auction may have been meant.
            auctions = ("standing pass all auctions",) if within == AUCTION else ()
            raise Refused(round_over(within), instead=("standing pass", *auctions))
        if within[:2] == ROUNDS["stock"] and int(within[2:]) > state.cursor.number + FAR:
            raise Refused(
                "Stock round {number} is too far away to plan for.",
                instead=(replace(self, within=f"SR{state.cursor.number + 1}").write(),),
                number=within[2:],
            )
        if within == AUCTION and self.unless is not None and _of_shares(self.unless, state.title):
            raise Refused(
                "In the auction of the privates nobody trades in shares, so that stops nothing there.",
                instead=(replace(self, within=following).write(), replace(self, within=AUCTION, unless=None).write()),
            )
        if within in ("auctions", AUCTION):
            # Nothing of what stops a pass in a stock round bears on an auction but what its owner names.
            return replace(self, within=within, even=tuple(stops.STOPS))
        up = (Company(state.facts.bidding.item),) if state.facts.bidding is not None and not opening else ()
        return replace(self, within=within, aware=(*stops.in_danger(state, player), *up))

    def once_or_always(self) -> Ambiguous:
        """What is asked of whoever passes with an exception, and does not say whether once."""
        here = replace(self, within="") if self.within == UNSAID else self
        return Ambiguous(
            "Is this one pass, or one in each of your turns? Say which.", instead=(here.write(), Pass().write())
        )

    def already(self, seen: Seen) -> Message | None:
        bidding = seen.state.facts.bidding
        if (so := stopped_already(self.unless, seen)) is not None:
            return so
        if bidding is None or bidding.item not in self.aware or self.within not in ("stocks", round_name(seen.state)):
            return stops.exposed(self.aware, self.even, seen)
        return Message("{item} is up for auction: there you pass too.", item=bidding.item)

    def over(self, seen: Seen) -> Message | None:
        if self.within not in KINDS_OF_ROUND and is_past(self.within, seen.state):
            return round_over(self.within)
        return None

    def judge(self, seen: Seen) -> Verdict:
        state = seen.state
        if self.within == "auctions":
            here = state.facts.bidding is not None and Bid in open_step(state).accepts
        else:
            here = self.within in (round_name(state), f"{state.cursor.round}s")
            here = here and state.cursor.round in PASSING and state.turn == Turn()
        if not here or state.demands or not may_pass(state):
            return WAIT
        why = stops.stopped(seen, self.even, self.unless, self.aware)
        if why is not None:
            return Stop(why)
        return Go((Pass(),), Message("nothing has happened that stops it"), self)

    def hearing(self) -> int:
        """Where a company is put up, who passes in every auction has said more than who passes in a round."""
        return self.rank if self.within == "auctions" else self.rank + 1

    def claims(self, title: Title) -> Iterator[Claim]:
        """What is bid for with a limit is left to that: whoever passes for all may have named an exception."""
        if self.within in ("auctions", AUCTION):
            # All auctions, and that of the privates: there both would speak.
            yield Claim((PRIVATES, "" if self.within == "auctions" else self.within, THE_REST), PASS)
        if self.within != AUCTION:
            within = self.within if self.within not in KINDS_OF_ROUND else ""
            yield Claim((BIDDING if self.within == "auctions" else STOCK, within, THE_REST), PASS)
        if self.within not in ("auctions", AUCTION) and stops.bid_for(title):
            # What is put up in its round stops it, or is passed: who passes in all auctions is heard before.
            yield Claim((BIDDING, "", THE_REST), PASS, when=f"in {self.within}")


PASSING = ("auction", "stock")
KINDS_OF_ROUND = ("auctions", "stocks")
AUCTION = ROUNDS["auction"]
# Nobody plans for a stock round that is further away; whole games have fewer.
FAR = 20


def _of_shares(condition: Condition, title: Title) -> bool:
    """Whether some of what a condition waits for is done with shares, whatever else it names."""
    return any(
        one.deed in (SELL, START) or (one.deed == BUY and one.what in title.companies) for one in done(condition)
    )


def which_turns(said: StandingPass | None = None) -> Ambiguous:
    """What is asked of whoever passes for more than a turn, and does not say for how many; with all that they named."""
    order = said or StandingPass()
    # What stops a pass, or does not, is said of stock rounds.
    kinds = ("", "stocks") if order.unless is not None or order.even else ("", "stocks", "auctions")
    return Ambiguous(
        "Always? Say whether in this round, in every stock round, or in every auction.",
        instead=tuple(replace(order, within=kind).write() for kind in kinds),
    )


def round_over(within: str) -> Message:
    """That a round one would pass in is over."""
    if within == AUCTION:
        return Message("The auction of the privates is over.")
    return Message("Stock round {number} is over.", number=within[2:])


def is_past(within: str, state: State) -> bool:
    """Whether a round is over: the rounds of a game are counted by its stock rounds."""
    if within == AUCTION:
        return state.cursor.round != "auction"
    number = int(within[2:]) if within[2:].isdecimal() else 0
    now = state.cursor.number
    return now > number or (now == number and state.cursor.round not in PASSING)
