"""Whatever a relay does, every outgoing mail is sent in the end or a human knows, and nobody is blamed for it."""

from __future__ import annotations

import logging
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from moderator.errands import checks, people
from moderator.errands.steady import steady
from moderator.errands.sweep import take_up
from moderator.office.relay import NoSuchRecipient, Relay, about_the_recipient
from moderator.outbox import post
from moderator.store.tables import Person
from tests.moderator.house import House, open_house, settings_for
from tests.moderator.outbox.faulty_relay import STAGES, FaultyRelay, faulty_relay, nobody_listens

FAULTS = ("421 4.3.2 closing", "451 4.7.1 later", "550 5.7.1 not from here", "hang", "drop")
# What whoever talks to the relay takes these stages for.
SEEN_AS = {"banner": "connect", "end": "DATA"}


@pytest.fixture
def relay() -> Iterator[FaultyRelay]:
    with faulty_relay() as made:
        yield made


@pytest.fixture
def house(tmp_path: Path, empty_database: Path, relay: FaultyRelay) -> Iterator[House]:
    shutil.copy(empty_database, tmp_path / "waybill.sqlite")
    settings = settings_for(tmp_path, SMTP_RELAY=relay.url, ADMIN_EMAIL="admin@example.org")
    made = open_house(settings, migrated=True)
    made.office.relay = Relay(relay.url, "waybill.localhost", patience=5)
    yield made
    made.office.close()


def nobody_is_blamed(house: House) -> None:
    with house.office.reading() as desk:
        people = desk.session.query(Person).all()
        assert [(one.bounces, one.suspended) for one in people] == [(0, False)] * len(people)


def states(house: House) -> set[str]:
    return {row.status for row in house.outbox()}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("stage", STAGES)
def test_a_fault_that_passes_loses_nothing(house: House, relay: FaultyRelay, stage: str, fault: str) -> None:
    house.game("Red", "Blue")
    relay.stage, relay.fault = stage, fault
    assert house.office.relay is not None
    patience = 0.05
    for number in range(14):
        if fault == "hang":
            house.office.relay._patience = house.office.relay._last = patience
        house.deliver()
        house.pass_time(minutes=30)
        if number >= 7:
            with house.office.reading() as desk:
                if SEEN_AS.get(stage, stage) in str(desk.outbox.in_trouble(100)[0].trouble):
                    break
            # A busy machine takes longer to get as far as the stage that hangs.
            patience *= 2
    assert states(house) == {"pending"}
    nobody_is_blamed(house)
    # A human knows: a mail for when mail goes out again, and the page that is asked whether all is well.
    assert len(house.outbox("operator", "admin@example.org")) == 1
    with house.office.reading() as desk:
        assert "tried in vain" in str(checks.outbox(desk))
        assert SEEN_AS.get(stage, stage) in str(desk.outbox.in_trouble(100)[0].trouble)
    relay.stage, house.office.relay._patience, house.office.relay._last = "", 5, 5
    for _ in range(3):
        house.pass_time(minutes=400)
        house.deliver()
    assert states(house) == {"sent"}
    assert sorted(to for to, _ in relay.received) == ["admin@example.org", "blue@example.org", "red@example.org"]
    nobody_is_blamed(house)
    with house.office.reading() as desk:
        assert checks.outbox(desk) == checks.OK and desk.outbox.in_trouble(100) == []


def test_a_relay_that_is_not_there_loses_nothing(house: House, relay: FaultyRelay) -> None:
    house.game("Red", "Blue")
    gone = f"smtp://127.0.0.1:{nobody_listens()}"
    house.office.relay = Relay(gone, "waybill.localhost", patience=0.15)
    house.deliver()
    assert states(house) == {"pending"}
    house.office.relay = Relay(relay.url, "waybill.localhost", patience=0.15)
    house.pass_time(minutes=2)
    house.deliver()
    assert states(house) == {"sent"}


