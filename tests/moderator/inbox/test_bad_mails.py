"""Every bad mail of the field notes is read, screened and cut as the table beside the mails says."""

from __future__ import annotations

import random
import tomllib
from typing import Any

import pytest

from moderator.inbox.bounce import read_bounce
from moderator.inbox.dkim import signed_by
from moderator.inbox.envelope import Envelope
from moderator.inbox.letter import PROBLEMS, Letter, read
from moderator.inbox.proof import Proof, judge
from moderator.inbox.screening import Verdict, screen
from tests.mails.make import ADDRESSES, HERE, MAILS, RED, SEAT, SMALL, build, spoiled

EXPECTED: list[dict[str, Any]] = tomllib.loads((HERE / "expected.toml").read_text("utf-8"))["mail"]
BY_NAME = {row["file"]: row for row in EXPECTED}


def envelope_of(row: dict[str, Any]) -> Envelope:
    recipients = tuple(row.get("recipients", (SEAT,)))
    return Envelope(row.get("source", "smtp"), sender=row.get("sender", RED), recipients=recipients)


def letter_of(name: str) -> Letter:
    return read(1, build(name), envelope_of(BY_NAME[name]))


def test_all_eighty_cases_are_there() -> None:
    assert {row["number"] for row in EXPECTED} == set(range(1, 81))
    assert [row["file"] for row in EXPECTED] == list(MAILS)


@pytest.mark.parametrize("name", [name for name in MAILS if len(build(name)) <= SMALL])
def test_the_mail_beside_the_script_is_what_the_script_makes(name: str) -> None:
    assert (HERE / f"{name}.eml").read_bytes() == build(name), "run: python -m tests.mails.make"


@pytest.mark.parametrize("row", EXPECTED, ids=[row["file"] for row in EXPECTED])
def test_a_bad_mail_is_taken_for_what_it_is(row: dict[str, Any]) -> None:
    letter = letter_of(row["file"])
    found = screen(letter, ADDRESSES)
    assert (found.verdict.value, found.reason) == (row["verdict"], row.get("reason", ""))
    if "lines" in row:
        assert list(letter.lines) == row["lines"]
    assert list(letter.quoted_edits) == row.get("edits", [])
    assert list(letter.problems) == row.get("problems", [])
    assert set(letter.problems) <= set(PROBLEMS)


@pytest.mark.parametrize("row", EXPECTED, ids=[row["file"] for row in EXPECTED])
def test_no_line_of_our_own_report_is_ever_taken_for_an_order(row: dict[str, Any]) -> None:
    letter = letter_of(row["file"])
    assert "bid K 999" not in letter.lines
    assert "bid K 999" not in letter.quoted_edits


@pytest.mark.parametrize("row", EXPECTED, ids=[row["file"] for row in EXPECTED])
def test_nothing_invisible_reaches_the_rest_of_the_service(row: dict[str, Any]) -> None:
    letter = letter_of(row["file"])
    for text in (*letter.lines, *letter.quoted_edits, *letter.attachments, letter.subject, letter.display_name):
        assert text.isprintable(), text


def test_a_machine_is_never_answered() -> None:
    for row in EXPECTED:
        found = letter_of(row["file"])
        if found.automatic and not found.perhaps_a_person:
            assert row["verdict"] in ("drop", "bounce"), row["file"]


@pytest.mark.parametrize(
    ("name", "status", "hard", "failed"),
    [
        ("29a-hard-bounce", "5.1.1", True, (RED,)),
        ("29b-soft-bounce", "4.2.2", False, (RED,)),
        ("29c-other-final-recipient", "5.1.1", True, ("red.forwarded@example.net",)),
        ("29d-several-statuses", "5.1.1", True, (RED, "red2@example.net")),
        ("30a-exim", "5.1.1", True, (RED,)),
        ("30b-qmail", "", True, (RED,)),
        ("30c-old-provider", "", False, (RED,)),
        ("32-bounce-about-nobody", "", False, ()),
    ],
)
def test_a_bounce_says_which_mail_failed_and_how_badly(
    name: str, status: str, hard: bool, failed: tuple[str, ...]
) -> None:
    bounce = read_bounce(letter_of(name), ADDRESSES)
    assert (bounce.outbox_id, bounce.status, bounce.hard, bounce.failed) == (9071, status, hard, failed)


