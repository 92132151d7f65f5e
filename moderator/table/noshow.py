"""What is played for somebody who did not answer: what they left on file, or the safe default of the rules' own steps.

Auction and stock round: pass. Operating: no track, the best run, the last dividend choice, only compulsory trains.
Merger: decline. What is compulsory is done as cheaply as can be."""

from __future__ import annotations

import engine
from engine import Move
from engine.message import Message
from engine.moves import Pay, Run
from moderator.bots.duties import duty
from moderator.office.clock import Terms, terms_from
from moderator.office.desk import Desk
from moderator.store.game import Play
from moderator.store.mails import Said
from moderator.store.statuses import SeatRole
from moderator.store.tables import Seat
from moderator.table import filed, standing
from moderator.table.playing import play_move

WAIT, STANDING, DEFAULT = "wait", standing.LATE_SPEAKS, "default"
RULES = (WAIT, STANDING, DEFAULT)
MOST = 40


def rule_of(play: Play) -> str:
    """The game's rule. Where there is no moderator to wait for, nobody waits for one."""
    wish = terms_from(play.terms).noshow
    moderated = any(seat.role == SeatRole.GM for seat in play.seats)
    return DEFAULT if wish == WAIT and not moderated else wish


def play_for(desk: Desk, play: Play, seat: Seat) -> list[str]:
    """Plays what the game's rule gives for a player who did not: the orders, none if somebody has to decide."""
    rule = rule_of(play)
    return play_default(desk, play, seat, speaks=rule == STANDING) if rule != WAIT else []


def play_default(desk: Desk, play: Play, seat: Seat, *, speaks: bool = False) -> list[str]:
    """Plays on for the seat until its turn is over; the orders it gave.

    Where orders on file speak for the late, each decision is theirs first, held or not; what they don't answer is
    played safely."""
    played: list[str] = []
    if speaks:
        standing.release(desk, seat)
    turn, begun = play.turn, play.seq
    while play.to_move == seat.name and play.turn == turn and len(played) < MOST:
        if speaks and filed.act(desk, play, asks=False):
            played += [move.order for move in play.moves(since=begun + len(played))]
        else:
            played.append(play_move(desk, play, seat, safe_move(play), DEFAULT, None).order)
    return played


def safe_move(play: Play) -> Move:
    """The quietest legal move of the position that needs nobody's consent."""
    state, mover = play.state, play.to_move
    moves = engine.alone(state, mover)
    runs = [move for move in moves if isinstance(move, Run)]
    if runs:
        # The candidate the engine proposes is the best set it found.
        return next((move for move in runs if move.routes), runs[0])
    choices = [move for move in moves if isinstance(move, Pay)]
    if choices:
        last = _last_dividend(play)
        return next((move for move in choices if move.kind == last), choices[0])
    return engine.quiet(moves) or duty(state, mover, moves) or moves[0]


def _last_dividend(play: Play) -> str:
    company = engine.company_on_turn(play.state)
    for move in reversed(play.moves(since=max(0, play.seq - 400))):
        if kind := engine.dividend(company, move.happened):
            return kind
    return "full"


def grace_said(terms: Terms) -> Said:
    return Message("{hours} hours of grace", hours=terms.grace) if terms.grace else Message("no grace")


def late_said(terms: Terms) -> Said:
    if terms.noshow == DEFAULT:
        return Message("a safe order is played for the late")
    if terms.noshow == STANDING:
        return Message("orders on file speak for the late, else a safe order is played")
    return Message("the game waits for the late")
