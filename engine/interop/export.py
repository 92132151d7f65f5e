"""Writes a game of ours as a file of the public site, by playing it along as an import would.

The site asks more often than we do (idle turns, the state's runs by hand), so each of our moves is preceded by the
passes and runs the site would want. What is written has been read back action by action before it leaves here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from engine import game
from engine.board.hexes import Hex
from engine.board.network import network
from engine.errors import Inconsistent
from engine.events import Event, GameStarted, RouteRun, TrainsRan
from engine.interop.record import read_record
from engine.interop.site18xx import KINDS, Import, begin
from engine.moves import (
    Bankrupt,
    Bid,
    Buy,
    BuyPrivate,
    BuyTrain,
    Convert,
    Discard,
    Done,
    EndGame,
    Exchange,
    Keep,
    KeepStations,
    LayTile,
    Merge,
    Move,
    MoveStation,
    Nationalise,
    Pass,
    Pay,
    PlaceStation,
    Redeem,
    Run,
    Sell,
    Start,
    Take,
)
from engine.names import BANK, POOL, TREASURY, Company, Player
from engine.runs.declared import stop_places
from engine.state import State
from engine.steps.run_trains import RunTrains

SITE_KINDS = {ours: theirs for theirs, ours in KINDS.items()}
LONG = 100_000


@dataclass(frozen=True)
class Turn:
    """One move of a game of ours, with its mover and what followed."""

    by: Player
    move: Move
    events: tuple[Event, ...]


def export(start: Sequence[Event], turns: Iterable[Turn], game_id: int | str = 1, seed: int = 0) -> dict[str, Any]:
    """The file of a game. Raises Inconsistent when it can't be read back."""
    first = start[0]
    if not isinstance(first, GameStarted):
        raise Inconsistent("a record begins with the start of the game")
    header = {
        "id": game_id,
        "description": "",
        "user": {"id": 0, "name": "Waybill"},
        "players": [{"id": n, "name": player} for n, player in enumerate(first.players, 1)],
        "max_players": len(first.players),
        "title": first.title,
        "settings": {
            "seed": seed,
            "unlisted": True,
            "optional_rules": ["column_market"] if first.options.get("column_market") else [],
            "waybill": {"options": dict(first.options), "drawn": dict(first.drawn)},
        },
        "actions": [],
    }
    brief = first.options.get("prompting", "brief") == "brief"
    writer = Export(begin(read_record(header)), brief, first.options.get("state_railway") == "by_itself")
    for turn in turns:
        writer.take(turn)
    writer.close()
    state = writer.shadow.state
    value = state.title.value
    return {
        **header,
        "actions": writer.actions,
        "status": "finished" if state.over else "active",
        "result": {str(writer.id(p)): value(state, p) for p in state.players} if value else {},
        "loaded": True,
    }


