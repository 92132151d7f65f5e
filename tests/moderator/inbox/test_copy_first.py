"""A copy of a player's mail that comes first and is not read as a person's stands in nobody's way, however proved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from moderator.inbox.envelope import Envelope
from moderator.inbox.handle import handle
from moderator.inbox.take_in import take_in
from tests.moderator.house import House
from tests.moderator.inbox.test_dkim import serving, signed_order

RED, MALLORY = "red@example.org", "mallory@evil.example"
CHECKED = b"Authentication-Results: mx.test; dkim=pass header.d=example.org\r\n"
# What no signature covers: a line above, and the envelope.
COPIES = {
    "null sender": (b"", ""),
    "an automatic answer": (b"Auto-Submitted: auto-replied\r\n", MALLORY),
    "a failure": (b"X-Failed-Recipients: x@y.example\r\n", MALLORY),
    "our own mark": (b"X-Waybill: 1\r\n", MALLORY),
    "many hands": (b"Received: x\r\n" * 40, MALLORY),
}


def trusting(house: House, trust: str) -> tuple[str, str, bytes]:
    """A game in a house that checks senders this way; Red's address there, and Red's order."""
    serving(house)
    house.office.settings = replace(house.office.settings, trust="header:mx.test" if trust == "header" else trust)
    game = house.game("Red", "Blue")
    raw = signed_order(house, game, "bid N 105\r\n")
    house.deliver()
    return game, house.address(game, "Red"), CHECKED + raw if trust == "header" else raw


def came(house: House, raw: bytes, sender: str, *to: str, at_once: bool = True) -> int:
    envelope = Envelope("smtp", sender=sender, recipients=to, received_from="192.0.2.9 (x)")
    receipt = take_in(house.office, raw, envelope)
    if at_once and not receipt.duplicate:
        handle(house.office, receipt.mail_id)
    return 0 if receipt.duplicate else receipt.mail_id


def verdict(house: House, mail: int) -> str:
    with house.office.reading() as desk:
        row = desk.incoming.get(mail)
        return row.verdict if row is not None else ""


def above(top: bytes, raw: bytes) -> bytes:
    """Whoever checks senders for us writes above all that came."""
    return CHECKED + top + raw.removeprefix(CHECKED) if raw.startswith(CHECKED) else top + raw


@pytest.mark.parametrize("trust", ["none", "dkim", "header"])
@pytest.mark.parametrize("at_once", [True, False], ids=["dealt with", "waiting"])
@pytest.mark.parametrize("case", COPIES)
def test_a_proved_copy_taken_for_a_machines_stands_in_nobodys_way(
    case: str, at_once: bool, trust: str, house: House
) -> None:
    game, to, raw = trusting(house, trust)
    top, sender = COPIES[case]
    copy = came(house, above(top, raw), sender, to, at_once=at_once)
    own = came(house, raw, RED, to)
    assert own and verdict(house, copy).startswith("dropped")
    assert (verdict(house, own), house.orders(game)) == ("ACCEPTED", ["Red: bid N 105"])
    # It was acted on now, so nothing of the kind is again: by its own road, by another, with a mark or without.
    count = len(house.outbox())
    for again, by in ((raw, RED), (above(top, raw), sender), (above(b"Received: y\r\n", raw), RED), (raw, "")):
        assert came(house, again, by, to) == 0
    assert len(house.outbox()) == count and house.orders(game) == ["Red: bid N 105"]


@pytest.mark.parametrize("trust", ["none", "dkim", "header"])
def test_a_copy_that_is_read_counts_and_its_original_is_a_duplicate(trust: str, house: House) -> None:
    game, to, raw = trusting(house, trust)
    first = came(house, above(b"X-Nothing: at all\r\n", raw), MALLORY, to)
    assert verdict(house, first) == "ACCEPTED" and came(house, raw, RED, to) == 0
    assert house.orders(game) == ["Red: bid N 105"]


@pytest.mark.parametrize("trust", ["none", "dkim", "header"])
def test_all_such_copies_together_stand_in_nobodys_way_and_are_never_answered(trust: str, house: House) -> None:
    game, to, raw = trusting(house, trust)
    count = len(house.outbox())
    for top, sender in (*COPIES.values(), *COPIES.values()):
        mail = came(house, above(top, raw), sender, to)
        assert not mail or verdict(house, mail).startswith("dropped")
    assert len(house.outbox()) == count
    assert verdict(house, came(house, raw, RED, to)) == "ACCEPTED" and house.orders(game) == ["Red: bid N 105"]


@pytest.mark.parametrize("trust", ["none", "dkim", "header"])
def test_a_copy_to_where_a_mail_of_ours_reports_its_failure_stands_in_nobodys_way(trust: str, house: House) -> None:
    game, to, raw = trusting(house, trust)
    bounce = house.office.addresses.bounce(house.outbox()[-1].id)
    assert verdict(house, came(house, raw, MALLORY, bounce)).removeprefix("dropped:unknown ") == "bounce"
    assert verdict(house, came(house, raw, RED, to)) == "ACCEPTED" and house.orders(game) == ["Red: bid N 105"]


@pytest.mark.parametrize("trust", ["none", "header"])
def test_a_copy_that_could_not_be_read_is_answered_once_and_the_mail_itself_is_played(trust: str, house: House) -> None:
    """A line above that says the mail is a picture; with `dkim` such a copy proves nothing."""
    game, to, raw = trusting(house, trust)
    plain = raw.replace(b"Content-Type: text/plain\r\n", b"")
    count = len(house.outbox("answer"))
    for number in range(3):
        top = b"X-N: %d\r\nContent-Type: image/png\r\n" % number
        came(house, above(top, plain), MALLORY, to)
    assert len(house.outbox("answer")) == count + 1 and house.orders(game) == []
    assert verdict(house, came(house, plain, RED, to)) == "ACCEPTED" and house.orders(game) == ["Red: bid N 105"]
    assert came(house, above(b"X-N: 9\r\n", plain), MALLORY, to) == 0
