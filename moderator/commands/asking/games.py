"""Which games there are: the titles, and tables with a free place."""

from __future__ import annotations

from engine import title_named, titles
from engine.message import Listed, Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.statuses import SeatStatus

MOST = 20


@command("games", "games", "asking", also=("open games", "titles"))
def games(statement: Statement, submission: Submission) -> Said:
    """Lists the titles that can be played here, and the games that have a free place."""
    submission.say(
        Message("What can be played here"),
        Listed((f"{title}: {title_named(title).full_name}" for title in titles()), "\n"),
    )
    lines: list[Said] = []
    for row in submission.desk.games.with_open_seats(MOST):
        game = submission.desk.game(row.id)
        free = [seat.name for seat in game.players if seat.status == SeatStatus.OPEN] if game is not None else []
        facts: dict[str, Said] = {"game": row.id, "title": row.title, "seats": ", ".join(free)}
        lines.append(Message("{game} ({title}), free: {seats}. Write:  join game {game}", **facts))
    none = Message("There are none now. `new game` begins one, `tutorial` a practice game against bots.")
    submission.say(Message("Games with a free place"), Listed(lines, "\n") if lines else none)
    return Message("see below")
