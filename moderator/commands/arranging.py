"""One's own affairs: zone, waking hours, absences, which mails one gets."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

from sqlalchemy import select

from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.games import deadlines
from moderator.games.clock import (
    BadTime,
    read_duration,
    read_hours,
    read_moment,
    read_weekdays,
    read_zone,
    shown,
    terms_from,
)
from moderator.games.refusal import Refusal
from moderator.games.store import Absence, Person
from moderator.inbox.reading import Statement
from moderator.outbox import announce
from moderator.outbox.report.words import LANGUAGES

T = TypeVar("T")


def _rest(statement: Statement, words: int = 1) -> str:
    return " ".join(statement.text.split()[words:])


def _change(sitting: Sitting, **fields: object) -> None:
    """Changes the person; every clock that depends on them is settled under the old calendar first."""
    desk, person = sitting.desk, sitting.me

    def change() -> None:
        for name, value in fields.items():
            setattr(person, name, value)

    deadlines.resettle(desk, deadlines.decisions_of(desk, person), change)


@command("zone", "zone Europe/Paris", "arranging", also=("timezone", "time zone"))
def zone(statement: Statement, sitting: Sitting) -> str:
    """Sets your time zone: deadlines are shown in it and quiet hours counted in it."""
    words = 2 if statement.text.lower().startswith("time zone") else 1
    name = _time(lambda: read_zone(_rest(statement, words)))
    _change(sitting, zone=name)
    return f"your zone is {name}"


@command("hours", "hours 08:00-23:00  ·  hours all", "arranging")
def hours(statement: Statement, sitting: Sitting) -> str:
    """Sets your waking hours: outside them your clock stands still."""
    text = _rest(statement)
    if text.lower() in ("all", "any", "none", ""):
        _change(sitting, hours="")
        return "all hours count for you"
    _time(lambda: read_hours(text))
    _change(sitting, hours=text[:16])
    return f"only {text} counts for you"


@command("weekdays", "weekdays Mon-Fri", "arranging", also=("days",))
def weekdays(statement: Statement, sitting: Sitting) -> str:
    """Sets the days on which your clock runs."""
    text = _rest(statement)
    _time(lambda: read_weekdays(text))
    _change(sitting, weekdays=text[:16])
    return f"your clock runs on {text or 'every day'}"


@command("away", "away 2026-12-20 to 2027-01-03", "arranging", also=("vacation", "absence"))
def away(statement: Statement, sitting: Sitting) -> str:
    """Announces an absence: your clock stands still from the first day to the end of the last."""
    desk, person = sitting.desk, sitting.me
    first, _, last = _rest(statement).lower().partition(" to ")
    begins = _time(lambda: read_moment(first, person.zone))
    ends = _time(lambda: read_moment(last or first, person.zone, end_of_day=True))
    if ends <= max(begins, desk.now):
        raise Refusal("That absence ends before it begins, or is over already.")
    most = terms_from(sitting.play.row.terms).absence_days if sitting.play is not None else 30
    taken = sum((min(b, desk.now + timedelta(365)) - a for a, b in _absences(sitting, person)), timedelta(0))
    if taken + (ends - begins) > timedelta(days=most):
        raise Refusal(f"This game allows {most} days of absence; {taken.days} are announced already.")

    def add() -> None:
        desk.session.add(Absence(person_id=person.id, begins=begins, ends=ends))

    deadlines.resettle(desk, deadlines.decisions_of(desk, person), add)
    if sitting.play is not None and sitting.seat is not None:
        text = f"{sitting.seat.name} is away until {shown(ends, 'UTC')}."
        announce.notice(
            desk, sitting.play, f"away {sitting.mail_id}", f"{sitting.seat.name} is away", text, but=sitting.seat
        )
    return f"away until {shown(ends, person.zone)}"


def _absences(sitting: Sitting, person: Person) -> list[tuple[datetime, datetime]]:
    wanted = select(Absence.begins, Absence.ends).where(Absence.person_id == person.id)
    return [(begins, ends) for begins, ends in sitting.desk.session.execute(wanted)]


@command("back", "back", "arranging")
def back(statement: Statement, sitting: Sitting) -> str:
    """Ends your absence: your clock runs again from now."""
    desk, person = sitting.desk, sitting.me

    def end() -> None:
        for row in desk.session.scalars(select(Absence).where(Absence.person_id == person.id, Absence.ends > desk.now)):
            if row.begins >= desk.now:
                desk.session.delete(row)
            else:
                row.ends = desk.now

    deadlines.resettle(desk, deadlines.decisions_of(desk, person), end)
    return "welcome back"


@command("more time", "more time 24h", "arranging")
def more_time(statement: Statement, sitting: Sitting) -> str:
    """Asks the game's moderator for more time for the decision you have to make."""
    desk, play, seat = sitting.desk, sitting.game, sitting.my_seat
    wanted = _time(lambda: read_duration(_rest(statement, 2) or "24h"))
    if play.row.mover != seat.name:
        raise Refusal("It is not your move, so no time of yours is running.")
    gm = next((other for other in play.seats if other.role == "gm"), None)
    if gm is None:
        raise Refusal("This game has no moderator to ask.", instead=("vote pause yes",))
    hours_ = int(wanted.total_seconds() // 3600)
    text = f"{seat.name} asks for {hours_} more hours. Grant it by replying:  gm extend {hours_}h"
    desk.post_to_seat(
        gm, f"more time {sitting.mail_id}", "notice", {"title": f"{seat.name} asks for time", "text": text}
    )
    return "your moderator was asked"


@command("reports", "reports each  ·  mine  ·  daily 07:00  ·  none", "arranging", also=("notify",))
def reports(statement: Statement, sitting: Sitting) -> str:
    """Chooses your mails: after each turn, only when you must move, once a day, or only answers."""
    desk, person = sitting.desk, sitting.me
    text = _rest(statement).lower()
    found = re.fullmatch(r"(each|mine|none)|daily(?: (\d{1,2}):(\d{2}))?", text)
    if found is None or (found.group(2) and (int(found.group(2)) > 23 or int(found.group(3)) > 59)):
        raise Refusal(
            f"{text or 'nothing'} is no choice.", instead=("reports each", "reports mine", "reports daily 07:00")
        )
    person.reports = text
    person.digest_at = next_digest(person, desk.now)
    return f"you get: {text}"


def next_digest(person: Person, now: datetime) -> datetime | None:
    """When the daily summary is due next, on the person's own wall clock."""
    word, _, clock = person.reports.partition(" ")
    if word != "daily":
        return None
    hour, _, minute = (clock or "07:00").partition(":")
    local = now.astimezone(ZoneInfo(person.zone))
    at = datetime.combine(local.date(), time(int(hour), int(minute)), local.tzinfo)
    return at if at > now else datetime.combine(local.date() + timedelta(days=1), at.timetz())


@command("language", "language en  ·  fr  ·  ko", "arranging")
def language(statement: Statement, sitting: Sitting) -> str:
    """Chooses the language of your reports; orders are written the same in every language."""
    wanted = _rest(statement).lower()[:8]
    if wanted not in LANGUAGES:
        raise Refusal(
            f"I write {', '.join(LANGUAGES)} only, so far.", instead=tuple(f"language {x}" for x in LANGUAGES)
        )
    sitting.me.language = wanted
    return f"your reports are in {wanted}"


@command("text only", "text only  ·  text and html", "arranging", also=("text and html", "html"))
def text_only(statement: Statement, sitting: Sitting) -> str:
    """Mails without HTML and pictures; `text and html` brings them back."""
    sitting.me.text_only = "html" not in statement.text.lower()
    return "your mails are plain text" if sitting.me.text_only else "your mails have text and HTML"


def _time(read: Callable[[], T]) -> T:
    """Time that can't be read is refused with the clock's own words."""
    try:
        return read()
    except BadTime as wrong:
        raise Refusal(str(wrong)) from wrong
