"""What is played for somebody who did not answer: the safe default of the rules' own steps."""

from __future__ import annotations

from moderator.desk import Desk
from moderator.games import standing
from moderator.games.game import Play
from moderator.games.store import Seat

# Tried from the top; the first that is legal is played. Auction, stock, merger: pass. Operating: no track, the best
# run, the last dividend choice, only compulsory trains.
QUIET = ("pass", "done")
MOST = 40


def play_default(desk: Desk, play: Play, seat: Seat) -> list[str]:
    """Plays on for the seat until its turn is over; the orders it gave."""
    played: list[str] = []
    turn = play.row.turn
    while play.row.mover == seat.name and play.row.turn == turn and len(played) < MOST:
        order = safe_order(desk, play)
        written, _ = standing.play_order(desk, play, seat, order, "default", None)
        played.append(written)
    return played


def safe_order(desk: Desk, play: Play) -> str:
    """The quietest legal order of the position."""
    orders = desk.rules.legal_orders(play.state)
    runs = [order for order in orders if order.startswith("run ")]
    if runs:
        # The candidate the engine proposes is the best set it found.
        return next((order for order in runs if order not in ("run none",)), runs[0])
    choices = [order for order in orders if order in ("pay", "half", "withhold")]
    if choices:
        last = _last_dividend(desk, play)
        return last if last in choices else choices[0]
    for order in (*QUIET, "take none", "keep"):
        if order in orders:
            return order
    # Something is compulsory: a train, a discard, a home station. The first proposal is as good as a guess.
    return orders[0]


def _last_dividend(desk: Desk, play: Play) -> str:
    company = desk.rules.company(play.state)
    for move in reversed(play.moves(since=max(0, play.row.seq - 400))):
        if move.order in ("pay", "half", "withhold") and any(company in str(event) for event in move.events):
            return move.order
    return "pay"
