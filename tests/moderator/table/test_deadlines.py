"""Deadlines as players live them: reminded, late, missed, paused, away, given time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from moderator.errands.sweep import sweep
from moderator.store.tables import Absence, Decision
from moderator.table import announce
from tests.moderator.house import START, House, text_of


def due(house: House) -> Decision:
    with house.office.reading() as desk:
        from sqlalchemy import select

        return desk.session.scalars(select(Decision).where(Decision.open)).one()


def tick(house: House, **how_long: float) -> None:
    """Time passes and the sweep looks around until nothing is due."""
    house.pass_time(**how_long)
    for _ in range(20):
        if not sweep(house.office, house.do):
            return
    raise AssertionError("the sweep never came to rest")


def test_a_decision_has_the_hours_of_its_kind_of_round(house: House) -> None:
    game = house.game("Red", "Blue", terms={"hours": {"auction": 10, "operating": 30}})
    assert due(house).due_at == START + timedelta(hours=10)
    house.write(game, "Red", "pass")
    assert due(house).due_at == START + timedelta(hours=30)


def test_the_mover_is_reminded_then_late_then_the_moderator_is_asked(house: House) -> None:
    house.game("Red", "Blue", gm="boss@example.org")
    tick(house, hours=12.5)
    assert len(house.outbox("reminder", "red@example.org")) == 1
    tick(house, hours=11)
    assert len(house.outbox("reminder")) == 2
    tick(house, hours=1)
    assert "You can still move until" in text_of(house.outbox("late", "red@example.org")[0])
    tick(house, hours=24)
    asked = [row for row in house.outbox("notice", "boss@example.org") if "did not move" in row.subject]
    assert "gm process turn 1" in text_of(asked[0])
    assert due(house).stage == "missed"
    tick(house, hours=300)
    assert len(house.outbox("late")) == 1


def test_a_game_may_play_a_safe_order_for_who_does_not_move(house: House) -> None:
    game = house.game("Red", "Blue", terms={"noshow": "default"})
    tick(house, hours=49)
    tick(house, hours=1)
    assert house.orders(game)[0] == "Red: pass"
    # Told along with what followed from it, in one mail.
    assert "Played by default: pass" in text_of(house.outbox("report", "blue@example.org")[-1])
    # The next decision has its own full time.
    assert due(house).turn == 2


def test_a_reminder_slept_through_is_not_sent_after_the_deadline(house: House) -> None:
    house.game("Red", "Blue")
    tick(house, hours=25)
    assert house.outbox("reminder", "red@example.org") == [] or len(house.outbox("reminder")) <= 1
    assert len(house.outbox("late", "red@example.org")) == 1


def test_an_order_closes_the_clock(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "bid N 5")
    tick(house, hours=23)
    assert all(row.recipient == "blue@example.org" for row in house.outbox("reminder"))


def test_quiet_hours_and_weekends_stop_the_movers_clock(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "zone Europe/Paris\nhours 08:00-20:00\nweekdays Mon-Fri")
    # Monday 13:00 in Paris: 7 hours that day, 12 on Tuesday, 5 on Wednesday.
    assert due(house).due_at == datetime(2026, 11, 18, 12, 0, tzinfo=UTC)


def test_an_announced_absence_stops_the_clock_within_the_allowance(house: House) -> None:
    game = house.game("Red", "Blue", terms={"absence_days": 5})
    assert house.write(game, "Red", "away 2026-11-17 to 2026-11-18").word == "ACCEPTED"
    assert due(house).due_at == START + timedelta(hours=72)
    assert house.write(game, "Red", "away 2026-12-01 to 2026-12-09").word == "NOT ACCEPTED"
    house.pass_time(hours=30)
    house.write(game, "Red", "back")
    assert due(house).due_at == START + timedelta(hours=42)


def test_a_pause_costs_nobody_time(house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org")
    house.pass_time(hours=10)
    house.write(game, "GM", "gm pause", sender="boss@example.org")
    assert due(house).due_at is None
    tick(house, hours=100)
    assert house.outbox("late") == []
    house.write(game, "GM", "gm resume", sender="boss@example.org")
    assert due(house).due_at == house.time + timedelta(hours=14)
    house.write(game, "GM", "gm extend 6h", sender="boss@example.org")
    assert due(house).due_at == house.time + timedelta(hours=20)
    house.write(game, "GM", "gm deadline 2026-12-24 18:00", sender="boss@example.org")
    assert due(house).due_at == datetime(2026, 12, 24, 18, 0, tzinfo=UTC)


def test_a_much_earlier_deadline_waits_for_a_word(house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org", terms={"hours": {"auction": 240}})
    before, soon = due(house).due_at, f"{house.time + timedelta(hours=100):%Y-%m-%d %H:%M}"
    assert before is not None
    asked = house.write(game, "GM", f"gm deadline {soon}", sender="boss@example.org")
    assert asked.word == "CONFIRM" and due(house).due_at == before and house.outbox("deadline") == []
    told = " ".join(text_of(house.outbox("confirm", "boss@example.org")[-1]).split())
    assert f"{before:%H:%M} UTC and would have until" in told
    house.confirm(game, "GM", sender="boss@example.org")
    assert due(house).due_at == house.time + timedelta(hours=100)
    # Less than half of the time taken, and more than an hour left: that needs no word.
    later = f"{house.time + timedelta(hours=60):%Y-%m-%d %H:%M}"
    assert house.write(game, "GM", f"gm deadline {later}", sender="boss@example.org").word == "ACCEPTED"
    # Less than an hour is always asked about, and no word outlives the decision it was for.
    house.pass_time(hours=58.8)
    little = f"{house.time + timedelta(minutes=50):%Y-%m-%d %H:%M}"
    assert house.write(game, "GM", f"gm deadline {little}", sender="boss@example.org").word == "CONFIRM"
    house.write(game, "Red", "bid N 5")
    assert "moved on" in house.confirm(game, "GM", sender="boss@example.org").text


def test_only_the_moderator_moderates(house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org")
    answer = house.write(game, "Red", "gm pause")
    assert answer.word == "NOT ACCEPTED"
    assert house.row(game).paused_at is None


def test_the_moderator_takes_back_plays_for_others_and_replaces(house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org")
    house.write(game, "Red", "bid N 5")
    house.write(game, "GM", "gm as Blue\nbid N 10\nend as", sender="boss@example.org")
    assert house.orders(game) == ["Red: bid N 5", "Blue: bid N 10"]
    house.write(game, "GM", "gm undo to 0", sender="boss@example.org")
    house.confirm(game, "GM", sender="boss@example.org")
    assert house.row(game).mover == "Red"
    house.write(game, "GM", "gm replace Red by new@example.org", sender="boss@example.org")
    assert house.write(game, "Red", "pass", sender="red@example.org").status == "parked"
    assert house.write(game, "Red", "pass", sender="new@example.org").word == "NOT ACCEPTED", "not before they say yes"
    assert house.write(game, "Red", "join\npass", sender="new@example.org").word == "ACCEPTED"


def test_an_offer_lapses(house: House) -> None:
    game = house.game("Red", "Blue", terms={"offer_hours": 12})
    house.write(game, "Red", "pass")
    house.write(game, "Red", "propose give 1 to Blue")
    tick(house, hours=13)
    answer = house.write(game, "Blue", "accept 1")
    assert answer.word == "NOT ACCEPTED"
    assert "lapsed" in answer.text


def test_a_daily_summary_comes_once_a_day_in_ones_own_zone(house: House) -> None:
    game = house.game("Red", "Blue", "Green")
    house.write(game, "Green", "zone Europe/Paris\nreports daily 07:00")
    house.write(game, "Red", "bid N 5")
    assert house.outbox("report", "green@example.org")[1:] == []
    tick(house, hours=17.9)
    before = len(house.outbox("day", "green@example.org"))
    tick(house, hours=0.2)
    assert len(house.outbox("day", "green@example.org")) == before + 1
    tick(house, hours=1)
    assert len(house.outbox("day", "green@example.org")) == before + 1


@pytest.mark.parametrize(
    "order", ["away tomorrow", "zone Mars/Olympus", "hours late", "reports sometimes", "language xx"]
)
def test_what_cannot_be_arranged_is_refused_with_an_example(house: House, order: str) -> None:
    answer = house.write(house.game("Red", "Blue"), "Red", order)
    assert answer.word == "NOT ACCEPTED"
    with house.office.reading() as desk:
        assert desk.session.query(Absence).count() == 0


def gm(house: House, game: str, order: str) -> str:
    return house.write(game, "GM", order, sender="boss@example.org").word


def test_reminders_slept_through_together_are_one_mail(house: House) -> None:
    house.game("Red", "Blue")
    tick(house, hours=23)
    assert len(house.outbox("reminder", "red@example.org")) == 1


def test_who_is_late_gains_nothing_by_moving_house_or_going_away(house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org")
    tick(house, hours=25)
    for order in ("zone Asia/Tokyo", "hours 08:00-09:00", "away 2026-11-17 to 2026-11-25"):
        house.write(game, "Red", order)
        assert (due(house).stage, due(house).due_at) == ("late", START + timedelta(hours=24))
    tick(house, hours=23)
    assert due(house).stage == "missed"


def test_a_pause_neither_shortens_nor_renews_the_grace(house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org")
    tick(house, hours=34)
    gm(house, game, "gm pause")
    tick(house, hours=100)
    assert due(house).stage == "late"
    gm(house, game, "gm resume")
    tick(house, hours=13.9)
    assert due(house).stage == "late"
    tick(house, hours=0.2)
    assert due(house).stage == "missed"


def test_more_time_for_who_is_late_counts_from_now(house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org")
    tick(house, hours=60)
    assert due(house).stage == "missed"
    gm(house, game, "gm extend 6h")
    assert (due(house).stage, due(house).due_at) == ("running", house.time + timedelta(hours=6))


def test_an_extension_before_the_deadline_is_added_to_it(house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org")
    tick(house, hours=23)
    gm(house, game, "gm extend 24h")
    assert due(house).due_at == START + timedelta(hours=48)
    before = len(house.outbox("reminder"))
    # Half of the longer time has passed now; nine tenths of it is still to come.
    tick(house, hours=19)
    assert len(house.outbox("reminder")) == before + 1
    tick(house, hours=2)
    assert len(house.outbox("reminder")) == before + 2


def test_a_deadline_set_by_hand_is_reminded_of_and_moves_with_a_pause(house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org")
    gm(house, game, "gm deadline 2026-11-26 12:00")
    tick(house, days=4)
    assert house.outbox("reminder") == []
    tick(house, days=1.1)
    assert len(house.outbox("reminder", "red@example.org")) == 1
    gm(house, game, "gm pause")
    tick(house, days=2)
    gm(house, game, "gm resume")
    assert due(house).due_at == datetime(2026, 11, 28, 12, 0, tzinfo=UTC)


def test_a_substitute_has_the_seat_and_its_clock_until_the_day_is_over(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "hours 13:00-21:00")
    assert house.write(game, "Red", "substitute sub@example.org until 2026-11-16").word == "ACCEPTED"
    # Twelve hours are left of the day for the substitute, then eight hours a day for Red.
    assert due(house).due_at == datetime(2026, 11, 18, 17, 0, tzinfo=UTC)
    house.write(game, "Red", "substitute none")
    assert due(house).due_at == datetime(2026, 11, 18, 21, 0, tzinfo=UTC)


def test_a_deadline_reckoned_anew_to_the_same_minute_is_no_news(house: House) -> None:
    game = house.game("Red", "Blue")
    house.deliver()
    asked = len(house.outbox())
    # Seconds pass between two reckonings of the same deadline.
    house.pass_time(seconds=20)
    assert house.write(game, "Red", "zone UTC").word == "ACCEPTED"
    now = datetime(2026, 11, 17, 12, 0, tzinfo=UTC)
    nearly = now + timedelta(seconds=59)
    assert not announce.moved(now, nearly) and not announce.from_to(now, nearly)
    assert announce.moved(now, now + timedelta(minutes=1)) and announce.moved(None, now)
    assert [row.kind for row in house.outbox()[asked:]] == ["answer"]


def test_an_absence_to_come_is_told_from_its_first_day(house: House) -> None:
    game = house.game("Red", "Blue")
    assert house.write(game, "Red", "away 2026-12-20 to 2027-01-03").word == "ACCEPTED"
    (told,) = house.outbox("notice", "blue@example.org")
    said = " ".join(house.text_of(told).split())
    assert "Red is away from " in said and "20 Dec" in said


def test_no_grace_is_not_told_as_a_time(house: House) -> None:
    game = house.game("Red", "Blue", gm="boss@example.org", terms={"noshow": "default"})
    said = house.write(game, "GM", "gm grace 0", sender="boss@example.org").said
    assert "24 hours of grace; it is now: no grace" in said
    asked = " ".join(house.write(game, "Red", "status").text.split())
    assert "If you miss it, a safe order is played for you at once." in asked and "0 hours" not in asked
    tick(house, hours=25)
    late = [text_of(row) for row in house.outbox("notice", "blue@example.org") if "is late" in row.subject]
    assert late and all("can still move" not in one for one in late)


def test_an_absence_beyond_the_cap_is_refused_with_what_still_fits(house: House) -> None:
    game = house.game("Red", "Blue")
    house.write(game, "Red", "away 2026-12-01 to 2026-12-05")
    refused = house.write(game, "Red", "away 2026-12-20 to 2027-03-01")
    assert refused.word == "NOT ACCEPTED" and "away 2026-12-20 to 2027-01-13" in refused.text
    assert house.write(game, "Red", "away 2026-12-20 to 2027-01-13").word == "ACCEPTED"
    full = house.write(game, "Red", "away 2027-01-13 to 2027-02-01")
    assert "30 are announced already" in full.said and "away 2027-01-13 to 2027-01-13" not in full.text


def test_who_was_told_of_an_absence_is_told_that_it_is_over(house: House) -> None:
    # The other's clock runs: no deadline moves by it, here or at the other table.
    game = house.game("Red", "Blue")
    house.game("Green", "Blue")
    assert house.row(game).mover == "Red"

    def told() -> list[str]:
        return [str(row.data["text"]) for row in house.outbox("notice", "red@example.org")]

    house.write(game, "Blue", "away 2026-11-16 to 2026-11-20")
    assert "Blue is away until" in told()[-1]
    house.pass_time(hours=1)
    assert "welcome back" in house.write(game, "Blue", "back").said
    assert told()[-1] == "Blue is back, sooner than announced."
    assert not house.outbox("notice", "green@example.org"), "who was told nothing need not be told that it is over"
    before = told()
    house.write(game, "Blue", "back")
    assert told() == before, "and once"
    house.write(game, "Blue", "away 2026-12-01 to 2026-12-05")
    said = house.write(game, "Blue", "back").said
    assert "welcome back; taken back: away from " in said, said
    assert told()[-1] == "Blue will not be away after all."
    assert "taken back" not in house.write(game, "Blue", "back").said


def test_days_of_an_absence_count_once_and_in_the_game_in_which_they_fall(house: House) -> None:
    game = house.game("Red", "Blue", terms={"absence_days": 5})
    assert house.write(game, "Red", "away 2026-12-01 to 2026-12-04").word == "ACCEPTED"
    assert house.write(game, "Red", "away 2026-12-01 to 2026-12-04").word == "ACCEPTED", "the same days again"
    assert house.write(game, "Red", "away 2026-12-04 to 2026-12-05").word == "ACCEPTED"
    refused = house.write(game, "Red", "away 2026-12-05 to 2026-12-06")
    assert refused.word == "NOT ACCEPTED" and "5 are announced already" in refused.said
    house.pass_time(days=60)
    later = house.game("Red", "Green", terms={"absence_days": 5})
    assert house.write(later, "Red", "away 2027-02-01 to 2027-02-05").word == "ACCEPTED", "last year is no matter of it"
    assert house.write(game, "Red", "away 2027-03-01 to 2027-03-01").word == "NOT ACCEPTED"
