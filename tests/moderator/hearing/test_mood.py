"""Who has an opinion, asks, speaks of others or of another day, or takes back what stands beside it, orders nothing."""

from __future__ import annotations

import pytest

from tests.moderator.report.positions import game
from tests.phrasings.counter import Counter

# A position (a kept game and how far it is), in which language, and what is written there.
PRICES = [
    ("1867-1", 63, "en", "TN 110 is too much"),
    ("1867-1", 63, "fr", "110 est trop cher pour moi"),
    ("1867-1", 63, "de", "110 sind mir zu viel"),
    ("1867-1", 63, "ko", "110은 너무 비싸네요"),
    ("1861-3", 999, "en", "NW from the pool is too expensive"),
    ("1861-3", 610, "en", "The 3-train is too expensive"),
    ("1861-3", 610, "fr", "Le train 3 est trop cher"),
    ("1867-1", 112, "en", "58 on L10 facing 0 is too expensive"),
]
REMARKS = [
    ("1867-1", 63, "en", "I have 245"),
    ("1867-1", 63, "fr", "j'ai encore 245"),
    ("1867-1", 63, "de", "ich habe noch 245"),
    ("1867-1", 63, "de", "um 30"),
    ("1861-3", 999, "fr", "Hier j'ai vendu 2 SW."),
    ("1861-3", 999, "en", "sell 2 SW?"),
    ("1861-3", 999, "en", "You could pass."),
    ("1861-3", 999, "en", "everyone passes"),
    ("1861-3", 999, "fr", "il passe"),
    ("1861-3", 999, "de", "alle passen"),
    ("1861-3", 50, "en", "Well done!"),
    ("1861-3", 50, "de", "Das passt"),
    ("1861-3", 50, "ko", "이상하네요"),
    ("1861-3", 609, "en", "Good, keep going!"),
    ("1861-3", 609, "de", "wir hätten auszahlen sollen"),
    ("1861-3", 608, "en", "I have to run now"),
    ("1861-3", 608, "ko", "SW 차례입니다"),
    ("1882-2", 80, "en", "it's QL's turn"),
    ("1861-3", 610, "en", "we need a 3-train"),
    ("1861-3", 2, "en", "Bid 30? Me? Never."),
]
BESIDE = [
    ("en", "sell 2 SW", "Don't do it yet."),
    ("en", "sell 2 SW", "Or maybe not."),
    ("en", "sell 2 SW", "Nope."),
    ("en", "sell 2 SW", "No, one."),
    ("en", "sell 2 SW", "Please hold this until tomorrow."),
    ("en", "sell 2 SW", "Sorry, wrong game!"),
    ("en", "sell 2 SW", "Draft."),
    ("en", "sell 2 SW", "Would this work?"),
    ("fr", "vendre 2 SW", "Laisse tomber."),
    ("fr", "vendre 2 SW", "Je confirmerai ce soir."),
    ("fr", "vendre 2 SW", "Enfin, une."),
    ("fr", "vendre 2 SW", "Et encore une."),
    ("de", "verkaufe 2 SW", "Doch nicht."),
    ("de", "verkaufe 2 SW", "Ich meine eine."),
    ("de", "verkaufe 2 SW", "Quatsch."),
    ("ko", "SW 2주 매도", "안 할래요."),
    ("ko", "SW 2주 매도", "오늘 밤에 확정할게요."),
]
OVER = [
    ("en", "Later:", "sell 2 SW"),
    ("en", "For Blue:", "sell 2 SW"),
    ("en", "Orders of last turn:", "sell 2 SW"),
    ("fr", "Pour le prochain tour :", "vendre 2 SW"),
    ("de", "Morgen:", "verkaufe 2 SW"),
    ("ko", "나중에:", "SW 2주 매도"),
]


def written(
    counter: Counter, position: tuple[str, int], language: str, mail: str, by: str = ""
) -> tuple[str, list[str]]:
    """What becomes of a mail of whoever is to move there."""
    state = game(*position)[1]
    name = counter.set_up(state, language)
    answered = counter.house.write(name, by or str(counter.house.row(name).mover), mail, deliver=False)
    return answered.word, [order.partition(": ")[2] for order in counter.house.orders(name)]


@pytest.mark.parametrize(("kept", "moves", "language", "line"), PRICES)
def test_who_finds_a_price_too_high_does_not_pay_it(
    counter: Counter, kept: str, moves: int, language: str, line: str
) -> None:
    assert written(counter, (kept, moves), language, line) == ("NOT ACCEPTED", [])


