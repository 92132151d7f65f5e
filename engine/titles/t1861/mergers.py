"""Merger rounds: minors convert or merge into public companies, and everyone may buy in.

minor: convert / merge / pass ▶ (stations ▶ purchases ▶ discards) ▶ next minor ▶ … ▶ after
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.board.board import City
from engine.board.network import connected, network
from engine.errors import Illegal
from engine.events import (
    DemandMade,
    DemandMet,
    DirectorChanged,
    Event,
    Passed,
    RoundBegan,
    SharesBought,
    StationRemoved,
    StationReplaced,
    Turned,
)
from engine.game import Book
from engine.market import Cell
from engine.message import Listed, Message, money
from engine.moves import Convert, KeepStations, Merge, Move, Pass, Take
from engine.names import TREASURY, Company, Player
from engine.rounds.operating import NOBODY
from engine.state import Cursor, Demand, RoundFacts, State
from engine.steps.discard import demand_discards
from engine.title import OneStep, Plain, Step
from engine.titles.t1861.national import operating_order
from engine.titles.t1861.stock import HOLDING, free_publics


@dataclass(frozen=True, slots=True)
class PublicFormed(Event):
    """A public company took over all that one or more minors had."""

    public: Company
    minors: tuple[Company, ...]
    cell: Cell
    director: Player  # empty while nobody has two shares
    shares: tuple[tuple[Player, int], ...]

    def apply(self, state: State) -> State:
        public, gone = self.public, set(self.minors)
        cash = {holder: n for holder, n in state.cash.items() if holder not in gone}
        cash[public] = cash.get(public, 0) + sum(state.cash_of(m) for m in self.minors)
        trains = {holder: t for holder, t in state.trains.items() if holder not in gone}
        trains[public] = (*trains.get(public, ()), *(t for m in self.minors for t in state.trains_of(m)))
        loans = {c: n for c, n in state.loans.items() if c not in gone}
        loans[public] = sum(state.loans_of(m) for m in self.minors)
        given = sum(n for _, n in self.shares)
        shares = {c: held for c, held in state.shares.items() if c not in gone}
        shares[public] = {**dict(self.shares), TREASURY: 10 - given}
        market = state.market
        for minor in self.minors:
            market = market.take(minor)
        president = {c: p for c, p in state.president.items() if c not in gone}
        if self.director:
            president[public] = self.director
        return state.change(
            cash=cash,
            trains=trains,
            loans=loans,
            shares=shares,
            president=president,
            privates={p: (public if owner in gone else owner) for p, owner in state.privates.items()},
            market=market.put(public, self.cell),
            par={**{c: p for c, p in state.par.items() if c not in gone}, public: market.grid.price(self.cell)},
            started=(*(c for c in state.started if c not in gone), public),
            operated=state.operated - gone,
            gone=(*state.gone, *self.minors),
            last_run={c: n for c, n in state.last_run.items() if c not in gone},
            stations_left={
                **{c: n for c, n in state.stations_left.items() if c not in gone},
                public: state.title.companies[public].stations,
            },
        )


# ---------------------------------------------------------------------- who may merge


def station(state: State, minor: Company) -> City:
    return state.board.stations(minor)[0]


def minors_in_play(state: State) -> tuple[Company, ...]:
    return operating_order(state, ("minor",))


def partners(state: State, minor: Company) -> tuple[Company, ...]:
    """Minors whose station a route of this one reaches."""
    reached = network(state.board, minor).stops
    return tuple(m for m in minors_in_play(state) if m != minor and station(state, m) in reached)


def joined(state: State, minors: tuple[Company, ...]) -> bool:
    """Whether the minors are connected as the game's option asks."""
    if state.option("merger_connection") == "hub":
        return any(
            all(
                connected(state.board, station(state, hub), station(state, other), minors)
                for other in minors
                if other != hub
            )
            for hub in minors
        )
    inside, outside = {minors[0]}, set(minors[1:])
    while outside:
        more = {m for m in outside if any(m in partners(state, i) for i in inside)}
        if not more:
            return False
        inside |= more
        outside -= more
    return True


