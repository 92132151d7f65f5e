"""Minors without a home of their own: whoever opens the auction of one says where it begins."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.mechanisms.chosen_homes.demands import MinorHomeWanted, PublicHomeWanted
from engine.mechanisms.chosen_homes.events import HomeChosen
from engine.mechanisms.chosen_homes.moves import OpenAuction
from engine.mechanisms.chosen_homes.reading import read_opening
from engine.mechanisms.chosen_homes.recorded import ADAPTER
from engine.mechanisms.chosen_homes.saying import SAYINGS
from engine.mechanisms.chosen_homes.steps import (
    EMPTY_HEXES,
    ChooseMinorHome,
    OpenAuctions,
    ask_home,
    homes_to_name,
    may_open,
    never,
)
from engine.mechanisms.minors.stock import ChoosePublicHome

__all__ = ["EMPTY_HEXES", "MECHANISM", "OpenAuctions", "PublicHomeWanted", "ask_home", "may_open"]

MECHANISM = Mechanism(
    name="chosen_homes",
    package=__name__,
    events=(HomeChosen,),
    demands={MinorHomeWanted: ChooseMinorHome(), PublicHomeWanted: ChoosePublicHome(begins=EMPTY_HEXES)},
    moves=(OpenAuction,),
    readers={"bid": read_opening},
    sayings=SAYINGS,
    adapter=ADAPTER,
    homes=homes_to_name,
    never=never,
)
