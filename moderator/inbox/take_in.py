"""Stores a mail before anybody acknowledges it. Of it only headers are looked at, so nothing of it can do harm."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta

from moderator.inbox.arrival import KNOWN, LIKE, PROVED, UNHEARD, envelope_of
from moderator.inbox.automatic import from_nobody
from moderator.inbox.envelope import Envelope, Receipt, TooMuch
from moderator.inbox.letter import ids_in, named_in
from moderator.inbox.mime import MOST_HEADER_BYTES, content_type, read_headers
from moderator.inbox.tokens import addresses_in, senders_in
from moderator.office.addresses import Address, Addresses, BounceAddress, SeatAddress
from moderator.office.callers import caller_at
from moderator.office.desk import Desk, Office
from moderator.outbox.marker import OWN_HEADER
from moderator.store import mails
from moderator.store.incoming import BEGINNING
from moderator.store.statuses import MailStatus
from moderator.store.tables import Seat

# Bytes that one caller may bring within an hour, for nobody's seat: in the name of people we know, and of strangers.
MOST_OF_KNOWN, MOST_OF_STRANGERS = 200 * 1024 * 1024, 40 * 1024 * 1024
# To one seat's own address: of mails with files, and of those as large as orders with all that mail programs add. Who
# fills the one leaves the other, what others bring by another way, and what comes in the name of who may write for it.
MOST_TO_A_SEAT, MOST_SMALL_TO_A_SEAT, SMALL = 40 * 1024 * 1024, 20 * 1024 * 1024, 256 * 1024
# Of mails with files, to all seats together: two mails make anybody a player of one more practice game.
MOST_TO_SEATS = 200 * 1024 * 1024
# Where one mail of ours failed: as much as any report of it holds, and such reports within an hour.
MOST_OF_A_REPORT, MOST_REPORTED = 1024 * 1024, 4 * 1024 * 1024
# So little for a seat within an hour is not counted for all processes together.
LITTLE = 1024 * 1024
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# How many games a door knows without asking for them again, and of how many seats it knows what came.
MOST_MET = 10_000


def take_in(office: Office, raw: bytes, envelope: Envelope) -> Receipt:
    """When this returns the mail is on disk. The same mail again is recognised, by whatever road it comes."""
    try:
        return _taken(office, raw, envelope)
    except TooMuch:
        _tell_of_no_room(office, envelope)
        raise


def _taken(office: Office, raw: bytes, envelope: Envelope) -> Receipt:
    likeness = likeness_of(raw, envelope, office.addresses)
    # No name a provider gives us is this long.
    provider_id = _plain(envelope.provider_id)[:255] if envelope.provider_id else None
    number = _keep(office, raw, envelope, likeness, provider_id)
    if number is not None:
        return Receipt(number)
    known, better = _found(office, raw, envelope, likeness, provider_id)
    if better:
        around = repr(_around(envelope, office.addresses)).encode("utf-8", "surrogatepass")
        likeness = hashlib.sha256(b"\0".join((likeness.encode(), around, raw))).hexdigest()
        number = _keep(office, raw, envelope, likeness, provider_id, like=known)
        if number is not None:
            return Receipt(number)
        known, _ = _found(office, raw, envelope, likeness, provider_id)
    return Receipt(known, True)


def _keep(
    office: Office, raw: bytes, envelope: Envelope, likeness: str, provider_id: str | None, like: int | None = None
) -> int | None:
    """The number under which the mail is kept; None if there is one of this likeness, or of this name, already."""
    with office.desk() as desk:
        if not _has_room(desk, raw, envelope):
            raise TooMuch
        number = desk.incoming.keep(
            {
                "source": envelope.source,
                "provider_id": provider_id,
                "likeness": likeness,
                # Some letters are two when they are small.
                "sender": _plain(envelope.sender).lower()[:320],
                "envelope": {
                    "recipients": [_plain(address) for address in envelope.recipients],
                    "received_from": _plain(envelope.received_from),
                    "proofs": {key: _plain(value) for key, value in envelope.proofs.items()},
                    "sender": _plain(envelope.sender),
                    **({LIKE: like} if like is not None else {}),
                    **({"cut": True} if envelope.cut else {}),
                },
                "raw": raw,
                "received_at": desk.now,
                "status": MailStatus.NEW,
                "attempts": 0,
                "verdict": "",
            }
        )
        if number is not None:
            desk.ring("receive", number)
        return number


def _has_room(desk: Desk, raw: bytes, envelope: Envelope) -> bool:
    """Whether a caller may bring so much more this hour. Mail to a seat's own address has room of its own, and what
    names a sender we know has more than strangers: anybody can write that name, and whoever is told to come later loses
    nothing."""
    if envelope.source in KNOWN | {"imap"}:
        return True
    # A provider is one caller, by its name.
    caller = f"{envelope.source} {_plain(caller_at(envelope.received_from.partition(' ')[0]))}"
    to = [desk.office.addresses.read(one) for one in envelope.recipients]
    report = next((one for one in to if isinstance(one, BounceAddress)), None)
    if report is not None and len(raw) <= MOST_OF_A_REPORT:
        # Where one of our mails failed is told at an address that only who had the mail can know.
        return desk.within("bytes of reports", str(report.outbox_id), MOST_REPORTED, HOUR, amount=len(raw))
    token = next((one.token for one in to if isinstance(one, SeatAddress) and desk.is_token(one.token)), None)
    if token is not None and len(raw) <= SMALL and _is_little(desk, token, len(raw)):
        return True
    seat = _seat_of(desk, to) if token is not None else None
    headers, _, _ = read_headers(raw, 0, len(raw), MOST_HEADER_BYTES)
    person = next((desk.person_at(one) for one in senders_in(headers.all("from"))[:1]), None)
    if seat is not None:
        # Whoever knows the address may be somebody else than its owner. Behind a relay or a provider they are one
        # caller; there a name that is not one's own is mostly refused before it comes here.
        small = len(raw) <= SMALL
        what, most = ("small to a seat", MOST_SMALL_TO_A_SEAT) if small else ("much to a seat", MOST_TO_A_SEAT)
        own = " own" if person is not None and desk.may_write(seat, person) else ""
        if not desk.within(what, f"{seat.id} {caller}{own}", most, HOUR, amount=len(raw)):
            return False
        # Small mails have no such bound: whoever fills it must not hold up the orders of all who come by the same way.
        return small or desk.within("much to seats", caller, MOST_TO_SEATS, HOUR, amount=len(raw))
    what, most = ("bytes of known", MOST_OF_KNOWN) if person is not None else ("bytes of strangers", MOST_OF_STRANGERS)
    return desk.within(what, caller, most, HOUR, amount=len(raw))


def _is_little(desk: Desk, token: str, size: int) -> bool:
    """Whether no more than a player's mails came for a seat through this process within the hour, this one included."""
    brought, hour = desk.office.brought, int(desk.now.timestamp() // HOUR.total_seconds())
    if len(brought) >= MOST_MET:
        brought.clear()
    brought[token, hour] = brought.get((token, hour), 0) + size
    return brought[token, hour] <= LITTLE


def _seat_of(desk: Desk, to: Iterable[Address | None]) -> Seat | None:
    """The seat whose own address a mail was sent to."""
    found = (desk.seat_by_token(one.token) for one in to if isinstance(one, SeatAddress))
    return next((seat for seat in found if seat is not None), None)


def _tell_of_no_room(office: Office, envelope: Envelope) -> None:
    """Whoever runs the service hears once a day of a seat that is sent more than is taken: its mail waits with whoever
    sends it."""
    with office.desk() as desk:
        seat = _seat_of(desk, [office.addresses.read(one) for one in envelope.recipients])
        if seat is not None and desk.within("operator", f"seat {seat.id}", 1, DAY):
            text = (
                f"The address of {seat.name} in {seat.game_id} is sent more than is taken within an hour, or one "
                "caller sends more files to all seats together. What came after was told to come again later (452 at "
                "SMTP, 429 at a hook), so nothing of it is lost.\n\n"
                "If somebody else knows the address, its player writes `new key`. You are told once a day."
            )
            told = mails.Operator("A seat is sent too much", text)
            desk.post(f"operator seat {seat.id} {desk.now.isoformat()}", desk.settings.admin_email, told)


def _found(office: Office, raw: bytes, envelope: Envelope, likeness: str, provider_id: str | None) -> tuple[int, bool]:
    """The mail that was there before, and whether this copy may bring what that one was without: a proof of its
    sender, or nothing that makes it look like a machine's.

    Anybody may send a copy of somebody's mail before it arrives, with other headers or another envelope; that must not
    stand in its way. What was not read as a person's mail decides nothing, proved or not."""
    with office.reading() as desk:
        known = desk.incoming.known(likeness, envelope.source, provider_id)
        row = desk.incoming.get(known) if known is not None else None
        if row is None:
            raise LookupError("a mail that is here already is not found")
        enough = office.settings.trust == "none" and row.status != MailStatus.NEW
        heard = enough or LIKE in row.envelope or bool(row.envelope.get(PROVED))
        decided = heard and UNHEARD not in row.envelope
        same_name = provider_id is not None and (row.source, row.provider_id) == (envelope.source, provider_id)
        # Of a large mail that was dealt with only the beginning is left.
        same = row.raw == raw or (len(row.raw) == BEGINNING and raw.startswith(row.raw))
        same = same and _around(envelope_of(row), office.addresses) == _around(envelope, office.addresses)
        return row.id, not decided and not same_name and not same


def _around(envelope: Envelope, addresses: Addresses) -> tuple[object, ...]:
    """What beside its bytes decides what a mail is taken for, as it is kept."""
    read = (addresses.read(_plain(one)) for one in envelope.recipients)
    reports = sorted(one.outbox_id for one in read if isinstance(one, BounceAddress))
    proofs = sorted((key, _plain(value)) for key, value in envelope.proofs.items())
    return bool(from_nobody(replace(envelope, sender=_plain(envelope.sender)))), reports, envelope.cut, proofs


def known(office: Office, address: str) -> bool:
    """Is there a mailbox of this name? Seats are looked up by their secret, so guessing finds nothing."""
    read = office.addresses.read(address)
    if not isinstance(read, SeatAddress):
        return read is not None
    if read.game in office.games_met:
        return True
    with office.reading() as desk:
        # An old key still reaches us: its owner is told about the new one instead of meeting a closed door.
        there = desk.games.has(read.game)
    if there:
        # Asked for every recipient of every mail. What is for a game that was tried and erased since is answered later,
        # like all that is for none.
        if len(office.games_met) >= MOST_MET:
            office.games_met.clear()
        office.games_met.add(read.game)
    return there


def concerns_us(office: Office, raw_headers: bytes) -> bool:
    """Is a mail with these headers ours, in a mailbox whose owner has other mail?

    It names an address we have given out, answers a mail of ours, or says that a mail could not be delivered: providers
    send that to the mailbox's own name. Its owner may have plus addresses of their own.
    """
    headers, _, _ = read_headers(raw_headers, 0, len(raw_headers), MOST_HEADER_BYTES)
    named = (office.addresses.read(one) for one in addresses_in(named_in(headers)))
    if any(one is not None for one in named) or OWN_HEADER.lower() in headers:
        return True
    if content_type(headers)[0] == "multipart/report" or "x-failed-recipients" in headers:
        return True
    answered = (*ids_in(headers.get("in-reply-to")), *ids_in(headers.get("references")))
    with office.reading() as desk:
        return bool(desk.outbox.seats_of(answered))


def likeness_of(raw: bytes, envelope: Envelope, addresses: Addresses) -> str:
    """Equal for the same mail, whatever road and however many copies it took.

    Trace headers differ from road to road, some roads tell no recipients and others one at a time, and an address has
    many spellings: so who wrote what under which Message-ID is compared. Only a seat that got a blind copy is a reason
    of its own to act: the other copies don't name it.
    """
    headers, start, complete = read_headers(raw, 0, len(raw), MOST_HEADER_BYTES)
    if not complete:
        # Its Message-ID may be below what is read. It is never acted on, so a copy by another road does no harm.
        return hashlib.sha256(raw).hexdigest()
    name = headers.get("message-id").strip() or headers.get("date").strip()
    # Without either, two equal mails may be two; their traces tell them apart.
    said = (
        (name, *headers.all("from"), headers.get("subject")) if name else (repr(headers.fields), *envelope.recipients)
    )
    digest = hashlib.sha256("\0".join(" ".join(one.split()) for one in said).encode("utf-8", "surrogatepass"))
    named = {addresses.read(one) for one in addresses_in([*headers.all("to"), *headers.all("cc")])}
    # A mailbox tells its recipients in headers, if it does.
    to = envelope.recipients or addresses_in(named_in(headers))
    blind = {one for address in to if isinstance(one := addresses.read(address), SeatAddress)} - named
    for seat in sorted(f"{one.game} {one.token}" for one in blind):
        digest.update(b"\0" + seat.encode())
    # Line ends are changed on some roads; what is written is the same.
    digest.update(b"\0\0" + raw[start:].replace(b"\r\n", b"\n").rstrip())
    return digest.hexdigest()


def _plain(text: str) -> str:
    """What either database keeps: PostgreSQL takes no NUL, and neither takes bytes that were no letters."""
    return text[:1000].replace("\0", "").encode("utf-8", "replace").decode()
