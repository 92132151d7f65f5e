"""What follows when a mail could not be delivered: a score for the person, time back for the mover, word to the GM."""

from __future__ import annotations

from engine.message import Message
from moderator.desk import Desk
from moderator.games import deadlines
from moderator.games.store import Outgoing, Seat

HARD, SOFT = 4, 1
# At this score nothing more is sent until a mail arrives from the person.
ENOUGH = 12


def undelivered(desk: Desk, row: Outgoing, *, hard: bool) -> None:
    """Books a bounce of one outgoing mail. The row is marked by the caller."""
    person = desk.person(row.person_id)
    if person is not None:
        person.bounces += HARD if hard else SOFT
        person.suspended = person.bounces >= ENOUGH
    desk.note("service", "bounce", row.game_id, outbox=row.id, kind=row.kind, hard=hard)
    play = desk.lock(row.game_id) if row.game_id else None
    seat = desk.session.get(Seat, row.seat_id) if row.seat_id else None
    if play is None or seat is None:
        return
    if row.kind in ("move", "reminder", "late"):
        decision = deadlines.open_decision(desk, play.id)
        if decision is not None and decision.seat_id == seat.id:
            deadlines.give_back(desk, play, decision)
    gm = next((other for other in play.seats if other.role == "gm"), None)
    if gm is not None and gm.id != seat.id:
        text = Message(
            "A mail to {seat} ({kind}) came back. If it asked for a decision, the clock started anew.",
            seat=seat.name,
            kind=row.kind,
        )
        if person is not None and person.suspended:
            text = Message("{text}\nNothing more is sent to them until they write.", text=text)
        title = Message("Mail to {seat} does not arrive", seat=seat.name)
        desk.post_to_seat(gm, f"bounce {row.id}", "notice", {"title": title, "text": text})


def heard_from(desk: Desk, person_id: int | None) -> None:
    """Somebody who writes can be written to."""
    person = desk.person(person_id)
    if person is not None and (person.bounces or person.suspended):
        person.bounces, person.suspended = 0, False
