"""Figures that are none: ² and ፩ count as digits to some, and as no number to others. No mail is set aside for them."""

from __future__ import annotations

import pytest

from moderator.hearing import registry
from moderator.hearing.trial import tried
from moderator.inbox.handle import handle
from tests.moderator.house import House

GM = "gm@example.org"
# What would end the game, or the seat, for those that follow.
LAST = ("resign", "decline", "new key", "unsubscribe")


@pytest.mark.parametrize("figure", ["²", "፩", "9" * 300])
def test_no_command_stumbles_over_a_figure_that_is_none(house: House, figure: str) -> None:
    house.eager = False
    game = house.game("Red", "Blue", gm=GM)
    seats = {"Red": "red@example.org", "GM": GM}
    for command in registry.all_commands():
        name = "GM" if command.words.startswith("gm ") else "Red"
        if command.words in LAST:
            continue
        to = house.address(game, name)
        for line in (f"{command.words} {figure}", f"{command.words} cup {figure} days"):
            receipt = house.take_in(house.raw(seats[name], to, line), seats[name], to)
            assert handle(house.office, receipt.mail_id) != "aside", line


@pytest.mark.parametrize("line", ["turn ²", "cancel ²", "turn ፩"])
def test_nor_does_a_page_that_tries_it(house: House, line: str) -> None:
    game = house.game("Red", "Blue")
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        seat = play.seat("Red")
        assert seat is not None
        assert tried(desk, play, seat, [line], "en").lines
