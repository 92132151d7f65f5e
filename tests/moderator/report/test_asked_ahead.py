"""“You can answer now”: questions before one's turn, each answer an order on file, and little thought about it."""

from __future__ import annotations

import re
import sys
from typing import Any
from urllib.parse import unquote

import pytest

import engine
from engine import Player, State
from engine.ahead.orders import If
from moderator.bots import foresight
from moderator.bots.choose import choose
from moderator.bots.foresight import MOST_QUESTIONS, foresee
from moderator.outbox.report import Kind, ReportView, report
from moderator.outbox.report.view import Answered, Detail
from tests.engine.positions import Firm, position
from tests.printed import TITLES

SEATS = tuple(Player(name) for name in ("Red", "Blue", "Green", "Gold"))


def game(title: str, moves: int) -> list[State]:
    """Positions of a game among bots."""
    drawn = {name: outcomes[0] for name, outcomes in engine.draws(title, SEATS).items()}
    state = engine.replay(engine.start(title, SEATS, drawn))
    found = [state]
    for _ in range(moves):
        mover = engine.to_act(state)
        if mover is None:
            break
        state = engine.apply(state, choose(state, mover), mover, SEATS).state
        found.append(state)
    return found


@pytest.mark.parametrize("title", TITLES)
def test_every_answer_can_be_kept_on_file(title: str) -> None:
    asked = 0
    for state in game(title, 90)[::6]:
        for seat in SEATS:
            found = foresee(state, seat)
            assert len(found.questions) <= MOST_QUESTIONS
            for question in found.questions:
                assert str(question.world) and question.answers
                for answer in question.answers:
                    asked += 1
                    if engine.looks_standing(answer):
                        assert engine.read_standing(state, seat, answer) is not None, answer
                    else:
                        assert engine.parse_order(state, answer), answer
    assert asked > 10


def test_whoever_is_to_move_or_plays_elsewhere_is_not_asked_ahead() -> None:
    state = game("1882", 0)[0]
    mover = engine.to_act(state)
    assert mover is not None
    assert not foresee(state, mover).questions
    assert not foresee(state, "Nobody").questions


def shown(state: State, seat: str, **more: object) -> str:
    view = ReportView(
        "G1",
        Kind.REPORT,
        seat,
        state,
        address="play+g1.abc@example.org",
        page="https://x.example/games/G1",
        **more,  # type: ignore[arg-type]
    )
    mail = report(view)
    return f"{mail.text}\n{mail.html}"


def test_the_mail_has_a_button_for_each_answer_and_says_what_it_left_out() -> None:
    state = game("1882", 0)[0]
    mover = engine.to_act(state)
    reader = next(seat for seat in SEATS if seat != mover)
    text = shown(state, reader)
    assert "You can answer now" in text.replace("YOU CAN ANSWER NOW", "You can answer now")
    found = foresee(state, reader, foresight.SHORT_OF_TIME)
    bodies = [unquote(link) for link in re.findall(r"body=([^\"&]+)", text)]
    for question in found.questions:
        for answer in question.answers:
            assert any(answer in body for body in bodies), answer
    assert found.left_out and "left out" in text


@pytest.mark.parametrize("language", ["fr", "de", "ko"])
@pytest.mark.parametrize(("title", "moves"), [("1882", 0), ("1861", 0), ("1861", 45), ("1867", 60)])
def test_answers_are_proposed_in_the_readers_words_and_mean_the_same(title: str, moves: int, language: str) -> None:
    state = game(title, moves)[-1]
    asked = 0
    for seat in SEATS:
        found = foresee(state, seat, foresight.SHORT_OF_TIME)
        text = shown(state, seat, language=language) if found.questions else ""
        bodies = [unquote(link) for link in re.findall(r"body=([^\"&]+)", text)]
        meant = [
            engine.standing_in_words(state, seat, one, language) for each in found.questions for one in each.answers
        ]
        assert [one for one in meant if one not in bodies] == []
        assert not [body for body in bodies if body.startswith(("if ", "standing ", "bid ", "pass"))]
        asked += len(meant)
    assert asked


def test_who_has_something_on_file_for_a_decision_has_answered() -> None:
    state = game("1882", 0)[0]
    reader = next(seat for seat in SEATS if seat != engine.to_act(state))

    def asked(line: str, *, queued: bool = False) -> bool:
        order = None if queued else engine.read_ahead(line) or engine.read_standing(state, reader, line)
        found = shown(state, reader, queued=(f"1: {line}",), filed=() if order is None else (order,))
        return "answer now" in found.lower()

    answers = [one for each in foresee(state, reader).questions for one in each.answers]
    for line in (
        "standing pass all auctions",
        "standing pass in this auction",
        answers[0],
        "bid P3 up to 120 then pass",
    ):
        assert not asked(line), line
    assert not asked("pass", queued=True), "that is the answer to whatever is asked next"
    for line in ("refuse all offers", "standing pass all stock rounds", "if phase 3 then buy CN"):
        assert asked(line), f"{line} is about something else"


