"""The office and its desk: what the service is wired from, and the unit of work in which inbox, games and outbox
change together or not at all."""

from __future__ import annotations

import base64
import hashlib
import hmac
import logging
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Self, TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from config.settings import Settings
from moderator.language import Words, spoken
from moderator.office.addresses import Addresses, canonical, hash_token
from moderator.office.channels import leave_word
from moderator.office.folding import fold
from moderator.office.oauth import Tokens
from moderator.office.relay import Relay
from moderator.store import mails
from moderator.store.chain import Seals
from moderator.store.cups import Cups, Endings
from moderator.store.decisions import Decisions, Filed, Offers
from moderator.store.enclosures import Enclosures, Lately, Written
from moderator.store.game import Play, Positions
from moderator.store.games import Games, Seats
from moderator.store.incoming import Incoming
from moderator.store.outgoing import Outbox
from moderator.store.people import People
from moderator.store.punctuality import Punctual
from moderator.store.service import OneTimeWords, Service
from moderator.store.tables import (
    Address,
    AuditEntry,
    Game,
    Mail,
    Outgoing,
    Person,
    Seat,
    Table,
    Tally,
    connect,
    writer_lock,
)
from moderator.store.visitors import Devices, Hooks, Keys, Tallies

log = logging.getLogger(__name__)

# Rings after a commit: the name of a task and what it is about. It may be lost; the sweep finds the work anyway.
Bell = Callable[[str, Any], None]
# Whatever row is added comes back as what it is.
Row = TypeVar("Row", bound=Table)
# No bell rings for more mails than these: the table of a game, with room to spare.
AT_ONCE = 12
# How the name of a service begins that does everything in one process.
SERVICE = "service"
SignedBy = Callable[[bytes, float], tuple[tuple[str, frozenset[str]], ...]]


def _silence(_task: str, _key: Any) -> None:
    """The bell of a process without workers."""


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass
class Office:
    """Everything long-lived, made once per process."""

    settings: Settings
    now: Callable[[], datetime] = utc_now
    bell: Bell = _silence
    # Says which domains have signed a mail; only asked where the operator trusts signatures.
    signed_by: SignedBy | None = None
    database: Engine = field(init=False)
    positions: Positions = field(default_factory=Positions)
    enclosed: Lately = field(default_factory=Lately)
    # Games that a mail was addressed to: they are there.
    games_met: set[str] = field(default_factory=set)
    # Bytes that came for a seat in an hour: by its secret and the hour.
    brought: dict[tuple[str, int], int] = field(default_factory=dict)
    # Hosts and ports of this machine that hooks may reach. Nothing sets it but a test with a server of its own.
    hooks_may_reach: frozenset[tuple[str, int]] = frozenset()
    # Under which name this process takes mails to send. A service that starts alone takes up what an earlier one held,
    # known by the beginning of its name, and nothing of somebody who works beside it.
    holder: str = field(default_factory=lambda: f"hand {secrets.token_hex(8)}")
    # Writes mails out elsewhere, where whoever writes them here would be in the way of others (see workers/scribe.py).
    scribe: Callable[[int], Written | None] | None = None

    def __post_init__(self) -> None:
        self.database = connect(self.settings.database_url)
        self._reader = self.database.execution_options(reading=True)
        self._writing = writer_lock(self.settings.database_url)
        self.addresses = Addresses(self.settings.mail_domain, self.settings.secret_key.encode(), self.settings.mailbox)
        self.seals = Seals(self.settings.secret_key)
        relay = self.settings.smtp_relay
        self.tokens = Tokens.of(self.settings)
        # Without one all mail is kept in the local mailbox.
        self.relay = Relay(relay, self.settings.mail_domain, tokens=self.tokens) if relay is not None else None

    @contextmanager
    def desk(self) -> Iterator[Desk]:
        """A unit of work: commits at the end, or leaves no trace. Bells ring only after the commit."""
        if self._writing is not None:
            self._writing.acquire()
        try:
            with Session(self.database, expire_on_commit=False, info={"seals": self.seals}) as session:
                desk = Desk(self, session)
                yield desk
                desk.fold()
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

    def serves_alone(self) -> None:
        """From here on mails are taken to be sent under the service's name."""
        self.holder = f"{SERVICE} {secrets.token_hex(8)}"

    def close(self) -> None:
        if self.relay is not None:
            self.relay.close()
        self.database.dispose()

    def token(self, game_id: str, seat: str, number: int) -> str:
        """The secret of a seat's address, derived from the service's key.

        The table of seats can't give it away. The text of a mail can, as long as the outbox keeps it.
        """
        text = f"seat {game_id} {seat} {number}".encode()
        secret = hmac.digest(self.settings.secret_key.encode(), text, "sha256")
        return base64.b32encode(secret[:16]).decode().rstrip("=").lower()

    def seat_address(self, seat: Seat) -> str:
        return self.addresses.seat(seat.game_id, self.token(seat.game_id, seat.name, seat.key_number))


