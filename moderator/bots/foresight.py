"""What a player could be asked before it is their turn: kinds of world that differ for the answer, likeliest first.

A world is what whoever is to move now does next. Bots play on from each to the player's own decision, and say what they
would answer there; worlds with the same answers are one question. So much thinking is done and no more: it must cost
less than the mail it stands in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine import (
    BidUpTo,
    Company,
    Deed,
    Go,
    Move,
    Outcome,
    Player,
    Refused,
    Standing,
    State,
    apply,
    chooses_dividend,
    deeds,
    evaluate,
    legal_moves,
    looks_standing,
    may_pass,
    meet,
    parse_order,
    read_standing,
    round_kind,
    to_act,
    trains_on_sale,
    write_order,
)
from engine.ahead.deeds import BID, BUY, PASS, SELL, START
from engine.ahead.facts import All, AnyOf, Condition, Did, Not
from engine.ahead.orders import If, put_up
from engine.message import Listed, Message
from engine.moves import Bid, Buy, Pass, Start
from moderator.bots.choose import choose

MOST_QUESTIONS, MOST_WORLDS, MOST_ANSWERS = 3, 4, 3
# Moves a bot may think about for one player and position; a thought costs a few milliseconds in these rounds.
THOUGHTS = 14
SHORT_OF_TIME = 5
TALKING = ("auction", "stock")


@dataclass(frozen=True, slots=True)
class AheadQuestion:
    """A kind of world, and orders on file that answer it."""

    world: Message
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Foresight:
    """What can be asked now, and how many worlds were left out."""

    questions: tuple[AheadQuestion, ...] = ()
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class _World:
    did: Did
    move: Move


@dataclass(frozen=True, slots=True)
class _There:
    """The reader's decision in a world: the position, and what was done on the way to it."""

    world: _World
    state: State
    done: frozenset[Deed]
    answers: tuple[Move, ...] = ()


class _Tired(Exception):
    """Enough thought about."""


class _Thinker:
    def __init__(self, thoughts: int) -> None:
        self.left = thoughts

    def chosen(self, state: State, seat: str) -> Move:
        if self.left <= 0:
            raise _Tired
        self.left -= 1
        return choose(state, seat)

    def onward(self, outcome: Outcome, seat: str) -> tuple[State, frozenset[Deed]] | None:
        """The position in which the player must decide, as bots would come to it, and what was done on the way; None if
        they would not in time."""
        state, done = outcome.state, deeds(outcome.events)
        while not state.over and (actor := to_act(state)) is not None:
            if actor == seat:
                return state, done
            if round_kind(state) not in TALKING:
                return None
            # A bid on file is the least that may do: who is outbid before their turn is asked, nobody pays too much.
            bids = state.facts.bidding is not None and may_pass(state)
            move = Pass() if bids and self.left > 0 else self.chosen(state, actor)
            self.left -= bids
            outcome = apply(state, move, actor, advise=False)
            state, done = outcome.state, done | deeds(outcome.events)
        return None


def foresee(state: State, seat: str, thoughts: int = THOUGHTS) -> Foresight:
    """What this player, who is not to move, can answer now."""
    mover = to_act(state)
    if state.over or mover is None or mover == seat or seat not in state.players or state.demands:
        return Foresight()
    if round_kind(state) == "operating":
        return _of_companies(state, Player(seat))
    if round_kind(state) not in TALKING:
        return Foresight()
    thinker = _Thinker(thoughts)
    try:
        return _of_worlds(state, mover, Player(seat), thinker)
    except (Refused, _Tired):
        return Foresight()


def without_answered(found: Foresight, on_file: Sequence[Standing | BidUpTo], state: State, seat: Player) -> Foresight:
    """The questions for whose decision nothing on file may speak: who has said it once is not asked again."""
    questions = tuple(one for one in found.questions if not _is_answered(one, on_file, state, seat))
    return replace(found, questions=questions)


def _is_answered(question: AheadQuestion, on_file: Sequence[Standing | BidUpTo], state: State, seat: Player) -> bool:
    answers = [_as_order(line, state, seat) for line in question.answers]
    return any(meet(one, other, state.title) for one in on_file for other in answers if other is not None)


def _as_order(line: str, state: State, seat: Player) -> Standing | None:
    """An answer as what it speaks for; one that needs no condition speaks as it would with one."""
    try:
        return read_standing(state, seat, line) if looks_standing(line) else If(Did(PASS), (parse_order(state, line),))
    except Refused:
        return None


def _of_companies(state: State, seat: Player) -> Foresight:
    """Whatever the others do before it, a company can run and pay by itself."""
    order = state.cursor.order[state.cursor.at + 1 :]
    mine = next((company for company in order if state.directors.get(company) == seat), None)  # type: ignore[call-overload]
    if mine is None:
        return Foresight()
    world = Message("Whatever happens before it, the turn of {company}", company=mine)
    if not state.trains_of(mine):
        return _of_a_first_train(state, seat, Company(mine), world)
    earnings = (", pay", ", withhold") if chooses_dividend(state, Company(mine)) else ("",)
    answers = (
        f"standing operate {mine}: run best{earnings[0]}",
        f"standing operate {mine}: no track, no station, run best{earnings[0]}, no train",
        *(f"standing operate {mine}: run best{other}" for other in earnings[1:]),
    )
    return Foresight((AheadQuestion(world, answers),))


