"""Laughter in single Korean letters is no word, and changes no order."""

from __future__ import annotations

import pytest

from tests.moderator.house import House


@pytest.mark.parametrize("text", ["이번엔 패스할게요 ㅎㅎ", "패스ㅋㅋㅋ", "패스합니다 ㅠㅠ", "pass ㅋㅋ"])
def test_who_laughs_beside_an_order_orders_it(house: House, text: str) -> None:
    game = house.game("Ann", "Bob", "Cid", title="1861")
    house.write(game, "Ann", text)
    assert house.orders(game) == ["Ann: pass"]
