"""The orders that may be kept on file, and what follows from each in a position.

``evaluate`` is pure: the same order, position and deeds give the same verdict, which says why. An order acts only where
its owner must decide, and only through moves that would be accepted from their own hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from engine.ahead import deeds, stops
from engine.ahead.acts import (
    LEFT_OUT,
    BuyShare,
    LeaveOut,
    RunBest,
    Script,
    SellAll,
    behind_the_end,
    carried_out,
    cheapest,
    coming,
    conditions,
    cost,
    ends,
    spread,
    telling,
    written,
)
from engine.ahead.acts import told as acts_told
from engine.ahead.claims import (
    BIDDING,
    CONSENT,
    DIVIDEND,
    OPERATING,
    PASS,
    PRIVATES,
    RUN,
    SALE,
    STATION,
    STOCK,
    THE_REST,
    TRACK,
    TRAIN,
    Claim,
    clashing,
    meeting,
    of_a_bid,
    of_scripts,
    operating,
    same_turn,
    trading,
)
from engine.ahead.deeds import Deed
from engine.ahead.facts import Condition, Seen, done, money_in_all
from engine.errors import Ambiguous, Refused
from engine.game import apply, legal_moves, open_step, passes, to_act
from engine.message import Listed, Message, Value, money
from engine.moves import (
    DIVIDENDS,
    Bid,
    Buy,
    BuyPrivate,
    BuyTrain,
    Done,
    LayTile,
    Move,
    Pass,
    Pay,
    PlaceStation,
    Run,
    Sell,
)
from engine.names import BANK, NO_COMPANY, NO_PLAYER, POOL, Company, Player, Private
from engine.never import refuse_what_can_never_be
from engine.notation.ahead import BidUpTo
from engine.questions import (
    ROUNDS,
    bids,
    chooses_dividend,
    company_on_turn,
    ends_turn,
    may_pass,
    most_held,
    round_name,
    taken,
)
from engine.rounds.operating import Operating
from engine.runs.proposal import best_run
from engine.state import State, Turn
from engine.steps.pay_dividend import WITHHOLD
from engine.title import Step, Title

Then = Literal["pass", "ask"]
# No turn of a company has more decisions than this.
LONGEST = 20
# The stock round to come, as long as nobody has looked which that is.
NEXT = "next"
# The rank of bids with a limit: only who passes for all is heard after them.
LIMITS = 8


# ---------------------------------------------------------------------- verdicts


@dataclass(frozen=True, slots=True)
class Go:
    """These moves are made now. ``left`` is what stays on file; nothing: the order is used up."""

    moves: tuple[Move, ...]
    because: Message
    left: Standing | None


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing follows from the order now."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The order does not go on by itself: its owner is asked."""

    because: Message


@dataclass(frozen=True, slots=True)
class Finished:
    """The order has nothing more to say in this game."""

    because: Message


Verdict = Go | Wait | Stop | Finished
WAIT = Wait()


# ---------------------------------------------------------------------- what all orders are


@dataclass(frozen=True, slots=True)
class Standing:
    """An order on file."""

    version: ClassVar[int] = 1
    # The patterns it begins with and those of what may follow, each with what is settled by having read it so.
    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    clauses: ClassVar[tuple[str, ...]] = ()
    # The lower, the sooner it is heard.
    rank: ClassVar[int] = 5
    # Whether its owner knows when it ends: with the round it was given for.
    for_a_while: ClassVar[bool] = False

    def write(self) -> str:
        """The one form in which the service writes it; it is read back as the same order."""
        raise NotImplementedError

    def tell(self, state: State) -> Message:
        """What it will do, in plain words."""
        raise NotImplementedError

    def settled(self, state: State, player: Player) -> Standing:
        """The order as it is kept, bound to the position in which it is given. Raises Refused."""
        return self

    def over(self, seen: Seen) -> Message | None:
        """Why it has nothing more to say, whoever is to decide; None while it may."""
        return None

    def already(self, seen: Seen) -> Message | None:
        """What its owner should know where it is given: that what it waits for is so already."""
        return None

    def judge(self, seen: Seen) -> Verdict:
        """What follows where its owner must decide."""
        return WAIT

    def answer(self, seen: Seen, move: Move, company: Company, by: Player) -> Message | None:
        """Why it agrees to what another player offers to order for a company; None if it does not."""
        return None

    def refuses(self, by: Player, *, by_name: bool = False) -> bool:
        """Whether it refuses whatever this player offers, as it does anybody's or theirs by name."""
        return False

    def hearing(self) -> int:
        """Its rank among the orders of its owner."""
        return self.rank

    def claims(self, title: Title) -> Iterator[Claim]:
        """The decisions it speaks for."""
        return iter(())


