"""Whatever an envelope says is kept, on either database: a gateway that can't store a mail is asked again for ever."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from moderator.errands.sweep import sweep
from moderator.inbox.envelope import Envelope, TooMuch
from moderator.inbox.handle import handle
from moderator.inbox.take_in import take_in
from moderator.store.incoming import BEGINNING
from moderator.store.tables import Mail, Tally
from tests.moderator.house import House, open_house, settings_for

# Bytes that were no letters as SMTP hands them on, halves of letters as JSON can bring them, zeros, letters that are
# two when they are small, and much of everything.
ODD = ("\udcff", "\ud800", "\0", "\u0130" * 2000, "x" * 5000, "\r\nX-Loop: 1", "\u202e\U000e0001")


@pytest.fixture(params=["sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    url = {"DATABASE_URL": request.getfixturevalue("postgres_url")} if request.param == "postgresql" else {}
    house = open_house(settings_for(tmp_path, **url))
    yield house
    house.office.close()


def test_whatever_an_envelope_says_is_kept_once_and_dealt_with(kept: House) -> None:
    for number, odd in enumerate(ODD):
        for field in ("sender", "provider_id", "recipients", "received_from", "proofs"):
            raw = f"From: x@example.org\r\nSubject: {number} {field}\r\n\r\nhelp\r\n".encode()
            word = f"{odd}@example.org"
            envelope = Envelope(
                "smtp",
                provider_id=word if field == "provider_id" else None,
                sender=word if field == "sender" else "x@example.org",
                recipients=("play@waybill.localhost", *((word,) if field == "recipients" else ())),
                received_from=word if field == "received_from" else "",
                proofs={"dkim": word} if field == "proofs" else {},
            )
            receipt = take_in(kept.office, raw, envelope)
            assert take_in(kept.office, raw, envelope).mail_id == receipt.mail_id
            handle(kept.office, receipt.mail_id)
            with kept.office.reading() as desk:
                row = desk.session.get(Mail, receipt.mail_id)
                assert row is not None
                assert row.status in ("done", "dropped", "parked"), (odd, field, row.trouble)


def test_what_strangers_bring_within_an_hour_ends_and_players_mail_goes_on(
    kept: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty-five mails of ten megabytes were on the disk in as many seconds."""
    monkeypatch.setattr("moderator.inbox.take_in.MOST_OF_STRANGERS", 100_000)
    seat = kept.address(kept.game("Red", "Blue"), "Red")
    play = "play@waybill.localhost"

    def brought(sender: str, to: str = play, by: str = "192.0.2.1", source: str = "smtp") -> bool:
        raw = kept.raw(sender, to, "x" * 70 + "\n" + "y" * 30_000)
        try:
            take_in(kept.office, raw, Envelope(source, sender=sender, recipients=(to,), received_from=f"{by} (x)"))
        except TooMuch:
            return False
        return True

    assert [brought(f"s{number}@evil.example") for number in range(4)] == [True, True, True, False]
    assert [brought("red@example.org") for _ in range(4)] == [True] * 4
    assert [brought("s@evil.example", seat) for _ in range(4)] == [True] * 4
    assert [brought("mx@evil.example", kept.office.addresses.bounce(7)) for _ in range(4)] == [True] * 4
    # The caller is meant, of IPv6 with all its network; what stands in a mailbox was taken in by somebody else.
    assert brought("s@evil.example", by="192.0.2.2")
    assert [brought("s@evil.example", by=f"2001:db8::{number}") for number in range(1, 5)] == [True, True, True, False]
    assert [brought("s@evil.example", source="imap") for _ in range(4)] == [True] * 4
    kept.pass_time(hours=1)
    assert brought("s@evil.example")


