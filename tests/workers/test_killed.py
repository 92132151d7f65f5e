"""The service's processes are killed at random while a recorded game is played by mail; nothing is lost or doubled."""

from __future__ import annotations

import random
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from moderator.inbox.handle import handle
from moderator.office.desk import utc_now
from moderator.table.seating import new_game
from tests.moderator.house import open_house, settings_for
from tests.moderator.table.test_recorded import recorded
from tests.services import PrivatePostgres, SmtpSink, free_port
from tests.workers.processes import EMBEDDED, LEAGUE, Line, Processes, own_redis
from tests.workers.table import RAW_KEY, SECRET, Sender, Table, wait_until

SEEDS = [1861, 1882, 18]
# The least that is played, also when the killing is over sooner.
LEAST = 20


class Rage(threading.Thread):
    """Kills one process every now and then until there was killing enough."""

    def __init__(self, processes: Processes, seed: int, times: int) -> None:
        super().__init__(name="rage")
        self.processes, self.times = processes, times
        self.chance, self.over, self.enough = random.Random(seed), threading.Event(), threading.Event()

    def run(self) -> None:
        for left in range(self.times, 0, -1):
            if self.over.wait(self.chance.uniform(0.2, 5.0)):
                return
            # In the end nobody may have been spared.
            spared = sorted(set(self.processes.victims) - set(self.processes.killed))
            self.processes.kill(self.chance.choice(spared if len(spared) >= left else self.processes.victims))
        self.enough.set()


@contextmanager
def raging(processes: Processes, seed: int, times: int) -> Iterator[Rage]:
    rage = Rage(processes, seed, times)
    rage.start()
    try:
        yield rage
    finally:
        rage.over.set()
        rage.join()


def play_on(table: Table, orders: list[dict[str, str]], rage: Rage, chance: random.Random) -> None:
    """Plays the recorded orders until the rage is over; now and then one mail overtakes another."""
    at = 0
    latest: dict[str, str] = {}
    while not rage.enough.is_set() or at < LEAST:
        one, after = orders[at], orders[at + 1]
        # The very words of one's latest move, out of turn, are a second press of the same button.
        twice = latest.get(after["player"]) == after["order"]
        if one["player"] != after["player"] and not twice and chance.random() < 0.2:
            table.play_swapped(one, after)
            played = [one, after]
        else:
            table.play(one)
            played = [one]
        at += len(played)
        latest.update({order["player"]: order["order"] for order in played})


def killed_at_random(
    home: Path,
    sink: SmtpSink,
    lines: Mapping[str, Line],
    seed: int,
    times: int,
    others: Mapping[str, Callable[[], None]],
    **more: str,
) -> None:
    plan, orders, states = recorded("1861", "29683")
    sender = Sender(free_port(), free_port())
    environ = {
        "SMTP_RELAY": sink.url,
        "SECRET_KEY": SECRET,
        "SMTP_BIND": f"127.0.0.1:{sender.smtp}",
        "HTTP_BIND": f"127.0.0.1:{sender.http}",
        "RAW_KEY": RAW_KEY,
        **more,
    }

    def bring(number: int, address: str, to: str, raw: bytes) -> None:
        # Half of the mails come by the web, and every third comes again, by the other road.
        for again in range(2 if number % 3 == 0 else 1):
            sender.deliver(address, to, raw, hook=(number + again) % 2 == 0)

    house = open_house(settings_for(home, **environ))
    house.office.now = utc_now
    table = Table(house, plan, bring)
    processes = Processes(home, environ, lines)
    processes.others.update(others)
    try:
        with raging(processes, seed, times) as rage:
            play_on(table, orders, rage, random.Random(-seed))
        assert sorted(set(processes.killed)) == processes.victims
        assert len(processes.killed) == times
        table.check(states, sink, killed=True)
    finally:
        ended = processes.stop()
        house.office.close()
    # Whoever is asked to go, goes in order.
    assert set(ended.values()) == {0}, ended
    # What was written down along the way tells nobody's address and no seat's secret.
    assert not [secret for secret in table.secrets() if secret in processes.said()]


