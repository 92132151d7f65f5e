"""Orders on file in a reader's words: what we propose is written so, and is read back as the same order."""

from __future__ import annotations

import re
from itertools import islice

import pytest

import engine
from engine import Player, State
from engine.ahead.written import Planned, standing_in_words
from moderator.table.standing import in_a_line
from tests.engine.ahead.tables import RED, minors, stock
from tests.engine.ahead.test_forms import FORMS
from tests.engine.notation.games import played
from tests.printed import TITLES

LANGUAGES = ("de", "fr", "ko")
OURS = re.compile(
    r"\b(standing|sells?|buy|best|pay|done|withhold|if|then|else|until|unless|when|end|willing|refuse|track)\b"
)


def conditions(state: State, mover: str, other: str) -> list[str]:
    """Facts of what others do, put together in every way a question asked ahead puts them together."""
    company = str(next(iter(state.title.companies)))
    private = str(next(iter(state.title.privates)))
    deeds = [f"{mover} passes", f"{mover} bids {private}", f"{mover} buys {company}", f"{other} starts {company}"]
    return [
        *deeds,
        " or ".join(deeds),
        f"{deeds[0]} and not (someone sells)",
        f"({deeds[2]} or {deeds[0]} or {deeds[2]}) and not (someone sells)",
        f"{deeds[0]} or {other} sells {company}",
    ]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_proposed_for_later_is_written_and_read_back(title: str, language: str) -> None:
    written = 0
    for state, _, _ in islice(played(5, 160, title), 0, None, 50):
        seat, mover, other = Player(state.players[0]), state.players[1], state.players[2]
        lines = [f"if {one} then pass" for one in conditions(state, mover, other)]
        lines += ["standing pass", "standing pass all stock rounds", "standing pass all auctions"]
        lines += [f"standing buy {one} until 6 shares" for one in state.started]
        for company, director in state.directors.items():
            head = f"standing operate {company}: "
            lines += [head + "run best, pay", head + "no track, no station, run best, withhold, no train"] * (
                director == seat
            )
        for line in lines:
            try:
                meant = engine.read_standing(state, seat, line)
            except engine.Refused:
                continue  # not in this position
            said = standing_in_words(state, seat, line, language)
            assert said != line, line
            assert engine.read_standing(state, seat, said, (), language) == meant, said
            # Whoever's mail it is in, and whatever language it is read in first.
            assert engine.read_standing(state, seat, said) == meant, said
            assert engine.looks_standing(said), said
            written += 1
    assert written > 12


# Facts with every sign they may have; each may stop, may be waited for, and may be denied.
FACTS = [
    *(f"{fact.replace(' >= ', f' {sign} ')}" for sign in (">=", "<=", "=") for fact in (
        "price CN >= 100", "Blue has >= 3 CPR", "pool has >= 2 CN", "cash CN >= 300", "cash Blue >= 300", "phase >= 4",
        "3-trains left >= 1", "CN has >= 2 trains",
    )),
    "CN has = 0 trains", "director CN = Blue", "4-train sold", "D-train sold", "owner P2 = CN", "tile 57 on C3",
    "tile on C3", "CN station in C3", "P4 is sold", "QL floats", "someone sells", "someone buys", "someone starts",
    "someone passes", "someone sells CN", "Blue buys CN", "Blue starts QL", "Blue bids P4", "Blue passes",
]  # fmt: skip
LOANS = ("loans M-K >= 2", "loans M-K <= 1", "loans M-K = 1")
AROUND = (
    "if {fact} then pass", "standing pass in stock round {number} unless {fact} even if someone sells",
    "if phase >= 5 and not ({fact}) then buy {company} else pass", "if {fact} or phase >= 5 before my turn then pass",
    "standing operate {mine}: run best, withhold until {fact}, no train unless {fact}",
    "when {mine} operates:\nno track\nif {fact} then run best else run none\ndone\nelse\nrun best\nend when",
)  # fmt: skip
WHOLE = (
    "standing buy CPR until 5 shares up to 120 then pass unless Blue passes whatever happens",
    "standing buy CPR until it floats then ask even if someone starts even if a directorship",
    "standing pass in stock round 2 whatever happens", "if phase >= 4 then sell all CN; buy CPR; done",
    "willing sell P2 from 40", "willing sell 3-train of CN from 100", "willing sell D-train of CN to CPR from 100",
    "standing operate CN: no track, no station, half until 4-train sold, train D if there is money",
    "when CN operates:\nno track\nrun best\npay\ndone\nelse\nif cash CN >= 300 then train 3 else no train\nend when",
)  # fmt: skip


def written(state: State, line: str, language: str) -> str:
    """The line in words: what it is told in, and what is proposed, which is read back as the same order."""
    said = standing_in_words(state, RED, line, language)
    assert said != line, (
        f"{line}: not in {language}, or read back as another order: {Planned(line, state).worded(language)}"
    )
    assert Planned(line, state).worded(language) == said
    return said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_on_file_is_told_in_words_that_file_it_again(language: str) -> None:
    forms = [(table(), line.strip()) for line, (table, _) in FORMS.items()]
    for state, line in (*forms, *((stock(), line) for line in WHOLE), (minors(), "willing merge M-K from 120")):
        assert not OURS.findall(written(state, line, language)), line
        if "\n" in line:
            assert not OURS.findall(written(state, in_a_line(line), language)), line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("around", AROUND)
def test_every_fact_is_told_in_words_wherever_it_stands(around: str, language: str) -> None:
    tables = [(stock(), "CN", "CPR", fact) for fact in FACTS] + [(minors(), "M-K", "NW", fact) for fact in LOANS]
    told = 0
    for state, mine, company, fact in tables:
        line = around.format(fact=fact, mine=mine, company=company, number=state.cursor.number)
        try:
            engine.read_standing(state, RED, line)
        except engine.Refused:
            continue  # so already, or never
        told += 1
        assert not OURS.findall(written(state, line, language)), line
    assert told > 25


def test_what_would_be_read_otherwise_stays_as_we_write_it() -> None:
    # Half of it in another language would be read by nobody.
    line = "if price CN >= 100 and CN is rich then sell 2 CN"
    assert [Planned(line, stock()).worded(language) for language in LANGUAGES] == [line] * 3
    assert standing_in_words(stock(), RED, "standing pass", "en") == "standing pass"


def test_an_order_without_a_condition_is_written_as_orders_are() -> None:
    assert standing_in_words(stock(), RED, "pass", "ko") == "패스"
    # In a turn it is read another way than among the parts of an order on file, so it is written that way.
    assert standing_in_words(stock(), RED, "run best", "ko") == "run best"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "si (Blue achète CN ou Blue passe) et non (quelqu'un vend) alors passe"),
        ("de", "wenn (Blue CN kauft oder Blue passt) und nicht (jemand verkauft), dann passe"),
        ("ko", "만약 (Blue CN 사거나 Blue 패스하면) 그리고 (누가 팔면) 아님, 패스"),
    ],
)
def test_a_condition_is_put_together_as_the_language_does(language: str, said: str) -> None:
    line = "if (Blue buys CN or Blue passes) and not (someone sells) then pass"
    assert standing_in_words(stock(), RED, line, language) == said
