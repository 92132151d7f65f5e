"""One mail acts once: over every road, in every spelling of its address, whole or in copies, however often it comes."""

from __future__ import annotations

import base64
import quopri
import re
from pathlib import Path

import pytest

from moderator.errands.backup import backup, restore
from moderator.inbox.envelope import Envelope
from moderator.inbox.handle import handle
from moderator.inbox.take_in import take_in
from tests.mails.make import RED, from_daemon
from tests.moderator.house import House, open_house, settings_for
from tests.moderator.inbox.test_bad_mails_answered import Desk, begun, desk, houses, opened  # noqa: F401

ROADS = ("smtp", "lmtp", "imap", "postmark", "raw")


def order(seat: str, text: str = "bid N 105", **headers: str) -> bytes:
    fields = {"From": f"Red <{RED}>", "To": seat, "Subject": "my move", "Message-ID": "<once.1@example.org>"} | headers
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value)
    return f"{head}\r\n{text}\r\n".encode()


def spellings(seat: str) -> list[str]:
    local, _, domain = seat.partition("@")
    return [
        seat,
        seat.upper(),
        f"{local}+x@{domain}",
        f"{local}+turn.2@{domain.upper()}",
        f"{local[:6]}.{local[6:]}@{domain}",
    ]


def send(house: Desk, raw: bytes, road: str, recipients: tuple[str, ...], number: int) -> str:
    # A polled mailbox tells no envelope, and every road adds traces of its own.
    traced = f"Received: from {road} by mx; {number}\r\nDelivered-To: {recipients[0]}\r\n".encode() + raw
    raw = traced.replace(b"\r\n", b"\n") if road == "postmark" else traced
    envelope = Envelope(
        road, f"{road}:{number}", sender="" if road == "imap" else RED, recipients=() if road == "imap" else recipients
    )
    receipt = take_in(house.house.office, raw, envelope)
    return handle(house.house.office, receipt.mail_id)


@pytest.mark.parametrize("first", ROADS)
def test_the_same_mail_by_any_other_road_and_spelling_changes_nothing(first: str, desk: Desk) -> None:  # noqa: F811
    raw, number = order(desk.seat), 0
    assert send(desk, raw, first, (desk.seat,), number) == "ACCEPTED"
    after, mails = desk.position(), desk.rows()
    for road in ROADS:
        for spelling in spellings(desk.seat):
            for recipients in ((spelling,), (spelling, "play@orders.example"), ("play@orders.example",)):
                number += 1
                assert send(desk, raw, road, recipients, number) == ""
    assert (desk.position(), desk.rows()) == (after, mails)


@pytest.mark.parametrize("road", ["smtp", "imap"])
def test_a_mail_to_a_seat_and_a_mailbox_in_two_deliveries_is_played_once(road: str, desk: Desk) -> None:  # noqa: F811
    raw = order(desk.seat, Cc="play@orders.example")
    verdicts = [send(desk, raw, road, (to,), n) for n, to in enumerate(("play@orders.example", desk.seat))]
    assert verdicts == ["ACCEPTED", ""]
    assert desk.position()[2][-1] == "Red: bid N 105"


def test_two_mails_that_only_look_alike_are_two(desk: Desk) -> None:  # noqa: F811
    assert send(desk, order(desk.seat, "status"), "smtp", (desk.seat,), 1) == "ACCEPTED"
    again = order(desk.seat, "status", **{"Message-ID": "<once.2@example.org>"})
    assert send(desk, again, "smtp", (desk.seat,), 2) == "ACCEPTED"
    # Somebody else who got hold of the Message-ID can't take the owner's place in the queue.
    forged = order(desk.seat, "status", From="mallory@example.net", **{"Message-ID": "<once.3@example.org>"})
    send(desk, forged, "smtp", (desk.seat,), 3)
    honest = order(desk.seat, "status", **{"Message-ID": "<once.3@example.org>"})
    assert send(desk, honest, "smtp", (desk.seat,), 4) == "ACCEPTED"


HEAD = {"From": f"Red <{RED}>", "Subject": "my move", "Message-ID": "<encoded@example.org>", "MIME-Version": "1.0"}


def encoded(seat: str, text: str, how: str, **headers: str) -> bytes:
    """The same text in a transfer encoding, as a relay to a host that takes no 8bit makes it."""
    plain = text.replace("\n", "\r\n").encode()
    body = {"8bit": lambda: plain, "quoted-printable": lambda: quopri.encodestring(plain, quotetabs=True)}.get(
        how, lambda: base64.encodebytes(plain)
    )()
    fields = (
        HEAD | {"To": seat, "Content-Type": "text/plain; charset=utf-8", "Content-Transfer-Encoding": how} | headers
    )
    return "".join(f"{name}: {value}\r\n" for name, value in fields.items()).encode() + b"\r\n" + body


