"""The mails of an event: to everybody in it, to its directors, to one player."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.cup_tables import Cup
from moderator.store.mails import Said
from moderator.store.statuses import EntryStatus
from moderator.store.tables import Person, Seat

CONCERNED = (EntryStatus.ENTERED, EntryStatus.WAITING)


def one(
    desk: Desk,
    person: Person,
    key: str,
    title: Said,
    text: Said,
    orders: tuple[str, ...] = (),
    *,
    seat: Seat | None = None,
) -> None:
    """One notice to one person, once for its key. With a ``seat`` of theirs it goes with what the game tells that seat
    at the same time."""
    if not person.suspended and not person.blocked:
        notice = mails.Notice(title, text, orders)
        desk.post(f"cup {key}", desk.main_address(person), notice, seat=seat, person=person)


def everybody(
    desk: Desk,
    cup: Cup,
    key: str,
    title: Said,
    text: Said,
    statuses: Collection[str] = CONCERNED,
    *,
    but: Collection[str] = (),
) -> int:
    """The same words to all who have entered or wait for a place, ``but`` for some. Gives how many were written to."""
    told = 0
    people = desk.cups.people_in(cup.id)
    for entry in desk.cups.entries(cup.id):
        person = people.get(entry.person_id) if entry.person_id is not None else None
        if person is not None and entry.status in statuses and entry.key not in but:
            one(desk, person, f"{cup.id} {key} {entry.number}", title, text)
            told += not (person.suspended or person.blocked)
    return told


def directors(
    desk: Desk,
    cup: Cup,
    key: str,
    title: Said,
    text: Said,
    orders: tuple[str, ...] = (),
    *,
    seats: Mapping[int | None, Seat] | None = None,
    but: Collection[int] = (),
) -> None:
    """To whoever directs the event, ``but`` for some; ``seats``: theirs, as moderators or players, at the game that
    brought it about."""
    for _, person in desk.cups.staff(cup.id):
        if person.id in but:
            continue
        seat = (seats or {}).get(person.id)
        one(desk, person, f"{cup.id} {key} d{person.id}", title, text, orders, seat=seat)
