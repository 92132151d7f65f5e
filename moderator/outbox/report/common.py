"""What all readers of one position share, worked out once: pictures, legal orders, the best run, tables."""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property
from threading import Lock
from typing import Any

import engine
from engine.game import blocked_hexes
from engine.interop.canonical import round_name
from engine.state import State
from moderator.drawing.map_svg import map_svg
from moderator.drawing.market_svg import market_svg
from moderator.drawing.picture import ALBUM, png
from moderator.outbox.report import choices as _choices

# Positions kept in mind; a game's mails go out together, so few are enough.
MOST = 64


class Common:
    """One position. Everything here is the same for every reader; what differs by language is kept by language."""

    def __init__(self, state: State, digest: str) -> None:
        self.state, self.digest = state, digest
        self._kept: dict[tuple[object, ...], Any] = {}

    @cached_property
    def choices(self) -> tuple[_choices.Choice, ...]:
        return _choices.choices(self.state)

    @cached_property
    def template(self) -> tuple[str, ...]:
        return _choices.template(self.state)

    @cached_property
    def best(self) -> _choices.Best | None:
        return _choices.proposal(self.state)

    @cached_property
    def round(self) -> str:
        return str(round_name(self.state))

    def cid(self, what: str) -> str:
        """The name of a picture inside mails. Mail programs keep pictures by it, so it is this position's alone."""
        return f"{what}.{self.digest[:20]}@waybill"

    def map(self, changed: frozenset[str], rounds: str) -> bytes:
        """The map. What its frames mean is said in the names of rounds, which need no translation."""
        note = f"= {rounds}" if changed else ""
        state = self.state
        # Only what is drawn counts: a whole stock round shows one and the same map.
        drawn = (repr(state.board), state.phase, blocked_hexes(state), changed, note)
        key = ("map", state.title.name, *drawn)
        return ALBUM.get(key, lambda: png(map_svg(self.state, changed, note)))

    def market(self) -> bytes:
        stacks = tuple(sorted(self.state.market.stacks.items()))
        return ALBUM.get(
            ("market", self.state.title.name, id(self.state.market.grid), stacks), lambda: png(market_svg(self.state))
        )

    def once(self, key: tuple[object, ...], make: Callable[[], Any]) -> Any:
        """Something worked out once for this position, such as its tables in one language."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]


_lock = Lock()
_digests: weakref.WeakKeyDictionary[State, str] = weakref.WeakKeyDictionary()
_known: OrderedDict[str, Common] = OrderedDict()


def common(state: State) -> Common:
    """What is shared about this position."""
    with _lock:
        digest = _digests.get(state)
    if digest is None:
        digest = engine.digest(state)
    with _lock:
        _digests[state] = digest
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
        _digests.clear()
    ALBUM.clear()