def _of_a_first_train(state: State, seat: Player, mine: Company, world: Message) -> Foresight:
    """What has no train yet runs nothing: whether it buys one is all that its turn may be about."""
    prices = {train: state.title.trains[train].price for train in trains_on_sale(state)}
    on_sale = next((train for train, price in prices.items() if price <= state.cash_of(mine)), None)
    if on_sale is None:
        return Foresight()
    answers = (
        f"when {mine} operates then no track; no station; train {on_sale}; done",
        f"standing operate {mine}: train {on_sale} if there is money",
    )
    kept = tuple(one for one in answers if _as_order(one, state, seat) is not None)
    return Foresight((AheadQuestion(world, kept),)) if kept else Foresight()


def _of_worlds(state: State, mover: Player, seat: Player, thinker: _Thinker) -> Foresight:
    found = list(_worlds(state, mover, thinker.chosen(state, mover)))
    asked = list[_There]()
    for world in found[:MOST_WORLDS]:
        try:
            there = _answered(world, state, mover, seat, thinker)
        except _Tired:
            break
        if there is not None and there.answers:
            asked.append(there)
    merged: dict[tuple[Move, ...], list[_There]] = {}
    for there in asked:
        merged.setdefault(there.answers, []).append(there)
    everything = len(merged) == 1 and len(asked) == len(found)
    questions = [
        _question(worlds, answers, state, seat, whoever=mover if everything else None)
        for answers, worlds in merged.items()
    ]
    shown = tuple(one for one in questions if one.answers)[:MOST_QUESTIONS]
    told = sum(len(worlds) for one, worlds in zip(questions, merged.values(), strict=True) if one in shown)
    return Foresight(shown, len(found) - told)


def _worlds(state: State, mover: Player, likeliest: Move) -> Iterator[_World]:
    """The kinds of thing that may be done now: what a bot would do first, then passing, then the rest."""
    seen = set[Did]()
    legal = sorted(legal_moves(state), key=lambda move: (move != likeliest, not isinstance(move, Pass)))
    for move in legal:
        match move:
            case Pass():
                did = Did(PASS, mover)
            case Buy():
                did = Did(BUY, mover, move.company)
            case Start():
                did = Did(START, mover, move.company)
            case Bid():
                did = Did(BID, mover, move.item)
            case _:
                continue
        if did not in seen:
            seen.add(did)
            yield _World(did, move)


def _answered(world: _World, state: State, mover: Player, seat: Player, thinker: _Thinker) -> _There | None:
    """What may well be answered in a world: what a bot would, and passing."""
    try:
        found = thinker.onward(apply(state, world.move, mover, advise=False), seat)
    except Refused:
        return None
    if found is None or found[0].demands:
        return None
    if round_kind(state) == "auction" and put_up(state) != put_up(found[0]):
        # What is up next is another auction, with passes and bids of its own.
        return None
    there = _There(world, *found)
    wished = [thinker.chosen(there.state, seat)]
    if may_pass(there.state):
        wished.append(Pass())
    # Nobody is asked what could not be heard: the leader of an auction has nothing to say in it, and who passes in one
    # does not pass what comes after it.
    heard = [move for move in dict.fromkeys(wished) if _acts(_conditional((there,), move, state), state, there, seat)]
    return replace(there, answers=tuple(heard[:MOST_ANSWERS]))


def _acts(order: If, state: State, there: _There, seat: Player) -> bool:
    """Whether an answer given now acts in the world it is for."""
    try:
        kept = order.settled(state, seat)
    except Refused:
        return False
    return isinstance(evaluate(kept, there.state, there.done, seat), Go)


def _conditional(worlds: Sequence[_There], answer: Move, state: State) -> If:
    """The answer as an order on file, with the worlds as its condition."""
    condition = _one_of(worlds)
    if round_kind(state) == "stock":
        # Nobody who foresaw this foresaw a sale.
        condition = All((condition, Not(Did(SELL))))
    return If(condition, (answer,))


def _one_of(worlds: Sequence[_There]) -> Condition:
    dids: tuple[Condition, ...] = tuple(there.world.did for there in worlds)
    return AnyOf(dids) if len(dids) > 1 else dids[0]


def _told(worlds: Sequence[_There]) -> Message:
    """ "If Ann passes or bids for P2 or P3": what whoever is to move may do, each kind of deed once."""
    things: dict[str, list[str]] = {}
    for there in worlds:
        things.setdefault(there.world.did.deed, []).append(there.world.did.what)
    *others, last = things.items()
    deeds = _deed(*last)
    for deed, what in reversed(others):
        deeds = Message("{first} or {last}", "if", first=_deed(deed, what, followed=True), last=deeds)
    return Message("If {player} {deeds}", player=worlds[0].world.did.who, deeds=deeds)


def _deed(deed: str, what: list[str], followed: bool = False) -> Message:
    """What somebody may do. Where another deed follows, some languages put the "or" into the word."""
    things = Listed(what, "or")
    match deed:
        case "bid":
            return Message("bids for {what}", "either" if followed else "if", what=things)
        case "buy":
            return Message("buys shares of {what}", "either" if followed else "if", what=things)
        case "start":
            return Message("starts {what}", "either" if followed else "if", what=things)
    return Message("passes", "either" if followed else "if")


def _question(
    worlds: Sequence[_There], answers: tuple[Move, ...], state: State, seat: Player, *, whoever: Player | None
) -> AheadQuestion:
    """The worlds as one condition; what is the same in all of them, whatever a player does, needs none."""
    if whoever is not None:
        return AheadQuestion(Message("Whatever {player} does", player=whoever), tuple(map(write_order, answers)))
    orders = [_conditional(worlds, answer, state) for answer in answers]
    told = _told(worlds)
    heard = [order for order in orders if all(_acts(order, state, there, seat) for there in worlds)]
    return AheadQuestion(told, tuple(order.write() for order in heard))
