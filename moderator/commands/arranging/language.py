"""The language of one's mails."""

from __future__ import annotations

from engine import Refused
from engine.message import Listed
from moderator.hearing.arguments import rest
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.language import languages
from moderator.language.catalogues import chosen, named
from moderator.store.mails import Said
from moderator.store.statuses import SeatStatus


@command("language", f"language {'  ·  '.join(languages())}", "arranging")
def language(statement: Statement, submission: Submission) -> Said:
    """Chooses the language of your reports; orders are read in all of them."""
    wanted = named(rest(statement)[:40])
    if wanted is None:
        raise Refused(
            "I write {languages} only, so far.",
            instead=tuple(f"language {x}" for x in languages()),
            languages=Listed(languages(), ","),
        )
    if submission.person is None:
        # The answer is in it already; whoever begins something in the same mail becomes known, and it is read again.
        return chosen(wanted)
    was, submission.me.language = submission.me.language, wanted
    seat, play = submission.seat, submission.play
    if was != wanted and play is not None and seat is not None and seat.status == SeatStatus.INVITED:
        # Whoever could not read the invitation reads it now, unless they accept it in the same mail.
        submission.unread = True
    return chosen(wanted)
