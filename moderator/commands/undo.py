"""Taking back one's last mail."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.message import Listed, Message
from moderator.commands.registry import Said, command
from moderator.commands.sitting import Sitting
from moderator.games import standing
from moderator.games.refusal import Refusal
from moderator.games.store import MoveRow
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
    last = _last_mail(moves, mine[-1], bots)
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
    standing.suspend_proxies(desk, play, undone)
    sitting.changed = True
    orders = Listed([move.order for move in undone if move.events], ";")
    text = Message("{seat} took back: {orders}.", seat=seat.name, orders=orders)
    announce.notice(desk, play, f"undo {play.row.seq}", Message("Moves taken back"), text, but=seat)
    return Message("taken back: {orders}", orders=orders)


def _last_mail(moves: Sequence[MoveRow], latest: MoveRow, bots: Collection[str]) -> list[MoveRow]:
    """One mail is one decision: all that it ordered goes back together, but never across another player's move."""
    found: list[MoveRow] = []
    for move in reversed([move for move in moves if move.seq <= latest.seq and move.events]):
        if (move.by, move.mail_id, move.how) == (latest.by, latest.mail_id, latest.how):
            found.insert(0, move)
        elif move.by not in bots:
            break
    return found
