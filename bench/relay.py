"""A relay as cheap as can be: it takes every mail and keeps none.

The relay of the tests reads a mail line by line, which takes some 10 ms of processor time for a mail with pictures:
on the same two cores as the service, a good part of what is measured would be its work and no part of ours.
"""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

END = b"\r\n.\r\n"
PIECE = 1 << 18


class _Line(socketserver.StreamRequestHandler):
    """One connection, for as many mails as are sent on it."""

    disable_nagle_algorithm = True

    def handle(self) -> None:
        self.wfile.write(b"220 relay.example\r\n")
        while command := self.rfile.readline(1000)[:4].upper():
            if command == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                self._take()
                self.wfile.write(b"250 taken\r\n")
            elif command == b"EHLO":
                self.wfile.write(b"250-relay.example\r\n250-8BITMIME\r\n250 SIZE 40000000\r\n")
            elif command == b"QUIT":
                self.wfile.write(b"221 farewell\r\n")
                return
            else:
                self.wfile.write(b"250 fine\r\n")

    def _take(self) -> None:
        """Nobody sends anything after a mail before it was said to be taken, so it ends where a piece ends."""
        last = b"\r\n"
        while piece := self.rfile.read1(PIECE):
            last = (last + piece)[-len(END) :] if len(piece) < len(END) else piece[-len(END) :]
            if last == END:
                assert isinstance(self.server, _Server)
                self.server.count()
                return


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Line)
        self.taken, self._lock = 0, threading.Lock()

    def count(self) -> None:
        with self._lock:
            self.taken += 1


@dataclass(frozen=True)
class PlainRelay:
    """Where it listens, and how many mails it was given."""

    server: _Server

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server.server_address[1]}"

    @property
    def taken(self) -> int:
        return self.server.taken


@contextmanager
def relaying() -> Iterator[PlainRelay]:
    """Such a relay, until the block ends."""
    with _Server() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield PlainRelay(server)
        server.shutdown()
