"""What an order costs from mail accepted to report queued: on SQLite, on PostgreSQL with Redis and two workers,
with many live games, and late in a long game. The two last columns must not grow down the table."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from sqlalchemy import func, insert, select

from config.settings import ROOT, load
from moderator.desk import Office
from moderator.games import migrate
from moderator.games.bot import choose
from moderator.games.game import Positions
from moderator.games.rules import Rules
from moderator.games.seating import Plan, Wish, new_game
from moderator.games.store import Decision, Game, Mail, MoveRow, Seat, Snapshot
from moderator.gateway.addresses import hash_token
from moderator.gateway.envelope import Envelope
from moderator.inbox.handle import handle
from moderator.inbox.take_in import take_in

NAMES = ("Red", "Green", "Blue")
PEOPLE = {name: f"{name.lower()}@example.org" for name in NAMES}
SECRET = "for measuring only, and long enough"
LIVE = (100, 1_000, 10_000)
ORDERS = 120


def open_office(home: Path, **settings: str) -> Office:
    office = Office(load({"WAYBILL_HOME": str(home), **{f"WAYBILL_{k}": v for k, v in settings.items()}}), Rules())
    migrate.migrate(office.database)
    return office


def start_game(office: Office) -> str:
    with office.desk() as desk:
        wishes = [Wish(name, address) for name, address in PEOPLE.items()]
        return new_game(desk, Plan("1861", wishes, as_seated=True, start=True), "bench").id


@dataclass(frozen=True)
class Ready:
    """A mail with the next order of a game, written before the clock starts."""

    raw: bytes
    envelope: Envelope


def next_mail(office: Office, game: str, number: int) -> Ready | None:
    with office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        seat = play.mover
        if seat is None:
            return None
        order = choose(office.rules, play.state, seat.name)
        to = office.seat_address(seat)
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = PEOPLE[seat.name], to, f"<{game}.{number}@bench.example>"
    mail.set_content(f"{order}\n")
    return Ready(mail.as_bytes(), Envelope("smtp", sender=PEOPLE[seat.name], recipients=(to,)))


def play_on(office: Office, games: Sequence[str], count: int, *, cold: bool = False) -> list[float]:
    """Seconds for each of ``count`` orders, spread over the games."""
    spent: list[float] = []
    for number in range(count):
        mail = next_mail(office, games[number % len(games)], office.now().microsecond + number * 1_000_000)
        if mail is None:
            continue
        if cold:
            office.positions = Positions()
        begin = time.perf_counter()
        handle(office, take_in(office, mail.raw, mail.envelope).mail_id)
        spent.append(time.perf_counter() - begin)
    return spent


def row(what: str, spent: Sequence[float], **more: object) -> Mapping[str, object]:
    ordered = sorted(spent)
    return {
        "what": what,
        **more,
        "orders": len(ordered),
        "orders/s": len(ordered) / sum(ordered),
        "median ms": statistics.median(ordered) * 1000,
        "p95 ms": ordered[int(len(ordered) * 0.95)] * 1000,
    }


def clone(office: Office, game: str, copies: int) -> list[str]:
    """Many live games quickly: the rows of one, under other names."""
    with office.desk() as desk:
        kept: dict[Any, list[dict[str, Any]]] = {}
        for table in (Game, Seat, MoveRow, Snapshot, Decision):
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
            for table in (MoveRow, Snapshot, Decision):
                for one in kept[table]:
                    fresh = {k: v for k, v in one.items() if k != "id"} | {"game_id": name}
                    if table is Decision:
                        fresh["seat_id"] = ids[one["seat_id"]]
                    batch[table].append(fresh)
        for table, rows_ in batch.items():
            if rows_:
                desk.session.execute(insert(table), rows_)
    return names


def on_sqlite(home: Path) -> Iterator[Mapping[str, object]]:
    office = open_office(home)
    game = start_game(office)
    play_on(office, [game], 10)
    yield row("SQLite, one worker", play_on(office, [start_game(office) for _ in range(10)], ORDERS))
    for total in LIVE:
        with office.reading() as desk:
            have = desk.session.scalar(select(func.count()).select_from(Game)) or 0
        names = clone(office, game, total - have)
        spread = names[:: max(1, len(names) // 40)][:40]
        yield row("SQLite, live games", play_on(office, spread, ORDERS, cold=True), games=total)
    long = start_game(office)
    length = 0
    for upto in (50, 250, 500):
        while length < upto:
            play_on(office, [long], 10)
            with office.reading() as desk:
                found = desk.session.get(Game, long)
                assert found is not None
                if found.status != "running":
                    break
                length = found.seq
        yield row("SQLite, length of game", play_on(office, [long], 30, cold=True), moves=length)
    office.close()


def on_postgres(home: Path) -> Iterator[Mapping[str, object]]:
    """Two worker processes; the time is from the mail's being stored to its being handled, queue included."""
    from tests.services import PrivatePostgres, _postgres_programs
    from workers import app as queue

    programs = _postgres_programs()
    if programs is None or shutil.which("redis-server") is None:
        return
    server = PrivatePostgres(programs)
    server.start()
    socket = home / "redis"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    arguments = ["--port", "0", "--unixsocket", str(socket), "--save", "", "--appendonly", "no", "--dir", str(home)]
    redis = subprocess.Popen(["redis-server", *arguments], **quiet)  # type: ignore[call-overload]
    settings = {"DATABASE_URL": server.url(), "BROKER_URL": f"redis+socket://{socket}", "SECRET_KEY": SECRET}
    env = {**os.environ, "WAYBILL_HOME": str(home), **{f"WAYBILL_{key}": value for key, value in settings.items()}}
    office = open_office(home, **settings)
    queue.use(office)
    celery = [sys.executable, "-m", "celery", "-A", "workers.start:app", "worker", "-c", "1", "--without-gossip"]
    workers = [subprocess.Popen([*celery, "-n", f"w{n}"], env=env, cwd=ROOT, **quiet) for n in range(2)]  # type: ignore[call-overload]
    try:
        games = [start_game(office) for _ in range(30)]
        for number in range(5):
            mails = [mail for game in games if (mail := next_mail(office, game, number)) is not None]
            begin = time.perf_counter()
            ids = [take_in(office, mail.raw, mail.envelope).mail_id for mail in mails]
            while not _all_handled(office, ids):
                time.sleep(0.02)
            seconds = time.perf_counter() - begin
        with office.reading() as desk:
            found = desk.session.execute(select(Mail.received_at, Mail.handled_at).where(Mail.id.in_(ids)))
            waits = [(handled - received).total_seconds() for received, handled in found if handled is not None]
        told = row("PostgreSQL + Redis, two workers", waits)
        yield {**told, "orders/s": len(ids) / seconds}
    finally:
        for process in (*workers, redis):
            process.terminate()
        for process in (*workers, redis):
            process.wait(30)
        office.close()
        server.stop()


def _all_handled(office: Office, ids: Sequence[int]) -> bool:
    with office.reading() as desk:
        wanted = select(func.count()).select_from(Mail).where(Mail.id.in_(ids), Mail.status == "new")
        return not desk.session.scalar(wanted)


def rows() -> Iterator[Mapping[str, object]]:
    for part in (on_sqlite, on_postgres):
        with tempfile.TemporaryDirectory(prefix="bench-") as home:
            yield from part(Path(home))


if __name__ == "__main__":
    for one in rows():
        print(dict(one))
