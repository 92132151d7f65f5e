"""What an order costs from mail accepted to report queued, and how soon its answer goes out: on SQLite in one process,
and on PostgreSQL with Redis and two workers. How these grow is measured in growth.py."""

from __future__ import annotations

import os
import shutil
import smtplib
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from sqlalchemy import event, func, insert, select

import engine
from bench.relay import PlainRelay, relaying
from config.settings import ROOT, load
from moderator.bots.choose import choose
from moderator.inbox.envelope import Envelope
from moderator.inbox.handle import handle
from moderator.inbox.take_in import take_in
from moderator.office.addresses import hash_token
from moderator.office.desk import Office
from moderator.store import migrate
from moderator.store.tables import Decision, Game, Mail, MoveRow, OrderOnFile, Outgoing, Seat, Snapshot
from moderator.table.planning import GamePlan, Wish
from moderator.table.seating import new_game
from tests.services import PrivatePostgres, _postgres_programs, free_port

NAMES = ("Red", "Green", "Blue")
PEOPLE = {name: f"{name.lower()}@example.org" for name in NAMES}
SECRET = "for measuring only, and long enough"
ORDERS = 120
LETTERS = 20
BURSTS = 5
WORKER = ("celery", "-A", "workers.start:app", "worker", "-c", "1", "--without-gossip", "--without-mingle")


def open_office(home: Path, **settings: str) -> Office:
    office = Office(load({"WAYBILL_HOME": str(home), **{f"WAYBILL_{k}": v for k, v in settings.items()}}))
    migrate.migrate(office.database)
    return office


def start_game(office: Office) -> str:
    with office.desk() as desk:
        wishes = [Wish(name, address) for name, address in PEOPLE.items()]
        return new_game(desk, GamePlan("1861", wishes, as_seated=True, start=True), "bench").id


@dataclass(frozen=True)
class Ready:
    """A mail with the next order of a game, written before the clock starts."""

    raw: bytes
    envelope: Envelope


def mail_with(office: Office, game: str, name: str, order: str = "") -> Ready:
    """The mover's next order as a mail; what a bot would play, unless it is given."""
    with office.reading() as desk:
        play = desk.game(game)
        assert play is not None and play.mover is not None
        seat, to = play.mover, office.seat_address(play.mover)
        order = order or engine.write_order(choose(play.state, seat.name))
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = PEOPLE[seat.name], to, f"<{game}.{name}@bench.example>"
    mail.set_content(f"{order}\n")
    return Ready(mail.as_bytes(), Envelope("smtp", sender=PEOPLE[seat.name], recipients=(to,)))


def play_on(office: Office, games: Sequence[str], count: int) -> list[tuple[float, float]]:
    """Seconds on the wall and of the processor for each of ``count`` orders, spread over the games."""
    spent: list[tuple[float, float]] = []
    for number in range(count):
        mail = mail_with(office, games[number % len(games)], uuid.uuid4().hex)
        wall, processor = time.perf_counter(), time.process_time()
        handle(office, take_in(office, mail.raw, mail.envelope).mail_id)
        spent.append((time.perf_counter() - wall, time.process_time() - processor))
    return spent


def statements_of(office: Office, games: Sequence[str]) -> int:
    """What is said to the database for one order, from its being stored; the median of one for each game."""
    said: list[str] = []
    note = lambda *about: said.append(about[2])  # noqa: E731
    counts = []
    for game in games:
        mail = mail_with(office, game, uuid.uuid4().hex)
        receipt = take_in(office, mail.raw, mail.envelope)
        said.clear()
        event.listen(office.database, "before_cursor_execute", note)
        handle(office, receipt.mail_id)
        event.remove(office.database, "before_cursor_execute", note)
        counts.append(len(said))
    return round(statistics.median(counts))


def row(what: str, spent: Sequence[float], rate: float | None = None) -> Mapping[str, object]:
    ordered = sorted(spent)
    return {
        "what": what,
        "orders": len(ordered),
        "orders/s": rate or len(ordered) / sum(ordered),
        "median ms": statistics.median(ordered) * 1000,
        "p95 ms": ordered[int(len(ordered) * 0.95)] * 1000,
    }


