"""What a title is made of: data read from its TOML files, and the rounds, demands and reactions it composes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from engine.board.plan import Plan
from engine.errors import TitleError, Unplayable
from engine.market import Grid
from engine.message import Listed
from engine.moves import Move
from engine.names import Company, Player, Private

if TYPE_CHECKING:
    from engine.events import Event
    from engine.game import Book
    from engine.state import State


# ---------------------------------------------------------------------- data


@dataclass(frozen=True, slots=True)
class CompanySpec:
    """A company as printed on its charter."""

    symbol: Company
    name: str
    kind: str  # minor, public or national
    site: str  # the symbol in the public site's files
    aliases: tuple[str, ...] = ()
    home: str = ""
    home_stop: int = -1
    stations: int = 0
    station_prices: tuple[int, ...] = ()
    neutral: int = 0
    from_phase: str = ""
    president_shares: int = 2
    note: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PrivateSpec:
    """A private company as printed on its card."""

    symbol: Private
    name: str
    site: str
    aliases: tuple[str, ...] = ()
    minimum: int = 0
    face: int = 0
    income: int = 0
    bonus: int = 0
    bonus_hexes: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()
    lowest: int = 1  # what a company must pay at least, and may pay at most
    highest: int = 0


@dataclass(frozen=True, slots=True)
class TrainSpec:
    """A train as printed on its card; a reach of None has no end, a count of None likewise."""

    name: str
    price: int
    count: int | None
    reach: int | None
    multiplier: int = 1
    rusts_on: str = ""
    opens: str = ""  # the phase its first sale begins
    from_phase: str = ""  # on sale beside the next train from this phase on
    option: str = ""  # on sale only with this option
    any_stops: bool = False  # may skip large cities
    trades: tuple[str, ...] = ()
    trade_price: int = 0


@dataclass(frozen=True, slots=True)
class PhaseSpec:
    """A phase: tile colours, the off-board column, train limits, and what is allowed while it lasts."""

    name: str
    tiles: tuple[str, ...]
    offboard: str
    limits: Mapping[str, int | None]
    rounds: int = 2  # operating rounds in a set
    allows: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """A switch of the rules: its usual value and what else it may be."""

    name: str
    default: Any
    values: tuple[Any, ...]
    about: str


# ---------------------------------------------------------------------- shapes


class Step(Protocol):
    """One kind of decision. ``candidates`` proposes, ``check`` forbids, ``decide`` enters the events."""

    @property
    def name(self) -> str: ...

    @property
    def accepts(self) -> tuple[type[Move], ...]: ...

    def enter(self, book: Book) -> None:
        """What happens by itself when the step is reached."""

    def actor(self, state: State) -> Player | None:
        """Who must decide; None when there is nothing to decide."""

    def candidates(self, state: State) -> Iterator[Move]: ...

    def check(self, state: State, move: Move) -> None:
        """Raises Illegal; silence is consent."""

    def decide(self, book: Book, move: Move) -> bool:
        """Enters what follows; True when the step is over."""

    def consents(self, state: State, move: Move) -> tuple[Player, ...]:
        """Whose agreement the move needs besides the actor's."""


class Plain:
    """What most steps do about the rarer questions: nothing."""

    exact: ClassVar[bool] = False  # candidates need no second check
    explains: ClassVar[bool] = False  # its check also says why the step was left out, or is over

    def enter(self, book: Book) -> None:
        return None

    def consents(self, state: State, move: Move) -> tuple[Player, ...]:
        return ()

    def span(self, state: State, move: Move) -> range | None:
        """Between which bounds the free number of a candidate may lie."""
        return None


class Round(Protocol):
    """A machine over the cursor: which step is open, and what comes after it."""

    def step(self, state: State) -> Step: ...

    def next(self, book: Book) -> None:
        """Goes on from the open step, which is over."""

    def later(self, state: State) -> Iterable[Step]:
        """The steps still to come in the same turn."""

    def whole(self, state: State) -> Iterable[Step]:
        """All the steps of a turn that has several, whether done, passed over or still to come."""

    def anytime(self, state: State) -> Iterable[Step]:
        """The steps whose moves are accepted at any moment of the turn."""


