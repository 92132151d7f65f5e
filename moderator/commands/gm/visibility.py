"""The moderator decides who may look at the game."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.hearing.arguments import rest
from moderator.hearing.moderating import tell
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table.planning import VISIBILITIES

SAID = {
    "public": Message("everybody may look at the game"),
    "unlisted": Message("whoever has the link may look at the game"),
    "private": Message("only those at the table may look at the game"),
}


@command("gm visibility", "gm visibility public  ·  unlisted  ·  private", "moderator")
def visibility(statement: Statement, submission: Submission) -> Said:
    """Decides who may look at the game's page: everybody, whoever has the link, or those at the table."""
    wanted = rest(statement, 2).lower()
    if wanted not in VISIBILITIES:
        raise Refused("I can't read this.", instead=tuple(f"gm visibility {one}" for one in VISIBILITIES))
    play = submission.game
    old, new = SAID[play.visibility], SAID[wanted]
    if play.visibility == wanted:
        return Message("that is so already: {value}", value=new)
    play.show_to(wanted)
    text = Message("It was: {old}. It is now: {new}.", old=old, new=new)
    tell(submission, Message("Who may look"), text, old=str(old), new=str(new))
    return Message("it was: {old}; it is now: {new}", old=old, new=new)
