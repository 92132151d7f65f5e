"""The whole service in one process: mail in by SMTP, mail out by SMTP, and what a crash leaves behind."""

from __future__ import annotations

import os
import random
import smtplib
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from sqlalchemy import func, select

from config.settings import ROOT
from moderator.errands.audit import audit
from moderator.office.desk import utc_now
from moderator.store.tables import Mail, Outgoing
from tests.moderator.house import House, open_house, settings_for
from tests.moderator.outbox.faulty_relay import FaultyRelay, faulty_relay
from tests.services import SmtpSink, free_port


class Service:
    """A service process of its own, with its own folder."""

    def __init__(self, home: Path, sink: SmtpSink | FaultyRelay) -> None:
        self.smtp, self.http = free_port(), free_port()
        self.environ = {
            "HOME": str(home),
            "SMTP_BIND": f"127.0.0.1:{self.smtp}",
            "HTTP_BIND": f"127.0.0.1:{self.http}",
            "SMTP_RELAY": sink.url,
        }
        self.house: House = open_house(settings_for(home, **{k: v for k, v in self.environ.items() if k != "HOME"}))
        self.house.office.bell = lambda task, key: None
        # The process has the real time, so its test has it too.
        self.house.office.now = utc_now
        self.process: subprocess.Popen[str] | None = None

    def start(self, *how: str) -> None:
        env = {**os.environ, **{f"WAYBILL_{key}": value for key, value in self.environ.items()}}
        arguments = [sys.executable, "-m", "tests.workers.toy_service", *how]
        self.process = subprocess.Popen(arguments, env=env, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        # One line says that it is up; a process that dies before ends the line all the same.
        with self.process.stdout as said:
            said.readline()

    def send(self, game: str, seat: str, body: str, message_id: str) -> bool:
        """True if the server took it; a dead server makes the sender come again later, as senders do."""
        sender, to = f"{seat.lower()}@example.org", self.house.address(game, seat)
        raw = self.house.raw(sender, to, body, message_id=message_id)
        try:
            with smtplib.SMTP("127.0.0.1", self.smtp, timeout=10) as server:
                server.sendmail(sender, [to], raw)
        except (OSError, smtplib.SMTPException):
            return False
        return True

    def stop(self) -> int:
        assert self.process is not None
        self.process.terminate()
        ended = self.process.wait(20)
        self.house.office.close()
        return ended

    def dead(self) -> bool:
        return self.process is None or self.process.poll() is not None


def wait_until(true: Callable[[], bool], seconds: float = 40) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.05)


def statuses(house: House) -> dict[str, int]:
    with house.office.reading() as desk:
        rows = desk.session.execute(select(Mail.status, func.count()).group_by(Mail.status))
        return {status: count for status, count in rows}  # noqa: C416  (rows are no pairs to the type checker)


def play_through(service: Service, game: str, revive: Callable[[], None]) -> None:
    """Plays the toy game with one mail per order, each sent until it is taken, each taken mail sent once more."""
    house, number = service.house, 0
    while (row := house.row(game)).status == "running":
        order = {"AUC": "pass", "OR1": "count 2\ndone", "OR2": "done"}[row.round[:3]]
        number += 1
        identity = f"<{number}.{row.seq}@mua.example.org>"
        while not service.send(game, str(row.mover), order, identity):
            revive()
        service.send(game, str(row.mover), order, identity)
        seq = row.seq

        def moved(seq: int = seq) -> bool:
            if service.dead():
                revive()
            return house.row(game).seq > seq

        wait_until(moved)


def check_books(service: Service, game: str, sink: SmtpSink, *, exact: bool) -> None:
    house = service.house
    wait_until(lambda: not any(row.status == "pending" for row in house.outbox()), 60)
    assert statuses(house) == {"done": len({row.mail_id for row in house.outbox("answer")})}
    assert house.state(game).cash == {"Red": 2, "Blue": 4} or house.row(game).status == "over"
    assert audit(house.office, game) == []
    # Every mail has its answer, every row went out by itself or in another; after a crash a row may have gone out
    # twice, under one name.
    names = [message_from_bytes(raw, policy=policy.default)["Message-ID"] for _, _, raw in sink.received]
    assert set(names) == {row.message_id for row in house.outbox() if row.status != "folded"}
    if exact:
        assert len(names) == len(set(names))


def test_a_whole_game_by_smtp_with_every_mail_delivered_twice(tmp_path: Path, smtp_sink: SmtpSink) -> None:
    service = Service(tmp_path, smtp_sink)
    service.start()
    game = service.house.game("Red", "Blue")

    def revive() -> None:
        raise AssertionError("the service died")

    play_through(service, game, revive)
    check_books(service, game, smtp_sink, exact=True)
    assert service.stop() == 0
    # Nothing that a crash could spoil lies beside the database.
    assert {file.name for file in tmp_path.iterdir()} == {"secret_key", "waybill.sqlite"}
    assert not list(ROOT.glob("celerybeat*"))


