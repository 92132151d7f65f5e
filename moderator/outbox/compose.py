"""Turns a row of the outbox into a mail: payload into sections, sections into text and HTML, with the right headers."""

from __future__ import annotations

import hashlib
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime

import engine
from moderator.office.desk import Desk
from moderator.outbox import wrapping
from moderator.outbox.headers import AS_WRITTEN
from moderator.outbox.marker import OWN_HEADER
from moderator.outbox.report import report
from moderator.outbox.report.adapt import view_of
from moderator.outbox.report.view import File, RenderedMail
from moderator.outbox.signing import sign
from moderator.outbox.wrapping import Piece
from moderator.store import mails
from moderator.store.enclosures import Written, name_of
from moderator.store.game import Play
from moderator.store.mails import Kind
from moderator.store.tables import Outgoing, Seat
from moderator.table import deadlines

LIST_NAME = "Waybill"
# Files with fewer bytes than these are kept with their mail.
LEAST = 300
# What everybody at a table gets alike. What asks or answers one person is no list's mail, and a program that sorts
# lists out of sight must not take it for one.
FOR_ALL = (Kind.REPORT, Kind.GM, Kind.DIGEST, Kind.OVER, Kind.PRESS, Kind.NOTICE, Kind.DEADLINE)


def compose(desk: Desk, row: Outgoing) -> EmailMessage:
    """The mail this row stands for. The same row always gives the same Message-ID."""
    return _filled(*_made(desk, row))


def _made(desk: Desk, row: Outgoing) -> tuple[EmailMessage, RenderedMail]:
    """Its envelope, and what it says."""
    mail = mails.decode(row.kind, row.data, row.key)
    play = desk.game(row.game_id) if row.game_id else None
    seat = desk.seats.get(row.seat_id)
    message = EmailMessage(policy=AS_WRITTEN)
    _address(desk, row, mail, play, seat, message)
    return message, report(view_of(desk, row, mail, play, seat, desk.person(row.person_id)))


def _filled(message: EmailMessage, rich: RenderedMail) -> EmailMessage:
    """A report in its envelope, as whoever gets it reads it."""
    read = message_from_bytes(wrapping.as_bytes(_pieces(message, rich)), policy=policy.SMTP)
    assert isinstance(read, EmailMessage)
    return read


def _pieces(message: EmailMessage, rich: RenderedMail) -> list[Piece]:
    """Puts a report into its envelope: text, the same as HTML with its pictures, and its files."""
    message["Subject"] = rich.subject
    headers = list(message.raw_items())
    head = b"".join(UNFOLDED.fold_binary(name, value) for name, value in headers)
    mark = hashlib.sha256(str(dict(headers).get("Message-ID")).encode()).hexdigest()[:20]
    return [head, *wrapping.wrapped(rich, mark)]


def _address(
    desk: Desk, row: Outgoing, mail: mails.Payload, play: Play | None, seat: Seat | None, message: EmailMessage
) -> None:
    office, domain = desk.office, desk.settings.mail_domain
    name = f"{LIST_NAME} {play.id}" if play is not None else LIST_NAME
    message["From"] = f"{name} <{office.addresses.general()}>"
    message["To"] = row.recipient
    # A mail that waited while the seat changed hands must not carry the new player's address to the old one.
    if seat is not None and row.person_id not in (None, seat.person_id, seat.substitute_id):
        seat = None
    if seat is not None:
        message["Reply-To"] = f"{name} <{office.seat_address(seat)}>"
    message["Date"] = format_datetime(row.created_at)
    message["Message-ID"] = row.message_id
    thread = mail.in_reply_to if isinstance(mail, mails.Answered) else ""
    root = thread_root(desk, play.id) if play is not None else ""
    if thread:
        message["In-Reply-To"] = thread
    elif root:
        message["In-Reply-To"] = root
    if root or thread:
        message["References"] = " ".join(dict.fromkeys(part for part in (root, thread) if part))
    message["Auto-Submitted"] = "auto-replied" if row.mail_id else "auto-generated"
    # The mark by which a mail of ours is known when it comes back.
    message[OWN_HEADER] = mail.kind
    message["X-Auto-Response-Suppress"] = "All"
    if mail.kind in FOR_ALL:
        message["Precedence"] = "bulk"
    if play is not None and mail.kind in FOR_ALL:
        message["List-Id"] = f"{play.title} {play.id} <{play.id}.{domain}>"
    if seat is not None:
        link = unsubscribe_link(desk, seat, row.person_id)
        message["List-Unsubscribe"] = (
            f"<{link}>, <mailto:{office.seat_address(seat)}?subject=unsubscribe&body=unsubscribe>"
        )
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"


def thread_root(desk: Desk, game_id: str) -> str:
    """All mails of a game hang on one name, so mail programs keep them together."""
    digest = hashlib.sha256(f"{desk.settings.secret_key} thread {game_id}".encode()).hexdigest()[:24]
    return f"<{game_id}.{digest}@{desk.settings.mail_domain}>"


def unsubscribe_link(desk: Desk, seat: Seat, person_id: int | None) -> str:
    """A link for this game and this person: it does nothing once the seat has another player."""
    return f"{desk.settings.base_url}/unsubscribe/{sign(desk.settings, 'unsubscribe', f'{seat.id} {person_id}')}"


# Long links in headers must not be broken: some servers join the pieces wrongly. Bodies are folded when they are set.
UNFOLDED = policy.SMTP.clone(max_line_length=900)


def as_bytes(message: EmailMessage) -> bytes:
    return message.as_bytes(policy=UNFOLDED)


def rendered(desk: Desk, row: Outgoing) -> Written:
    """The mail of a row as it is kept: without its pictures and files, which are the same in many mails."""
    message, rich = _made(desk, row)
    files: dict[str, bytes] = {}
    kept, enclosed, at = [], [], 0
    for piece in _pieces(message, rich):
        if isinstance(piece, File) and len(piece.data) >= LEAST:
            name = name_of(piece.data)
            files[name] = piece.data
            enclosed.append((at, name))
        else:
            kept.append(wrapping.as_bytes((piece,)))
            at += len(kept[-1])
    return Written(str(message["Subject"]), b"".join(kept), enclosed, files)


def sample(desk: Desk, play: Play, seat: Seat, at: int | None, now: datetime) -> EmailMessage:
    """The mail this seat would get after move ``at``; nothing is queued or sent."""
    seq = play.seq if at is None else at
    moving = engine.to_act(play.state_at(seq)) == seat.name
    turn = play.turn if seq == play.seq else seq + 1
    # Of an earlier position nobody knows any more when its decision was due.
    open_now = deadlines.open_decision(desk, play.id) if seq == play.seq else None
    decision = open_now.id if open_now is not None else None
    since = max(0, seq - 10)
    mail = mails.YourMove(seq, since, turn, decision) if moving else mails.Report(seq, since)
    person = desk.holder(seat)
    row = Outgoing(
        key="sample",
        kind=mail.kind,
        game_id=play.id,
        seat_id=seat.id,
        person_id=person.id if person else None,
        recipient=desk.main_address(person) if person else f"{seat.name}@{desk.settings.mail_domain}",
        message_id=f"<sample.{play.id}.{seq}@{desk.settings.mail_domain}>",
        data=mails.encode(mail),
        created_at=now,
    )
    return compose(desk, row)
