"""Minors convert or merge into public companies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.mechanism import Mechanism
from engine.mechanisms.mergers.ahead import NoMerger, WillingMerge
from engine.mechanisms.mergers.demands import SecondShareWanted, SharesOffered, StationsWanted
from engine.mechanisms.mergers.events import MergerVoid, PublicFormed
from engine.mechanisms.mergers.figures import MergerFigures
from engine.mechanisms.mergers.merging import BuySecondShare, ChooseStations, Mergers, MergeTurn, TakeShares
from engine.mechanisms.mergers.moves import Convert, KeepStations, Merge, Take
from engine.mechanisms.mergers.reading import read_convert, read_keep, read_merge, read_take
from engine.mechanisms.mergers.recorded import ADAPTER
from engine.mechanisms.mergers.saying import SAYINGS
from engine.mechanisms.mergers.sets import Sets, end_by_agreement
from engine.records import first_demand, unowned


def _minors(row: Mapping[str, Any]) -> list[str]:
    """The first version put minors and buyers into one list, with a stroke between them."""
    names: list[str] = row["names"]
    return names[: names.index("|")]


def _buyers(row: Mapping[str, Any]) -> list[str]:
    names: list[str] = row["names"]
    return names[names.index("|") + 1 :]


__all__ = ["MECHANISM", "MergeTurn", "Mergers", "Sets", "end_by_agreement"]

MECHANISM = Mechanism(
    name="mergers",
    package=__name__,
    sayings=SAYINGS,
    options=(
        "merger_connection",
        "merger_same_hex",
        "merger_price_floor",
        "merger_second_share",
        "second_share_declined",
        "merger_director_tie",
        "merger_purchases_start",
    ),
    events=(PublicFormed, MergerVoid),
    upcasters=unowned("mergers", "PublicFormed")
    | {
        ("stations", 1): first_demand("mergers.StationsWanted", minors=_minors, buyers=_buyers),
        ("take", 1): first_demand(
            "mergers.SharesOffered", turn=lambda row: row["count"], waiting=lambda row: row["names"]
        ),
    },
    figures=MergerFigures,
    demands={StationsWanted: ChooseStations(), SharesOffered: TakeShares(), SecondShareWanted: BuySecondShare()},
    adapter=ADAPTER,
    moves=(Convert, Merge, KeepStations, Take),
    readers={"keep": read_keep, "convert": read_convert, "merge": read_merge, "take": read_take},
    standing=(NoMerger, WillingMerge),
)
