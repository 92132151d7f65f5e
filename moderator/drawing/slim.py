"""Makes a PNG a third of its size: few colours instead of four bytes a point. Our drawings have few colours anyway.

Pillow's own choices of colours dull the greens or the pinks of ours; so it reads and writes, and we choose.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

# Tried in this order until the picture is light enough; two dozen still look right.
COLOURS = (40, 32, 24)
MOST_BYTES = 84_000
Points = NDArray[Any]


def slim(png: bytes, most: int = MOST_BYTES) -> bytes:
    """The same picture with a palette."""
    with Image.open(BytesIO(png)) as opened:
        points = np.asarray(opened.convert("RGB"))
    packed = points @ np.array([65536, 256, 1], dtype=np.uint32)
    found, places, counts = np.unique(packed, return_inverse=True, return_counts=True)
    colours = np.stack([(found >> 16) & 255, (found >> 8) & 255, found & 255], axis=1).astype(np.int32)
    light = b""
    for few in COLOURS:
        table = _chosen(colours, counts, few)
        nearest = ((colours[:, None, :] - table[None, :, :]) ** 2).sum(axis=2).argmin(axis=1)
        light = _written(table.astype(np.uint8), nearest.astype(np.uint8)[places].reshape(packed.shape))
        if len(light) <= most:
            break
    return light


def _written(table: Points, indexes: Points) -> bytes:
    picture = Image.fromarray(indexes)
    picture.putpalette(table.tobytes())
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
