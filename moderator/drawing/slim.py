"""Makes a PNG a third of its size: few colours instead of four bytes a point. Our drawings have few colours anyway."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

SIGNATURE = b"\x89PNG\r\n\x1a\n"
# Tried in this order until the picture is light enough; two dozen still look right.
COLOURS = (40, 32, 24)
MOST_BYTES = 82_000
Points = NDArray[Any]


def slim(png: bytes, most: int = MOST_BYTES) -> bytes:
    """The same picture with a palette. Expects what resvg writes: eight bits, red, green, blue and alpha."""
    width, height, filtered = _read(png)
    points = _unfiltered(filtered, width, height).reshape(-1, 4)[:, :3]
    drawn = b""
    for colours in COLOURS:
        table, indexes = _reduced(points, colours)
        rows = np.zeros((height, width + 1), dtype=np.uint8)
        rows[:, 1:] = indexes.reshape(height, width)
        drawn = _written(width, height, table, rows.tobytes())
        if len(drawn) <= most:
            break
    return drawn


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def _read(png: bytes) -> tuple[int, int, Points]:
    header = b""
    packed = []
    for name, body in _chunks(png):
        if name == b"IHDR":
            header = body
        elif name == b"IDAT":
            packed.append(body)
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", header)
    if (depth, kind, interlaced) != (8, 6, 0):
        raise ValueError(f"a PNG of depth {depth} and kind {kind} is not what we draw")
    data = np.frombuffer(zlib.decompress(b"".join(packed)), dtype=np.uint8)
    return width, height, data.reshape(height, 4 * width + 1)


def _unfiltered(filtered: Points, width: int, height: int) -> Points:
    """Undoes the five filters of PNG.

    A point needs the one left of it, the one above and the one in between, so we go by diagonals: row ``t`` of the
    slanted copy holds the points with x + y = t, and what they need stands in the two rows before, one place up.
    """
    slanted = np.zeros((width + height + 1, height + 1, 4), dtype=np.int16)
    y, x = np.divmod(np.arange(width * height), width)
    slanted[x + y + 2, y + 1] = filtered[:, 1:].reshape(-1, 4)
    kinds = filtered[:, :1].astype(np.int16)
    sub, up_, mean, paeth = ((kinds == kind).astype(np.int16) for kind in (1, 2, 3, 4))
    for t in range(2, width + height + 1):
        first, last = max(0, t - 1 - width), min(height, t - 1)
        left, up = slanted[t - 1, first + 1 : last + 1], slanted[t - 1, first:last]
        corner = slanted[t - 2, first:last]
        rows = slice(first, last)
        guess = sub[rows] * left + up_[rows] * up + mean[rows] * ((left + up) >> 1)
        guess += paeth[rows] * _nearest(left, up, corner)
        here = slanted[t, first + 1 : last + 1]
        here += guess
        here &= 255
    points: Points = slanted[x + y + 2, y + 1].astype(np.uint8).reshape(height, width, 4)
    return points


def _nearest(left: Points, up: Points, corner: Points) -> Points:
    """Paeth's choice: which of the three is nearest to left + up - corner."""
    to_left, to_up = abs(up - corner), abs(left - corner)
    to_corner = abs(left + up - 2 * corner)
    return np.where((to_left <= to_up) & (to_left <= to_corner), left, np.where(to_up <= to_corner, up, corner))


def _reduced(points: Points, most: int) -> tuple[Points, Points]:
    """A palette of the colours used most, and for each point the nearest of them."""
    packed = (points.astype(np.uint32) * np.array([65536, 256, 1], dtype=np.uint32)).sum(axis=1, dtype=np.uint32)
    found, places, counts = np.unique(packed, return_inverse=True, return_counts=True)
    colours = np.stack([(found >> 16) & 255, (found >> 8) & 255, found & 255], axis=1).astype(np.int32)
    table = _chosen(colours, counts, most)
    far = ((colours[:, None, :] - table[None, :, :]) ** 2).sum(axis=2)
    return table.astype(np.uint8), far.argmin(axis=1).astype(np.uint8)[places]


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


def _written(width: int, height: int, table: Points, rows: bytes) -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    packed = zlib.compress(rows, 9)
    parts = [(b"IHDR", header), (b"PLTE", table.tobytes()), (b"IDAT", packed), (b"IEND", b"")]
    return SIGNATURE + b"".join(chunk(name, body) for name, body in parts)
