"""How a game ends."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.mechanisms.endings.agreement import AgreeToEnd
from engine.mechanisms.endings.events import BankBroke, EndAnnounced
from engine.mechanisms.endings.moves import EndGame
from engine.mechanisms.endings.reactions import (
    BankBreaks,
    LastTrain,
    Wealth,
    finish,
    top_of_market,
    with_the_next_set,
    with_this_round,
    with_this_set,
)
from engine.mechanisms.endings.recorded import ADAPTER
from engine.mechanisms.endings.saying import SAYINGS
from engine.notation.read import plain
from engine.records import unowned

__all__ = [
    "MECHANISM",
    "AgreeToEnd",
    "BankBreaks",
    "LastTrain",
    "Wealth",
    "finish",
    "top_of_market",
    "with_the_next_set",
    "with_this_round",
    "with_this_set",
]

MECHANISM = Mechanism(
    name="endings",
    package=__name__,
    sayings=SAYINGS,
    events=(
        BankBroke,
        EndAnnounced,
    ),
    upcasters=unowned("endings", "BankBroke", "EndAnnounced"),
    adapter=ADAPTER,
    moves=(EndGame,),
    readers={"end": plain(EndGame())},
)
