"""One English sentence for every event. What only one title knows is said in that title's own ``sentences`` module."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from engine import events as e
from engine.board.hexes import Hex
from engine.market import Cell
from engine.names import BANK, IPO, POOL, TREASURY
from engine.state import State

WHERE = {BANK: "the bank", IPO: "the initial offer", POOL: "the pool", TREASURY: "the treasury"}
ROUNDS = {"auction": "Auction", "stock": "Stock round", "operating": "Operating round", "merger": "Merger round"}


@dataclass(frozen=True)
class Voice:
    """How amounts, prices and places are said; with the position before the event they are said in full."""

    state: State | None = None

    def money(self, amount: int) -> str:
        return self.state.money(amount) if self.state else f"{amount:,}"

    def price(self, cell: Cell) -> str:
        return (
            self.money(self.state.market.grid.price(cell)) if self.state else f"row {cell[0] + 1}, column {cell[1] + 1}"
        )

    def place(self, hex_: str) -> str:
        return self.state.title.plan.hexes[Hex(hex_)].title if self.state else hex_

    def city(self, hex_: str, city: int) -> str:
        """The place, with the city's number where there are several."""
        several = self.state is not None and len(self.state.board.face(Hex(hex_)).stops) > 1
        return f"{self.place(hex_)}, city {city + 1}" if several else self.place(hex_)


Said = Callable[[Any, Voice], str]


def sentence(event: e.Event, state: State | None = None) -> str:
    """What happened, in one sentence; nothing for events that only move the cursor."""
    if event.silent:
        return ""
    said = SENTENCES.get(type(event)) or titled(type(event).__module__).get(type(event))
    if said is None:
        raise KeyError(f"no sentence for {type(event).__name__}")
    return said(event, Voice(state))


@cache
def titled(module: str) -> Mapping[type[e.Event], Said]:
    """The sentences beside the module that defines an event."""
    name = f"{module.rpartition('.')[0]}.sentences"
    if find_spec(name) is None:
        return {}
    found: Mapping[type[e.Event], Said] = import_module(name).SENTENCES
    return found


# ---------------------------------------------------------------------- words


def listed(words: Iterable[str]) -> str:
    """a, b and c."""
    *most, last = list(words) or ["none"]
    return f"{', '.join(most)} and {last}" if most else last


def many(count: int, thing: str) -> str:
    return f"{count} {thing}s" if count != 1 else f"a {thing}"


def a_train(name: str) -> str:
    """a 2-train, an 8-train."""
    return f"{'an' if name.startswith('8') else 'a'} {name}-train"


def _round(event: e.RoundBegan, voice: Voice) -> str:
    cursor = event.cursor
    number = f" {cursor.number}" + (f".{cursor.sub}" if cursor.sub else "")
    begins = ROUNDS.get(cursor.round, cursor.round.capitalize())
    return f"{begins}{number if cursor.round != 'auction' else ''} begins."


def _started(event: e.CompanyStarted, voice: Voice) -> str:
    return (
        f"{event.player} starts {event.company} for {voice.money(event.paid)}; its price is {voice.price(event.cell)}."
    )


def _bought(event: e.SharesBought, voice: Voice) -> str:
    where = f"{event.company}'s treasury" if event.source == TREASURY else WHERE.get(event.source, event.source)
    paid = voice.money(event.count * event.price)
    return f"{event.player} buys {many(event.count, 'share')} of {event.company} from {where} for {paid}."


def _director(event: e.DirectorChanged, voice: Voice) -> str:
    after = f", after {event.old}" if event.old else ""
    return (
        f"{event.new} becomes director of {event.company}{after}." if event.new else f"{event.company} has no director."
    )


def _moved(event: e.PriceMoved, voice: Voice) -> str:
    why = {"sold": "after the sale", "paid": "after paying", "nothing paid": "as nothing was paid"}.get(
        event.why, event.why
    )
    return f"The price of {event.company} moves to {voice.price(event.cell)} ({why})."


def _laid(event: e.TileLaid, voice: Voice) -> str:
    price = event.cost + event.fee
    cost = f" for {voice.money(price)}" if price else ""
    verb = "upgrades" if event.upgrade else "lays"
    what = f"{voice.place(event.hex)} to {event.tile}" if event.upgrade else f"{event.tile} on {voice.place(event.hex)}"
    return f"{event.company} {verb} {what}, facing {event.facing}{cost}."


def _station(event: e.StationPlaced, voice: Voice) -> str:
    what = "a neutral station" if event.neutral else "its first station" if event.home else "a station"
    cost = f" for {voice.money(event.cost)}" if event.cost else ""
    return f"{event.company} places {what} in {voice.city(event.hex, event.city)}{cost}."


def _station_gone(event: e.StationRemoved, voice: Voice) -> str:
    back = "goes back to its charter" if event.back else "leaves the map"
    return f"{event.company}'s station in {voice.place(event.hex)} {back}."


def _station_moved(event: e.StationMoved, voice: Voice) -> str:
    neutral = "; a neutral one takes its place" if event.leaves_neutral else ""
    where = f"from {voice.place(event.origin)} to {voice.city(event.hex, event.city)}"
    return f"{event.company} moves its station {where}{neutral}."


def _ran(event: e.TrainsRan, voice: Voice) -> str:
    if not event.routes:
        return f"{event.company} runs no train."
    routes = listed(
        f"{a_train(r.train)} {'–'.join(dict.fromkeys(s.partition(':')[0] for s in r.stops))} for {voice.money(r.value)}"
        for r in event.routes
    )
    total = f", {voice.money(event.revenue)} in all" if len(event.routes) > 1 else ""
    return f"{event.company} runs {routes}{total}."