def can_convert(state: State, minor: Company) -> bool:
    return state.market.grid.in_zone(state.market.cells[minor], "convert") and bool(free_publics(state))


def merged_price(state: State, minors: tuple[Company, ...]) -> int:
    """Highest and lowest price together, within bounds, as a price a public can have."""
    prices = [state.price(m) for m in minors]
    wanted = min(
        max(max(prices) + min(prices), int(state.option("merger_price_floor"))),
        int(state.title.figures["merger_price"]),
    )
    grid = state.market.grid
    return grid.price(grid.cell_at_most("public_par", wanted))


def owners(state: State, minors: Iterable[Company]) -> tuple[Player, ...]:
    return tuple(dict.fromkeys(state.president[m] for m in minors))


def director_of(state: State, minors: tuple[Company, ...]) -> Player | None:
    """Who directs the merged company: most shares; None when nobody has two. Minors come in operating order."""
    count = Counter(state.president[m] for m in minors)
    most = max(count.values())
    if most < 2:
        return None
    if state.option("merger_director_tie") == "earliest_minor":
        return next(state.president[m] for m in minors if count[state.president[m]] == most)
    held: Counter[Player] = Counter()
    director: Player | None = None
    for minor in minors:
        owner = state.president[minor]
        held[owner] += 1
        if held[owner] >= 2 and (director is None or held[owner] > held[director]):
            director = owner
    return director


# ---------------------------------------------------------------------- the turn of a minor


@dataclass(frozen=True)
class MergeTurn(Plain):
    """The owner of the minor on turn converts it, merges it with others, or passes."""

    accepts: ClassVar = (Convert, Merge, Pass)
    name: str = "merge"

    def actor(self, state: State) -> Player | None:
        minor = state.operating
        if state.option("prompting") == "site":
            return state.president[minor]
        able = free_publics(state) and (can_convert(state, minor) or partners(state, minor))
        return state.president[minor] if able else None

    def candidates(self, state: State) -> Iterator[Move]:
        minor = state.operating
        for public in free_publics(state):
            if can_convert(state, minor):
                yield Convert(minor, public)
            for other in partners(state, minor):
                yield Merge(in_order(state, (minor, other)), public)
        yield Pass()

    def check(self, state: State, move: Move) -> None:
        title = state.title
        if isinstance(move, Convert):
            if move.minor != state.operating:
                raise Illegal(
                    "It is the turn of {company}.", rule=title.paragraph("merge-who"), company=state.operating
                )
            if not can_convert(state, move.minor):
                raise Illegal(
                    "{minor}'s marker is not in the yellow column, so it can't convert.",
                    rule=title.paragraph("convert-zone"),
                    minor=move.minor,
                )
            self._check_public(state, move.public)
        if isinstance(move, Merge):
            self._check_merge(state, move)

    @staticmethod
    def _check_public(state: State, public: Company) -> None:
        if public not in free_publics(state):
            raise Illegal(
                "{public} is not a public company out of play.",
                rule=state.title.paragraph("merge-public"),
                public=public,
            )

    def _check_merge(self, state: State, move: Merge) -> None:
        title, minors = state.title, move.minors
        if state.operating not in minors:
            raise Illegal(
                "{company} is on turn and must be part of the merger.",
                rule=title.paragraph("merge-who"),
                company=state.operating,
            )
        if len(set(minors)) != len(minors) or len(minors) < 2:
            raise Illegal("Name two or more different minors.", rule=title.paragraph("merge-who"))
        for minor in minors:
            if minor not in minors_in_play(state):
                raise Illegal("{minor} is no minor in play.", rule=title.paragraph("merge-who"), minor=minor)
        if len(minors) > int(title.figures["merger_minors"]):
            raise Illegal("Ten minors at most may merge.", rule=title.paragraph("merge-who"))
        if max(Counter(state.president[m] for m in minors).values()) > int(title.figures["merger_of_one_owner"]):
            raise Illegal("At most six minors of one owner may merge.", rule=title.paragraph("merge-who"))
        self._check_public(state, move.public)
        if not joined(state, (state.operating, *(m for m in minors if m != state.operating))):
            raise Illegal("These minors are not connected by track.", rule=title.paragraph("merge-connection"))
        self._check_director(state, minors)
        if move.keeping:
            check_keeping(state, in_order(state, minors), move.keeping)

    @staticmethod
    def _check_director(state: State, minors: tuple[Company, ...]) -> None:
        """Somebody must end up with the director's certificate."""
        ordered = in_order(state, minors)
        if director_of(state, ordered) is not None:
            return
        price = merged_price(state, ordered)
        first = state.president[ordered[0]]
        able = (first,) if state.option("merger_second_share") == "earliest_owner_must" else owners(state, ordered)
        if not any(state.cash_of(p) >= price and not HOLDING.full(state, p) for p in able):
            raise Illegal(
                "Nobody would have two shares, and {who} can't buy the second for {price}.",
                rule=state.title.paragraph("merge-director"),
                who=Listed(able, "or"),
                price=money(state, price),
            )

    def consents(self, state: State, move: Move) -> tuple[Player, ...]:
        if isinstance(move, Merge):
            return owners(state, (m for m in move.minors if m in state.president))
        return ()

    def decide(self, book: Book, move: Move) -> bool:
        state = book.state
        if isinstance(move, Convert):
            convert(book, move)
        elif isinstance(move, Merge):
            merge(book, move)
        else:
            book.enter(Passed(state.president[state.operating], state.operating))
        return True


