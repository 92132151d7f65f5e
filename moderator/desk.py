"""The office and its desk: what the service is wired from, and the unit of work in which inbox, games and outbox
change together or not at all."""

from __future__ import annotations

import base64
import hashlib
import hmac
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Engine, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from config.settings import Settings
from moderator.games.game import Play, Positions
from moderator.games.rules import Rules
from moderator.games.store import Address, Deed, Game, Mail, Nonce, Outgoing, Person, Seat, connect, writer_lock
from moderator.gateway.addresses import Addresses, canonical, hash_token

log = logging.getLogger(__name__)

# Rings after a commit: the name of a task and what it is about. It may be lost; the sweep finds the work anyway.
Bell = Callable[[str, Any], None]
SignedBy = Callable[[bytes], tuple[str, ...]]


def _silence(_task: str, _key: Any) -> None:
    """The bell of a process without workers."""


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass
class Office:
    """Everything long-lived, made once per process."""

    settings: Settings
    rules: Rules
    now: Callable[[], datetime] = utc_now
    bell: Bell = _silence
    # Says which domains have signed a mail; only asked where the operator trusts signatures.
    signed_by: SignedBy | None = None
    database: Engine = field(init=False)
    positions: Positions = field(default_factory=Positions)

    def __post_init__(self) -> None:
        self.database = connect(self.settings.database_url)
        self._reader = self.database.execution_options(reading=True)
        self._writing = writer_lock(self.settings.database_url)
        if self.settings.trust == "dkim" and self.signed_by is None:
            from moderator.inbox.dkim import signed_by

            self.signed_by = signed_by
        self.addresses = Addresses(self.settings.mail_domain, self.settings.secret_key.encode())

    @contextmanager
    def desk(self) -> Iterator[Desk]:
        """A unit of work: commits at the end, or leaves no trace. Bells ring only after the commit."""
        if self._writing is not None:
            self._writing.acquire()
        try:
            with Session(self.database, expire_on_commit=False) as session:
                desk = Desk(self, session)
                yield desk
                session.commit()
        finally:
            if self._writing is not None:
                self._writing.release()
        desk.ring_out()

    @contextmanager
    def reading(self) -> Iterator[Desk]:
        """A desk for looking only; it never waits for writers."""
        with Session(self._reader, expire_on_commit=False) as session:
            yield Desk(self, session)

    def close(self) -> None:
        self.database.dispose()

    def token(self, game_id: str, seat: str, number: int) -> str:
        """The secret of a seat's address. Derived from the service's key: the database can't give it away."""
        text = f"seat {game_id} {seat} {number}".encode()
        secret = hmac.digest(self.settings.secret_key.encode(), text, "sha256")
        return base64.b32encode(secret[:16]).decode().rstrip("=").lower()

    def seat_address(self, seat: Seat) -> str:
        return self.addresses.seat(seat.game_id, self.token(seat.game_id, seat.name, seat.key_number))


