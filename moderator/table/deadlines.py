"""Open decisions and their clocks: one row per decision, found by a sweep when something is due."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from math import ceil

import engine
from moderator.office.clock import (
    Calendar,
    Course,
    Holder,
    Stopwatch,
    Terms,
    at_least,
    calendar_of,
    next_evening,
    read_reminders,
    read_weekdays,
    shown,
    terms_from,
)
from moderator.office.desk import Desk
from moderator.store.game import Play
from moderator.store.statuses import Punctuality, SeatStatus, Stage
from moderator.store.tables import Decision, MoveRow, Person, Seat
from moderator.table import course, reliability

# Moves that somebody else made in a player's place.
BY_OTHERS = ("default", "bot", "gm")


def open_decision(desk: Desk, game_id: str) -> Decision | None:
    return desk.decisions.open_in(game_id)


def course_for(desk: Desk, play: Play, seat: Seat) -> Course:
    """How time counts for those who hold this seat, in this game: a substitute while there is one, then its owner."""
    terms, owner = terms_from(play.terms), desk.person(seat.person_id)
    substitute = desk.person(seat.substitute_id)
    holders = [_holder(desk, None, owner, terms)]
    if substitute is not None:
        theirs = _holder(desk, seat.substitute_until, substitute, terms)
        holders = [theirs] if seat.substitute_until is None else [theirs, *holders]
    left = timedelta(days=terms.allow, seconds=-seat.waited) if terms.allow else None
    return Course(tuple(holders), left)


def _holder(desk: Desk, until: datetime | None, person: Person | None, terms: Terms) -> Holder:
    own = personal_calendar(desk, person, terms)
    # Whose days are none of the game's has their own besides: nobody's calendar has more than the game's.
    days = read_weekdays(terms.weekdays) | own.weekdays if terms.weekdays else frozenset(range(7))
    return Holder(until, own, Calendar(own.zone, weekdays=days))


def personal_calendar(desk: Desk, person: Person | None, terms: Terms) -> Calendar:
    if person is None or not terms.quiet:
        return calendar_of("UTC", "", terms.weekdays)
    away = [(row.begins, row.ends) for row in desk.people.absences(person.id)]
    calendar = at_least(calendar_of(person.zone, person.hours, person.weekdays, away))
    both = calendar.weekdays & read_weekdays(terms.weekdays)
    # Somebody who plays only on days the game does not would never have to move.
    return Calendar(calendar.zone, calendar.opens, calendar.closes, both or calendar.weekdays, calendar.closed)


def keep_time(desk: Desk, play: Play) -> Decision | None:
    """Makes the open row fit the position: a new turn closes the old row and opens another."""
    seat, row = play.mover, open_decision(desk, play.id)
    # Whoever was asked to take a seat over has no clock before they have said yes; in a course nobody waits.
    wanted = seat is not None and not seat.bot and seat.status != SeatStatus.INVITED and course.of(play) is None
    if row is not None and (not wanted or seat is None or row.seat_id != seat.id or row.turn != play.turn):
        close(desk, play, row)
        row = None
    if not wanted or seat is None or row is not None:
        return row
    kind, terms = engine.round_kind(play.state), terms_from(play.terms)
    banked = terms.at_once(seat.bank_spent)
    row = Decision(
        game_id=play.id,
        seat_id=seat.id,
        turn=play.turn,
        kind=kind,
        allowed=_seconds(allowance(terms, seat, kind) + banked),
        spent=0,
        banked=_seconds(banked),
        since=None if play.paused_at is not None else desk.now,
        opened_at=desk.now,
        stage=Stage.RUNNING,
        reminded=0,
        open=True,
    )
    _reckon(desk, play, seat, row)
    desk.add(row)
    return row


def allowance(terms: Terms, seat: Seat, kind: str) -> timedelta:
    """What a decision of this kind has before the bank is touched; half of it for a seat on the ladder."""
    whole = terms.allowance(kind)
    return whole / 2 if terms.ladder and seat.in_row >= terms.ladder else whole


def close(desk: Desk, play: Play, row: Decision) -> None:
    """The decision is made, by whomever, or the game has gone another way: what it took is written down, once."""
    seat = next((one for one in play.seats if one.id == row.seat_id), None)
    how = play.moved(seat.name, row.turn) if seat is not None else ""
    row.open, row.closed_at, row.next_at = False, desk.now, None
    if seat is None or not how:
        # Nobody has decided anything: the game was taken back to before it, or the seat is somebody else's.
        return
    # What is late has used up all it had; what comes after the deadline is no time of the bank's.
    _settle(desk, play, seat, row, desk.now if row.due_at is None else min(desk.now, row.due_at))
    take(play, seat, from_bank(row, row.spent))
    late = overtime(terms_from(play.terms), row, desk.now) if row.stage == Stage.LATE else 0
    seat.overtime += late
    if how not in BY_OTHERS:
        seat.in_row = 0
        reliability.write_down(desk, seat, row, Punctuality.LATE if late else Punctuality.ON_TIME, late)


def decide_again(desk: Desk, play: Play, seat: Seat, undone: Sequence[MoveRow]) -> None:
    """Who takes their own moves back goes on with the decision they were part of: what it has taken stays taken, what
    was left of its time is left, and a moment that was set for it moves by as long as they seemed to have decided."""
    first = undone[0]
    row = desk.decisions.latest_of(seat.id, first.seq)
    if seat.name != play.to_move or row is None or first.how in BY_OTHERS or play.moved(seat.name, row.turn):
        return
    if not row.open:
        # What was closed undecided has taken nothing.
        if row.closed_at is None or row.stage == Stage.MISSED or not desk.punctual.forget(row.id):
            return
        _open_again(desk, play, seat, row, desk.now - row.closed_at)
    row.turn = play.turn


def _open_again(desk: Desk, play: Play, seat: Seat, row: Decision, closed: timedelta) -> None:
    """A decision that was closed is open again, and nothing that was written down of it."""
    other = open_decision(desk, play.id)
    if other is not None:
        close(desk, play, other)
    take(play, seat, -from_bank(row, row.spent))
    if row.stage == Stage.LATE and row.due_at is not None:
        seat.overtime -= overtime(terms_from(play.terms), row, desk.now - closed)
        row.due_at += closed
    row.fixed_at = row.fixed_at and row.fixed_at + closed
    row.open, row.closed_at = True, None
    row.since = None if play.paused_at is not None else desk.now
    _reckon(desk, play, seat, row)


def take(play: Play, seat: Seat, seconds: int) -> None:
    """Takes time out of a seat's bank, or gives some. Nobody owes time: no more is taken than is there, so that no gift
    is swallowed by what was taken before."""
    bank = terms_from(play.terms).bank * 3600 or max(0, seat.bank_spent + seconds)
    if seconds < 0:
        seat.bank_spent = min(seat.bank_spent, bank) + seconds
    else:
        seat.bank_spent = max(seat.bank_spent, min(seat.bank_spent + seconds, bank))


def from_bank(row: Decision, spent: int) -> int:
    """The seconds a decision has taken out of its seat's bank when so many are spent on it."""
    return min(row.banked, max(0, spent - (row.allowed - row.banked)))


