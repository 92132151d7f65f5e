"""The map in letters: every hex at its place, and the track between them, within the width of a mail.

A hex is three letters wide and four lines high; the lines between hexes are the hexsides track crosses.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine import State
from engine.board.hexes import Hex, Layout
from engine.board.plan import NEUTRAL

# Letters from column to column; eighteen columns and the margin stay below 78.
PITCH = 4
MARGIN = 4
# For each side: how far from the middle its sign stands, and the sign. South, south-west, north-west and so on.
SIDES = ((0, 2, "|"), (-2, 1, "/"), (-2, -1, "\\"), (0, -2, "|"), (2, -1, "/"), (2, 1, "\\"))


def map_text(state: State) -> list[str]:
    """The lines of the map, coordinates along its borders."""
    plan = state.board.plan
    places = {h: plan.layout.xy(h) for h in plan.hexes}
    left, top = min(x for x, _ in places.values()), min(y for _, y in places.values())
    width = (max(x for x, _ in places.values()) - left) * PITCH + 3
    height = (max(y for _, y in places.values()) - top) * 2 + 1
    grid = [[" "] * (width + 2) for _ in range(height + 4)]
    short = short_names(state)
    for hex_, (x, y) in places.items():
        _hex(state, hex_, (x - left) * PITCH + 1, (y - top) * 2 + 2, grid, short)
    return _framed(plan.layout, ["".join(row).rstrip() for row in grid], left, top, width)


def _hex(state: State, hex_: Hex, column: int, line: int, grid: list[list[str]], short: dict[str, str]) -> None:
    board = state.board
    face, place = board.face(hex_), board.plan.hexes[hex_]
    for edge, (across, down, sign) in enumerate(SIDES):
        if edge in face.exits:
            grid[line + down][column + across] = sign
        elif edge in place.rivers and grid[line + down][column + across] == " ":
            grid[line + down][column + across] = "~"
        elif (hex_, edge) in board.plan.barriers and grid[line + down][column + across] == " ":
            grid[line + down][column + across] = "#"
    sign = _sign(state, hex_, short).center(3)
    grid[line][column - 1 : column + 2] = list(sign)


def _sign(state: State, hex_: Hex, short: dict[str, str]) -> str:
    """Whose station stands here, else what is here to stop at, else what lies here."""
    board = state.board
    face, place = board.face(hex_), board.plan.hexes[hex_]
    standing = [s for number in range(len(face.stops)) for s in board.slots(hex_, number) if s]
    if len(standing) == 1:
        return short[standing[0]]
    if standing:
        return f"*{len(standing)}*"
    if face.stops and face.stops[0].kind == "offboard":
        return str(face.stops[0].value(state.title.phases[state.phase].offboard))
    if face.stops:
        return {"city": "O", "town": "o"}[face.stops[0].kind] * min(3, len(face.stops))
    if face.track:
        return "+"
    return "^" if place.cost else "."


def short_names(state: State) -> dict[str, str]:
    """For every company at most three letters; two companies never share them."""
    names: dict[str, str] = {NEUTRAL: "neu"}
    for symbol in state.title.companies:
        bare = symbol.replace("-", "")
        wishes = (symbol, bare, bare[:3], bare[:2] + bare[-1], *(f"{bare[:2]}{n}" for n in range(10)))
        names[symbol] = next(w for w in wishes if len(w) <= 3 and w not in names.values())
    return names


def shortened(state: State) -> Iterator[tuple[str, str]]:
    """The names on the map that are not the companies' own."""
    short = short_names(state)
    for symbol in state.board.companies():
        if short[symbol] != symbol:
            yield short[symbol], symbol


def _framed(layout: Layout, lines: list[str], left: int, top: int, width: int) -> list[str]:
    """Puts the names of the columns above and below, those of the rows left."""

    def column(x: int) -> str:
        return chr(ord("A") + x) if layout is Layout.COLUMNS else str(x)

    def row(y: int) -> str:
        return str(y) if layout is Layout.COLUMNS else chr(ord("A") + y)

    heads = "".join(column(left + n).center(PITCH - 1).ljust(PITCH) for n in range(-(-width // PITCH)))
    border = " " * MARGIN + heads.rstrip()
    body = []
    for number, line in enumerate(lines):
        at = number - 2
        name = row(top + at // 2) if at >= 0 and at % 2 == 0 and at // 2 <= (len(lines) - 5) // 2 else ""
        body.append(f"{name:>{MARGIN - 2}}  {line}".rstrip())
    while body and not body[-1]:
        body.pop()
    while body and not body[0]:
        body.pop(0)
    return [border, *body, border]
