"""Of two passes on file for the same auction the later is never unheard without a word."""

from __future__ import annotations

import pytest

from tests.moderator.house import House
from tests.printed import first_draws

ALL, HERE = "standing pass all auctions", "standing pass in this auction unless Red bids P5"


@pytest.mark.parametrize(("first", "second"), [(ALL, HERE), (HERE, ALL)])
def test_a_pass_in_all_auctions_is_named_beside_one_for_this_auction(house: House, first: str, second: str) -> None:
    game = house.game("Red", "Green", "Blue", title="1882", drawn=first_draws("1882"))
    assert house.write(game, "Blue", first, deliver=False).word == "ACCEPTED"
    asked = house.write(game, "Blue", second, deliver=False)
    assert asked.word == "NOT ACCEPTED", "whichever is heard, its owner would not know"
    assert f"contradicts what you have on file as 1: {first}" in asked.said
    assert asked.rows[0].data["lines"][0]["instead"][0] == "cancel 1"
    assert house.write(game, "Blue", f"cancel 1\n{second}", deliver=False).word == "ACCEPTED"
