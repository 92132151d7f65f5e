"""The orders that may be kept on file, a module for each thing players say, and what follows from one in a position.

``evaluate`` is pure: the same order, position and deeds give the same verdict, which says why. An order acts only where
its owner must decide, and only through moves that would be accepted from their own hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.ahead.claims import Claim, clashing, meeting, of_a_bid
from engine.ahead.deeds import Deed
from engine.ahead.facts import Seen
from engine.ahead.orders.buying import BuyUntil
from engine.ahead.orders.offers import RefuseOffers, WillingSell, WillingSellTrain
from engine.ahead.orders.operating import Operate
from engine.ahead.orders.passing import AUCTION, StandingPass
from engine.ahead.orders.reacting import If, bound_over, put_up, said_of
from engine.ahead.orders.standing import WAIT, Finished, Go, Standing, Stop, Verdict, Wait
from engine.ahead.orders.turns import WhenOperates
from engine.game import to_act
from engine.names import Player
from engine.notation.ahead import BidUpTo
from engine.state import State
from engine.title import Title

__all__ = [
    "AUCTION",
    "SHELF",
    "WAIT",
    "Finished",
    "Go",
    "If",
    "Standing",
    "Stop",
    "Verdict",
    "Wait",
    "WhenOperates",
    "bound_over",
    "clash",
    "evaluate",
    "meet",
    "put_up",
    "rank",
    "said_of",
]
# The rank of bids with a limit: only who passes for all is heard after them.
LIMITS = 8


def evaluate(order: Standing, state: State, happened: Collection[Deed], player: Player) -> Verdict:
    """What follows from an order on file in a position, after these deeds."""
    seen = Seen(state, frozenset(happened), player)
    why = order.over(seen)
    if why is not None:
        return Finished(why)
    if state.over or to_act(state) != player:
        return WAIT
    return order.judge(seen)


def clash(one: Standing | BidUpTo, other: Standing | BidUpTo, title: Title) -> bool:
    """Whether two orders of the same player contradict each other."""
    return clashing(_claims(one, title), _claims(other, title), alike=type(one) is type(other))


def meet(one: Standing | BidUpTo, other: Standing | BidUpTo, title: Title) -> bool:
    """Whether both may speak in one turn, so that it matters which is heard first."""
    return meeting(_claims(one, title), _claims(other, title))


def rank(order: Standing | BidUpTo) -> int:
    """Who is heard first: what is said for one occasion before what is said for all."""
    return order.hearing() if isinstance(order, Standing) else LIMITS


def _claims(order: Standing | BidUpTo, title: Title) -> Iterator[Claim]:
    return order.claims(title) if isinstance(order, Standing) else of_a_bid(order.item, order.most, title)


SHELF: tuple[type[Standing], ...] = (
    StandingPass, BuyUntil, Operate, WhenOperates, If, WillingSell, WillingSellTrain, RefuseOffers,
)  # fmt: skip
