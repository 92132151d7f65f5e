"""A made-up title, whose rounds are just the steps a test names, on the real kernel.

It is not among the titles that can be played: a position is set directly, so nothing of another title is in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pytest

from engine.board.board import Board
from engine.board.hexes import Hex
from engine.box import open_box
from engine.errors import Illegal, Refused
from engine.events import Event, GameEnded
from engine.game import Book, apply, evolve, to_act
from engine.market import Market
from engine.moves import Move
from engine.names import BANK, IPO, TREASURY, Company, Holder, Player, Private
from engine.notation import parse_order
from engine.rounds.operating import Operating
from engine.rounds.stock import Stock
from engine.state import Cursor, Demand, RoundFacts, State, Turn
from engine.steps.discard import DiscardTrains, TrainsOverLimit
from engine.steps.trade_shares import TradeShares
from engine.title import Step, Title

ANN, BEN, CAT = Player("Ann"), Player("Ben"), Player("Cat")
NOR, SUD, PIT, CROWN = Company("NOR"), Company("SUD"), Company("PIT"), Company("CROWN")
PA, PB = Private("PA"), Private("PB")
BOX = open_box(__name__)


def over(book: Book) -> None:
    book.enter(GameEnded("rounds", ()))


@dataclass(frozen=True, slots=True)
class Lent(Event):
    """The bank has lent something."""

    company: Company
    amount: int

    def apply(self, state: State) -> State:
        return state.pay(BANK, self.company, self.amount)


class Lender:
    """A finance that lends up to 50, and no more than the treasury falls short."""

    def most(self, state: State, company: Company) -> int:
        return state.cash_of(company) + 50

    def provide(self, book: Book, company: Company, amount: int) -> None:
        lacking = amount - book.state.cash_of(company)
        if lacking > 0:
            book.enter(Lent(company, lacking))


def composed(
    steps: tuple[Step, ...] = (),
    trade: Step | None = None,
    discard: DiscardTrains | None = None,
    at_any_time: tuple[Step, ...] = (),
) -> Title:
    """The title with these steps in an operating turn, and this one in a stock round."""
    kinds = dict.fromkeys(("public", "minor", "state"), steps)
    return BOX.title(
        rounds={
            "operating": Operating(kinds, lambda state: state.started, lambda state, c: True, over, at_any_time),
            "stock": Stock(trade or TradeShares(), over, lambda state: ()),
        },
        demands={TrainsOverLimit: discard or DiscardTrains()},
    )


def _board(title: Title, tiles: Mapping[str, str], stations: Mapping[Company, str]) -> Board:
    board = Board.start(title.plan)
    for hex_, lain in tiles.items():
        for tile in lain.split():
            number, _, facing = tile.partition("/")
            board = board.lay(Hex(hex_), number, int(facing))
    for company, places in stations.items():
        for place in places.split():
            hex_, _, city = place.partition(":")
            board = board.place(company, Hex(hex_), int(city or 0))
    return board


def position(
    *steps: Step,
    title: Title | None = None,
    on_turn: Holder = NOR,
    round_: str = "operating",
    step: str = "",
    started: tuple[Company, ...] = (NOR, SUD),
    directors: Mapping[Company, Player] | None = None,
    shares: Mapping[Company, Mapping[Holder, int]] | None = None,
    at: tuple[int, int] = (0, 1),
    cash: Mapping[Holder, int] | None = None,
    trains: Mapping[Holder, str] | None = None,
    depot: str = "2 2 2 3 3",
    tiles: Mapping[str, str] | None = None,
    stations: Mapping[Company, str] | None = None,
    left: Mapping[Company, int] | None = None,
    neutrals: Mapping[Company, int] | None = None,
    privates: Mapping[Private, Holder] | None = None,
    phase: str = "first",
    turn: Turn | None = None,
    facts: RoundFacts | None = None,
    demands: tuple[Demand, ...] = (),
    options: Mapping[str, object] | None = None,
    operated: Iterable[Company] = (),
) -> State:
    """A position in which Ann directs NOR and Ben SUD, with what a test names in its place; the bank has the rest."""
    title = title or composed(steps)
    purses: dict[Holder, int] = {ANN: 400, BEN: 400, CAT: 400, NOR: 0, SUD: 0, PIT: 0, CROWN: 0, **(cash or {})}
    purses[BANK] = title.bank - sum(purses.values())
    held: dict[Company, Mapping[Holder, int]] = {NOR: {ANN: 3, IPO: 7}, SUD: {BEN: 3, TREASURY: 7}, **(shares or {})}
    market = Market(title.grids["grid"])
    for company in started:
        if title.companies[company].kind.traded:
            market = market.put(company, at)
    order: tuple[str, ...] = started if round_ == "operating" else (ANN, BEN, CAT)
    placed = {NOR: "B2", SUD: "H2:0"} if stations is None else stations
    spent = {company: len(places.split()) for company, places in placed.items()}
    return State(
        title=title,
        options=options or {},
        drawn={},
        players=(ANN, BEN, CAT),
        phase=phase,
        cash=purses,
        shares=held,
        directors=directors or {NOR: ANN, SUD: BEN},
        par=dict.fromkeys((NOR, SUD), 60),
        market=market,
        trains={holder: tuple(names.split()) for holder, names in (trains or {}).items()},
        depot=tuple(depot.split()),
        privates=privates or {},
        board=_board(title, tiles or {}, placed),
        stations_left=left
        or {company: spec.stations - spent.get(company, 0) for company, spec in title.companies.items()},
        priority=ANN,
        cursor=Cursor(round_, 1, 1, order, order.index(on_turn), step or (steps[0].name if steps else "")),
        facts=facts or RoundFacts(),
        turn=turn or Turn(),
        demands=demands,
        started=started,
        floated=frozenset(started),
        operated=frozenset(operated),
        neutrals_left=neutrals or {},
    )


def events_of(state: State, move: Move, agreed: Iterable[Player] = ()) -> tuple[Event, ...]:
    mover = to_act(state)
    assert mover is not None, "nobody is to act"
    return apply(state, move, mover, tuple(agreed)).events


def play(state: State, *moves: Move, agreed: Iterable[Player] = ()) -> State:
    """The position after some moves of whoever must decide; no money is made or lost."""
    for move in moves:
        state = evolve(state, events_of(state, move, agreed))
        assert sum(state.cash.values()) == state.title.bank
        assert all(amount >= 0 for holder, amount in state.cash.items() if holder != BANK)
    return state


def refused(state: State, move: Move, agreed: Iterable[Player] = (), by: Player | None = None) -> Refused:
    """Why a move is not taken: a rule, a sentence, and orders that would work; at least one, all of them tried."""
    mover = by or to_act(state)
    assert mover is not None, "nobody is to act"
    with pytest.raises(Refused) as caught:
        apply(state, move, mover, tuple(agreed))
    told = caught.value
    assert told.rule and told.why.endswith("."), told.why
    if mover == to_act(state):
        assert told.instead, told.why
        for order in told.instead:
            apply(state, parse_order(state, order), mover)
    return told


def why(state: State, move: Move, agreed: Iterable[Player] = ()) -> tuple[str, str]:
    """The rule and the sentence of a refusal."""
    told = refused(state, move, agreed)
    return told.rule, told.why


def forbids(step: Step, state: State, move: Move) -> tuple[str, str]:
    """The rule and the sentence with which a step forbids a move, also where it is not asked."""
    with pytest.raises(Illegal) as caught:
        step.check(state, move)
    return caught.value.rule, caught.value.why


__all__ = [
    "ANN", "BEN", "CAT", "CROWN", "NOR", "PA", "PB", "PIT", "SUD",
    "Lender", "composed", "events_of", "forbids", "play", "position", "refused", "why",
]  # fmt: skip
