"""The audit names what was changed in the record of a game, whatever it was."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, event, select, text, update
from sqlalchemy.exc import IntegrityError

import engine
from config.settings import load
from moderator.errands import chaining
from moderator.errands.audit import Finding, audit
from moderator.errands.rekey import rekey
from moderator.office.desk import Office
from moderator.store import chain
from moderator.store.tables import AuditEntry, Decision, Game, MoveRow, Seat
from moderator.table.onward import go_on
from moderator.table.planning import GamePlan, Wish
from moderator.table.playing import play_order
from moderator.table.seating import new_game
from tests.moderator.house import START, House, open_house, settings_for
from tests.work import calls

MOVES = 120
# What each table's rows say that the audit does not claim; everything else it does.
UNCLAIMED = {"moves": {"id"}, "games": {"id", "version"}, "seats": {"id"}, "deadlines": {"id"}}
CLAIMED = (MoveRow, Game, Seat, Decision)


def played(office: Office, title: str = "1861", moves: int = MOVES) -> str:
    """A game of so many moves, quiet orders by chance, with an undo in the middle."""
    chance = random.Random(7)
    with office.desk() as desk:
        seats = [Wish(name, f"{name.lower()}@example.org") for name in ("Ann", "Bob", "Cas")]
        play = new_game(desk, GamePlan(title, seats, as_seated=True, start=True), "test")
        for number in range(1, moves):
            if number == moves // 2:
                play.take_back(play.row.seq - 5, "Ann", "gm", None, desk.now)
                continue
            mover = play.mover
            assert mover is not None
            orders = list(engine.legal_orders(play.state))
            for order in chance.sample(orders, len(orders)):
                try:
                    with desk.session.begin_nested():
                        play_order(desk, play, mover, order, "mail", number)
                    break
                except engine.Refused:
                    play.forget()
        go_on(desk, play)
        return play.id


@pytest.fixture(scope="module")
def long_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, str]]:
    home = tmp_path_factory.mktemp("audited")
    house = open_house(settings_for(home))
    game = played(house.office)
    yield house, game
    house.office.close()


def other(value: Any, chance: random.Random) -> Any:
    """The same kind of value, but another: of something nested, one leaf."""
    match value:
        case bool():
            return not value
        case int():
            return value + chance.choice((-1, 1, 10))
        case str():
            return (
                f"{value}x" if not value or chance.random() < 0.3 else value[:-1] + ("b" if value[-1] == "a" else "a")
            )
        case None:
            return 7
        case datetime():
            return value + timedelta(seconds=1)
        case dict():
            if not value:
                return {"more": 1}
            key = chance.choice(sorted(value))
            return {**value, key: other(value[key], chance)}
        case list():
            if not value:
                return [{"kind": "Passed"}]
            at = chance.randrange(len(value))
            return [*value[:at], other(value[at], chance), *value[at + 1 :]]
    raise TypeError(type(value))


def changes(rows: int) -> Iterator[tuple[Any, Any]]:
    """Every claimed column, of so many rows of each table."""
    for table in CLAIMED:
        for column in table.__table__.columns:
            if column.name not in UNCLAIMED[table.__tablename__]:
                yield from ((table, column) for _ in range(rows if table is not MoveRow else 3 * rows))


def test_no_change_of_one_value_goes_unseen(long_game: tuple[House, str], request: pytest.FixtureRequest) -> None:
    """Mutation score 100 %: any one claimed value, changed behind our back, and the audit speaks."""
    house, game = long_game
    assert audit(house.office, game) == []
    chance = random.Random(1882)
    rows = 12 if request.config.getoption("--long") else 1
    unseen, tried = [], 0
    with house.office.database.connect() as connection:
        # Past everything that would keep somebody at the database's own prompt from it.
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute("PRAGMA foreign_keys=OFF")
        for table, column in changes(rows):
            kept = list(connection.execute(select(table.__table__).order_by(table.__table__.primary_key.columns[0])))
            row = chance.choice(kept)._mapping
            value = row[column.name]
            new = (value or START) + timedelta(hours=1) if "_at" in column.name or column.name == "since" else None
            new = other(value, chance) if new is None and not str(column.type).startswith("DATETIME") else new or START
            where = [key == row[key.name] for key in table.__table__.primary_key.columns]
            try:
                connection.execute(update(table.__table__).where(*where).values({column.name: new}))
            except IntegrityError:
                # The number or name is taken; another is not.
                new = value + 1000 if isinstance(value, int) else f"{value} too"
                connection.execute(update(table.__table__).where(*where).values({column.name: new}))
            connection.commit()
            tried += 1
            if not grave(house, game):
                unseen.append((table.__tablename__, column.name, value, new))
            connection.execute(update(table.__table__).where(*where).values({column.name: value}))
            connection.commit()
    assert not unseen, unseen
    assert tried >= 80
    assert audit(house.office, game) == []


def grave(house: House, game: str) -> list[Finding]:
    return [one for one in audit(house.office, game) if one.grave]


@pytest.fixture
def small(house: House) -> tuple[House, str]:
    return house, played(house.office, moves=14)


def test_the_first_row_that_does_not_fit_is_named(small: tuple[House, str]) -> None:
    house, game = small
    with house.office.database.begin() as connection:
        connection.execute(
            update(MoveRow).where(MoveRow.seq == 3).values(by="Bob" if _by(house, 3) != "Bob" else "Cas")
        )
        connection.execute(update(MoveRow).where(MoveRow.seq == 5).values(order="pass pass"))
    assert [(one.seq, one.what) for one in audit(house.office, game)] == [(3, "the move does not fit its link")]


def _by(house: House, seq: int) -> str:
    with house.office.reading() as desk:
        return str(desk.session.scalars(select(MoveRow.by).where(MoveRow.seq == seq)).one())


def test_the_last_move_removed_and_the_game_set_back_is_seen(small: tuple[House, str]) -> None:
    """As somebody would do who knows our tables, but not our secret."""
    house, game = small
    with house.office.database.begin() as connection:
        last, before = connection.execute(
            select(MoveRow.seq, MoveRow.digest, MoveRow.link).order_by(MoveRow.seq.desc()).limit(2)
        ).all()
        connection.execute(delete(MoveRow).where(MoveRow.seq == last.seq))
        set_back = {"seq": before.seq, "digest": before.digest, "head": before.link}
        connection.execute(update(Game).values(set_back))
    assert grave(house, game)


def test_an_event_changed_with_digests_and_links_worked_out_again_is_seen(small: tuple[House, str]) -> None:
    """Links are plain hashes, which anybody can make; the seals are not."""
    house, game = small
    with house.office.database.connect() as connection:
        rows = connection.execute(select(MoveRow.__table__).order_by(MoveRow.seq)).mappings().all()
        link = house.row(game).salt
        for row in rows:
            entry = {name: row[name] for name in chain.LINKED} | {"played_at": row["played_at"].isoformat()}
            if row["seq"] == 4:
                entry["how"] = "bot"
            link = chain.link(link, entry)
            connection.execute(update(MoveRow).where(MoveRow.id == row["id"]).values(how=entry["how"], link=link))
        connection.execute(update(Game).values(head=link))
        connection.commit()
    assert grave(house, game)[0].seq == 4


def test_a_move_that_a_mail_told_of_must_be_there(small: tuple[House, str]) -> None:
    """Even a whole older state of the tables, seals and all, is given away by what was mailed since."""
    house, game = small
    house.deliver()
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        seat = play.players[0]
        from moderator.store import mails

        desk.post_to_seat(seat, "told", mails.Report(play.row.seq + 1, play.row.seq))
    assert grave(house, game)[0].what == "a mail told of this move, and it is not there"


@pytest.mark.parametrize(
    ("change", "of", "what"),
    [
        ("UPDATE seats SET game_id = 'nowhere' WHERE role = 'gm'", "nowhere", "the game is not there"),
        ("DELETE FROM seats WHERE role = 'gm'", "", "the moderator's seat is missing"),
        ("DELETE FROM games", "", "the game is not there"),
        ("UPDATE games SET id = 'another'", "", "the game is not there"),
    ],
)
def test_rows_that_are_torn_from_a_game_are_seen(house: House, change: str, of: str, what: str) -> None:
    game = house.game("Red", "Blue", gm="gm@example.org")
    house.write(game, "Red", "bid N 5")
    assert audit(house.office) == []
    with house.office.database.connect() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute("PRAGMA foreign_keys=OFF")
        connection.execute(text(change))
        connection.commit()
    assert any(one.game == (of or game) and what in one.what for one in audit(house.office))


def test_finished_games_are_checked_too(small: tuple[House, str]) -> None:
    house, game = small
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        play.row.status = "over"
        go_on(desk, play)
    assert audit(house.office) == []
    with house.office.database.begin() as connection:
        connection.execute(update(MoveRow).where(MoveRow.seq == 6).values(order="pass"))
    assert [one.seq for one in audit(house.office)] == [6]


def test_other_rules_are_told_and_no_alarm(small: tuple[House, str], monkeypatch: pytest.MonkeyPatch) -> None:
    house, game = small
    monkeypatch.setattr("moderator.errands.audit.chain.rules", lambda: "of today")
    monkeypatch.setattr("moderator.errands.audit._again", lambda *about: None)
    found = audit(house.office, game)
    assert found
    assert not any(one.grave for one in found)
    assert "other rules" in found[0].what


# ---------------------------------------------------------------------- upgrades and a new secret


def test_a_column_added_later_breaks_no_seal(small: tuple[House, str]) -> None:
    """A seal says what a row says; what is empty says nothing."""
    house, game = small
    row = house.row(game)
    said = chain.sealed_text(row)
    assert row.paused_at is None
    assert "paused_at" not in said
    assert '"mover"' in said


def before_the_chain(house: House) -> None:
    with house.office.database.begin() as connection:
        connection.execute(update(MoveRow).values(link="", seal="", rules=""))
        connection.execute(update(Game).values(salt="", head="", seal=""))
        connection.execute(update(Seat).values(seal=""))
        connection.execute(update(Decision).values(seal=""))


def test_games_from_before_the_chain_are_brought_into_it_once(small: tuple[House, str]) -> None:
    house, game = small
    before_the_chain(house)
    assert grave(house, game)
    assert chaining.chain_old_games(house.office) == 1
    assert audit(house.office, game) == []
    with house.office.reading() as desk:
        assert desk.session.scalars(select(AuditEntry.what)).all().count("chained") == 1
    before_the_chain(house)
    assert chaining.chain_old_games(house.office) == 0
    assert grave(house, game)


def test_a_new_secret_breaks_no_chain(small: tuple[House, str], tmp_path: Path) -> None:
    house, game = small
    head = house.row(game).head
    again = Office(load({"WAYBILL_HOME": str(tmp_path), "WAYBILL_SECRET_KEY": "another secret, long enough to be one"}))
    again.now = house.office.now
    found = audit(again, game)
    assert found[0].grave
    assert "another secret" in found[0].what
    rekey(again)
    assert audit(again, game) == []
    assert house.row(game).head == head
    again.close()


def test_a_new_secret_does_not_bless_what_was_changed(small: tuple[House, str], tmp_path: Path) -> None:
    house, game = small
    with house.office.database.begin() as connection:
        connection.execute(update(MoveRow).where(MoveRow.seq == 2).values(how="bot"))
    rekey(house.office)
    assert grave(house, game)[0].seq == 2


# ---------------------------------------------------------------------- what it costs


def test_linking_a_move_is_cheap_and_asks_the_database_nothing(small: tuple[House, str]) -> None:
    """Counted: a hash, a seal and writing the move down for them, however long the game is."""
    house, _ = small
    asked: list[str] = []
    with house.office.reading() as desk:
        rows = desk.session.scalars(select(MoveRow).order_by(MoveRow.seq)).all()
        event.listen(house.office.database, "before_cursor_execute", lambda *about: asked.append(about[2]))
        work = [
            calls(lambda row=row: house.office.seals.seal(chain.link("a" * 64, chain.entry_of(row)))) for row in rows
        ]
    assert len(work) > 1
    assert max(work) < 200
    assert asked == []


def test_nobody_writes_sealed_rows_past_their_seals() -> None:
    """A statement that changes many rows at once would leave their seals as they were."""
    import re

    from config.settings import ROOT

    bulk = re.compile(r"\b(?:update|insert)\(\s*(?:Game|Seat|Decision|MoveRow)\b")
    files = [*(ROOT / "moderator").rglob("*.py"), *(ROOT / "workers").rglob("*.py")]
    assert [str(file) for file in files if bulk.search(file.read_text())] == []


def test_nobody_is_missed_a_clock_while_a_turn_may_be_thought_over(house: House) -> None:
    game = house.game("Red", "Blue", terms={"mind": 15})
    house.write(game, "Red", "bid N 5")

    def found() -> list[str]:
        return [one.what for one in audit(house.office, game)]

    assert found() == []
    house.pass_time(minutes=30)
    assert found() == ["no clock runs for Blue, who is to move"], "the sweep has not come by"
    house.do("bots", game)
    assert found() == []


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE moves SET events = '{' WHERE seq = 4",
        "UPDATE moves SET played_at = 'yesterday' WHERE seq = 4",
        "UPDATE moves SET \"order\" = 'undo to ²', events = '[]' WHERE seq = 4",
        "UPDATE games SET options = '{'",
        "UPDATE games SET drawn = '[1]'",
        "UPDATE deadlines SET due_at = 'x'",
        "UPDATE outbox SET data = '[1]'",
    ],
)
def test_what_can_not_be_read_at_all_is_a_finding_and_keeps_no_other_game_from_it(
    small: tuple[House, str], change: str
) -> None:
    house, game = small
    with house.office.database.begin() as connection:
        connection.execute(text(change))
    other = house.game("Red", "Blue", gm="a@example.org")
    with house.office.database.begin() as connection:
        connection.execute(update(Seat).where(Seat.game_id == other, Seat.name == "Red").values(misses=3))
    assert {one.game for one in audit(house.office) if one.grave} == {game, other}
    assert grave(house, game)
