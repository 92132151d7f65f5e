"""Words mailed to a registered address that must come back before something risky is done."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.games.store import Address, Person, Seat
from moderator.gateway.addresses import canonical, hash_token
from moderator.inbox.reading import Statement
from moderator.outbox import announce

GOOD_FOR = timedelta(days=3)
_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def new_word() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(8))


def ask(sitting: Sitting, what: str, data: Mapping[str, Any], to: str) -> str:
    """Mails the word; what it stands for waits until it comes back."""
    desk, word = sitting.desk, new_word()
    seat = sitting.seat
    kept = {"do": what, "seat": seat.id if seat else None, "game": sitting.play.id if sitting.play else None, **data}
    desk.remember("confirm", word, desk.now + GOOD_FOR, kept)
    key = f"confirm {sitting.mail_id} {what} {desk.office.addresses.domain}"
    person = sitting.person
    desk.post(key, "confirm", to, {"word": word, "what": what}, seat=seat, person=person)
    sitting.confirming = True
    return f"waits for your confirmation; the word was mailed to {to}"


@command("confirm", "confirm 7F3KQ2MN", "coming and going", anywhere=True)
def confirm(statement: Statement, sitting: Sitting) -> str:
    """Confirms what a mail from us asked you to confirm."""
    word = statement.text.split()[-1]
    kept = sitting.desk.use("confirm", word)
    if kept is None:
        raise Refusal("That word is not known, was used already, or is too old.")
    doing = DOING.get(str(kept["do"]))
    if doing is None:
        raise Refusal("There is nothing to confirm.")
    return doing(sitting, kept)


def _resign(sitting: Sitting, kept: Mapping[str, Any]) -> str:
    seat = _seat(sitting, kept)
    seat.bot, seat.status, seat.substitute_id = True, "resigned", None
    sitting.changed = True
    announce.notice(
        sitting.desk, sitting.game, f"resign {seat.id}", f"{seat.name} resigned", "A bot plays on.", but=seat
    )
    return "you have resigned; a bot plays on for you"


def _address(sitting: Sitting, kept: Mapping[str, Any]) -> str:
    desk, written = sitting.desk, str(kept["address"])
    if desk.person_at(written) is not None:
        raise Refusal("That address belongs to somebody already.")
    person = desk.session.get(Person, int(kept["person"]))
    if person is None:
        raise Refusal("That person is gone.")
    desk.session.add(Address(person_id=person.id, address=canonical(written), written=written, main=False))
    return f"you may write from {written}"


def _new_key(sitting: Sitting, kept: Mapping[str, Any]) -> str:
    seat = _seat(sitting, kept)
    seat.key_number += 1
    seat.token_hash = hash_token(sitting.desk.office.token(seat.game_id, seat.name, seat.key_number))
    return "your order address has a new key; this answer already comes from it"


def _seat(sitting: Sitting, kept: Mapping[str, Any]) -> Seat:
    seat = next((one for one in sitting.game.seats if one.id == kept.get("seat")), None)
    if seat is None:
        raise Refusal("That seat is gone.")
    return seat


DOING: dict[str, Callable[[Sitting, Mapping[str, Any]], str]] = {
    "resign": _resign,
    "address": _address,
    "new key": _new_key,
}