COPIES = (
    ("8bit", {}),
    ("quoted-printable", {}),
    ("base64", {}),
    ("8bit", {"From": RED}),
    ("8bit", {"From": RED.upper()}),
    ("8bit", {"Subject": "=?utf-8?q?my_move?="}),
    ("8bit", {"Subject": "[club] my move"}),
)


@pytest.mark.parametrize("text", ["bid N 105\n-- \nJosé", "status\nà bientôt", "press Green: hello, José"])
@pytest.mark.parametrize("first", [0, 1, 2])
def test_a_mail_that_a_relay_has_encoded_anew_acts_once(first: int, text: str, desk: Desk) -> None:  # noqa: F811
    mails = [encoded(desk.seat, text, how, **headers) for how, headers in COPIES]
    assert send(desk, mails[first], "smtp", (desk.seat,), first) == "ACCEPTED"
    after, answers = desk.position(), len(desk.house.outbox())
    for number, raw in enumerate(mails, 10):
        assert send(desk, raw, "imap", (desk.seat,), number) in ("", "dropped:duplicate")
    assert (desk.position(), len(desk.house.outbox())) == (after, answers)


def test_a_footer_below_orders_makes_no_second_mail(desk: Desk) -> None:  # noqa: F811
    footer = "\n_______________________________________________\nThe club's list, see https://list.example.org/"
    assert send(desk, encoded(desk.seat, "bid N 105", "8bit"), "smtp", (desk.seat,), 1) == "ACCEPTED"
    after = desk.position()
    assert send(desk, encoded(desk.seat, "bid N 105" + footer, "8bit"), "smtp", (desk.seat,), 2) == "dropped:duplicate"
    assert desk.position() == after
    # Something else under the same name is something else: a program may have kept its name.
    assert send(desk, encoded(desk.seat, "status", "8bit"), "smtp", (desk.seat,), 3) == "ACCEPTED"


def test_a_copy_that_was_dropped_or_proves_less_keeps_nobody_out(checked: Desk) -> None:
    def copy(how: str, number: int, **headers: str) -> str:
        return send(checked, encoded(checked.seat, "bid N 105", how, **headers), "smtp", (checked.seat,), number)

    machine = {"From": "robot@example.net", "Auto-Submitted": "auto-generated"}
    assert copy("base64", 1, **machine).startswith("dropped")
    assert copy("base64", 2) == "parked"
    assert copy("8bit", 3) == "dropped:duplicate", "it waits for its word already"
    assert copy("quoted-printable", 4, **PROVED) == "ACCEPTED"
    assert copy("8bit", 5, **PROVED, Subject="again") == "dropped:duplicate"
    assert checked.position()[2][-1] == "Red: bid N 105"
    assert len([one for one in checked.position()[2] if one == "Red: bid N 105"]) == 1


def asked_id(house: Desk) -> str:
    return next(one.message_id for one in house.house.outbox() if one.id == house.asked)


TRUSTED = "header:mx.example.org"
PROVED = {"Authentication-Results": "mx.example.org; dkim=pass header.d=example.org"}


@pytest.fixture
def checked(begun: tuple[Path, str], tmp_path: Path) -> Desk:  # noqa: F811
    """The same service where a receiver checks senders."""
    home, game = begun
    (tmp_path / "waybill.sqlite").write_bytes((home / "waybill.sqlite").read_bytes())
    return Desk(opened(tmp_path, TRUSTED), game)


@pytest.mark.parametrize("name", ["In-Reply-To", "References"])
def test_a_reply_that_lost_its_address_is_found_by_the_mail_it_answers(name: str, checked: Desk) -> None:
    raw = order("play@orders.example", **{name: f"<x@y> {asked_id(checked)}"}, **PROVED)
    assert send(checked, raw, "smtp", ("play@orders.example",), 1) == "ACCEPTED"
    assert checked.position()[2][-1] == "Red: bid N 105"


def test_a_reply_that_lost_its_address_is_found_by_its_subject(checked: Desk) -> None:
    raw = order("play@orders.example", Subject=f"Re: [{checked.game} #17] YOUR MOVE", **PROVED)
    assert send(checked, raw, "smtp", ("play@orders.example",), 1) == "ACCEPTED"
    assert checked.position()[2][-1] == "Red: bid N 105"


