"""The stock market as a drawing: prices, zones, and the markers in their stacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine import State
from engine.market import Cell
from moderator.drawing import palette
from moderator.drawing.svg import element, sheet, text

WIDE, HIGH = 52, 44
MARGIN = 8
# No more markers than these are drawn side by side in a cell; the rest is counted.
SHOWN = 4


@dataclass(frozen=True)
class MarketParts:
    """A drawing of the market before it is written: the box of each space, and what is in it."""

    width: int
    height: int
    spaces: Sequence[tuple[tuple[int, int, int, int], Sequence[str]]]


def market_parts(state: State) -> MarketParts:
    """The spaces of the market. A market of one row is broken into lines, so that it can be read on a phone."""
    prices = state.market.grid.prices
    columns, rows = max(c for _, c in prices) + 1, max(r for r, _ in prices) + 1
    line = 14 if rows == 1 else columns
    spaces = []
    for cell in sorted(prices):
        x = MARGIN + (cell[1] % line) * WIDE
        y = MARGIN + (cell[0] + cell[1] // line) * HIGH
        spaces.append(((x, y, WIDE, HIGH), tuple(_cell(state, cell, x, y))))
    lines = rows if rows > 1 else -(-columns // line)
    return MarketParts(2 * MARGIN + line * WIDE, 2 * MARGIN + lines * HIGH, spaces)


def market_svg(state: State) -> str:
    """The whole market as one drawing."""
    drawn = market_parts(state)
    return sheet(drawn.width, drawn.height, [part for _, parts in drawn.spaces for part in parts], palette.PAPER)


def zone_colour(state: State, cell: Cell) -> str:
    """The colour of a space, where it stands alone: that of an ordinary one would not be seen on paper."""
    colour = _fill(state, cell)
    return palette.RULE if colour == palette.ZONES["plain"] else colour


def zones_shown(state: State) -> tuple[tuple[str, str], ...]:
    """The kinds of space this market has, each with its colour, as far as they are coloured."""
    found = dict.fromkeys(zone_of(state, cell) for cell in state.market.grid.prices)
    return tuple((kind, palette.ZONES[kind]) for kind in palette.ZONES if kind in found and kind != "plain")


def _fill(state: State, cell: Cell) -> str:
    return palette.ZONES[zone_of(state, cell)]


def zone_of(state: State, cell: Cell) -> str:
    """What kind of space it is: one of ``palette.ZONES``."""
    zones = state.market.grid.zones.get(cell, frozenset())
    for name in ("brown", "orange", "yellow", "end"):
        if name in zones:
            return name
    starts = zones & {"minor_par", "public_par", "par"}
    if not starts:
        return "plain"
    return "both" if len(starts) > 1 else next(iter(starts))


def _cell(state: State, cell: Cell, x: float, y: float) -> Iterator[str]:
    stack = state.market.stacks.get(cell, ())
    # Half of each line lies in either space, so that a space can be drawn alone.
    yield element(
        "rect", x=x + 0.25, y=y + 0.25, width=WIDE - 0.5, height=HIGH - 0.5, fill=_fill(state, cell),
        stroke=palette.RULE, stroke_width=0.5,
    )  # fmt: skip
    if "convert" in state.market.grid.zones.get(cell, ()):
        # The column in which a minor converts has a bar below its price.
        yield element("rect", x=x + 1, y=y + 1, width=WIDE - 2, height=4, fill=palette.CONVERT)
    price = str(state.market.grid.prices[cell])
    yield text((x + 4, y + 11), price, 11.0, fill=palette.INK, text_anchor="start", font_weight="bold")
    shown = stack[:SHOWN]
    radius = {1: 14.0, 2: 11.5}.get(len(shown), 9.0)
    for number, company in enumerate(shown):
        if len(shown) <= 2:
            at = (x + WIDE / 2 + (2 * number - len(shown) + 1) * (radius + 0.8), y + HIGH - radius - 1.5)
        else:
            at = (x + WIDE / 2 + 9.5 + (-19 if number % 2 == 0 else 0), y + HIGH - 28 + (18.5 if number > 1 else 0))
        back, ink = palette.marker(state.title, company)
        yield element("circle", cx=at[0], cy=at[1], r=radius, fill=back, stroke=palette.INK, stroke_width=1.2)
        size = radius * {1: 1.4, 2: 1.1, 3: 0.88, 4: 0.72}.get(len(company), 0.6)
        yield text(at, company, size, fill=ink, font_weight="bold")
    if len(stack) > SHOWN:
        yield text((x + WIDE - 4, y + 8), f"+{len(stack) - SHOWN}", 10.0, fill=palette.INK, text_anchor="end")
