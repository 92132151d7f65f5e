"""Orders on a condition: what one does when something is so, or somebody has done something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.ahead import deeds
from engine.ahead.acts import (
    LEFT_OUT,
    Act,
    BuyShare,
    LeaveOut,
    RunBest,
    Script,
    SellAll,
    behind_the_end,
    coming,
    conditions,
    may_leave_open,
    spread,
    telling,
    written,
)
from engine.ahead.acts import told as acts_told
from engine.ahead.claims import BIDDING, OPERATING, PRIVATES, STOCK, Claim, of_scripts, operating, same_turn, trading
from engine.ahead.deeds import Deed
from engine.ahead.facts import All, AnyOf, Condition, Did, Not, Seen, done
from engine.ahead.orders.checking import has_shares, in_vain, may_be_played, may_come, nobody_else_agrees
from engine.ahead.orders.passing import AUCTION, PASSING, is_past, round_over
from engine.ahead.orders.standing import WAIT, Finished, Standing, Stop, Verdict
from engine.ahead.orders.turns import NOTHING, tried
from engine.errors import Refused
from engine.events import PrivateSold
from engine.game import apply, open_step, to_act
from engine.message import Listed, Message
from engine.moves import Bid, Buy, Done, LayTile, Move, Pass, PlaceStation, Run, Sell
from engine.names import Company, Player
from engine.never import refuse_what_can_never_be
from engine.notation.read import parse_order
from engine.questions import ROUNDS, bids, may_pass, round_name, taken
from engine.state import State, Turn
from engine.title import Title


@dataclass(frozen=True, slots=True)
class If(Standing):
    """Orders for the first of one's turns in which a condition holds.

    With ``else``, or with “before my turn”, it speaks of the very next turn and is used up by it.
    """

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"if": {}, "if-before": {"once": True}, "when": {}}
    clauses: ClassVar[tuple[str, ...]] = ("else",)
    rank: ClassVar[int] = 3
    # With ``else`` it answers its turn whatever happens, so what is said for a condition alone is an exception to it.
    whatever: ClassVar[int] = 4
    condition: Condition
    then: Script = ()
    otherwise: Script = ()
    once: bool = False
    # What somebody does in an auction or a round is said of that one alone: the next has passes and bids of its own.
    item: str = ""
    within: str = ""
    # What was up when it was given: there, passes are said of that, though it answers them in the round.
    asked: str = ""

    def hearing(self) -> int:
        return self.whatever if self.otherwise else self.rank

    def write(self) -> str:
        before = " before my turn" if self.once and not self.otherwise else ""
        rest = f" else {written(self.otherwise)}" if self.otherwise else ""
        return f"if {self.condition.write()}{before} then {written(self.then)}{rest}"

    def tell(self, state: State) -> Message:
        told = self._spoken(state)
        if not any(may_leave_open(script) for script in (self.then, self.otherwise)):
            return told
        return Message(
            "{told} It does not end with `done`: if your turn is still open then, you are asked what is left of it.",
            told=told,
        )

    def _spoken(self, state: State) -> Message:
        """What it does, and in which turns."""
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
        if trading(act):
            return Message("{told} It speaks in your turns of stock rounds.", told=told)
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
        may_come(state, player, self.condition, *conditions(self.then), *conditions(self.otherwise))
        for act in (*spread(self.then), *spread(self.otherwise)):
            if isinstance(act, BuyShare | SellAll | Buy | Sell):
                has_shares(state, act.company)
            if isinstance(act, Bid) and (holder := taken(state, act.item)) is not None:
                raise Refused("{item} is already sold: {holder} has it.", item=act.item, holder=holder)
        self._may_still_bid(state)
        try:
            may_be_played(state, self.then, self.otherwise)
        except Refused as refused:
            refused.instead = tuple(self._on_condition(state, player, refused.instead))
            raise
        nobody_else_agrees(state, player, (), self.then, self.otherwise)
        for script in (self.then, self.otherwise):
            if (late := behind_the_end(script)) is not None:
                rest = replace(self, then=(late,), otherwise=())
                raise Refused("Your turn was over before {line}.", instead=(rest.write(),), line=repr(late.write()))
        if self.otherwise and not same_turn(state.title, self.then, self.otherwise):
            raise Refused(
                "“{order}” and “{other}” are said in different turns: give an order for each.",
                instead=(replace(self, otherwise=()).write(),),
                order=written(self.then),
                other=written(self.otherwise),
            )
        item, within, asked = self._bound(state)
        return replace(self, once=self.once or bool(self.otherwise), item=item, within=within, asked=asked)

    def _may_still_bid(self, state: State) -> None:
        """Refuses to answer a bid with a bid for what that bid buys."""
        about = self._answered()
        for act in self.then:
            if isinstance(act, Bid) and about == {act.item} and _bought_outright(state, act.item):
                raise Refused("Whoever bids {item} has bought it: nobody bids for it after that.", item=act.item)

    def _on_condition(self, state: State, player: Player, orders: Iterable[str]) -> Iterator[str]:
        """Of orders that could be given instead those that can wait for the same condition: sent without it they would
        be played whatever happens."""
        for line in orders if len(self.then) == 1 and not self.otherwise else ():
            try:
                yield replace(self, then=(parse_order(state, line),)).settled(state, player).write()
            except Refused:
                continue

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
        if isinstance(act, Pass) and _of_trades(self.condition) and state.cursor.round == "stock":
            # Who passes because of what others do with shares means this round: in another it would surprise them.
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
        if (why := bound_over(seen.state, self.item, self.within)) is not None:
            return why
        if (named := self._named()) and all(taken(seen.state, one) is not None for one in named):
            return Message("The auction of {item} is over.", item=min(named))
        if self.otherwise:
            return None
        return in_vain(self.condition, seen) or self._in_vain(seen.state)

    def _in_vain(self, state: State) -> Message | None:
        """Why it could do nothing any more, were its condition to come true. Track is looked at when it is laid: that
        takes longer than all else."""
        try:
            for act in self.then:
                if isinstance(act, Move) and not isinstance(act, LayTile | PlaceStation):
                    refuse_what_can_never_be(state, act)
        except Refused as refused:
            return refused.message
        return None

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
        verdict = tried(seen, script, (), Message("{facts}", facts=facts))
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
        for decision in self._decisions(title):
            yield Claim(decision, written(self.then), when=self.condition.write())
            if self.otherwise:
                yield Claim(decision, written(self.otherwise))

    def _decisions(self, title: Title) -> Iterator[tuple[str, ...]]:
        """What it answers, no wider than the auction or the round that it is about."""
        items = {self.item} if self.item else self._named()
        for item in sorted(items):
            yield (BIDDING if Company(item) in title.companies else PRIVATES), "", item
        for decision in of_scripts(title, self.then, self.otherwise) if not items else ():
            if not self.within:
                yield decision
            elif decision[0] in ((PRIVATES,) if self.within == AUCTION else (STOCK, BIDDING)):
                yield (STOCK, self.within) if decision[0] == STOCK else decision


def said_of(state: State, player: Player, moves: Sequence[Move]) -> tuple[str, str]:
    """The auction, or else the round, of which somebody passes or bids who is not asked yet; neither where anything
    else is ordered, or where it is no round in which one takes turns to pass."""
    if state.cursor.round not in PASSING or not all(isinstance(one, Pass | Bid | Done) for one in moves):
        return "", ""
    # While something else is to be decided first, nothing is up.
    up, bidding = put_up(state) if not state.demands else "", state.facts.bidding
    asked = bidding is not None and player not in bidding.out
    if up and asked and all(one.item == up for one in moves if isinstance(one, Bid)):
        return up, ""
    return "", round_name(state)


def bound_over(state: State, item: str, within: str) -> Message | None:
    """That the auction or the round is over of which something was said."""
    bidding = state.facts.bidding
    if item and (bidding is None or bidding.item != item):
        return Message("The auction of {item} is over.", item=item)
    return round_over(within) if within and is_past(within, state) else None


def put_up(state: State) -> str:
    """What is up, where a pass is said of it; in a row of things in which everybody takes turns, of the round."""
    bidding, mover = state.facts.bidding, to_act(state)
    if bidding is None or mover is None:
        return ""
    if state.demands or not may_pass(state):
        return bidding.item
    passed = deeds.deeds(apply(state, Pass(), mover, advise=False).events)
    return bidding.item if Deed(deeds.PASS, mover, bidding.item) in passed else ""


def _of_trades(condition: Condition) -> bool:
    """Whether a condition names nothing but what others do with shares."""
    match condition:
        case Did():
            return condition.deed in (deeds.BUY, deeds.SELL, deeds.START)
        case All() | AnyOf():
            return all(map(_of_trades, condition.parts))
        case Not():
            return _of_trades(condition.part)
    return False


def _bought_outright(state: State, item: str) -> bool:
    """Whether whoever bids for something now has it at once, with nobody to bid more."""
    mover, least = to_act(state), bids(state).get(item)
    if mover is None or least is None:
        return False
    try:
        events = apply(state, least, mover, advise=False).events
    except Refused:
        return False
    return any(isinstance(event, PrivateSold) and event.private == item for event in events)


def operating_now(state: State) -> bool:
    """Whether a company has its turn."""
    return state.cursor.round == OPERATING


def _is_fresh(state: State) -> bool:
    """Whether nothing has been done yet in a turn of a stock round: what is done by hand is not mixed with this."""
    return state.cursor.round != "stock" or state.turn == Turn()


def _takes(seen: Seen, act: Move | Act) -> bool:
    """Whether what is asked now, or later in this turn, is the kind of decision that an act answers."""
    state = seen.state
    kinds = {kind for step in coming(state) for kind in step.accepts}
    kinds |= {kind for step in state.title.rounds[state.cursor.round].anytime(state) for kind in step.accepts}
    if trading(act):
        # Steps of a company's turn take a sale too, where money must be raised: that was not meant.
        return state.cursor.round == "stock"
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
    return isinstance(act, LeaveOut) and LEFT_OUT[act.part] in kinds
