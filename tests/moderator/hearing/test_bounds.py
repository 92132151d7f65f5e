"""A mail costs what it says, not what it repeats: the same question is answered once, and an answer has an end."""

from __future__ import annotations

from moderator.inbox.conduct import MOST_ANSWER
from tests.moderator.house import House

# Mails are weighed with their pictures.
WITH_PICTURES = True


def test_the_same_question_is_answered_once(house: House) -> None:
    game = house.game("Red", "Blue")
    answered = house.write(game, "Red", "\n".join(["help"] * 100))
    assert answered.word == "ACCEPTED" and len(answered.rows[0].data["blocks"]) == 1
    assert answered.said.count("answered above") == 99


def test_answers_end_where_a_mail_would_be_too_long(house: House) -> None:
    game = house.game("Red", "Blue")
    words = "status legal map market history routes away zone hours press note undo vote resign offer propose".split()
    answered = house.write(game, "Red", "\n".join(f"help {word}" for word in words))
    size = sum(len(str(block["text"]).encode()) for block in answered.rows[0].data["blocks"])
    assert answered.word == "ACCEPTED" and size < 2 * MOST_ANSWER


def test_no_answer_gives_back_more_than_a_short_mail(house: House) -> None:
    game = house.game("Red", "Blue")
    long, wide = "x" * 380, "한" * 380
    for body in (
        "bid N 1\n" + "\n".join(f"bid N {number} {long}" for number in range(48)),
        "bid N 1\n" + "\n".join(f"bid N {number} {wide}" for number in range(48)),
        "\n".join(f"hello {number} {wide}" for number in range(190)),
        "\n".join(f"history {number}" for number in range(48)),
        "\n".join(f"> bid N {number} {wide}" for number in range(500)),
    ):
        for sender in ("red@example.org", "mallory@example.net"):
            answered = house.write(game, "Red", body, sender=sender)
            assert len(answered.rows) == 1
            house.text_of(answered.rows[0])
            sent = next(row for row in house.outbox() if row.id == answered.rows[0].id)
            assert sent.raw is not None and len(sent.raw) <= 64 * 1024, (body[:20], sender)


def test_what_is_wrong_is_shown_however_much_stands_around_it(house: House) -> None:
    game = house.game("Red", "Blue")
    answered = house.write(game, "Red", "\n".join([f"note {number} {'x' * 380}" for number in range(48)] + ["bid N 0"]))
    assert answered.word == "NOT ACCEPTED"
    assert "bid N 0" in answered.text
    assert "more lines" in answered.text


def test_a_mail_that_says_many_different_things_is_not_begun(house: House) -> None:
    game = house.game("Red", "Blue")
    answered = house.write(game, "Red", "\n".join(f"bid N up to {number} then pass" for number in range(51)))
    assert answered.word == "NOT ACCEPTED"
    assert "more than 50 things" in answered.text
    assert house.write(game, "Red", "\n".join(["status"] * 150)).word == "ACCEPTED"
