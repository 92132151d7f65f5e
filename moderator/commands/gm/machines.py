"""The moderator decides whether programs may send orders."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.hearing.arguments import rest
from moderator.hearing.moderating import tell
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table.machines import allowed

SAID = {
    True: Message("programs may send orders for players"),
    False: Message("no program may send orders for a player"),
}


@command("gm machines", "gm machines yes  ·  no", "moderator")
def machines(statement: Statement, submission: Submission) -> Said:
    """Decides whether players may have programs send their orders with a key."""
    wanted = {"yes": True, "no": False}.get(rest(statement, 2).lower())
    if wanted is None:
        raise Refused("I can't read this.", instead=("gm machines yes", "gm machines no"))
    play = submission.not_over
    old, new = SAID[allowed(play)], SAID[wanted]
    if allowed(play) == wanted:
        return Message("that is so already: {value}", value=new)
    play.agree_on("machines", wanted)
    text = Message("It was: {old}. It is now: {new}.", old=old, new=new)
    tell(submission, Message("Programs at the table"), text, old=str(old), new=str(new))
    return Message("it was: {old}; it is now: {new}", old=old, new=new)
