"""Lines about a run or earnings where there are none cost nobody their mail, and change nothing."""

from __future__ import annotations

import pytest

import engine
from moderator.hearing.trial import tried
from moderator.table.playing import behind_the_end
from tests.engine.ahead.tables import RED
from tests.engine.ahead.tables import SEATS as FOUR
from tests.engine.positions import Firm, position
from tests.phrasings.counter import Counter
from tests.phrasings.positions import SEATS, at, mover

# A new company of the first operating round; what the front page shows as a turn, in the words of each language.
SAMPLE = {
    "en": ("lay 58 on B8 facing 4", "run best", "pay", "train 2", "done"),
    "de": ("lege 58 auf B8", "beste Fahrt", "ausschütten", "kaufe einen 2er-Zug", "fertig"),
    "fr": ("poser 58 en B8", "rouler au mieux", "verser", "acheter un train 2", "terminé"),
    "ko": ("B8에 58 놓습니다", "최선으로 운행", "배당", "2열차 구매", "완료"),
}
NO_TRAIN = {"en": "has no train", "de": "hat keinen Zug", "fr": "pas de train", "ko": "열차가 없어"}


@pytest.mark.parametrize("language", SAMPLE)
def test_the_sample_turn_is_played_by_a_company_without_a_train_and_told(counter: Counter, language: str) -> None:
    answered, played = counter.write("track", language, *SAMPLE[language])
    assert answered.word == "ACCEPTED" and played == ["lay 58 on B8 facing 4", "train 2"]
    assert NO_TRAIN[language] in " ".join(answered.text.replace("\u00a0", " ").split())


@pytest.mark.parametrize("position", ["track", "first train", "1882 trains"])
def test_a_mail_that_says_no_more_is_refused_with_what_could_be_ordered(counter: Counter, position: str) -> None:
    for lines in (("run best",), ("run none", "withhold"), ("pay",), ("best and pay",)):
        answered, played = counter.write(position, "en", *lines)
        assert answered.word == "NOT ACCEPTED" and played == []
        assert all(line["mark"] == "✗" and line["instead"] for line in answered.rows[0].data["lines"]), lines


def test_without_a_route_the_rest_of_the_mail_is_played(counter: Counter) -> None:
    answered, played = counter.write("1882 trains", "en", "run best", "pay", "train 2")
    assert answered.word == "ACCEPTED" and played == ["train 2"]
    assert "No track leads CPR from one stop to another" in " ".join(answered.text.split())


@pytest.mark.parametrize(("position", "lines"), [("1882 run", ("pay",)), ("run", ("pay", "run best"))])
def test_where_trains_can_run_nobody_is_paid_before_they_do(
    counter: Counter, position: str, lines: tuple[str, ...]
) -> None:
    assert counter.write(position, "en", *lines)[1] == []


def test_a_minor_shares_its_earnings_whether_told_to_pay_or_not_and_never_withholds(counter: Counter) -> None:
    assert counter.write("run", "en", "run best", "pay", "done")[1] == ["run 2: B4-C5", "done"]
    assert counter.write("run", "en", "run best", "withhold", "done")[1] == []


def test_a_second_run_and_one_after_the_first_train_are_refused(counter: Counter) -> None:
    assert counter.write("1882 run", "en", "run best", "run best", "pay")[1] == []
    assert counter.write("1882 run", "en", "run best", "pay", "pay")[1] == []


@pytest.mark.parametrize(
    "lines", [("run best", "pay", "train 2"), ("run best", "pay"), ("pay", "lay 58 on B8 facing 4")]
)
def test_a_page_says_the_same(counter: Counter, lines: tuple[str, ...]) -> None:
    position = "track" if "lay" in lines[-1] else "first train"
    game = counter.set_up(at(position), "en")
    with counter.house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        seat = play.seat(str(mover(position)))
        assert seat is not None
        page = tried(desk, play, seat, lines, "en")
    answered, played = counter.write(position, "en", *lines)
    assert [line.mark for line in page.lines] == [line["mark"] for line in answered.rows[0].data["lines"]]
    assert page.ok == bool(played)


@pytest.mark.parametrize("position", ["run", "track", "dividend", "late stock round"])
def test_the_best_run_of_a_later_turn_is_kept_as_that_and_not_as_the_best_of_now(
    counter: Counter, position: str
) -> None:
    other = next(seat for seat in SEATS if seat != mover(position))
    for line in ("run best", "beste Fahrt", "rouler au mieux", "최선으로 운행"):
        game = counter.set_up(at(position), "en")
        assert counter.house.write(game, str(other), line, deliver=False).word == "QUEUED"
        with counter.house.office.reading() as desk:
            play = desk.game(game)
            assert play is not None
            seat = play.seat(str(other))
            assert seat is not None
            [kept] = desk.filed.all_of(seat.id)
            assert kept.data["lines"] == ["run best"], line


def test_kept_orders_are_played_though_nothing_runs(counter: Counter) -> None:
    """StP-W ends its turn, and N, which has no train either, is Red's."""
    game = counter.set_up(at("first train"), "en")
    house = counter.house
    assert house.write(game, "Red", "run best\npay\ntrain 2\ndone", deliver=False).word == "QUEUED"
    assert house.write(game, "Green", "train 2", deliver=False).word == "ACCEPTED"
    assert house.orders(game)[:2] == ["Green: train 2", "Red: train 2"]


@pytest.mark.parametrize(("line", "left_out"), [("pay", True), ("done", True), ("withhold", False), ("train 2", False)])
def test_behind_a_run_that_ends_a_minors_turn_pay_is_left_out(line: str, left_out: bool) -> None:
    """It could buy no train: nothing was left to decide, and what is paid is halved by itself."""
    begun = position("1861", 4, Firm("M-K", "Red", 90, 20, "2"), seats=FOUR, round="operating", on_turn="M-K",
                     step="track")  # fmt: skip
    before = engine.apply(begun, engine.parse_order(begun, "lay 4 on H10 facing 0"), RED).state
    run = engine.apply(before, engine.parse_order(before, "run best"), RED)
    assert engine.ends_turn(before, run.events)
    assert (behind_the_end(before, run.state, line) is not None) == left_out
