"""The record of a game as a chain: each move's link covers the link before it, so no move can be changed alone.

A *link* is a plain hash over the link before and everything the move's row says. Anybody who holds the rows can work it
out, so a head printed in a mail binds the whole game up to that move. The chain begins with the game's *salt*, which
is told when the game is over: until then nobody can guess at the draws in the first row.

A *seal* is a keyed hash, under a key derived from the service's secret, over a link or over a row that is no move (the
game, its seats, its clocks). Whoever can write into the database but does not know the secret can't make one. It
begins with the key's id, so that rows sealed under an earlier secret are told from rows that were changed.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.orm import Mapper, Session, object_session

import engine
from moderator.store.tables import Decision, Game, MoveRow, Seat, Table

# How many letters of a link are printed for people: enough that nobody finds another game with the same.
SHORT = 16
# What a link covers; the number of the row in its table is the database's business, and that a move was taken back
# follows from the entry that took it back.
LINKED = ("game_id", "seq", "by", "how", "mail_id", "order", "events", "digest", "round", "played_at", "rules")
# What the seals of other rows do not cover, by table: their numbers, the counter of changes, and the seal itself.
UNSEALED: Mapping[type[Table], frozenset[str]] = {
    Game: frozenset({"version", "seal"}),
    Seat: frozenset({"id", "seal"}),
    Decision: frozenset({"id", "seal"}),
}


class Seals:
    """What a service seals with: a key derived from its secret."""

    def __init__(self, secret: str) -> None:
        self._key = hmac.digest(secret.encode(), b"the record of games", "sha256")
        self.key_id = hashlib.sha256(self._key).hexdigest()[:8]

    def salt(self, game_id: str) -> str:
        """What the chain of a game begins with."""
        return hmac.digest(self._key, f"salt {game_id}".encode(), "sha256").hex()[:32]

    def seal(self, text: str) -> str:
        return f"{self.key_id}:{hmac.digest(self._key, text.encode(), 'sha256').hex()[:32]}"

    def seal_row(self, row: Table) -> str:
        return self.seal(sealed_text(row))

    def trouble(self, text: str, seal: str) -> str:
        """What is wrong with a seal; nothing if it fits."""
        if not seal:
            return "has no seal"
        if hmac.compare_digest(seal.encode(), self.seal(text).encode()):
            return ""
        if seal.partition(":")[0] != self.key_id:
            return "was sealed under another secret (see `./waybill rekey`)"
        return "does not fit its seal"


def canonical(value: Any) -> str:
    """The one way in which a value is written down for hashing."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=_moment)


def _moment(value: Any) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    raise TypeError(f"{type(value).__name__} can't be written down")


def entry_of(row: MoveRow) -> dict[str, Any]:
    """What the link of a move covers, as it travels in the record of a game."""
    entry = {name: getattr(row, name) for name in LINKED}
    entry["played_at"] = _moment(row.played_at)
    return entry


def link(before: str, entry: Mapping[str, Any]) -> str:
    """The link of a move; ``before`` is that of the move before it, or the game's salt."""
    return hashlib.sha256(f"{before}\n{canonical(entry)}".encode()).hexdigest()


def short(whole: str) -> str:
    """A link as people read it."""
    return whole[:SHORT]


def sealed_text(row: Table) -> str:
    """What the seal of a row that is no move covers."""
    values: dict[str, Any] = {"table": row.__tablename__}
    for column in row.__table__.columns:
        if column.name not in UNSEALED[type(row)]:
            value = getattr(row, column.name)
            if value is None and column.default is not None and not column.nullable:
                # A new row gets its usual values only when it is written.
                value = getattr(column.default, "arg", None)
            # What says nothing is left out, so that a column added later breaks no seal made before it.
            if value:
                values[column.name] = value
    return canonical(values)


def _seal(_mapper: Mapper[Any], _connection: Any, row: Any) -> None:
    """Every row is sealed as it is written, whoever writes it; a session without seals leaves what is there."""
    session = object_session(row)
    seals = session.info.get("seals") if session is not None else None
    if seals is not None:
        row.seal = seals.seal_row(row)


for _table in UNSEALED:
    event.listen(_table, "before_insert", _seal)
    event.listen(_table, "before_update", _seal)


def seals_of(session: Session) -> Seals:
    found = session.info.get("seals")
    if not isinstance(found, Seals):
        raise TypeError("a game can only be changed by a desk that can seal")
    return found


@cache
def rules() -> str:
    """Which rules these are: a hash over the engine's own files. Orders are only held against the rules they met."""
    folder = Path(engine.__file__).parent
    files = sorted(
        one for one in folder.rglob("*") if one.suffix in (".py", ".toml", ".txt") and "words" not in one.parts
    )
    whole = hashlib.sha256()
    for file in files:
        whole.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return whole.hexdigest()[:12]


# ---------------------------------------------------------------------- the record as it is told when a game is over

# What the record says of the game itself; more would be nobody's business, less could not be played again.
TOLD = ("id", "title", "options", "drawn", "salt", "head", "seq", "digest", "mover", "round")
FORMAT = 1


class NoRecord(ValueError):
    """What is given is no record of a game."""


def mark(number: int, whole: str) -> str:
    """A move and its link, as they stand in mails of every language, to be found again by a program."""
    return f"#{number}={short(whole)}"


def tell(game: Game, rows: Iterable[MoveRow]) -> dict[str, Any]:
    """A whole game with its chain. Draws and salt are in it, so it is told only when the game is over."""
    moves = [{**entry_of(row), "undone": row.undone, "link": row.link} for row in rows]
    # By their seats players are drawn; the seed and what was given by hand are the service's own.
    drawn = {name: game.drawn[name] for name in ("seats", "title") if name in game.drawn}
    return {"waybill": FORMAT, "game": {name: getattr(game, name) for name in TOLD} | {"drawn": drawn}, "moves": moves}


def read(record: Any) -> tuple[Game, list[MoveRow]]:
    """The rows of a record, in no database. Raises `NoRecord`."""
    try:
        if record["waybill"] != FORMAT:
            raise NoRecord(f"form {record['waybill']!r}")
        game = Game(**{name: record["game"][name] for name in TOLD})
        rows = []
        for one in record["moves"]:
            facts = {name: one[name] for name in (*LINKED, "undone", "link")}
            rows.append(MoveRow(**facts | {"played_at": datetime.fromisoformat(one["played_at"])}))
    except (KeyError, TypeError, ValueError, AttributeError) as wrong:
        raise NoRecord(str(wrong)) from wrong
    return game, rows