def evaluate(order: Standing, state: State, happened: Collection[Deed], player: Player) -> Verdict:
    """What follows from an order on file in a position, after these deeds."""
    seen = Seen(state, frozenset(happened), player)
    why = order.over(seen)
    if why is not None:
        return Finished(why)
    if state.over or to_act(state) != player:
        return WAIT
    return order.judge(seen)


def clash(one: Standing | BidUpTo, other: Standing | BidUpTo, title: Title) -> bool:
    """Whether two orders of the same player contradict each other."""
    return clashing(_claims(one, title), _claims(other, title), alike=type(one) is type(other))


def meet(one: Standing | BidUpTo, other: Standing | BidUpTo, title: Title) -> bool:
    """Whether both may speak in one turn, so that it matters which is heard first."""
    return meeting(_claims(one, title), _claims(other, title))


def rank(order: Standing | BidUpTo) -> int:
    """Who is heard first: what is said for one occasion before what is said for all."""
    return order.hearing() if isinstance(order, Standing) else LIMITS


def _claims(order: Standing | BidUpTo, title: Title) -> Iterator[Claim]:
    return order.claims(title) if isinstance(order, Standing) else of_a_bid(order.item, order.most, title)


# ---------------------------------------------------------------------- passing


@dataclass(frozen=True, slots=True)
class StandingPass(Standing):
    """Pass in a stock round or an auction, until something happens that matters."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "pass": {},
        "pass-auctions": {"within": "auctions"},
        "pass-stocks": {"within": "stocks"},
        "pass-next": {"within": NEXT},
        "pass-always": {"within": "?"},
        "pass-until": {"within": "?"},
    }
    clauses: ClassVar[tuple[str, ...]] = ("in-round", "unless-stop", "unless", "even", "even-all")
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
        if self.within == "?" and self.unless is not None:
            raise Ambiguous(
                "If you mean all your turns until then, say so; `pass` alone is for one.",
                instead=(replace(self, within="").write(), "pass"),
            )
        if self.within == "?":
            raise Ambiguous(
                "Always? Say whether in this round, in every stock round, or in every auction.",
                instead=("standing pass", "standing pass all stock rounds", "standing pass all auctions"),
            )
        _may_come(state, player, self.unless)
        # The opening auction has the number of the stock round that follows it.
        here, opening = round_name(state), state.cursor.round == "auction"
        following = f"SR{state.cursor.number + (not opening)}"
        within = self.within if self.within != NEXT else following
        within = within or (here if state.cursor.round in PASSING else following)
        if within not in KINDS_OF_ROUND and _is_past(within, state):
            # Where companies are bid for, that auction may have been meant.
            auctions = ("standing pass all auctions",) if within == AUCTION else ()
            raise Refused(_over(within), instead=("standing pass", *auctions))
        if within[:2] == ROUNDS["stock"] and int(within[2:]) > state.cursor.number + FAR:
            raise Refused(
                "Stock round {number} is too far away to plan for.",
                instead=(replace(self, within=f"SR{state.cursor.number + 1}").write(),),
                number=within[2:],
            )
        if within in ("auctions", AUCTION):
            # Nothing of what stops a pass in a stock round bears on an auction but what its owner names.
            return replace(self, within=within, even=tuple(stops.STOPS))
        up = (Company(state.facts.bidding.item),) if state.facts.bidding is not None and not opening else ()
        return replace(self, within=within, aware=(*stops.in_danger(state, player), *up))

    def already(self, seen: Seen) -> Message | None:
        bidding = seen.state.facts.bidding
        if bidding is None or bidding.item not in self.aware or self.within not in ("stocks", round_name(seen.state)):
            return None
        return Message("{item} is up for auction: there you pass too.", item=bidding.item)

    def over(self, seen: Seen) -> Message | None:
        if self.within not in KINDS_OF_ROUND and _is_past(self.within, seen.state):
            return _over(self.within)
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
            yield Claim((PRIVATES, self.within, THE_REST), PASS)
        if self.within != AUCTION:
            within = self.within if self.within not in KINDS_OF_ROUND else ""
            yield Claim((BIDDING if self.within == "auctions" else STOCK, within, THE_REST), PASS)


PASSING = ("auction", "stock")
KINDS_OF_ROUND = ("auctions", "stocks")
AUCTION = ROUNDS["auction"]
# Nobody plans for a stock round that is further away; whole games have fewer.
FAR = 20


def _over(within: str) -> Message:
    """That a round one would pass in is over."""
    if within == AUCTION:
        return Message("The auction of the privates is over.")
    return Message("Stock round {number} is over.", number=within[2:])


def _is_past(within: str, state: State) -> bool:
    """Whether a round is over: the rounds of a game are counted by its stock rounds."""
    if within == AUCTION:
        return state.cursor.round != "auction"
    number = int(within[2:]) if within[2:].isdecimal() else 0
    now = state.cursor.number
    return now > number or (now == number and state.cursor.round not in PASSING)


# ---------------------------------------------------------------------- buying


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
        told = Message(
            "In each of your turns in a stock round you buy one certificate of {company} where it is cheapest, until "
            "{goals}; then you {after}. It stops and asks you if: {stops}; or if nothing can be bought.",
            company=self.company,
            goals=Listed(goals, "or"),
            after=after,
            stops=Listed(stops.told(self.even, self.unless, state), ";"),
        )
        if self.company in state.started:
            return told
        return Message(
            "{told} {company} has not been started: this waits until it is, and its own start does not stop it.",
            told=told,
            company=self.company,
        )

    def settled(self, state: State, player: Player) -> Standing:
        _has_shares(state, self.company)
        if not (self.count or self.floats or self.most):
            raise Refused(
                "Say until when.",
                instead=tuple(f"standing buy {self.company} {goal}" for goal in ("until 5 shares", "until it floats")),
            )
        if self.count > (most := most_held(state, self.company)):
            raise Refused(
                "You may hold {count} shares of {company} at most.",
                instead=(replace(self, count=most).write(),),
                count=most,
                company=self.company,
            )
        _may_come(state, player, self.unless)
        return replace(self, aware=stops.in_danger(state, player))

    def already(self, seen: Seen) -> Message | None:
        reached = self._reached(seen)
        return Message("That is so already: {fact}.", fact=reached) if reached is not None else None

    def over(self, seen: Seen) -> Message | None:
        return Message("{company} is gone.", company=self.company) if self.company in seen.state.gone else None

    def judge(self, seen: Seen) -> Verdict:
        state = seen.state
        if state.cursor.round != "stock" or state.facts.bidding is not None or state.demands or state.turn != Turn():
            return WAIT
        why = stops.stopped(seen, self.even, self.unless, self.aware, awaited=self.company)
        if why is not None:
            return Stop(why)
        if self.company not in state.started:
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


def _has_shares(state: State, company: Company) -> None:
    if not state.title.companies[company].kind.traded:
        raise Refused("{company} is owned whole; it has no shares to buy.", company=company)


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


# ---------------------------------------------------------------------- operating


@dataclass(frozen=True, slots=True)
class Operate(Standing):
    """What a company does in each of its turns; what no clause answers is asked as ever."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"operate": {}}
    clauses: ClassVar[tuple[str, ...]] = (
        "run-best", "pay-until", "half-until", "withhold-until", "pay", "half", "withhold", "buy-train", "no-track",
        "no-station", "no-train", "unless",
    )  # fmt: skip
    rank: ClassVar[int] = 6
    company: Company
    run: bool = False
    dividend: str = ""
    until: Condition | None = None
    train: str = ""
    no_track: bool = False
    no_station: bool = False
    no_train: bool = False
    unless: Condition | None = None

    def write(self) -> str:
        parts = [
            "no track" if self.no_track else "",
            "no station" if self.no_station else "",
            "run best" if self.run else "",
            DIVIDENDS.get(self.dividend, self.dividend) + (f" until {self.until.write()}" if self.until else ""),
            f"train {self.train} if there is money" if self.train else "",
            "no train" if self.no_train else "",
        ]
        own = f" unless {self.unless.write()}" if self.unless is not None else ""
        return f"standing operate {self.company}: {', '.join(filter(None, parts))}{own}"

    def tell(self, state: State) -> Message:
        found = list(self._told(state))
        if self.unless is not None:
            return Message(
                "In each turn of {company}: {parts}. Anything else is asked; so is all of it if {condition}.",
                company=self.company,
                parts=Listed(found, ";"),
                condition=self.unless.tell(state),
            )
        return Message(
            "In each turn of {company}: {parts}. Anything else is asked.",
            company=self.company,
            parts=Listed(found, ";"),
        )

    def _told(self, state: State) -> Iterator[Value]:
        if self.no_track:
            yield Message("no track is laid")
        if self.no_station:
            yield Message("no station is placed")
        if self.run:
            yield Message("the best run")
        if self.dividend and not chooses_dividend(state, self.company):
            yield Message("half of the earnings is paid out, as always for {company}", company=self.company)
        elif self.dividend and self.until is None:
            yield DIVIDEND_SAID[self.dividend]
        elif self.dividend and self.until is not None:
            yield Message(
                "{dividend} until {condition}, afterwards {after}",
                dividend=DIVIDEND_SAID[self.dividend],
                condition=self.until.tell(state),
                after=DIVIDEND_SAID[AFTERWARDS[self.dividend]],
            )
        if self.train:
            yield Message("{train:a}-train is bought if the treasury can pay for it", train=self.train)
        if self.no_train:
            yield Message("no train is bought unless one must be")
        if self.run or self.dividend or self.train or self.no_train:
            yield from self._left_out(state)

    def _left_out(self, state: State) -> Iterator[Message]:
        """What it passes over on its way: decisions that no clause names and nobody would want to be asked for."""
        rounds, kind = state.title.rounds[OPERATING], state.title.companies[self.company].kind.name
        steps = (
            [step for step in rounds.steps.get(kind, ()) if Pass in step.accepts]
            if isinstance(rounds, Operating)
            else []
        )
        asked = [step for step in steps if not _CLAUSED.intersection(step.accepts)]
        if any(BuyPrivate in step.accepts for step in asked):
            yield Message("no private is bought")
        if self.run and any(BuyPrivate not in step.accepts for step in asked):
            yield Message("what else may be left out is left out")

    def settled(self, state: State, player: Player) -> Standing:
        if not (self.run or self.dividend or self.train or self.no_track or self.no_station or self.no_train):
            raise Refused("Say what it does.", instead=(f"standing operate {self.company}: run best, pay",))
        own = [one for one, director in state.directors.items() if director == player]
        _mine(state, self.company, player, instead=tuple(replace(self, company=one).write() for one in own))
        _may_come(state, player, self.unless, self.until)
        if self.dividend == WITHHOLD or self.until is not None:
            rest = replace(self, run=True, dividend="", until=None)
            _chosen(state, self.company, instead=(rest.write(),))
        return self

    def over(self, seen: Seen) -> Message | None:
        return _not_mine(self.company, seen)

    def judge(self, seen: Seen) -> Verdict:
        state = seen.state
        if not operates(state, self.company) or self._asked_before(state):
            return WAIT
        if self.unless is not None and self.unless.holds(seen):
            # Asked once for each turn, when there is something to decide.
            return Stop(next(self.unless.now(seen))) if self._next(seen) is not None else WAIT
        moves = list[Move]()
        here = seen
        while len(moves) < LONGEST and (move := self._next(here)) is not None:
            try:
                outcome = apply(here.state, move, seen.player, advise=False)
            except Refused:
                break
            moves.append(move)
            ended = ends_turn(here.state, outcome.events)
            here = replace(here, state=outcome.state)
            if ended or to_act(here.state) != seen.player or not operates(here.state, self.company):
                break
        if not moves:
            return WAIT
        return Go(tuple(moves), Message("it is the turn of {company}", company=self.company), self)

    def _asked_before(self, state: State) -> bool:
        """Whether track or a station is still to be decided about, by its owner."""
        for step in coming(state):
            if step.actor(state) is None:
                continue
            if (LayTile in step.accepts and not self.no_track) or (
                PlaceStation in step.accepts and not self.no_station and not state.turn.ran
            ):
                return True
        return False

    def _next(self, seen: Seen) -> Move | None:
        """The answer to what is asked now; None if it is its owner's."""
        state, step = seen.state, open_step(seen.state)
        if state.demands:
            return None
        if Run in step.accepts:
            return best_run(state).move if self.run else None
        if Pay in step.accepts:
            return self._paid(seen, step)
        if BuyTrain in step.accepts:
            wanted = self._bought(state) if self.train and not state.turn.trained else None
            if wanted is not None:
                return wanted
            if self._missed(state):
                return None
            return Done() if (self.train or self.no_train) and passes(step, state, Pass()) else None
        more = self.run or (state.turn.ran and (self.dividend or self.train or self.no_train))
        return Pass() if more and Pass in step.accepts and passes(step, state, Pass()) else None

    def _paid(self, seen: Seen, step: Step) -> Move | None:
        if not self.dividend:
            return None
        kind = AFTERWARDS[self.dividend] if self.until is not None and self.until.holds(seen) else self.dividend
        move = Pay(kind)
        return move if passes(step, seen.state, move) else None

    def _bought(self, state: State) -> Move | None:
        """The train it names, if the treasury alone can pay for it."""
        found = [
            move
            for move in legal_moves(state)
            if isinstance(move, BuyTrain)
            and move.train == self.train
            and move.seller in (BANK, POOL)
            and not move.trade
        ]
        affordable = [move for move in found if move.price <= state.cash_of(self.company)]
        return min(affordable, key=lambda move: (move.price, move.seller), default=None)

    def _missed(self, state: State) -> bool:
        """Whether there is money for the train it names, and only another is on sale: that is its owner's decision."""
        if not self.train or state.turn.trained or state.cash_of(self.company) < state.title.trains[self.train].price:
            return False
        return any(isinstance(move, BuyTrain) and move.seller in (BANK, POOL) for move in legal_moves(state))

    def claims(self, title: Title) -> Iterator[Claim]:
        parts = {
            TRACK: self.no_track,
            STATION: self.no_station,
            RUN: self.run,
            DIVIDEND: bool(self.dividend),
            TRAIN: bool(self.train) or self.no_train,
        }
        for part, said in parts.items():
            if said:
                yield Claim((OPERATING, self.company, part), "in each turn")


