"""A person's daily summary: when it is due, and which games it is about."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from moderator.office.desk import Desk
from moderator.store.mails import DayOfGame
from moderator.store.tables import Person
from moderator.table import deadlines

# More games than anybody can answer in a day.
MOST_GAMES = 60
_LAST = datetime.max.replace(tzinfo=UTC)


def next_digest(person: Person, now: datetime) -> datetime | None:
    """When the daily summary is due next, on the person's own wall clock; None for whoever gets none."""
    word, _, clock = person.reports.partition(" ")
    if word != "daily":
        return None
    hour, _, minute = (clock or "07:00").partition(":")
    local = now.astimezone(ZoneInfo(person.zone))
    at = datetime.combine(local.date(), time(int(hour), int(minute)), local.tzinfo)
    return at if at > now else datetime.combine(local.date() + timedelta(days=1), at.timetz())


def day_of(desk: Desk, person: Person) -> tuple[DayOfGame, ...]:
    """Their games that wait for them, the shortest time first, then those with news; what is in it counts as told."""
    waiting: list[tuple[datetime, DayOfGame]] = []
    others: list[DayOfGame] = []
    for seat in desk.seats.taken_by(person.id):
        play = desk.game(seat.game_id)
        if play is None or not play.running:
            continue
        mine = play.to_move == seat.name and not seat.bot and desk.holder(seat) is person
        if not mine and (seat.reports == "mine" or seat.told >= play.seq):
            continue
        row = deadlines.open_decision(desk, play.id) if mine else None
        one = DayOfGame(seat.id, play.seq, min(seat.told, play.seq), row.id if row is not None else None)
        seat.told = play.seq
        if mine:
            due = row.due_at if row is not None and row.due_at is not None else _LAST
            waiting.append((due, one))
        else:
            others.append(one)
    first = [one for _, one in sorted(waiting, key=lambda entry: (entry[0], entry[1].seat))]
    return tuple((first + others)[:MOST_GAMES])
