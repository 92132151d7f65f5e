"""The moderator ends the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import Refused
from engine.message import Message
from moderator.hearing.confirming import ask, confirmed
from moderator.hearing.moderating import tell, where
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import GameStatus
from moderator.table.onward import end_early


@command("gm end", "gm end", "moderator")
def end(statement: Statement, submission: Submission) -> Said:
    """Ends the game where it stands, after you confirm; the result is what each player is worth now."""
    play = submission.game
    if play.status == GameStatus.OVER:
        raise Refused("The game is over.", instead=("history",))
    shown = Message("end the game before its first move")
    if play.begun:
        shown = Message("end the game for good after {count} moves: {where}", count=play.seq, where=where(play.state))
    return ask(submission, "end the game", {"seq": play.seq}, shown=shown)


@confirmed("end the game")
def put_an_end_to_it(submission: Submission, kept: Mapping[str, Any]) -> Said:
    """What happens when the word comes back, if it still means what was shown."""
    play = submission.game
    if play.seq != int(kept["seq"]) or play.status == GameStatus.OVER:
        raise Refused("The game has moved on since you asked.", instead=("gm end",))
    end_early(submission.desk, play, "by the moderator")
    submission.changed = True
    tell(submission, Message("The game was ended"), Message("The moderator ended the game."))
    return Message("the game is over")
