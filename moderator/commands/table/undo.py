"""Taking back one's last mail."""

from __future__ import annotations

from collections.abc import Sequence

import engine
from engine import Refused
from engine.message import Listed, Message
from moderator.hearing.reading import Statement
from moderator.hearing.registry import command
from moderator.hearing.submission import Submission
from moderator.store.mails import Said
from moderator.store.tables import MoveRow
from moderator.table import deadlines, minds, standing, taken_back
from moderator.table.playing import BROUGHT


@command("undo", "undo", "orders", also=("rescind", "take back"))
def undo(statement: Statement, submission: Submission) -> Said:
    """Takes back the orders of your last email, as long as nobody else, not even a bot, has acted since."""
    desk, play, seat = submission.desk, submission.live, submission.my_seat
    if (number := statement.text.split()[-1].lstrip("#")).isdecimal():
        # In some languages one word takes back a turn and an order on file.
        raise Refused(
            "`undo` takes back your last email; what you have on file is taken back by `cancel {number}`.",
            instead=(f"cancel {number}", "undo"),
            number=number,
        )
    if engine.means_all(engine.title_named(play.title), statement.text.split()[-1]) and standing.open_orders(
        desk, seat
    ):
        raise Refused(
            "`undo` takes back your last email; what you have on file is taken back by `cancel all`.",
            instead=("cancel all", "undo"),
        )
    if play.over and (play.result or {}).get("ended"):
        # It did not end by a move, so there is none whose taking back would let it go on.
        raise Refused(
            "The game was ended where it stood; only its moderator can take that back.", instead=("press gm",)
        )
    moves = play.moves(since=max(0, play.seq - 200))
    mine = [move for move in moves if move.by == seat.name and move.events]
    if not mine:
        raise Refused("You have no move to take back.", instead=("history",))
    last = _last_mail(moves, mine[-1])
    # A bot's answer is a look at what the others would do: after it nobody may think again.
    others = [move for move in moves if move.seq > last[-1].seq and move.by != seat.name and move.events]
    if others:
        # Perhaps it was meant of what they put on file since.
        filed = [f"cancel {row.number}" for row in standing.open_orders(desk, seat) if row.given_seq > last[-1].seq]
        raise Refused(
            "{by} has acted since; only the game's moderator can take that back.",
            instead=(*filed[-1:], "press gm"),
            by=others[0].by,
        )
    if last[0].how == BROUGHT:
        raise Refused(
            "Your last move came with the game when it was brought here; only its moderator can take that back.",
            instead=("press gm",),
        )
    agreed = {name: None for move in last for name in taken_back.agreed_by(move, play.state_at(move.seq - 1))}
    if agreed:
        raise Refused(
            "{by} agreed to what you played last; only the game's moderator can take that back.",
            instead=("press gm",),
            by=Listed([*agreed]),
        )
    before = [move for move in moves if move.seq < last[0].seq]
    to = before[-1].seq if before else 0
    # While minds may be changed nobody has been told of the turn, so nobody need be told that it is gone.
    told = minds.open_until(desk, play) is None
    undone = play.take_back(to, seat.name, "undo", submission.mail_id, desk.now)
    deadlines.decide_again(desk, play, seat, [move for move in undone if move.events])
    back = taken_back.come_back(desk, play, to, seat)
    submission.changed = True
    title = engine.title_named(play.title)
    orders = Listed([engine.Ordered(move.order, title) for move in undone if move.events], ";")
    if news := back.for_seats([seat]):
        submission.say(Message("On file"), Listed(news, "\n"))
    text = Message("{seat} took back: {orders}.", seat=seat.name, orders=orders)
    known = [seat] if told else play.seats
    taken_back.announce_it(desk, play, f"undo {play.seq}", Message("Moves taken back"), text, back, but=known)
    taken = Message("taken back: {orders}", orders=orders)
    if not back.held:
        return taken
    kept = Listed((Listed((f"{row.number}:", standing.planned(play, row)), " ") for row in back.held), ";")
    return Message("{taken}. On file, but held in this turn: {kept}.", taken=taken, kept=kept)


def _last_mail(moves: Sequence[MoveRow], latest: MoveRow) -> list[MoveRow]:
    """One mail is one decision: all that it ordered goes back together, but never across another player's move."""
    found: list[MoveRow] = []
    for move in reversed([move for move in moves if move.seq <= latest.seq and move.events]):
        if (move.by, move.mail_id, move.how) == (latest.by, latest.mail_id, latest.how):
            found.insert(0, move)
        else:
            break
    return found
