"""What players have done, as conditions ask about it: who did which kind of thing to what. Small enough to be kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.events import (
    BidMade,
    CompanyStarted,
    DirectorChanged,
    Event,
    Passed,
    PhaseBegan,
    PrivateSold,
    SharesBought,
    SharesSold,
)

SELL, BUY, START, BID, PASS, PHASE = "sell", "buy", "start", "bid", "pass", "phase"
# Of whoever directed a company: another has taken it, and they had not sold it themselves.
LOSE = "lose"


class Deed(NamedTuple):
    """That it was done, not how often: so what is remembered of the longest game stays short."""

    deed: str
    who: str
    what: str


def deeds(events: Iterable[Event]) -> frozenset[Deed]:
    """What these events of one move say of what was done."""
    found, events = set(), tuple(events)
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
            case PrivateSold():
                found.add(Deed(BUY, event.player, event.private))
                if not any(isinstance(other, Passed) for other in events):
                    # Taken for its price: that is how one bids for what is on sale.
                    found.add(Deed(BID, event.player, event.private))
            case Passed():
                found.add(Deed(PASS, event.player, event.what))
            case DirectorChanged() if not any(
                isinstance(other, SharesSold) and (other.player, other.company) == (event.old, event.company)
                for other in events
            ):
                found.add(Deed(LOSE, event.old, event.company))
            case PhaseBegan():
                found.add(Deed(PHASE, "", event.phase))
            case _:
                pass
    return frozenset(found)
