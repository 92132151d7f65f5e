"""Changing the secret of one's order address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from moderator.commands.confirming import ask, confirmed, seat_of
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.gateway.addresses import hash_token
from moderator.inbox.reading import Statement


@command("new key", "new key", "arranging", also=("newkey",))
def new_key(statement: Statement, sitting: Sitting) -> Said:
    """Changes the secret in your order address, after you confirm; the old address stops working."""
    return ask(sitting, "new key", {}, sitting.desk.main_address(sitting.me))


@confirmed("new key")
def turn_the_key(sitting: Sitting, kept: Mapping[str, Any]) -> str:
    """What happens when the word comes back."""
    seat = seat_of(sitting, kept)
    seat.key_number += 1
    seat.token_hash = hash_token(sitting.desk.office.token(seat.game_id, seat.name, seat.key_number))
    return "your order address has a new key; this answer already comes from it"
