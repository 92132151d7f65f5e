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
    Bid,
    Buy,
    BuyPrivate,
    BuyTrain,
    Discard,
    Done,
    LayTile,
    Move,
    Pass,
    Pay,
    PlaceStation,
    Run,
    Sell,
    Start,
)
from engine.names import BANK, POOL, TREASURY, Company, Player
from engine.runs.declared import stop_places
from engine.state import State
from engine.steps.run_trains import RunTrains
from engine.titles import find

SITE_KINDS = {ours: theirs for theirs, ours in KINDS.items()}
LONG = 100_000


@dataclass(frozen=True)
class RecordedTurn:
    """One move of a game of ours, with its mover and what followed."""

    by: Player
    move: Move
    events: tuple[Event, ...]


def export(
    start: Sequence[Event], turns: Iterable[RecordedTurn], game_id: int | str = 1, seed: int = 0
) -> dict[str, Any]:
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
            "optional_rules": [name for name in find(first.title).site_options if first.options.get(name)],
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

    def take(self, turn: RecordedTurn) -> None:
        """Writes one of our moves, after whatever the site asks before it."""
        if self.by_itself:
            self.state_runs += [e.routes for e in turn.events if isinstance(e, TrainsRan) and self._national(e.company)]
        adapters = (each.adapter for each in self.state.title.mechanisms if each.adapter is not None)
        if any(each.takes is not None and each.takes(self, turn) for each in adapters):
            return
        if isinstance(turn.move, Done):
            self._done(turn.by)
            return
        self.reach(turn)
        self.write(turn.move)

    def reach(self, turn: RecordedTurn) -> None:
        """Answers whatever the site asks before it would take a move of ours."""
        for _ in range(LONG):
            if self._takes(turn):
                return
            self._idle()

    def _national(self, company: Company) -> bool:
        return not self.state.title.companies[company].kind.directed

    def _takes(self, turn: RecordedTurn) -> bool:
        state = self.state
        if state.over:
            raise Inconsistent(f"the game ended before {turn.move}")
        anytime = tuple(state.title.rounds[state.cursor.round].anytime(state))
        if any(each.despite_demands and type(turn.move) in each.accepts for each in anytime):
            return True
        if game.to_act(state) != turn.by or self._state_run() is not None:
            return False
        step = game.open_step(state)
        steps = (step,) if state.demands else (step, *anytime)
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
            self.write(Pass())

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
        self.put({"type": verb, **who, **fields})
        if verb == "lay_tile":
            self.on_map[fields["hex"]] = fields["tile"]

    def put(self, action: dict[str, Any]) -> None:
        """Writes an action, and plays it along."""
        self.actions.append({**action, "id": len(self.actions) + 1})
        self.shadow.action(self.actions[-1])

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

    def write(self, move: Move) -> None:
        """Writes one of our moves as the actions it is on the site."""
        for each in self.state.title.mechanisms:
            if each.adapter is not None and (found := each.adapter.writes.get(type(move))) is not None:
                found(self, move)
                return
        self._write(move)

    def _write(self, move: Move) -> None:
        state = self.state
        actor = game.to_act(state)
        assert actor is not None
        match move:
            case Pass():
                self._pass(actor)
            case Bid(item=item, amount=amount):
                private = item in state.title.privates
                symbol = state.title.privates[item].site if private else self.site(item)  # type: ignore[index]
                bid: dict[str, Any] = {"company" if private else "corporation": symbol, "price": amount}
                self.emit("bid", actor, **bid)
            case Start(company=company, price=price, hex=hex_, city=city):
                self.start(company, price, hex_, city)
            case Buy(company=company, source=source, count=count):
                place = POOL if source == POOL else TREASURY
                chosen = self.shares(company, place, count)
                self.emit("buy_shares", actor, shares=chosen, percent=10 * count)
            case Sell(company=company, count=count):
                singles = self.shares(company, actor, count)
                chosen = singles if len(singles) == count else [*singles, f"{self.site(company)}_0"]
                self.emit("sell_shares", actor, shares=chosen, percent=10 * count)
            case _:
                self._operate(move)

    def _pass(self, actor: Player) -> None:
        state = self.state
        personal = state.demands and state.demands[0].asked(state) == actor
        company = state.demands or (state.cursor.order[:1] and state.cursor.order[0] in state.title.companies)
        self.emit("pass", None if company and not personal else actor)

    def start(self, company: Company, price: int, hex_: str, city: int) -> None:
        """A company begins, and perhaps at once says where."""
        grid = self.state.market.grid
        cell = next(cell for zone in ("public_par", "par") for cell in grid.cells(zone) if grid.price(cell) == price)
        actor = game.to_act(self.state)
        self.emit("par", actor, corporation=self.site(company), share_price=f"{price},{cell[0]},{cell[1]}")
        if hex_:
            self.write(PlaceStation(hex_, city))

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
            case _:
                raise Inconsistent(f"{move} can't be written for the site")

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
