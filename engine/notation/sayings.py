"""What the items of a sentence can order: for each verb the ways it is meant, and for each way the order it makes.

These are the shelf's; a mechanism says with ``sayings`` how its own orders are said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from engine.errors import Ambiguous, Refused
from engine.game import legal_moves, open_step, to_act, trains_on_sale
from engine.moves import Bid, Buy, BuyTrain, Sell
from engine.names import IPO, POOL, TREASURY, Company
from engine.notation.lately import Lately
from engine.notation.names import COMPANY, HOLDERS, PLACE, PLAYER, PRIVATE
from engine.notation.routes import running
from engine.notation.said import (
    LINKS,
    Said,
    Saying,
    Shape,
    how_many,
    is_paid,
    of_company,
    on_turn,
    openings,
    plain,
    price_said,
    private,
    token,
)
from engine.notation.speech import Item, word
from engine.notation.tongue import LEAVE, NOT, OUT, SHARES, UNITS
from engine.notation.words import EDGES
from engine.notation.write import write_order
from engine.runs.proposal import best_run
from engine.state import State
from engine.steps.run_trains import announced_by_the_moderator
from engine.title import Title

PLACES = frozenset(("pool", "treasury", "ipo", "bank"))
NOUNS = frozenset(("tile", "token", "train", "private", "dividend"))

# What a verb may be about, in the order in which that is tried; all that fit the position are compared. What only a
# mechanism's orders are about stands with the mechanism (`Saying`).
WAYS: Mapping[str, tuple[str, ...]] = {
    "bid": ("bid", "offered"),
    "raise": ("bid",),
    "pass": ("pass",),
    "done": ("done",),
    "sell": ("sell",),
    "buy": ("train", "private", "buy", "bid"),
    "take": ("train", "private", "buy", "bid"),
    "start": ("start", "home", "bid"),
    "open": ("bid", "start"),
    "form": ("start",),
    # "racheter" is said of shares, and as well of what another company has.
    "redeem": ("train", "private"),
    "put": ("lay", "token", "bid", "par"),
    # What is carried off is kept where it was earned, and bought where it is sold: 가져갑니다.
    "carry": ("withhold", "train", "private", "buy", "bid"),
    "upgrade": ("lay",),
    "run": ("run",),
    "pay": ("pay",),
    "full": ("pay",),
    "dividend": ("pay",),
    "half": ("half",),
    "withhold": ("withhold",),
    "discard": ("discard",),
    "drop": ("discard", "pass", "lay", "token"),
    "go": ("bid", "run"),
    "keep": ("withhold",),
    "best": ("run",),
    "tile": ("lay",),
    "token": ("token",),
    "train": ("train", "run"),
    "private": ("private",),
    "city": ("token",),
    # Only what is wanted is said; whatever else is ordered in the same words says more.
    "want": ("train", "private", "buy", "bid", "start", "lay", "token"),
}
# Which things may be said with a verb; with any other it means something we don't know.
GOES_WITH = {
    "buy": frozenset(("train", "private")),
    "take": frozenset(("train", "private")),
    "redeem": frozenset(("train", "private")),
    "put": frozenset(("tile", "token")),
    "upgrade": frozenset(("tile",)),
    "keep": frozenset(("dividend",)),
    "carry": frozenset(("train", "private", "dividend")),
    "run": frozenset(("train",)),
    "go": frozenset(("train",)),
    "discard": frozenset(("train",)),
    "drop": frozenset(("train", "tile", "token")),
    "start": frozenset(("token",)),
    "open": frozenset(("token",)),
    "form": frozenset(("token",)),
    "bid": frozenset(("private",)),
    "raise": frozenset(("private",)),
    "pass": frozenset(("train", "private", "tile", "token")),
    "withhold": frozenset(("dividend",)),
}
# What is said twice of one thing: "pay half, keep half", "run my trains, best run". Trains count themselves.
SAID_TWICE = frozenset(
    "bid raise open start form put pass done pay half full keep withhold dividend best run go train city want".split()
)
# Without a verb, what numbers and names alone can say.
UNSAID = ("bid", "start", "lay", "token", "private", "run", "from", "onto")
# What is left out by saying no to it, and how that is written.
LEFT_OUT = {"run": "run none", "best": "run none", "pay": "withhold", "dividend": "withhold"}
# What a word is about, by the first word of the orders that must be open for "no" to leave them out.
ABOUT = {
    "bid": ("bid",),
    "put": ("lay", "token"),
    "tile": ("lay",),
    "upgrade": ("lay",),
    "token": ("token",),
    "train": ("train",),
    "private": ("buy private",),
    "buy": ("buy", "train", "bid"),
    "take": ("buy",),
    "none": ("lay", "buy"),
}


@dataclass(frozen=True, eq=False)
class Ways:
    """All the ways orders of one title are said: the shelf's and those of its mechanisms."""

    ways: dict[str, tuple[Shape, ...]]
    things: dict[str, frozenset[str]]
    unsaid: tuple[Shape, ...]
    left_out: dict[str, str]
    about: dict[str, tuple[str, ...]]
    signs: tuple[Saying, ...]
    own: tuple[Saying, ...]  # of its mechanisms


