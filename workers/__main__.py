"""`./waybill run`: the whole service in one foreground process, until Ctrl-C."""

from __future__ import annotations

import signal
import sys
import threading
from typing import TextIO

from config.logging import set_up
from config.settings import BadSetting, load
from moderator.errands.chaining import chain_old_games
from moderator.inbox.ready import get_ready
from moderator.office.desk import Office
from moderator.store import migrate
from moderator.web.session import sign_in_link
from workers.app import share_drawings
from workers.embedded import Embedded
from workers.heap import settle

SWITCH = 0.001


def way_in(office: Office, out: TextIO) -> str:
    """How the administrator signs in: by a link where somebody sits and reads. What goes into a journal or a file is
    kept, and read by others; there the link is asked for."""
    return sign_in_link(office) if out.isatty() else "./waybill signin prints a link"


def main() -> int:
    try:
        settings = load()
    except BadSetting as wrong:
        print(f"waybill: {wrong}", file=sys.stderr)
        return 2
    set_up(settings.log)
    # Threads that work out a turn leave the lock sooner to those that talk to people.
    sys.setswitchinterval(SWITCH)
    share_drawings(settings)
    office = Office(settings)
    try:
        migrate.migrate(office.database)
        chain_old_games(office)
    except migrate.NoDatabase as wrong:
        print(f"waybill: {wrong}", file=sys.stderr)
        return 1
    # While nobody else does: two threads that learn the same words at once take twice as long.
    get_ready()
    try:
        service = Embedded(office, scribe=True)
        service.start()
        settle()
    except OSError as taken:
        print(
            f"waybill: can't listen: {taken.strerror or taken}. Set WAYBILL_HTTP_BIND and WAYBILL_SMTP_BIND.",
            file=sys.stderr,
        )
        return 1
    print(f"Web:           {settings.base_url}")
    print(f"Write to:      {office.addresses.general()}")
    print(f"Order mail:    SMTP on {settings.smtp_bind[0]}:{service.smtp.port}")
    print(f"Administrator: {way_in(office, sys.stdout)}")
    if settings.local_mailbox:
        print(f"No relay is set: all mail is kept in the local mailbox, {settings.base_url}/mailbox/")
    print("Ctrl-C stops it.", flush=True)
    over = threading.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: over.set())
    over.wait()
    print("Stopping …", file=sys.stderr, flush=True)
    service.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
