"""Whole recorded games through real SMTP: on the embedded default, and on PostgreSQL, Redis and two workers."""

from __future__ import annotations

from pathlib import Path

import pytest

from moderator.office.desk import utc_now
from tests.moderator.house import open_house, settings_for
from tests.moderator.table.test_recorded import recorded
from tests.services import PrivateRedis, SmtpSink, free_port
from tests.workers.processes import EMBEDDED, LEAGUE, Processes
from tests.workers.table import SECRET, Sender, Table

QUICK = 4
GAMES = [("1861", "29683"), ("1882", "10526")]


def through_smtp(
    kind: str, home: Path, sink: SmtpSink, request: pytest.FixtureRequest, game: tuple[str, str], times: int, most: int
) -> None:
    """Plays a recorded game, every order a mail from its player's address, delivered so many times."""
    plan, orders, states = recorded(*game)
    sender = Sender(free_port(), free_port())
    environ = {
        "SMTP_BIND": f"127.0.0.1:{sender.smtp}",
        "HTTP_BIND": f"127.0.0.1:{sender.http}",
        "SMTP_RELAY": sink.url,
        "SECRET_KEY": SECRET,
    }
    if kind == "league":
        redis: PrivateRedis = request.getfixturevalue("private_redis")
        environ |= {"DATABASE_URL": request.getfixturevalue("postgres_url"), "BROKER_URL": redis.broker_url}

    def bring(number: int, address: str, to: str, raw: bytes) -> None:
        for _ in range(times):
            sender.deliver(address, to, raw)

    house = open_house(settings_for(home, **environ))
    house.office.now = utc_now
    table = Table(house, plan, bring)
    processes = Processes(home, environ, LEAGUE if kind == "league" else EMBEDDED)
    try:
        for one in orders[:most]:
            table.play(one)
        table.check(states, sink)
    finally:
        ended = processes.stop()
        house.office.close()
    assert set(ended.values()) == {0}, ended
    # What was written down along the way tells nobody's address and no seat's secret.
    assert not [secret for secret in table.secrets() if secret in processes.said()]


def test_a_recorded_game_begins_by_smtp(tmp_path: Path, smtp_sink: SmtpSink, request: pytest.FixtureRequest) -> None:
    through_smtp("embedded", tmp_path, smtp_sink, request, GAMES[0], 2, QUICK)


@pytest.mark.long
@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("kind", ["embedded", "league"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_recorded_game_by_smtp(
    times: int, kind: str, game: tuple[str, str], tmp_path: Path, smtp_sink: SmtpSink, request: pytest.FixtureRequest
) -> None:
    through_smtp(kind, tmp_path, smtp_sink, request, game, times, 10_000)
