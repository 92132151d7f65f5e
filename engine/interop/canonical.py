"""A position in the canonical form of recorded games, with the public site's symbols."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from typing import Any

from engine.game import open_step, to_act, trains_on_sale
from engine.names import IPO, POOL, TREASURY, Company, Player, Private
from engine.questions import round_name
from engine.rounds.operating import operating_order
from engine.rounds.stock import holding
from engine.state import State
from engine.steps.home_station import HomeWanted

Json = dict[str, Any]


def canonical(state: State, site_id: Callable[[Player], str | int], removed: Collection[str] = ()) -> Json:
    """The whole position; ``site_id`` turns our players into the record's ids.

    ``removed`` names stations a record has taken off one by one while our choice of those to keep is still open.
    """
    title = state.title

    def site(company: str) -> str:
        return title.companies[Company(company)].site

    def holder(owner: str) -> str | int:
        return site_id(Player(owner)) if owner in state.players else owner

    shown = [c for c in title.companies if _shown(state, c)]
    players = {}
    for player in state.players:
        shares = {
            site(c): title.companies[c].kind.percent(held[player])
            for c, held in sorted(state.shares.items())
            if held.get(player)
        }
        players[str(site_id(player))] = {
            "cash": state.cash_of(player),
            "value": title.value(state, player) if title.value else None,
            "certs": _certificates(state, player),
            "shares": shares,
            "privates": [title.privates[p].site for p in state.privates_of(player)],
            "bankrupt": player in state.bankrupt,
        }
    upcoming = Counter(state.depot)
    for spec in title.trains.values():
        if spec.count is None and (not spec.option or state.options.get(spec.option)):
            upcoming[spec.name] = 1
    return {
        "round": round_name(state),
        "step": "" if state.over else open_step(state).name,
        "active": _active(state, site_id),
        "phase": state.phase,
        "bank": state.cash["(bank)"],
        "bank_broken": state.broken,
        "priority": site_id(_priority(state)),
        "player_order": [site_id(p) for p in state.players],
        "players": players,
        "companies": {site(c): _company(state, c, holder, removed) for c in shown},
        "unstarted": sorted(site(c) for c in title.companies if c not in shown and c not in state.gone),
        "closed": sorted(site(c) for c in state.gone),
        "privates_closed": sorted(title.privates[p].site for p in title.privates if p not in state.privates),
        "depot": {"upcoming": dict(upcoming), "discarded": list(state.trains_of(POOL))},
        "tiles": {str(h): t for h, t in state.board.changed().items()},
        "operating_order": [site(c) for c in operating_order(state)],
        "operating": site(state.operating) if state.cursor.round == "operating" and state.cursor.at >= 0 else None,
        "on_sale": list(trains_on_sale(state)),
        "finished": state.over,
    }


def _shown(state: State, company: Company) -> bool:
    spec = state.title.companies[company]
    bidding = state.facts.bidding
    if company in state.gone:
        return False
    return (
        not spec.kind.directed
        or company in state.market
        or bool(state.cash_of(company))
        or bool(state.board.stations(company))
        or any(state.held(player, company) for player in state.players)
        or (bidding is not None and bidding.item == company and all(d.company != company for d in state.demands))
    )


def _certificates(state: State, player: Player) -> int:
    return holding(state).certificates(state, player)


def _company(state: State, company: Company, holder: Callable[[str], str | int], removed: Collection[str]) -> Json:
    spec = state.title.companies[company]
    market = state.market
    priced = company in market
    placed = [f"{h}:{k}" for h, k in _stations(state, company)]
    if state.demands and state.demands[0].company == company:
        placed = [place for place in placed if place not in removed]
    return {
        "type": spec.kind.site or spec.kind.name,
        "cash": state.cash_of(company),
        "price": market.price(company) if priced else None,
        "market": list(market.cells[company]) if priced else None,
        "stack_order": market.place(company) if priced else None,
        "par": state.par.get(company),
        "president": holder(state.directors[company]) if company in state.directors else None,
        "trains": list(state.trains_of(company)),
        "loans": state.loans_of(company),
        "tokens": {"placed": placed, "left": state.stations_left.get(company, 0)},
        "privates": [state.title.privates[p].site for p in state.privates_of(company)],
        "treasury_pct": spec.kind.percent(state.held(TREASURY, company) + state.held(IPO, company)),
        "pool_pct": spec.kind.percent(state.held(POOL, company)),
        "ipoed": priced or not spec.kind.directed,
        "floated": priced or not spec.kind.directed,
        "operated": company in state.operated,
        "last_revenue": state.last_run.get(company),
    }


def _stations(state: State, company: Company) -> list[tuple[str, int]]:
    """Its stations; a minor being auctioned already shows its own, a company being formed those of its minors."""
    stations = [(str(h), k) for h, k in state.board.stations(company)]
    bidding = state.facts.bidding
    if bidding is not None and bidding.item == company:
        for (hex_, stop), kept in state.board.reservations().items():
            if company in kept and stop is not None:
                stations.append((str(hex_), stop))
    for demand in state.demands:
        if demand.company == company:
            for minor in demand.forming:
                stations += [(str(h), k) for h, k in state.board.stations(minor)]
    return stations


def _active(state: State, site_id: Callable[[Player], str | int]) -> list[str | int]:
    if state.over:
        return []
    actor = to_act(state)
    companies = state.title.companies
    if state.demands:
        asked = state.demands[0].asked(state)
        if asked in companies:
            return [companies[Company(asked)].site]
        private = state.title.privates.get(Private(asked))
        return [private.site if private is not None else site_id(Player(asked))]
    if state.cursor.round in ("operating", "merger"):
        return [companies[state.operating].site]
    return [site_id(actor)] if actor else []


def _priority(state: State) -> Player:
    """Who would begin the next stock round; the site never names a bankrupt player."""
    if state.cursor.round != "stock":
        return next((p for p in state.clockwise(state.priority) if p not in state.bankrupt), state.priority)
    demand = state.demands[0] if state.demands else None
    if isinstance(demand, HomeWanted) and demand.asked(state) != demand.player:
        return state.priority
    acting = state.turn.sold or state.turn.bought
    last = state.actor_on_turn if acting else state.facts.last
    return state.after(last) if last else state.priority
