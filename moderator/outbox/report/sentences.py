"""One sentence for every event, in each language. English is the engine's own; for the others an event is taken apart
into a message and its values, and the language's catalogue puts them together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine import events as e
from engine.board.hexes import Hex
from engine.names import BANK, IPO, POOL, TREASURY
from engine.state import State
from engine.text.sentences import sentence as english
from moderator.outbox.report.words import Words, plain

PLACES = {BANK: "bank", IPO: "ipo", POOL: "pool", TREASURY: "treasury"}
Values = dict[str, Any]
Said = Callable[[Any, "Teller"], tuple[str, Values]]


class Teller:
    """Says what happened, in one language, from the position before it happened."""

    def __init__(self, words: Words, state: State) -> None:
        self.words, self.state = words, state

    def sentence(self, event: e.Event) -> str:
        """Nothing for events that only move the cursor. Raises KeyError for one no catalogue knows."""
        if event.silent:
            return ""
        if self.words.language == "en":
            return plain(english(event, self.state))
        key, values = told(event, self)
        return plain(self.words.say("events", key, **values))

    # What the messages need to have said in words.

    def part(self, key: str, **values: Any) -> str:
        return self.words.say("events", key, **values)

    def price(self, cell: tuple[int, int]) -> int:
        return self.state.market.grid.price(cell)

    def place(self, hex_: str) -> str:
        return self.state.title.plan.hexes[Hex(hex_)].title

    def city(self, hex_: str, city: int) -> str:
        if len(self.state.board.face(Hex(hex_)).stops) < 2:
            return self.place(hex_)
        return self.part("city", place=self.place(hex_), city=city + 1)

    def where(self, holder: str) -> str:
        return self.words.say("where", PLACES[holder]) if holder in PLACES else holder

    def cost(self, amount: int) -> str:
        return self.part("cost", amount=amount) if amount else ""

    def payments(self, payments: e.Payments) -> list[str]:
        return [self.part("payment", who=self.where(who), amount=amount) for who, amount in payments]


def told(event: e.Event, teller: Teller) -> tuple[str, Values]:
    """The message of an event, and what is put into it."""
    taken = PARTS.get(type(event).__name__)
    if taken is not None:
        return taken(event, teller)
    # Most events are their fields.
    return type(event).__name__, {name: getattr(event, name) for name in event.__dataclass_fields__}


def _round(x: e.RoundBegan, t: Teller) -> tuple[str, Values]:
    return "RoundBegan", {"round": round_words(t.words, x.cursor.round, x.cursor.number, x.cursor.sub)}


def round_words(words: Words, name: str, number: int, sub: int) -> str:
    """``Operating round 3.1``, as the language calls it."""
    called = words.say("rounds", name) if words.knows("rounds", name) else name.capitalize()
    if name == "auction" or not number:
        return called
    return f"{called} {number}" + (f".{sub}" if sub else "")


def _shares(x: Any, t: Teller) -> tuple[str, Values]:
    paid = x.count * x.price
    values = {"count": x.count, "company": x.company, "paid": paid}
    if isinstance(x, e.SharesBought):
        values["source"] = t.where(x.source)
    if not isinstance(x, e.SharesRedeemed):
        values["player"] = x.player
    return type(x).__name__, values


def _director(x: e.DirectorChanged, t: Teller) -> tuple[str, Values]:
    key = "DirectorChanged" + ("_none" if not x.new else "" if x.old else "_new")
    return key, {"company": x.company, "old": x.old, "new": x.new}


def _moved(x: e.PriceMoved, t: Teller) -> tuple[str, Values]:
    return "PriceMoved", {"company": x.company, "price": t.price(x.cell), "why": t.words.why(x.why)}


def _laid(x: e.TileLaid, t: Teller) -> tuple[str, Values]:
    values = {"company": x.company, "tile": x.tile, "facing": x.facing, "place": t.place(x.hex)}
    return "TileLaid" + ("_upgrade" if x.upgrade else ""), {**values, "cost": t.cost(x.cost + x.fee)}


def _station(x: e.StationPlaced, t: Teller) -> tuple[str, Values]:
    key = "StationPlaced" + ("_neutral" if x.neutral else "_home" if x.home else "")
    return key, {"company": x.company, "place": t.city(x.hex, x.city), "cost": t.cost(x.cost)}


def _station_moved(x: e.StationMoved, t: Teller) -> tuple[str, Values]:
    values = {"company": x.company, "origin": t.place(x.origin), "place": t.city(x.hex, x.city)}
    return "StationMoved" + ("_neutral" if x.leaves_neutral else ""), values


def _ran(x: e.TrainsRan, t: Teller) -> tuple[str, Values]:
    routes = [
        t.part(
            "route", train=r.train, value=r.value, stops="–".join(dict.fromkeys(s.partition(":")[0] for s in r.stops))
        )
        for r in x.routes
    ]
    key = "TrainsRan" + ("_none" if not routes else "_total" if len(routes) > 1 else "")
    return key, {"company": x.company, "routes": routes, "revenue": x.revenue}


def _paid(x: e.RevenuePaid, t: Teller) -> tuple[str, Values]:
    key = f"RevenuePaid_{x.kind}" if x.revenue else "RevenuePaid_nothing"
    if key == "RevenuePaid_full" and x.kept:
        key += "_kept"
    return key, {"company": x.company, "kept": x.kept, "payments": t.payments(x.payments)}


def _train(x: e.TrainBought, t: Teller) -> tuple[str, Values]:
    values = {"company": x.company, "train": x.train, "seller": t.where(x.seller), "price": x.price, "trade": x.trade}
    return "TrainBought" + ("_trade" if x.trade else ""), values


def _rusted(x: e.TrainsRusted, t: Teller) -> tuple[str, Values]:
    losers = [t.where(who) for who in dict.fromkeys(x.losers)]
    return "TrainsRusted" + ("" if losers else "_none"), {"train": x.train, "losers": losers}


def _ended(x: e.GameEnded, t: Teller) -> tuple[str, Values]:
    ranked = sorted(x.scores, key=lambda score: -score[1])
    scores = [t.part("score", player=player, worth=worth) for player, worth in ranked]
    return "GameEnded", {"why": t.words.why(x.why), "scores": ", ".join(scores)}


def _announced(x: e.EndAnnounced, t: Teller) -> tuple[str, Values]:
    return "EndAnnounced" + ("_set" if x.final_set else ""), {"why": t.words.why(x.why), "set": x.final_set}


def _formed(x: Any, t: Teller) -> tuple[str, Values]:
    director = t.part("its_director", director=x.director) if x.director else ""
    key = "PublicFormed_" + ("convert" if len(x.minors) == 1 else "merge")
    return key, {"minors": x.minors, "public": x.public, "price": t.price(x.cell), "director": director}


def _nationalised(x: Any, t: Teller) -> tuple[str, Values]:
    key = "CompanyNationalised" + ("" if x.payments else "_unpaid")
    values = {"company": x.company, "why": t.words.why(x.why), "price": x.price}
    return key, {**values, "payments": t.payments(x.payments)}


def _rebellion(x: Any, t: Teller) -> tuple[str, Values]:
    return "RebellionBegan" + ("" if x.hexes else "_none"), {"places": [t.place(h) for h in x.hexes]}


# By name, so that events only one title has need no import of that title.
PARTS: Mapping[str, Said] = {
    "RoundBegan": _round,
    "Passed": lambda x, t: ("Passed" + ("_what" if x.what else ""), {"player": x.player, "what": x.what}),
    "CompanyStarted": lambda x, t: (
        "CompanyStarted",
        {"player": x.player, "company": x.company, "paid": x.paid, "price": t.price(x.cell)},
    ),
    "SharesSold": _shares,
    "SharesBought": _shares,
    "SharesRedeemed": _shares,
    "DirectorChanged": _director,
    "PriceMoved": _moved,
    "TileLaid": _laid,
    "StationPlaced": _station,
    "StationRemoved": lambda x, t: (
        "StationRemoved" + ("_back" if x.back else ""),
        {"company": x.company, "place": t.place(x.hex)},
    ),
    "StationReplaced": lambda x, t: ("StationReplaced", {"old": x.old, "new": x.new, "place": t.place(x.hex)}),
    "StationMoved": _station_moved,
    "TrainsRan": _ran,
    "RevenuePaid": _paid,
    "TrainBought": _train,
    "TrainsRusted": _rusted,
    "TrainDiscarded": lambda x, t: (
        "TrainDiscarded" + ("_pool" if x.to_pool else ""),
        {"company": x.company, "train": x.train},
    ),
    "EndAnnounced": _announced,
    "GameEnded": _ended,
    "PublicFormed": _formed,
    "CompanyNationalised": _nationalised,
    "TrainsRemoved": lambda x, t: ("TrainsRemoved", {"trains": [f"{n} × {train}" for train, n in x.trains]}),
    "ExtraTrainsSettled": lambda x, t: (
        "ExtraTrainsSettled" + ("" if x.train else "_none"),
        {"train": x.train},
    ),
    "RebellionBegan": _rebellion,
    "LoansWrittenOff": lambda x, t: ("LoansWrittenOff", {"count": x.count, "company": x.company}),
}
