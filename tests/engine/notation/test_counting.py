"""Numbers that can mean two things: both readings are shown, and only those that could be played."""

from __future__ import annotations

import pytest

from engine.errors import Ambiguous, Refused, Unreadable
from engine.notation import orders_in, parse_order, write_order
from engine.notation.speech import heard
from tests.engine.ahead.tables import stock
from tests.moderator.report.positions import game
from tests.phrasings.positions import at


def _orders(position: str, line: str, language: str) -> list[str]:
    state = at(position)
    return [write_order(parse_order(state, one, language)) for one in orders_in(state, line, language)]


@pytest.mark.parametrize(
    ("language", "line", "meant"),
    [
        ("en", "sell CN to 2 shares", ("sell 1 CN", "sell 2 CN")),
        ("en", "sell CN at 3", ("sell 1 CN", "sell 3 CN")),
        ("de", "verkaufe CN auf 2 Anteile", ("sell 1 CN", "sell 2 CN")),
        ("fr", "vends CN à 3", ("sell 1 CN", "sell 3 CN")),
        ("fr", "vends CN à 76", ("sell 1 CN",)),
        ("ko", "CN 2주로 매도", ("sell 1 CN", "sell 2 CN")),
    ],
)
def test_a_number_behind_to_or_at_is_asked_about_and_sells_nothing(
    language: str, line: str, meant: tuple[str, ...]
) -> None:
    with pytest.raises(Ambiguous) as asked:
        parse_order(stock(), line, language)
    assert asked.value.instead == meant


@pytest.mark.parametrize(
    "line", ["sell 2 CN to the pool", "sell CN by 2", "sell CN: 2", "sell 2 CN", "sell CN 2 to pool"]
)
def test_a_number_that_says_how_many_is_played(line: str) -> None:
    assert write_order(parse_order(stock(), line, "en")) == "sell 2 CN"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "I'd like 2 trains"),
        ("en", "buy 2 trains"),
        ("en", "2 more trains"),
        ("en", "two trains please"),
        ("en", "buy 2-trains"),
        ("en", "buy 2"),
        ("en", "I'll take two"),
        ("fr", "J'en prends deux"),
        ("de", "Ich nehme zwei"),
        ("ko", "두 개 살게요"),
        ("fr", "je voudrais 2 trains"),
        ("fr", "acheter deux trains"),
        ("ko", "열차 2대 살게요"),
        ("ko", "열차 두 대 주세요"),
    ],
)
def test_two_trains_are_not_a_2_train(language: str, line: str) -> None:
    with pytest.raises(Ambiguous) as asked:
        _orders("1882 trains", line, language)
    assert asked.value.instead == ("train 2", "train 2; train 2")


def test_where_there_is_money_for_one_train_only_that_is_shown() -> None:
    with pytest.raises(Ambiguous) as asked:
        _orders("first train", "buy 2 trains", "en")
    assert asked.value.instead == ("train 2",)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "buy two 2-trains"),
        ("en", "2 2-trains"),
        ("en", "buy 2x 2-train"),
        ("en", "two 2-train"),
        ("fr", "acheter deux trains 2"),
        ("ko", "2열차 두 대 살게요"),
        ("ko", "2열차 두 대를 삽니다"),
        ("ko", "열차 2를 두 개 구매"),
        ("ko", "2기차 2개 구매"),
        ("ko", "두 대의 2열차를 사겠습니다"),
        ("en", "2x train 2"),
        ("en", "2 x 2-train"),
        ("de", "2x Zug 2"),
        ("fr", "2 x train 2"),
        ("ko", "2x 열차 2"),
    ],
)
def test_so_many_trains_of_a_kind_are_so_many_orders(language: str, line: str) -> None:
    assert _orders("1882 trains", line, language) == ["train 2", "train 2"]


@pytest.mark.parametrize(
    ("language", "line"), [("en", "3x train 2"), ("fr", "3x train 2"), ("de", "3x Zug 2"), ("ko", "3x 열차 2")]
)
def test_how_often_is_not_which_train(language: str, line: str) -> None:
    """Where 3-trains are sold, it would buy one."""
    assert orders_in(at("1882 trains"), line, language) == ("train 2",) * 3


@pytest.mark.parametrize(
    ("language", "line"),
    [("ko", "V에게서 3열차 두 대를 삽니다"), ("en", "2x train 3 from V"), ("fr", "2x train 3 à la V")],
)
def test_how_many_trains_is_no_price_of_one(language: str, line: str) -> None:
    with pytest.raises(Refused):
        _orders("trains of others", line, language)


@pytest.mark.parametrize(
    ("language", "line", "first"),
    [
        ("en", "lay 57 on J6 facing 0, buy two 2-trains, done", "lay 57 on J6 facing 0"),
        ("en", "lay 57 on J6 facing 0 and buy two 2-trains, done", "lay 57 on J6 facing 0"),
        ("fr", "poser 57 en J6 orientée 0, acheter deux trains 2, terminé", "poser 57 en J6 orientée 0"),
        ("de", "lege 57 auf J6 Ausrichtung 0, kaufe zwei 2er-Züge, fertig", "lege 57 auf J6 Ausrichtung 0"),
    ],
)
def test_what_stands_beside_so_many_trains_is_an_order_of_its_own(language: str, line: str, first: str) -> None:
    state = at("1882 trains")
    assert orders_in(state, line, language)[:3] == (first, "train 2", "train 2")
    assert len(orders_in(state, line, language)) == 4


