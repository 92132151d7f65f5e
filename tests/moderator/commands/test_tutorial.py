"""Learning by playing: three mails, each with the next kind of decision, and what becomes of the game then."""

from __future__ import annotations

import re

import pytest

from moderator.inbox.handle import handle
from tests.moderator.house import Answered, House
from tests.printed import TITLES

PLAY = "play@localhost"
NEW = "new@example.org"


def write(house: House, text: str, sender: str = NEW) -> Answered:
    receipt = house.take_in(house.raw(sender, PLAY, text), sender, PLAY)
    handle(house.office, receipt.mail_id)
    return house.answer(receipt.mail_id)


def begin(house: House, text: str = "tutorial") -> str:
    """Asks for the course as a stranger does, and confirms; gives the game."""
    write(house, text)
    word = house.outbox("confirm", NEW)[-1].data["word"] if house.outbox("confirm", NEW) else ""
    if not word:
        found = re.search(r"confirm (\w{8})", house.text_of(house.outbox("answer", NEW)[-1]))
        assert found is not None
        word = found[1]
    answer = write(house, f"confirm {word}")
    assert answer.word == "ACCEPTED", answer.text
    return str(house.outbox("move", NEW)[-1].game_id) if bots(house) else ""


def bots(house: House) -> bool:
    """Lets the bots play until a person must decide."""
    while house.bells:
        task, key = house.bells.pop(0)
        if task == "bots":
            house.do(task, key)
    return True


def last(house: House) -> str:
    """The text of the last mail that asked for a move."""
    return house.text_of(house.outbox("move", NEW)[-1]).replace("\r\n", "\n")


def advice(text: str) -> str:
    """The orders a mail proposes, as they stand."""
    lines = text.split("\n")
    first = next(n for n, line in enumerate(lines) if re.fullmatch(r"turn \d+", line))
    return "\n".join(line.removeprefix("# ") for line in lines[first : lines.index("end", first)])


@pytest.mark.usefixtures("no_pictures")
def test_three_replies_lead_through_the_three_kinds_of_decision(house: House) -> None:
    game = begin(house)
    titles = []
    for number in (1, 2, 3):
        asked = house.outbox("move", NEW)
        assert len(asked) == number
        text = last(house)
        titles += re.findall(r"TUTORIAL, LESSON \d OF 3: (.*)", text)
        assert "Your first move by email".upper() not in text
        answer = house.write(game, "Red", advice(text), sender=NEW)
        assert answer.word == "ACCEPTED", answer.text
        bots(house)
    assert titles == ["BIDDING", "SHARES", "A COMPANY'S TURN"]
    # From now on it is a game like any other: the next turn is asked for, without a lesson.
    after = house.outbox("move", NEW)
    assert len(after) > 3 and "LESSON" not in last(house)


@pytest.mark.usefixtures("no_pictures")
def test_a_lesson_has_the_very_order_of_its_position_and_no_deadline(house: House) -> None:
    begin(house)
    text = last(house)
    order = advice(text).split("\n")[1]
    lesson = text[text.index("LESSON 1") : text.index("\nORDERS\n")]
    assert f"\n    {order}\n" in lesson
    assert not house.outbox("reminder") and "Due" not in text
    with house.office.reading() as desk:
        assert desk.decisions.open_in(str(house.outbox("move", NEW)[-1].game_id)) is None


@pytest.mark.usefixtures("no_pictures")
def test_a_turn_begun_in_a_course_is_the_learner_s_to_its_end(house: House) -> None:
    game = begin(house)
    while (text := last(house)) and "A COMPANY'S TURN" not in text:
        assert house.write(game, "Red", advice(text), sender=NEW).word == "ACCEPTED"
        bots(house)
    first = advice(text).split("\n")[1]
    house.write(game, "Red", first, sender=NEW)
    bots(house)
    assert house.row(game).mover == "Red"
    assert house.orders(game)[-1] == f"Red: {first}"


@pytest.mark.usefixtures("no_pictures")
def test_a_course_is_ended_begun_again_and_there_is_one_at_a_time(house: House) -> None:
    game = begin(house)
    twice = house.write(game, "Red", "tutorial", sender=NEW)
    assert twice.word == "NOT ACCEPTED" and "tutorial again" in twice.text
    assert house.write(game, "Red", "tutorial again", sender=NEW).word == "ACCEPTED"
    bots(house)
    other = str(house.outbox("move", NEW)[-1].game_id)
    assert other != game and house.row(game).status == "over" and house.row(other).status == "running"
    ended = house.write(other, "Red", "tutorial end", sender=NEW)
    assert ended.word == "ACCEPTED" and house.row(other).status == "over"
    assert house.write(other, "Red", "tutorial end", sender=NEW).word == "NOT ACCEPTED"


@pytest.mark.usefixtures("no_pictures")
def test_nobody_begins_more_courses_than_a_few_a_day(house: House) -> None:
    game = begin(house)
    words = [house.write(game, "Red", "tutorial again", sender=NEW).word for _ in range(5)]
    assert words[:3] == ["ACCEPTED"] * 3 and words[3:] == ["NOT ACCEPTED"] * 2
    house.pass_time(days=2)
    assert house.write(game, "Red", "tutorial again", sender=NEW).word == "ACCEPTED"


def test_a_stranger_confirms_before_anything_is_begun(house: House) -> None:
    answer = write(house, "tutorial")
    assert answer.word == "CONFIRM" and not house.outbox("move")
    assert write(house, "tutorial of everything").word == "NOT ACCEPTED"


@pytest.mark.parametrize("line", ["tutoriel", "Lehrgang", "배우기", "learn"])
def test_the_course_is_asked_for_in_every_language(house: House, line: str) -> None:
    assert write(house, line).word == "CONFIRM"


@pytest.mark.usefixtures("no_pictures")
@pytest.mark.parametrize("title", TITLES)
def test_who_follows_the_advice_comes_to_the_turn_of_a_company_in_every_title(house: House, title: str) -> None:
    game = begin(house, f"tutorial {title}")
    for _ in range(12):
        if "A COMPANY'S TURN" in last(house):
            break
        assert house.write(game, "Red", advice(last(house)), sender=NEW).word == "ACCEPTED"
        bots(house)
    assert "A COMPANY'S TURN" in last(house)


@pytest.mark.usefixtures("no_pictures")
@pytest.mark.parametrize(
    ("text", "lesson"),
    [
        ("language de\ntutorial", "LEKTION 1 VON 3"),
        ("langue français\ntutoriel", "LEÇON 1 SUR 3"),
        ("언어 ko\n튜토리얼", "1"),
    ],
)
def test_a_stranger_chooses_the_language_of_the_course_in_the_same_mail(house: House, text: str, lesson: str) -> None:
    begin(house, text)
    assert lesson in last(house)
    with house.office.reading() as desk:
        person = desk.person_at(NEW)
        assert person is not None
        assert person.language in text.replace("français", "fr")


def test_a_language_chosen_by_nobody_we_know_is_that_of_the_answer(house: House) -> None:
    answer = write(house, "language de")
    assert "nichts aus dieser E-Mail wurde gespielt" in " ".join(answer.text.split())
