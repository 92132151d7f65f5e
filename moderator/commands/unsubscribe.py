"""No more reports."""

from __future__ import annotations

from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.inbox.reading import Statement


@command("unsubscribe", "unsubscribe", "arranging")
def unsubscribe(statement: Statement, sitting: Sitting) -> str:
    """Stops the reports; answers to your own mails still come. `reports each` brings them back."""
    sitting.me.reports, sitting.me.digest_at = "none", None
    return "no more reports"
