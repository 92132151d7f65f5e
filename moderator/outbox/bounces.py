"""What follows when a mail could not be delivered: a score for the person, time back for the mover, word to the GM."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.message import Message
from moderator.office.addresses import split
from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.game import Play
from moderator.store.mails import Kind, Sending
from moderator.store.statuses import SeatRole
from moderator.store.tables import Outgoing, Seat
from moderator.table import deadlines

HARD, SOFT = 4, 1
# At this score nothing more is sent until a mail arrives from the person.
ENOUGH = 12
# Longer than any decision stays open.
KNOWN_FOR = timedelta(days=400)


def book(desk: Desk, sent: Outgoing | None, status: str, *, hard: bool) -> str:
    """Books a delivery report about a mail that it is certain of; once a mail."""
    if sent is None:
        return "dropped:unknown bounce"
    if sent.status == Sending.BOUNCED:
        return "bounce:again"
    sent.status, sent.trouble = Sending.BOUNCED, f"bounced with {status[:20] or 'no status'}"
    undelivered(desk, sent, hard=hard)
    return "bounce"


def undelivered(desk: Desk, row: Outgoing, *, hard: bool) -> None:
    """Books a bounce of one outgoing mail. The row is marked by the caller."""
    person = desk.person(row.person_id)
    if person is not None:
        person.bounces += HARD if hard else SOFT
        person.suspended = person.bounces >= ENOUGH
    desk.note("service", "bounce", row.game_id, outbox=row.id, kind=row.kind, hard=hard)
    play = desk.lock(row.game_id) if row.game_id else None
    seat = desk.seats.get(row.seat_id)
    if play is None or seat is None:
        return
    given_back = row.kind in (Kind.MOVE, Kind.REMINDER, Kind.LATE) and _given_back(desk, play, seat)
    gm = next((other for other in play.seats if other.role == SeatRole.GM), None)
    if gm is not None and gm.id != seat.id:
        text = Message("A mail to {seat} ({kind}) came back.", seat=seat.name, kind=row.kind)
        if given_back:
            text = Message("{text}\nThe clock of their decision started anew.", text=text)
        if person is not None and person.suspended:
            text = Message("{text}\nNothing more will be sent to them until they write.", text=text)
        title = Message("Mail to {seat} does not arrive", seat=seat.name)
        desk.post_to_seat(gm, f"bounce {row.id}", mails.Notice(title, text))


def _given_back(desk: Desk, play: Play, seat: Seat) -> bool:
    """Gives the mover the time back, once a decision: who makes such reports themselves gains a day and no more."""
    decision = deadlines.open_decision(desk, play.id)
    if decision is None or decision.seat_id != seat.id:
        return False
    if not desk.remember("given back", str(decision.id), desk.now + KNOWN_FOR):
        return False
    deadlines.give_back(desk, play, decision)
    return True


@dataclass
class Provider:
    """What became of the mails to all people at one provider."""

    domain: str
    sent: int = 0
    bounced: int = 0
    failed: int = 0
    waiting: int = 0
    # What is wrong most often, in the words of whoever refused.
    trouble: str = ""

    @property
    def share(self) -> float:
        """How many of a hundred did not arrive."""
        return 100 * (self.bounced + self.failed) / max(1, self.sent + self.bounced + self.failed)


def by_provider(desk: Desk, since: datetime) -> list[Provider]:
    """The worst first: one provider that refuses us is another fault than one person who is gone."""
    found: dict[str, Provider] = {}
    reasons: dict[str, Counter[str]] = {}
    for to, status, trouble, many in desk.outbox.fates(since):
        domain = split(to)[1]
        one = found.setdefault(domain, Provider(domain))
        match status:
            case Sending.SENT:
                one.sent += many
            case Sending.BOUNCED:
                one.bounced += many
            case Sending.FAILED:
                one.failed += many
            case _:
                one.waiting += many if trouble else 0
        if trouble and status != Sending.SENT:
            reasons.setdefault(domain, Counter())[trouble] += many
    for domain, counted in reasons.items():
        found[domain].trouble = counted.most_common(1)[0][0]
    return sorted(found.values(), key=lambda one: (-one.bounced - one.failed - one.waiting, one.domain))


def heard_from(desk: Desk, person_id: int | None) -> None:
    """Somebody who writes can be written to."""
    person = desk.person(person_id)
    if person is not None and (person.bounces or person.suspended):
        person.bounces, person.suspended = 0, False