def test_nobody_is_told_to_bid_more_than_may_be_needed() -> None:
    seats = tuple(map(Player, ("Ann", "Bob", "Eve", "Kim", "Lee")))
    drawn = {name: outcomes[0] for name, outcomes in engine.draws("1867", seats).items()}
    state = engine.replay(engine.start("1867", seats, drawn))
    bidding = state.facts.bidding
    assert bidding is not None
    answers = [answer for question in foresee(state, seats[-1]).questions for answer in question.answers]
    assert f"if Ann passes then bid {bidding.item} {bidding.minimum}" in answers
    assert not any(answer.endswith(f" {bidding.item} 35") for answer in answers)


@pytest.mark.parametrize(("company", "earnings"), [("TN", "run best"), ("CNR", "run best, pay")])
def test_what_becomes_of_earnings_is_proposed_only_where_it_is_chosen(company: str, earnings: str) -> None:
    firms = Firm("BO", "Red", at=100), Firm(company, "Blue" if company == "TN" else {"Blue": 6}, at=70, trains="2")
    there: dict[str, Any] = {"round": "operating", "on_turn": "BO", "step": "track", "phase": "4"}
    state = position("1867", 3, *firms, seats=SEATS, stations={"BO": "E15", company: "L12:1"}, **there)
    (question,) = foresee(state, "Blue").questions
    assert question.answers[0] == f"standing operate {company}: {earnings}"
    for answer in question.answers:
        assert engine.read_standing(state, Player("Blue"), answer) is not None, answer


@pytest.mark.parametrize("title", TITLES)
def test_no_answer_is_offered_that_dies_with_the_world_it_is_for(title: str) -> None:
    """Whoever leads an auction, or will not be asked in it again, can't pass there; the next has bids of its own."""
    heard = 0
    for state in game(title, 100)[::2]:
        mover = engine.to_act(state)
        assert mover is not None
        after = [engine.apply(state, move, mover, SEATS, advise=False) for move in engine.alone(state, mover)]
        for seat, answer in (
            (who, one) for who in SEATS for each in foresee(state, who).questions for one in each.answers
        ):
            order = engine.read_standing(state, seat, answer) if engine.looks_standing(answer) else None
            if not isinstance(order, If):
                continue
            for outcome in after:
                seen = engine.Seen(outcome.state, engine.deeds(outcome.events), seat)
                if order.condition.holds(seen):
                    heard += 1
                    assert order.over(seen) is None, (answer, str(order.over(seen)))
    assert heard > 10


def test_the_leader_of_an_auction_is_asked_only_what_to_do_when_outbid() -> None:
    state = game("1867", 0)[0]
    bidding = state.facts.bidding
    assert bidding is not None
    leader = engine.to_act(state)
    assert leader is not None
    state = engine.apply(state, engine.parse_order(state, f"bid {bidding.item} {bidding.minimum}"), leader).state
    mover = engine.to_act(state)
    answers = [answer for question in foresee(state, leader).questions for answer in question.answers]
    assert answers and all(answer.startswith(f"if {mover} bids {bidding.item} then ") for answer in answers), answers


@pytest.mark.parametrize(
    ("kind", "detail", "most"),
    [
        (Kind.REPORT, Detail.FULL, foresight.THOUGHTS),
        (Kind.REPORT, Detail.SHORT, foresight.SHORT_OF_TIME),
        (Kind.REPORT, Detail.LINE, foresight.SHORT_OF_TIME),
        (Kind.ANSWER, None, foresight.SHORT_OF_TIME),
    ],
)
def test_a_short_mail_is_thought_about_shortly(
    monkeypatch: pytest.MonkeyPatch, no_pictures: None, kind: Kind, detail: Detail | None, most: int
) -> None:
    """Looking ahead costs less than the mail it stands in: thoughts are counted, for they are what takes the time."""
    thoughts = [0]

    def counted(state: State, seat: str) -> Any:
        thoughts[0] += 1
        return choose(state, seat)

    monkeypatch.setattr(foresight, "choose", counted)
    # What other tests have thought about is thought about anew.
    sys.modules["moderator.outbox.report.common"].forget()
    asked = worst = 0
    for title in TITLES:
        for state in game(title, 60)[::7]:
            for seat in SEATS:
                thoughts[0] = 0
                view = ReportView(
                    "G1", kind, seat, state, address="play+g1.abc@example.org", page="https://x.example/games/G1",
                    detail=detail, answer=Answered("ACCEPTED", ()) if kind is Kind.ANSWER else None,
                )  # fmt: skip
                before = thoughts[0]
                asked += "you can answer now" in report(view).text.lower()
                worst = max(worst, thoughts[0] - before)
    assert asked > 5 and 0 < worst <= most, (asked, worst)


@pytest.mark.parametrize(("cash", "asked"), [(300, True), (20, False)])
def test_a_company_without_a_train_is_asked_about_its_first(cash: int, asked: bool) -> None:
    firms = (
        Firm("CPR", {"Red": 3}, 76, 300, "2", rest="(ipo)"),
        Firm("QL", {"Blue": 3}, 71, cash, rest="(ipo)"),
    )
    state = position("1882", 4, *firms, seats=SEATS, round="operating", on_turn="CPR", step="track")
    found = foresee(state, "Blue").questions
    assert bool(found) == asked
    for answer in found[0].answers if found else ():
        order = engine.read_standing(state, Player("Blue"), answer)
        assert order is not None and "train 2" in order.write()
    if found:
        assert found[0].answers[0] == "when QL operates then no track; no station; train 2; done"