@dataclass(frozen=True, kw_only=True)
class OneStep:
    """What rounds do whose turns have a single step: nothing comes later in a turn."""

    at_any_time: tuple[Step, ...] = ()

    def later(self, state: State) -> Iterable[Step]:
        return ()

    def whole(self, state: State) -> Iterable[Step]:
        return ()

    def anytime(self, state: State) -> Iterable[Step]:
        return self.at_any_time


Reaction = Callable[["Book", Any], None]


@dataclass(frozen=True, eq=False)
class Title:
    """A game: its data and its composition. Compared by identity; there is one of each."""

    name: str
    full_name: str
    currency: str
    bank: int
    capital: Mapping[int, int]
    certificate_limit: Mapping[int, int]
    companies: Mapping[Company, CompanySpec]
    privates: Mapping[Private, PrivateSpec]
    trains: Mapping[str, TrainSpec]
    phases: Mapping[str, PhaseSpec]
    options: Mapping[str, OptionSpec]
    presets: Mapping[str, Mapping[str, Any]]
    plan: Plan
    grids: Mapping[str, Grid]
    figures: Mapping[str, Any]
    # Composition.
    rounds: Mapping[str, Round] = field(default_factory=dict)
    demands: Mapping[str, Step] = field(default_factory=dict)
    reactions: Mapping[type[Event], tuple[Reaction, ...]] = field(default_factory=dict)
    begin: Callable[[Book], None] | None = None
    grid_for: Callable[[Mapping[str, Any]], str] = lambda options: "grid"
    draws: Callable[[Collection[Player], Mapping[str, Any]], Mapping[str, tuple[str, ...]]] = lambda seats, options: {}
    own: Callable[[], Any] = lambda: None
    value: Callable[[State, Player], int] | None = None
    # Games recorded on the public site: the preset they were played under, and what its random numbers decide.
    recorded_preset: str = ""
    site_draws: Callable[[Callable[[], int], int], Mapping[str, str]] | None = None  # chance, players
    # Words of this title's rules for faults the shelf finds: key -> paragraph of RULES.md.
    paragraphs: Mapping[str, str] = field(default_factory=dict)

    def money(self, amount: int) -> str:
        return f"{'-' if amount < 0 else ''}{self.currency}{abs(amount):,}"

    def paragraph(self, key: str) -> str:
        return self.paragraphs.get(key, "")

    def phase_index(self, phase: str) -> int:
        return tuple(self.phases).index(phase)

    def since(self, phase: str, first: str) -> bool:
        """Whether a phase is the named one or a later one."""
        names = tuple(self.phases)
        return names.index(phase) >= names.index(first)

    def settle_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options of a game: usual values, then those of the presets named, then those given one by one."""
        chosen = {name: spec.default for name, spec in self.options.items()}
        for name, value in given.items():
            if name in self.presets:
                if value:
                    chosen.update(self.presets[name])
            elif name not in self.options:
                raise Unplayable(
                    "{title} has no option “{option}”; it has {options}.",
                    title=self.name,
                    option=name,
                    options=Listed((*self.presets, *self.options), ","),
                )
        for name, value in given.items():
            if name in self.options:
                spec = self.options[name]
                if value not in spec.values:
                    raise Unplayable(
                        "Option {option} can be {values}; not “{given}”.",
                        option=name,
                        values=Listed((_said(each) for each in spec.values), ","),
                        given=_said(value),
                    )
                chosen[name] = value
        return chosen


def _said(value: object) -> str:
    """The value of an option as it is written in a mail."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


# ---------------------------------------------------------------------- reading


