"""What nobody foresaw: the mail is kept whole, people are told, and it can be tried again."""

from __future__ import annotations

import logging

from engine.message import Message
from moderator.desk import Office

log = logging.getLogger(__name__)


def set_aside(office: Office, mail_id: int, trouble: str) -> None:
    """Keeps the mail whole, tells the operator, and tells the sender that it was kept."""
    log.error("mail set aside", extra={"mail": mail_id, "trouble": trouble})
    with office.desk() as desk:
        row = desk.mail(mail_id)
        if row is None or row.status not in ("new", "aside"):
            return
        row.status, row.verdict, row.trouble, row.handled_at = "aside", "aside", trouble[-20_000:], desk.now
        text = f"Mail {mail_id} could not be handled and was set aside. It is kept whole.\n\n{trouble[-2000:]}"
        more = f"\n\nLook at it:  ./waybill mail show {mail_id}\nTry again:   ./waybill mail retry {mail_id}"
        data = {"title": f"Mail {mail_id} was set aside", "text": text + more}
        desk.post(f"operator aside {mail_id} {row.attempts}", "notice", desk.settings.admin_email, data)
        person = desk.person_at(row.sender)
        if person is not None:
            kept = Message(
                "Your mail could not be worked on because of a mistake of ours. It is kept and will be tried again."
            )
            note = {"title": Message("Your mail was kept"), "text": kept}
            desk.post(f"aside {mail_id}", "notice", desk.main_address(person), note, person=person, mail_id=mail_id)


def retry(office: Office, mail_id: int) -> bool:
    """Puts a mail that was set aside back to work."""
    with office.desk() as desk:
        row = desk.mail(mail_id)
        if row is None or row.status != "aside":
            return False
        row.status, row.attempts, row.rung_at = "new", 0, None
        desk.ring("receive", mail_id)
    return True
