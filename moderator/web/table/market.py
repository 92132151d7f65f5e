"""The market on the page: every space one can point at, what its colours mean, and the ways the prices went."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from threading import Lock
from typing import Any

from markupsafe import Markup, escape

from engine import State
from engine.message import Message
from moderator.drawing import palette
from moderator.drawing.market_svg import market_parts
from moderator.drawing.svg import FONTS, number
from moderator.language import Words
from moderator.store.game import Play
from moderator.web.table.moments import Moments

# What lies in a space of each kind, in the order of the drawing's own colours.
ZONES: tuple[tuple[str, Message], ...] = (
    ("minor_par", Message("minors start here")),
    ("public_par", Message("public companies start here")),
    ("both", Message("minors and public companies start here")),
    ("par", Message("companies start here")),
    ("convert", Message("gold bar: a minor here may become a public company; beyond it no minor's price rises")),
    ("yellow", Message("shares do not count against the limit of certificates")),
    ("orange", Message("besides, one player may hold any number of them")),
    ("brown", Message("besides, several may be bought in one turn")),
    ("end", Message("a company that gets here ends the game")),
)
MOST_KEPT = 24


def market(state: State, words: Words) -> Markup:
    """The drawing of the mails, with a place to point at for every space on which a marker lies."""
    drawn = market_parts(state)
    parts = "".join(part for _, space in drawn.spaces for part in space)
    spots = "".join(_spot(state, words, cell, box) for cell, box in _boxes(state) if state.market.stacks.get(cell))
    # Drawn by us: figures and symbols alone, and labels are escaped.
    return Markup(  # noqa: S704
        f'<svg viewBox="0 0 {drawn.width} {drawn.height}" width="{drawn.width}" font-family="{FONTS}" role="group" '
        f'aria-label="{escape(words("market"))}"><g aria-hidden="true">{parts}</g><g class="ways"></g>'
        f'<g class="spaces">{spots}</g></svg>'
    )


def _boxes(state: State) -> Iterator[tuple[tuple[int, int], tuple[int, int, int, int]]]:
    """Every cell with its box in the drawing."""
    for cell, (box, _) in zip(sorted(state.market.grid.prices), market_parts(state).spaces, strict=True):
        yield cell, box


def _spot(state: State, words: Words, cell: tuple[int, int], box: tuple[int, int, int, int]) -> str:
    stack = state.market.stacks[cell]
    said = escape(f"{words.money(state.market.grid.prices[cell])}: {', '.join(stack)}")
    x, y, wide, high = box
    return (
        f'<rect class="space" x="{x}" y="{y}" width="{wide}" height="{high}" tabindex="0" role="img" '
        f'data-companies="{escape(" ".join(stack))}"><title>{said}</title></rect>'
    )


def zones(state: State) -> list[dict[str, Any]]:
    """The kinds of spaces this market has, each with its colour."""
    kinds: set[str] = set()
    for here in state.market.grid.zones.values():
        starts = here & {"minor_par", "public_par", "par"}
        kinds |= here - starts | ({"both"} if len(starts) > 1 else starts)
    return [
        {"fill": palette.ZONES.get(kind, palette.CONVERT), "said": said, "bar": kind == "convert"}
        for kind, said in ZONES
        if kind in kinds
    ]


class Ways:
    """Where each company's marker was at the end of every round; drawn once for each moment asked about."""

    def __init__(self, moments: Moments) -> None:
        self._moments, self._lock = moments, Lock()
        self._known: OrderedDict[tuple[str, str, int], dict[str, Any]] = OrderedDict()

    def upto(self, play: Play, seq: int) -> dict[str, Any]:
        key = (play.id, play.head, seq)
        with self._lock:
            known = self._known.get(key)
        if known is None:
            known = self._walk(play, seq)
            with self._lock:
                self._known[key] = known
                while len(self._known) > MOST_KEPT:
                    self._known.popitem(last=False)
        return known

    def _walk(self, play: Play, seq: int) -> dict[str, Any]:
        now = self._moments.at(play, seq)
        boxes = dict(_boxes(now))
        ends = [last for _, last in play.rounds() if last < seq]
        found: dict[str, Any] = {}
        for state in (*(self._moments.at(play, end) for end in ends), now):
            for company, cell in state.market.cells.items():
                if company in now.market:
                    way = found.setdefault(str(company), {"points": [], "prices": []})
                    x, y, wide, high = boxes[cell]
                    point = [float(number(x + wide / 2)), float(number(y + high / 2))]
                    if not way["points"] or way["points"][-1] != point:
                        way["points"].append(point)
                        way["prices"].append(now.market.grid.prices[cell])
        for one in now.market.cells:
            found[str(one)]["colour"] = palette.marker(now.title, one)[0]
        return found
