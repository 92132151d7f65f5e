"""The embedded service with the toy game, as a process that can be told to die at its n-th commit.

python -m tests.workers.toy_service [before|after N]

With the word "thinking" no bot makes up its mind before it is all over.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from typing import Any

from sqlalchemy.orm import Session

from config.settings import load
from engine import Move
from engine.titles import register
from moderator.office.desk import Office
from moderator.store import migrate
from moderator.table import robots
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
    over = threading.Event()
    if len(sys.argv) > 2:
        die_at(sys.argv[1], int(sys.argv[2]))
    elif "thinking" in sys.argv:

        def think(*_: Any) -> Move:
            over.wait()
            raise TimeoutError

        robots.choose = think
    service.start()

    def stop(*_: Any) -> None:
        over.set()

    signal.signal(signal.SIGTERM, stop)
    sys.stdout.write("up\n")
    sys.stdout.flush()
    over.wait()
    service.stop()


if __name__ == "__main__":
    main()
