"""A sentence that is becoming an order: its items, which of them are used up, and what one way of meaning it is.

Each way takes the items it needs and gives the order as we write it; if anything is left over that could mean
something, it gives nothing. So whatever is understood has been understood to the last word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.errors import Refused
from engine.game import apply, legal_moves, open_step, to_act
from engine.moves import Move, PlaceStation
from engine.names import Private
from engine.notation.names import COMPANY, PLACE, PLAYER, PRIVATE
from engine.notation.speech import Item
from engine.notation.write import write_order
from engine.state import State

LINKS = frozenset("on in at to for from of with and as by , : & > = + - units shares".split())


@dataclass
class Said:
    """The items of a sentence apart from its verb, and which of them are used up."""

    state: State
    items: Sequence[Item]
    used: set[int] = field(default_factory=set)
    behind: str = ""  # the word before the number that was used last

    def left(self) -> bool:
        """Whether anything was said that was not needed; little words between the others do not count."""
        return any(at not in self.used and one.text not in LINKS for at, one in enumerate(self.items))

    def skip(self, *texts: str) -> bool:
        """Passes over words that add nothing to this order."""
        found = [at for at, one in enumerate(self.items) if one.kind == "word" and one.text in texts]
        self.used.update(found)
        return bool(found)

    def names(self, *kinds: str) -> list[str]:
        """All things of these kinds that are named, in order."""
        found = []
        for at, one in enumerate(self.items):
            if at not in self.used and one.kind == "name" and (symbol := one.named(*kinds)):
                self.used.add(at)
                found.append(symbol)
        return found

    def name(self, *kinds: str) -> str:
        """The first thing of these kinds that is named."""
        for at, one in enumerate(self.items):
            if at not in self.used and one.kind == "name" and (symbol := one.named(*kinds)):
                self.used.add(at)
                return symbol
        return ""

    def number(self, *after: str) -> int | None:
        """The first number, or the first right behind one of these words."""
        for at, one in enumerate(self.items):
            if at in self.used or one.kind != "number":
                continue
            before = self.items[at - 1].text if at else ""
            if not after or before in after:
                self.used.add(at)
                self.behind = before
                return one.number
        return None

    def before(self, at: int) -> str:
        return self.items[at - 1].text if at else ""


# The order that the items of a sentence are, or nothing; the words are those of the whole sentence.
Shape = Callable[[Said, Sequence[str]], str]


@dataclass(frozen=True, eq=False, kw_only=True)
class Saying:
    """One way a mechanism's order is said; its words lie in ``[spoken]`` of the mechanism's own files."""

    shape: Shape
    verbs: tuple[str, ...]  # that may mean it, besides whatever else they mean
    things: frozenset[str] = frozenset()  # nouns that may be said with its verbs
    sign: str = ""  # a word that, said beside no other verbs than these, means this and nothing else
    beside: frozenset[str] = frozenset()
    unsaid: bool = False  # numbers and names alone can say it
    comes_anyway: bool = False  # nobody orders it, so a condition beside it makes no difference
    left_out: str = ""  # the order that leaves it out, where no order says so
    about: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # word -> orders that "no" to it leaves out


def on_turn(state: State) -> str:
    """The company that is asked about, or operates."""
    return state.demands[0].company if state.demands else state.company_on_turn


def openings(state: State) -> set[str]:
    """How the orders of the open step begin."""
    return {write_order(move) for move in legal_moves(state)} if to_act(state) is not None else set()


def plain(order: str, *about: str) -> Callable[[Said, Sequence[str]], str]:
    def saying(said: Said, words: Sequence[str]) -> str:
        said.skip(*about)
        return "" if said.left() else order

    return saying


def of_company(order: str) -> Callable[[Said, Sequence[str]], str]:
    """An order about the company that is asked about; naming it changes nothing."""

    def saying(said: Said, words: Sequence[str]) -> str:
        name = said.name(COMPANY)
        return "" if said.left() or (name and name != on_turn(said.state)) else order

    return saying


def how_many(said: Said) -> int | None:
    for at, one in enumerate(said.items):
        if one.kind == "share":
            said.used.add(at)
            return one.number
    return said.number()


# No number of shares is as high as this, and no price as low.
MOST_SHARES = 10


def price_said(said: Said) -> int | None:
    """The money that is named beside shares: "one GTR for 120"."""
    for at, one in enumerate(said.items):
        if at not in said.used and one.kind == "number" and one.number > MOST_SHARES:
            said.used.add(at)
            return one.number
    return None


def is_paid(state: State, move: Move, price: int, count: int = 1) -> bool:
    """Whether a move costs or brings its player so much, in all or for each share: a price is never more than said."""
    actor = to_act(state)
    if actor is None:
        return False
    try:
        after = apply(state, move, actor, advise=False).state
    except Refused:
        return False
    return abs(after.cash_of(actor) - state.cash_of(actor)) in (price, price * count)


def whereabouts(said: Said) -> str:
    place = said.name(PLACE)
    if not place and said.state.demands:
        # "city 2": the hex is the one that is asked about.
        spots = {order.split()[2] for order in openings(said.state) if order.startswith("token in ")}
        place = spots.pop() if len(spots) == 1 and "city" in [one.text for one in said.items] else ""
    city = said.number("city")
    if city is None and "city" in [one.text for one in said.items]:
        city = said.number()
    said.skip("city")
    if not place or said.left():
        return ""
    return f"{place} city {city}" if city is not None else place


def token(said: Said, words: Sequence[str]) -> str:
    # A place alone is a station only where a station is asked for: "yellow in Kharkov" is none.
    if "token" not in words and "city" not in words and PlaceStation not in open_step(said.state).accepts:
        return ""
    said.skip("token")
    spot = whereabouts(said)
    return f"token in {spot}" if spot else ""


def private(said: Said, words: Sequence[str]) -> str:
    private = said.name(PRIVATE)
    player = said.name(PLAYER)
    price = said.number()
    said.skip("private")
    if not private or price is None or said.left():
        return ""
    if player and said.state.privates.get(Private(private)) != player:
        return ""
    return f"buy private {private} for {price}"