def in_order(state: State, minors: Iterable[Company]) -> tuple[Company, ...]:
    """Minors in operating order."""
    chosen = set(minors)
    return tuple(m for m in minors_in_play(state) if m in chosen)


def convert(book: Book, move: Convert) -> None:
    state = book.state
    owner = state.president[move.minor]
    cell = state.market.grid.cell_at("public_par", state.price(move.minor))
    assert cell is not None
    hex_ = str(station(state, move.minor)[0])
    book.enter(PublicFormed(move.public, (move.minor,), cell, owner, ((owner, 2),)))
    book.enter(StationReplaced(move.minor, move.public, hex_))
    begin_purchases(book, move.public, (owner,))


def merge(book: Book, move: Merge) -> None:
    state = book.state
    minors = in_order(state, move.minors)
    price = merged_price(state, minors)
    cell = state.market.grid.cell_at("public_par", price)
    assert cell is not None
    director = director_of(state, minors)
    count = Counter(state.president[m] for m in minors)
    shareholders = owners(state, minors)
    shares = tuple((p, count[p]) for p in state.players if p in count)
    book.enter(PublicFormed(move.public, minors, cell, director or Player(""), shares))
    if director is None and state.option("merger_second_share") == "earliest_owner_must":
        director = shareholders[0]
        book.enter(SharesBought(director, move.public, TREASURY, 1, price, move.public))
        book.enter(DirectorChanged(move.public, Player(""), director))
    earliest = state.option("merger_purchases_start") == "earliest_minor_owner"
    first = shareholders[0] if earliest or director is None else director
    buyers = tuple(p for p in book.state.clockwise(first) if p in count)
    choices = station_choices(book.state, minors)
    if move.keeping or len(choices) == 1:
        keep(book, move.public, minors, move.keeping or choices[0])
        begin_purchases(book, move.public, buyers)
    else:
        chooser = director or shareholders[0]
        names = (*minors, "|", *buyers)
        book.enter(DemandMade(Demand("stations", chooser, move.public, 0, names)))


# ---------------------------------------------------------------------- stations


def place_name(state: State, city: City) -> str:
    """A station's place: the hex, with the city's number where the hex has several."""
    several = sum(stop.kind == "city" for stop in state.board.face(city[0]).stops) > 1
    return f"{city[0]}:{city[1]}" if several else str(city[0])


def spoken(place: str) -> str:
    """A place as orders name it: people count the cities of a hex from 1."""
    hex_, colon, city = place.partition(":")
    return f"{hex_} city {int(city) + 1}" if colon else hex_


