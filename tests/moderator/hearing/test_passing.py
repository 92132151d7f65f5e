"""A pass is one pass, in the round it is said of: whoever names the round is asked, and none is kept for another."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from moderator.store.tables import OrderOnFile
from moderator.table import standing
from tests.moderator.house import Answered
from tests.phrasings.counter import Counter
from tests.phrasings.positions import SEATS, at, mover

OF_THE_ROUND = (
    ("en", "I'm out for this round"),
    ("en", "passing for the round"),
    ("en", "no more buying from me this round, pass"),
    ("en", "no more for me this round, I pass"),
    ("de", "Ich bin raus für diese Runde"),
    ("de", "ich passe diese Aktienrunde"),
    ("de", "Diese Runde passe ich"),
    ("fr", "je passe pour ce tour de bourse"),
    ("fr", "Je passe cette manche"),
    ("ko", "이번 라운드는 패스"),
    ("ko", "이번 주식 라운드는 패스할게요"),
)


@pytest.mark.parametrize(("language", "line"), OF_THE_ROUND)
def test_who_passes_for_the_round_is_asked_whether_once_or_for_the_rest(
    counter: Counter, language: str, line: str
) -> None:
    answered, played = counter.write("1882 stock round", language, line)
    assert answered.word == "NOT ACCEPTED" and played == []
    shown = {order for one in answered.rows[0].data["lines"] for order in one["instead"]}
    state = at("1882 stock round")
    assert len(shown) == 2 and engine.in_words(state, "pass", language) in shown, shown


@pytest.mark.parametrize(
    ("position", "language", "line"),
    [
        ("1882 stock round", "en", "pass this turn"),
        ("1882 stock round", "fr", "je passe mon tour"),
        ("private auction", "en", "nothing for me this round, pass"),
        ("minor auction", "de", "Ich bin raus in dieser Runde"),
    ],
)
def test_who_passes_a_turn_or_leaves_an_auction_passes(
    counter: Counter, position: str, language: str, line: str
) -> None:
    answered, played = counter.write(position, language, line)
    assert answered.word == "ACCEPTED" and played[:1] == ["pass"]


def _aside(counter: Counter, position: str, *lines: str, language: str = "en") -> Answered:
    """A mail of somebody who is not on turn."""
    game = counter.set_up(at(position), language)
    other = next(seat for seat in SEATS if seat != mover(position))
    return counter.house.write(game, str(other), "\n".join(lines), deliver=False)


@pytest.mark.parametrize(
    ("language", "line"), [("en", "pass"), ("de", "ich passe"), ("fr", "je passe"), ("ko", "패스")]
)
def test_a_pass_that_comes_after_its_stock_round_is_not_kept_for_the_next(
    counter: Counter, language: str, line: str
) -> None:
    answered = _aside(counter, "1882 track", line, language=language)
    assert answered.word == "NOT ACCEPTED", answered.text
    with counter.house.office.desk() as desk:
        assert not any(desk.filed.open_of(seat) for seat in desk.lock(counter.games["1882"]).players)


def test_who_wants_to_pass_the_next_stock_round_says_so(counter: Counter) -> None:
    answered = _aside(counter, "1882 track", "pass")
    assert any("standing pass" in order for one in answered.rows[0].data["lines"] for order in one["instead"])
    assert _aside(counter, "1882 track", "standing pass in the next stock round").word == "ACCEPTED"


def test_a_turn_that_leaves_something_out_is_kept_as_ever(counter: Counter) -> None:
    assert _aside(counter, "1882 track", "pass", "train 2", "done").word == "QUEUED"


def test_what_a_company_leaves_out_passes_no_stock_round(counter: Counter) -> None:
    assert _aside(counter, "1882 track", "no track").word == "QUEUED"
    kept = _queued(counter)
    assert not _is_over(counter, "1882 track", kept)
    assert _is_over(counter, "1882 stock round", kept)


def _queued(counter: Counter) -> dict[str, Any]:
    with counter.house.office.desk() as desk:
        play = desk.lock(counter.games["1882"])
        [row] = [row for seat in play.players for row in desk.filed.open_of(seat)]
        return dict(row.data)


def _is_over(counter: Counter, position: str, kept: dict[str, Any]) -> bool:
    counter.set_up(at(position), "en")
    with counter.house.office.desk() as desk:
        play = desk.lock(counter.games["1882"])
        return standing.queue_over(play, OrderOnFile(data=kept)) is not None
