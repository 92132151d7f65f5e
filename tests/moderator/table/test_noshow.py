"""Who does not move in time: what is played for them in each kind of round of both titles, and who is told."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

import engine
from engine import Refused
from moderator.errands.sweep import meet_deadline
from moderator.office.clock import terms_from
from moderator.store.tables import AuditEntry
from moderator.table.deadlines import open_decision
from moderator.table.onward import go_on
from moderator.table.planning import GamePlan
from moderator.table.playing import play_order
from tests.moderator.house import House, open_house, settings_for
from tests.moderator.positions import bring
from tests.printed import TITLES, first_draws

There = Callable[[Any], bool]


@pytest.fixture
def real(tmp_path: Path, empty_database: Path) -> Iterator[House]:
    shutil.copy(empty_database, tmp_path / "waybill.sqlite")
    made = open_house(settings_for(tmp_path), migrated=True)
    made.eager = False
    yield made
    made.office.close()


def at_table(house: House, title: str, there: There, **terms: Any) -> str:
    game = house.game("Red", "Green", "Blue", gm="boss@example.org", title=title, drawn=first_draws(title), terms=terms)
    bring(house, game, lambda state: there(state))
    return game


def let_it_pass(house: House, game: str) -> list[str]:
    """The deadline and the grace pass without a mail; the orders played for the player, in order."""
    before, steps = house.row(game).seq, []
    with house.office.reading() as desk:
        row = open_decision(desk, game)
        assert row is not None
        number = row.id
    for _ in range(4):
        house.pass_time(hours=49)
        steps.append(meet_deadline(house.office, number))
        if steps[-1] == "missed":
            break
    assert steps[-2:] == ["late", "missed"]
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        return [move.order for move in play.moves(before) if move.how == "default"]


def misses(house: House, game: str, name: str) -> int:
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        seat = play.seat(name)
        assert seat is not None
        assert (
            len(
                desk.session.scalars(
                    select(AuditEntry).where(AuditEntry.game_id == game, AuditEntry.what == "missed")
                ).all()
            )
            == 1
        )
        return seat.misses


def told(house: House, seat: str) -> str:
    return "\n".join(f"{row.data['title']}: {row.data['text']}" for row in house.outbox("notice", seat))


def kind(name: str) -> There:
    return lambda state: engine.round_kind(state) == name and "pass" in engine.legal_orders(state)


@pytest.mark.parametrize(
    ("title", "round_"),
    [("1861", "auction"), ("1861", "stock"), ("1861", "merger"), ("1882", "auction"), ("1882", "stock")],
)
def test_auction_stock_and_merger_are_passed(real: House, title: str, round_: str) -> None:
    game = at_table(real, title, kind(round_), noshow="default")
    mover = real.row(game).mover or ""
    assert let_it_pass(real, game) == ["pass"]
    assert misses(real, game, mover) == 1
    for seat in ("red@example.org", "green@example.org", "blue@example.org", "boss@example.org"):
        assert f"{mover} did not move in time (miss 1). Played by default: pass." in told(real, seat)
    with real.office.reading() as desk:
        row = open_decision(desk, game)
        assert row is not None
        assert row.due_at is not None
        assert row.due_at > real.time, "whoever is next has their own full time"


@pytest.mark.parametrize("title", TITLES)
def test_a_company_lays_no_track_runs_its_best_and_pays_as_last_time(real: House, title: str) -> None:
    def there(state: Any) -> bool:
        orders = engine.legal_orders(state)
        company = engine.company_on_turn(state)
        runs = company and state.trains.get(company) and state.last_run.get(company)
        public = company and state.title.companies[company].kind.traded
        return bool(runs and public) and any(order.startswith("lay ") for order in orders)

    game = at_table(real, title, there, noshow="default")
    state = real.state(game)
    company, before = engine.company_on_turn(state), dict(state.board.tiles)
    played = let_it_pass(real, game)
    after = real.state(game)
    assert dict(after.board.tiles) == before
    runs = [order for order in played if order.startswith("run ")]
    assert len(runs) == 1
    assert runs[0] != "run none"
    assert "pay" in played
    assert not any(order.startswith("train ") for order in played), "only compulsory trains"
    assert after.last_run[company] > 0


def test_the_last_dividend_choice_is_that_companys_own(real: House) -> None:
    """Another company's choice in between does not count."""

    def there(state: Any) -> bool:
        return {"pay", "withhold"} <= set(engine.legal_orders(state)) and state.last_run.get(
            engine.company_on_turn(state), 0
        ) > 0

    game = at_table(real, "1882", there, noshow="default")
    company = engine.company_on_turn(real.state(game))
    with real.office.desk() as desk:
        play = desk.lock(game)
        mover = play.seat(play.row.mover)
        assert mover is not None
        play_order(desk, play, mover, "withhold", "test", None)
        go_on(desk, play)
    bring(
        real, game, lambda state: engine.company_on_turn(state) == company and "withhold" in engine.legal_orders(state)
    )
    assert "withhold" in let_it_pass(real, game)


