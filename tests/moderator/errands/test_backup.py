"""Everything in one file, and back, between the two databases."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

import engine
from moderator.errands import heartbeat
from moderator.errands.audit import audit
from moderator.errands.backup import NotEmpty, NotWhole, backup, restore
from moderator.errands.rekey import misfits, rekey
from moderator.store.game import Positions
from moderator.store.tables import Snapshot
from tests.moderator.house import House, open_house, settings_for
from tests.moderator.outbox.test_bounces import came


def test_a_backup_restores_into_the_other_database_and_the_game_goes_on(
    house: House, tmp_path: Path, postgres_url: str
) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "bid N 5")
    address = house.address(game, "Blue")
    file = tmp_path / "all.backup"
    assert backup(house.office, file) == file.stat().st_size
    home = tmp_path / "elsewhere"
    first = open_house(settings_for(home, DATABASE_URL=postgres_url))
    restore(first.office, file)
    with pytest.raises(NotEmpty, match="not empty"):
        restore(first.office, file)
    first.office.close()
    # The next start reads the secret that came with the backup.
    second = open_house(settings_for(home, DATABASE_URL=postgres_url))
    assert second.address(game, "Blue") == address
    second.letters = house.letters
    assert second.write(game, "Blue", "bid N 10").word == "ACCEPTED"
    assert second.orders(game) == ["Red: bid N 5", "Blue: bid N 10"]
    assert audit(second.office, game) == []
    second.office.close()


def test_mails_written_after_a_restore_are_not_taken_for_those_that_were_lost(house: House, tmp_path: Path) -> None:
    """Numbers and keys begin again where the backup ended. Mail programs and providers throw a mail away whose name
    they have seen, and what comes back late is about a mail that nobody here knows any more."""
    game = house.game("Red", "Blue", gm="boss@example.org")
    house.deliver()
    file = tmp_path / "all.backup"
    backup(house.office, file)
    house.pass_time(minutes=5)
    assert house.write(game, "Red", "bid N 5").word == "ACCEPTED"
    seen = {row.message_id: row.id for row in house.outbox()}
    lost = house.outbox("move", "blue@example.org")[-1]
    restore(house.office, file, replace=True)
    kept = {row.message_id for row in house.outbox()}
    house.pass_time(minutes=5)
    assert house.write(game, "Red", "pass").word == "ACCEPTED"
    written = {row.message_id: row for row in house.outbox() if row.message_id not in kept}
    assert written and not written.keys() & seen.keys()
    # The number of the lost mail is another's now, and with it the address that reports come to.
    assert lost.id in {row.id for row in written.values()}
    assert came(house, house.office.addresses.bounce(lost.id), lost.message_id, "late").startswith("dropped")
    with house.office.reading() as desk:
        assert not any(person.bounces for person in desk.people.find("example.org", 10))
    # A relay that gives mails names of its own is still understood.
    assert came(house, house.office.addresses.bounce(lost.id), "<0100-17@relay.example>", "renamed") == "bounce"


def test_the_audit_finds_a_tampered_game(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "pass")
    house.write(game, "Red", "count 3")
    with house.office.desk() as desk:
        play = desk.game(game)
        assert play is not None
        move = play.moves()[-1]
        move.events = [{**move.events[0], "amount": 300}]
    assert [(one.game, one.seq) for one in audit(house.office, game)] == [(game, 2)]


def test_snapshots_and_replay_agree_far_into_a_game(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "pass")
    house.write(game, "Red", "\n".join(["count 1"] * 150))
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        assert play.row.seq == 151
        for at in (1, 30, 100, 119, 120, 121, 151):
            assert engine.digest(play.state_at(at)) == next(m.digest for m in play.moves(at - 1, at))


def test_a_snapshot_of_an_older_form_is_passed_over_and_the_game_replayed(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "pass")
    house.write(game, "Red", "\n".join(["count 1"] * 50))
    with house.office.desk() as desk:
        kept = list(desk.session.scalars(select(Snapshot).where(Snapshot.game_id == game)))
        assert len(kept) > 1
        for snapshot in kept[1:]:
            snapshot.state = {**snapshot.state, "snapshot": "of last year"}
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        assert engine.digest(play.state_at(play.row.seq)) == play.row.digest


@pytest.mark.parametrize("what", ["a value", "its form", "all of it"])
def test_a_snapshot_that_somebody_has_changed_is_not_played_on_and_found(house: House, what: str) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "pass")
    house.write(game, "Red", "\n".join(["count 1"] * 50))
    assert audit(house.office, game) == []
    with house.office.desk() as desk:
        kept = desk.session.scalars(select(Snapshot).where(Snapshot.game_id == game).order_by(Snapshot.seq)).all()
        for one in kept:
            cash = dict(one.state["cash"])
            cash["Red"] += 1000
            one.state = {"a value": {**one.state, "cash": cash}, "its form": {**one.state, "cash": 7}}.get(what, {})
    # Another process, which has met none of the positions.
    house.office.positions = Positions()
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        assert engine.digest(play.state) == play.row.digest
    assert [one.seq for one in audit(house.office, game)] == [kept[0].seq]


def shortened(file: Path, keep: int) -> None:
    with gzip.open(file, "rt") as lines:
        kept = list(lines)
    with gzip.open(file, "wt") as out:
        out.writelines([*kept[:keep], kept[-1]])


def test_a_backup_with_rows_missing_is_refused_and_changes_nothing(house: House, tmp_path: Path) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "bid N 5")
    file = tmp_path / "all.backup"
    backup(house.office, file)
    shortened(file, 8)
    secret = (house.office.settings.home / "secret_key").read_text()
    with pytest.raises(NotWhole, match=r"should hold \d+ rows and holds 7; nothing was changed"):
        restore(house.office, file, replace=True)
    assert house.orders(game) == ["Red: bid N 5"]
    assert (house.office.settings.home / "secret_key").read_text() == secret


def test_a_backup_is_closed_to_others_and_leaves_signs_of_life_out(house: House, tmp_path: Path) -> None:
    house.game("Red", "Blue")
    heartbeat.sign(house.office, heartbeat.BEAT)
    file = tmp_path / "all.backup"
    backup(house.office, file)
    assert file.stat().st_mode & 0o077 == 0
    assert "heartbeats" not in gzip.decompress(file.read_bytes()).decode()
    other = open_house(settings_for(tmp_path / "other"))
    # A service that merely runs is still an empty one.
    heartbeat.sign(other.office, heartbeat.BEAT)
    assert restore(other.office, file) > 0
    other.office.close()


OTHER = "another secret, as long as it must be"


def test_a_lost_secret_is_noticed_and_a_new_one_is_brought_to_everybody(house: House, tmp_path: Path) -> None:
    game = house.game("Red", "Blue", gm="gm@example.org")
    house.write(game, "Red", "bid N 5")
    house.deliver()
    old = house.address(game, "Blue")
    file = tmp_path / "all.backup"
    backup(house.office, file)
    saved = open_house(settings_for(tmp_path / "saved", SECRET_KEY=OTHER))
    restore(saved.office, file)
    with saved.office.reading() as desk:
        assert misfits(desk) == (3, 3)
    assert rekey(saved.office) == 3
    with saved.office.reading() as desk:
        assert misfits(desk) == (0, 3)
    saved.deliver()
    told = saved.outbox("notice", "blue@example.org")[-1]
    assert told.subject.endswith("Your order address is a new one")
    new = saved.address(game, "Blue")
    assert new != old
    # The mail itself is the new address: who answers it is heard.
    assert told.raw is not None
    assert new.encode() in told.raw
    assert old.encode() not in told.raw
    saved.letters = house.letters
    assert saved.write(game, "Blue", "bid N 10").word == "ACCEPTED"
    saved.office.close()


def test_a_secret_that_was_told_ends_the_old_addresses_though_it_stays(house: House) -> None:
    game = house.game("Red", "Blue")
    old = house.address(game, "Red")
    rekey(house.office)
    assert house.address(game, "Red") != old
    with house.office.reading() as desk:
        assert desk.seat_by_token(old.partition("@")[0].rpartition("-")[2]) is None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda packed: packed[:-200],
        lambda packed: b"",
        lambda packed: b"SQLite format 3\0",
        lambda packed: packed[:40] + b"\xff" * 40 + packed[80:],
        lambda packed: gzip.compress(b""),
        lambda packed: gzip.compress(b"{}"),
        lambda packed: gzip.compress(b"[1]\n"),
        lambda packed: gzip.compress(b"not json\n"),
        lambda packed: gzip.compress(gzip.decompress(packed).replace(b'"table": "seats"', b'"table": "nobody"')),
        lambda packed: gzip.compress(gzip.decompress(packed).replace(b'{"at": "2', b'{"at": "x')),
        lambda packed: gzip.compress(gzip.decompress(packed).replace(b'"id": 2', b'"id": 1')),
    ],
)
def test_a_file_that_is_no_backup_is_refused_in_a_sentence_and_changes_nothing(
    house: House, tmp_path: Path, spoil: Callable[[bytes], bytes]
) -> None:
    game = house.game("Red", "Blue")
    file = tmp_path / "all.backup"
    backup(house.office, file)
    before = gzip.decompress(file.read_bytes())
    spoilt = tmp_path / "spoilt.backup"
    spoilt.write_bytes(spoil(file.read_bytes()))
    with pytest.raises(NotWhole):
        restore(house.office, spoilt, replace=True)
    assert house.row(game).status == "running"
    backup(house.office, file)
    assert gzip.decompress(file.read_bytes()) == before
