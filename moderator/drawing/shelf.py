"""Cells of maps as they were drawn, kept in a folder that the processes of a machine share: each is drawn once.

A cell is known by a digest of all that is drawn in it and of what it is drawn with, so nothing kept can be out of date.
What was not used for long is thrown away; whoever misses something draws it again, so nothing here must last.
"""

from __future__ import annotations

import os
import tempfile
import zlib
from contextlib import suppress
from pathlib import Path

import numpy as np

from moderator.drawing.slim import Points

# So many cells are kept, at about two kilobytes each, and after so many new ones somebody looks whether there are more.
MOST = 40_000
LOOK_AFTER = 1000


class Shelf:
    """The folder. Threads and processes may share it: a cell is written whole under another name first."""

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self._folder, self._most, self._new = folder, most, 0

    def find(self, key: bytes, shape: tuple[int, int]) -> Points | None:
        """A cell of this shape, if it was ever drawn."""
        try:
            packed = self._place(key).read_bytes()
            points = np.frombuffer(zlib.decompress(packed), dtype=np.uint8)
            return points.reshape(shape)
        except (OSError, zlib.error, ValueError):
            return None

    def keep(self, key: bytes, points: Points) -> None:
        # A full disk costs the drawing of it the next time, and nothing else.
        with suppress(OSError):
            place = self._place(key)
            place.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as file:
                file.write(zlib.compress(np.ascontiguousarray(points, dtype=np.uint8).tobytes(), 1))
            Path(file.name).replace(place)
        self._new += 1
        if self._new % LOOK_AFTER == 0:
            self.tidy()

    def tidy(self) -> None:
        """Throws away the oldest tenth where there are too many."""
        with suppress(OSError):
            every = (one for folder in os.scandir(self._folder) for one in os.scandir(folder))
            files = [(one.stat().st_mtime, one.path) for one in every]
            if len(files) > self._most:
                for _, path in sorted(files)[: len(files) - self._most * 9 // 10]:
                    with suppress(OSError):
                        Path(path).unlink()

    def _place(self, key: bytes) -> Path:
        name = key.hex()
        return self._folder / name[:2] / name[2:]
