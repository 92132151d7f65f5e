"""The position as a page of plain text, for one keyboard or a mail without pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from engine.game import describe, limit, open_step, to_act, trains_on_sale
from engine.message import Listed
from engine.names import BANK, IPO, POOL, TREASURY, Company, Player
from engine.questions import certificates, companies_in_order, last_round, worth
from engine.state import State
from engine.text.market import market
from engine.text.orders import orders
from engine.text.telling import round_of
from engine.text.track import track

WIDTH = 78


def position(state: State) -> str:
    """Everything on the table, and what may be ordered now."""
    parts = [
        heading(state),
        _section("Players", _players(state)),
        _section("Companies, in operating order", _companies(state)),
        _section("Market", market(state.market, WIDTH)),
        _section("Trains", _trains(state)),
        _section("Privates", _privates(state)),
        _section("Map", (line for entry in track(state) for line in folded(entry))),
        _section("Orders now", orders(state, WIDTH)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def heading(state: State) -> str:
    """Where the game stands, and who must decide what."""
    where = round_of(state.cursor)
    facts = f"{where} · phase {state.phase} · bank {state.money(state.cash_of(BANK))} · priority {state.priority}"
    lines = [state.title.full_name, facts]
    if state.ending and not state.over:
        last = last_round(state)
        when = f"ends after operating round {last}" if last else "is about to end"
        lines.append(f"The game {when} ({state.ending}).")
    lines += map(str, state.title.openly(state))
    return "\n".join(line for entry in (*lines, asked(state)) for line in folded(entry))


def asked(state: State) -> str:
    """Whose decision it is, and what is asked."""
    actor = to_act(state)
    if actor is None:
        return "The game is over."
    what = f"{actor} decides: {describe(open_step(state))}."
    demand = state.demands[0] if state.demands else None
    if demand is not None and demand.company:
        return f"{demand.company}: {what}"
    bidding = state.facts.bidding
    if bidding is not None and bidding.item:
        stands = f"{bidding.leader} bids {state.money(bidding.high)}" if bidding.leader else "no bid yet"
        stands += "".join(f"; {player} {state.money(amount)} on {item}" for item, player, amount in bidding.bids)
        return f"{bidding.item} is offered from {state.money(bidding.minimum)} ({stands}). {what}"
    return f"{state.company_on_turn} is on turn. {what}" if state.company_on_turn else what


def folded(text: str, width: int = WIDTH) -> list[str]:
    """A text in lines, the later ones set in."""
    return wrap(text, width, subsequent_indent="    ", break_on_hyphens=False) or [""]


def _section(title: str, lines: Iterable[str]) -> str:
    body = list(lines)
    return "\n".join([title.upper(), *body]) if body else ""


# ---------------------------------------------------------------------- who has what


def _players(state: State) -> Iterator[str]:
    for player in state.players:
        count, most = certificates(state, player)
        facts = [
            f"{state.money(state.cash_of(player))} cash",
            f"{count}/{most} certificates",
            f"worth {state.money(worth(state, player))}",
        ]
        papers = [*_shares(state, player), *state.privates_of(player)]
        bankrupt = " (bankrupt)" if player in state.bankrupt else ""
        yield from folded(f"{player}{bankrupt}: {', '.join(facts)}; {', '.join(papers) or 'no paper'}")


def _shares(state: State, player: Player) -> Iterator[str]:
    for company in state.started:
        held = state.held(player, company)
        if held:
            directs = state.directors.get(company) == player
            kind = state.title.companies[company].kind
            yield company if held == kind.shares else f"{company} {kind.percent(held)}%{' director' if directs else ''}"


def _companies(state: State) -> Iterator[str]:
    for company in companies_in_order(state):
        yield from folded(f"{company}: {'; '.join(_company(state, company))}")


def _company(state: State, company: Company) -> Iterator[str]:
    if company in state.market:
        yield state.money(state.price(company))
    if company in state.directors:
        yield f"director {state.directors[company]}"
    yield f"{state.money(state.cash_of(company))} cash"
    most = limit(state, company)
    yield f"trains {' '.join(state.trains_of(company)) or 'none'}" + (f" (of {most})" if most is not None else "")
    if loans := state.loans_of(company):
        yield f"loans {loans}"
    stations = " ".join(str(hex_) for hex_, _ in state.board.stations(company))
    yield f"stations {stations or 'none'}, {state.stations_left.get(company, 0)} left"
    for place, name in ((TREASURY, "treasury"), (POOL, "pool"), (IPO, "ipo")):
        if (held := state.held(place, company)) and state.title.companies[company].kind.traded:
            yield f"{name} {state.title.companies[company].kind.percent(held)}%"
    if company in state.last_run:
        yield f"last run {state.money(state.last_run[company])}"
    if owned := state.privates_of(company):
        yield f"owns {Listed(owned)}"


# ---------------------------------------------------------------------- trains and privates


def _trains(state: State) -> Iterator[str]:
    title = state.title
    sale = trains_on_sale(state)
    for spec in title.trains.values():
        left = state.depot.count(spec.name)
        if spec.count is not None and not left:
            continue
        if spec.count is None and spec.option and not state.options.get(spec.option):
            continue
        facts = [f"{spec.name}: {left if spec.count is not None else 'any number'} left", state.money(spec.price)]
        if spec.from_phase and not title.since(state.phase, spec.from_phase):
            facts.append(f"from phase {spec.from_phase} on")
        if spec.opens and not title.since(state.phase, spec.opens):
            facts.append(f"the first begins phase {spec.opens}")
        rusting = [t.name for t in title.trains.values() if t.rusts_on == spec.name and _about(state, t.name)]
        if rusting and not (spec.opens and title.since(state.phase, spec.opens)):
            facts.append(f"the first rusts {Listed(f'{name}-trains' for name in rusting)}")
        if spec.name in sale:
            facts.append("on sale")
        yield from folded(", ".join(facts))
    if state.trains_of(POOL):
        yield f"Pool: {' '.join(state.trains_of(POOL))}"


def _about(state: State, train: str) -> bool:
    """Whether anybody has such a train or can still get one."""
    return train in state.depot or any(train in owned for owned in state.trains.values())


def _privates(state: State) -> Iterator[str]:
    for private, owner in state.privates.items():
        spec = state.title.privates[private]
        whose = "not sold yet" if owner == BANK else f"owned by {owner}"
        yield from folded(
            f"{private} {spec.name}: {whose}, face {state.money(spec.face)}, pays {state.money(spec.income)}"
        )