# What its clauses answer, or leave to its owner.
_CLAUSED = frozenset((LayTile, PlaceStation, Run, Pay, BuyTrain))
DIVIDEND_SAID: Mapping[str, Message] = {
    "full": Message("the earnings are paid out"),
    "half": Message("half of the earnings is paid out"),
    "withhold": Message("the earnings are withheld"),
}
# What becomes of the earnings when the condition of a clause has come true.
AFTERWARDS = {"full": "withhold", "half": "full", "withhold": "full"}


def operates(state: State, company: Company) -> bool:
    """Whether it is the turn of this company, and nothing interrupts it."""
    return state.cursor.round == "operating" and company_on_turn(state) == company and not state.demands


def _mine(state: State, company: Company, player: Player, instead: tuple[str, ...] = ()) -> None:
    if state.directors.get(company) != player:
        raise Refused("You don't direct {company}.", instead=instead, company=company)


def _not_mine(company: Company, seen: Seen) -> Message | None:
    """Why one gives no orders to a company any more. Whoever gets it back later has not thought of what is so then."""
    if company in seen.state.gone:
        return Message("{company} is gone.", company=company)
    if seen.state.directors.get(company) != seen.player:
        return Message("You don't direct {company} any more.", company=company)
    return None


def _chosen(state: State, company: Company, instead: tuple[str, ...] = ()) -> None:
    """Raises Refused where nobody decides what becomes of the earnings: a promise to keep them would not be kept."""
    if not chooses_dividend(state, company):
        raise Refused("{company} and its owner halve the earnings by themselves.", instead=instead, company=company)


