"""Open facts by mail and page: cards, and the rules by paragraph."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from moderator.hearing.printed import IN_ENGLISH
from moderator.language import Words
from moderator.web import create_app
from tests.moderator.house import House
from tests.printed import TITLES


@pytest.fixture
def game(house: House) -> str:
    return house.game("Red", "Green", "Blue", title="1882", drawn={"rebellion": "3", "p4_share": "GTP"})


def block(house: House, game: str, body: str) -> str:
    answer = house.write(game, "Red", body, deliver=False)
    assert answer.word == "ACCEPTED", answer.rows[0].data
    return "\n".join(str(each["text"]) for each in answer.rows[0].data["blocks"])


@pytest.mark.parametrize("asked", ["help P5", "what is P5?", "What is Canadian Pacific Company", "help p5"])
def test_a_card_says_what_a_private_does(house: House, game: str, asked: str) -> None:
    said = block(house, game, asked)
    assert "P5 Canadian Pacific Company" in said and "face value $180, income $25" in said
    assert "It closes when CPR buys its first train" in said and "not sold yet" in said


@pytest.mark.parametrize(
    ("language", "asked", "has"),
    [
        ("en", "what does the 2-train do?", "counts 2 stops at most"),
        ("en", "What is B12 worth?", "off-board, now worth $40"),
        ("en", "help G7", "Saskatoon (G7)"),
        ("de", "Was macht der 2er-Zug?", "2er-Zug"),
        ("fr", "que vaut Saskatoon ?", "une grande ville"),
    ],
)
def test_a_question_about_a_train_or_a_place_shows_its_card(
    house: House, game: str, language: str, asked: str, has: str
) -> None:
    house.write(game, "Red", f"language {language}", deliver=False)
    assert has in block(house, game, asked)


@pytest.mark.parametrize(
    ("asked", "has"), [("help export", "4.7 "), ("help trade-in", "15.7.1 "), ("hilfe Inzahlungnahme", "15.7.1 ")]
)
def test_a_word_of_the_rules_shows_its_paragraph(house: House, asked: str, has: str) -> None:
    game = house.game("Red", "Green", "Blue", title="1867")
    assert has in block(house, game, asked)


@pytest.mark.parametrize(
    ("kind", "has"),
    [
        ("privates", "P3 North-West Rebellion Company"),
        ("companies", "home Prince Albert (D8)"),
        ("trains", "6 of 6 left"),
        ("phases", "P1, P3, P4 and P5 close."),
        ("tiles", "Tile 57"),
        ("options", "here moderator"),
    ],
)
def test_every_kind_of_card_is_listed(house: House, game: str, kind: str, has: str) -> None:
    said = block(house, game, kind)
    assert has in said
    assert all(card.name in said for card in engine.cards("1882", kind))


def test_a_card_is_read_in_the_reader_s_language(house: House, game: str) -> None:
    house.write(game, "Red", "language fr", deliver=False)
    assert "Elle ferme quand la CPR achète son premier train" in block(house, game, "help P5")
    house.write(game, "Red", "language ko", deliver=False)
    assert "CPR이 첫 열차를 사면 폐쇄됩니다" in block(house, game, "help P5")


def test_talk_that_begins_like_a_question_stops_no_mail(house: House, game: str) -> None:
    answer = house.write(game, "Red", "What is the matter with you?\nWhat does that mean?\npass", deliver=False)
    assert answer.word == "ACCEPTED" and house.row(game).mover == "Green"


def test_all_cards_come_in_one_mail(house: House, game: str) -> None:
    assert all(
        has in block(house, game, "cards") for has in ("P1 Hudson Bay", "CN Canadian National", "D-train", "Phase D")
    )


def test_a_line_that_may_have_been_an_order_is_no_question(house: House, game: str) -> None:
    answer = house.write(game, "Red", "trains 2\npass", deliver=False)
    assert answer.word == "NOT ACCEPTED" and house.row(game).mover == "Red"


def test_a_paragraph_of_the_rules_comes_with_its_neighbours(house: House, game: str) -> None:
    said = block(house, game, "rules 9.4")
    assert "A route is continuous" in said and "8. Stations" in said and "10. Revenue" in said
    assert "/rules/1882" in said
    assert "16. The privates" in block(house, game, "rules")
    assert house.write(game, "Red", "rules 99.1", deliver=False).word == "NOT ACCEPTED"


@pytest.mark.parametrize(("language", "heading"), [("fr", "9. Voies"), ("de", "9. Gleise"), ("ko", "9. 선로")])
def test_a_rule_has_its_heading_in_the_readers_language_and_says_why_it_is_in_english(
    house: House, language: str, heading: str
) -> None:
    game = house.game("Red", "Green", "Blue", title="1861")
    assert str(IN_ENGLISH) not in block(house, game, "rules 9.4")
    with house.office.desk() as desk:
        desk.meet("red@example.org").language = language
    for asked in ("rules 9.4", "rules"):
        said = block(house, game, asked)
        assert Words(language).say(IN_ENGLISH) in said and heading in said, said


def test_a_refusal_names_its_paragraph_and_where_it_can_be_read(house: House, game: str) -> None:
    answer = house.write(game, "Red", "bid P1 25", deliver=False)
    assert answer.word == "NOT ACCEPTED"
    rule = answer.rows[0].data["lines"][0]["rule"]
    text = house.text_of(answer.rows[0])
    assert f"rules {rule}" in text and f"/rules/1882#{rule}" in text


@pytest.mark.parametrize("title", TITLES)
def test_the_page_of_rules_has_an_anchor_for_every_paragraph_a_refusal_cites(house: House, title: str) -> None:
    page = create_app(house.office).test_client().get(f"/rules/{title}")
    assert page.status_code == 200
    for number in set(engine.title_named(title).paragraphs.values()):
        assert f'id="{number}"' in page.text
    assert "<table>" in page.text and "**" not in page.text


def test_the_page_of_cards_speaks_the_reader_s_language(house: House) -> None:
    client: Any = create_app(house.office).test_client()
    assert "Tsarskoye Selo Railway" in client.get("/cards/1861").text
    assert "enchères à partir de" in client.get("/cards/1861", headers={"Accept-Language": "fr"}).text
    assert client.get("/cards/1899").status_code == 404 == client.get("/rules/1899").status_code


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("Optionen", "Options"),
        ("options", "Options"),
        ("옵션", "Options"),
        ("compagnies", "Companies"),
        ("Gesellschaften", "Companies"),
        ("회사", "Companies"),
        ("사기업", "Privates"),
        ("compagnies privées", "Privates"),
        ("Privatbahnen", "Privates"),
        ("단계", "Phases"),
        ("Phasen", "Phases"),
        ("Züge", "Trains"),
        ("trains", "Trains"),
        ("liste des trains", "Trains"),
        ("열차 목록", "Trains"),
        ("Plättchen", "Tiles"),
        ("tuiles", "Tiles"),
        ("타일", "Tiles"),
        ("peux-tu montrer les compagnies ?", "Companies"),
    ],
)
def test_a_list_is_known_by_its_name_in_every_language(house: House, line: str, heading: str) -> None:
    game = house.game("Red", "Blue", title="1882")
    house.eager = False
    answered = house.write(game, "Red", line)
    assert answered.word == "ACCEPTED"
    assert [block["title"] for block in answered.rows[0].data["blocks"]] == [heading]
