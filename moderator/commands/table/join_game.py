"""Taking an open seat."""

from __future__ import annotations

from engine import Refused
from engine.message import Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.table.seating import take_open


@command("join game", "join game 1861-bcdf  ·  join game 1861-bcdf Blue", "coming and going")
def join_game(statement: Statement, submission: Submission) -> Said:
    """Takes an open seat of a game that has not begun: the one you name, or the first."""
    game_id, _, seat = " ".join(statement.text.split()[2:]).partition(" ")
    play = submission.desk.lock(game_id.lower()) if game_id else None
    if play is None:
        raise Refused("Which game? The front page lists those with open seats.", instead=("join game 1861-bcdf",))
    if submission.person is None:
        # Only tried: whoever confirms the mail is met then.
        return Message("a seat in {game}", game=play.id)
    taken = take_open(submission.desk, play, submission.person, seat.strip())
    return Message("you play {seat} in {game}", seat=taken.name, game=play.id)