def station_choices(state: State, minors: tuple[Company, ...]) -> list[tuple[str, ...]]:
    """The ways to keep two stations in two hexes, or one where all stand in one hex."""
    places = sorted({station(state, m) for m in minors})
    hexes = sorted({hex_ for hex_, _ in places})
    if len(hexes) == 1:
        return [(place_name(state, city),) for city in places]
    return [
        (place_name(state, a), place_name(state, b))
        for n, a in enumerate(places)
        for b in places[n + 1 :]
        if a[0] != b[0]
    ]


def check_keeping(state: State, minors: tuple[Company, ...], keeping: tuple[str, ...]) -> tuple[str, ...]:
    """The choice meant, in the order of the choices. Raises Illegal."""
    meant = tuple(sorted(keeping))
    choices = station_choices(state, minors)
    for choice in choices:
        if tuple(sorted(choice)) == meant:
            return choice
    loose = [choice for choice in choices if tuple(sorted(c.partition(":")[0] for c in choice)) == meant]
    if len(loose) == 1:
        return loose[0]
    ways = Listed((Listed(map(spoken, choice)) for choice in choices[:6]), ";")
    raise Illegal("The stations to keep can be {ways}.", rule=state.title.paragraph("merge-stations"), ways=ways)


def keep(book: Book, public: Company, minors: tuple[Company, ...], keeping: tuple[str, ...]) -> None:
    """The public's stations replace those kept; the others leave the map."""
    wanted = set(check_keeping(book.state, minors, keeping))
    for minor in minors:
        city = station(book.state, minor)
        name = place_name(book.state, city)
        if name in wanted:
            wanted.discard(name)
            book.enter(StationReplaced(minor, public, str(city[0])))
        else:
            book.enter(StationRemoved(minor, str(city[0])))


@dataclass(frozen=True)
class ChooseStations(Plain):
    """The director of a merged company says which stations it keeps."""

    accepts: ClassVar = (KeepStations,)
    name: str = "stations"

    def actor(self, state: State) -> Player | None:
        return state.demands[0].player

    @staticmethod
    def minors(state: State) -> tuple[Company, ...]:
        names = state.demands[0].names
        return tuple(Company(n) for n in names[: names.index("|")])

    def candidates(self, state: State) -> Iterator[Move]:
        for choice in station_choices(state, self.minors(state)):
            yield KeepStations(choice)

    def check(self, state: State, move: Move) -> None:
        if isinstance(move, KeepStations):
            check_keeping(state, self.minors(state), move.keeping)

    def decide(self, book: Book, move: Move) -> bool:
        if isinstance(move, KeepStations):
            demand = book.state.demands[0]
            buyers = tuple(Player(n) for n in demand.names[demand.names.index("|") + 1 :])
            keep(book, demand.company, self.minors(book.state), move.keeping)
            book.enter(DemandMet())
            begin_purchases(book, demand.company, buyers)
        return False


# ---------------------------------------------------------------------- purchases


def take_fault(state: State, player: Player, company: Company, count: int) -> tuple[str, Message] | None:
    """Why a player can't take shares of a new company, or None."""
    if count < 1:
        return "merge-purchases", Message("Take one share at least, or none.")
    if state.held(TREASURY, company) < count:
        return "merge-purchases", Message(
            "{company} has {count} shares left.", company=company, count=state.held(TREASURY, company)
        )
    if state.held(player, company) + count > HOLDING.most(state, company):
        return "over-60", Message("Nobody may hold more than {percent} %.", percent=10 * HOLDING.most(state, company))
    if HOLDING.certificates(state, player) + count > HOLDING.limit(state):
        return "certificate-limit", Message("{player} would be over the limit of certificates.", player=player)
    cost = count * state.price(company)
    if state.cash_of(player) < cost:
        return "cash", Message(
            "That costs {cost}; {player} has {cash}.",
            cost=money(state, cost),
            player=player,
            cash=money(state, state.cash_of(player)),
        )
    return None


def begin_purchases(book: Book, company: Company, buyers: tuple[Player, ...]) -> None:
    """First the shareholders, as many as they like; then everyone, one each."""
    _ask(book, company, 1, buyers, asked=None, new=True)


