"""Writes SVG: elements with their attributes, numbers kept short, text escaped."""

from __future__ import annotations

from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

# The condensed faces of this family are the only ones we ship. On a page, where our files are not at hand, those come
# behind it that other systems have and that are no wider than ours: words were given room by its measure.
FONT = "DejaVu Sans"
FONTS = "DejaVu Sans Condensed, Arial, Helvetica, Liberation Sans, DejaVu Sans, sans-serif"
Point = tuple[float, float]
# So many elements are remembered as they are written: those of the maps of a few dozen positions. Most of a map is
# as it was before.
MOST = 16_384


def number(value: float) -> str:
    """A coordinate with no more digits than the eye can use."""
    # Nought is added, so that one below it and one above, which are equal, are written alike.
    return f"{value + 0.0:.1f}".rstrip("0").rstrip(".")


def element(name: str, **attributes: object) -> str:
    """One element; ``stroke_width`` is written ``stroke-width``, and a number is kept short."""
    return _filled(name, "", **attributes)


# By type too: what is true and the number one are equal, and not written alike.
@lru_cache(maxsize=MOST, typed=True)
def _filled(element: str, content: str, /, **attributes: object) -> str:
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(number(value) if isinstance(value, float) else str(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{element}{written}>{content}</{element}>" if content else f"<{element}{written}/>"


def text(at: Point, words: str, size: float, **attributes: object) -> str:
    """Words around a point: centred, and with their middle at its height."""
    attributes.setdefault("text_anchor", "middle")
    return _filled("text", escape(words), x=at[0], y=at[1] + size * 0.36, font_size=size, **attributes)


def polygon(points: list[Point], **attributes: object) -> str:
    return element("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **attributes)


def sheet(width: float, height: float, parts: list[str], background: str) -> str:
    """A whole drawing."""
    return window((0, 0, width, height), parts, background)


def window(box: tuple[float, float, float, float], parts: list[str], background: str) -> str:
    """What is seen of a drawing through a window: its left, its top, its width and its height."""
    left, top, width, height = map(number, box)
    body = element("rect", x=left, y=top, width=width, height=height, fill=background) + "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{left} {top} {width} {height}" font-family="{FONTS}">{body}</svg>'
    )