@cache
def known_ways(title: Title) -> Ways:
    said = tuple(saying for mechanism in title.mechanisms for saying in mechanism.sayings)
    known = Ways(
        {verb: tuple(SHAPES[shape] for shape in shapes) for verb, shapes in WAYS.items()},
        dict(GOES_WITH),
        (*(SHAPES[shape] for shape in UNSAID), *(one.shape for one in said if one.unsaid)),
        LEFT_OUT | {one.verbs[0]: one.left_out for one in said if one.left_out},
        dict(ABOUT),
        tuple(one for one in said if one.sign),
        said,
    )
    for one in said:
        for verb in one.verbs:
            known.ways[verb] = (*known.ways.get(verb, ()), one.shape)
            known.things[verb] = known.things.get(verb, frozenset()) | one.things
        for about, orders in one.about.items():
            known.about[about] = (*known.about.get(about, ()), *orders)
    return known


def sayings(state: State, items: Sequence[Item]) -> Iterator[str]:
    """Every order the items can be, as we write it."""
    words = [one.text for one in items if one.kind == "word"]
    if "limit" in words or "then" in words or ("or" in words and "no" not in words and not _comes_anyway(state, words)):
        return
    if "no" in words or ("none" in words and not set(words) & {"pay", "pass"}):
        for subject in _subjects(state, items):
            yield from _left_out(state, subject)
        return
    known = known_ways(state.title)
    verbs = list(dict.fromkeys(one for one in words if one in known.ways))
    if any(words.count(one) > 1 for one in verbs if one not in SAID_TWICE):
        return  # "buy a 2-train, buy NW": what is ordered twice is two orders
    if "want" in verbs and len(verbs) > 1:
        verbs.remove("want")
        items, words = [one for one in items if one.text != "want"], [one for one in words if one != "want"]
    if "go" in verbs and any(one not in NOUNS and one not in ("go", "city", "best") for one in verbs):
        # "je vais vendre 2 SW": who goes to do something does it.
        verbs.remove("go")
        items, words = [one for one in items if one.text != "go"], [one for one in words if one != "go"]
    if (
        len(verbs) > 1
        and "pass" in verbs
        and all(one in LEFT_OUT or one in known.about for one in verbs if one != "pass")
    ):
        # "pass on the dividend": to pass something over is to leave it out. "Pay the dividend out" is not.
        meant = _passed_over(state, items, verbs, words)
        if not isinstance(meant, Sequence):
            yield from meant
            return
        items, words = meant, [one.text for one in meant if one.kind == "word"]
        verbs.remove("pass")
    chosen = _chosen(known, verbs, words)
    if chosen is None:
        return
    if verbs == ["pass"] and any(one.shade for one in items):
        named = {one.named(COMPANY, PRIVATE) for one in items if one.kind == "name"}
        if any(_could_be_done_to(state, one) for one in named if one):
            return  # "SW out": whoever wants to be rid of it may want to sell
    ways, spent = chosen
    rest = [one for one in items if one.kind != "word" or one.text not in spent]
    for shape in dict.fromkeys(ways):
        if SHARES in words and shape in OF_NO_SHARES:
            continue
        for subject in _subjects(state, rest):
            order = shape(Said(state, subject), words)
            if order:
                yield order


