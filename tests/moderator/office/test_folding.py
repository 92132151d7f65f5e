"""One event, one mail: what a unit of work says to one reader goes out together."""

from __future__ import annotations

import pytest

from tests.moderator.house import House


def sent(house: House, address: str) -> list[str]:
    return [row.kind for row in house.outbox(to=address) if row.status != "folded"]


def test_an_answer_to_who_must_move_again_is_the_mail_that_asks(house: House) -> None:
    game = house.game("Red", "Blue")
    house.deliver()
    before = len(sent(house, "red@example.org"))
    assert house.write(game, "Blue", "bid N up to 10 then pass").word == "ACCEPTED"
    answer = house.write(game, "Red", "bid N 5")
    # Blue's proxy has bid: Red is asked again, in the answer.
    assert sent(house, "red@example.org")[before:] == ["answer"]
    assert "YOUR MOVE" in answer.rows[0].subject or "WHAT YOU CAN DO" in answer.text


def test_proxies_settled_by_one_mail_are_told_in_one(house: House) -> None:
    game = house.game("Red", "Blue", "Green")
    for item in ("N",):
        assert house.write(game, "Blue", f"bid {item} up to 30 then pass").word == "ACCEPTED"
    house.deliver()
    before = len(sent(house, "blue@example.org"))
    house.write(game, "Red", "bid N 50")
    news = sent(house, "blue@example.org")[before:]
    assert len(news) == 1, news


def test_what_was_folded_is_not_asked_again(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Blue", "bid N up to 10 then pass")
    house.write(game, "Red", "bid N 5")
    before = len(sent(house, "red@example.org"))
    house.write(game, "Red", "zone Europe/Paris")
    assert sent(house, "red@example.org")[before:] == ["answer"]


def test_the_word_that_confirms_stands_in_the_answer(house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org")
    house.write(game, "Red", "bid N 5")
    house.deliver()
    before = len(sent(house, "boss@example.org"))
    asked = house.write(game, "GM", "gm undo to 0", sender="boss@example.org")
    assert asked.word == "CONFIRM" and sent(house, "boss@example.org")[before:] == ["answer"]
    word = house.outbox("confirm", "boss@example.org")[-1].data["word"]
    assert f"confirm {word}" in asked.text and "take back 1 move" in " ".join(asked.text.split())
    assert house.confirm(game, "GM", sender="boss@example.org").word == "ACCEPTED"


def test_arranging_is_answered_in_a_few_lines(house: House) -> None:
    game = house.game("Red", "Blue")
    text = house.write(game, "Red", "zone Europe/Paris").text
    assert "WHAT YOU CAN DO" not in text and "PLAYERS" not in text
    assert len(text.splitlines()) < 30


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        pytest.param(
            ["gm penalty points 3", "gm ladder 2"],
            ["points of the tournament: 3", "After 2 misses"],
            id="the open deadline stays",
        ),
        pytest.param(
            ["gm clock bank 9 days", "gm penalty points 4", "gm hours 31", "gm extend 24h"],
            ["a bank of 9 days", "points of the tournament: 4", "31 hours", "It was due"],
            id="it moves twice",
        ),
    ],
)
def test_all_that_a_moderators_mail_changes_is_told_in_one(house: House, lines: list[str], told: list[str]) -> None:
    game = house.game("Red", "Blue", gm="gina@example.org")
    house.deliver()
    before = len(sent(house, "blue@example.org"))
    assert house.write(game, "GM", "\n".join(lines), sender="gina@example.org").word == "ACCEPTED"
    [mail] = [row for row in house.outbox(to="blue@example.org") if row.status != "folded"][before:]
    text = " ".join(house.text_of(mail).split())
    assert [words for words in told if words not in text] == []
