"""A league in the large: a thousand live games in five zones, and five hundred orders within a minute, on PostgreSQL,
Redis and two workers; how long queues grow, when answers and reports are out, what an order takes.

`python -m bench scale`; docs/scale.md goes on from its figures."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import func, insert, select, text

from bench.late import STAGES, family, memory, next_mail, processor, start_late, stored
from bench.relay import PlainRelay, relaying
from bench.service import SECRET, WORKER, idle, league, open_office, running
from moderator.inbox.take_in import take_in
from moderator.office.addresses import hash_token
from moderator.office.desk import Office
from moderator.store.tables import Decision, Game, Mail, MoveRow, Outgoing, Person, Seat, Snapshot, Table

GAMES = 1000
ORDERS, WITHIN = 500, 60.0
ZONES = ("America/Vancouver", "America/New_York", "Europe/Paris", "Asia/Kolkata", "Asia/Seoul")
# So much of a game's record is copied: what mails tell of, and more than lies between two snapshots.
LATEST = 170


def copies(office: Office, games: Mapping[str, str], wanted: int) -> dict[str, str]:
    """So many live games: the rows of some, under other names."""
    made = dict(games)
    with office.desk() as desk:
        top = int(desk.session.scalar(select(func.max(Seat.id))) or 0)
        for number in range(wanted - len(games)):
            like, kept = list(games.items())[number % len(games)]
            name = f"{like[:4]}-copy{number}"
            made[name] = kept
            ids: dict[int, int] = {}
            for table in (Game, Seat, MoveRow, Snapshot, Decision):
                key = table.id if table is Game else table.game_id
                found = select(table.__table__).where(key == like)
                if table is MoveRow:
                    found = found.order_by(MoveRow.seq.desc()).limit(LATEST)
                rows: list[dict[str, Any]] = []
                for one in desk.session.execute(found).mappings():
                    row = {column: value for column, value in one.items() if column != "id"}
                    if table is Game:
                        row["id"] = name
                    elif table is Seat:
                        top += 1
                        ids[one["id"]] = row["id"] = top
                        row |= {"game_id": name, "token_hash": hash_token(office.token(name, one["name"], 1))}
                    else:
                        row["game_id"] = name
                        if table is Decision:
                            row["seat_id"] = ids[one["seat_id"]]
                    rows.append(row)
                if rows:
                    desk.session.execute(insert(table.__table__), rows)
    return made


def lengths(office: Office, over: threading.Event, found: list[tuple[int, int]]) -> None:
    """How many mails wait to be read and to be sent, every half second."""
    unread = select(func.count(Mail.id)).where(Mail.status == "new")
    unsent = select(func.count(Outgoing.id)).where(Outgoing.status == "pending")
    while not over.wait(0.5):
        with office.reading() as desk:
            found.append((desk.session.scalar(unread) or 0, desk.session.scalar(unsent) or 0))


def rows() -> Iterator[Mapping[str, object]]:
    with tempfile.TemporaryDirectory(prefix="bench-") as home, relaying() as sink:
        yield from measured(Path(home), sink)


def measured(home: Path, sink: PlainRelay) -> Iterator[Mapping[str, object]]:
    from workers import app as queue

    with league(home) as found:
        if found is None:
            return
        settings = {"DATABASE_URL": found.new_database(), "BROKER_URL": found.broker, "SECRET_KEY": SECRET}
        settings |= {"SMTP_RELAY": sink.url}
        office = open_office(home, **settings)
        queue.use(office)
        first = {start_late(office, name, moves): name for name, moves in STAGES}
        with office.desk() as desk:
            for number, person in enumerate(desk.session.scalars(select(Person))):
                person.zone = ZONES[number % len(ZONES)]
        workers = [(*WORKER, "-n", name) for name in ("one", "two")]
        with running(home, settings, *workers) as started:
            idle(office, 600)
            games = copies(office, first, GAMES)
            with office.desk() as desk:
                desk.session.execute(text("ANALYZE"))
            chosen = list(games.items())[:: len(games) // ORDERS][:ORDERS]
            mails = [next_mail(office, game, name) for game, name in chosen]
            before = stored(office)
            pids = [one for pid in started for one in family(pid)]
            spent = processor(pids)
            over, waiting = threading.Event(), list[tuple[int, int]]()
            watcher = threading.Thread(target=lengths, args=(office, over, waiting), daemon=True)
            watcher.start()
            begin = time.perf_counter()
            ids = []
            for number, mail in enumerate(mails):
                time.sleep(max(0.0, begin + number * WITHIN / ORDERS - time.perf_counter()))
                ids.append(take_in(office, mail.raw, mail.envelope).mail_id)
            idle(office, 900)
            seconds = time.perf_counter() - begin
            over.set()
            watcher.join(10)
            spent = processor(pids) - spent
            wanted = select(Mail.received_at, Outgoing.sent_at, Outgoing.kind, Mail.handled_at)
            with office.reading() as desk:
                answered = desk.session.execute(
                    wanted.join(Outgoing, Outgoing.mail_id == Mail.id).where(Mail.id.in_(ids))
                ).all()
                told = desk.session.execute(
                    select(Outgoing.created_at, Outgoing.sent_at).where(
                        Outgoing.kind.in_(("move", "report")), Outgoing.status == "sent", Outgoing.id > 0
                    )
                ).all()
            latest = max(came for came, *_ in answered)
            first_of = min(came for came, *_ in answered)
            waits = sorted((sent - came).total_seconds() for came, sent, _, _ in answered if sent is not None)
            played = sorted((done - came).total_seconds() for came, _, _, done in answered if done is not None)
            reports = sorted((s - c).total_seconds() for c, s in told if s is not None and first_of <= c and s >= c)
            yield {
                "what": f"{len(games)} games, {ORDERS} orders within {WITHIN:.0f} s, two workers",
                "until all is out s": seconds,
                "played p50 s": played[len(played) // 2],
                "played p95 s": played[int(len(played) * 0.95)],
                "answer p50 s": waits[len(waits) // 2],
                "answer p95 s": waits[int(len(waits) * 0.95)],
                "report p50 s": reports[len(reports) // 2] if reports else 0,
                "report p95 s": reports[int(len(reports) * 0.95)] if reports else 0,
                "longest inbox": max(one for one, _ in waiting),
                "longest outbox": max(one for _, one in waiting),
                "processor ms/order": spent / ORDERS * 1000,
                "MB a worker": max(memory(pid) for pid in pids),
                "stored kB/order": (stored(office) - before) / ORDERS / 1000,
                "last mail came s": (latest - first_of).total_seconds(),
            }
        asked = (
            "SELECT relname, pg_table_size(oid), pg_indexes_size(oid) FROM pg_class WHERE relkind = 'r' ORDER BY 2 DESC"
        )
        with office.reading() as desk:
            sizes = desk.session.execute(text(asked)).all()
        for name, table, indexes in sizes:
            if name not in Table.metadata.tables:
                continue
            yield {"what": f"table {name}", "table MB": table / 1e6, "indexes MB": indexes / 1e6}
        office.close()
        queue.app.close()


if __name__ == "__main__":
    for one in rows():
        print(dict(one), flush=True)
