"""No mail, no delivery and no sweep reads a whole table: what one game costs does not depend on all the others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import event

from moderator.errands.sweep import sweep
from moderator.outbox import post
from moderator.web import create_app
from tests.moderator.house import House, open_house, settings_for
from tests.services import SmtpSink

MAILS = (
    ("Red", "bid N 5"),
    ("Red", "zone Europe/Paris"),
    ("Blue", "away 2026-12-24 to 2026-12-28"),
    ("Blue", "bid N 10"),
    ("Blue", "status"),
    ("Red", "what is this about?"),
)


@contextmanager
def overheard(house: House) -> Iterator[dict[str, Any]]:
    """Every statement that was sent to the database meanwhile, with one set of its values."""
    said: dict[str, Any] = {}

    def listen(_c: Any, _cursor: Any, statement: str, values: Any, _context: Any, many: bool) -> None:
        if not many and statement.split(None, 1)[0] in ("SELECT", "UPDATE", "DELETE"):
            said.setdefault(statement, values)

    event.listen(house.office.database, "before_cursor_execute", listen)
    yield said
    event.remove(house.office.database, "before_cursor_execute", listen)


def plans(house: House, said: dict[str, Any]) -> dict[str, list[str]]:
    # A plan is remembered with its connection, so each look takes a fresh one.
    house.office.database.dispose()
    with house.office.database.connect() as connection:
        rows = {one: connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {one}", said[one]).fetchall() for one in said}
    return {one: [str(step[3]) for step in steps] for one, steps in rows.items()}


def reading_everything(house: House, said: dict[str, Any]) -> list[str]:
    found = []
    for statement, plan in plans(house, said).items():
        # Going along an index as far as the limit reads no more than it gives, unless some of it is not wanted.
        limited = "LIMIT" in statement and "WHERE" not in statement and not any("TEMP" in step for step in plan)
        if any(step.startswith("SCAN") and "CONSTANT" not in step for step in plan) and not limited:
            found.append(f"{plan}: {statement}")
    return found


def test_no_mail_delivery_or_sweep_reads_a_whole_table(tmp_path: Path, smtp_sink: SmtpSink) -> None:
    house = open_house(settings_for(tmp_path, SMTP_RELAY=smtp_sink.url))
    game = house.game("Red", "Blue", bots=("Green",), gm="gm@example.org")
    with overheard(house) as said:
        for seat, body in MAILS:
            house.write(game, seat, body, deliver=False)
        house.do("bots", game)
        house.pass_time(days=60)
        sweep(house.office, house.do)
        for row in post.due(house.office):
            post.deliver(house.office, row)
        house.do("digest", 1)
        create_app(house.office).test_client().get("/")
    assert len(said) > 40
    assert reading_everything(house, said) == []
    # Most games are running and most mails were sent: what is due is not looked for among all of those.
    for words, index in (("raw IS NOT NULL", "outbox_bulky"), ("bot_due_at <=", "games_bots_due")):
        (plan,) = [plan for statement, plan in plans(house, said).items() if words in statement]
        assert index in plan[0]
    # The watch itself is awake: without an index each of these is found.
    for index in ("kept_of_seat", "kept_by_seat", "ix_outbox_mail_id"):
        with house.office.database.begin() as connection:
            connection.exec_driver_sql(f"DROP INDEX {index}")
    found = " ".join(reading_everything(house, said))
    assert {table for table in ("kept_orders", "outbox") if f"SCAN {table}" in found} == {"kept_orders", "outbox"}
    house.office.close()
