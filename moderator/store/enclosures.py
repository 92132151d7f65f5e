"""What mails enclose (maps, markets, tiles, the position for programs), kept once and referred to by its hash.

The same picture goes to everybody at a table, and often from one position to the next; a mail is kept as its bytes
without these, and the places where they belong.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock

from sqlalchemy import bindparam, delete, select, update

from moderator.store.rows import Rows, table_of, unless_there
from moderator.store.tables import Enclosure, Outgoing

# A file that is used again is marked so no more often than this, however many mails enclose it.
MARKED_EVERY = timedelta(hours=12)
# So many names are remembered, of files that were stored or marked lately.
MOST_REMEMBERED = 20_000
# No pass throws away more at once.
HANDFUL = 500

_KEEP = unless_there(Enclosure, Enclosure.hash)
_FOUND = select(Enclosure.hash, Enclosure.used_at).where(Enclosure.hash.in_(bindparam("hashes", expanding=True)))
_DATA = select(Enclosure.hash, Enclosure.data).where(Enclosure.hash.in_(bindparam("hashes", expanding=True)))


def name_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def packed(raw: bytes) -> bytes:
    """The rest of a mail is words, and most of them markup: a sixth is left."""
    return zlib.compress(raw)


def unpacked(kept: bytes) -> bytes:
    """Mails from before they were packed begin with a header, which has no such letters."""
    return zlib.decompress(kept) if kept[:2] == b"\x78\x9c" else kept


def in_lines(data: bytes) -> bytes:
    """A file as it stands in a mail."""
    return base64.encodebytes(data).replace(b"\n", b"\r\n")


@dataclass(frozen=True)
class Written:
    """A mail as it is kept: its bytes without what it encloses, at which places that belongs, and the files."""

    subject: str
    raw: bytes
    enclosed: Sequence[tuple[int, str]]
    files: Mapping[str, bytes]

    def whole(self) -> bytes:
        return put_together(self.raw, self.enclosed, self.files)


def put_together(raw: bytes, enclosed: Sequence[tuple[int, str]], files: Mapping[str, bytes]) -> bytes:
    """The mail as it goes out."""
    found, last = [], 0
    for at, name in enclosed:
        found += [raw[last:at], in_lines(files[name])]
        last = at
    return b"".join((*found, raw[last:]))


class Lately:
    """Which files this process has stored or marked lately: most mails enclose what others did a moment ago."""

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        self._most, self._lock = most, Lock()
        self._marked: OrderedDict[str, datetime] = OrderedDict()

    def unmarked(self, names: Collection[str], now: datetime) -> list[str]:
        with self._lock:
            known = self._marked
            return [name for name in names if name not in known or abs(now - known[name]) > MARKED_EVERY]

    def mark(self, names: Collection[str], now: datetime) -> None:
        with self._lock:
            for name in names:
                self._marked[name] = now
                self._marked.move_to_end(name)
            while len(self._marked) > self._most:
                self._marked.popitem(last=False)


class Enclosures(Rows):
    """Files that mails enclose, by their hash."""

    def keep(self, files: Mapping[str, bytes], now: datetime) -> None:
        """Stores what is not here yet, and marks the rest as used."""
        known = {name: used for name, used in self._session.execute(_FOUND, {"hashes": list(files)})}  # noqa: C416
        new = [{"hash": name, "data": data, "used_at": now} for name, data in files.items() if name not in known]
        if new:
            # Another worker may store the same at this moment.
            self._session.execute(_KEEP[self._dialect], new)
        old = [name for name, used in known.items() if now - used > MARKED_EVERY]
        if old:
            table = table_of(Enclosure)
            self._session.execute(update(table).where(table.c.hash.in_(old)).values(used_at=now))

    def whole(self, row: Outgoing) -> bytes | None:
        """A mail that was written, as it goes out; None if it was not, or if what it encloses is here no more."""
        if row.raw is None or not row.enclosed:
            return row.raw and unpacked(row.raw)
        names = {name for _, name in row.enclosed}
        files = {name: data for name, data in self._session.execute(_DATA, {"hashes": list(names)})}  # noqa: C416
        if set(files) != names:
            return None
        return put_together(unpacked(row.raw), [(at, name) for at, name in row.enclosed], files)

    def unused(self, before: datetime) -> list[str]:
        """What no mail has enclosed since then."""
        wanted = select(Enclosure.hash).where(Enclosure.used_at < before)
        return list(self._session.scalars(wanted.limit(HANDFUL)))

    def forget(self, names: Collection[str], before: datetime) -> None:
        """Throws these away, but for what was used after all."""
        table = table_of(Enclosure)
        self._session.execute(delete(table).where(table.c.hash.in_(names), table.c.used_at < before))
