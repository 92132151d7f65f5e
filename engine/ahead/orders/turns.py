"""A company's whole next turn, with another if that can't be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.ahead.acts import (
    LEFT_OUT,
    Act,
    Choice,
    LeaveOut,
    RunBest,
    Script,
    behind_the_end,
    carried_out,
    conditions,
    ends,
    spread,
)
from engine.ahead.acts import told as acts_told
from engine.ahead.claims import OPERATING, Claim
from engine.ahead.facts import Seen
from engine.ahead.orders.checking import (
    is_chosen,
    is_mine,
    may_be_played,
    may_come,
    needed_for,
    nobody_else_agrees,
    not_mine,
)
from engine.ahead.orders.operating import LEFT_OUT_SAID, operates
from engine.ahead.orders.standing import WAIT, Go, Standing, Stop, Verdict
from engine.errors import Refused
from engine.message import Listed, Message
from engine.moves import Done, Move, Pass, Pay, Run
from engine.names import Company, Player
from engine.rounds.operating import Operating
from engine.state import State
from engine.steps.pay_dividend import WITHHOLD
from engine.title import Title


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
                then=self._turn(self.then, state),
                otherwise=self._turn(self.otherwise, state),
            )
        return Message(
            "In the next turn of {company}: {then}. If that can't be played, you are asked.",
            company=self.company,
            then=self._turn(self.then, state),
        )

    def _turn(self, script: Script, state: State) -> Listed:
        """A turn as it will be played: track and stations that it goes past without a word are left out, too."""
        rounds, kind = state.title.rounds[OPERATING], state.title.companies[self.company].kind.name
        steps = rounds.steps.get(kind, ()) if isinstance(rounds, Operating) else ()
        acts = [act for act in spread(script) if not isinstance(act, Pass)]
        named = {LEFT_OUT[act.part] if isinstance(act, LeaveOut) else _DONE.get(type(act), type(act)) for act in acts}
        last = max(
            (at for at, step in enumerate(steps) if Done in named or named.intersection(step.accepts)), default=0
        )
        passed = {part for step in steps[:last] if Pass in step.accepts for part in step.accepts} - named
        left = [said for part, said in LEFT_OUT_SAID.items() if part in passed]
        return Listed([*left, *acts_told(script, state).items], ";")

    def settled(self, state: State, player: Player) -> Standing:
        is_mine(state, self.company, player)
        if not self.then:
            raise Refused("Say what it does.", instead=(f"when {self.company} operates then run best; pay",))
        if Pay(WITHHOLD) in (*spread(self.then), *spread(self.otherwise)):
            is_chosen(state, self.company)
        may_come(state, player, *conditions(self.then), *conditions(self.otherwise))
        may_be_played(state, self.then, self.otherwise)
        planned = tuple(one for one in self.then if one != Done() and needed_for(state, one) in ("", player))
        plain = planned and not self.otherwise and not any(isinstance(one, Choice) for one in planned)
        instead = (f"when {self.company} operates then {'; '.join(one.write() for one in planned)}",) if plain else ()
        nobody_else_agrees(state, player, instead, self.then, self.otherwise)
        for script in (self.then, self.otherwise):
            if (late := behind_the_end(script)) is not None:
                own = replace(self, then=(*(one for one in self.then if one != Done()), Done()), otherwise=())
                head, *rest = own.write().splitlines()[:-1]
                instead = () if self.otherwise else (f"{head} {'; '.join(rest)}",)
                raise Refused("Your turn was over before {line}.", instead=instead, line=repr(late.write()))
        return self

    def over(self, seen: Seen) -> Message | None:
        return not_mine(self.company, seen)

    def judge(self, seen: Seen) -> Verdict:
        turn = seen.state.turn
        begun = turn.lays or turn.station or turn.ran or turn.paid or turn.trained or turn.redeemed
        if not operates(seen.state, self.company) or begun:
            return WAIT
        because = Message("it is the turn of {company}", company=self.company)
        return tried(seen, self.then, self.otherwise, because)

    def claims(self, title: Title) -> Iterator[Claim]:
        yield Claim((OPERATING, self.company), "in one turn")


def tried(seen: Seen, then: Script, otherwise: Script, because: Message) -> Verdict:
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
        return Go(moves, because, None, second=True) if moves else Stop(because)
    return Go(moves, because, None) if moves else Stop(NOTHING)


# What is done by acts that are moves only in the position of their day.
_DONE: Mapping[type[Move | Act], type[Move]] = {RunBest: Run}
NOTHING = Message("Nothing of it is to be done.")