def overtime(terms: Terms, row: Decision, now: datetime) -> int:
    """The hours begun after a deadline, until the grace is over: then it is the game's rule that takes its time."""
    if row.due_at is None:
        return 0
    late = min(now - row.due_at, timedelta(hours=terms.grace))
    return max(1, ceil(late / timedelta(hours=1)))


def bank_left(play: Play, seat: Seat) -> timedelta:
    """What is left in a seat's bank of time, before its open decision takes any."""
    return terms_from(play.terms).banked(seat.bank_spent)


def bank_now(desk: Desk, play: Play, seat: Seat, row: Decision | None) -> timedelta:
    """What is left at this moment, less what its open decision has taken already."""
    left = bank_left(play, seat)
    if row is None or row.seat_id != seat.id or not row.banked:
        return left
    # What comes after the deadline is no time of the bank's, and who is late has used up all they had.
    now = desk.now if row.due_at is None else min(desk.now, row.due_at)
    watch = _watch(row).settle(now, course_for(desk, play, seat))
    return max(timedelta(0), left - timedelta(seconds=from_bank(row, _seconds(watch.spent))))


def free_until(desk: Desk, play: Play, seat: Seat, row: Decision) -> datetime | None:
    """Until when an open decision costs its seat's bank nothing; None where it has none, or none of it is left."""
    if row.stage != Stage.RUNNING or row.fixed_at is not None or not bank_now(desk, play, seat, row):
        return None
    return _watch(row).due(course_for(desk, play, seat), timedelta(seconds=row.allowed - row.banked))


def refill(desk: Desk, play: Play, seat: Seat, row: Decision) -> None:
    """The seat's bank has changed under an open decision: it may take more out of it, never less."""
    more = _seconds(terms_from(play.terms).at_once(seat.bank_spent)) - row.banked
    if more <= 0 or row.fixed_at is not None:
        return
    if row.stage != Stage.RUNNING:
        # From now on: the time in which they were late is neither theirs nor the bank's.
        _settle(desk, play, seat, row, desk.now)
        row.allowed = max(row.allowed, row.spent)
        row.stage = Stage.RUNNING
    row.banked, row.allowed = row.banked + more, row.allowed + more
    _skip_reminders(desk, play, seat, row)


