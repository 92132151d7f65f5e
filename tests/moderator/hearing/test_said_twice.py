"""What is said of one thing in two ways is done once, and half of a sentence is never asked about as the whole."""

from __future__ import annotations

import re

import pytest

from tests.moderator.report.positions import game
from tests.phrasings.counter import Counter

TRAINS, STOCK, AUCTION, DIVIDEND = ("1867-1", 397), ("1861-3", 999), ("1882-1", 0), ("1861-3", 385)


def played(counter: Counter, position: tuple[str, int], language: str, mail: str) -> tuple[str, list[str]]:
    """The answer to a mail of whoever is to move, and the orders it played."""
    name = counter.set_up(game(*position)[1], language)
    answered = counter.house.write(name, str(counter.house.row(name).mover), mail, deliver=False)
    return answered.text, [order.partition(": ")[2] for order in counter.house.orders(name)]


@pytest.mark.parametrize(
    ("language", "mail"),
    [("de", "Zug: ein 3er"), ("ko", "열차: 3열차 하나"), ("de", "Zug: ein 3er-Zug"), ("en", "Train: a 3-train")],
)
def test_a_heading_buys_no_train_of_its_own(counter: Counter, language: str, mail: str) -> None:
    assert played(counter, TRAINS, language, mail)[1] == ["train 3"]


@pytest.mark.parametrize(
    ("language", "mail"),
    [
        ("en", "I want a train, lovely things, a 3"),
        ("de", "Ein Zug muss her, klarer Fall, ein 3er"),
        ("fr", "Un train, voyons voir, un train 3"),
        ("ko", "열차 사야죠, 그럼, 3열차 하나"),
    ],
)
def test_a_train_that_is_named_after_a_remark_is_not_bought_twice(counter: Counter, language: str, mail: str) -> None:
    assert played(counter, TRAINS, language, mail)[1] in ([], ["train 3"])


def test_a_bid_that_is_said_twice_is_asked_about_once(counter: Counter) -> None:
    answer, orders = played(counter, AUCTION, "de", "Die Trestle Bridge ist mir 150 $ wert, also 150 auf P4.")
    assert orders == [] and "biete 150 auf P4" in answer and answer.count("bestätige ") + answer.count("confirm ") >= 1


def test_two_readings_of_a_part_are_not_asked_about_as_the_whole(counter: Counter) -> None:
    # One word bought or sold NW, and passed over the sale of SW.
    answer, orders = played(counter, STOCK, "fr", "Je me sépare de deux SW et je zieute une NW au marché")
    [word] = re.findall(r"confirm (\w{8})", answer)
    name = counter.games["1861"]
    counter.house.write(name, "Green", f"confirm {word}", deliver=False)
    assert orders == []
    assert counter.house.orders(name) == ["Green: sell 2 SW", "Green: buy NW from pool"]


@pytest.mark.parametrize(
    ("language", "mail"),
    [
        ("en", "Train:\na 3-train"),
        ("fr", "Train :\nun train 3"),
        ("de", "Zugkauf:\nein 3er-Zug"),
        ("ko", "열차 구매:\n3열차"),
    ],
)
def test_a_heading_on_a_line_of_its_own_buys_nothing(counter: Counter, language: str, mail: str) -> None:
    assert played(counter, TRAINS, language, mail)[1] == ["train 3"]


@pytest.mark.parametrize(
    ("position", "language", "mail"),
    [
        (TRAINS, "en", "Buying a train.\nI take a 3-train."),
        (TRAINS, "fr", "Achat de train, un train 3"),
        (TRAINS, "de", "Ich kaufe einen Zug.\nEinen 3er."),
        (STOCK, "en", "I'm selling SW, I sell 2 SW"),
        (STOCK, "en", "I am selling SW.\nI sell 2 SW."),
        (STOCK, "ko", "SW 매각\nSW 2주 매각"),
    ],
)
def test_what_may_only_announce_an_order_is_asked_about(
    counter: Counter, position: tuple[str, int], language: str, mail: str
) -> None:
    answer, orders = played(counter, position, language, mail)
    assert orders == [] and len(re.findall(r"confirm \w{8}", answer)) == 2


@pytest.mark.parametrize(
    ("language", "mail"),
    [
        ("en", "Selling:\n2 SW\nBuying:\n1 NW from the pool"),
        ("fr", "Ventes :\n2 SW\nAchats :\n1 NW du pool"),
        ("de", "Verkauf:\n2 SW\nKauf:\n1 NW aus dem Pool"),
    ],
)
def test_what_stands_below_a_heading_is_read_with_it(counter: Counter, language: str, mail: str) -> None:
    assert played(counter, STOCK, language, mail)[1] == ["sell 2 SW", "buy NW from pool"]


@pytest.mark.parametrize("mail", ["train\ntrain", "train 3\ntrain 3", "buy a 3-train and another 3-train"])
def test_two_trains_that_are_ordered_twice_are_two(counter: Counter, mail: str) -> None:
    assert played(counter, TRAINS, "en", mail)[1] == ["train 3", "train 3"]


@pytest.mark.parametrize(
    ("language", "mail"),
    [
        ("en", "Not selling:\n2 SW"),
        ("en", "Green sells:\n2 SW"),
        ("en", "If I sell:\n2 SW"),
        ("en", "Next turn:\nsell 2 SW"),
        ("fr", "Vendre demain :\n2 SW"),
        ("fr", "Il va vendre :\n2 SW"),
        ("de", "Später verkaufen:\n2 SW"),
        ("de", "Habe verkauft:\n2 SW"),
        ("ko", "나중에 판매:\nSW 2주"),
        ("ko", "판매 안 함:\nSW 2주"),
    ],
)
def test_a_heading_that_puts_off_denies_or_tells_of_others_orders_nothing(
    counter: Counter, language: str, mail: str
) -> None:
    assert played(counter, STOCK, language, mail)[1] == []
