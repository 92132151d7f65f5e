"""The moderator ends the game."""

from __future__ import annotations

from engine.message import Message
from moderator.commands.moderating import tell
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import offers, standing
from moderator.inbox.reading import Statement


@command("gm end", "gm end", "moderator", gm=True)
def end(statement: Statement, sitting: Sitting) -> Said:
    """Ends the game where it stands; the result is what each player is worth now."""
    play = sitting.game
    play.row.result = {
        "scores": sitting.desk.rules.scores(play.state) if play.running else {},
        "ended": "by the moderator",
    }
    play.row.status, play.row.ended_at = "over", sitting.desk.now
    standing.close_all(sitting.desk, play, "The moderator ended the game.")
    offers.close_all(sitting.desk, play)
    sitting.changed = True
    tell(sitting, Message("The game was ended"), Message("The moderator ended the game."))
    return Message("the game is over")