def test_a_mail_that_does_not_end_as_it_should_tells_its_story(tmp_path: Path) -> None:
    plan, orders, _ = recorded("1861", "29683")
    house = open_house(settings_for(tmp_path))

    def bring(number: int, address: str, to: str, raw: bytes) -> None:
        handle(house.office, house.take_in(raw, address, to).mail_id)

    table = Table(house, plan, bring)
    (tmp_path / "worker.log").write_text("info moderator.inbox.handle: mail handled mail=1 verdict=…\n")
    with pytest.raises(AssertionError) as told:
        table.write(orders[0]["player"], "bid TSR 1", "ACCEPTED")
    for part in ("NOT ACCEPTED instead of ACCEPTED", "MAIL 1 status=done", "  ANSWER ", "worker: info", "MOVE 0"):
        assert part in str(told.value)
    house.office.close()


def test_who_has_only_just_been_started_is_asked_to_end_when_it_listens(tmp_path: Path) -> None:
    """Or a storm that ends with a kill would find that somebody did not go in order."""
    asked = {"SMTP_BIND": f"127.0.0.1:{free_port()}", "SECRET_KEY": SECRET}
    assert Processes(tmp_path, asked, {"all": ("workers.smtp",)}).stop() == {"all": 0}


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_of_a_league_is_killed_the_game_goes_on_as_recorded(
    seed: int, tmp_path: Path, postgres_server: PrivatePostgres, postgres_url: str, smtp_sink: SmtpSink
) -> None:
    if shutil.which("redis-server") is None:
        pytest.skip("redis-server is not installed")
    # The path of a socket must be short.
    with tempfile.TemporaryDirectory(prefix="redis-") as folder:
        broker, redis = own_redis(Path(folder))
        more = {"DATABASE_URL": postgres_url, "BROKER_URL": broker}
        killed_at_random(
            tmp_path, smtp_sink, {"redis": redis, **LEAGUE}, seed, 24, {"postgres": postgres_server.crash}, **more
        )


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
def test_a_service_of_one_process_killed_again_and_again_goes_on_as_recorded(
    seed: int, tmp_path: Path, smtp_sink: SmtpSink
) -> None:
    killed_at_random(tmp_path, smtp_sink, EMBEDDED, seed, 10, {})


@pytest.mark.long
def test_a_crash_loop_sets_no_innocent_mail_aside(tmp_path: Path, smtp_sink: SmtpSink) -> None:
    """Twenty-five kills, each as soon as the service has begun to work: the mail is played in the end, and once."""
    plan, orders, _ = recorded("1861", "29683")
    sender = Sender(free_port(), free_port())
    environ = {
        "SMTP_RELAY": smtp_sink.url,
        "SECRET_KEY": SECRET,
        "SMTP_BIND": f"127.0.0.1:{sender.smtp}",
        "HTTP_BIND": f"127.0.0.1:{sender.http}",
    }
    house = open_house(settings_for(tmp_path, **environ))
    house.office.now = utc_now
    with house.office.desk() as desk:
        game = new_game(desk, plan, "test").id
    first = orders[0]
    address = next(wish.address for wish in plan.seats if wish.name == first["player"])
    to = house.address(game, first["player"])
    mail = house.take_in(house.raw(address, to, first["order"]), address, to).mail_id
    processes = Processes(tmp_path, environ, EMBEDDED)
    chance = random.Random(25)
    try:
        for _ in range(25):
            time.sleep(chance.uniform(0.6, 2.5))
            processes.kill("all")
            # Whenever it was played already, another innocent takes its place.
            if house.answer(mail, deliver=False).status != "new":
                mail = house.take_in(house.raw(address, to, "status"), address, to).mail_id
        wait_until(lambda: house.answer(mail, deliver=False).status != "new", 180)
    finally:
        processes.stop()
    with house.office.reading() as desk:
        assert desk.incoming.counted().keys() == {"done"}
    assert house.orders(game) == [f"{first['player']}: {first['order']}"]
    house.office.close()
