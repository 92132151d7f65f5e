"""Sends what is in the outbox: to the relay, or into the local mailbox when there is none.

A crash between sending and marking sends the same bytes with the same Message-ID again: a receiver may see it twice,
a game never does.
"""

from __future__ import annotations

import logging
import smtplib
import ssl
from datetime import timedelta
from urllib.parse import unquote, urlsplit

from sqlalchemy import select, update
from sqlalchemy.exc import DBAPIError

from moderator.desk import Office
from moderator.games.store import Outgoing
from moderator.outbox import compose

log = logging.getLogger(__name__)

# Minutes until the next attempt; afterwards once a day until we give up.
BACK_OFF = (1, 5, 15, 60, 180, 360)
MOST_ATTEMPTS = 12
# A worker that died while sending leaves its row to others after this long.
LEASE = timedelta(minutes=3)


def deliver(office: Office, outbox_id: int) -> bool:
    """Sends one row; True if this call did. Safe to run twice, late, or beside another worker."""
    try:
        claimed = _claim(office, outbox_id)
    except Unwritable as broken:
        _give_up_for_now(office, outbox_id, f"could not be written: {broken}")
        return False
    if claimed is None:
        return False
    raw, recipient, attempts = claimed
    trouble, final = "", False
    if office.settings.smtp_relay is not None:
        try:
            _hand_over(office, outbox_id, recipient, raw)
        except smtplib.SMTPRecipientsRefused as refused:
            codes = [code for code, _ in refused.recipients.values()]
            trouble, final = f"refused with {codes}", all(code >= 500 for code in codes)
        except smtplib.SMTPResponseException as refused:
            trouble, final = f"refused with {refused.smtp_code}", refused.smtp_code >= 500 and refused.smtp_code != 535
        except (smtplib.SMTPException, OSError) as failed:
            trouble = type(failed).__name__
    _mark(office, outbox_id, attempts, trouble, final=final)
    return not trouble


def due(office: Office, most: int = 200) -> list[int]:
    """Rows that wait to be sent and nobody holds."""
    with office.reading() as desk:
        wanted = select(Outgoing.id).where(Outgoing.status == "pending", Outgoing.due_at <= desk.now)
        return list(desk.session.scalars(wanted.order_by(Outgoing.due_at, Outgoing.id).limit(most)))


def release(office: Office) -> None:
    """Frees rows a dead process was sending. Only for a process that knows it is alone."""
    with office.desk() as desk:
        held = (Outgoing.status == "pending") & (Outgoing.attempts > 0) & Outgoing.trouble.is_(None)
        desk.session.execute(update(Outgoing).where(held, Outgoing.due_at > desk.now).values(due_at=desk.now))


def _claim(office: Office, outbox_id: int) -> tuple[bytes, str, int] | None:
    """Renders the row once and takes it for ourselves for a while."""
    with office.reading() as desk:
        row = desk.session.get(Outgoing, outbox_id)
        if row is None or row.status != "pending" or row.due_at > desk.now:
            return None
        # Rendering may take long (a map, a best run); it happens outside the writing transaction.
        try:
            fresh = compose.rendered(desk, row) if row.raw is None else (row.subject, row.raw)
        except DBAPIError:
            # The database is away; the mail is none the worse for it.
            raise
        except Exception as broken:
            log.exception("mail could not be written", extra={"outbox": outbox_id})
            raise Unwritable(type(broken).__name__) from broken
    with office.desk() as desk:
        row = desk.session.scalars(select(Outgoing).where(Outgoing.id == outbox_id).with_for_update()).first()
        if row is None or row.status != "pending" or row.due_at > desk.now:
            return None
        if row.raw is None:
            row.subject, row.raw = fresh
        if office.settings.smtp_relay is None:
            # Nothing leaves the house, so keeping it is sending it, and one transaction does both.
            row.status, row.sent_at, row.attempts = "sent", desk.now, row.attempts + 1
            return None
        row.due_at, row.attempts, row.trouble = desk.now + LEASE, row.attempts + 1, None
        return row.raw, row.recipient, row.attempts


class Unwritable(Exception):
    """A mail whose template or view failed; ours to mend."""


def _give_up_for_now(office: Office, outbox_id: int, trouble: str) -> None:
    """Tried again later and later; the operator is told the first time."""
    with office.desk() as desk:
        row = desk.session.scalars(select(Outgoing).where(Outgoing.id == outbox_id).with_for_update()).first()
        if row is None or row.status != "pending" or row.due_at > desk.now:
            return
        row.attempts, row.trouble = row.attempts + 1, trouble
        row.due_at = desk.now + timedelta(minutes=BACK_OFF[min(row.attempts, len(BACK_OFF)) - 1])
        row.status = "failed" if row.attempts >= MOST_ATTEMPTS else "pending"
        if row.kind != "notice":
            data = {
                "title": f"Mail {outbox_id} can't be written",
                "text": f"Outgoing mail {outbox_id} ({row.kind}) {trouble}.",
            }
            desk.post(f"unwritable {outbox_id}", "notice", office.settings.admin_email, data)


def _mark(office: Office, outbox_id: int, attempts: int, trouble: str, *, final: bool) -> None:
    with office.desk() as desk:
        row = desk.session.scalars(select(Outgoing).where(Outgoing.id == outbox_id).with_for_update()).first()
        if row is None or row.status != "pending":
            return
        if not trouble:
            row.status, row.sent_at, row.trouble = "sent", desk.now, None
            return
        row.trouble = trouble
        log.warning("mail %s not sent (attempt %s): %s", outbox_id, attempts, trouble)
        if final or attempts >= MOST_ATTEMPTS:
            row.status = "failed"
            from moderator.outbox.bounces import undelivered

            undelivered(desk, row, hard=final)
            return
        minutes = BACK_OFF[attempts - 1] if attempts <= len(BACK_OFF) else 24 * 60
        row.due_at = desk.now + timedelta(minutes=minutes)


def _hand_over(office: Office, outbox_id: int, recipient: str, raw: bytes) -> None:
    relay = urlsplit(office.settings.smtp_relay or "")
    host, tls = relay.hostname or "", ssl.create_default_context()
    # Asking the resolver for our own name, as the library would, can take seconds.
    sender, name = office.addresses.bounce(outbox_id), office.settings.mail_domain
    if relay.scheme == "smtps":
        server: smtplib.SMTP = smtplib.SMTP_SSL(host, relay.port or 465, name, timeout=60, context=tls)
    else:
        server = smtplib.SMTP(host, relay.port or 25, name, timeout=60)
    with server:
        server.ehlo_or_helo_if_needed()
        if relay.scheme == "smtp" and server.has_extn("starttls"):
            server.starttls(context=tls)
            server.ehlo()
        if relay.username:
            server.login(unquote(relay.username), unquote(relay.password or ""))
        server.sendmail(sender, [recipient], raw)
