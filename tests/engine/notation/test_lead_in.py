"""Talk before an order: how many ways a line is cut is counted, for each of them is read."""

from __future__ import annotations

import pytest

from engine.notation.lead_in import MOST_PARTS, led_in


def test_a_line_is_cut_at_every_mark_behind_a_few_words() -> None:
    assert list(led_in("Hello all, let's see: bid 60")) == [
        ("Hello all", "let's see: bid 60"),
        ("Hello all, let's see", "bid 60"),
    ]


def test_a_row_of_marks_is_one_cut() -> None:
    assert list(led_in("hi" + "," * 400 + " pass")) == [("hi", "pass")]


@pytest.mark.parametrize("row", [",;", "!? ", ":?"])
def test_a_line_of_marks_is_not_read_hundreds_of_times(row: str) -> None:
    assert len(list(led_in("hi" + row * 150 + "lay 9 on"))) <= MOST_PARTS


def test_behind_a_story_nothing_is_looked_for() -> None:
    assert list(led_in("one two three four five six seven eight nine, pass")) == []
