"""Orders in late games that differ, until the last mail about them is at the relay: one worker and two, on PostgreSQL
and Redis; one at a time in `./waybill run`, and how long its door stands still meanwhile; what a mail costs to write
and send.

`python -m bench late` takes some minutes."""

from __future__ import annotations

import json
import os
import smtplib
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from sqlalchemy import select, text

import engine
from bench.relay import PlainRelay, relaying
from bench.service import (
    LETTERS,
    PEOPLE,
    SECRET,
    WORKER,
    Ready,
    answers,
    idle,
    league,
    listening,
    mail_with,
    open_office,
    running,
    wait_until,
)
from config.settings import ROOT
from moderator.gateway.smtp import SmtpServer
from moderator.inbox.handle import handle
from moderator.inbox.take_in import known, take_in
from moderator.office.desk import Office
from moderator.outbox import post
from moderator.store.tables import Enclosure, Mail, MoveRow, Outgoing
from moderator.table.planning import GamePlan, Wish
from moderator.table.seating import new_game
from tests.moderator.report.positions import GAMES
from tests.services import free_port

# Kept games, and after how many orders each is taken up: no two show the same map.
STAGES = (
    *(("1861-3", moves) for moves in range(240, 1240, 50)),
    *(("1882-1", moves) for moves in range(120, 480, 30)),
)
BURSTS = 3
MAILS = 150
NOOPS = 20


@cache
def orders_of(name: str) -> tuple[dict[str, str], tuple[tuple[str, str], ...]]:
    first, *lines = (GAMES / f"{name}.txt").read_text("utf-8").splitlines()
    drawn = dict(pair.split("=") for pair in first.partition("Drawn: ")[2].split() if "=" in pair)
    return drawn, tuple((by, order) for by, _, order in (line.partition(": ") for line in lines))


def start_late(office: Office, name: str, moves: int, people: Mapping[str, str] = PEOPLE) -> str:
    """A game that has come so far."""
    drawn, orders = orders_of(name)
    wishes = [Wish(seat, address) for seat, address in people.items()]
    plan = GamePlan(name[:4], wishes, drawn=drawn, as_seated=True, start=True, played=orders[:moves])
    with office.desk() as desk:
        return new_game(desk, plan, "bench").id


def next_mail(office: Office, game: str, name: str) -> Ready:
    """The order that was played there, or a bot's where the game went another way or somebody would have to agree."""
    with office.reading() as desk:
        play = desk.game(game)
        assert play is not None and play.mover is not None
        recorded = orders_of(name)[1]
        by, order = recorded[play.seq] if play.seq < len(recorded) else ("", "")
        try:
            fits = by == play.mover.name and not engine.consents(play.state, engine.parse_order(play.state, order))
        except engine.Refused:
            fits = False
    return mail_with(office, game, uuid.uuid4().hex, order if fits else "")


def processor(pids: Sequence[int]) -> float:
    """Seconds of the processor these processes and what they have started took."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
        ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Megabytes a process has in memory now."""
    found = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(found.split()[1]) / 1000


def family(pid: int) -> list[int]:
    """A process and all that it has started."""
    found = [pid]
    for line in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = line.read_text().rpartition(") ")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found += family(int(line.parent.name))
    return found


def stored(office: Office) -> int:
    """Bytes of what an order leaves behind: mails in and out, what they enclose, moves."""
    sizes = (
        (
            Outgoing,
            "coalesce(length(raw), 0) + length(cast(data as text)) + coalesce(length(cast(enclosed as text)), 0)",
        ),
        (Enclosure, "length(data)"),
        (Mail, "length(raw)"),
        (MoveRow, "length(cast(events as text))"),
    )
    with office.reading() as desk:
        asked = (text(f"SELECT coalesce(sum({size}), 0) FROM {table.__tablename__}") for table, size in sizes)
        return sum(int(desk.session.scalar(one) or 0) for one in asked)


def burst(office: Office, games: Mapping[str, str], sink: PlainRelay) -> tuple[int, float, list[float]]:
    """An order for every game at once: how many, until the last mail is out, and until each answer is."""
    ready = [next_mail(office, game, name) for game, name in games.items()]
    begin = time.perf_counter()
    ids = [take_in(office, mail.raw, mail.envelope).mail_id for mail in ready]
    idle(office, 600)
    seconds = time.perf_counter() - begin
    wanted = select(Mail.received_at, Outgoing.sent_at).join(Outgoing, Outgoing.mail_id == Mail.id)
    with office.reading() as desk:
        found = desk.session.execute(wanted.where(Outgoing.kind == "answer", Mail.id.in_(ids))).all()
    return len(ids), seconds, [(sent - came).total_seconds() for came, sent in found if sent is not None]


