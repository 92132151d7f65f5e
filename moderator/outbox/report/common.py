"""What all readers of one position share, worked out once: pictures, legal orders, the best run, tables."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import cached_property
from threading import Lock
from typing import Any

import engine
from engine import Hex, Proposal, State, blocked_hexes, in_words, round_name
from engine.moves import LayTile
from moderator.drawing.map_svg import map_sheet
from moderator.drawing.mosaic import MOSAIC, Box
from moderator.drawing.near import parts
from moderator.drawing.picture import ALBUM
from moderator.outbox.report import choices as _choices

# Positions kept in mind; a game's mails go out together, so few are enough.
MOST = 64
# More pictures of tiles than these make a mail heavy; what they leave out stands in words.
MOST_TILES = 20
# Routes, as the hexes they run through.
Runs = tuple[tuple[str, ...], ...]


class Common:
    """One position. Everything here is the same for every reader; what differs by language is kept by language."""

    def __init__(self, state: State, digest: str) -> None:
        self.state, self.digest = state, digest
        self._kept: dict[tuple[object, ...], Any] = {}

    @cached_property
    def choices(self) -> tuple[_choices.Choice, ...]:
        return _choices.choices(self.state)

    @cached_property
    def lays(self) -> dict[str, list[_choices.Choice]]:
        """The lays by hex, the best first."""
        return _choices.best_lays(self.state, self.choices)

    @cached_property
    def tiles(self) -> tuple[tuple[str, int], ...]:
        """The tiles shown as pictures, each as it would lie: those of the best lays."""
        moves = (choice.move for found in self.lays.values() for choice in found)
        shown = dict.fromkeys((move.tile, move.facing) for move in moves if isinstance(move, LayTile))
        return tuple(shown)[:MOST_TILES]

    @cached_property
    def template(self) -> tuple[str, ...]:
        return _choices.template(self.state)

    def said(self, order: str, language: str) -> str:
        """An order of this position as a reader of the language would write it; it is read back as the same one."""
        said: str = self.once(("said", order, language), lambda: in_words(self.state, order, language))
        return said

    def template_said(self, language: str) -> tuple[str, ...]:
        """The whole turn in the reader's words, each order as it is read where the turn has come to."""
        found: tuple[str, ...] = self.once(
            ("template", language), lambda: _choices.said_in(self.state, self.template, language)
        )
        return found

    @cached_property
    def best(self) -> Proposal | None:
        return _choices.proposal(self.state)

    @cached_property
    def round(self) -> str:
        return str(round_name(self.state))

    def cid(self, what: str) -> str:
        """The name of a picture inside mails. Mail programs keep pictures by it, so it is this position's alone."""
        return f"{what}.{self.digest[:20]}@waybill"

    def map(self, changed: frozenset[str], rounds: str, runs: Runs = ()) -> bytes:
        """The map. What its frames mean is said in the names of rounds, which need no translation."""
        note = f"= {rounds}" if changed and rounds else ""
        key = ("map", *self._drawn, changed, note, runs)
        return ALBUM.get(key, lambda: MOSAIC.map(self.state, changed, note, runs))

    def near(self, box: Box, changed: frozenset[str], runs: Runs) -> bytes:
        """A part of the map that a phone shows."""
        key = ("near", *self._drawn, box, changed, runs)
        return ALBUM.get(key, lambda: MOSAIC.near(self.state, box, changed, runs))

    def near_parts(
        self, changed: frozenset[str], runs: Runs, weigh: Callable[[], Mapping[Hex, int]]
    ) -> tuple[Box, ...]:
        """Which parts those are, for hexes that matter so much each."""
        paper, sheet = map_sheet(self.state)
        found: tuple[Box, ...] = self.once(("near", changed, runs), lambda: parts(paper, weigh(), sheet))
        return found

    @property
    def _drawn(self) -> tuple[object, ...]:
        """Only what is drawn counts: a whole stock round shows one and the same map."""
        state = self.state
        return state.title.name, repr(state.board), state.phase, blocked_hexes(state)

    def market(self) -> bytes:
        stacks = tuple(sorted(self.state.market.stacks.items()))
        return ALBUM.get(
            ("market", self.state.title.name, id(self.state.market.grid), stacks), lambda: MOSAIC.market(self.state)
        )

    def once(self, key: tuple[object, ...], make: Callable[[], Any]) -> Any:
        """Something worked out once for this position, such as its tables in one language."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]


_lock = Lock()
_known: OrderedDict[str, Common] = OrderedDict()


def common(state: State) -> Common:
    """What is shared about this position."""
    digest = engine.digest(state)
    with _lock:
        if digest not in _known:
            _known[digest] = Common(state, digest)
        _known.move_to_end(digest)
        while len(_known) > MOST:
            _known.popitem(last=False)
        return _known[digest]


def forget() -> None:
    """Forgets all positions; for measuring what a report costs from nothing."""
    with _lock:
        _known.clear()
    ALBUM.clear()
    MOSAIC.clear()
