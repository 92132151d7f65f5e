"""Open decisions and their clocks: one row per decision, found by a sweep when something is due."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import select

from moderator.desk import Desk
from moderator.games.clock import Calendar, Stopwatch, Terms, calendar_of, read_weekdays, shown, terms_from
from moderator.games.game import Play
from moderator.games.store import Absence, Decision, Person, Seat


def open_decision(desk: Desk, game_id: str) -> Decision | None:
    return desk.session.scalars(select(Decision).where(Decision.game_id == game_id, Decision.open)).first()


# Whose calendar counts, and until when; the last counts for ever.
Calendars = Sequence[tuple[datetime | None, Calendar]]


def calendars_for(desk: Desk, play: Play, seat: Seat) -> Calendars:
    """When time counts for those who hold this seat, in this game: a substitute while there is one, then its owner."""
    terms, owner = terms_from(play.row.terms), desk.person(seat.person_id)
    substitute = desk.person(seat.substitute_id)
    if substitute is None:
        return [(None, personal_calendar(desk, owner, terms))]
    theirs = (seat.substitute_until, personal_calendar(desk, substitute, terms))
    return [theirs] if seat.substitute_until is None else [theirs, (None, personal_calendar(desk, owner, terms))]


def personal_calendar(desk: Desk, person: Person | None, terms: Terms) -> Calendar:
    if person is None or not terms.quiet:
        return calendar_of("UTC", "", terms.weekdays)
    away = desk.session.execute(select(Absence.begins, Absence.ends).where(Absence.person_id == person.id)).all()
    calendar = calendar_of(person.zone, person.hours, person.weekdays, [(begins, ends) for begins, ends in away])
    both = calendar.weekdays & read_weekdays(terms.weekdays)
    # Somebody who plays only on days the game does not would never have to move.
    return Calendar(calendar.zone, calendar.opens, calendar.closes, both or calendar.weekdays, calendar.closed)


def keep_time(desk: Desk, play: Play) -> Decision | None:
    """Makes the open row fit the position: a new turn closes the old row and opens another."""
    seat, row = play.mover, open_decision(desk, play.id)
    wanted = seat is not None and not seat.bot
    if row is not None and (not wanted or seat is None or row.seat_id != seat.id or row.turn != play.row.turn):
        row.open, row.closed_at, row.next_at = False, desk.now, None
        row = None
    if not wanted or seat is None or row is not None:
        return row
    kind = desk.rules.kind(play.state)
    paused = play.row.paused_at is not None
    row = Decision(
        game_id=play.id,
        seat_id=seat.id,
        turn=play.row.turn,
        kind=kind,
        allowed=int(terms_from(play.row.terms).allowance(kind).total_seconds()),
        spent=0,
        since=None if paused else desk.now,
        opened_at=desk.now,
        stage="running",
        reminded=0,
        open=True,
    )
    desk.session.add(row)
    _reckon(desk, play, seat, row)
    desk.session.flush()
    return row


def resettle(desk: Desk, rows: Iterable[Decision], change: object = None) -> None:
    """Books the time up to now under the old calendar, lets ``change`` happen, and reckons anew.

    Call as ``resettle(desk, rows, lambda: …)``; without rows only the change happens."""
    # Whoever is late has no time left to be counted anew.
    found = [(row, *_of(desk, row)) for row in rows if row.stage == "running"]
    for row, play, seat in found:
        _keep(row, _settled(_watch(row), desk.now, calendars_for(desk, play, seat)))
    if callable(change):
        change()
    desk.session.flush()
    for row, play, seat in found:
        _reckon(desk, play, seat, row)


def decisions_of(desk: Desk, person: Person) -> list[Decision]:
    """The open decisions this person's calendar bears on."""
    mine = select(Seat.id).where((Seat.person_id == person.id) | (Seat.substitute_id == person.id))
    return list(desk.session.scalars(select(Decision).where(Decision.open, Decision.seat_id.in_(mine))))


def pause(desk: Desk, play: Play) -> None:
    row = open_decision(desk, play.id)
    if play.row.paused_at is not None:
        return
    play.row.paused_at = desk.now
    if row is not None:
        _, seat = _of(desk, row)
        watch = _settled(_watch(row), desk.now, calendars_for(desk, play, seat))
        _keep(row, replace(watch, since=None))
        _reckon(desk, play, seat, row)


def resume(desk: Desk, play: Play) -> None:
    """The clock goes on with what was left; whatever was set as a moment moves by the length of the pause."""
    row, paused = open_decision(desk, play.id), play.row.paused_at
    play.row.paused_at = None
    if row is None or paused is None:
        return
    lost = desk.now - paused
    if row.opened_at < paused:
        row.fixed_at = row.fixed_at and row.fixed_at + lost
        if row.stage != "running":
            row.due_at = row.due_at and row.due_at + lost
    _keep(row, _watch(row).go(desk.now))
    _reckon(desk, play, _of(desk, row)[1], row)


