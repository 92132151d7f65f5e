"""What a company does in each of its turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.ahead.acts import coming
from engine.ahead.claims import DIVIDEND, OPERATING, RUN, STATION, TRACK, TRAIN, Claim
from engine.ahead.facts import Condition, Seen
from engine.ahead.orders.checking import is_chosen, is_mine, may_come, not_mine, so_already, stopped_already
from engine.ahead.orders.standing import WAIT, Go, Standing, Stop, Verdict
from engine.errors import Refused
from engine.game import apply, legal_moves, limit, open_step, passes, to_act
from engine.message import Listed, Message, Value
from engine.moves import DIVIDENDS, BuyPrivate, BuyTrain, Done, LayTile, Move, Pass, Pay, PlaceStation, Run
from engine.names import BANK, POOL, Company, Player
from engine.obsolete import refuse_train
from engine.questions import chooses_dividend, company_on_turn, ends_turn
from engine.rounds.operating import Operating
from engine.runs.proposal import best_run
from engine.state import State
from engine.steps.pay_dividend import WITHHOLD
from engine.title import Step, Title

# No turn of a company has more decisions than this.
LONGEST = 20


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
            yield LEFT_OUT_SAID[LayTile]
        if self.no_station:
            yield LEFT_OUT_SAID[PlaceStation]
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
        is_mine(state, self.company, player, instead=tuple(replace(self, company=one).write() for one in own))
        may_come(state, player, self.unless, self.until)
        if self.dividend == WITHHOLD or self.until is not None:
            rest = replace(self, run=True, dividend="", until=None)
            is_chosen(state, self.company, instead=(rest.write(),))
        if self.train:
            refuse_train(state, self.train)
        return self

    def already(self, seen: Seen) -> Message | None:
        so = so_already(self.until, seen) or stopped_already(self.unless, seen)
        most = limit(seen.state, self.company)
        if so is None and self.train and most is not None and len(seen.state.trains_of(self.company)) >= most:
            return Message(
                "{company} has as many trains as it may have: this buys none before one of them is gone.",
                company=self.company,
            )
        return so

    def over(self, seen: Seen) -> Message | None:
        return not_mine(self.company, seen)

    def judge(self, seen: Seen) -> Verdict:
        state = seen.state
        if not operates(state, self.company):
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

    def _refused(self) -> tuple[tuple[type[Move], bool], ...]:
        """Whether it says no to track, and to a station."""
        return (LayTile, self.no_track), (PlaceStation, self.no_station)

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
        if refused := [said for kind, said in self._refused() if kind in step.accepts]:
            # Said of this very step, whatever else it says or leaves to its owner, or to another order.
            return Pass() if all(refused) and passes(step, state, Pass()) else None
        if self._asked_before(state):
            return None
        if Run in step.accepts:
            return best_run(state).move if self.run else None
        if Pay in step.accepts:
            return self._paid(seen, step)
        if BuyTrain in step.accepts:
            if self.train and not state.turn.trained:
                offered = [m for m in legal_moves(state) if isinstance(m, BuyTrain) and m.seller in (BANK, POOL)]
                cash = state.cash_of(self.company)
                wanted = [m for m in offered if m.train == self.train and not m.trade and m.price <= cash]
                if wanted or (offered and cash >= state.title.trains[self.train].price):
                    # Where there is money and only another train is on sale, that is its owner's decision.
                    return min(wanted, key=lambda m: (m.price, m.seller), default=None)
            return Done() if (self.train or self.no_train) and passes(step, state, Pass()) else None
        more = self.run or (state.turn.ran and (self.dividend or self.train or self.no_train))
        return Pass() if more and Pass in step.accepts and passes(step, state, Pass()) else None

    def _paid(self, seen: Seen, step: Step) -> Move | None:
        if not self.dividend:
            return None
        kind = AFTERWARDS[self.dividend] if self.until is not None and self.until.holds(seen) else self.dividend
        move = Pay(kind)
        return move if passes(step, seen.state, move) else None

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
LEFT_OUT_SAID: Mapping[type[Move], Message] = {
    LayTile: Message("no track is laid"),
    PlaceStation: Message("no station is placed"),
}
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
