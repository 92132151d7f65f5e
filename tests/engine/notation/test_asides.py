"""What is said beside an order: lines nobody learnt from are judged, and an unknown language is asked about."""

from __future__ import annotations

import zlib

import pytest

from bench.asides import LINES, WEIGHTS, learnt, lines
from engine.notation.asides import changes_orders, weight

JUDGED = lines(LINES / "judged")
# Of a hundred lines that nobody learnt from, half of them written to mislead: so many are asked about that should be,
# and so many are left alone that are talk. What the weights are learnt from anew may not fall below.
ASKED, LEFT_ALONE = 90, 60


@pytest.mark.parametrize("language", sorted({line.language for line in JUDGED}))
def test_nearly_all_that_may_change_orders_is_asked_about_and_most_talk_is_not(language: str) -> None:
    asked = [changes_orders(line.text) for line in JUDGED if line.language == language and line.asks]
    talk = [not changes_orders(line.text) for line in JUDGED if line.language == language and not line.asks]
    assert 100 * sum(asked) >= ASKED * len(asked)
    assert 100 * sum(talk) >= LEFT_ALONE * len(talk)


def test_no_line_that_judges_was_learnt_from() -> None:
    known = {line.text.casefold() for line in lines(LINES)}
    assert [line.text for line in JUDGED if line.text.casefold() in known] == []


def test_what_is_in_a_language_nobody_learnt_is_asked_about_more_often_than_not() -> None:
    waiting = (
        "Espera un momento por favor",
        "подожди до завтра",
        "Wacht nog even",
        "Aspetta, ho cambiato idea",
        "Vänta till imorgon",
        "Proszę poczekać",
        "まだ送らないでください",
        "Espere, não tenho certeza",
        "qzx vbn",
        "lütfen bekle",
    )
    assert sum(map(changes_orders, waiting)) > len(waiting) // 2


@pytest.mark.parametrize(
    "line",
    [
        "just a little joke",
        "a little joke on the side",
        "Kleiner Scherz am Rande",
        "petite blague",
        "C'était une blague",
        "장난이었어요",
    ],
)
def test_a_few_words_that_may_take_an_order_back_are_never_outweighed(line: str) -> None:
    assert changes_orders(line)


@pytest.mark.parametrize(
    "line", ["Hat Spaß gemacht mit euch", "Viel Spaß", "No joke, it's snowing", "sorry for the wait"]
)
def test_the_same_words_said_among_people_are_left_alone(line: str) -> None:
    assert not changes_orders(line)


def test_spelling_and_marks_do_not_turn_the_scales() -> None:
    assert weight("PLEASE DON'T PLAY THIS YET") == weight("please don’t play this yet")


@pytest.mark.long
def test_the_weights_are_those_that_the_lines_give() -> None:
    assert learnt(lines(LINES)) == zlib.decompress(WEIGHTS.read_bytes())