def test_only_a_proved_owner_is_found_without_the_secret(checked: Desk) -> None:
    subject = {"Subject": f"Re: [{checked.game} #17] YOUR MOVE"}
    stray = order("play@orders.example", **subject)
    other = order("play@orders.example", From="green@example.org", **{"In-Reply-To": asked_id(checked)}, **PROVED)
    asked = order("play@orders.example", **{"In-Reply-To": asked_id(checked), "Message-ID": "<once.9@example.org>"})
    for number, raw in enumerate((stray, other)):
        assert not send(checked, raw, "smtp", ("play@orders.example",), number).startswith("ACCEPTED")
    # Without proof the registered address is asked, if the mail it answers is really known.
    assert send(checked, asked, "smtp", ("play@orders.example",), 9) == "parked"
    assert checked.position() == checked.before


def test_where_nobody_checks_senders_a_subject_opens_nothing(desk: Desk) -> None:  # noqa: F811
    raw = order("play@orders.example", Subject=f"Re: [{desk.game} #17] YOUR MOVE")
    assert send(desk, raw, "smtp", ("play@orders.example",), 1) != "ACCEPTED"
    assert desk.position() == desk.before


def bounced(house: Desk, raw: bytes, to: str, number: int = 1) -> str:
    receipt = take_in(house.house.office, raw, Envelope("smtp", f"b:{number}", sender="", recipients=(to,)))
    return handle(house.house.office, receipt.mail_id)


@pytest.mark.parametrize(
    "words",
    ["550 5.1.1 unknown user", "Hi. This is the qmail-send program\n<red@example.org>:\nno mailbox here by that name"],
)
def test_a_bounce_to_our_return_address_is_booked_however_a_machine_marked_it(words: str, desk: Desk) -> None:  # noqa: F811
    to = desk.house.office.addresses.bounce(desk.asked)
    raw = b"Auto-Submitted: auto-replied\r\nPrecedence: junk\r\nList-Id: <x>\r\n" + from_daemon("Oh dear", words)
    assert bounced(desk, raw, to) == "bounce"


def test_an_absent_persons_machine_is_no_bounce(desk: Desk) -> None:  # noqa: F811
    to = desk.house.office.addresses.bounce(desk.asked)
    raw = b"Auto-Submitted: auto-replied\r\n" + from_daemon("Out of office", "I am away until Monday.")
    assert bounced(desk, raw, to) == "dropped:auto-reply"


def returned(message_id: str, kind: str, fields: str) -> bytes:
    return (
        f"From: mailer-daemon@example.net\r\nTo: play@orders.example\r\nSubject: report\r\nMIME-Version: 1.0\r\n"
        f"Message-ID: <r.{kind}@example.net>\r\nContent-Type: multipart/report; report-type={kind}; boundary=b\r\n\r\n"
        f"--b\r\n\r\nA report.\r\n--b\r\nContent-Type: message/{kind}\r\n\r\n{fields}\r\n"
        f"--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: {message_id}\r\nSubject: x\r\n\r\n--b--\r\n"
    ).encode()


def test_a_message_id_alone_books_no_bounce(desk: Desk) -> None:  # noqa: F811
    raw = returned(
        asked_id(desk), "delivery-status", "Reporting-MTA: dns; x\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n"
    )
    assert bounced(desk, raw, "play@orders.example") == "dropped:unknown bounce"
    # At the seat's own address it is from somebody who knows the secret: the receiver of that very mail.
    assert bounced(desk, raw.replace(b"<r.", b"<s."), desk.seat, 2) == "bounce"


def test_a_complaint_reaches_the_operator_and_stops_nothing(desk: Desk) -> None:  # noqa: F811
    raw = returned(asked_id(desk), "feedback-report", "Feedback-Type: abuse\r\nUser-Agent: x\r\nVersion: 1\r\n")
    assert bounced(desk, raw, "abuse@orders.example") == "parked:complaint"
    told = [one for one in desk.house.outbox() if one.id not in desk.mails]
    assert [one.recipient for one in told] == [desk.house.office.settings.admin_email]