class Desk:
    """One unit of work: what may be read, locked, queued and written down within one transaction."""

    def __init__(self, office: Office, session: Session) -> None:
        self.office, self.session = office, session
        self.settings, self.rules = office.settings, office.rules
        self.now = office.now()
        self._bells: list[tuple[str, Any]] = []
        self._people: dict[int, Person] = {}

    # Games

    def game(self, game_id: str) -> Play | None:
        """The game for looking at."""
        row = self.session.get(Game, game_id)
        return None if row is None else self._play(row)

    def lock(self, game_id: str) -> Play | None:
        """The game for changing: nobody else gets it until this desk is done."""
        row = self.session.scalars(
            select(Game).where(Game.id == game_id).with_for_update().execution_options(populate_existing=True)
        ).first()
        return None if row is None else self._play(row)

    def _play(self, row: Game) -> Play:
        seats = self.session.scalars(select(Seat).where(Seat.game_id == row.id).order_by(Seat.position, Seat.id))
        return Play(self.session, self.rules, self.office.positions, row, list(seats))

    def seat_by_token(self, token: str) -> Seat | None:
        return self.session.scalars(select(Seat).where(Seat.token_hash == hash_token(token))).first()

    # People

    def person(self, person_id: int | None) -> Person | None:
        found = None if person_id is None else self.session.get(Person, person_id)
        if found is not None:
            # The session forgets whom nobody holds, and would read the same person again and again.
            self._people[found.id] = found
        return found

    def person_at(self, address: str) -> Person | None:
        found = self.session.scalars(select(Address).where(Address.address == canonical(address))).first()
        return None if found is None else self.person(found.person_id)

    def meet(self, address: str, name: str = "") -> Person:
        """The person at this address, made known if new."""
        known = self.person_at(address)
        if known is not None:
            return known
        person = Person(name=name or address.partition("@")[0], created_at=self.now)
        self.session.add(person)
        self.session.flush()
        # Mail goes to the address as written; only comparing needs its canonical form.
        self.session.add(Address(person_id=person.id, address=canonical(address), written=address.strip(), main=True))
        self.session.flush()
        return person

    def addresses_of(self, person: Person) -> list[Address]:
        wanted = select(Address).where(Address.person_id == person.id).order_by(Address.main.desc(), Address.id)
        return list(self.session.scalars(wanted))

    def main_address(self, person: Person) -> str:
        return next((row.written for row in self.addresses_of(person)), "")

    def holder(self, seat: Seat) -> Person | None:
        """Who plays the seat now: its owner, or a substitute while one is named."""
        if seat.substitute_id is not None and (seat.substitute_until is None or seat.substitute_until > self.now):
            return self.person(seat.substitute_id)
        return self.person(seat.person_id)

    # Mail

    def mail(self, mail_id: int) -> Mail | None:
        """An incoming mail, locked: whoever comes second finds it done."""
        return self.session.scalars(
            select(Mail).where(Mail.id == mail_id).with_for_update().execution_options(populate_existing=True)
        ).first()

    def post(
        self,
        key: str,
        kind: str,
        to: str,
        data: Mapping[str, Any],
        *,
        seat: Seat | None = None,
        game_id: str | None = None,
        person: Person | None = None,
        mail_id: int | None = None,
    ) -> Outgoing | None:
        """Puts a mail into the outbox, once per key; None if it was there already."""
        if not to or self.session.scalars(select(Outgoing.id).where(Outgoing.key == key)).first() is not None:
            return None
        digest = hashlib.sha256(f"{self.settings.secret_key} {key}".encode()).hexdigest()[:32]
        row = Outgoing(
            key=key,
            kind=kind,
            game_id=game_id or (seat.game_id if seat else None),
            seat_id=seat.id if seat else None,
            person_id=person.id if person else None,
            recipient=to,
            mail_id=mail_id,
            message_id=f"<{digest}@{self.settings.mail_domain}>",
            data=self._in_words(data, person),
            created_at=self.now,
            due_at=self.now,
            status="pending",
            attempts=0,
            subject="",
        )
        self.session.add(row)
        self.session.flush()
        # Whoever wrote waits for the answer; the others' reports can follow.
        self.ring("answer" if kind == "answer" else "deliver", row.id)
        return row

    @staticmethod
    def _in_words(data: Mapping[str, Any], person: Person | None) -> dict[str, Any]:
        """What a mail will say, in the language and the time zone of whoever gets it."""
        from moderator.outbox.report.words import Words
        from moderator.outbox.wording import spoken

        words = Words(person.language if person is not None else "en")
        return dict(spoken(data, words, person.zone if person is not None else "UTC"))

    def post_to_seat(
        self, seat: Seat, key: str, kind: str, data: Mapping[str, Any], *, mail_id: int | None = None
    ) -> Outgoing | None:
        """To whoever plays the seat; bots and empty seats get no mail."""
        person = self.holder(seat)
        if person is None or seat.bot or person.suspended:
            return None
        return self.post(key, kind, self.main_address(person), data, seat=seat, person=person, mail_id=mail_id)

    # Words that work once

    def remember(self, kind: str, word: str, expires_at: datetime, data: Mapping[str, Any] | None = None) -> bool:
        """Keeps a word; False if it was kept before, so a replayed one is noticed."""
        row = Nonce(kind=kind, hash=_digest(word), data=dict(data or {}), expires_at=expires_at)
        try:
            with self.session.begin_nested():
                self.session.add(row)
        except IntegrityError:
            return False
        return True

    def is_remembered(self, kind: str, word: str) -> bool:
        wanted = select(Nonce.id).where(Nonce.kind == kind, Nonce.hash == _digest(word), Nonce.expires_at > self.now)
        return self.session.scalars(wanted).first() is not None

    @staticmethod
    def digest(word: str) -> str:
        """How a word is kept: whoever reads the database can't use it."""
        return _digest(word)

    def use(self, kind: str, word: str) -> dict[str, Any] | None:
        """What was kept with a word that is still good; it is used up by this."""
        row = self.session.scalars(
            select(Nonce).where(Nonce.kind == kind, Nonce.hash == _digest(word)).with_for_update()
        ).first()
        if row is None or row.used_at is not None or row.expires_at <= self.now:
            return None
        row.used_at = self.now
        return dict(row.data)

    def note(self, who: str, what: str, game_id: str | None = None, **detail: Any) -> None:
        """Writes into the audit log."""
        self.session.add(Deed(at=self.now, who=who, what=what, game_id=game_id, detail=detail))

    def ring(self, task: str, key: Any) -> None:
        self._bells.append((task, key))

    def ring_out(self) -> None:
        for task, key in dict.fromkeys(self._bells):
            try:
                self.office.bell(task, key)
            except OSError as gone:
                # Nothing is lost: the rows are in the database and the sweep will find them. Whoever wrote to us
                # must not wait while we try in vain for every one of them.
                log.warning("the broker did not hear about %s: %s", task, type(gone).__name__)
                return


def _digest(word: str) -> str:
    return hashlib.sha256(word.strip().casefold().encode()).hexdigest()
