"""Two things said in one line: each is done, or the line is refused. None of them disappears in the other."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest

from engine.errors import Ambiguous, Refused
from engine.notation import orders_in, parse_order, write_order
from tests.phrasings.positions import at

PHRASINGS = Path(__file__).parents[2] / "phrasings"
LANGUAGES = ("en", "fr", "de", "ko")
# As people put two sentences in one line; brackets and dots stand where they stand in mails.
JOINTS = (", ", ". ", " - ", "! ", " (", "). ", " … ", "; ", " & ", " / ")


def read(position: str, line: str, language: str) -> list[str]:
    state = at(position)
    return [
        write_order(parse_order(state, order, language)) for order in orders_in(state, line, language) or ("nothing",)
    ]


@pytest.mark.parametrize(
    ("position", "line", "language", "orders"),
    [
        ("late stock round", "buy another 2-train, buy 1 share North Western", "en", ["train 2", "buy NW from pool"]),
        ("redeem", "retire two shares. redeem one share", "en", ["redeem 2", "redeem 1"]),
        ("dividend", "pay full, half", "en", ["pay", "half"]),
        ("late stock round", "verkaufe 2 SW, gib mir eine NW", "de", ["sell 2 SW", "buy NW from pool"]),
        ("late stock round", "sell 2 SW, one NW", "en", ["sell 2 SW", "sell 1 NW"]),
        ("run", "열차를 최적으로 운행할게요 그리고 저는 됐어요", "ko", ["run 2: B4-C5", "pass"]),  # was: run none
        ("track", "tile 58 on B8 facing 4. run best", "en", ["lay 58 on B8 facing 4", "run none"]),
        ("track", "58 on B8 facing 4, run best", "en", ["lay 58 on B8 facing 4", "run none"]),
        ("track", "lay 58 on B8, facing 4, buy a 2-train", "en", ["lay 58 on B8 facing 4", "train 2"]),
        ("track", "B8에 58 방향 4, 최고 운행", "ko", ["lay 58 on B8 facing 4", "run none"]),
        ("redeem", "wir holen 2 Aktien zurück und eine Aktie der MK zurückkaufen", "de", ["redeem 2", "redeem 1"]),
        ("1867 trade", "un train 2+2. terminé", "fr", ["train 2+2", "done"]),
        ("1867 dividend", "full dividend and end of turn", "en", ["pay", "done"]),
        ("1867 trade", "un train 4 svp et fin du tour", "fr", ["train 4", "done"]),
        ("run", "beste Fahrt und zahle aus, dann Zugende", "de", ["run 2: B4-C5", "pay", "done"]),
        ("track", "pose 58 sur B8 orientation 4 et au mieux", "fr", ["lay 58 on B8 facing 4", "run none"]),
        ("first train", "buy a 2 train and another 2 train", "en", ["train 2", "train 2"]),
        ("first train", "train 2 x2, done", "en", ["train 2", "train 2", "done"]),  # was: a 2-train for 2
        ("1867 trade", "train 5+5E trading 5 and train 2+2", "en", ["train 5+5E trading 5", "train 2+2"]),
        # was: a 2-train for the 5 and 8 in money
        ("1867 trade", "buy a 2-train, exchange the 5 for an 8", "en", ["train 2", "train 8 trading 5"]),
        (
            "1867 stock round",
            "sell a CPR and a GTR then buy ICR",
            "en",
            ["sell 1 CPR", "sell 1 GTR", "buy ICR from treasury"],
        ),
        ("late stock round", "sell 2 SW, give me one NW", "en", ["sell 2 SW", "buy NW from pool"]),  # was: sell NW
    ],
)
def test_two_orders_in_one_line_are_two(position: str, line: str, language: str, orders: list[str]) -> None:
    assert read(position, line, language) == orders


@pytest.mark.parametrize(
    ("position", "line", "language"),
    [
        ("dividend", "pay out dividends and pass on trains", "en"),  # was: withhold
        ("trainless", "kein Zug. verstaatlichen", "de"),  # was: keep
        ("take", "I take four shares of MK. 4 shares please", "en"),  # was: a 4-train of MK for 4
        ("take", "4 shares please - buy 2 train from bank", "en"),  # was: the train alone
        ("1882 home", "home token: Saskatoon - home in Shaunavon", "en"),  # was: move token from G7 to N6
    ],
)
def test_what_two_sentences_say_is_not_read_as_one_of_them(position: str, line: str, language: str) -> None:
    with pytest.raises(Refused):
        read(position, line, language)


@pytest.mark.parametrize(
    ("position", "line", "language", "orders"),
    [
        # NW 한 장 주세요 alone was no order, and the sale was read as all that was said.
        ("late stock round", "SW 2주를 매각합니다, NW 한 장 주세요", "ko", ["sell 2 SW", "buy NW from pool"]),
        ("1867 trade", "buy an 8 and trade in the 6", "en", ["train 8 trading 6"]),  # was: an 8 at its full price
        ("1867 trade", "trade in the 6 and buy an 8, done", "en", ["train 8 trading 6", "done"]),
        ("1867 trade", "buy a 5+5E, handing in the 5", "en", ["train 5+5E trading 5"]),
        ("1867 trade", "kaufe einen 5+5E und gib den 5er in Zahlung", "de", ["train 5+5E trading 5"]),
        ("1867 trade", "achète un 8 en échange du 6", "fr", ["train 8 trading 6"]),
        ("1867 trade", "6열차를 내고 8열차를 삽니다", "ko", ["train 8 trading 6"]),
        (
            "1867 convert",
            "merge BO, OP and CA into GTR keeping C17 and E17, then take 1 GTR",
            "en",
            ["merge BO, OP and CA into GTR keeping C17 and E17", "take 1 GTR"],
        ),
        (
            "1867 convert",
            "fusionner BO et OP en GTR en gardant C17 et E17",
            "fr",
            ["merge BO and OP into GTR keeping C17 and E17"],
        ),
        (
            "1867 convert",
            "fusioniere BO und OP zur GTR, behalte C17, E17, dann nehme 1 GTR",
            "de",
            ["merge BO and OP into GTR keeping C17 and E17", "take 1 GTR"],
        ),
    ],
)
def test_one_order_said_in_two_parts_is_one(position: str, line: str, language: str, orders: list[str]) -> None:
    assert read(position, line, language) == orders


@pytest.mark.parametrize(
    ("position", "line"),
    [
        ("1867 trade", "discard 2 and train 3"),  # the 3 may be to go as well
        ("1867 trade", "trade in, buy an 8 for the 6"),
        ("1867 trade", "buy an 8 and trade in the 6 and the 5"),
        ("1867 trade", "buy an 8 for 600 and trade in the 6"),
        ("late stock round", "sell 2 SW and NW"),  # nobody knows how many
        ("minor auction", "110. 105 for N"),  # was: a bid of 110105
        ("late stock round", "sell 2 SW and NW 90"),  # which may be a price
    ],
)
def test_what_may_be_more_or_less_than_two_orders_is_refused(position: str, line: str) -> None:
    with pytest.raises(Refused):
        read(position, line, "en")


def test_so_many_trains_of_no_name_are_asked_about() -> None:
    with pytest.raises(Ambiguous):
        read("first train", "train x2", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_joint_between_two_phrasings_breaks_the_reader(language: str) -> None:
    table = tomllib.loads((PHRASINGS / f"{language}.toml").read_text())
    said = [(each["position"], one["say"]) for each in table["at"] for one in each["said"]]
    rng = random.Random(f"joined {language}")
    understood = 0
    for _ in range(150):
        (position, first), (_, second) = rng.choice(said), rng.choice(said)
        try:
            understood += len(read(position, first + rng.choice(JOINTS) + second, language)) > 1
        except Refused:
            continue
    assert understood
