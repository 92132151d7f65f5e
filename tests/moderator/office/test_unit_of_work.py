"""The unit of work: what it reads once and writes together is still all there, or nothing of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from engine import Refused
from moderator.inbox.handle import handle
from moderator.inbox.take_in import MOST_MET, known
from moderator.office.desk import Office
from moderator.store import mails
from moderator.store.tables import Absence, Address
from moderator.table import standing
from tests.moderator.house import House

# What one order may say to the database from its being stored on; transactions' own words are counted too.
MOST_STATEMENTS = 25


@contextmanager
def statements(office: Office) -> Iterator[list[str]]:
    said: list[str] = []

    def note(*about: Any) -> None:
        said.append(about[2])

    event.listen(office.database, "before_cursor_execute", note)
    try:
        yield said
    finally:
        event.remove(office.database, "before_cursor_execute", note)


def test_an_order_needs_few_statements_and_repeats_none(house: House) -> None:
    game = house.game("Red", "Blue", "Green", title="1861")
    to = house.address(game, "Red")
    house.deliver()
    mail = house.take_in(house.raw("red@example.org", to, "bid TSR 20"), "red@example.org", to)
    with statements(house.office) as said:
        handle(house.office, mail.mail_id)
    assert house.answer(mail.mail_id).word == "ACCEPTED"
    assert len(said) <= MOST_STATEMENTS, "\n".join(said)
    # Only the mail is read twice: before the transaction, and locked in it.
    asked = [one for one in said if one.startswith("SELECT") and "FROM mails" not in one]
    assert len(asked) == len(set(asked)), "\n".join(asked)


def test_a_game_that_mail_came_for_is_not_asked_for_again(house: House) -> None:
    to = house.address(house.game("Red", "Blue"), "Red")
    missing = to.replace("@", "x@")
    with statements(house.office) as said:
        assert known(house.office, to)
        asked = len(said)
        assert asked and known(house.office, to)
        assert len(said) == asked
        assert not known(house.office, missing)
        assert not known(house.office, "nobody@example.org")
        # One that is not there is looked for each time, and what is kept has an end.
        house.office.games_met.update(str(number) for number in range(MOST_MET))
        assert known(house.office, house.address(house.game("Red", "Blue"), "Red"))
    assert len(house.office.games_met) == 1


def test_what_an_attempt_posted_is_taken_back_with_it_and_may_be_posted_again(house: House) -> None:
    house.game("Red", "Blue")
    before = len(house.outbox())
    with house.office.desk() as desk:
        note = mails.Notice("a", "b")
        assert desk.post("first", "red@example.org", note) is not None
        with pytest.raises(Refused), desk.attempt():
            assert desk.post("second", "red@example.org", note) is not None
            raise Refused("no")
        assert desk.post("second", "red@example.org", note) is not None
        assert desk.post("second", "red@example.org", note) is None, "once is enough"
        assert desk.post("first", "red@example.org", note) is None
    assert [row.key for row in house.outbox()[before:]] == ["first", "second"]


def test_whoever_asks_about_the_outbox_sees_what_was_posted_a_moment_ago(house: House) -> None:
    game = house.game("Red", "Blue")
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        desk.post_to_seat(play.seats[0], "news", mails.Notice("a", "b"))
        assert [row.key for row in desk.outbox.latest_of(game, 1)] == ["news"]


def test_addresses_and_absences_written_meanwhile_are_known(house: House) -> None:
    game = house.game("Red", "Blue")
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        red = desk.holder(play.seats[0])
        assert red is not None
        assert desk.main_address(red) == "red@example.org"
        assert desk.people.absences(red.id) == []
        desk.give_address(red, "other@example.org", main=False)
        desk.add(Absence(person_id=red.id, begins=desk.now, ends=desk.now))
        assert desk.person_at("other@example.org") is red
        assert [row.written for row in desk.people.addresses(red.id)] == ["red@example.org", "other@example.org"]
        assert len(desk.people.absences(red.id)) == 1
        for row in desk.people.addresses(red.id):
            row.main = not row.main
        assert desk.main_address(red) == "other@example.org"


def test_what_was_read_in_an_attempt_that_was_taken_back_is_forgotten(house: House) -> None:
    game = house.game("Red", "Blue")
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        red = play.seats[0].person_id
        assert red is not None
        attempt = desk.attempt()
        desk.add(Address(person_id=red, address="gone@example.org", written="gone@example.org", main=False))
        standing.queue(desk, play, play.seats[1], ["pass"], None)
        assert desk.person_at("gone@example.org") is not None
        assert len(standing.open_orders(desk, play.seats[1])) == 1
        attempt.rollback()
        assert desk.person_at("gone@example.org") is None
        assert standing.open_orders(desk, play.seats[1]) == []


def test_a_mail_that_was_folded_says_where_its_words_are(house: House) -> None:
    house.game("Red", "Blue")
    with house.office.desk() as desk:
        seat = desk.seats.all()[0]
        desk.post_to_seat(seat, "move", mails.YourMove(0, 0, 1, None))
        desk.post_to_seat(seat, "news", mails.Notice("a", "b"))
    first, second = house.outbox()[-2:]
    assert (first.key, second.key, second.status) == ("move", "news", "folded")
    assert second.trouble == f"told in mail {first.id}"