def test_a_fault_that_stays_is_given_up_after_a_week_and_sent_again_by_hand(
    house: House, relay: FaultyRelay, caplog: pytest.LogCaptureFixture
) -> None:
    house.game("Red", "Blue")
    relay.stage, relay.fault = "MAIL", "550 5.7.1 not from here"
    began = house.time
    with caplog.at_level(logging.ERROR):
        while "pending" in {row.status for row in house.outbox() if row.kind != "operator"}:
            house.pass_time(hours=1)
            house.deliver()
    assert 6 <= (house.time - began).days <= 9
    assert "outgoing mail waits" in caplog.text
    nobody_is_blamed(house)
    given_up = [row for row in house.outbox() if row.status == "failed" and row.kind != "operator"]
    assert len(given_up) == 2
    told = [row.data["text"] for row in house.outbox("operator") if "given up" in row.data["title"]]
    assert all(any(f"./waybill outbox retry {row.id}" in text for text in told) for row in given_up)
    relay.stage = ""
    assert post.retry(house.office, [given_up[0].id]) == [given_up[0].id]
    house.deliver()
    assert [to for to, _ in relay.received][:1] == [given_up[0].recipient]
    assert given_up[1].id in post.retry(house.office)
    house.deliver()
    assert states(house) == {"sent"}


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("550 5.1.1 no such user", True),
        ("553 5.1.3 bad address", True),
        ("550 5.1.10 null MX", True),
        ("550 5.1.8 bad sender", False),
        ("554 5.7.1 Relay access denied", False),
        ("550 no such user here", False),
        ("450 4.1.1 not now", False),
    ],
)
def test_only_what_is_said_of_the_recipient_counts_against_a_person(
    house: House, relay: FaultyRelay, said: str, about: bool
) -> None:
    code, _, text = said.partition(" ")
    assert about_the_recipient(int(code), text.encode()) is about
    house.game("Red", "Blue")
    relay.stage, relay.fault = "RCPT", said
    house.deliver()
    assert states(house) - {"pending"} == ({"bounced"} if about else set())
    if not about:
        nobody_is_blamed(house)


def test_after_one_time_out_nobody_waits_for_the_relay_for_a_while(house: House, relay: FaultyRelay) -> None:
    house.game("Red", "Blue", "Green")
    relay.stage, relay.fault = "banner", "hang"
    assert house.office.relay is not None
    house.office.relay._patience = 0.2
    house.deliver()
    assert relay.connections == 1 and sorted(row.attempts for row in house.outbox()) == [0, 0, 1]
    assert post.due(house.office) == []
    relay.stage, house.office.relay._patience = "", 5
    house.pass_time(seconds=31)
    house.deliver()
    # The one that waited for its next attempt goes out with the first that got through.
    house.deliver()
    assert states(house) == {"sent"}


def test_a_relay_that_looks_into_a_mail_before_it_takes_it_gets_it_once(house: House, relay: FaultyRelay) -> None:
    house.game("Red", "Blue")
    assert house.office.relay is not None
    relay.stage, relay.fault, house.office.relay._patience = "end", "slow", 0.3
    for _ in range(3):
        house.deliver()
        house.pass_time(minutes=30)
    assert states(house) == {"sent"}
    assert sorted(to for to, _ in relay.received) == ["blue@example.org", "red@example.org"]


@pytest.mark.parametrize("beside", ["by hand", "the service itself"])
def test_what_is_being_sent_while_the_service_starts_is_sent_once(
    house: House, relay: FaultyRelay, tmp_path: Path, beside: str
) -> None:
    """`outbox retry` in another window, or a postman who was quicker than whoever takes up what was left."""
    house.game("Red", "Blue")
    starting = open_house(house.office.settings, migrated=True)
    starting.office.serves_alone()
    sending = house if beside == "by hand" else starting
    assert sending.office.relay is not None
    relay.stage, relay.fault = "end", "slow"
    with ThreadPoolExecutor(2) as pool:
        ids = post.retry(sending.office) or post.due(sending.office)
        under_way = [pool.submit(post.deliver, sending.office, one) for one in ids]
        until = time.monotonic() + 10
        while len(relay.received) < 2 and time.monotonic() < until:
            time.sleep(0.01)
        take_up(starting.office, starting.do)
        assert [one.result() for one in under_way] == [True, True]
    starting.deliver()
    assert states(house) == {"sent"}
    assert sorted(to for to, _ in relay.received) == ["blue@example.org", "red@example.org"]
    starting.office.close()


def test_what_an_earlier_service_was_sending_is_sent_at_once_by_the_next(house: House, relay: FaultyRelay) -> None:
    house.game("Red", "Blue")
    (first, second) = (row.id for row in house.outbox())
    killed = open_house(house.office.settings, migrated=True)
    killed.office.serves_alone()
    assert post._claim(killed.office, first) is not None
    # And one of a version that wrote no name.
    assert post._claim(house.office, second) is not None
    with house.office.desk() as desk:
        row = desk.outbox.locked(second)
        assert row is not None
        row.holder = None
    starting = open_house(house.office.settings, migrated=True)
    starting.office.serves_alone()
    take_up(starting.office, starting.do)
    assert sorted(to for to, _ in relay.received) == ["blue@example.org", "red@example.org"]
    assert states(house) == {"sent"}
    for one in (killed, starting):
        one.office.close()


