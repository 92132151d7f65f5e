"""Trains a company must have, and a director who pays for them."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.mechanisms.emergency.events import DirectorHelped, WentBankrupt
from engine.mechanisms.emergency.moves import Bankrupt
from engine.mechanisms.emergency.recorded import ADAPTER
from engine.mechanisms.emergency.saying import SAYINGS
from engine.mechanisms.emergency.steps import BuyTrainsWithHelp
from engine.notation.read import plain
from engine.records import unowned

__all__ = ["MECHANISM", "BuyTrainsWithHelp"]

MECHANISM = Mechanism(
    name="emergency",
    package=__name__,
    sayings=SAYINGS,
    events=(
        DirectorHelped,
        WentBankrupt,
    ),
    upcasters=unowned("emergency", "DirectorHelped", "WentBankrupt"),
    adapter=ADAPTER,
    moves=(Bankrupt,),
    readers={"bankrupt": plain(Bankrupt())},
)