def extend(desk: Desk, play: Play, more: timedelta) -> Decision | None:
    """More time: after the deadline that stands, or from now on for somebody who is late."""
    row = open_decision(desk, play.id)
    if row is None:
        return None
    _, seat = _of(desk, row)
    if row.stage != "running":
        watch = _settled(_watch(row), desk.now, calendars_for(desk, play, seat))
        _keep(row, watch)
        row.allowed = max(row.allowed, row.spent)
        row.fixed_at = row.fixed_at and desk.now
    row.fixed_at = row.fixed_at and row.fixed_at + more
    row.allowed += int(more.total_seconds())
    row.stage = "running"
    _reckon(desk, play, seat, row)
    _skip_reminders(desk, play, seat, row)
    return row


def fix(desk: Desk, play: Play, at: datetime) -> Decision | None:
    """Sets the open deadline by hand."""
    row = open_decision(desk, play.id)
    if row is not None:
        _, seat = _of(desk, row)
        row.fixed_at, row.stage = at, "running"
        _reckon(desk, play, seat, row)
        _skip_reminders(desk, play, seat, row)
    return row


def give_back(desk: Desk, play: Play, row: Decision) -> None:
    """The mail that asked for this decision never arrived: its clock starts anew."""
    row.spent, row.stage, row.reminded = 0, "running", 0
    row.since = None if play.row.paused_at else desk.now
    _reckon(desk, play, _of(desk, row)[1], row)


def words(row: Decision | None, zone: str) -> str:
    """The deadline as the mover reads it."""
    if row is None:
        return ""
    if row.due_at is None or row.since is None:
        return "the clock stands still while the game is paused"
    return shown(row.due_at, zone)


def _of(desk: Desk, row: Decision) -> tuple[Play, Seat]:
    play, seat = desk.game(row.game_id), desk.session.get(Seat, row.seat_id)
    assert play is not None and seat is not None
    return play, seat


def _watch(row: Decision) -> Stopwatch:
    return Stopwatch(timedelta(seconds=row.allowed), timedelta(seconds=row.spent), row.since)


def _keep(row: Decision, watch: Stopwatch) -> None:
    row.spent, row.since = int(watch.spent.total_seconds()), watch.since


def _settled(watch: Stopwatch, now: datetime, calendars: Calendars) -> Stopwatch:
    """The time up to now, each part of it booked under the calendar that held."""
    for until, calendar in calendars:
        watch = watch.settle(now if until is None else min(now, until), calendar)
    return watch


def _due(watch: Stopwatch, calendars: Calendars, fraction: float = 1.0) -> datetime | None:
    """When this fraction is used up, whoever holds the seat by then."""
    due = None
    for until, calendar in calendars:
        due = watch.due(calendar, fraction)
        if due is None or until is None or due <= until:
            break
        watch = watch.settle(until, calendar)
    return due


def _reckon(desk: Desk, play: Play, seat: Seat, row: Decision) -> None:
    """Finds when the decision is due and when the sweep must look again."""
    terms, watch = terms_from(play.row.terms), _watch(row)
    if watch.since is None:
        row.next_at = None
        # Whoever was late before the pause is as late after it.
        row.due_at = None if row.stage == "running" else row.due_at
    elif row.stage == "running":
        row.due_at = row.fixed_at or _due(watch, calendars_for(desk, play, seat))
        row.next_at = _reminder(desk, play, seat, row) or row.due_at
    elif row.stage == "late" and row.due_at is not None:
        row.next_at = row.due_at + timedelta(hours=terms.grace)
    else:
        row.next_at = None


def _reminder(desk: Desk, play: Play, seat: Seat, row: Decision) -> datetime | None:
    """When the next reminder is due; None after the last."""
    reminders = terms_from(play.row.terms).reminders
    if row.reminded >= len(reminders):
        return None
    fraction = reminders[row.reminded]
    if row.fixed_at is not None:
        return row.opened_at + (row.fixed_at - row.opened_at) * fraction
    return _due(_watch(row), calendars_for(desk, play, seat), fraction)


def _skip_reminders(desk: Desk, play: Play, seat: Seat, row: Decision) -> None:
    """After a change of the deadline: what should have been said before now is not said any more."""
    row.reminded = 0
    while (at := _reminder(desk, play, seat, row)) is not None and at <= desk.now:
        row.reminded += 1
    _reckon(desk, play, seat, row)


def advance(desk: Desk, play: Play, row: Decision) -> str:
    """One step of an open decision that is due: returns what must be done now (remind, late, missed or nothing)."""
    terms, seat = terms_from(play.row.terms), _of(desk, row)[1]
    if not row.open or row.next_at is None or row.next_at > desk.now or row.due_at is None:
        return ""
    if row.stage == "running" and desk.now < row.due_at:
        # Reminders that were slept through are not sent in a heap: one stands for all of them.
        while (at := _reminder(desk, play, seat, row)) is not None and at <= desk.now:
            row.reminded += 1
        step = "remind"
    elif row.stage == "running":
        row.stage, row.reminded, step = "late", len(terms.reminders), "late"
    else:
        row.stage, step = "missed", "missed"
        seat.misses += 1
    _reckon(desk, play, seat, row)
    return step
