"""Who looks at a page: the person signed in with this browser, what they are to a game, and which games they may see.

Every page and every answer of the API asks here; nobody else looks into the cookie or at a game's visibility.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from flask import abort, g, session

from engine.message import Message
from moderator.hearing.permissions import Role
from moderator.office.desk import Desk
from moderator.store.game import Play
from moderator.store.statuses import SeatRole
from moderator.store.tables import Device, Seat
from moderator.web.session import at_this_machine, office

# How often it is written down that a device was used.
SEEN_EVERY = timedelta(hours=1)
# Whoever has signed in so lately has read their mail since, and is no passer-by at a browser left open.
JUST_NOW = timedelta(hours=1)


# What is said to whoever has not, where what they ask for can't be taken back.
SIGN_IN_AGAIN = Message("This can't be taken back: sign out, sign in again by email, and do it within the hour.")


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who is signed in, and the device they are signed in with."""

    id: int
    name: str
    language: str
    zone: str
    device: int
    operator: bool = False
    # Came by a click; there is no address yet to which anything could be mailed.
    guest: bool = False


def secret_hash(secret: str) -> str:
    """What is kept of a device's secret."""
    return hashlib.sha256(f"device {secret}".encode()).hexdigest()


def visitor() -> Visitor | None:
    """The person behind this request; None for a passer-by. Looked up once a request."""
    if "visitor" not in g:
        g.visitor = _look_up()
    found: Visitor | None = g.visitor
    return found


def _look_up() -> Visitor | None:
    secret = session.get("device")
    if not isinstance(secret, str):
        return None
    with office().reading() as desk:
        device = desk.devices.with_token(secret_hash(secret))
        person = desk.person(device.person_id) if device is not None and device.expires_at > desk.now else None
        now = desk.now
    if device is None or person is None or person.blocked:
        # A cookie that was copied before its owner signed out is worth nothing.
        session.pop("device", None)
        return None
    if now - device.seen_at > SEEN_EVERY:
        with office().desk() as desk:
            desk.devices.seen(device.id, now)
    return Visitor(person.id, person.name, person.language, person.zone, device.id, person.operator, person.guest)


def just_came(who: Visitor) -> bool:
    """Whether they have signed in so lately that they are no passer-by at a browser left open; a guest can't again."""
    with office().reading() as desk:
        device = desk.devices.get(who.device)
        return who.guest or (device is not None and desk.now - device.created_at <= JUST_NOW)


def signed_in() -> bool:
    return visitor() is not None


def operator() -> bool:
    """Whether an operator looks."""
    found = visitor()
    return found is not None and found.operator


def trusted() -> bool:
    """An operator, or somebody at this very machine as long as all mail stays on it."""
    return operator() or at_this_machine()


def devices(desk: Desk, who: Visitor) -> list[Device]:
    """Where they are signed in, the one used last first."""
    return desk.devices.of_person(who.id, desk.now)


# ---------------------------------------------------------------------- at a table


def roles(who: Visitor | None, play: Play) -> frozenset[Role]:
    """What the visitor is to a game, in the words of the table of permissions; a spectator is a stranger."""
    found = {Role.STRANGER}
    if who is not None:
        if play.moderated_by(who.id):
            found.add(Role.MODERATOR if play.moderated_first_by(who.id) else Role.SECOND)
        seat = seat_of(who, play)
        if seat is not None:
            found.add(Role.OWNER if seat.person_id == who.id else Role.SUBSTITUTE)
        if who.operator:
            found.add(Role.OPERATOR)
    return frozenset(found)


def seat_of(who: Visitor | None, play: Play) -> Seat | None:
    """The player's seat for which the visitor may write: their own, or one they stand in for at present.

    Of several (friends who play two sides each) the one that has to move."""
    if who is None:
        return None
    now = office().now()
    mine = [seat for seat in play.players if not seat.bot and (seat.person_id == who.id or _stands_in(who, seat, now))]
    mine.sort(key=lambda seat: (seat.name != play.to_move, seat.person_id != who.id))
    return mine[0] if mine else None


def _stands_in(who: Visitor, seat: Seat, now: datetime) -> bool:
    until = seat.substitute_until
    return seat.substitute_id == who.id and (until is None or until > now)


def moderators_seat(who: Visitor | None, play: Play) -> Seat | None:
    """The moderator's place that is the visitor's."""
    if who is None:
        return None
    return next((seat for seat in play.seats if seat.role == SeatRole.GM and seat.person_id == who.id), None)


def may_see(who: Visitor | None, play: Play) -> bool:
    """Games are public, unlisted (for whoever has the link), or private: for those at the table and the operators."""
    if play.visibility != "private" or at_this_machine():
        return True
    return who is not None and (who.operator or any(who.id in (s.person_id, s.substitute_id) for s in play.seats))


def seen(desk: Desk, game_id: str, who: Visitor | None) -> Play | None:
    """The game, if there is one and they may see it; who may not learns nothing about it."""
    play = desk.game(game_id)
    return play if play is not None and may_see(who, play) else None


def found(desk: Desk, game_id: str) -> Play:
    """The game for the visitor of this page."""
    play = seen(desk, game_id, visitor())
    if play is None:
        abort(404)
    return play
