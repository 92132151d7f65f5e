"""What sentences about the shelf's events need besides the event's own fields."""

from __future__ import annotations

from collections.abc import Mapping

from engine import events as e
from engine.message import Listed, Value
from engine.names import TREASURY
from engine.text.telling import Telling, Told, Voice, round_of, source, where, why


def _bought(x: e.SharesBought, v: Voice) -> Told:
    key = "SharesBought" + ("_treasury" if x.source == TREASURY else "")
    values: dict[str, Value] = {"player": x.player, "count": x.count, "company": x.company, "paid": x.count * x.price}
    return key, {**values, "source": source(x.source)}


def _director(x: e.DirectorChanged, v: Voice) -> Told:
    key = "DirectorChanged" + ("_none" if not x.new else "" if x.old else "_new")
    return key, {"company": x.company, "old": x.old, "new": x.new}


def _laid(x: e.TileLaid, v: Voice) -> Told:
    values: dict[str, Value] = {"company": x.company, "tile": x.tile, "facing": x.facing, "place": v.place(x.hex)}
    return "TileLaid" + ("_upgrade" if x.upgrade else ""), {**values, "cost": v.cost(x.cost + x.fee)}


def _station(x: e.StationPlaced, v: Voice) -> Told:
    key = "StationPlaced" + ("_neutral" if x.neutral else "_home" if x.home else "")
    return key, {"company": x.company, "place": v.city(x.hex, x.city), "cost": v.cost(x.cost)}


def _ran(x: e.TrainsRan, v: Voice) -> Told:
    routes = tuple(
        v.part(
            "route", train=r.train, value=r.value, stops="–".join(dict.fromkeys(s.partition(":")[0] for s in r.stops))
        )
        for r in x.routes
    )
    key = "TrainsRan" + ("_none" if not routes else "_total" if len(routes) > 1 else "")
    return key, {"company": x.company, "routes": routes, "revenue": x.revenue}


def _paid(x: e.RevenuePaid, v: Voice) -> Told:
    key = f"RevenuePaid_{x.kind}" if x.revenue else "RevenuePaid_nothing"
    if key == "RevenuePaid_full" and x.kept:
        key += "_kept"
    return key, {"company": x.company, "kept": x.kept, "payments": v.payments(x.payments)}


def _train(x: e.TrainBought, v: Voice) -> Told:
    values: dict[str, Value] = {
        "company": x.company,
        "train": x.train,
        "seller": source(x.seller),
        "price": x.price,
        "trade": x.trade,
    }
    return "TrainBought" + ("_trade" if x.trade else ""), values


def _rusted(x: e.TrainsRusted, v: Voice) -> Told:
    losers = tuple(where(who) for who in dict.fromkeys(x.losers))
    return "TrainsRusted" + ("" if losers else "_none"), {"train": x.train, "losers": losers}


def _ended(x: e.GameEnded, v: Voice) -> Told:
    ranked = sorted(x.scores, key=lambda score: -score[1])
    scores = tuple(v.part("score", player=player, worth=worth) for player, worth in ranked)
    return "GameEnded", {"why": why(x.why), "scores": Listed(scores, ",")}


def _sold(x: e.SharesSold, v: Voice) -> Told:
    return "SharesSold", {"player": x.player, "count": x.count, "company": x.company, "paid": x.count * x.price}


TELLINGS: Mapping[type[e.Event], Telling] = {
    # An auction is several in some languages.
    e.RoundBegan: lambda x, v: (
        "RoundBegan" + ("_auction" if x.cursor.round == "auction" else ""),
        {"round": round_of(x.cursor)},
    ),
    e.Passed: lambda x, v: ("Passed" + ("_what" if x.what else ""), {"player": x.player, "what": x.what}),
    e.CompanyStarted: lambda x, v: (
        "CompanyStarted",
        {"player": x.player, "company": x.company, "paid": x.paid, "price": v.price(x.cell)},
    ),
    e.SharesSold: _sold,
    e.SharesBought: _bought,
    e.DirectorChanged: _director,
    e.PriceMoved: lambda x, v: ("PriceMoved", {"company": x.company, "price": v.price(x.cell), "why": why(x.why)}),
    e.TileLaid: _laid,
    e.StationPlaced: _station,
    e.StationRemoved: lambda x, v: (
        "StationRemoved" + ("_back" if x.back else ""),
        {"company": x.company, "place": v.place(x.hex)},
    ),
    e.StationReplaced: lambda x, v: ("StationReplaced", {"old": x.old, "new": x.new, "place": v.place(x.hex)}),
    e.TrainsRan: _ran,
    e.RevenuePaid: _paid,
    e.TrainBought: _train,
    e.TrainsRusted: _rusted,
    e.TrainDiscarded: lambda x, v: (
        "TrainDiscarded" + ("_pool" if x.to_pool else ""),
        {"company": x.company, "train": x.train},
    ),
    e.GameEnded: _ended,
}
