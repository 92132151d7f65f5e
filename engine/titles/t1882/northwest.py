"""The North-West: a bonus for track, the rebellion that destroys it, and the power to move a station there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.board.board import City
from engine.board.hexes import Hex
from engine.board.plan import NEUTRAL, next_colour
from engine.errors import Illegal
from engine.events import (
    DemandMade,
    DemandMet,
    IncomePaid,
    StationPlaced,
    StationRemoved,
    TileLaid,
    TrainBought,
    Turned,
)
from engine.game import Book
from engine.message import Listed, Message
from engine.moves import LayTile, Move, Pass, PlaceStation
from engine.names import BANK, Company, Player, Private
from engine.state import State
from engine.steps.automatic import Automatic
from engine.steps.lay_track import LayTrack
from engine.steps.place_station import city_in
from engine.steps.prompting import as_the_site_asks
from engine.title import Plain
from engine.titles.t1882.demands import CityWanted, TileWanted
from engine.titles.t1882.figures import GiftFigures, NorthWestFigures
from engine.titles.t1882.moves import MoveStation
from engine.titles.t1882.own import (
    BonusPaid,
    PowerUsed,
    RebellionBegan,
    RebellionDelayed,
    StationMoved,
    TileDeclined,
    own,
)


def rebel_hex(state: State, hex_: str) -> bool:
    """Whether a hex bears the mark of the North-West."""
    return state.title.figures(NorthWestFigures).mark in state.title.plan.hexes[Hex(hex_)].marks


# ---------------------------------------------------------------------- what a tile brings


def bridge_income(book: Book, event: TileLaid) -> None:
    """The owner of the trestle bridges earns with every river crossed, whoever builds."""
    figures = book.state.title.figures(GiftFigures)
    owner = book.state.privates.get(figures.bridges)
    if event.crossings and owner not in (None, BANK):
        book.enter(IncomePaid(figures.bridges, str(owner), event.crossings * figures.crossing_income))


def track_bonus(book: Book, event: TileLaid) -> None:
    """A yellow tile in the North-West earns a bonus: at once, or with the others when all track is laid."""
    state = book.state
    if event.upgrade or not rebel_hex(state, event.hex):
        return
    bonus = state.title.figures(NorthWestFigures).bonus
    if state.option("nwr_bonus_timing") == "after_track_step" and state.cursor.step == "track":
        book.enter(Turned(turn=replace(state.turn, bonus=state.turn.bonus + bonus)))
    else:
        book.enter(BonusPaid(event.company, bonus))


@dataclass(frozen=True)
class PayBonus(Automatic):
    """The bonuses of a turn are paid when all track is laid and paid for."""

    name: str = "bonus"

    def enter(self, book: Book) -> None:
        if book.state.turn.bonus:
            book.enter(BonusPaid(book.state.operating, book.state.turn.bonus))


def lift_stations(book: Book, event: TileLaid) -> None:
    """Stations in separate cities that had no track are put on the first tile as the builder's president says."""
    state = book.state
    printed = state.title.plan.hexes[Hex(event.hex)].face
    tile = state.title.plan.tiles[event.tile]
    if len(printed.stops) < 2 or printed.track or tile.colour != next_colour(printed.colour):
        return
    player = state.directors[event.company]
    for k in range(len(tile.stops)):
        for symbol in filter(None, state.board.slots(Hex(event.hex), k)):
            neutral = symbol == NEUTRAL
            book.enter(StationRemoved(Company(symbol), event.hex, back=not neutral))
            owner = Company(state.title.plan.neutral_owner or "") if neutral else Company(symbol)
            book.enter(DemandMade(CityWanted(player, owner, event.hex, symbol), last=True))


