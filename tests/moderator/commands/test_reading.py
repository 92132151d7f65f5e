"""Lines into statements: whatever is written, it is bounded, in order, and never raises."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderator.inbox.reading import MOST_LINE, UNCLOSED, statements


@given(st.lists(st.text(max_size=2000), max_size=60))
def test_any_text_is_read_in_order_and_within_bounds(lines: list[str]) -> None:
    found = statements(lines)
    assert [one.number for one in found] == list(range(1, len(found) + 1))
    assert all(len(one.text) <= MOST_LINE for one in found)


@pytest.mark.parametrize(
    "line",
    [
        "pass",
        "Pass.",
        "please pass",
        "bid N 105",
        "105 on N",
        "BUY the NW",
        "lya 57 on G15",
        "trian 3",
        "psas",
        "bankrupt",
        "패스",
        "poser 57 sur G15",
        "vends 2 NW",
        "passe",
        "standing no merger",
        "if price NW >= 100 then sell 2 NW",
    ],
)
def test_an_order_even_a_mistyped_one_is_never_prose(line: str) -> None:
    assert [one.prose for one in statements([line])] == [False]


@pytest.mark.parametrize(
    "line",
    [
        "Hi all,",
        "I pass on that idea of yours",
        "Nice move!",
        "Greetings from Kazan",
        "See you",
        "Sorry for the delay",
        "Found a good book about Kazan yesterday",
        "Open for dinner on Friday, all of you?",
        "If you come to Kiev, call me",
    ],
)
def test_talk_is_prose(line: str) -> None:
    assert all(one.prose for one in statements([line]))


def test_nothing_is_read_after_the_end() -> None:
    assert [one.text for one in statements(["bid N 5; pass # no", "end", "sell 2 NW"])] == ["bid N 5", "pass"]


def test_a_block_keeps_orders_out_and_one_without_an_end_is_noticed() -> None:
    [press, order] = statements(["press all", "sell everything!", "end press", "pass"])
    assert (press.body, order.text) == (("sell everything!",), "pass")
    [open_ended] = statements(["press all", "hello", "pass"])
    assert open_ended.body[-1] == UNCLOSED
