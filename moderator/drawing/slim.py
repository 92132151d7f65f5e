"""Makes a PNG a third of its size: few colours instead of four bytes a point. Our drawings have few colours anyway.

Pillow's own choices of colours dull the greens or the pinks of ours; so it reads and writes, and we choose.
"""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from typing import Any

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image

# Tried in this order until the picture is light enough; two dozen still look right.
COLOURS = (40, 32, 24)
MOST_BYTES = 84_000
Points = NDArray[Any]


def slim(points: Points, most: int = MOST_BYTES) -> bytes:
    """A picture with a palette of its own."""
    packed, (found, places, counts) = _counted(points)
    colours = _unpacked(found)
    light = b""
    for few in COLOURS:
        table = _chosen(colours, counts, few)
        nearest = _nearest(colours, table)
        light = _written(table, nearest[places].reshape(packed.shape))
        if len(light) <= most:
            break
    return light


class Inks:
    """A palette chosen beforehand, for pictures that are put together from pieces."""

    def __init__(self, name: str, sample: Points, few: int) -> None:
        self.name = name
        _, (found, _, counts) = _counted(sample)
        self.table = _chosen(_unpacked(found), counts, few)
        # What is drawn with other inks, or by another program, is another picture.
        self.edition = self.table.tobytes() + resvg_py.__version__.encode()
        # The nearest ink to every colour there is, told apart to a sixteenth of a channel's shades.
        shades = np.arange(0, 256, 8) + 4
        every = np.stack(np.meshgrid(shades, shades, shades, indexing="ij"), axis=3).reshape(-1, 3)
        self._lookup = _nearest(every, self.table)
        # Our own colours stay what they are, even where another ink is nearer to the middle of their shade.
        self._lookup[_shade(self.table)] = np.arange(len(self.table))

    def of(self, points: Points) -> Points:
        """For each point the number of its ink."""
        found: Points = self._lookup[_shade(points)]
        return found

    def written(self, numbers: Points) -> bytes:
        """A PNG file, written without Pillow, which takes a tenth longer; one more level of packing takes half as long
        again and saves three hundredths."""
        high, wide = numbers.shape
        # Each row begins with how it is written: as it is.
        rows = np.zeros((high, wide + 1), dtype=np.uint8)
        rows[:, 1:] = numbers
        head = struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)
        chunks = (
            (b"IHDR", head),
            (b"PLTE", self.table.astype(np.uint8).tobytes()),
            (b"IDAT", zlib.compress(rows.tobytes(), 5)),
            (b"IEND", b""),
        )
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            for name, data in chunks
        )


def _shade(points: Points) -> Points:
    red, green, blue = (points[..., n].astype(np.int32) >> 3 for n in range(3))
    return (red << 10) | (green << 5) | blue


def _counted(points: Points) -> tuple[Points, tuple[Points, Points, Points]]:
    packed = points @ np.array([65536, 256, 1], dtype=np.uint32)
    return packed, np.unique(packed, return_inverse=True, return_counts=True)


def _unpacked(found: Points) -> Points:
    return np.stack([(found >> 16) & 255, (found >> 8) & 255, found & 255], axis=1).astype(np.int32)


def _nearest(colours: Points, table: Points) -> Points:
    found: Points = ((colours[:, None, :] - table[None, :, :]) ** 2).sum(axis=2).argmin(axis=1).astype(np.uint8)
    return found


def _written(table: Points, indexes: Points) -> bytes:
    picture = Image.fromarray(indexes)
    picture.putpalette(table.astype(np.uint8).tobytes())
    file = BytesIO()
    # The last two levels of packing take five times as long and save a twentieth.
    picture.save(file, "PNG", compress_level=7)
    return file.getvalue()


def _chosen(colours: Points, counts: Points, most: int) -> Points:
    """The frequent colours, and among the rare ones those that lie furthest from all chosen before them."""
    order = np.argsort(-counts, kind="stable")
    frequent = order[: most // 2]
    table = colours[frequent]
    rest = colours[order[most // 2 : 4000]]
    weight = np.sqrt(counts[order[most // 2 : 4000]])
    nearest = np.full(len(rest), np.inf)
    for colour in table:
        nearest = np.minimum(nearest, ((rest - colour) ** 2).sum(axis=1))
    for _ in range(min(most - len(table), len(rest))):
        pick = int((nearest * weight).argmax())
        table = np.vstack([table, rest[pick]])
        nearest = np.minimum(nearest, ((rest - rest[pick]) ** 2).sum(axis=1))
    return table
