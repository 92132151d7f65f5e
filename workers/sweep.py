"""The pass over the database that finds what is due, and the rarer tasks it calls for."""

from __future__ import annotations

import logging
from typing import Any

from moderator.games import sweep as passes
from moderator.gateway.imap import ImapMailbox, MailboxTrouble
from moderator.inbox.take_in import take_in
from workers.app import app, office, ring

log = logging.getLogger(__name__)


@app.task(name="waybill.sweep", expires=60)
def sweep() -> None:
    passes.sweep(office(), ring)


@app.task(name="waybill.do")
def do(task: str, key: Any) -> None:
    passes.run_task(office(), task, key)


@app.task(name="waybill.poll", expires=60)
def poll() -> None:
    """Fetches what came into the mailbox at the provider, if there is one."""
    house = office()
    if house.settings.imap_url is None:
        return
    try:
        box = ImapMailbox.from_url(house.settings.imap_url, house.settings.max_mail_bytes)
        box.poll(lambda raw, envelope: take_in(house, raw, envelope))
    except MailboxTrouble as trouble:
        log.warning("the mailbox could not be polled: %s", trouble)