@dataclass(frozen=True)
class ChooseCity(Plain):
    """The president chooses a city of the new tile for a station that stood in the hex."""

    accepts: ClassVar = (PlaceStation,)
    name: str = "city"

    def actor(self, state: State) -> Player | None:
        return state.demands[0].player

    def _places(self, state: State) -> tuple[City, ...]:
        demand = state.demand(CityWanted)
        hex_, symbol = demand.hex, demand.symbol
        stops = range(len(state.board.face(Hex(hex_)).stops))
        return tuple((Hex(hex_), k) for k in stops if state.board.free_slots(Hex(hex_), k, symbol) > 0)

    def candidates(self, state: State) -> Iterator[Move]:
        places = self._places(state)
        for hex_, k in places:
            yield PlaceStation(str(hex_), k if len(places) > 1 else -1)

    def check(self, state: State, move: Move) -> None:
        if isinstance(move, PlaceStation):
            demand, places = state.demand(CityWanted), self._places(state)
            if move.hex != demand.hex or self._city(state, move) not in places:
                raise Illegal(
                    "{company}'s station goes into a free city of {hex}.",
                    rule=state.title.paragraph("city-choice"),
                    company=demand.company,
                    hex=demand.hex,
                )

    def _city(self, state: State, move: PlaceStation) -> City:
        return city_in(state, move.hex, move.city, lambda c: c in self._places(state))

    def decide(self, book: Book, move: Move) -> bool:
        if isinstance(move, PlaceStation):
            demand = book.state.demand(CityWanted)
            city = self._city(book.state, move)
            book.enter(DemandMet())
            book.enter(
                StationPlaced(demand.company, demand.hex, city[1], 0, home=True, neutral=demand.symbol == NEUTRAL)
            )
        return False


# ---------------------------------------------------------------------- the rebellion


def rebel(book: Book, event: TrainBought) -> None:
    """The train drawn at the start raises the North-West; its yellow track is lost."""
    state = book.state
    if event.seller != BANK or event.train != state.drawn["rebellion"] or own(state).risen:
        return
    if own(state).covered:
        book.enter(RebellionDelayed())
        return
    tiles = state.title.plan.tiles
    lost = (str(h) for h, (n, _) in state.board.tiles.items() if rebel_hex(state, h) and tiles[n].colour == "yellow")
    book.enter(RebellionBegan(tuple(sorted(lost))))


# ---------------------------------------------------------------------- the power


def power(state: State) -> Private:
    return state.title.figures(NorthWestFigures).power


