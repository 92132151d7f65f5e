"""Clocks that jump, and crash loops: nobody is called late, nothing is stuck, no innocent mail is set aside."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError, PendingRollbackError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.orm.exc import StaleDataError

from moderator.errands import sweep as passes
from moderator.errands.steady import SETTLE
from moderator.inbox import handle as handling
from moderator.inbox import trial
from moderator.store.away import is_away
from moderator.store.statuses import MailStatus
from moderator.store.tables import Mail, Seat
from tests.moderator.house import House
from tests.services import free_port


def guarded(house: House) -> None:
    passes.sweep(house.office, house.do, guarded=True)


def misses(house: House, game: str) -> int:
    with house.office.reading() as desk:
        return sum(desk.session.scalars(select(Seat.misses).where(Seat.game_id == game)))


def test_a_clock_days_ahead_for_one_pass_plays_for_nobody(house: House) -> None:
    game = house.game("Red", "Blue", gm="gm@example.org", terms={"noshow": "default"})
    guarded(house)
    honest = house.time
    house.time = honest + timedelta(days=400)
    guarded(house)
    house.time = honest + timedelta(seconds=10)
    guarded(house)
    guarded(house)
    assert house.orders(game) == []
    assert misses(house, game) == 0
    assert len(house.outbox("operator")) == 2


def test_after_hours_of_silence_deadlines_are_kept_once_the_time_has_held(house: House) -> None:
    game = house.game("Red", "Blue", gm="gm@example.org", terms={"noshow": "default"})
    guarded(house)
    house.pass_time(days=30)
    guarded(house)
    house.pass_time(seconds=SETTLE.seconds / 2)
    guarded(house)
    assert not house.outbox("late")
    house.pass_time(seconds=SETTLE.seconds)
    guarded(house)
    assert house.outbox("late", "red@example.org")
    assert misses(house, game) == 0


def test_mails_of_a_clock_that_went_back_are_read_and_sent_at_once(house: House) -> None:
    game = house.game("Red", "Blue")
    house.deliver()
    guarded(house)
    house.pass_time(days=2)
    guarded(house)
    to = house.address(game, "Red")
    unread = house.take_in(house.raw("red@example.org", to, "pass"), "red@example.org", to).mail_id
    house.write(game, "Red", "status", deliver=False)
    assert [row for row in house.outbox() if row.status == "pending"]
    house.pass_time(days=-2)
    guarded(house)
    house.pass_time(seconds=90)
    guarded(house)
    assert house.answer(unread).word == "ACCEPTED"
    house.deliver()
    assert not [row for row in house.outbox() if row.status == "pending"]


def test_a_pass_by_hand_believes_whoever_asks(house: House) -> None:
    house.game("Red", "Blue", terms={"noshow": "wait"})
    guarded(house)
    house.pass_time(days=30)
    passes.sweep(house.office, house.do)
    assert house.outbox("late")


def begun_in_vain(house: House, patched: pytest.MonkeyPatch, mail_id: int, times: int) -> None:
    """What a crash loop looks like from inside: the mail is begun, and the process is gone."""

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with patched.context() as dying:
        dying.setattr(handling, "_with_retries", killed)
        for _ in range(times):
            with pytest.raises(KeyboardInterrupt):
                handling.handle_again(house.office, mail_id)


def test_an_innocent_mail_in_a_crash_loop_is_played_after_all(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A real process of its own works on it, and lives."""
    game = house.game("Red", "Blue", "Green", title="1861")
    to = house.address(game, "Red")
    mail_id = house.take_in(house.raw("red@example.org", to, "pass"), "red@example.org", to).mail_id
    begun_in_vain(house, monkeypatch, mail_id, handling.POISON)
    assert handling.handle_again(house.office, mail_id) == "ACCEPTED"
    assert house.orders(game) == ["Red: pass"]
    assert not house.outbox("operator")


