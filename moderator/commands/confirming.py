"""Words mailed to a registered address that must come back before something risky is done."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from engine.message import Message
from moderator.commands.registry import Said
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.games.store import Seat

GOOD_FOR = timedelta(days=3)
_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

Doing = Callable[[Sitting, Mapping[str, Any]], Said]
# What is done when its word comes back; each command enters its own.
DOING: dict[str, Doing] = {}


def confirmed(what: str) -> Callable[[Doing], Doing]:
    """Enters a function as what happens once ``what`` is confirmed."""

    def enter(doing: Doing) -> Doing:
        DOING[what] = doing
        return doing

    return enter


def new_word() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(8))


def ask(sitting: Sitting, what: str, data: Mapping[str, Any], to: str) -> Said:
    """Mails the word; what it stands for waits until it comes back."""
    desk, word = sitting.desk, new_word()
    seat = sitting.seat
    kept = {"do": what, "seat": seat.id if seat else None, "game": sitting.play.id if sitting.play else None, **data}
    desk.remember("confirm", word, desk.now + GOOD_FOR, kept)
    key = f"confirm {sitting.mail_id} {what} {desk.office.addresses.domain}"
    person = sitting.person
    desk.post(key, "confirm", to, {"word": word, "what": Message(what)}, seat=seat, person=person)
    sitting.confirming = True
    return Message("waits for your confirmation; the word was mailed to {address}", address=to)


def seat_of(sitting: Sitting, kept: Mapping[str, Any]) -> Seat:
    """The seat the word was mailed for."""
    seat = next((one for one in sitting.game.seats if one.id == kept.get("seat")), None)
    if seat is None:
        raise Refusal("That seat is gone.")
    return seat
