"""How records written before events had owners are read."""

from __future__ import annotations

from engine.records import first_demand, first_form, unowned
from engine.titles.t1882.own import NAME

NORTH_WEST_RECORDS = unowned(
    NAME, "RoundsFixed", "BonusPaid", "PowerUsed", "TileDeclined", "RebellionDelayed", "RebellionBegan"
) | {
    ("StationMoved", 1): first_form(f"{NAME}.StationMoved", leaves_neutral=False),
    ("city", 1): first_demand(
        f"{NAME}.CityWanted", hex=lambda row: row["names"][0], symbol=lambda row: row["names"][1]
    ),
    ("power", 1): first_demand(
        f"{NAME}.TileWanted", private=lambda row: row["names"][0], hex=lambda row: row["names"][1]
    ),
}
GIFT_RECORDS = unowned("gifts", "ShareReceived") | {("par", 1): first_demand("gifts.ParWanted")}
SASKATCHEWAN_RECORDS = unowned("saskatchewan", "CharterRemoved") | {
    ("ExtraTrainsSettled", 1): first_form("saskatchewan.ExtraTrainsSettled", train="", covers=False)
}
