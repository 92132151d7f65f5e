"""Idioms, word families and grammar of each language: played where they are sure, asked about where they are not."""

from __future__ import annotations

import re

import pytest

from tests.moderator.report.positions import game
from tests.phrasings.counter import Counter
from tests.phrasings.positions import at

BIDDING, STOCK, DIVIDEND, TRAINS, REDEEM, PAR, TRAINLESS, STOCK_1867 = (
    ("1861-3", 2),
    ("1861-3", 999),
    ("1861-3", 385),
    ("1867-1", 397),
    ("1861-3", 469),
    ("1882-1", 12),
    ("1867-1", 423),
    ("1867-1", 488),
)


def written(counter: Counter, position: tuple[str, int] | str, language: str, mail: str) -> tuple[list[str], list[str]]:
    """What a mail of whoever is to move played, and the words it was answered with."""
    name = counter.set_up(at(position) if isinstance(position, str) else game(*position)[1], language)
    answered = counter.house.write(name, str(counter.house.row(name).mover), mail, deliver=False)
    played = [order.partition(": ")[2] for order in counter.house.orders(name)]
    return played, re.findall(r"confirm (\w{8})", answered.text)


@pytest.mark.parametrize(
    ("position", "language", "mail", "orders"),
    [
        (BIDDING, "de", "das wird mir zu teuer, ich steige aus", ["pass"]),
        (DIVIDEND, "en", "pay half and keep the rest", ["half"]),
        (DIVIDEND, "fr", "on verse la moitié et on garde l'autre", ["half"]),
        (DIVIDEND, "de", "die Hälfte auszahlen, den Rest behalten", ["half"]),
        (DIVIDEND, "fr", "On garde tout en réserve", ["withhold"]),
        (DIVIDEND, "ko", "이번엔 MK가 다 가져갑니다", ["withhold"]),
        (STOCK_1867, "ko", "CNR 1주 팔고 GWR 한 주 가져갈게요", ["sell 1 CNR", "buy GWR from treasury"]),
        (REDEEM, "en", "MK takes two shares off the market", ["redeem 2"]),
        (REDEEM, "fr", "la MK reprend deux actions du marché", ["redeem 2"]),
        (REDEEM, "de", "die MK nimmt zwei Aktien vom Markt", ["redeem 2"]),
        (REDEEM, "ko", "MK가 시장에서 두 주 회수합니다", ["redeem 2"]),
        (PAR, "de", "CPR setze ich auf sechsundsiebzig", ["start CPR at 76"]),
        (PAR, "de", "Ich lege den Kurs der CPR auf 82 fest", ["start CPR at 82"]),
        (TRAINS, "de", "Ich kaufe einen 3er Zug", ["train 3"]),
        (TRAINS, "fr", "j'achète un train n°3", ["train 3"]),
        (TRAINS, "en", "buy two 3s", ["train 3", "train 3"]),
        (STOCK_1867, "en", "Give me a share of the GWR please", ["buy GWR from treasury"]),
        ("redeem", "en", "Let's have MK take back all five shares from the pool.", ["redeem 5"]),
        (
            "public start",
            "en",
            "I'm launching the Grand Russian at par 100, home Nizhnii Novgorod",
            ["start GR at 100 in K7"],
        ),
        ("1882 first stock round", "en", "Give me a share of the CPR please", ["buy CPR from ipo"]),
        ("dividend", "en", "pay half, keep the other half", ["half"]),
        ("redeem", "en", "repurchase a single share", ["redeem 1"]),
        ("late stock round", "en", "I'll be selling a single SW", ["sell 1 SW"]),
        (
            "track",
            "fr",
            "Je place la 58 à Vilna côté nord-est et j'achète un train n°2",
            ["lay 58 on B8 facing 4", "train 2"],
        ),
        (
            "late stock round",
            "fr",
            "Je me sépare de deux SW et je récupère une NW au marché",
            ["sell 2 SW", "buy NW from pool"],
        ),
        ("late stock round", "fr", "Je vais vendre une seule SW", ["sell 1 SW"]),
        (
            "track",
            "de",
            "Die StP-W baut diesmal nicht. Nur einen 2er Zug kaufen und das war es dann.",
            ["pass", "train 2"],
        ),
        ("run", "de", "Bitte so fahren, dass am meisten herauskommt.", ["run 2: B4-C5"]),
        ("redeem", "de", "Wir holen alle fünf Aktien aus dem Pool zurück.", ["redeem 5"]),
        (
            "track",
            "de",
            "Die 58 kommt nach Wilna, Blickrichtung Nordost, dazu ein 2er Zug",
            ["lay 58 on B8 facing 4", "train 2"],
        ),
        ("dividend", "de", "die Hälfte auszahlen, die andere Hälfte behalten", ["half"]),
        ("1867 trainless", "de", "Die CPR geht an den Staat", ["nationalise"]),
        ("redeem", "ko", "풀에 있는 MK 주식 다섯 주 전부 되살게요", ["redeem 5"]),
    ],
)
def test_what_is_sure_is_played(
    counter: Counter, position: tuple[str, int] | str, language: str, mail: str, orders: list[str]
) -> None:
    assert written(counter, position, language, mail)[0] == orders


@pytest.mark.parametrize(
    ("position", "language", "mail", "orders"),
    [
        (BIDDING, "fr", "je prends la TSR au prix minimum", ["bid TSR 30"]),
        (BIDDING, "fr", "C'est trop pour moi, je m'arrête là.", ["done"]),
        (BIDDING, "de", "Nee, da geh ich nicht mehr mit.", ["pass"]),
        (STOCK, "fr", "Je reste comme je suis, je passe.", ["pass"]),
        ("1882 run", "en", "Run and pay", ["run 2: I11-J10", "pay"]),
        ("1882 run", "fr", "On roule et on verse", ["run 2: I11-J10", "pay"]),
        ("1882 run", "de", "Fahren und ausschütten", ["run 2: I11-J10", "pay"]),
        (DIVIDEND, "de", "MK behält diesmal alles, wir sparen auf einen Zug", ["withhold"]),
        (TRAINLESS, "ko", "CPR은 그냥 국가에 넘기죠", ["nationalise"]),
    ],
)
def test_what_is_not_sure_is_played_at_one_word(
    counter: Counter, position: tuple[str, int] | str, language: str, mail: str, orders: list[str]
) -> None:
    played, [word] = written(counter, position, language, mail)
    name = counter.games[(position if isinstance(position, str) else position[0])[:4]]
    counter.house.write(name, str(counter.house.row(name).mover), f"confirm {word}", deliver=False)
    assert played == [] and [order.partition(": ")[2] for order in counter.house.orders(name)] == orders


@pytest.mark.parametrize(
    ("position", "language", "mail"),
    [
        (STOCK, "de", "SW wird von allen verkauft"),
        (STOCK, "en", "They are all selling SW"),
        (STOCK, "en", "all selling SW"),
        (STOCK, "ko", "SW는 보통 2주씩 팔죠"),
        (BIDDING, "en", "Give me one good reason to bid 30 on TSR"),
        (BIDDING, "ko", "TSR에 30 입찰하죠"),
        (DIVIDEND, "en", "keep the rest"),
        (DIVIDEND, "de", "Grün zahlt immer die Hälfte und behält den Rest"),
        (TRAINS, "de", "Der 3er Zug ist zu teuer"),
        (TRAINS, "en", "Trains: the 3s are nearly gone"),
    ],
)
def test_what_orders_nothing_is_not_played(
    counter: Counter, position: tuple[str, int], language: str, mail: str
) -> None:
    assert written(counter, position, language, mail)[0] == []
