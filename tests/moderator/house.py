"""A whole moderator for tests: its own database, its own clock, the toy engine, and mail by hand."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Engine, event, select
from sqlalchemy.util import LRUCache

from config.settings import Settings, load
from engine.titles import register
from moderator.errands.sweep import run_task
from moderator.inbox.envelope import Envelope, Receipt
from moderator.inbox.handle import handle
from moderator.inbox.take_in import take_in
from moderator.office.desk import Desk, Office
from moderator.outbox import post
from moderator.store import migrate
from moderator.store.enclosures import unpacked
from moderator.store.tables import Game, Mail, MoveRow, Outgoing
from moderator.table.planning import GamePlan, Wish
from moderator.table.robots import play_bots
from moderator.table.seating import new_game

register("toy", "tests.toy")

START = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)


def settings_for(home: Path, **more: str) -> Settings:
    return load({"WAYBILL_HOME": str(home), **{f"WAYBILL_{key}": value for key, value in more.items()}})


@dataclass
class House:
    office: Office
    time: datetime = START
    bells: list[tuple[str, Any]] = field(default_factory=list)
    letters: int = 0
    # Whether all mail is written out after each letter; otherwise what a test looks at, when it looks.
    eager: bool = True

    def pass_time(self, **how_long: float) -> None:
        self.time += timedelta(**how_long)

    def bots(self, game: str) -> None:
        """Lets bots play until a person must decide: they play a few moves at a time."""
        while play_bots(self.office, game):
            pass

    def game(self, *seats: str, bots: tuple[str, ...] = (), gm: str = "", title: str = "toy", **plan: Any) -> str:
        wishes = [Wish(name, f"{name.lower()}@example.org") for name in seats] + [Wish(name, bot=True) for name in bots]
        with self.office.desk() as desk:
            settled = GamePlan(title, wishes, gm=gm, as_seated=True, start=plan.pop("start", True), **plan)
            return new_game(desk, settled, "test").id

    def address(self, game_id: str, seat: str) -> str:
        with self.office.reading() as desk:
            play = desk.game(game_id)
            assert play is not None
            found = play.seat(seat)
            assert found is not None
            return self.office.seat_address(found)

    def raw(self, sender: str, to: str, body: str, subject: str = "orders", message_id: str = "") -> bytes:
        self.letters += 1
        mail = EmailMessage(policy=policy.SMTP)
        mail["From"], mail["To"], mail["Subject"] = sender, to, subject
        mail["Message-ID"] = message_id or f"<{self.letters}@mua.example.org>"
        mail.set_content(body)
        return mail.as_bytes()

    def take_in(self, raw: bytes, sender: str, to: str, source: str = "smtp") -> Receipt:
        return take_in(self.office, raw, Envelope(source=source, sender=sender, recipients=(to,)))

    def write(
        self,
        game_id: str,
        seat: str,
        body: str,
        *,
        sender: str = "",
        act: bool = True,
        deliver: bool = True,
        **more: str,
    ) -> Answered:
        """A mail from the seat's player with these lines, and what was answered; delivered unless told otherwise."""
        sender = sender or f"{seat.lower()}@example.org"
        to = self.address(game_id, seat)
        receipt = self.take_in(self.raw(sender, to, body, **more), sender, to)
        if act:
            handle(self.office, receipt.mail_id)
        return self.answer(receipt.mail_id, deliver=deliver)

    def confirm(self, game_id: str, seat: str, *, sender: str = "") -> Answered:
        """Sends back the last word that was mailed to the writer."""
        sender = sender or f"{seat.lower()}@example.org"
        word = self.outbox("confirm", sender)[-1].data["word"]
        return self.write(game_id, seat, f"confirm {word}", sender=sender)

    def answer(self, mail_id: int, *, deliver: bool = True) -> Answered:
        if deliver and self.eager:
            self.deliver()
        with self.office.reading() as desk:
            row = desk.session.get(Mail, mail_id)
            assert row is not None
            wanted = select(Outgoing).where(Outgoing.mail_id == mail_id)
            answers = [self.whole(desk, one) for one in desk.session.scalars(wanted).all()]
            return Answered(mail_id, row.status, row.verdict, answers, self)

    def text_of(self, row: Outgoing) -> str:
        """The text of a mail, written out now if it was not yet; of what was folded, the mail that says it."""
        if row.status == "folded":
            row = self.carrier(row, self.outbox())
        if row.raw is None:
            post.deliver(self.office, row.id)
            with self.office.reading() as desk:
                found = desk.session.get(Outgoing, row.id)
                assert found is not None
                row = self.whole(desk, found)
        return text_of(row)

    @staticmethod
    def whole(desk: Desk, row: Outgoing) -> Outgoing:
        """A mail with what it encloses, as it goes out; for looking at, by nobody who writes."""
        whole = desk.enclosures.whole(row)
        # Out of the session first: what is looked at is never written back.
        desk.session.expunge(row)
        row.raw, row.enclosed = whole, None
        return row

    def do(self, task: str, key: Any) -> None:
        """What a worker does when it hears the bell."""
        run_task(self.office, task, key)

    def deliver(self) -> None:
        for outbox_id in post.due(self.office, 1000):
            post.deliver(self.office, outbox_id)

    def outbox(self, kind: str = "", to: str = "") -> list[Outgoing]:
        with self.office.reading() as desk:
            rows = [self.whole(desk, row) for row in desk.session.scalars(select(Outgoing).order_by(Outgoing.id)).all()]
        for row in rows:
            if row.status == "folded":
                # What was folded into another mail is read there.
                host = self.carrier(row, rows)
                row.raw, row.subject = host.raw, host.subject
        return [row for row in rows if (not kind or row.kind == kind) and (not to or row.recipient == to)]

    @staticmethod
    def carrier(row: Outgoing, rows: list[Outgoing]) -> Outgoing:
        """The mail that a folded one became part of."""
        return next(one for one in rows if row.trouble == f"told in mail {one.id}")

    def row(self, game_id: str) -> Game:
        with self.office.reading() as desk:
            row = desk.session.get(Game, game_id)
            assert row is not None
            return row

    def orders(self, game_id: str, *, undone: bool = False) -> list[str]:
        with self.office.reading() as desk:
            rows = desk.session.scalars(select(MoveRow).where(MoveRow.game_id == game_id).order_by(MoveRow.seq))
            return [f"{row.by}: {row.order}" for row in rows if row.seq and (undone or not row.undone)]

    def state(self, game_id: str) -> Any:
        with self.office.reading() as desk:
            play = desk.game(game_id)
            assert play is not None
            return play.state