def read_title(data: Mapping[str, Any], plan: Plan, grids: Mapping[str, Grid], **composition: Any) -> Title:
    """Builds a title from its TOML data and its composition, and checks that they fit together."""
    companies = {Company(d["symbol"]): _company(d) for d in data["companies"]}
    privates = {Private(d["symbol"]): _private(d) for d in data["privates"]}
    trains = {d["name"]: _train(d) for d in data["trains"]}
    phases = {d["name"]: _phase(d) for d in data["phases"]}
    options = {
        d["name"]: OptionSpec(d["name"], d["default"], tuple(d["values"]), d["about"]) for d in data.get("options", ())
    }
    title = Title(
        name=data["name"],
        full_name=data["full_name"],
        currency=data["currency"],
        bank=data["bank"],
        capital={int(n): v for n, v in data["capital"].items()},
        certificate_limit={int(n): v for n, v in data["certificate_limit"].items()},
        companies=companies,
        privates=privates,
        trains=trains,
        phases=phases,
        options=options,
        presets=data.get("presets", {}),
        recorded_preset=data.get("recorded_preset", ""),
        plan=plan,
        grids=grids,
        figures=data.get("figures", {}),
        paragraphs=data.get("paragraphs", {}),
        **composition,
    )
    _cross_check(title)
    return title


def _company(d: Mapping[str, Any]) -> CompanySpec:
    return CompanySpec(
        symbol=Company(d["symbol"]),
        name=d["name"],
        kind=d["kind"],
        site=d.get("site", d["symbol"]),
        aliases=tuple(d.get("aliases", ())),
        home=d.get("home", ""),
        home_stop=d.get("home_stop", -1),
        stations=d.get("stations", 0),
        station_prices=tuple(d.get("station_prices", ())),
        neutral=d.get("neutral", 0),
        from_phase=d.get("from_phase", ""),
        president_shares=d.get("president_shares", 2),
        note=d.get("note", {}),
    )


def _private(d: Mapping[str, Any]) -> PrivateSpec:
    return PrivateSpec(
        symbol=Private(d["symbol"]),
        name=d["name"],
        site=d.get("site", d["symbol"]),
        aliases=tuple(d.get("aliases", ())),
        minimum=d.get("minimum", d["face"]),
        face=d["face"],
        income=d["income"],
        bonus=d.get("bonus", 0),
        bonus_hexes=tuple(d.get("bonus_hexes", ())),
        blocks=tuple(d.get("blocks", ())),
        lowest=d.get("lowest", 1),
        highest=d.get("highest", d["face"]),
    )


def _train(d: Mapping[str, Any]) -> TrainSpec:
    return TrainSpec(
        name=d["name"],
        price=d["price"],
        count=d.get("count"),
        reach=d.get("reach"),
        multiplier=d.get("multiplier", 1),
        rusts_on=d.get("rusts_on", ""),
        opens=d.get("opens", ""),
        from_phase=d.get("from_phase", ""),
        option=d.get("option", ""),
        any_stops=d.get("any_stops", False),
        trades=tuple(d.get("trades", ())),
        trade_price=d.get("trade_price", 0),
    )


def _phase(d: Mapping[str, Any]) -> PhaseSpec:
    return PhaseSpec(
        name=d["name"],
        tiles=tuple(d["tiles"]),
        offboard=d["offboard"],
        limits={kind: (None if limit < 0 else limit) for kind, limit in d["limits"].items()},
        rounds=d.get("rounds", 2),
        allows=frozenset(d.get("allows", ())),
    )


def _cross_check(title: Title) -> None:
    """A title whose data contradict themselves is refused at import."""
    for spec in title.companies.values():
        if spec.home and spec.home not in title.plan.hexes:
            raise TitleError(f"{title.name}: {spec.symbol}'s home {spec.home} is not on the map")
    for train in title.trains.values():
        if train.rusts_on and train.rusts_on not in title.trains:
            raise TitleError(f"{title.name}: {train.name}-trains rust on an unknown {train.rusts_on}")
        if train.opens and train.opens not in title.phases:
            raise TitleError(f"{title.name}: {train.name}-trains open an unknown phase {train.opens}")
    for preset, values in title.presets.items():
        for name, value in values.items():
            if name not in title.options or value not in title.options[name].values:
                raise TitleError(f"{title.name}: preset {preset} sets {name} to {value!r}")
    symbols = [*title.companies, *title.privates]
    if len({s.casefold() for s in symbols}) != len(symbols):
        raise TitleError(f"{title.name}: two companies share a symbol")
