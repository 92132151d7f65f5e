"""What an order on file does when its time comes: moves, and moves that are known only in the position of that day."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.ahead.facts import Condition, Seen
from engine.errors import Illegal, Refused
from engine.game import apply, legal_moves, open_step, to_act
from engine.message import Listed, Message, Value
from engine.moves import Bid, Buy, BuyTrain, Done, LayTile, Move, Pass, Pay, PlaceStation, Run, Sell, Start
from engine.names import Company
from engine.notation.written import Ordered
from engine.questions import chooses_dividend, company_on_turn, ends_turn, needless
from engine.runs.proposal import best_run
from engine.state import State
from engine.title import Step


@dataclass(frozen=True, slots=True)
class Act(ABC):
    """Something to be done that is not yet a move."""

    version: ClassVar[int] = 1

    @abstractmethod
    def write(self) -> str:
        """The one form in which the service writes it."""

    def tell(self, state: State) -> Value:
        return Ordered(self.write(), state.title)


@dataclass(frozen=True, slots=True)
class RunBest(Act):
    """The best run of that day."""

    def write(self) -> str:
        return "run best"


@dataclass(frozen=True, slots=True)
class BuyShare(Act):
    """One certificate, from wherever it is cheapest."""

    company: Company

    def write(self) -> str:
        return f"buy {self.company}"

    def tell(self, state: State) -> Value:
        return Message("buy {company}", company=self.company)


@dataclass(frozen=True, slots=True)
class SellAll(Act):
    """All that its owner holds then."""

    company: Company

    def write(self) -> str:
        return f"sell all {self.company}"

    def tell(self, state: State) -> Value:
        return Message("sell all {company}", company=self.company)


@dataclass(frozen=True, slots=True)
class LeaveOut(Act):
    """Nothing of a kind in this turn: no track, no station, no train; where that is not asked, nothing at all."""

    part: str

    def write(self) -> str:
        return f"no {self.part}"

    def tell(self, state: State) -> Value:
        return NOT_DONE[self.part]


NOT_DONE: Mapping[str, Message] = {
    "track": Message("no track"),
    "station": Message("no station"),
    "train": Message("no train"),
}
LEFT_OUT: Mapping[str, type[Move]] = {"track": LayTile, "station": PlaceStation, "train": BuyTrain}


@dataclass(frozen=True, slots=True)
class Choice(Act):
    """One thing or another, decided when its turn comes."""

    condition: Condition
    then: tuple[Move | Act, ...]
    otherwise: tuple[Move | Act, ...] = ()

    def write(self) -> str:
        rest = f" else {written(self.otherwise)}" if self.otherwise else ""
        return f"if {self.condition.write()} then {written(self.then)}{rest}"

    def tell(self, state: State) -> Value:
        if self.otherwise:
            return Message(
                "if {condition}: {then}, otherwise: {otherwise}",
                condition=self.condition.tell(state),
                then=told(self.then, state),
                otherwise=told(self.otherwise, state),
            )
        return Message("if {condition}: {then}", condition=self.condition.tell(state), then=told(self.then, state))


Script = tuple[Move | Act, ...]


def written(acts: Script) -> str:
    return "; ".join(act.write() for act in acts)


def told(acts: Script, state: State) -> Listed:
    """What is to be done: orders as readers of each language write them."""
    return Listed([act.tell(state) if isinstance(act, Act) else said(act, state) for act in acts], ";")


def said(move: Move, state: State) -> Value:
    """A move, as readers of each language write it."""
    return Ordered(move.write(), state.title)


def telling(*scripts: Script) -> Move | Act:
    """The act by which it is known what orders are for: the first that is no mere pass, which fits anywhere."""
    first = [_chosen(script[0]) for script in scripts if script]
    return next((act for act in first if not isinstance(act, Pass | Done)), first[0])


def spread(acts: Script) -> Iterator[Move | Act]:
    """All that a script may come to, whatever is chosen in it."""
    for act in acts:
        if isinstance(act, Choice):
            yield from spread(act.then)
            yield from spread(act.otherwise)
        else:
            yield act


def conditions(acts: Script) -> Iterator[Condition]:
    """What is asked in a script, wherever a choice is."""
    for act in acts:
        if isinstance(act, Choice):
            yield act.condition
            yield from conditions((*act.then, *act.otherwise))


def ends(script: Script) -> bool:
    """Whether a script ends the turn, whatever is chosen in it; otherwise something may be left to decide."""
    last = script[-1] if script else None
    return ends(last.then) and ends(last.otherwise) if isinstance(last, Choice) else isinstance(last, Done)


def may_leave_open(script: Script) -> bool:
    """Whether a turn may go on behind a script: it trades or operates, and says nothing of the turn's end."""
    last = script[-1] if script else None
    if isinstance(last, Choice):
        return not last.otherwise or may_leave_open(last.then) or may_leave_open(last.otherwise)
    return last is not None and not isinstance(last, Done | Pass | Bid)