@pytest.mark.parametrize("position", [("1867-1", 63), ("1861-3", 999), ("1861-3", 610)])
def test_and_may_pass_in_the_same_breath(counter: Counter, position: tuple[str, int]) -> None:
    said = {
        63: "TN 110 is too much. I pass.",
        999: "NW from the pool is too expensive. Pass.",
        610: "The 3-train is too expensive. Done.",
    }
    word, played = written(counter, position, "en", said[position[1]])
    assert (word, played) == ("ACCEPTED", ["done" if position[1] == 610 else "pass"])


@pytest.mark.parametrize(("kept", "moves", "language", "line"), REMARKS)
def test_a_remark_or_a_question_is_no_order(counter: Counter, kept: str, moves: int, language: str, line: str) -> None:
    assert written(counter, (kept, moves), language, line) == ("NOT ACCEPTED", [])


@pytest.mark.parametrize(("language", "order", "beside"), BESIDE)
@pytest.mark.parametrize("mark", [". ", "\n\n"], ids=["same line", "own line"])
def test_what_may_take_an_order_back_is_cleared_up(
    counter: Counter, language: str, order: str, beside: str, mark: str
) -> None:
    assert written(counter, ("1861-3", 999), language, f"{order}{mark}{beside}") == ("NOT ACCEPTED", [])


@pytest.mark.parametrize(("language", "head", "order"), OVER)
def test_what_stands_over_an_order_may_change_it(counter: Counter, language: str, head: str, order: str) -> None:
    assert written(counter, ("1861-3", 999), language, f"{head}\n{order}") == ("NOT ACCEPTED", [])


def test_one_word_plays_a_remark_that_was_an_order_after_all(counter: Counter) -> None:
    state = game("1861-3", 999)[1]
    name = counter.set_up(state, "en")
    mover = str(counter.house.row(name).mover)
    asked = counter.house.write(name, mover, "You could pass.")
    word = asked.text.partition("confirm ")[2].split()[0]
    assert counter.house.write(name, mover, f"confirm {word}", deliver=False).word == "ACCEPTED"
    assert counter.house.orders(name) == [f"{mover}: pass"]


@pytest.mark.parametrize("line", ["Green, pass!", "Green will pass", "Please pass, Green", "Will do", "I have 350"])
def test_who_speaks_to_others_out_of_turn_queues_nothing(counter: Counter, line: str) -> None:
    assert written(counter, ("1861-3", 50), "en", line, by="Blue")[0] == "NOT ACCEPTED"


@pytest.mark.parametrize(
    "line",
    [
        "accept my apologies",
        "accept my thanks",
        "accept 1 later",
        "accept nothing",
        "accept 1? never",
        "agree to disagree",
        "refuse to comment",
        "I don't refuse",
        "an offer I can't refuse",
        "Yes.\nActually no.",
        "yes\n\nOnly joking",
        "Yes!\n\nHmm, let me sleep on it.",
        "yes\nno",
        "ok for the 3-train",
    ],
)
def test_what_is_not_plainly_an_answer_to_an_offer_answers_none(counter: Counter, line: str) -> None:
    name = counter.set_up(game("1861-3", 556)[1], "en")
    counter.house.write(name, "Blue", "propose train 2 from M-K for 20", deliver=False)
    before = counter.house.orders(name)
    assert counter.house.write(name, "Red", line, deliver=False).word == "NOT ACCEPTED"
    assert counter.house.orders(name) == before
    assert counter.house.write(name, "Red", "accept 1", deliver=False).word == "ACCEPTED"


@pytest.mark.parametrize("line", ["I can't accept", "Can't accept that", "I won't sell"])
def test_a_no_that_hides_in_a_verb_is_a_no(counter: Counter, line: str) -> None:
    name = counter.set_up(game("1861-3", 556)[1], "en")
    counter.house.write(name, "Blue", "propose train 2 from M-K for 20", deliver=False)
    before = counter.house.orders(name)
    counter.house.write(name, "Red", line, deliver=False)
    assert counter.house.orders(name) == before


@pytest.mark.parametrize(
    ("language", "mail"),
    [
        ("en", "- bid 30 😀\n\nBest wishes,\nTom"),
        ("en", "Right then. Bid 30.\n\nTake care,\nTom"),
        ("de", "Also gut. Ich biete 30.\n\nMit freundlichen Grüßen\nKarl"),
        ("de", "1) 30 bieten"),
        ("fr", "Allez, je mise 30\n\nSalutations distinguées"),
    ],
)
def test_marks_pictures_and_closings_change_nothing(counter: Counter, language: str, mail: str) -> None:
    assert written(counter, ("1861-3", 2), language, mail) == ("ACCEPTED", ["bid TSR 30"])


