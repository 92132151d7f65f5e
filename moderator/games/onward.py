"""What follows when a game has changed: orders kept for later are played, bots are called, clocks set, people told."""

from __future__ import annotations

from moderator.desk import Desk
from moderator.games import deadlines, offers, standing
from moderator.games.game import Play
from moderator.outbox import announce

# No chain of kept orders is longer than this; a proxy war of two long purses comes nearest.
ENDLESS = 2000


def go_on(desk: Desk, play: Play, *, began: bool = False) -> None:
    """Brings everything that hangs on the position up to date. Safe to call again when nothing has changed."""
    if play.running:
        for _ in range(ENDLESS):
            if not (standing.act(desk, play) or offers.act(desk, play)):
                break
        standing.end_what_is_sold(desk, play)
        if play.row.mover is None:
            _finish(desk, play)
    mover = play.mover
    play.row.bot_due_at = desk.now if mover is not None and mover.bot else None
    decision = deadlines.keep_time(desk, play)
    if play.row.bot_due_at is not None:
        desk.ring("bots", play.id)
    else:
        announce.tell(desk, play, decision, began=began)


def _finish(desk: Desk, play: Play) -> None:
    scores = desk.rules.scores(play.state)
    play.row.status, play.row.ended_at = "over", desk.now
    play.row.result = {"scores": scores}
    standing.close_all(desk, play, "The game is over.")
    offers.close_all(desk, play)