@pytest.mark.parametrize("line", ["Green should buy two 2-trains", "two 2-trains for 200", "two 2-trains next turn"])
def test_who_says_more_than_so_many_trains_is_not_half_heard(line: str) -> None:
    with pytest.raises(Refused):
        _orders("1882 trains", line, "en")


@pytest.mark.parametrize(
    ("position", "language", "line", "meant"),
    [
        ("first train", "en", "buy one 2-train and purchase a train (2)", ["train 2", "train 2"]),
        ("first train", "fr", "j'achète un train 2 et j'achète un train 2", ["train 2", "train 2"]),
        ("first train", "de", "ich kaufe einen 2er und ich kaufe einen 2er", ["train 2", "train 2"]),
        ("redeem", "en", "retire two shares plus redeem one share", ["redeem 2", "redeem 1"]),
        ("dividend", "fr", "verser la moitié et on distribue tout", ["half", "pay"]),
        ("dividend", "en", "pay half, keep half", ["half"]),
    ],
)
def test_of_two_orders_in_a_line_none_is_left_out(position: str, language: str, line: str, meant: list[str]) -> None:
    assert _orders(position, line, language) == meant


@pytest.mark.parametrize("line", ["a 2-train and another 2-train", "buy a 2-train and another one", "buy a 2 and a 3"])
def test_two_trains_without_a_verb_each_are_not_one(line: str) -> None:
    with pytest.raises(Refused):
        _orders("first train", line, "en")


@pytest.mark.parametrize("line", ["2열차 한 대 살게요", "2열차 하나 살게요", "2열차 1대"])
def test_one_train_is_one_train(line: str) -> None:
    assert _orders("1882 trains", line, "ko") == ["train 2"]


@pytest.mark.parametrize("line", ["discard 2 trains", "discard two 3-trains"])
def test_several_trains_are_not_discarded_as_one(line: str) -> None:
    with pytest.raises(Refused) as refused:
        _orders("1882 discard", line, "en")
    assert set(refused.value.instead) <= {"discard 3", "discard 4"}


@pytest.mark.parametrize(
    ("language", "line"), [("en", "raise 30"), ("en", "raise TSR 30"), ("fr", "relance 30"), ("ko", "30 올립니다")]
)
def test_a_raise_is_to_a_sum_or_by_it(language: str, line: str) -> None:
    with pytest.raises(Ambiguous) as asked:
        _orders("private auction goes on", line, language)
    assert asked.value.instead == ("bid TSR 30", "bid TSR 55")


@pytest.mark.parametrize(
    ("language", "line", "amount"),
    [
        ("en", "raise to 30", 30),
        ("en", "raise by 10", 35),
        ("en", "raise 5", 30),
        ("fr", "relance à 40", 40),
        ("fr", "je rajoute 10", 35),
        ("ko", "30으로 올립니다", 30),
    ],
)
def test_a_raise_that_says_which_or_can_be_only_one_is_played(language: str, line: str, amount: int) -> None:
    assert _orders("private auction goes on", line, language) == [f"bid TSR {amount}"]


@pytest.mark.parametrize("line", ["bid 30.50", "bid TSR 30.5", "30.50"])
def test_money_has_no_parts(line: str) -> None:
    with pytest.raises(Unreadable, match="whole number"):
        _orders("private auction goes on", line, "en")


def test_a_price_of_a_share_is_not_a_number_of_shares() -> None:
    with pytest.raises(Refused):
        _orders("late stock round", "buy NW for 2", "en")


@pytest.mark.parametrize("line", ["sell 50% of my SW", "vendre 50% de mes SW"])
def test_half_of_what_one_has_is_no_half_of_the_company(line: str) -> None:
    assert _orders("late stock round", line, "en") == ["sell 2 SW"]


@pytest.mark.parametrize(
    ("language", "line", "amount"),
    [
        ("fr", "je mise quatre-vingts sur TSR", 80),
        ("fr", "je mise quatre-vingt-quinze sur TSR", 95),
        ("fr", "je mise vingt et un sur TSR", 21),
        ("fr", "je mise soixante-dix sur TSR", 70),
        ("en", "bid one hundred and fifty on TSR", 150),
    ],
)
def test_numbers_in_words_are_what_people_say(language: str, line: str, amount: int) -> None:
    assert _orders("private auction", line, language) == [f"bid TSR {amount}"]


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "bid one fifty on TSR"), ("en", "raise once more, 35"), ("ko", "한 번 더 올려서 35요")],
)
def test_numbers_nobody_can_be_sure_of_are_not_played(language: str, line: str) -> None:
    with pytest.raises(Refused):
        _orders("private auction goes on", line, language)


def test_the_and_of_a_companys_symbol_joins_nothing_whatever_hangs_on_it() -> None:
    said = [one.text for one in heard(game("1867-1", 800)[1], "C&O에서 2열차를 1달러에 삽니다", "ko") or ()]
    assert "C&O" in said and "and" not in said
