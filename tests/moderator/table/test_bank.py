"""Time as a budget: hours, then the bank; evenings; what calendars may add; what a moderator changes; who is told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from engine import Refused
from moderator.errands.sweep import sweep
from moderator.office.clock import terms_from
from moderator.store.tables import AuditEntry, Decision, PunctualityRow, Seat
from moderator.table.pace import PRESETS, pace_said
from moderator.table.planning import GamePlan
from tests.moderator.house import START, House
from tests.moderator.table.test_filed import at_table

HOUR = timedelta(hours=1)


def table(house: House, *lines: str, **plan: Any) -> str:
    """A game of the toy with this clock."""
    terms = dict(GamePlan("toy").and_said(lines).terms)
    return house.game("Red", "Blue", gm="boss@example.org", terms=terms, **plan)


def due(house: House, game: str) -> Decision:
    with house.office.reading() as desk:
        return desk.session.scalars(select(Decision).where(Decision.open, Decision.game_id == game)).one()


def seat(house: House, game: str, name: str = "Red") -> Seat:
    with house.office.reading() as desk:
        return desk.session.scalars(select(Seat).where(Seat.game_id == game, Seat.name == name)).one()


def gm(house: House, game: str, line: str) -> str:
    return house.write(game, "GM", line, sender="boss@example.org", deliver=False).said


def tick(house: House, **how_long: float) -> None:
    house.pass_time(**how_long)
    for _ in range(40):
        if not sweep(house.office, house.do):
            return
    raise AssertionError("the sweep never came to rest")


# ---------------------------------------------------------------------- bank


def test_hours_are_used_up_first_and_then_the_bank(house: House) -> None:
    game = table(house, "clock bank 2 days +10h auction")
    assert due(house, game).due_at == START + 58 * HOUR
    house.pass_time(hours=15)
    house.write(game, "Red", "bid N 5")
    assert seat(house, game).bank_spent == 5 * 3600
    house.write(game, "Blue", "bid N 10")
    # The next decision has its own hours again, and what is left of the bank.
    assert due(house, game).due_at == house.time + (10 + 43) * HOUR


def test_a_decision_made_early_gives_nothing_back(house: House) -> None:
    game = table(house, "clock bank 2 days +10h auction")
    house.pass_time(hours=1)
    house.write(game, "Red", "bid N 5")
    assert seat(house, game).bank_spent == 0
    assert seat(house, game, "Blue").bank_spent == 0


def test_one_decision_takes_no_more_than_the_cap(house: House) -> None:
    game = table(house, "clock bank 10 days +10h auction, at most 1 day at once")
    assert due(house, game).due_at == START + 34 * HOUR
    tick(house, hours=40)
    house.write(game, "Red", "bid N 5")
    assert seat(house, game).bank_spent == 24 * 3600


def test_an_empty_bank_leaves_the_hours_and_the_games_rule(house: House) -> None:
    game = table(house, "clock bank 5h +10h auction", "grace 6", "late default")
    tick(house, hours=16)
    assert due(house, game).stage == "late"
    tick(house, hours=6)
    assert house.orders(game) == ["Red: pass"]
    assert seat(house, game).bank_spent == 5 * 3600


def test_an_extension_costs_the_bank_nothing(house: House) -> None:
    game = table(house, "clock bank 2 days +10h auction")
    gm(house, game, "gm extend 6h")
    house.pass_time(hours=15)
    house.write(game, "Red", "bid N 5")
    assert seat(house, game).bank_spent == 0


def test_a_pause_costs_the_bank_nothing(house: House) -> None:
    game = table(house, "clock bank 2 days +10h auction")
    house.pass_time(hours=12)
    gm(house, game, "gm pause")
    house.pass_time(days=9)
    gm(house, game, "gm resume")
    house.pass_time(hours=1)
    house.write(game, "Red", "bid N 5")
    assert seat(house, game).bank_spent == 3 * 3600


def test_time_is_the_players_own_in_the_bank_too(house: House) -> None:
    game = table(house, "clock bank 2 days +10h auction")
    house.write(game, "Red", "hours 12:00-20:00")
    # Eight hours on the first day, two on the second, then six of the bank.
    house.pass_time(hours=24 + 8)
    house.write(game, "Red", "bid N 5")
    assert seat(house, game).bank_spent == 6 * 3600


def test_what_was_taken_back_costs_nobody(house: House) -> None:
    game = table(house, "clock bank 2 days +10h auction")
    house.write(game, "Red", "bid N 5")
    house.pass_time(hours=20)
    house.write(game, "Red", "undo")
    assert seat(house, game, "Blue").bank_spent == 0


def test_whoever_must_move_knows_what_it_costs_and_what_is_left(house: House) -> None:
    game = table(house, "clock bank 2 days +10h auction")
    house.deliver()
    asked = " ".join(house.text_of(house.outbox("move", "red@example.org")[-1]).split())
    assert "Until Mon 16 November 2026, 22:00 it costs you nothing" in asked
    assert "2 days are left" in asked
    house.pass_time(hours=20)
    answer = " ".join(house.write(game, "Red", "clock").text.split())
    assert "Red has 38 hours in the bank." in answer and "Blue has 2 days in the bank." in answer


def test_everybody_sees_the_banks_in_a_report(house: House) -> None:
    game = table(house, "clock bank 2 days +10h auction")
    house.write(game, "Blue", "reports full")
    house.write(game, "Red", "pass")
    shown = [house.text_of(row) for row in house.outbox() if row.kind in ("report", "move") and "blue" in row.recipient]
    assert any("bank" in text for text in shown)


def test_a_game_without_a_bank_goes_on_as_before(house: House) -> None:
    game = house.game("Red", "Blue", terms={"hours": {"auction": 10}})
    assert (due(house, game).allowed, due(house, game).banked) == (36000, 0)
    house.pass_time(hours=9)
    house.write(game, "Red", "bid N 5")
    assert (seat(house, game).bank_spent, seat(house, game).waited) == (0, 0)


# ---------------------------------------------------------------------- evenings


def test_deadlines_wait_for_the_evening_of_a_day_that_counts(house: House) -> None:
    game = table(house, "clock evening 21:00 Europe/Berlin", "hours 24", "weekdays Mon-Fri")
    # Monday 13:00 in Berlin, a day: Tuesday 21:00.
    assert due(house, game).due_at == datetime(2026, 11, 17, 20, 0, tzinfo=UTC)
    house.time = datetime(2026, 11, 19, 19, 0, tzinfo=UTC)
    house.write(game, "Red", "bid N 5")
    # Thursday 20:00 and a day is Friday 20:00: that evening.
    assert due(house, game).due_at == datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
    house.time = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
    house.write(game, "Blue", "bid N 10")
    # Friday 20:00 and a day of weekdays is Monday 20:00.
    assert due(house, game).due_at == datetime(2026, 11, 23, 20, 0, tzinfo=UTC)


def test_an_evening_is_enforced_when_it_was_told(house: House) -> None:
    game = table(house, "clock evening 21:00 Europe/Berlin", "hours 24")
    house.write(game, "Red", "zone Europe/Berlin")
    assert "17 November 2026, 21:00" in " ".join(house.write(game, "Red", "status").text.split())
    house.time = datetime(2026, 11, 17, 19, 59, tzinfo=UTC)
    tick(house)
    assert due(house, game).stage == "running"
    house.time = datetime(2026, 11, 17, 20, 0, tzinfo=UTC)
    tick(house)
    assert due(house, game).stage == "late"


# ---------------------------------------------------------------------- what calendars may add


def test_a_cap_over_hours_days_and_absences_together(house: House) -> None:
    game = table(house, "hours 24", "allow 2 days")
    house.write(game, "Red", "hours 12:00-20:00")
    # Sixteen hours are put off each night: three nights are two days.
    assert due(house, game).due_at == START + timedelta(hours=24 + 32)
    house.write(game, "Red", "away 2026-11-17 to 2026-11-25")
    # Eight hours today; then two days are used up on Wednesday at 20:00, and sixteen hours follow.
    assert due(house, game).due_at == START + timedelta(hours=8 + 48 + 16)


def test_the_cap_is_over_the_whole_game(house: House) -> None:
    game = table(house, "hours 24", "allow 2 days")
    house.write(game, "Red", "hours 12:00-20:00")
    house.pass_time(hours=48)
    house.write(game, "Red", "bid N 5")
    assert seat(house, game).waited == 32 * 3600
    house.write(game, "Blue", "bid N 10")
    # One night is left, then the clock runs around the clock.
    assert due(house, game).due_at == house.time + 40 * HOUR


def test_lifting_the_cap_moves_the_deadline_and_tells_it(house: House) -> None:
    game = table(house, "hours 24", "allow 1 day")
    house.write(game, "Red", "away 2026-11-17 to 2026-11-19")
    before = due(house, game).due_at
    gm(house, game, "gm allow any")
    after = due(house, game).due_at
    assert before is not None and after is not None and after > before
    told = house.outbox("deadline", "blue@example.org")[-1].data["text"]
    assert "It was due Wed 18 Nov 12:00 UTC; it is now due Fri 20 Nov 12:00 UTC." in told


# ---------------------------------------------------------------------- what a moderator changes


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        ("gm hours 12", "Auction 24", "12 hours for each decision"),
        ("gm grace 6", "24 hours of grace", "6 hours of grace"),
        ("gm late default", "waits", "safe order"),
        ("gm allow 20 days", "without limit", "20 days"),
        ("gm penalty cash 5", "Lateness costs nothing.", "costs 5"),
        ("gm penalty points 2", "Lateness costs nothing.", "points of the tournament: 2"),
        ("gm ladder 3", "There is no ladder", "After 3 misses"),
        ("gm reminders 80%", "50%, 90%", "80%"),
        ("gm clock bank 3 days +12h auction", "no bank", "a bank of 3 days"),
        ("gm clock evening 20:30 Asia/Seoul", "no bank", "20:30 Asia/Seoul"),
        ("gm clock brisk", "no bank", "a bank of 4 days"),
    ],
)
def test_each_term_is_changed_told_with_old_and_new_value_and_logged(
    house: House, line: str, old: str, new: str
) -> None:
    game = table(house)
    assert new in gm(house, game, line)
    told = [
        row.data["text"] for row in house.outbox() if row.kind in ("notice", "deadline") and "blue" in row.recipient
    ]
    assert old in told[-1] and new in told[-1]
    with house.office.reading() as desk:
        entry = desk.session.scalars(select(AuditEntry).order_by(AuditEntry.id.desc())).first()
        assert entry is not None and entry.game_id == game and old in entry.detail["old"] and new in entry.detail["new"]


NONSENSE = (
    *("clock bank -3 days", "clock bank", "clock bank 10 days +5h tea", "clock bank 0h", "clock bank 999 days"),
    *(
        "clock evening",
        "clock evening 25:00 UTC",
        "clock evening 21:00 Mars/Olympus",
        "clock warp",
        "clock steady please",
    ),
    *("penalty -5", "penalty much", "allow -2 days", "allow 0 days", "allow 9999 days", "ladder 0.5", "ladder 99"),
    *("reminders 200%", "reminders 0%", "reminders -5%", "reminders 10% 20% 30% 40% 50% 60%", "hours 0", "hours -4"),
)


@pytest.mark.parametrize("line", NONSENSE)
def test_nonsense_in_a_new_game_gets_one_sentence(line: str) -> None:
    with pytest.raises(Refused) as refused:
        GamePlan("toy").and_said([line])
    assert refused.value.instead and len(str(refused.value.message)) < 200


def test_nonsense_of_a_moderator_changes_nothing(house: House) -> None:
    house.eager = False
    game = table(house)
    before = house.row(game).terms, due(house, game).due_at
    for line in NONSENSE:
        house.pass_time(minutes=1)
        assert house.write(game, "GM", f"gm {line}", sender="boss@example.org").word == "NOT ACCEPTED", line
    assert (house.row(game).terms, due(house, game).due_at) == before


def test_a_gift_for_the_bank_of_whoever_must_move_counts_at_once(house: House) -> None:
    game = table(house, "clock bank 1 day +10h auction")
    assert "had 24 hours in the bank and has 3 days now" in gm(house, game, "gm bank +48h Red")
    assert due(house, game).due_at == START + (10 + 24 + 48) * HOUR
    assert "It was due" in house.outbox("deadline", "blue@example.org")[-1].data["text"]
    # What is taken is taken from what comes later: nobody loses time they have.
    gm(house, game, "gm bank -72h Red")
    assert due(house, game).due_at == START + (10 + 24 + 48) * HOUR


def test_a_gift_for_somebody_late_counts_from_now(house: House) -> None:
    game = table(house, "clock bank 5h +10h auction")
    tick(house, hours=20)
    assert due(house, game).stage == "late"
    gm(house, game, "gm bank +6h Red")
    assert (due(house, game).stage, due(house, game).due_at) == ("running", house.time + 6 * HOUR)
    house.pass_time(hours=2)
    house.write(game, "Red", "bid N 5")
    # The five of the bank, and two of the gift.
    assert seat(house, game).bank_spent == (5 + 2 - 6) * 3600


def test_no_more_is_taken_out_of_a_bank_than_is_in_it(house: House) -> None:
    game = table(house, "clock bank 1 day +10h auction")
    assert "Blue had 24 hours in the bank and has 0 hours now." in gm(house, game, "gm bank -300h Blue")
    assert "Blue had 0 hours in the bank and has 48 hours now." in gm(house, game, "gm bank +48h Blue").replace(
        "2 days", "48 hours"
    )


def test_what_an_open_decision_has_taken_is_no_debt_of_a_bank_that_is_emptied(house: House) -> None:
    game = table(house, "clock bank 1 day +10h auction")
    house.pass_time(hours=30)
    assert "Red had 4 hours in the bank and has 0 hours now." in gm(house, game, "gm bank -300h Red")
    house.pass_time(hours=2)  # the time of the decision they have to make stays theirs
    house.write(game, "Red", "bid N 5")
    assert seat(house, game).bank_spent == 24 * 3600, "nobody owes time"
    assert "Red had 0 hours in the bank and has 6 hours now." in gm(house, game, "gm bank +6h Red")


def test_a_bank_that_is_empty_gives_no_time(house: House) -> None:
    game = table(house, "clock bank 1 day +10h auction")
    assert "on it comes out of the bank" in house.write(game, "Red", "clock").text
    gm(house, game, "gm bank -24h Red")
    told = house.write(game, "Red", "clock").text
    assert "Red has 0 hours in the bank." in told and "comes out of the bank" not in told


def test_who_has_no_bank_left_is_not_told_that_time_comes_out_of_it(house: House) -> None:
    game = table(house, "clock bank 5h +10h auction")
    house.pass_time(hours=14)
    house.pass_time(minutes=59)
    house.write(game, "Red", "bid N 5")
    gm(house, game, "gm bank -5h Red")
    house.write(game, "Blue", "bid N 10")
    asked = " ".join(house.text_of(house.outbox("move", "red@example.org")[-1]).split())
    assert "Your bank of time is empty." in asked and "Time comes out of your bank" not in asked
    gm(house, game, "gm bank +5h Red")
    told = " ".join(house.write(game, "Red", "clock").text.split())
    assert "it costs you nothing; then time comes out of your bank" in told, "the hours of the decision come first"
    gm(house, game, "gm deadline 2026-11-26 12:00")
    told = " ".join(house.write(game, "Red", "clock").text.split())
    assert "comes out of your bank" not in told, "a moment set by hand costs no bank anything"


def test_who_is_late_has_nothing_left_in_the_bank(house: House) -> None:
    game = table(house, "clock bank 5h +10h auction")
    tick(house, hours=16)
    assert "Red has 0 hours in the bank." in house.write(game, "Blue", "clock").text
    assert "Red had 0 hours in the bank and has 6 hours now." in gm(house, game, "gm bank +6h Red")


def test_a_deadline_set_by_hand_costs_no_bank_anything(house: House) -> None:
    game = table(house, "clock bank 2 days +10h auction")
    gm(house, game, "gm deadline 2026-11-26 12:00")
    house.pass_time(hours=30)
    told = house.write(game, "Blue", "clock").text
    assert "comes out of the bank" not in told and "Red has 2 days in the bank." in told
    house.write(game, "Red", "bid N 5")
    assert seat(house, game).bank_spent == 0


def test_no_change_of_the_clock_takes_time_from_whoever_must_move(house: House) -> None:
    game = table(house, "clock bank 10 days +10h auction")
    before = due(house, game).due_at
    for line in ("gm clock hours", "gm clock brisk", "gm clock bank 1h +1h auction"):
        gm(house, game, line)
        now = due(house, game).due_at
        assert now is not None and before is not None and now >= before


def test_a_game_without_a_bank_has_nothing_to_give(house: House) -> None:
    game = table(house)
    assert house.write(game, "GM", "gm bank +48h Red", sender="boss@example.org").word == "NOT ACCEPTED"


# ---------------------------------------------------------------------- told before anybody joins


@pytest.mark.parametrize("name", PRESETS)
def test_a_pace_by_its_name_is_told_in_the_invitation(house: House, name: str) -> None:
    game = table(house, f"clock {name}", start=False)
    assert f"The pace is {name}." in house.write(game, "Red", "status").text
    row = next(row for row in house.outbox("invitation") if row.recipient.startswith("red"))
    said = " ".join(house.text_of(row).split())
    assert f"The pace is {name}." in said and "a bank of" in said


def test_a_pace_is_told_in_words_of_the_reader(house: House) -> None:
    game = table(house, "clock steady", start=False)
    assert "Le rythme est régulier (`clock steady`)." in house.write(game, "Red", "language fr\nstatus").text


def test_later_lines_win_over_a_pace() -> None:
    plan = GamePlan("1861").and_said(["clock steady", "hours auction 6", "grace 3"])
    terms = terms_from(plan.terms)
    assert (terms.bank, terms.grace, terms.hours["auction"], terms.hours["stock"]) == (240, 3, 6, 24)
    assert "a bank of 10 days" in " ".join(map(str, pace_said(terms, "1861")))


# ---------------------------------------------------------------------- reminders of one's own


def test_reminders_come_at_parts_of_the_hours_and_then_of_the_bank(house: House) -> None:
    table(house, "clock bank 20h +10h auction", "reminders 50%")
    for hours, many in ((4, 0), (2, 1), (12, 1), (3, 2), (8, 2)):
        tick(house, hours=hours)
        assert len(house.outbox("reminder", "red@example.org")) == many


def test_ones_own_reminders_outrank_the_games(house: House) -> None:
    game = table(house)
    house.write(game, "Red", "reminders 10% 20% 30%")
    tick(house, hours=3)
    assert len(house.outbox("reminder", "red@example.org")) == 1
    tick(house, hours=2)
    assert len(house.outbox("reminder", "red@example.org")) == 2
    house.write(game, "Red", "reminders 90%")
    tick(house, hours=10)
    assert len(house.outbox("reminder", "red@example.org")) == 2


def test_no_reminders_says_what_that_means_and_leaves_the_late_notice(house: House) -> None:
    game = table(house)
    assert "told when you are late" in house.write(game, "Red", "reminders none").said
    tick(house, hours=23.9)
    assert house.outbox("reminder") == []
    tick(house, hours=1)
    assert len(house.outbox("late", "red@example.org")) == 1
    assert "as each game has it" in house.write(game, "Red", "reminders usual").said


@pytest.mark.parametrize("line", ["reminders 200%", "reminders soon", "reminders", "reminders -1"])
def test_reminders_that_are_none_are_refused(house: House, line: str) -> None:
    game = table(house)
    assert house.write(game, "Red", line).word == "NOT ACCEPTED"


def test_a_bot_has_no_bank_that_anybody_need_know(house: House) -> None:
    game = table(house, "clock bank 10 days", bots=("Green",))
    said = " ".join(house.write(game, "Red", "clock").text.split())
    assert "Blue has 10 days in the bank." in said and "Green has" not in said, said


# ---------------------------------------------------------------------- undo


def test_an_undo_within_ones_turn_gives_no_new_time(house: House) -> None:
    game = at_table(house)
    mover = str(house.row(game).mover)
    before = due(house, game).due_at
    assert before is not None
    set_to = before - 40 * HOUR
    house.write(game, "GM", f"gm deadline {set_to:%Y-%m-%d %H:%M}", sender="boss@example.org", deliver=False)
    house.confirm(game, "GM", sender="boss@example.org")
    house.pass_time(hours=2)
    assert house.write(game, mover, "sell 1 CPR", deliver=False).word == "ACCEPTED"
    assert house.row(game).mover == mover
    assert house.write(game, mover, "undo", deliver=False).word == "ACCEPTED"
    row = due(house, game)
    assert (row.due_at, row.turn) == (set_to, house.row(game).turn)


def test_an_undo_of_a_turn_that_was_over_takes_up_its_time_again(house: House) -> None:
    game = table(house, "clock bank 2 days +10h auction")
    house.pass_time(hours=15)
    house.write(game, "Red", "bid N 5", deliver=False)
    assert seat(house, game).bank_spent == 5 * 3600
    house.pass_time(hours=3)
    house.write(game, "Red", "undo", deliver=False)
    assert seat(house, game).bank_spent == 0
    # What Blue had of it is no time of Red's.
    assert due(house, game).due_at == START + (58 + 3) * HOUR
    house.pass_time(hours=1)
    house.write(game, "Red", "bid N 5", deliver=False)
    assert seat(house, game).bank_spent == 6 * 3600
    with house.office.reading() as desk:
        facts = desk.session.scalars(select(PunctualityRow)).all()
    assert [fact.what for fact in facts] == ["on time"], "one decision is written down once"


def test_who_was_late_and_takes_it_back_is_as_late_as_before(house: House) -> None:
    game = table(house, "hours 10", "grace 24", "penalty points 1")
    tick(house, hours=12)
    house.write(game, "Red", "bid N 5", deliver=False)
    assert seat(house, game).overtime == 2
    house.pass_time(hours=5)
    house.write(game, "Red", "undo", deliver=False)
    row = due(house, game)
    assert (row.stage, seat(house, game).overtime) == ("late", 0)
    assert row.due_at == START + (10 + 5) * HOUR
    house.write(game, "Red", "bid N 5", deliver=False)
    assert seat(house, game).overtime == 2


def test_terms_that_move_no_deadline_are_told_as_no_new_one(house: House) -> None:
    game = table(house, "hours 48", "grace 24")
    house.pass_time(minutes=63, seconds=0.4)
    assert "24 hours of grace; it is now: no grace" in gm(house, game, "gm grace 0")
    assert not house.outbox("deadline")
    assert [row.data["title"] for row in house.outbox("notice", "red@example.org")] == ["Terms changed"]
