"""Deadlines of the service itself against a reckoning that walks through the weeks minute by minute.

Random histories of mails (zones, waking hours, weekdays, absences, pauses, extensions, substitutes) around the days on
which clocks change. The reckoning knows only what was written and when; it shares no code with the service's clock.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from moderator.table import deadlines
from tests.moderator.house import House

MINUTE = timedelta(minutes=1)
ZONES = ("UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/Regina")
WEEKDAYS = {
    "Mon-Fri": range(5),
    "Mon-Sun": range(7),
    "Wed-Mon": (2, 3, 4, 5, 6, 0),
    "Sat,Sun,Tue,Wed": (5, 6, 1, 2),
    "Sat,Sun": (5, 6),
}
# Sundays of changing clocks are near all of them, here or there.
BEGINNINGS = ("2026-03-06 09:00", "2026-03-27 12:30", "2026-10-23 05:00", "2026-10-30 20:15", "2026-04-02 10:00")


@dataclass(frozen=True)
class Habits:
    """When one person's clock runs, as they wrote it."""

    zone: str = "UTC"
    opens: int = 0
    closes: int = 24
    weekdays: tuple[int, ...] = tuple(range(7))
    away: tuple[tuple[datetime, datetime], ...] = ()

    def awake(self, moment: datetime) -> bool:
        wall = moment.astimezone(ZoneInfo(self.zone))
        if wall.weekday() not in self.weekdays or any(a <= moment < b for a, b in self.away):
            return False
        if self.opens < self.closes:
            return self.opens <= wall.hour < self.closes
        return wall.hour >= self.opens or wall.hour < self.closes


@dataclass
class Reckoning:
    """What has been written so far, in order, and the minutes that counted."""

    now: datetime
    left: int
    red: Habits = Habits()
    sub: Habits = Habits()
    sub_until: datetime | None = None
    paused: bool = False
    # What the hours, days and absences of those who hold the seat may add, and have added: minutes.
    allow: int | None = None
    waited: int = 0
    # The part of what is left that the bank does not pay for.
    free: int = 0

    def holder(self, moment: datetime) -> Habits:
        return self.sub if self.sub_until is not None and moment < self.sub_until else self.red

    def counts(self, moment: datetime, waited: int) -> bool:
        return self.holder(moment).awake(moment) or (self.allow is not None and waited >= self.allow)

    def pass_time(self, minutes: int) -> None:
        for _ in range(minutes):
            if not self.paused:
                counting = self.counts(self.now, self.waited)
                self.left -= counting
                self.free -= counting
                self.waited += not counting
            self.now += MINUTE

    def due(self) -> datetime | None:
        if self.paused:
            return None
        moment, left, waited = self.now, self.left, self.waited
        while left > 0:
            counting = self.counts(moment, waited)
            left -= counting
            waited += not counting
            moment += MINUTE
        return moment


def local(moment: datetime, zone: str, add: int) -> str:
    return f"{(moment.astimezone(ZoneInfo(zone)) + timedelta(days=add)).date()}"


def midnight(day: str, zone: str) -> datetime:
    return datetime.fromisoformat(day).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def after(day: str) -> str:
    return str((datetime.fromisoformat(day) + timedelta(days=1)).date())


def write_something(house: House, game: str, chance: random.Random, told: Reckoning) -> None:
    """One mail, and what it means for the reckoning."""
    deeds = "zone hours weekdays away back pause resume extend substitute substitute sub-zone nobody".split()
    what = chance.choice([*deeds, "gift"] if told.allow is not None else deeds)
    if told.paused and chance.random() < 0.7:
        what = "resume"
    gm = {"sender": "boss@example.org", "deliver": False}
    match what:
        case "zone" | "sub-zone":
            zone = chance.choice(ZONES)
            if what == "zone":
                house.write(game, "Red", f"zone {zone}", deliver=False)
                told.red = replace(told.red, zone=zone)
            elif told.sub_until is not None and told.now < told.sub_until:
                house.write(game, "Red", f"zone {zone}", sender="sub@example.org", deliver=False)
                told.sub = replace(told.sub, zone=zone)
        case "hours":
            opens, closes = chance.choice([(8, 23), (20, 6), (0, 24), (2, 10), (22, 6), (2, 7)])
            house.write(game, "Red", f"hours {opens:02}:00-{closes:02}:00", deliver=False)
            # Fewer than eight hours a day are refused and change nothing.
            if (closes - opens) % 24 == 0 or (closes - opens) % 24 >= 8:
                told.red = replace(told.red, opens=opens, closes=closes)
        case "weekdays":
            text = chance.choice(list(WEEKDAYS))
            house.write(game, "Red", f"weekdays {text}", deliver=False)
            # So are fewer than four days a week.
            if len(WEEKDAYS[text]) >= 4:
                told.red = replace(told.red, weekdays=tuple(WEEKDAYS[text]))
        case "away":
            zone = told.red.zone
            first, last = local(told.now, zone, chance.randrange(3)), local(told.now, zone, chance.randrange(3, 6))
            answer = house.write(game, "Red", f"away {first} to {last}", deliver=False)
            assert answer.word == "ACCEPTED", answer.said
            span = (midnight(first, zone), midnight(after(last), zone))
            told.red = replace(told.red, away=(*told.red.away, span))
        case "back":
            house.write(game, "Red", "back", deliver=False)
            kept = [(a, min(b, told.now)) for a, b in told.red.away if a < told.now]
            told.red = replace(told.red, away=tuple(kept))
        case "pause" | "resume":
            house.write(game, "GM", f"gm {what}", **gm)
            told.paused = what == "pause"
        case "extend":
            house.write(game, "GM", "gm extend 7h", **gm)
            told.left += 7 * 60
            told.free += 7 * 60
        case "gift":
            house.write(game, "GM", "gm bank +3h Red", **gm)
            told.left += 3 * 60
        case "substitute":
            last = local(told.now, told.red.zone, chance.randrange(2))
            house.write(game, "Red", f"substitute sub@example.org until {last}", deliver=False)
            told.sub_until = midnight(after(last), told.red.zone)
        case "nobody":
            house.write(game, "Red", "substitute none", deliver=False)
            told.sub_until = None


