"""Deadlines of the service itself against a reckoning that walks through the weeks minute by minute.

Random histories of mails (zones, waking hours, weekdays, absences, pauses, extensions, substitutes) around the days on
which clocks change. The reckoning knows only what was written and when; it shares no code with the service's clock.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from moderator.games import deadlines
from tests.moderator.house import House

MINUTE = timedelta(minutes=1)
ZONES = ("UTC", "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/Regina")
WEEKDAYS = {"Mon-Fri": range(5), "Mon-Sun": range(7), "Wed-Mon": (2, 3, 4, 5, 6, 0), "Sat,Sun,Tue": (5, 6, 1)}
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

    def holder(self, moment: datetime) -> Habits:
        return self.sub if self.sub_until is not None and moment < self.sub_until else self.red

    def pass_time(self, minutes: int) -> None:
        for _ in range(minutes):
            self.left -= not self.paused and self.holder(self.now).awake(self.now)
            self.now += MINUTE

    def due(self) -> datetime | None:
        if self.paused:
            return None
        moment, left = self.now, self.left
        while left > 0:
            left -= self.holder(moment).awake(moment)
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
    what = chance.choice(
        "zone hours weekdays away back pause resume extend substitute substitute sub-zone nobody".split()
    )
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
            opens, closes = chance.choice([(8, 23), (20, 6), (0, 24), (2, 7), (22, 2)])
            house.write(game, "Red", f"hours {opens:02}:00-{closes:02}:00", deliver=False)
            told.red = replace(told.red, opens=opens, closes=closes)
        case "weekdays":
            text = chance.choice(list(WEEKDAYS))
            house.write(game, "Red", f"weekdays {text}", deliver=False)
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
        case "substitute":
            last = local(told.now, told.red.zone, chance.randrange(2))
            house.write(game, "Red", f"substitute sub@example.org until {last}", deliver=False)
            told.sub_until = midnight(after(last), told.red.zone)
        case "nobody":
            house.write(game, "Red", "substitute none", deliver=False)
            told.sub_until = None


def live_through(house: House, seed: int) -> None:
    chance = random.Random(seed)
    house.time = datetime.fromisoformat(chance.choice(BEGINNINGS)).replace(tzinfo=UTC)
    terms = {"hours": {"auction": 11}, "absence_days": 365}
    game = house.game("Red", "Blue", gm="boss@example.org", terms=terms)
    with house.office.desk() as desk:
        # People outlive the histories of these tests; their habits don't.
        for address, hours in (("red@example.org", "08:00-12:00"), ("sub@example.org", "17:00-22:00")):
            person = desk.meet(address)
            person.zone, person.hours, person.weekdays = "UTC", hours, ""
            deadlines.resettle(desk, deadlines.decisions_of(desk, person))
    told = Reckoning(house.time, 11 * 60, Habits(opens=8, closes=12), Habits(opens=17, closes=22))
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


@pytest.mark.parametrize("seed", range(9))
def test_a_deadline_is_exact_whatever_is_written_on_the_way(house: House, seed: int) -> None:
    live_through(house, seed)


@pytest.mark.long
@pytest.mark.parametrize("tens", range(100, 140))
def test_a_deadline_is_exact_in_very_many_histories(house: House, tens: int) -> None:
    live_through(house, tens)