def resettle(desk: Desk, rows: Iterable[Decision], change: object = None) -> None:
    """Books the time up to now under the old calendar, lets ``change`` happen, and reckons anew.

    Call as ``resettle(desk, rows, lambda: …)``; without rows only the change happens."""
    # Whoever is late has no time left to be counted anew.
    found = [(row, *_of(desk, row)) for row in rows if row.stage == Stage.RUNNING]
    for row, play, seat in found:
        _settle(desk, play, seat, row, desk.now)
    if callable(change):
        change()
    desk.write()
    for row, play, seat in found:
        _reckon(desk, play, seat, row)


def decisions_of(desk: Desk, person: Person) -> list[Decision]:
    """The open decisions this person's calendar bears on."""
    return desk.decisions.of_person(person.id)


def pause(desk: Desk, play: Play) -> None:
    row = open_decision(desk, play.id)
    if play.paused_at is not None:
        return
    play.pause(desk.now)
    if row is not None:
        _, seat = _of(desk, row)
        _settle(desk, play, seat, row, desk.now)
        row.since = None
        _reckon(desk, play, seat, row)


def resume(desk: Desk, play: Play) -> None:
    """The clock goes on with what was left; whatever was set as a moment moves by the length of the pause."""
    row, paused = open_decision(desk, play.id), play.paused_at
    play.pause(None)
    if row is None or paused is None:
        return
    lost = desk.now - paused
    if row.opened_at < paused:
        row.fixed_at = row.fixed_at and row.fixed_at + lost
        if row.stage != Stage.RUNNING:
            row.due_at = row.due_at and row.due_at + lost
    row.since = row.since or desk.now
    _reckon(desk, play, _of(desk, row)[1], row)


def extend(desk: Desk, play: Play, more: timedelta) -> Decision | None:
    """More time: after the deadline that stands, or from now on for somebody who is late."""
    row = open_decision(desk, play.id)
    if row is None:
        return None
    _, seat = _of(desk, row)
    if row.stage != Stage.RUNNING:
        _settle(desk, play, seat, row, desk.now)
        row.allowed = max(row.allowed, row.spent)
        row.fixed_at = row.fixed_at and desk.now
    row.fixed_at = row.fixed_at and row.fixed_at + more
    row.allowed += int(more.total_seconds())
    row.stage = Stage.RUNNING
    _reckon(desk, play, seat, row)
    _skip_reminders(desk, play, seat, row)
    return row


def fix(desk: Desk, play: Play, at: datetime) -> Decision | None:
    """Sets the open deadline by hand. What it has taken out of the bank is booked; from now on it takes nothing."""
    row = open_decision(desk, play.id)
    if row is not None:
        _, seat = _of(desk, row)
        _settle(desk, play, seat, row, desk.now if row.due_at is None else min(desk.now, row.due_at))
        take(play, seat, from_bank(row, row.spent))
        row.banked = 0
        _fix(desk, play, seat, row, at)
    return row


def _fix(desk: Desk, play: Play, seat: Seat, row: Decision, at: datetime) -> None:
    row.fixed_at, row.stage = at, Stage.RUNNING
    _reckon(desk, play, seat, row)
    _skip_reminders(desk, play, seat, row)


def reckon_grace(desk: Desk, play: Play, row: Decision) -> None:
    """After a change of the grace: when the sweep must look again at somebody who is late."""
    _reckon(desk, play, _of(desk, row)[1], row)


def keep_at_least(desk: Desk, play: Play, row: Decision, before: datetime) -> None:
    """After a change of the clock: whoever must decide now has more time by it, or as much as they had, never less."""
    seat = _of(desk, row)[1]
    refill(desk, play, seat, row)
    if row.due_at is not None and row.due_at < before and row.stage == Stage.RUNNING:
        _fix(desk, play, seat, row, before)


def give_back(desk: Desk, play: Play, row: Decision) -> None:
    """The mail that asked for this decision never arrived: its clock starts anew."""
    row.spent, row.stage, row.reminded = 0, Stage.RUNNING, 0
    row.since = None if play.paused_at else desk.now
    _reckon(desk, play, _of(desk, row)[1], row)


def words(row: Decision | None, zone: str) -> str:
    """The deadline as the mover reads it."""
    if row is None:
        return ""
    if row.due_at is None or row.since is None:
        return "the clock is stopped while the game is paused"
    return shown(row.due_at, zone)


def _of(desk: Desk, row: Decision) -> tuple[Play, Seat]:
    play, seat = desk.game(row.game_id), desk.seats.get(row.seat_id)
    assert play is not None and seat is not None
    return play, seat


def _watch(row: Decision) -> Stopwatch:
    return Stopwatch(timedelta(seconds=row.allowed), timedelta(seconds=row.spent), row.since)


def _seconds(span: timedelta) -> int:
    return int(span.total_seconds())


