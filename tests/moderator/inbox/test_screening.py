"""The table that decides which mails are acted on, and what old and new servers say when a mail fails."""

from __future__ import annotations

import pytest

from moderator.gateway.envelope import Envelope
from moderator.inbox.letter import Letter, read
from moderator.inbox.screening import OWN_HEADER, Verdict, read_bounce, screen
from tests.mails.make import ADDRESSES, BOUNCE, RED, SEAT, from_daemon, mail


def letter(raw: bytes, sender: str = RED, recipients: tuple[str, ...] = (SEAT,), source: str = "smtp") -> Letter:
    return read(1, raw, Envelope(source, sender=sender, recipients=recipients))


def test_a_players_order_is_accepted() -> None:
    assert screen(letter(mail()), ADDRESSES).verdict is Verdict.ACCEPT


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("Auto_Submitted", "auto-generated", "auto-reply"),
        ("Auto_Submitted", "auto-replied; owner-email=x", "auto-reply"),
        ("X_Autoreply", "yes", "auto-reply"),
        ("Precedence", "List", "list"),
        ("Precedence", "auto_reply", "auto-reply"),
        ("List_Id", "<x.example.net>", "list"),
        ("X_Loop", RED, "loop"),
        ("Return_Path", "<>", "auto-reply"),
        (OWN_HEADER.replace("-", "_"), "report", "loop"),
    ],
)
def test_what_a_machine_wrote_is_dropped(name: str, value: str, reason: str) -> None:
    found = screen(letter(mail(**{name: value})), ADDRESSES)
    assert (found.verdict, found.reason) == (Verdict.DROP, reason)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Auto_Submitted", "no"),
        ("X_Auto_Response_Suppress", "All"),
        ("Precedence", "normal"),
        ("List_Unsubscribe", "<x>"),
    ],
)
def test_what_a_person_wrote_is_not(name: str, value: str) -> None:
    assert screen(letter(mail(**{name: value})), ADDRESSES).verdict is Verdict.ACCEPT


def test_nothing_is_ever_answered_to_the_null_sender() -> None:
    assert screen(letter(mail(), sender=""), ADDRESSES).verdict is Verdict.DROP
    # A polled mailbox tells no envelope; that is no null sender.
    assert screen(letter(mail(), sender="", source="imap"), ADDRESSES).verdict is Verdict.ACCEPT


def test_a_forged_bounce_address_reports_nothing() -> None:
    forged = BOUNCE.replace("9071", "9072")
    assert read_bounce(letter(from_daemon("failure notice", "no"), "", (forged,)), ADDRESSES).outbox_id is None


@pytest.mark.parametrize(
    ("body", "status", "hard"),
    [
        (f"<{RED}>: host mx said: 550 5.1.1 unknown", "5.1.1", True),
        (f"<{RED}>: host mx said: 552 5.2.2 mailbox full", "5.2.2", False),
        (f"<{RED}>: host mx said: 550 5.7.1 rejected as spam", "5.7.1", False),
        (f"<{RED}>: host mx said: 451 4.3.0 try later", "4.3.0", False),
        (f"<{RED}>: 550 no such user here", "5.0.0", True),
        (f"<{RED}>: user unknown", "", True),
        (f"<{RED}>: sent from 10.5.1.1 and version 5.1.1.2", "", False),
    ],
)
def test_the_words_of_old_servers_are_understood(body: str, status: str, hard: bool) -> None:
    found = read_bounce(letter(from_daemon("failure notice", body), "", (BOUNCE,)), ADDRESSES)
    assert (found.status, found.hard, found.failed, found.outbox_id) == (status, hard, (RED,), 9071)


def test_a_person_who_writes_to_a_bounce_address_is_not_played() -> None:
    assert screen(letter(mail(), recipients=(BOUNCE,)), ADDRESSES).verdict is Verdict.BOUNCE
