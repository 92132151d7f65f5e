"""Stores a mail before anybody acknowledges it. Nothing of it is understood here, so nothing of it can do harm."""

from __future__ import annotations

import hashlib
import re

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from moderator.desk import Office
from moderator.games.store import Game, Mail
from moderator.gateway.addresses import SeatAddress
from moderator.gateway.envelope import Envelope, Receipt

_MESSAGE_ID = re.compile(rb"^message-id:[ \t]*(?:\r?\n[ \t]+)?([^\r\n]{1,400})", re.IGNORECASE | re.MULTILINE)
# Headers end here at the latest; a Message-ID further down is in some quoted mail.
MOST_HEADER_BYTES = 64 * 1024


def take_in(office: Office, raw: bytes, envelope: Envelope) -> Receipt:
    """When this returns the mail is on disk. The same mail again is recognised, by whatever road it comes."""
    likeness = _likeness(raw, envelope)
    # PostgreSQL keeps no NUL in text, and no name a provider gives us is this long.
    provider_id = envelope.provider_id[:255].replace("\0", "") if envelope.provider_id else None
    with office.reading() as desk:
        known = _known_mail(desk.session, likeness, envelope.source, provider_id)
    if known is not None:
        return Receipt(known, True)
    try:
        with office.desk() as desk:
            row = Mail(
                source=envelope.source,
                provider_id=provider_id,
                likeness=likeness,
                sender=envelope.sender[:320].replace("\0", "").lower(),
                envelope={
                    "recipients": [_plain(address) for address in envelope.recipients],
                    "received_from": _plain(envelope.received_from),
                    "proofs": {key: _plain(value) for key, value in envelope.proofs.items()},
                    "sender": _plain(envelope.sender),
                },
                raw=raw,
                received_at=desk.now,
                status="new",
                attempts=0,
                verdict="",
            )
            desk.session.add(row)
            desk.session.flush()
            desk.ring("receive", row.id)
            return Receipt(row.id)
    except IntegrityError:
        # Another process stored the same mail between our look and our write.
        with office.reading() as desk:
            known = _known_mail(desk.session, likeness, envelope.source, provider_id)
        if known is None:
            raise
        return Receipt(known, True)


def known(office: Office, address: str) -> bool:
    """Is there a mailbox of this name? Seats are looked up by their secret, so guessing finds nothing."""
    read = office.addresses.read(address)
    if not isinstance(read, SeatAddress):
        return read is not None
    with office.reading() as desk:
        # An old key still reaches us: its owner is told about the new one instead of meeting a closed door.
        return desk.session.get(Game, read.game) is not None


def _known_mail(session: Session, likeness: str, source: str, provider_id: str | None) -> int | None:
    found = session.scalars(select(Mail.id).where(Mail.likeness == likeness)).first()
    if found is None and provider_id is not None:
        wanted = select(Mail.id).where(Mail.source == source, Mail.provider_id == provider_id)
        found = session.scalars(wanted).first()
    return found


def _likeness(raw: bytes, envelope: Envelope) -> str:
    """Trace headers differ from road to road, so only Message-ID, body and recipients are compared."""
    head, body = _halves(raw)
    found = _MESSAGE_ID.search(head)
    digest = hashlib.sha256(found.group(1).strip() if found else head)
    for part in (*sorted(address.lower() for address in envelope.recipients), ""):
        digest.update(b"\0" + part.encode("utf-8", "surrogateescape"))
    digest.update(body)
    return digest.hexdigest()


def _halves(raw: bytes) -> tuple[bytes, bytes]:
    for gap in (b"\r\n\r\n", b"\n\n"):
        at = raw.find(gap, 0, MOST_HEADER_BYTES)
        if at >= 0:
            # Line ends are changed on some roads; what is written is the same.
            return raw[:at], raw[at + len(gap) :].replace(b"\r\n", b"\n").rstrip()
    return raw[:MOST_HEADER_BYTES], raw


def _plain(text: str) -> str:
    return text[:1000].replace("\0", "").encode("utf-8", "replace").decode()
