"""What an operator does with people (shut out, joined, handed their data, forgotten), and stopping all clocks."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from engine.message import Message
from moderator.inbox.mime import MOST_HEADER_BYTES, read_headers
from moderator.inbox.tokens import addresses_in
from moderator.office.addresses import canonical
from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.statuses import SeatRole, SeatStatus
from moderator.store.tables import Person, Seat
from moderator.table import announce, deadlines, seating
from moderator.table.onward import go_on
from moderator.table.reliability import reliability

NOBODY = "somebody"
# Who did what an operator's command did.
COMMAND_LINE = "command line"
# So much of a mail is looked at for who wrote it.
HEAD = MOST_HEADER_BYTES
_ADDRESS = re.compile(r"[^\s\"'<>(),;:]+@[^\s\"'<>(),;:]+")


def told(desk: Desk, person: Person) -> dict[str, Any]:
    """Everything we know about a person, as they may ask for it."""
    return {
        "person": person.id,
        "name": person.name,
        "addresses": [row.written for row in desk.people.addresses(person.id)],
        "zone": person.zone,
        "hours": person.hours,
        "weekdays": person.weekdays,
        "language": person.language,
        "reports": person.reports,
        "suspended": person.suspended,
        "blocked": person.blocked,
        "since": person.created_at.isoformat(),
        "reminders": person.reminders,
        "reliability": asdict(reliability(desk, person)),
        "rated": person.rated,
        "ratings": [
            {"title": step.title, "game": step.game_id, "rank": step.rank, "mu": step.mu, "sigma": step.sigma}
            for step in desk.endings.steps_of(person.id)
        ],
        "events": [
            {"event": cup.id, "name": entry.name, "status": entry.status, "club": entry.club}
            for entry, cup in desk.cups.entries_of(person.id)
        ],
        "absences": [[row.begins.isoformat(), row.ends.isoformat()] for row in desk.people.absences(person.id)],
        "seats": [_seat_told(desk, person, seat) for seat in desk.seats.of_person(person.id)],
    }


def _seat_told(desk: Desk, person: Person, seat: Seat) -> dict[str, Any]:
    """What a person may know of a seat: notes are its owner's alone, and what is on file is of whoever plays it now."""
    told: dict[str, Any] = {"game": seat.game_id, "seat": seat.name, "role": seat.role}
    if seat.person_id == person.id:
        told |= {"status": seat.status, "misses": seat.misses}
        told["notes"] = [row.text for row in desk.seats.notes(seat.id)]
    else:
        told["stands_in"] = True
    if desk.holder(seat) == person:
        told["orders_on_file"] = [row.text for row in desk.filed.mine(seat.id)]
    return told


def block(desk: Desk, person: Person, *, blocked: bool) -> None:
    person.blocked = blocked
    desk.note("command line", "person blocked" if blocked else "person unblocked", None, person=person.id)


def make_operator(desk: Desk, person: Person, operator: bool, *, by: str) -> None:
    """Somebody runs the service from now on, or no longer; they sign in anew. Everybody who runs it, and ran it until
    now, hears of it by mail: whoever did it may sit at a browser that is somebody else's."""
    if person.operator == operator:
        return
    hear = {one.id: one for one in (*desk.people.operators(), person)}
    person.operator = operator
    desk.devices.end_all(person.id)
    address = desk.main_address(person)
    if operator:
        title = Message("A new operator")
        text = Message(
            "{by} has made {name} ({address}) an operator: they can see and do everything on the console. "
            "If this was not meant, take it back there, and see who is signed in as {by}.",
            by=by,
            name=person.name,
            address=address,
        )
    else:
        title = Message("An operator less")
        text = Message("{by} has taken the console from {name} ({address}).", by=by, name=person.name, address=address)
    for one in hear.values():
        if one.guest or not desk.people.addresses(one.id):
            continue
        # Whatever has happened at their address before, this is told.
        key = f"operator {person.id} {operator} {desk.now.isoformat()} {one.id}"
        desk.post(key, desk.main_address(one), mails.Notice(title, text), person=one)


