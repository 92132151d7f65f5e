"""Questions as people put them, in four languages; and what becomes of those that nobody understands."""

from __future__ import annotations

import pytest

from moderator.hearing import registry
from tests.moderator.house import House

ASKED = {
    "trains": [
        "was kostet ein Zug?",
        "combien coûte un train ?",
        "how much is a train?",
        "기차 얼마예요?",
        "Welche Züge gibt es noch?",
        "열차는 얼마인가요?",
        "What do trains cost, please?",
    ],
    "explain 3": [
        "combien coûte un train (3) ?",
        "3열차는 얼마예요?",
        "what does a 3-train cost?",
        "Was kostet der 3er-Zug?",
    ],
    "explain P4": [
        "P4는 어떤 회사예요?",
        "Was kann die P4?",
        "que fait la P4 ?",
        "what is P4?",
        "P4는 뭐예요?",
        "à quoi sert la P4 ?",
        "Je voudrais savoir ce que fait la P4 avant de me décider",
        "I'd like to know what P4 does before I decide",
        "Ich wüsste gern, was die P4 kann",
        "P4가 뭐 하는 건지 알고 싶어요",
    ],
    "explain phase 4": [
        "Wann ist Phase 4?",
        "quand commence la phase 4 ?",
        "when does phase 4 begin?",
        "4단계는 언제 시작해요?",
    ],
    "facts QL": [
        "Wie viel Geld hat die QL?",
        "combien d'argent a la QL ?",
        "how much money does QL have?",
        "QL은 돈이 얼마 있어요?",
        "qui est directeur de la QL ?",
        "Wer ist Direktor der QL?",
        "who is the director of QL?",
        "QL 사장은 누구예요?",
        "Wie viel ist die QL wert?",
        "combien vaut l'action de la QL ?",
    ],
    "status": ["Who is winning?", "Qui doit jouer maintenant ?", "Wer führt gerade?", "누가 이기고 있나요?"],
    "facts me": [
        "how much money do I have left?",
        "combien ai-je d'argent ?",
        "Wie viel Geld habe ich?",
        "how much money do I have?",
        "제 돈은 얼마예요?",
        "Combien d'argent me reste-t-il ?",
    ],
    "orders": [
        "What do I have on file?",
        "show my orders",
        "Which standing orders do I have?",
        "Quelles consignes ai-je déposées ?",
        "Qu'est-ce que j'ai en attente ?",
        "montre-moi mes ordres",
        "Was habe ich hinterlegt?",
        "Zeig mir meine Aufträge",
        "예약된 명령 뭐가 있어요?",
        "제 명령을 보여 주세요",
    ],
    "clock": [
        "Wie lange hat der nächste Spieler Zeit?",
        "Jusqu'à quand ?",
        "How long does the next player have?",
        "à qui le tour ?",
        "지금 누구 차례예요?",
        "whose turn is it?",
        "Wer ist dran?",
        "C'est à qui de jouer ?",
        "Bin ich dran?",
    ],
}
EACH = [(said, command) for command, sentences in ASKED.items() for said in sentences]


@pytest.fixture
def game(house: House) -> str:
    house.eager = False
    return house.game("Claire", "Jonas", title="1882")


@pytest.mark.parametrize(("said", "command"), EACH)
def test_a_common_question_is_answered(house: House, game: str, said: str, command: str) -> None:
    answered, asked = house.write(game, "Claire", said), house.write(game, "Claire", command)
    assert answered.word == asked.word == "ACCEPTED", answered.said
    found, wanted = answered.rows[0].data, asked.rows[0].data
    assert found["lines"][0]["said"] == wanted["lines"][0]["said"]
    assert [one["text"] for one in found["blocks"]] == [
        one["text"] for one in wanted["blocks"]
    ] or command == "explain 3"


def test_the_answers_say_what_was_asked(house: House, game: str) -> None:
    assert "Claire has $900" in house.write(game, "Claire", "how much money do I have?").said
    assert "Claire is to move" in house.write(game, "Jonas", "whose turn is it?").said
    assert "not started" in house.write(game, "Claire", "who is director of CPR?").said
    assert "not sold yet" in house.write(game, "Claire", "who owns P1?").said
    phase = str(house.write(game, "Claire", "when does phase 4 begin?").rows[0].data["blocks"])
    assert "the first begins phase 4" in phase
    train = str(house.write(game, "Claire", "3열차는 얼마예요?").rows[0].data["blocks"])
    assert "$180" in train and "$300" not in train


@pytest.mark.parametrize(
    "said", ["who is the fairest of them all?", "What is the matter with you?", "qui a du temps ?"]
)
def test_what_is_not_understood_is_not_called_done(house: House, game: str, said: str) -> None:
    answered = house.write(game, "Claire", said)
    assert answered.word == "NOT ACCEPTED" and "✓" not in {line["mark"] for line in answered.rows[0].data["lines"]}


