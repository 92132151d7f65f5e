"""What a mail costs up to accept or reject: an ordinary one, and ten megabytes of the worst we can think of."""

from __future__ import annotations

import base64
import smtplib
import time
import tracemalloc
from collections.abc import Callable, Iterator

from moderator.gateway.smtp import SmtpServer
from moderator.inbox.envelope import MOST_BYTES, Envelope, Receipt
from moderator.inbox.letter import read
from moderator.inbox.screening import screen
from moderator.office.addresses import Addresses
from moderator.outbox.marker import marker

ADDRESSES = Addresses("orders.example", b"bench")
SEAT = ADDRESSES.seat(41, "abcdefghijklmnopqrstuvwxyz")
ENVELOPE = Envelope("smtp", sender="red@example.org", recipients=(SEAT,))
HEAD = f"From: Red <red@example.org>\r\nTo: {SEAT}\r\nSubject: move\r\n".encode()
SIZE = MOST_BYTES - 10_000


def full(piece: bytes, size: int = SIZE) -> bytes:
    """As many copies as fit."""
    return piece * (size // len(piece))


def text(piece: bytes, kind: str = "text/plain", encoding: str = "8bit") -> bytes:
    head = f"Content-Type: {kind}; charset=utf-8\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n".encode()
    return HEAD + head + full(piece)


def parts(piece: bytes, kind: str = "multipart/mixed") -> bytes:
    return HEAD + f'Content-Type: {kind}; boundary="b"\r\n\r\n'.encode() + full(piece)


def deep() -> bytes:
    levels = (f'--b{n}\r\nContent-Type: multipart/mixed; boundary="b{n + 1}"\r\n\r\n' for n in range(150_000))
    return (HEAD + b'Content-Type: multipart/mixed; boundary="b0"\r\n\r\n' + "".join(levels).encode())[:SIZE]


def many_texts(kind: str, piece: bytes, count: int = 90) -> bytes:
    one = f"--b\r\nContent-Type: {kind}\r\n\r\n".encode() + full(piece, SIZE // count - 100) + b"\r\n"
    return HEAD + b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n' + one * count


ORDINARY = (
    HEAD + f"\r\nbid N 105\r\n\r\n{marker()}\r\n".encode() + full(b"What happened since your last move.\r\n", 12_000)
)
CASES: dict[str, Callable[[], bytes]] = {
    "an ordinary reply": lambda: ORDINARY,
    "10 MB of empty lines": lambda: text(b"\r\n"),
    "10 MB in one line": lambda: text(b"x"),
    "10 MB of quotation marks": lambda: text(b">"),
    "10 MB of quoted lines": lambda: text(b"> > x\r\n"),
    "10 MB of introductions": lambda: text(b"On Mon, Nov 16, 2026 at 8:01 PM Waybill\r\n"),
    "10 MB of Outlook headers": lambda: text(b"From: a\r\nSent: b\r\n\r\n"),
    "10 MB of broken markers": lambda: text(b"Reply above\r\n"),
    "10 MB of wide letters": lambda: text("ｂｉｄ\u200b Ｎ１０５ М-К\r\n".encode()),
    "10 MB of bad UTF-8": lambda: text(b"\xff\xfe\xc3("),
    "10 MB of UTF-7": lambda: HEAD + b"Content-Type: text/plain; charset=utf-7\r\n\r\n" + full(b"+AOk-"),
    "10 MB of base64": lambda: text(base64.encodebytes(b"> x\n" * 14).replace(b"\n", b"\r\n"), encoding="base64"),
    "10 MB of quoted-printable": lambda: text(b"=41=\r\n", encoding="quoted-printable"),
    "10 MB of tags": lambda: text(b"<b>", "text/html"),
    "10 MB of open tags": lambda: text(b"<a ", "text/html"),
    "10 MB of open comments": lambda: text(b"<!--", "text/html"),
    "10 MB of declarations": lambda: text(b"<!", "text/html"),
    "10 MB of entities": lambda: text(b"&#99999999", "text/html"),
    "10 MB of quoting divs": lambda: text(b'<div class="gmail_quote">', "text/html"),
    "a million parts": lambda: parts(b"--b\r\n\r\nx\r\n"),
    "two million false boundaries": lambda: parts(b"\n--bx"),
    "parts nested 150 000 deep": deep,
    "90 texts": lambda: many_texts("text/plain", b"pass\r\n"),
    "90 texts of markup": lambda: many_texts("text/html", b"<p>x</p>"),
    "10 MB of headers": lambda: full(b"X-A: b\r\n") + b"\r\npass\r\n",
    "10 MB of folded header": lambda: HEAD + b"X-A: b\r\n" + full(b" c\r\n") + b"\r\npass\r\n",
    "10 MB of encoded words": lambda: b"Subject: " + full(b"=?utf-8?b?YQ==?= ") + b"\r\n\r\npass\r\n",
    "10 MB of addresses": lambda: b"From: " + full(b"<a@b.c>, ") + b"\r\n\r\npass\r\n",
    "10 MB of parameters": lambda: b"Content-Type: text/plain" + full(b'; a*0*="') + b"\r\n\r\npass\r\n",
    "10 MB of old Macintosh": lambda: HEAD.replace(b"\r\n", b"\r") + b"\r" + full(b"x\r"),
}


def _read(raw: bytes) -> str:
    letter = read(1, raw, ENVELOPE)
    return screen(letter, ADDRESSES).verdict.value


def _rows_of_reading() -> Iterator[dict[str, object]]:
    for name, make in CASES.items():
        raw = make()
        costs = []
        for _ in range(3):
            start = time.process_time()
            verdict = _read(raw)
            costs.append(time.process_time() - start)
        tracemalloc.start()
        _read(raw)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        yield {
            "mail": name,
            "bytes": len(raw),
            "CPU ms": round(min(costs) * 1000, 1),
            "peak MB": round(peak / 1e6, 1),
            "verdict": verdict,
        }


def _rows_of_receiving() -> Iterator[dict[str, object]]:
    """The server's own cost without storing: what the whole process spends less what this thread, the client, does."""

    def take_in(raw: bytes, envelope: Envelope) -> Receipt:
        return Receipt(1)

    server = SmtpServer(take_in, lambda address: True, port=0)
    server.start()
    try:
        for name in ("an ordinary reply", "10 MB of empty lines", "10 MB in one line"):
            raw = CASES[name]()
            with smtplib.SMTP("127.0.0.1", server.port) as client:
                client.ehlo()
                client.mail("red@example.org")
                client.rcpt(SEAT)
                client.docmd("DATA")
                whole, mine = time.process_time(), time.thread_time()
                client.send(raw.replace(b"\r\n.", b"\r\n..") + b"\r\n.\r\n")
                client.getreply()
                spent = (time.process_time() - whole) - (time.thread_time() - mine)
            yield {"mail": f"by SMTP: {name}", "bytes": len(raw), "CPU ms": round(spent * 1000, 1), "verdict": "250"}
    finally:
        server.stop()


def rows() -> Iterator[dict[str, object]]:
    yield from _rows_of_reading()
    yield from _rows_of_receiving()
