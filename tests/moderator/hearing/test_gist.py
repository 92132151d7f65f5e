"""A friendly mail of which not every word is understood is asked about whole, and one word plays all of it."""

from __future__ import annotations

import re

import pytest

from tests.moderator.report.positions import game
from tests.phrasings.counter import Counter

STOCK, TRACK, BIDDING, TRAINS, PRIVATES = (
    ("1861-3", 999),
    ("1861-3", 75),
    ("1861-3", 2),
    ("1861-3", 610),
    ("1861-3", 365),
)


def words(counter: Counter, position: tuple[str, int], language: str, mail: str) -> list[str]:
    """The words that a mail of whoever is to move is answered with; nothing was played."""
    name = counter.set_up(game(*position)[1], language)
    answered = counter.house.write(name, str(counter.house.row(name).mover), mail, deliver=False)
    assert answered.word == "NOT ACCEPTED" and counter.house.orders(name) == []
    return re.findall(r"confirm (\w{8})", answered.text)


def confirmed(counter: Counter, position: tuple[str, int], word: str) -> list[str]:
    name = counter.games[position[0][:4]]
    counter.house.write(name, str(counter.house.row(name).mover), f"confirm {word}", deliver=False)
    return [order.partition(": ")[2] for order in counter.house.orders(name)]


@pytest.mark.parametrize(
    ("position", "language", "mail", "orders"),
    [
        (
            STOCK,
            "en",
            "Sell two SW and use the money for a spiffing share of NW from the market.",
            ["sell 2 SW", "buy NW from pool"],
        ),
        (
            TRACK,
            "en",
            "Tile 58 in Vilna, facing 4, and afterwards I fancy a gleaming 2-train",
            ["lay 58 on B8 facing 4", "train 2"],
        ),
        (TRACK, "fr", "Tuille 58 à Vilna svp.\nPuis hop un train 2.", ["lay 58 on B8 facing 4", "train 2"]),
        (
            TRACK,
            "de",
            "Nach Wilna zaubere ich die 58.\nEinen 2er gönne ich mir.",
            ["lay 58 on B8 facing 4", "train 2"],
        ),
        (STOCK, "ko", "SW 두 주 후딱 팔고 풀에서 NW 한 주 냉큼 삽니다", ["sell 2 SW", "buy NW from pool"]),
        (BIDDING, "en", "I venture a step higher than Green: R30 on TSR.", ["bid TSR 30"]),
        (BIDDING, "fr", "Green est à 25, alors bibi dit 30", ["bid TSR 30"]),
        (STOCK, "en", "NW tickles me. One of them from the pool.", ["buy NW from pool"]),
    ],
)
def test_all_of_a_mail_is_asked_about_at_once(
    counter: Counter, position: tuple[str, int], language: str, mail: str, orders: list[str]
) -> None:
    [word] = words(counter, position, language, mail)
    assert confirmed(counter, position, word) == orders


@pytest.mark.parametrize(
    ("position", "mail"),
    [
        (STOCK, "If Red sells, I snatch one NW"),
        (STOCK, "sell 2 SW frankly, and 3 of the other sort"),
        (STOCK, "not selling 2 SW, blimey"),
        (STOCK, "Next turn I fancy one NW from the pool"),
        (TRACK, "58 on B8 surely, unless Red objects"),
    ],
)
def test_nobody_is_asked_to_say_yes_to_half_of_a_sentence(
    counter: Counter, position: tuple[str, int], mail: str
) -> None:
    assert words(counter, position, "en", mail) == []


@pytest.mark.parametrize("mail", ["train 3 from N for 100", "Might SW have the 3-train of N for 100"])
def test_what_others_must_agree_to_is_proposed_at_one_word(counter: Counter, mail: str) -> None:
    [word] = words(counter, TRAINS, "en", mail)
    assert confirmed(counter, TRAINS, word) == []
    name = counter.games["1861"]
    assert counter.house.write(name, "Red", "accept 1", deliver=False).word == "ACCEPTED"
    assert counter.house.orders(name) == ["Blue: train 3 from N for 100"]


