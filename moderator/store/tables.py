"""What the database keeps: one class per table, and the engine that reaches them.

The database is the truth. Everything that must survive a crash (mail that came in, mail to go out, deadlines, orders
kept for later) is a row here, written in the same transaction as the game it belongs to.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    DateTime,
    Dialect,
    Engine,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
    create_engine,
    event,
    false,
    make_url,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from config.settings import keep_private
from engine import Event, Player, decode
from moderator.store.statuses import HookStatus, MailStatus, OfferStatus, OnFile, SeatRole, SeatStatus, Stage

Json = dict[str, Any]
_HELD = text("raw IS NOT NULL")
# An incoming mail always has bytes; those of old ones are thrown away and nothing is left of them.
_WHOLE = text("length(raw) > 0")
# Of larger ones the beginning is kept, with headers and text; the files behind it are let go first.
LARGE_MAIL = text("length(raw) > 1048576")


class Instant(TypeDecorator[datetime]):
    """A moment in UTC. SQLite forgets zones, so none is stored and UTC is put back on reading."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment without a zone can't be stored")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


class Table(DeclarativeBase):
    """All tables hang on one metadata, so that migrations can be checked against them."""

    type_annotation_map = {datetime: Instant, dict[str, Any]: JSON, list[Any]: JSON}  # noqa: RUF012


