"""Those who miss again and again: half the hours, then a bot, then an open seat; excuses; what lateness costs."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

import engine
from moderator.errands.sweep import sweep
from moderator.store.tables import Decision, PunctualityRow, Seat
from moderator.table import ladder
from moderator.table.result import points_off, result_of
from tests.moderator.house import House

GM = "boss@example.org"


@pytest.fixture(autouse=True)
def lazy(house: House) -> None:
    house.eager = False


def table(house: House, **terms: Any) -> str:
    usual = {"hours": dict.fromkeys(("auction", "stock", "operating", "merger"), 10), "grace": 2, "noshow": "default"}
    return house.game("Red", "Blue", gm=GM, terms={**usual, **terms})


def seat(house: House, game: str, name: str = "Red") -> Seat:
    with house.office.reading() as desk:
        return desk.session.scalars(select(Seat).where(Seat.game_id == game, Seat.name == name)).one()


def due(house: House, game: str) -> Decision | None:
    with house.office.reading() as desk:
        return desk.session.scalars(select(Decision).where(Decision.open, Decision.game_id == game)).first()


def told(house: House, who: str) -> str:
    return "\n".join(f"{row.data['title']}: {row.data['text']}" for row in house.outbox("notice", who))


def rest(house: House) -> None:
    for _ in range(60):
        if not sweep(house.office, lambda task, key: None if task == "deliver" else house.do(task, key)):
            return
        if not [task for task, _ in house.bells if task == "bots"] and not _due(house):
            return


def _due(house: House) -> bool:
    with house.office.reading() as desk:
        return bool(desk.decisions.due(desk.now) or desk.games.bots_due(desk.now))


def miss(house: House, game: str, name: str = "Red") -> None:
    """The player lets one decision pass; everybody else answers in time."""
    for _ in range(12):
        row = due(house, game)
        assert row is not None
        if house.row(game).mover == name:
            house.pass_time(hours=11)
            rest(house)
            house.pass_time(hours=3)
            rest(house)
            return
        order = engine.legal_orders(house.state(game))
        house.write(game, house.row(game).mover or "", "pass" if "pass" in order else order[0])
    raise AssertionError("never asked")


def test_misses_in_a_row_halve_the_hours_and_a_decision_of_ones_own_restores_them(house: House) -> None:
    game = table(house, ladder=1)
    miss(house, game)
    assert (seat(house, game).misses, seat(house, game).in_row) == (1, 1)
    assert "theirs have half the hours" in told(house, "blue@example.org")
    assert "theirs have half the hours" in told(house, "red@example.org")
    while house.row(game).mover != "Red":
        order = engine.legal_orders(house.state(game))
        house.write(game, "Blue", "pass" if "pass" in order else order[0])
    row = due(house, game)
    assert row is not None and row.allowed == 5 * 3600
    order = engine.legal_orders(house.state(game))
    assert house.write(game, "Red", "pass" if "pass" in order else order[0]).word == "ACCEPTED"
    assert (seat(house, game).misses, seat(house, game).in_row) == (1, 0)


def test_after_more_misses_a_bot_plays_until_the_player_comes_back(house: House) -> None:
    game = table(house, ladder=1)
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        play.players[0].in_row = 1
    house.pass_time(hours=11)
    rest(house)
    house.pass_time(hours=3)
    sweep(house.office, lambda task, key: house.do(task, key) if task == "deadline" else None)
    assert (seat(house, game).bot, seat(house, game).status, seat(house, game).in_row) == (True, "absent", 2)
    assert "a bot plays Red until you come back" in told(house, "red@example.org")
    assert "A bot plays until they come back" in told(house, "blue@example.org")
    assert due(house, game) is None, "no clock runs for a bot"
    assert "the seat is yours again" in house.write(game, "Red", "back").said
    assert (seat(house, game).bot, seat(house, game).status, seat(house, game).in_row) == (False, "joined", 0)
    row = due(house, game)
    assert row is not None and row.allowed == 10 * 3600
    assert "Red plays again" in told(house, "blue@example.org")


def test_an_order_brings_the_player_back_too(house: House) -> None:
    game = table(house, ladder=1)
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        red = play.players[0]
        red.bot, red.status, red.in_row = True, "absent", 2
    assert house.write(game, "Red", "bid N 5").word == "ACCEPTED"
    assert house.orders(game) == ["Red: bid N 5"]
    assert seat(house, game).status == "joined"


def test_a_seat_nobody_comes_back_to_is_open(house: House) -> None:
    game = table(house, ladder=1)
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        red = play.players[0]
        red.bot, red.status, red.in_row = True, "absent", 2
        play.call_bot(desk.now)
    # As long as its decisions and a grace would have been.
    house.pass_time(hours=13)
    house.do("bots", game)
    now = seat(house, game)
    assert (now.person_id, now.bot, now.status) == (None, True, "resigned")
    assert "the seat is open to others now" in told(house, "red@example.org")
    assert "gm replace Red by" in told(house, "blue@example.org")
    with house.office.reading() as desk:
        facts = [row.what for row in desk.session.scalars(select(PunctualityRow))]
        assert facts == ["resigned"]
    # Whoever had it may write what they like.
    assert house.write(game, "Red", "pass", sender="red@example.org").status == "dropped"


def test_a_bot_that_needs_a_second_for_its_turns_leaves_its_player_the_time_to_come_back(house: House) -> None:
    game = table(house, ladder=1)
    miss(house, game)
    miss(house, game)
    assert seat(house, game).status == "absent"
    # The others have all they want on file, so that the bot is asked again at once, and again.
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        play.players[0].in_row = 30
        ladder.stood_in(desk, play, play.players[0])
    assert seat(house, game).status == "absent", "in the very minute they read that a bot plays"
    assert "after 1 turn of the bot, and not before" in told(house, "red@example.org")
    assert "the seat is yours again" in house.write(game, "Red", "back").said


def test_without_a_ladder_nothing_of_the_kind_happens(house: House) -> None:
    game = table(house)
    for _ in range(3):
        miss(house, game)
    assert (seat(house, game).in_row, seat(house, game).bot) == (3, False)


def test_an_excused_miss_counts_nowhere(house: House) -> None:
    game = table(house, ladder=1, penalty="points", price=3)
    miss(house, game)
    assert seat(house, game).overtime == 2
    assert "is excused" in house.write(game, "GM", "gm excuse Red", sender=GM).said
    now = seat(house, game)
    assert (now.misses, now.in_row, now.overtime) == (0, 0, 0)
    with house.office.reading() as desk:
        assert [row.what for row in desk.session.scalars(select(PunctualityRow)) if row.seat_id == now.id] == [
            "excused"
        ]
    assert "excused" in told(house, "blue@example.org")
    assert house.write(game, "GM", "gm excuse Red", sender=GM).word == "NOT ACCEPTED"


def late_by(house: House, game: str, hours: float) -> None:
    house.pass_time(hours=10)
    rest(house)
    house.pass_time(hours=hours)
    house.write(game, "Red", "bid N 5")


@pytest.mark.parametrize(("hours", "begun"), [(0.1, 1), (1, 1), (1.5, 2)])
def test_hours_begun_after_the_deadline_are_counted(house: House, hours: float, begun: int) -> None:
    game = table(house, penalty="cash", price=3)
    late_by(house, game, hours)
    assert seat(house, game).overtime == begun


def test_a_penalty_in_cash_is_taken_from_the_scores_and_never_more_than_the_cash(house: House) -> None:
    game = table(house, penalty="cash", price=3)
    late_by(house, game, 1.5)
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        before = engine.scores(play.state)
        result = result_of(play)
        assert result["fines"] == {"Red": 6}
        assert result["scores"] == {**before, "Red": before["Red"] - 6}
        cash = play.state.cash_of(engine.Player("Red"))
    with house.office.desk() as desk:
        play = desk.lock(game)
        assert play is not None
        play.agree_on("price", 9999)
        assert result_of(play)["fines"] == {"Red": cash}


def test_points_off_are_for_the_tournament_and_leave_the_scores(house: House) -> None:
    game = table(house, penalty="points", price=2)
    late_by(house, game, 1.5)
    house.write(game, "GM", "gm end", sender=GM)
    house.confirm(game, "GM", sender=GM)
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None and play.result is not None
        assert points_off(play) == {"Red": 4}
        assert play.result["scores"] == engine.scores(play.state)


def test_a_game_without_a_penalty_has_the_result_of_the_rules_alone(house: House) -> None:
    game = table(house)
    late_by(house, game, 1.5)
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        assert result_of(play) == {"scores": engine.scores(play.state)}


def test_a_fine_is_shown_in_the_arithmetic_of_the_result(house: House) -> None:
    game = table(house, penalty="cash", price=3)
    late_by(house, game, 1.5)
    house.write(game, "GM", "gm end", sender=GM)
    house.confirm(game, "GM", sender=GM)
    over = house.outbox("over", "red@example.org")
    assert over and "for hours after deadlines: -" in house.text_of(over[-1])