def _ask(book: Book, company: Company, turn: int, waiting: tuple[Player, ...], asked: Player | None, new: bool) -> None:
    """Asks the next who can buy; after the first pass comes the second, after the second the discards."""
    state = book.state
    waiting = _able(state, company, waiting)
    if not waiting and turn == 1:
        turn = 2
        waiting = _able(state, company, state.clockwise(state.president[company]))
        # Nobody is asked twice running: who has just declined, declines again.
        if waiting and waiting[0] == asked:
            waiting = _able(state, company, waiting[1:])
    if waiting:
        demand = Demand("take", waiting[0], company, turn, waiting[1:])
        book.enter(DemandMade(demand) if new else DemandMet(demand))
        return
    if not new:
        book.enter(DemandMet())
    demand_discards(book, (company,))


def _able(state: State, company: Company, waiting: tuple[Player, ...]) -> tuple[Player, ...]:
    """Those still to be asked, from the first who can buy on."""
    while waiting and take_fault(state, waiting[0], company, 1) is not None:
        waiting = waiting[1:]
    return waiting


@dataclass(frozen=True)
class TakeShares(Plain):
    """A player buys shares of the new company, or none."""

    accepts: ClassVar = (Take, Pass)
    name: str = "take"

    def actor(self, state: State) -> Player | None:
        return state.demands[0].player

    def candidates(self, state: State) -> Iterator[Move]:
        demand = state.demands[0]
        for count in range(1, 7 if demand.count == 1 else 2):
            yield Take(demand.company, count)
        yield Pass()

    def check(self, state: State, move: Move) -> None:
        demand, title = state.demands[0], state.title
        if isinstance(move, Take):
            if move.company != demand.company:
                raise Illegal(
                    "{company} is the company being formed.",
                    rule=title.paragraph("merge-purchases"),
                    company=demand.company,
                )
            if demand.count == 2 and move.count > 1:
                raise Illegal("One share each now.", rule="19.6.2")
            fault = take_fault(state, demand.player, demand.company, move.count)
            if fault is not None:
                raise Illegal(fault[1], rule=title.paragraph(fault[0]))
        elif demand.company not in state.president:
            others = any(take_fault(state, Player(p), demand.company, 1) is None for p in demand.names)
            if not others:
                raise Illegal(
                    "Somebody must hold two shares of {company}: take one.",
                    rule=title.paragraph("merge-director"),
                    company=demand.company,
                )

    def decide(self, book: Book, move: Move) -> bool:
        demand = book.state.demands[0]
        company, player = demand.company, demand.player
        waiting = tuple(Player(p) for p in demand.names)
        if isinstance(move, Take):
            price = book.state.price(company)
            book.enter(SharesBought(player, company, TREASURY, move.count, price, company))
            if company not in book.state.president and book.state.held(player, company) >= 2:
                book.enter(DirectorChanged(company, Player(""), player))
            if demand.count == 1:
                waiting = (player, *waiting)
            _ask(book, company, demand.count, waiting, None, new=False)
        else:
            book.enter(Passed(player, company))
            _ask(book, company, demand.count, waiting, player, new=False)
        return False


# ---------------------------------------------------------------------- the round


@dataclass(frozen=True)
class Mergers(OneStep):
    """Every minor in operating order has one turn."""

    turn: Step
    after: Callable[[Book], None]

    def begin(self, book: Book) -> None:
        state = book.state
        cursor = Cursor("merger", state.cursor.number, state.cursor.sub, minors_in_play(state), -1)
        book.enter(RoundBegan(cursor, RoundFacts()))
        self.next(book)

    def step(self, state: State) -> Step:
        if state.cursor.at < 0 or state.operating not in state.market:
            return NOBODY
        return self.turn

    def next(self, book: Book) -> None:
        cursor = book.state.cursor
        for at in range(cursor.at + 1, len(cursor.order)):
            if Company(cursor.order[at]) in book.state.market:
                book.enter(Turned(replace(cursor, at=at)))
                return
        self.after(book)