@pytest.mark.parametrize("title", TITLES)
def test_a_train_that_must_be_bought_is_bought(real: House, title: str) -> None:
    def there(state: Any) -> bool:
        orders = engine.legal_orders(state)
        return any(order.startswith("train ") for order in orders) and not {"pass", "done"} & set(orders)

    game = at_table(real, title, there, noshow="default")
    company = engine.company_on_turn(real.state(game))
    assert real.state(game).trains_of(company) == ()
    played = let_it_pass(real, game)
    assert played[0].startswith("train ")
    assert len(real.state(game).trains_of(company)) == 1


def test_a_game_that_waits_plays_nothing_and_says_what_its_moderator_may_do(real: House) -> None:
    game = at_table(real, "1861", kind("stock"))
    mover = real.row(game).mover or ""
    assert let_it_pass(real, game) == []
    assert real.row(game).mover == mover
    assert misses(real, game, mover) == 1
    for seat in ("red@example.org", "green@example.org", "blue@example.org", "boss@example.org"):
        assert "gm process turn" in told(real, seat)


def test_a_game_without_a_moderator_waits_for_nobody(real: House) -> None:
    game = real.game("Red", "Green", "Blue", title="1861")
    assert let_it_pass(real, game) == ["pass"]


@pytest.mark.parametrize("late", ["standing", "default"])
def test_what_is_held_after_an_undo_speaks_when_the_deadline_passes_where_the_rule_says_so(
    real: House, late: str
) -> None:
    game = real.game("Red", "Green", "Blue", gm="boss@example.org", title="1861", terms={"noshow": late})
    real.write(game, "Red", "bid TSR up to 50 then pass")
    bid = real.orders(game)[-1].removeprefix("Red: ")
    assert bid.startswith("bid TSR")
    assert "held in this turn: 1: bid TSR up to 50" in real.write(game, "Red", "undo").said
    until = "you move or the deadline passes." if late == "standing" else "you move."
    for question in ("orders", "why 1"):
        assert f"Held in this turn until {until}" in " ".join(real.write(game, "Red", question).text.split())
    by_default = let_it_pass(real, game)
    assert by_default == ([] if late == "standing" else ["pass"])
    assert real.orders(game)[-1].removeprefix("Red: ") == (by_default or [bid])[0]
    own = f"Your order 1 on file was played: {bid}."
    assert (own in told(real, "red@example.org")) == (late == "standing")
    assert own not in told(real, "green@example.org") + told(real, "boss@example.org")


def test_orders_on_file_speak_for_who_does_not(real: House) -> None:
    """With the rule `standing` a limit that was reached is kept to; what nothing on file answers is played safely."""
    game = real.game("Red", "Green", "Blue", gm="boss@example.org", title="1861", terms={"noshow": "standing"})
    real.write(game, "Green", "bid TSR up to 25 then ask")
    real.write(game, "Red", "bid TSR 30")
    assert real.row(game).mover == "Green"
    asked = real.text_of(real.outbox("move", "green@example.org")[-1])
    assert "your orders on file are played" in " ".join(asked.split())
    assert let_it_pass(real, game) == ["pass"]
    assert real.row(game).mover == "Blue"
    real.pass_time(seconds=1)
    with real.office.reading() as desk:
        row = open_decision(desk, game)
        assert row is not None
        number = row.id
    real.pass_time(hours=30)
    meet_deadline(real.office, number)
    meet_deadline(real.office, number)
    real.pass_time(hours=30)
    assert meet_deadline(real.office, number) == "missed"
    assert real.row(game).mover != "Blue", "nothing on file: a safe order"


def test_the_clock_of_a_new_game_is_written_with_its_seats() -> None:
    lines = ["player Red: red@example.org", "bot Blue", "hours 48", "hours auction 12", "grace 6", "late standing"]
    plan = GamePlan("1861", gm="boss@example.org").and_said([*lines, "weekdays Mon-Fri"])
    terms = terms_from(plan.terms)
    assert (terms.allowance("auction"), terms.allowance("stock")) == (timedelta(hours=12), timedelta(hours=48))
    assert (terms.grace, terms.noshow, terms.weekdays) == (6, "standing", "Mon-Fri")
    for wrong in ("hours 0", "late never", "weekdays Caturday", "grace soon"):
        with pytest.raises(Refused):
            GamePlan("1861").and_said([wrong])
