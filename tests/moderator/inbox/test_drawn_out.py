"""A yes, a message and a word that somebody else may have drawn out, and heaps of marks: nothing of it is believed."""

from __future__ import annotations

import time
from email import policy
from email.message import EmailMessage

import pytest

from engine.notation.clean import MOST_MARKS, normal
from moderator.inbox.handle import handle
from tests.moderator.house import Answered, House

DOUBTFUL = "bid 85 on P3?"


@pytest.fixture
def game(house: House) -> str:
    house.eager = False
    return house.game("Claire", "Jonas", title="1882")


def _reply(house: House, game: str, text: str, to: str) -> Answered:
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"], mail["To"], mail["Subject"] = "claire@example.org", house.address(game, "Claire"), "Re: hello"
    mail["Message-ID"], mail["In-Reply-To"], mail["References"] = "<reply@mua.example.org>", to, to
    mail.set_content(text)
    receipt = house.take_in(mail.as_bytes(), "claire@example.org", house.address(game, "Claire"))
    handle(house.office, receipt.mail_id)
    return house.answer(receipt.mail_id, deliver=False)


def test_a_yes_to_what_an_opponent_writes_is_none_to_a_question_of_ours(house: House, game: str) -> None:
    house.write(game, "Claire", DOUBTFUL)
    house.write(game, "Jonas", "press Claire\nI leave P3 to you. ok?\nend press")
    press = house.outbox("press", "claire@example.org")[-1]
    _reply(house, game, "ok", str(press.message_id))
    assert house.orders(game) == []


def test_a_yes_to_the_very_answer_that_asked_counts(house: House, game: str) -> None:
    asked = house.write(game, "Claire", DOUBTFUL)
    assert _reply(house, game, "yes", str(asked.rows[0].message_id)).word == "ACCEPTED"
    assert house.orders(game) == ["Claire: bid P3 85"]


@pytest.mark.parametrize(
    "text",
    [
        "press Jonas: a secret\nbid P2 55\nend press",
        "press Jonas: a secret\npress Claire: another\nend press",
        "press Jonas\nhello\nbid P2 55\npress all\nbye\nend press",
    ],
)
def test_a_message_takes_no_order_and_no_other_message_along(house: House, game: str, text: str) -> None:
    answered = house.write(game, "Claire", text)
    assert answered.word == "NOT ACCEPTED" and house.outbox("press", "jonas@example.org") == []


def test_a_heap_of_marks_is_cut_before_it_is_sorted() -> None:
    assert len(normal("a" + "\u0301\u0323" * 50_000)) <= MOST_MARKS + 1
    assert normal("Kharkov́") == "Kharkov́" and normal("é") == "é"
    few, many = (_seconds("a" + "\u0301\u0323" * count) for count in (20_000, 80_000))
    # The square would be sixteen times as long; a ratio, since machines differ.
    assert many < 10 * few


def _seconds(text: str) -> float:
    best = 60.0
    for _ in range(3):
        begun = time.process_time()
        normal(text)
        best = min(best, time.process_time() - begun)
    return best
