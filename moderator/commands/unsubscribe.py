"""No more reports."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.inbox.reading import Statement


@command("unsubscribe", "unsubscribe", "arranging")
def unsubscribe(statement: Statement, sitting: Sitting) -> Said:
    """Stops the reports; answers to your own mails still come. `reports each` brings them back."""
    sitting.me.reports, sitting.me.digest_at = "none", None
    return Message("no more reports")
