"""The map, on request."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.drawing.map_text import map_text
from moderator.drawing.printed import printed
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import GameStatus


@command("map", "map", "asking")
def board(statement: Statement, submission: Submission) -> Said:
    """Sends you the map as text."""
    play = submission.game
    # Before the first move there is what is printed.
    state = printed(play.title) if play.status == GameStatus.INVITING else play.state
    page = f"{submission.desk.settings.base_url}/games/{play.id}"
    larger = Message("As a picture, as large as you like: {page}", page=page)
    submission.say(Message("Map"), Listed((larger, "", *map_text(state)), "\n"))
    return Message("see below")
