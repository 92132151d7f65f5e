"""An order and a remark in one sentence; and an order with an unknown word, which is asked about."""

from __future__ import annotations

import re

import pytest

from tests.phrasings.counter import Counter
from tests.phrasings.positions import at, mover


@pytest.mark.parametrize(
    ("position", "language", "line", "order"),
    [
        ("private auction", "en", "I pass, this has been a long day.", "pass"),
        ("private auction", "de", "Ich passe, heute regnet es den ganzen Tag", "pass"),
        ("private auction", "fr", "je passe, quelle longue journée", "pass"),
        ("private auction goes on", "en", "bid TSR 30 (hope nobody minds the rush)", "bid TSR 30"),
        ("late stock round", "en", "sell 2 SW - what lovely weather we have here", "sell 2 SW"),
    ],
)
def test_a_remark_behind_an_order_in_its_sentence_is_left_alone_and_told(
    counter: Counter, position: str, language: str, line: str, order: str
) -> None:
    answered, played = counter.write(position, language, line)
    assert (answered.word, played) == ("ACCEPTED", [order])
    assert len(answered.rows[0].data["lines"]) == 2


@pytest.mark.parametrize(
    ("position", "line"),
    [
        ("private auction", "Later, pass"),
        ("private auction", "Green, pass"),
        ("private auction", "pass, unless somebody has a better idea"),
        ("private auction", "pass, or whatever you think best"),
        ("private auction", "pass, my wife still has to agree"),
        ("late stock round", "sell 2 SW, at least that is what I would do"),
        ("late stock round", "Depends on the mood, sell 2 SW"),
        ("late stock round", "sell 2 SW, and the same for the other one"),
    ],
)
def test_what_may_change_the_order_in_its_sentence_plays_nothing(counter: Counter, position: str, line: str) -> None:
    answered, played = counter.write(position, "en", line)
    assert (answered.word, played) == ("NOT ACCEPTED", [])


@pytest.mark.parametrize(
    ("position", "language", "line", "order"),
    [
        ("station", "ko", "SW 마지막 역은 G15에 놓겠습니다", "token in G15"),
        ("station", "en", "SW plonks a station down in Kharkov", "token in G15"),
        ("merger", "en", "K-R and M-V join forces and become the MK", "merge K-R and M-V into MK"),
        ("track", "en", "StP-W ventures to Vilna with a yellow 58", "lay 58 on B8 facing 4"),
    ],
)
def test_an_order_with_a_word_nobody_knows_is_asked_about_and_one_word_plays_it(
    counter: Counter, position: str, language: str, line: str, order: str
) -> None:
    answered, played = counter.write(position, language, line)
    assert (answered.word, played) == ("NOT ACCEPTED", [])
    (word,) = re.findall(r"confirm \w{8}", answered.text)
    house, game = counter.house, counter.games[at(position).title.name]
    house.write(game, mover(position), word, deliver=False)
    assert [one.partition(": ")[2] for one in house.orders(game)][:1] == [order]


@pytest.mark.parametrize("line", ["hand in the 5 for a 2+2", "swap the 58 at Moscow", "bid TSRR 20", "lay 57 on Z9"])
def test_where_something_named_would_be_lost_nothing_is_guessed(counter: Counter, line: str) -> None:
    answered, played = counter.write("late stock round", "en", line)
    assert (answered.word, played) == ("NOT ACCEPTED", []) and "confirm" not in answered.text


def test_a_face_made_of_signs_parts_no_orders(counter: Counter) -> None:
    assert counter.write("late stock round", "de", "Ich verkaufe 2 SW ;)")[1] == ["sell 2 SW"]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "150 auf N! Kleiner Scherz am Rande."),
        ("en", "I bid 150 for N! Just a little joke."),
        ("fr", "150 sur N. Petite blague."),
        ("ko", "N에 150! 장난이었어요."),
    ],
)
def test_an_order_that_is_called_a_joke_is_not_played(counter: Counter, language: str, line: str) -> None:
    answered, played = counter.write("minor auction", language, line)
    assert (answered.word, played) == ("NOT ACCEPTED", [])


@pytest.mark.parametrize(
    ("position", "language", "line", "orders"),
    [
        ("late stock round", "en", "I sell 2 SW because we are short of cash", ["sell 2 SW"]),
        ("late stock round", "de", "Ich verkaufe 2 SW, weil mir die Ideen fehlen", ["sell 2 SW"]),
        ("private auction", "fr", "Je passe car il se fait tard", ["pass"]),
        ("late stock round", "ko", "현금이 필요해서 SW 2주 팔게요", ["sell 2 SW"]),
    ],
)
def test_why_something_is_done_changes_nothing(
    counter: Counter, position: str, language: str, line: str, orders: list[str]
) -> None:
    answered, played = counter.write(position, language, line)
    assert (answered.word, played) == ("ACCEPTED", orders)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "I sell 2 SW because we are short of cash and then I buy NW"),
        ("en", "I sell 2 SW because my wife still has to agree, wait for her"),
        ("en", "I won't sell 2 SW because we are short of cash"),
        ("de", "Ich verkaufe 2 SW, weil ich eigentlich lieber warte"),
        ("ko", "생각이 바뀌었으니까 SW 2주는 안 팔게요"),
    ],
)
def test_what_a_reason_hides_is_not_passed_over(counter: Counter, language: str, line: str) -> None:
    answered, played = counter.write("late stock round", language, line)
    assert (answered.word, played) == ("NOT ACCEPTED", [])


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Nothing for me this time. Pass."),
        ("fr", "Non merci. Je passe mon tour."),
        ("de", "Nein danke. Ich passe."),
    ],
)
def test_who_says_no_and_passes_passes_once(counter: Counter, language: str, line: str) -> None:
    answered, played = counter.write("late stock round", language, line)
    assert (answered.word, played) == ("ACCEPTED", ["pass"])


def test_who_says_no_beside_another_order_is_still_asked(counter: Counter) -> None:
    answered, played = counter.write("late stock round", "en", "sell 2 SW", "No thanks.")
    assert (answered.word, played) == ("NOT ACCEPTED", [])


def test_who_sells_nothing_and_buys_has_bought(counter: Counter) -> None:
    answered, played = counter.write("late stock round", "fr", "Pas de vente. J'achète une NW.")
    assert (answered.word, played) == ("ACCEPTED", ["buy NW from pool"])


def test_who_only_says_that_nothing_is_sold_has_not_passed(counter: Counter) -> None:
    answered, played = counter.write("late stock round", "en", "No sales from me.")
    assert (answered.word, played) == ("NOT ACCEPTED", [])
