"""What lines would order if the words in them that are not understood said nothing.

It is shown to who wrote them, and played at their word; never by itself. So it may hear what a reader who plays at once
must not: words nobody knows are passed over, and so is what names nothing of the game. Whatever is named stands in the
orders, or there is no gist.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from engine.errors import Ambiguous, Doubted, Guessed, Refused
from engine.game import apply, consents, legal_moves, to_act
from engine.moves import BuyTrain, Discard, Done, Move, Pass, Run
from engine.names import Player
from engine.notation.counting import counted_trains
from engine.notation.hangul import as_a_sum
from engine.notation.lasting import of_the_round
from engine.notation.leaving import hands_on
from engine.notation.names import COMPANY, PLACE, PLAYER, PRIVATE
from engine.notation.read import COMPARED, asks_for_best, meant, possible, would_do
from engine.notation.said import LINKS, MOST_SHARES, on_turn
from engine.notation.sayings import sayings
from engine.notation.several import announced, cut, orders_in
from engine.notation.speech import Item, heard, overheard, put_off, word
from engine.notation.tongue import UNITS, elided
from engine.notation.write import write_order
from engine.state import State

# So many readings are tried for one mail, each of which costs a millisecond or two; and a sentence has so many parts.
MOST_TRIED, MOST_PARTS = 32, 16
# So many parts of a sentence may be one order: "58 on B8, facing 4, please".
MOST_JOINED = 4
# What names something of the game.
NAMING = ("name", "number", "train", "tile", "share", "side", "doubt")
# What makes an order depend on something, or limits it: nobody is asked to say yes to half of a condition.
CONDITIONS = frozenset(("or", "limit"))
# Orders that name nothing: where one of these words can't be read, something that was ordered would be passed over.
BARE = frozenset("best pay half withhold pass done".split())
# Who wants somebody to be asked proposes something: "ask Red if he would sell it".
ASK = "ask"
# What may be said beside an order without belonging to it: "use the money to buy one more".
BESIDE = frozenset("all more next dividend want least by as with keep".split())
# What leaves a round, as it is written.
_PASSES: Mapping[str, Move] = {"pass": Pass(), "done": Done()}
_WORD = re.compile(r"[^\s,:]+")
_MARKS = re.compile(r"\s*[():…!?？]+(?=\s|$)|\.{2,}|(?<=\s)[(]")


def guess(state: State, line: str, language: str = "") -> Refused | None:
    """What a line would order without the words in it that are not known, to be asked about; or why what it speaks of
    is never ordered."""
    if hands_on(line, language):
        return None
    hearer = _Hearer(state, language)
    orders = hearer.line(line)
    if hearer.never is not None:
        return hearer.never
    if not orders or not hearer.all_ordered:
        return None
    if len(orders) == 1 and (asked := of_the_round(state, line, _PASSES.get(orders[0]))) is not None:
        return asked
    instead = ("; ".join(orders),)
    if not hearer.unknown:
        return Guessed("This may be a remark and no order; it is not guessed.", instead=instead)
    words = ", ".join(f"“{word}”" for word in dict.fromkeys(hearer.unknown))
    return Guessed("I don't know every word of this ({words}); it is not guessed.", instead=instead, words=words)


def gist(state: State, lines: Sequence[str], language: str = "") -> tuple[tuple[str, ...], ...] | None:
    """What each of some lines would order, one behind the other; None if there is a line of which nobody can tell."""
    hearer = _Hearer(state, language)
    found = []
    for line in lines:
        orders = hearer.line(line)
        if orders is None or hearer.never is not None:
            return None
        found.append(tuple(orders))
    return tuple(found) if hearer.all_ordered else None


class _Hearer:
    """Goes through lines, each in the position that the orders before it have made."""

    def __init__(self, state: State, language: str) -> None:
        self.state, self.language = state, language
        self.actor = to_act(state)
        self.left = MOST_TRIED
        self.unknown: list[str] = []
        self.proposed = False
        # Why something that was spoken of is never ordered: "take a loan".
        self.never: Refused | None = None
        # What was named without being ordered, what stands in the orders, and what they cost or brought.
        self.named: set[str] = set()
        self.known = _known_sums(state)
        self.ordered: set[str] = {on_turn(state)}

    @property
    def all_ordered(self) -> bool:
        """Whether all that was named stands in some order: "P5 looks nice. 190 for it"."""
        return self.named <= self.ordered | self.known

    def line(self, line: str) -> list[str] | None:
        """The orders of a line, nothing if it is talk, and None if something in it is named and not ordered."""
        if self.left < 0 or put_off(self.state, line, self.language):
            return None
        line = as_a_sum(line)
        try:
            if (orders := self._plainly(line)) is not None:
                return orders
        except Ambiguous:
            return None  # an order, though nobody can tell which: it is not what was said before, said again
        found: list[str] = []
        cutting = cut(self.state, self.language)
        pieces = list(islice(cutting.pieces(elided(_MARKS.sub(",", line)).split()), MOST_PARTS + 1))
        if len(pieces) > MOST_PARTS:
            return None
        at = 0
        while at < len(pieces):
            for end in range(min(at + MOST_JOINED, len(pieces)), at, -1):
                orders = self._read(cutting.text(pieces[at:end]))
                if orders:
                    found += orders
                    at = end
                    break
            else:
                if not self._is_talk(cutting.text(pieces[at : at + 1])):
                    return None
                at += 1
        return found

    def _plainly(self, line: str) -> list[str] | None:
        """The orders of a line of which every word is understood. Raises Ambiguous for one that is one of several."""
        self.left -= 1
        before, found = self.state, list[str]()
        parts = orders_in(self.state, line, self.language)
        if announced(self.state, parts, self.language) is not None:
            return None
        for part in parts:
            try:
                orders = self._taken(meant(self.state, part, self.language), part)
            except Refused as refused:
                orders = []
                if isinstance(refused, Ambiguous) and not isinstance(refused, Doubted) and len(parts) == 1:
                    raise
            if not orders:
                self.state = before
                return None
            found += orders
        return found

    def _read(self, text: str) -> list[str]:
        """The orders of a part, and the position behind them; none if it can't be read in one way."""
        self.left -= 1
        if self.left < 0 or to_act(self.state) != self.actor:
            return []
        try:
            if counted := counted_trains(self.state, text, self.language):
                taken = [order for one in counted for order in self._taken(meant(self.state, one), one)]
                return taken if len(taken) == len(counted) else []
            return self._taken(meant(self.state, text, self.language), text)
        except Doubted as doubted:
            return self._one_of(doubted.instead)
        except Ambiguous:
            return []
        except Refused:
            return self._overheard(text)

    def _overheard(self, text: str) -> list[str]:
        found = overheard(self.state, text, self.language)
        if found is None:
            return []
        items, unknown = found
        orders: list[str] = []
        for way in self._ways(items):
            try:
                said = tuple(dict.fromkeys(sayings(self.state, way)))
            except Ambiguous as several:
                # Of a part alone two readings are none, for the rest of the line would be passed over; but of two
                # one may be impossible: "3 SW au marché".
                said = several.instead
            except Refused as never:
                self.never = never
                return []
            orders = self._one_of(possible(self.state, said, self.state.players))
            if orders:
                break
        orders = orders or self._one_of(_naming(self.state, items))
        if orders:
            self.unknown += unknown
            # Its figure may be a tile's or a side's as well: "lay 2 on F8 facing 3, then three 2-trains".
            self.named.update([TRAIN] if _names_a_train(items) else [])
        return orders

    def _ways(self, items: Sequence[Item]) -> Iterator[Sequence[Item]]:
        """The items as they are, without who acts and who is spoken to, and without what is said beside."""
        yield items
        if ASK in (said := {one.text for one in items}):
            items = [one for one in items if one.text not in (ASK, "or")]
        elif said & CONDITIONS:
            return
        mine = on_turn(self.state) or "?"
        rest = [
            one
            for at, one in enumerate(items)
            # Who acts, who is spoken to, and what was named before.
            if one.named(COMPANY) != mine and not _is_player(one) and not (one.names and one in items[:at])
        ]
        if rest != list(items):
            yield rest
        bare = [one for one in rest if one.kind != "word" or one.text not in BESIDE]
        if bare != rest:
            yield bare
        # "Green has 25, I say 30": what everybody can see is no sum that is meant.
        fresh = [one for one in bare if one.kind != "number" or one.text not in self.known]
        if any(one.kind == "number" for one in fresh) and fresh != bare:
            yield fresh
        # "run and pay": which run is not said, and most want the best.
        doing = {one.text for one in bare} - LINKS
        if "run" in doing and doing <= {"run", "train"}:
            yield [word("run"), word("best")]
        # "have the WVR change hands for 69": what is named says it, whatever the verb.
        if (
            not {one.text for one in rest} & {"no", "none", "run", *BARE}
            and sum(one.kind in NAMING or one.text == "least" for one in rest) > 1
        ):
            yield [
                one for one in rest if one.kind != "word" or one.text in (*LINKS, "facing", "train", "city", "least")
            ]

    def _one_of(self, orders: Sequence[str]) -> list[str]:
        """The only one of these orders, which may be several in a row; the position goes on behind it."""
        if len(orders) != 1:
            return []
        before, found = self.state, list[str]()
        for order in orders[0].split("; "):
            try:
                taken = self._taken(meant(self.state, order), order)
            except Refused:
                taken = []
            if not taken:
                self.state = before
                return []
            found += taken
        return found

    def _taken(self, move: Move, line: str) -> list[str]:
        """The order of a move, which is made; one that others must agree to is proposed to them, and ends the gist."""
        if self.actor is None or to_act(self.state) != self.actor or self.proposed:
            return []
        if set(consents(self.state, move)) - {self.actor}:
            self.proposed = True
            self.ordered.update(_WORD.findall(write_order(move)))
            return [f"propose {write_order(move)}"] if would_do(self.state, move) else []
        order = "run best" if isinstance(move, Run) and asks_for_best(self.state, line, self.language) else ""
        before = self.state
        try:
            self.state = apply(before, move, self.actor, self._agreed, advise=False).state
        except Refused:
            return []
        self.ordered.update(_WORD.findall(write_order(move)))
        if isinstance(move, OF_TRAINS):
            self.ordered.add(TRAIN)
        for purse in (self.actor, on_turn(before)):
            if purse:
                self.ordered.add(str(abs(self.state.cash_of(purse) - before.cash_of(purse))))
        self.ordered.add(str(before.turn.revenue or self.state.turn.revenue))
        return [order or write_order(move)]

    def _is_talk(self, text: str) -> bool:
        """Whether a part that can't be read sets no condition; what it names must be ordered by another."""
        items = heard(self.state, text, self.language, [])
        over = to_act(self.state) != self.actor
        # What was ordered may be said again: "withhold, we are saving for a train".
        telling = CONDITIONS | (BARE - {"pass", "done"} if over else BARE) - self.ordered
        if items is None or any(one.text in telling for one in items):
            return False
        self.named.update(_symbol(one) for one in items if one.kind in NAMING and not _is_player(one))
        self.named.update([TRAIN] if _names_a_train(items) else [])
        return True

    @property
    def _agreed(self) -> tuple[Player, ...]:
        return (self.actor,) if self.actor is not None else ()


