"""Two things said in one line: each is done, or the line is refused. None of them disappears in the other."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest

from engine.errors import Refused
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
    ],
)
def test_two_orders_in_one_line_are_two(position: str, line: str, language: str, orders: list[str]) -> None:
    assert read(position, line, language) == orders


@pytest.mark.parametrize(
    ("position", "line", "language"),
    [
        ("dividend", "pay out dividends and pass on trains", "en"),  # was: withhold
        ("late stock round", "sell 2 SW, give me one NW", "en"),  # was: sell NW
        ("late stock round", "SW 2주를 매각합니다, NW 한 장 주세요", "ko"),  # likewise
        ("trainless", "kein Zug. verstaatlichen", "de"),  # was: keep
        ("take", "I take four shares of MK. 4 shares please", "en"),  # was: a 4-train of MK for 4
        ("take", "4 shares please - buy 2 train from bank", "en"),  # was: the train alone
        ("1882 home", "home token: Saskatoon - home in Shaunavon", "en"),  # was: move token from G7 to N6
    ],
)
def test_what_two_sentences_say_is_not_read_as_one_of_them(position: str, line: str, language: str) -> None:
    with pytest.raises(Refused):
        read(position, line, language)


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
