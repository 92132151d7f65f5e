"""Addresses are read back as they were given out, whatever mailers do to them on the way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderator.office.addresses import Addresses, BounceAddress, Mailbox, SeatAddress, canonical, hash_token

TOKEN = "abcdefghijklmnopqrstuvwxyz"
OURS = Addresses("orders.example", b"a secret")
ONE_MAILBOX = Addresses("example.com", b"a secret", mailbox="club")


def test_a_token_is_kept_only_as_a_hash() -> None:
    assert TOKEN not in hash_token(TOKEN)
    assert hash_token(TOKEN.upper()) == hash_token(TOKEN)


@pytest.mark.parametrize(
    "address",
    [
        f"g41-{TOKEN}@orders.example",
        f"G41-{TOKEN.upper()}@Orders.Example",
        f"<g41-{TOKEN}@orders.example>",
        f"g41-{TOKEN}+phone@orders.example",
        f"g41-{TOKEN[:5]}.{TOKEN[5:]}@orders.example",
        f"g41-{TOKEN}@orders.example.",
        f'"g41-{TOKEN}"@orders.example',
        f"play+g41-{TOKEN}@orders.example",
    ],
)
def test_a_seat_is_found_however_the_address_was_mangled(address: str) -> None:
    assert OURS.read(address) == SeatAddress("41", TOKEN)


@pytest.mark.parametrize(
    "address",
    [
        f"g41-{TOKEN[:-1]}@orders.example",
        f"g41-{TOKEN}@elsewhere.example",
        f"41-{TOKEN}@orders.example",
        f"g-{TOKEN}@orders.example",
        "nobody@orders.example",
        "bounce+7-aaaaaaaaaaaaaaaa@orders.example",
        f"bounce+{'9' * 5000}-a@orders.example",
        "@orders.example",
        "",
    ],
)
def test_what_we_never_gave_out_is_nobody(address: str) -> None:
    assert OURS.read(address) is None


def test_mailboxes_for_everybody_are_known_in_any_case() -> None:
    assert OURS.read("Postmaster@orders.example") == Mailbox("postmaster")
    assert OURS.read("play+hello@orders.example") == Mailbox("play")


def test_a_bounce_address_can_not_be_made_by_others() -> None:
    address = OURS.bounce(9071)
    assert OURS.read(address.upper()) == BounceAddress(9071)
    assert OURS.read(address.replace("9071", "9072")) is None
    assert Addresses("orders.example", b"another").read(address) is None


def test_one_mailbox_at_a_big_provider_serves_all_addresses() -> None:
    seat = ONE_MAILBOX.seat("1882-ab3", TOKEN)
    assert seat == f"club+g1882-ab3-{TOKEN}@example.com"
    assert ONE_MAILBOX.read(seat) == SeatAddress("1882-ab3", TOKEN)
    assert ONE_MAILBOX.read(ONE_MAILBOX.bounce(5)) == BounceAddress(5)
    assert ONE_MAILBOX.read("someone.else@example.com") is None
    assert not ONE_MAILBOX.is_ours("someone.else@example.com")


@pytest.mark.parametrize(
    ("written", "registered"),
    [
        ("Red.Player+18xx@GMail.com", "redplayer@googlemail.com"),
        ("red+games@example.org", "Red@Example.ORG"),
    ],
)
def test_spellings_of_one_person_compare_equal(written: str, registered: str) -> None:
    assert canonical(written) == canonical(registered)


def test_a_letter_that_becomes_one_of_ours_in_lower_case_is_another() -> None:
    """Who signs in as the one would be mailed the other's link."""
    assert canonical("\u212aate@example.org") != canonical("Kate@example.org")
    assert canonical("J\u00d6RG@example.org") == canonical("j\u00f6rg@example.org")


def test_different_people_stay_different() -> None:
    assert canonical("a.b@example.org") != canonical("ab@example.org")
    assert canonical("no address") == ""


@given(st.text(max_size=80))
def test_reading_an_address_never_fails(text: str) -> None:
    for addresses in (OURS, ONE_MAILBOX):
        addresses.read(text)
        addresses.read(f"{text}@orders.example")
    canonical(text)


@given(st.integers(0, 10**15))
def test_every_bounce_address_is_read_back(number: int) -> None:
    assert OURS.read(OURS.bounce(number)) == BounceAddress(number)