def test_a_clock_that_goes_back_frees_nothing_that_is_being_sent(house: House, relay: FaultyRelay) -> None:
    house.game("Red", "Blue")
    steady(house.office)
    (first, second) = (row.id for row in house.outbox())
    assert post._claim(house.office, first) is not None
    house.pass_time(days=-2)
    steady(house.office)
    assert second in post.due(house.office) and first not in post.due(house.office)
    house.pass_time(seconds=1 + post.LEASE.total_seconds())
    assert first in post.due(house.office)


def test_whose_time_was_over_says_nothing_of_what_another_is_sending(house: House, relay: FaultyRelay) -> None:
    house.game("Red", bots=("Blue",))
    row = house.outbox()[0]
    other = open_house(house.office.settings, migrated=True)
    other.time = house.time + post.LEASE + timedelta(seconds=1)
    assert post._claim(house.office, row.id) is not None
    assert post._claim(other.office, row.id) is not None
    post._not_now(house.office, row.id, "relay, late")
    assert row.id not in post.due(house.office) and house.outbox()[0].trouble is None
    post._sent(other.office, row.id, well_again=False)
    assert house.outbox()[0].status == "sent"
    other.office.close()


def test_whose_time_was_over_calls_no_mail_refused_that_another_has_taken(house: House, relay: FaultyRelay) -> None:
    """Its relay says after ten minutes that nobody is there; meanwhile another worker has the mail, and sends it."""
    house.game("Red", bots=("Blue",))
    row = house.outbox()[0]
    other = open_house(house.office.settings, migrated=True)
    other.time = house.time + post.LEASE + timedelta(seconds=1)
    slow = house.office.relay
    assert slow is not None

    def refused(*_: object) -> bool:
        assert post._claim(other.office, row.id) is not None
        raise NoSuchRecipient("550 5.1.1 nobody here")

    slow.send = refused  # type: ignore[method-assign]
    assert not post.deliver(house.office, row.id)
    assert (house.outbox()[0].status, house.outbox()[0].trouble) == ("pending", None)
    nobody_is_blamed(house)
    post._sent(other.office, row.id, well_again=False)
    assert house.outbox()[0].status == "sent"
    other.office.close()


def test_mails_to_who_was_forgotten_are_not_sent_again_by_hand(house: House, relay: FaultyRelay) -> None:
    house.game("Red", "Blue")
    relay.stage, relay.fault = "MAIL", "451 4.3.0 later"
    house.deliver()
    with house.office.desk() as desk:
        red = desk.person_at("red@example.org")
        assert red is not None
        people.forget(desk, red)
    relay.stage = ""
    post.retry(house.office)
    house.deliver()
    assert {to for to, _ in relay.received} == {"blue@example.org"}
    with house.office.reading() as desk:
        assert desk.outbox.in_trouble(100) == []


def test_what_is_sent_at_this_moment_is_not_sent_again_by_hand(tmp_path: Path, postgres_url: str) -> None:
    house = open_house(settings_for(tmp_path, DATABASE_URL=postgres_url))
    house.game("Red", "Blue")
    with house.office.desk() as desk:
        mine = desk.outbox.locked(house.outbox()[0].id)
        assert mine is not None
        mine.trouble = "relay, MAIL FROM: 451 later"
    with ThreadPoolExecutor(1) as pool:
        with house.office.desk() as desk:
            taken = desk.outbox.locked(mine.id)
            assert taken is not None
            taken.status, taken.trouble = "sent", None
            desk.session.flush()
            again = pool.submit(post.retry, house.office)
            time.sleep(1)
        assert again.result() == []
    assert {row.status for row in house.outbox() if row.id == mine.id} == {"sent"}
    house.office.close()


def test_mails_go_over_one_line_that_is_kept(house: House, relay: FaultyRelay) -> None:
    house.game("Red", "Blue", "Green")
    house.deliver()
    assert (relay.connections, len(relay.received)) == (1, 3)


def test_a_kept_line_that_was_closed_is_no_fault(house: House, relay: FaultyRelay) -> None:
    game = house.game("Red", "Blue")
    house.deliver()
    assert house.office.relay is not None
    for _, server in house.office.relay._kept:
        assert server.sock is not None
        server.sock.shutdown(2)
    house.write(game, "Red", "bid N 5")
    assert states(house) == {"sent"} and relay.connections == 2


def test_a_recipient_nobody_knows_is_told_apart_on_the_wire(relay: FaultyRelay) -> None:
    relay.stage, relay.fault = "RCPT", "550 5.1.1 who?"
    line = Relay(relay.url, "waybill.localhost", patience=1)
    with pytest.raises(NoSuchRecipient, match="who"):
        line.send("a@example.org", "b@example.org", b"Subject: x\r\n\r\ny\r\n", datetime.now(UTC))
    line.close()
