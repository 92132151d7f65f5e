"""What is on file is shown in its reader's words, and those, sent again, file the same."""

from __future__ import annotations

import pytest

from tests.moderator.house import House
from tests.printed import first_draws

ORDERS = ("bid P5 up to 260 then pass", "bid P4 up to 200 then ask", "standing pass in this auction unless Red bids P3")
SHOWN = {
    "fr": "miser jusqu'à 260 sur P5 puis passer",
    "de": "biete bis 260 auf P5, dann passen",
    "ko": "P5에 260까지 입찰 후 패스",
}


@pytest.mark.parametrize("language", SHOWN)
def test_what_is_cancelled_is_said_in_words_that_file_it_again(house: House, language: str) -> None:
    game = house.game("Red", "Green", "Blue", title="1882", drawn=first_draws("1882"))
    house.write(game, "Blue", f"language {language}", deliver=False)
    for number, order in enumerate(ORDERS):
        assert house.write(game, "Blue", order, deliver=False).word == "ACCEPTED"
        listed = house.write(game, "Blue", "orders", deliver=False).rows[0].data["blocks"][0]["text"]
        gone = house.write(game, "Blue", "cancel all", deliver=False).rows[0].data["lines"][0]["said"]
        words = gone.partition(":")[2].strip() if language != "de" else gone.removeprefix("gestrichen: ")
        assert order not in gone and words in listed
        assert number or words == SHOWN[language]
        again = house.write(game, "Blue", words, deliver=False)
        assert again.word == "ACCEPTED" and order in again.said, again.said
        house.write(game, "Blue", "cancel all", deliver=False)


@pytest.mark.parametrize(("language", "words"), {"fr": "passe", "de": "passe", "ko": "패스"}.items())
def test_what_is_kept_for_the_next_turn_is_said_in_words(house: House, language: str, words: str) -> None:
    game = house.game("Red", "Green", "Blue", title="1882", drawn=first_draws("1882"))
    house.write(game, "Blue", f"language {language}", deliver=False)
    said = house.write(game, "Blue", "I pass", deliver=False).rows[0].data["lines"][0]["said"]
    assert said.endswith(f": {words}"), said


FILED = {
    "fr": "si Red enchérit sur P5 alors enchérir 260 sur P5",
    "de": "wenn Red auf P5 bietet, dann biete 260 auf P5",
    "ko": "만약 Red P5 입찰하면, P5에 260 입찰",
}


@pytest.mark.parametrize("language", FILED)
def test_why_shows_an_order_in_its_owners_words_and_what_was_sealed(house: House, language: str) -> None:
    game = house.game("Red", "Green", "Blue", title="1882", drawn=first_draws("1882"))
    house.write(game, "Blue", f"language {language}", deliver=False)
    assert house.write(game, "Blue", "if Red bids P5 then bid P5 260", deliver=False).word == "ACCEPTED"
    why = str(house.write(game, "Blue", "why 1", deliver=False).rows[0].data["blocks"][0]["text"])
    assert why.startswith(f"1: {FILED[language]}\n")
    assert why.count("if Red bids P5 then bid P5 260") == 1, "the seal is over these very words"


LIMITED = {
    "fr": ("si Red enchérit sur P5 alors enchérir jusqu'à 260 sur P5", "miser jusqu'à 260 sur P5 puis me demander"),
    "de": ("wenn Red auf P5 bietet, dann biete bis 260 auf P5", "biete bis 260 auf P5, dann fragen"),
    "ko": ("만약 Red P5 입찰하면, P5에 260까지 입찰", "P5에 260까지 입찰, 그 이상이면 질문"),
}


@pytest.mark.parametrize("language", LIMITED)
def test_what_is_proposed_for_a_limit_on_a_condition_is_in_the_readers_words(house: House, language: str) -> None:
    game = house.game("Red", "Green", "Blue", title="1882", drawn=first_draws("1882"))
    house.write(game, "Blue", f"language {language}", deliver=False)
    line, limit = LIMITED[language]
    refused = house.write(game, "Blue", line, deliver=False)
    assert refused.word == "NOT ACCEPTED"
    assert refused.rows[0].data["lines"][0]["instead"] == [FILED[language], limit], refused.said
    for proposed in (FILED[language], limit):
        again = house.write(game, "Blue", proposed, deliver=False)
        assert again.word == "ACCEPTED", again.said
        house.write(game, "Blue", "cancel all", deliver=False)