def _paid(event: e.RevenuePaid, voice: Voice) -> str:
    if not event.revenue:
        return f"{event.company} earned nothing."
    kept = f"{voice.money(event.kept)} {'go' if event.kept != 1 else 'goes'} to its treasury"
    if event.kind == "withhold":
        return f"{event.company} withholds its earnings: {kept}."
    shares = listed(f"{voice.money(amount)} to {who}" for who, amount in event.payments)
    pays = "pays its earnings" if event.kind == "full" else "pays half of its earnings"
    return f"{event.company} {pays}: {shares}" + (f"; {kept}." if event.kept else ".")


def _train(event: e.TrainBought, voice: Voice) -> str:
    where = WHERE.get(event.seller, event.seller)
    trade = f" and {a_train(event.trade)}" if event.trade else ""
    return f"{event.company} buys {a_train(event.train)} from {where} for {voice.money(event.price)}{trade}."


def _rusted(event: e.TrainsRusted, voice: Voice) -> str:
    losers = [WHERE.get(who, who) for who in dict.fromkeys(event.losers)]
    return f"All {event.train}-trains rust" + (f"; {listed(losers)} had some." if losers else ".")


def _announced(event: e.EndAnnounced, voice: Voice) -> str:
    when = f"with the set of operating rounds {event.final_set}" if event.final_set else "with this round"
    return f"The game will end {when} ({event.why})."


def _ended(event: e.GameEnded, voice: Voice) -> str:
    ranked = sorted(event.scores, key=lambda score: -score[1])
    scores = ", ".join(f"{player} {voice.money(worth)}" for player, worth in ranked)
    return f"The game is over ({event.why}): {scores}."


SENTENCES: Mapping[type[e.Event], Said] = {
    e.GameStarted: lambda x, v: f"A game of {x.title} begins with {listed(x.players)}.",
    e.RoundBegan: _round,
    e.TurnBegan: lambda x, v: f"{x.company} begins its turn.",
    e.TurnEnded: lambda x, v: f"{x.company} ends its turn.",
    e.Passed: lambda x, v: f"{x.player} passes" + (f" on {x.what}." if x.what else "."),
    e.PriorityPassed: lambda x, v: f"The priority deal goes to {x.player}.",
    e.BidMade: lambda x, v: f"{x.player} bids {v.money(x.amount)} for {x.item}.",
    e.MinimumFell: lambda x, v: f"Nobody wants {x.item}: its minimum falls to {v.money(x.minimum)}.",
    e.PrivateSold: lambda x, v: f"{x.player} buys {x.private} for {v.money(x.price)}.",
    e.CompanyStarted: _started,
    e.CompanyFloated: lambda x, v: f"{x.company} floats and receives {v.money(x.capital)}.",
    e.SharesSold: lambda x, v: (
        f"{x.player} sells {many(x.count, 'share')} of {x.company} for {v.money(x.count * x.price)}."
    ),
    e.SharesBought: _bought,
    e.DirectorChanged: _director,
    e.PriceMoved: _moved,
    e.SharesRedeemed: lambda x, v: (
        f"{x.company} redeems {many(x.count, 'share')} from the pool for {v.money(x.count * x.price)}."
    ),
    e.IncomePaid: lambda x, v: f"{x.private} pays {v.money(x.amount)} to {x.owner}.",
    e.PrivateBought: lambda x, v: f"{x.company} buys {x.private} from {x.owner} for {v.money(x.price)}.",
    e.TileLaid: _laid,
    e.StationPlaced: _station,
    e.StationRemoved: _station_gone,
    e.StationReplaced: lambda x, v: f"{x.new}'s station replaces {x.old}'s in {v.place(x.hex)}.",
    e.ReservationsLapsed: lambda x, v: f"No city is kept for {listed(x.companies)} any longer.",
    e.StationMoved: _station_moved,
    e.BonusPaid: lambda x, v: f"{x.company} receives {v.money(x.amount)} for what it built.",
    e.DirectorHelped: lambda x, v: f"{x.player} pays {v.money(x.amount)} to {x.company} out of pocket.",
    e.WentBankrupt: lambda x, v: (
        f"{x.player} is bankrupt: a train for {x.company} can't be paid; {v.money(x.forfeited)} are lost."
    ),
    e.TrainsRan: _ran,
    e.RevenuePaid: _paid,
    e.LoansTaken: lambda x, v: f"{x.company} takes {many(x.count, 'loan')} and receives {v.money(x.received)}.",
    e.LoansRepaid: lambda x, v: f"{x.company} repays {many(x.count, 'loan')} for {v.money(x.paid)}.",
    e.InterestPaid: lambda x, v: f"{x.company} pays {v.money(x.amount)} of interest.",
    e.TrainBought: _train,
    e.PhaseBegan: lambda x, v: f"Phase {x.phase} begins.",
    e.TrainsRusted: _rusted,
    e.TrainDiscarded: lambda x, v: f"{x.company} discards {a_train(x.train)}" + (" to the pool." if x.to_pool else "."),
    e.PrivateClosed: lambda x, v: f"{x.private} closes.",
    e.BankBroke: lambda x, v: "The bank is broken.",
    e.EndAnnounced: _announced,
    e.GameEnded: _ended,
}