class Desk:
    """One unit of work: what may be read, locked, queued and written down within one transaction.

    Questions to the tables stand with the tables (``desk.outbox.due(…)``); the session is nobody else's.
    """

    def __init__(self, office: Office, session: Session) -> None:
        self.office, self.session = office, session
        self.games, self.seats, self.people = Games(session), Seats(session), People(session)
        self.decisions, self.offers, self.filed = Decisions(session), Offers(session), Filed(session)
        self.punctual = Punctual(session)
        self.incoming, self.outbox = Incoming(session), Outbox(session)
        self.enclosures = Enclosures(session)
        self.cups, self.endings = Cups(session), Endings(session)
        self.words, self.service = OneTimeWords(session), Service(session)
        self.devices, self.tallies = Devices(session), Tallies(session)
        self.keys, self.hooks = Keys(session), Hooks(session)
        self.settings = office.settings
        self.now = office.now()
        self._bells: list[tuple[str, Any]] = []
        self._posted: list[Outgoing] = []
        self._shown: set[str] = set()
        self._afterwards: list[Callable[[], None]] = []

    # Rows

    def add(self, row: Row) -> Row:
        """Writes a new row down at once, so that it has its number and what must be unique speaks here and now."""
        self.session.add(row)
        self.session.flush()
        self._touched(row)
        return row

    def drop(self, row: Table) -> None:
        self.session.delete(row)
        self.session.flush()
        self._touched(row)

    def _touched(self, row: Table | None = None) -> None:
        """What is remembered of rows that were read is read again where it may have changed."""
        for known in (self.people, self.offers, self.filed, self.hooks):
            known.touched(row)

    def write(self) -> None:
        """Writes down what was changed, for questions to the tables that follow."""
        self.session.flush()

    def attempt(self) -> Attempt:
        """All of what is done within, or nothing of it: when an exception leaves it, or it is rolled back."""
        return Attempt(self)

    def posted(self) -> int:
        """How many mails this unit of work has posted; they are written down first if anything may be taken back."""
        self.outbox.write()
        return len(self._posted)

    def take_back(self, posted: int) -> None:
        """What was posted after the first so many never was, and nothing that was read is remembered."""
        del self._posted[posted:]
        self.outbox.unposted()
        self._touched()

    # Games

    def game(self, game_id: str) -> Play | None:
        """The game for looking at."""
        row = self.games.row(game_id)
        return None if row is None else self._play(row)

    def lock(self, game_id: str) -> Play | None:
        """The game for changing: nobody else gets it until this desk is done."""
        row = self.games.locked(game_id)
        if row is None:
            return None
        play = self._play(row)
        # Nearly everything that can happen to a game asks who sits at the table, how to reach them, and what waits.
        seats = [one for seat in play.seats for one in (seat.person_id, seat.substitute_id) if one is not None]
        self.people.meet(set(seats))
        waiting = self.games.waiting(game_id, set(seats))
        if not waiting.offers:
            self.offers.none_in(game_id)
        if not waiting.filed:
            self.filed.none_in(game_id)
        if not waiting.hooks:
            self.hooks.none_for(game_id, set(seats))
        return play

    def _play(self, row: Game) -> Play:
        return Play(self.session, self.office.positions, row, self.seats.of_game(row.id))

    def seat_by_token(self, token: str) -> Seat | None:
        return self.seats.with_token(hash_token(token))

    def is_token(self, token: str) -> bool:
        """Whether it is that of a seat, of which nothing is loaded."""
        return self.seats.has_token(hash_token(token))

    # People

    def person(self, person_id: int | None) -> Person | None:
        return None if person_id is None else self.people.get(person_id)

    def person_at(self, address: str) -> Person | None:
        return self.people.at(canonical(address))

    def meet(self, address: str, name: str = "", language: str = "") -> Person:
        """The person at this address, made known if new, and then as a reader of this language."""
        known = self.person_at(address)
        if known is not None:
            return known
        called = name or address.partition("@")[0]
        person = self.add(Person(name=called, language=language or "en", created_at=self.now))
        self.give_address(person, address, main=True)
        return person

    def give_address(self, person: Person, address: str, *, main: bool) -> None:
        """Mail goes to the address as written; only comparing needs its canonical form."""
        self.add(Address(person_id=person.id, address=canonical(address), written=address.strip(), main=main))

    def main_address(self, person: Person) -> str:
        return next((row.written for row in self.people.addresses(person.id)), "")

    def holder(self, seat: Seat) -> Person | None:
        """Who plays the seat now: its owner, or a substitute while one is named."""
        if seat.substitute_id is not None and (seat.substitute_until is None or seat.substitute_until > self.now):
            return self.person(seat.substitute_id)
        return self.person(seat.person_id)

    def may_write(self, seat: Seat, person: Person) -> bool:
        """Whether somebody gives a seat's orders: its owner, or whoever plays it now."""
        holder = self.holder(seat)
        return person.id == seat.person_id or (holder is not None and person.id == holder.id)

    # Mail

    def mail(self, mail_id: int) -> Mail | None:
        """An incoming mail, locked: whoever comes second finds it done."""
        return self.incoming.locked(mail_id)

    def post(
        self,
        key: str,
        to: str,
        mail: mails.Payload,
        *,
        seat: Seat | None = None,
        game_id: str | None = None,
        person: Person | None = None,
        mail_id: int | None = None,
        speaking_to: Person | None = None,
        shown: bool = False,
    ) -> Outgoing | None:
        """Puts a mail into the outbox, once per key; None if it was there already.

        It speaks to ``person`` in their own language, or to whoever else is named as being spoken to. ``shown``: its
        reader sees it on a page, so it is sent only if it takes in something else."""
        if not to or self.outbox.has(key):
            return None
        # With the moment: after a restore keys come again, and a name that was seen once is thrown away unread.
        name = f"{self.settings.secret_key} {key} {self.now.isoformat()}"
        digest = hashlib.sha256(name.encode()).hexdigest()[:32]
        row = Outgoing(
            key=key,
            kind=mail.kind,
            game_id=game_id or (seat.game_id if seat else None),
            seat_id=seat.id if seat else None,
            person_id=person.id if person else None,
            recipient=to,
            mail_id=mail_id,
            message_id=f"<{digest}@{self.settings.mail_domain}>",
            data=self._in_words(mail, speaking_to or person),
            created_at=self.now,
            due_at=self.now,
            status="pending",
            attempts=0,
            subject="",
        )
        self.outbox.put(row)
        self._posted.append(row)
        if shown:
            self._shown.add(key)
        return row

    def say_instead(self, row: Outgoing, mail: mails.Payload) -> None:
        """What was just posted says something else, for more is known by now; what was taken back says nothing."""
        if row in self._posted:
            row.data = self._in_words(mail, self.person(row.person_id))

    def will_post(self, keys: Collection[str]) -> None:
        """What may be posted next: one question finds out which of it was posted before."""
        self.outbox.expect(keys)

    def fold(self) -> None:
        """What was posted here for one reader becomes one mail; all of it is written down together."""
        told_in = fold(self._posted, self._shown)
        # Whoever looks for a mail is told where its words are; that one must have its number first.
        self.outbox.write(*told_in)
        for row, host in told_in.items():
            row.trouble = f"told in mail {host.id}"
        self.outbox.write()
        leave_word(self, self._posted)
        self._ring_for_mail()

    def _ring_for_mail(self) -> None:
        """One bell for all mails about one game: whoever writes the first has most of the others in hand.

        Whoever wrote waits for the answer; it goes first, and the others' reports follow it."""
        by_game: dict[str | None, list[Outgoing]] = {}
        for row in self._posted:
            if row.status == mails.Sending.PENDING:
                by_game.setdefault(row.game_id, []).append(row)
        for rows in by_game.values():
            rows.sort(key=lambda row: row.kind != mails.Kind.ANSWER)
            urgent = rows[0].kind == mails.Kind.ANSWER
            for at in range(0, len(rows), AT_ONCE):
                ids = tuple(row.id for row in rows[at : at + AT_ONCE])
                self.ring("answer" if urgent and not at else "deliver", ids[0] if len(ids) == 1 else ids)

    @staticmethod
    def _in_words(mail: mails.Payload, person: Person | None) -> dict[str, Any]:
        """What a mail will say, in the language and the time zone of whoever gets it, or in its own."""
        words = Words(mails.own_language(mail) or (person.language if person is not None else "en"))
        zone = person.zone if person is not None else "UTC"
        return mails.encode(mails.mapped(mail, lambda value: spoken(value, words, zone)))

    def post_to_seat(self, seat: Seat, key: str, mail: mails.Payload, *, mail_id: int | None = None) -> Outgoing | None:
        """To whoever plays the seat; bots and empty seats get no mail."""
        person = self.holder(seat)
        if person is None or seat.bot or person.suspended:
            return None
        return self.post(key, self.main_address(person), mail, seat=seat, person=person, mail_id=mail_id)

    # Words that work once

    def remember(self, kind: str, word: str, expires_at: datetime, data: Mapping[str, Any] | None = None) -> bool:
        """Keeps a word; False if it was kept before, so a replayed one is noticed."""
        return self.words.keep(kind, _digest(word), expires_at, dict(data or {}))

    def is_remembered(self, kind: str, word: str) -> bool:
        row = self.words.kept(kind, _digest(word))
        return row is not None and row.expires_at > self.now

    def is_good(self, kind: str, word: str) -> bool:
        """Whether a word could still be used."""
        row = self.words.kept(kind, _digest(word))
        return row is not None and row.used_at is None and row.expires_at > self.now

    def kept_with(self, kind: str, word: str) -> dict[str, Any] | None:
        """What was kept with a word, used up, too old or not."""
        row = self.words.kept(kind, _digest(word))
        return None if row is None else dict(row.data)

    def keep_instead(self, kind: str, word: str, data: Mapping[str, Any]) -> None:
        """Something else is kept with a word from now on."""
        row = self.words.kept(kind, _digest(word))
        if row is not None:
            row.data = dict(data)

    def unlearn(self, kind: str, word: str) -> None:
        """A word was never kept."""
        row = self.words.kept(kind, _digest(word))
        if row is not None:
            self.drop(row)

    def use(self, kind: str, word: str) -> dict[str, Any] | None:
        """What was kept with a word that is still good; it is used up by this."""
        row = self.words.locked(kind, _digest(word))
        if row is None or row.used_at is not None or row.expires_at <= self.now:
            return None
        row.used_at = self.now
        return dict(row.data)

    def within(self, what: str, whose: str, most: int, stretch: timedelta, *, later: int = 0, amount: int = 1) -> bool:
        """Counts one more of what is limited, or an amount; False if that is more than ``most`` in a stretch of time:
        this one, or so many later."""
        slot = int(self.now.timestamp() // stretch.total_seconds()) + later
        caller = _digest(f"{self.settings.secret_key} {whose}")
        row = self.tallies.count(what, caller, slot)
        if row is None and amount <= most:
            try:
                with self.attempt():
                    expires = datetime.fromtimestamp((slot + 2) * stretch.total_seconds(), UTC)
                    self.session.add(Tally(what=what, whose=caller, slot=slot, count=amount, expires_at=expires))
                return True
            except IntegrityError:
                row = self.tallies.count(what, caller, slot)
        if row is None or row.count + amount > most:
            return False
        row.count += amount
        return True

    def count_anew(self, what: str, whose: str, stretch: timedelta) -> None:
        """Forgets what was counted of what is limited in this stretch of time."""
        slot = int(self.now.timestamp() // stretch.total_seconds())
        row = self.tallies.count(what, _digest(f"{self.settings.secret_key} {whose}"), slot)
        if row is not None:
            row.count = 0

    def counted(self, what: str, whose: str, stretch: timedelta) -> tuple[int, datetime]:
        """How much of what is limited was counted in this stretch of time, and when the next one begins."""
        slot = int(self.now.timestamp() // stretch.total_seconds())
        row = self.tallies.count(what, _digest(f"{self.settings.secret_key} {whose}"), slot)
        return (0 if row is None else row.count), datetime.fromtimestamp((slot + 1) * stretch.total_seconds(), UTC)

    def note(self, who: str, what: str, game_id: str | None = None, **detail: Any) -> None:
        """Writes into the audit log."""
        self.session.add(AuditEntry(at=self.now, who=who, what=what, game_id=game_id, detail=detail))

    def after(self, do: Callable[[], None]) -> None:
        """Something to remember in this process, once all of it is written down."""
        self._afterwards.append(do)

    def ring(self, task: str, key: Any) -> None:
        self._bells.append((task, key))

    def ring_out(self) -> None:
        for do in self._afterwards:
            do()
        for task, key in dict.fromkeys(self._bells):
            try:
                self.office.bell(task, key)
            except OSError as gone:
                # Nothing is lost: the rows are in the database and the sweep will find them. Whoever wrote to us
                # must not wait while we try in vain for every one of them.
                log.warning("the broker did not hear about %s: %s", task, type(gone).__name__)
                return


class Attempt:
    """A part of a unit of work that may be taken back alone, and what it has posted with it."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._posted = desk, desk.posted()
        self._point = desk.session.begin_nested()

    def __enter__(self) -> Self:
        self._point.__enter__()
        return self

    def __exit__(self, *how: Any) -> None:
        try:
            self._point.__exit__(*how)
        except BaseException:
            # What was done within could not be written down.
            self._desk.take_back(self._posted)
            raise
        if how[0] is not None:
            self._desk.take_back(self._posted)

    def commit(self) -> None:
        self._point.commit()

    def rollback(self) -> None:
        self._point.rollback()
        self._desk.take_back(self._posted)


def _digest(word: str) -> str:
    return hashlib.sha256(word.strip().casefold().encode()).hexdigest()
