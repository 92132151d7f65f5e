"""What a delivery report is believed, and what it can't be made to do."""

from __future__ import annotations

from datetime import timedelta

from engine.message import Message
from moderator.inbox.handle import handle
from moderator.outbox.bounces import by_provider
from moderator.store import mails
from moderator.table.deadlines import open_decision
from tests.moderator.house import House

REPORT = (
    b"From: MAILER-DAEMON@mx.example.org\r\nTo: x\r\nSubject: Undelivered\r\nMessage-ID: <%s@mx>\r\n"
    b'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\nMIME-Version: 1.0\r\n\r\n'
    b"--b\r\nContent-Type: text/plain\r\n\r\nNo such user.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n"
    b"Final-Recipient: rfc822; red@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n"
    b"--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: %s\r\n\r\n--b--\r\n"
)


def came(house: House, to: str, about: str, name: str) -> str:
    receipt = house.take_in(REPORT % (name.encode(), about.encode()), "", to)
    return handle(house.office, receipt.mail_id)


def due(house: House, game: str) -> object:
    with house.office.reading() as desk:
        row = open_decision(desk, game)
        assert row is not None
        return row.due_at


def test_a_mover_who_makes_bounces_of_their_own_mails_gains_time_once(house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org")
    house.deliver()
    from moderator.errands.sweep import sweep

    given = []
    for number in range(4):
        house.pass_time(hours=13)
        sweep(house.office, house.do)
        asked = [row for row in house.outbox(to="red@example.org") if row.status == "sent"][-1]
        before = due(house, game)
        assert came(house, house.office.addresses.bounce(asked.id), asked.message_id, f"n{number}") == "bounce"
        given.append(due(house, game) != before)
    assert given == [True, False, False, False]
    told = [house.text_of(row) for row in house.outbox("notice", "boss@example.org") if "arrive" in row.data["title"]]
    assert ["started anew" in text for text in told] == given


def test_a_report_is_believed_at_a_secret_address_of_the_mail_and_nowhere_else(house: House) -> None:
    game = house.game("Red", "Blue")
    house.deliver()
    asked = house.outbox("move", "red@example.org")[0]
    forged = house.office.addresses.bounce(asked.id).replace(f"+{asked.id}-", f"+{asked.id}-x")
    before = due(house, game)
    for number, to in enumerate(("play@waybill.localhost", house.address(game, "Blue"), forged)):
        assert came(house, to, asked.message_id, f"w{number}").startswith("dropped")
    assert house.outbox("move", "red@example.org")[0].status == "sent" and due(house, game) == before
    with house.office.reading() as desk:
        person = desk.person_at("red@example.org")
        assert person is not None and person.bounces == 0


def test_each_provider_is_seen_with_what_it_did_to_our_mails(house: House) -> None:
    with house.office.desk() as desk:
        for number, (address, status, trouble) in enumerate(
            [
                ("a@big.example", "sent", ""),
                ("b@big.example", "bounced", "bounced with 5.7.1"),
                ("c@BIG.example", "failed", "bounced with 5.7.1"),
                ("d@small.example", "sent", ""),
                ("e@small.example", "pending", "relay, DATA: 451 later"),
            ]
        ):
            made = desk.post(f"made {number}", address, mails.Notice(Message("x"), Message("y")))
            assert made is not None
            made.status, made.trouble = status, trouble
    with house.office.reading() as desk:
        big, small = by_provider(desk, desk.now - timedelta(days=1))[:2]
    assert (big.domain, big.sent, big.bounced, big.failed, big.waiting) == ("big.example", 1, 1, 1, 0)
    assert (big.trouble, round(big.share)) == ("bounced with 5.7.1", 67)
    assert (small.domain, small.sent, small.waiting, small.share) == ("small.example", 1, 1, 0)
