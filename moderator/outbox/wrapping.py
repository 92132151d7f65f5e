"""A report as the bytes of a mail: its words, its pictures and its files, each a part with its own short head.

The library that reads mails could write them too, but it looks at each head and each text several times over, and that
took as long as a report takes to write. Ours are always of the same few kinds.
"""

from __future__ import annotations

import binascii
from base64 import encodebytes
from collections.abc import Iterator, Sequence

from moderator.outbox.report.view import File, RenderedMail
from moderator.store.enclosures import in_lines

# Bytes of a mail, or a file that stands there in lines.
Piece = bytes | File
Pieces = Sequence[Piece]


def wrapped(rich: RenderedMail, mark: str) -> Iterator[Piece]:
    """Everything after the head of a mail that says who it is from and for.

    ``mark`` is this mail's alone and tells its parts apart. No text can hold a line that parts it: what is quoted has
    each = followed by two digits or by the end of its line, and base64 has one at its end only.
    """
    yield b"MIME-Version: 1.0\r\n"
    text = [_words("plain", rich.text)]
    if not rich.html:
        yield from text
        return
    files = (*rich.related, *rich.attachments)
    shown: Pieces = [_words("html", rich.html)]
    if pictures := [_file(file) for file in files if file.cid]:
        shown = _parted("related", f"=_{mark}.3", [shown, *pictures])
    whole = _parted("alternative", f"=_{mark}.2", [text, shown])
    if others := [_file(file) for file in files if not file.cid]:
        whole = _parted("mixed", f"=_{mark}.1", [whole, *others])
    yield from whole


def _words(kind: str, text: str) -> bytes:
    way, written = encoded(text)
    return (
        b'Content-Type: text/%s; charset="utf-8"\r\nContent-Transfer-Encoding: %s\r\n\r\n' % (kind.encode(), way)
        + written
    )


def encoded(text: str) -> tuple[bytes, bytes]:
    """A text the shorter way, and which that is: for most alphabets but the Latin it is base64."""
    lines = text.encode().splitlines()
    quoted = binascii.b2a_qp(b"\n".join(lines) + b"\n")
    if len(quoted) > len(text.encode()) * 137 // 100:
        return b"base64", encodebytes(b"\r\n".join(lines) + b"\r\n").replace(b"\n", b"\r\n")
    return b"quoted-printable", quoted.replace(b"\n", b"\r\n")


def _file(file: File) -> Pieces:
    where = b"inline" if file.cid else b"attachment"
    head = b"Content-Type: %s\r\nContent-Transfer-Encoding: base64\r\n" % file.type.encode("ascii")
    head += b'Content-Disposition: %s; filename="%s"\r\n' % (where, file.name.encode("ascii"))
    if file.cid:
        head += b"Content-ID: <%s>\r\n" % file.cid.encode("ascii")
    return [head + b"\r\n", file]


def _parted(kind: str, mark: str, parts: Sequence[Pieces]) -> Pieces:
    line = mark.encode()
    found: list[Piece] = [b'Content-Type: multipart/%s; boundary="%s"\r\n' % (kind.encode(), line)]
    for part in parts:
        found += [b"\r\n--%s\r\n" % line, *part]
    return [*found, b"\r\n--%s--\r\n" % line]


def as_bytes(pieces: Sequence[Piece]) -> bytes:
    """The mail as it goes out."""
    return b"".join(piece if isinstance(piece, bytes) else in_lines(piece.data) for piece in pieces)