class Person(Table):
    __tablename__ = "people"
    # Guests who do not come back are looked for at every pass of the sweep.
    __table_args__ = (Index("people_guests", "guest", "created_at"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    name: Mapped[str] = mapped_column(String(200))
    zone: Mapped[str] = mapped_column(String(64), default="UTC")
    hours: Mapped[str] = mapped_column(String(16), default="")
    weekdays: Mapped[str] = mapped_column(String(16), default="")
    language: Mapped[str] = mapped_column(String(8), default="en")
    text_only: Mapped[bool] = mapped_column(Boolean, default=False)
    reports: Mapped[str] = mapped_column(String(16), default="each")
    # At which parts of a decision's time they want to be reminded, as "50 90"; nothing: as the game has it.
    reminders: Mapped[str] = mapped_column(String(40), default="", server_default="")
    # When the next daily summary is due, for those who asked for one.
    digest_at: Mapped[datetime | None] = mapped_column(index=True)
    bounces: Mapped[int] = mapped_column(Integer, default=0)
    suspended: Mapped[bool] = mapped_column(Boolean, default=False)
    # Shut out by whoever runs the service: nothing they write is done, and nobody can invite them.
    blocked: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    # Runs the service: sees the operator's console once signed in.
    operator: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    # Came by a click and has no address of their own yet; nothing is mailed to them.
    guest: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    # Wants to be rated: finished regular games between people who do count.
    rated: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    created_at: Mapped[datetime]


class Address(Table):
    __tablename__ = "addresses"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    # The canonical form, for recognising a sender; `written` is where mail goes.
    address: Mapped[str] = mapped_column(String(320), unique=True)
    written: Mapped[str] = mapped_column(String(320))
    # The address mail goes to; the others may only send.
    main: Mapped[bool] = mapped_column(Boolean, default=True)


class Game(Table):
    __tablename__ = "games"
    __table_args__ = (Index("games_by_age", "created_at"), Index("games_bots_due", "status", "bot_due_at"))

    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    title: Mapped[str] = mapped_column(String(20))
    status: Mapped[str] = mapped_column(String(12), index=True)
    options: Mapped[Json]
    # How time and absences are treated in this game; see clock.Terms.
    terms: Mapped[Json]
    drawn: Mapped[Json]
    gm_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"))
    # Number of the last move; it only ever grows, also over moves that were taken back.
    seq: Mapped[int] = mapped_column(Integer, default=0)
    # The move with which the present player's turn began: mails for earlier turns are stale.
    turn: Mapped[int] = mapped_column(Integer, default=1)
    mover: Mapped[str | None] = mapped_column(String(80))
    round: Mapped[str] = mapped_column(String(40), default="")
    digest: Mapped[str] = mapped_column(String(128), default="")
    # What the chain of moves begins with, and the link of its last one (see chain.py).
    salt: Mapped[str] = mapped_column(String(32), default="", server_default="")
    head: Mapped[str] = mapped_column(String(64), default="", server_default="")
    seal: Mapped[str] = mapped_column(String(48), default="", server_default="")
    # Set while a bot has to move; the sweep looks for it in case the doorbell was not heard.
    bot_due_at: Mapped[datetime | None] = mapped_column(index=True)
    paused_at: Mapped[datetime | None]
    # Set while whoever runs the service has stopped all clocks at once; only `resume all` lets those run again.
    outage: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    # Who may look: everybody (empty), whoever has the link (`unlisted`), or those at the table (`private`).
    visibility: Mapped[str] = mapped_column(String(12), default="", server_default="")
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    result: Mapped[Json | None] = mapped_column(JSON)
    # Counted up by every change: a second worker that read the same row can't write it.
    version: Mapped[int] = mapped_column(Integer)

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012


class Seat(Table):
    """A player's place, or the moderator's (role ``gm``)."""

    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("game_id", "name"), UniqueConstraint("token_hash"))

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), index=True)
    name: Mapped[str] = mapped_column(String(80))
    role: Mapped[str] = mapped_column(String(12), default=SeatRole.PLAYER)
    position: Mapped[int] = mapped_column(Integer, default=0)
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"), index=True)
    bot: Mapped[bool] = mapped_column(Boolean, default=False)
    status: Mapped[str] = mapped_column(String(12), default=SeatStatus.INVITED)
    substitute_id: Mapped[int | None] = mapped_column(ForeignKey("people.id"), index=True)
    substitute_until: Mapped[datetime | None] = mapped_column(index=True)
    # The secret of the seat's address is derived from the service's key and this number; only its hash is kept.
    key_number: Mapped[int] = mapped_column(Integer, default=1)
    token_hash: Mapped[str] = mapped_column(String(64))
    misses: Mapped[int] = mapped_column(Integer, default=0)
    # How many of the latest decisions in a row were missed, or made by a bot in the player's place.
    in_row: Mapped[int] = mapped_column(Integer, default=0, server_default="0")
    # Seconds taken out of the seat's bank of time; below nothing where the moderator gave some.
    bank_spent: Mapped[int] = mapped_column(Integer, default=0, server_default="0")
    # Seconds for which the player's own hours, days and absences have put deadlines off.
    waited: Mapped[int] = mapped_column(Integer, default=0, server_default="0")
    # Hours begun after deadlines, where the game has a price for them.
    overtime: Mapped[int] = mapped_column(Integer, default=0, server_default="0")
    # Everything up to this move has been told to the seat.
    told: Mapped[int] = mapped_column(Integer, default=0)
    # Which reports its player wants of this game (``full``, ``each``, ``mine``); nothing: those of their other games.
    reports: Mapped[str] = mapped_column(String(16), default="", server_default="")
    # A program has sent orders for it with a key; everybody at the table may know.
    machine: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    seal: Mapped[str] = mapped_column(String(48), default="", server_default="")

    @property
    def player(self) -> Player:
        """The seat as the engine knows it."""
        return Player(self.name)


