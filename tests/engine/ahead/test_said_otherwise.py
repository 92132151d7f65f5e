"""Orders on file as people say them: in the moods of each language, with the words of the read-back, half said."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import engine
from engine import Refused
from engine.ahead.patterns import cut, normal
from engine.ahead.stops import STARTED, STARTED_OR_UP, STOPS, WRITTEN
from engine.errors import Ambiguous
from engine.notation.words import lexicon
from tests.engine.ahead.tables import RED, stock

WORDS = Path(engine.__file__).parent / "ahead" / "words"
IN_THIS_ROUND = "standing pass in stock round 2"

STOPPED = {
    "fr": {
        "jusqu'à ce que quelqu'un vende CN": "someone sells CN",
        "jusqu'à ce qu'on vende CN": "someone sells CN",
        "jusqu'à ce que Blue ait vendu CN": "Blue sells CN",
        "à moins que quelqu'un ne vende CN": "someone sells CN",
        "à moins que Blue n'achète CN": "Blue buys CN",
        "à moins qu'une compagnie ne soit lancée": "someone starts",
        "jusqu'à ce que P4 soit vendue": "P4 is sold",
        "jusqu'à ce que le cours de la CN soit au moins 100": "price CN >= 100",
        "jusqu'à ce que le cours de la CN atteigne 100": "price CN >= 100",
        "à moins que le cours de CN ne descende sous 60": "price CN <= 59",
        "jusqu'à ce que Blue ait 4 CN": "Blue has >= 4 CN",
        "jusqu'à ce que Blue soit directeur de CN": "director CN = Blue",
        "jusqu'à ce que j'aie 500 en caisse": "cash Red >= 500",
        "à moins que Blue ne passe": "Blue passes",
        "jusqu'à ce que le train 4 soit vendu": "4-train sold",
        "jusqu'à ce que Blue enchérisse sur P4": "Blue bids P4",
        "sauf si Blue commence QL": "Blue starts QL",
        "tant que personne ne vend CN": "someone sells CN",
    },
    "de": {
        "bis jemand CN verkauft hat": "someone sells CN",
        "es sei denn, jemand verkaufe CN": "someone sells CN",
        "bis eine Gesellschaft gegründet worden ist": "someone starts",
        "bis der Kurs der CN unter 60 gefallen ist": "price CN <= 59",
        "außer wenn Blue Direktor der CN wird": "director CN = Blue",
        "bis die Phase 4 anfängt": "phase >= 4",
        "bis Blue P4 bietet": "Blue bids P4",
        "solange niemand CN verkauft": "someone sells CN",
        "solange niemand CN verkauft oder gründet": "someone sells CN or someone starts",
        "außer wenn Blue QL startet": "Blue starts QL",
    },
    "ko": {
        "누가 팔 때까지": "someone sells",
        "CN 주가가 100 이상이 될 때까지": "price CN >= 100",
        "CN 주가가 60 미만으로 떨어질 때까지": "price CN <= 59",
        "Blue가 패스할 때까지": "Blue passes",
    },
    "en": {
        "as long as nobody sells CN": "someone sells CN",
        "until a company has been started": "someone starts",
        "until Blue has sold CN": "Blue sells CN",
    },
}
PASSING = {"en": "standing pass", "fr": "consigne passer", "de": "Dauerauftrag passen,", "ko": "예약 패스"}


@pytest.mark.parametrize(
    ("language", "said", "stop"),
    [(language, said, stop) for language, rows in STOPPED.items() for said, stop in rows.items()],
)
def test_what_stops_a_pass_is_understood_in_the_mood_its_language_wants(language: str, said: str, stop: str) -> None:
    order = engine.read_standing(stock(), RED, f"{PASSING[language]} {said}", (), language)
    assert order is not None
    assert order.write() == f"{IN_THIS_ROUND} unless {stop}"


@pytest.mark.parametrize("line", ["jusqu'à ce que j'aie 5 actions", "jusqu'à en avoir 5"])
def test_a_purchase_goes_on_until_one_has_so_many_in_french(line: str) -> None:
    order = engine.read_standing(stock(), RED, f"consigne acheter CN {line}", (), "fr")
    assert order is not None
    assert order.write() == "standing buy CN until 5 shares then ask"


EVEN = {"en": "standing pass even if", "fr": "consigne passer même si", "de": "Dauerauftrag passen, auch wenn"}


@pytest.mark.parametrize("language", EVEN)
def test_a_stop_is_taken_away_with_the_words_it_is_read_back_in(language: str) -> None:
    table = tomllib.loads((WORDS / f"{language}.toml").read_text(encoding="utf-8")).get("messages", {})
    for name, told in (*STOPS.items(), (STARTED, STARTED_OR_UP)):
        line = f"{EVEN[language]} {table.get(told.template, told.template)}"
        order = engine.read_standing(stock(), RED, line, (), language)
        assert order is not None, line
        assert order.write() == f"{IN_THIS_ROUND} even if {WRITTEN[name]}", line


HALF_SAID = {
    "en": ("pass for the rest of the round unless someone sells CN", "pass even if someone sells"),
    "fr": ("je passe jusqu'à la fin du tour à moins qu'on ne vende CN", "je passe même si quelqu'un vend"),
    "de": ("ich passe die ganze Runde, außer jemand verkauft CN", "auch wenn jemand verkauft, passe ich"),
    "ko": ("남은 라운드 동안 패스, 누가 CN 팔 때만 빼고", "누가 팔아도 패스"),
}  # fmt: skip


@pytest.mark.parametrize("language", HALF_SAID)
def test_who_passes_with_an_exception_is_asked_with_all_that_was_said(language: str) -> None:
    unless, even = HALF_SAID[language]
    for line, kept in (
        (unless, "standing pass unless someone sells CN"),
        (even, "standing pass even if someone sells"),
    ):
        state = stock()
        try:
            why = engine.exception_to_a_pass(state, RED, line, language)
            assert engine.read_standing(state, RED, line, (), language) is None
        except Ambiguous as asked:
            why = asked
        assert isinstance(why, Ambiguous), line
        assert why.instead == (kept, "pass")


def test_an_exception_to_passing_always_stands_in_each_proposal() -> None:
    with pytest.raises(Ambiguous) as asked:
        engine.read_standing(stock(), RED, "pass from now on unless Blue sells")
    assert asked.value.instead == (
        "standing pass unless Blue sells",
        "standing pass all stock rounds unless Blue sells",
    )


def test_an_exception_that_is_not_understood_is_not_left_out() -> None:
    with pytest.raises(Refused, match="but not “gets nasty”") as refused:
        engine.read_standing(stock(), RED, "pass for the rest of the round unless Blue gets nasty")
    assert refused.value.instead == ()


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "buy CN even if someone sells"),
        ("de", "kaufe CN, auch wenn jemand verkauft"),
        ("fr", "achète CN même si Blue vend"),
    ],
)
def test_even_if_is_no_condition(language: str, line: str) -> None:
    assert engine.condition_behind(stock(), RED, line, language) is None


@pytest.mark.parametrize(
    ("language", "line", "kept"),
    [
        ("en", "if CN has a 2-train then pass", "if CN has 2-train then pass"),
        ("en", "if CN has 2 trains then pass", "if CN has >= 2 trains then pass"),
        ("de", "wenn CN einen 2er-Zug hat dann passe", "if CN has 2-train then pass"),
        ("de", "wenn CN 2 Züge hat dann passe", "if CN has >= 2 trains then pass"),
        ("fr", "si CN a un train 2 alors passer", "if CN has 2-train then pass"),
        ("fr", "si CN a 2 trains alors passer", "if CN has >= 2 trains then pass"),
        ("ko", "만약 CN에 2열차가 있으면 패스", "if CN has 2-train then pass"),
        ("ko", "만약 CN 열차 2 이상이면 패스", "if CN has >= 2 trains then pass"),
    ],
)
def test_a_train_of_a_kind_is_not_so_many_trains(language: str, line: str, kept: str) -> None:
    order = engine.read_standing(stock(), RED, line, (), language)
    assert order is not None
    assert order.write() == kept


@pytest.mark.parametrize("joint", ["; ", "\n"])
def test_a_second_if_behind_else_is_refused_with_how_to_put_it(joint: str) -> None:
    choice = "if cash CN >= 100 then train 2 else if cash CN >= 225 then train 3 else no train"
    head = "when CN operates:" if joint == "\n" else "when CN operates: run best"
    line, *body = joint.join((head, choice, "done")).split("\n")
    with pytest.raises(Refused, match="no second `if` can stand: “if cash CN >= 225") as refused:
        engine.read_standing(stock(), RED, line, body)
    assert refused.value.instead == ()
    parted = ["if cash CN >= 225 then train 3", "if cash CN >= 100 and cash CN <= 224 then train 2", "done"]
    assert engine.read_standing(stock(), RED, "when CN operates:", parted) is not None


@pytest.mark.parametrize(
    ("language", "line", "kept"),
    [
        ("en", "if the price of CN drops to 60 then pass", "price CN <= 60"),
        ("en", "if the price of CN rises to 100 then pass", "price CN >= 100"),
        ("de", "wenn der Kurs der CN auf 60 fällt, dann passe", "price CN <= 60"),
        ("de", "wenn der Kurs der CN auf 100 steigt, dann passe", "price CN >= 100"),
        ("de", "wenn der Kurs der CN unter 60 fällt, dann passe", "price CN <= 59"),
        ("fr", "si le cours de CN tombe à 60 alors passer", "price CN <= 60"),
        ("fr", "si le cours de CN monte à 100 alors passer", "price CN >= 100"),
        ("ko", "만약 CN 주가가 60으로 떨어지면 패스", "price CN <= 60"),
    ],
)
def test_a_price_falls_or_rises_to_a_number(language: str, line: str, kept: str) -> None:
    order = engine.read_standing(stock(), RED, line, (), language)
    assert order is not None
    assert order.write() == f"if {kept} then pass"


def test_so_much_of_nothing_named_may_be_money_or_a_train() -> None:
    for language, line in (("en", "if CN has 3 then pass"), ("de", "wenn CN 3 hat dann passe")):
        with pytest.raises(Refused, match="may be money or a train"):
            engine.read_standing(stock(), RED, line, (), language)
    for line, kept in (("if CN has 300 then pass", "cash CN >= 300"), ("if cash CN >= 3 then pass", "cash CN >= 3")):
        order = engine.read_standing(stock(), RED, line)
        assert order is not None
        assert order.write() == f"if {kept} then pass"


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("standing buy CN up to 5 shares", "standing buy CN until 5 shares then ask"),
        ("standing buy CN up to 9001", "standing buy CN up to 350 then ask"),
        ("standing buy CN until price CN >= 200", "standing buy CN until 5 shares unless price CN >= 200"),
    ],
)
def test_what_is_proposed_for_a_purchase_keeps_what_was_said(line: str, instead: str) -> None:
    with pytest.raises(Refused) as refused:
        engine.read_standing(stock(), RED, line)
    assert refused.value.instead[0] == instead


def test_what_nobody_does_and_what_is_so_besides_is_not_taken_for_one_stop() -> None:
    with pytest.raises(Refused):
        engine.read_standing(stock(), RED, "standing pass as long as nobody sells CN and price CN >= 60")


@pytest.mark.parametrize(
    ("said", "keys"),
    [
        ("jusqu'à ce qu'Ann vende", ["jusqua", "ce", "que", "ann", "vende"]),
        ("lorsqu'Ann passe", ["lorsque", "ann", "passe"]),
        ("celle d'Ann", ["celle", "de", "ann"]),
    ],
)
def test_what_has_lost_its_vowel_before_a_name_is_the_word_it_was(said: str, keys: list[str]) -> None:
    title = stock().title
    assert [token.key for token in cut(title, normal(said), lexicon(title, "fr"))] == keys
