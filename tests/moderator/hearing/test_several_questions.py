"""Several questions in one sentence or line are answered one by one, and lead nobody's orders astray."""

from __future__ import annotations

import pytest

from tests.phrasings.counter import Counter


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "What is TSR, and how much money do I have?"),
        ("en", "A quick question: how much cash does Blue have, and what does TSR do exactly?"),
        ("fr", "Combien d'argent Blue a-t-il, et à quoi sert la TSR ?"),
        ("de", "Noch eine Frage vorab: Wie viel Geld hat Blue, und was bringt mir die TSR?"),
        ("ko", "여쭤볼게요. Blue는 돈이 얼마 있어요? 그리고 TSR은 뭐 하는 회사예요?"),
    ],
)
def test_each_of_several_questions_is_answered(counter: Counter, language: str, line: str) -> None:
    answered, played = counter.write("private auction", language, line)
    assert answered.word == "ACCEPTED" and played == []
    assert "420" in answered.said and any("TSR" in str(block) for block in answered.rows[0].data["blocks"])


@pytest.mark.parametrize(
    "line",
    ["bid TSR 25, and what is TSR?", "pass, what is TSR?", "What is TSR, or should I pass?", "pass: who has it?"],
)
def test_an_order_in_a_question_is_not_played(counter: Counter, line: str) -> None:
    answered, played = counter.write("private auction", "en", line)
    assert answered.word == "NOT ACCEPTED" and played == []


def test_what_leads_to_questions_is_judged_beside_orders_as_any_line(counter: Counter) -> None:
    answered, played = counter.write(
        "private auction", "en", "bid TSR 25", "Not sure yet: what is TSR, and who has it?"
    )
    assert answered.word == "NOT ACCEPTED" and played == []


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "what do the market colours mean?"),
        ("en", "help zones"),
        ("de", "was bedeuten die Farben im Aktienmarkt?"),
        ("fr", "que signifient les couleurs de la bourse ?"),
        ("ko", "시장 색깔은 무슨 뜻인가요?"),
    ],
)
def test_the_colours_of_the_market_are_explained(counter: Counter, language: str, asked: str) -> None:
    answered, played = counter.write("1882 stock round", language, asked)
    assert answered.word == "ACCEPTED" and played == []
    assert "zones" in str(answered.rows[0].data["blocks"][0]["title"])


@pytest.mark.parametrize("asked", ["그리고 저 돈 얼마 있어요?", "저 돈 얼마 있어요?", "전 돈 얼마 있나요?"])
def test_who_asks_about_themselves_in_korean_is_no_name(counter: Counter, asked: str) -> None:
    answered, played = counter.write("1882 trains", "ko", asked)
    assert answered.word == "ACCEPTED" and played == []
    assert "Green" in str(answered.rows[0].data["lines"])


@pytest.mark.parametrize(
    "line",
    [
        "Ich bin vom 24. bis 27. November im Urlaub und kann nicht ziehen",
        "Vom 24. bis 27. November bin ich verreist und kann nicht spielen",
    ],
)
def test_who_is_away_may_say_that_they_cannot_move(counter: Counter, line: str) -> None:
    answered, played = counter.write("1882 trains", "de", line)
    assert answered.word == "ACCEPTED" and played == []


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Could I buy a share in the NW?"),
        ("de", "Kann ich bitte eine NW kaufen?"),
        ("fr", "Puis-je acheter une NW ?"),
        ("ko", "NW 한 주 살 수 있을까요?"),
    ],
)
def test_a_request_put_as_a_question_is_asked_about_and_one_word_plays_it(
    counter: Counter, language: str, line: str
) -> None:
    answered, played = counter.write("late stock round", language, line)
    assert answered.word == "NOT ACCEPTED" and played == []
    assert "confirm" in str(answered.rows[0].data["blocks"])


@pytest.mark.parametrize("line", ["Can I have another look at that?", "Could you tell me what you think?"])
def test_a_question_that_asks_for_nothing_orders_nothing(counter: Counter, line: str) -> None:
    answered, played = counter.write("late stock round", "en", line)
    assert played == [] and "confirm" not in str(answered.rows[0].data["blocks"])
