"""The games somebody plays in or moderates."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.game import Play
from moderator.store.mails import Said
from moderator.store.statuses import SeatRole, SeatStatus
from moderator.store.tables import Seat

# So many are listed; who has more finds them on their page.
MOST = 40


@command("my games", "my games", "asking")
def my_games(statement: Statement, submission: Submission) -> Said:
    """Lists the games you play in, moderate or are invited to, and whose move it is."""
    desk = submission.desk
    lines: list[Said] = []
    for seat in desk.seats.under_way_of(submission.me.id, MOST):
        play = desk.game(seat.game_id)
        if play is not None:
            lines.append(_told(play, seat))
    none = Message("You are in no game now. `new game` begins one, `tutorial` a practice game against bots.")
    if len(lines) == MOST:
        lines.append(Message("There may be more: {page} shows all.", page=f"{desk.settings.base_url}/me"))
    submission.say(Message("The games you are in"), Listed(lines, "\n") if lines else none)
    return Message("see below")


def _told(play: Play, seat: Seat) -> Message:
    if seat.role == SeatRole.GM:
        if play.mover is None:
            return Message("{game} ({title}), you moderate it.", game=play.id, title=play.title)
        return Message(
            "{game} ({title}), you moderate it: {mover} is to move.",
            game=play.id,
            title=play.title,
            mover=play.mover.name,
        )
    if seat.status == SeatStatus.INVITED:
        return Message("{game} ({title}), you are invited as {seat}.", game=play.id, title=play.title, seat=seat.name)
    if play.mover is None:
        return Message("{game} ({title}), you are {seat}.", game=play.id, title=play.title, seat=seat.name)
    if play.mover.id == seat.id:
        return Message(
            "{game} ({title}), you are {seat}: it is your move.", game=play.id, title=play.title, seat=seat.name
        )
    return Message(
        "{game} ({title}), you are {seat}: {mover} is to move.",
        game=play.id,
        title=play.title,
        seat=seat.name,
        mover=play.mover.name,
    )
