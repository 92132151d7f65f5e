"""Mails that came in, asked for by name."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, func, or_, select, text, update

from moderator.store.rows import Rows, unless_there
from moderator.store.statuses import MailStatus
from moderator.store.tables import LARGE_MAIL, Mail

_LOCKED = select(Mail).where(Mail.id == bindparam("id")).with_for_update().execution_options(populate_existing=True)
_KEEP = unless_there(Mail, Mail.id)
# No statement names more rows than this.
HANDFUL = 500
# As many bytes are left of a large mail that was dealt with.
BEGINNING = 256 * 1024


class Incoming(Rows):
    """The inbox."""

    def get(self, mail_id: int) -> Mail | None:
        return self._session.get(Mail, mail_id)

    def locked(self, mail_id: int) -> Mail | None:
        """The mail for changing: whoever comes second finds it done."""
        return self._session.scalars(_LOCKED, {"id": mail_id}).first()

    def keep(self, facts: Mapping[str, Any]) -> int | None:
        """Stores a new mail, with one statement; None if it is here already."""
        return self._session.execute(_KEEP[self._dialect], dict(facts)).scalar()

    def latest(self, most: int, status: str | None = None) -> list[Mail]:
        wanted = select(Mail).order_by(Mail.id.desc()).limit(most)
        return list(self._session.scalars(wanted.where(Mail.status == status) if status else wanted))

    def counted(self) -> dict[str, int]:
        return self._counted(Mail.status)

    def dropped(self) -> dict[str, int]:
        """How many mails nobody was answered for, by reason."""
        wanted = select(Mail.verdict, func.count()).where(Mail.status == MailStatus.DROPPED).group_by(Mail.verdict)
        return {verdict.removeprefix("dropped:"): count for verdict, count in self._session.execute(wanted)}

    def known(self, likeness: str, source: str, provider_id: str | None) -> int | None:
        """The same mail, by whatever road it came."""
        found = self._session.scalars(select(Mail.id).where(Mail.likeness == likeness)).first()
        if found is None and provider_id is not None:
            wanted = select(Mail.id).where(Mail.source == source, Mail.provider_id == provider_id)
            found = self._session.scalars(wanted).first()
        return found

    def ended(self, seat_id: int, since: datetime, verdicts: Sequence[str], *, but: str) -> list[datetime]:
        """When the mails to a seat came that ended like this, the oldest first; without those of one source."""
        wanted = select(Mail.received_at).where(
            Mail.seat_id == seat_id, Mail.received_at > since, Mail.verdict.in_(verdicts), Mail.source != but
        )
        return list(self._session.scalars(wanted.order_by(Mail.received_at)))

    def oldest_unread(self) -> datetime | None:
        return self._session.scalar(select(func.min(Mail.received_at)).where(Mail.status == MailStatus.NEW))

    def waiting(self, before: datetime, rung_before: datetime, most: int) -> list[int]:
        """New mails that came before that moment and were not rung for since the other."""
        rung = or_(Mail.rung_at.is_(None), Mail.rung_at <= rung_before)
        wanted = select(Mail.id).where(Mail.status == MailStatus.NEW, Mail.received_at <= before, rung)
        return list(self._session.scalars(wanted.order_by(Mail.id).limit(most)))

    def from_the_future(self, now: datetime) -> None:
        """What came, or was rung for, while the clock was ahead came now."""
        new = Mail.status == MailStatus.NEW
        self._session.execute(update(Mail).where(new, Mail.received_at > now).values(received_at=now))
        self._session.execute(update(Mail).where(new, Mail.rung_at > now).values(rung_at=None))

    def bulky(self, before: datetime, dropped: datetime) -> list[int]:
        """Mails dealt with before then, or dropped before the other moment, whose bytes are still kept."""
        done = (Mail.status == MailStatus.DONE) & (Mail.handled_at < before)
        left = (Mail.status == MailStatus.DROPPED) & (Mail.handled_at < dropped)
        wanted = select(Mail.id).where(done | left, text("length(raw) > 0"))
        return list(self._session.scalars(wanted.limit(1000)))

    def large(self, before: datetime) -> list[int]:
        """Large mails dealt with, or left waiting for a word, before then, whose files are still kept."""
        dealt = Mail.status.in_((MailStatus.DONE, MailStatus.PARKED)) & (Mail.handled_at < before)
        return list(self._session.scalars(select(Mail.id).where(dealt, LARGE_MAIL).limit(1000)))

    def cut(self, ids: Collection[int]) -> None:
        """Of these mails the beginning alone is kept, where headers and text stand."""
        self._session.execute(update(Mail).where(Mail.id.in_(ids)).values(raw=func.substr(Mail.raw, 1, BEGINNING)))

    def forget_texts(self, ids: Collection[int]) -> None:
        self._session.execute(update(Mail).where(Mail.id.in_(ids)).values(raw=b""))

    def beginnings(self, most: int) -> Iterator[tuple[int, str, bytes]]:
        """Number, sender of the envelope and first bytes of all mails of which anything is kept."""
        wanted = select(Mail.id, Mail.sender, func.substr(Mail.raw, 1, most))
        kept = wanted.where(or_(Mail.sender != "", text("length(raw) > 0"))).order_by(Mail.id)
        for number, sender, head in self._session.execute(kept.execution_options(yield_per=200)):
            yield number, sender, bytes(head)

    def forget(self, ids: Sequence[int]) -> None:
        """Nothing is left of who wrote these mails or what they wrote; that there was a mail stays known."""
        for at in range(0, len(ids), HANDFUL):
            theirs = Mail.id.in_(ids[at : at + HANDFUL])
            self._session.execute(update(Mail).where(theirs).values(sender="", raw=b"", envelope={}))

    def rung_for(self, ids: Collection[int], now: datetime) -> None:
        self._session.execute(update(Mail).where(Mail.id.in_(ids)).values(rung_at=now))
