"""What a player may wish for. A move names no player and knows no rule; the open step judges it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.names import NO_COMPANY, Company, Private


@dataclass(frozen=True, slots=True)
class Move:
    """A decision, understood but not yet judged."""

    form: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Do nothing now; leave out the open step."""

    form: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Done(Move):
    """End the turn; optional steps not yet taken are left out."""

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


@dataclass(frozen=True, slots=True)
class Start(Move):
    """Start a company at a price, with its station where the title lets one choose."""

    form: ClassVar[str] = "start {company} at {price} in {hex}"
    company: Company
    price: int
    hex: str = ""
    city: int = -1


@dataclass(frozen=True, slots=True)
class Exchange(Move):
    """Give a private in exchange for a company's director's certificate, with its station where one may choose."""

    form: ClassVar[str] = "exchange {company} at {price} in {hex}"
    company: Company
    price: int
    hex: str = ""
    city: int = -1


@dataclass(frozen=True, slots=True)
class BuyPrivate(Move):
    """The operating company buys a private from a player."""

    form: ClassVar[str] = "buy private {private} for {price}"
    private: Private
    price: int


@dataclass(frozen=True, slots=True)
class Redeem(Move):
    """The operating company buys its own shares back from the pool."""

    form: ClassVar[str] = "redeem {count}"
    count: int


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


@dataclass(frozen=True, slots=True)
class MoveStation(Move):
    """Move one of the operating company's stations by the power of a private."""

    form: ClassVar[str] = "move token from {origin} to {hex} city {city}"
    origin: str
    hex: str
    city: int = -1


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


@dataclass(frozen=True, slots=True)
class Pay(Move):
    """Choose what happens to the earnings: full, half or withhold."""

    form: ClassVar[str] = "{kind}"
    kind: str


@dataclass(frozen=True, slots=True)
class BuyTrain(Move):
    """Buy a train from the bank, the pool or another company; a traded train is given in part payment."""

    form: ClassVar[str] = "train {train} from {seller} for {price}"
    train: str
    seller: str
    price: int
    trade: str = ""


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Give up one train over the limit."""

    form: ClassVar[str] = "discard {train}"
    train: str
    company: Company = NO_COMPANY


@dataclass(frozen=True, slots=True)
class Bankrupt(Move):
    """Declare bankruptcy: the train the company must have can't be paid for."""

    form: ClassVar[str] = "bankrupt"


@dataclass(frozen=True, slots=True)
class Nationalise(Move):
    """Hand a trainless public company to the state."""

    form: ClassVar[str] = "nationalise"


@dataclass(frozen=True, slots=True)
class Keep(Move):
    """Keep a trainless public company."""

    form: ClassVar[str] = "keep"


@dataclass(frozen=True, slots=True)
class Convert(Move):
    """Turn a minor into a public company."""

    form: ClassVar[str] = "convert {minor} into {public}"
    minor: Company
    public: Company


@dataclass(frozen=True, slots=True)
class Merge(Move):
    """Form a public company from minors; the stations to keep may be named at once."""

    form: ClassVar[str] = "merge {minors} into {public} keeping {keeping}"
    minors: tuple[Company, ...]
    public: Company
    keeping: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeepStations(Move):
    """Choose the stations a newly merged company keeps."""

    form: ClassVar[str] = "keep stations {keeping}"
    keeping: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Buy shares of a newly formed company from its treasury."""

    form: ClassVar[str] = "take {count} {company}"
    company: Company
    count: int


@dataclass(frozen=True, slots=True)
class EndGame(Move):
    """All players agree to stop now."""

    form: ClassVar[str] = "end the game"
