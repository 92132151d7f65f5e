"""Words of a drawing as outlines, for whoever turns it into a picture.

The rasteriser opens and shapes a font for every word of every drawing, which takes half its time, and maps say the
same few hundred words again and again. Here each is shaped once. Drawings on pages keep their words as words: people
select them and have them read aloud.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any
from xml.sax.saxutils import unescape

import uharfbuzz as hb

FONTS = Path(__file__).with_name("fonts")
# So many words are remembered: those of the maps of all titles, and the names of many players.
MOST = 8192
_TEXT = re.compile(r"<text ([^>]*)>([^<]*)</text>")
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')
# What is said by where and how large the outline lies, and not to it.
_SAID = frozenset(("x", "y", "font-size", "font-weight", "text-anchor", "stroke-width"))


@cache
def _font(*, bold: bool) -> hb.Font:
    file = FONTS / f"DejaVuSansCondensed{'-Bold' if bold else ''}.ttf"
    return hb.Font(hb.Face(hb.Blob.from_file_path(str(file))))


@lru_cache(maxsize=MOST)
def outline(words: str, *, bold: bool) -> tuple[str, int] | None:
    """The outline of words in the font's own units, and how wide they are; None if the font lacks a letter."""
    font, written, wide = _font(bold=bold), hb.Buffer(), 0
    written.add_str(words)
    written.guess_segment_properties()
    hb.shape(font, written)
    pieces: list[str] = []
    for letter, place in zip(written.glyph_infos, written.glyph_positions, strict=True):
        if letter.codepoint == 0:
            return None
        font.draw_glyph(letter.codepoint, _pen(), (pieces, wide + place.x_offset, place.y_offset))
        wide += place.x_advance
    return "".join(pieces), wide


@cache
def _pen() -> hb.DrawFuncs:
    pen = hb.DrawFuncs()
    pen.set_move_to_func(partial(_draw, "M"))
    pen.set_line_to_func(partial(_draw, "L"))
    pen.set_quadratic_to_func(partial(_draw, "Q"))
    pen.set_cubic_to_func(partial(_draw, "C"))
    pen.set_close_path_func(partial(_draw, "Z"))
    return pen


def _draw(step: str, *at: Any) -> None:
    """One step of an outline: its numbers, and at the end where to write it and how far right and up it lies."""
    pieces, right, up = at[-1]
    moved = (f"{number + (up if odd % 2 else right):g}" for odd, number in enumerate(at[:-1]))
    pieces.append(step + " ".join(moved))


def outlined(svg: str) -> str:
    """The same drawing with its words as paths; a word the font can't write stays a word."""
    return _TEXT.sub(_path, svg)


def _path(found: re.Match[str]) -> str:
    said = dict(_ATTRIBUTE.findall(found[1]))
    bold = said.get("font-weight") == "bold"
    drawn = outline(unescape(found[2]), bold=bold)
    if drawn is None:
        return found[0]
    path, wide = drawn
    scale = float(said["font-size"]) / _font(bold=bold).face.upem
    left = {"middle": wide * scale / 2, "end": wide * scale}.get(said.get("text-anchor", ""), 0.0)
    rest = "".join(f' {name}="{value}"' for name, value in said.items() if name not in _SAID)
    if "stroke-width" in said:
        # The outline is drawn to another scale, and the pen with it.
        rest += f' stroke-width="{float(said["stroke-width"]) / scale:.0f}"'
    at = f"{float(said['x']) - left:.3f} {float(said['y']):.3f}"
    return f'<path transform="matrix({scale:.6f} 0 0 {-scale:.6f} {at})" d="{path}"{rest}/>'
