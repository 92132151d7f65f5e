"""Who takes leave for the day passes nothing, and a greeting that is passed on is no pass."""

from __future__ import annotations

import pytest

from engine.errors import Doubted, Unreadable
from engine.notation import parse_order, write_order
from engine.notation.gist import guess
from engine.notation.leaving import hands_on
from tests.phrasings.positions import at


@pytest.mark.parametrize("position", ["minor auction", "1882 stock round"])
@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "done for today"),
        ("en", "I'm done for today"),
        ("de", "Ich bin fertig für heute"),
        ("de", "Ich bin raus für heute."),
        ("de", "Für heute bin ich raus"),
        ("fr", "Je m'arrête là pour aujourd'hui."),
        ("fr", "C'est tout pour aujourd'hui"),
        ("ko", "오늘은 이만 쉴게요"),
        ("ko", "저는 이만 쉬겠습니다"),
    ],
)
def test_a_pass_that_speaks_of_the_day_is_asked_about(position: str, language: str, line: str) -> None:
    with pytest.raises(Doubted) as asked:
        parse_order(at(position), line, language)
    assert asked.value.instead in (("pass",), ("done",))


@pytest.mark.parametrize(
    ("language", "line", "order"),
    [
        ("en", "I'm out", "pass"),
        ("de", "bin raus", "pass"),
        ("fr", "passe", "pass"),
        ("fr", "je passe mon tour", "pass"),
        ("fr", "je m'arrête là", "done"),
        ("ko", "이번엔 쉴게요", "pass"),
    ],
)
def test_a_pass_that_names_no_day_is_a_pass(language: str, line: str, order: str) -> None:
    assert write_order(parse_order(at("minor auction"), line, language)) == order


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("fr", "Je passe le bonjour à tous !"),
        ("fr", "Je passe le bonjour à toutes et à tous"),
        ("fr", "Je passe bien le bonjour à tous"),
        ("en", "I pass on my regards"),
        ("en", "I pass my greetings to everybody"),
    ],
)
def test_a_greeting_that_is_passed_on_is_no_pass(language: str, line: str) -> None:
    state = at("minor auction")
    with pytest.raises(Unreadable):
        parse_order(state, line, language)
    assert guess(state, line, language) is None


@pytest.mark.parametrize(
    "line", ["I pass, my regards", "pass on this, thanks", "je passe, bonjour à tous", "pass, thanks"]
)
def test_a_greeting_behind_a_pass_is_not_what_is_passed(line: str) -> None:
    assert not hands_on(line, "")
