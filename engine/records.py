"""What may stand in a record: every kind of event and demand by its stored name, and how old forms of them are read.

A stored name belongs to its owner: the shelf's are bare, a mechanism's begin with its name (``loans.LoansTaken``).
Every row carries the version of its kind. A row of an older version goes through upcasters, one version at a time,
until it is of today's; so a kind may be renamed or change its fields, and whatever was written once is still read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from engine import events
from engine.errors import Inconsistent, TitleError
from engine.events import Event
from engine.mechanism import Mechanism, Upcaster
from engine.state import Demand
from engine.steps.discard import TrainsOverLimit
from engine.steps.home_station import HomeWanted
from engine.titles import find, names, packages

Json = Any
Row = Mapping[str, Json]
Kind = type[Event] | type[Demand]

_TURN = {
    "sold": False, "bought": False, "bought_of": "", "closed": False, "loans": 0, "lays": [], "upgraded": False,
    "bonus": 0, "station": False, "redeemed": False, "ran": False, "revenue": 0, "paid": False, "trained": False,
    "sales": 0, "powers": [],
}  # fmt: skip
_CURSOR = {"number": 0, "sub": 0, "order": [], "at": 0, "step": ""}
_FACTS: Mapping[str, Json] = {"bidding": None, "passes": 0, "began": "", "sold": [], "last": ""}
_BIDDING = {"high": 0, "leader": "", "out": [], "bids": []}


def first_form(name: str, **usual: Json) -> Upcaster:
    """Rows of the first version named no owner and left out what was usual then."""

    def read(row: Row) -> Row:
        return {**usual, **row, "event": name, "v": 2}

    return read


def unowned(owner: str, *kinds: str) -> dict[tuple[str, int], Upcaster]:
    """Upcasters for kinds whose rows had all their fields from the first version on, but no owner in their name."""
    return {(kind, 1): first_form(f"{owner}.{kind}") for kind in kinds}


def first_demand(name: str, **fields: Callable[[Row], Json]) -> Upcaster:
    """Demands of the first version: one form for all kinds, with a number and a list of names."""

    def read(row: Row) -> Row:
        whole = {"company": "", "count": 0, "names": [], **row}
        kept = {"player": whole["player"], "company": whole["company"]}
        return {"demand": name, "v": 2, **kept, **{key: value(whole) for key, value in fields.items()}}

    return read


def _nested(row: Row, **usual: Mapping[str, Json]) -> dict[str, Json]:
    """The parts of a row, with what was usual in them."""
    found = dict(row)
    for part, values in usual.items():
        if found.get(part) is not None:
            found[part] = {**values, **found[part]}
            if part == "facts" and found[part]["bidding"] is not None:
                found[part]["bidding"] = {**_BIDDING, **found[part]["bidding"]}
    return found


def _turned(row: Row) -> Row:
    whole = {"cursor": None, "facts": None, "turn": None, **row}
    return {**_nested(whole, cursor=_CURSOR, facts=_FACTS, turn=_TURN), "v": 2}


_UPCASTERS: Mapping[tuple[str, int], Upcaster] = {
    ("Turned", 1): _turned,
    ("RoundBegan", 1): lambda row: {**_nested(row, cursor=_CURSOR, facts=_FACTS), "v": 2},
    ("TurnBegan", 1): lambda row: {"loans": 0, **_nested(row, cursor=_CURSOR), "v": 2},
    ("Passed", 1): first_form("Passed", what=""),
    ("DemandMade", 1): first_form("DemandMade", last=False),
    ("DemandMet", 1): first_form("DemandMet", left=None, company=""),
    ("CompanyStarted", 1): first_form("CompanyStarted", rest="(treasury)"),
    ("TileLaid", 1): first_form("TileLaid", crossings=0, extra=False),
    ("StationPlaced", 1): first_form("StationPlaced", home=False, neutral=False),
    ("StationRemoved", 1): first_form("StationRemoved", back=False),
    ("TrainBought", 1): first_form("TrainBought", trade=""),
    ("discard", 1): first_demand("TrainsOverLimit", count=lambda row: row["count"]),
    ("home", 1): first_demand("HomeWanted"),
}


@dataclass(frozen=True)
class Registry:
    """The kinds that can be stored, by name, their names, and the upcasters by name and version."""

    kinds: dict[str, Kind] = field(default_factory=dict)
    names: dict[Kind, str] = field(default_factory=dict)
    upcasters: dict[tuple[str, int], Upcaster] = field(default_factory=dict)

    def enter(self, name: str, kind: Kind) -> None:
        if self.kinds.setdefault(name, kind) is not kind:
            raise TitleError(f"two kinds of {name} can't be told apart in a record")
        self.names[kind] = name

    def current(self, row: Row, tag: str) -> tuple[Kind, Row]:
        """The kind of a row and the row as it would be written today. Raises Inconsistent for one nobody knows."""
        while (upcast := self.upcasters.get((str(row.get(tag)), int(row.get("v", 1))))) is not None:
            row = upcast(row)
        kind = self.kinds.get(str(row.get(tag)))
        if kind is None or row.get("v") != kind.version:
            raise Inconsistent(f"there is no {tag} {row.get(tag)!r} of version {row.get('v')}")
        return kind, row


def registry() -> Registry:
    """All that the shelf and the mechanisms of all titles store."""
    return _registry(packages())


@cache
def _registry(known: tuple[str, ...]) -> Registry:
    found = Registry()
    for name, event in vars(events).items():
        if isinstance(event, type) and issubclass(event, Event) and event is not Event:
            found.enter(name, event)
            found.upcasters[name, 1] = first_form(name)
    found.enter("TrainsOverLimit", TrainsOverLimit)
    found.enter("HomeWanted", HomeWanted)
    found.upcasters.update(_UPCASTERS)
    mechanisms: dict[str, Mechanism] = {}
    for title in names():
        for each in find(title).mechanisms:
            if mechanisms.setdefault(each.name, each) is not each:
                raise TitleError(f"{title}: another mechanism is called {each.name}")
    for owner, each in mechanisms.items():
        kinds: tuple[Kind, ...] = (*each.events, *each.demands)
        for kind in kinds:
            found.enter(f"{owner}.{kind.__name__}", kind)
        found.upcasters.update(each.upcasters)
    return found
