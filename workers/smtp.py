"""The SMTP server as a process of its own, for the `smtp` line of the Procfile."""

from __future__ import annotations

import signal
import sys
import threading

from config.logging import set_up
from moderator.gateway.smtp import SmtpServer
from moderator.inbox.take_in import known, take_in
from workers.app import office


def main() -> int:
    house = office()
    settings = house.settings
    set_up(settings.log)
    server = SmtpServer(
        lambda raw, envelope: take_in(house, raw, envelope),
        lambda address: known(house, address),
        *settings.smtp_bind,
        hostname=settings.mail_domain,
        most_bytes=settings.max_mail_bytes,
    )
    server.start()
    over = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: over.set())
    over.wait()
    server.stop()
    house.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
