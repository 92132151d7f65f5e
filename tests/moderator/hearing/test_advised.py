"""The turn a mail proposes, sent back as it stands, is played; beside anything else its marked lines are comments."""

from __future__ import annotations

import re

import pytest

from moderator.hearing.reading import statements
from tests.moderator.house import House


def template(house: House, game: str) -> str:
    """The lines from the turn to the end, as they stand in the latest mail that asks for a move."""
    text = house.text_of(house.outbox("move")[-1]).replace("\r\n", "\n")
    found = re.search(r"^turn \d+\n(?:# .*\n)+end$", text, re.MULTILINE)
    assert found is not None, text
    return found[0]


@pytest.mark.parametrize("title", ["1861", "1867", "1882"])
def test_the_proposed_turn_is_played_when_it_comes_back_as_it_stands(house: House, title: str) -> None:
    game = house.game("Red", "Blue", "Green", title=title)
    for _ in range(4):
        mover, seq = str(house.row(game).mover), house.row(game).seq
        answer = house.write(game, mover, f"{template(house, game)}\n\nBest regards\nRed")
        assert answer.word == "ACCEPTED", answer
        assert house.row(game).seq > seq


@pytest.mark.parametrize(
    "said",
    [
        "turn 1\n# bid N 100\npass\nend",
        "pass\nturn 1\n# bid N 100\nend",
        "# bid N 100\nend",
        "turn 1\n#bid N 100\nhello\nend",
        "turn 1\n# 57 is a nice tile\npass",
    ],
)
def test_beside_anything_else_a_marked_line_is_a_comment(said: str) -> None:
    assert not any("bid" in one.text or "57" in one.text for one in statements(said.split("\n")))


def test_a_proposal_that_begins_with_a_number_is_played_as_well() -> None:
    """The Korean way of writing an order puts what is bought first, and so its number."""
    korean = ["turn 130", "# E13에 타일 4 방향 1 건설", "# 2 열차 구매", "# 2 열차 구매", "end"]
    said = ["turn 130", "E13에 타일 4 방향 1 건설", "2 열차 구매", "2 열차 구매"]
    assert [one.text for one in statements(korean)] == said


@pytest.mark.parametrize("lines", ["turn 1\nend", "turn 1\n#bid N 100\nend", "turn 1\n# bid N 100\nHello all!\nend"])
def test_a_mail_of_which_only_the_turn_was_read_is_not_said_to_be_done(house: House, lines: str) -> None:
    game = house.game("Red", "Blue", "Green", title="1861")
    answer = house.write(game, str(house.row(game).mover), lines)
    assert answer.word == "NOT ACCEPTED" and "only the turn was read" in answer.text


def test_what_is_marked_below_the_end_is_not_read() -> None:
    assert [one.text for one in statements(["turn 1", "# pass", "end", "# bid N 100"])] == ["turn 1", "pass"]