def _passed_over(
    state: State, items: Sequence[Item], verbs: Sequence[str], words: Sequence[str]
) -> Sequence[Item] | Iterator[str]:
    """The orders of a sentence that passes something over; its other items where nothing is passed over in it.

    What may be either, "pass the dividend to the shareholders", is read both ways, and so it is asked about.
    """
    shades = {one.shade for one in items if one.text == "pass"}
    others = [one for one in items if one.text != "pass"]
    earned = set(verbs) & set(LEFT_OUT)
    if not earned:
        return _left_out(state, [word("no") if one.text == "pass" else one for one in items])
    if shades == {OUT} or (shades == {LEAVE} and earned - {"dividend"}):
        return others
    left_out = _left_out(state, [word("no") if one.text == "pass" else one for one in items])
    if shades == {LEAVE} or {"to", "all"} & set(words):
        return chain(left_out, sayings(state, [one for one in others if one.text not in ("to", "all")]))
    return left_out


def _comes_anyway(state: State, words: Collection[str]) -> bool:
    """ "take a loan if needed": nothing depends on what nobody orders."""
    return any(one.comes_anyway and one.sign in words for one in known_ways(state.title).signs)


def _subjects(state: State, items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """The items, and the items without the company on turn or the mover if the sentence begins with them."""
    yield items
    first = items[0] if items and items[0].kind == "name" else None
    last = items[-1] if len(items) > 2 and items[-2].text in ("by", "of", "for", "from") else None
    if last is not None and last.named(COMPANY) == (on_turn(state) or "?"):
        yield items[:-2]  # "a 2-train for StP-W", "the dividend of NYC"
    if first is None or (len(items) > 2 and items[1].text in (",", "and", "&") and items[2].kind == "name"):
        return  # the first of a list is no more its subject than the others
    if first.named(COMPANY) == (on_turn(state) or "?") or first.named(PLAYER) == to_act(state):
        yield items[1:]


def _chosen(known: Ways, verbs: Sequence[str], words: Sequence[str]) -> tuple[tuple[Shape, ...], set[str]] | None:
    """The ways the verbs can be meant together, and the words spent on saying so; None if they are two orders."""
    said = set(verbs)
    if not said:
        return known.unsaid, set()
    if {"half", "full"} <= said:
        return None
    if said == {"half", "sell"}:
        return (SHAPES["sell"],), {"sell"}  # half of what one has
    if "half" in said and said <= {"half", "pay", "dividend", "keep", "withhold"}:
        return (SHAPES["half"],), {*said, "all", "rest"}
    if said <= {"pay", "full", "dividend"}:
        if "none" in words:
            return (SHAPES["withhold"],), {*said, "none", "all"}
        return (SHAPES["pay"],), said
    if said <= {"withhold", "keep", "carry", "dividend"} and (
        "withhold" in said or "dividend" in said or "all" in words
    ):
        return (SHAPES["withhold"],), {*said, "all"}
    if "best" in said and said <= {"best", "run", "train", "dividend", "take", "go", "want"}:
        return (SHAPES["run"],), said - {"best"}
    signs = [one for one in known.signs if one.sign in words and said <= one.beside]
    if signs:
        # A private is exchanged and so is a train: what is named tells which.
        return tuple(one.shape for one in signs if one.sign == signs[0].sign), {*said, signs[0].sign}
    if said & {"bid", "raise"} and said - {"city"} <= {"bid", "raise", "put", "start", "open", "form", "go", "token"}:
        return known.ways["bid"], said - {"city", "raise"}
    if said == {"put", "start"}:
        return (SHAPES["start"],), said  # "lege den Kurs auf 82 fest"
    if said == {"token", "start"} or said == {"start", "city"}:
        return (SHAPES["start"], SHAPES["token"]), said - {"city"}
    doing = [one for one in verbs if one not in NOUNS and one not in ("city", "best")]
    about = said & NOUNS
    if len(doing) > 1:
        return None
    if not doing:
        # A noun alone: "2-train", "token Kharkov"; the dearest to what is said comes first.
        return tuple(way for one in verbs for way in known.ways[one]), about - {"train"}
    verb = doing[0]
    if not about <= known.things.get(verb, frozenset()):
        return None
    # Where the thing says more than the verb, as in "buy a train", that is meant which both mean.
    of_things = {way for one in about for way in known.ways[one]}
    of_things |= {one.shape for one in known.own if verb in one.verbs and one.things & about}
    ways = tuple(way for way in known.ways[verb] if way in of_things) or known.ways[verb]
    return ways, {verb, *about} - ({"train"} if ways == (SHAPES["train"],) or verb == "run" else set())


def _left_out(state: State, items: Sequence[Item]) -> Iterator[str]:
    """No to something: the step that is open is left out, if it is what the words are about."""
    if len(items) > 2 and items[-1].text == "pass" and _refuses_to_trade(items[:-1]):
        yield "pass"  # "I'm not buying NW, I pass"
        return
    if len(items) > 2 and items[-1].text == "pass":
        items = items[:-1]  # "no privates, I pass" says one thing in two ways
        items = items[:-1] if items[-1].text == "," else items
    rest = [one for one in items if one.kind != "word" or one.text not in ("no", "none", "more", "all", "or", "want")]
    about = list(dict.fromkeys(one.text for one in rest if one.kind == "word" and one.text not in LINKS))
    # "don't convert TN" names what is asked about.
    if any(one.kind != "word" and one.named(COMPANY) != (on_turn(state) or "?") for one in rest):
        return
    known = known_ways(state.title)
    if about == ["pass"] or about == ["done"]:
        # "no more from me, pass" and "pass, no thanks" pass; "I don't want to pass" and "pass! Not!" do not.
        if _apart(items, about[0]) and items[-1].shade != NOT:
            yield about[0]
        return
    if not _denied(items):
        return
    for one in about:
        if one in known.left_out and set(about) <= {one, "pay", "dividend", "train", "run", "best"}:
            yield known.left_out[one]
            return
    if _is_about(known, about or ["none"], _asked_for(state)):
        yield "pass"


def _denied(items: Sequence[Item]) -> bool:
    """Whether all that is said stands beside a no: "no, run best" denies something else, and orders a run."""
    parts: list[set[str]] = [set()]
    for one in items:
        if one.text in (",", "-", "and", "&", "+"):
            parts.append(set())
        elif one.text not in LINKS:
            parts[-1].add(one.text)
    return any("none" in part for part in parts) or all("no" in part for part in parts if part)


def _refuses_to_trade(items: Sequence[Item]) -> bool:
    """Whether all that is said is that something is not bought or sold."""
    doing = {one.text for one in items if one.kind == "word"} - LINKS - {"no", "none", "more", "want", SHARES}
    return bool(doing) and doing <= {"buy", "sell", "take"} and _denied(items)


def _is_about(known: Ways, about: Sequence[str], orders: Collection[str]) -> bool:
    """Whether words are about some of these orders; "no train" is about trains, whatever is done with them."""
    nouns = [one for one in about if one in NOUNS] or about
    return all(one in known.about for one in about) and any(
        order.startswith(known.about[one]) for one in nouns for order in orders
    )


def _asked_for(state: State) -> set[str]:
    """How the orders begin that the open step asks for, whether there are any now or not."""
    return openings(state) | ({kind.form for kind in open_step(state).accepts} if to_act(state) is not None else set())


def leaves_alone(state: State, items: Sequence[Item]) -> bool:
    """Whether a sentence says no to something that is not asked now, and to nothing else: "no track" behind the track
    step, "no station" where none is left."""
    said = [one.text for one in items]
    if not {"no", "none"} & set(said) or "or" in said or any(one.kind != "word" for one in items):
        return False
    known = known_ways(state.title)
    about = [one for one in dict.fromkeys(said) if one not in ("no", "none", "more", "all") and one not in LINKS]
    return bool(about) and all(one in known.about for one in about) and not _is_about(known, about, _asked_for(state))


def sells_nothing(items: Sequence[Item]) -> bool:
    """Whether a sentence only says that nothing is sold: nobody has to, so it is no pass."""
    said = {one.text for one in items} - LINKS - {SHARES}
    return (
        bool(said & {"no", "none"})
        and said <= {"no", "none", "sell", "all", "more"}
        and "sell" in said
        and _denied(items)
    )


def _apart(items: Sequence[Item], order: str) -> bool:
    """Whether a comma stands between the order and every no of the sentence; "nothing" needs none."""
    part, parts = 0, []
    for one in items:
        part += one.text == ","
        parts.append((part, one.text))
    ordered = {at for at, text in parts if text == order}
    return all(at not in ordered for at, text in parts if text == "no")


# ---------------------------------------------------------------------- one way each


def _bid(said: Said, words: Sequence[str]) -> str:
    item = said.name(COMPANY, PRIVATE) or _only_item(said.state)
    said.skip("bid", "private", "raise")
    bidding = said.state.facts.bidding
    if "more" in words and not _beside_a_number(said, "more"):
        return ""  # "raise once more, 35"
    least = said.skip("least")
    number = said.number()
    total = said.number() if {"more", "by"} & set(words) and number is not None else None
    if total is not None and bidding is not None and bidding.high + (number or 0) == total:
        # "five more, so 30", "by 5 to 30"
        said.skip("more", "by")
        number = total
    elif total is not None:
        return ""
    elif number is not None and not {"raise", "bid", "put", "go"} & set(words) and {"by", "more"} & set(words):
        return ""  # "um 30" says what somebody thinks it is worth
    elif number is not None and ("by" in words or "more" in words or ("raise" in words and said.behind == "of")):
        said.skip("by", "more")
        if bidding is None or bidding.item != item or not bidding.high or least:
            return ""
        number += bidding.high
    if not item or said.left() or (least and number is not None):
        return ""
    bought = {"buy", "take"} & set(words) or ("want" in words and number is None and not least)
    if bought and not _for_sale(said.state, item):
        return ""  # a bid is not a purchase
    if number is None and (least or bought):
        number = _least(said.state, item)
    return f"bid {item} {number}" if number is not None else ""


def _beside_a_number(said: Said, word: str) -> bool:
    counts = [one.kind == "number" for one in said.items]
    at = [place for place, one in enumerate(said.items) if one.text == word]
    return any(any(counts[max(place - 1, 0) : place + 2]) for place in at)


def _for_sale(state: State, item: str) -> bool:
    """Whether the only bid that can be made is the price: "buy P1" where the cheapest of a row is sold."""
    least, actor = _least(state, item), to_act(state)
    if least is None or actor is None:
        return False
    try:
        open_step(state).check(state, Bid(item, least + 5))
    except Refused:
        return True
    return False


@Lately
def _bids(state: State) -> tuple[Bid, ...]:
    """What could be bid: every clause of a mail asks for it."""
    return tuple(move for move in legal_moves(state) if isinstance(move, Bid))


def _only_item(state: State) -> str:
    items = list(dict.fromkeys(move.item for move in _bids(state)))
    return items[0] if len(items) == 1 else ""


def _least(state: State, item: str) -> int | None:
    return min((move.amount for move in _bids(state) if move.item == item), default=None)


def _pass(said: Said, words: Sequence[str]) -> str:
    said.skip("none", "bid", "train", "buy", "all")
    said.name(COMPANY, PRIVATE)
    return "" if said.left() else "pass"


def _could_be_done_to(state: State, name: str) -> bool:
    """Whether anything but a bid could be ordered about it."""
    return any(name in write_order(move).split() for move in legal_moves(state) if not isinstance(move, Bid))


def _pay(said: Said, words: Sequence[str]) -> str:
    said.skip("all", "full", "dividend")
    number = said.number()
    earned = said.state.turn.revenue
    return "" if said.left() or number not in (None, 0, earned) else "withhold" if number == 0 else "pay"


def _sell(said: Said, words: Sequence[str]) -> str:
    company = said.name(COMPANY)
    every, half = said.skip("all"), said.skip("half")
    said.skip("pool", "my")  # that is where they go
    price = price_said(said)
    count = how_many(said)
    if not company or said.left():
        return ""
    if every:
        held = said.state.held(to_act(said.state) or "", Company(company))
        if count not in (None, held):
            return ""  # "all two" of three
        count = held
    if half:
        held = said.state.held(to_act(said.state) or "", Company(company))
        if count is not None or held % 2:
            return ""
        count = held // 2
    count = 1 if count is None else count
    if price is not None and not is_paid(said.state, Sell(Company(company), count), price, count):
        return ""
    return f"sell {count} {company}"


def _buy(said: Said, words: Sequence[str]) -> str:
    company = said.name(COMPANY)
    source = _source(said, words)
    price = price_said(said)
    count = how_many(said)
    said.skip("more")  # one more QL
    if not company or said.left() or said.behind in ("for", "at"):
        return ""  # a price is printed on the market, and no number of shares
    if price is not None:
        # The price tells where from, where nothing else does.
        places = [HOLDERS[source]] if source in HOLDERS else [IPO, TREASURY, POOL]
        moves = [Buy(Company(company), place, count or 1) for place in places]
        paid = [move for move in moves if is_paid(said.state, move, price, count or 1)]
        return write_order(paid[0]) if len(paid) == 1 else ""
    many = f"{count} " if count not in (None, 1) else ""
    return f"buy {many}{company}" + (f" from {source}" if source else "")


def _from(said: Said, words: Sequence[str]) -> str:
    """ "one QL from the pool": without a verb it is bought only if the words say where, and nothing goes there."""
    if not PLACES & set(words) or _before_a_place(said) == "to":
        return ""
    order = _buy(said, words)
    if order and _before_a_place(said) in ("on", "in", "at"):
        sold = _sell(Said(said.state, said.items), words)
        if sold:
            orders = (order, sold)
            raise Ambiguous("This can be understood in {count} ways; say which.", instead=orders, count=len(orders))
    return order


def _onto(said: Said, words: Sequence[str]) -> str:
    """ "three SW to the pool" are sold."""
    return _sell(said, words) if "pool" in words and _before_a_place(said) == "to" else ""


def _before_a_place(said: Said) -> str:
    at = next((at for at, one in enumerate(said.items) if one.text in PLACES), 0)
    return said.before(at)


def _start(said: Said, words: Sequence[str]) -> str:
    company = said.name(COMPANY) or _asked_company(said.state, "par")
    price = said.number()
    place = said.name(PLACE)
    said.skip("token")
    if not company or price is None or said.left():
        return ""
    return f"start {company} at {price}" + (f" in {place}" if place else "")


def _par(said: Said, words: Sequence[str]) -> str:
    """ "CPR setze ich auf 76": where the price of a company is asked for."""
    return _start(said, words) if _asked_company(said.state, "par") else ""


def _home(said: Said, words: Sequence[str]) -> str:
    """ "start in Saskatoon": where a new company begins."""
    return token(said, words) if said.state.demands and said.state.demands[0].kind == "home" else ""


def _offered(said: Said, words: Sequence[str]) -> str:
    """ "biete Red 50 für die TSR": a price named to its owner is no bid."""
    return private(said, words) if any(one.named(PLAYER) for one in said.items) else ""


def _tile_number(said: Said) -> str:
    """The tile: the number next to the word, or the first that is not a facing."""
    tiles = said.state.title.plan.tiles
    best = ""
    for at, one in enumerate(said.items):
        if at in said.used or one.text not in tiles or said.before(at) == "facing":
            continue
        best = one.text
        said.used.add(at)
        break
    return best


def _lay(said: Said, words: Sequence[str]) -> str:
    said.skip("tile", "more")
    place = said.name(PLACE)
    facing = said.number("facing")
    tile = _tile_number(said)
    if facing is None:
        facing = said.number()
    sides = [(at, one.number) for at, one in enumerate(said.items) if one.kind == "side"]
    said.used.update(at for at, _ in sides)
    turned = said.skip("facing")
    said.skip("joining")
    if not tile or not place or said.left() or (facing is not None and sides):
        return ""
    if len(sides) == 1 and turned:
        facing = sides[0][1]
    elif sides:
        return f"lay {tile} on {place} {' '.join(EDGES[side] for _, side in sides)}"
    return f"lay {tile} on {place}" + (f" facing {facing}" if facing is not None else "")


def _run(said: Said, words: Sequence[str]) -> str:
    said.skip("run", "train" if "best" in words else "run", "dividend", "all")
    if said.skip("best"):
        said.skip("for", "with")
        train = _train_name(said) if said.left() else ""
        said.skip("train")
        # "my 2-train, best" names a train, and means all of them only if there is no other.
        return "run best" if not said.left() and (not train or _all_trains(said, train, words)) else ""
    earned = said.number("for") if "for" in words else None
    if earned is not None:
        said.skip("all", "run", "train")
        said.number()  # "both trains"
        return "run best" if not said.left() and _earns(said.state, earned) else ""
    train = _train_name(said)
    said.skip("train")
    places = said.names(PLACE)
    named = {"run", "go", "train"} & set(words)
    if named and not (train or places or said.left()) and announced_by_the_moderator(said.state):
        return "run best"  # nothing less would be taken
    if len(places) < 2 or said.left() or words.count("run") > 1:
        return ""  # "run A-B, run C-D" is no train from A to D
    return f"run {train}: {'-'.join(places)}" if train else f"run {'-'.join(places)}"


def _all_trains(said: Said, train: str, words: Sequence[str]) -> bool:
    """Whether what is named is all that the company has: its train, its "2-trains", its "two trains"."""
    owned = said.state.trains_of(on_turn(said.state))
    several = UNITS in words and (set(owned) == {train} or train == str(len(owned)))
    return owned == (train,) or several


def _earns(state: State, earned: int) -> bool:
    """Whether the best run earns what is said to be run for: "run for 160"."""
    try:
        return best_run(state, running(state)).value == earned
    except Refused:
        return False


def _train(said: Said, words: Sequence[str]) -> str:
    # Who says "a 2-train and another 2-train" wants two.
    if words.count("train") > 1 or "and" in words or ("train" not in words and not said.state.title.trains):
        return ""
    train = _train_name(said)
    said.skip("train", "next")
    source = _source(said, words)
    seller = said.name(COMPANY)
    price = said.number()
    said.skip("more")
    if not train and not said.left() and not seller and price is None and UNITS not in words:
        if "train" not in words and not _trains_are_asked_for(said.state):
            return ""  # "I'll take one more": a share, a private, whatever stands there to be taken
        train = _on_sale(said.state, source)
    named = any(one.kind == "train" and at in said.used for at, one in enumerate(said.items))
    if not ("train" in words or named or trains_to_come(said.state)):
        return ""  # "I'll take two", where no train can be bought in this turn
    # Of trains that are more than one, another number tells how many, and is no price.
    if not train or said.left() or (seller and source) or (UNITS in words and price not in (None, 1)):
        return ""
    if seller:
        return f"train {train} from {seller} for {price}" if price is not None else ""
    if price is not None:
        return f"train {train} from {source or 'bank'} for {price}"
    return f"train {train}" + (f" from {source}" if source else "")


def _trains_are_asked_for(state: State) -> bool:
    """Whether the open step is one in which a train may be bought, so that "one" may be a train."""
    return to_act(state) is not None and BuyTrain in open_step(state).accepts


def trains_to_come(state: State) -> bool:
    """Whether trains may be bought in the open step or one still to come in this turn."""
    if _trains_are_asked_for(state):
        return True
    machine = state.title.rounds.get(state.cursor.round)
    later = machine.later(state) if machine is not None and not state.demands else ()
    return any(BuyTrain in step.accepts for step in later)


def _on_sale(state: State, source: str) -> str:
    """The train that "a train" or "the next train" is; where several kinds are sold it must be said which."""
    new = trains_on_sale(state)[:1] if source != "pool" else ()
    used = state.trains_of(POOL) if source in ("", "pool") else ()
    kinds = tuple(dict.fromkeys((*new, *used)))
    if len(kinds) > 1:
        orders = tuple(f"train {one}" for one in kinds)
        raise Ambiguous("This can be understood in {count} ways; say which.", instead=orders, count=len(kinds))
    return kinds[0] if kinds else ""


def _discard(said: Said, words: Sequence[str]) -> str:
    train = _train_name(said)
    said.skip("train")
    company = said.name(COMPANY)
    if said.left():
        return ""
    if not train:
        # "discard one": it must be said which, unless all are alike.
        kinds = {order for order in openings(said.state) if order.startswith("discard ")}
        if len(kinds) > 1:
            raise Ambiguous(
                "This can be understood in {count} ways; say which.", instead=tuple(sorted(kinds)), count=len(kinds)
            )
        return kinds.pop() if kinds and not company else ""
    return f"discard {train}" + (f" of {company}" if company else "")


def _source(said: Said, words: Sequence[str]) -> str:
    """Where something comes from; "the bank pool" and "la banque de dépôt" are the pool."""
    places = {one for one in words if one in PLACES}
    said.skip(*places)
    if places == {"bank", "pool"}:
        return "pool"
    return places.pop() if len(places) == 1 else ""


def _asked_company(state: State, kind: str) -> str:
    return state.demands[0].company if state.demands and state.demands[0].kind == kind else ""


def _train_name(said: Said) -> str:
    """The train: the name next to the word for it, else the first that can be one."""
    trains = {name.casefold(): name for name in said.state.title.trains}
    ranked = []
    for at, one in enumerate(said.items):
        if at in said.used or one.text.casefold() not in trains:
            continue
        if at + 1 < len(said.items) and said.items[at + 1].text == "more":
            continue  # "2 more trains" are two of some kind
        near = any(0 <= other < len(said.items) and said.items[other].text == "train" for other in (at - 1, at + 1))
        ranked.append((not near, at))
    if not ranked:
        return ""
    at = min(ranked)[1]
    said.used.add(at)
    return trains[said.items[at].text.casefold()]


SHAPES: Mapping[str, Shape] = {
    "bid": _bid,
    "pass": _pass,
    "done": of_company("done"),
    "sell": _sell,
    "buy": _buy,
    "from": _from,
    "onto": _onto,
    "start": _start,
    "par": _par,
    "home": _home,
    "private": private,
    "offered": _offered,
    "lay": _lay,
    "token": token,
    "run": _run,
    "pay": _pay,
    "half": plain("half", "all", "dividend"),
    "withhold": plain("withhold", "all", "dividend"),
    "train": _train,
    "discard": _discard,
}
# "4 shares please - buy a 2-train" is no order for a train alone.
OF_NO_SHARES = frozenset(SHAPES[one] for one in ("lay", "token", "home", "run", "train", "discard", "private"))
