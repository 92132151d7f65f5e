"""The doors for order mail, and a process of their own for the `smtp` line of the Procfile."""

from __future__ import annotations

import signal
import sys
import threading
from functools import partial

from config.logging import set_up
from moderator.errands import heartbeat
from moderator.gateway.imap import ImapMailbox, Watcher
from moderator.gateway.smtp import SmtpServer
from moderator.inbox.take_in import concerns_us, known, take_in
from moderator.office.desk import Office
from workers.app import office
from workers.heap import settle


def watcher(house: Office) -> list[Watcher]:
    """Who waits for mail at the mailbox at a provider, if there is one. Several do no harm: a mail is stored once."""
    settings = house.settings
    if settings.imap_url is None:
        return []
    box = ImapMailbox.from_url(
        settings.imap_url,
        settings.max_mail_bytes,
        tokens=house.tokens,
        # A mailbox with a name of its own has an owner with other mail; one that catches a whole domain is ours.
        for_us=(lambda headers: concerns_us(house, headers)) if settings.mailbox else None,
    )
    signed = partial(heartbeat.sign, house, heartbeat.MAILBOX)
    return [Watcher(box, partial(take_in, house), signed)]


def doors(house: Office) -> list[SmtpServer]:
    """Where order mail comes in: SMTP, and LMTP for a receiver on this machine that prefers it."""
    settings = house.settings
    binds = [(settings.smtp_bind, False)]
    if settings.lmtp_bind is not None:
        binds.append((settings.lmtp_bind, True))
    return [
        SmtpServer(
            lambda raw, envelope: take_in(house, raw, envelope),
            lambda address: known(house, address),
            *bind,
            hostname=settings.mail_domain,
            most_bytes=settings.max_mail_bytes,
            lmtp=lmtp,
        )
        for bind, lmtp in binds
    ]


def main() -> int:
    house = office()
    set_up(house.settings.log)
    servers: list[SmtpServer | Watcher] = [*doors(house), *watcher(house)]
    for server in servers:
        server.start()
    settle()
    over = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: over.set())
    over.wait()
    for server in servers:
        server.stop()
    house.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
