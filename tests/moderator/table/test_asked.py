"""Whoever must move has been asked: random games with proxies, queues, orders on file, moderator, undo and bots."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

import engine
from tests.moderator.house import House, open_house, settings_for
from tests.printed import TITLES

PEOPLE = ("Red", "Green", "Blue")


def _asked(house: House, game: str) -> bool:
    """The open decision has a mail about it to its owner."""
    row = house.row(game)
    if row.mover not in PEOPLE:
        return True
    asked = house.outbox("move", to=f"{row.mover.lower()}@example.org")
    return any(mail.data["turn"] == row.turn for mail in asked)


def _orders(house: House, game: str, chance: random.Random) -> list[str]:
    """A few orders of the mover that are legal now; bids come first, so that auctions go on."""
    found = [engine.write_order(move) for move in islice(engine.legal_moves(house.state(game)), 30)]
    chance.shuffle(found)
    return found


def _act(house: House, game: str, chance: random.Random) -> None:
    row = house.row(game)
    mover, others = row.mover or "", [name for name in PEOPLE if name != row.mover]
    what = chance.choice(("move", "move", "move", "move", "proxy", "queue", "file", "gm", "back", "undo", "guarded"))
    orders = _orders(house, game, chance) if mover in PEOPLE else []
    if mover not in PEOPLE:
        house.do("bots", game)
    elif what == "proxy":
        item = chance.choice([*house.state(game).title.privates, *islice(house.state(game).title.companies, 4)])
        then = chance.choice(("pass", "ask"))
        house.write(game, chance.choice(others), f"bid {item} up to {chance.randrange(20, 200, 5)} then {then}")
    elif what == "queue":
        house.write(game, chance.choice(others), "pass")
    elif what == "file":
        house.write(game, chance.choice(PEOPLE), chance.choice(_on_file(house.state(game), chance, others[0])))
    elif what == "back":
        _take_back(house, game, chance)
    elif what == "undo":
        house.write(game, chance.choice(PEOPLE), "undo")
    elif what == "gm" and orders:
        house.write(game, "GM", f"gm as {mover}\n{orders[0]}\nend as", sender="gm@example.org")
    elif what == "guarded" and orders:
        house.write(game, mover, f"turn {row.turn}\n{orders[0]}\ndone")
    elif orders:
        house.write(game, mover, orders[0])


def _on_file(state: engine.State, chance: random.Random, other: str) -> list[str]:
    """Orders on file that answer decisions to come, and what takes them back."""
    company = chance.choice(list(state.title.companies))
    return [
        "standing pass",
        "standing pass all auctions",
        f"standing buy {company} until 3 shares then pass",
        f"standing operate {company}: run best, pay, no track, no station, no train",
        "standing no merger",
        f"if {other} passes then pass",
        f"if someone bids {company} then pass",
        "cancel all",
    ]


def _take_back(house: House, game: str, chance: random.Random) -> None:
    """The moderator takes moves back, or brings them again."""
    what = chance.choice((f"gm undo to {max(0, house.row(game).seq - chance.randrange(1, 6))}", "gm redo"))
    if house.write(game, "GM", what, sender="gm@example.org").word == "CONFIRM":
        house.confirm(game, "GM", sender="gm@example.org")


def _play(tmp_path: Path, title: str, seed: int, acts: int) -> None:
    chance = random.Random(seed)
    house = open_house(settings_for(tmp_path))
    house.eager = False
    bots = ("Bot",) if seed % 2 else ()
    game = house.game(*PEOPLE, bots=bots, title=title, gm="gm@example.org")
    for number in range(acts):
        _act(house, game, chance)
        house.pass_time(minutes=chance.randrange(1, 120))
        assert _asked(house, game), (seed, number, house.orders(game)[-3:])
    house.office.close()


def test_no_decision_is_open_without_a_mail_about_it(tmp_path: Path) -> None:
    _play(tmp_path, "1861", 1, 60)


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", range(2, 6))
def test_no_decision_is_open_without_a_mail_about_it_in_long_games(tmp_path: Path, title: str, seed: int) -> None:
    _play(tmp_path, title, seed, 150)