@dataclass(frozen=True, slots=True)
class WhenOperates(Standing):
    """A company's whole next turn; if it can't be played as written, the turn written behind ``else``."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"when-operates": {}, "when-operates-block": {}}
    clauses: ClassVar[tuple[str, ...]] = ("else",)
    rank: ClassVar[int] = 2
    company: Company
    then: Script = ()
    otherwise: Script = ()

    def write(self) -> str:
        lines = [f"when {self.company} operates:", *(act.write() for act in self.then)]
        if self.otherwise:
            lines += ["else", *(act.write() for act in self.otherwise)]
        return "\n".join((*lines, "end when"))

    def tell(self, state: State) -> Message:
        told = self._told(state)
        if all(ends(script) for script in (self.then, self.otherwise) if script):
            return told
        return Message(
            "{told} It does not end with `done`: what is left to decide in that turn, you are asked.", told=told
        )

    def _told(self, state: State) -> Message:
        if self.otherwise:
            return Message(
                "In the next turn of {company}: {then}. If that can't be played: {otherwise}. If neither can, "
                "you are asked.",
                company=self.company,
                then=acts_told(self.then, state),
                otherwise=acts_told(self.otherwise, state),
            )
        return Message(
            "In the next turn of {company}: {then}. If that can't be played, you are asked.",
            company=self.company,
            then=acts_told(self.then, state),
        )

    def settled(self, state: State, player: Player) -> Standing:
        _mine(state, self.company, player)
        if not self.then:
            raise Refused("Say what it does.", instead=(f"when {self.company} operates then run best; pay",))
        if Pay(WITHHOLD) in (*spread(self.then), *spread(self.otherwise)):
            _chosen(state, self.company)
        _may_come(state, player, *conditions(self.then), *conditions(self.otherwise))
        for script in (self.then, self.otherwise):
            if (late := behind_the_end(script)) is not None:
                own = replace(self, then=(*(one for one in self.then if one != Done()), Done()), otherwise=())
                head, *rest = own.write().splitlines()[:-1]
                instead = () if self.otherwise else (f"{head} {'; '.join(rest)}",)
                raise Refused("Your turn was over before {line}.", instead=instead, line=repr(late.write()))
        return self

    def over(self, seen: Seen) -> Message | None:
        return _not_mine(self.company, seen)

    def judge(self, seen: Seen) -> Verdict:
        turn = seen.state.turn
        begun = turn.lays or turn.station or turn.ran or turn.paid or turn.trained or turn.redeemed
        if not operates(seen.state, self.company) or begun:
            return WAIT
        because = Message("it is the turn of {company}", company=self.company)
        return _tried(seen, self.then, self.otherwise, because)

    def claims(self, title: Title) -> Iterator[Claim]:
        yield Claim((OPERATING, self.company), "in one turn")


def _tried(seen: Seen, then: Script, otherwise: Script, because: Message) -> Verdict:
    """The script, or what is to be done if it can't be; used up either way."""
    try:
        moves, _ = carried_out(then, seen)
    except Refused as refused:
        if not otherwise:
            return Stop(Message("Your orders no longer fit: {why}", why=refused.message))
        try:
            moves, _ = carried_out(otherwise, seen)
        except Refused as again:
            return Stop(
                Message(
                    "Your orders no longer fit: {why} Those behind `else` don't either: {again}",
                    why=refused.message,
                    again=again.message,
                )
            )
        because = Message("the first orders no longer fit: {why}", why=refused.message)
        if not moves:
            return Stop(because)
    return Go(moves, because, None) if moves else Stop(NOTHING)