def test_a_seat_s_own_address_is_not_filled_without_end(kept: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two mails make anybody a player of a practice game; sixty of nine megabytes were on the disk within an hour."""
    bounds = {"SMALL": 10_000, "MOST_TO_A_SEAT": 100_000, "MOST_SMALL_TO_A_SEAT": 20_000, "LITTLE": 0}
    for name, most in bounds.items():
        monkeypatch.setattr(f"moderator.inbox.take_in.{name}", most)
    game = kept.game("Red", "Blue")
    seat, other = kept.address(game, "Red"), kept.address(game, "Blue")

    def brought(to: str, by: str = "192.0.2.1", size: int = 30_000) -> bool:
        raw = kept.raw("red@example.org", to, "x" * 70 + "\n" + "y" * size)
        try:
            take_in(
                kept.office, raw, Envelope("smtp", sender="x@y.example", recipients=(to,), received_from=f"{by} (x)")
            )
        except TooMuch:
            return False
        return True

    assert [brought(seat) for _ in range(5)] == [True, True, True, False, False]
    # Orders have room of their own, and other seats, and who comes by another way.
    assert [brought(seat, size=5_000) for _ in range(4)] == [True, True, True, False]
    assert brought(other) and brought(seat, by="192.0.2.2") and brought(seat, by="192.0.2.2", size=5_000)
    told = kept.outbox("operator")
    assert len(told) == 1 and "Red" in told[0].data["text"], "once a day"
    # Nothing is lost: it comes again.
    kept.pass_time(hours=1)
    assert brought(seat) and brought(seat, size=5_000)


def test_many_seats_are_not_filled_by_one_caller_without_end(kept: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty practice games within an hour gave one stranger forty times a seat's room."""
    for name, most in {"SMALL": 10_000, "MOST_TO_SEATS": 100_000, "LITTLE": 0}.items():
        monkeypatch.setattr(f"moderator.inbox.take_in.{name}", most)
    game = kept.game("Red", "Blue", "Green")
    seats = [kept.address(game, name) for name in ("Red", "Blue", "Green")]

    def brought(seat: str, size: int, by: str = "192.0.2.1") -> bool:
        raw = kept.raw("red@example.org", seat, "y" * size)
        try:
            take_in(
                kept.office, raw, Envelope("smtp", sender="x@y.example", recipients=(seat,), received_from=f"{by} (x)")
            )
        except TooMuch:
            return False
        return True

    assert [brought(seats[number % 3], 30_000) for number in range(5)] == [True, True, True, False, False]
    # Orders come through, at each seat, and the files of another caller.
    assert all(brought(seat, 5_000) for seat in seats) and brought(seats[0], 30_000, by="192.0.2.2")
    kept.pass_time(hours=1)
    assert brought(seats[0], 30_000)


@pytest.mark.parametrize(("source", "by"), [("lmtp", "127.0.0.1"), ("smtp", "172.17.0.1"), ("mailgun", "")])
def test_whoever_fills_a_seat_by_its_owners_way_leaves_room_for_who_may_write(
    source: str, by: str, kept: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind a relay or a provider all callers are one: ninety mails kept a seat's owner out for the hour."""
    bounds = {"SMALL": 10_000, "MOST_TO_A_SEAT": 100_000, "MOST_SMALL_TO_A_SEAT": 20_000, "LITTLE": 0}
    for name, most in bounds.items():
        monkeypatch.setattr(f"moderator.inbox.take_in.{name}", most)
    game = kept.game("Red", "Blue")
    seat = kept.address(game, "Red")

    def brought(writer: str, size: int) -> bool:
        raw = kept.raw(writer, seat, "y" * size)
        try:
            take_in(kept.office, raw, Envelope(source, sender=writer, recipients=(seat,), received_from=f"{by} (x)"))
        except TooMuch:
            return False
        return True

    # Who plays another seat of the table is a stranger to this one.
    for writer in ("m@evil.example", "blue@example.org"):
        while brought(writer, 30_000):
            pass
        while brought(writer, 1_000):
            pass
    assert not brought("blue@example.org", 1_000)
    assert brought("red@example.org", 500) and brought("red@example.org", 30_000)
    # In its owner's name there is an end, too.
    assert [brought("red@example.org", 9_000) for _ in range(3)] == [True, True, False]


def test_what_a_player_writes_in_an_hour_is_not_counted_for_all_processes(
    kept: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counting takes two statements of every mail; it begins where a seat is sent more than a player's mails."""
    game = kept.game("Red", "Blue")
    seat = kept.address(game, "Red")

    def counted() -> int:
        with kept.office.reading() as desk:
            tallies = desk.session.scalars(select(Tally).where(Tally.what == "small to a seat"))
            return sum(one.count for one in tallies)

    def bring(size: int) -> None:
        raw = kept.raw("red@example.org", seat, "y" * size)
        take_in(kept.office, raw, Envelope("smtp", sender="red@example.org", recipients=(seat,)))

    monkeypatch.setattr("moderator.inbox.take_in.LITTLE", 30_000)
    bring(10_000), bring(10_000)
    assert counted() == 0
    bring(10_000), bring(10_000)
    assert counted() > 20_000, "from there on all of it"
    kept.pass_time(hours=1)
    before = counted()
    bring(10_000)
    assert counted() <= before, "a new hour, a new reckoning"


def test_nor_is_an_address_where_reports_come(kept: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has had any mail of ours knows one."""
    monkeypatch.setattr("moderator.inbox.take_in.MOST_REPORTED", 100_000)
    monkeypatch.setattr("moderator.inbox.take_in.MOST_OF_A_REPORT", 50_000)
    monkeypatch.setattr("moderator.inbox.take_in.MOST_OF_STRANGERS", 100_000)

    def brought(number: int, size: int = 30_000) -> bool:
        to = kept.office.addresses.bounce(number)
        raw = kept.raw("mx@evil.example", to, "x" * 70 + "\n" + "y" * size)
        try:
            take_in(kept.office, raw, Envelope("smtp", sender="", recipients=(to,), received_from="192.0.2.1 (x)"))
        except TooMuch:
            return False
        return True

    assert [brought(7) for _ in range(4)] == [True, True, True, False]
    assert brought(8)
    # What is larger than any report is a mail like others.
    assert [brought(9, 60_000), brought(10, 60_000)] == [True, False]


@pytest.mark.parametrize("status", ["done", "parked"])
def test_the_files_of_a_large_mail_are_let_go_before_its_text(kept: House, status: str) -> None:
    game = kept.game("Red", "Blue")
    to = kept.address(game, "Red")
    raw = kept.raw("red@example.org", to, "status" + "\n" * 3 + ("z" * 70 + "\n") * 20_000)
    mail = take_in(kept.office, raw, Envelope("smtp", sender="red@example.org", recipients=(to,))).mail_id
    small = kept.take_in(kept.raw("red@example.org", to, "status"), "red@example.org", to).mail_id
    for one in (mail, small):
        handle(kept.office, one)
    with kept.office.desk() as desk:
        row = desk.incoming.get(mail)
        assert row is not None
        row.status = status

    def lengths() -> list[int]:
        sweep(kept.office, lambda task, key: None)
        with kept.office.reading() as desk:
            return [len(desk.session.get(Mail, one).raw) for one in (mail, small)]

    whole = lengths()
    assert whole[0] == len(raw) > 1 << 20
    kept.pass_time(days=8)
    assert lengths() == [BEGINNING, whole[1]], "headers and text are kept"
    # The same mail by another road is still the same.
    again = take_in(kept.office, raw, Envelope("lmtp", sender="red@example.org", recipients=(to,)))
    assert (again.mail_id, again.duplicate) == (mail, True)


def test_the_text_of_what_was_dropped_is_let_go_after_a_week(kept: House) -> None:
    play = "play@waybill.localhost"
    for sender, subject in (("machine@evil.example", "Out of office"), ("person@other.example", "status")):
        raw = kept.raw(sender, play, "status", subject)
        if "machine" in sender:
            raw = b"Auto-Submitted: auto-replied\r\n" + raw
        handle(kept.office, kept.take_in(raw, sender, play).mail_id)
    with kept.office.reading() as desk:
        assert [row.status for row in desk.incoming.latest(5)] == ["done", "dropped"]
    for days, left in ((6, [True, True]), (2, [True, False])):
        kept.pass_time(days=days)
        sweep(kept.office, lambda task, key: None)
        with kept.office.reading() as desk:
            assert [bool(row.raw) for row in desk.incoming.latest(5)] == left
