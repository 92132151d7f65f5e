"""An order for later in a turn gives up what comes before it; that is said while it can be taken back."""

from __future__ import annotations

from typing import Any

from tests.engine.positions import Firm, position
from tests.moderator.house import House
from tests.phrasings.counter import Counter
from tests.phrasings.positions import SEATS

LINE = {"I13": "57/1", "H14": "9/1", "G15": "202/4"}


def operating(house: House, trains: str, tiles: dict[str, str] = LINE) -> str:
    """M-V may lay track; with a train it could run between two cities."""
    firm = Firm("M-V", "Red", at="4,5", cash=900, trains=trains)
    there: dict[str, Any] = {"round": "operating", "on_turn": "M-V", "step": "track", "phase": "3", "tiles": tiles}
    return Counter(house).set_up(position("1861", 3, firm, seats=SEATS, **there), "en")


def test_a_train_bought_first_says_what_it_gives_up(house: House) -> None:
    answer = house.write(operating(house, ""), "Red", "train 3")
    assert answer.word == "ACCEPTED", answer.said
    told = " ".join(answer.text.split())
    assert "Left out in this turn: the operating company lays or upgrades track." in told
    assert "To change it, reply `undo` before anybody else has acted." in told


def test_who_says_that_nothing_is_laid_gives_up_nothing(house: House) -> None:
    answer = house.write(operating(house, ""), "Red", "no track\ntrain 3")
    assert answer.word == "ACCEPTED", answer.said
    assert "Left out" not in answer.text


def test_who_lays_and_runs_first_gives_up_nothing(house: House) -> None:
    answer = house.write(operating(house, "2"), "Red", "run best\ntrain 3")
    assert answer.word == "ACCEPTED", answer.said
    assert "Left out" not in answer.text


def test_who_has_laid_a_tile_does_not_give_up_track(house: House) -> None:
    answer = house.write(operating(house, "", {"I13": "57/1"}), "Red", "lay 9 on H14 facing 1\ntrain 3")
    assert answer.word == "ACCEPTED", answer.said
    assert "Left out" not in answer.text
