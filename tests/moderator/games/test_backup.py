"""Everything in one file, and back, between the two databases."""

from __future__ import annotations

from pathlib import Path

import pytest

from moderator.games.audit import audit
from moderator.games.backup import NotEmpty, backup, restore
from tests.moderator.house import House, open_house, settings_for


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


def test_the_audit_finds_a_tampered_game(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "pass")
    house.write(game, "Red", "take 3")
    with house.office.desk() as desk:
        play = desk.game(game)
        assert play is not None
        move = play.moves()[-1]
        move.events = [{**move.events[0], "amount": 300}]
    assert [(one.game, one.seq) for one in audit(house.office, game)] == [(game, 2)]


def test_snapshots_and_replay_agree_far_into_a_game(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "pass")
    house.write(game, "Red", "\n".join(["take 1"] * 150))
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        assert play.row.seq == 151
        for at in (1, 30, 100, 119, 120, 121, 151):
            assert desk.rules.digest(play.state_at(at)) == next(m.digest for m in play.moves(at - 1, at))