NOTHING = Message("Nothing of it is to be done.")


# ---------------------------------------------------------------------- conditions and events


@dataclass(frozen=True, slots=True)
class If(Standing):
    """Orders for the first of one's turns in which a condition holds.

    With ``else``, or with “before my turn”, it speaks of the very next turn and is used up by it.
    """

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"if": {}, "if-before": {"once": True}, "when": {}}
    clauses: ClassVar[tuple[str, ...]] = ("else",)
    rank: ClassVar[int] = 3
    condition: Condition
    then: Script = ()
    otherwise: Script = ()
    once: bool = False
    # What somebody does in an auction or a round is said of that one alone: the next has passes and bids of its own.
    item: str = ""
    within: str = ""
    # What was up when it was given: there, passes are said of that, though it answers them in the round.
    asked: str = ""

    def write(self) -> str:
        before = " before my turn" if self.once and not self.otherwise else ""
        rest = f" else {written(self.otherwise)}" if self.otherwise else ""
        return f"if {self.condition.write()}{before} then {written(self.then)}{rest}"

    def tell(self, state: State) -> Message:
        told = self._told(state)
        if self.item:
            return Message("{told} It speaks in the auction of {item} only.", told=told, item=self.item)
        if self.within == AUCTION:
            return Message("{told} It speaks in the auction of the privates only.", told=told)
        if self.within:
            return Message("{told} It speaks in stock round {number} only.", told=told, number=self.within[2:])
        act = telling(self.then, self.otherwise)
        if trading(act) and (self._passes(self.then) or self._passes(self.otherwise)):
            return Message("{told} It speaks in your turns of stock rounds, and passes nothing else.", told=told)
        if isinstance(act, Pass) or self._passes(self.otherwise):
            return Message("{told} In a company's turn it passes nothing.", told=told)
        if operating(act):
            return Message("{told} It speaks in the turn of whichever of your companies comes first.", told=told)
        return told

    def _told(self, state: State) -> Message:
        condition, then = self.condition.tell(state), acts_told(self.then, state)
        if self.otherwise:
            return Message(
                "At your next turn for it: if {condition}: {then}; otherwise: {otherwise}. "
                "What can't be played is asked.",
                condition=condition,
                then=then,
                otherwise=acts_told(self.otherwise, state),
            )
        if self.once:
            return Message(
                "At your next turn for it, if {condition}: {then}. Otherwise it does nothing.",
                condition=condition,
                then=then,
            )
        return Message(
            "At the first of your turns in which {condition}: {then}. Until then it does nothing.",
            condition=condition,
            then=then,
        )

    def settled(self, state: State, player: Player) -> Standing:
        _may_come(state, player, self.condition, *conditions(self.then), *conditions(self.otherwise))
        for act in (*spread(self.then), *spread(self.otherwise)):
            if isinstance(act, BuyShare | SellAll | Buy | Sell):
                _has_shares(state, act.company)
            if isinstance(act, Bid) and (holder := taken(state, act.item)) is not None:
                raise Refused("{item} is already sold: {holder} has it.", item=act.item, holder=holder)
            if isinstance(act, Bid):
                refuse_what_can_never_be(state, act)
        if self.otherwise and not same_turn(state.title, self.then, self.otherwise):
            raise Refused(
                "“{order}” and “{other}” are said in different turns: give an order for each.",
                instead=(replace(self, otherwise=()).write(),),
                order=written(self.then),
                other=written(self.otherwise),
            )
        item, within, asked = self._bound(state)
        return replace(self, once=self.once or bool(self.otherwise), item=item, within=within, asked=asked)

    def _bound(self, state: State) -> tuple[str, str, str]:
        """The auction, or else the round, that it is about: where bids and passes of others are answered with such. And
        the auction whose passes it means, where it answers them in the round around it."""
        act, up = telling(self.then, self.otherwise), put_up(state)
        if state.cursor.round not in PASSING or not isinstance(act, Pass | Bid):
            return "", "", ""
        about, bidding = self._answered(), state.facts.bidding
        if up and about.intersection(("", up)) and (isinstance(act, Pass) or act.item == up):
            return up, "", ""
        if isinstance(act, Bid) and act.item in about:
            return "", "", ""  # its own auction, whenever that is
        in_a_row = bidding is not None and not up
        if "" in about or (about and (in_a_row or up in about)):
            return "", round_name(state), up
        return "", "", ""

    def _answered(self) -> set[str]:
        """What others bid for or pass, of all that its condition names; empty is whatever it may be."""
        return {one.what for one in done(self.condition) if one.deed in (deeds.BID, deeds.PASS)}

    def _named(self) -> set[str]:
        """The items in whose auctions alone it passes: it answers bids for them."""
        about = self._answered()
        alone = isinstance(telling(self.then, self.otherwise), Pass) and "" not in about and not self.within
        return about if alone else set()

    def already(self, seen: Seen) -> Message | None:
        if self.otherwise or not self.condition.holds(seen):
            return None
        facts = Listed(list(self.condition.now(seen)), ";")
        return Message("That is so already ({facts}): it acts the next time you decide about it.", facts=facts)

    def over(self, seen: Seen) -> Message | None:
        bidding = seen.state.facts.bidding
        if self.item and (bidding is None or bidding.item != self.item):
            return Message("The auction of {item} is over.", item=self.item)
        if self.within and _is_past(self.within, seen.state):
            return _over(self.within)
        if (named := self._named()) and all(taken(seen.state, one) is not None for one in named):
            return Message("The auction of {item} is over.", item=min(named))
        return None if self.otherwise else _in_vain(self.condition, seen)

    def judge(self, seen: Seen) -> Verdict:
        if self.within[:2] == ROUNDS["stock"]:
            # Who passes in the auction of a company has not passed in the round; who was asked there, has.
            said = ("", self.asked)
            seen = replace(seen, deeds=frozenset(one for one in seen.deeds if one[0] != deeds.PASS or one.what in said))
        met = self.condition.holds(seen)
        script, act = self.then if met else self.otherwise, telling(self.then, self.otherwise)
        if seen.state.demands or self._elsewhere(seen.state, act) or not _takes(seen, act) or not _is_fresh(seen.state):
            return WAIT
        if self._passes(script) and operating_now(seen.state):
            return WAIT  # a step of a company's turn is left out by its own words
        facts = Listed(list(self.condition.now(seen)), ";")
        if not script:
            why = Message("Your condition does not hold: {facts}.", facts=facts)
            return Finished(why) if self.once else WAIT
        verdict = _tried(seen, script, (), Message("{facts}", facts=facts))
        # A company that has nothing to run uses nothing up.
        return WAIT if verdict == Stop(NOTHING) and not self.once else verdict

    @staticmethod
    def _passes(script: Script) -> bool:
        return any(isinstance(one, Pass) for one in spread(script))

    def _elsewhere(self, state: State, act: object) -> bool:
        """Whether a company is put up for auction, and what is said is said of the round: there it must not pass."""
        up = state.facts.bidding
        if named := self._named():
            return up is None or up.item not in named
        if up is None or state.cursor.round != "stock" or self.item or isinstance(act, Bid):
            return False
        bids_ = [one.what for one in done(self.condition) if one.deed == deeds.BID]
        return not (isinstance(act, Pass) and {"", up.item}.intersection(bids_))

    def claims(self, title: Title) -> Iterator[Claim]:
        for decision in of_scripts(title, self.then, self.otherwise):
            yield Claim(decision, written(self.then), when=self.condition.write())
            if self.otherwise:
                yield Claim(decision, written(self.otherwise))


