"""Giving up a seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.message import Message
from moderator.commands.confirming import ask, confirmed, seat_of
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.inbox.reading import Statement
from moderator.outbox import announce


@command("resign", "resign", "coming and going")
def resign(statement: Statement, sitting: Sitting) -> Said:
    """Gives up your seat, after you confirm. A bot plays on for you unless the moderator names somebody."""
    return ask(sitting, "resign", {}, sitting.desk.main_address(sitting.me))


@confirmed("resign")
def leave(sitting: Sitting, kept: Mapping[str, Any]) -> str:
    """What happens when the word comes back."""
    seat = seat_of(sitting, kept)
    seat.bot, seat.status, seat.substitute_id = True, "resigned", None
    sitting.changed = True
    announce.notice(
        sitting.desk,
        sitting.game,
        f"resign {seat.id}",
        Message("{seat} resigned", seat=seat.name),
        Message("A bot plays on."),
        but=seat,
    )
    return "you have resigned; a bot plays on for you"
