"""What all of the moderator's commands do: write it down and tell everybody."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.registry import Said
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.games.store import Decision
from moderator.outbox import announce
from moderator.outbox.wording import Moment


def tell(sitting: Sitting, title: Said, text: Said) -> None:
    sitting.desk.note(f"gm {sitting.me.id}", str(title), sitting.game.id, text=str(text))
    announce.notice(sitting.desk, sitting.game, f"gm {sitting.mail_id} {title}", title, text, but=sitting.seat)


def tell_deadline(sitting: Sitting, title: Said, text: Said) -> None:
    """As ``tell``, in the mail that shows everybody the deadline as it is now."""
    sitting.desk.note(f"gm {sitting.me.id}", str(title), sitting.game.id, text=str(text))
    announce.deadline(sitting.desk, sitting.game, f"gm {sitting.mail_id} {title}", title, text, but=sitting.seat)


def new_deadline(sitting: Sitting, row: Decision | None) -> Said:
    if row is None:
        raise Refusal("Nobody has a deadline now.")
    mover = sitting.game.row.mover or ""
    if row.due_at is None:
        until = Message("{player} has no deadline while the game is paused", player=mover)
    else:
        until = Message("{player} has until {moment}", player=mover, moment=Moment(row.due_at, sitting.me.zone))
    tell_deadline(
        sitting,
        Message("Deadline changed"),
        Message("{sentence}.", sentence=until),
    )
    return until
