"""A company buys its own shares back."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.mechanisms.redemption.events import SharesRedeemed
from engine.mechanisms.redemption.moves import Redeem
from engine.mechanisms.redemption.reading import read_redeem
from engine.mechanisms.redemption.recorded import ADAPTER
from engine.mechanisms.redemption.saying import SAYINGS
from engine.mechanisms.redemption.steps import RedeemShares
from engine.records import unowned

__all__ = ["MECHANISM", "RedeemShares"]

MECHANISM = Mechanism(
    name="redemption",
    package=__name__,
    sayings=SAYINGS,
    events=(SharesRedeemed,),
    upcasters=unowned("redemption", "SharesRedeemed"),
    adapter=ADAPTER,
    moves=(Redeem,),
    readers={"redeem": read_redeem},
)
