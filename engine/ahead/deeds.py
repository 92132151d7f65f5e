"""What players have done, as conditions ask about it: who did which kind of thing to what. Small enough to be kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.events import BidMade, CompanyStarted, Event, Passed, PhaseBegan, SharesBought, SharesSold

SELL, BUY, START, BID, PASS, PHASE = "sell", "buy", "start", "bid", "pass", "phase"


class Deed(NamedTuple):
    """That it was done, not how often: so what is remembered of the longest game stays short."""

    deed: str
    who: str
    what: str


def deeds(events: Iterable[Event]) -> frozenset[Deed]:
    """What these events say of what was done."""
    found = set()
    for event in events:
        match event:
            case SharesSold():
                found.add(Deed(SELL, event.player, event.company))
            case SharesBought():
                found.add(Deed(BUY, event.player, event.company))
            case CompanyStarted():
                found.add(Deed(START, event.player, event.company))
            case BidMade():
                found.add(Deed(BID, event.player, event.item))
            case Passed():
                found.add(Deed(PASS, event.player, event.what))
            case PhaseBegan():
                found.add(Deed(PHASE, "", event.phase))
            case _:
                pass
    return frozenset(found)