def live_through(house: House, seed: int, *, budget: bool = False) -> None:
    """``budget``: the game has a bank of time and a cap on what calendars add."""
    chance = random.Random(seed)
    house.time = datetime.fromisoformat(chance.choice(BEGINNINGS)).replace(tzinfo=UTC)
    terms: dict[str, Any] = {"hours": {"auction": 11}, "absence_days": 365}
    if budget:
        terms |= {"bank": 9, "allow": chance.choice([1, 2, 4])}
    game = house.game("Red", "Blue", gm="boss@example.org", terms=terms)
    with house.office.desk() as desk:
        # People outlive the histories of these tests; their habits don't.
        for address, hours in (("red@example.org", "08:00-16:00"), ("sub@example.org", "14:00-22:00")):
            person = desk.meet(address)
            person.zone, person.hours, person.weekdays = "UTC", hours, ""
            deadlines.resettle(desk, deadlines.decisions_of(desk, person))
    told = Reckoning(house.time, 11 * 60, Habits(opens=8, closes=16), Habits(opens=14, closes=22), free=11 * 60)
    if budget:
        told.left, told.allow = 20 * 60, terms["allow"] * 24 * 60
    for _ in range(chance.randint(5, 12)):
        wait = chance.randint(1, 700)
        due = told.due()
        if due is not None and told.now + wait * MINUTE >= due:
            break
        told.pass_time(wait)
        house.time = told.now
        write_something(house, game, chance, told)
        with house.office.reading() as desk:
            row = deadlines.open_decision(desk, game)
            assert row is not None
            assert row.due_at == told.due(), f"history {seed}"
    if not budget:
        return
    gifts = len([mail for mail in house.outbox("answer") if "gm bank" in str(mail.data["lines"])])
    answer = house.write(game, "Red", "bid N 5", sender=who_plays(house, game), deliver=False)
    assert answer.word == "ACCEPTED", answer.said
    assert spent(house, game) == (max(0, -told.free) - gifts * 3 * 60, told.waited), f"history {seed}"


def who_plays(house: House, game: str) -> str:
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        person = desk.holder(play.players[0])
        assert person is not None
        return desk.main_address(person)


@pytest.mark.parametrize("seed", range(9))
def test_a_deadline_is_exact_whatever_is_written_on_the_way(house: House, seed: int) -> None:
    live_through(house, seed)


@pytest.mark.long
@pytest.mark.parametrize("tens", range(100, 140))
def test_a_deadline_is_exact_in_very_many_histories(house: House, tens: int) -> None:
    live_through(house, tens)


def spent(house: House, game: str) -> tuple[int, int]:
    """What Red's bank has lost since the beginning, gifts apart, and what calendars have added: minutes."""
    with house.office.reading() as desk:
        play = desk.game(game)
        assert play is not None
        red = play.seat("Red")
        assert red is not None
        return red.bank_spent // 60, red.waited // 60


@pytest.mark.parametrize("seed", range(1000, 1008))
def test_a_bank_and_a_cap_are_exact_whatever_is_written_on_the_way(house: House, seed: int) -> None:
    live_through(house, seed, budget=True)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2000, 2060))
def test_a_bank_and_a_cap_are_exact_in_very_many_histories(house: House, seed: int) -> None:
    live_through(house, seed, budget=True)
