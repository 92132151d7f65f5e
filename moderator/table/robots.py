"""Bots at the table: each move a transaction of its own, until a person must decide."""

from __future__ import annotations

import logging

import engine
from engine import Move, Refused
from moderator.bots.choose import choose
from moderator.bots.taste import Taste
from moderator.office.desk import Office
from moderator.store.game import Play
from moderator.table import ladder, minds, noshow
from moderator.table.onward import go_on
from moderator.table.playing import play_move

log = logging.getLogger(__name__)

# So many moves at a time, a second or so: whoever waits for this worker comes in between.
MOST_MOVES = 10


def play_bots(office: Office, game_id: str) -> int:
    """Plays on until a person must decide, or others have their turn; each move is a transaction of its own. Returns
    how many were played."""
    played = 0
    _wake(office, game_id)
    while played < MOST_MOVES:
        with office.reading() as desk:
            play = desk.game(game_id)
            if play is not None and minds.open_until(desk, play) is not None:
                return played
            mover = play.mover if play is not None else None
            if play is None or mover is None or not mover.bot:
                return played
            seq, seat = play.seq, mover.name
            # Thinking happens outside the writing transaction.
            move = _thought(play, seat)
        _play(office, game_id, seq, seat, move)
        played += 1
    office.bell("bots", game_id)
    return played


def _wake(office: Office, game_id: str) -> None:
    """A person may have been waiting for the last mover's change of mind; a bot is asked below."""
    with office.reading() as desk:
        play = desk.game(game_id)
        waits = play is not None and play.called_for is not None and not play.bot_to_move
    if waits:
        with office.desk() as desk:
            play = desk.lock(game_id)
            if play is not None and play.called_for is not None and play.called_for <= desk.now:
                go_on(desk, play)


def _thought(play: Play, seat: str) -> Move:
    """What the bot wants. A mistake in its thinking must not hold up the table: it then plays the safe order."""
    try:
        return choose(play.state, seat, Taste(play.terms.get("taste", "")))
    except Exception:
        log.exception("a bot could not make up its mind", extra={"game": play.id})
        return noshow.safe_move(play)


def _play(office: Office, game_id: str, seq: int, seat: str, move: Move) -> None:
    with office.desk() as desk:
        play = desk.lock(game_id)
        if play is None or play.seq != seq or play.to_move != seat:
            return
        mover, turn = play.seat(seat), play.turn
        assert mover is not None
        if not mover.bot:
            # Its owner came back while the bot was thinking.
            return
        try:
            play_move(desk, play, mover, move, "bot", None)
        except Refused:
            log.warning(
                "a bot's order was refused; playing the safe one",
                extra={"game": game_id, "order": engine.write_order(move)},
            )
            play_move(desk, play, mover, noshow.safe_move(play), "bot", None)
        if play.turn != turn:
            ladder.stood_in(desk, play, mover)
        go_on(desk, play)
