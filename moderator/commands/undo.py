"""Taking back one's last mail."""

from __future__ import annotations

from engine.message import Listed, Message
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games.refusal import Refusal
from moderator.inbox.reading import Statement
from moderator.outbox import announce


@command("undo", "undo", "orders", also=("rescind", "take back"))
def undo(statement: Statement, sitting: Sitting) -> Said:
    """Takes back the orders of your last mail, as long as no other player has acted since."""
    desk, play, seat = sitting.desk, sitting.game, sitting.my_seat
    bots = {other.name for other in play.players if other.bot}
    moves = play.moves(since=max(0, play.row.seq - 200))
    mine = [move for move in moves if move.by == seat.name and move.events]
    if not mine:
        raise Refusal("You have no move to take back.", instead=("history",))
    # One mail is one decision: everything it ordered goes back together.
    last = [move for move in mine if move.mail_id == mine[-1].mail_id and move.how == mine[-1].how]
    others = [
        move
        for move in moves
        if move.seq > last[-1].seq and move.by not in bots and move.by != seat.name and move.events
    ]
    if others:
        raise Refusal(
            "{by} has acted since; only the game's moderator can take that back.",
            instead=("press gm",),
            by=others[0].by,
        )
    before = [move for move in moves if move.seq < last[0].seq]
    undone = play.take_back(before[-1].seq if before else 0, seat.name, "undo", sitting.mail_id, desk.now)
    sitting.changed = True
    orders = Listed([move.order for move in undone if move.events], ";")
    text = Message("{seat} took back: {orders}.", seat=seat.name, orders=orders)
    announce.notice(desk, play, f"undo {play.row.seq}", Message("Moves taken back"), text, but=seat)
    return Message("taken back: {orders}", orders=orders)
