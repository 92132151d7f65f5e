"""Laying and upgrading track."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from engine.board.hexes import Hex
from engine.board.laying import Lay, crossings, fault, lays, terrain_cost
from engine.errors import Illegal
from engine.events import TileLaid
from engine.game import Book, blocked_hexes
from engine.message import money
from engine.moves import LayTile, Move, Pass
from engine.names import Player
from engine.state import State
from engine.steps.finance import Finance, Treasury
from engine.title import Plain


@dataclass(frozen=True)
class LayLimit:
    """What one turn may hold: given what was laid, whether a lay or an upgrade may still follow."""

    another: Callable[[State], bool]
    upgrade: Callable[[State], bool]


ONE_LAY = LayLimit(lambda state: not state.turn.lays, lambda state: not state.turn.lays)
TWO_LAYS_ONE_UPGRADE = LayLimit(
    lambda state: len(state.turn.lays) < 2,
    lambda state: len(state.turn.lays) < 2 and not state.turn.upgraded,
)
TWO_YELLOW_OR_ONE_UPGRADE = LayLimit(
    lambda state: len(state.turn.lays) < 2 and not state.turn.upgraded,
    lambda state: not state.turn.lays,
)
ANY_LAY = LayLimit(lambda state: True, lambda state: True)


@dataclass(frozen=True)
class LayTrack(Plain):
    """The operating company lays or upgrades track."""

    accepts: ClassVar = (LayTile, Pass)
    explains: ClassVar[bool] = True
    exact: ClassVar[bool] = True
    name: str = "track"
    finance: Finance = field(default_factory=Treasury)
    cost: Callable[[State, Lay], int] = lambda state, lay: 0
    lays: LayLimit = ONE_LAY

    def fee(self, state: State) -> int:
        """The price of a further tile in the same turn."""
        return state.title.second_tile_fee if state.turn.lays else 0

    def built(self, state: State) -> tuple[str, ...]:
        """Hexes that had their tile of this turn."""
        return state.turn.lays

    def actor(self, state: State) -> Player | None:
        if not (self.lays.another(state) or self.lays.upgrade(state)) or not state.board.stations(state.operating):
            return None
        if self.finance.most(state, state.operating) < self.fee(state):
            return None
        return state.directors[state.operating]

    def _colours(self, state: State) -> tuple[str, ...]:
        allowed = state.title.phases[state.phase].tiles
        yellow = allowed[:1] if self.lays.another(state) else ()
        return yellow + (allowed[1:] if self.lays.upgrade(state) else ())

    def price(self, state: State, lay: Lay) -> int:
        return self.cost(state, lay) + self.fee(state)

    def candidates(self, state: State) -> Iterator[Move]:
        company = state.operating
        most = self.finance.most(state, company)
        closed = {Hex(h) for h in (*blocked_hexes(state), *self.built(state))}
        for lay in lays(state.board, company, self._colours(state), state.title.plan.rules, closed):
            if self.price(state, lay) <= most:
                yield LayTile(str(lay.hex), lay.tile, lay.rotation)
        yield Pass()

    def check(self, state: State, move: Move) -> None:
        if isinstance(move, LayTile):
            self._check_lay(state, move)

    def _check_lay(self, state: State, move: LayTile) -> None:
        title, company = state.title, state.operating
        lay = Lay(Hex(move.hex), move.tile, move.facing)
        if move.hex in self.built(state):
            raise Illegal("{hex} has already been built on this turn.", rule=title.paragraph("same-hex"), hex=move.hex)
        if not 0 <= move.facing <= 5:
            raise Illegal("A tile faces one of the sides 0 to 5.", rule=title.paragraph("facing"))
        colours = title.phases[state.phase].tiles
        closed = {Hex(h) for h in blocked_hexes(state)}
        found = fault(state.board, company, lay, colours, title.plan.rules, closed)
        if found is not None:
            raise Illegal(found.message, rule=title.paragraph(found.key))
        upgrade = title.plan.tiles[move.tile].colour != colours[0]
        if upgrade and not self.lays.upgrade(state):
            raise Illegal("No further tile may be upgraded in this turn.", rule=title.paragraph("too-many-lays"))
        if not upgrade and not self.lays.another(state):
            raise Illegal("No more yellow tiles this turn.", rule=title.paragraph("too-many-lays"))
        price, most = self.price(state, lay), self.finance.most(state, company)
        if price > most:
            raise Illegal(
                "This costs {price}; {company} can raise {most}.",
                rule=title.paragraph("cannot-afford-track"),
                price=money(state, price),
                company=company,
                most=money(state, most),
            )

    def decide(self, book: Book, move: Move) -> bool:
        if not isinstance(move, LayTile):
            return True
        self.lay(book, move)
        return False

    def lay(self, book: Book, move: LayTile, extra: bool = False) -> None:
        """Pays for the tile and puts it on the map."""
        state = book.state
        company = state.operating
        lay = Lay(Hex(move.hex), move.tile, move.facing)
        cost, fee = self.cost(state, lay), self.fee(state)
        self.finance.provide(book, company, cost + fee)
        upgrade = state.title.plan.tiles[move.tile].colour != state.title.phases[state.phase].tiles[0]
        rivers = len(crossings(state.board, lay))
        book.enter(TileLaid(company, move.hex, move.tile, move.facing, cost, fee, upgrade, rivers, extra))


def ground_and_rivers(state: State, lay: Lay) -> int:
    """What the ground costs, and every river that has track on both sides by this lay."""
    return terrain_cost(state.board, lay) + sum(river.price for river in crossings(state.board, lay))
