"""The map of a title as it is printed, where there is no game yet to show."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from moderator.drawing import palette
from moderator.drawing.map_svg import FOOT, map_parts
from moderator.drawing.printed import printed
from moderator.drawing.svg import sheet


@lru_cache(maxsize=4)
def printed_map(title: str) -> Markup:
    """A map before the first tile lies on it: there is something to see where nobody has played yet."""
    whole = map_parts(printed(title))
    parts = [part for layer in whole.layers for _, part in layer]
    picture = sheet(whole.width, whole.height - FOOT, parts, palette.PAPER)
    # Drawn by us from what is printed; nobody's words are in it.
    return Markup(picture.replace("<svg ", '<svg class="board" aria-hidden="true" ', 1))  # noqa: S704
