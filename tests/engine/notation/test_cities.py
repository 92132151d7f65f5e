"""Places by the names they have in the players' languages."""

from __future__ import annotations

import pytest

from engine.notation import parse_order, write_order
from engine.notation.clean import key
from engine.notation.names import PLACE, cities, register
from engine.notation.tongue import languages, tongue
from engine.notation.vocabulary import names_something
from engine.titles import find, names
from tests.phrasings.positions import at


@pytest.mark.parametrize("title", names())
def test_every_name_is_of_one_place_and_no_word_of_an_order(title: str) -> None:
    words = {word for language in languages() for word in tongue(language).words}
    for called, on_map in cities(find(title)):
        [found] = register(find(title)).find(key(called), (PLACE,))
        assert found in register(find(title)).find(key(on_map), (PLACE,)), called
        assert key(called) not in words, called
        assert names_something(f"Hm {called}"), called


@pytest.mark.parametrize(
    ("position", "language", "line", "order"),
    [
        ("track", "ko", "빌나에 58번 타일을 놓습니다", "lay 58 on B8 facing 4"),
        ("track", "de", "die 58 kommt nach Wilna", "lay 58 on B8 facing 4"),
        ("station", "ko", "하리코프에 역을 놓을게요", "token in G15"),
        ("station", "ko", "보로네시에 토큰", "token in I13"),
        ("station", "de", "Bahnhof in Charkow", "token in G15"),
        ("station", "fr", "une gare à Voronej", "token in I13"),
        ("run", "ko", "리가에서 뒤나부르크까지 운행", "run 2: B4-C5"),
        ("1882 station", "ko", "무스 조에 중립 역", "neutral token in J8"),
        ("1882 home", "ko", "새스커툰에 역", "token in G7"),
    ],
)
def test_places_are_understood_by_these_names(position: str, language: str, line: str, order: str) -> None:
    assert write_order(parse_order(at(position), line, language)) == order


@pytest.mark.parametrize(
    ("position", "language", "line", "order"),
    [
        ("first train", "en", "get a train", "train 2"),
        ("first train", "en", "buy the next train", "train 2"),
        ("first train", "en", "next I buy a train", "train 2"),
        ("first train", "en", "the next 2-train", "train 2"),
        ("first train", "de", "kaufe den nächsten Zug", "train 2"),
        ("first train", "fr", "acheter le prochain train", "train 2"),
        ("first train", "ko", "다음 열차 구매", "train 2"),
        ("track", "de", "verlege 58 auf B8", "lay 58 on B8 facing 4"),
        ("track", "de", "Strecke lassen wir so", "pass"),
        ("merger", "de", "gründe MK aus K-R und M-V", "merge K-R and M-V into MK"),
        ("1882 moving", "de", "verlege den Bahnhof von G11 nach C3", "move token from G11 to C3"),
        ("late stock round", "en", "sell a pair of SW", "sell 2 SW"),
        ("1882 auction", "de", "ich möchte die P1", "bid P1 20"),
    ],
)
def test_what_was_not_understood_or_misread(position: str, language: str, line: str, order: str) -> None:
    assert write_order(parse_order(at(position), line, language)) == order
