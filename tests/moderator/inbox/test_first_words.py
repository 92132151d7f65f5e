"""Whoever writes for the first time is answered in the language they wrote in, and keeps it."""

from __future__ import annotations

import re

import pytest

from moderator.hearing import registry
from moderator.hearing.called import language_of
from moderator.inbox.handle import handle
from tests.moderator.house import House

PLAY, NEW = "play@localhost", "new@example.org"
FIRST = {
    "en": ("Hello, how does this work?", "This is Waybill"),
    "fr": ("Bonjour, comment ça marche ?", "Voici Waybill"),
    "de": ("Guten Tag, wie geht das hier?", "Hier ist Waybi"),
    "ko": ("안녕하세요, 어떻게 하나요?", "Waybill입니다"),
}
LEARN = {"en": "Hello, please\ntutorial", "fr": "apprendre", "de": "lehrgang", "ko": "안녕하세요\ntutorial"}


def _write(house: House, text: str) -> str:
    receipt = house.take_in(house.raw(NEW, PLAY, text), NEW, PLAY)
    handle(house.office, receipt.mail_id)
    return house.answer(receipt.mail_id).text.replace("\u00a0", " ")


@pytest.mark.parametrize("language", FIRST)
def test_a_stranger_is_answered_in_the_language_of_the_mail(house: House, language: str) -> None:
    text, said = FIRST[language]
    answered = " ".join(_write(house, text).split())
    assert said in answered
    assert language == "en" or FIRST["en"][1] not in answered


@pytest.mark.parametrize("language", ["fr", "de", "ko"])
def test_whoever_becomes_known_by_a_mail_reads_in_its_language(house: House, language: str) -> None:
    [word] = set(re.findall(r"confirm (\w{8})", _write(house, LEARN[language])))
    _write(house, f"confirm {word}")
    with house.office.reading() as desk:
        person = desk.person_at(NEW)
        assert person is not None and person.language == language


@pytest.mark.parametrize(
    ("language", "yes", "told"),
    [
        ("fr", "Oui, avec plaisir !", "vos rapports"),
        ("de", "Ja, ich bin gern dabei!", "Berichte"),
        ("ko", "네, 참가할게요", "한국어"),
        ("en", "Yes, I'd love to!", ""),
    ],
)
def test_who_says_yes_to_an_invitation_is_written_to_in_these_words_and_told(
    house: House, language: str, yes: str, told: str
) -> None:
    game = house.game("Ann", "Red", start=False)
    answered = house.write(game, "Ann", yes)
    assert answered.word == "ACCEPTED" and told in answered.text
    with house.office.reading() as desk:
        person = desk.person_at("ann@example.org")
        assert person is not None and person.language == language


def test_who_has_chosen_a_language_keeps_it(house: House) -> None:
    game = house.game("Ann", "Red", start=False)
    house.write(game, "Ann", "language fr")
    house.write(game, "Ann", "Ja, ich bin gern dabei!")
    with house.office.reading() as desk:
        person = desk.person_at("ann@example.org")
        assert person is not None and person.language == "fr"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1861",
        "status",
        "TSR 25",
        "xyzzy",
        "language en",
        "text only",
        "gm weekdays Mon-Fri",
        "gm excuse Red",
        "facts N",
    ],
)
def test_where_nothing_tells_no_language_is_guessed(text: str) -> None:
    assert language_of(text, registry.names()) == ""


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "inscription people-cup sous le nom de Zoé"),
        ("fr", "inscription spring-cup sous le nom de Jean Petit Renard"),
        ("fr", "inscription spring-cup en tant que Noa"),
        ("de", "Anmeldung spring-cup unter dem Namen Petra Meier Schmidt"),
        ("ko", "spring-cup 참가 신청 안나라는 이름으로"),
        ("", "enter spring-cup as Anna"),
        # Words of a phrase that stand apart are anybody's.
        ("", "player Jean: jean@nom.example.org"),
    ],
)
def test_what_somebody_is_called_in_an_event_tells_their_language(language: str, text: str) -> None:
    assert language_of(text, registry.names()) == language


