"""Announcing an absence."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select

from engine.message import Message
from moderator.commands.arguments import of_time, rest
from moderator.commands.arranging import move_deadlines
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.clock import (
    read_moment,
    terms_from,
)
from moderator.games.refusal import Refusal
from moderator.games.store import Absence, Person, Seat
from moderator.inbox.reading import Statement
from moderator.outbox import announce
from moderator.outbox.wording import Moment


@command("away", "away 2026-12-20 to 2027-01-03", "arranging", also=("vacation", "absence"))
def away(statement: Statement, sitting: Sitting) -> Said:
    """Announces an absence: your clock stands still from the first day to the end of the last."""
    desk, person = sitting.desk, sitting.me
    first, _, last = rest(statement).lower().partition(" to ")
    begins = of_time(lambda: read_moment(first, person.zone))
    ends = of_time(lambda: read_moment(last or first, person.zone, end_of_day=True))
    if ends <= max(begins, desk.now):
        raise Refusal("That absence ends before it begins, or is over already.")
    most = terms_from(sitting.play.row.terms).absence_days if sitting.play is not None else 30
    taken = sum((min(b, desk.now + timedelta(365)) - a for a, b in _absences(sitting, person)), timedelta(0))
    if taken + (ends - begins) > timedelta(days=most):
        raise Refusal(
            "This game allows {most} days of absence; {days} are announced already.", most=most, days=taken.days
        )

    def add() -> None:
        desk.session.add(Absence(person_id=person.id, begins=begins, ends=ends))

    def news(seat: Seat) -> tuple[Message, Message]:
        title = Message("{seat} is away", seat=seat.name)
        return title, Message("{seat} is away until {moment}.", seat=seat.name, moment=Moment(ends))

    told = move_deadlines(sitting, add, f"away {sitting.mail_id}", news)
    if sitting.play is not None and sitting.seat is not None and sitting.play.id not in told:
        announce.notice(desk, sitting.play, f"away {sitting.mail_id}", *news(sitting.seat), but=sitting.seat)
    return Message("away until {moment}", moment=Moment(ends, person.zone))


def _absences(sitting: Sitting, person: Person) -> list[tuple[datetime, datetime]]:
    wanted = select(Absence.begins, Absence.ends).where(Absence.person_id == person.id)
    return [(begins, ends) for begins, ends in sitting.desk.session.execute(wanted)]
