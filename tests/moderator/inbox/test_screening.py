"""The table that decides which mails are acted on, and what old and new servers say when a mail fails."""

from __future__ import annotations

import pytest

from moderator.inbox.bounce import read_bounce
from moderator.inbox.envelope import Envelope
from moderator.inbox.handle import REASONS
from moderator.inbox.letter import Letter, read
from moderator.inbox.screening import SCREEN, Verdict, meant_for, screen
from moderator.office.addresses import SeatAddress
from moderator.outbox.marker import OWN_HEADER
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
        ("Precedence", "auto_reply", "auto-reply"),
        ("X_Loop", SEAT, "loop"),
        (OWN_HEADER.replace("-", "_"), "report", "loop"),
    ],
)
def test_what_a_machine_wrote_is_dropped(name: str, value: str, reason: str) -> None:
    found = screen(letter(mail(**{name: value})), ADDRESSES)
    assert (found.verdict, found.reason) == (Verdict.DROP, reason)


WEAK_SIGNS = [
    ("Precedence", "List", "list"),
    ("Precedence", "bulk", "bulk"),
    ("List_Id", "<x.example.net>", "list"),
    ("X_Loop", RED, "loop"),
    ("Return_Path", "<>", "auto-reply"),
    ("Subject", "Auto: TSR", "auto-reply"),
    ("Subject", "Out of office hours bid", "auto-reply"),
    ("Subject", "Poissa", "auto-reply"),
]


@pytest.mark.parametrize(("name", "value", "reason"), WEAK_SIGNS)
def test_an_owners_order_is_heard_whatever_lists_and_forwarders_wrote_on_it(name: str, value: str, reason: str) -> None:
    raw = mail(**{name: value})
    assert screen(letter(raw), ADDRESSES).verdict is Verdict.ACCEPT
    # Without an order, or at an address everybody knows, it is a machine's.
    talk = mail("I am away until Monday and read no mail.", **{name: value})
    assert screen(letter(talk), ADDRESSES).reason == reason
    to_all = raw.replace(SEAT.encode(), b"play@orders.example")
    assert screen(letter(to_all, recipients=("play@orders.example",)), ADDRESSES).reason == reason


def test_a_mail_to_a_seat_and_a_mailbox_is_the_seats_whichever_copy_comes() -> None:
    raw = mail(Cc="play@orders.example")
    for copy in ((SEAT,), ("play@orders.example",), (SEAT, "play@orders.example")):
        assert any(isinstance(one, SeatAddress) for one in meant_for(letter(raw, recipients=copy), ADDRESSES))


def test_each_copy_of_a_mail_to_two_seats_is_refused() -> None:
    other = ADDRESSES.seat("42", "b" * 26)
    raw = mail(Cc=other)
    for copy in ((SEAT,), (other,), (SEAT, other)):
        assert screen(letter(raw, recipients=copy), ADDRESSES).reason == "several-seats"


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


def test_every_row_of_the_table_that_answers_has_a_reason_to_give() -> None:
    assert {reason for _, verdict, reason in SCREEN if verdict is Verdict.ANSWER} == set(REASONS)


def test_every_verdict_of_the_table_is_carried_out_as_it_stands() -> None:
    """What is answered has its answer; what is led on needs none here."""
    assert {reason for _, verdict, reason in SCREEN if verdict is Verdict.ANSWER} == set(REASONS)
