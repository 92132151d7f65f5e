"""A yes without its code: where it is plain what it says yes to, and nowhere else."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from moderator.store.tables import Nonce
from tests.moderator.house import Answered, House
from tests.work import calls

DOUBTFUL = "bid 85 on P3?"


@pytest.fixture
def game(house: House) -> str:
    house.eager = False
    return house.game("Claire", "Jonas", title="1882")


def words(answered: Answered) -> list[str]:
    return re.findall(r"confirm (\w{8})", str(answered.rows[0].data["blocks"]))


@pytest.mark.parametrize(
    "yes", ["oui", "Oui.", "je confirme", "ja", "Ja, bitte!", "yes", "네", "confirm", "ok", "yes\n\nClaire"]
)
def test_the_one_question_of_this_turn_is_answered_by_a_yes(house: House, game: str, yes: str) -> None:
    asked = house.write(game, "Claire", DOUBTFUL)
    assert asked.word == "NOT ACCEPTED" and len(words(asked)) == 1
    answered = house.write(game, "Claire", yes)
    assert answered.word == "ACCEPTED", answered.said
    assert house.orders(game) == ["Claire: bid P3 85"]
    # The word is used up with it.
    assert house.write(game, "Claire", f"confirm {words(asked)[0]}").word == "NOT ACCEPTED"
    assert house.orders(game) == ["Claire: bid P3 85"]


def test_a_question_that_was_asked_twice_is_one(house: House, game: str) -> None:
    house.write(game, "Claire", DOUBTFUL)
    house.write(game, "Claire", f"Bonjour,\n{DOUBTFUL}")
    assert house.write(game, "Claire", "oui").word == "ACCEPTED"


@pytest.mark.parametrize("yes", ["oui", "je confirme"])
def test_of_two_questions_a_yes_answers_none(house: House, game: str, yes: str) -> None:
    house.write(game, "Claire", DOUBTFUL)
    house.write(game, "Claire", "bid 55 on P2?")
    answered = house.write(game, "Claire", yes)
    assert answered.word == "NOT ACCEPTED" and house.orders(game) == []
    # Both are shown, each with the word that plays it.
    assert len(words(answered)) == 2 and "bid P3 85" in answered.text and "bid P2 55" in answered.text
    assert house.write(game, "Claire", f"confirm {words(answered)[0]}").word == "ACCEPTED"
    assert house.orders(game) == ["Claire: bid P3 85"]


@pytest.mark.parametrize("text", ["oui, mais pas maintenant", "oui\nstatus", "yes if he passes"])
def test_a_yes_that_says_more_is_none(house: House, game: str, text: str) -> None:
    house.write(game, "Claire", DOUBTFUL)
    house.write(game, "Claire", text)
    assert house.orders(game) == []


def test_a_yes_is_for_the_turn_it_was_asked_in(house: House, game: str) -> None:
    house.write(game, "Claire", DOUBTFUL)
    assert house.write(game, "Claire", "bid P2 55").word == "ACCEPTED"
    assert house.write(game, "Jonas", "bid P4 145").word == "ACCEPTED"
    assert house.write(game, "Claire", "oui").word == "NOT ACCEPTED"
    assert house.orders(game) == ["Claire: bid P2 55", "Jonas: bid P4 145"]


def test_what_gives_a_seat_away_needs_its_code(house: House, game: str) -> None:
    assert house.write(game, "Claire", "resign").word == "CONFIRM"
    assert house.write(game, "Claire", "oui").word == "NOT ACCEPTED"
    # And while it waits, nobody can tell what a yes is said to.
    house.write(game, "Claire", DOUBTFUL)
    assert house.write(game, "Claire", "oui").word == "NOT ACCEPTED"
    assert house.orders(game) == []


def test_nobody_elses_yes_counts(house: House, game: str) -> None:
    house.write(game, "Claire", DOUBTFUL)
    assert house.write(game, "Jonas", "oui").word == "NOT ACCEPTED"
    assert house.write(game, "Claire", "oui", sender="mallory@example.org").status == "parked"
    assert house.orders(game) == []


def test_a_confirmation_without_a_code_is_not_called_unknown(house: House, game: str) -> None:
    said = house.write(game, "Claire", "je confirme").said
    assert "with its code" in said and "unknown" not in said


@pytest.mark.parametrize("command", ["confirmer", "je confirme", "bestätige", "확인"])
def test_a_code_is_sent_back_in_any_language(house: House, game: str, command: str) -> None:
    [word] = words(house.write(game, "Claire", DOUBTFUL))
    assert house.write(game, "Claire", f"{command} {word}").word == "ACCEPTED"
    assert house.orders(game) == ["Claire: bid P3 85"]


def test_where_a_word_plays_the_whole_mail_it_says_so(house: House, game: str) -> None:
    """ "pass: confirm …" said that it passes, and played what stood before it as well."""
    asked = house.write(game, "Claire", f"{DOUBTFUL}\nstanding pass")
    [block] = asked.rows[0].data["blocks"]
    assert "all of this email: bid P3 85; standing pass:  confirm " in block["text"]
    alone = house.write(game, "Claire", f"turn {house.row(game).turn}\n{DOUBTFUL}").rows[0].data["blocks"]
    assert alone[0]["text"].startswith("bid P3 85:  confirm ")


def test_a_question_that_was_asked_twice_is_played_once(house: House, game: str) -> None:
    """A turn of several orders goes on behind the first of them."""
    first, _ = (house.write(game, "Claire", f"{hello}{DOUBTFUL}") for hello in ("", "Bonjour,\n"))
    [word] = words(first)
    assert house.write(game, "Claire", f"confirm {word}").word == "ACCEPTED"
    with house.office.reading() as desk:
        assert desk.words.open("confirm", 1, desk.now) == [] == desk.words.open("confirm", 2, desk.now)


def test_the_words_of_others_are_not_looked_through_for_a_yes(house: House, game: str) -> None:
    """Strangers have thousands of words mailed within their three days."""
    with house.office.desk() as desk:
        until = desk.now + timedelta(days=3)
        kept = {"do": "parked", "mail": 1, "seat": None}
        desk.session.add_all(Nonce(kind="confirm", hash=f"{at:064}", data=kept, expires_at=until) for at in range(5000))
    house.write(game, "Claire", "status")
    # Counted: the answer takes 26,000 calls, and to look at five thousand words several for each of them.
    few = calls(lambda: house.write(game, "Claire", "yes"))
    assert few < 45_000
