"""Mails to be sent or sent, asked for by name."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, String, bindparam, cast, func, insert, or_, select, update
from sqlalchemy.orm import Session, make_transient_to_detached

from moderator.store.mails import Kind, Sending
from moderator.store.rows import Rows, table_of
from moderator.store.tables import Game, Outgoing

_PENDING = Outgoing.status == Sending.PENDING
_SENT = Outgoing.status == Sending.SENT
_INVITING = Outgoing.kind.in_((Kind.INVITATION, Kind.TAKING_OVER))
_COLUMNS = tuple(column.name for column in Outgoing.__table__.columns if not column.primary_key)
# Asked with every order; written once, for making a statement costs as much as asking it.
_KEYS = select(Outgoing.key).where(Outgoing.key.in_(bindparam("keys", expanding=True)))
_LOCKED = select(Outgoing).where(Outgoing.id == bindparam("id")).with_for_update()
_INSERT = insert(table_of(Outgoing)).returning(Outgoing.key, Outgoing.id)
# Whoever throws away old texts does a handful at a time.
HANDFUL = 1000
# Among so many of a game's mails the one is looked for that somebody answers.
LATEST = 200


class Outbox(Rows):
    """The outbox. What may become of a row is drawn at ``Sending``.

    What a unit of work posts is written down at its end, all at once, or as soon as somebody asks about the outbox."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._posted: list[Outgoing] = []
        # Keys that somebody has looked for: whether there is a mail of this key.
        self._seen: dict[str, bool] = {}
        self._expected: set[str] = set()

    def put(self, row: Outgoing) -> None:
        self._posted.append(row)
        self._seen[row.key] = True

    def write(self, *later: Outgoing) -> None:
        """Writes down what was posted, but for some that are to be written later."""
        if now := [row for row in self._posted if row not in later]:
            self._posted = [row for row in self._posted if row in later]
            # In the order they came in one statement, whatever the database does with the rows of an insert.
            facts = [{name: getattr(row, name) for name in _COLUMNS} for row in now]
            written = self._session.execute(_INSERT, facts)
            numbers = {key: number for key, number in written}  # noqa: C416  (a row is no pair to the type checker)
            for row in now:
                row.id = numbers[row.key]
                # From now on a row like those that were read: what is changed is written.
                make_transient_to_detached(row)
                self._session.add(row)

    def unposted(self) -> None:
        """Something was taken back: what was not written down never was."""
        self._posted.clear()
        self._seen.clear()

    def expect(self, keys: Collection[str]) -> None:
        """Whoever looks for a key looks for these as well, with one statement."""
        self._expected.update(keys)

    def _look_for(self, key: str) -> None:
        if key not in self._seen:
            unknown = [one for one in {key, *self._expected} if one not in self._seen]
            found = set(self._session.scalars(_KEYS, {"keys": unknown}))
            self._seen |= {key: key in found for key in unknown}

    @property
    def _written(self) -> Session:
        """The session, for questions that must see what was posted."""
        self.write()
        return self._session

    def get(self, outbox_id: int) -> Outgoing | None:
        return self._written.get(Outgoing, outbox_id)

    def locked(self, outbox_id: int) -> Outgoing | None:
        """The row for changing, if it is still to be sent."""
        row = self._written.scalars(_LOCKED, {"id": outbox_id}).first()
        return row if row is not None and row.status == Sending.PENDING else None

    def has(self, key: str) -> bool:
        self._look_for(key)
        return self._seen[key]

    def named(self, message_id: str) -> Outgoing | None:
        return self._written.scalars(select(Outgoing).where(Outgoing.message_id == message_id)).first()

    def latest(self) -> int:
        """The number of the latest mail; nought if there is none."""
        return self._written.scalar(select(func.max(Outgoing.id))) or 0

    def written_to(self, after: int) -> set[str]:
        """To whom mails were written after that one."""
        return set(self._written.scalars(select(Outgoing.recipient).where(Outgoing.id > after)))

    def invitations_by(self, organiser_id: int, since: datetime) -> int:
        """How many people were invited to the games of one moderator."""
        theirs = select(Game.id).where(Game.gm_id == organiser_id)
        wanted = select(func.count(Outgoing.id)).where(_INVITING, Outgoing.created_at > since)
        return self._written.scalar(wanted.where(Outgoing.game_id.in_(theirs))) or 0

    def invitations_to(self, person_id: int, since: datetime) -> int:
        wanted = select(func.count(Outgoing.id)).where(_INVITING, Outgoing.created_at > since)
        return self._written.scalar(wanted.where(Outgoing.person_id == person_id)) or 0

    def fates(self, since: datetime) -> Sequence[tuple[str, str, str, int]]:
        """Recipient, status and reason of what was given to the relay since then, and how many mails of each."""
        about = (Outgoing.recipient, Outgoing.status, Outgoing.trouble)
        sent = Outgoing.status.in_((Sending.PENDING, Sending.SENT, Sending.FAILED, Sending.BOUNCED))
        wanted = select(*about, func.count(Outgoing.id)).where(sent, Outgoing.created_at > since).group_by(*about)
        return [(to, status, trouble or "", many) for to, status, trouble, many in self._written.execute(wanted)]

    def seats_of(self, message_ids: Collection[str]) -> set[int]:
        """The seats to which mails of these names went."""
        wanted = select(Outgoing.seat_id).where(Outgoing.message_id.in_(message_ids))
        return {seat for seat in self._written.scalars(wanted) if seat is not None}

    def all_named(self, message_ids: Collection[str]) -> list[Outgoing]:
        return list(self._written.scalars(select(Outgoing).where(Outgoing.message_id.in_(message_ids))))

    def titled(self, seat_id: int, game_id: str, subject: str) -> list[Outgoing]:
        """The latest mails to a seat under this subject."""
        latest = self._written.scalars(
            select(Outgoing).where(Outgoing.game_id == game_id).order_by(Outgoing.id.desc()).limit(LATEST)
        )
        return [row for row in latest if row.seat_id == seat_id and subject and row.subject == subject]

    def answer_of(self, mail_id: int) -> int | None:
        """The answer to a mail, sent or not."""
        wanted = select(Outgoing.id).where(Outgoing.mail_id == mail_id, Outgoing.kind == Kind.ANSWER)
        return self._written.scalars(wanted.order_by(Outgoing.id)).first()

    def confirming(self, mail_id: int, person_id: int) -> list[Outgoing]:
        """Words that a mail brought to its own writer."""
        wanted = select(Outgoing).where(Outgoing.kind == Kind.CONFIRM, Outgoing.person_id == person_id)
        return list(
            self._written.scalars(wanted.where(Outgoing.key.startswith(f"confirm {mail_id} ", autoescape=True)))
        )

    def due(self, now: datetime, most: int) -> list[int]:
        wanted = select(Outgoing.id).where(_PENDING, Outgoing.due_at <= now)
        return list(self._written.scalars(wanted.order_by(Outgoing.due_at, Outgoing.id).limit(most)))

    def release(self, now: datetime, names: str, but: str) -> None:
        """Frees rows that somebody took whose name begins so, and neither sent nor gave back; not those of one."""
        theirs = Outgoing.holder.startswith(names, autoescape=True) & (Outgoing.holder != but)
        # Before holders had names.
        unnamed = (Outgoing.attempts > 0) & Outgoing.trouble.is_(None) & Outgoing.holder.is_(None)
        held = update(Outgoing).where(_PENDING, or_(theirs, unnamed), Outgoing.due_at > now)
        self._written.execute(held.values(due_at=now, holder=None))

    def from_the_future(self, now: datetime, lease: timedelta) -> None:
        """What was written while the clock was ahead is due now, not when the clock gets there again; what somebody is
        sending, when they must be done with it."""
        written = update(Outgoing).where(_PENDING, Outgoing.created_at > now, Outgoing.holder.is_(None))
        self._written.execute(written.values(due_at=now))
        held = update(Outgoing).where(_PENDING, Outgoing.due_at > now + lease, Outgoing.holder.is_not(None))
        self._written.execute(held.values(due_at=now + lease))

    def hasten(self, trouble: str, now: datetime) -> None:
        """What waited because of this trouble is due now."""
        waiting = _PENDING & Outgoing.trouble.startswith(trouble, autoescape=True)
        self._written.execute(update(Outgoing).where(waiting).values(due_at=now))

    def in_trouble(self, most: int, *, locked: bool = False) -> list[Outgoing]:
        """What could not be sent yet or at all, the oldest first; ``locked``: for changing. To whom a mail was is not
        known any more where they were forgotten, and then nobody waits for it."""
        troubled = or_(Outgoing.status == Sending.FAILED, _PENDING & Outgoing.trouble.is_not(None))
        wanted = select(Outgoing).where(troubled, Outgoing.recipient != "").order_by(Outgoing.id).limit(most)
        return list(self._written.scalars(wanted.with_for_update() if locked else wanted))

    def lost(self, most: int) -> list[Outgoing]:
        """What was given up or came back, the latest first."""
        wanted = select(Outgoing).where(Outgoing.status.in_((Sending.FAILED, Sending.BOUNCED)))
        return list(self._written.scalars(wanted.order_by(Outgoing.id.desc()).limit(most)))

    def counted(self) -> dict[str, int]:
        return self._counted(Outgoing.status)

    def oldest_pending(self) -> datetime | None:
        """Since it was written: a mail that is tried again and again is due again and again."""
        return self._written.scalar(select(func.min(Outgoing.created_at)).where(_PENDING))

    def oldest_untried(self) -> datetime | None:
        return self._written.scalar(select(func.min(Outgoing.due_at)).where(_PENDING, Outgoing.attempts == 0))

    def last_sent(self) -> datetime | None:
        return self._written.scalar(select(func.max(Outgoing.sent_at)))

    def tried_in_vain(self, before: datetime) -> tuple[int, datetime | None]:
        """How many of those written before then were tried and still wait, and since when the first of them does."""
        tried = _PENDING & (Outgoing.attempts > 0) & (Outgoing.created_at < before)
        count, since = self._written.execute(select(func.count(), func.min(Outgoing.created_at)).where(tried)).one()
        return int(count), since

    def ever_written_to(self) -> set[str]:
        return set(self._written.scalars(select(Outgoing.recipient).distinct()))

    # What was sent, as the local mailbox shows it

    def recipients(self) -> list[tuple[str, int]]:
        """Everybody who got mail, and how much of it."""
        wanted = select(Outgoing.recipient, func.count()).where(_SENT).group_by(Outgoing.recipient)
        return sorted((name, count) for name, count in self._written.execute(wanted))

    def sent_to(self, recipient: str, most: int) -> list[Outgoing]:
        """The latest first; without a recipient everybody's."""
        wanted = select(Outgoing).where(_sent_to(recipient)).order_by(Outgoing.id.desc())
        return list(self._written.scalars(wanted.limit(most)))

    def sent_after(self, outbox_id: int, recipient: str) -> int:
        wanted = select(func.count(Outgoing.id)).where(Outgoing.id > outbox_id, _sent_to(recipient))
        return self._written.scalar(wanted) or 0

    def answer_to(self, mail_id: int) -> int | None:
        return self._written.scalars(select(Outgoing.id).where(Outgoing.mail_id == mail_id, _SENT)).first()

    def latest_of(self, game_id: str, most: int) -> list[Outgoing]:
        wanted = select(Outgoing).where(Outgoing.game_id == game_id).order_by(Outgoing.id.desc()).limit(most)
        return list(self._written.scalars(wanted))

    def asked_before(self, person_id: int, outbox_id: int) -> bool:
        """Whether the person was asked for a move in any game before this mail was written."""
        # What was folded into this very mail was not asked before it.
        here = func.coalesce(Outgoing.trouble, "") == f"told in mail {outbox_id}"
        earlier = select(Outgoing.id).where(Outgoing.person_id == person_id, Outgoing.id < outbox_id, ~here)
        return self._written.scalars(earlier.where(Outgoing.kind == Kind.MOVE).limit(1)).first() is not None

    def was_told(self, game_id: str, key: str) -> bool:
        """Whether a game has mails whose keys begin so."""
        wanted = select(Outgoing.id).where(Outgoing.game_id == game_id, Outgoing.key.startswith(key, autoescape=True))
        return self._written.scalars(wanted.limit(1)).first() is not None

    def any_sent(self, game_id: str) -> bool:
        return self._written.scalars(select(Outgoing.id).where(Outgoing.game_id == game_id, _SENT)).first() is not None

    # Texts that are kept no longer

    def bulky(self, before: datetime) -> list[int]:
        """Mails sent before then whose text is still kept."""
        old = select(Outgoing.id).where(_SENT, Outgoing.sent_at < before, Outgoing.raw.is_not(None))
        return list(self._written.scalars(old.limit(HANDFUL)))

    def forget_texts(self, ids: Collection[int]) -> None:
        self._written.execute(update(Outgoing).where(Outgoing.id.in_(ids)).values(raw=None, enclosed=None))

    def forget(self, person_id: int, addresses: Sequence[str], wrote: Sequence[int]) -> None:
        """Mails to somebody who is to be forgotten: what is unsent is not sent, and of the rest no text is kept.

        So too for words that a mail they ``wrote`` had us send to an address that is nobody's: another of their own."""
        numbers = set(map(str, wrote))
        words = select(Outgoing.id, Outgoing.key).where(Outgoing.person_id.is_(None), Outgoing.kind == Kind.CONFIRM)
        # Named after the mail that asked for it.
        asked = [row.id for row in self._written.execute(words) if row.key.split(" ")[1] in numbers]
        for at in range(0, len(asked), HANDFUL):
            self._forget(Outgoing.id.in_(asked[at : at + HANDFUL]))
        self._forget((Outgoing.person_id == person_id) | Outgoing.recipient.in_(addresses))

    def _forget(self, theirs: ColumnElement[bool]) -> None:
        self._written.execute(update(Outgoing).where(theirs, _PENDING).values(status=Sending.FAILED))
        self._written.execute(
            update(Outgoing).where(theirs).values(recipient="", raw=None, enclosed=None, subject="", data={})
        )
        # Some are named by the address they went to; mails to nobody are written no second time.
        unnamed = "forgotten " + cast(Outgoing.id, String)
        self._written.execute(update(Outgoing).where(theirs, Outgoing.key.contains("@")).values(key=unnamed))

    def write_anew(self) -> None:
        """Whatever is written but not sent is written again."""
        self._written.execute(update(Outgoing).where(_PENDING).values(raw=None, enclosed=None))


def _sent_to(recipient: str) -> ColumnElement[bool]:
    return _SENT & (Outgoing.recipient == recipient) if recipient else _SENT
