"""Plays a recorded game of the public site with our engine, action by action."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine import game
from engine.board.hexes import Hex
from engine.board.plan import NEUTRAL
from engine.errors import Illegal, Refused, Unplayable
from engine.events import CompanyStarted, DirectorChanged, Event
from engine.interop.adapter import Adapter
from engine.interop.certificates import Certificates
from engine.interop.chains import path_choices
from engine.interop.record import LONGEST_NAME, LONGEST_REASON, Action, Draws, Record, slip
from engine.moves import (
    Bid,
    Buy,
    BuyPrivate,
    BuyTrain,
    Discard,
    LayTile,
    Move,
    Pass,
    Pay,
    PlaceStation,
    Run,
    Sell,
    Start,
    TrainRun,
)
from engine.names import BANK, IPO, POOL, TREASURY, Company, Player, Private
from engine.state import State
from engine.steps.home_station import HomeWanted
from engine.steps.run_trains import RunTrains
from engine.titles import find


def number(share: str) -> int:
    """The number of a certificate: SW_5 is 5."""
    return int(share.rpartition("_")[2])


KINDS = {"payout": "full", "half": "half", "withhold": "withhold"}

OF_THE_TURN = frozenset({"lay_tile", "run_routes", "dividend", "place_token", "buy_train"})


@dataclass(frozen=True)
class ActionPlayed:
    """One move of ours made for a recorded action."""

    number: int  # effective actions so far, this one included
    by: Player
    move: Move
    events: tuple[Event, ...]


@dataclass
class Import:
    """A recorded game being played. Site identities (tiles, trains, shares) are followed to learn what is meant."""

    record: Record
    state: State
    start: tuple[Event, ...]
    number: int = 0
    played: list[ActionPlayed] = field(default_factory=list)
    tiles: dict[str, str] = field(default_factory=dict)  # tile id -> hex
    trains: dict[str, str] = field(default_factory=dict)  # train id -> owner
    names: dict[str, str] = field(default_factory=dict)  # train id -> what it is
    papers: Certificates = field(default_factory=Certificates)
    removed: list[str] = field(default_factory=list)  # stations the record took off while our choice is still open
    notes: dict[str, Any] = field(default_factory=dict)  # what adapters remember from action to action

    # ------------------------------------------------------------------ names

    def company(self, symbol: str) -> Company:
        for company, spec in self.state.title.companies.items():
            if spec.site == symbol:
                return company
        raise Unplayable("action {number}: no company {name}", number=self.number, name=symbol[:LONGEST_NAME])

    def private(self, symbol: str) -> Private:
        for private, spec in self.state.title.privates.items():
            if spec.site == symbol:
                return private
        raise Unplayable("action {number}: no private {name}", number=self.number, name=symbol[:LONGEST_NAME])

    def train(self, id_: str) -> str:
        return self.names.get(id_, id_.rpartition("-")[0])

    def city(self, id_: str) -> tuple[str, int]:
        tile, _, city = id_.rpartition("-")
        return self.tiles.get(tile, tile.rpartition("-")[0]), int(city)

    # ------------------------------------------------------------------ playing

    def play(self, move: Move, by: Player | None = None) -> None:
        actor = by or game.to_act(self.state)
        if actor is None:
            raise Illegal("The game is over.")
        outcome = game.apply(self.state, move, actor, self.state.players, advise=False)
        self.played.append(ActionPlayed(self.number, actor, move, outcome.events))
        self.state = outcome.state
        for event in outcome.events:
            self._follow(event)

    def _follow(self, event: Event) -> None:
        """Trains move with their companies, certificates with their owners."""
        if isinstance(event, CompanyStarted):
            self.papers.started(event.company, event.player)
        for adapter in self._adapters:
            if (follow := adapter.follows.get(type(event))) is not None:
                follow(self, event)

    @property
    def _adapters(self) -> Iterator[Adapter]:
        return (each.adapter for each in self.state.title.mechanisms if each.adapter is not None)

    def claim(self, train: str, seller: str, buyer: Company) -> None:
        """Notes a train that was bought without an action."""
        if seller == POOL:
            id_ = next(t for t, o in self.trains.items() if o == POOL and self.train(t) == train)
        else:
            number = 0
            while f"{train}-{number}" in self.trains:
                number += 1
            id_ = f"{train}-{number}"
        self.trains[id_] = buyer

    def action(self, action: Action) -> None:
        """Plays one recorded action with whatever a program added to it."""
        self.number += 1
        self._do(action, auto=False)
        for added in action.get("auto_actions") or ():
            self._do(added, auto=True)

    def _do(self, action: Action, auto: bool) -> None:
        kind = str(action["type"])
        if kind.startswith("program_"):
            return
        known = [adapter.reads[kind] for adapter in self._adapters if kind in adapter.reads]
        if kind != "pass":
            if kind not in SHELF and not known:
                raise Unplayable(
                    "action {number}: nothing is known of “{kind}”", number=self.number, kind=kind[:LONGEST_NAME]
                )
            self._check_mover(action)
        if any(read(self, action) for read in known):
            return
        if kind == "pass":
            self._pass(action, auto)
        elif kind in SHELF:
            SHELF[kind](self, action)
        else:
            raise Unplayable(
                "action {number}: “{kind}” has no meaning here", number=self.number, kind=kind[:LONGEST_NAME]
            )

    def _check_mover(self, action: Action) -> None:
        """A file in which somebody acts out of turn is not played as if the one on turn had done it."""
        state = self.state
        actor = game.to_act(state)
        if action["type"] == "end_game":
            return  # anybody may, with the others' consent
        if action.get("entity_type") == "player" and actor not in (None, self.player(action)):
            raise Illegal("It is {actor}'s decision now, not {by}'s.", actor=str(actor), by=self.player(action))
        if (
            action["type"] in OF_THE_TURN
            and not state.demands
            and action.get("entity_type") in ("corporation", "minor")
        ):
            company = self.company(action["entity"])
            if state.cursor.round == "operating" and company != state.operating:
                raise Illegal("{company} is on turn, not {other}.", company=state.operating, other=company)

    def player(self, action: Action) -> Player:
        entity = str(action["entity"])
        return self.record.ids.get(entity, Player(entity))

    # ------------------------------------------------------------------ one method for each kind of action

    def _pass(self, action: Action, auto: bool) -> None:
        """A pass is played where our engine asks; where it has gone on by itself there is nothing to pass."""
        state = self.state
        if state.over:
            return
        if action.get("entity_type") == "player":
            if game.to_act(state) == self.player(action):
                self.play(Pass())
            return
        company = self.company(action["entity"])
        if state.demands:
            if state.demands[0].company == company:
                self.play(Pass())
        elif state.cursor.round == "merger":
            if state.operating == company:
                self.play(Pass())
        elif state.cursor.round == "operating" and state.operating == company:
            # A program passes only where private purchases are offered ahead of interest; the rest we skip ourselves.
            step = game.open_step(state)
            if Pass in step.accepts and (not auto or step.name == "privates-before-interest"):
                self.play(Pass())

    def _bid(self, action: Action) -> None:
        item = self.private(action["company"]) if "company" in action else self.company(action["corporation"])
        self.play(Bid(item, int(action["price"])))

    def _par(self, action: Action) -> None:
        price = int(str(action["share_price"]).partition(",")[0])
        self.play(Start(self.company(action["corporation"]), price))

    def _buy_shares(self, action: Action) -> None:
        shares = action["shares"]
        company = self.company(shares[0].rpartition("_")[0])
        state = self.state
        primary = TREASURY if state.held(TREASURY, company) else IPO
        source = POOL if self.papers.in_pool(company, number(shares[0])) else primary
        if not state.held(source, company):
            source = primary if source == POOL else POOL
        self.trade(Buy(company, source, len(shares)), company, shares, self.player(action))

    def trade(self, move: Move, company: Company, shares: list[str], buyer: str) -> None:
        """Plays a purchase of numbered certificates, and notes where they are then."""
        self.play(move)
        self.papers.move(company, [number(share) for share in shares], buyer)
        for event in self.played[-1].events:
            if isinstance(event, DirectorChanged):
                self.papers.directed(event.company, event.new)

    def _sell_shares(self, action: Action) -> None:
        shares = action["shares"]
        company = self.company(shares[0].rpartition("_")[0])
        count = int(action["percent"]) // 10
        self.play(Sell(company, count))
        heirs = [e.new for e in self.played[-1].events if isinstance(e, DirectorChanged) and e.company == company]
        self.papers.sold(company, [number(share) for share in shares], count, self.player(action), heirs)

    def _place_token(self, action: Action) -> None:
        hex_, city = self.city(action["city"])
        neutral = action.get("token_type") == "neutral"
        if self.state.demands and isinstance(self.state.demands[0], HomeWanted):
            slots = self.state.board.slots(Hex(hex_), city)
            slot = int(action.get("slot") or 0)
            neutral = slot < len(slots) and slots[slot] == NEUTRAL
        self.play(PlaceStation(hex_, city, neutral))

    def _lay_tile(self, action: Action) -> None:
        tile = str(action["tile"])
        self.play(LayTile(action["hex"], tile.rpartition("-")[0], int(action["rotation"])))
        self.tiles[tile] = action["hex"]

    def _run_routes(self, action: Action) -> None:
        state = self.state
        step = game.open_step(state)
        if not isinstance(step, RunTrains) or self.company(action["entity"]) != state.operating:
            if action.get("routes"):
                raise Illegal("{company} has no trains to run now.", company=action["entity"])
            return
        routes: tuple[TrainRun, ...] = ()
        for route in action.get("routes") or ():
            train = self.train(route["train"])
            routes = self._fit(step, routes, train, route)
        self.play(Run(routes))

    def _fit(self, step: RunTrains, routes: tuple[TrainRun, ...], train: str, route: Action) -> tuple[TrainRun, ...]:
        """The reading of a recorded route that is legal, and worth what was recorded if that was."""
        refused: Refused | None = None
        fallback: tuple[TrainRun, ...] | None = None
        paths = path_choices(route["connections"])
        if paths and all(path in (paths[0], paths[0][::-1]) for path in paths):
            return (*routes, TrainRun(train, paths[0]))
        for path in paths:
            tried = (*routes, TrainRun(train, path))
            try:
                value = step.read(self.state, Run(tried))[-1].value
            except Refused as refusal:
                refused = refusal
                continue
            if value == route.get("revenue", value):
                return tried
            fallback = fallback or tried
        if fallback is not None:
            return fallback
        raise refused or Illegal("The route has no track.")

    def _dividend(self, action: Action) -> None:
        self.play(Pay(KINDS[action["kind"]]))

    def _buy_train(self, action: Action) -> None:
        id_ = str(action["train"])
        name = str(action.get("variant") or self.train(id_))
        seller = self.trains.get(id_, BANK)
        company = self.company(action["entity"])
        trade = self.train(str(action["exchange"])) if action.get("exchange") else ""
        # Noted first: what the purchase sets off may move this very train, or claim the next number.
        self.trains[id_] = company
        if name != id_.rpartition("-")[0]:
            self.names[id_] = name
        self.play(BuyTrain(name, seller, int(action["price"]), trade))

    def _discard_train(self, action: Action) -> None:
        id_ = str(action["train"])
        company = self.company(action["entity"])
        named = company if company != self.state.demands[0].company else Company("")
        self.trains[id_] = POOL
        self.play(Discard(self.train(id_), named))

    def _buy_company(self, action: Action) -> None:
        self.play(BuyPrivate(self.private(action["company"]), int(action["price"])))


# The kinds of action that every title may have.
SHELF: Mapping[str, Callable[[Import, Action], None]] = {
    "bid": Import._bid,
    "buy_company": Import._buy_company,
    "buy_shares": Import._buy_shares,
    "buy_train": Import._buy_train,
    "discard_train": Import._discard_train,
    "dividend": Import._dividend,
    "lay_tile": Import._lay_tile,
    "par": Import._par,
    "place_token": Import._place_token,
    "run_routes": Import._run_routes,
    "sell_shares": Import._sell_shares,
}


# ---------------------------------------------------------------------- the door


def options_for(record: Record) -> dict[str, Any]:
    """The options under which recorded games are played: the preset the rules name, and what the record says."""
    title = find(record.title)
    if record.options is not None:
        options = dict(record.options)
    else:
        options = {title.recorded_preset: True} if title.recorded_preset else {}
    for rule in record.optional_rules:
        if rule in title.options:
            options[rule] = True
    options |= title.recorded
    if "two_player" in title.options and len(record.seats) == 2:
        options["two_player"] = True
    return options


def draws_for(record: Record, options: Mapping[str, Any]) -> dict[str, str]:
    """What chance decided, drawn again from the record's seed as the site draws."""
    if record.drawn is not None:
        return dict(record.drawn)
    title = find(record.title)
    return dict(title.site_draws(Draws(record.seed).next, len(record.seats)))


def begin(record: Record) -> Import:
    """The table set for a recorded game."""
    options = options_for(record)
    events = game.start(record.title, record.seats, draws_for(record, options), options)
    return Import(record, game.replay(events), events)


def positions(record: Record) -> Iterator[Import]:
    """The import after the start and after each effective action. Raises Unplayable naming the action refused."""
    done = begin(record)
    yield done
    for action in record.actions:
        try:
            done.action(action)
        except Refused as refused:
            what = f"{action['type']} by {action['entity']}"[:LONGEST_REASON]
            why = refused.message
            raise Unplayable("action {number} ({what}): {why}", number=done.number, what=what, why=why) from refused
        except (KeyError, TypeError, AttributeError, IndexError, OverflowError) as error:
            # Something is missing, or of a kind that the public site does not write.
            raise Unplayable(
                "action {number} is not written as the public site writes it: {what}.",
                number=done.number,
                what=slip(error),
            ) from error
        yield done