def with_workers(count: int, home: Path, sink: PlainRelay) -> Iterator[Mapping[str, object]]:
    from workers import app as queue

    with league(home) as found:
        if found is None:
            return
        port = free_port()
        settings = {"DATABASE_URL": found.new_database(), "BROKER_URL": found.broker, "SECRET_KEY": SECRET}
        settings |= {"SMTP_BIND": f"127.0.0.1:{port}", "SMTP_RELAY": sink.url}
        office = open_office(home, **settings)
        queue.use(office)
        workers = [(*WORKER, "-n", f"worker{number}") for number in range(count)]
        with running(home, settings, *workers, ("workers.smtp",)) as started:
            wait_until(lambda: listening(port))
            games = {start_late(office, name, moves): name for name, moves in STAGES}
            idle(office, 600)
            # Each worker draws what every map of a title has in common once.
            burst(office, games, sink)
            before, spent = stored(office), processor([one for pid in started[:count] for one in family(pid)])
            done = [burst(office, games, sink) for _ in range(BURSTS)]
            orders = sum(number for number, _, _ in done)
            spent = processor([one for pid in started[:count] for one in family(pid)]) - spent
            waits = sorted(wait for _, _, some in done for wait in some)
            yield {
                "what": f"PostgreSQL + Redis, workers: {count}; late games that differ, until the last mail is out",
                "orders": orders,
                "orders/s": orders / sum(seconds for _, seconds, _ in done),
                "answer median ms": statistics.median(waits) * 1000,
                "answer p95 ms": waits[int(len(waits) * 0.95)] * 1000,
                "processor ms/order": spent / orders * 1000,
                "stored kB/order": (stored(office) - before) / orders / 1000,
                "MB a worker": max(memory(one) for pid in started[:count] for one in family(pid)),
            }
            if count == 2:
                yield {**answers("the same, one mail at a time", office, port, list(games)), "orders": LETTERS}
        office.close()
        queue.app.close()


@contextmanager
def door_watched(port: int) -> Iterator[list[float]]:
    """How long the SMTP door takes to say that it is there, asked again and again while the block runs; in seconds."""
    waits: list[float] = []
    over = threading.Event()

    def watch() -> None:
        while not over.is_set():
            with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                line.recv(1000)
                # Whoever only says that they are there is sent away after a while.
                for _ in range(NOOPS):
                    begin = time.perf_counter()
                    line.sendall(b"NOOP\r\n")
                    line.recv(1000)
                    waits.append(time.perf_counter() - begin)
                    time.sleep(0.005)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    yield waits
    over.set()
    thread.join(60)


def embedded(home: Path, sink: PlainRelay) -> Iterator[Mapping[str, object]]:
    port = free_port()
    settings = {"SMTP_BIND": f"127.0.0.1:{port}", "HTTP_BIND": f"127.0.0.1:{free_port()}", "SMTP_RELAY": sink.url}
    office = open_office(home, **settings)
    games = {start_late(office, name, moves): name for name, moves in STAGES[::6]}
    with running(home, settings, ("workers",)) as started:
        wait_until(lambda: listening(port))
        idle(office, 600)
        with door_watched(port) as quiet:
            time.sleep(5)
        waits: list[float] = []
        for game, name in list(games.items()) * 3:
            mail = next_mail(office, game, name)
            with door_watched(port) as drawing:
                with smtplib.SMTP("127.0.0.1", port, "bench.example", timeout=30) as server:
                    server.sendmail(mail.envelope.sender, list(mail.envelope.recipients), mail.raw)
                idle(office, 600)
            waits += drawing
        yield {
            "what": "./waybill run: the SMTP door while mails about late games are written",
            "orders": 3 * len(games),
            "door worst ms": max(waits) * 1000,
            "door p99 ms": sorted(waits)[int(len(waits) * 0.99)] * 1000,
            "idle: door worst ms": max(quiet) * 1000,
            "MB of all its processes": sum(memory(pid) for pid in family(started[0])),
        }
        yield answers(
            "./waybill run, late games, one mail at a time: until the answer is sent", office, port, list(games)
        )
    office.close()