def test_who_says_yes_twice_in_one_mail_and_comes_last_begins_the_game_and_is_not_invited_again(house: House) -> None:
    game = house.game("Ann", "Red", start=False)
    assert house.write(game, "Red", "join").word == "ACCEPTED"
    answered = house.write(game, "Ann", "language fr\nJe suis partante !\njoin")
    assert answered.word == "ACCEPTED", answered.said
    assert house.row(game).status == "running"
    assert len(house.outbox("invitation", "ann@example.org")) == 1


def test_who_asks_for_the_invitation_in_another_language_has_it(house: House) -> None:
    game = house.game("Ann", "Red", start=False)
    assert house.write(game, "Ann", "language fr").word == "ACCEPTED"
    assert "On vous invite" in house.text_of(house.outbox("invitation", "ann@example.org")[-1])


@pytest.mark.parametrize(
    ("line", "title"), [("Neue Partie 1861", "1861"), ("nouvelle partie 1867", "1867"), ("새 게임 1882", "1882")]
)
def test_a_game_is_begun_in_the_words_of_every_language(house: House, line: str, title: str) -> None:
    seats = "player Ann: ann@example.org\nbot Bob\nbot Cat"
    asked = _write(house, f"{line}\n{seats}\nend game")
    assert title in asked
    [word] = set(re.findall(r"confirm (\w{8})", asked))
    _write(house, f"confirm {word}")
    [invited] = house.outbox("invitation", "ann@example.org")
    assert str(invited.game_id).startswith(title)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Ja, ich mach mit! Deutsch bitte.", "de"),
        ("Je suis partant, merci pour l'invitation.", "fr"),
        ("D'accord, je joue.", "fr"),
        ("Avec plaisir !", "fr"),
        ("Oui, je participe. En français s'il vous plaît.", "fr"),
        ("네, 참가할게요. 한국어로 부탁드려요", "ko"),
        ("Yes, I'd love to join. French please.", "fr"),
        ("Yes, gladly!\nIn German, please", "de"),
    ],
)
def test_an_invitation_is_accepted_in_ones_own_words_with_the_language_asked_for(
    house: House, text: str, language: str
) -> None:
    game = house.game("Ann", "Red", start=False)
    answered = house.write(game, "Ann", text)
    assert answered.word == "ACCEPTED", answered.said
    # What was done is not called chat.
    assert {line["mark"] for line in answered.rows[0].data["lines"]} == {"✓"}
    with house.office.reading() as desk:
        person, play = desk.person_at("ann@example.org"), desk.game(game)
        assert person is not None and person.language == language
        assert play is not None and play.players[0].status == "joined"
    assert len(house.outbox("invitation", "ann@example.org")) == 1


@pytest.mark.parametrize("text", ["Danke für das Spiel", "Merci beaucoup pour cette partie", "deutsch oder englisch?"])
def test_thanks_are_no_yes(house: House, text: str) -> None:
    game = house.game("Ann", "Red", start=False)
    assert house.write(game, "Ann", text).word == "NOT ACCEPTED"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Bonjour, comment ça marche ?", "On vous invite"),
        ("Guten Tag, wie geht das hier?", "Du bist eingeladen"),
        ("안녕하세요, 어떻게 하나요?", "초대"),
    ],
)
def test_who_is_invited_and_asks_is_answered_in_their_language(house: House, text: str, said: str) -> None:
    game = house.game("Ann", "Red", start=False)
    answered = house.write(game, "Ann", text)
    assert answered.word == "NOT ACCEPTED" and said in answered.text
    assert not any("How to write" in str(block) for block in answered.rows[0].data["blocks"])


def test_who_plays_already_keeps_their_language_whatever_they_write(house: House) -> None:
    game = house.game("Ann", "Red")
    house.write(game, "Ann", "Bonjour, comment ça marche ?")
    with house.office.reading() as desk:
        person = desk.person_at("ann@example.org")
        assert person is not None and person.language == "en"


@pytest.mark.parametrize("lines", ["join\nlanguage de", "language de\njoin"])
def test_who_joins_and_names_a_language_is_told_of_it_once(house: House, lines: str) -> None:
    game = house.game("Red", "Blue", start=False)
    answer = house.write(game, "Blue", lines)
    assert answer.word == "ACCEPTED" and " ".join(answer.text.split()).count("Sprache deiner Berichte: Deutsch") == 1
