"""Makes a PNG a third of its size: few colours instead of four bytes a point. Our drawings have few colours anyway."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MOST_COLOURS = 64
Points = NDArray[Any]


def slim(png: bytes, colours: int = MOST_COLOURS) -> bytes:
    """The same picture with a palette. Expects what resvg writes: eight bits, red, green, blue and alpha."""
    width, height, filtered = _read(png)
    points = _unfiltered(filtered, width, height)
    table, indexes = _reduced(points.reshape(-1, 4)[:, :3], colours)
    rows = np.zeros((height, width + 1), dtype=np.uint8)
    rows[:, 1:] = indexes.reshape(height, width)
    return _written(width, height, table, rows.tobytes())


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
    """Undoes the five filters of PNG. A point needs the one left of it and those above: so we go by diagonals."""
    kinds = filtered[:, 0].astype(np.int32)
    # One more row and column of zeros stand where the filters look beyond the picture.
    points = np.zeros((height + 1, width + 1, 4), dtype=np.int32)
    points[1:, 1:] = filtered[:, 1:].reshape(height, width, 4)
    rows = np.arange(height)
    for diagonal in range(width + height - 1):
        y = rows[max(0, diagonal - width + 1) : min(height, diagonal + 1)]
        x = diagonal - y
        left, up, corner = points[y + 1, x], points[y, x + 1], points[y, x]
        guess = _guess(kinds[y][:, None], left, up, corner)
        points[y + 1, x + 1] = (points[y + 1, x + 1] + guess) & 255
    return points[1:, 1:].astype(np.uint8)


def _guess(kind: Points, left: Points, up: Points, corner: Points) -> Points:
    both = left + up - corner
    near_left, near_up, near_corner = abs(both - left), abs(both - up), abs(both - corner)
    paeth = np.where(
        (near_left <= near_up) & (near_left <= near_corner), left, np.where(near_up <= near_corner, up, corner)
    )
    return np.choose(kind, [np.zeros_like(left), left, up, (left + up) >> 1, paeth])


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