def test_what_is_no_order_behind_the_end_of_a_turn_is_left_out_at_one_word(counter: Counter) -> None:
    [word] = words(counter, BIDDING, "en", "pass\nyou can have it Green")
    assert confirmed(counter, BIDDING, word) == ["pass"]


def test_an_order_behind_the_end_of_a_turn_is_not(counter: Counter) -> None:
    assert words(counter, BIDDING, "en", "pass\nbid TSR 30") == []


@pytest.mark.parametrize("mail", ["Fair enough, the train is yours for 20", "I'd want a good deal more than 20"])
def test_who_answers_an_offer_in_words_nobody_knows_is_asked_which_answer_it_is(counter: Counter, mail: str) -> None:
    name = counter.set_up(game("1861-3", 556)[1], "en")
    counter.house.write(name, "Blue", "propose train 2 from M-K for 20", deliver=False)
    answered = counter.house.write(name, "Red", mail, deliver=False)
    yes, no = re.findall(r"(?m)^(accept|refuse) 1: +confirm", answered.text)
    assert (answered.word, yes, no) == ("NOT ACCEPTED", "accept", "refuse")


@pytest.mark.parametrize(
    ("position", "language", "mail", "orders"),
    [
        (STOCK, "en", "One NW from the pool for 135 please.", ["buy NW from pool"]),
        (("1882-3", 80), "en", "buy one QL at 67", ["buy QL from pool"]),
        (("1882-3", 80), "fr", "j'achète une QL à 82 $", ["buy QL from ipo"]),
        (STOCK, "de", "Ich verkaufe 2 SW für 220", ["sell 2 SW"]),
        (STOCK, "de", "Ich verkaufe 2 SW für 110 pro Stück", ["sell 2 SW"]),
        (("1861-3", 605), "en", "no track. run for 160. half dividend", ["pass", "run 2: G15-H8, 2: E9-H8", "half"]),
        (("1861-3", 609), "fr", "on verse les 160", ["pay"]),
    ],
)
def test_a_sum_that_is_what_an_order_costs_or_brings_changes_nothing(
    counter: Counter, position: tuple[str, int], language: str, mail: str, orders: list[str]
) -> None:
    name = counter.set_up(game(*position)[1], language)
    answered = counter.house.write(name, str(counter.house.row(name).mover), mail, deliver=False)
    played = [order.partition(": ")[2] for order in counter.house.orders(name)]
    assert answered.word == "ACCEPTED", answered.said
    assert [one.partition(":")[0] for one in played] == [one.partition(":")[0] for one in orders]


@pytest.mark.parametrize(
    ("position", "mail"),
    [
        (STOCK, "One NW from the pool for 130 please."),
        (("1882-3", 80), "buy one QL at 70"),
        (STOCK, "sell 2 SW for 110 in all, 200"),
        (("1861-3", 605), "no track. run for 190."),
        (("1861-3", 609), "pay 150"),
    ],
)
def test_another_sum_is_asked_about_or_refused(counter: Counter, position: tuple[str, int], mail: str) -> None:
    words(counter, position, "en", mail)


