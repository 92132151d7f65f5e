"""Two worlds that differ only in what one player has on file: everybody else gets the same mails until it acts."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import engine
from moderator.bots.choose import choose
from tests.moderator.house import House, open_house, settings_for
from tests.printed import TITLES, first_draws

SEATS = ("Red", "Green", "Blue")
# What never comes true in these games, what acts, and what stops.
WISHES = (
    ("standing pass unless phase >= 2", "if price {company} >= 900 then pass", "refuse all offers"),
    ("standing pass all auctions",),
    ("if someone passes then pass", "standing pass even if someone sells even if someone starts"),
)


def world(home: Path, empty: Path) -> House:
    shutil.copy(empty, home / "waybill.sqlite")
    made = open_house(settings_for(home), migrated=True)
    made.eager = False
    return made


def sent_to_others(house: House, game: str, owner: str) -> list[tuple[str, str, str]]:
    """What was put into the outbox for everybody else; what is made anew in each world is not read."""
    return [
        (row.recipient, row.kind, bare(f"{row.key} {row.data}", game))
        for row in house.outbox()
        if not row.recipient.startswith(owner.lower())
    ]


def written_to_others(house: House, game: str, owner: str) -> list[str]:
    """The last mail to each of the others, as it reads."""
    last = {row.recipient: row for row in house.outbox() if not row.recipient.startswith(owner.lower())}
    return [bare(house.text_of(row), game) for row in last.values()]


def bare(text: str, game: str) -> str:
    return re.sub(r"\+[\w.-]+@|[0-9a-f]{8,}|=\w+", "", text.replace(game, "G"))


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("wishes", WISHES, ids=["never", "auctions", "acting"])
def test_what_is_on_file_shows_nowhere_until_it_acts(
    tmp_path: Path, empty_database: Path, title: str, wishes: tuple[str, ...]
) -> None:
    chance = random.Random(title)
    worlds: list[House] = []
    for name in ("with", "without"):
        home = tmp_path / name
        home.mkdir()
        worlds.append(world(home, empty_database))
    games = [house.game(*SEATS, title=title, drawn=first_draws(title), gm="boss@example.org") for house in worlds]
    owner = "Green"
    company = next(iter(worlds[0].state(games[0]).title.companies))
    for wish in wishes:
        answer = worlds[0].write(games[0], owner, wish.format(company=company))
        assert answer.word in ("ACCEPTED", "NOT ACCEPTED")
        # As many letters are written in the other world, so that they are numbered alike.
        worlds[1].write(games[1], owner, "orders")
    moved = 0
    for _ in range(14):
        here, there = (house.row(game) for house, game in zip(worlds, games, strict=True))
        if (here.seq, here.mover) != (there.seq, there.mover):
            break  # it has acted
        state, mover = worlds[1].state(games[1]), str(there.mover)
        order = engine.write_order(choose(state, mover)) if chance.random() < 0.7 else "pass"
        for house, game in zip(worlds, games, strict=True):
            if house.row(game).mover == mover and house.row(game).seq == there.seq:
                house.write(game, mover, order)
        moved += 1
        if _acted(worlds[0], games[0], worlds[1], games[1]):
            break
        assert sent_to_others(worlds[0], games[0], owner) == sent_to_others(worlds[1], games[1], owner)
        if moved % 5 == 1:
            one, other = (written_to_others(house, game, owner) for house, game in zip(worlds, games, strict=True))
            assert one == other
    assert moved
    for house in worlds:
        house.office.close()


def _acted(one: House, first: str, other: House, second: str) -> bool:
    return one.row(first).seq != other.row(second).seq


def test_pages_exports_and_the_record_know_nothing_of_it(tmp_path: Path, empty_database: Path) -> None:
    house = world(tmp_path, empty_database)
    game = house.game(*SEATS, title="1882", drawn=first_draws("1882"))
    house.write(game, "Green", "standing pass all auctions")
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        known: dict[str, Any] = play.record_told()
    assert "standing" not in str(known)
    for seat in ("Red", "Blue"):
        listed = house.write(game, seat, "orders\nhistory\nstatus").text
        assert "standing pass" not in listed
    assert "You have no order 1 on file." in house.write(game, "Red", "why 1").said
    house.office.close()
