"""What was once played otherwise than meant: four shares as one, a sale as a purchase; and what was cut nowhere."""

from __future__ import annotations

import pytest

from engine.errors import Ambiguous, Guessed, Refused
from engine.notation import guess, orders_in, parse_order, sells_nothing, write_order
from tests.phrasings.positions import at


def read(position: str, language: str, line: str) -> list[str]:
    state = at(position)
    return [write_order(parse_order(state, part, language)) for part in orders_in(state, line, language)]


@pytest.mark.parametrize(
    "line", ["SW 네 주 팔게요", "SW 네 주를 팝니다", "SW 네주 매도", "SW 네 장 팔게요", "SW 넷 팔게요"]
)
def test_four_that_sounds_like_yes_is_four(line: str) -> None:
    assert read("late stock round", "ko", line) == ["sell 4 SW"]


@pytest.mark.parametrize("line", ["네, SW 두 주 팔게요", "네 SW 두 주 팔게요"])
def test_a_yes_is_no_number(line: str) -> None:
    assert read("late stock round", "ko", line) == ["sell 2 SW"]


@pytest.mark.parametrize(
    ("language", "line"), [("en", "one SW to the pool"), ("en", "2 SW to the market"), ("ko", "SW 한 주 시장으로")]
)
def test_what_goes_to_the_pool_is_sold(language: str, line: str) -> None:
    assert read("late stock round", language, line)[0].startswith("sell ")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "eine NW auf den Markt"),
        ("de", "NW in den Pool"),
        ("fr", "une NW au marché"),
        ("en", "there are 2 NW in the pool"),
        ("ko", "NW 시장에"),
    ],
)
def test_what_may_be_sold_or_bought_is_asked_about(language: str, line: str) -> None:
    with pytest.raises(Ambiguous):
        read("late stock round", language, line)


@pytest.mark.parametrize("line", ["don't bid 100 on CV, I have changed plans", "no bid of 100 on CV from yours truly"])
def test_what_is_not_to_be_done_is_never_proposed_for_an_unknown_word(line: str) -> None:
    assert guess(at("1867 auction"), line, "en") is None


@pytest.mark.parametrize(
    ("position", "language", "line", "orders"),
    [
        ("track", "fr", "Tuile 58 sur Vilna et un train 2", ["lay 58 on B8 facing 4", "train 2"]),
        ("track", "de", "58 nach Vilna, einen Zweierzug", ["lay 58 on B8 facing 4", "train 2"]),
        ("late stock round", "fr", "vend 4 SW achete 1 NW", ["sell 4 SW", "buy NW from pool"]),
        ("late stock round", "de", "2 SW verkaufen 1 NW kaufen", ["sell 2 SW", "buy NW from pool"]),
        ("late stock round", "en", "I sell two S W and buy an N W", ["sell 2 SW", "buy NW from pool"]),
        ("first train", "de", "Kauf eines 2er-Zuges durch die StP-W", ["train 2"]),
        ("1867 dividend", "fr", "Paiement intégral du dividende de la NYC", ["pay"]),
    ],
)
def test_orders_without_marks_or_verbs_between_them_are_read(
    position: str, language: str, line: str, orders: list[str]
) -> None:
    assert read(position, language, line) == orders


@pytest.mark.parametrize(
    ("position", "line"),
    [
        ("minor auction", "N 110, 115"),
        ("late stock round", "sell 2 SW buy"),
        ("late stock round", "2 SW, 1 NW"),
        ("merger", "convert M K into SW"),
        ("trains of others", "train 2 from V for 20, 15"),
    ],
)
def test_what_can_be_cut_in_no_way_that_says_two_things_is_refused(position: str, line: str) -> None:
    with pytest.raises(Refused):
        read(position, "en", line)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "No sales from me"),
        ("fr", "Pas de vente"),
        ("de", "Ich verkaufe nichts"),
        ("en", "I'm not selling anything"),
    ],
)
def test_who_sells_nothing_has_not_passed(language: str, line: str) -> None:
    state = at("late stock round")
    assert sells_nothing(state, line, language)
    with pytest.raises(Refused):
        parse_order(state, line, language)


@pytest.mark.parametrize("line", ["I'm not selling SW", "no sale, pass", "don't sell 2 SW", "sell nothing or all"])
def test_who_says_more_than_that_nothing_is_sold_is_not_passed_over(line: str) -> None:
    assert not sells_nothing(at("late stock round"), line, "en")


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "I only buy one NW"), ("de", "ich kaufe nur eine NW"), ("fr", "j'achète seulement une NW, merci beaucoup")],
)
def test_only_one_is_one(language: str, line: str) -> None:
    assert read("late stock round", language, line) == ["buy NW from pool"]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "I only buy NW if Blue passes"),
        ("de", "nur falls Blue passt kaufe ich NW"),
        ("fr", "NW seulement si Blue passe"),
    ],
)
def test_only_if_is_no_order(language: str, line: str) -> None:
    with pytest.raises(Refused):
        read("late stock round", language, line)


def test_a_line_that_leads_on_to_the_next_is_an_order_of_its_own() -> None:
    assert read("late stock round", "ko", "SW 두 주 팔고") == ["sell 2 SW"]


@pytest.mark.parametrize(
    "line", ["zzq take a loan", "take a zzq loan from the bank, Blue", "I zzq borrow 50 from Green"]
)
def test_of_what_is_never_ordered_nothing_is_guessed(line: str) -> None:
    """With a word in it that nobody knows the mail was set aside: the guess was refused, and nobody heard it."""
    found = guess(at("late stock round"), line, "en")
    assert found is not None and not isinstance(found, Guessed)


@pytest.mark.parametrize(
    ("position", "language", "line"),
    [
        ("late stock round", "en", "don't buy anything yet"),
        ("late stock round", "en", "Don't bid for me yet"),
        ("late stock round", "de", "kaufe noch nichts"),
        ("late stock round", "de", "noch nicht kaufen"),
        ("late stock round", "de", "noch kein Gebot von mir"),
        ("late stock round", "fr", "n'achète rien encore"),
        ("late stock round", "fr", "n'achète encore rien"),
        ("track", "en", "don't lay track yet"),
        ("track", "de", "noch kein Gleis legen"),
        ("track", "fr", "ne pose pas encore de voie"),
        # To watch out is no pass.
        ("late stock round", "de", "ich passe auf"),
        ("late stock round", "de", "pass auf!"),
    ],
)
def test_who_wants_nothing_done_yet_has_not_passed(position: str, language: str, line: str) -> None:
    with pytest.raises(Refused):
        read(position, language, line)


@pytest.mark.parametrize(
    ("position", "line", "forbidden"),
    [
        ("late stock round", "패스하지 마세요", "pass"),
        ("late stock round", "아직 패스하지 마세요", "pass"),
        ("late stock round", "SW 사지 마세요", "buy"),
        ("1882 trains", "아직 열차 사지 마세요", "train"),
        ("1882 trains", "열차를 사지 말아 주세요", "train"),
    ],
)
def test_what_is_forbidden_in_korean_is_neither_played_nor_proposed(position: str, line: str, forbidden: str) -> None:
    with pytest.raises(Refused):
        read(position, "ko", line)
    found = guess(at(position), line, "ko")
    assert found is None or not any(order.startswith(forbidden) for order in found.instead), found.instead
