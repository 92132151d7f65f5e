"""The language of one's mails."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.commands.arguments import rest
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement
from moderator.outbox.report.words import LANGUAGES


@command("language", "language en  ·  fr  ·  ko", "arranging")
def language(statement: Statement, sitting: Sitting) -> Said:
    """Chooses the language of your reports; orders are written the same in every language."""
    wanted = rest(statement).lower()[:8]
    if wanted not in LANGUAGES:
        raise Refusal(
            "I write {languages} only, so far.",
            instead=tuple(f"language {x}" for x in LANGUAGES),
            languages=Listed(LANGUAGES, ","),
        )
    sitting.me.language = wanted
    return Message("your reports are in English")
