"""Announcing an absence."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from engine import Ambiguous, Refused
from engine.message import Message
from moderator.hearing.absence import by_weekdays, read_absence
from moderator.hearing.arguments import of_time, rest
from moderator.hearing.changing import move_deadlines
from moderator.hearing.days import every_week, without_courtesy
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.language import Moment
from moderator.office.clock import LEAST_DAYS, WEEK, read_weekdays, stretches, terms_from, write_weekdays
from moderator.store.mails import Said
from moderator.store.tables import Absence, Seat
from moderator.table import announce


@command("away", "away 2026-12-20 to 2027-01-03", "arranging", also=("vacation", "absence"))
def away(statement: Statement, submission: Submission) -> Said:
    """Announces an absence: your clock stands still from the first day to the end of the last."""
    desk, person = submission.desk, submission.me
    said = without_courtesy(rest(statement))
    if (weekly := every_week(said)) is not None:
        raise _every_week(weekly, submission)
    meant = [f"away {first} to {last}" for first, last in by_weekdays(said, person.zone, desk.now)]
    if len(meant) > 1:
        raise Ambiguous("Which days do you mean? Say it with their dates.", instead=tuple(meant))
    if meant:
        said = meant[0].removeprefix("away ")
    begins, ends = of_time(lambda: read_absence(said, person.zone, desk.now, person.language))
    if ends <= max(begins, desk.now):
        raise Refused("That absence ends before it begins, or is over already.")
    most = terms_from(submission.play.terms).absence_days if submission.play is not None else 30
    announced = [(row.begins, row.ends) for row in desk.people.absences(person.id)]
    # What was before a game is no matter of it, and no day counts twice. Who names no game answers for a year.
    since = submission.play.created_at if submission.play is not None else desk.now - timedelta(365)
    taken = _in_all(announced, since)

    def fits(days: tuple[datetime, datetime]) -> bool:
        return _in_all([*announced, days], since) <= timedelta(days=most)

    if not fits((begins, ends)):
        raise Refused(
            "This game allows {most} days of absence; {days} are announced already.",
            instead=tuple(_what_fits(begins, ends, person.zone, fits)) if taken < timedelta(days=most) else (),
            most=most,
            days=taken.days,
        )

    def add() -> None:
        desk.add(Absence(person_id=person.id, begins=begins, ends=ends))

    def news(seat: Seat) -> tuple[Message, Message]:
        if begins <= desk.now:
            said = Message("{seat} is away until {moment}.", seat=seat.name, moment=Moment(ends))
            return Message("{seat} is away", seat=seat.name), said
        # Until then they are there, and the title must not say otherwise.
        days = {"begins": Moment(begins), "moment": Moment(ends)}
        said = Message("{seat} is away from {begins} until {moment}.", seat=seat.name, **days)
        return Message("{seat} announces an absence", seat=seat.name), said

    key = f"away {person.id} {submission.mail_id}"
    told = move_deadlines(submission, add, key, news)
    if submission.play is not None and submission.seat is not None and submission.play.id not in told:
        announce.notice(desk, submission.play, key, *news(submission.seat), but=submission.seat)
    return Message(
        "away from {begins} until {moment}", begins=Moment(begins, person.zone), moment=Moment(ends, person.zone)
    )


def _every_week(days: frozenset[int], submission: Submission) -> Ambiguous:
    """What is so every week is no absence, which has an end; and in some languages one such day is named alike."""
    person = submission.me
    today = submission.desk.now.astimezone(ZoneInfo(person.zone)).date()
    left = read_weekdays(person.weekdays) - days
    counted = [f"weekdays {write_weekdays(left)}"] if LEAST_DAYS <= len(left) < len(WEEK) else []
    first, last = min((today + timedelta((a - today.weekday()) % 7), (b - a) % 7) for a, b in stretches(days))
    return Ambiguous(
        "An absence is told by its dates, once; for what is so every week say on which days your clock runs. Which do "
        "you mean?",
        instead=(*counted, f"away {first} to {first + timedelta(last)}"),
    )


def _what_fits(
    begins: datetime, ends: datetime, zone: str, fits: Callable[[tuple[datetime, datetime]], bool]
) -> Iterator[str]:
    """The longest absence from the same day on that is still allowed, as an order; nothing if not a day is."""
    first = begins.astimezone(ZoneInfo(zone)).date()

    def line(days: int) -> str:
        return f"{first} to {first + timedelta(days)}"

    def too_long(days: int) -> bool:
        return not fits(read_absence(line(days), zone, begins, ""))

    # A longer one never fits where a shorter one does not.
    if count := bisect_left(range((ends - begins).days + 1), True, key=too_long):
        yield f"away {line(count - 1)}"


def _in_all(absences: Iterable[tuple[datetime, datetime]], since: datetime) -> timedelta:
    """The time of several absences from a moment on; where they overlap it counts once."""
    found, upto = timedelta(0), since
    for begins, ends in sorted(absences):
        found += max(timedelta(0), ends - max(begins, upto))
        upto = max(upto, ends)
    return found