def _known_sums(state: State) -> set[str]:
    """Sums that are told of a position as it is: the highest bid, what one has, prices of shares and trains."""
    actor, bidding = to_act(state), state.facts.bidding
    sums = [bidding.high] if bidding is not None else []
    sums += [state.cash_of(purse) for purse in (actor, on_turn(state)) if purse]
    sums += [state.price(company) for company in state.market.cells]
    sums += [train.price for train in state.title.trains.values()]
    sums += [private.face for private in state.title.privates.values()]
    return {str(one) for one in sums if one > MOST_SHARES}


# What a part that names a train must be ordered by.
TRAIN, OF_TRAINS = "train", (BuyTrain, Discard, Run)


def _names_a_train(items: Sequence[Item]) -> bool:
    """Whether a train is named, and not only that there are trains: "three 2-trains"."""
    said = any(one.text in ("train", UNITS) for one in items)
    return any(one.kind == "train" or (said and one.kind == "number") for one in items)


def _is_player(one: Item) -> bool:
    return bool(one.names) and all(kind == PLAYER for kind, _ in one.names)


def _symbol(one: Item) -> str:
    return one.named(COMPANY, PRIVATE, PLACE) or one.text


def _naming(state: State, items: Sequence[Item]) -> tuple[str, ...]:
    """The legal orders in which everything stands that the items name, and if there are several, those that name
    nothing else. One thing says enough where a demand must be met ("the 4 can go"), else it takes two."""
    named = {_symbol(one) for one in items if one.kind in NAMING}
    said = named - {on_turn(state)}
    if len(said if state.demands else named) < (1 if state.demands else 2):
        return ()
    if {one.text for one in items} & {"no", "none", "run", "then", *BARE, *CONDITIONS}:
        return ()
    orders = [write_order(move) for move in islice(legal_moves(state), COMPARED)]
    found = [order for order in orders if said <= set(_WORD.findall(order))]
    exact = [order for order in found if {one for one in _WORD.findall(order) if not one.islower()} <= named]
    return tuple(dict.fromkeys(found if len(said) > 1 and len(found) == 1 else exact or found))
