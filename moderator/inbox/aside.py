"""What nobody foresaw: the mail is kept whole, people are told, and it can be tried again."""

from __future__ import annotations

import logging

from engine.message import Message
from moderator.office.desk import Office
from moderator.store import mails
from moderator.store.statuses import MailStatus

log = logging.getLogger(__name__)


def set_aside(office: Office, mail_id: int, trouble: str) -> None:
    """Keeps the mail whole, tells the operator, and tells the sender that it was kept."""
    log.error("mail set aside", extra={"mail": mail_id, "trouble": trouble})
    with office.desk() as desk:
        row = desk.mail(mail_id)
        if row is None or row.status not in (MailStatus.NEW, MailStatus.ASIDE):
            return
        row.status, row.verdict, row.trouble, row.handled_at = MailStatus.ASIDE, "aside", trouble[-20_000:], desk.now
        text = f"Mail {mail_id} could not be handled and was set aside. It is kept whole.\n\n{trouble[-2000:]}"
        more = f"\n\nLook at it:  ./waybill mail show {mail_id}\nTry again:   ./waybill mail retry {mail_id}"
        told = mails.Operator(f"Mail {mail_id} was set aside", text + more)
        desk.post(f"operator aside {mail_id} {row.attempts}", desk.settings.admin_email, told)
        person = desk.person_at(row.sender)
        if person is not None:
            kept = Message(
                "Your email could not be processed because of an error on our side. It is kept, whoever runs this "
                "service was told, and they can have it tried again. If it holds orders, send them again in other "
                "words."
            )
            note = mails.Notice(Message("Your email was kept"), kept)
            desk.post(f"aside {mail_id}", desk.main_address(person), note, person=person, mail_id=mail_id)


def retry(office: Office, mail_id: int) -> bool:
    """Puts a mail that was set aside back to work."""
    with office.desk() as desk:
        row = desk.mail(mail_id)
        if row is None or row.status != MailStatus.ASIDE:
            return False
        row.status, row.attempts, row.rung_at = MailStatus.NEW, 0, None
        desk.ring("receive", mail_id)
    return True