def clone(office: Office, game: str, copies: int) -> list[str]:
    """Many live games quickly: the rows of one, under other names."""
    with office.desk() as desk:
        kept: dict[Any, list[dict[str, Any]]] = {}
        for table in (Game, Seat, MoveRow, Snapshot, Decision, OrderOnFile):
            key = table.id if table is Game else table.game_id
            found = desk.session.execute(select(table.__table__).where(key == game)).mappings()
            kept[table] = [dict(one) for one in found]
        names = []
        have = desk.session.scalar(select(func.count()).select_from(Game)) or 0
        top = desk.session.scalar(select(func.max(Seat.id))) or 0
        batch: dict[Any, list[dict[str, Any]]] = {table: [] for table in kept}
        for number in range(have, have + copies):
            name = f"1861-c{number}"
            names.append(name)
            batch[Game].append({**kept[Game][0], "id": name})
            ids = {}
            for seat in kept[Seat]:
                top += 1
                ids[seat["id"]] = top
                token = hash_token(office.token(name, seat["name"], 1))
                batch[Seat].append({**seat, "id": top, "game_id": name, "token_hash": token})
            for table in (MoveRow, Snapshot, Decision, OrderOnFile):
                for one in kept[table]:
                    fresh = {k: v for k, v in one.items() if k != "id"} | {"game_id": name}
                    if table in (Decision, OrderOnFile):
                        fresh["seat_id"] = ids[one["seat_id"]]
                    batch[table].append(fresh)
        for table, rows_ in batch.items():
            if rows_:
                desk.session.execute(insert(table), rows_)
    return names


@contextmanager
def running(home: Path, settings: Mapping[str, str], *lines: Sequence[str]) -> Iterator[list[int]]:
    """Processes of the service, quiet, until the block ends; gives their numbers."""
    env = {**os.environ, "WAYBILL_HOME": str(home), **{f"WAYBILL_{key}": value for key, value in settings.items()}}
    quiet = subprocess.DEVNULL
    started = [
        subprocess.Popen([sys.executable, "-m", *line], env=env, cwd=ROOT, stdout=quiet, stderr=quiet) for line in lines
    ]
    try:
        yield [process.pid for process in started]
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(60)


@dataclass(frozen=True)
class League:
    """A PostgreSQL and a Redis of our own."""

    server: PrivatePostgres
    broker: str

    def new_database(self) -> str:
        name = f"b{uuid.uuid4().hex}"
        self.server.execute(f"CREATE DATABASE {name}")
        return self.server.url(name)


@contextmanager
def league(home: Path) -> Iterator[League | None]:
    programs = _postgres_programs()
    if programs is None or shutil.which("redis-server") is None:
        yield None
        return
    server = PrivatePostgres(programs)
    server.start()
    socket = home / "redis"
    options = ["--port", "0", "--unixsocket", str(socket), "--save", "", "--appendonly", "no", "--dir", str(home)]
    redis = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
    try:
        yield League(server, f"redis+socket://{socket}")
    finally:
        redis.terminate()
        redis.wait(30)
        server.stop()


def burst(office: Office, games: Sequence[str]) -> Mapping[str, object]:
    """An order for every game at once; the time is from a mail's being stored to its being handled, queue included."""
    mails = [mail_with(office, game, uuid.uuid4().hex) for game in games]
    begin = time.perf_counter()
    ids = [take_in(office, mail.raw, mail.envelope).mail_id for mail in mails]
    wait_until(lambda: _count(office, select(func.count(Mail.id)).where(Mail.id.in_(ids), Mail.status == "new")) == 0)
    seconds = time.perf_counter() - begin
    with office.reading() as desk:
        found = desk.session.execute(select(Mail.received_at, Mail.handled_at).where(Mail.id.in_(ids))).all()
    waits = [(handled - received).total_seconds() for received, handled in found if handled is not None]
    return row("PostgreSQL + Redis, two workers, a burst of orders", waits, len(ids) / seconds)