@dataclass(frozen=True)
class MoveIntoNorthWest(Plain):
    """The operating company moves a station into the North-West, once in the game."""

    accepts: ClassVar = (MoveStation,)
    name: str = "power-move"

    def actor(self, state: State) -> Player | None:
        return None

    def candidates(self, state: State) -> Iterator[Move]:
        if self._closed(state) is not None:
            return
        company = state.operating
        for origin, _ in state.board.stations(company):
            for hex_ in state.title.figures(NorthWestFigures).cities:
                cities = self._open(state, company, hex_)
                for _, k in cities:
                    yield MoveStation(str(origin), hex_, k if len(cities) > 1 else -1)

    @staticmethod
    def _open(state: State, company: Company, hex_: str) -> tuple[City, ...]:
        """The cities of a hex in which the company could stand."""
        board, symbol = state.board, state.title.plan.symbol(company)
        stops = board.face(Hex(hex_)).stops
        if board.station_in(company, Hex(hex_)) is not None:
            return ()
        return tuple((Hex(hex_), k) for k in range(len(stops)) if board.free_slots(Hex(hex_), k, symbol) > 0)

    @staticmethod
    def _closed(state: State) -> tuple[str, Message] | None:
        """Why the power can't be used at all."""
        private, company = power(state), state.operating
        if state.privates.get(private) != company:
            return "p3-owner", Message(
                "Only a company that owns {private} can move a station, in its own turn.", private=private
            )
        if own(state).moved:
            return "p3-used", Message("The power of {private} has been used.", private=private)
        if state.turn.ran and not state.turn.paid:
            return "p3-moment", Message("Not between running trains and paying dividends.")
        return None

    def check(self, state: State, move: Move) -> None:
        if isinstance(move, MoveStation):
            fault = self._closed(state) or self._fault(state, move)
            if fault is not None:
                raise Illegal(fault[1], rule=state.title.paragraph(fault[0]))

    def _fault(self, state: State, move: MoveStation) -> tuple[str, Message] | None:
        board, company = state.board, state.operating
        targets = state.title.figures(NorthWestFigures).cities
        if move.origin not in state.title.plan.hexes or board.station_in(company, Hex(move.origin)) is None:
            return "p3-owner", Message("{company} has no station in {origin}.", company=company, origin=move.origin)
        if rebel_hex(state, move.origin):
            return "p3-marker-in-nwr", Message(
                "The station in {origin} is in the North-West already.", origin=move.origin
            )
        if self._is_home(state, company, move.origin) and board.station_in(NEUTRAL, Hex(move.origin)) is not None:
            return "p3-home-has-neutral", Message(
                "{origin} has a neutral station; the home station must stay.", origin=move.origin
            )
        if move.hex not in targets:
            return "p3-destination", Message("The station goes to {hexes}.", hexes=Listed(targets, "or"))
        name = state.title.plan.hexes[Hex(move.hex)].title
        if board.station_in(company, Hex(move.hex)) is not None:
            return "marker-already-in-hex", Message(
                "{company} has a station in {place} already.", company=company, place=name
            )
        if self._city(state, move) not in self._open(state, company, move.hex):
            return "city-full", Message("{place} has no free slot there.", place=name)
        return None

    @staticmethod
    def _is_home(state: State, company: Company, hex_: str) -> bool:
        """The station that has stood longest is the home station."""
        return str(state.board.stations(company)[0][0]) == hex_

    def _city(self, state: State, move: MoveStation) -> City:
        return city_in(state, move.hex, move.city, lambda c: c in self._open(state, state.operating, move.hex))

    def decide(self, book: Book, move: Move) -> bool:
        if isinstance(move, MoveStation):
            state = book.state
            company = state.operating
            home = self._is_home(state, company, move.origin)
            city = self._city(state, move)
            book.enter(PowerUsed(company))
            book.enter(StationMoved(company, move.origin, move.hex, city[1], home))
            demand = TileWanted(state.directors[company], company, power(state), move.hex)
            book.enter(DemandMade(demand))
        return False


def power_waits(state: State) -> bool:
    """The turn of a company that can still move a station does not end by itself.

    The public site asks as long as no tile was laid by the power, even when it has been used.
    """
    if as_the_site_asks(state):
        return state.privates.get(power(state)) == state.operating and (not own(state).moved or own(state).declined)
    step = MoveIntoNorthWest()
    for move in step.candidates(state):
        try:
            step.check(state, move)
        except Illegal:
            continue
        return True
    return False


@dataclass(frozen=True)
class LayThere(LayTrack):
    """The company lays or upgrades a tile where its station has just arrived."""

    name: str = "power"

    def actor(self, state: State) -> Player | None:
        return state.demands[0].player

    def fee(self, state: State) -> int:
        return 0

    def built(self, state: State) -> tuple[str, ...]:
        return ()

    def candidates(self, state: State) -> Iterator[Move]:
        hex_ = state.demand(TileWanted).hex
        for move in super().candidates(state):
            if not isinstance(move, LayTile) or move.hex == hex_:
                yield move

    def check(self, state: State, move: Move) -> None:
        hex_ = state.demand(TileWanted).hex
        if isinstance(move, LayTile) and move.hex != hex_:
            raise Illegal(
                "A tile is laid in {hex} now, or none.", rule=state.title.paragraph("p3-destination"), hex=hex_
            )
        super().check(state, move)

    def decide(self, book: Book, move: Move) -> bool:
        if isinstance(move, LayTile):
            self.lay(book, move, extra=True)
        elif isinstance(move, Pass):
            book.enter(TileDeclined(book.state.operating))
        book.enter(DemandMet())
        return False
