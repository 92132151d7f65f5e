"""Merger rounds: minors convert or merge into public companies, and everyone may buy in.

minor: convert / merge / pass ▶ (stations ▶ purchases ▶ discards) ▶ next minor ▶ … ▶ after
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import ClassVar

from engine.board.board import City
from engine.board.network import connected, network
from engine.errors import Illegal
from engine.events import (
    DemandMade,
    DemandMet,
    DirectorChanged,
    Passed,
    RoundBegan,
    SharesBought,
    StationRemoved,
    StationReplaced,
    Turned,
)
from engine.game import Book
from engine.mechanisms.mergers.demands import SecondShareWanted, SharesOffered, StationsWanted
from engine.mechanisms.mergers.events import MergerVoid, PublicFormed
from engine.mechanisms.mergers.figures import MergerFigures
from engine.mechanisms.mergers.moves import Convert, KeepStations, Merge, Take
from engine.mechanisms.minors.companies import operating_order
from engine.mechanisms.minors.stock import HOLDING, free_publics
from engine.message import Listed, Message, money
from engine.moves import Move, Pass
from engine.names import TREASURY, Company, Player
from engine.rounds.operating import NOBODY
from engine.state import Cursor, RoundFacts, State
from engine.steps.discard import demand_discards
from engine.steps.trade_shares import too_dear
from engine.title import Gathering, OneStep, Plain, Step

# ---------------------------------------------------------------------- who may merge


# So many mergers of three are listed; whoever wants another writes it, or puts it together (`gathering`).
LARGER = 12


def station(state: State, minor: Company) -> City:
    return state.board.stations(minor)[0]


def minors_in_play(state: State) -> tuple[Company, ...]:
    return operating_order(state, ("minor",))


def partners(state: State, minor: Company) -> tuple[Company, ...]:
    """Minors whose station a route of this one reaches, or that stands beside it if that is enough."""
    reached = network(state.board, minor).stops
    here = station(state, minor)
    return tuple(
        m
        for m in minors_in_play(state)
        if m != minor and (station(state, m) in reached or _beside(state, here, station(state, m)))
    )


def _beside(state: State, one: City, other: City) -> bool:
    """Whether two stations are joined by standing in the same hex, in separate cities of it."""
    return state.option("merger_same_hex") == "joined" and one[0] == other[0]


def joined(state: State, minors: tuple[Company, ...]) -> bool:
    """Whether the minors are connected as the game's option asks."""
    if state.option("merger_connection") == "hub":
        return any(
            all(
                _beside(state, station(state, hub), station(state, other))
                or connected(state.board, station(state, hub), station(state, other), minors)
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
        state.title.figures(MergerFigures).price,
    )
    grid = state.market.grid
    return grid.price(grid.cell_at_most("public_par", wanted))


def owners(state: State, minors: Iterable[Company]) -> tuple[Player, ...]:
    return tuple(dict.fromkeys(state.directors[m] for m in minors))


def may_fall_through(state: State) -> bool:
    """Whether a merger whose second share nobody buys is void; otherwise the last who can must buy it."""
    match state.option("merger_second_share"):
        case "any_owner_may":
            return bool(state.option("second_share_declined") == "void")
        case other:
            return bool(other == "any_owner_or_void")


def director_of(state: State, minors: tuple[Company, ...]) -> Player | None:
    """Who directs the merged company: most shares; None when nobody has two. Minors come in operating order."""
    count = Counter(state.directors[m] for m in minors)
    most = max(count.values())
    if most < 2:
        return None
    if state.option("merger_director_tie") == "earliest_minor":
        return next(state.directors[m] for m in minors if count[state.directors[m]] == most)
    held: Counter[Player] = Counter()
    director: Player | None = None
    for minor in minors:
        owner = state.directors[minor]
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
    always_asks: Callable[[State], bool] = lambda state: False  # even where nothing can be done

    def actor(self, state: State) -> Player | None:
        minor = state.operating
        if self.always_asks(state):
            return state.directors[minor]
        able = free_publics(state) and (can_convert(state, minor) or partners(state, minor))
        return state.directors[minor] if able else None

    def candidates(self, state: State) -> Iterator[Move]:
        minor = state.operating
        for public in free_publics(state):
            if can_convert(state, minor):
                yield Convert(minor, public)
            for other in partners(state, minor):
                yield Merge(in_order(state, (minor, other)), public)
        yield from self._larger(state, minor)
        yield Pass()

    @staticmethod
    def _larger(state: State, minor: Company) -> Iterator[Move]:
        """Mergers of more than two: some of three, and of all that can be reached; another public may be named."""
        publics, near = free_publics(state), partners(state, minor)
        groups: list[tuple[Company, ...]] = list(islice(combinations(near, 2), LARGER))
        if 2 < len(near) < state.title.figures(MergerFigures).minors:
            groups.append(near)
        for public in publics[:1]:
            for others in groups:
                yield Merge(in_order(state, (minor, *others)), public)

    def gathering(self, state: State) -> Gathering | None:
        """Everything a chain of connections leads to; what of it may merge, the check says."""
        minor = state.operating
        reached = [minor]
        for one in reached:
            reached += (other for other in partners(state, one) if other not in reached)
        others, into = in_order(state, reached[1:]), free_publics(state)
        if not others or not into:
            return None
        return Gathering(
            Merge, minor, others, into, lambda chosen, public: Merge(in_order(state, (minor, *chosen)), public)
        )

    def check(self, state: State, move: Move) -> None:
        title = state.title
        if isinstance(move, Convert):
            if move.minor != state.operating:
                raise Illegal(
                    "It is the turn of {company}.", rule=title.paragraph("order", "merger"), company=state.operating
                )
            grid = state.market.grid
            if not grid.in_zone(state.market.cells[move.minor], "convert"):
                prices = [grid.price(cell) for cell in grid.cells("convert")]
                if state.price(move.minor) in prices:
                    raise Illegal(
                        "{minor}'s marker is not in the yellow column, so it can't convert.",
                        rule=title.paragraph("convert-zone"),
                        minor=move.minor,
                    )
                raise Illegal(
                    "{minor}'s price is {price}; a minor converts at {least} to {most}.",
                    rule=title.paragraph("convert-zone"),
                    minor=move.minor,
                    price=money(state, state.price(move.minor)),
                    least=money(state, prices[0]),
                    most=money(state, prices[-1]),
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
        if len(minors) > title.figures(MergerFigures).minors:
            raise Illegal("Ten minors at most may merge.", rule=title.paragraph("merge-who"))
        if max(Counter(state.directors[m] for m in minors).values()) > title.figures(MergerFigures).of_one_owner:
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
        asked = owners(state, ordered)
        if state.option("merger_second_share") == "earliest_owner_must":
            asked = asked[:1]
        if not _could_buy(state, asked, price):
            raise Illegal(
                "Nobody would have two shares, and {who} can't buy the second for {price}.",
                rule=state.title.paragraph("merge-director"),
                who=Listed(asked, "or"),
                price=money(state, price),
            )

    def consents(self, state: State, move: Move) -> tuple[Player, ...]:
        if isinstance(move, Merge):
            return owners(state, (m for m in move.minors if m in state.directors))
        return ()

    def decide(self, book: Book, move: Move) -> bool:
        state = book.state
        if isinstance(move, Convert):
            convert(book, move)
        elif isinstance(move, Merge):
            merge(book, move)
        else:
            book.enter(Passed(state.directors[state.operating], state.operating))
        return True


def in_order(state: State, minors: Iterable[Company]) -> tuple[Company, ...]:
    """Minors in operating order."""
    chosen = set(minors)
    return tuple(m for m in minors_in_play(state) if m in chosen)


def convert(book: Book, move: Convert) -> None:
    state = book.state
    owner = state.directors[move.minor]
    cell = state.market.grid.cell_at("public_par", state.price(move.minor))
    assert cell is not None
    hex_ = str(station(state, move.minor)[0])
    book.enter(PublicFormed(move.public, (move.minor,), cell, owner, ((owner, 2),)))
    book.enter(StationReplaced(move.minor, move.public, hex_))
    begin_purchases(book, move.public, (owner,))


def _could_buy(state: State, players: Iterable[Player], price: int) -> tuple[Player, ...]:
    return tuple(p for p in players if state.cash_of(p) >= price and not HOLDING.full(state, p))


def merge(book: Book, move: Merge, second: Player | None = None) -> None:
    """Forms the public; ``second`` has said to buy the second share, where somebody had to."""
    state = book.state
    minors = in_order(state, move.minors)
    price = merged_price(state, minors)
    cell = state.market.grid.cell_at("public_par", price)
    assert cell is not None
    director = director_of(state, minors)
    count = Counter(state.directors[m] for m in minors)
    earliest = state.directors[minors[0]]
    begins = director if director and state.option("merger_purchases_start") == "director" else earliest
    buyers = tuple(p for p in state.clockwise(begins) if p in count)
    if director is None and second is None:
        if may_fall_through(state):
            able = _could_buy(state, buyers, price)
            book.enter(DemandMade(SecondShareWanted(able[0], move.public, minors, move.keeping, able[1:])))
            return
        if state.option("merger_second_share") == "earliest_owner_must":
            second = earliest
    shares = tuple((p, count[p]) for p in state.players if p in count)
    book.enter(PublicFormed(move.public, minors, cell, director or Player(""), shares))
    if second is not None:
        director = second
        book.enter(SharesBought(director, move.public, TREASURY, 1, price, move.public))
        book.enter(DirectorChanged(move.public, Player(""), director))
        # That was the buyer's turn in the first pass, which goes on from there; who declined has had theirs.
        buyers = buyers[buyers.index(second) :]
    choices = station_choices(book.state, minors)
    if move.keeping or len(choices) == 1:
        keep(book, move.public, minors, move.keeping or choices[0])
        begin_purchases(book, move.public, buyers)
    else:
        book.enter(DemandMade(StationsWanted(director or earliest, move.public, minors, buyers)))


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
        return state.demand(StationsWanted).minors

    def candidates(self, state: State) -> Iterator[Move]:
        for choice in station_choices(state, self.minors(state)):
            yield KeepStations(choice)

    def check(self, state: State, move: Move) -> None:
        if isinstance(move, KeepStations):
            check_keeping(state, self.minors(state), move.keeping)

    def decide(self, book: Book, move: Move) -> bool:
        if isinstance(move, KeepStations):
            demand = book.state.demand(StationsWanted)
            keep(book, demand.company, self.minors(book.state), move.keeping)
            book.enter(DemandMet())
            begin_purchases(book, demand.company, demand.buyers)
        return False


# ---------------------------------------------------------------------- purchases


def take_fault(state: State, player: Player, company: Company, count: int) -> tuple[str, Message] | None:
    """Why a player can't take shares of a new company, or None."""
    if count < 1:
        return "merge-purchases", Message("Take at least one share, or none.")
    if state.held(TREASURY, company) < count:
        return "merge-purchases", Message(
            "{company} has {count} shares left.", company=company, count=state.held(TREASURY, company)
        )
    if state.held(player, company) + count > HOLDING.most(state, company):
        return "over-60", Message(
            "Nobody may hold more than {percent} %.",
            percent=state.title.companies[company].kind.percent(HOLDING.most(state, company)),
        )
    if HOLDING.certificates(state, player) + count > HOLDING.limit(state):
        return "certificate-limit", Message("{player} would be over the certificate limit.", player=player)
    return too_dear(state, player, count * state.price(company))


def begin_purchases(book: Book, company: Company, buyers: tuple[Player, ...]) -> None:
    """First the shareholders, as many as they like; then everyone, one each."""
    _ask(book, company, 1, buyers, asked=None, new=True)


def _ask(book: Book, company: Company, turn: int, waiting: tuple[Player, ...], asked: Player | None, new: bool) -> None:
    """Asks the next who can buy; after the first pass comes the second, after the second the discards."""
    state = book.state
    waiting = _able(state, company, waiting)
    if not waiting and turn == 1:
        turn = 2
        waiting = _able(state, company, state.clockwise(state.directors[company]))
        # Nobody is asked twice running: who has just declined, declines again.
        if waiting and waiting[0] == asked:
            waiting = _able(state, company, waiting[1:])
    if waiting:
        demand = SharesOffered(waiting[0], company, turn, waiting[1:])
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
class BuySecondShare(Plain):
    """An owner buys the second share, or leaves it to the next; if nobody does there is no merger."""

    accepts: ClassVar = (Take, Pass)
    name: str = "second-share"

    def actor(self, state: State) -> Player | None:
        return state.demands[0].player

    def candidates(self, state: State) -> Iterator[Move]:
        yield Take(state.demand(SecondShareWanted).company, 1)
        yield Pass()

    def check(self, state: State, move: Move) -> None:
        demand = state.demand(SecondShareWanted)
        if isinstance(move, Take) and (move.company, move.count) != (demand.company, 1):
            raise Illegal(
                "One share of {company} makes you its director: take it, or none.",
                rule=state.title.paragraph("merge-director"),
                company=demand.company,
            )

    def decide(self, book: Book, move: Move) -> bool:
        demand = book.state.demand(SecondShareWanted)
        if isinstance(move, Take):
            book.enter(DemandMet())
            merge(book, Merge(demand.minors, demand.company, demand.keeping), demand.player)
            return False
        book.enter(Passed(demand.player, demand.company))
        if demand.waiting:
            book.enter(DemandMet(replace(demand, player=demand.waiting[0], waiting=demand.waiting[1:])))
            return False
        book.enter(DemandMet())
        book.enter(MergerVoid(demand.company, demand.minors))
        # The minor has had its turn.
        book.state.title.rounds[book.state.cursor.round].next(book)
        return False


@dataclass(frozen=True)
class TakeShares(Plain):
    """A player buys shares of the new company, or none."""

    accepts: ClassVar = (Take, Pass)
    name: str = "take"

    def actor(self, state: State) -> Player | None:
        return state.demands[0].player

    def candidates(self, state: State) -> Iterator[Move]:
        demand = state.demand(SharesOffered)
        for count in range(1, 7 if demand.turn == 1 else 2):
            yield Take(demand.company, count)
        yield Pass()

    def check(self, state: State, move: Move) -> None:
        demand, title = state.demand(SharesOffered), state.title
        if isinstance(move, Take):
            if move.company != demand.company:
                raise Illegal(
                    "The company being formed is {company}.",
                    rule=title.paragraph("merge-purchases"),
                    company=demand.company,
                )
            if demand.turn == 2 and move.count > 1:
                raise Illegal("One share each now.", rule=title.paragraph("one-each"))
            fault = take_fault(state, demand.player, demand.company, move.count)
            if fault is not None:
                raise Illegal(fault[1], rule=title.paragraph(fault[0]))
        elif demand.company not in state.directors:
            others = any(take_fault(state, player, demand.company, 1) is None for player in demand.waiting)
            if not others:
                raise Illegal(
                    "Somebody must hold two shares of {company}: take one.",
                    rule=title.paragraph("merge-director"),
                    company=demand.company,
                )

    def decide(self, book: Book, move: Move) -> bool:
        demand = book.state.demand(SharesOffered)
        company, player = demand.company, demand.player
        waiting = demand.waiting
        if isinstance(move, Take):
            price = book.state.price(company)
            book.enter(SharesBought(player, company, TREASURY, move.count, price, company))
            if company not in book.state.directors and book.state.held(player, company) >= 2:
                book.enter(DirectorChanged(company, Player(""), player))
            if demand.turn == 1:
                waiting = (player, *waiting)
            _ask(book, company, demand.turn, waiting, None, new=False)
        else:
            book.enter(Passed(player, company))
            _ask(book, company, demand.turn, waiting, player, new=False)
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
        # What the round before has left to decide is decided first.
        if not book.state.demands:
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
