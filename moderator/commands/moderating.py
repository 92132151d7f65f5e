"""What all of the moderator's commands do: write it down and tell everybody."""

from __future__ import annotations

from moderator.commands.sitting import Sitting
from moderator.games.clock import shown
from moderator.games.refusal import Refusal
from moderator.games.store import Decision
from moderator.outbox import announce


def tell(sitting: Sitting, title: str, text: str) -> None:
    sitting.desk.note(f"gm {sitting.me.id}", title, sitting.game.id, text=text)
    announce.notice(sitting.desk, sitting.game, f"gm {sitting.mail_id} {title}", title, text, but=sitting.seat)


def new_deadline(sitting: Sitting, row: Decision | None) -> str:
    if row is None:
        raise Refusal("Nobody has a deadline now.")
    words = shown(row.due_at, "UTC") if row.due_at is not None else "none while the game is paused"
    tell(sitting, "Deadline changed", f"{sitting.game.row.mover} has until {words}.")
    return f"{sitting.game.row.mover} has until {words}"
