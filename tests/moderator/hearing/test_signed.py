"""A first name below the orders is whose they are, however much it is like a word of an order."""

from __future__ import annotations

import pytest

from tests.phrasings.counter import Counter


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("en", "James"),
        ("en", "John"),
        ("en", "Tim"),
        ("en", "Lisa B."),
        ("en", "Mark"),
        ("fr", "Claire"),
        ("fr", "Anne"),
        ("fr", "Laurent"),
        ("de", "Bernd"),
        ("de", "Horst"),
        ("de", "Lea"),
        ("ko", "민지"),
        ("ko", "유진"),
    ],
)
def test_a_first_name_below_the_orders_is_a_signature(counter: Counter, language: str, name: str) -> None:
    answered, played = counter.write("private auction", language, "bid TSR 25", "", name)
    assert (answered.word, played) == ("ACCEPTED", ["bid TSR 25"])


@pytest.mark.parametrize("word", ["Max", "Trian", "Uodo", "Jion"])
def test_a_word_of_an_order_or_a_slip_of_one_is_none(counter: Counter, word: str) -> None:
    answered, played = counter.write("private auction", "en", "bid TSR 25", "", word)
    assert answered.word == "NOT ACCEPTED" and played == []


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "I'll bid 25 on it. Good luck everybody!"),
        ("de", "25 auf TSR, so ist es. Viel Glück euch allen!"),
        ("fr", "25 sur TSR, on y va. Bonne chance !"),
    ],
)
def test_a_sentence_may_end_with_a_little_word(counter: Counter, language: str, line: str) -> None:
    assert counter.write("private auction", language, line)[1] == ["bid TSR 25"]


SIGNED = (
    ("en", "Best regards,\nGreen Smith\nSenior Engineer, ACME Ltd.\nTel: +44 20 7946 0000"),
    ("fr", "Cordialement\nGreen Durand"),
    ("de", "Mit freundlichen Grüßen\nDr. Green Müller"),
    ("ko", "-----\nGreen\n네이버 메일에서 보냄"),
    ("en", "Green Kim | Seoul | 010-1234-5678"),
    ("en", "=====\nGreen"),
    ("en", "***"),
    ("en", "[cid:image001.png]"),
    ("en", "[image: logo.png]\nGreen Smith"),
)


@pytest.mark.parametrize(("language", "below"), SIGNED)
def test_what_stands_below_letters_in_offices_costs_no_mail(counter: Counter, language: str, below: str) -> None:
    answered, played = counter.write("1882 stock round", language, "buy QL from pool", "", below)
    assert (answered.word, played[:1]) == ("ACCEPTED", ["buy QL from pool"]), answered.text


@pytest.mark.parametrize("below", ["Blue Smith", "Green CPR", "Green Pass", "Green Sell 2 QL", "???"])
def test_what_is_more_than_a_name_is_cleared_up(counter: Counter, below: str) -> None:
    answered, played = counter.write("1882 stock round", "en", "buy QL from pool", "", below)
    assert answered.word == "NOT ACCEPTED" and played == []


@pytest.mark.parametrize(
    ("language", "greeting"),
    [("en", "Hi you two,"), ("de", "Hallo ihr drei,"), ("fr", "Salut vous trois,"), ("ko", "안녕하세요 세 분,")],
)
def test_how_many_are_greeted_orders_nothing(counter: Counter, language: str, greeting: str) -> None:
    assert counter.write("1882 stock round", language, greeting, "buy QL from pool")[1] == ["buy QL from pool"]