def _settle(desk: Desk, play: Play, seat: Seat, row: Decision, now: datetime) -> None:
    """Books the time up to then: what counted for the decision, what the player's own calendar has put off."""
    watch = _watch(row).settle(now, course_for(desk, play, seat))
    row.spent, row.since = _seconds(watch.spent), watch.since
    seat.waited += _seconds(watch.waited)


def _due(desk: Desk, play: Play, seat: Seat, row: Decision) -> datetime | None:
    """When all that is allowed is used up, whoever holds the seat by then; at an evening where the game has those."""
    due, terms = _watch(row).due(course_for(desk, play, seat)), terms_from(play.terms)
    if due is None or terms.evening is None:
        return due
    return next_evening(due, terms.evening.minute, terms.evening.zone, read_weekdays(terms.weekdays))


def _reckon(desk: Desk, play: Play, seat: Seat, row: Decision) -> None:
    """Finds when the decision is due and when the sweep must look again."""
    terms, watch = terms_from(play.terms), _watch(row)
    if watch.since is None:
        row.next_at = None
        # Whoever was late before the pause is as late after it.
        row.due_at = None if row.stage == Stage.RUNNING else row.due_at
    elif row.stage == Stage.RUNNING:
        row.due_at = row.fixed_at or _due(desk, play, seat, row)
        row.next_at = _reminder(desk, play, seat, row) or row.due_at
    elif row.stage == Stage.LATE and row.due_at is not None:
        row.next_at = row.due_at + timedelta(hours=terms.grace)
    else:
        row.next_at = None


def _reminder(desk: Desk, play: Play, seat: Seat, row: Decision) -> datetime | None:
    """When the next reminder is due; None after the last."""
    terms = terms_from(play.terms)
    moment = row.fixed_at or (row.due_at if terms.evening is not None else None)
    if moment is not None:
        # A moment has no hours to be counted: parts of the way to it.
        wanted = reminders_of(desk, terms, seat)
        fraction = wanted[row.reminded] if row.reminded < len(wanted) else None
        return None if fraction is None else row.opened_at + (moment - row.opened_at) * fraction
    marks = _marks(desk, terms, seat, row)
    if row.reminded >= len(marks):
        return None
    return _watch(row).due(course_for(desk, play, seat), marks[row.reminded])


def reminders_of(desk: Desk, terms: Terms, seat: Seat) -> tuple[float, ...]:
    """At which parts of their time whoever holds the seat is reminded: as they wish, or as the game has it."""
    person = desk.holder(seat)
    wish = person.reminders if person is not None else ""
    if wish == "none":
        return ()
    return read_reminders(wish) if wish else terms.reminders


def _marks(desk: Desk, terms: Terms, seat: Seat, row: Decision) -> list[timedelta]:
    """After how much counted time reminders come: parts of the decision's own hours, then parts of the bank's."""
    free, banked = timedelta(seconds=row.allowed - row.banked), timedelta(seconds=row.banked)
    parts = reminders_of(desk, terms, seat)
    first = [free * part for part in parts] if free else []
    return first + ([free + banked * part for part in parts] if banked else [])


def wish_reminders(desk: Desk, person: Person, wish: str) -> None:
    """Somebody wants to be reminded at other parts of their time, in every game that waits for them too."""
    person.reminders = wish
    for row in decisions_of(desk, person):
        play, seat = _of(desk, row)
        if row.stage == Stage.RUNNING and desk.holder(seat) is person:
            _skip_reminders(desk, play, seat, row)


def _skip_reminders(desk: Desk, play: Play, seat: Seat, row: Decision) -> None:
    """After a change of the deadline: what should have been said before now is not said any more."""
    row.reminded = 0
    while (at := _reminder(desk, play, seat, row)) is not None and at <= desk.now:
        row.reminded += 1
    _reckon(desk, play, seat, row)


def advance(desk: Desk, play: Play, row: Decision) -> str:
    """One step of an open decision that is due: returns what must be done now (remind, late, missed or nothing)."""
    terms, seat = terms_from(play.terms), _of(desk, row)[1]
    if not row.open or row.next_at is None or row.next_at > desk.now or row.due_at is None:
        return ""
    if row.stage == Stage.RUNNING and desk.now < row.due_at:
        # Reminders that were slept through are not sent in a heap: one stands for all of them.
        while (at := _reminder(desk, play, seat, row)) is not None and at <= desk.now:
            row.reminded += 1
        step = "remind"
    elif row.stage == Stage.RUNNING:
        row.stage, step = Stage.LATE, "late"
    else:
        row.stage, step = Stage.MISSED, "missed"
        seat.misses, seat.in_row = seat.misses + 1, seat.in_row + 1
        late = overtime(terms, row, desk.now)
        seat.overtime += late
        reliability.write_down(desk, seat, row, Punctuality.MISSED, late)
    _reckon(desk, play, seat, row)
    return step
