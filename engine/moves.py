"""What a player may wish for. A move names no player and knows no rule; the open step judges it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import ClassVar

from engine.names import BANK, IPO, NO_COMPANY, POOL, TREASURY, Company, Private

# How the places that sell are called in an order.
SOURCES = {POOL: "pool", TREASURY: "treasury", IPO: "ipo", BANK: "bank"}
DIVIDENDS = {"full": "pay", "half": "half", "withhold": "withhold"}


@dataclass(frozen=True, slots=True)
class Move:
    """A decision, understood but not yet judged."""

    quiet: ClassVar[bool] = False  # leaves things as they are
    grave: ClassVar[bool] = False  # ends the game, or somebody's part in it; nobody is led to it
    form: ClassVar[str] = ""

    def write(self) -> str:
        """The one form in which the service writes this order; it is read back as the same move."""
        return self.form.format(**{each.name: getattr(self, each.name) for each in fields(self)})


def spot(hex_: str, city: int) -> str:
    """People count a hex's cities from one, moves from zero."""
    return hex_ if city < 0 else f"{hex_} city {city + 1}"


def listed(words: Iterable[str]) -> str:
    """a, b and c."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Do nothing now; skip the current step."""

    quiet: ClassVar[bool] = True
    form: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Done(Move):
    """End the turn; remaining optional steps are skipped."""

    quiet: ClassVar[bool] = True
    form: ClassVar[str] = "done"


@dataclass(frozen=True, slots=True)
class Bid(Move):
    """Open an auction with a bid, or raise the bid that stands."""

    form: ClassVar[str] = "bid {item} {amount}"
    item: str
    amount: int


@dataclass(frozen=True, slots=True)
class Sell(Move):
    """Sell shares of one company to the pool."""

    form: ClassVar[str] = "sell {count} {company}"
    company: Company
    count: int


@dataclass(frozen=True, slots=True)
class Buy(Move):
    """Buy certificates of a company from the initial offer, its treasury or the pool."""

    form: ClassVar[str] = "buy {count} {company} from {source}"
    company: Company
    source: str
    count: int = 1

    def write(self) -> str:
        many = f"{self.count} " if self.count != 1 else ""
        return f"buy {many}{self.company} from {SOURCES.get(self.source, self.source)}"


@dataclass(frozen=True, slots=True)
class Start(Move):
    """Start a company at a price, with its station where the title lets one choose."""

    form: ClassVar[str] = "start {company} at {price} in {hex}"
    company: Company
    price: int
    hex: str = ""
    city: int = -1

    def write(self) -> str:
        return f"start {self.company} at {self.price}" + (f" in {spot(self.hex, self.city)}" if self.hex else "")


@dataclass(frozen=True, slots=True)
class BuyPrivate(Move):
    """The operating company buys a private from a player."""

    form: ClassVar[str] = "buy private {private} for {price}"
    private: Private
    price: int


@dataclass(frozen=True, slots=True)
class LayTile(Move):
    """Lay or upgrade one tile."""

    form: ClassVar[str] = "lay {tile} on {hex} facing {facing}"
    hex: str
    tile: str
    facing: int


@dataclass(frozen=True, slots=True)
class PlaceStation(Move):
    """Place a station; the city is named only where the hex has several."""

    form: ClassVar[str] = "token in {hex} city {city}"
    hex: str
    city: int = -1
    neutral: bool = False

    def write(self) -> str:
        return f"{'neutral ' if self.neutral else ''}token in {spot(self.hex, self.city)}"


@dataclass(frozen=True, slots=True)
class TrainRun:
    """One train and the hexes it runs through, in order, from its first stop to its last."""

    train: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Run(Move):
    """Declare the routes of the operating company's trains; none is a legal answer."""

    form: ClassVar[str] = "run {routes}"
    routes: tuple[TrainRun, ...]

    def write(self) -> str:
        routes = (f"{route.train}: {'-'.join(route.path)}" for route in self.routes)
        return f"run {', '.join(routes) or 'none'}"


@dataclass(frozen=True, slots=True)
class Pay(Move):
    """Choose what happens to the earnings: full, half or withhold."""

    form: ClassVar[str] = "{kind}"
    kind: str

    def write(self) -> str:
        return DIVIDENDS.get(self.kind, self.kind)


@dataclass(frozen=True, slots=True)
class BuyTrain(Move):
    """Buy a train from the bank, the pool or another company; a traded train is given in part payment."""

    form: ClassVar[str] = "train {train} from {seller} for {price}"
    train: str
    seller: str
    price: int
    trade: str = ""

    def write(self) -> str:
        traded = f" trading {self.trade}" if self.trade else ""
        if self.seller == BANK:
            return f"train {self.train}{traded}"
        if self.seller == POOL:
            return f"train {self.train} from pool{traded}"
        return f"train {self.train} from {self.seller} for {self.price}{traded}"


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Discard one train over the limit."""

    form: ClassVar[str] = "discard {train}"
    train: str
    company: Company = NO_COMPANY

    def write(self) -> str:
        return f"discard {self.train}" + (f" of {self.company}" if self.company else "")
