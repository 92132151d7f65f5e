"""Where a bot places stations: where a company begins, and later what opens a way or keeps one open."""

from __future__ import annotations

from collections.abc import Sequence

from engine import Company, State
from engine.board.board import Board
from engine.board.hexes import Hex
from engine.board.network import network
from engine.board.plan import NEUTRAL
from engine.game import open_step
from engine.moves import Move, PlaceStation
from engine.steps.place_station import PlaceStations
from moderator.bots.outlook import best_stop, earning, next_price, site, stop_value, strongest
from moderator.bots.taste import PLAIN, Taste
from moderator.bots.track import PATIENCE

TRIED = 4


def home(state: State, moves: Sequence[Move]) -> Move | None:
    """Where a company begins, if it may choose."""
    places = [move for move in moves if isinstance(move, PlaceStation)]
    return max(places, key=lambda move: (site(state, Hex(move.hex)), move.hex, move.city), default=None)


def station(state: State, company: Company, moves: Sequence[Move], taste: Taste = PLAIN) -> Move | None:
    """A station that earns more at once, or keeps the last slot of a good city one runs to."""
    places = [move for move in moves if isinstance(move, PlaceStation) and _payable(state, company, move)]
    if not places:
        return None
    trains = strongest(state, company)
    before = earning(state, company, trains)
    best: Move | None = None
    most = 0.0
    for move in sorted(places, key=lambda move: -best_stop(state, state.board, Hex(move.hex)))[:TRIED]:
        more = earning(state, company, trains, _placed(state, company, move)) - before
        liked = taste.weigh(company, move.hex, "station")
        gain = (PATIENCE * more + _last_slot(state, company, move)) * liked - _cost(state, company, move)
        if gain > most:
            best, most = move, gain
    return best


def _payable(state: State, company: Company, move: PlaceStation) -> bool:
    """Whether what is left still buys a train, where one is lacking."""
    wanted = 0 if state.trains_of(company) else next_price(state)
    return state.cash_of(company) - _cost(state, company, move) >= wanted


def _cost(state: State, company: Company, move: PlaceStation) -> int:
    step = open_step(state)
    return step.price(state, company, Hex(move.hex)) if isinstance(step, PlaceStations) and not move.neutral else 0


def _city(state: State, company: Company, move: PlaceStation) -> int:
    if move.city >= 0:
        return move.city
    reached = sorted(network(state.board, company).stops)
    return next((k for hex_, k in reached if hex_ == move.hex and None in state.board.slots(hex_, k)), 0)


def _placed(state: State, company: Company, move: PlaceStation) -> Board:
    return state.board.place(NEUTRAL if move.neutral else company, Hex(move.hex), _city(state, company, move))


def _last_slot(state: State, company: Company, move: PlaceStation) -> float:
    """A city one runs to may be closed by others once its last slot is gone."""
    hex_, city = Hex(move.hex), _city(state, company, move)
    if move.neutral or state.board.slots(hex_, city).count(None) > 1:
        return 0.0
    return 1.5 * stop_value(state, state.board, hex_, city)
