"""Wealth over time: a line for each player, told apart by colour, by the way it is drawn and by the name at its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from moderator.drawing import palette
from moderator.drawing.picture import has_letters
from moderator.drawing.svg import element, number, sheet, text

# A phone shows it at 0.7 of its size, so no letter is smaller than sixteen points: eleven there.
WIDTH, HEIGHT, LETTERS = 480.0, 320.0, 16.0
LEFT, RIGHT, TOP, BOTTOM = 52.0, 122.0, 16.0, 38.0
# So many rounds are named below it.
NAMED = 5
# Eyes that see few hues tell lines apart by the way they are drawn.
DASHES = ("", "10 5", "3 4", "14 4 3 4", "6 3", "2 2")


def wealth_svg(
    names: Sequence[str],
    points: Sequence[tuple[str, Mapping[str, int]]],
    colours: Mapping[str, tuple[str, str]] | None = None,
) -> str:
    """``points``: where the game stood (a round's name) and what each player was worth then. ``colours``: of each line
    and of letters on it; those of the players where nothing is said."""
    colours = palette.players(names) if colours is None else colours
    most = max([1, *(worth for _, values in points for worth in values.values())])
    step = _step(most)
    top = -(-most // step) * step
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def across(at: int) -> float:
        return LEFT + wide * at / max(1, len(points) - 1)

    def up(worth: int) -> float:
        return TOP + high * (1 - worth / top)

    parts = []
    for level in range(0, top + 1, step):
        parts.append(element("line", x1=LEFT, y1=up(level), x2=LEFT + wide, y2=up(level), stroke="#d5d5d5"))
        parts.append(text((LEFT - 6, up(level)), str(level), LETTERS, text_anchor="end", fill=palette.QUIET))
    every = max(1, -(-len(points) // NAMED))
    for at, (where, _) in enumerate(points):
        if at % every == 0:
            parts.append(text((across(at), HEIGHT - BOTTOM + 18), where, LETTERS, fill=palette.QUIET))
    labels = _apart([up(points[-1][1].get(name, 0)) if points else TOP for name in names])
    for order, name in enumerate(names):
        (colour, ink), dashes = colours[name], DASHES[order % len(DASHES)]
        # What has not begun yet is worth nothing that could be drawn.
        stops = [(across(at), up(values[name])) for at, (_, values) in enumerate(points) if name in values]
        if len(stops) == 1:
            # A line of one point is none.
            x, y = stops[0]
            parts.append(element("circle", cx=x, cy=y, r=4.5, fill=colour, stroke=palette.INK, stroke_width=0.7))
        line = " ".join(f"{number(x)},{number(y)}" for x, y in stops)
        # A dark edge below it: on white paper a pale colour would be lost.
        for edge, thick in ((palette.INK, 4.6), (colour, 3.2)):
            parts.append(
                element(
                    "polyline", points=line, fill="none", stroke=edge, stroke_width=thick,
                    stroke_dasharray=dashes or None, stroke_linejoin="round",
                )
            )  # fmt: skip
        shown = name if len(name) <= 12 else f"{name[:11]}…"
        if points and not has_letters(shown):
            # Names in letters our fonts lack are found below the chart, by what they were worth at the end.
            shown = str(points[-1][1].get(name, 0))
        parts.append(
            element(
                "rect", x=LEFT + wide + 5, y=labels[order] - 9, width=WIDTH - LEFT - wide - 8, height=18.0, rx=4.0,
                fill=colour, stroke=palette.INK, stroke_width=0.6,
            )
        )  # fmt: skip
        parts.append(text((LEFT + wide + 9, labels[order]), shown, LETTERS, text_anchor="start", fill=ink,
                          font_weight="bold"))  # fmt: skip
    return sheet(WIDTH, HEIGHT, parts, palette.PAPER)


def _step(most: int) -> int:
    """A round number that divides the height into at most eight."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if most / (size * factor) <= 8:
                return size * factor
        size *= 10


def _apart(heights: Sequence[float], least: float = 19.0) -> list[float]:
    """The heights of labels, moved so that none hides another."""
    order = sorted(range(len(heights)), key=lambda n: heights[n])
    placed = list(heights)
    for before, after in pairwise(order):
        placed[after] = max(placed[after], placed[before] + least)
    over = max([0.0, *(h - (HEIGHT - BOTTOM) for h in placed)])
    return [h - over for h in placed]