def one_by_one(home: Path, sink: PlainRelay) -> Iterator[Mapping[str, object]]:
    """Processor time of this thread for each step, without anybody else."""
    office = open_office(home, SMTP_RELAY=sink.url)
    games = {start_late(office, name, moves): name for name, moves in STAGES}
    for number in post.due(office, 1000):
        post.deliver(office, number)
    played, first, further = list[float](), list[float](), list[float]()
    for game, name in list(games.items()) * 4:
        mail = next_mail(office, game, name)
        mail_id = take_in(office, mail.raw, mail.envelope).mail_id
        begin = time.thread_time()
        handle(office, mail_id)
        played.append(time.thread_time() - begin)
        with office.reading() as desk:
            rows = [row for number in post.due(office, 100) if (row := desk.outbox.get(number)) is not None]
        drawn = False
        for row in sorted(rows, key=lambda row: row.kind != "answer"):
            begin = time.thread_time()
            post.deliver(office, row.id)
            spent = time.thread_time() - begin
            with office.reading() as desk:
                written = desk.outbox.get(row.id)
            pictures = written is not None and bool(written.enclosed)
            # An answer without pictures comes before the first mail that shows the position.
            (first if pictures and not drawn else further).append(spent)
            drawn = drawn or pictures
    yield {
        "what": "one thread, SQLite: playing an order; the first mail with its position; each other mail",
        "orders": len(played),
        "played median ms": statistics.median(played) * 1000,
        "first median ms": statistics.median(first) * 1000,
        "first mean ms": statistics.mean(first) * 1000,
        "further median ms": statistics.median(further) * 1000 if further else 0,
        "further p90 ms": sorted(further)[int(len(further) * 0.9)] * 1000 if further else 0,
    }
    office.close()


def accepting(home: Path) -> Iterator[Mapping[str, object]]:
    """Taking a mail by SMTP against the barest server that could: one insert that is on the disk before it says 250."""
    office = open_office(home)
    game = start_late(office, "1882-1", 0)
    to = mail_with(office, game, "first").envelope.recipients[0]
    bare = Bare(home / "bare.db")
    plain = Controller(bare, hostname="127.0.0.1", port=free_port())
    plain.start()
    server = SmtpServer(
        lambda raw, envelope: take_in(office, raw, envelope), lambda address: known(office, address), port=0
    )
    server.start()
    try:
        for what, kept in (("a connection each", False), ("a kept connection", True)):
            times = {"ours": list[float](), "bare": list[float]()}
            lines = {name: _line(port) for name, port in (("ours", server.port), ("bare", plain.port))}
            for number in range(MAILS):
                raw = f"From: red@example.org\r\nTo: {to}\r\nMessage-ID: <{kept} {number}@b>\r\n\r\npass\r\n".encode()
                for name, port in (("ours", server.port), ("bare", plain.port)):
                    begin = time.perf_counter()
                    line = lines[name] if kept else _line(port)
                    line.sendmail("red@example.org", [to], raw)
                    if not kept:
                        line.quit()
                    times[name].append(time.perf_counter() - begin)
            ours, least = statistics.median(times["ours"]), statistics.median(times["bare"])
            yield {
                "what": f"taking a mail by SMTP against a bare server with one insert on disk; {what}",
                "orders": MAILS,
                "ours median ms": ours * 1000,
                "bare median ms": least * 1000,
                "ratio": ours / least,
            }
    finally:
        plain.stop()
        server.stop()
        office.close()


def _line(port: int) -> smtplib.SMTP:
    line = smtplib.SMTP("127.0.0.1", port, "bench.example", timeout=30)
    line.ehlo()
    return line


class Bare:
    """Keeps a mail as its bytes, and nothing else."""

    def __init__(self, file: Path) -> None:
        self._line = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        for word in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "CREATE TABLE mails (raw BLOB)"):
            self._line.execute(word)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802  (the library's name)
        self._line.execute("INSERT INTO mails VALUES (?)", (envelope.content,))
        return "250 kept"


def in_a_process(count: int) -> Iterator[Mapping[str, object]]:
    """Celery keeps the line to its first broker, so each number of workers is measured by a process of its own."""
    said = subprocess.run([sys.executable, "-m", "bench.late", str(count)], cwd=ROOT, capture_output=True, check=True)
    yield from (json.loads(line) for line in said.stdout.splitlines())


def rows() -> Iterator[Mapping[str, object]]:
    with ExitStack() as open_ones:
        sink = open_ones.enter_context(relaying())
        for part in (accepting, partial(one_by_one, sink=sink), partial(embedded, sink=sink)):
            with tempfile.TemporaryDirectory(prefix="bench-") as home:
                yield from part(Path(home))
    for count in (1, 2):
        yield from in_a_process(count)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="bench-") as folder, relaying() as relay:
        for one in with_workers(int(sys.argv[1]), Path(folder), relay):
            print(json.dumps(one), flush=True)
