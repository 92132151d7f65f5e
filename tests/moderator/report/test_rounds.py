"""The moves of a round are told alike whether one begins anew or goes on from what was told last."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

import engine
from engine import Player
from moderator.outbox.report import rounds
from moderator.outbox.report.view import Happening
from moderator.store.game import SNAPSHOT_EVERY, SNAPSHOTS_KEPT, Play
from moderator.store.tables import Snapshot
from tests.moderator.house import House, open_house, settings_for
from tests.moderator.report.positions import whole


@pytest.fixture
def house(tmp_path: Path, empty_database: Path, no_pictures: None) -> Iterator[House]:
    shutil.copy(empty_database, tmp_path / "waybill.sqlite")
    made = open_house(settings_for(tmp_path), migrated=True)
    yield made
    made.office.close()


def told(log: tuple[Happening, ...]) -> list[tuple[int, str, str, str]]:
    return [(one.number, one.by, one.order, engine.digest(one.before)) for one in log]


def begin(house: House, moves: int) -> str:
    played = tuple((one.by, one.order) for one in whole("1882-1")[0][:moves])
    return house.game("Red", "Green", "Blue", title="1882", drawn=dict(_drawn()), played=played)


def _drawn() -> Iterator[tuple[str, str]]:
    first = (Path(__file__).with_name("games") / "1882-1.txt").read_text("utf-8").splitlines()[0]
    for pair in first.partition("Drawn: ")[2].split():
        if "=" in pair:
            name, _, value = pair.partition("=")
            yield name, value


def play_on(house: House, game: str, many: int) -> None:
    """So many moves more, each the first that is legal."""
    with house.office.desk() as desk:
        play = desk.game(game)
        assert play is not None
        for _ in range(many):
            mover = engine.to_act(play.state)
            assert mover is not None
            move = next(iter(engine.alone(play.state, Player(mover))))
            outcome = engine.apply(play.state, move, mover, advise=False)
            play.record(mover, engine.write_order(move), outcome, "mail", None, desk.now)


def compared(play: Play) -> int:
    """What is told of the last moves, each going on from those before, against each told anew."""
    going_on = {upto: told(rounds.of(play, upto)) for upto in range(max(1, play.seq - 12), play.seq + 1)}
    for upto, log in going_on.items():
        rounds._known.clear()
        assert told(rounds.of(play, upto)) == log, upto
    return len(going_on[play.seq])


def test_a_round_told_on_is_the_round_told_anew_also_after_an_undo(house: House) -> None:
    game = begin(house, 150)
    seen = set()
    for taken_back in (0, 3, 0, 11, 0):
        play_on(house, game, 9)
        with house.office.desk() as desk:
            play = desk.game(game)
            assert play is not None
            if taken_back > 0:
                play.take_back(play.seq - taken_back, "", "gm", None, desk.now)
            seen.add(compared(play))
    # Rounds of several lengths were told, short ones just begun among them.
    assert len(seen) > 2


def test_what_is_told_since_a_move_is_what_was_played_since(house: House) -> None:
    game = begin(house, 160)
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        for since in (159, 150, 100, 40):
            found = rounds.since(play, since, 160)
            assert [one.number for one in found] == list(range(since + 1, 161))
            assert engine.digest(found[0].before) == engine.digest(play.state_at(since))


def test_the_longest_round_begins_after_a_snapshot_that_is_kept(house: House) -> None:
    """Otherwise the mails of a long game would replay it from its first move."""
    assert SNAPSHOT_EVERY * (SNAPSHOTS_KEPT - 1) >= rounds.LONGEST
    game = begin(house, 230)
    with house.office.reading() as desk:
        kept = desk.session.scalars(select(Snapshot.seq).where(Snapshot.game_id == game)).all()
    assert len(kept) == SNAPSHOTS_KEPT and min(kept) <= 230 - rounds.LONGEST


def test_a_process_takes_up_what_others_have_played_from_where_it_was(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(house, 100)
    other = open_house(house.office.settings, migrated=True)
    try:
        assert engine.digest(other.state(game)) == engine.digest(house.state(game))
        play_on(house, game, 3)
        monkeypatch.setattr(Play, "state_at", lambda *_: pytest.fail("read from a snapshot"))
        with other.office.reading() as desk:
            play = desk.game(game)
            assert play is not None and engine.digest(play.state) == play.digest
    finally:
        other.office.close()


def test_a_process_does_not_build_on_what_was_taken_back_since(house: House) -> None:
    game = begin(house, 100)
    other = open_house(house.office.settings, migrated=True)
    try:
        other.state(game)
        with house.office.desk() as desk:
            play = desk.game(game)
            assert play is not None
            play.take_back(97, "", "gm", None, desk.now)
        play_on(house, game, 2)
        with other.office.reading() as desk:
            play = desk.game(game)
            assert play is not None and engine.digest(play.state) == play.digest
    finally:
        other.office.close()
