"""Mails as we write them are what the library would have written, for whoever reads them."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest

from moderator.office.relay import Relay
from moderator.outbox import wrapping
from moderator.outbox.report.view import File, RenderedMail
from tests.services import sinking

MARK = "0123456789abcdef0123"
PICTURES = (
    File("map.png", "image/png", bytes(range(256)) * 40, "map.d1-12@waybill"),
    File("57-2.png", "image/png", b"small", "t57@waybill"),
)
FILES = (
    File("deadline.ics", "text/calendar", b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"),
    File("position.json", "application/json", '{"name": "Zoë"}'.encode()),
)
TEXTS = {
    "plain": "Your move, Red.\n\nturn 241\n# done\nend\n",
    "what parts a mail": f"--=_{MARK}.1\n--=_{MARK}.2--\n\n--=_{MARK}.3\nContent-Type: text/html\n\n<b>no</b>\n",
    "what ends a mail": ".\n..\n.hidden\nFrom here on\n>From\n",
    "blanks at the end of lines": "-- \nbefore  \n\t\nafter\n",
    "long lines": "word " * 300 + "\n" + "ä" * 300 + "\n",
    "other alphabets": "당신의 차례입니다, 레드.\n선로를 놓으십시오.\n" * 10,
    "a few letters of them": "Zoë – “quoted”, 20 % = a fifth\n",
    "other line ends": "one\r\ntwo\rthree\n\n\nfour",
    "nothing": "",
}


def by_the_library(rich: RenderedMail) -> EmailMessage:
    message = EmailMessage(policy=policy.SMTP)
    message.set_content(rich.text)
    if rich.html:
        message.add_alternative(rich.html, subtype="html")
        html = message.get_body(("html",))
        assert html is not None
        for file in (*rich.related, *rich.attachments):
            main, _, sub = file.type.partition("/")
            if file.cid:
                html.add_related(file.data, main, sub, cid=f"<{file.cid}>", filename=file.name, disposition="inline")
            else:
                message.add_attachment(file.data, maintype=main, subtype=sub, filename=file.name)
    return message


def read(raw: bytes) -> list[tuple[object, ...]]:
    """Every part as a program sees it."""
    message = message_from_bytes(raw, policy=policy.default)
    found: list[tuple[object, ...]] = []
    for part in message.walk():
        assert not part.defects
        data = None if part.is_multipart() else part.get_payload(decode=True)
        if part.get_content_maintype() == "text" and isinstance(data, bytes):
            # Line ends of words are the mail's, not the text's.
            data = b"\n".join(data.splitlines())
        found.append((part.get_content_type(), part.get_content_disposition(), part.get_filename(), part["Content-ID"],
                      part.get_content_charset(), data))  # fmt: skip
    return found


@pytest.mark.parametrize("html", ["", "<p>Zoë – your move</p>\n"])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize(
    ("pictures", "files"),
    [((), ()), (PICTURES, ()), ((), FILES), (PICTURES, FILES)],
    ids=["bare", "pictures", "files", "both"],
)
def test_a_program_reads_what_it_would_have_read(
    text: str, html: str, pictures: tuple[File, ...], files: tuple[File, ...]
) -> None:
    rich = RenderedMail("", text, html and html + text, pictures, files)
    raw = wrapping.as_bytes(list(wrapping.wrapped(rich, MARK)))
    assert read(raw) == read(by_the_library(rich).as_bytes())
    assert raw.isascii()
    assert b"\n" not in raw.replace(b"\r\n", b"") and b"\r" not in raw.replace(b"\r\n", b"")
    # As RFC 2045 has it, for words and for files.
    assert max(map(len, raw.split(b"\r\n"))) <= 78


def test_a_text_is_sent_the_shorter_way() -> None:
    assert wrapping.encoded(TEXTS["plain"])[0] == b"quoted-printable"
    assert wrapping.encoded(TEXTS["plain"] + TEXTS["a few letters of them"])[0] == b"quoted-printable"
    assert wrapping.encoded(TEXTS["other alphabets"])[0] == b"base64"


def test_the_same_report_in_the_same_envelope_is_the_same_bytes() -> None:
    rich = RenderedMail("", TEXTS["plain"], "<p>yes</p>", PICTURES, FILES)
    once, again = (wrapping.as_bytes(list(wrapping.wrapped(rich, MARK))) for _ in range(2))
    assert once == again != wrapping.as_bytes(list(wrapping.wrapped(rich, MARK[::-1])))


@pytest.mark.parametrize(
    "raw", [b".\r\n..\r\n.a\r\n\r\n.\r\n", b"Subject: x\r\n\r\n.\r\nb.\r\n...\r\n", b"\r\n.", b"."]
)
def test_a_relay_gets_lines_that_begin_with_dots_as_they_are(raw: bytes) -> None:
    with sinking() as sink:
        relay = Relay(sink.url, "waybill.localhost")
        relay.send("a@example.org", "b@example.org", raw, datetime.now(UTC))
        relay.close()
    assert sink.received[0][2] == raw.removesuffix(b"\r\n") + b"\r\n"