def answers(what: str, office: Office, port: int, games: Sequence[str]) -> Mapping[str, object]:
    """One mail at a time by SMTP: seconds from its being taken in to its answer's being at the relay."""
    begun = office.now()
    for number in range(LETTERS):
        mail = mail_with(office, games[number % len(games)], uuid.uuid4().hex)
        with smtplib.SMTP("127.0.0.1", port, "bench.example", timeout=30) as server:
            server.sendmail(mail.envelope.sender, list(mail.envelope.recipients), mail.raw)
        idle(office)
    wanted = select(Mail.received_at, Outgoing.sent_at).join(Outgoing, Outgoing.mail_id == Mail.id)
    with office.reading() as desk:
        found = desk.session.execute(wanted.where(Outgoing.kind == "answer", Mail.received_at >= begun)).all()
    told = row(what, [(sent - received).total_seconds() for received, sent in found if sent is not None])
    # One at a time is no rate.
    return {column: value for column, value in told.items() if column != "orders/s"}


def _count(office: Office, wanted: Any) -> int:
    with office.reading() as desk:
        return desk.session.scalar(wanted) or 0


def idle(office: Office, seconds: float = 120) -> None:
    """Waits until every mail was handled and everything there is to say was sent."""
    unread = select(func.count(Mail.id)).where(Mail.status == "new")
    unsent = select(func.count(Outgoing.id)).where(Outgoing.status == "pending")
    wait_until(lambda: _count(office, unread) == 0 and _count(office, unsent) == 0, seconds)


def wait_until(true: Callable[[], bool], seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            raise TimeoutError("the service did not keep up")
        # Asking takes a processor too, and there are two.
        time.sleep(0.05)


def listening(port: int) -> bool:
    try:
        with smtplib.SMTP("127.0.0.1", port, "bench.example", timeout=2):
            return True
    except OSError:
        return False


def on_sqlite(home: Path, sink: PlainRelay) -> Iterator[Mapping[str, object]]:
    office = open_office(home)
    play_on(office, [start_game(office)], 10)
    games = [start_game(office) for _ in range(10)]
    statements = statements_of(office, games)
    spent = play_on(office, games, ORDERS)
    processor = statistics.median(seconds for _, seconds in spent) * 1000
    told = {"processor ms": processor, "statements": statements}
    yield {**row("SQLite, one thread", [seconds for seconds, _ in spent]), **told}
    office.close()
    port = free_port()
    settings = {"SMTP_BIND": f"127.0.0.1:{port}", "HTTP_BIND": f"127.0.0.1:{free_port()}", "SMTP_RELAY": sink.url}
    office = open_office(home / "answers", **settings)
    games = [start_game(office) for _ in range(5)]
    with running(home / "answers", settings, ("workers",)):
        wait_until(lambda: listening(port))
        idle(office)
        yield answers("SQLite, ./waybill run: until the answer is sent", office, port, games)
    office.close()


def on_postgres(home: Path, sink: PlainRelay) -> Iterator[Mapping[str, object]]:
    from workers import app as queue

    with league(home) as found:
        if found is None:
            return
        port = free_port()
        settings = {"DATABASE_URL": found.new_database(), "BROKER_URL": found.broker, "SECRET_KEY": SECRET}
        settings |= {"SMTP_BIND": f"127.0.0.1:{port}", "SMTP_RELAY": sink.url}
        office = open_office(home, **settings)
        queue.use(office)
        workers = [(*WORKER, "-n", name) for name in ("one", "two")]
        with running(home, settings, *workers, ("workers.smtp",)):
            wait_until(lambda: listening(port))
            games = [start_game(office) for _ in range(5)]
            idle(office)
            yield answers("PostgreSQL + Redis: until the answer is sent", office, port, games)
            games += [start_game(office) for _ in range(15)]
            bursts = []
            for _ in range(BURSTS):
                idle(office)
                bursts.append(burst(office, games))
            # Not the best of them, the one in the middle.
            yield sorted(bursts, key=lambda one: float(str(one["orders/s"])))[BURSTS // 2]
        office.close()
        queue.app.close()


def rows() -> Iterator[Mapping[str, object]]:
    for part in (on_sqlite, on_postgres):
        with ExitStack() as open_ones:
            home = open_ones.enter_context(tempfile.TemporaryDirectory(prefix="bench-"))
            yield from part(Path(home), open_ones.enter_context(relaying()))


if __name__ == "__main__":
    for one in rows():
        print(dict(one))
