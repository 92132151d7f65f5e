"""What follows when a game has changed: orders kept for later are played, bots are called, clocks set, people told."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from moderator.office.desk import Desk
from moderator.store.game import Play
from moderator.store.statuses import GameStatus
from moderator.table import announce, course, deadlines, filed, minds, offers, standing
from moderator.table.playing import play_what_is_agreed
from moderator.table.result import result_of

# No chain of kept orders is longer than this; a proxy war of two long purses comes nearest.
ENDLESS = 2000


def go_on(desk: Desk, play: Play, *, began: bool = False) -> None:
    """Brings everything that hangs on the position up to date. Safe to call again when nothing has changed."""
    thinking = minds.open_until(desk, play)
    if thinking is not None and not began:
        _wait(desk, play, thinking)
        return
    if play.running:
        for _ in range(ENDLESS):
            if not play.to_move or minds.open_until(desk, play) is not None:
                break
            offers.pass_by(desk, play)
            if not (filed.act(desk, play) or play_what_is_agreed(desk, play)):
                break
            # What has come to its end with one move is not on file any more when the next is made.
            standing.end_what_is_sold(desk, play)
        standing.offer_undo(desk, play)
        if not play.to_move:
            _finish(desk, play)
    thinking = minds.open_until(desk, play)
    if thinking is not None:
        _wait(desk, play, thinking)
        return
    if play.running:
        standing.end_what_is_sold(desk, play)
        filed.end_what_is_over(desk, play)
    course.settle(play)
    play.call_bot(desk.now if play.bot_to_move else None)
    decision = deadlines.keep_time(desk, play)
    if play.status == GameStatus.OVER:
        desk.ring("ending", play.id)
    if play.bot_to_move:
        desk.ring("bots", play.id)
    else:
        announce.tell(desk, play, decision, began=began)


def close(desk: Desk, play: Play) -> None:
    """Nobody moves any more, neither people nor bots nor what is on file, and no clock runs until the game is
    decided."""
    if play.running:
        play.close(closed=True)
        go_on(desk, play)


def reopen(desk: Desk, play: Play) -> None:
    """A game that was closed goes on after all; whoever must move has all the time of a decision."""
    if play.closed:
        play.close(closed=False)
        go_on(desk, play)


def _wait(desk: Desk, play: Play, until: datetime) -> None:
    """Whoever is next hears of it when the last mover can't change their mind any more; nobody's clock runs."""
    play.call_bot(until)
    row = deadlines.open_decision(desk, play.id)
    if row is not None and row.turn != play.turn:
        deadlines.close(desk, play, row)


def _finish(desk: Desk, play: Play) -> None:
    result = result_of(play)
    # The rules would have it go on: the terms of its event end it here.
    play.finish({**result, "ended": "set"} if play.past_its_end else result, desk.now)
    standing.close_all(desk, play, "The game is over.")
    offers.close_all(desk, play)


def end_early(
    desk: Desk,
    play: Play,
    ended: str,
    scores: Mapping[str, int] | None = None,
    places: Mapping[str, int] | None = None,
) -> None:
    """The game ends where it stands; ``ended`` says by what. Without other scores each has what they are worth now, and
    without other places the richest is first. A game that is over already keeps what it had otherwise."""
    result = result_of(play) if not play.over else (play.result or {"scores": {}})
    said = {"scores": scores, "places": places}
    play.finish(
        {**result, **{name: dict(one) for name, one in said.items() if one is not None}, "ended": ended}, desk.now
    )
    standing.close_all(desk, play, "The game is over.")
    offers.close_all(desk, play)
