"""The embedded service with the toy game, as a process that can be told to die at its n-th commit.

python -m tests.workers.toy_service [before|after N]
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from typing import Any

from sqlalchemy.orm import Session

from config.settings import load
from engine.titles import register
from moderator.office.desk import Office
from moderator.store import migrate
from workers.embedded import Embedded


def die_at(moment: str, number: int) -> None:
    """Ends the process as kill -9 would, just before or just after a commit, whoever makes it."""
    real, count, lock = Session.commit, [0], threading.Lock()

    def commit(self: Session) -> None:
        with lock:
            count[0] += 1
            fatal = count[0] == number
        if fatal and moment == "before":
            os._exit(9)
        real(self)
        if fatal:
            os._exit(9)

    Session.commit = commit  # type: ignore[method-assign]


def main() -> None:
    register("toy", "tests.toy")
    office = Office(load())
    migrate.migrate(office.database)
    service = Embedded(office)
    if len(sys.argv) > 2:
        die_at(sys.argv[1], int(sys.argv[2]))
    service.start()
    over = threading.Event()

    def stop(*_: Any) -> None:
        over.set()

    signal.signal(signal.SIGTERM, stop)
    sys.stdout.write("up\n")
    sys.stdout.flush()
    over.wait()
    service.stop()


if __name__ == "__main__":
    main()
