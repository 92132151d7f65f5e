"""Orders for a later turn: what can never be done is refused when it is sent, what may become legal is kept."""

from __future__ import annotations

import pytest
from sqlalchemy import select

import engine
from engine import Illegal
from engine.message import Message
from moderator.hearing.orders import within_their_means
from moderator.store.tables import OrderOnFile
from tests.engine.positions import play
from tests.moderator.house import Answered
from tests.phrasings.counter import Counter
from tests.phrasings.positions import SEATS, at, mover


def _send(counter: Counter, position: str, line: str) -> Answered:
    """A mail of somebody who is not on turn."""
    game = counter.set_up(at(position), "en")
    other = next(seat for seat in SEATS if seat != mover(position))
    return counter.house.write(game, str(other), line, deliver=False)


LATE = "late stock round"


NEVER = (
    (LATE, "lay 58 on Z99", "no hex Z99"),
    (LATE, "lay 999 on B8", "no tile 999"),
    (LATE, "lay 8 on A5 facing 0", "Nothing is ever built on A5"),
    (LATE, "lay 57 on G15 facing 0", "is green, so it takes a brown tile"),
    ("track", "lay 57 on B8 facing 0", "57 is for city hexes"),
    ("track", "lay 14 on B8 facing 0", "can never lie on Vilna (B8)"),
    (LATE, "buy XYZ", "not the name of a company"),
    (LATE, "buy N", "N has left the game"),
    (LATE, "bid N 100", "N has left the game"),
    (LATE, "merge N, K-R into GR", "N has left the game"),
    (LATE, "train 2 from N for 1", "N has left the game"),
    (LATE, "sell 20 GR", "GR has 10 shares in all"),
    (LATE, "train 9", "There is no 9-train"),
    ("1882 stock round", "half", "For the earnings, write full or withhold"),
    ("1882 stock round", "redeem 2 CPR", "There is no “redeem” in 1882"),
    ("public start", "train 2", "2-trains are obsolete"),
    (LATE, "bid TSR 30", "TSR has been sold"),
    (LATE, "bid GR 100", "GR is not put up for auction"),
    ("track", "bid N 100", "N has been sold: Red has it."),
    ("track", "bid K-B 100000", "There is R15,000 in the whole game"),
    (LATE, "buy private TSR for 30", "No player owns TSR"),
    (LATE, "token in H14", "There is no large city in H14"),
)


def test_a_bid_of_more_than_one_has_is_kept_and_that_is_said(counter: Counter) -> None:
    answer = _send(counter, "1882 auction", "bid P5 900")
    assert answer.word == "QUEUED"
    assert "in cash: as long as that is so, it can't be bid" in answer.said
    assert "in cash" not in _send(counter, "1882 auction", "bid P5 190").said


PERHAPS = (
    ("track", "lay 57 on I13 facing 1"),
    ("track", "lay 202 on G15 facing 4"),
    ("track", "train 8"),
    ("track", "token in G15"),
    ("track", "buy GR from ipo"),
    ("track", "sell 5 GR"),
    ("track", "bid K-B 1000"),
    ("private auction", "bid TSR 30"),
    ("private auction", "buy private TSR for 30"),
    ("first stock round", "half"),
    ("1882 auction", "withhold"),
    (LATE, "start GR at 100"),
)


def test_an_order_for_later_that_can_never_be_legal_is_refused_with_the_reason(counter: Counter) -> None:
    for position, line, why in NEVER:
        answered = _send(counter, position, line)
        assert answered.word == "NOT ACCEPTED" and why in " ".join(answered.text.split()), answered.text


def test_an_order_for_later_that_may_become_legal_is_kept(counter: Counter) -> None:
    for position, line in PERHAPS:
        assert _send(counter, position, line).word == "QUEUED", line


@pytest.mark.parametrize("position", ["track", "first stock round", "1882 track", "1882 stock round", "1882 privates"])
def test_what_is_legal_now_is_never_called_impossible(position: str) -> None:
    state = at(position)
    for move in engine.legal_moves(state):
        engine.refuse_what_can_never_be(state, move)


@pytest.mark.parametrize("line", ["no", "No thank you!", "nope, not now", "nothing"])
def test_a_no_to_nothing_that_is_asked_skips_no_step_of_a_turn_to_come(counter: Counter, line: str) -> None:
    answer = _send(counter, "track", line)
    assert answer.word == "NOT ACCEPTED"
    assert "I don't know what this says no to" in " ".join(answer.text.split())


def test_who_says_what_they_leave_out_is_heard(counter: Counter) -> None:
    assert _send(counter, "track", "no track").word == "QUEUED"
    assert _send(counter, "late stock round", "I pass").word == "QUEUED"


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ("no track", "no station", "no train")),
        ("fr", ("pas de voie", "pas de gare", "pas de train")),
        ("de", ("kein Gleis", "kein Bahnhof", "kein Zug")),
        ("ko", ("선로 없음", "역 없음", "열차 없음")),
    ],
)
@pytest.mark.parametrize("position", ["track", LATE])
def test_what_is_to_be_left_out_is_kept_by_its_own_words_whatever_is_asked_now(
    counter: Counter, position: str, language: str, lines: tuple[str, ...]
) -> None:
    """Kept as a pass it would leave out the first step that is asked."""
    game = counter.set_up(at(position), language)
    other = str(next(seat for seat in SEATS if seat != mover(position)))
    counter.house.write(game, other, f"language {language}", deliver=False)
    answer = counter.house.write(game, other, "\n".join(lines), deliver=False)
    assert answer.word == "QUEUED", answer.said
    with counter.house.office.reading() as desk:
        (row,) = desk.session.scalars(select(OrderOnFile)).all()
    assert row.data["lines"] == ["no track", "no station", "no train"]
    assert all(f": {line}" in answer.said or language == "en" for line in lines), answer.said


def test_who_has_passed_in_an_auction_that_is_led_keeps_no_bid_for_it() -> None:
    state = play(at("private auction"), "bid TSR 20", "pass")
    [passed] = state.facts.bidding.out
    kept = Message("kept for your next turn")
    with pytest.raises(Illegal, match="You have passed on TSR"):
        within_their_means(state, passed, ["bid TSR 25"], kept)
    assert within_their_means(state, mover("private auction"), ["bid TSR 25"], kept) == kept


def test_who_has_passed_before_anybody_bid_may_bid_when_it_is_offered_again() -> None:
    state, kept = play(at("private auction"), "pass"), Message("kept for your next turn")
    assert within_their_means(state, mover("private auction"), ["bid TSR 25"], kept) == kept
