"""The language of one's mails."""

from __future__ import annotations

from moderator.commands.arguments import rest
from moderator.commands.registry import command
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement
from moderator.outbox.report.words import LANGUAGES


@command("language", "language en  ·  fr  ·  ko", "arranging")
def language(statement: Statement, sitting: Sitting) -> str:
    """Chooses the language of your reports; orders are written the same in every language."""
    wanted = rest(statement).lower()[:8]
    if wanted not in LANGUAGES:
        raise Refusal(
            f"I write {', '.join(LANGUAGES)} only, so far.", instead=tuple(f"language {x}" for x in LANGUAGES)
        )
    sitting.me.language = wanted
    return f"your reports are in {wanted}"
