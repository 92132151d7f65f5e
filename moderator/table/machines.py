"""Programs that send orders for a seat: where they may, and the keys with which they do."""

from __future__ import annotations

import secrets
from datetime import timedelta

from engine import Refused
from engine.message import Message
from moderator.office.addresses import hash_token
from moderator.office.desk import Desk
from moderator.store import mails
from moderator.store.game import Play
from moderator.store.tables import Person, Seat, SeatKey

PREFIX = "wbk_"
MOST_KEYS = 3
# Of so many keys that were made on a page somebody is told within a day.
MOST_TOLD = 10


def allowed(play: Play) -> bool:
    """Whether the game takes orders from programs; a term of the game, yes unless it says no."""
    return bool(play.terms.get("machines", True))


def make_key(desk: Desk, play: Play, seat: Seat, person: Person, label: str = "") -> str:
    """A new key, told this once; only its hash is kept. It dies with its owner's seat."""
    if not allowed(play):
        raise Refused("This game takes no orders from programs.")
    if seat.person_id != person.id:
        raise Refused("Only whoever the seat belongs to may do this, not a substitute.")
    if len(desk.keys.of_seat(seat.id)) >= MOST_KEYS:
        raise Refused("This seat has {most} keys; end one first.", most=MOST_KEYS)
    key = f"{PREFIX}{secrets.token_hex(20)}"
    desk.add(
        SeatKey(seat_id=seat.id, person_id=person.id, token_hash=hash_token(key), label=label[:60], created_at=desk.now)
    )
    desk.note(f"person {person.id}", "key made", play.id, seat=seat.name)
    return key


def tell_of_key(desk: Desk, seat: Seat, person: Person) -> None:
    """The owner hears by mail of a key that was made on a page: a browser that was left open can make one, too."""
    if person.guest or not desk.within("told of keys", str(person.id), MOST_TOLD, timedelta(days=1)):
        return
    text = Message(
        "A key was made on a page with which a program may send the orders of {seat}. If it was not you, reply "
        "`program key off`: that ends it.",
        seat=seat.name,
    )
    last = max(row.id for row in desk.keys.of_seat(seat.id))
    told = mails.Notice(Message("A key for a program"), text)
    desk.post(f"key made {seat.id} {last}", desk.main_address(person), told, seat=seat, person=person)


def end_keys(desk: Desk, seat: Seat) -> int:
    """No program may write for the seat any more; gives how many keys there were."""
    rows = desk.keys.of_seat(seat.id)
    for row in rows:
        desk.drop(row)
    return len(rows)


def seat_with_key(desk: Desk, key: str) -> tuple[Seat, Person] | None:
    """The seat a key opens and its owner. Who no longer has the seat has no key."""
    row = desk.keys.with_token(hash_token(key)) if key.startswith(PREFIX) else None
    seat = desk.seats.get(row.seat_id) if row is not None else None
    person = desk.person(row.person_id) if row is not None else None
    if row is None or seat is None or person is None or seat.person_id != person.id or person.blocked or seat.bot:
        return None
    return seat, person
