"""What the service keeps about itself: words that work once, signs of life, who did what; asked for by name."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select, text

from moderator.store.rows import Rows, unless_there
from moderator.store.tables import AuditEntry, Heartbeat, Nonce

_KEEP = unless_there(Nonce, Nonce.id)


class OneTimeWords(Rows):
    """Words that work once, kept as hashes."""

    def kept(self, kind: str, digest: str) -> Nonce | None:
        return self._session.scalars(select(Nonce).where(Nonce.kind == kind, Nonce.hash == digest)).first()

    def locked(self, kind: str, digest: str) -> Nonce | None:
        wanted = select(Nonce).where(Nonce.kind == kind, Nonce.hash == digest)
        return self._session.scalars(wanted.with_for_update()).first()

    def open(self, kind: str, seat_id: int, now: datetime) -> list[Nonce]:
        """The words of a kind that were mailed for a seat and could still be used."""
        wanted = select(Nonce).where(Nonce.kind == kind, Nonce.used_at.is_(None), Nonce.expires_at > now)
        # Thousands of words may be open, and strangers have some of them mailed.
        theirs = wanted.where(Nonce.data["seat"].as_integer() == seat_id)
        return list(self._session.scalars(theirs.order_by(Nonce.id)))

    def of_mail(self, kind: str, mail_id: int, now: datetime) -> list[Nonce]:
        """The words of a kind that a mail at no seat was answered with and could still be used."""
        wanted = select(Nonce).where(Nonce.kind == kind, Nonce.used_at.is_(None), Nonce.expires_at > now)
        asked = wanted.where(Nonce.data["mail"].as_integer() == mail_id, Nonce.data["do"].as_string() == "parked")
        return list(self._session.scalars(asked.order_by(Nonce.id)))

    def keep(self, kind: str, digest: str, expires_at: datetime, data: dict[str, Any]) -> bool:
        """Writes a word down; False if it is there already. One statement, without a savepoint around it."""
        row = {"kind": kind, "hash": digest, "expires_at": expires_at, "data": data}
        return self._session.execute(_KEEP[self._dialect], row).first() is not None

    def expired(self, before: datetime) -> list[int]:
        return list(self._session.scalars(select(Nonce.id).where(Nonce.expires_at < before).limit(1000)))

    def forget(self, ids: Collection[int]) -> None:
        self._session.execute(delete(Nonce).where(Nonce.id.in_(ids)))

    def forget_whose(self, person_id: int, names: Callable[[str], bool]) -> None:
        """Words that were made for somebody or say something of them; what ``names`` them is told from the text."""
        for row in self._session.scalars(select(Nonce)):
            if row.data.get("person") == person_id or names(json.dumps(row.data, ensure_ascii=False)):
                self._session.delete(row)


class Service(Rows):
    """The database and the processes that work with it."""

    def signs(self) -> dict[str, datetime]:
        """When each part of the service was last seen at work."""
        return {row.part: row.at for row in self._session.scalars(select(Heartbeat))}

    def sign(self, part: str, now: datetime) -> None:
        row = self._session.get(Heartbeat, part)
        if row is None:
            self._session.add(Heartbeat(part=part, at=now))
        else:
            row.at = now

    def deeds(self, most: int, game_id: str | None = None) -> list[AuditEntry]:
        """The latest entries of the audit log, of one game or of all."""
        wanted = select(AuditEntry).order_by(AuditEntry.id.desc()).limit(most)
        return list(self._session.scalars(wanted.where(AuditEntry.game_id == game_id) if game_id else wanted))

    def deeds_by(self, who: str) -> list[AuditEntry]:
        """All that somebody has done, the oldest first."""
        return list(self._session.scalars(select(AuditEntry).where(AuditEntry.who == who).order_by(AuditEntry.id)))

    def forget(self, names: Callable[[str], bool]) -> None:
        """Takes somebody out of the log, known by what ``names`` them; what was done stays."""
        for entry in self._session.scalars(select(AuditEntry)):
            said = json.dumps(entry.detail, ensure_ascii=False)
            if names(said) or names(entry.who):
                theirs = "@" in entry.who or names(str(entry.detail.get("address", "")))
                entry.who = "somebody" if theirs else entry.who
                entry.detail = {name: value for name, value in entry.detail.items() if not names(str(value))}

    def answers(self) -> None:
        """Raises where the database does not."""
        self._session.execute(text("SELECT 1"))

    def clock(self) -> float | None:
        """The database's own clock in seconds, where it has one of its own."""
        if self._session.get_bind().dialect.name != "postgresql":
            return None
        return float(self._session.scalar(text("SELECT extract(epoch FROM clock_timestamp())")) or 0)

    def forgets(self) -> list[str]:
        """The database's settings by which it says that something is kept before it is."""
        if self._session.get_bind().dialect.name != "postgresql":
            return []
        return [name for name in ("fsync", "synchronous_commit") if self._session.scalar(text(f"SHOW {name}")) == "off"]
