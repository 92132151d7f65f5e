"""Seats' addresses derive from the service's secret: do they still, and what to do when it was lost or told."""

from __future__ import annotations

from engine.message import Message
from moderator.errands.chaining import seal_anew
from moderator.office.addresses import hash_token
from moderator.office.desk import Desk, Office
from moderator.store.mails import Notice
from moderator.store.statuses import GameStatus
from moderator.store.tables import Seat


def misfits(desk: Desk) -> tuple[int, int]:
    """How many seats have an address that this secret does not give, and how many there are."""
    seats = desk.seats.all()
    return sum(seat.token_hash != _hash(desk.office, seat) for seat in seats), len(seats)


def rekey(office: Office) -> int:
    """Gives every seat a new address, and tells whoever plays it. Returns how many were told.

    All in one transaction: a seat whose player was not told would have no address that anybody knows.
    """
    told = 0
    with office.desk() as desk:
        for seat in desk.seats.all():
            # The number grows in any case: when the secret is the same one, the old address must end, too.
            seat.key_number += 1
            seat.token_hash = _hash(office, seat)
            game = desk.games.row(seat.game_id)
            if game is not None and game.status in (GameStatus.INVITING, GameStatus.RUNNING, GameStatus.CLOSED):
                told += _tell(desk, seat)
        # Links stay as they are, so heads in old mails still fit; seals are made under the present secret.
        desk.write()
        broken = seal_anew(desk)
        # What is written but not sent would still come from the old address.
        desk.outbox.write_anew()
        desk.note("command line", "rekey", seats=told, games_not_sealed=broken)
    return told


def _hash(office: Office, seat: Seat) -> str:
    return hash_token(office.token(seat.game_id, seat.name, seat.key_number))


def _tell(desk: Desk, seat: Seat) -> bool:
    text = Message(
        "The order address of your seat {seat} has a new key; the old address stopped working. "
        "This mail comes from the new one: answer it, or any mail that follows.",
        seat=seat.name,
    )
    notice = Notice(title=Message("Your order address is a new one"), text=text)
    return desk.post_to_seat(seat, f"rekey {seat.id} {seat.key_number}", notice) is not None
