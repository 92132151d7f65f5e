"""What lies and stands on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.ahead.facts.condition import Condition, OfCompany, Seen, closed
from engine.board.hexes import Hex
from engine.board.plan import same_kind
from engine.board.tiles import COLOURS
from engine.message import Message, Value, word
from engine.state import State


@dataclass(frozen=True, slots=True)
class TileOn(Condition):
    """Whether a tile lies on a hex: a certain one, or any."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"tile": {}, "tile-any": {}}
    hex: str
    tile: str = ""

    def holds(self, seen: Seen) -> bool:
        laid = seen.state.board.tiles.get(Hex(self.hex))
        return laid is not None and self.tile in ("", laid[0])

    def write(self) -> str:
        return f"tile {self.tile} on {self.hex}" if self.tile else f"tile on {self.hex}"

    def tell(self, state: State) -> Value:
        return _tile_said(self.hex, self.tile)

    def now(self, seen: Seen) -> Iterator[Message]:
        laid = seen.state.board.tiles.get(Hex(self.hex))
        if laid is None:
            yield Message("no tile lies on {hex}", hex=self.hex)
        else:
            yield _tile_said(self.hex, laid[0])

    def lost(self, state: State) -> Message | None:
        plan, laid = state.title.plan, state.board.tiles.get(Hex(self.hex))
        place = plan.hexes[Hex(self.hex)]
        if not place.buildable:
            return Message("Nothing is laid on {hex}.", hex=self.hex)
        if not self.tile:
            return None
        tile, face = plan.tiles[self.tile], plan.tiles[laid[0]] if laid is not None else place.face
        if not same_kind(place.face, tile) or place.label_for(tile.colour) != tile.label:
            return Message("Tile {tile} does not fit on {hex}.", tile=self.tile, hex=self.hex)
        # Of the first colour a tile may be taken up again; behind the others there is no way back.
        back = face.colour in COLOURS[1:] and COLOURS.index(tile.colour) <= COLOURS.index(face.colour)
        return (
            Message("What lies on {hex} is {colour} already.", hex=self.hex, colour=word(face.colour)) if back else None
        )


def _tile_said(hex_: str, tile: str) -> Message:
    if tile:
        return Message("tile {tile} lies on {hex}", tile=tile, hex=hex_)
    return Message("a tile lies on {hex}", hex=hex_)


@dataclass(frozen=True, slots=True)
class StationIn(OfCompany):
    """Whether a company has a station on a hex."""

    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {"station": {}}
    hex: str

    def holds(self, seen: Seen) -> bool:
        return seen.state.board.station_in(self.company, Hex(self.hex)) is not None

    def write(self) -> str:
        return f"{self.company} station in {self.hex}"

    def tell(self, state: State) -> Value:
        return Message("{company} has a station in {hex}", company=self.company, hex=self.hex)

    def now(self, seen: Seen) -> Iterator[Message]:
        if self.holds(seen):
            yield Message("{company} has a station in {hex}", company=self.company, hex=self.hex)
        else:
            yield Message("{company} has no station in {hex}", company=self.company, hex=self.hex)

    def lost(self, state: State) -> Message | None:
        stops = state.title.plan.hexes[Hex(self.hex)].stops
        if not any(stop.slots for stop in stops):
            return Message("No station can be placed in {hex}.", hex=self.hex)
        return closed(self.company, state)
