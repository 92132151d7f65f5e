"""Writes a move in the one form the service uses; every form here is read back as the same move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

from engine.moves import (
    Buy,
    BuyTrain,
    Discard,
    Exchange,
    KeepStations,
    Merge,
    Move,
    MoveStation,
    Pay,
    PlaceStation,
    Run,
    Start,
)
from engine.names import BANK, IPO, POOL, TREASURY

# How the places that sell are called in an order.
SOURCES = {POOL: "pool", TREASURY: "treasury", IPO: "ipo", BANK: "bank"}
DIVIDENDS = {"full": "pay", "half": "half", "withhold": "withhold"}


def write_order(move: Move) -> str:
    """The canonical form of a move."""
    match move:
        case Buy(company=company, source=source, count=count):
            many = f"{count} " if count != 1 else ""
            return f"buy {many}{company} from {SOURCES.get(source, source)}"
        case Start(company=company, price=price, hex=hex_, city=city):
            return f"start {company} at {price}" + (f" in {_spot(hex_, city)}" if hex_ else "")
        case Exchange(company=company, price=price, hex=hex_, city=city):
            return f"exchange {company} at {price}" + (f" in {_spot(hex_, city)}" if hex_ else "")
        case MoveStation(origin=origin, hex=hex_, city=city):
            return f"move token from {origin} to {_spot(hex_, city)}"
        case PlaceStation(hex=hex_, city=city, neutral=neutral):
            return f"{'neutral ' if neutral else ''}token in {_spot(hex_, city)}"
        case Run():
            return _write_run(move)
        case Pay(kind=kind):
            return DIVIDENDS.get(kind, kind)
        case BuyTrain():
            return _write_train(move)
        case Discard(train=train, company=company):
            return f"discard {train}" + (f" of {company}" if company else "")
        case Merge(minors=minors, public=public, keeping=keeping):
            kept = f" keeping {_places(keeping)}" if keeping else ""
            return f"merge {_listed(minors)} into {public}{kept}"
        case KeepStations(keeping=keeping):
            return f"keep stations {_places(keeping)}"
        case _:
            # All others say in their own form what they are.
            return move.form.format(**{each.name: getattr(move, each.name) for each in fields(move)})


def _spot(hex_: str, city: int) -> str:
    """People count a hex's cities from one, moves from zero."""
    return hex_ if city < 0 else f"{hex_} city {city + 1}"


def _places(places: Iterable[str]) -> str:
    """Stations as moves name them ("D14", "D14:1"), in words."""
    words = []
    for place in places:
        hex_, _, city = place.partition(":")
        words.append(_spot(hex_, int(city) if city else -1))
    return _listed(words)


def _listed(words: Iterable[str]) -> str:
    """a, b and c."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _write_run(move: Run) -> str:
    routes = (f"{route.train}: {'-'.join(route.path)}" for route in move.routes)
    return f"run {', '.join(routes) or 'none'}"


def _write_train(move: BuyTrain) -> str:
    traded = f" trading {move.trade}" if move.trade else ""
    if move.seller == BANK:
        return f"train {move.train}{traded}"
    if move.seller == POOL:
        return f"train {move.train} from pool{traded}"
    return f"train {move.train} from {move.seller} for {move.price}{traded}"
