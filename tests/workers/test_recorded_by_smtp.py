"""Whole recorded games through real SMTP: on the embedded default, and on PostgreSQL, Redis and two workers."""

from __future__ import annotations

import os
import smtplib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import func, select

from config.settings import ROOT
from moderator.desk import utc_now
from moderator.games.audit import audit
from moderator.games.offers import open_offers
from moderator.games.seating import Plan, new_game
from moderator.games.store import Mail, Outgoing
from tests.moderator.games.test_recorded import compare, recorded
from tests.moderator.house import House, open_house, settings_for
from tests.services import PrivateRedis, SmtpSink, free_port

SECRET = "only for the tests, and long enough"
QUICK = 8


@contextmanager
def running(environ: dict[str, str], *module: str) -> Iterator[subprocess.Popen[bytes]]:
    env = {**os.environ, **{f"WAYBILL_{key}": value for key, value in environ.items()}}
    process = subprocess.Popen([sys.executable, "-m", *module], env=env, cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)


class Table:
    """The players' side: every order is a mail by SMTP, every second one sent twice."""

    def __init__(self, house: House, port: int, plan: Plan) -> None:
        self.house, self.port, self.sent = house, port, 0
        with house.office.desk() as desk:
            self.game = new_game(desk, plan, "test").id
        self.addresses = {wish.name: (wish.address, house.address(self.game, wish.name)) for wish in plan.seats}

    def write(self, player: str, body: str) -> str:
        """Sends the mail and waits for what became of it."""
        sender, to = self.addresses[player]
        raw = self.house.raw(sender, to, body)
        self.sent += 1
        for _ in range(1 + self.sent % 2):
            with smtplib.SMTP("127.0.0.1", self.port, timeout=20) as server:
                server.sendmail(sender, [to], raw)
        wait_until(lambda: self.verdict() != "")
        return self.verdict()

    def verdict(self) -> str:
        with self.house.office.reading() as desk:
            rows = desk.session.execute(select(Mail.verdict).order_by(Mail.id.desc())).scalars().all()
            return rows[0] if len(rows) == self.sent else ""

    def play(self, one: dict[str, str]) -> None:
        if self.write(one["player"], one["order"]) == "ACCEPTED":
            return
        # The other owner must agree first, which the public site does not ask for.
        assert self.write(one["player"], f"propose {one['order']}") == "ACCEPTED", one
        with self.house.office.reading() as desk:
            play = desk.game(self.game)
            assert play is not None
            offer = open_offers(desk, play)[-1]
        for name in offer.parties:
            assert self.write(name, f"accept {offer.number}") == "ACCEPTED"

    def check(self, states: list[dict[str, object]], at: int, sink: SmtpSink) -> None:
        compare(self.house, self.game, states, at)
        assert audit(self.house.office, self.game) == []
        wait_until(lambda: not any(row.status == "pending" for row in self.house.outbox()), 120)
        with self.house.office.reading() as desk:
            wanted = select(func.count(), func.count(Outgoing.mail_id.distinct())).where(Outgoing.kind == "answer")
            assert tuple(desk.session.execute(wanted).one()) == (self.sent, self.sent)
        assert len(sink.received) == len(self.house.outbox())


def wait_until(true: Callable[[], bool], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.02)


def listening(port: int) -> bool:
    try:
        with smtplib.SMTP("127.0.0.1", port, timeout=2):
            return True
    except OSError:
        return False


def through_smtp(
    kind: str, home: Path, sink: SmtpSink, request: pytest.FixtureRequest, game: tuple[str, str], most: int
) -> None:
    plan, orders, states = recorded(*game)
    port = free_port()
    environ = {"SMTP_BIND": f"127.0.0.1:{port}", "HTTP_BIND": f"127.0.0.1:{free_port()}", "SMTP_RELAY": sink.url}
    modules: list[tuple[str, ...]] = [("workers",)]
    if kind == "league":
        redis: PrivateRedis = request.getfixturevalue("private_redis")
        environ |= {"DATABASE_URL": request.getfixturevalue("postgres_url"), "BROKER_URL": redis.broker_url}
        environ["SECRET_KEY"] = SECRET
        worker = ("celery", "-A", "workers.start:app", "worker", "-c", "1", "--without-gossip", "--without-mingle")
        modules = [("workers.smtp",), (*worker, "-n", "one"), (*worker, "-n", "two")]
    house = open_house(settings_for(home, **environ), engine=None)
    house.office.now = utc_now
    with ExitStack() as stack:
        for module in modules:
            stack.enter_context(running({"HOME": str(home), **environ}, *module))
        wait_until(lambda: listening(port))
        table = Table(house, port, plan)
        for one in orders[:most]:
            table.play(one)
        if kind == "league":
            # Nobody beats here; what the new game itself had to say is sent by one pass of the sweep.
            from moderator.outbox import post

            for key in post.due(house.office, 10_000):
                post.deliver(house.office, key)
        table.check(states, int(orders[:most][-1]["i"]), sink)
    house.office.close()


def test_a_recorded_game_begins_by_smtp(tmp_path: Path, smtp_sink: SmtpSink, request: pytest.FixtureRequest) -> None:
    through_smtp("embedded", tmp_path, smtp_sink, request, ("1861", "29683"), QUICK)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["embedded", "league"])
@pytest.mark.parametrize("game", [("1861", "29683"), ("1882", "10526")])
def test_a_whole_recorded_game_by_smtp(
    kind: str, game: tuple[str, str], tmp_path: Path, smtp_sink: SmtpSink, request: pytest.FixtureRequest
) -> None:
    through_smtp(kind, tmp_path, smtp_sink, request, game, 10_000)
