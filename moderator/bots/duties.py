"""What must be done whether one likes it or not, done as cheaply as can be."""

from __future__ import annotations

from collections.abc import Sequence

from engine import BANK, POOL, Player, State, consents
from engine.mechanisms.emergency.moves import Bankrupt
from engine.moves import BuyTrain, Move, Start
from moderator.bots import shares, stations, trains


def duty(state: State, seat: str, moves: Sequence[Move]) -> Move | None:
    """The cheapest way through a decision that can't be passed; None where nothing is known of it."""
    own = [move for move in moves if set(consents(state, move)) <= {Player(seat)}]
    bought = [move for move in own if isinstance(move, BuyTrain) and move.seller in (BANK, POOL)]
    return (
        trains.discard(state, own)
        or min(bought, key=lambda move: (move.price, move.train), default=None)
        or shares.least_sale(own)
        or stations.home(state, own)
        or min((move for move in own if isinstance(move, Start)), key=lambda move: move.price, default=None)
        or next((move for move in own if not isinstance(move, Bankrupt)), None)
    )