class MoveRow(Table):
    __tablename__ = "moves"
    __table_args__ = (UniqueConstraint("game_id", "seq"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"))
    seq: Mapped[int] = mapped_column(Integer)
    by: Mapped[str] = mapped_column(String(80))
    # Why it was played: `mail`, `bot`, `queue`, `proxy`, `default`, `gm`, `offer`, `start`.
    how: Mapped[str] = mapped_column(String(12))
    mail_id: Mapped[int | None] = mapped_column(Integer, index=True)
    order: Mapped[str] = mapped_column(Text)
    events: Mapped[list[Any]]
    digest: Mapped[str] = mapped_column(String(128))
    round: Mapped[str] = mapped_column(String(40), default="")
    played_at: Mapped[datetime]
    undone: Mapped[bool] = mapped_column(Boolean, default=False)
    # The rules it was played by, its place in the chain, and the service's seal on that (see chain.py).
    rules: Mapped[str] = mapped_column(String(12), default="", server_default="")
    link: Mapped[str] = mapped_column(String(64), default="", server_default="")
    seal: Mapped[str] = mapped_column(String(48), default="", server_default="")

    @property
    def happened(self) -> tuple[Event, ...]:
        """What the move brought about; read out of its row once."""
        known: tuple[Event, ...] | None = self.__dict__.get("_happened")
        if known is None:
            known = self.remember(map(decode, self.events))
        return known

    def remember(self, events: Iterable[Event]) -> tuple[Event, ...]:
        known = tuple(events)
        self.__dict__["_happened"] = known
        return known


class Snapshot(Table):
    __tablename__ = "snapshots"
    __table_args__ = (UniqueConstraint("game_id", "seq"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"))
    seq: Mapped[int] = mapped_column(Integer)
    digest: Mapped[str] = mapped_column(String(128))
    state: Mapped[Json]


class Mail(Table):
    """A mail that came in, as its bytes; nothing is parsed before it is here."""

    __tablename__ = "mails"
    __table_args__ = (
        UniqueConstraint("source", "provider_id"),
        Index("mails_by_sender", "sender", "received_at"),
        Index("mails_by_status", "status", "received_at"),
        Index("mails_by_seat", "seat_id", "received_at"),
        # Only mails whose bytes are still kept, for the sweep that throws old ones away.
        Index("mails_bulky", "status", "handled_at", sqlite_where=_WHOLE, postgresql_where=_WHOLE),
        Index("mails_large", "status", "handled_at", sqlite_where=LARGE_MAIL, postgresql_where=LARGE_MAIL),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    source: Mapped[str] = mapped_column(String(20))
    provider_id: Mapped[str | None] = mapped_column(String(255))
    # A hash of Message-ID, sender and body: the same mail by two roads is one mail.
    likeness: Mapped[str] = mapped_column(String(64), unique=True)
    sender: Mapped[str] = mapped_column(String(320))
    envelope: Mapped[Json]
    raw: Mapped[bytes] = mapped_column(LargeBinary)
    received_at: Mapped[datetime]
    # new → done | parked | aside | dropped
    status: Mapped[str] = mapped_column(String(12), default=MailStatus.NEW)
    # How often somebody began again on it after the first try, and when the sweep rang for it last.
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    rung_at: Mapped[datetime | None]
    game_id: Mapped[str | None] = mapped_column(String(40), index=True)
    seat_id: Mapped[int | None] = mapped_column(Integer)
    verdict: Mapped[str] = mapped_column(String(40), default="")
    trouble: Mapped[str | None] = mapped_column(Text)
    handled_at: Mapped[datetime | None]


class Outgoing(Table):
    """A mail to be sent. ``data`` says what it is about; it is rendered when it is sent, once."""

    __tablename__ = "outbox"
    __table_args__ = (
        Index("outbox_due", "status", "due_at"),
        Index("outbox_of_game", "game_id", "id"),
        # Only mails whose text is still kept: the sweep looks every few seconds for those it may throw away.
        Index("outbox_bulky", "status", "sent_at", sqlite_where=_HELD, postgresql_where=_HELD),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    # What makes the row unique: the same answer or report can't be queued twice.
    key: Mapped[str] = mapped_column(String(160), unique=True)
    kind: Mapped[str] = mapped_column(String(20))
    game_id: Mapped[str | None] = mapped_column(String(40))
    seat_id: Mapped[int | None] = mapped_column(Integer)
    person_id: Mapped[int | None] = mapped_column(Integer)
    recipient: Mapped[str] = mapped_column(String(320), index=True)
    mail_id: Mapped[int | None] = mapped_column(Integer, index=True)
    message_id: Mapped[str] = mapped_column(String(255), index=True)
    data: Mapped[Json]
    created_at: Mapped[datetime]
    due_at: Mapped[datetime]
    # pending → sent | failed | bounced
    status: Mapped[str] = mapped_column(String(12), default="pending")
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    # Who is sending it at this moment, until ``due_at``: no other may.
    holder: Mapped[str | None] = mapped_column(String(40))
    subject: Mapped[str] = mapped_column(Text, default="")
    # The mail as it was written, without what it encloses; ``enclosed`` says what belongs where (see enclosures.py).
    raw: Mapped[bytes | None] = mapped_column(LargeBinary)
    enclosed: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))
    sent_at: Mapped[datetime | None]
    trouble: Mapped[str | None] = mapped_column(Text)


class Enclosure(Table):
    """A file that mails enclose, kept once."""

    __tablename__ = "enclosures"

    hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    data: Mapped[bytes] = mapped_column(LargeBinary)
    # When a mail with it was last written, to half a day.
    used_at: Mapped[datetime] = mapped_column(index=True)


class Decision(Table):
    """An open decision and its clock: at most one open row per game."""

    __tablename__ = "deadlines"
    __table_args__ = (
        Index("deadlines_due", "open", "next_at"),
        Index("deadlines_of_game", "game_id", "open"),
        Index("deadlines_of_seat", "seat_id", "open"),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"))
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id"))
    turn: Mapped[int] = mapped_column(Integer)
    kind: Mapped[str] = mapped_column(String(20))
    # The clock as seconds: what is allowed, what was spent up to `since`; `since` is empty while it stands still.
    allowed: Mapped[int] = mapped_column(Integer)
    spent: Mapped[int] = mapped_column(Integer, default=0)
    # The part of what is allowed that comes out of the seat's bank; it is used up last.
    banked: Mapped[int] = mapped_column(Integer, default=0, server_default="0")
    since: Mapped[datetime | None]
    opened_at: Mapped[datetime]
    due_at: Mapped[datetime | None]
    # running → late (in grace) → missed; `next_at` is when the sweep has to look again.
    stage: Mapped[str] = mapped_column(String(12), default=Stage.RUNNING)
    reminded: Mapped[int] = mapped_column(Integer, default=0)
    next_at: Mapped[datetime | None]
    # A deadline set by hand outranks the reckoning.
    fixed_at: Mapped[datetime | None]
    open: Mapped[bool] = mapped_column(Boolean, default=True)
    closed_at: Mapped[datetime | None]
    seal: Mapped[str] = mapped_column(String(48), default="", server_default="")


class PunctualityRow(Table):
    """How one decision of a person ended, or that they left a game; see ``statuses.Punctuality``."""

    __tablename__ = "punctuality"
    __table_args__ = (Index("punctuality_of_person", "person_id", "at"), UniqueConstraint("decision_id"))

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"))
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), index=True)
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id"))
    # Each decision is counted once, however often somebody looks at it.
    decision_id: Mapped[int | None] = mapped_column(ForeignKey("deadlines.id"))
    what: Mapped[str] = mapped_column(String(12))
    # Hours begun after the deadline.
    overtime: Mapped[int] = mapped_column(Integer, default=0)
    at: Mapped[datetime]


class OrderOnFile(Table):
    """Orders kept for later: queued for one's next turn, or a bid by proxy. Secret: shown only to their owner."""

    __tablename__ = "kept_orders"
    __table_args__ = (
        Index("kept_of_seat", "game_id", "seat_id", "status"),
        Index("kept_by_seat", "seat_id", "status"),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"))
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id"))
    number: Mapped[int] = mapped_column(Integer)
    # `queue` or `proxy`; other kinds of standing order add their own word and `data`.
    kind: Mapped[str] = mapped_column(String(20))
    text: Mapped[str] = mapped_column(Text)
    data: Mapped[Json]
    mail_id: Mapped[int | None] = mapped_column(Integer)
    given_seq: Mapped[int] = mapped_column(Integer)
    # The last move when it ended: if the game is taken back to before that, the order is on file again.
    ended_seq: Mapped[int | None] = mapped_column(Integer)
    status: Mapped[str] = mapped_column(String(12), default=OnFile.OPEN)
    ending: Mapped[str] = mapped_column(Text, default="")
    created_at: Mapped[datetime]


class Offer(Table):
    __tablename__ = "offers"
    __table_args__ = (UniqueConstraint("game_id", "number"), Index("offers_due", "status", "lapses_at"))

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"))
    # Ours alone. What a party calls it is in `numbers`: a count over the whole game would betray other people's offers.
    number: Mapped[int] = mapped_column(Integer)
    numbers: Mapped[Json | None] = mapped_column(JSON)
    by: Mapped[str] = mapped_column(String(80))
    # The order it is about, and the company in whose turn it is given ("" in a merger round).
    company: Mapped[str] = mapped_column(String(20), default="")
    order: Mapped[str] = mapped_column(Text)
    parties: Mapped[list[Any]]
    agreed: Mapped[list[Any]]
    status: Mapped[str] = mapped_column(String(12), default=OfferStatus.OPEN)
    made_at: Mapped[datetime]
    # Until when it may be answered; what is agreed waits for the company's turn, however long that takes.
    lapses_at: Mapped[datetime] = mapped_column(index=True)
    # The turn it was agreed for has begun; when that is over, so is the agreement.
    come: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())


class Press(Table):
    __tablename__ = "press"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"), index=True)
    by: Mapped[str] = mapped_column(String(80))
    to: Mapped[list[Any]]
    # Who played these seats then: it was written by them and to them, and to nobody who has a seat later. Nothing where
    # it was written before this was kept.
    people: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime]


class Note(Table):
    __tablename__ = "notes"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id"), index=True)
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime]


class Absence(Table):
    __tablename__ = "absences"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    # Both ends as moments: an absence keeps its meaning when its owner changes zone.
    begins: Mapped[datetime]
    ends: Mapped[datetime]


class Vote(Table):
    __tablename__ = "votes"
    __table_args__ = (UniqueConstraint("game_id", "topic", "seat"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id"))
    topic: Mapped[str] = mapped_column(String(20))
    seat: Mapped[str] = mapped_column(String(80))
    yes: Mapped[bool] = mapped_column(Boolean)


class Nonce(Table):
    """A word that works once: a confirmation that was mailed, a sign-in link, a webhook's token already seen."""

    __tablename__ = "nonces"
    __table_args__ = (UniqueConstraint("kind", "hash"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    hash: Mapped[str] = mapped_column(String(64))
    data: Mapped[Json]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    used_at: Mapped[datetime | None]


class Device(Table):
    """A browser somebody is signed in with: it holds a secret whose hash is here. Without a row it is out."""

    __tablename__ = "devices"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    # What the browser calls itself, in a few words, so that its owner knows it again.
    label: Mapped[str] = mapped_column(String(80), default="")
    created_at: Mapped[datetime]
    seen_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)


class SeatKey(Table):
    """A key with which a program may send a seat's orders; only its hash is kept."""

    __tablename__ = "seat_keys"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    seat_id: Mapped[int] = mapped_column(ForeignKey("seats.id"), index=True)
    # Whose it is: when the seat is somebody else's, the key opens nothing.
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    label: Mapped[str] = mapped_column(String(60), default="")
    created_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class Hook(Table):
    """Where else somebody is told: a channel of theirs elsewhere."""

    __tablename__ = "hooks"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)
    # Of one game, or (empty) of all games of its owner. ``whole``: all that everybody may know of the game.
    game_id: Mapped[str | None] = mapped_column(ForeignKey("games.id"), index=True)
    whole: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    # `discord`, `slack`, `matrix`, `ntfy` or `url`: how the receiver wants it written.
    kind: Mapped[str] = mapped_column(String(12))
    url: Mapped[str] = mapped_column(Text)
    # What its signing secret is derived from, together with the service's own.
    salt: Mapped[str] = mapped_column(String(32))
    # Deliveries in a row that nobody took; after some the hook is stopped, and its owner told.
    failures: Mapped[int] = mapped_column(Integer, default=0)
    stopped: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    created_at: Mapped[datetime]


class HookDelivery(Table):
    """One thing told to a hook, and what its receiver said."""

    __tablename__ = "hook_deliveries"
    __table_args__ = (Index("hook_deliveries_due", "status", "due_at"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    hook_id: Mapped[int] = mapped_column(ForeignKey("hooks.id"), index=True)
    key: Mapped[str] = mapped_column(String(200), unique=True)
    body: Mapped[Json]
    created_at: Mapped[datetime] = mapped_column(index=True)
    due_at: Mapped[datetime]
    status: Mapped[str] = mapped_column(String(12), default=HookStatus.PENDING)
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    answer: Mapped[str] = mapped_column(String(200), default="")


class Tally(Table):
    """How often something was asked for by one caller or about one address within a stretch of time."""

    __tablename__ = "tallies"
    __table_args__ = (UniqueConstraint("what", "whose", "slot"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    what: Mapped[str] = mapped_column(String(20))
    # A hash: who asked is nobody's business later.
    whose: Mapped[str] = mapped_column(String(64))
    slot: Mapped[int] = mapped_column(Integer)
    count: Mapped[int] = mapped_column(Integer, default=0)
    expires_at: Mapped[datetime] = mapped_column(index=True)


class AuditEntry(Table):
    """The audit log: who did what beyond playing."""

    __tablename__ = "audit_log"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    at: Mapped[datetime]
    who: Mapped[str] = mapped_column(String(120))
    what: Mapped[str] = mapped_column(String(60))
    game_id: Mapped[str | None] = mapped_column(String(40), index=True)
    detail: Mapped[Json]


class Heartbeat(Table):
    """When a part of the service (``beat``, ``worker``) was last seen at work."""

    __tablename__ = "heartbeats"

    part: Mapped[str] = mapped_column(String(20), primary_key=True)
    at: Mapped[datetime]


# SQLite has one writer at a time. Waiting in our own queue is fair and quick; its busy handler sleeps and gambles.
_writers: dict[str, threading.RLock] = {}


def connect(url: str) -> Engine:
    """The engine for this database, set up so that a writing transaction holds its lock from the first statement."""
    if not url.startswith("sqlite"):
        # A database that is gone without a word must not hold up whoever asks for it.
        return create_engine(
            url,
            pool_size=10,
            max_overflow=20,
            pool_pre_ping=True,
            connect_args={"connect_timeout": 10},
            hide_parameters=True,
        )
    _keep_private(make_url(url).database)
    # Whatever goes wrong, the values of a statement are people's mails and addresses: no error message quotes them.
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 30}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        # The driver would begin transactions late and by itself; we begin them below.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        reading = connection.get_execution_options().get("reading", False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine


def _keep_private(file: str | None) -> None:
    """The file is made before SQLite would make it, for its owner alone; what lies beside it follows suit."""
    if not file or file == ":memory:":
        return
    # A folder that can't be written to, or a file that is somebody else's, is reported by whoever opens it.
    with suppress(OSError):
        path = Path(file)
        path.touch(mode=0o600)
        for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
            with suppress(FileNotFoundError):
                keep_private(path.with_name(name))


def writer_lock(url: str) -> threading.RLock | None:
    """The lock all writers of this process share, where the database can't queue them itself."""
    return _writers.setdefault(url, threading.RLock()) if url.startswith("sqlite") else None
