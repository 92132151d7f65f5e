"""The position, on request."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.outbox import told
from moderator.store.mails import Said
from moderator.store.statuses import GameStatus, SeatStatus
from moderator.table.conditions import conditions


@command("status", "status", "asking", also=("report",))
def status(statement: Statement, submission: Submission) -> Said:
    """Sends you the position: players, companies, market, map, and whose move it is."""
    play = submission.game
    if play.status == GameStatus.INVITING:
        names = [one.name for one in play.players if one.status == SeatStatus.INVITED]
        waiting = Listed(names or (Message("nobody"),), ",")
        lines = [Message("The game has not begun. Still to answer their invitation: {seats}.", seats=waiting)]
        if declined := [one.name for one in play.players if one.status == SeatStatus.DECLINED]:
            lines.append(Message("Declined: {seats}.", seats=Listed(declined)))
        submission.say(Message("Position"), Listed(lines, "\n"))
    else:
        submission.say(Message("Position"), told.position(play, play.state, submission.language))
    submission.say(Message("Played under"), Listed(conditions(submission.desk, play), "\n"))
    return Message("see below")
