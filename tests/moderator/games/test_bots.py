"""Bots play by the rules, to the end, and leave people their turn."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from moderator.games.audit import audit
from moderator.games.bot import play_bots
from tests.moderator.house import House, open_house, settings_for


@pytest.fixture
def real(tmp_path: Path, empty_database: Path) -> House:
    shutil.copy(empty_database, tmp_path / "waybill.sqlite")
    return open_house(settings_for(tmp_path), engine=None, migrated=True)


def test_bots_play_until_a_person_must_decide(real: House) -> None:
    game = real.game("Red", bots=("Green", "Blue"), title="1861")
    for _ in range(12):
        assert real.row(game).mover == "Red"
        orders = real.office.rules.legal_orders(real.state(game))
        answer = real.write(game, "Red", "pass" if "pass" in orders else orders[0])
        assert answer.word == "ACCEPTED", answer.text
        play_bots(real.office, game)
    assert real.row(game).bot_due_at is None
    assert any(order.startswith("Green: bid") for order in real.orders(game))
    assert audit(real.office, game) == []
    # One question per turn, and the bots' moves are told in it.
    assert len(real.outbox("move")) >= 12


@pytest.mark.long
@pytest.mark.parametrize("title", ["1861", "1882"])
def test_a_table_of_bots_plays_a_whole_game(real: House, title: str) -> None:
    game = real.game(bots=("Red", "Green", "Blue"), title=title)
    while real.row(game).status == "running":
        assert play_bots(real.office, game)
    orders = [order.partition(": ")[2] for order in real.orders(game)]
    for verb in ("bid", "lay", "run", "train"):
        assert any(order.startswith(verb) for order in orders), verb
    assert real.row(game).result
    assert audit(real.office, game) == []
