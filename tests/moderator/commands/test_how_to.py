"""Whoever plays for the first time asks how something is done, and is told."""

from __future__ import annotations

import pytest

from moderator.hearing.questions import asked_in_a_sentence
from tests.moderator.house import House


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("how do I bid?", "help bid"),
        ("How do I start a company?", "help start"),
        ("how do I lay track?", "help lay"),
        ("how can I buy a train?", "help train"),
        ("Comment je fais pour enchérir ?", "help bid"),
        ("comment créer une compagnie ?", "help start"),
        ("comment poser une tuile ?", "help lay"),
        ("Wie biete ich?", "help bid"),
        ("Wie gründe ich eine Gesellschaft?", "help start"),
        ("Wie lege ich ein Plättchen?", "help lay"),
        ("어떻게 입찰하나요?", "help bid"),
        ("회사를 어떻게 세우나요?", "help start"),
        ("타일은 어떻게 놓나요?", "help lay"),
    ],
)
def test_who_asks_how_something_is_done_is_told(house: House, text: str, command: str) -> None:
    assert asked_in_a_sentence(text) == command
    game = house.game("Ann", "Bob", "Cid", title="1882")
    before = house.orders(game)
    answered = house.write(game, "Ann", text)
    assert answered.verdict == "ACCEPTED" and house.orders(game) == before
