"""Addresses with letters beyond ASCII, and with what is no letter: each mail is sent or known to reach nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from moderator.inbox.envelope import Envelope
from moderator.inbox.handle import handle
from moderator.inbox.take_in import take_in
from moderator.outbox import post
from tests.moderator.house import open_house, settings_for
from tests.moderator.outbox.faulty_relay import faulty_relay
from tests.services import sinking


def asked(home: Path, relay: str, sender: str) -> list[tuple[str, str]]:
    """Somebody asks for help; what becomes of each answer, and why."""
    house = open_house(settings_for(home, SMTP_RELAY=relay))
    raw = f"From: {sender}\r\nTo: play@waybill.localhost\r\nMessage-ID: <1@x>\r\n\r\nhelp\r\n".encode()
    receipt = take_in(house.office, raw, Envelope("smtp", sender=sender, recipients=("play@waybill.localhost",)))
    handle(house.office, receipt.mail_id)
    found = []
    for row in house.outbox("answer"):
        post.deliver(house.office, row.id)
    for row in house.outbox("answer"):
        found.append((str(row.status), row.trouble or ""))
    house.office.close()
    return found


@pytest.mark.parametrize(
    ("sender", "reached"),
    [("öl@example.org", "öl@example.org"), ("x@müller.example", "x@xn--mller-kva.example"), ("민@예.example", None)],
)
def test_a_relay_that_knows_such_letters_is_given_them(tmp_path: Path, sender: str, reached: str | None) -> None:
    with sinking() as sink:
        assert asked(tmp_path, sink.url, sender) == [("sent", "")]
        ((_, recipients, _),) = sink.received
    assert recipients == [reached or f"민@{'예.example'.encode('idna').decode()}"]


def test_a_relay_that_knows_none_is_not_asked_for_ever(tmp_path: Path) -> None:
    with faulty_relay() as relay:
        assert asked(tmp_path, relay.url, "öl@example.org") == [
            ("bounced", "553 5.6.7 the relay takes no address with such letters")
        ]


@pytest.mark.parametrize("sender", ["x\0@example.org", "x@exam\0ple.org", "x\u202e@example.org", "x@a\u2028b.example"])
def test_what_is_no_letter_stands_in_nobodys_address(tmp_path: Path, sender: str) -> None:
    with sinking() as sink:
        assert asked(tmp_path, sink.url, sender) == []
        assert sink.received == []


def test_a_domain_that_two_standards_read_in_two_ways_is_written_to_in_neither(tmp_path: Path) -> None:
    """To one of them straße.example is strasse.example, which may be somebody else's."""
    with sinking() as sink:
        assert asked(tmp_path, sink.url, "x@straße.example") == [("bounced", "553 5.1.2 no such domain can be")]
        assert sink.received == []