def put_up(state: State) -> str:
    """What is up, where a pass is said of it; in a row of things in which everybody takes turns, of the round."""
    bidding, mover = state.facts.bidding, to_act(state)
    if bidding is None or mover is None:
        return ""
    if state.demands or not may_pass(state):
        return bidding.item
    passed = deeds.deeds(apply(state, Pass(), mover, advise=False).events)
    return bidding.item if Deed(deeds.PASS, mover, bidding.item) in passed else ""


def _in_vain(condition: Condition, seen: Seen) -> Message | None:
    """Why it is of no use to wait for something."""
    why = condition.never(seen)
    return Message("What it waits for can't happen: {why}", why=why) if why is not None else None


def _may_come(state: State, player: Player, *conditions: Condition | None) -> None:
    """Raises Refused where one waits for what can't happen."""
    seen = Seen(state, frozenset(), player)
    for why in (_in_vain(one, seen) for one in conditions if one is not None):
        if why is not None:
            raise Refused(why)


def _is_there(state: State, amount: int) -> None:
    """Raises Refused for a sum that nobody can ever pay."""
    if amount > (most := money_in_all(state)):
        raise Refused("There is {amount} in the whole game.", amount=money(state, most))


def operating_now(state: State) -> bool:
    """Whether a company has its turn."""
    return state.cursor.round == OPERATING


