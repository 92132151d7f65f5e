"""What happened after a move."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.arguments import number
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.inbox.reading import Statement
from moderator.outbox import views


@command("since", "since 41", "asking")
def since(statement: Statement, sitting: Sitting) -> Said:
    """Tells everything that happened after the move you name."""
    play = sitting.game
    told = views.happened(sitting.desk, play, number(statement, play.row.seq - 10), play.row.seq, sitting.language)
    lines = [f"{one['seq']:>4}  {one['by']}: {one['order']}. {' '.join(one['sentences'])}" for one in told]
    sitting.say(Message("What happened"), "\n".join(lines) or Message("Nothing."))
    return Message("see below")
