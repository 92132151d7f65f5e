"""PostgreSQL, Redis and two worker processes: the same service, shared by several hands."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select

from config.settings import ROOT
from moderator.errands.audit import audit
from moderator.errands.sweep import sweep
from moderator.inbox.envelope import Envelope
from moderator.inbox.take_in import take_in
from moderator.office.desk import utc_now
from moderator.store import migrate
from moderator.store.tables import Mail, Outgoing, Table
from moderator.web import create_app
from tests.moderator.house import House, open_house, settings_for
from tests.services import PrivateRedis, SmtpSink
from workers import app as queue
from workers.audit import first_today

_A_MINUTE = timedelta(minutes=1)
SECRET = "only for the tests, and long enough"
# What everybody has at the start of the toy title; counting adds to it.
CAPITAL = 500


class League:
    """Two workers on one database and one broker."""

    def __init__(self, home: Path, database: str, broker: str, relay: str) -> None:
        self.environ = {"DATABASE_URL": database, "BROKER_URL": broker, "SMTP_RELAY": relay, "SECRET_KEY": SECRET}
        self.home = home
        self.house: House = open_house(settings_for(home, **self.environ))
        self.house.office.now = utc_now
        queue.use(self.house.office)
        self.workers = [self.hire(n) for n in range(2)]

    def hire(self, number: int) -> subprocess.Popen[bytes]:
        settings = {"HOME": str(self.home), **self.environ}
        env = {**os.environ, **{f"WAYBILL_{key}": value for key, value in settings.items()}}
        celery = [sys.executable, "-m", "celery", "-A", "tests.workers.toy_worker:app", "worker"]
        how = ["-c", "1", "-n", f"w{number}.{time.monotonic_ns()}", "--without-gossip", "--without-mingle"]
        return subprocess.Popen([*celery, *how], env=env, cwd=ROOT, start_new_session=True)

    def send(self, game: str, seat: str, body: str) -> int:
        sender, to = f"{seat.lower()}@example.org", self.house.address(game, seat)
        raw = self.house.raw(sender, to, body)
        return take_in(self.house.office, raw, Envelope("smtp", sender=sender, recipients=(to,))).mail_id

    def unread(self) -> int:
        with self.house.office.reading() as desk:
            return desk.session.scalar(select(func.count()).select_from(Mail).where(Mail.status == "new")) or 0

    def unsent(self) -> int:
        with self.house.office.reading() as desk:
            wanted = select(func.count()).select_from(Outgoing).where(Outgoing.status == "pending")
            return desk.session.scalar(wanted) or 0

    def close(self) -> None:
        for worker in self.workers:
            worker.terminate()
        for worker in self.workers:
            worker.wait(30)
        self.house.office.close()
        hang_up()


def hang_up() -> None:
    """Lets go of the broker, so that the next test may have another."""
    queue.app.close()
    # Celery keeps the lines it publishes on with this property.
    queue.app.__dict__.pop("amqp", None)


def wait_until(true: Callable[[], bool], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.1)


@pytest.fixture
def league(tmp_path: Path, postgres_url: str, private_redis: PrivateRedis, smtp_sink: SmtpSink) -> Iterator[League]:
    made = League(tmp_path, postgres_url, private_redis.broker_url, smtp_sink.url)
    yield made
    made.close()


def answered_once(house: House, ids: list[int]) -> None:
    with house.office.reading() as desk:
        rows = desk.session.execute(
            select(Outgoing.mail_id, func.count()).where(Outgoing.kind == "answer").group_by(Outgoing.mail_id)
        )
        assert {mail: count for mail, count in rows} == dict.fromkeys(ids, 1)  # noqa: C416


def test_two_workers_race_on_one_game_and_on_many(league: League, smtp_sink: SmtpSink) -> None:
    house = league.house
    one = house.game("Red", "Blue")
    many = [house.game("Red", "Blue", options={"rounds": 1}) for _ in range(5)]
    house.write(one, "Red", "pass")
    first = [league.send(one, "Red", "count 1") for _ in range(12)]
    for game in many:
        first += [league.send(game, "Red", "pass")]
    wait_until(lambda: league.unread() == 0)
    # A dozen mails at once on one game: every one played, none lost, no number used twice.
    assert house.state(one).cash["Red"] == CAPITAL + 12
    second = [league.send(game, "Red", "count 3\ndone") for game in many]
    wait_until(lambda: league.unread() == 0)
    third = [league.send(game, "Blue", "done") for game in many]
    wait_until(lambda: league.unread() == 0 and league.unsent() == 0)
    assert {house.row(game).status for game in many} == {"over"}
    worth = {(cash["Red"], cash["Blue"]) for cash in (house.state(game).cash for game in many)}
    assert worth == {(CAPITAL + 3, CAPITAL + 1)}
    answered_once(house, [1, *first, *second, *third])
    # What one mail tells along with another goes out in it.
    assert len(smtp_sink.received) == len([row for row in house.outbox() if row.status != "folded"])
    assert audit(house.office) == []


def test_a_killed_worker_loses_nothing(league: League) -> None:
    house = league.house
    games = [house.game("Red", "Blue") for _ in range(8)]
    ids = [league.send(game, "Red", "bid N 5") for game in games]
    killed = league.workers.pop()
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()
    ids += [league.send(game, "Blue", "bid N 10") for game in games]
    league.workers.append(league.hire(3))
    # Broker messages the dead worker held come back late; the sweep does not wait for them.
    house.office.now = lambda: utc_now() + _A_MINUTE
    sweep(house.office, queue.ring)
    wait_until(lambda: league.unread() == 0)
    orders = {tuple(sorted(house.orders(game))) for game in games}
    assert orders == {("Blue: bid N 10", "Red: bid N 5")}
    answered_once(house, ids)


@pytest.mark.long
def test_two_hundred_games_at_once_on_two_workers_lose_no_update(league: League) -> None:
    house = league.house
    games = [house.game("Red", "Blue", options={"rounds": 1}) for _ in range(200)]
    ids: list[int] = []
    for seat, body in (("Red", "pass"), ("Red", "count 1\ncount 2"), ("Red", "done"), ("Blue", "count 5\ndone")):
        ids += [league.send(game, seat, body) for game in games]
        wait_until(lambda: league.unread() == 0, 300)
    assert {house.row(game).status for game in games} == {"over"}
    held = {"Red": CAPITAL + 3, "Blue": CAPITAL + 6}
    assert all(held.items() <= house.state(game).cash.items() for game in games)
    answered_once(house, ids)
    assert audit(house.office) == []


def test_threads_that_meet_on_one_game_in_postgres_all_get_their_turn(tmp_path: Path, postgres_url: str) -> None:
    from moderator.inbox.handle import handle

    house = open_house(settings_for(tmp_path, DATABASE_URL=postgres_url))
    game = house.game("Red", "Blue")
    house.write(game, "Red", "pass")
    to, sender = house.address(game, "Red"), "red@example.org"
    ids = [house.take_in(house.raw(sender, to, "count 1"), sender, to).mail_id for _ in range(12)]
    # Every mail is handled by two threads at once.
    threads = [threading.Thread(target=handle, args=(house.office, one)) for one in ids * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert house.state(game).cash["Red"] == CAPITAL + 12
    answered_once(house, [1, *ids])
    house.office.close()


def test_while_the_broker_is_away_mail_is_taken_in_and_the_page_says_what_is_missing(tmp_path: Path) -> None:
    broker = f"redis+socket://{tmp_path}/nobody"
    house = open_house(settings_for(tmp_path, BROKER_URL=broker, SECRET_KEY=SECRET))
    queue.use(house.office)
    try:
        game = house.game("Red", "Blue")
        assert house.write(game, "Red", "pass").verdict == "ACCEPTED"
        with pytest.raises(OSError, match="broker"):
            queue.ring("receive", 1)
        rung: list[str] = []

        def in_vain(task: str, _key: object) -> None:
            rung.append(task)
            raise ConnectionError

        house.office.bell = in_vain
        assert house.write(game, "Red", "count 1\ndone").verdict == "ACCEPTED"
        # The answer and the reports are several; one try in vain is enough for all of them.
        assert sum(task in ("answer", "deliver") for task in rung) == 1
        answer = create_app(house.office).test_client().get("/readyz")
        assert answer.status_code == 503
        assert answer.json["database"] == "ok"
        assert answer.json["broker"] != "ok"
    finally:
        house.office.close()
        hang_up()


def test_all_games_are_audited_once_a_day(tmp_path: Path) -> None:
    house = open_house(settings_for(tmp_path))
    asked = []
    for _ in range(49):
        asked.append(first_today(house.office))
        house.pass_time(hours=1)
    assert asked.count(True) == 3
    assert asked[0]
    house.office.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_the_migrations_make_exactly_the_tables_the_code_knows(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    more = {"DATABASE_URL": request.getfixturevalue("postgres_url")} if kind == "postgres" else {}
    house = open_house(settings_for(tmp_path, **more))
    with house.office.database.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Table.metadata) == []
    assert migrate.present(house.office.database) == migrate.newest()
    migrate.migrate(house.office.database)
    house.office.close()