def _is_fresh(state: State) -> bool:
    """Whether nothing has been done yet in a turn of a stock round: what is done by hand is not mixed with this."""
    return state.cursor.round != "stock" or state.turn == Turn()


def _takes(seen: Seen, act: object) -> bool:
    """Whether what is asked now, or later in this turn, is the kind of decision that an act answers."""
    state = seen.state
    kinds = {kind for step in coming(state) for kind in step.accepts}
    kinds |= {kind for step in state.title.rounds[state.cursor.round].anytime(state) for kind in step.accepts}
    if isinstance(act, Done):
        return Pass in open_step(state).accepts
    if isinstance(act, Bid):
        # Asked when it is up, or when it is too late.
        return Bid in kinds and (act.item in bids(state) or taken(state, act.item) is not None)
    if isinstance(act, Pass) and state.cursor.round == "operating":
        # Whoever means a step of a company's turn says which: no track.
        return False
    if isinstance(act, Move):
        return type(act) in kinds
    if isinstance(act, RunBest):
        return Run in kinds
    if isinstance(act, LeaveOut):
        return LEFT_OUT[act.part] in kinds
    return state.cursor.round == "stock"


# ---------------------------------------------------------------------- offers


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
        _mine(state, self.seller, player)
        if self.company == self.seller:
            raise Refused(
                "{company} does not buy from itself.",
                instead=(replace(self, company=NO_COMPANY).write(),),
                company=self.company,
            )
        _is_there(state, self.least)
        return self

    def over(self, seen: Seen) -> Message | None:
        if seen.state.directors.get(self.seller) != seen.player:
            return Message("You don't direct {company} any more.", company=self.seller)
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


SHELF: tuple[type[Standing], ...] = (
    StandingPass, BuyUntil, Operate, WhenOperates, If, WillingSell, WillingSellTrain, RefuseOffers,
)  # fmt: skip