def test_a_standard_report_brings_back_our_message_id() -> None:
    assert read_bounce(letter_of("29a-hard-bounce"), ADDRESSES).message_id == "<w9071@orders.example>"


@pytest.mark.parametrize(
    ("name", "proof"),
    [
        ("20-dmarc-fail", Proof.FAILED),
        ("21a-forged-results-below", Proof.FAILED),
        ("21b-forged-results-alone", Proof.WEAK),
        ("03-no-from", Proof.FAILED),
        ("06a-two-from-headers", Proof.FAILED),
    ],
)
def test_forged_results_prove_nothing(name: str, proof: Proof) -> None:
    letter = letter_of(name)
    assert judge(letter, envelope_of(BY_NAME[name]), "header:mx.orders.example") is proof


def test_the_sender_is_the_one_in_from_and_nobody_else() -> None:
    for name in ("06c-sender-differs", "07-reply-to-differs", "08b-line-end-in-name", "22-identity-in-the-body"):
        assert letter_of(name).sender == RED
    assert letter_of("07-reply-to-differs").reply_to == "elsewhere@example.net"


def test_headers_are_read_however_they_are_written() -> None:
    assert letter_of("09-no-message-id").message_id == ""
    assert letter_of("10-odd-message-id").message_id == "<[anu10]x@[y]>"
    assert letter_of("11b-garbage-date").date is None
    assert letter_of("13-chain-of-prefixes").topic == "[1861-41 #41] YOUR MOVE"
    assert letter_of("17-references-with-commas").references == ("<a@orders.example>", "<b@orders.example>")
    assert len(letter_of("12c-long-subject").subject) <= 500
    assert letter_of("08a-encoded-name").display_name == "Красный"


@pytest.mark.parametrize("name", ["14a-only-delivered-to", "14b-only-x-envelope-to", "16-shouted-address"])
def test_the_seat_is_found_without_an_envelope(name: str) -> None:
    assert SEAT in letter_of(name).recipients


def test_pressing_send_twice_is_seen_but_another_order_is_not_the_same() -> None:
    first, again, other = (
        letter_of(n).likeness for n in ("39-same-mail-twice", "40-sent-twice", "41-same-id-other-body")
    )
    assert first == again
    assert first != other


def test_hostile_filenames_lose_their_folders() -> None:
    assert letter_of("65a-encoded-filename").attachments == ("carte été.png",)
    assert "/" not in letter_of("65c-hostile-filename").attachments[0]


def test_what_is_incomplete_is_marked_so() -> None:
    for name in ("62-too-many-lines", "63a-hundred-thousand-parts", "63b-a-thousand-deep"):
        assert letter_of(name).incomplete
        assert screen(letter_of(name), ADDRESSES).verdict is Verdict.LEAD
    assert letter_of("64c-encrypted").incomplete
    assert screen(letter_of("64c-encrypted"), ADDRESSES).verdict is Verdict.ANSWER


def read_spoiled(mails: list[str], times: int) -> None:
    chance = random.Random(1861)
    for number in range(times):
        name = mails[number % len(mails)]
        raw = spoiled(build(name), chance)
        letter = read(1, raw, envelope_of(BY_NAME[name]))
        screen(letter, ADDRESSES)
        read_bounce(letter, ADDRESSES)
        judge(letter, envelope_of(BY_NAME[name]), "header:mx.orders.example")
        signed_by(raw, 0.0, {}.get)
        assert all(text.isprintable() for text in (*letter.lines, *letter.attachments, letter.subject))


SMALL_MAILS = [name for name in MAILS if len(build(name)) <= 5000]


def test_spoiled_mails_are_read_too() -> None:
    read_spoiled(SMALL_MAILS, 2000)


@pytest.mark.long
def test_very_many_spoiled_mails_are_read_too() -> None:
    read_spoiled(SMALL_MAILS, 200_000)
