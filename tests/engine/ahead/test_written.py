"""Orders on file in a reader's words: what we propose is written so, and is read back as the same order."""

from __future__ import annotations

from itertools import islice

import pytest

import engine
from engine import Player, State
from engine.ahead.written import standing_in_words
from tests.engine.ahead.tables import RED, stock
from tests.engine.notation.games import played
from tests.printed import TITLES

LANGUAGES = ("de", "fr", "ko")


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


def test_what_would_be_read_otherwise_stays_as_we_write_it() -> None:
    state = stock()
    line = "if price CN >= 100 and phase >= 4 then sell 2 CN"
    assert [standing_in_words(state, RED, line, language) for language in LANGUAGES] == [line] * 3
    assert standing_in_words(state, RED, "standing pass", "en") == "standing pass"


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
