"""Phrasings sent as mails through the whole service: what is played is what was meant, and nothing is passed over."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

import engine
from tests.phrasings.counter import Counter
from tests.phrasings.data import LANGUAGES, Phrasing, never_talk, phrasings, talk
from tests.phrasings.hearing import Heard
from tests.phrasings.positions import at

# Of ten phrasings, so many are understood as meant; the rest is answered.
UNDERSTOOD = 0.9


def _try(counter: Counter, said: Sequence[Phrasing], least: float = UNDERSTOOD) -> None:
    """None is misread or passed over, and most are understood."""
    heard = {one: counter.heard(one) for one in said}
    wrong = {str(one): words for one, (what, words) in heard.items() if what is Heard.MISREAD}
    played = {str(one): words for one, (what, words) in heard.items() if what is Heard.UNDERSTOOD and not one.means}
    assert wrong == {} and played == {}
    understood = sum(what is Heard.UNDERSTOOD for what, _ in heard.values())
    assert understood >= least * sum(bool(one.means) for one in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_some_phrasings_by_mail(counter: Counter, language: str) -> None:
    _try(counter, phrasings(language)[::13], least=0.8)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_phrasings_by_mail(counter: Counter, language: str) -> None:
    _try(counter, phrasings(language))


@pytest.mark.parametrize(
    "lines",
    [
        "bif TSR 30",
        "hold",
        "I wonder about TSR",
        "maybe thirty",
        "gm paus",
        "je mise gros sur TSR",
        "TSR을 생각 중입니다",
        "ask Green first",
        "58 B8 or something",
    ],
)
def test_a_line_that_could_be_an_order_refuses_the_mail_and_does_not_pass(counter: Counter, lines: str) -> None:
    answered, played = counter.write("private auction", "en", lines, "pass")
    assert answered.word == "NOT ACCEPTED" and played == []


@pytest.mark.parametrize(
    ("lines", "played"),
    [
        ("put a 58 on b8 facing 4 / buy a 2 train / done", ["lay 58 on B8 facing 4", "train 2"]),
        ("58 B8 / pass", ["lay 58 on B8 facing 4", "pass"]),
        ("track: 58 B8 4", ["lay 58 on B8 facing 4"]),
    ],
)
def test_what_was_taken_as_talk_is_played(counter: Counter, lines: str, played: list[str]) -> None:
    answered, orders = counter.write("track", "en", *lines.split(" / "))
    assert answered.word == "ACCEPTED" and orders[: len(played)] == played[: len(orders)] and orders


@pytest.mark.parametrize("language", LANGUAGES)
def test_greetings_and_thanks_beside_an_order_are_left_alone_and_said_to_be(counter: Counter, language: str) -> None:
    greeting, thanks = talk(language)[0], talk(language)[3]
    answered, played = counter.write("private auction", language, greeting, "bid TSR 25", thanks)
    assert answered.word == "ACCEPTED" and played == ["bid TSR 25"]
    headline = str(answered.rows[0].data["headline"])
    assert "bid TSR 25" in headline and thanks.rstrip("! ") in headline


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_that_name_something_never_let_a_pass_through(counter: Counter, language: str) -> None:
    for line in never_talk(language)[::4]:
        answered, played = counter.write("station", language, line, "pass")
        assert played in ([], ["token in G15"], ["token in G15", "pass"]), line
        assert answered.word in ("NOT ACCEPTED", "ACCEPTED") and (played or answered.word == "NOT ACCEPTED"), line


def test_a_player_named_in_chat_refuses_and_in_a_greeting_does_not(counter: Counter) -> None:
    assert counter.write("private auction", "en", "I think Green is bluffing", "bid TSR 25")[1] == []
    assert counter.write("private auction", "en", "Thanks Green!", "bid TSR 25")[1] == ["bid TSR 25"]
    assert counter.write("private auction", "en", "bid TSR 25", "Cheers, Red")[1] == ["bid TSR 25"]


def test_the_pool_is_called_depot_in_french(counter: Counter) -> None:
    """Row 2: our French reports call the pool by this word."""
    assert counter.write("1882 stock round", "fr", "acheter QL du dépôt")[1] == ["buy QL from pool"]


def test_a_preview_without_an_order_says_so(counter: Counter) -> None:
    answered, _ = counter.write("private auction", "en", "preview", "Hello everybody!")
    assert answered.word == "PREVIEW" and "no order to try" in str(answered.rows[0].data["headline"])


def test_a_mail_of_far_too_many_statements_is_refused_whole(counter: Counter) -> None:
    answered, played = counter.write("private auction", "en", "bid TSR 25", *["help;" * 79] * 200)
    assert answered.word == "NOT ACCEPTED" and played == []


def test_two_readings_are_both_shown_and_one_word_chooses(counter: Counter) -> None:
    answered, played = counter.write("1882 stock round", "en", "Hello all,", "buy a QL share")
    assert answered.word == "NOT ACCEPTED" and played == []
    [block] = [one for one in answered.rows[0].data["blocks"] if "do you mean" in str(one["title"])]
    words = dict(re.findall(r"(buy QL from \w+):  (confirm \w+)", answered.text))
    assert set(words) == {"buy QL from ipo", "buy QL from pool"}, block
    house, game = counter.house, counter.games["1882"]
    assert house.write(game, "Green", words["buy QL from pool"], deliver=False).word == "ACCEPTED"
    assert house.orders(game) == ["Green: buy QL from pool"]


def test_a_choice_is_not_played_on_a_later_turn(counter: Counter) -> None:
    answered, _ = counter.write("1882 stock round", "en", "buy a QL share")
    words = dict(re.findall(r"(buy QL from \w+):  (confirm \w+)", answered.text))
    house, game = counter.house, counter.games["1882"]
    house.write(game, "Green", "pass", deliver=False)
    assert house.write(game, "Green", words["buy QL from pool"], deliver=False).word == "NOT ACCEPTED"
    assert house.orders(game) == ["Green: pass"]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "whatever is finest"),
        ("en", "as discussed"),
        ("en", "leave them to it"),
        ("de", "wie besprochen"),
        ("de", "nach deinem Gusto"),
        ("fr", "comme convenu"),
        ("fr", "selon ton idée"),
        ("ko", "알아서 해 줘요"),
        ("ko", "스물다섯쯤"),
    ],
)
def test_a_short_line_in_unknown_words_is_cleared_up_and_one_word_calls_it_talk(
    counter: Counter, language: str, line: str
) -> None:
    answered, played = counter.write("private auction", language, line, "pass")
    assert answered.word == "NOT ACCEPTED" and played == []
    [word] = re.findall(r"confirm ([A-Z0-9]{8})", answered.text)
    house, game = counter.house, counter.games["1861"]
    assert house.write(game, "Red", f"confirm {word}", deliver=False).word == "ACCEPTED"
    assert house.orders(game) == ["Red: pass"]


@pytest.mark.parametrize(
    ("language", "order", "line"),
    [
        ("en", "pass", "Wait, I changed my mind about this one, sorry everybody!"),
        ("en", "I'm out", "Sorry, that was a mistake, please ignore the line above"),
        ("en", "pass", "unless it is too late for the other thing we talked about yesterday"),
        ("en", "pass", "Do NOT do this yet:"),
        ("en", "pass", "My plan for tomorrow, don't process yet!"),
        ("fr", "je passe", "Ah non, finalement j'ai changé d'avis !"),
        ("fr", "je passe", "oubliez ça, erreur de ma part"),
        ("de", "ich passe", "Moment, ich hab's mir für diese Runde doch noch einmal anders überlegt!"),
        ("de", "passe", "Ach nein, das war ein Versehen von mir, vergesst es einfach wieder"),
        ("de", "passe", "es sei denn, es ist schon zu spät für das andere von gestern"),
        ("ko", "빠질게요", "아니 잠깐만요, 취소할게요"),
        ("ko", "패스", "농담입니다!"),
    ],
)
def test_a_line_that_may_take_an_order_back_is_never_left_alone(
    counter: Counter, language: str, order: str, line: str
) -> None:
    answered, played = counter.write("private auction", language, order, line)
    assert answered.word == "NOT ACCEPTED" and played == []
    [word] = re.findall(r"confirm ([A-Z0-9]{8})", answered.text)
    house, game = counter.house, counter.games["1861"]
    assert house.write(game, "Red", f"confirm {word}", deliver=False).word == "ACCEPTED"
    assert house.orders(game) == ["Red: pass"]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Sorry for the delay! Too rich for me. Pass. See you tomorrow."),
        ("en", "Not interested in this one, pass please. By the way, are we still on for Friday?"),
        ("en", "Thanks for the wait. I'm out"),
        ("fr", "Désolé pour le retard, ma connexion était en panne. Je passe mon tour."),
        ("ko", "저한테는 너무 비싸네요. 포기할게요."),
        ("ko", "저는 빠질게요~ 다들 화이팅!"),
    ],
)
def test_sentences_of_one_line_are_heard_one_by_one(counter: Counter, language: str, line: str) -> None:
    assert counter.write("private auction", language, line)[1] == ["pass"]


@pytest.mark.parametrize("line", ["Pass. Or should I bid 25?", "I pass. No wait, 25.", "25 for TSR. Unless you mind."])
def test_sentences_of_one_line_are_all_heard_or_none(counter: Counter, line: str) -> None:
    answered, played = counter.write("private auction", "en", line)
    assert answered.word == "NOT ACCEPTED" and played == []


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Could you show me the map, please?"),
        ("en", "I would like to see the status"),
        ("fr", "Peux-tu me montrer la carte ?"),
        ("ko", "지도 좀 보여 주세요"),
        ("de", "Könntest du mir bitte die Karte zeigen?"),
        ("de", "Ich hätte gern den aktuellen Stand"),
    ],
)
def test_a_question_may_be_put_kindly_and_costs_no_turn(counter: Counter, language: str, line: str) -> None:
    answered, played = counter.write("private auction", language, line)
    assert answered.word == "ACCEPTED" and played == [] and answered.rows[0].data["blocks"]


@pytest.mark.parametrize("signed", ["Jane", "Jean-Paul Dupont", "J. R. Smith", "김민수", "민수 드림", "Red"])
def test_a_name_below_the_orders_is_a_signature(counter: Counter, signed: str) -> None:
    assert counter.write("private auction", "en", "pass", signed)[1] == ["pass"]


@pytest.mark.parametrize("line", ["What a lovely day", "Quelle belle soirée", "오늘 날씨가 좋네요", "Is that so?"])
def test_chat_in_a_few_words_stays_harmless(counter: Counter, line: str) -> None:
    assert counter.write("private auction", "en", line, "pass")[1] == ["pass"]


def test_two_trains_are_asked_about_and_one_word_buys_both(counter: Counter) -> None:
    answered, played = counter.write("1882 trains", "en", "I'd like 2 trains")
    assert answered.word == "NOT ACCEPTED" and played == []
    words = dict(re.findall(r"(train 2(?:; train 2)?):  (confirm \w+)", answered.text))
    house, game = counter.house, counter.games["1882"]
    seat = str(engine.to_act(at("1882 trains")))
    assert house.write(game, seat, words["train 2; train 2"], deliver=False).word == "ACCEPTED"
    assert house.orders(game)[:2] == [f"{seat}: train 2", f"{seat}: train 2"]


@pytest.mark.parametrize(
    ("language", "said", "proposed"),
    [
        ("en", "lay 3 on B8", {"lay 3 on B8 facing 3", "lay 3 on B8 facing 4"}),
        ("de", "lege 3 auf B8", {"lege 3 auf B8 Richtung 3", "lege 3 auf B8 Richtung 4"}),
        ("fr", "poser 3 sur B8", {"poser 3 en B8 orientation 3", "poser 3 en B8 orientation 4"}),
        ("ko", "B8에 3 건설", {"B8에 타일 3 방향 3 건설", "B8에 타일 3 방향 4 건설"}),
    ],
)
def test_what_is_proposed_is_in_the_readers_words_and_can_be_sent_back(
    counter: Counter, language: str, said: str, proposed: set[str]
) -> None:
    answered, played = counter.write("track", language, said)
    shown = {order for line in answered.rows[0].data["lines"] for order in line["instead"]}
    assert played == [] and shown == proposed
    answered, played = counter.write("track", language, min(shown))
    assert (answered.word, played) == ("ACCEPTED", ["lay 3 on B8 facing 3"])


@pytest.mark.parametrize(
    ("position", "language", "line", "played"),
    [
        ("track", "en", "1. 58 on B8 2. buy a 2-train 3. done", ["lay 58 on B8 facing 4", "train 2"]),
        ("run", "en", "1. no track 2. run best", ["run 2: B4-C5"]),
        ("1867 trainless", "en", "let the CN have it", ["nationalise"]),
        ("1867 trade", "en", "buy the 2+2 from the pool for our 2+2", ["train 2+2 from pool trading 2+2"]),
        ("track", "en", "take a loan if needed; 58 B8", ["lay 58 on B8 facing 4"]),
        ("track", "fr", "emprunt si nécessaire; 58 B8", ["lay 58 on B8 facing 4"]),
        ("track", "de", "Kredit falls nötig; 58 B8", ["lay 58 on B8 facing 4"]),
        ("track", "ko", "필요하면 대출; 58 B8", ["lay 58 on B8 facing 4"]),
        ("track", "en", "borrow to buy a 2; pass", []),
        ("1882 discard", "en", "discard one", []),
    ],
)
def test_what_players_wrote_at_the_table(
    counter: Counter, position: str, language: str, line: str, played: list[str]
) -> None:
    answered, orders = counter.write(position, language, line)
    assert (answered.word == "ACCEPTED") == bool(played)
    assert orders[: len(played)] == played and (orders or not played)