def test_a_crash_that_takes_us_too_is_held_against_nobody(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game = house.game("Red", "Blue")
    to = house.address(game, "Red")
    mail_id = house.take_in(house.raw("red@example.org", to, "pass"), "red@example.org", to).mail_id
    begun_in_vain(house, monkeypatch, mail_id, handling.POISON)

    def gone(*_: object) -> trial.Outcome:
        raise KeyboardInterrupt

    monkeypatch.setattr(trial, "tried", gone)
    for _ in range(25):
        with pytest.raises(KeyboardInterrupt):
            handling.handle_again(house.office, mail_id)
    with house.office.reading() as desk:
        row = desk.session.get(Mail, mail_id)
        assert row is not None
        assert row.status == MailStatus.NEW


def test_a_trial_without_a_database_is_held_against_nobody(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A real process is started, and finds nobody at the database's address."""
    game = house.game("Red", "Blue")
    to = house.address(game, "Red")
    mail_id = house.take_in(house.raw("red@example.org", to, "pass"), "red@example.org", to).mail_id
    begun_in_vain(house, monkeypatch, mail_id, handling.POISON)
    there = house.office.settings
    house.office.settings = replace(there, database_url=f"postgresql+psycopg://waybill@127.0.0.1:{free_port()}/none")
    assert handling.handle_again(house.office, mail_id) == handling.LATER
    house.office.settings = there
    assert house.answer(mail_id).status == MailStatus.NEW
    assert not house.outbox("operator")


def test_what_can_never_be_tried_is_told_to_the_operator_in_the_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = house.game("Red", "Blue")
    to = house.address(game, "Red")
    mail_id = house.take_in(house.raw("red@example.org", to, "pass"), "red@example.org", to).mail_id
    begun_in_vain(house, monkeypatch, mail_id, handling.POISON)
    monkeypatch.setattr(trial, "tried", lambda *about: trial.Outcome.UNTRIED)
    verdicts = [handling.handle_again(house.office, mail_id) for _ in range(handling.UNTRIED - handling.POISON + 1)]
    assert verdicts == [handling.LATER] * (handling.UNTRIED - handling.POISON) + ["aside"]


@pytest.mark.parametrize(
    "trouble",
    [
        pytest.param(NoneFree("no connection is free"), id="no connection is free"),
        pytest.param(PendingRollbackError("it was lost a moment ago"), id="lost a moment ago"),
        pytest.param(StaleDataError("another was first"), id="others are always first"),
    ],
)
def test_a_mail_stays_new_while_the_database_is_in_trouble(
    house: House, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    game = house.game("Red", "Blue")
    to = house.address(game, "Red")
    mail_id = house.take_in(house.raw("red@example.org", to, "pass"), "red@example.org", to).mail_id

    def troubled(*_: object) -> None:
        raise trouble

    with monkeypatch.context() as away:
        away.setattr(handling, "_with_retries", troubled)
        with pytest.raises(type(trouble)):
            handling.handle(house.office, mail_id)
    assert house.answer(mail_id).status == MailStatus.NEW
    assert handling.handle(house.office, mail_id) == "ACCEPTED"


class PostgresError(Exception):
    def __init__(self, sqlstate: str | None) -> None:
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("code", "away"),
    [(None, True), ("08006", True), ("53100", True), ("57P01", True), ("54001", False), ("40P01", False)],
)
def test_only_a_database_that_is_gone_full_or_stopping_is_away(code: str | None, away: bool) -> None:
    assert is_away(OperationalError("SELECT", {}, PostgresError(code))) is away


def test_a_statement_that_is_wrong_in_itself_is_no_outage() -> None:
    with pytest.raises(sqlite3.OperationalError) as wrong, sqlite3.connect(":memory:") as database:
        database.execute("SELECT nothing FROM nowhere")
    assert not is_away(OperationalError("SELECT", {}, wrong.value))
    assert not is_away(ValueError("of our own making"))