@pytest.mark.parametrize(
    ("position", "language", "mail", "orders"),
    [
        (
            STOCK,
            "ko",
            "사우스웨스턴 한 장 팔고 풀에서 노스웨스턴(NW) 한 장 사주세요",
            ["sell 1 SW", "buy NW from pool"],
        ),
        (("1861-3", 367), "ko", "하르코프-로스토프는 노스웨스턴(NW)으로 전환 부탁드립니다", ["convert K-R into NW"]),
        (("1861-3", 367), "en", "Convert Kharkov-Rostov into Moscow, Kiev & Voronezh", ["convert K-R into MKV"]),
        (PRIVATES, "en", "M-V buys my Warsaw-Vienna for 60.", ["buy private WVR for 60"]),
        (("1867-1", 365), "de", "Wandle die Toronto-Nipissing in die C&O um", ["convert TN into C&O"]),
        (TRACK, "fr", "poser 58 à Vilna (B8)", ["lay 58 on B8 facing 4"]),
        (TRAINS, "en", "Two threes from the bank", ["train 3", "train 3"]),
        (TRAINS, "de", "Zwei Dreier aus der Bank für die SW!", ["train 3", "train 3"]),
        (("1861-3", 50), "en", "hundred and twentyfive for nikolaev", ["bid N 125"]),
    ],
)
def test_things_are_known_by_their_full_names_and_by_two_names_at_once(
    counter: Counter, position: tuple[str, int], language: str, mail: str, orders: list[str]
) -> None:
    name = counter.set_up(game(*position)[1], language)
    answered = counter.house.write(name, str(counter.house.row(name).mover), mail, deliver=False)
    assert answered.word == "ACCEPTED", answered.said
    assert [order.partition(": ")[2] for order in counter.house.orders(name)] == orders


@pytest.mark.parametrize(
    ("position", "language", "mail", "orders"),
    [
        (("1867-1", 842), "en", "pay out, end", ["pay", "done"]),
        (("1861-3", 608), "fr", "la SW fait rouler tous ses trains", ["run 2"]),
        (("1867-1", 365), "fr", "TN reste telle quelle.", ["pass"]),
        (STOCK, "de", "Zweimal SW verkaufen", ["sell 2 SW"]),
        (("1861-3", 605), "ko", "1. C11에 17번 방향 1\n2. 최고 노선으로 운행", ["lay 17 on C11 facing 1", "run 2"]),
    ],
)
def test_everyday_words_are_played(
    counter: Counter, position: tuple[str, int], language: str, mail: str, orders: list[str]
) -> None:
    name = counter.set_up(game(*position)[1], language)
    answered = counter.house.write(name, str(counter.house.row(name).mover), mail, deliver=False)
    assert answered.word == "ACCEPTED", answered.said
    assert [one.partition(": ")[2].partition(":")[0] for one in counter.house.orders(name)] == orders


def test_a_purchase_that_is_said_in_two_sentences_is_not_half_played(counter: Counter) -> None:
    mail = "Buy the 3-train off S-V for 1 rouble. And one from the bank as well."
    words(counter, TRAINS, "en", mail)


@pytest.mark.parametrize("mail", ["I raise by ten, so 35", "Ich erhöhe um zehn, also auf 35"])
def test_a_bid_that_is_said_twice_is_made_once(counter: Counter, mail: str) -> None:
    name = counter.set_up(game(*BIDDING)[1], "de")
    assert counter.house.write(name, "Blue", mail, deliver=False).word == "ACCEPTED"
    assert counter.house.orders(name) == ["Blue: bid TSR 35"]


@pytest.mark.parametrize(
    ("language", "mail"),
    [
        ("en", "I pass on that idea"),
        ("en", "A pass is possible."),
        ("en", "ready to pass"),
        ("en", "the director passes"),
        ("en", "passing is the usual thing here"),
        ("en", "bid TSR 30 is possible"),
        ("en", "30 for TSR is fair"),
        ("en", "TSR 30 is a solid position"),
        ("fr", "C'est possible de passer"),
        ("fr", "passer est une bonne idée"),
        ("de", "passen ist möglich"),
        ("de", "passen wäre eine gute Idee"),
        ("ko", "패스하는 것도 좋은 생각"),
        ("ko", "패스 가능합니다"),
    ],
)
def test_what_is_thought_of_an_order_does_not_play_it(counter: Counter, language: str, mail: str) -> None:
    """Words of praise and doubt are no words that change nothing."""
    words(counter, BIDDING, language, mail)
