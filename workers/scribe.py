"""Writes mails out in a process of its own, for the embedded service: who talks to people never waits for a drawing.

It is asked for one row of the outbox after another, reads the database and changes nothing. When the service ends,
however it ends, its line is closed and it goes. Whatever goes wrong, the service writes the mail itself.
"""

from __future__ import annotations

import logging
import os
import pickle
import select
import signal
import struct
import subprocess
import sys
from threading import Lock
from typing import IO

from config.logging import set_up
from config.settings import ROOT, load
from moderator.office.desk import Office
from moderator.outbox.compose import rendered
from moderator.store.enclosures import Written
from workers.app import share_drawings
from workers.heap import settle

log = logging.getLogger(__name__)

# Nothing takes this long; a scribe that does is let go.
PATIENCE = 60.0
_HEAD = struct.Struct(">I")


class Scribe:
    """The service's end of the line; threads may share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._over = False

    def start(self) -> None:
        """Before the first mail, for it takes a second or two to get ready."""
        with self._lock:
            self._begin()

    def __call__(self, outbox_id: int) -> Written | None:
        """The mail of a row; None if somebody else must write it."""
        with self._lock:
            try:
                return self._asked(outbox_id)
            except (OSError, EOFError, struct.error, pickle.PickleError) as gone:
                log.warning("the scribe is gone: %s", type(gone).__name__)
                self._end()
                return None

    def stop(self) -> None:
        self._over = True
        with self._lock:
            self._end()

    def _begin(self) -> subprocess.Popen[bytes] | None:
        if self._over:
            return None
        if self._process is not None and self._process.poll() is not None:
            self._end()
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "workers.scribe"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
            )
        return self._process

    def _asked(self, outbox_id: int) -> Written | None:
        process = self._begin()
        if process is None or process.stdin is None or process.stdout is None:
            return None
        process.stdin.write(_HEAD.pack(outbox_id))
        process.stdin.flush()
        if not select.select([process.stdout], [], [], PATIENCE)[0]:
            raise EOFError
        (size,) = _HEAD.unpack(process.stdout.read(_HEAD.size))
        # What comes is what our own process has made.
        written = pickle.loads(process.stdout.read(size)) if size else None  # noqa: S301
        return written if isinstance(written, Written) else None

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait(10)
            for line in (process.stdin, process.stdout):
                if line is not None:
                    line.close()


def serve(office: Office, asked: IO[bytes], told: IO[bytes]) -> None:
    """Writes out whatever is asked for, until the line is closed."""
    while len(head := asked.read(_HEAD.size)) == _HEAD.size:
        answer = b""
        try:
            with office.reading() as desk:
                row = desk.outbox.get(_HEAD.unpack(head)[0])
                if row is not None:
                    answer = pickle.dumps(rendered(desk, row))
        except Exception:
            # The service meets the same fault when it tries, and knows what to do about it.
            log.exception("a mail could not be written")
        told.write(_HEAD.pack(len(answer)) + answer)
        told.flush()


def main() -> int:
    # Ctrl-C reaches the whole group; the service says when it is over.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    settings = load()
    set_up(settings.log)
    # Whatever prints must not print into the line.
    told = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    share_drawings(settings)
    office = Office(settings)
    settle()
    serve(office, sys.stdin.buffer, told)
    office.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
