"""What a title is made of: data read from its TOML files, and the rounds, demands and reactions it composes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from engine.board.plan import Plan
from engine.errors import Inconsistent, TitleError, Unplayable
from engine.figures import F, read_figures
from engine.market import Grid
from engine.message import Listed, Message
from engine.moves import Move
from engine.names import Company, Player, Private

if TYPE_CHECKING:
    from engine.events import Event
    from engine.game import Book
    from engine.mechanism import Mechanism
    from engine.state import Demand, State


# ---------------------------------------------------------------------- data


@dataclass(frozen=True, slots=True)
class KindSpec:
    """A kind of company: what its paper is, and who decides for it."""

    name: str
    shares: int = 10  # it is cut into; none where it belongs to nobody
    traded: bool = True  # its shares are bought and sold
    whole: int = 0  # owned as one piece, which is worth so many shares
    directed: bool = True  # by a player; otherwise it runs by itself
    site: str = ""  # what the public site calls it, if not the same

    def percent(self, shares: int) -> int:
        """How much of a company some shares are."""
        return 100 * shares // self.shares if self.shares else 0


@dataclass(frozen=True, slots=True)
class CompanySpec:
    """A company as printed on its charter."""

    symbol: Company
    name: str
    kind: KindSpec
    site: str  # the symbol in the public site's files
    aliases: tuple[str, ...] = ()
    home: str = ""
    home_stop: int = -1
    stations: int = 0
    station_prices: tuple[int, ...] = ()
    neutral: int = 0
    from_phase: str = ""
    director_shares: int = 2
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
    closes: str = ""  # the phase that closes it


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
    trade_credits: Mapping[str, int] = field(default_factory=dict)  # off the price for a train handed in

    def traded(self, old: str) -> int | None:
        """What it costs with another train handed in; None where that one is not taken, or is worth more."""
        if old in self.trades:
            return self.trade_price
        if old in self.trade_credits and self.trade_credits[old] <= self.price:
            return self.price - self.trade_credits[old]
        return None


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
    before: Any = None  # how a game goes on that was begun before there was the option; usually as any other


# ---------------------------------------------------------------------- shapes


@dataclass(frozen=True, slots=True)
class Gathering:
    """Companies of which some go into another together: a move with more shapes than anybody lists."""

    kind: type[Move]
    first: Company  # part of it whoever else is
    others: tuple[Company, ...]
    into: tuple[Company, ...]
    make: Callable[[Iterable[Company], Company], Move]


class Step(Protocol):
    """One kind of decision. ``candidates`` proposes, ``check`` forbids, ``decide`` enters the events."""

    @property
    def name(self) -> str: ...

    def asked(self, state: State) -> str:
        """What it asks in this position, by the key of the catalogues; mostly that is its name."""

    @property
    def accepts(self) -> tuple[type[Move], ...]: ...

    @property
    def exact(self) -> bool:
        """Whether candidates need no second check."""

    @property
    def explains(self) -> bool:
        """Whether its check also says why the step was left out, or is over."""

    @property
    def automatic(self) -> bool:
        """Whether it works by itself when it is reached."""

    @property
    def despite_demands(self) -> bool:
        """Whether its moves are accepted while another decision interrupts."""

    def enter(self, book: Book) -> None:
        """What happens by itself when the step is reached."""

    def unfinished(self, state: State) -> bool:
        """Whether work that a demand interrupted goes on."""

    def span(self, state: State, move: Move) -> range | None:
        """Between which bounds the free number of a candidate may lie."""

    def gathering(self, state: State) -> Gathering | None:
        """What a move is put together from, where candidates are only some of them."""

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

    exact: ClassVar[bool] = False
    explains: ClassVar[bool] = False
    automatic: ClassVar[bool] = False
    despite_demands: ClassVar[bool] = False
    name: str

    def asked(self, state: State) -> str:
        return self.name

    def enter(self, book: Book) -> None:
        return None

    def unfinished(self, state: State) -> bool:
        return False

    def consents(self, state: State, move: Move) -> tuple[Player, ...]:
        return ()

    def span(self, state: State, move: Move) -> range | None:
        return None

    def gathering(self, state: State) -> Gathering | None:
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
    tables: Mapping[type[Any], Any]  # the figures of each mechanism, by their kind
    second_tile_fee: int = 0
    station_per_hex: tuple[int, ...] = ()  # price of the first, second … station, for each hex of distance
    # Composition.
    mechanisms: tuple[Mechanism, ...] = ()
    rounds: Mapping[str, Round] = field(default_factory=dict)
    demands: Mapping[type[Demand], Step] = field(default_factory=dict)
    reactions: Mapping[type[Event], tuple[Reaction, ...]] = field(default_factory=dict)
    begin: tuple[Callable[[Book], None], ...] = ()  # before the first turn, in this order
    grid_for: Callable[[Mapping[str, Any]], str] = lambda options: "grid"
    value: Callable[[State, Player], int] | None = None
    # Games recorded on the public site: the preset they were played under.
    recorded_preset: str = ""
    recorded: Mapping[str, Any] = field(default_factory=dict)  # options that make us ask what the site asks
    site_options: tuple[str, ...] = ()  # options the site has too, under the same name
    # Words of this title's rules for faults the shelf finds: key -> paragraph of RULES.md.
    paragraphs: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def national(self) -> Company:
        """The railway of the state, in titles that have one."""
        return next(symbol for symbol, spec in self.companies.items() if not spec.kind.directed)

    def draws(self, seats: Collection[Player], options: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
        """What chance must decide before the start, each with its possible outcomes."""
        made = (each.draws(self, seats, options) for each in self.mechanisms if each.draws is not None)
        return {name: outcomes for drawn in made for name, outcomes in drawn.items()}

    def site_draws(self, draw: Callable[[], int], players: int) -> Mapping[str, str]:
        """The same from the public site's random numbers."""
        made = (each.site_draws(self, draw, players) for each in self.mechanisms if each.site_draws is not None)
        return {name: outcome for drawn in made for name, outcome in drawn.items()}

    def openly(self, state: State) -> Iterator[Message]:
        """What everybody is told of what chance decided."""
        return (said for each in self.mechanisms for said in each.openly(state))

    def money(self, amount: int) -> str:
        return f"{'-' if amount < 0 else ''}{self.currency}{abs(amount):,}"

    def paragraph(self, key: str, *where: str) -> str:
        """The paragraph of RULES.md that a refusal cites; where a step or a round has one of its own, that."""
        key = next((own for each in where if (own := f"{key}-{each}") in self.paragraphs), key)
        if key not in self.paragraphs:
            raise Inconsistent(f"{self.name} names no paragraph for {key}")
        return self.paragraphs[key]

    def figures(self, kind: type[F]) -> F:
        """The figures of a mechanism this title has."""
        found: F = self.tables[kind]
        return found

    def has(self, kind: type[F]) -> F | None:
        """The figures of a mechanism, if this title has it."""
        return self.tables.get(kind)

    def since(self, phase: str, first: str) -> bool:
        """Whether a phase is the named one or a later one."""
        names = tuple(self.phases)
        return names.index(phase) >= names.index(first)

    def settle_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options of a game: usual values, then those of the presets named, then those given one by one."""
        chosen = {name: spec.default for name, spec in self.options.items()}
        for name, value in given.items():
            if name in self.presets:
                if not isinstance(value, bool):
                    raise Unplayable(
                        "Option {option} can be {values}; not “{given}”.",
                        option=name,
                        values=Listed((_said(True), _said(False)), ","),
                        given=_said(value),
                    )
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

# What every title.toml may say; all else belongs to a mechanism.
TABLES = (
    "name full_name currency bank kinds capital certificate_limit companies privates trains phases options presets "
    "recorded_preset recorded site_options paragraphs second_tile_fee station_per_hex markets zones runs"
).split()


def read_title(data: Mapping[str, Any], plan: Plan, grids: Mapping[str, Grid], **composition: Any) -> Title:
    """Builds a title from its TOML data and its composition, and checks that they fit together."""
    kinds = {d["name"]: read_figures(KindSpec, d, f"{data['name']}: kinds") for d in data["kinds"]}
    companies = {Company(d["symbol"]): _company(d, kinds) for d in data["companies"]}
    privates = {Private(d["symbol"]): _private(d) for d in data["privates"]}
    trains = {d["name"]: _train(d) for d in data["trains"]}
    phases = {d["name"]: _phase(d) for d in data["phases"]}
    options = {d["name"]: _option(d) for d in data.get("options", ())}
    mechanisms: tuple[Mechanism, ...] = composition.get("mechanisms", ())
    answers = {demand: step for each in mechanisms for demand, step in each.demands.items()}
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
        recorded=data.get("recorded", {}),
        site_options=tuple(data.get("site_options", ())),
        plan=plan,
        grids=grids,
        tables=_figures(data, mechanisms),
        second_tile_fee=data.get("second_tile_fee", 0),
        station_per_hex=tuple(data.get("station_per_hex", ())),
        paragraphs=data.get("paragraphs", {}),
        **(composition | {"demands": answers | composition.get("demands", {})}),
    )
    _cross_check(title)
    return title


def _figures(data: Mapping[str, Any], mechanisms: Iterable[Mechanism]) -> dict[type[Any], Any]:
    """The table of each mechanism; a table that belongs to none is an error."""
    found: dict[type[Any], Any] = {}
    known = set(TABLES)
    for each in mechanisms:
        known.add(each.name)
        if each.figures is not None:
            if each.name not in data:
                raise TitleError(f"{data['name']}: the table [{each.name}] is missing")
            found[each.figures] = read_figures(each.figures, data[each.name], f"{data['name']}: {each.name}")
    if unknown := sorted(set(data) - known):
        raise TitleError(f"{data['name']}: nothing is known of {', '.join(unknown)}")
    return found


def _option(d: Mapping[str, Any]) -> OptionSpec:
    return OptionSpec(d["name"], d["default"], tuple(d["values"]), d["about"], d.get("before", d["default"]))


def _company(d: Mapping[str, Any], kinds: Mapping[str, KindSpec]) -> CompanySpec:
    if d["kind"] not in kinds:
        raise TitleError(f"{d['symbol']} is of an unknown kind {d['kind']}")
    return CompanySpec(
        symbol=Company(d["symbol"]),
        name=d["name"],
        kind=kinds[d["kind"]],
        site=d.get("site", d["symbol"]),
        aliases=tuple(d.get("aliases", ())),
        home=d.get("home", ""),
        home_stop=d.get("home_stop", -1),
        stations=d.get("stations", 0),
        station_prices=tuple(d.get("station_prices", ())),
        neutral=d.get("neutral", 0),
        from_phase=d.get("from_phase", ""),
        director_shares=d.get("director_shares", 2),
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
        closes=d.get("closes", ""),
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
        trade_credits=d.get("trade_credits", {}),
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
    for each in title.mechanisms:
        if missing := [name for name in each.options if name not in title.options]:
            raise TitleError(f"{title.name}: {each.name} asks for the options {', '.join(missing)}")
    symbols = [*title.companies, *title.privates]
    if len({s.casefold() for s in symbols}) != len(symbols):
        raise TitleError(f"{title.name}: two companies share a symbol")