def behind_the_end(script: Script) -> Move | Act | None:
    """What can't be played because the turn was ended before it: by ``done``, and where one trades or bids, by a pass.
    A no to what is not asked is none."""
    done = script.index(Done()) if Done() in script else len(script)
    passed = script.index(Pass()) if Pass() in script else len(script)
    late = (act for act in script[done:] if not isinstance(act, Done | Pass | LeaveOut | Pay))
    traded = (act for act in script[passed:] if isinstance(act, Buy | Sell | Start | Bid | BuyShare | SellAll))
    return next(late, None) or next(traded, None)


def _chosen(act: Move | Act) -> Move | Act:
    while isinstance(act, Choice):
        act = act.then[0]
    return act


def carried_out(acts: Sequence[Move | Act], seen: Seen) -> tuple[tuple[Move, ...], State]:
    """The moves that a script comes to in this position, all of them, and the position after them. Raises Refused.

    What no longer fits is never left out: half of what was meant is not what was meant.
    """
    state, ended, moves, left = seen.state, False, list[Move](), list(acts)
    company = company_on_turn(state)
    while left:
        act = left.pop(0)
        if isinstance(act, Choice):
            chosen = act.then if act.condition.holds(Seen(state, seen.deeds, seen.player)) else act.otherwise
            left[:0] = chosen
            continue
        if ended:
            if isinstance(act, Done | Pass | LeaveOut):
                continue
            if isinstance(act, Pay) and company and not chooses_dividend(seen.state, company):
                continue
            raise Illegal("Your turn was over before {line}.", line=repr(act.write()))
        if _has_nothing_to_say(act, state):
            continue
        move = act if isinstance(act, Move) else as_move(act, Seen(state, seen.deeds, seen.player))
        outcome = apply(state, move, seen.player, advise=False)
        ended = to_act(outcome.state) != seen.player or ends_turn(state, outcome.events)
        moves.append(move)
        state = outcome.state
    return tuple(moves), state


def coming(state: State) -> tuple[Step, ...]:
    """The steps of the turn that are still to come, the open one first."""
    return (open_step(state), *state.title.rounds[state.cursor.round].later(state))


def _has_nothing_to_say(act: Move | Act, state: State) -> bool:
    """The best run where there is nothing to run, what becomes of earnings where there are none, a no to what is not
    asked."""
    if isinstance(act, LeaveOut):
        return LEFT_OUT[act.part] not in open_step(state).accepts
    asked = {kind for step in coming(state) if step.actor(state) is not None for kind in step.accepts}
    if isinstance(act, RunBest):
        return Run not in asked
    if not isinstance(act, Pay):
        return False
    return needless(state, act) is not None or (Pay not in asked and (state.turn.ran or Run not in asked))


def as_move(act: Act, seen: Seen) -> Move:
    """The move an act comes to in a position. Raises Refused."""
    match act:
        case RunBest():
            return best_run(seen.state).move
        case BuyShare(company=company):
            return cheapest(seen, company)
        case LeaveOut():
            return Pass()
        case SellAll(company=company):
            return Sell(company, seen.state.held(seen.player, company))
        case _:
            raise Refused("This can't be done now.")


def cheapest(seen: Seen, company: Company) -> Buy:
    """The legal purchase of one certificate that costs least; the initial offer before the pool. Raises Refused."""
    state, player = seen.state, seen.player
    found = [
        move for move in legal_moves(state) if isinstance(move, Buy) and (move.company, move.count) == (company, 1)
    ]
    if not found:
        # The step says best why not.
        places = [place for place, count in state.shares.get(company, {}).items() if place.startswith("(") and count]
        for place in places:
            apply(state, Buy(company, place), player, advise=False)
        raise Illegal("No share of {company} can be bought now.", company=company)
    return min(found, key=lambda move: (cost(seen, move), move.source))


def cost(seen: Seen, move: Move) -> int:
    """What a move takes out of its player's purse."""
    after = apply(seen.state, move, seen.player, advise=False).state
    return seen.state.cash_of(seen.player) - after.cash_of(seen.player)
