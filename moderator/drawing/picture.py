"""Drawings as PNG files, each made once: many mails show the same position."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from threading import Lock
from unicodedata import normalize

import numpy as np
import resvg_py
from PIL import Image, ImageFont

from moderator.drawing.outlines import outlined
from moderator.drawing.slim import Points, slim
from moderator.drawing.svg import FONT

FONTS = Path(__file__).with_name("fonts")
# Without a font resvg draws no letter and says nothing, so ours are named one by one and must be there.
FILES = tuple(str(FONTS / name) for name in ("DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"))
# Names people choose may be in Hangul. The font for it is read only for a drawing that has some: a map has none.
HANGUL = (*FILES, str(FONTS / "NanumSquareB.ttf"))
for _file in HANGUL:
    if not Path(_file).is_file():
        raise FileNotFoundError(_file)


@cache
def _drawn(letter: str, file: str) -> bytes:
    return bytes(ImageFont.truetype(file, 16).getmask(letter))


def _writes(letter: str, file: str) -> bool:
    return _drawn(letter, file) != _drawn("\uffff", file)


# Looked for in every drawing, so by something quick.
_HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")


def _hangul(text: str) -> bool:
    return _HANGUL.search(text) is not None


def has_letters(text: str) -> bool:
    """Whether our fonts can write a text; a letter they lack would be left out without a word."""
    return all(
        letter.isspace() or _writes(letter, HANGUL[-1] if _hangul(letter) else FILES[0])
        for letter in normalize("NFC", text)
    )


def raster(svg: str, fonts: tuple[str, ...] = FILES, zoom: float = 1.0) -> Points:
    """The drawing point by point, with our own fonts and no others."""
    # Some systems write a syllable as its single letters; the font has whole ones.
    svg = normalize("NFC", svg)
    files = HANGUL if fonts is FILES and _hangul(svg) else fonts
    svg = outlined(svg) if fonts is FILES else svg
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=list(files), font_family=FONT, zoom=zoom
    )
    with Image.open(BytesIO(bytes(drawn))) as opened:
        return np.asarray(opened.convert("RGB"))


def png(svg: str, fonts: tuple[str, ...] = FILES, zoom: float = 1.0) -> bytes:
    """The drawing as a picture with few colours."""
    return slim(raster(svg, fonts, zoom))


class Album:
    """Pictures of positions this process met lately."""

    def __init__(self, most: int = 64) -> None:
        self._most, self._lock = most, Lock()
        self._kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        # One lock for each picture being drawn: whoever wants the same one waits for it instead of drawing it too.
        self._drawing: dict[tuple[object, ...], Lock] = {}

    def get(self, key: tuple[object, ...], draw: Callable[[], bytes]) -> bytes:
        found = self._find(key)
        if found is not None:
            return found
        with self._lock:
            mine = self._drawing.setdefault(key, Lock())
        with mine:
            found = self._find(key)
            return found if found is not None else self._keep(key, draw())

    def _find(self, key: tuple[object, ...]) -> bytes | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def _keep(self, key: tuple[object, ...], made: bytes) -> bytes:
        with self._lock:
            self._kept[key] = made
            self._drawing.pop(key, None)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()


ALBUM = Album()
