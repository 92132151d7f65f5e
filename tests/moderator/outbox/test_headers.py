"""Headers kept as they are written are those the library would have written."""

from __future__ import annotations

from email import policy
from email.message import EmailMessage

import pytest

from moderator.outbox import headers
from moderator.outbox.compose import UNFOLDED, as_bytes
from moderator.outbox.headers import AS_WRITTEN
from moderator.outbox.marker import OWN_HEADER
from moderator.store.mails import Kind

MAILS = (
    {
        "From": "Waybill 1861-7 <play@waybill.example>",
        "To": "red@example.org",
        "Reply-To": "Waybill 1861-7 <s41.abcdefghijklmnopqrstuvwxyz@waybill.example>",
        "Date": "Mon, 16 Nov 2026 12:00:00 +0000",
        "Message-ID": "<1861-7.0123456789abcdef@waybill.example>",
        "In-Reply-To": "<odd id>",
        "References": " ".join(f"<{number}.{'x' * 60}@mua.example.org>" for number in range(20)),
        "Auto-Submitted": "auto-replied",
        "Precedence": "bulk",
        "List-Id": "1861 1861-7 <1861-7.waybill.example>",
        "List-Unsubscribe": f"<https://waybill.example/unsubscribe/{'y' * 300}>, <mailto:a@b.example?subject=no>",
        "Subject": "[1861-7 #12] Your move:  operating round 2.1",
    },
    {
        "From": "Waybill 1861-ü, the second <play@waybill.example>",
        "To": '"Quoted. Name" <o\'neill+tag@example.org>',
        "Reply-To": "Ein Name mit Ümlaut <s41.a@waybill.example>",
        "In-Reply-To": "<grüße@mua.example.org>",
        "References": "<a@b.example>  <c@d.example>",
        "List-Id": "1861 é <x.waybill.example>",
        "Subject": "[1861-7 #12] 당신 차례입니다 – bitte ziehen",
    },
)


@pytest.mark.parametrize("said", MAILS)
def test_a_mail_has_the_headers_the_library_writes(said: dict[str, str]) -> None:
    # Twice: what was taken apart for one mail is used for the next.
    for _ in range(2):
        ours, theirs = EmailMessage(policy=AS_WRITTEN), EmailMessage(policy=policy.SMTP)
        for name, value in said.items():
            ours[name] = theirs[name] = value
        assert [UNFOLDED.fold_binary(*one) for one in ours.raw_items()] == [
            UNFOLDED.fold_binary(*one) for one in theirs.raw_items()
        ]
        assert as_bytes(ours) == as_bytes(theirs)
        assert {name: str(ours[name]) for name in said} == {name: str(theirs[name]) for name in said}


@pytest.mark.parametrize("name", [*sorted(headers.PLAIN | headers.ADDRESSES), "Subject", "X-Other"])
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_no_header_takes_another_one_in(name: str, end: str) -> None:
    mail = EmailMessage(policy=AS_WRITTEN)
    with pytest.raises(ValueError, match="linefeed"):
        mail[name] = f"a@b.example{end}Bcc: everybody@example.org"


def test_a_word_of_an_enumeration_is_a_text_like_any_other() -> None:
    mail = EmailMessage(policy=AS_WRITTEN)
    mail[OWN_HEADER] = Kind.MOVE
    assert as_bytes(mail) == f"{OWN_HEADER}: {Kind.MOVE.value}\r\n\r\n".encode()


def test_a_header_that_may_stand_once_stands_once() -> None:
    mail = EmailMessage(policy=AS_WRITTEN)
    mail["Message-ID"] = "<a@b.example>"
    with pytest.raises(ValueError, match="at most 1"):
        mail["Message-ID"] = "<c@d.example>"