def test_a_reason_behind_an_order_is_not_put_off_to_the_next_turn(counter: Counter) -> None:
    name = counter.set_up(game("1861-3", 2)[1], "en")
    answered = counter.house.write(name, "Blue", "bid 30 please, money is tight")
    assert answered.word == "ACCEPTED" and counter.house.orders(name) == ["Blue: bid TSR 30"]
    assert "money is tight — read as chat" in answered.text


@pytest.mark.parametrize(
    ("line", "sold"), [("No objections!", True), ("I don't mind", True), ("thanks but no thanks", False)]
)
def test_a_yes_or_no_may_be_said_in_several_words(counter: Counter, line: str, sold: bool) -> None:
    name = counter.set_up(game("1861-3", 556)[1], "en")
    counter.house.write(name, "Blue", "propose train 2 from M-K for 20", deliver=False)
    before = counter.house.orders(name)
    assert counter.house.write(name, "Red", line, deliver=False).word == "ACCEPTED"
    assert (counter.house.orders(name) != before) == sold


@pytest.mark.parametrize(
    ("language", "mail"),
    [
        ("ko", "SW 2주 판매\nNW 구매. 나의 iPhone에서 보냄"),
        ("ko", "SW 2주 판매\n아니요 취소할게요 나의 iPhone에서 보냄"),
        ("en", "sell 2 SW\nSent from my iPhone by mistake, please cancel"),
        ("en", "sell 2 SW\nSent from my phone by accident, don't play it"),
        ("fr", "vendre 2 SW\nEnvoyé depuis mon téléphone par erreur"),
        ("de", "verkaufe 2 SW\nVon meinem Handy aus Versehen gesendet"),
    ],
)
def test_what_stands_beside_a_phones_signature_is_read(counter: Counter, language: str, mail: str) -> None:
    word, played = written(counter, ("1861-3", 999), language, mail)
    assert (word, played) in (("NOT ACCEPTED", []), ("ACCEPTED", ["sell 2 SW", "buy NW from pool"]))


@pytest.mark.parametrize(
    ("language", "mail"),
    [
        ("ko", "SW 2주 판매\n나의 iPhone에서 보냄"),
        ("en", "sell 2 SW\nSent from my iPhone"),
        ("en", "sell 2 SW\n\nSent from my TI-85"),
        ("de", "verkaufe 2 SW\nVon meinem iPhone gesendet"),
    ],
)
def test_a_phones_signature_alone_says_nothing(counter: Counter, language: str, mail: str) -> None:
    assert written(counter, ("1861-3", 999), language, mail) == ("ACCEPTED", ["sell 2 SW"])


@pytest.mark.parametrize(
    ("language", "mail"),
    [
        ("en", "sell 2 SW\n\nSent by my toddler ;)"),
        ("en", "sell 2 SW\n\nSent by the cat"),
        ("de", "verkaufe 2 SW\n\nVon meinem Sohn gesendet"),
        ("de", "verkaufe 2 SW\n\nGesendet von meiner Tochter"),
        ("fr", "vendre 2 SW\n\nEnvoyé de la main de mon fils"),
    ],
)
def test_a_person_is_no_phone(counter: Counter, language: str, mail: str) -> None:
    assert written(counter, ("1861-3", 999), language, mail) == ("NOT ACCEPTED", [])


@pytest.mark.parametrize(
    "mail",
    [
        "sell 2 SW\nOops, butterfingers.",
        "sell 2 SW\nThis mail went out by accident.",
        "vendre 2 SW\nOups, fausse manip.",
        "verkaufe 2 SW\nDiese Mail bitte ignorieren.",
        "sell 2 SW\nPlease sit on this until you hear from me.",
        "SW 2주 판매\n앗 너무 빨리 보냈네요.",
    ],
)
def test_who_sent_it_by_mistake_has_sent_nothing(counter: Counter, mail: str) -> None:
    assert written(counter, ("1861-3", 999), "en", mail) == ("NOT ACCEPTED", [])


@pytest.mark.parametrize(
    ("language", "mail", "played"),
    [
        ("fr", "45. Voilà !", ["bid TSR 45"]),
        ("ko", "35. 이번엔 진짜예요", ["bid TSR 35"]),
        ("de", "30. Passt!", []),
        ("en", "35. Pass the popcorn!", []),
        ("fr", "45. Passe une bonne soirée !", []),
    ],
)
def test_a_bid_that_looks_like_the_number_of_a_list_is_not_lost(
    counter: Counter, language: str, mail: str, played: list[str]
) -> None:
    answered, orders = counter.write("private auction", language, mail)
    assert orders == played
    assert "pass" not in str(answered.rows[0].data.get("choices", ""))


def test_a_sentence_ends_behind_a_companys_sign(counter: Counter) -> None:
    assert written(counter, ("1861-3", 999), "en", "Hi, I sell 2 SW. Cheers!") == ("ACCEPTED", ["sell 2 SW"])