@dataclass
class Export:
    """A game being written; the shadow is the same game as the site would play it."""

    shadow: Import
    brief: bool  # our game asked fewer questions than the site does
    by_itself: bool  # the state railway ran without an order
    actions: list[dict[str, Any]] = field(default_factory=list)
    state_runs: list[tuple[RouteRun, ...]] = field(default_factory=list)
    on_map: dict[str, str] = field(default_factory=dict)  # hex -> tile id

    @property
    def state(self) -> State:
        return self.shadow.state

    def id(self, player: Player) -> int:
        return self.state.players.index(player) + 1

    # ------------------------------------------------------------------ playing along

    def take(self, turn: Turn) -> None:
        """Writes one of our moves, after whatever the site asks before it."""
        if self.by_itself:
            self.state_runs += [e.routes for e in turn.events if isinstance(e, TrainsRan) and self._national(e.company)]
        if isinstance(turn.move, Done):
            self._done(turn.by)
            return
        for _ in range(LONG):
            if self._takes(turn):
                break
            self._idle()
        self._write(turn.move)

    def _national(self, company: Company) -> bool:
        return self.state.title.companies[company].kind == "national"

    def _takes(self, turn: Turn) -> bool:
        state = self.state
        if state.over:
            raise Inconsistent(f"the game ended before {turn.move}")
        if isinstance(turn.move, EndGame):
            return True
        if game.to_act(state) != turn.by or self._state_run() is not None:
            return False
        step = game.open_step(state)
        steps = (step,) if state.demands else (step, *state.title.rounds[state.cursor.round].anytime(state))
        if isinstance(turn.move, Pass):
            return Pass in step.accepts and self._real(state)
        return any(type(turn.move) in each.accepts and game.passes(each, state, turn.move) for each in steps)

    def _real(self, state: State) -> bool:
        """Whether we, too, would have asked here: a pass of ours answers a real question."""
        if not self.brief or "prompting" not in state.options:
            return True
        asked = state.change(options={**state.options, "prompting": "brief"})
        return game.open_step(asked).actor(asked) is not None

    def _state_run(self) -> RunTrains | None:
        """The step at which the site wants the state's routes, which our service ran by itself."""
        state = self.state
        if (
            not self.by_itself
            or state.over
            or state.demands
            or state.cursor.round != "operating"
            or not self._national(state.operating)
        ):
            return None
        step = game.open_step(state)
        return step if isinstance(step, RunTrains) else None

    def _idle(self) -> None:
        """What the site asks and we don't."""
        if self._state_run() is not None:
            routes = self.state_runs.pop(0) if self.state_runs else ()
            self._emit_run([(r.train, r.path, r.value) for r in routes])
        else:
            self._write(Pass())

    def _done(self, by: Player) -> None:
        """Our end of a turn: passes for all that was left of it."""
        begun = self.state.cursor
        for _ in range(LONG):
            now = self.state.cursor
            same = (now.round, now.number, now.sub, now.at) == (begun.round, begun.number, begun.sub, begun.at)
            if self.state.over or not same or game.to_act(self.state) != by:
                return
            self._idle()

    def close(self) -> None:
        """The questions the site still asks after our last move."""
        for _ in range(LONG):
            if self.state.over or not self.state_runs or self._state_run() is None:
                return
            self._idle()

    # ------------------------------------------------------------------ writing

    def emit(self, verb: str, player: Player | None = None, of: Company | None = None, **fields: Any) -> None:
        """Writes an action of a player or, without one, of the company concerned, and plays it."""
        state = self.state
        if player is not None:
            who: dict[str, Any] = {"entity": self.id(player), "entity_type": "player"}
        else:
            company = of or (state.demands[0].company if state.demands else state.operating)
            who = {"entity": state.title.companies[company].site, "entity_type": "corporation"}
        action: dict[str, Any] = {"type": verb, **who, **fields, "id": len(self.actions) + 1}
        self.actions.append(action)
        self.shadow.action(action)
        if verb == "lay_tile":
            self.on_map[fields["hex"]] = fields["tile"]

    def site(self, company: str) -> str:
        return self.state.title.companies[Company(company)].site

    def shares(self, company: Company, holder: str, count: int) -> list[str]:
        """The numbers of certificates a holder has, lowest first."""
        held = sorted(n for n, who in self.shadow.papers.of.get(company, ()) if who == holder and n)
        return [f"{self.site(company)}_{n}" for n in held[:count]]

    def city(self, hex_: str, city: int) -> str:
        return f"{self.on_map.get(hex_, f'{hex_}-0')}-{city}"

    def train(self, name: str, owner: str) -> str:
        """The id of a train an owner has; the bank's next one has the lowest number not given out."""
        if owner == BANK:
            number = 0
            while f"{name}-{number}" in self.shadow.trains:
                number += 1
            return f"{name}-{number}"
        return next(t for t, who in self.shadow.trains.items() if who == owner and self.shadow.train(t) == name)

    def _write(self, move: Move) -> None:
        state = self.state
        actor = game.to_act(state)
        assert actor is not None
        match move:
            case Pass() | Keep():
                self._pass(actor)
            case Bid(item=item, amount=amount):
                private = item in state.title.privates
                symbol = state.title.privates[item].site if private else self.site(item)  # type: ignore[index]
                bid: dict[str, Any] = {"company" if private else "corporation": symbol, "price": amount}
                self.emit("bid", actor, **bid)
            case Start() | Exchange():
                self._start(actor, move)
            case Buy(company=company, source=source, count=count):
                place = POOL if source == POOL else TREASURY
                chosen = self.shares(company, place, count)
                self.emit("buy_shares", actor, shares=chosen, percent=10 * count)
            case Take(company=company, count=count):
                for _ in range(count):
                    self.emit("buy_shares", actor, shares=self.shares(company, TREASURY, 1), percent=10)
            case Redeem(count=count):
                chosen = self.shares(state.operating, POOL, count)
                self.emit("buy_shares", shares=chosen, percent=10 * count)
            case Sell(company=company, count=count):
                singles = self.shares(company, actor, count)
                chosen = singles if len(singles) == count else [*singles, f"{self.site(company)}_0"]
                self.emit("sell_shares", actor, shares=chosen, percent=10 * count)
            case _:
                self._operate(move)

    def _pass(self, actor: Player) -> None:
        state = self.state
        personal = state.demands and state.demands[0].kind == "take"
        company = state.demands or state.cursor.round in ("operating", "merger")
        self.emit("pass", None if company and not personal else actor)

    def _start(self, actor: Player, move: Start | Exchange) -> None:
        cell = next(
            cell
            for zone in ("public_par", "par")
            for cell in self.state.market.grid.cells(zone)
            if self.state.market.grid.price(cell) == move.price
        )
        self.emit("par", actor, corporation=self.site(move.company), share_price=f"{move.price},{cell[0]},{cell[1]}")
        if move.hex:
            self._write(PlaceStation(move.hex, move.city))

    def _operate(self, move: Move) -> None:
        match move:
            case LayTile(hex=hex_, tile=tile, facing=facing):
                number = 0
                while f"{tile}-{number}" in self.on_map.values():
                    number += 1
                self.emit("lay_tile", hex=hex_, tile=f"{tile}-{number}", rotation=facing)
            case PlaceStation(hex=hex_, city=city, neutral=neutral):
                self._station(hex_, city, neutral)
            case Run():
                step = game.open_step(self.state)
                assert isinstance(step, RunTrains)
                self._emit_run([(r.train, r.path, r.value) for r in step.read(self.state, move)])
            case Pay(kind=kind):
                self.emit("dividend", kind=SITE_KINDS[kind])
            case BuyTrain(train=train, seller=seller, price=price, trade=trade):
                fields: dict[str, Any] = {"train": self.train(train, seller), "price": price, "variant": train}
                if trade:
                    fields["exchange"] = self.train(trade, self.state.operating)
                self.emit("buy_train", **fields)
            case Discard(train=train, company=company):
                crowded = company or self.state.demands[0].company
                self.emit("discard_train", of=crowded, train=self.train(train, crowded))
            case BuyPrivate(private=private, price=price):
                self.emit("buy_company", company=self.state.title.privates[private].site, price=price)
            case Nationalise():
                self.emit("choose", choice="nationalize")
            case _:
                self._rare(move)

    def _rare(self, move: Move) -> None:
        match move:
            case Convert(public=public):
                self.emit("convert")
                self.emit("merge", corporation=self.site(public))
            case Merge(minors=minors, public=public, keeping=keeping):
                for minor in minors:
                    if minor != self.state.operating:
                        self.emit("merge", corporation=self.site(minor))
                self.emit("merge", corporation=self.site(public))
                if keeping and self.state.demands and self.state.demands[0].kind == "stations":
                    self._keep(keeping)
            case KeepStations(keeping=keeping):
                self._keep(keeping)
            case MoveStation(origin=origin, hex=hex_, city=city):
                self._move_station(origin, hex_, city)
            case Bankrupt():
                self.emit("bankrupt")
            case EndGame():
                self.emit("end_game", game.to_act(self.state))
            case _:
                raise Inconsistent(f"{move} can't be written for the site")

    def _keep(self, keeping: tuple[str, ...]) -> None:
        """The stations not kept, taken away one by one until only one choice is left."""
        names = self.state.demands[0].names
        minors = names[: names.index("|")]
        stay = {place if ":" in place else f"{place}:0" for place in keeping}
        for minor in minors:
            for hex_, city in self.state.board.stations(minor):
                waiting = self.state.demands and self.state.demands[0].kind == "stations"
                if f"{hex_}:{city}" not in stay and waiting:
                    self.emit("remove_token", city=self.city(str(hex_), city), slot=0)

    def _station(self, hex_: str, city: int, neutral: bool) -> None:
        if city < 0:
            city = self._only_city(hex_)
        slots = self.state.board.slots(Hex(hex_), city)
        slot = slots.index(None) if None in slots else 0
        extra: dict[str, Any] = {"token_type": "neutral"} if neutral else {}
        self.emit("place_token", city=self.city(hex_, city), slot=slot, **extra)

    def _only_city(self, hex_: str) -> int:
        """The city meant where an order names none: the one our engine would take."""
        moves = [m for m in game.legal_moves(self.state) if isinstance(m, PlaceStation) and m.hex == hex_]
        if moves and moves[0].city >= 0:
            return moves[0].city
        stops = self.state.board.face(Hex(hex_)).stops
        company = self.state.demands[0].company if self.state.demands else self.state.operating
        free = [
            k for k, s in enumerate(stops) if s.kind == "city" and self.state.board.free_slots(Hex(hex_), k, company)
        ]
        reached = [k for k in free if (Hex(hex_), k) in network(self.state.board, company).stops]
        return (reached or free or [0])[0]

    def _move_station(self, origin: str, hex_: str, city: int) -> None:
        company = self.state.operating
        stop = self.state.board.station_in(company, Hex(origin)) or 0
        owner = {"entity_type": "company", "entity": self._power()}
        taken = {"type": "remove_token", "city": self.city(origin, stop)}
        put = {"type": "place_token", "city": self.city(hex_, max(city, 0))}
        for fields in (taken, put):
            action = {**fields, **owner, "slot": 0, "id": len(self.actions) + 1}
            self.actions.append(action)
            self.shadow.action(action)

    def _power(self) -> str:
        """The private whose power moves stations: the one the operating company owns."""
        owned = self.state.privates_of(self.state.operating)
        return self.state.title.privates[owned[0]].site if owned else ""

    def _emit_run(self, routes: list[tuple[str, tuple[str, ...], int]]) -> None:
        company = self.state.operating
        used: set[str] = set()
        written = []
        for name, path, value in routes:
            train = next(
                t
                for t, who in self.shadow.trains.items()
                if who == company and t not in used and self.shadow.train(t) == name
            )
            used.add(train)
            written.append({"train": train, **self._route(path), "revenue": value})
        self.emit("run_routes", routes=written)

    def _route(self, path: tuple[str, ...]) -> Mapping[str, Any]:
        stops = stop_places(self.state.board, path)
        hexes = [path[at] for at, _ in stops]
        chains = [list(path[a : b + 1]) for (a, _), (b, _) in pairwise(stops)]
        return {
            "connections": chains,
            "hexes": hexes,
            "nodes": [f"{path[at]}-{stop}" for at, stop in stops],
            "revenue_str": "-".join(hexes),
        }
