"""What is played for somebody who did not answer: what they left on file, or the safe default of the rules' own steps.

Auction and stock round: pass. Operating: no track, the best run, the last dividend choice, only compulsory trains.
Merger: decline. What is compulsory is done as cheaply as can be."""

from __future__ import annotations

import re

from sqlalchemy import select

from moderator.desk import Desk
from moderator.games import standing
from moderator.games.clock import terms_from
from moderator.games.game import Play
from moderator.games.store import Kept, Seat

WAIT, STANDING, DEFAULT = "wait", "standing", "default"
RULES = (WAIT, STANDING, DEFAULT)
# Tried from the top; the first that is legal is played.
QUIET = ("pass", "done", "take none", "keep")
MOST = 40
_BID = re.compile(r"bid (\S+) \d+$")


def rule_of(play: Play) -> str:
    """The game's rule. Where there is no moderator to wait for, nobody waits for one."""
    wish = terms_from(play.row.terms).noshow
    moderated = any(seat.role == "gm" for seat in play.seats)
    return DEFAULT if wish == WAIT and not moderated else wish


def play_for(desk: Desk, play: Play, seat: Seat) -> list[str]:
    """Plays what the game's rule gives for a player who did not: the orders, none if somebody has to decide."""
    rule = rule_of(play)
    if rule == STANDING:
        found = play_standing(desk, play, seat)
        moderated = any(other.role == "gm" for other in play.seats)
        return found if found or moderated else play_default(desk, play, seat)
    return play_default(desk, play, seat) if rule == DEFAULT else []


def play_standing(desk: Desk, play: Play, seat: Seat) -> list[str]:
    """A player whose bid by proxy has come to its limit, and who was asked in vain, bids no more: a pass."""
    orders = desk.rules.legal_orders(play.state)
    up = {found[1] for order in orders if (found := _BID.match(order))}
    asked = desk.session.scalars(
        select(Kept).where(Kept.seat_id == seat.id, Kept.kind == "proxy", Kept.status == "asked")
    )
    if "pass" not in orders or not any(row.data["item"] in up for row in asked):
        return []
    return [standing.play_order(desk, play, seat, "pass", DEFAULT, None)[0]]


def play_default(desk: Desk, play: Play, seat: Seat) -> list[str]:
    """Plays on for the seat until its turn is over; the orders it gave."""
    played: list[str] = []
    turn = play.row.turn
    while play.row.mover == seat.name and play.row.turn == turn and len(played) < MOST:
        order = safe_order(desk, play)
        written, _ = standing.play_order(desk, play, seat, order, DEFAULT, None)
        played.append(written)
    return played


def safe_order(desk: Desk, play: Play) -> str:
    """The quietest legal order of the position that needs nobody's consent."""
    rules, state = desk.rules, play.state
    mover = {rules.mover(state)}
    orders = [rules.write(move) for move in rules.legal(state) if set(rules.consents(state, move)) <= mover]
    runs = [order for order in orders if order.startswith("run ")]
    if runs:
        # The candidate the engine proposes is the best set it found.
        return next((order for order in runs if order != "run none"), runs[0])
    choices = [order for order in orders if order in ("pay", "half", "withhold")]
    if choices:
        last = _last_dividend(desk, play)
        return last if last in choices else choices[0]
    quiet = next((order for order in QUIET if order in orders), None)
    return quiet or rules.compulsory(state) or orders[0]


def _last_dividend(desk: Desk, play: Play) -> str:
    company = desk.rules.company(play.state)
    for move in reversed(play.moves(since=max(0, play.row.seq - 400))):
        if move.order in ("pay", "half", "withhold") and any(company in event.values() for event in move.events):
            return move.order
    return "pay"