def merge(desk: Desk, person: Person, other: Person) -> str:
    """Makes two rows of one person one. What stands in the way is said; nothing is done then."""
    both = {seat.game_id for seat in desk.seats.of_person(person.id)} & {
        seat.game_id for seat in desk.seats.of_person(other.id)
    }
    if both:
        return f"Both have a seat in {', '.join(sorted(both))}."
    events = {cup.id for _, cup in desk.cups.entries_of(person.id)} & {
        cup.id for _, cup in desk.cups.entries_of(other.id)
    }
    if events:
        return f"Both have entered {', '.join(sorted(events))}."
    directed = {cup.id for cup in desk.cups.directed_by(person.id)} & {
        cup.id for cup in desk.cups.directed_by(other.id)
    }
    if directed:
        return f"Both direct {', '.join(sorted(directed))}."
    rated = {one.game_id for one in desk.endings.steps_of(person.id)} & {
        one.game_id for one in desk.endings.steps_of(other.id)
    }
    if rated:
        return f"Both were rated in {', '.join(sorted(rated))}."
    # Who was shut out is not let in again by being somebody else, too.
    person.blocked = person.blocked or other.blocked
    desk.people.hand_all_over(other.id, person.id)
    desk.note("command line", "people merged", None, old=other.id, new=person.id)
    desk.people.erase(other, desk.now)
    return ""


def forget(desk: Desk, person: Person) -> None:
    """Nothing is left by which the person could be known. Their seats stay as others know them; a bot plays on."""
    for seat in desk.seats.of_person(person.id):
        play = desk.lock(seat.game_id)
        if play is None:
            continue
        here = next(one for one in play.seats if one.id == seat.id)
        if here.substitute_id == person.id:
            seating.end_substitute(desk, play, here)
            continue
        if here.role == SeatRole.GM:
            play.give_to(None if play.moderated_first_by(person.id) else play.moderator_id)
            seating.unseat(desk, play, here, None)
            continue
        seating.vacate(desk, play, here, None)
        here.person_id = None
        if play.running:
            here.bot, here.status = True, SeatStatus.RESIGNED
            title = Message("{seat} resigned", seat=here.name)
            announce.notice(desk, play, f"forgotten {here.id}", title, Message("A bot plays on."), but=here)
            go_on(desk, play)
    known = {row.address for row in desk.people.addresses(person.id)}
    mails = desk.incoming.beginnings(HEAD)
    wrote = [number for number, sender, head in mails if _wrote(known, sender, head)]
    desk.incoming.forget(wrote)
    desk.outbox.forget(person.id, [one for one in desk.outbox.ever_written_to() if canonical(one) in known], wrote)

    def named(text: str) -> bool:
        return any(canonical(one) in known for one in _ADDRESS.findall(text))

    desk.service.forget(named)
    # A word that was mailed before would bring an address back, and says whose it is until it is used.
    desk.words.forget_whose(person.id, named)
    desk.people.forget(person)
    person.name = NOBODY
    desk.note("command line", "person forgotten", None, person=person.id)


def _wrote(known: Collection[str], sender: str, head: bytes) -> bool:
    """Whether a mail is somebody's, by either of its senders: a mailbox tells of no envelope, a list has its own."""
    headers, _, _ = read_headers(head, 0, len(head), HEAD)
    return any(canonical(one) in known for one in (sender, *addresses_in(headers.all("from"))))


def pause_all(desk: Desk, by: str = COMMAND_LINE) -> int:
    """Stops every clock that runs, for an outage; each table is told, and its log says who did it."""
    stopped = 0
    for game_id in desk.games.running():
        play = desk.lock(game_id)
        if play is None or play.paused_at is not None:
            continue
        deadlines.pause(desk, play)
        play.mark_outage(outage=True)
        text = Message("Whoever runs the service has stopped all clocks.")
        announce.deadline(desk, play, f"outage {desk.now}", Message("The game is paused"), text)
        desk.note(by, "pause all games", play.id)
        stopped += 1
    desk.note(by, "pause all", None, games=stopped)
    return stopped


def resume_all(desk: Desk, by: str = COMMAND_LINE) -> int:
    """Lets those clocks run again that were stopped for an outage, and no others."""
    started = 0
    for game_id in desk.games.running():
        play = desk.lock(game_id)
        if play is None or not play.outage:
            continue
        play.mark_outage(outage=False)
        deadlines.resume(desk, play)
        announce.deadline(
            desk, play, f"outage over {desk.now}", Message("The game goes on"), Message("The clock runs again.")
        )
        desk.note(by, "resume all games", play.id)
        started += 1
    desk.note(by, "resume all", None, games=started)
    return started
