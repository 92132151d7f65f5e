"""What no other title has: the North-West with its rebellion, what comes with privates, the Saskatchewan Central."""

from __future__ import annotations

from engine.mechanism import Mechanism
from engine.steps.lay_track import ANY_LAY, ground_and_rivers
from engine.titles.t1882 import recorded
from engine.titles.t1882.auction import ChoosePar
from engine.titles.t1882.chance import draws, openly, site_draws
from engine.titles.t1882.demands import CityWanted, ParWanted, TileWanted
from engine.titles.t1882.figures import GiftFigures, NorthWestFigures, SaskatchewanFigures
from engine.titles.t1882.moves import MoveStation
from engine.titles.t1882.northwest import ChooseCity, LayThere
from engine.titles.t1882.own import (
    NAME,
    BonusPaid,
    CharterRemoved,
    ExtraTrainsSettled,
    Own,
    PowerUsed,
    RebellionBegan,
    RebellionDelayed,
    RoundsFixed,
    ShareReceived,
    StationMoved,
    TileDeclined,
)
from engine.titles.t1882.reading import read_move
from engine.titles.t1882.records import GIFT_RECORDS, NORTH_WEST_RECORDS, SASKATCHEWAN_RECORDS
from engine.titles.t1882.saying import SAYINGS

_PACKAGE = __name__.rpartition(".")[0]

NORTH_WEST = Mechanism(
    name=NAME,
    package=_PACKAGE,
    figures=NorthWestFigures,
    own=Own,
    events=(RoundsFixed, BonusPaid, StationMoved, PowerUsed, TileDeclined, RebellionDelayed, RebellionBegan),
    demands={CityWanted: ChooseCity(), TileWanted: LayThere(cost=ground_and_rivers, lays=ANY_LAY)},
    upcasters=NORTH_WEST_RECORDS,
    adapter=recorded.POWER,
    moves=(MoveStation,),
    readers={"move": read_move},
    sayings=SAYINGS,
    draws=draws,
    site_draws=site_draws,
    openly=openly,
)
GIFTS = Mechanism(
    name="gifts",
    package=_PACKAGE,
    figures=GiftFigures,
    events=(ShareReceived,),
    demands={ParWanted: ChoosePar()},
    upcasters=GIFT_RECORDS,
    adapter=recorded.SHARE,
)
SASKATCHEWAN = Mechanism(
    name="saskatchewan",
    package=_PACKAGE,
    figures=SaskatchewanFigures,
    events=(CharterRemoved, ExtraTrainsSettled),
    upcasters=SASKATCHEWAN_RECORDS,
)