@pytest.mark.parametrize("roads", [("smtp", "smtp"), ("lmtp", "mailgun"), ("smtp", "ses")])
def test_a_blind_copy_to_two_seats_reaches_both_once(house: House, roads: tuple[str, str]) -> None:
    """No copy names a seat, so each is a reason of its own to act; the same copy again is none."""
    games = [house.game("Red", "Blue"), house.game("Red", "Green")]
    raw = house.raw("red@example.org", "a-friend@example.net", "bid N 5")
    for number in range(2):
        for game, road in zip(games, roads, strict=True):
            to = house.address(game, "Red")
            envelope = Envelope(road, f"{road} {to} {number}", sender=RED, recipients=(to,))
            receipt = take_in(house.office, raw, envelope)
            assert receipt.duplicate is bool(number)
            handle(house.office, receipt.mail_id)
    assert [house.orders(game) for game in games] == [["Red: bid N 5"], ["Red: bid N 5"]]


@pytest.mark.parametrize("header", ["Delivered-To", "X-Original-To", "Envelope-To"])
@pytest.mark.parametrize("first", ["smtp", "imap"])
def test_a_copy_that_only_its_envelope_names_acts_once_over_a_mailbox_too(
    house: House, first: str, header: str
) -> None:
    """An alias in To, and the seat in the envelope: one road tells it so, a mailbox in a header."""
    game = house.game("Red", "Blue", gm="boss@example.org")
    to = house.address(game, "Red")
    raw = house.raw("red@example.org", "my-game@example.net", "press Blue\nhello\nend press")
    for road in (first, "imap", "smtp", "lmtp", first):
        copy = f"{header}: {to}\r\n".encode() + raw if road == "imap" else raw
        recipients = () if road == "imap" else (to,)
        receipt = take_in(house.office, copy, Envelope(road, None, sender=RED, recipients=recipients))
        handle(house.office, receipt.mail_id)
    assert len(house.outbox("press")) == 1


def mailed(house: House, game: str, seat: str, text: str, *, proved: bool = True) -> str:
    sender, to = f"{seat.lower()}@example.org", house.address(game, seat)
    head = f"Authentication-Results: {PROVED['Authentication-Results']}\r\n".encode() if proved else b""
    return handle(house.office, house.take_in(head + house.raw(sender, to, text), sender, to).mail_id)


@pytest.mark.parametrize("meanwhile", ["bid N 5", ""])
def test_an_order_that_waited_for_its_word_is_played_in_its_own_turn_or_not_at_all(
    tmp_path: Path, meanwhile: str
) -> None:
    """It says no turn, as most mails do: confirmed after its writer has moved, its `pass` was one for the next turn."""
    house = open_house(settings_for(tmp_path, TRUST=TRUSTED))
    game = house.game("Red", "Blue")
    assert mailed(house, game, "Red", "pass", proved=False) == "parked"
    word = re.search(r"confirm (\w{8})", house.text_of(house.outbox("answer", RED)[-1]))
    assert word is not None
    if meanwhile:
        assert mailed(house, game, "Red", meanwhile) == "ACCEPTED"
        assert mailed(house, game, "Blue", "bid N 10") == "ACCEPTED"
    before = house.orders(game)
    verdict = mailed(house, game, "Red", f"confirm {word[1]}", proved=False)
    if meanwhile:
        assert (verdict, house.orders(game)) == ("NOT ACCEPTED", before)
        assert "Turn 1 is over" in house.text_of(house.outbox("answer", RED)[-1])
    else:
        assert (verdict, house.orders(game)) == ("ACCEPTED", ["Red: pass"])
    house.office.close()


def test_what_came_before_a_backup_comes_again_after_a_restore_and_acts_once(desk: Desk, tmp_path: Path) -> None:  # noqa: F811
    """A mailbox has it still, and a relay tries again; also the copy that a relay has encoded anew."""
    raw, file = encoded(desk.seat, "bid N 105", "8bit"), tmp_path / "all.backup"
    assert send(desk, raw, "smtp", (desk.seat,), 1) == "ACCEPTED"
    backup(desk.house.office, file)
    after = desk.position()
    restore(desk.house.office, file, replace=True)
    for number, road in enumerate(ROADS, 2):
        assert send(desk, raw, road, (desk.seat,), number) == ""
        again = encoded(desk.seat, "bid N 105", "base64")
        assert send(desk, again, road, (desk.seat,), number + 10) in ("", "dropped:duplicate")
    assert desk.position() == after
    # What came after the backup is lost with it, and is taken when it comes again.
    lost = encoded(desk.seat, "status", "8bit", **{"Message-ID": "<lost@example.org>"})
    assert send(desk, lost, "smtp", (desk.seat,), 30) == "ACCEPTED"
    restore(desk.house.office, file, replace=True)
    assert send(desk, lost, "imap", (desk.seat,), 31) == "ACCEPTED"
