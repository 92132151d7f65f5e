"""A small SMTP server that goes wrong at one stage of the conversation, in one way, for as long as a test wants."""

from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

STAGES = ("banner", "EHLO", "STARTTLS", "AUTH", "MAIL", "RCPT", "DATA", "end")
USUAL = {"banner": "220 ready", "MAIL": "250 ok", "RCPT": "250 ok", "DATA": "354 go on", "end": "250 kept"}
USUAL |= {"AUTH": "235 welcome", "STARTTLS": "220 go on"}


@dataclass
class FaultyRelay:
    port: int = 0
    # The stage that goes wrong, and how: an answer such as "451 later", or "hang", "drop" or "slow".
    stage: str = ""
    fault: str = ""
    received: list[tuple[str, bytes]] = field(default_factory=list)
    connections: int = 0
    # Set when the test is over, so that nobody hangs for longer.
    over: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"smtp://ann:secret@127.0.0.1:{self.port}"


class _Gone(Exception):
    """This conversation is over."""


class _Conversation(socketserver.StreamRequestHandler):
    relay: FaultyRelay

    def handle(self) -> None:
        self.relay.connections += 1
        recipient = ""
        try:
            self.say("banner")
            while line := self.rfile.readline():
                verb = line.split()[0].decode().upper()
                if verb == "EHLO":
                    more = ["STARTTLS"] if self.relay.stage == "STARTTLS" else []
                    lines = [*(f"250-{one}" for one in more), "250 AUTH PLAIN"]
                    self.say("EHLO", "\r\n".join(("250-relay", *lines)))
                elif verb == "HELO":
                    self.say("EHLO", "250 relay")
                elif verb == "DATA":
                    self.say("DATA")
                    content = bytearray()
                    while (one := self.rfile.readline()) not in (b".\r\n", b""):
                        content += one
                    # Before the answer: whoever has it may look at once.
                    if not (self.relay.stage == "end" and self.relay.fault) or self.relay.fault == "slow":
                        self.relay.received.append((recipient, bytes(content)))
                    self.say("end")
                elif verb in ("AUTH", "STARTTLS", "MAIL", "RCPT"):
                    recipient = line.decode().partition(":")[2].strip(" <>\r\n") if verb == "RCPT" else recipient
                    self.say(verb)
                elif verb == "QUIT":
                    return
                else:
                    self.line("250 ok")
        except (_Gone, ConnectionError):
            return

    def say(self, stage: str, usual: str = "") -> None:
        """The usual answer, or the fault; whoever was refused can't go on as if nothing had happened."""
        fault = self.relay.fault if self.relay.stage == stage else ""
        if fault == "hang":
            self.relay.over.wait(20)
        if fault in ("hang", "drop"):
            raise _Gone
        if fault == "slow":
            # Works, in its own time.
            self.relay.over.wait(1)
            fault = ""
        self.line(fault or usual or USUAL[stage])
        if fault:
            while line := self.rfile.readline():
                if line.upper().startswith(b"QUIT"):
                    break
                self.line("250 ok" if line.upper().startswith(b"RSET") else fault)
            raise _Gone

    def line(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address, daemon_threads = True, True


@contextmanager
def faulty_relay() -> Iterator[FaultyRelay]:
    relay = FaultyRelay()
    server = _Server(("127.0.0.1", 0), type("Conversation", (_Conversation,), {"relay": relay}))
    relay.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield relay
    relay.over.set()
    server.shutdown()
    server.server_close()
    thread.join()


def nobody_listens() -> int:
    """A port at which a connection is refused."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