def test_mail_to_unknown_mailboxes_is_refused_at_the_door(tmp_path: Path, smtp_sink: SmtpSink) -> None:
    service = Service(tmp_path, smtp_sink)
    service.start()
    with smtplib.SMTP("127.0.0.1", service.smtp, timeout=10) as server:
        server.ehlo()
        server.mail("x@example.net")
        assert server.rcpt("nobody@waybill.localhost")[0] == 550
        assert server.rcpt(f"gnothing-{'a' * 26}@waybill.localhost")[0] == 550
        assert server.rcpt("play@waybill.localhost")[0] == 250
    assert service.stop() == 0


CRASHES = [(moment, number) for moment in ("before", "after") for number in range(1, 25)]


def crash(tmp_path: Path, sink: SmtpSink, moment: str, number: int) -> None:
    """The service dies at one commit, is started again, and the game ends as if nothing had been."""
    service, ends = Service(tmp_path, sink), list[int | None]()
    game = service.house.game("Red", "Blue", options={"rounds": 1})
    service.start(moment, str(number))

    def revive() -> None:
        if service.process is not None and service.dead():
            ends.append(service.process.returncode)
            service.start()
        else:
            time.sleep(0.1)

    try:
        play_through(service, game, revive)

        def all_sent() -> bool:
            # The last commits are those of the last mails: it may die over them too.
            revive()
            return not any(row.status == "pending" for row in service.house.outbox())

        wait_until(all_sent, 60)
        revive()
        check_books(service, game, sink, exact=False)
    finally:
        service.stop()
    # It did die, once, and where it was told to.
    assert ends == [9]
    assert service.house.orders(game) == ["Red: pass", "Red: count 2", "Red: done", "Blue: count 2", "Blue: done"]


def test_a_service_killed_at_random_moments_loses_nothing_and_plays_nothing_twice(
    tmp_path: Path, smtp_sink: SmtpSink
) -> None:
    service, chance, killers = Service(tmp_path, smtp_sink), random.Random(1861), list[threading.Timer]()
    game = service.house.game("Red", "Blue", options={"rounds": 1})

    def revive() -> None:
        if not service.dead():
            time.sleep(0.05)
            return
        service.start()
        assert service.process is not None
        if len(killers) < 2:
            killers.append(threading.Timer(chance.uniform(0.05, 0.6), service.process.kill))
            killers[-1].start()

    revive()
    play_through(service, game, revive)
    for killer in killers:
        killer.join()
    revive()
    check_books(service, game, smtp_sink, exact=False)
    assert len(killers) == 2
    assert service.stop() == 0
    assert service.house.orders(game) == ["Red: pass", "Red: count 2", "Red: done", "Blue: count 2", "Blue: done"]


@pytest.mark.long
@pytest.mark.parametrize(("moment", "number"), CRASHES)
def test_a_crash_at_any_commit_loses_nothing_and_plays_nothing_twice(
    tmp_path: Path, smtp_sink: SmtpSink, moment: str, number: int
) -> None:
    crash(tmp_path, smtp_sink, moment, number)


def test_outgoing_rows_are_unique(tmp_path: Path, smtp_sink: SmtpSink) -> None:
    house = open_house(settings_for(tmp_path))
    game = house.game("Red", "Blue")
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        from moderator.table.onward import go_on

        go_on(desk, play)
        go_on(desk, play)
        assert desk.session.scalar(select(func.count(Outgoing.id))) == 2
    house.office.close()


def test_a_relay_that_hangs_holds_up_no_order(tmp_path: Path) -> None:
    with faulty_relay() as relay:
        relay.stage, relay.fault = "banner", "hang"
        service = Service(tmp_path, relay)
        game = service.house.game("Red", "Blue")
        service.start()
        wait_until(lambda: relay.connections > 0)
        began = time.monotonic()
        assert service.send(game, "Red", "bid N 5", "<hung@mua.example.org>")
        wait_until(lambda: service.house.orders(game) == ["Red: bid N 5"], 15)
        assert time.monotonic() - began < 15
        relay.over.set()
        assert service.stop() == 0


def test_bots_that_think_hold_up_no_order(tmp_path: Path, smtp_sink: SmtpSink) -> None:
    service = Service(tmp_path, smtp_sink)
    for _ in range(4):
        service.house.game(bots=("Green", "White"))
    game = service.house.game("Red", "Blue")
    service.start("thinking")
    assert service.send(game, "Red", "bid N 5", "<thought@mua.example.org>")
    wait_until(lambda: service.house.orders(game) == ["Red: bid N 5"], 15)
    assert service.stop() == 0


@pytest.mark.long
def test_the_address_that_is_printed_at_the_start_takes_mail(tmp_path: Path) -> None:
    smtp, http = free_port(), free_port()
    binds = {"HOME": str(tmp_path), "SMTP_BIND": f"127.0.0.1:{smtp}", "HTTP_BIND": f"127.0.0.1:{http}"}
    env = {**os.environ, **{f"WAYBILL_{key}": value for key, value in binds.items()}}
    arguments = [sys.executable, "-m", "workers"]
    with subprocess.Popen(arguments, env=env, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            printed = next(line for line in process.stdout if line.startswith("Write to:"))
            to = printed.partition(":")[2].strip()
            with smtplib.SMTP("127.0.0.1", smtp, timeout=10) as server:
                assert server.sendmail("ann@example.org", [to], f"From: ann@example.org\nTo: {to}\n\nhelp\n") == {}
        finally:
            process.terminate()