@dataclass
class Answered:
    mail_id: int
    status: str
    verdict: str
    rows: list[Outgoing]
    house: House

    @property
    def word(self) -> str:
        assert len(self.rows) == 1, [row.kind for row in self.rows]
        return str(self.rows[0].data.get("word", self.rows[0].kind))

    @property
    def said(self) -> str:
        """What was said to each line, whether the answer was rendered or not."""
        return "\n".join(f"{line['text']}  {line['said']}" for line in self.rows[0].data.get("lines", ()))

    @property
    def text(self) -> str:
        return self.house.text_of(self.rows[0])


def text_of(row: Outgoing) -> str:
    assert row.raw is not None
    body = message_from_bytes(unpacked(row.raw), policy=policy.default).get_body(("plain",))  # type: ignore[attr-defined]
    return str(body.get_content())


@cache
def _first() -> tuple[bytes, Engine]:
    """A database with all tables and nothing in them, as the migrations made it, and what it was made with."""
    with TemporaryDirectory() as home:
        office = Office(settings_for(Path(home)))
        migrate.migrate(office.database)
        office.close()
        office.database._compiled_cache = LRUCache(5000)
        return Path(office.database.url.database or "").read_bytes(), office.database


def open_house(settings: Settings, *, migrated: bool = False) -> House:
    office = Office(settings)
    if office.database.dialect.name == "sqlite":
        # Nobody pulls the plug of a test's machine, and waiting for the disk is a good part of the time tests take.
        event.listen(office.database, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
        empty, first = _first()
        # Statements are compiled once in each process, not once for each house.
        for one in (office.database, office._reader):
            one.dialect, one._compiled_cache = first.dialect, first._compiled_cache
        file = Path(office.database.url.database or "")
        if not migrated and (not file.exists() or not file.stat().st_size):
            # And so are the migrations run; a copy is there at once.
            file.write_bytes(empty)
            migrated = True
    if not migrated:
        migrate.migrate(office.database)
    house = House(office)
    office.now = lambda: house.time
    office.bell = lambda task, key: house.bells.append((task, key))
    return house


def copied(begun: House, home: Path) -> House:
    """Another house with all that stands in one that was closed: what takes long is played once for all of a file."""
    # With the secret the addresses are made from.
    shutil.copytree(begun.office.settings.home, home, dirs_exist_ok=True)
    house = open_house(settings_for(home), migrated=True)
    house.time, house.letters = begun.time, begun.letters
    return house
