"""Where a bot lays track: what earns more at once, or leads to a new place."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Company, State
from engine.board.hexes import Hex
from engine.board.laying import Lay
from engine.board.tiles import rotated
from engine.game import open_step
from engine.moves import LayTile, Move
from engine.steps.lay_track import LayTrack
from moderator.bots.outlook import Lures, best_stop, earning, lures, next_price, reach, strongest
from moderator.bots.taste import PLAIN, Taste

# So many lays are looked at for where they lead, and so many of these for what they earn.
LOOKED_AT = 12
TRIED = 4
# A run more is worth this many times its value in money today.
PATIENCE = 3.0


def lay(state: State, company: Company, moves: Sequence[Move], taste: Taste = PLAIN) -> Move | None:
    """The best lay if it is worth its price; None: better none."""
    lays = [move for move in moves if isinstance(move, LayTile)]
    if not lays:
        return None
    beyond, trains = lures(state, company), strongest(state, company)
    before, led = earning(state, company, trains), reach(state, company, state.board, beyond)
    best: Move | None = None
    most = 0.0
    for led_to, move in _leading(state, company, lays, beyond)[:TRIED]:
        board = state.board.lay(Hex(move.hex), move.tile, move.facing)
        more = PATIENCE * (earning(state, company, trains, board) - before) + (led_to - led)
        gain = more * taste.weigh(company, move.hex, move.tile, move.facing) - _price(state, move)
        if gain > most:
            best, most = move, gain
    return best


def ranked(state: State, company: Company, lays: Sequence[LayTile]) -> list[LayTile]:
    """The lays with those first that lead furthest; those that promise little at first sight as they come."""
    if not lays:
        return []
    beyond = lures(state, company)
    first = [move for _, move in _leading(state, company, lays, beyond)]
    rest = [move for move in lays if move not in first]
    return first + sorted(rest, key=lambda move: -_looks(state, move, beyond))


def _leading(state: State, company: Company, lays: Sequence[LayTile], beyond: Lures) -> list[tuple[float, LayTile]]:
    """The most promising lays, those that lead furthest first."""
    looks = sorted(lays, key=lambda move: -_looks(state, move, beyond))[:LOOKED_AT]
    boards = [(move, state.board.lay(Hex(move.hex), move.tile, move.facing)) for move in looks]
    found = [(reach(state, company, board, beyond), move) for move, board in boards]
    return sorted(found, key=lambda one: -one[0])


def _looks(state: State, move: LayTile, beyond: Lures) -> float:
    """At first sight: a dearer stop, and new exits towards places worth reaching."""
    plan, hex_ = state.board.plan, Hex(move.hex)
    old, new = state.board.face(hex_), rotated(plan.tiles[move.tile], move.facing)
    colour = state.title.phases[state.phase].offboard
    dearer = max((stop.value(colour) for stop in new.stops), default=0) - best_stop(state, state.board, hex_)
    fresh = [plan.neighbour(hex_, edge) for edge in new.exits if edge not in old.exits]
    led = [beyond.get(there, 0.0) for there in fresh if there is not None]
    more = len(new.track) - len(old.track)
    return dearer + 0.4 * max(led, default=0.0) + 0.1 * sum(led) + 0.5 * more


def _price(state: State, move: LayTile) -> float:
    """What it costs, and many times that where the money is wanted for a first train."""
    step, company = open_step(state), state.operating
    if not isinstance(step, LayTrack):
        return 0.0
    cost = step.price(state, Lay(Hex(move.hex), move.tile, move.facing))
    short = not state.trains_of(company) and state.cash_of(company) - cost < next_price(state)
    return cost * (20.0 if short else 1.0)