@pytest.mark.parametrize("said", ["What is the matter with you?"])
def test_talk_that_looks_like_a_question_does_not_stop_the_orders(house: House, game: str, said: str) -> None:
    answered = house.write(game, "Claire", f"{said}\nbid P3 85")
    assert answered.word == "ACCEPTED" and house.orders(game) == ["Claire: bid P3 85"]
    assert [line["mark"] for line in answered.rows[0].data["lines"]] == ["·", "✓"]


@pytest.mark.parametrize(
    "said", ["what is P3 at 95?", "Lohnt sich P3 für 95?", "combien pour P3 et P4 ensemble ?", "P3을 살까요?"]
)
def test_under_a_question_stands_how_to_ask_and_no_order(house: House, game: str, said: str) -> None:
    answered = house.write(game, "Claire", f"{said}\npass")
    assert answered.word == "NOT ACCEPTED" and house.orders(game) == []
    instead = answered.rows[0].data["lines"][0]["instead"]
    assert "help P3" in instead and "status" in instead and not any(one.startswith("bid") for one in instead)


def test_how_to_ask_is_said_in_the_readers_words(house: House, game: str) -> None:
    house.write(game, "Claire", "language de")
    assert house.write(game, "Claire", "Lohnt sich P3?").rows[0].data["lines"][0]["instead"][0] == "hilfe P3"


def test_questions_are_answered_where_an_order_beside_them_fails(house: House, game: str) -> None:
    answered = house.write(game, "Claire", "help P2\nbid P3 9999\nwhat do trains cost?\nhow much money do I have?")
    data = answered.rows[0].data
    assert data["word"] == "NOT ACCEPTED" and house.orders(game) == []
    assert [line["mark"] for line in data["lines"]] == ["✓", "✗", "✓", "✓"]
    assert [block["title"] for block in data["blocks"]] == ["Help: P2", "Trains"]
    assert "Claire has $900" in answered.said


def test_questions_beside_orders_are_answered_from_the_position_as_it_is(house: House, game: str) -> None:
    answered = house.write(game, "Claire", "bid P1 20\nwho owns P1?\nbid P3 9999")
    assert house.orders(game) == [] and "not sold yet" in answered.said


@pytest.mark.parametrize(
    "said", ["je passe", "bid P3 85", "P3에 85 입찰합니다", "Ich biete 85 auf P3", "wer wagt, gewinnt"]
)
def test_what_asks_nothing_is_no_question(said: str) -> None:
    assert registry.find(said) is None


def test_what_is_on_file_is_answered_where_an_order_beside_it_fails(house: House, game: str) -> None:
    house.write(game, "Claire", "standing pass all auctions")
    answered = house.write(game, "Claire", "why 1\norders\nbid P3 9999\nnotes")
    data = answered.rows[0].data
    assert data["word"] == "NOT ACCEPTED"
    assert [line["mark"] for line in data["lines"]] == ["✓", "✓", "✗", "✓"]
    assert [block["title"] for block in data["blocks"]] == ["Order 1 on file", "On file", "Your notes"]


def test_what_is_undone_with_a_refused_mail_is_not_told_as_done(house: House, game: str) -> None:
    answered = house.write(game, "Claire", "language fr\naway 2026-12-24 to 2026-12-27\nbid P3 9999")
    data = answered.rows[0].data
    assert data["word"] == "NOT ACCEPTED"
    assert [line["mark"] for line in data["lines"]] == ["–", "–", "✗"]
    assert "not done" in answered.said and "reports are in" not in answered.said and "away from" not in answered.said


def test_a_language_is_named_as_it_was_asked_for(house: House, game: str) -> None:
    assert "reports are in Deutsch" in house.write(game, "Claire", "preview\nlanguage de").said
    assert "Sprache deiner Berichte: Deutsch" in house.write(game, "Claire", "language de").said
    assert "Sprache deiner Berichte: 한국어" in house.write(game, "Claire", "preview\nlanguage ko").said


@pytest.mark.parametrize(
    ("language", "mail", "said"),
    [
        ("de", "reminders none\nwarum 1", "ohne die Zeile, die nicht geht: reminders none"),
        ("en", "reminders none\nhours 10:00-12:00", "without the line that can't be done: reminders none"),
    ],
)
def test_a_command_that_cannot_be_done_is_not_called_talk(
    house: House, game: str, language: str, mail: str, said: str
) -> None:
    house.write(game, "Claire", f"language {language}")
    answered = house.write(game, "Claire", mail)
    assert answered.word == "NOT ACCEPTED" and f"{said}: confirm" in " ".join(answered.text.split()), answered.text


def test_what_was_asked_and_answered_is_not_asked_again_at_a_word(house: House, game: str) -> None:
    house.write(game, "Claire", "language de")
    answered = house.write(game, "Claire", "Aufträge\nwarum 1")
    assert answered.word == "NOT ACCEPTED" and "confirm" not in answered.text, answered.text


def test_the_turn_a_mail_is_for_is_not_left_out_of_it_at_one_word(house: House, game: str) -> None:
    answered = house.write(game, "Claire", "turn 99\nbid P1 20")
    assert answered.word == "NOT ACCEPTED" and "confirm" not in answered.text, answered.text
